//! The same result for any number of threads.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::*;
use crate::branch::{self, named};
use crate::interrupt::Interrupt;
use crate::model::Model;
use crate::propagators::NotEqual;
use crate::search::Count;
use crate::testing;

fn queens(n: usize) -> Model {
    testing::queens::queens(n, 0..=n as i32 - 1)
}

/// `n` free variables of which the first two of each three are decisions.
fn projected(n: usize) -> Model {
    let mut model = Model::new();
    let vars = model.vars(n, 1..=2);
    for pair in vars.windows(2).step_by(3) {
        model.post(NotEqual::new(pair[0], pair[1]));
    }
    let decisions: Vec<Var> = (0..n).filter(|i| i % 3 < 2).map(|i| vars[i]).collect();
    model.decide(&decisions);
    model
}

fn models() -> [(u64, fn() -> Model); 6] {
    [
        // OEIS A000170.
        (0, || queens(3)),
        (1, || queens(1)),
        (92, || queens(8)),
        (724, || queens(10)),
        (4096, || {
            let mut model = Model::new();
            model.vars(6, 0..=3);
            model
        }),
        // Four pairs of different values.
        (16, || projected(12)),
    ]
}

#[test]
fn the_same_for_every_number_of_threads_when_it_learns() {
    for (expected, model) in models() {
        let build = || {
            let brancher = named("smallest", "smallest", "binary", 0).expect("known names");
            (model().solver(), brancher)
        };
        let mut plain = solve(build, 1, &Limits::default()).solutions;
        let decisions = model().solver().decisions().to_vec();
        plain.sort_by_key(|s| decisions.iter().map(|&d| s[d]).collect::<Vec<_>>());
        for threads in [1, 2, 3] {
            let live = Live::new();
            let plan = Plan::new(threads).learn(Learning::default()).live(&live);
            let outcome = plan.run(build);
            assert_eq!((outcome.found, outcome.stopped), (expected, None));
            assert_eq!((live.solutions(), live.share()), (expected, 1.0));
            let parts = |solutions: &[Solution]| -> Vec<Vec<i32>> {
                let part = |s: &Solution| decisions.iter().map(|&d| s[d]).collect();
                solutions.iter().map(part).collect()
            };
            assert_eq!(parts(&outcome.solutions), parts(&plain));
        }
    }
}

#[test]
fn the_same_for_every_number_of_threads() {
    for (expected, model) in models() {
        for (order, values, split) in [
            ("smallest", "largest", "values"),
            ("input", "middle", "binary"),
            ("dom/deg", "smallest", "halving"),
            ("dom/wdeg", "random", "values"),
            ("last-conflict", "smallest", "binary"),
        ] {
            let brancher = || named(order, values, split, 3).expect("known names");
            let build = || (model().solver(), brancher());
            let one = solve(build, 1, &Limits::default());
            assert_eq!((one.found, one.stopped), (expected, None));
            // The order of the tree, or sorted.
            let mut solver = model().solver();
            let decisions = solver.decisions().to_vec();
            let search = solver.search().boxed_brancher(brancher());
            let mut plain: Vec<Solution> = search.map(|s| s.expect("no limits")).collect();
            if !brancher().is_static() {
                plain.sort_by_key(|s| decisions.iter().map(|&d| s[d]).collect::<Vec<_>>());
            }
            assert_eq!(one.solutions, plain);
            for threads in [2, 3, 8] {
                let many = solve(build, threads, &Limits::default());
                assert_eq!((many.found, many.stopped), (expected, None));
                assert_eq!(many.solutions, one.solutions, "{order}, {values}, {split}");
                assert_eq!(many.stats.solutions, expected);
                assert_eq!(many.refuted_by, None, "no root fails");
                if brancher().is_static() {
                    assert_eq!(many.stats.nodes, one.stats.nodes);
                    assert_eq!(many.stats.failures, one.stats.failures);
                    assert_eq!(many.stats.nodes_by_depth, one.stats.nodes_by_depth);
                    assert_eq!(many.stats.peak_depth, one.stats.peak_depth);
                }
                let counted = count(build, threads, &Limits::default());
                assert_eq!(counted.count(), Count::Exactly(expected));
                assert!(counted.solutions.is_empty());
            }
        }
    }
}

