//! Branching by groups: one brancher after another.

use super::{Brancher, Choice, View};
use crate::literal::Literal;
use crate::var::{PropagatorId, Var};

/// Several branchers in order: the second is asked only where the first has nothing left to choose.
#[derive(Debug, Default)]
pub struct Groups {
    branchers: Vec<Box<dyn Brancher>>,
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
    }

    fn choose(&mut self, view: &mut View<'_>) -> Option<Choice> {
        self.branchers.iter_mut().find_map(|b| b.choose(view))
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
}
