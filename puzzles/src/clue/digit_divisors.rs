//! The clue `divisible by each of its digits`.

use std::sync::{Arc, OnceLock};

use super::automaton::{Automata, Automaton};
use super::vocabulary::Entry;
use super::{Language, digits_upwards};

pub(super) const ENTRIES: &[Entry] = &[Entry {
    phrase: "divisible by each of its digits",
    meaning: "every digit divides the number; no digit is 0",
    build: |_| Ok(Arc::new(DigitDivisors)),
}];

/// Numbers that each of their digits divides. Filter: four automata up to a common fixpoint, for the powers of 2 and of 3, for 5 and for
/// 7; their conjunction is the language, but their fixpoint is a relaxation until few numbers fit.
#[derive(Debug)]
pub(super) struct DigitDivisors;

/// The automaton for the powers of one prime: the states are (largest power required so far, remainder by the largest power of all).
fn automaton(largest: u8) -> Option<Automaton> {
    let divisor = move |digit: u8| {
        (1..=largest)
            .rev()
            .find(|&power| largest.is_multiple_of(power) && digit.is_multiple_of(power))
            .unwrap_or(1)
    };
    Automaton::explore(
        (1, 0),
        Automaton::MAX_STATES,
        |&(required, residue): &(u8, u8), digit| {
            // Powers of one prime divide each other: the larger one is the one to keep.
            (digit > 0).then(|| {
                (
                    required.max(divisor(digit)),
                    (residue * 10 + digit) % largest,
                )
            })
        },
        |&(required, residue)| residue.is_multiple_of(required),
    )
}

impl Language for DigitDivisors {
    fn contains(&self, number: u64) -> bool {
        let mut seen = 0u16;
        digits_upwards(number).for_each(|digit| seen |= 1 << digit);
        seen & 1 == 0 && (1..10).all(|digit| seen >> digit & 1 == 0 || number.is_multiple_of(digit))
    }

    fn automata(&self, _length: usize) -> Automata<'_> {
        static FOUR: OnceLock<Vec<Arc<Automaton>>> = OnceLock::new();
        let list = FOUR.get_or_init(|| {
            [5, 8, 9, 7]
                .into_iter()
                .filter_map(automaton)
                .map(Arc::new)
                .collect()
        });
        Automata { list, exact: true }
    }
}
