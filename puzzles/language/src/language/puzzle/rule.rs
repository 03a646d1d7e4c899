//! Rules written in Rust, beside those of a rulebook.

use std::fmt;
use std::sync::Arc;

use super::Puzzle;
use crate::puzzle::{BuildOptions, Built, Completed, Origin};
use crate::violation::Violation;

/// A rule written in Rust, for what the language of rules cannot say or for a propagator of one's own. It stands beside
/// the rules of the rulebook: solving, checking, hints and conflicts treat it alike.
///
/// [`Puzzle::with_rule`] adds it to a puzzle. The guide's chapter `extending` has an example.
pub trait Rule: fmt::Debug + Send + Sync {
    /// The rule in words. Reports and hints name the rule by it.
    fn sentence(&self) -> &str;

    /// Posts the constraints of the rule to a model. [`Puzzle::spots`] names the variables. Once
    /// [`BuildOptions::interrupt`] is due, the model will not be searched.
    fn post(&self, puzzle: &Puzzle, built: &mut Built, options: &BuildOptions);

    /// Evaluates the rule as written on a filled grid, and lists where it is broken. [`Puzzle::values_of`] tells the
    /// values of the grid. Written apart from the constraints, it is what makes an error in these visible.
    fn check(&self, puzzle: &Puzzle, completed: &Completed) -> Vec<Violation>;
}

impl Puzzle {
    /// The puzzle with a further rule.
    ///
    /// # Panics
    /// If the puzzle asks for the best grids: the search for these knows the rulebook only.
    #[must_use]
    pub fn with_rule(mut self, rule: Arc<dyn Rule>) -> Self {
        assert!(
            self.book().best.is_none(),
            "a rule in Rust for a puzzle that asks for the best grids"
        );
        self.rules_in_rust.push(rule);
        self
    }

    /// Adds the rules in Rust to a model of the rulebook's.
    pub(super) fn post_rules_in_rust(&self, built: &mut Built, options: &BuildOptions) {
        for rule in &self.rules_in_rust {
            let id = built.model.rule(rule.sentence());
            let origin = Origin::new(rule.sentence(), rule.sentence(), "");
            built.reading.origins.rules.insert(id, origin);
            rule.post(self, built, options);
        }
    }

    /// Where a filled grid breaks the rules in Rust.
    pub(super) fn broken_in_rust(&self, completed: &Completed) -> Vec<Violation> {
        let rules = self.rules_in_rust.iter();
        rules.flat_map(|rule| rule.check(self, completed)).collect()
    }
}
