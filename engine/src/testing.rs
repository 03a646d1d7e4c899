//! A test kit for propagators (feature `testing`): give it how to post one and which assignments it accepts, and
//! it holds the propagator to its contract by brute force.
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

use std::fmt::Write as _;
use std::ops::RangeInclusive;

use crate::literal::Literal;
use crate::model::Model;
use crate::random::Rng;
use crate::search::Count;
use crate::solver::Solver;
use crate::var::{PropagatorId, Var};

/// What a propagator promises of the domains that it leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strength {
    /// No supported value is lost, and a full assignment is judged rightly; nothing more.
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
/// as from scratch, exact restoration, nothing left to do when every propagator is run once more, truth of
/// `Entailed`, truth and sufficiency of each recorded reason, and the exact set of solutions of a full search.
///
/// A violation panics with the domains and the decisions that lead to it.
#[allow(missing_debug_implementations, reason = "it holds two closures")]
pub struct PropagatorTest<'a> {
    post: Post<'a>,
    accepts: Accepts<'a>,
    strength: Strength,
    idempotent: bool,
    seed: u64,
}

/// The domains of all variables, as sorted lists.
type Boxes = Vec<Vec<i32>>;

impl<'a> PropagatorTest<'a> {
    /// A test of what `post` posts against the meaning given by `accepts`, which sees the values of all variables
    /// in order. The strength is [`Strength::Sound`] until said otherwise.
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

    /// Holds it to this strength.
    pub fn strength(self, strength: Strength) -> Self {
        Self { strength, ..self }
    }

    /// Does not compare with domains propagated from scratch. Only for propagators whose relaxation truly depends
    /// on the order of events, which must be documented there.
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
        for _ in 0..cases {
            let boxes: Boxes = (0..n)
                .map(|_| random_domain(&mut rng, range.clone()))
                .collect();
            self.walk(&boxes, &mut rng);
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
        for _ in 0..5 {
            self.walk(&boxes, &mut rng);
        }
    }

