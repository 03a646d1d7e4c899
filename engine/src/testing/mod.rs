//! A test kit for propagators (feature `testing`): given how to post one and which assignments it accepts, it checks
//! the propagator against its contract by brute force.
//!
//! ```
//! use quadrille_engine::{propagators::NotEqual, testing::{PropagatorTest, Strength}};
//!
//! PropagatorTest::new(
//!     |model, vars| { model.post(NotEqual::with_offset(vars[0], vars[1], 1)); },
//!     |values| values[0] != values[1] + 1,
//! )
//! .strength(Strength::Domain)
//! .random(100, 2, 0..=6);
//! ```

mod boxes;
#[cfg(test)]
pub(crate) mod graphs;
#[cfg(test)]
#[path = "../../examples/shared/queens.rs"]
pub(crate) mod queens;
mod reasons;
#[cfg(test)]
pub(crate) mod samples;
mod sharpness;
mod switches;
#[cfg(test)]
mod tests;

use std::fmt::Write as _;
use std::ops::RangeInclusive;

use fxhash::FxHashSet;

use crate::literal::Literal;
use crate::model::Model;
use crate::random::Rng;
use crate::reason::KnownReasons;
use crate::search::Count;
use crate::solver::Solver;
use crate::var::{PropagatorId, Var};
use boxes::{Boxes, for_each_tuple, inside, read};

pub use boxes::random_domain;
pub use sharpness::Sharpness;

/// What a propagator promises about the domains after a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Strength {
    /// No supported value is removed, and full assignments are decided correctly; nothing more.
    Sound,
    /// Each bound of each variable also has a support among the integers between the bounds of the others, and
    /// there is a failure if none is left: bounds(Z) consistency.
    Bounds,
    /// Each value of each variable also has a support: (generalised) arc consistency.
    Domain,
}

type Post<'a> = Box<dyn Fn(&mut Model, &[Var]) + 'a>;
type Accepts<'a> = Box<dyn Fn(&[i32]) -> bool + 'a>;

/// A propagator (or a few posted together) under test.
///
/// [`domains`](Self::domains) tests it on given domains, [`random`](Self::random) on many random ones. Each test
/// compares with the plain enumeration of the box, at the root and along random walks of decisions and
/// backtracks: soundness, the promised strength, failure exactly when it must, the same domains incrementally
/// as from scratch, exact restoration, no change when every propagator is run once more, truth of `Entailed`, truth and
/// sufficiency of each recorded reason (by enumeration, and for [`Strength::Domain`] also by propagating its facts
/// alone), of the reason for a part of each change, and of claims about values beyond a bound, monotonicity (smaller
/// domains never keep more), and the exact set of solutions of a full search. If several are posted, each claim of one
/// of them, entailment or a reason, is also compared with that propagator alone on full assignments.
///
/// A violation panics with the seed, the domains and the decisions that lead to it.
#[allow(missing_debug_implementations, reason = "it holds two closures")]
pub struct PropagatorTest<'a> {
    post: Post<'a>,
    accepts: Accepts<'a>,
    strength: Strength,
    idempotent: bool,
    seed: u64,
}

/// The number of full assignments tried with one propagator of several for each of its claims.
const ASKED: usize = 200;

/// The state of one walk.
struct Walk<'r> {
    declared: Boxes,
    rng: &'r mut Rng,
    /// If several propagators are posted: for each a solver with only that one.
    judges: Vec<(Solver, Vec<Var>)>,
    /// The reasons checked so far; a reason stays on the trail for many steps.
    judged: FxHashSet<Judged>,
    /// The reasons given so far.
    known: KnownReasons,
}

/// A propagator, the facts that it gave, and what they explain: a variable with the values that it lost, or a failure.
type Judged = (Option<PropagatorId>, Vec<Literal>, Option<(Var, Vec<i32>)>);

