//! The same result for every number of threads.

use super::*;
use crate::branch::{self, named};
use crate::model::Model;
use crate::propagators::NotEqual;

fn queens(n: usize) -> Model {
    let mut model = Model::new();
    let rows = model.vars(n, 0..=n as i32 - 1);
    for i in 0..n {
        for j in i + 1..n {
            let apart = (j - i) as i32;
            for offset in [0, apart, -apart] {
                model.post(NotEqual::with_offset(rows[i], rows[j], offset));
            }
        }
    }
    model
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
    let build = || -> (Solver, Box<dyn Brancher>) {
        (queens(11).solver(), Box::new(branch::smallest_domain()))
    };
    let limits = Limits::default();
    let team = Team::new(3, &limits, false);
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

#[test]
fn stops_promptly() {
    let build = || -> (Solver, Box<dyn Brancher>) {
        (queens(25).solver(), Box::new(branch::smallest_domain()))
    };
    for threads in [1, 2, 3] {
        let flag = Arc::new(AtomicBool::new(false));
        let limits = Limits {
            cancel: Some(Arc::clone(&flag)),
            ..Limits::default()
        };
        let (outcome, late) = thread::scope(|scope| {
            let search = scope.spawn(|| (count(build, threads, &limits), Instant::now()));
            thread::sleep(Duration::from_millis(100));
            let told = Instant::now();
            flag.store(true, Ordering::Relaxed);
            let (outcome, end) = search.join().expect("no panic");
            (outcome, end - told)
        });
        assert_eq!(outcome.stopped, Some(Stop::Cancelled));
        // 50 ms are promised on a free machine; this one may be busy.
        assert!(late < Duration::from_millis(500), "{late:?} late");
        let limits = Limits {
            time: Some(Duration::from_millis(50)),
            ..Limits::default()
        };
        let started = Instant::now();
        let outcome = count(build, threads, &limits);
        assert_eq!(outcome.stopped, Some(Stop::Time));
        assert!(started.elapsed() < Duration::from_millis(800));
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
