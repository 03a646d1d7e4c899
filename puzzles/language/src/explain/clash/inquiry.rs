//! What is known of a conflict so far, and questions about its rules within the time that is left.

use quadrille_engine::clock::Instant;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use quadrille_engine::Interrupt;

use super::super::explainer::Explainer;
use super::super::instance::InstanceId;
use super::super::question::Question;
use super::super::settle::Searched;
use super::super::solved::{Rest, Solved};
use crate::language::Puzzle;
use crate::puzzle::BuildOptions;

/// Of the remaining time, the first pass over the sentences, or the rules, takes at most about this part. In each
/// further pass a question may take [`MORE`] times as long.
pub(super) const PASS: u32 = 8;
pub(super) const MORE: u32 = 4;

/// What takes no longer than so many times the latest refutation may be refuted, too, and is given the time.
pub(super) const PATIENCE: u32 = 3;
/// But no more than this part of the remaining time.
const PATIENT: u32 = 6;

/// The search for a small conflict.
pub(super) struct Inquiry<'p> {
    pub(super) puzzle: &'p Puzzle,
    pub(super) options: BuildOptions,
    pub(super) explainer: Explainer,
    pub(super) deadline: Instant,
    /// Whether a search has refuted all rules.
    pub(super) is_refuted: bool,
    /// Rules that each conflict among those that are left needs.
    pub(super) needed: BTreeSet<InstanceId>,
    /// Sentences that each of them needs at some place.
    pub(super) needed_sentences: BTreeSet<String>,
    /// How long the latest refutation took.
    pub(super) taken: Duration,
    /// The latest rules that were refuted by themselves. What a refutation used is less, but only as far as reasons
    /// tell.
    pub(super) refuted: Vec<InstanceId>,
    /// By rule: how far it is from the one that failed most often.
    pub(super) distances: BTreeMap<InstanceId, usize>,
    /// A rule without which all others have a solution.
    pub(super) culprit: Option<InstanceId>,
    /// Parts of the file without which there is a solution.
    pub(super) parts: Vec<usize>,
    /// Parts of the file that are none of these.
    pub(super) cleared: Vec<usize>,
    /// By spot: a grid that breaks few rules, if one is known.
    pub(super) near: Vec<i32>,
    /// How long the latest solution in the model that is solved took.
    pub(super) whole: Duration,
}

impl<'p> Inquiry<'p> {
    pub(super) fn new(
        puzzle: &'p Puzzle,
        options: &BuildOptions,
        mut explainer: Explainer,
        deadline: Instant,
    ) -> Self {
        explainer.remember();
        Self {
            puzzle,
            options: options.clone(),
            explainer,
            deadline,
            is_refuted: false,
            needed: BTreeSet::new(),
            needed_sentences: BTreeSet::new(),
            refuted: Vec::new(),
            taken: Duration::ZERO,
            distances: BTreeMap::new(),
            culprit: None,
            parts: Vec::new(),
            cleared: Vec::new(),
            near: Vec::new(),
            whole: Duration::ZERO,
        }
    }
}