#[test]
fn who_failed_at_the_root_is_named() {
    let build = || {
        let mut model = Model::new();
        let vars = model.vars(2, 4..=4);
        let free = model.vars(2, 0..=9);
        model.post(NotEqual::new(free[0], free[1]));
        model.post(NotEqual::new(vars[0], vars[1]));
        (
            model.solver(),
            named("input", "smallest", "values", 0).expect("known names"),
        )
    };
    let posted = build().0.propagators().map(|(id, ..)| id).nth(1);
    for threads in [1, 2, 3] {
        let outcome = solve(build, threads, &Limits::default());
        assert_eq!((outcome.found, outcome.stats.nodes), (0, 1));
        assert_eq!(outcome.refuted_by, posted);
    }
}

#[test]
fn a_limit_on_solutions_keeps_the_same_ones() {
    for (_, model) in models() {
        for order in ["smallest", "dom/wdeg"] {
            let build = || {
                let brancher = named(order, "largest", "values", 0).expect("known names");
                (model().solver(), brancher)
            };
            for most in [0, 1, 2, 50] {
                let limits = Limits {
                    solutions: Some(most),
                    ..Limits::default()
                };
                let one = solve(build, 1, &limits);
                for threads in [2, 3, 8] {
                    let many = solve(build, threads, &limits);
                    assert_eq!(many.solutions, one.solutions, "{order}, {most}");
                    assert_eq!(many.count(), one.count());
                }
            }
        }
    }
}

#[test]
fn work_is_really_shared() {
    let build = || -> Option<(Solver, Box<dyn Brancher>)> {
        Some((queens(11).solver(), Box::new(branch::smallest_domain())))
    };
    let plan = Plan::new(3).keep(false);
    let team = Team::new(3, &plan);
    let reports: Vec<Report> = thread::scope(|scope| {
        let workers: Vec<_> = (0..3)
            .map(|me| {
                let team = &team;
                scope.spawn(move || team.work(me, &build).expect("no objective"))
            })
            .collect();
        workers
            .into_iter()
            .map(|worker| worker.join().expect("no panic"))
            .collect()
    });
    let found: Vec<u64> = reports.iter().map(|r| r.stats.solutions).collect();
    assert_eq!(found.iter().sum::<u64>(), 2680);
    let pieces = team.pool.into_inner().expect("no panic").pieces;
    assert!(pieces.len() > 1, "nothing was handed over");
}

/// Whichever build it is that gives up.
#[test]
fn a_build_that_gives_up_cancels_the_search() {
    for threads in [1, 2, 3] {
        for given_up in 0..threads {
            let builds = AtomicUsize::new(0);
            let build = || -> Option<(Solver, Box<dyn Brancher>)> {
                let number = builds.fetch_add(1, Ordering::Relaxed);
                let solver =
                    queens(16).solver_until(&Interrupt::when(move || number == given_up))?;
                Some((solver, Box::new(branch::smallest_domain())))
            };
            // 14,772,512 solutions: it cannot be through with them.
            let outcome = Plan::new(threads).keep(false).run(build);
            assert_eq!(outcome.stopped, Some(Stop::Interrupted));
            assert!(outcome.found < 14_772_512);
        }
    }
}

/// Restarts after ever more failures, after few, after one.
const POLICIES: [Restarts; 3] = [
    Restarts::Geometric {
        first: 3,
        factor: 1.2,
    },
    Restarts::Luby { unit: 20 },
    Restarts::Luby { unit: 1 },
];

