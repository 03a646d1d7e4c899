//! Regions to find that hold one mark each, or have one size, where rules can be switched off one by one: rules that
//! follow from these with the owner of each cell, or with the listed placements, in addition to each rule by itself.
//!
//! Who owns a cell follows from several rules, so what owners imply holds only as long as all of these do.

use std::sync::Arc;

use super::super::provenance::{Provenance, Source};
use super::super::{Cause, Compiler, Made};
use super::placed::speaks_of;
use crate::language::values::Data;
use crate::puzzle::ImpliedRule;

impl Compiler<'_> {
    /// Posts what the rules say of owners and placements, once each was posted by itself.
    pub(crate) fn post_implied_rules(&mut self, data: &Arc<Data>, without: &[String]) {
        let apart = std::mem::take(&mut self.record.provenance);
        let made = self.post_rules_with_owners(data, without);
        self.current.source = None;
        let implied = std::mem::take(&mut self.record.provenance);
        // All of it is there to be stronger: that each rule is posted by itself is enough.
        self.record_implied(&apart, &implied, made.is_ok());
    }

    fn post_rules_with_owners(&mut self, data: &Arc<Data>, without: &[String]) -> Made<()> {
        self.current.source = Some(Source::Owners);
        self.find_owners(without)?;
        self.find_polyominoes(without)?;
        let layers = self.owned_layers();
        if layers.is_empty() {
            return Ok(());
        }
        // What was worked out without these is worked out anew, and what was posted is posted again.
        self.memo = Default::default();
        self.budget.steps = 0;
        self.partitions()?;
        let book = Arc::clone(&data.book);
        for (number, rule) in book.rules.iter().enumerate() {
            if without.iter().any(|id| **id == *rule.id) {
                continue;
            }
            self.current.cause = Cause::Rule(number);
            for (at, formula) in rule.formulas.iter().enumerate() {
                let mut names = layers.iter().map(|&layer| &book.layers[layer].word.name);
                if names.any(|name| speaks_of(&book, formula, name)) {
                    self.formula(data, [number, at], formula)?;
                }
            }
            if self.has_pending() {
                self.at("");
            }
            self.post_pending()?;
        }
        Ok(())
    }

    /// Records from which rules each of the implied ones follows, and which it replaces: none, if not all were posted.
    fn record_implied(&mut self, apart: &[Provenance], implied: &[Provenance], is_whole: bool) {
        for rule in implied {
            self.record.origins.rules.remove(&rule.rule);
        }
        let layers = self.owned_layers();
        let is_marking = |rule: usize, at: usize| {
            self.is_implied_by_owners(&self.data.book.rules[rule].formulas[at])
        };
        let has_marking = |rule: usize| {
            let mut formulas = 0..self.data.book.rules[rule].formulas.len();
            formulas.any(|at| is_marking(rule, at))
        };
        // What a rule says of groups is posted after its last formula, of the whole grid: it may stand under another formula.
        let is_base = |own: &&Provenance| match own.source {
            Source::Formula(rule, at) => {
                is_marking(rule, at) || own.place.is_empty() && has_marking(rule)
            }
            Source::Cuts(layer) => layers.contains(&layer),
            Source::Owners => false,
        };
        let mut base: Vec<&Provenance> = apart.iter().filter(is_base).collect();
        // What the rulebook says comes first.
        base.sort_by_key(|base| matches!(base.source, Source::Cuts(_)));
        let rules = |of: &[&Provenance]| of.iter().map(|own| own.rule).collect::<Vec<_>>();
        let places = |of: &[Provenance], source: Source| {
            let of_source = of.iter().filter(|own| own.source == source);
            let mut places: Vec<Arc<str>> = of_source.map(|own| Arc::clone(&own.place)).collect();
            places.sort_unstable();
            places.dedup();
            places
        };
        let mut found = Vec::new();
        for rule in implied {
            let (mut premises, mut covered) = (rules(&base), Vec::new());
            if rule.source == Source::Owners {
                // How regions are cut is told by what follows.
                let says_no_more = |base: &&&Provenance| matches!(base.source, Source::Formula(rule, at) if is_marking(rule, at));
                covered.extend(base.iter().filter(says_no_more).map(|base| base.rule));
            } else {
                let of_source = apart.iter().filter(|own| own.source == rule.source);
                let here: Vec<&Provenance> =
                    of_source.filter(|own| own.place == rule.place).collect();
                let is_alike = places(apart, rule.source) == places(implied, rule.source);
                let is_alike = is_alike && !here.is_empty();
                // A rule about groups posts what it says by itself after its last formula, so that may stand under
                // another formula of the same rule.
                let of_rule = apart
                    .iter()
                    .filter(|own| own.source.rule() == rule.source.rule());
                let own = if is_alike { here } else { of_rule.collect() };
                premises.splice(0..0, rules(&own));
                if is_alike {
                    covered.extend(rules(&own));
                }
            }
            if !is_whole {
                covered.clear();
            }
            found.push(ImpliedRule {
                rule: rule.rule,
                premises,
                covered: Vec::new(),
                covered_rules: covered,
                is_shown: true,
            });
        }
        self.record.origins.implied.extend(found);
    }

    /// The layers of regions for which the owners of cells, or all placements, are listed.
    fn owned_layers(&self) -> Vec<usize> {
        let owned = self.regions.owners.iter().map(super::owner::Owners::layer);
        let listed = self.regions.listed.iter().map(|(layer, _)| *layer);
        owned.chain(listed).collect()
    }
}