impl Walk<'_> {
    /// Calls `visit` with those of the first few assignments that satisfy propagator number `p` alone.
    fn for_each_accepted(&mut self, p: usize, tuples: &[Vec<i32>], visit: impl Fn(&[i32])) {
        let Some((judge, vars)) = self.judges.get_mut(p) else {
            return;
        };
        // A failure at the root, before any assignment, rejects them all.
        let _ = judge.propagate();
        for tuple in tuples.iter().take(ASKED) {
            judge.push();
            let assumed = vars
                .iter()
                .zip(tuple)
                .try_for_each(|(&var, &value)| judge.assume(Literal::is(var, value)).map(drop));
            if assumed.and_then(|()| judge.propagate()).is_ok() {
                visit(tuple);
            }
            judge.pop();
        }
    }
}

impl<'a> PropagatorTest<'a> {
    /// A test of what `post` posts against the meaning given by `accepts`, which gets the values of all variables in
    /// order. The default strength is [`Strength::Sound`].
    pub fn new(
        post: impl Fn(&mut Model, &[Var]) + 'a,
        accepts: impl Fn(&[i32]) -> bool + 'a,
    ) -> Self {
        Self {
            post: Box::new(post),
            accepts: Box::new(accepts),
            strength: Strength::Sound,
            idempotent: true,
            seed: 0x5eed,
        }
    }

    /// Tests for this strength.
    pub fn strength(self, strength: Strength) -> Self {
        Self { strength, ..self }
    }

    /// Does not compare with domains propagated from scratch. Only for propagators whose relaxation inherently depends
    /// on the order of events, which their documentation must say.
    pub fn order_dependent(self) -> Self {
        Self {
            idempotent: false,
            ..self
        }
    }

    /// Draws random choices from another seed.
    pub fn seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// Tests on `cases` random domains for `n` variables, drawn from `range` with holes, small ones more often.
    ///
    /// # Panics
    /// At the first violation.
    pub fn random(&self, cases: usize, n: usize, range: RangeInclusive<i32>) {
        let mut rng = Rng::new(self.seed);
        for case in 0..cases {
            let boxes: Boxes = (0..n)
                .map(|_| random_domain(&mut rng, range.clone()))
                .collect();
            self.walk(&boxes, &mut rng, case);
        }
    }

    /// Tests on these domains, with a few random walks.
    ///
    /// # Panics
    /// At the first violation, or if a domain is empty.
    pub fn domains(&self, domains: &[&[i32]]) {
        let boxes: Boxes = domains
            .iter()
            .map(|values| {
                let mut values = values.to_vec();
                values.sort_unstable();
                values.dedup();
                values
            })
            .collect();
        let mut rng = Rng::new(self.seed);
        for case in 0..5 {
            self.walk(&boxes, &mut rng, case);
        }
    }

    fn solver(&self, boxes: &Boxes) -> (Solver, Vec<Var>) {
        let (model, vars) = self.model(boxes);
        (model.solver(), vars)
    }

    fn model(&self, boxes: &Boxes) -> (Model, Vec<Var>) {
        let mut model = Model::new();
        let vars: Vec<Var> = boxes.iter().map(|values| model.var_of(values)).collect();
        (self.post)(&mut model, &vars);
        model.decide(&vars);
        (model, vars)
    }

    /// For each propagator a solver with that one alone; none if there is only one, or if there are auxiliary
    /// variables, whose values an assignment of the others does not determine.
    fn judges(&self, boxes: &Boxes) -> Vec<(Solver, Vec<Var>)> {
        let (model, vars) = self.model(boxes);
        let constraints = model.constraints.len();
        if constraints < 2 || model.variables() != vars.len() {
            return Vec::new();
        }
        (0..constraints)
            .map(|p| {
                let (mut model, vars) = self.model(boxes);
                let alone = model.constraints.swap_remove(p);
                model.constraints = vec![alone];
                (model.solver(), vars)
            })
            .collect()
    }

    /// The accepted assignments of the box.
    fn solutions(&self, boxes: &Boxes) -> Vec<Vec<i32>> {
        let mut found = Vec::new();
        for_each_tuple(boxes, &mut |tuple| {
            if (self.accepts)(tuple) {
                found.push(tuple.to_vec());
            }
        });
        found
    }

