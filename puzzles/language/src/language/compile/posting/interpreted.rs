//! The last resort: a formula that the compiler cannot translate is left to the interpreter, which evaluates the grid
//! as far as it is filled. So every well-typed rule can be solved; such a rule is weak, and reported as weak.

use std::fmt;
use std::sync::Arc;

use quadrille_engine::{
    Change, Conflict, Constraint, Context, Events, Lane, Literal, Model, Past, Propagator, Scope,
    Status, Var,
};

use super::super::layers::Layers;
use super::super::{Compiler, Made};
use crate::document::Problem;
use crate::language::interpret::{self, Judgement};
use crate::language::syntax::{Expr, Node, Quantifier};
use crate::language::values::Data;

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

    /// The places that judging it reads, if they can be told: layer and position.
    fn reads(
        &self,
        layers: &Layers,
        value: &dyn Fn(Var) -> Option<i32>,
    ) -> Option<Vec<(usize, usize)>> {
        let filling = layers.filling_so_far(&self.data, value);
        interpret::reads(&self.data, &filling, &self.expr, self.board)
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

    /// It only fails: because of the values that the interpreter has read.
    fn explain(&self, _: &Change<'_>, past: &Past<'_>, facts: &mut Vec<Literal>) {
        let value = |var: Var| past.domain(var).value();
        let read = self.formula.reads(&self.layers, &value);
        let vars: Vec<Var> = match read {
            Some(places) => {
                let vars = places.into_iter();
                vars.filter_map(|(layer, position)| self.layers.var(layer, position))
                    .collect()
            }
            None => self.vars.to_vec(),
        };
        // What is not fixed is unknown to it.
        for var in vars {
            if value(var).is_some() {
                past.describe(var, facts);
            }
        }
    }
}

impl Compiler<'_> {
    /// Posts a formula of a rule on the current board. Only those parts that cannot be compiled are left to the
    /// interpreter.
    pub(crate) fn rule_or_conjuncts(&mut self, data: &Arc<Data>, formula: &Expr) -> Made<()> {
        self.eval.is_final = false;
        let Err(problem) = self.rule(formula) else {
            return Ok(());
        };
        self.eval.restart();
        let parts = conjuncts(formula);
        if parts.len() < 2 || self.is_spent() || self.eval.is_final {
            return self.interpret(data, formula, problem);
        }
        let mut parts = parts.iter();
        parts.try_for_each(|part| self.rule_or_conjuncts(data, part))
    }

    /// Leaves to the interpreter a formula that could not be compiled because of `problem`. Returns the problem if that
    /// was a limit of the compiler or of numbers, or if the interpreter rejects the formula, too: then the formula is
    /// wrong.
    fn interpret(&mut self, data: &Arc<Data>, expr: &Expr, problem: Problem) -> Made<()> {
        if self.is_spent() || self.eval.is_final {
            return Err(problem);
        }
        let board =
            (!self.current.is_whole && data.geometry.boards > 1).then_some(self.current.board);
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
pub(crate) const INTERPRETED: &str = "interpreted";

#[cfg(test)]
mod tests {
    use quadrille_engine::testing::{PropagatorTest, Sharpness};

    use super::super::super::tests::data;
    use super::*;

    /// A rule about a row of marks, 1 or 0, and what it means.
    struct Case {
        name: &'static str,
        rule: &'static str,
        holds: fn(&[i32]) -> bool,
    }

    const CASES: [Case; 3] = [
        Case {
            name: "interpreted: the first",
            rule: "column of (first full cell) = (column 2)",
            holds: |marks| marks.iter().position(|&mark| mark == 1) == Some(1),
        },
        Case {
            name: "interpreted: a number",
            rule: "exactly 2 full cells",
            holds: |marks| marks.iter().sum::<i32>() == 2,
        },
        Case {
            name: "interpreted: each pair",
            rule: "each pair a, b of neighbours: not (a is full and b is full)",
            holds: |marks| !marks.windows(2).any(|pair| pair == [1, 1]),
        },
    ];

    fn post(rule: &str, n: usize) -> impl Fn(&mut Model, &[Var]) + use<> {
        let book = format!("decide mark on cells: none or full\n\"Rule.\"\n    {rule}\n");
        let data = data(&book, 1, n, &[]);
        move |model, vars| {
            let formula = Formula {
                data: Arc::clone(&data),
                expr: Arc::new(data.book.rules[0].formulas[0].clone()),
                board: None,
            };
            model.post(Interpreted {
                formula,
                layers: Arc::new(Layers::of_words(vars)),
                vars: vars.into(),
            });
        }
    }

    #[test]
    fn interpreted_against_plain_enumeration() {
        for case in CASES {
            for n in 2..=6 {
                PropagatorTest::new(post(case.rule, n), case.holds).random(20, n, 0..=1);
            }
        }
    }

    #[test]
    fn sharpness_of_interpreted() {
        println!("{:28} {}", "propagator", Sharpness::HEAD);
        for case in CASES {
            let test = PropagatorTest::new(post(case.rule, 8), case.holds);
            test.sharpness(60, 8, 0..=1).print_within(case.name, 1.0);
        }
    }
}
