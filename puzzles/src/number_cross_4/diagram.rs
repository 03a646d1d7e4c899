//! The language of a row as a decision diagram: for rows with too many words to list.

use std::sync::Arc;

use quadrille_engine::Dom;
use quadrille_engine::propagators::Mdd;
use smallvec::SmallVec;

use crate::clue::{Automaton, Clue};
use crate::number_cross::{BLANK, SHORTEST_RUN};

/// A set of rows that holds the language of a row.
#[derive(Clone, Debug)]
pub(super) struct RowDiagram {
    /// The rows: each value is [`BLANK`] or a digit.
    pub(super) mdd: Mdd,
    /// Whether every row of the diagram satisfies the clue.
    pub(super) exact: bool,
}

/// The rows within `domains` in which neighbouring cells of one region hold one digit, other neighbours different
/// ones, and every run of digits is accepted by the clue's automata.
///
/// The state of a reading is the value before, how long the run is so far as far as it matters, and the states of
/// the automata. The first automata are taken, as many as keep the states reached within `limit`; `None` if the clue
/// has none or already the first is too much.
pub(super) fn row_diagram(
    regions: &[usize],
    domains: &[Dom],
    clue: &Clue,
    limit: usize,
) -> Option<RowDiagram> {
    let n = regions.len();
    let longest = clue.automata(n);
    // Of a run whose length is not yet known only those automata say something that are the same for all lengths.
    // Shorter runs, for which there may be others, go unchecked.
    let differs = |&length: &usize| clue.automata(length).list != longest.list;
    let unchecked = (SHORTEST_RUN..n).rev().find(differs).unwrap_or(0);
    let exact = unchecked == 0 && (SHORTEST_RUN..=n).all(|length| clue.automata(length).exact);
    let domains: Vec<Vec<i32>> = domains.iter().map(|dom| dom.iter().collect()).collect();
    let mut best = None;
    for taken in 1..=longest.list.len() {
        let rows = Rows {
            regions,
            automata: &longest.list[..taken],
            unchecked,
        };
        let mdd = Mdd::unroll_within(
            limit,
            &domains,
            Reading::run_of_nothing(EDGE),
            |place, reading, value| rows.step(place, reading, value),
            |reading| rows.may_end(reading),
        );
        let Some(mdd) = mdd else {
            break;
        };
        best = Some(RowDiagram {
            mdd,
            exact: exact && taken == longest.list.len(),
        });
    }
    best
}

/// The value before the first cell.
const EDGE: i32 = BLANK + 1;

/// What must be known of the cells before a place.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Reading {
    before: i32,
    /// Length of the run so far, capped.
    length: usize,
    /// By automaton: its state. Empty at the start of a run, and once one of them has rejected it.
    states: SmallVec<[u16; 4]>,
    rejected: bool,
}

impl Reading {
    fn run_of_nothing(before: i32) -> Self {
        Self {
            before,
            length: 0,
            states: SmallVec::new(),
            rejected: false,
        }
    }
}

struct Rows<'a> {
    regions: &'a [usize],
    automata: &'a [Arc<Automaton>],
    /// Runs up to this length are accepted.
    unchecked: usize,
}

