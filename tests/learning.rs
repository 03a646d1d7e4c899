//! Random models searched with learning: every learnt no-good is implied, and the solutions are those of plain
//! enumeration, each once.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use proptest::prelude::*;
use quadrille_engine::branch::{self, ORDERS};
use quadrille_engine::{
    Count, Decisions, Learner, Learning, Limits, Optimum, Relation, Restarts, Search, Solver, Step,
    Stop, Uniqueness, Var,
};

use crate::models::{Blueprint, Rule, blueprints, run};

/// How a model is searched.
#[derive(Clone, Debug)]
struct Way {
    learning: Learning,
    order: &'static str,
    /// After how many nodes the search is stopped and resumed elsewhere.
    pause: u64,
    record: bool,
    /// Coefficients of an objective, by variable.
    objective: Vec<i64>,
}

fn ways() -> impl Strategy<Value = Way> {
    let restarts = [
        Restarts::Never,
        Restarts::Luby { unit: 1 },
        Restarts::Luby { unit: 4 },
    ];
    let decisions = [
        Decisions::Conflicts,
        Decisions::WithWitnesses,
        Decisions::Brancher,
        Decisions::Alternately,
    ];
    (
        prop::sample::select(restarts.to_vec()),
        prop::sample::select(decisions.to_vec()),
        prop::sample::select(vec![0, 3, 1000]),
        prop::sample::select(ORDERS),
        0..30u64,
        any::<bool>(),
        prop::collection::vec(-2..=2i64, 5),
    )
        .prop_map(
            |(restarts, decisions, most, order, pause, record, objective)| {
                let mut learning = Learning::default();
                learning.restarts = restarts;
                learning.decisions = decisions;
                learning.most = most;
                Way {
                    learning,
                    order,
                    pause,
                    record,
                    objective,
                }
            },
        )
}

/// No-goods as a search shows them, with the number of solutions found before.
type Learnt = Arc<Mutex<Vec<Vec<(Var, Vec<i32>)>>>>;

impl Way {
    fn solver(&self, blueprint: &Blueprint) -> Solver {
        let mut solver = blueprint.model().0.solver();
        if self.record {
            solver.record();
        }
        solver
    }

    fn search<'s>(&self, solver: &'s mut Solver) -> Search<'s, Learner> {
        let brancher = branch::named(self.order, "smallest", "binary", 0).expect("known names");
        let search = solver.search().boxed_brancher(brancher);
        search.learn(self.learning.clone())
    }

    fn watched<'s>(&self, solver: &'s mut Solver) -> (Search<'s, Learner>, Learnt) {
        let learnt = Learnt::default();
        let keep = Arc::clone(&learnt);
        let search = self.search(solver).show_learnt(move |no_good| {
            let mut learnt = keep.lock().expect("nobody panicked");
            learnt.push(no_good.to_vec());
        });
        (search, learnt)
    }
}

/// None of these, the solutions still wanted when they were learnt, has all that a no-good forbids.
fn judge(learnt: &Learnt, wanted: &[&Vec<i32>], blueprint: &Blueprint) {
    for no_good in learnt.lock().expect("nobody panicked").drain(..) {
        for solution in wanted {
            let meets = |(var, values): &(Var, Vec<i32>)| values.contains(&solution[var.index()]);
            assert!(
                !no_good.iter().all(meets),
                "{no_good:?} forbids {solution:?} of {blueprint:?}"
            );
        }
    }
}

fn all(way: &Way, blueprint: &Blueprint) {
    let solutions = blueprint.enumerate();
    let expected = blueprint.expected();
    let mut solver = way.solver(blueprint);
    let (mut search, learnt) = way.watched(&mut solver);
    let mut found = BTreeSet::new();
    loop {
        let step = search.step();
        let is_open = |t: &&Vec<i32>| !found.contains(&blueprint.project(t));
        let wanted: Vec<&Vec<i32>> = solutions.iter().filter(is_open).collect();
        judge(&learnt, &wanted, blueprint);
        match step {
            Step::Solution => {
                let solution = search.solution();
                assert!(blueprint.accepts(solution.values()));
                let part = blueprint.project(solution.values());
                assert!(found.insert(part), "{solution:?} is found twice");
            }
            Step::Exhausted => break,
            Step::Stopped(_) => panic!("no limits are set"),
        }
    }
    assert_eq!(found, expected);
    drop(search);
    assert_eq!(solver.level(), 0);
    // The solver is as it was: a search without learning finds the same, and so does another with it.
    let count = Count::Exactly(expected.len() as u64);
    assert_eq!(solver.search().count(), count);
    assert_eq!(way.search(&mut solver).count(), count);
    let same = match way.search(&mut solver).uniqueness() {
        Uniqueness::Nothing => expected.is_empty(),
        Uniqueness::Unique(_) => expected.len() == 1,
        Uniqueness::Several(a, b) => {
            expected.len() > 1 && blueprint.project(a.values()) != blueprint.project(b.values())
        }
        Uniqueness::Stopped(..) => false,
    };
    assert!(same, "uniqueness");
}

