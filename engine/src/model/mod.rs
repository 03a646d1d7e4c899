//! Building a model: variables, constraints, rules, decisions and an objective. Inert data until solved.

use std::ops::RangeInclusive;
use std::panic::Location;
use std::time::Instant;

use crate::constraint::{AnyConstraint, IntoConstraint};
use crate::domain::Domain;
use crate::expression::Expression;
use crate::interrupt::Interrupt;
use crate::objective::Objective;
use crate::solver::Solver;
use crate::store::Declared;
use crate::var::{MAX_VARIABLES, Mark, Names, PropagatorId, RuleId, Var};

/// The largest number of values between the bounds of a wide variable.
pub const MAX_WIDTH: usize = 1 << 20;

/// A problem under construction. Posting never propagates and never fails; the first propagation happens in the
/// [`Solver`] made from it.
///
/// ```
/// use quadrille_engine::{Count, Model, propagators::NotEqual};
///
/// let mut model = Model::new();
/// let (x, y) = (model.var(1..=3), model.var(1..=3));
/// model.rule("two different digits");
/// model.post(NotEqual::new(x, y));
/// assert_eq!(model.solver().solutions().count(), Count::Exactly(6));
/// ```
///
/// A clone is an independent model with the same variables, so a handle of one is valid in the other: the way to solve
/// one model twice, or on [several threads](crate::parallel::Plan::run_model).
#[derive(Debug)]
pub struct Model {
    mark: Mark,
    pub(crate) declared: Vec<Declared>,
    pub(crate) names: Names,
    pub(crate) constraints: Vec<Posted>,
    pub(crate) rules: Vec<String>,
    rule: RuleId,
    pub(crate) decisions: Option<Vec<Var>>,
    pub(crate) objective: Option<Objective>,
    pub(crate) started: Instant,
}

/// A constraint of a model, with the rule that it belongs to and the line that posted it.
#[derive(Clone, Debug)]
pub(crate) struct Posted {
    pub(crate) constraint: AnyConstraint,
    pub(crate) rule: RuleId,
    pub(crate) at: &'static Location<'static>,
}

impl Clone for Model {
    fn clone(&self) -> Self {
        let mut constraints = self.constraints.clone();
        // The bound that the search tightens is the clone's own.
        let objective = self.objective.as_ref().map(|objective| {
            let (own, better_than) = Objective::new(objective.terms());
            let id = objective.propagator;
            constraints[id.index()].constraint = AnyConstraint::new(better_than);
            own.posted_as(id)
        });
        Self {
            mark: self.mark,
            declared: self.declared.clone(),
            names: self.names.clone(),
            constraints,
            rules: self.rules.clone(),
            rule: self.rule,
            decisions: self.decisions.clone(),
            objective,
            started: Instant::now(),
        }
    }
}

impl Default for Model {
    fn default() -> Self {
        Self::new()
    }
}

impl Model {
    /// An empty model. Its first rule, in force until [`rule`](Self::rule) is called, has no name.
    pub fn new() -> Self {
        Self {
            mark: Mark::next(),
            declared: Vec::new(),
            names: Names::default(),
            constraints: Vec::new(),
            rules: vec![String::new()],
            rule: RuleId(0),
            decisions: None,
            objective: None,
            started: Instant::now(),
        }
    }

    /// A variable with the values of `range`: narrow if they lie within 0..=63, else wide.
    ///
    /// # Panics
    /// If the range is empty or spans more than [`MAX_WIDTH`] values, or the model has [`MAX_VARIABLES`].
    pub fn var(&mut self, range: RangeInclusive<i32>) -> Var {
        self.var_where(range, |_| true)
    }

    /// `n` variables with the values of `range` each.
    ///
    /// # Panics
    /// As [`var`](Self::var).
    pub fn vars(&mut self, n: usize, range: RangeInclusive<i32>) -> Vec<Var> {
        (0..n).map(|_| self.var(range.clone())).collect()
    }

    /// A variable with the given values, in any order; repeated ones count once.
    ///
    /// # Panics
    /// If there is none, or they span more than [`MAX_WIDTH`].
    pub fn var_of(&mut self, values: &[i32]) -> Var {
        let min = *values.iter().min().expect("a variable needs a value");
        let max = *values.iter().max().expect("a variable needs a value");
        let mut sorted = values.to_vec();
        sorted.sort_unstable();
        self.var_where(min..=max, |value| sorted.binary_search(&value).is_ok())
    }

