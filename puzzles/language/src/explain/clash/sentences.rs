//! Sentences that a conflict needs at some place, and conflicts without the others.

use quadrille_engine::clock::Instant;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use super::super::instance::InstanceId;
use super::super::settle::Searched;
use super::super::solved::Rest;
use super::inquiry::{Inquiry, MORE, PASS};

/// Of the remaining time, looking for the sentences that are needed may take all but one part in so many and one.
const SENTENCES: u32 = 3;

/// Of the remaining time, refuting rules at all places once more may take this part.
const SPREAD: u32 = 4;

/// What the model that is solved said of sentences: it has the others at all of their places.
#[derive(Default)]
struct Whole {
    /// Sentences that are needed beside the others, but for those known to be idle by then.
    needed: BTreeSet<String>,
    /// Sentences that are not needed.
    idle: BTreeSet<String>,
    /// What was left when the latest of these was found, with the number of places of each.
    left: BTreeMap<String, usize>,
}

impl Whole {
    fn is_known(&self, sentence: &String) -> bool {
        self.needed.contains(sentence) || self.idle.contains(sentence)
    }
}

impl Inquiry<'_> {
    /// The rules without sentences that are not needed, as far as this is decided in time.
    pub(super) fn with_needed_sentences(&mut self, mut rules: Vec<InstanceId>) -> Vec<InstanceId> {
        let until = Instant::now() + self.left() * SENTENCES / (SENTENCES + 1);
        let mut open: Vec<String> = self.places(&rules).into_keys().collect();
        let mut most = self.left() / (4 * PASS * open.len().max(1) as u32);
        let mut whole = Whole::default();
        // Once it is interrupted every question stops at once, however long it may take.
        while !open.is_empty() && Instant::now() < until && !self.explainer.limit.interrupt.is_due()
        {
            for sentence in std::mem::take(&mut open) {
                if self.is_sentence_needed(&sentence, &rules) {
                    continue;
                }
                let rest = self.without_sentences_of(&[&sentence].into(), &rules);
                if rest.len() == rules.len() {
                    continue;
                }
                let is_needed = match self.ask(&rest, most) {
                    Searched::Refuted { used, .. } => {
                        rules = used;
                        continue;
                    }
                    Searched::Solved => true,
                    Searched::Stopped => {
                        self.ask_whole_without(&sentence, &rest, MORE * most, &mut whole)
                    }
                };
                if is_needed {
                    self.needed_sentences.insert(sentence);
                    self.explainer.rotate(&rules, &mut self.needed);
                } else {
                    open.push(sentence);
                }
            }
            if open.iter().all(|sentence| whole.is_known(sentence)) {
                break;
            }
            most *= MORE;
        }
        let of_open = open.iter().any(|sentence| whole.idle.contains(sentence));
        let left = whole.left.into_keys().collect();
        let wide = of_open.then(|| self.spread(&rules, left, whole.needed));
        wide.flatten().unwrap_or(rules)
    }

    /// Asks the model that is solved for a sentence, unless it has answered: whether its rules without those of the
    /// sentence, the `rest`, have a solution. Whether this shows that they cannot do without the sentence.
    fn ask_whole_without(
        &mut self,
        sentence: &String,
        rest: &[InstanceId],
        most: Duration,
        whole: &mut Whole,
    ) -> bool {
        if whole.is_known(sentence) || !self.names().contains(sentence) {
            return false;
        }
        let less = self.without_sentences_of(&whole.idle.iter().collect(), rest);
        match self.ask_whole(&less, &[], most) {
            Rest::Solved(_) => {
                whole.needed.insert(sentence.clone());
                whole.idle.is_empty()
            }
            Rest::Refuted => {
                whole.idle.insert(sentence.clone());
                whole.left = self.places(&less);
                false
            }
            Rest::Unknown => false,
        }
    }

    /// The rules of some sentences, which were refuted, at all of their places or at those that this takes, if each of
    /// the sentences is needed then, and those of the rules that are left are among them.
    pub(super) fn spread(
        &mut self,
        rules: &[InstanceId],
        kept: BTreeSet<String>,
        mut everywhere: BTreeSet<String>,
    ) -> Option<Vec<InstanceId>> {
        let known = self.places(rules);
        if !kept.iter().all(|sentence| known.contains_key(sentence)) {
            return None;
        }
        let culprit = self
            .culprit
            .map(|rule| self.explainer.instance(rule).rule.clone());
        everywhere.extend(culprit);
        // Givens and entries are always there.
        let names = self.names();
        let is_kept = |own: &&InstanceId| {
            let own = self.explainer.instance(**own);
            !names.contains(&own.rule) || kept.contains(&own.rule)
        };
        let all: Vec<InstanceId> = self.explainer.all().collect();
        let all: Vec<InstanceId> = all.iter().filter(is_kept).copied().collect();
        for sentence in kept {
            if everywhere.contains(&sentence) {
                continue;
            }
            let rest = self.without_sentences_of(&[&sentence].into(), &all);
            let Rest::Solved(_) = self.ask_whole(&rest, &[], self.left()) else {
                return None;
            };
            everywhere.insert(sentence);
        }
        self.refuted.clone_from(&all);
        self.needed = self.culprit.into_iter().collect();
        self.needed_sentences = everywhere;
        // As a rule many of the places are not needed.
        match self.cut(&all, self.left() / SPREAD) {
            Searched::Refuted { used, .. } => Some(used),
            Searched::Solved | Searched::Stopped => Some(all),
        }
    }

    /// Without unnecessary sentences. Readers see each sentence as one rule, and there are few: this is decided soon where
    /// a hundred places are not.
    pub(super) fn without_sentences(
        &mut self,
        mut rules: Vec<InstanceId>,
        patience: u32,
    ) -> Vec<InstanceId> {
        let mut open: Vec<String> = self.places(&rules).into_keys().collect();
        let most = self.left() / (PASS * open.len().max(1) as u32) * patience;
        while let Some(sentence) = open.pop() {
            let rest = self.without_sentences_of(&[&sentence].into(), &rules);
            if rest.len() == rules.len() || self.is_sentence_needed(&sentence, &rules) {
                continue;
            }
            match self.cut(&rest, most) {
                Searched::Refuted { used, .. } => rules = used,
                Searched::Solved => {
                    self.needed_sentences.insert(sentence);
                    self.explainer.rotate(&rules, &mut self.needed);
                }
                Searched::Stopped => {}
            }
        }
        rules
    }

    pub(super) fn without_sentences_of(
        &self,
        sentences: &BTreeSet<&String>,
        rules: &[InstanceId],
    ) -> Vec<InstanceId> {
        let of_others = |rule: &&InstanceId| {
            let own = &self.explainer.instance(**rule).rule;
            !sentences.contains(own)
        };
        rules.iter().filter(of_others).copied().collect()
    }

    /// Of a conflict, the rules of all sentences that are not known to be needed, if the others have a solution: then it
    /// needs these rules, taken together. To leave out much at once is answered in milliseconds where each of the
    /// sentences takes more than a second. If it is not, sentences with many places join them one by one.
    pub(super) fn needed_together(
        &mut self,
        rules: &[InstanceId],
        deadline: Instant,
    ) -> Option<Vec<InstanceId>> {
        self.deadline = self.deadline.max(deadline);
        let mut sentences: Vec<(usize, String)> = self
            .places(rules)
            .into_iter()
            .map(|(sentence, places)| (places, sentence))
            .collect();
        sentences.sort_unstable();
        let (mut needed, mut open): (Vec<_>, Vec<_>) = sentences
            .iter()
            .map(|(_, sentence)| sentence)
            .partition(|sentence| self.is_sentence_needed(sentence, rules));
        while !needed.is_empty() {
            let rest = self.without_sentences_of(&open.iter().copied().collect(), rules);
            match self.ask(&rest, self.left() / 2) {
                Searched::Solved => {
                    let rules = rules.iter().copied();
                    return Some(rules.filter(|rule| !rest.contains(rule)).collect());
                }
                Searched::Refuted { .. } => return None,
                Searched::Stopped => open.extend(needed.pop()),
            }
        }
        None
    }

    pub(super) fn are_sentences_needed(&self, rules: &[InstanceId]) -> bool {
        let mut sentences = self.places(rules).into_keys();
        sentences.all(|sentence| self.is_sentence_needed(&sentence, rules))
    }
}
