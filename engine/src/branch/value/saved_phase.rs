//! Solution-based phase saving around any value order (Vion and Piechowiak 2017; Demirović, Chu and Stuckey 2018,
//! "Solution-based phase saving for CP").

use super::ValueOrder;
use crate::branch::View;
use crate::literal::Literal;
use crate::var::Var;

/// The value that the variable had in the latest solution first, then the inner order: useful in optimisation, where
/// good solutions are close to one another.
#[derive(Clone, Debug)]
pub struct SavedPhase<V> {
    inner: V,
    vars: Vec<Var>,
    /// By variable: its value in the latest solution.
    saved: Vec<Option<i32>>,
}

impl<V> SavedPhase<V> {
    /// Around this value order.
    pub fn new(inner: V) -> Self {
        Self {
            inner,
            vars: Vec::new(),
            saved: Vec::new(),
        }
    }
}

impl<V: ValueOrder> ValueOrder for SavedPhase<V> {
    fn attach(&mut self, vars: &[Var], view: &mut View<'_>) {
        self.vars = vars.to_vec();
        self.saved = vec![None; view.variables()];
        self.inner.attach(vars, view);
    }

    fn sibling(&mut self, view: &mut View<'_>, var: Var, tried: &[i32]) -> Option<i32> {
        self.saved[var.index()]
            .filter(|&value| view.domain(var).contains(value) && !tried.contains(&value))
            .or_else(|| self.inner.sibling(view, var, tried))
    }

    fn solved(&mut self, view: &View<'_>) {
        for &var in &self.vars {
            self.saved[var.index()] = Some(view.min(var));
        }
        self.inner.solved(view);
    }

    fn entered(&mut self, view: &View<'_>, literal: Literal) {
        self.inner.entered(view, literal);
    }
}