/// Stopped and resumed, there and elsewhere.
fn in_parts(way: &Way, blueprint: &Blueprint) {
    let expected = blueprint.expected();
    let mut solver = way.solver(blueprint);
    let mut search = way.search(&mut solver);
    search.set_limits(Limits {
        nodes: Some(way.pause),
        ..Limits::default()
    });
    let mut found = Vec::new();
    loop {
        match search.step() {
            Step::Solution => found.push(blueprint.project(search.solution().values())),
            Step::Exhausted => break,
            Step::Stopped(stop) => {
                assert_eq!(stop, Stop::Nodes);
                break;
            }
        }
    }
    let (open, no_goods) = (search.open_nodes(), search.no_goods());
    for learns in [false, true] {
        let mut elsewhere = found.clone();
        for path in &open {
            let mut solver = way.solver(blueprint);
            let search = match learns {
                false => solver.search().boxed(),
                true => way.search(&mut solver).boxed(),
            };
            let search = search.from(path.clone()).excluding(no_goods.clone());
            for solution in search {
                let solution = solution.expect("no limits are set");
                elsewhere.push(blueprint.project(solution.values()));
            }
        }
        assert_eq!(elsewhere.len(), expected.len(), "learns: {learns}");
        assert_eq!(elsewhere.into_iter().collect::<BTreeSet<_>>(), expected);
    }
    search.set_limits(Limits::default());
    while search.step() == Step::Solution {
        found.push(blueprint.project(search.solution().values()));
    }
    assert_eq!(found.len(), expected.len());
    assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), expected);
}

/// Below a node, and from a level of a solver driven by hand.
fn below_a_node(way: &Way, blueprint: &Blueprint) {
    let mut solver = way.solver(blueprint);
    if solver.propagate().is_err() {
        return;
    }
    let open: Vec<Var> = blueprint.model().1;
    let Some(&var) = open.iter().find(|&&v| solver.value(v).is_none()) else {
        return;
    };
    let value = solver.domain(var).iter().last().expect("not empty");
    let is_inside = |t: &&Vec<i32>| t[var.index()] == value;
    let inside: BTreeSet<Vec<i32>> = blueprint
        .enumerate()
        .iter()
        .filter(is_inside)
        .map(|t| blueprint.project(t))
        .collect();
    let decision = quadrille_engine::Literal::is(var, value);
    let start = quadrille_engine::Path(vec![decision]);
    let count = way.search(&mut solver).from(start).count();
    assert_eq!(count, Count::Exactly(inside.len() as u64));
    solver.push();
    let outcome = solver.assume(decision).and_then(|_| solver.propagate());
    if outcome.is_ok() {
        let count = way.search(&mut solver).count();
        assert_eq!(count, Count::Exactly(inside.len() as u64));
        assert_eq!(solver.level(), 1);
    }
    solver.pop();
    let expected = blueprint.expected().len() as u64;
    assert_eq!(way.search(&mut solver).count(), Count::Exactly(expected));
}

fn optimum(way: &Way, blueprint: &Blueprint) {
    let everything = Blueprint {
        decide: None,
        ..blueprint.clone()
    };
    let value = |t: &[i32]| -> i64 {
        let pairs = t.iter().zip(&way.objective);
        pairs.map(|(&v, &c)| c * i64::from(v)).sum()
    };
    let solutions = everything.enumerate();
    let best = solutions.iter().map(|t| value(t)).min();
    let (mut model, vars) = everything.model();
    let terms = vars.iter().zip(&way.objective);
    let terms: Vec<_> = terms.map(|(&var, &c)| (c, var)).collect();
    model.minimise(&terms);
    let mut solver = model.solver();
    let (mut search, learnt) = way.watched(&mut solver);
    let mut reached = i64::MAX;
    loop {
        let step = search.step();
        let is_better = |t: &&Vec<i32>| value(t) < reached;
        let wanted: Vec<&Vec<i32>> = solutions.iter().filter(is_better).collect();
        judge(&learnt, &wanted, &everything);
        if step != Step::Solution {
            assert_eq!(step, Step::Exhausted);
            break;
        }
        let solution = search.solution();
        assert!(everything.accepts(solution.values()));
        assert!(value(solution.values()) < reached);
        reached = value(solution.values());
    }
    assert_eq!(best.unwrap_or(i64::MAX), reached);
    drop(search);
    let proved = way.search(&mut solver).optimum();
    assert_eq!(matches!(proved, Optimum::Nothing), best.is_none());
}

