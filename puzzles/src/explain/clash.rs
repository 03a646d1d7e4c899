//! Why a puzzle has no solution: a small set of its rules that has none already.

use std::time::{Duration, Instant};

use super::explainer::{Effort, Explainer, Goal, Question, Searched};
use super::instance::InstanceId;
use crate::grid::Cell;
use crate::puzzle::{BuildOptions, Puzzle};
use quadrille_engine::Interrupt;

/// Rules that no grid satisfies together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Clash {
    /// The rules in the puzzle's own words, in the order of the model.
    pub rules: Vec<String>,
    /// Whether the others have a solution without any one of them. If not, time was too short to tell.
    pub is_minimal: bool,
    /// Those without any one of which the whole puzzle has a solution, as far as that was found out in time.
    pub culprits: Vec<String>,
    /// Whether it is known that there are none of these: leaving out one rule is not enough.
    pub is_without_solution: bool,
    /// Further rules that have no solution together, none of them among the first, and whether these are minimal.
    pub second: Option<(Vec<String>, bool)>,
    /// The cells that the first rules speak of, each with the number of its board; empty if these are all.
    pub cells: Vec<(usize, Cell)>,
}

impl Clash {
    /// The sets of rules, each with whether it is minimal.
    pub fn sets(&self) -> impl Iterator<Item = (&[String], bool)> {
        let second = self.second.iter();
        std::iter::once((&self.rules[..], self.is_minimal))
            .chain(second.map(|(rules, is_minimal)| (&rules[..], *is_minimal)))
    }
}

/// Looks for a minimal set of rules that has no solution, by leaving out more and more of them (deletion, after
/// Chinneck and Dravnieks 1991): those that propagation does without go first, and of those that are left searches tell
/// which can go as well.
///
/// Each of the questions is given a part of `time`; a rule that could not be judged in that time is kept, and the set
/// is then not said to be minimal.
///
/// `None` if the puzzle has a solution, or it was not found in time that it has none.
pub fn explain(
    puzzle: &dyn Puzzle,
    options: &BuildOptions,
    time: Duration,
    interrupt: &Interrupt,
) -> Option<Clash> {
    let deadline = Instant::now() + time;
    let options = BuildOptions {
        interrupt: Interrupt::at(deadline).or(interrupt),
        ..options.clone()
    };
    let mut explainer = Explainer::new(puzzle, &options)?;
    explainer.set_interrupt(interrupt.clone());
    let all: Vec<InstanceId> = explainer.all().collect();
    let mut inquiry = Inquiry {
        explainer,
        deadline,
    };
    let (rules, is_minimal) = inquiry.shrunk(&all)?;
    let mut clash = Clash {
        rules: inquiry.texts(&rules),
        is_minimal,
        cells: inquiry.explainer.cells_of(&rules),
        ..Clash::default()
    };
    // Whatever is left out beside the clash leaves it as it is, so that only its own rules can be to blame.
    let mut is_known = true;
    for (at, &rule) in rules.iter().enumerate() {
        let rest: Vec<InstanceId> = all.iter().copied().filter(|&own| own != rule).collect();
        match inquiry.ask(&rest, rules.len() - at + 1) {
            Searched::Solved => clash.culprits.extend(inquiry.texts(&[rule])),
            Searched::Refuted { .. } => {}
            Searched::Stopped => is_known = false,
        }
    }
    if clash.culprits.is_empty() && is_known && rules.len() < all.len() {
        clash.is_without_solution = true;
        let others = all.iter().copied().filter(|own| !rules.contains(own));
        let second = inquiry.shrunk(&others.collect::<Vec<_>>());
        clash.second = second.map(|(rules, is_minimal)| (inquiry.texts(&rules), is_minimal));
    }
    Some(clash)
}

/// Leaving out several rules at once may take this part of the time left.
const COARSE: usize = 64;

/// Leaving out one of many rules may take this part: the first questions take longest, since each solution is where the
/// next search begins.
const FINE: usize = 16;

struct Inquiry {
    explainer: Explainer,
    deadline: Instant,
}

impl Inquiry {
    fn texts(&self, rules: &[InstanceId]) -> Vec<String> {
        let texts = rules
            .iter()
            .map(|&rule| &self.explainer.instance(rule).text);
        texts.cloned().collect()
    }

    /// A set of rules that has no solution, of these, and whether it is minimal.
    fn shrunk(&mut self, rules: &[InstanceId]) -> Option<(Vec<InstanceId>, bool)> {
        let rules = self.refuted(rules)?;
        Some(self.reduced(rules))
    }

