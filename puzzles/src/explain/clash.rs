//! Why a puzzle has no solution: a small set of conflicting rules.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use quadrille_engine::Interrupt;

use super::explainer::{Explainer, Goal, Question, Searched};
use super::instance::InstanceId;
use crate::grid::Cell;
use crate::puzzle::{BuildOptions, Puzzle};

/// How minimal a set of conflicting rules is known to be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Minimal {
    /// Unknown: time ran out.
    #[default]
    Unknown,
    /// No sentence can be left out at all its places. Perhaps fewer places of a sentence would be enough.
    Sentences,
    /// No rule can be left out at any of its places.
    Places,
}

/// Rules that no grid satisfies together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Clash {
    /// The rules in the puzzle's own words, in the order of the model.
    pub rules: Vec<String>,
    /// How minimal the set is known to be.
    pub minimal: Minimal,
    /// Those each of which, left out alone, gives the whole puzzle a solution, as far as could be determined in time.
    pub culprits: Vec<String>,
    /// Whether it is known that there are none of these: leaving out one rule is not enough.
    pub is_without_solution: bool,
    /// A further set of conflicting rules, none of them among the first, and how minimal it is.
    pub second: Option<(Vec<String>, Minimal)>,
    /// The cells that the first rules are about, each with the number of its board; empty if these are all.
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
/// Chinneck and Dravnieks 1991): first those that propagation does not need, then those that searches show to be
/// unnecessary.
///
/// Each question gets a part of `time`; a rule that could not be decided in that time is kept, and the set is then not
/// reported as minimal.
///
/// `None` if the puzzle has a solution, or was not refuted in time.
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
    // Leaving out other rules does not resolve the conflict, so only its own rules can be culprits.
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

/// Leaving out several rules at once may take this part of the remaining time.
const COARSE: usize = 64;

/// Leaving out one of many rules may take this part: the first questions take longest, since each search starts from
/// the solution of the one before.
const FINE: usize = 16;

/// The largest number of places of a sentence for which each place is tried before larger parts of the model are.
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

    /// A subset of these rules without a solution, and how minimal it is.
    fn shrunk(&mut self, rules: &[InstanceId]) -> Option<(Vec<InstanceId>, Minimal)> {
        let rules = self.refuted(rules)?;
        Some(self.reduced(rules))
    }

    /// A subset of these rules without a solution, after removing those that propagation shows to be unnecessary.
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

    /// The same without unnecessary rules, as far as time allows.
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

    /// Conflicting rules are often close together in the model: halves, quarters and so on are tried first, which also
    /// gives smaller sets.
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
                    // Rules outside the chunk that were not used go with it.
                    let before = &rules[..start];
                    end = used.iter().filter(|rule| before.contains(rule)).count();
                    rules = used;
                }
            }
            chunk = chunk.div_ceil(2);
        }
        rules
    }

    /// Without unnecessary sentences, and whether all others are necessary. Readers see each sentence as one rule, and
    /// there are few: this is decided soon where a hundred places are not.
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

    /// Without unnecessary places of sentences with few places: these are often the clues, and with a clue other rules
    /// about its line may become unnecessary.
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

    /// Without unnecessary places of rules, and whether all others are necessary.
    fn without_places(&mut self, mut rules: Vec<InstanceId>) -> (Vec<InstanceId>, bool) {
        // Those not tried in this pass. They are taken from the end, so sentences with few places come last: these are
        // the clues, where mistakes are. The chunk is twice as large after each success: if nearly all are necessary,
        // each is tried once.
        let places = self.places(&rules);
        let mut open = rules.clone();
        open.sort_by_cached_key(|&rule| {
            std::cmp::Reverse(places[&self.explainer.instance(rule).rule])
        });
        let mut chunk = 1;
        // Those not decided in time; later removals may make them easier.
        let mut hard: Vec<InstanceId> = Vec::new();
        while !open.is_empty() && !self.is_over() {
            let doubted = open.split_off(open.len().saturating_sub(chunk));
            let is_kept = |rule: &&InstanceId| !doubted.contains(rule);
            let rest: Vec<InstanceId> = rules.iter().filter(is_kept).copied().collect();
            match self.ask(&rest, (open.len() + hard.len() + 2).min(FINE)) {
                Searched::Refuted { used, .. } => {
                    // Others that were not used go with them.
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

    /// Whether these rules have a solution, using a given fraction of the remaining time.
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

    /// The rules are known to conflict, but then there is no time to leave any out, or a stop is requested.
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
