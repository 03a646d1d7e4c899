//! The last resort: a formula that no other way of the compiler knows is left to the interpreter, which judges the grid
//! as far as it is filled. So every well-typed rule solves; what is solved so is weak, and is told to be.

use std::fmt;
use std::sync::Arc;

use quadrille_engine::{Conflict, Context, Events, Lane, Model, Propagator, Scope, Status, Var};

use super::super::interpret::{self, Judgement};
use super::super::syntax::Expr;
use super::super::values::Data;
use super::layers::Layers;
use super::{Compiler, Made};
use crate::read::Problem;

/// A formula is not false. Fails as soon as the values that are fixed make it so, and removes nothing: each run costs an
/// evaluation by the interpreter.
#[derive(Clone)]
struct Interpreted {
    formula: Formula,
    layers: Arc<Layers>,
    vars: Arc<[Var]>,
}

/// Which formula, and of which board.
#[derive(Clone)]
struct Formula {
    data: Arc<Data>,
    rule: usize,
    number: usize,
    board: Option<u8>,
}

impl fmt::Debug for Interpreted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Interpreted")
            .field("rule", &self.formula.rule)
            .field("number", &self.formula.number)
            .finish_non_exhaustive()
    }
}

impl Formula {
    fn judge(&self, layers: &Layers, value: &dyn Fn(Var) -> Option<i32>) -> Judgement {
        let filling = layers.filling_so_far(&self.data, value);
        let expr: &Expr = &self.data.book.rules[self.rule].formulas[self.number];
        interpret::judge(&self.data, &filling, expr, self.board)
    }
}

impl Propagator for Interpreted {
    fn name(&self) -> &'static str {
        INTERPRETED
    }

    fn lane(&self) -> Lane {
        Lane::Global
    }

    fn attach(&mut self, scope: &mut Scope<'_>) {
        for &var in &*self.vars {
            scope.on(var, Events::FIXED);
        }
    }

    fn propagate(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        let value = |var: Var| cx.is_fixed(var).then(|| cx.min(var));
        match self.formula.judge(&self.layers, &value) {
            Judgement::Broken | Judgement::Trouble => Err(Conflict),
            Judgement::Kept => Ok(Status::Fixpoint),
        }
    }
}

impl Compiler<'_> {
    /// Leaves a formula to the interpreter that could not be compiled because of `problem`. It comes back if that was a
    /// limit of the compiler or of numbers, or if the interpreter has trouble with the formula, too: then it is the formula that is wrong.
    pub(super) fn interpret(
        &mut self,
        data: &Arc<Data>,
        rule: usize,
        number: usize,
        problem: Problem,
    ) -> Made<()> {
        if self.is_spent() || std::mem::take(&mut self.is_beyond) {
            return Err(problem);
        }
        let board = (!self.whole && data.geometry.boards > 1).then_some(self.board);
        let formula = Formula {
            data: Arc::clone(data),
            rule,
            number,
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
        self.missing = false;
        self.partly.clear();
        self.defining.clear();
        self.open_group = None;
        self.at("");
        let layers = Arc::new(self.layers.clone());
        let vars = layers.all().into();
        let interpreted = Interpreted {
            formula,
            layers,
            vars,
        };
        self.post_as(interpreted, INTERPRETED, "judges what is filled in");
        Ok(())
    }
}

/// The name of the propagator.
pub(super) const INTERPRETED: &str = "interpreted";
