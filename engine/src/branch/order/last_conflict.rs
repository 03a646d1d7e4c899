//! Last-conflict reasoning around any order (Lecoutre, Saïs, Tabary and Vidal 2009, "Reasoning from last
//! conflict(s) in constraint programming").

use super::VariableOrder;
use crate::branch::{Candidate, View};
use crate::literal::Literal;
use crate::var::{PropagatorId, Var};

/// After a failure the variable branched on is kept and branched on first, until it is fixed without a failure;
/// otherwise the inner order decides. So the search stays with the variables involved in a conflict, and backjumps over
/// decisions that are not.
///
/// Up to `k` variables in conflict are kept, and released together when all are fixed. A selection costs O(k) more
/// than the inner order.
#[derive(Clone, Debug)]
pub struct LastConflict<O> {
    inner: O,
    k: usize,
    kept: Vec<Var>,
}

impl<O> LastConflict<O> {
    /// Keeps one variable, LC(1) of the paper.
    pub fn new(inner: O) -> Self {
        Self::keeping(1, inner)
    }

    /// Keeps up to `k` variables, LC(k).
    pub fn keeping(k: usize, inner: O) -> Self {
        Self {
            inner,
            k,
            kept: Vec::with_capacity(k),
        }
    }
}

impl<O: VariableOrder> VariableOrder for LastConflict<O> {
    fn attach(&mut self, vars: &[Var], view: &mut View<'_>) {
        self.kept.clear();
        self.inner.attach(vars, view);
    }

    fn select(&mut self, view: &mut View<'_>, open: &[Candidate]) -> Var {
        let kept = self.kept.iter().find(|&&var| !view.is_fixed(var));
        match kept {
            // It may belong to another group of variables.
            Some(&var) if open.iter().any(|candidate| candidate.var == var) => var,
            _ => self.inner.select(view, open),
        }
    }

    fn failed(&mut self, view: &View<'_>, culprit: Option<PropagatorId>, decision: Option<Var>) {
        if let Some(var) = decision
            && self.kept.len() < self.k
            && !self.kept.contains(&var)
        {
            self.kept.push(var);
        }
        self.inner.failed(view, culprit, decision);
    }

    fn entered(&mut self, view: &View<'_>, literal: Literal) {
        if self.kept.iter().all(|&var| view.is_fixed(var)) {
            self.kept.clear();
        }
        self.inner.entered(view, literal);
    }

    fn restarted(&mut self) {
        self.kept.clear();
        self.inner.restarted();
    }
}