    /// All checks on one box: root, full search, and a random walk.
    fn walk(&self, boxes: &Boxes, rng: &mut Rng, case: usize) {
        let all = self.solutions(boxes);
        let story = format!("seed {:#x}, case {case}\ndomains {boxes:?}\n", self.seed);
        self.full_search(boxes, &all, &story);
        let (mut solver, vars) = self.solver(boxes);
        solver.record();
        let walk = &mut Walk {
            declared: boxes.clone(),
            rng,
            judges: self.judges(boxes),
            judged: FxHashSet::default(),
            known: KnownReasons::default(),
        };
        if !self.propagate_and_check(&mut solver, &vars, boxes, &all, walk, &story) {
            return;
        }
        let mut levels: Vec<(Boxes, String)> = Vec::new();
        let mut now = read(&solver, &vars);
        let mut story = story;
        for _ in 0..8 + 2 * vars.len() {
            let open: Vec<usize> = (0..vars.len()).filter(|&i| now[i].len() > 1).collect();
            if !levels.is_empty() && (open.is_empty() || walk.rng.below(4) == 0) {
                solver.pop();
                (now, story) = levels.pop().expect("not empty");
                assert_eq!(read(&solver, &vars), now, "not restored\n{story}");
                continue;
            }
            if open.is_empty() {
                break;
            }
            levels.push((now.clone(), story.clone()));
            solver.push();
            // Several decisions at once, so that one run gets several events; sometimes many, so that it also meets what
            // propagation after each of them would have ruled out.
            let most = if walk.rng.below(4) == 0 {
                2 * open.len()
            } else {
                3
            };
            for _ in 0..=walk.rng.below(most as u64) {
                let i = open[walk.rng.below(open.len() as u64) as usize];
                let value = now[i][walk.rng.below(now[i].len() as u64) as usize];
                let literal = match walk.rng.below(4) {
                    0 => Literal::is(vars[i], value),
                    1 => Literal::at_most(vars[i], value),
                    2 => Literal::at_least(vars[i], value),
                    _ => Literal::is_not(vars[i], value),
                };
                if now[i].iter().any(|&v| literal.admits(v)) {
                    solver.assume(literal).expect("a value is left");
                    now[i].retain(|&v| literal.admits(v));
                    let _ = writeln!(story, "assume {literal}");
                }
            }
            let left: Vec<Vec<i32>> = all
                .iter()
                .filter(|tuple| inside(tuple, &now))
                .cloned()
                .collect();
            if self.propagate_and_check(&mut solver, &vars, &now, &left, walk, &story) {
                now = read(&solver, &vars);
            } else {
                solver.pop();
                (now, story) = levels.pop().expect("just pushed");
                assert_eq!(
                    read(&solver, &vars),
                    now,
                    "not restored after a failure\n{story}"
                );
            }
        }
    }

    /// Propagates and checks everything about the result. False if it failed.
    fn propagate_and_check(
        &self,
        solver: &mut Solver,
        vars: &[Var],
        before: &Boxes,
        solutions: &[Vec<i32>],
        walk: &mut Walk<'_>,
        story: &str,
    ) -> bool {
        let outcome = solver.propagate();
        self.reasons(solver, vars, walk, story);
        let scratch = self.idempotent.then(|| {
            let (mut fresh, vars) = self.solver(before);
            fresh.propagate().ok().map(|()| read(&fresh, &vars))
        });
        if outcome.is_err() {
            assert!(
                solutions.is_empty(),
                "failed in spite of {:?}\n{story}",
                solutions[0]
            );
            if let Some(scratch) = scratch {
                assert_eq!(
                    scratch, None,
                    "fails incrementally but not from scratch\n{story}"
                );
            }
            return false;
        }
        let after = read(solver, vars);
        if let Some(scratch) = scratch {
            assert_eq!(
                Some(&after),
                scratch.as_ref(),
                "incremental and from scratch differ\n{story}"
            );
        }
        self.supports(&after, vars, before, solutions, story);
        self.smaller(&after, before, walk.rng, story);
        self.entailed(solver, &after, walk, story);
        solver
            .propagate_all_again()
            .unwrap_or_else(|_| panic!("running again fails\n{story}"));
        assert_eq!(
            read(solver, vars),
            after,
            "running again prunes: a subscription is missing\n{story}"
        );
        true
    }

