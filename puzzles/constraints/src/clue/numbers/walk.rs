//! By walking the automata of the language side by side through the pattern.

use smallvec::SmallVec;

use super::{Pattern, Sink, TooMany};
use crate::clue::Language;
use crate::clue::automaton::Automaton;
use crate::clue::digits::Digits;

/// A walk's knowledge about one automaton: for each segment and state, the digits that lead to an accepting state.
struct Guide<'a> {
    automaton: &'a Automaton,
    /// `segments × states`; [`UNKNOWN`] if not computed yet.
    open: Vec<u16>,
}

const UNKNOWN: u16 = u16::MAX;

impl Guide<'_> {
    /// The digits of segment `at` from `state` that lead to an accepting state. With one automaton the walk never
    /// backtracks: the digit of a segment is only allowed if the next one has a digit that differs from it.
    fn open(
        &mut self,
        pattern: &Pattern,
        at: usize,
        state: usize,
        sink: &mut Sink<'_>,
    ) -> Result<Digits, TooMany> {
        let slot = at * self.automaton.states() + state;
        if self.open[slot] != UNKNOWN {
            return Ok(Digits::from_mask(self.open[slot]));
        }
        let part = pattern.parts[at];
        sink.spend(part.digits.len() as u64)?;
        let mut open = Digits::EMPTY;
        for digit in part.digits {
            let Some(next) = self.automaton.step_run(state, digit, part.length) else {
                continue;
            };
            let leads_on = if at + 1 < pattern.parts.len() {
                let mut after = self.open(pattern, at + 1, next, sink)?;
                if pattern.differ {
                    after.remove(digit);
                }
                !after.is_empty()
            } else {
                self.automaton.is_accepting(next)
            };
            if leads_on {
                open.insert(digit);
            }
        }
        self.open[slot] = open.mask();
        Ok(open)
    }
}

/// Walks the automata of the language side by side through the pattern.
pub(super) fn walk<L: Language + ?Sized>(
    language: &L,
    pattern: &Pattern,
    sink: &mut Sink<'_>,
) -> Result<(), TooMany> {
    let automata = language.automata(pattern.length);
    let mut guides: SmallVec<[Guide<'_>; 4]> = SmallVec::new();
    for automaton in automata.list {
        sink.spend(automaton.states() as u64)?;
        guides.push(Guide {
            automaton,
            open: vec![UNKNOWN; automaton.states() * pattern.parts.len()],
        });
    }
    let start: SmallVec<[usize; 4]> = guides.iter().map(|guide| guide.automaton.start()).collect();
    let check = |number| automata.exact || language.contains(number);
    if let [guide] = &mut guides[..] {
        return step_alone(&check, pattern, guide, start[0], sink, (0, 0, 10));
    }
    step(&check, pattern, &mut guides, &start, sink, (0, 0, 10))
}

/// As [`step`], for one automaton.
fn step_alone(
    check: &impl Fn(u64) -> bool,
    pattern: &Pattern,
    guide: &mut Guide<'_>,
    state: usize,
    sink: &mut Sink<'_>,
    (at, value, before): (usize, u64, u8),
) -> Result<(), TooMany> {
    let open = pattern.open(at, before) & guide.open(pattern, at, state, sink)?;
    sink.spend(open.len() as u64)?;
    let part = pattern.parts[at];
    for digit in open {
        let value = value + u64::from(digit) * part.weight;
        if at + 1 == pattern.parts.len() {
            if check(value) {
                sink.offer(value)?;
            }
        } else if let Some(next) = guide.automaton.step_run(state, digit, part.length) {
            step_alone(check, pattern, guide, next, sink, (at + 1, value, digit))?;
        }
    }
    Ok(())
}

/// One level of [`walk`]: chooses the digit of the segment `at`, given the value so far and the digit before.
fn step(
    check: &dyn Fn(u64) -> bool,
    pattern: &Pattern,
    guides: &mut [Guide<'_>],
    states: &[usize],
    sink: &mut Sink<'_>,
    (at, value, before): (usize, u64, u8),
) -> Result<(), TooMany> {
    let mut open = pattern.open(at, before);
    for (guide, &state) in guides.iter_mut().zip(states) {
        open &= guide.open(pattern, at, state, sink)?;
    }
    sink.spend(open.len() as u64)?;
    let part = pattern.parts[at];
    for digit in open {
        let value = value + u64::from(digit) * part.weight;
        if at + 1 < pattern.parts.len() {
            let next: Option<SmallVec<[usize; 4]>> = guides
                .iter()
                .zip(states)
                .map(|(guide, &state)| guide.automaton.step_run(state, digit, part.length))
                .collect();
            if let Some(next) = next {
                step(check, pattern, guides, &next, sink, (at + 1, value, digit))?;
            }
        } else if check(value) {
            sink.offer(value)?;
        }
    }
    Ok(())
}