    /// Rules that have no solution, of these, as far as propagation tells which are not needed.
    fn refuted(&mut self, rules: &[InstanceId]) -> Option<Vec<InstanceId>> {
        if self.explainer.is_contradiction {
            return Some(Vec::new());
        }
        self.explainer.set_deadline(Some(self.deadline));
        let question = Question {
            rules: rules.to_vec(),
            ..Question::default()
        };
        match self.explainer.shrink(&question, Goal::Clash) {
            Some(shrunk) => Some(shrunk.question.rules),
            None => match self.explainer.settle(&question, Effort::Whole) {
                Searched::Refuted { used, .. } => Some(used),
                Searched::Solved | Searched::Stopped => None,
            },
        }
    }

    /// The same without those that are not needed, and whether none of these could go.
    fn reduced(&mut self, mut rules: Vec<InstanceId>) -> (Vec<InstanceId>, bool) {
        // What clashes is often together in the model: halves, quarters and so on first, which also gives smaller
        // clashes.
        let mut chunk = rules.len().div_ceil(2);
        let fine = (chunk / 16).max(1);
        while chunk > fine {
            let mut end = rules.len();
            while end > 0 {
                let start = end.saturating_sub(chunk);
                let mut rest = rules.clone();
                rest.drain(start..end);
                end = start;
                if let Searched::Refuted { used, .. } = self.ask(&rest, COARSE) {
                    // Rules outside of the chunk that had no part in it go with it.
                    let before = &rules[..start];
                    end = used.iter().filter(|rule| before.contains(rule)).count();
                    rules = used;
                }
            }
            chunk = chunk.div_ceil(2);
        }
        // Those that were not asked about in this pass. As many are asked about at once as went at once before, and
        // twice as many: where nearly all are needed each is asked about once.
        let (mut open, mut chunk) = (rules.clone(), 1);
        // Those for which the time was too short; what follows may make them easier.
        let mut hard: Vec<InstanceId> = Vec::new();
        while !open.is_empty() && !self.is_over() {
            let doubted = open.split_off(open.len().saturating_sub(chunk));
            let is_kept = |rule: &&InstanceId| !doubted.contains(rule);
            let rest: Vec<InstanceId> = rules.iter().filter(is_kept).copied().collect();
            match self.ask(&rest, (open.len() + hard.len() + 2).min(FINE)) {
                Searched::Refuted { used, .. } => {
                    // Others that had no part in it go with them.
                    open.retain(|rule| used.contains(rule));
                    hard.retain(|rule| used.contains(rule));
                    rules = used;
                    chunk *= 2;
                }
                _ if chunk > 1 => {
                    open.extend(doubted);
                    chunk = 1;
                }
                Searched::Solved => {}
                Searched::Stopped => hard.extend(doubted),
            }
            if open.is_empty() {
                std::mem::swap(&mut open, &mut hard);
            }
        }
        (rules, open.is_empty() && hard.is_empty())
    }

    fn is_over(&mut self) -> bool {
        self.explainer.set_deadline(Some(self.deadline));
        self.explainer.is_late()
    }

    /// Whether these rules have a solution, as far as a given fraction of the time left tells.
    fn ask(&mut self, rules: &[InstanceId], parts: usize) -> Searched {
        let left = self.deadline.saturating_duration_since(Instant::now());
        let share = left / u32::try_from(parts).unwrap_or(u32::MAX);
        self.explainer.set_deadline(Some(Instant::now() + share));
        if self.explainer.is_late() {
            return Searched::Stopped;
        }
        let question = Question {
            rules: rules.to_vec(),
            ..Question::default()
        };
        self.explainer.settle(&question, Effort::Whole)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::tests::{FOREVER, RING, odd_ring};

    /// It is known that the rules clash; then there is no time to leave any out, or somebody asks to stop.
    #[test]
    fn what_could_not_be_judged_is_kept() {
        for is_cancelled in [false, true] {
            let ring = odd_ring(|_| ());
            let mut inquiry = Inquiry {
                explainer: Explainer::new(&ring, &BuildOptions::default()).unwrap(),
                deadline: Instant::now() + FOREVER,
            };
            let all: Vec<InstanceId> = inquiry.explainer.all().collect();
            let rules = inquiry.refuted(&all).unwrap();
            match is_cancelled {
                true => inquiry.explainer.set_interrupt(Interrupt::when(|| true)),
                false => inquiry.deadline = Instant::now(),
            }
            let (kept, is_minimal) = inquiry.reduced(rules.clone());
            assert_eq!((&kept, is_minimal), (&rules, false));
            assert!(
                RING.iter()
                    .all(|rule| inquiry.texts(&kept).contains(&(*rule).to_owned()))
            );
        }
    }
}
