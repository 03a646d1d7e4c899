//! A sentence without which there are solutions, but so few that all of them are known.

use std::time::{Duration, Instant};

use quadrille_engine::Interrupt;

use super::super::instance::InstanceId;
use super::super::solved::{End, Solved};
use super::inquiry::Inquiry;

/// The most solutions that are told.
const MOST: usize = 1000;

impl Inquiry<'_> {
    /// Of the sentences that a conflict is known to need, the one without which the puzzle has the fewest solutions, and
    /// how many, if there are some and they can be counted in time. This is quick even for conflicts that are too large to
    /// be shown minimal: Shut the Box has some dozens of solutions without its fold, found in milliseconds.
    pub(super) fn nearly(&self, rules: &[InstanceId], time: Duration) -> Option<(String, usize)> {
        let names = self.names();
        let mut sentences: Vec<String> = self.places(rules).into_keys().collect();
        sentences.retain(|own| names.contains(own) && self.is_sentence_needed(own, rules));
        let share = time / sentences.len().max(1) as u32;
        let counted = sentences.into_iter().filter_map(|sentence| {
            let without = self.puzzle.without(std::slice::from_ref(&sentence))?;
            let until = Interrupt::at(Instant::now() + share).or(&self.explainer.interrupt);
            let mut solved = Solved::new(&*without, &self.options, &until);
            match solved.solutions(&[], &[], MOST + 1, None) {
                (found, End::All) if !found.is_empty() => Some((found.len(), sentence)),
                _ => None,
            }
        });
        let (number, sentence) = counted.min()?;
        let mut rules = self.puzzle.rules().into_iter();
        let (_, told) = rules.find(|(name, _)| *name == sentence)?;
        Some((told, number))
    }
}