#[test]
fn the_same_with_restarts() {
    for (expected, model) in models() {
        for (order, values, split) in [
            ("dom/wdeg", "saved-phase", "binary"),
            ("conflict-ordering", "random", "values"),
            ("input", "smallest", "halving"),
        ] {
            let build = || {
                let brancher = named(order, values, split, 5).expect("known names");
                (model().solver(), brancher)
            };
            let without = solve(build, 1, &Limits::default());
            let set: BTreeSet<_> = without.solutions.into_iter().collect();
            // Very many restarts are for small models: each goes through all that the earlier ones left behind.
            let most = if expected > 100 { 2 } else { 3 };
            for &restarts in &POLICIES[..most] {
                let plan = |threads| Plan::new(threads).restarts(restarts);
                let one = plan(1).run(build);
                assert_eq!((one.found, one.stopped), (expected, None));
                assert_eq!(one.solutions.len(), set.len());
                assert!(one.solutions.iter().all(|solution| set.contains(solution)));
                let most = Limits {
                    solutions: Some(7),
                    ..Limits::default()
                };
                let first = plan(1).limits(most.clone()).run(build);
                for threads in [2, 3, 8] {
                    let many = plan(threads).run(build);
                    assert_eq!((many.found, many.stopped), (expected, None));
                    assert_eq!(many.solutions, one.solutions, "{order}, {restarts:?}");
                    let some = plan(threads).limits(most.clone()).run(build);
                    assert_eq!(some.solutions, first.solutions, "{order}, {restarts:?}");
                    assert_eq!(some.count(), first.count());
                }
            }
        }
    }
}

/// Parts that are handed over after restarts must not be searched again for what was found before: this needs a
/// search that is long enough for both.
#[test]
fn restarts_and_handing_over_at_once() {
    for restarts in POLICIES {
        let build = || {
            let brancher = named("dom/wdeg", "largest", "values", 0).expect("known names");
            (queens(9).solver(), brancher)
        };
        let outcome = Plan::new(3).restarts(restarts).run(build);
        assert!(outcome.stats.restarts > 10, "{}", outcome.stats.restarts);
        // OEIS A000170.
        assert_eq!((outcome.found, outcome.solutions.len()), (352, 352));
        let different: BTreeSet<_> = outcome.solutions.iter().collect();
        assert_eq!(different.len(), 352);
    }
}

#[test]
fn figures_while_it_runs() {
    let build = || -> (Solver, Box<dyn Brancher>) {
        (queens(9).solver(), Box::new(branch::smallest_domain()))
    };
    for threads in [1, 2, 3] {
        let live = Live::new();
        let outcome = Plan::new(threads).live(&live).run(build);
        assert_eq!(live.nodes(), outcome.stats.nodes);
        assert_eq!(live.failures(), outcome.stats.failures);
        assert_eq!(live.solutions(), 352);
        assert!((live.share() - 1.0).abs() < 1e-6, "{}", live.share());
        // At a solution halfway through: something, but not all.
        let live = Live::new();
        let seen = Mutex::new(Vec::new());
        let look = |_: &Solution| {
            let mut seen = seen.lock().expect("no panic");
            seen.push((live.nodes(), live.share(), live.depth()));
            ControlFlow::Continue(0)
        };
        Plan::new(threads).inspect(&look).live(&live).run(build);
        let seen = seen.into_inner().expect("no panic");
        assert_eq!(seen.len(), 352);
        let (nodes, share, depth) = seen[100];
        assert!(nodes > 100 && nodes < outcome.stats.nodes, "{nodes}");
        assert!(share > 0.0 && share < 1.0, "{share}");
        assert!(depth <= outcome.stats.peak_depth);
    }
    // When one thread takes over, solutions are counted again.
    for order in ["smallest", "dom/wdeg"] {
        let build = || {
            let brancher = named(order, "smallest", "values", 0).expect("known names");
            (queens(9).solver(), brancher)
        };
        let live = Live::new();
        let limits = Limits {
            solutions: Some(5),
            ..Limits::default()
        };
        let outcome = Plan::new(2).limits(limits).live(&live).run(build);
        assert_eq!(outcome.found, 5);
        assert_eq!(live.nodes(), outcome.stats.nodes);
        assert!(order == "smallest" || live.solutions() == 5);
    }
}