fn check((blueprint, way): (Blueprint, Way)) {
    all(&way, &blueprint);
    in_parts(&way, &blueprint);
    below_a_node(&way, &blueprint);
    optimum(&way, &blueprint);
}

#[test]
fn two_thousand_models_learnt() {
    run(2000, 21, &(blueprints(5), ways()), check);
}

/// `cargo test --release --test tests -- --ignored learnt_at_length`
#[test]
#[ignore = "a hundred thousand models take minutes; QUADRILLE_SEED varies them"]
fn a_hundred_thousand_models_learnt_at_length() {
    let seed = std::env::var("QUADRILLE_SEED").map_or(22, |text| text.parse().expect("a number"));
    run(100_000, seed, &(blueprints(7), ways()), check);
}

/// More variables, most of two values, and rules of which each leaves most assignments: failures come far enough
/// below the root for reasons to go through several propagators, restarts and forgetting.
fn crowded() -> impl Strategy<Value = Blueprint> {
    let number = || 0..1000usize;
    (
        prop::collection::vec(prop::sample::select(vec![2, 2, 2, 2, 2, 3]), 12),
        prop::collection::vec((number(), number(), number(), number(), number()), 30..56),
        any::<bool>(),
        prop::option::weighted(0.3, Just(vec![0, 2, 3, 5, 8])),
    )
        .prop_map(|(sizes, rules, is_wide, decide)| {
            let low = if is_wide { -1 } else { 0 };
            let domains: Vec<Vec<i32>> = sizes
                .iter()
                .map(|&size| (0..size as i32).map(|v| v + low).collect())
                .collect();
            let rules = rules
                .into_iter()
                .map(|(kind, place, step, x, y)| {
                    let n = sizes.len();
                    let (a, b) = (place % n, (place + 1 + step % (n - 1)) % n);
                    let c = (0..n)
                        .find(|&c| c != a && c != b && (c + x) % 3 > 0)
                        .unwrap_or(a);
                    let value = |of: usize, seed: usize| low + (seed % sizes[of]) as i32;
                    match kind % 60 {
                        0 => Rule::NotEqual(a, b, x as i32 % 2),
                        1 => Rule::Linear(
                            vec![(1, a), (-1, b), (2, c)],
                            Relation::AtMost,
                            5 + i64::from(low),
                        ),
                        2 => Rule::Linear(
                            vec![(1, a), (1, b), (-1, c)],
                            Relation::AtLeast,
                            i64::from(low) - 1,
                        ),
                        3 => Rule::ReifiedLinear(
                            a,
                            vec![(1, b), (1, c)],
                            Relation::AtMost,
                            2 + 2 * i64::from(low),
                        ),
                        4 => Rule::AllDifferentGac(vec![a, b]),
                        _ => Rule::Clause(vec![
                            (a, [Relation::IsNot, Relation::Is][x % 2], value(a, y)),
                            (b, [Relation::Is, Relation::IsNot][y % 2], value(b, x / 2)),
                            (
                                c,
                                [Relation::Is, Relation::IsNot][x / 3 % 2],
                                value(c, y / 2),
                            ),
                        ]),
                    }
                })
                .collect();
            Blueprint {
                domains,
                rules,
                decide,
            }
        })
}

#[test]
fn crowded_models_learnt() {
    let learnt = std::cell::Cell::new(0);
    run(800, 23, &(crowded(), ways()), |(blueprint, way)| {
        all(&way, &blueprint);
        optimum(&way, &blueprint);
        let mut solver = way.solver(&blueprint);
        let mut search = way.search(&mut solver);
        while search.step() == Step::Solution {}
        learnt.set(learnt.get() + search.stats().learnt);
    });
    // Otherwise the models are too easy to test anything.
    assert!(learnt.get() > 1000, "{} no-goods", learnt.get());
}
