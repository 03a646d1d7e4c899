//! Regions to find that hold one mark each, or have one size, where rules are told apart: what the rules say with the
//! owner of each cell, or with the listed placements, beside what each says by itself.
//!
//! Who owns a cell follows from several rules, so what is said of owners holds only as long as all of these do.

use std::sync::Arc;

use super::super::groups::graph;
use super::super::posting::pairs::SaidOfPairs;
use super::super::provenance::{Begun, Source};
use super::super::{Cause, Compiler, Made};
use super::placed::speaks_of;
use crate::language::values::Data;
use crate::puzzle::Joined;

impl Compiler<'_> {
    /// Posts what the rules say of owners and placements, once each was posted by itself.
    pub(crate) fn post_together(&mut self, data: &Arc<Data>, without: &[String]) {
        let apart = std::mem::take(&mut self.begun);
        let made = self.say_together(data, without);
        self.source = None;
        let together = std::mem::take(&mut self.begun);
        // All of it is there to be stronger: that each rule is posted by itself is enough.
        self.join(&apart, &together, made.is_ok());
    }

    fn say_together(&mut self, data: &Arc<Data>, without: &[String]) -> Made<()> {
        self.source = Some(Source::Owners);
        self.find_owners(without)?;
        self.find_polyominoes(without)?;
        let layers = self.layers_told();
        if layers.is_empty() {
            return Ok(());
        }
        // What was worked out without these is worked out anew, and what was said is said again.
        self.told.clear();
        self.pairs = SaidOfPairs::default();
        self.memo = graph::Memo::default();
        self.budget.steps = 0;
        self.partitions()?;
        let book = Arc::clone(&data.book);
        for (number, rule) in book.rules.iter().enumerate() {
            if without.iter().any(|id| **id == *rule.id) {
                continue;
            }
            self.cause = Cause::Rule(number);
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

    /// Tells what runs in place of what. If not all was said, nothing is replaced.
    fn join(&mut self, apart: &[Begun], together: &[Begun], is_whole: bool) {
        for begun in together {
            self.origins.rules.remove(&begun.rule);
        }
        let layers = self.layers_told();
        let is_base = |begun: &&Begun| match begun.source {
            Source::Formula(rule, at) => {
                self.is_told_by_owners(&self.data.book.rules[rule].formulas[at])
            }
            Source::Cuts(layer) => layers.contains(&layer),
            Source::Owners => false,
        };
        let mut base: Vec<&Begun> = apart.iter().filter(is_base).collect();
        // What the rulebook says comes first.
        base.sort_by_key(|base| matches!(base.source, Source::Cuts(_)));
        let rules = |begun: &[&Begun]| begun.iter().map(|begun| begun.rule).collect::<Vec<_>>();
        let places = |begun: &[Begun], source: Source| {
            let own = begun.iter().filter(|begun| begun.source == source);
            let mut places: Vec<String> = own.map(|begun| begun.place.clone()).collect();
            places.sort_unstable();
            places.dedup();
            places
        };
        let mut joined = Vec::new();
        for begun in together {
            let (mut of, mut covered) = (rules(&base), Vec::new());
            if begun.source == Source::Owners {
                // How regions are cut is told by what follows.
                let is_formula = |base: &&&Begun| matches!(base.source, Source::Formula(..));
                covered.extend(base.iter().filter(is_formula).map(|base| base.rule));
            } else {
                let of_source = apart.iter().filter(|own| own.source == begun.source);
                let here: Vec<&Begun> = of_source.filter(|own| own.place == begun.place).collect();
                let is_alike = places(apart, begun.source) == places(together, begun.source);
                let is_alike = is_alike && !here.is_empty();
                // A rule about groups posts what it says by itself after its last formula, so that may stand under
                // another formula of the same rule.
                let of_rule = apart
                    .iter()
                    .filter(|own| own.source.rule() == begun.source.rule());
                let own = if is_alike { here } else { of_rule.collect() };
                of.splice(0..0, rules(&own));
                if is_alike {
                    covered.extend(rules(&own));
                }
            }
            if !is_whole {
                covered.clear();
            }
            joined.push(Joined {
                rule: begun.rule,
                of,
                covered: Vec::new(),
                covered_rules: covered,
                is_told: true,
            });
        }
        self.origins.joined.extend(joined);
    }

    /// The layers of regions of which it is told who owns the cells, or how they are placed.
    fn layers_told(&self) -> Vec<usize> {
        let owned = self.owners.iter().map(super::owner::Owners::layer);
        let listed = self.listed.iter().map(|(layer, _)| *layer);
        owned.chain(listed).collect()
    }
}
