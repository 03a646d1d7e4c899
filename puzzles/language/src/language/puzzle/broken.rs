//! The rules that a filled grid breaks, with values for the layers that it leaves out.

use std::collections::BTreeSet;

use super::super::syntax::{Role, Rule};
use super::super::values::Filling;
use super::super::walk::{reads, reads_data};
use super::super::{compile, interpret};
use super::Puzzle;
use crate::grid::Cell;
use crate::puzzle::{Completed, Entries};
use crate::violation::{Violation, without_stop};

/// The most places of a sentence that are told where its values had to be found.
const MOST_PLACES: usize = 4;

/// Values for the layers that a grid leaves out where no values satisfy all rules.
struct Nearest {
    values: Filling,
    /// The rules of which it is not known whether values can satisfy them.
    unknown: Vec<String>,
    /// Whether the rules that say nothing of the data leave no other values.
    is_only: bool,
}

impl Puzzle {
    /// The rules of which each may be the broken one: there are values for the layers that a grid leaves out if it is left
    /// out, in addition to those `without`. Perhaps only clues.
    fn suspects(&self, filling: &Filling, without: &[String], only_clues: bool) -> Vec<&Rule> {
        let is_suspect = |rule: &&Rule| {
            let id = rule.id.to_string();
            if without.contains(&id) || only_clues && !self.is_clue(rule) {
                return false;
            }
            let without = [without, &[id]].concat();
            let completion = compile::complete(&self.data, filling, &without);
            matches!(completion, compile::Completion::Found(_))
        };
        self.book().rules.iter().filter(is_suspect).collect()
    }

    /// Whether a rule says something of the data.
    fn is_clue(&self, rule: &Rule) -> bool {
        let mut formulas = rule.formulas.iter();
        formulas.any(|formula| reads_data(self.book(), formula))
    }