impl Inquiry<'_> {
    pub(super) fn texts(&self, rules: &[InstanceId]) -> Vec<String> {
        let texts = rules
            .iter()
            .map(|&rule| &self.explainer.instance(rule).text);
        texts.cloned().collect()
    }

    /// By sentence: its number of places.
    pub(super) fn places(&self, rules: &[InstanceId]) -> BTreeMap<String, usize> {
        let mut places = BTreeMap::new();
        for &rule in rules {
            *places
                .entry(self.explainer.instance(rule).rule.clone())
                .or_insert(0) += 1;
        }
        places
    }

    /// The sentences that may be left out.
    pub(super) fn names(&self) -> BTreeSet<String> {
        let rules = self.puzzle.rules().into_iter();
        rules.map(|(name, _)| name).collect()
    }

    pub(super) fn measure(&mut self, centre: InstanceId, rules: &[InstanceId]) {
        let distances = self.explainer.distances(centre, rules);
        self.distances = rules.iter().copied().zip(distances).collect();
    }

    /// The distance of a rule.
    pub(super) fn distance(&self, rule: InstanceId) -> usize {
        self.distances.get(&rule).copied().unwrap_or_default()
    }

    pub(super) fn left(&self) -> Duration {
        self.deadline.saturating_duration_since(Instant::now())
    }

    pub(super) fn is_over(&mut self) -> bool {
        self.explainer.set_deadline(Some(self.deadline));
        self.explainer.is_late()
    }

    /// Whether these rules have a solution, within some time, or within some times that of the latest refutation if that
    /// is more.
    pub(super) fn ask(&mut self, rules: &[InstanceId], most: Duration) -> Searched {
        let started = Instant::now();
        let left = self.deadline.saturating_duration_since(started);
        let patience = (PATIENCE * self.taken).min(left / PATIENT);
        let most = most.max(patience).min(left);
        self.explainer.set_deadline(Some(started + most));
        if self.explainer.is_late() {
            return Searched::Stopped;
        }
        let question = Question {
            rules: rules.to_vec(),
            ..Question::default()
        };
        let answer = self.explainer.settle(&question);
        if matches!(answer, Searched::Refuted { .. }) {
            self.taken = started.elapsed();
            self.refuted = rules.to_vec();
        }
        self.explainer.set_deadline(Some(self.deadline));
        answer
    }

    /// As [`ask`](Self::ask); of rules without a solution it goes on with those that the refutation used, as long as
    /// these are much fewer.
    pub(super) fn cut(&mut self, rules: &[InstanceId], most: Duration) -> Searched {
        const MUCH: usize = 8;
        let mut answer = self.ask(rules, most);
        let mut asked = rules.len();
        while let Searched::Refuted { used, .. } = &answer {
            if asked - used.len() <= asked / MUCH {
                break;
            }
            asked = used.len();
            let again = self.ask(used, most);
            if !matches!(again, Searched::Refuted { .. }) {
                break;
            }
            answer = again;
        }
        answer
    }

    pub(super) fn rest_of(&self, rest_of: &Puzzle, most: Duration) -> Rest {
        let deadline = Instant::now() + most.min(self.left());
        let until = Interrupt::at(deadline).or(&self.options.interrupt);
        Solved::new(rest_of, &self.options, &until).solution(&self.near)
    }

    /// What the model that is solved says of these rules: it has their sentences at all of their places, and all parts of
    /// the file but some. That is more, so only a solution says something of the rules themselves; it is verified.
    pub(super) fn ask_whole(
        &mut self,
        rules: &[InstanceId],
        idle: &[usize],
        most: Duration,
    ) -> Rest {
        if most < self.whole {
            return Rest::Unknown;
        }
        let started = Instant::now();
        let sentences = self.places(rules);
        let left_out = self.names().into_iter();
        let left_out: Vec<String> = left_out
            .filter(|own| !sentences.contains_key(own))
            .collect();
        let without = self.puzzle.without(&left_out);
        let without = match idle {
            [] => without,
            _ => without.without_parts(idle).unwrap_or(without),
        };
        let answer = self.rest_of(&without, most);
        if let Rest::Solved(grid) = &answer {
            self.whole = started.elapsed();
            self.explainer.set_deadline(Some(self.deadline));
            if self.explainer.broken_in(grid, rules) != Some(Vec::new()) {
                return Rest::Unknown;
            }
        }
        answer
    }

    pub(super) fn is_sentence_needed(&self, sentence: &str, rules: &[InstanceId]) -> bool {
        let mut places = rules
            .iter()
            .filter(|&&rule| self.explainer.instance(rule).rule == sentence);
        self.needed_sentences.contains(sentence) || places.any(|rule| self.needed.contains(rule))
    }
}