#[test]
fn every_solution_is_inspected() {
    // Static, and in need of sorting.
    let build = |order| {
        move || {
            let brancher = named(order, "largest", "binary", 0).expect("known names");
            (queens(8).solver(), brancher)
        }
    };
    for (threads, order) in [
        (1, "smallest"),
        (2, "smallest"),
        (1, "dom/wdeg"),
        (3, "dom/wdeg"),
    ] {
        let build = build(order);
        for keep in [false, true] {
            let seen = Mutex::new(Vec::new());
            let look = |solution: &Solution| {
                let mut seen = seen.lock().expect("no panic");
                seen.push(solution.clone());
                ControlFlow::Continue(seen.len() as u64 - 1)
            };
            let outcome = Plan::new(threads).keep(keep).inspect(&look).run(build);
            let mut seen = seen.into_inner().expect("no panic");
            assert_eq!(outcome.solutions.len(), if keep { 92 } else { 0 });
            let marked = outcome.marks.iter().map(|&mark| &seen[mark as usize]);
            assert!(
                marked.eq(&outcome.solutions),
                "marks go with their solutions"
            );
            seen.sort();
            seen.dedup();
            assert_eq!(seen.len(), 92);
            // Breaking off.
            let left = AtomicU64::new(10);
            let look = |_: &Solution| match left.fetch_sub(1, Ordering::Relaxed) {
                1 => ControlFlow::Break(()),
                _ => ControlFlow::Continue(0),
            };
            let outcome = Plan::new(threads).keep(keep).inspect(&look).run(build);
            assert_eq!(outcome.stopped, Some(Stop::Interrupted));
            assert!((10..92).contains(&outcome.found), "{}", outcome.found);
        }
    }
}

#[test]
fn some_solutions_are_inspected() {
    let build = || -> (Solver, Box<dyn Brancher>) {
        (queens(8).solver(), Box::new(branch::smallest_domain()))
    };
    for threads in [1, 2] {
        let (asked, seen) = (AtomicU64::new(0), AtomicU64::new(0));
        let wants = || asked.fetch_add(1, Ordering::Relaxed).is_multiple_of(10);
        let look = |_: &Solution| {
            seen.fetch_add(1, Ordering::Relaxed);
            ControlFlow::Continue(0)
        };
        let plan = Plan::new(threads).inspect(&look).sample(&wants);
        assert_eq!(plan.clone().keep(false).run(build).found, 92);
        assert_eq!((asked.into_inner(), seen.into_inner()), (92, 10));
    }
}

#[test]
fn below_the_open_nodes_of_another_search() {
    for order in ["smallest", "dom/wdeg"] {
        let build = || {
            let brancher = named(order, "smallest", "values", 0).expect("known names");
            (queens(8).solver(), brancher)
        };
        for nodes in [1, 10, 100, 300] {
            let (mut solver, brancher) = build();
            let mut search = solver.search().boxed_brancher(brancher).limits(Limits {
                nodes: Some(nodes),
                ..Limits::default()
            });
            let mut all = Vec::new();
            while search.step() == Step::Solution {
                all.push(search.solution());
            }
            let open = search.open();
            for threads in [1, 2, 3] {
                let outcome = Plan::new(threads).below(&open).run(build);
                assert_eq!(outcome.found, 92 - all.len() as u64);
                let mut both = [&all[..], &outcome.solutions].concat();
                both.sort();
                both.dedup();
                assert_eq!(both.len(), 92);
                let shares: f64 = open.iter().map(|node| node.share).sum();
                assert!((search.progress() + shares - 1.0).abs() < 1e-9);
            }
        }
    }
}

