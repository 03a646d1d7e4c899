//! The rules that a filled grid breaks, with values for the layers that it leaves out.

use super::super::geometry::Atom;
use super::super::syntax::Kind as AtomKind;
use super::super::values::Filling;
use super::super::{compile, interpret};
use super::RulebookPuzzle;
use crate::grid::Cell;
use crate::puzzle::Completed;
use crate::symbol::{Violation, without_stop};

/// The error for a filled grid of another kind.
pub(super) fn no_layers() -> Violation {
    Violation::new(
        "layers of the puzzle",
        Vec::new(),
        "expected a filled grid of this puzzle",
    )
}

impl RulebookPuzzle {
    /// Whether there are values for the layers that a grid leaves out if this rule is left out, in addition to those
    /// `without`.
    pub(super) fn needs_untold(&self, filling: &Filling, rule: &str, without: &[String]) -> bool {
        let without = [without, &[rule.to_owned()]].concat();
        let completion = compile::complete(&self.data, filling, &without);
        matches!(completion, compile::Completion::Found(_))
    }

    /// Values of hidden or missing layers for a grid that lacks them, and the rules that were left out to find them:
    /// those `without`, and those that are broken for all values.
    pub(super) fn untold(
        &self,
        filling: &Filling,
        without: &[String],
    ) -> (compile::Completion, Vec<String>) {
        let mut left_out = without.to_vec();
        if compile::is_untold(&self.data, filling) {
            let broken = interpret::check_but(&self.data, filling, without);
            left_out.extend(broken.iter().filter_map(|broken| self.name_of(broken.rule)));
            left_out.sort_unstable();
            left_out.dedup();
        }
        let completion = compile::complete(&self.data, filling, &left_out);
        (completion, left_out)
    }

    /// The cells that an atom touches.
    pub(super) fn cells_of(&self, atom: Atom) -> Vec<Cell> {
        let geometry = &self.data.geometry;
        let cells: Vec<u32> = match atom.kind {
            AtomKind::Cell => vec![atom.index],
            AtomKind::Link => geometry.link_cells(atom.index).to_vec(),
            AtomKind::Edge => geometry
                .edge_cells(atom.index)
                .into_iter()
                .flatten()
                .collect(),
            AtomKind::Corner => geometry.corner_cells(atom.index),
        };
        cells.into_iter().map(|cell| geometry.cell(cell)).collect()
    }

    /// Broken rules in the puzzle's words.
    pub(super) fn violations(&self, broken: Vec<interpret::Broken>) -> Vec<Violation> {
        let broken = broken.into_iter();
        broken
            .map(|broken| {
                let sentence = broken.rule.sentence(self.book());
                let sentence = without_stop(&sentence);
                let atoms = broken.atoms.iter();
                let mut cells: Vec<Cell> = atoms.flat_map(|&atom| self.cells_of(atom)).collect();
                cells.sort_unstable();
                cells.dedup();
                Violation {
                    id: self.name_of(broken.rule),
                    rule: if broken.place == "the grid" {
                        sentence.to_owned()
                    } else {
                        format!("{sentence} ({})", broken.place)
                    },
                    cells,
                    message: broken.message,
                }
            })
            .collect()
    }

    /// Everything that is broken but these rules.
    pub(super) fn check_but(&self, completed: &Completed, without: &[String]) -> Vec<Violation> {
        let Some(filling) = &completed.filling else {
            return vec![no_layers()];
        };
        // The rules are checked with values for hidden or missing layers, if the grid lacks them.
        let (completion, left_out) = self.untold(filling, without);
        let check = |filling, without: &[String]| {
            interpret::check_with(&self.settled, &self.data, filling, without)
        };
        let mut broken = match &completion {
            compile::Completion::Found(found) => check(found, &left_out),
            _ => check(filling, without),
        };
        if matches!(completion, compile::Completion::Found(_)) && left_out.len() > without.len() {
            // Those that are broken whatever the values are say nothing of the values found without them.
            let always = check(filling, without);
            broken.extend(always.into_iter().filter(|broken| {
                let name = self.name_of(broken.rule);
                name.is_some_and(|name| left_out.contains(&name))
            }));
        }
        let mut violations = self.violations(broken);
        if matches!(completion, compile::Completion::Impossible) {
            let rules = self.book().rules.iter();
            let rules = rules.filter(|rule| !left_out.iter().any(|id| **id == *rule.id));
            let needed = rules.filter(|rule| self.needs_untold(filling, &rule.id, &left_out));
            violations.extend(needed.map(|rule| {
                Violation {
                    id: Some(rule.id.to_string()),
                    rule: without_stop(&rule.sentence).to_owned(),
                    cells: Vec::new(),
                    message:
                        "no values of the missing layers satisfy it together with the other rules"
                            .to_owned(),
                }
            }));
            if violations.is_empty() {
                violations.push(Violation::new(
                    "the layers that the grid leaves out",
                    Vec::new(),
                    "no values of them satisfy the rules",
                ));
            }
        }
        violations
    }

    fn name_of(&self, law: interpret::Law) -> Option<String> {
        match law {
            interpret::Law::Rule(rule) => Some(self.book().rules[rule].id.to_string()),
            _ => None,
        }
    }
}