impl Rows<'_> {
    /// Whether the row, or after it a blank, may end the run.
    fn may_end(&self, reading: &Reading) -> bool {
        reading.before == BLANK
            || reading.length >= SHORTEST_RUN
                && (reading.length <= self.unchecked
                    || !reading.rejected
                        && self
                            .automata
                            .iter()
                            .zip(&reading.states)
                            .all(|(automaton, &state)| automaton.is_accepting(usize::from(state))))
    }

    fn step(&self, place: usize, reading: &Reading, value: i32) -> Option<Reading> {
        if value == BLANK {
            let ends = match reading.before {
                EDGE => true,
                BLANK => false,
                _ => self.may_end(reading),
            };
            return ends.then(|| Reading::run_of_nothing(BLANK));
        }
        if reading.length == 0 {
            if value == 0 {
                return None;
            }
        } else if (self.regions[place - 1] == self.regions[place]) != (reading.before == value) {
            return None;
        }
        let length = (reading.length + 1).min(SHORTEST_RUN.max(self.unchecked + 1));
        let states: Option<SmallVec<[u16; 4]>> = if reading.rejected {
            None
        } else {
            let step = |(i, automaton): (usize, &Arc<Automaton>)| {
                let state = match reading.states.get(i) {
                    Some(&state) => usize::from(state),
                    None => automaton.start(),
                };
                automaton.step(state, value as u8).map(|state| state as u16)
            };
            self.automata.iter().enumerate().map(step).collect()
        };
        let rejected = states.is_none();
        (!rejected || length <= self.unchecked).then(|| Reading {
            before: value,
            length,
            states: states.unwrap_or_default(),
            rejected,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether a row keeps the rules about regions and about runs, and its numbers, with their lengths, are `right`.
    fn satisfies(regions: &[usize], row: &[i32], right: impl Fn(usize, u64) -> bool) -> bool {
        let apart = row.windows(2).zip(regions.windows(2)).all(|(values, of)| {
            if values.contains(&BLANK) {
                values[0] != values[1]
            } else {
                (values[0] == values[1]) == (of[0] == of[1])
            }
        });
        apart
            && row
                .split(|&value| value == BLANK)
                .filter(|run| !run.is_empty())
                .all(|run| {
                    let number = run
                        .iter()
                        .fold(0, |number, &digit| number * 10 + digit as u64);
                    run.len() > 1 && run[0] != 0 && right(run.len(), number)
                })
    }

    /// Every row of five cells.
    fn all_rows() -> impl Iterator<Item = Vec<i32>> {
        (0..11i32.pow(5)).map(|code| (0..5).map(|at| code / 11i32.pow(at) % 11).collect())
    }

    fn whole_diagram(regions: &[usize], text: &str) -> (Clue, RowDiagram) {
        let clue = Clue::parse(text).unwrap();
        let domains = [Dom::range(0..=BLANK); 5];
        let diagram = row_diagram(regions, &domains, &clue, usize::MAX).expect(text);
        (clue, diagram)
    }

    /// Every row of five cells, each against the rule as written.
    #[test]
    fn diagrams_hold_the_rows_and_are_exact_when_they_say_so() {
        let mut exact_ones = 0;
        for (text, regions) in [
            ("multiple of 7", [0, 0, 1, 2, 2]),
            ("sum of digits is 9", [0, 1, 2, 1, 0]),
            ("divisible by each of its digits", [0, 1, 1, 2, 3]),
            ("2 more than a multiple of 13", [0, 1, 2, 2, 3]),
            ("30 more than a multiple of 7", [0, 1, 2, 3, 3]),
            ("prime", [0, 1, 2, 3, 3]),
            ("odd & square", [0, 0, 1, 2, 3]),
        ] {
            let (clue, diagram) = whole_diagram(&regions, text);
            exact_ones += usize::from(diagram.exact);
            for row in all_rows() {
                let held = diagram.mdd.contains(&row);
                let right = satisfies(&regions, &row, |_, number| clue.contains(number));
                assert!(held || !right, "{text}: {row:?} is missing");
                assert!(
                    !held || satisfies(&regions, &row, |_, _| true),
                    "{text}: {row:?}"
                );
                assert!(!diagram.exact || held == right, "{text}: {row:?}");
            }
        }
        assert!(exact_ones >= 4, "{exact_ones}");
    }

    /// Digit sums that are moved have an automaton for each length: of shorter runs that of the longest says nothing.
    #[test]
    fn runs_with_automata_of_their_own_go_unchecked() {
        let regions = [0, 1, 2, 3, 3];
        let (_, diagram) = whole_diagram(&regions, "3000 more than sum of digits is 9");
        assert!(!diagram.exact);
        for row in all_rows() {
            let right = |length, number: u64| {
                let digit = |place| (number - 3000) / 10u64.pow(place) % 10;
                length < 5 || (0..5).map(digit).sum::<u64>() == 9
            };
            let expected = satisfies(&regions, &row, right);
            assert_eq!(diagram.mdd.contains(&row), expected, "{row:?}");
        }
    }

    #[test]
    fn no_diagram_without_automata_or_above_the_limit() {
        let domains = [Dom::range(0..=BLANK); 4];
        let diagram = |text, limit| {
            let clue = Clue::parse(text).unwrap();
            row_diagram(&[0, 1, 2, 3], &domains, &clue, limit)
        };
        assert!(diagram("palindrome", usize::MAX).is_none());
        assert!(diagram("multiple of 37", 10).is_none());
        let divisors = "divisible by each of its digits";
        let whole = diagram(divisors, usize::MAX).unwrap();
        let part = diagram(divisors, 500).unwrap();
        assert!(whole.exact && !part.exact);
        assert!(part.mdd.words() > whole.mdd.words());
    }
}