    /// A variable with those values of `range` that pass `test`.
    ///
    /// # Panics
    /// If none does, or `range` spans more than [`MAX_WIDTH`] values.
    pub fn var_where(&mut self, range: RangeInclusive<i32>, test: impl Fn(i32) -> bool) -> Var {
        let (low, high) = (*range.start(), *range.end());
        assert!(
            self.declared.len() < MAX_VARIABLES,
            "a model has at most {MAX_VARIABLES} variables"
        );
        let index = self.declared.len() as u32;
        assert!(low <= high, "the range {low}..={high} is empty");
        let narrow = low >= 0 && high <= 63;
        let offset = if narrow { 0 } else { low };
        let width = (i64::from(high) - i64::from(offset) + 1) as usize;
        assert!(
            width <= MAX_WIDTH,
            "{low}..={high} spans {width} values, at most {MAX_WIDTH} are allowed"
        );
        let mut words = vec![0u64; width.div_ceil(64)];
        for value in range {
            if test(value) {
                let bit = (value - offset) as usize;
                words[bit / 64] |= 1 << (bit % 64);
            }
        }
        assert!(
            words.iter().any(|&w| w != 0),
            "no value of {low}..={high} is left"
        );
        if narrow {
            self.declared.push(Declared::Narrow(words[0]));
            Var::narrow(index).marked(self.mark)
        } else {
            self.declared.push(Declared::Wide { offset, words });
            Var::wide(index).marked(self.mark)
        }
    }

    /// Gives `var` a name for messages: [`Solver::name`], [`Solver::describe`], and the panics of this model. A later
    /// name replaces an earlier one.
    ///
    /// # Panics
    /// If `var` is of another model.
    #[track_caller]
    pub fn name(&mut self, var: Var, name: impl Into<String>) {
        self.check(var, "the one to be named");
        self.names.set(var, name.into());
    }

    /// A variable that equals `expression`: a substitute for a view such as `x + 1` where a propagator takes a
    /// variable. An expression that is a variable already is that variable; with one term, the new domain has the same
    /// holes; of a sum, it is the range between its bounds.
    ///
    /// ```
    /// use quadrille_engine::{Count, Model, propagators::AllDifferent};
    ///
    /// // Queens on one diagonal have the same row plus column.
    /// let mut model = Model::new();
    /// let queens = model.vars(6, 1..=6);
    /// let mut up: Vec<_> = (0..).zip(&queens).map(|(row, &x)| model.define(x + row)).collect();
    /// let down: Vec<_> = (0..).zip(&queens).map(|(row, &x)| model.define(x - row)).collect();
    /// for line in [&queens, &up, &down] {
    ///     model.post(AllDifferent::new(line));
    /// }
    /// assert_eq!(model.solver().solutions().count(), Count::Exactly(4));
    /// ```
    ///
    /// # Panics
    /// If its values leave `i32` or span more than [`MAX_WIDTH`], or a variable is of another model.
    #[track_caller]
    pub fn define(&mut self, expression: impl Into<Expression>) -> Var {
        let expression = expression.into().merged();
        for &(_, var) in expression.terms() {
            self.check(var, "one in an expression");
        }
        let (terms, k) = (expression.terms(), expression.constant());
        let fit = |value: i128| {
            i32::try_from(value)
                .unwrap_or_else(|_| panic!("{expression} may be {value}, beyond 32 bits"))
        };
        let var = match *terms {
            [(1, var)] if k == 0 => return var,
            [(c, var)] => {
                let of = |v: i32| fit(i128::from(c) * i128::from(v) + i128::from(k));
                let values: Vec<i32> = self.domain(var).iter().map(of).collect();
                self.var_of(&values)
            }
            _ => {
                let (low, high) = expression.bounds(|var| self.domain(var));
                self.var(fit(low)..=fit(high))
            }
        };
        self.post(expression.eq(var));
        var
    }

    fn owns(&self, var: Var) -> bool {
        var.may_be_of(self.mark) && var.index() < self.declared.len()
    }

    /// Panics if `var` is of another model; `what` describes the variable.
    #[track_caller]
    pub(crate) fn check(&self, var: Var, what: &str) {
        if !self.owns(var) {
            panic!("{var} is not a variable of this model but of another ({what})");
        }
    }

    pub(crate) fn mark(&self) -> Mark {
        self.mark
    }