    fn solver(&self, boxes: &Boxes) -> (Solver, Vec<Var>) {
        let mut model = Model::new();
        let vars: Vec<Var> = boxes.iter().map(|values| model.var_of(values)).collect();
        (self.post)(&mut model, &vars);
        model.decide(&vars);
        (model.solver(), vars)
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

    /// The whole battery on one box: root, full search, and a random walk.
    fn walk(&self, boxes: &Boxes, rng: &mut Rng) {
        let all = self.solutions(boxes);
        self.full_search(boxes, &all);
        let (mut solver, vars) = self.solver(boxes);
        solver.record();
        let story = format!("domains {boxes:?}\n");
        if !self.settle(&mut solver, &vars, boxes, &all, boxes, &story) {
            return;
        }
        let mut levels: Vec<(Boxes, String)> = Vec::new();
        let mut now = read(&solver, &vars);
        let mut story = story;
        for _ in 0..8 + 2 * vars.len() {
            let open: Vec<usize> = (0..vars.len()).filter(|&i| now[i].len() > 1).collect();
            if !levels.is_empty() && (open.is_empty() || rng.below(4) == 0) {
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
            // Several decisions at once, so that one run meets several events.
            for _ in 0..=rng.below(3) {
                let i = open[rng.below(open.len() as u64) as usize];
                let value = now[i][rng.below(now[i].len() as u64) as usize];
                let literal = match rng.below(4) {
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
            if self.settle(&mut solver, &vars, &now, &left, boxes, &story) {
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

    /// Propagates and checks everything that can be said of the result. False if it failed.
    fn settle(
        &self,
        solver: &mut Solver,
        vars: &[Var],
        before: &Boxes,
        solutions: &[Vec<i32>],
        declared: &Boxes,
        story: &str,
    ) -> bool {
        let outcome = solver.propagate();
        self.reasons(solver, vars, declared, story);
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
            Strength::Bounds => self.bounds(&after, vars, story),
        }
        if after.iter().all(|values| values.len() == 1) {
            assert!(!solutions.is_empty(), "accepted {after:?}\n{story}");
        }
        if solver.propagator_count() > 0
            && (0..solver.propagator_count()).all(|p| solver.is_entailed(PropagatorId(p as u32)))
        {
            for_each_tuple(&after, &mut |tuple| {
                assert!(
                    (self.accepts)(tuple),
                    "entailed in spite of {tuple:?}\n{story}"
                );
            });
        }
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

    /// Each recorded reason held before its change, and the change follows from it.
    fn reasons(&self, solver: &Solver, vars: &[Var], declared: &Boxes, story: &str) {
        if solver.variables() != vars.len() {
            // Auxiliary variables: brute force over the named ones cannot judge facts about the others.
            return;
        }
        for id in solver.changes() {
            let reason = solver.reason(id);
            if reason.propagator.is_none() {
                continue;
            }
            let (change, past) = solver.change(id);
            let var = change.var.expect("a recorded change has a variable");
            let removed: Vec<i32> = change.removed().collect();
            for fact in &reason.facts {
                assert!(
                    past.domain(fact.var).iter().all(|v| fact.admits(v)),
                    "{fact} is given as a reason but did not hold\n{story}"
                );
            }
            for_each_tuple(declared, &mut |tuple| {
                let holds = reason.facts.iter().all(|f| f.admits(tuple[f.var.index()]));
                assert!(
                    !(holds && removed.contains(&tuple[var.index()]) && (self.accepts)(tuple)),
                    "{:?} do not explain why {var} lost {removed:?}: {tuple:?}\n{story}",
                    reason.facts
                );
            });
        }
        if let Some(reason) = solver.failure_reason()
            && reason.propagator.is_some()
        {
            for fact in &reason.facts {
                assert!(
                    solver.domain(fact.var).iter().all(|v| fact.admits(v)),
                    "{fact} is given as a reason of the failure but did not hold\n{story}"
                );
            }
            for_each_tuple(declared, &mut |tuple| {
                let holds = reason.facts.iter().all(|f| f.admits(tuple[f.var.index()]));
                assert!(
                    !(holds && (self.accepts)(tuple)),
                    "{:?} do not explain the failure: {tuple:?}\n{story}",
                    reason.facts
                );
            });
        }
    }

    /// A full search finds each accepted assignment once.
    fn full_search(&self, boxes: &Boxes, all: &[Vec<i32>]) {
        let (mut solver, vars) = self.solver(boxes);
        let mut found: Vec<Vec<i32>> = solver
            .solutions()
            .map(|solution| {
                let solution = solution.expect("no limits are set");
                vars.iter().map(|&var| solution[var]).collect()
            })
            .collect();
        found.sort_unstable();
        assert_eq!(
            found, all,
            "a full search finds another set\ndomains {boxes:?}"
        );
        assert_eq!(solver.solutions().count(), Count::Exactly(all.len() as u64));
    }
}

fn read(solver: &Solver, vars: &[Var]) -> Boxes {
    vars.iter()
        .map(|&var| solver.domain(var).iter().collect())
        .collect()
}

fn inside(tuple: &[i32], boxes: &Boxes) -> bool {
    tuple
        .iter()
        .zip(boxes)
        .all(|(value, values)| values.contains(value))
}

/// Calls `f` with each tuple of the box, in lexicographic order.
fn for_each_tuple(boxes: &Boxes, f: &mut dyn FnMut(&[i32])) {
    fn descend(boxes: &Boxes, tuple: &mut Vec<i32>, f: &mut dyn FnMut(&[i32])) {
        match boxes.get(tuple.len()) {
            None => f(tuple),
            Some(values) => {
                for &value in values {
                    tuple.push(value);
                    descend(boxes, tuple, f);
                    tuple.pop();
                }
            }
        }
    }
    descend(boxes, &mut Vec::with_capacity(boxes.len()), f);
}

/// A random non-empty subset of `range`: sometimes all of it, sometimes an interval, mostly with holes.
pub fn random_domain(rng: &mut Rng, range: RangeInclusive<i32>) -> Vec<i32> {
    let all: Vec<i32> = range.collect();
    let pick = |rng: &mut Rng| all[rng.below(all.len() as u64) as usize];
    let mut values: Vec<i32> = match rng.below(5) {
        0 => all.clone(),
        1 => {
            let (a, b) = (pick(rng), pick(rng));
            (a.min(b)..=a.max(b)).collect()
        }
        2 => all.iter().copied().filter(|_| rng.below(4) > 0).collect(),
        _ => all.iter().copied().filter(|_| rng.below(2) == 0).collect(),
    };
    if values.is_empty() {
        values.push(pick(rng));
    }
    values
}

#[cfg(test)]
mod tests {
    //! The kit must bite: each of these propagators is broken in one way, and is caught.

    use super::*;
    use crate::event::Events;
    use crate::propagator::{Conflict, Context, Propagator, Scope, Status};
    use crate::reason::{Change, Past};

    /// `x < y`, broken on request.
    #[derive(Clone, Copy, Debug)]
    struct Less {
        x: Var,
        y: Var,
        flaw: Flaw,
        /// Memory that backtracking does not restore, as it should.
        asleep: bool,
    }

    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    enum Flaw {
        Nothing,
        RemovesTooMuch,
        RemovesTooLittle,
        NeverFails,
        MissesAnEvent,
        Forgets,
        ClaimsEntailment,
        ClaimsFixpoint,
        GivesNoReason,
        GivesAnUntrueReason,
    }

    impl Propagator for Less {
        fn name(&self) -> &'static str {
            "less"
        }

        fn attach(&mut self, scope: &mut Scope<'_>) {
            scope.on(self.x, Events::MIN);
            if self.flaw == Flaw::MissesAnEvent {
                scope.cover(self.y);
            } else {
                scope.on(self.y, Events::MAX);
            }
        }

        fn propagate(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
            let Less { x, y, flaw, .. } = *self;
            if flaw == Flaw::Forgets && self.asleep {
                return Ok(Status::Fixpoint);
            }
            if flaw == Flaw::NeverFails && cx.min(x) >= cx.max(y) {
                return Ok(Status::Fixpoint);
            }
            let step = if flaw == Flaw::RemovesTooMuch { 2 } else { 1 };
            cx.at_least(y, cx.min(x) + step)?;
            if flaw == Flaw::ClaimsFixpoint && cx.size(x) > 2 {
                // The other half is put off to a run that will not come.
                return Ok(Status::Fixpoint);
            }
            if flaw != Flaw::RemovesTooLittle {
                cx.at_most(x, cx.max(y) - 1)?;
            }
            self.asleep = cx.max(x) < cx.min(y);
            let entailed = self.asleep || (flaw == Flaw::ClaimsEntailment && cx.size(x) < 3);
            Ok(if entailed {
                Status::Entailed
            } else {
                Status::Fixpoint
            })
        }

        fn explain(&self, change: &Change<'_>, past: &Past<'_>, facts: &mut Vec<Literal>) {
            match self.flaw {
                Flaw::GivesNoReason => {}
                Flaw::GivesAnUntrueReason => {
                    past.describe_scope(facts);
                    let max = change.before.max().unwrap_or(0);
                    facts.push(Literal::at_most(self.x, max - 5));
                }
                _ => past.describe_scope(facts),
            }
        }
    }

    /// Whether the kit finds something wrong.
    fn caught(flaw: Flaw) -> bool {
        std::panic::catch_unwind(|| {
            PropagatorTest::new(
                |model, vars| {
                    model.post(Less {
                        x: vars[0],
                        y: vars[1],
                        flaw,
                        asleep: false,
                    });
                },
                |v| v[0] < v[1],
            )
            .strength(Strength::Domain)
            .random(300, 2, 0..=6);
        })
        .is_err()
    }

    #[test]
    fn every_flaw_is_caught_and_a_sound_propagator_passes() {
        let flaws = [
            Flaw::RemovesTooMuch,
            Flaw::RemovesTooLittle,
            Flaw::NeverFails,
            Flaw::MissesAnEvent,
            Flaw::Forgets,
            Flaw::ClaimsEntailment,
            Flaw::ClaimsFixpoint,
            Flaw::GivesNoReason,
            Flaw::GivesAnUntrueReason,
        ];
        assert!(!caught(Flaw::Nothing));
        for flaw in flaws {
            assert!(caught(flaw), "{flaw:?} passes");
        }
    }

    #[test]
    fn random_domains_are_never_empty_and_stay_in_range() {
        let mut rng = Rng::new(1);
        let mut whole = 0;
        for _ in 0..1000 {
            let domain = random_domain(&mut rng, -2..=3);
            assert!(!domain.is_empty() && domain.is_sorted_by(|a, b| a < b));
            assert!(domain.iter().all(|v| (-2..=3).contains(v)));
            whole += usize::from(domain.len() == 6);
        }
        assert!(
            (100..600).contains(&whole),
            "{whole} of 1000 are the whole range"
        );
    }
}
