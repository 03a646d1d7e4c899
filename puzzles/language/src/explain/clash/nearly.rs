//! Conflicts of two parts: a sentence, or a rule at one place, and all other rules, which have solutions.

use quadrille_engine::clock::Instant;
use std::time::Duration;

use quadrille_engine::Interrupt;

use super::super::instance::InstanceId;
use super::super::settle::Searched;
use super::super::solved::Solved;
use super::inquiry::Inquiry;

/// The most solutions that are told.
const MOST: usize = 1000;

/// A sentence, or a rule at one place, that none of the solutions of all other rules satisfies: a conflict of two parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nearly {
    /// The sentence, or the rule with its place.
    pub sentence: String,
    /// How many solutions all other rules have: at least one. `None` if they were not counted.
    pub solutions: Option<usize>,
    /// Whether the sentence by itself is known to have one, so that neither part can be left out.
    pub is_possible: bool,
}

impl Inquiry<'_> {
    /// Of the sentences of a conflict, the one without which the puzzle has the fewest solutions, and how many, if there
    /// are some and they can be counted in time. This is quick even for conflicts that are too large to be shown minimal:
    /// Shut the Box has some dozens of solutions without its fold, found in milliseconds.
    pub(super) fn nearly(&mut self, rules: &[InstanceId], time: Duration) -> Option<Nearly> {
        let names = self.names();
        let mut sentences: Vec<(usize, String)> = self
            .places(rules)
            .into_iter()
            .filter(|(sentence, _)| names.contains(sentence))
            .map(|(sentence, places)| (places, sentence))
            .collect();
        // Without a sentence of many places there are many solutions, if any, so it comes late. Each may take half of the
        // time that is left.
        sentences.sort_unstable();
        let deadline = Instant::now() + time;
        let counted = sentences.into_iter().filter_map(|(_, sentence)| {
            let left = deadline.saturating_duration_since(Instant::now());
            let until = Instant::now() + left / 2;
            let without = self.puzzle.without(std::slice::from_ref(&sentence));
            let until = Interrupt::at(until).or(&self.explainer.limit.interrupt);
            let mut solved = Solved::new(&without, &self.options, &until);
            match solved.number(MOST) {
                Some(number) if number > 0 => Some((number, sentence)),
                _ => None,
            }
        });
        let (solutions, name) = counted.min()?;
        let mut told = self.puzzle.rules().into_iter();
        let (_, sentence) = told.find(|(own, _)| *own == name)?;
        Some(Nearly {
            sentence,
            solutions: Some(solutions),
            is_possible: self.is_sentence_possible(&name, deadline),
        })
    }

    /// A rule without which all others are known to have a solution, if it has one by itself.
    pub(super) fn alone(&mut self, culprit: InstanceId, deadline: Instant) -> Option<Nearly> {
        let is_possible = self.is_possible(&[culprit], deadline);
        is_possible.then(|| Nearly {
            sentence: self.explainer.instance(culprit).text.clone(),
            solutions: None,
            is_possible,
        })
    }

    fn is_sentence_possible(&mut self, sentence: &str, deadline: Instant) -> bool {
        let all = self.explainer.all();
        let own: Vec<InstanceId> = all
            .filter(|&rule| self.explainer.instance(rule).rule == sentence)
            .collect();
        self.is_possible(&own, deadline)
    }

    /// Whether some grid is known to satisfy these rules: one that breaks few of all, as a rule.
    fn is_possible(&mut self, own: &[InstanceId], deadline: Instant) -> bool {
        self.deadline = self.deadline.max(deadline);
        self.explainer.set_deadline(None);
        let near = std::mem::take(&mut self.near);
        let is_kept = !near.is_empty() && self.explainer.broken_in(&near, own) == Some(Vec::new());
        self.near = near;
        is_kept || self.ask(own, self.left()) == Searched::Solved
    }
}