    /// The declared domain of `var`.
    ///
    /// # Panics
    /// If `var` is of another model.
    #[track_caller]
    pub fn domain(&self, var: Var) -> Domain<'_> {
        self.check(var, "its domain was asked for");
        self.declared[var.index()].domain()
    }

    /// Number of variables.
    pub fn variables(&self) -> usize {
        self.declared.len()
    }

    /// Starts a rule: constraints posted from here on belong to it, until the next call. The text is the rule in
    /// the problem's own words and place, such as `row 10: prime`.
    pub fn rule(&mut self, text: impl Into<String>) -> RuleId {
        self.rule = RuleId(self.rules.len() as u32);
        self.rules.push(text.into());
        self.rule
    }

    /// Returns to a rule that was started before, for the constraints posted from here on; returns the one that was in
    /// force. [`RuleId::NAMELESS`] is for what belongs to no rule, such as the definition of a variable that several
    /// rules use.
    ///
    /// # Panics
    /// If there is no such rule.
    pub fn resume(&mut self, rule: RuleId) -> RuleId {
        assert!(rule.index() < self.rules.len(), "a rule of another model");
        std::mem::replace(&mut self.rule, rule)
    }

    /// Number of constraints posted so far.
    pub fn propagator_count(&self) -> usize {
        self.constraints.len()
    }

    /// Adds a constraint, or a comparison of expressions such as `x.lt(y)`.
    ///
    /// # Panics
    /// If it is over a variable of another model. A constraint that does not name its variables
    /// ([`Constraint::for_each_var`](crate::Constraint::for_each_var)) is checked when the solver is made; the message
    /// then names this line.
    #[track_caller]
    pub fn post(&mut self, constraint: impl IntoConstraint) -> PropagatorId {
        let constraint = constraint.into_constraint(self);
        let name = constraint.name();
        let mut foreign = None;
        constraint.for_each_var(&mut |var| {
            if !self.owns(var) {
                foreign = Some(var);
            }
        });
        if let Some(var) = foreign {
            panic!("`{name}` is over {var}, which is not a variable of this model but of another");
        }
        let id = PropagatorId(self.constraints.len() as u32);
        self.constraints.push(Posted {
            constraint,
            rule: self.rule,
            at: Location::caller(),
        });
        id
    }

    /// Names the decision variables: two solutions differ if they differ in one of these. All others are witnesses: for
    /// each solution one value of each is searched for, and they are not enumerated. Without a call every variable is a
    /// decision. Later calls add to earlier ones.
    ///
    /// # Panics
    /// If one is of another model.
    #[track_caller]
    pub fn decide(&mut self, vars: &[Var]) {
        for &var in vars {
            self.check(var, "a decision");
        }
        let decisions = self.decisions.get_or_insert_default();
        decisions.extend_from_slice(vars);
    }

    /// Minimises `Σ coefficient · variable` by branch and bound: each solution found is smaller than the one before, so
    /// the last is a minimum.
    ///
    /// # Panics
    /// If an objective is set already, a coefficient is `i64::MIN`, or a variable is of another model.
    #[track_caller]
    pub fn minimise(&mut self, terms: &[(i64, Var)]) {
        assert!(self.objective.is_none(), "a model has one objective");
        assert!(
            terms.iter().all(|&(c, _)| c != i64::MIN),
            "a coefficient of i64::MIN"
        );
        self.rule("better than the best so far");
        let (objective, better_than) = Objective::new(terms);
        let id = self.post(better_than);
        self.objective = Some(objective.posted_as(id));
    }

    /// Maximises `Σ coefficient · variable`; see [`minimise`](Self::minimise).
    ///
    /// # Panics
    /// As [`minimise`](Self::minimise).
    #[track_caller]
    pub fn maximise(&mut self, terms: &[(i64, Var)]) {
        let negated: Vec<(i64, Var)> = terms.iter().map(|&(c, x)| (c.wrapping_neg(), x)).collect();
        self.minimise(&negated);
    }

    /// Freezes the model. From here on there are no new variables or constraints.
    ///
    /// # Panics
    /// If a constraint that did not name its variables when it was posted has one of another model.
    pub fn solver(self) -> Solver {
        Solver::new(self)
    }

    /// The same, but gives up with `None` if the interrupt is due. It is polled before the first constraint is
    /// attached, and then about once in a millisecond: large constraints take time and memory.
    ///
    /// # Panics
    /// As [`solver`](Self::solver).
    pub fn solver_until(self, interrupt: &Interrupt) -> Option<Solver> {
        Solver::new_until(self, interrupt)
    }
}

#[cfg(test)]
mod tests;
