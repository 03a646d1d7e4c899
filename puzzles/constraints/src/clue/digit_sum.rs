//! The clue `sum of digits is N`.

use std::sync::Arc;

use super::automaton::{Automata, Automaton};
use super::entry::Entry;
use super::{Language, MAX_DIGITS, digits_upwards};

pub(super) const ENTRIES: &[Entry] = &[Entry {
    phrase: "sum of digits is N",
    meaning: "the decimal digits add up to N; above 162 no number of 18 digits does",
    build: |numbers| Ok(Arc::new(DigitSum::new(numbers[0]))),
}];

/// The largest sum with an automaton: 20 nines.
const MOST: u64 = 9 * (MAX_DIGITS as u64 + 2);

/// Numbers with a given digit sum. Filter: GAC by an automaton with one state for each partial sum.
#[derive(Debug)]
pub(super) struct DigitSum {
    sum: u64,
    automata: Vec<Arc<Automaton>>,
}

impl DigitSum {
    fn new(sum: u64) -> DigitSum {
        let whole = sum.min(MOST + 1);
        let automaton = Automaton::explore(
            whole,
            Automaton::MAX_STATES,
            |&left, digit| left.checked_sub(u64::from(digit)),
            |&left| left == 0 && sum <= MOST,
        );
        DigitSum {
            sum,
            automata: automaton.into_iter().map(Arc::new).collect(),
        }
    }
}

impl Language for DigitSum {
    fn contains(&self, number: u64) -> bool {
        digits_upwards(number).map(u64::from).sum::<u64>() == self.sum
    }

    fn automata(&self, _length: usize) -> Automata<'_> {
        Automata {
            list: &self.automata,
            exact: true,
        }
    }
}
