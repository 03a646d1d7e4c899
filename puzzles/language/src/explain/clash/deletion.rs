//! Conflicts by deletion: what is far away goes first, then sentences, then single places.

use quadrille_engine::clock::Instant;
use std::collections::BTreeSet;

use super::super::instance::InstanceId;
use super::super::question::Question;
use super::super::settle::Searched;
use super::super::solved::Rest;
use super::Minimal;
use super::inquiry::{Inquiry, MORE, PASS, PATIENCE};
use crate::puzzle::BuildOptions;

/// Of the time, the first refutation of all rules may take this part.
const FIRST: u32 = 3;

/// Of the remaining time, rules near one another may take this part.
const NEAR: u32 = 4;

/// The largest number of places of a sentence for which each place is tried before others: often these are the clues.
const FEW_PLACES: usize = 32;

impl Inquiry<'_> {
    /// A subset of these rules without a solution, and how minimal it is.
    pub(super) fn shrunk(&mut self, rules: &[InstanceId]) -> Option<(Vec<InstanceId>, Minimal)> {
        self.needed.clear();
        self.needed_sentences.clear();
        let all = rules;
        let rules = self.without_distant(all)?;
        if all.len() < self.explainer.instances().len() {
            self.find_culprit(all, &rules);
            return Some(self.reduced(rules));
        }
        self.find_blamed(all, &rules);
        let rules = self.with_needed_sentences(rules);
        Some(self.reduced(rules))
    }

    /// A conflict that has nothing in common with another one, or if there is none, no clue or given. A clue may be why
    /// there are several rules at its place.
    pub(super) fn independent_of(
        &mut self,
        first: &[InstanceId],
        all: &[InstanceId],
    ) -> Option<(Vec<InstanceId>, Minimal)> {
        let others = all.iter().copied().filter(|own| !first.contains(own));
        if let Some(second) = self.shrunk(&others.collect::<Vec<_>>()) {
            return Some(second);
        }
        let clues = self.of_clues();
        let place = |rule: &InstanceId| self.explainer.instance(*rule).place.clone();
        let own = first.iter().filter(|rule| clues.contains(rule));
        let own: BTreeSet<String> = own.map(place).collect();
        if own.is_empty() || own.contains("") {
            return None;
        }
        let is_other = |rule: &InstanceId| !clues.contains(rule) || !own.contains(&place(rule));
        let others = all.iter().copied().filter(is_other);
        let others: Vec<InstanceId> = others.collect();
        self.shrunk(&others)
    }

    /// A subset of these rules without a solution: what propagation needs, or else what a search needs that is near
    /// what failed most often.
    pub(super) fn without_distant(&mut self, rules: &[InstanceId]) -> Option<Vec<InstanceId>> {
        if self.explainer.is_contradiction {
            return Some(Vec::new());
        }
        self.explainer.set_deadline(Some(self.deadline));
        let question = Question {
            rules: rules.to_vec(),
            ..Question::default()
        };
        if let Some(shrunk) = self.explainer.smallest_clash(&question) {
            let rules = shrunk.question.rules;
            if let Some(&centre) = shrunk.support.broken.as_ref().or(rules.first()) {
                self.measure(centre, &rules);
            }
            self.refuted.clone_from(&rules);
            return Some(rules);
        }
        match self.ask(rules, self.left() / FIRST) {
            Searched::Refuted { used, blamed, .. } => {
                if let Some(centre) = blamed {
                    self.measure(centre, &used);
                }
                Some(self.near(used))
            }
            Searched::Solved => None,
            Searched::Stopped => {
                let are_all = rules.len() == self.explainer.instances().len();
                let is_refuted = are_all
                    && (self.is_refuted
                        || self.ask_whole(rules, &[], self.left()) == Rest::Refuted);
                if !is_refuted {
                    return None;
                }
                self.refuted = rules.to_vec();
                Some(rules.to_vec())
            }
        }
    }

    /// Conflicting rules are often close together: those within one step of the centre, within two and so on are tried,
    /// until some have no solution.
    fn near(&mut self, rules: Vec<InstanceId>) -> Vec<InstanceId> {
        let farthest = rules.iter().map(|&rule| self.distance(rule)).max();
        for most in 1..=farthest.unwrap_or_default() {
            let is_near = |rule: &InstanceId| self.distance(*rule) <= most;
            let near: Vec<InstanceId> = rules.iter().copied().filter(is_near).collect();
            match self.cut(&near, self.left() / NEAR) {
                Searched::Refuted { used, .. } => return used,
                Searched::Solved => {}
                // With more rules it would hardly be sooner.
                Searched::Stopped => break,
            }
        }
        rules
    }

    /// The same without unnecessary rules, as far as time allows.
    pub(super) fn reduced(&mut self, mut rules: Vec<InstanceId>) -> (Vec<InstanceId>, Minimal) {
        let clues = self.of_clues();
        let mut patience = 1;
        loop {
            rules = self.without_sentences(rules, patience);
            // Clues are what readers doubt, and there are few: they are decided before a hundred other places.
            rules = self.without_places(rules, &clues, patience);
            if self.are_needed(&rules, &clues) || patience > MORE {
                let all = rules.iter().copied().collect();
                rules = self.without_places(rules, &all, patience);
                if self.are_needed(&rules, &all) {
                    break;
                }
            }
            if self.is_over() {
                break;
            }
            patience *= MORE;
        }
        if rules.len() < self.refuted.len() {
            // This takes about as long as the latest refutation, even if time is up.
            let refuted = std::mem::take(&mut self.refuted);
            self.deadline = self.deadline.max(Instant::now() + PATIENCE * self.taken);
            if !matches!(self.ask(&rules, self.left()), Searched::Refuted { .. }) {
                return (refuted, Minimal::Unknown);
            }
        }
        let minimal = self.known_minimal(&rules, &clues);
        (rules, minimal)
    }

    /// Leaves out those rules among `some` that are not needed.
    fn without_places(
        &mut self,
        mut rules: Vec<InstanceId>,
        some: &BTreeSet<InstanceId>,
        patience: u32,
    ) -> Vec<InstanceId> {
        // Those not tried in this pass. They are taken from the end: at first sentences with few places, which are often
        // the clues, where mistakes are; then what is far away. The chunk is twice as large after each success: if
        // nearly all are necessary, each is tried once.
        let places = self.places(&rules);
        let mut open = rules.clone();
        open.retain(|rule| some.contains(rule));
        open.sort_by_key(|&rule| {
            let has_few = places[&self.explainer.instance(rule).rule] <= FEW_PLACES;
            (has_few, self.distance(rule))
        });
        let most = self.left() / (PASS * open.len().max(1) as u32) * patience;
        let mut chunk = 1;
        while !self.is_over() {
            open.retain(|rule| !self.needed.contains(rule));
            if open.is_empty() {
                break;
            }
            let doubted = open.split_off(open.len().saturating_sub(chunk));
            let is_kept = |rule: &&InstanceId| !doubted.contains(rule);
            let rest: Vec<InstanceId> = rules.iter().filter(is_kept).copied().collect();
            let answer = self.cut(&rest, most);
            if let Searched::Refuted { used, .. } = answer {
                // Others that were not used go with them.
                open.retain(|rule| used.contains(rule));
                rules = used;
                chunk *= 2;
                continue;
            }
            if answer == Searched::Solved {
                self.explainer.rotate(&rules, &mut self.needed);
            }
            if let (&[only], Searched::Stopped) = (&doubted[..], &answer)
                && let Rest::Solved(_) = self.ask_whole(&rest, &self.idle_parts(&rest), most)
            {
                self.needed.insert(only);
                self.explainer.rotate(&rules, &mut self.needed);
            }
            match (&doubted[..], answer) {
                (&[only], Searched::Solved) => drop(self.needed.insert(only)),
                // Perhaps there is time for it in a later pass.
                ([_], _) => {}
                _ => open.extend(doubted),
            }
            chunk = 1;
        }
        rules
    }

    /// The rules that hold because of a clue or a given; all rules if the puzzle cannot do without these.
    pub(super) fn of_clues(&self) -> BTreeSet<InstanceId> {
        let parts = self.puzzle.parts_of_file().into_iter().enumerate();
        let clues = parts.filter(|(_, part)| !part.is_structure);
        let clues: Vec<usize> = clues.map(|(at, _)| at).collect();
        let bare = self.puzzle.without_parts(&clues);
        let options = BuildOptions {
            join_rules: false,
            ..self.options.clone()
        };
        let built = bare.map(|bare| bare.build(&options));
        let posted = built.iter().flat_map(|built| {
            let origins = &built.reading.origins.rules;
            let rules = built.model.posted_under();
            rules.filter_map(|rule| origins.get(&rule))
        });
        let posted: BTreeSet<(&str, &str)> =
            posted.map(|own| (&own.id[..], &own.place[..])).collect();
        let is_posted = |&rule: &InstanceId| {
            let own = self.explainer.instance(rule);
            posted.contains(&(&own.rule[..], &own.place[..]))
        };
        let all = self.explainer.all();
        all.filter(|rule| !is_posted(rule)).collect()
    }

    /// How minimal a conflict is, as far as this is known by now.
    pub(super) fn known_minimal(
        &self,
        rules: &[InstanceId],
        clues: &BTreeSet<InstanceId>,
    ) -> Minimal {
        if rules.iter().all(|rule| self.needed.contains(rule)) {
            Minimal::Places
        } else if !self.are_sentences_needed(rules) {
            Minimal::Unknown
        } else if self.are_needed(rules, clues) {
            Minimal::Clues
        } else {
            Minimal::Sentences
        }
    }

    /// Whether each rule of a conflict that is among `some` is known to be needed.
    fn are_needed(&self, rules: &[InstanceId], some: &BTreeSet<InstanceId>) -> bool {
        let mut asked = rules.iter().filter(|rule| some.contains(rule));
        asked.all(|rule| self.needed.contains(rule))
    }

    /// The parts of the file at whose places none of these rules is.
    fn idle_parts(&self, rules: &[InstanceId]) -> Vec<usize> {
        let places = rules
            .iter()
            .map(|&rule| &self.explainer.instance(rule).place[..]);
        let places: BTreeSet<&str> = places.collect();
        let parts = self.puzzle.parts_of_file().into_iter().enumerate();
        let idle = parts.filter(|(_, part)| !places.contains(&part.place[..]));
        idle.map(|(at, _)| at).collect()
    }
}