    /// Removed values have no support, and what is kept has the supports that the strength promises.
    fn supports(
        &self,
        after: &Boxes,
        vars: &[Var],
        before: &Boxes,
        solutions: &[Vec<i32>],
        story: &str,
    ) {
        for (i, values) in after.iter().enumerate() {
            for value in &before[i] {
                let supported = solutions.iter().any(|tuple| tuple[i] == *value);
                let kept = values.contains(value);
                assert!(
                    kept || !supported,
                    "{}={value} was removed and has a support\n{story}",
                    vars[i]
                );
                if self.strength == Strength::Domain {
                    assert!(
                        supported || !kept,
                        "{}={value} was kept without a support\n{story}",
                        vars[i]
                    );
                }
            }
        }
        match self.strength {
            Strength::Sound => {}
            Strength::Domain => assert!(
                !solutions.is_empty(),
                "did not fail without a solution\n{story}"
            ),
            Strength::Bounds => self.bounds(after, vars, story),
        }
        if after.iter().all(|values| values.len() == 1) {
            assert!(!solutions.is_empty(), "accepted {after:?}\n{story}");
        }
    }

    /// What is entailed accepts all that is left.
    fn entailed(&self, solver: &Solver, after: &Boxes, walk: &mut Walk<'_>, story: &str) {
        for p in 0..solver.propagator_count() {
            if solver.is_entailed(PropagatorId(p as u32)) && !walk.judges.is_empty() {
                let mut left = Vec::new();
                for_each_tuple(after, &mut |tuple| left.push(tuple.to_vec()));
                let asked = left.len().min(ASKED);
                let satisfied = std::cell::Cell::new(0);
                walk.for_each_accepted(p, &left, |_| satisfied.set(satisfied.get() + 1));
                assert_eq!(
                    satisfied.get(),
                    asked,
                    "propagator {p} is entailed and rejects what is left\n{story}"
                );
            }
        }
        if solver.propagator_count() > 0
            && (0..solver.propagator_count()).all(|p| solver.is_entailed(PropagatorId(p as u32)))
        {
            for_each_tuple(after, &mut |tuple| {
                assert!(
                    (self.accepts)(tuple),
                    "entailed in spite of {tuple:?}\n{story}"
                );
            });
        }
    }

    /// Each bound has a support within the bounds of the others.
    fn bounds(&self, after: &Boxes, vars: &[Var], story: &str) {
        let hull: Boxes = after
            .iter()
            .map(|values| (values[0]..=values[values.len() - 1]).collect())
            .collect();
        let solutions = self.solutions(&hull);
        assert!(
            !solutions.is_empty(),
            "did not fail without a solution between the bounds\n{story}"
        );
        for (i, values) in after.iter().enumerate() {
            for bound in [values[0], values[values.len() - 1]] {
                assert!(
                    solutions.iter().any(|tuple| tuple[i] == bound),
                    "bound {}={bound} was kept without a support\n{story}",
                    vars[i]
                );
            }
        }
    }

    /// From domains that have lost a few more values, nothing is kept that is not in `after`.
    fn smaller(&self, after: &Boxes, before: &Boxes, rng: &mut Rng, story: &str) {
        if !self.idempotent {
            return;
        }
        let mut less = before.clone();
        for values in &mut less {
            if rng.below(2) == 0 {
                values.retain(|_| rng.below(3) > 0);
            }
        }
        if less.iter().any(Vec::is_empty) {
            return;
        }
        let (mut solver, vars) = self.solver(&less);
        if solver.propagate().is_ok() {
            for (kept, after) in read(&solver, &vars).iter().zip(after) {
                assert!(
                    kept.iter().all(|value| after.contains(value)),
                    "not monotone: from the smaller {less:?} it keeps {kept:?} where it kept {after:?}\n{story}"
                );
            }
        }
    }

    /// A full search finds each accepted assignment once.
    fn full_search(&self, boxes: &Boxes, all: &[Vec<i32>], story: &str) {
        let (mut solver, vars) = self.solver(boxes);
        let mut found: Vec<Vec<i32>> = solver
            .solutions()
            .map(|solution| {
                let solution = solution.expect("no limits are set");
                vars.iter().map(|&var| solution[var]).collect()
            })
            .collect();
        found.sort_unstable();
        assert_eq!(found, all, "a full search finds another set\n{story}");
        assert_eq!(solver.solutions().count(), Count::Exactly(all.len() as u64));
    }
}
