//! The clue `divisible by each of its digits`.

use std::sync::{Arc, OnceLock};

use super::automaton::{Automata, Automaton};
use super::digits::Digits;
use super::entry::Entry;
use super::remainders::Remainders;
use super::{Filtered, Language, MAX_DIGITS, digits_upwards, filter};

pub(super) const ENTRIES: &[Entry] = &[Entry {
    phrase: "divisible by each of its digits",
    meaning: "every digit divides the number; no digit is 0",
    build: |_| Ok(Arc::new(DigitDivisors)),
}];

/// Numbers that each of their digits divides. Filter: GAC.
///
/// The least common multiple m of a number's digits divides it, and the digits divide m. So the language is the union,
/// over the least common multiples m of some digits, of the multiples of m whose digits all divide m: 30 sets of
/// remainders, of which few matter for a run. (The four automata below, each filtered by itself, are weaker: with them
/// Number Cross 5 had 682 nodes and this clue took a quarter of its time.)
#[derive(Debug)]
pub(super) struct DigitDivisors;

/// The multiples of a number whose digits all divide it.
#[derive(Debug)]
struct Multiples {
    digits: Digits,
    remainders: Remainders,
}

/// Those of all least common multiples of digits, those with the most digits first; and by set of digits from 1 on, the
/// place of its own. No number has a 5 and an even digit: it would end in 0.
type All = (Vec<Multiples>, Vec<Option<usize>>);

fn multiples() -> &'static All {
    fn lcm(of: Digits) -> u64 {
        let gcd = |mut a: u64, mut b: u64| {
            while b > 0 {
                (a, b) = (b, a % b);
            }
            a
        };
        let digits = of.iter().map(u64::from);
        digits.fold(1, |lcm, digit| lcm / gcd(lcm, digit) * digit)
    }
    static ALL: OnceLock<All> = OnceLock::new();
    ALL.get_or_init(|| {
        let sets = (0..1 << 9).map(|set| Digits::from_mask(set << 1));
        let lcms: Vec<u64> = sets.map(lcm).collect();
        let mut sorted: Vec<u64> = lcms
            .iter()
            .copied()
            .filter(|lcm| !lcm.is_multiple_of(10))
            .collect();
        sorted.sort_unstable();
        sorted.dedup();
        let divisors = |of: u64| -> Digits {
            (1..10)
                .filter(|&d| of.is_multiple_of(u64::from(d)))
                .collect()
        };
        sorted.sort_by_key(|&of| std::cmp::Reverse(divisors(of).len()));
        let place = |lcm| sorted.iter().position(|&of| of == lcm);
        let places = lcms.into_iter().map(place).collect();
        let all = sorted.iter().map(|&of| Multiples {
            digits: divisors(of),
            remainders: Remainders::new(of as usize, |remainder| remainder == 0),
        });
        (all.collect(), places)
    })
}

/// The sets that matter for a run. Of several that leave it the same digits, that of the least common multiple of these
/// digits has all the numbers.
fn multiples_in(run: &[Digits]) -> impl Iterator<Item = &'static Multiples> {
    let any = run.iter().fold(Digits::EMPTY, |any, &digits| any | digits);
    let (all, places) = multiples();
    let sets = all.iter().enumerate();
    let sets = sets
        .filter(move |(at, set)| places[usize::from((set.digits & any).mask() >> 1)] == Some(*at));
    sets.map(|(_, set)| set)
}

/// The automaton for the powers of one prime: the states are (largest power required so far, remainder by the largest
/// power of all).
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

    fn filter(&self, run: &mut [Digits]) -> Filtered {
        if !filter::prepare(run) {
            return Filtered::NoWord;
        }
        let mut found = [Digits::EMPTY; MAX_DIGITS];
        let found = &mut found[..run.len()];
        for Multiples { digits, remainders } in multiples_in(run) {
            let mut cells = [Digits::EMPTY; MAX_DIGITS];
            let cells = &mut cells[..run.len()];
            let mut adds = false;
            for ((cell, &all), &found) in cells.iter_mut().zip(&*run).zip(&*found) {
                *cell = all & *digits;
                adds |= !cell.is_subset(found);
            }
            if adds && remainders.filter(cells) {
                found
                    .iter_mut()
                    .zip(&*cells)
                    .for_each(|(found, &left)| *found |= left);
                if found == run {
                    return Filtered::Exact;
                }
            }
        }
        if found[0].is_empty() {
            return Filtered::NoWord;
        }
        run.copy_from_slice(found);
        Filtered::Exact
    }

    fn has_word(&self, run: &[Digits]) -> bool {
        filter::on_copy(run, |run| {
            filter::prepare(run)
                && multiples_in(run).any(|Multiples { digits, remainders }| {
                    filter::on_copy(run, |cells| {
                        cells.iter_mut().for_each(|cell| *cell &= *digits);
                        remainders.filter(cells)
                    })
                })
        })
    }

    fn automata(&self, _length: usize) -> Automata<'_> {
        static FOUR: OnceLock<Vec<Arc<Automaton>>> = OnceLock::new();
        // The filter's tables must also be built before a search.
        multiples();
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
