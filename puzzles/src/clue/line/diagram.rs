//! The language of a line as a decision diagram: for lines with too many words to list.

use std::sync::Arc;

use quadrille_engine::propagators::Mdd;
use smallvec::SmallVec;

use super::{Line, LineDiagram, SHORTEST, Tie};
use crate::clue::Automaton;

impl Line<'_> {
    /// The words in which every run is accepted by the clue's automata.
    ///
    /// The state of a reading is the value before, how long the run is so far as far as it matters, and the states of
    /// the automata. The first automata are taken, as many as keep the states reached within `limit`; `None` if the
    /// clue has none or already the first is too much.
    pub(crate) fn diagram(&self, limit: usize) -> Option<LineDiagram> {
        let n = self.domains.len();
        let longest = self.clue.automata(n);
        // For a run of unknown length, only automata that are the same for all lengths apply. Shorter runs, for which
        // there may be others, are not checked.
        let differs = |&length: &usize| self.clue.automata(length).list != longest.list;
        let unchecked = (SHORTEST..n).rev().find(differs).unwrap_or(0);
        let exact = unchecked == 0 && (SHORTEST..=n).all(|length| self.clue.automata(length).exact);
        let domains: Vec<Vec<i32>> = self
            .domains
            .iter()
            .map(|dom| dom.iter().collect())
            .collect();
        let mut best = None;
        for taken in 1..=longest.list.len() {
            let words = Words {
                line: self,
                automata: &longest.list[..taken],
                unchecked,
            };
            let mdd = Mdd::unroll_within(
                limit,
                &domains,
                Reading::run_of_nothing(Before::Edge),
                |place, reading, value| words.step(place, reading, value),
                |reading| words.may_end(reading),
            );
            let Some(mdd) = mdd else {
                break;
            };
            best = Some(LineDiagram {
                mdd,
                exact: exact && taken == longest.list.len(),
            });
        }
        best
    }
}

/// The content before a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Before {
    Edge,
    Blank,
    Digit(i32),
}

/// What must be known of the cells before a place.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Reading {
    before: Before,
    /// Length of the run so far, capped.
    length: usize,
    /// By automaton: its state. Empty at the start of a run, and once one of them has rejected it.
    states: SmallVec<[u16; 4]>,
    rejected: bool,
}

impl Reading {
    fn run_of_nothing(before: Before) -> Self {
        Self {
            before,
            length: 0,
            states: SmallVec::new(),
            rejected: false,
        }
    }
}

struct Words<'a> {
    line: &'a Line<'a>,
    automata: &'a [Arc<Automaton>],
    /// Runs up to this length are accepted.
    unchecked: usize,
}

impl Words<'_> {
    /// Whether the line, or after it a blank, may end the run.
    fn may_end(&self, reading: &Reading) -> bool {
        reading.before == Before::Blank
            || reading.length >= self.line.shortest
                && (reading.length <= self.unchecked
                    || !reading.rejected
                        && self
                            .automata
                            .iter()
                            .zip(&reading.states)
                            .all(|(automaton, &state)| automaton.is_accepting(usize::from(state))))
    }

    fn step(&self, place: usize, reading: &Reading, value: i32) -> Option<Reading> {
        if value == self.line.blank {
            let ends = match reading.before {
                Before::Edge => true,
                Before::Blank => false,
                Before::Digit(_) => self.may_end(reading),
            };
            return ends.then(|| Reading::run_of_nothing(Before::Blank));
        }
        match reading.before {
            Before::Digit(before)
                if (self.line.ties[place - 1] == Tie::Same) != (before == value) =>
            {
                return None;
            }
            Before::Digit(_) => {}
            _ if value == 0 => return None,
            _ => {}
        }
        let length = (reading.length + 1).min(self.line.shortest.max(self.unchecked + 1));
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
            before: Before::Digit(value),
            length,
            states: states.unwrap_or_default(),
            rejected,
        })
    }
}