    /// The values that come nearest to satisfying all rules.
    ///
    /// Rules that say nothing of the data say what the hidden values are: the values satisfy all of these, or there is no
    /// result. The other rules say what the values have to be: each in turn is kept if it can be satisfied together with
    /// those kept so far. Rules in `without` are left out.
    fn nearest(&self, filling: &Filling, without: &[String]) -> Option<Nearest> {
        let rules = self.book().rules.iter();
        let rules = rules.filter(|rule| !without.contains(&rule.id.to_string()));
        let clues: Vec<String> = rules
            .filter(|rule| self.is_clue(rule))
            .map(|rule| rule.id.to_string())
            .collect();
        let mut off = [without, &clues].concat();
        let compile::Completion::Found(mut found) = compile::complete(&self.data, filling, &off)
        else {
            return None;
        };
        let is_only = compile::has_one_completion(&self.data, filling, &off);
        let mut unknown = Vec::new();
        for clue in clues {
            let more: Vec<String> = off.iter().filter(|id| **id != clue).cloned().collect();
            match compile::complete(&self.data, filling, &more) {
                compile::Completion::Found(values) => (found, off) = (values, more),
                compile::Completion::Impossible => {}
                _ => unknown.push(clue),
            }
        }
        Some(Nearest {
            values: found,
            unknown,
            is_only,
        })
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

    /// Broken rules in the puzzle's words. What a rule says of two places one way round and the other is told once.
    pub(super) fn violations(&self, broken: Vec<interpret::Broken>) -> Vec<Violation> {
        let mut known = BTreeSet::new();
        let is_new = |broken: &interpret::Broken| {
            let mut places: Vec<String> = broken.place.split(", ").map(str::to_owned).collect();
            if self.data.geometry.boards == 1 {
                places.sort_unstable();
            }
            known.insert((self.name_of(broken.rule), places, broken.message.clone()))
        };
        let broken = broken.into_iter();
        broken
            .filter(is_new)
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
        let filling = &completed.filling;
        // The rules are checked with values for hidden or missing layers, if the grid lacks them.
        let (completion, mut left_out) = self.untold(filling, without);
        let check = |filling, without: &[String]| {
            interpret::check_with(&self.determined, &self.data, filling, without)
        };
        let is_impossible = matches!(completion, compile::Completion::Impossible);
        let mut values = match completion {
            compile::Completion::Found(values) => Some(values),
            _ => None,
        };
        let mut suspects = Vec::new();
        let mut are_only = false;
        if is_impossible {
            let nearest = self.nearest(filling, &left_out);
            suspects = self.suspects(filling, &left_out, nearest.is_some());
            if let Some(nearest) = nearest {
                values = Some(nearest.values);
                left_out.extend(nearest.unknown);
                are_only = nearest.is_only;
            }
        }
        let mut broken = match &values {
            Some(values) => check(values, &left_out),
            None => check(filling, without),
        };
        if values.is_some() && left_out.len() > without.len() {
            // Those that are broken whatever the values are say nothing of the values found without them.
            let always = check(filling, without);
            broken.extend(always.into_iter().filter(|broken| {
                let name = self.name_of(broken.rule);
                name.is_some_and(|name| left_out.contains(&name))
            }));
        }
        let mut violations = self.violations(broken);
        if is_impossible {
            if !are_only {
                violations = self.told_once(violations, filling);
            }
            for rule in suspects {
                let mut told = violations.iter().map(|own| own.id.as_deref());
                if !told.any(|id| id == Some(&*rule.id)) {
                    violations.push(self.unsatisfied(rule, filling));
                }
            }
        }
        if is_impossible && violations.is_empty() {
            violations.push(Violation::new(
                "the layers that the grid leaves out",
                Vec::new(),
                "no values of them satisfy the rules",
            ));
        }
        violations
    }

    /// That a rule holds for no values of the layers that a grid leaves out.
    fn unsatisfied(&self, rule: &Rule, filling: &Filling) -> Violation {
        let left_out = compile::left_out(&self.data, filling).unwrap_or_default();
        let what = match left_out.is_empty() {
            true => "the hidden layers",
            false => "the layers that the grid leaves out",
        };
        Violation {
            id: Some(rule.id.to_string()),
            rule: without_stop(&rule.sentence).to_owned(),
            cells: Vec::new(),
            message: format!("no values of {what} satisfy it together with the other rules"),
        }
    }

    /// Tells a sentence about values that the grid lacks once if it is broken at many places, and without them: it says
    /// itself what these values are, and those found without it are arbitrary.
    fn told_once(&self, violations: Vec<Violation>, filling: &Filling) -> Vec<Violation> {
        let left_out = compile::left_out(&self.data, filling).unwrap_or_default();
        let book = self.book();
        let is_lacking =
            |layer: usize| left_out.contains(&layer) || book.layers[layer].role == Role::Hidden;
        let is_about_lacking = |rule: &&Rule| {
            let mut formulas = rule.formulas.iter();
            formulas.any(|formula| reads(book, formula, &is_lacking))
        };
        let mut told: Vec<Violation> = Vec::new();
        for violation in &violations {
            let same = violations.iter().filter(|other| other.id == violation.id);
            let mut rules = book.rules.iter();
            let rule = rules.find(|rule| violation.id.as_deref() == Some(&*rule.id));
            let rule = rule.filter(is_about_lacking);
            match rule.filter(|_| same.count() > MOST_PLACES) {
                None => told.push(violation.clone()),
                Some(_) if told.iter().any(|other| other.id == violation.id) => {}
                Some(rule) => told.push(self.unsatisfied(rule, filling)),
            }
        }
        told
    }

    fn name_of(&self, law: interpret::Law) -> Option<String> {
        match law {
            interpret::Law::Rule(rule) => Some(self.book().rules[rule].id.to_string()),
            _ => None,
        }
    }
}

impl Puzzle {
    /// Applies the rules as written to a filled grid and lists every one that is broken. Written apart from the
    /// model.
    pub fn check(&self, completed: &Completed) -> Vec<Violation> {
        let mut broken = self.check_but(completed, &[]);
        broken.extend(self.broken_in_rust(completed));
        broken
    }

    /// Lists the rules broken in a partly filled grid: every rule that holds for no values of the open places, as far
    /// as this can be found with little effort.
    pub fn check_entries(&self, entries: &Entries) -> Vec<Violation> {
        if let Some(completed) = self.completed(entries) {
            return self.check(&completed);
        }
        let filling = self.with_givens(entries);
        self.violations(interpret::check_partly(
            &self.data,
            &filling,
            &entries.candidates,
        ))
    }

    /// Whether a filled grid breaks the rule of this name or sentence.
    pub fn breaks(&self, completed: &Completed, rule: &str) -> bool {
        let rules = self.rules();
        let of_sentence = rules.iter().find(|(_, sentence)| sentence == rule);
        let name = of_sentence.map_or(rule, |(name, _)| name);
        let is_of_it = |broken: &Violation| broken.id.as_deref().unwrap_or(&broken.rule) == name;
        self.check(completed).iter().any(is_of_it)
    }
}
