//! Building a model: variables, propagators, rules, decisions and an objective. Inert data until solved.

use std::ops::RangeInclusive;
use std::time::Instant;

use crate::domain::Domain;
use crate::kernel::{Wide, pack};
use crate::objective::Objective;
use crate::propagator::Propagator;
use crate::solver::Solver;
use crate::trail::Trail;
use crate::var::{PropagatorId, RuleId, Var};

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
#[derive(Debug)]
pub struct Model {
    declared: Vec<Declared>,
    pub(crate) propagators: Vec<(Box<dyn Propagator>, RuleId)>,
    pub(crate) rules: Vec<String>,
    rule: RuleId,
    pub(crate) decisions: Option<Vec<Var>>,
    pub(crate) objective: Option<Objective>,
    pub(crate) started: Instant,
}

#[derive(Debug)]
enum Declared {
    Narrow(u64),
    Wide { offset: i32, words: Vec<u64> },
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
            declared: Vec::new(),
            propagators: Vec::new(),
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
    /// If the range is empty or spans more than [`MAX_WIDTH`] values.
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
            Var::narrow(index)
        } else {
            self.declared.push(Declared::Wide { offset, words });
            Var::wide(index)
        }
    }

    /// The declared domain of `var`.
    ///
    /// # Panics
    /// If `var` is not of this model.
    pub fn domain(&self, var: Var) -> Domain<'_> {
        match &self.declared[var.index()] {
            Declared::Narrow(bits) => Domain::new(0, std::slice::from_ref(bits)),
            Declared::Wide { offset, words } => Domain::new(*offset, words),
        }
    }

    /// Number of variables.
    pub fn variables(&self) -> usize {
        self.declared.len()
    }

    /// Starts a rule: propagators posted from here on stand for it, until the next call. The text is the rule in
    /// the problem's own words and place, such as `row 10: prime`.
    pub fn rule(&mut self, text: impl Into<String>) -> RuleId {
        self.rule = RuleId(self.rules.len() as u32);
        self.rules.push(text.into());
        self.rule
    }

    /// Goes back to a rule that was started before, for the propagators posted from here on; returns the one that was in
    /// force. [`RuleId::NAMELESS`] is for what is part of no rule, such as the definition of a variable that several
    /// rules use.
    ///
    /// # Panics
    /// If there is no such rule.
    pub fn resume(&mut self, rule: RuleId) -> RuleId {
        assert!(rule.index() < self.rules.len(), "a rule of another model");
        std::mem::replace(&mut self.rule, rule)
    }

    /// Number of propagators posted so far.
    pub fn propagator_count(&self) -> usize {
        self.propagators.len()
    }

    /// Adds a propagator.
    pub fn post(&mut self, propagator: impl Propagator + 'static) -> PropagatorId {
        self.post_boxed(Box::new(propagator))
    }

    /// Adds a propagator that is boxed already.
    pub fn post_boxed(&mut self, propagator: Box<dyn Propagator>) -> PropagatorId {
        let id = PropagatorId(self.propagators.len() as u32);
        self.propagators.push((propagator, self.rule));
        id
    }

    /// Names the decision variables: two solutions differ if they differ in one of these. All others are
    /// witnesses: a value for each is searched once for each solution and not enumerated. Without a call every
    /// variable is a decision. Later calls add to earlier ones.
    pub fn decide(&mut self, vars: &[Var]) {
        let decisions = self.decisions.get_or_insert_default();
        decisions.extend_from_slice(vars);
    }

    /// Asks for solutions of ever smaller `Σ coefficient · variable`, by branch and bound: each solution found is
    /// smaller than the one before, so the last is a minimum.
    ///
    /// # Panics
    /// If an objective is set already, or a coefficient is `i64::MIN`.
    pub fn minimise(&mut self, terms: &[(i64, Var)]) {
        assert!(self.objective.is_none(), "a model has one objective");
        assert!(
            terms.iter().all(|&(c, _)| c != i64::MIN),
            "a coefficient of i64::MIN"
        );
        self.rule("better than the best so far");
        let (objective, propagator) = Objective::new(terms);
        let id = self.post(propagator);
        self.objective = Some(objective.posted_as(id));
    }

    /// Asks for solutions of ever larger `Σ coefficient · variable`; see [`minimise`](Self::minimise).
    ///
    /// # Panics
    /// If an objective is set already, or a coefficient is `i64::MIN`.
    pub fn maximise(&mut self, terms: &[(i64, Var)]) {
        let negated: Vec<(i64, Var)> = terms.iter().map(|&(c, x)| (c.wrapping_neg(), x)).collect();
        self.minimise(&negated);
    }

    /// Freezes the model. From here on there are no new variables or propagators.
    ///
    /// # Panics
    /// If a propagator or decision names a variable of another model.
    pub fn solver(self) -> Solver {
        Solver::new(self)
    }

    /// The same, as long as `go_on` says so, which is asked before the first propagator lays out what it needs to run,
    /// and then about once in a millisecond: large ones take time and memory. `None` if it was broken off.
    ///
    /// # Panics
    /// As [`solver`](Self::solver).
    pub fn solver_while(self, go_on: impl FnMut() -> bool) -> Option<Solver> {
        Solver::new_while(self, go_on)
    }

    /// Lays out the domains: a word for each variable, then the words of the wide ones.
    pub(crate) fn lay_out(&self) -> (Trail, Vec<Option<Wide>>) {
        let mut trail = Trail::default();
        let any_wide = self
            .declared
            .iter()
            .any(|d| matches!(d, Declared::Wide { .. }));
        let mut wide = Vec::new();
        trail.allocate(self.declared.iter().map(|declared| match declared {
            Declared::Narrow(bits) => *bits,
            Declared::Wide { offset, words } => {
                let view = Domain::new(*offset, words);
                let (min, max) = (
                    view.min().expect("not empty"),
                    view.max().expect("not empty"),
                );
                pack((min - offset) as u32, (max - offset) as u32)
            }
        }));
        if any_wide {
            for declared in &self.declared {
                wide.push(match declared {
                    Declared::Narrow(_) => None,
                    Declared::Wide { offset, words } => Some(Wide {
                        start: trail.allocate(words.iter().copied()),
                        len: words.len() as u32,
                        offset: *offset,
                    }),
                });
            }
        }
        (trail, wide)
    }
}
