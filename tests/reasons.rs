//! Each recorded reason explains its change by the one propagator that made it: with the declared domains, the
//! facts given and that rule alone, nothing that was removed has a support. Deep in a walk of decisions, after
//! backtracking, and for failures.

use proptest::prelude::*;
use quadrille_engine::{Literal, Relation, Rng, Solver};

use crate::models::{Blueprint, blueprints, for_each_tuple, run};

/// Tries all assignments of the declared domains that agree with `facts` and give variable `lost` one of the values
/// that it lost: the rule must reject each of them.
fn follows(blueprint: &Blueprint, rule: usize, facts: &[Literal], lost: Option<(usize, &[i32])>) {
    let mut domains = blueprint.domains.clone();
    if let Some((var, values)) = lost {
        domains[var].retain(|v| values.contains(v));
    }
    for fact in facts {
        domains[fact.var.index()].retain(|&v| fact.admits(v));
    }
    if domains.iter().any(Vec::is_empty) {
        return;
    }
    let rule = &blueprint.rules[rule];
    for_each_tuple(&domains, &mut |t| {
        assert!(
            !rule.holds(t),
            "{facts:?} do not explain by {rule:?} why {lost:?}: {t:?} satisfies it"
        );
    });
}

/// Judges every change on record from number `from` on, and the failure if there is one; returns the number of
/// changes.
fn judge(blueprint: &Blueprint, solver: &Solver, from: usize) -> usize {
    for id in solver.changes().skip(from) {
        let (change, past) = solver.change(id);
        let reason = solver.reason(id);
        let var = change.var.expect("a recorded change has a variable");
        let lost: Vec<i32> = change.removed().collect();
        assert!(!lost.is_empty(), "a change that removed nothing");
        assert_eq!(past.domain(var), change.before);
        let Some(propagator) = reason.propagator else {
            assert!(reason.facts.is_empty());
            continue;
        };
        assert!(solver.scope(propagator).contains(&var));
        for fact in &reason.facts {
            assert!(
                past.domain(fact.var).iter().all(|v| fact.admits(v)),
                "{fact} did not hold before {var} lost {lost:?}"
            );
        }
        let lost = Some((var.index(), &lost[..]));
        follows(blueprint, propagator.index(), &reason.facts, lost);
    }
    if let Some(reason) = solver.failure_reason() {
        for fact in &reason.facts {
            assert!(
                solver.domain(fact.var).iter().all(|v| fact.admits(v)),
                "{fact} did not hold when propagation failed"
            );
        }
        if let Some(propagator) = reason.propagator {
            assert_eq!(solver.culprit(), Some(propagator));
            follows(blueprint, propagator.index(), &reason.facts, None);
        }
    }
    solver.changes().count()
}

fn check((blueprint, seed): (Blueprint, u64)) {
    let mut rng = Rng::new(seed);
    let (model, vars) = blueprint.model();
    let mut solver = model.solver();
    solver.record();
    let failed = solver.propagate().is_err();
    let mut judged = judge(&blueprint, &solver, 0);
    if failed {
        return;
    }
    for _ in 0..16 {
        let open: Vec<_> = vars
            .iter()
            .copied()
            .filter(|&var| solver.value(var).is_none())
            .collect();
        if open.is_empty() || solver.level() > 0 && rng.below(5) == 0 {
            if solver.level() == 0 {
                break;
            }
            solver.pop();
            // The remaining changes were recorded on other levels; their reasons must read the same domains as before.
            judged = judge(&blueprint, &solver, 0);
            continue;
        }
        solver.push();
        let var = open[rng.below(open.len() as u64) as usize];
        let values: Vec<i32> = solver.domain(var).iter().collect();
        let relations = [
            Relation::Is,
            Relation::IsNot,
            Relation::AtMost,
            Relation::AtLeast,
        ];
        let decision = Literal {
            var,
            relation: relations[rng.below(4) as usize],
            value: values[rng.below(values.len() as u64) as usize],
        };
        // A decision that leaves nothing is itself a failure.
        let outcome = solver.assume(decision).and_then(|_| solver.propagate());
        judged = judge(&blueprint, &solver, judged);
        if outcome.is_err() {
            assert!(solver.failure_reason().is_some());
            solver.pop();
            judged = judge(&blueprint, &solver, 0);
        }
    }
}

#[test]
fn every_reason_explains_its_change_by_its_rule_alone() {
    run(1500, 5, &(blueprints(5), any::<u64>()), check);
}

/// `cargo test --release --test tests -- --ignored reasons`
#[test]
#[ignore = "a hundred thousand models take minutes; QUADRILLE_SEED varies them"]
fn every_reason_explains_its_change_by_its_rule_alone_at_length() {
    let seed = std::env::var("QUADRILLE_SEED").map_or(6, |text| text.parse().expect("a number"));
    run(100_000, seed, &(blueprints(5), any::<u64>()), check);
}
