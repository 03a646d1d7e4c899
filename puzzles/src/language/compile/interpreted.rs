//! The last resort: a formula that the compiler cannot translate is left to the interpreter, which evaluates the grid
//! as far as it is filled. So every well-typed rule can be solved; such a rule is weak, and reported as weak.

use std::fmt;
use std::sync::Arc;

use quadrille_engine::{
    Conflict, Constraint, Context, Events, Lane, Model, Propagator, Scope, Status, Var,
};

use super::super::interpret::{self, Judgement};
use super::super::syntax::{Expr, Node, Quantifier};
use super::super::values::Data;
use super::layers::Layers;
use super::{Compiler, Made};
use crate::document::Problem;

/// A formula is not false. Fails as soon as the fixed values make it false, and removes nothing: each run costs an
/// evaluation by the interpreter.
#[derive(Clone)]
struct Interpreted {
    formula: Formula,
    layers: Arc<Layers>,
    vars: Arc<[Var]>,
}

/// A formula and its board.
#[derive(Clone)]
struct Formula {
    data: Arc<Data>,
    expr: Arc<Expr>,
    board: Option<u8>,
}

impl fmt::Debug for Interpreted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Interpreted")
            .field("formula", &self.formula.expr.span)
            .finish_non_exhaustive()
    }
}

impl Formula {
    fn judge(&self, layers: &Layers, value: &dyn Fn(Var) -> Option<i32>) -> Judgement {
        let filling = layers.filling_so_far(&self.data, value);
        interpret::judge(&self.data, &filling, &self.expr, self.board)
    }
}

impl Constraint for Interpreted {
    type Propagator = Self;

    fn name(&self) -> &'static str {
        INTERPRETED
    }

    fn lane(&self) -> Lane {
        Lane::Global
    }

    fn attach(self, scope: &mut Scope<'_>) -> Self {
        for &var in &*self.vars {
            scope.on(var, Events::FIXED);
        }
        self
    }
}

impl Propagator for Interpreted {
    fn propagate(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        let value = |var: Var| cx.is_fixed(var).then(|| cx.min(var));
        match self.formula.judge(&self.layers, &value) {
            Judgement::Broken | Judgement::Trouble => Err(Conflict),
            Judgement::Kept => Ok(Status::Fixpoint),
        }
    }
}

impl Compiler<'_> {
    /// Posts a formula of a rule on the current board. Only those parts that cannot be compiled are left to the
    /// interpreter.
    pub(super) fn rule_or_parts(&mut self, data: &Arc<Data>, formula: &Expr) -> Made<()> {
        let Err(problem) = self.rule(formula) else {
            return Ok(());
        };
        self.scope.names.clear();
        self.missing = false;
        self.partly.clear();
        self.defining.clear();
        self.open_group = None;
        self.needs_root = false;
        let parts = conjuncts(formula);
        if parts.len() < 2 || self.is_spent() || self.is_beyond {
            return self.interpret(data, formula, problem);
        }
        let mut parts = parts.iter();
        parts.try_for_each(|part| self.rule_or_parts(data, part))
    }

    /// Leaves to the interpreter a formula that could not be compiled because of `problem`. Returns the problem if that
    /// was a limit of the compiler or of numbers, or if the interpreter rejects the formula, too: then the formula is
    /// wrong.
    fn interpret(&mut self, data: &Arc<Data>, expr: &Expr, problem: Problem) -> Made<()> {
        if self.is_spent() || std::mem::take(&mut self.is_beyond) {
            return Err(problem);
        }
        let board = (!self.whole && data.geometry.boards > 1).then_some(self.board);
        let formula = Formula {
            data: Arc::clone(data),
            expr: Arc::new(expr.clone()),
            board,
        };
        let samples: [fn(&Model, Var) -> Option<i32>; 3] = [
            |_, _| None,
            |model, var| model.domain(var).min(),
            |model, var| model.domain(var).max(),
        ];
        let is_trouble = samples.iter().any(|sample| {
            let value = |var| sample(&self.model, var);
            formula.judge(&self.layers, &value) == Judgement::Trouble
        });
        if is_trouble {
            return Err(problem);
        }
        self.at("");
        let layers = Arc::new(self.layers.clone());
        let vars = layers.all().into();
        let interpreted = Interpreted {
            formula,
            layers,
            vars,
        };
        self.post_as(interpreted, INTERPRETED, "evaluates partly filled grids");
        Ok(())
    }
}

/// The formulas that a formula joins by `and`, also after `each …:`.
fn conjuncts(formula: &Expr) -> Vec<Expr> {
    match &formula.node {
        Node::And(parts) => parts.clone(),
        Node::Quantified(Quantifier::Each, phrases, Some(body)) => {
            let each = |body: Expr| Expr {
                node: Node::Quantified(Quantifier::Each, phrases.clone(), Some(Box::new(body))),
                span: formula.span.clone(),
            };
            conjuncts(body).into_iter().map(each).collect()
        }
        _ => vec![formula.clone()],
    }
}

/// The name of the propagator.
pub(super) const INTERPRETED: &str = "interpreted";
