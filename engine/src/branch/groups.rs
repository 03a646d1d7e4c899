//! Branching by groups: one brancher after another.

use super::{Brancher, Choice, View};
use crate::literal::Literal;
use crate::var::{PropagatorId, Var};

/// Several branchers in order: each is asked only where those before it have nothing left to choose.
#[derive(Debug, Default)]
pub struct Groups {
    branchers: Vec<Box<dyn Brancher>>,
    /// By variable: the group that branched on it last. Below a node that branches on a variable by value the variable
    /// is fixed, so on backtracking this is the group that did.
    chosen_by: Vec<usize>,
}

impl Groups {
    /// No groups yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a group at the end.
    pub fn then(mut self, brancher: impl Brancher + 'static) -> Self {
        self.branchers.push(Box::new(brancher));
        self
    }
}

impl Brancher for Groups {
    fn attach(&mut self, decisions: &[Var], view: &mut View<'_>) {
        for brancher in &mut self.branchers {
            brancher.attach(decisions, view);
        }
        self.chosen_by = vec![0; view.variables()];
    }

    fn choose(&mut self, view: &mut View<'_>) -> Option<Choice> {
        let (group, choice) = self
            .branchers
            .iter_mut()
            .enumerate()
            .find_map(|(group, brancher)| Some((group, brancher.choose(view)?)))?;
        if let Choice::Values(var, _) = choice {
            self.chosen_by[var.index()] = group;
        }
        Some(choice)
    }

    fn sibling(&mut self, view: &mut View<'_>, var: Var, tried: &[i32]) -> Option<i32> {
        self.branchers[self.chosen_by[var.index()]].sibling(view, var, tried)
    }

    fn failed(&mut self, view: &View<'_>, culprit: Option<PropagatorId>, decision: Option<Var>) {
        for brancher in &mut self.branchers {
            brancher.failed(view, culprit, decision);
        }
    }

    fn entered(&mut self, view: &View<'_>, literal: Literal) {
        for brancher in &mut self.branchers {
            brancher.entered(view, literal);
        }
    }

    fn solved(&mut self, view: &View<'_>) {
        for brancher in &mut self.branchers {
            brancher.solved(view);
        }
    }

    fn restarted(&mut self) {
        for brancher in &mut self.branchers {
            brancher.restarted();
        }
    }

    fn is_static(&self) -> bool {
        self.branchers.iter().all(|brancher| brancher.is_static())
    }
}
