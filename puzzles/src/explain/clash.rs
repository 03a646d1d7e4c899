//! Why a puzzle has no solution: a small set of its rules that has none already.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use quadrille_engine::Interrupt;

use super::explainer::{Explainer, Goal, Question, Searched};
use super::instance::InstanceId;
use crate::grid::Cell;
use crate::puzzle::{BuildOptions, Puzzle};

/// How far it is known that nothing can be left out of rules that clash.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Minimal {
    /// Not known: time was too short.
    #[default]
    Unknown,
    /// No sentence can go with all of its places. Perhaps fewer places of a sentence would do.
    Sentences,
    /// No rule can go at any of its places.
    Places,
}

/// Rules that no grid satisfies together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Clash {
    /// The rules in the puzzle's own words, in the order of the model.
    pub rules: Vec<String>,
    /// Without which of them the others are known to have a solution.
    pub minimal: Minimal,
    /// Those without any one of which the whole puzzle has a solution, as far as could be determined in time.
    pub culprits: Vec<String>,
    /// Whether it is known that there are none of these: leaving out one rule is not enough.
    pub is_without_solution: bool,
    /// Further rules that have no solution together, none of them among the first, and how minimal these are.
    pub second: Option<(Vec<String>, Minimal)>,
    /// The cells that the first rules speak of, each with the number of its board; empty if these are all.
    pub cells: Vec<(usize, Cell)>,
}

impl Clash {
    /// The sets of rules, each with how minimal it is.
    pub fn sets(&self) -> impl Iterator<Item = (&[String], Minimal)> {
        let second = self.second.iter();
        std::iter::once((&self.rules[..], self.minimal))
            .chain(second.map(|(rules, minimal)| (&rules[..], *minimal)))
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
    let (rules, minimal) = inquiry.shrunk(&all)?;
    let mut clash = Clash {
        rules: inquiry.texts(&rules),
        minimal,
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
        clash.second = second.map(|(rules, minimal)| (inquiry.texts(&rules), minimal));
    }
    Some(clash)
}

/// Leaving out several rules at once may take this part of the time left.
const COARSE: usize = 64;

/// Leaving out one of many rules may take this part: the first questions take longest, since each solution is where the
/// next search begins.
const FINE: usize = 16;

/// The most places of a sentence at which each is asked about before larger parts of the model are.
const FEW_PLACES: usize = 32;

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

    /// A set of rules that has no solution, of these, and how minimal it is.
    fn shrunk(&mut self, rules: &[InstanceId]) -> Option<(Vec<InstanceId>, Minimal)> {
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
            None => match self.explainer.settle(&question) {
                Searched::Refuted { used, .. } => Some(used),
                Searched::Solved | Searched::Stopped => None,
            },
        }
    }

    /// The same without those that are not needed, as far as there is time to tell.
    fn reduced(&mut self, rules: Vec<InstanceId>) -> (Vec<InstanceId>, Minimal) {
        let (rules, are_sentences_needed) = self.without_sentences(rules);
        let rules = self.without_clues(rules);
        let rules = self.without_chunks(rules);
        let (rules, are_all_needed) = self.without_places(rules);
        let minimal = match (are_sentences_needed, are_all_needed) {
            (_, true) => Minimal::Places,
            (true, false) => Minimal::Sentences,
            (false, false) => Minimal::Unknown,
        };
        (rules, minimal)
    }

    /// What clashes is often together in the model: halves, quarters and so on first, which also gives smaller clashes.
    fn without_chunks(&mut self, mut rules: Vec<InstanceId>) -> Vec<InstanceId> {
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
        rules
    }

    /// Without the sentences that are not needed, and whether all others are. Readers look at each sentence as one, and
    /// there are few: this is soon known where a hundred places are not.
    fn without_sentences(&mut self, mut rules: Vec<InstanceId>) -> (Vec<InstanceId>, bool) {
        let mut open: Vec<String> = self.places(&rules).into_keys().collect();
        let mut are_needed = true;
        while let Some(sentence) = open.pop() {
            let of_others = |rule: &&InstanceId| self.explainer.instance(**rule).rule != sentence;
            let rest: Vec<InstanceId> = rules.iter().filter(of_others).copied().collect();
            if rest.len() == rules.len() {
                continue;
            }
            match self.ask(&rest, open.len() + 2) {
                Searched::Refuted { used, .. } => rules = used,
                Searched::Solved => {}
                Searched::Stopped => are_needed = false,
            }
        }
        (rules, are_needed)
    }

    /// Without what is not needed of sentences with few places: these are often the clues, and what is said of a line
    /// may go with its clue.
    fn without_clues(&mut self, mut rules: Vec<InstanceId>) -> Vec<InstanceId> {
        let places = self.places(&rules);
        let has_few =
            |rule: &InstanceId| places[&self.explainer.instance(*rule).rule] <= FEW_PLACES;
        let mut open: Vec<InstanceId> = rules.iter().copied().filter(has_few).collect();
        while let Some(doubted) = open.pop() {
            if !rules.contains(&doubted) {
                continue;
            }
            let others = rules.iter().copied().filter(|&rule| rule != doubted);
            let rest: Vec<InstanceId> = others.collect();
            if let Searched::Refuted { used, .. } = self.ask(&rest, open.len() + FINE) {
                rules = used;
            }
        }
        rules
    }

    /// By sentence: its number of places.
    fn places(&self, rules: &[InstanceId]) -> BTreeMap<String, usize> {
        let mut places = BTreeMap::new();
        for &rule in rules {
            *places
                .entry(self.explainer.instance(rule).rule.clone())
                .or_insert(0) += 1;
        }
        places
    }

    /// Without the places of rules that are not needed, and whether all others are.
    fn without_places(&mut self, mut rules: Vec<InstanceId>) -> (Vec<InstanceId>, bool) {
        // Those that were not asked about in this pass, sentences with few places last, which is first: these are the
        // clues, where mistakes are. As many are asked about at once as went at once before, and twice as many: where
        // nearly all are needed each is asked about once.
        let places = self.places(&rules);
        let mut open = rules.clone();
        open.sort_by_cached_key(|&rule| {
            std::cmp::Reverse(places[&self.explainer.instance(rule).rule])
        });
        let mut chunk = 1;
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
        self.explainer.settle(&question)
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
            let (kept, minimal) = inquiry.reduced(rules.clone());
            assert_eq!((&kept, minimal), (&rules, Minimal::Unknown));
            assert!(
                RING.iter()
                    .all(|rule| inquiry.texts(&kept).contains(&(*rule).to_owned()))
            );
        }
    }
}