/// How long a search that would take years continues after it was told to stop.
fn lateness(threads: usize, how: Stop) -> Duration {
    let build = || -> (Solver, Box<dyn Brancher>) {
        (queens(25).solver(), Box::new(branch::smallest_domain()))
    };
    let flag = Arc::new(AtomicBool::new(false));
    let plan = Plan::new(threads).keep(false).limits(Limits {
        interrupt: Interrupt::from(&flag),
        time: (how == Stop::Time).then_some(Duration::from_millis(50)),
        solutions: (how == Stop::Solutions).then_some(20),
        ..Limits::default()
    });
    // When it was to stop, as far as that is known from outside.
    let told = Mutex::new(Instant::now() + Duration::from_millis(50));
    let found = AtomicU64::new(0);
    let look = |_: &Solution| {
        if how == Stop::Solutions && found.fetch_add(1, Ordering::Relaxed) == 19 {
            *told.lock().expect("no panic") = Instant::now();
        }
        ControlFlow::Continue(0)
    };
    let outcome = thread::scope(|scope| {
        let search = scope.spawn(|| plan.inspect(&look).run(build));
        if how == Stop::Interrupted {
            thread::sleep(Duration::from_millis(50));
            *told.lock().expect("no panic") = Instant::now();
            flag.store(true, Ordering::Relaxed);
        }
        search.join().expect("no panic")
    });
    assert_eq!(outcome.stopped, Some(how));
    told.into_inner().expect("no panic").elapsed()
}

const REASONS: [Stop; 3] = [Stop::Interrupted, Stop::Time, Stop::Solutions];

#[test]
fn stops_promptly() {
    for threads in [1, 2, 3] {
        for how in REASONS {
            let late = lateness(threads, how);
            // Far more than is promised, for machines that are busy; the search itself would not end.
            assert!(late < Duration::from_secs(2), "{how}: {late:?} late");
        }
    }
}

/// `cargo test --release -p quadrille-engine -- --ignored --nocapture how_promptly`
#[test]
#[ignore = "a measurement, to be made on a quiet machine"]
fn how_promptly() {
    for threads in [1, 2, 3, 8] {
        for how in REASONS {
            let late = (0..20).map(|_| lateness(threads, how)).max();
            println!("{threads} threads, {how}: at most {late:?} late in 20 runs");
        }
    }
}

#[test]
fn limits_are_for_all_threads_together() {
    let build = || -> (Solver, Box<dyn Brancher>) {
        (queens(12).solver(), Box::new(branch::smallest_domain()))
    };
    for threads in [1, 2, 8] {
        let limits = Limits {
            nodes: Some(1000),
            ..Limits::default()
        };
        let outcome = count(build, threads, &limits);
        assert_eq!(outcome.stopped, Some(Stop::Nodes));
        assert!(outcome.stats.nodes <= 1000 && outcome.stats.nodes > 300);
        let limits = Limits {
            failures: Some(1000),
            ..Limits::default()
        };
        let outcome = count(build, threads, &limits);
        assert_eq!(outcome.stopped, Some(Stop::Failures));
        assert!(outcome.stats.failures <= 1000 && outcome.stats.failures > 300);
    }
}

#[test]
fn a_model_with_an_objective_is_searched_by_one() {
    let build = || -> (Solver, Box<dyn Brancher>) {
        let mut model = queens(6);
        model.maximise(&[(1, Var::narrow(0))]);
        (model.solver(), Box::new(branch::smallest_domain()))
    };
    let one = solve(build, 1, &Limits::default());
    let two = solve(build, 2, &Limits::default());
    assert_eq!(one.solutions, two.solutions);
    // The first queen can stand in the fifth of six rows, but not in the sixth.
    assert_eq!(two.solutions.last().map(|s| s.values()[0]), Some(4));
}

#[test]
#[should_panic(expected = "as it was told")]
fn a_panic_in_a_worker_is_passed_on() {
    solve(|| panic!("as it was told"), 2, &Limits::default());
}
