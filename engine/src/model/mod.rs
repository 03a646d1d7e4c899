//! Building a model: variables, constraints, rules, decisions and an objective. Inert data until solved.

use crate::clock::Instant;
use std::ops::RangeInclusive;
use std::panic::Location;

use smallvec::{SmallVec, smallvec};

use crate::constraint::{AnyConstraint, Constraint};
use crate::domain::Domain;
use crate::store::Declared;
use crate::var::{MAX_VARIABLES, Mark, Names, PropagatorId, RuleId, Var};

/// The largest number of values between the bounds of a wide variable.
pub const MAX_WIDTH: usize = 1 << 20;

/// A problem under construction. Posting never propagates and never fails; the first propagation happens in the
/// [`Solver`](crate::Solver) made from it.
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
    pub(crate) objective: Option<Minimised>,
    pub(crate) started: Instant,
}

/// The expression that a model minimises.
#[derive(Clone, Debug)]
pub(crate) struct Minimised {
    pub(crate) terms: Vec<(i64, Var)>,
    pub(crate) rule: RuleId,
    pub(crate) at: &'static Location<'static>,
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
        Self {
            mark: self.mark,
            declared: self.declared.clone(),
            names: self.names.clone(),
            constraints: self.constraints.clone(),
            rules: self.rules.clone(),
            rule: self.rule,
            decisions: self.decisions.clone(),
            objective: self.objective.clone(),
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
        self.declare(min..=max, values.iter().copied())
    }

    /// A variable with those values of `range` that pass `test`.
    ///
    /// # Panics
    /// If none does, or `range` spans more than [`MAX_WIDTH`] values.
    pub fn var_where(&mut self, range: RangeInclusive<i32>, test: impl Fn(i32) -> bool) -> Var {
        self.declare(range.clone(), range.filter(|&value| test(value)))
    }

    /// A variable with these values, which lie in `range`.
    fn declare(&mut self, range: RangeInclusive<i32>, values: impl Iterator<Item = i32>) -> Var {
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
        let mut words: SmallVec<[u64; 1]> = smallvec![0; width.div_ceil(64)];
        for value in values {
            let bit = (value - offset) as usize;
            words[bit / 64] |= 1 << (bit % 64);
        }
        assert!(
            words.iter().any(|&w| w != 0),
            "no value of {low}..={high} is left"
        );
        if narrow {
            self.declared.push(Declared::Narrow(words[0]));
            Var::narrow(index).marked(self.mark)
        } else {
            let words = words.into_vec();
            self.declared.push(Declared::Wide { offset, words });
            Var::wide(index).marked(self.mark)
        }
    }

    /// Gives `var` a name for messages: [`Solver::name`](crate::Solver::name),
    /// [`Solver::describe`](crate::Solver::describe), and the panics of this model. A later name replaces an earlier
    /// one.
    ///
    /// # Panics
    /// If `var` is of another model.
    #[track_caller]
    pub fn name(&mut self, var: Var, name: impl Into<String>) {
        self.check(var, "the one to be named");
        self.names.set(var, name.into());
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

    /// The rule that constraints are posted under.
    pub fn current_rule(&self) -> RuleId {
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

    /// The rule that each constraint posted so far belongs to, in the order of posting.
    pub fn posted_under(&self) -> impl Iterator<Item = RuleId> {
        self.constraints.iter().map(|posted| posted.rule)
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
        for &(_, var) in terms {
            self.check(var, "one of the objective");
        }
        let before = self.rule;
        self.objective = Some(Minimised {
            terms: terms.to_vec(),
            rule: self.rule("better than the best so far"),
            at: Location::caller(),
        });
        self.rule = before;
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
}

/// What [`Model::post`] takes: any [`Constraint`], or a [`Comparison`](crate::Comparison) such as `x.lt(y)`.
pub trait IntoConstraint {
    /// The constraint to post.
    fn into_constraint(self, model: &Model) -> AnyConstraint;
}

impl<C: Constraint> IntoConstraint for C {
    fn into_constraint(self, _: &Model) -> AnyConstraint {
        AnyConstraint::new(self)
    }
}

#[cfg(test)]
mod tests;
