//! Searches that learn find what others find.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};

use crate::propagators::{AllDifferentGac, Clause, NotEqual};
use crate::testing;
use crate::{
    Count, First, Learning, Limits, Literal, Memory, Model, PropagatorId, Restarts, Rng, Solution,
    Step, Stop, Uniqueness, Var,
};

fn queens(n: i32) -> Model {
    testing::queens::queens(n as usize, 1..=n)
}

#[test]
fn as_many_queens_as_without() {
    for (n, count) in [(1, 1), (2, 0), (3, 0), (4, 2), (6, 4), (8, 92)] {
        let mut solver = queens(n).solver();
        let learning = || Learning::default();
        assert_eq!(
            solver.search().learn(learning()).count(),
            Count::Exactly(count)
        );
        assert_eq!(solver.level(), 0);
        assert_eq!(solver.search().count(), Count::Exactly(count));
        let unique = solver.search().learn(learning()).uniqueness();
        assert_eq!(matches!(unique, Uniqueness::Nothing), count == 0);
        assert_eq!(matches!(unique, Uniqueness::Several(..)), count > 1);
    }
}

/// Told to keep less every now and then, it forgets and finds the same.
#[test]
fn as_many_with_less_kept() {
    let mut solver = queens(8).solver();
    let learning = Learning {
        restarts: Restarts::Never,
        ..Learning::default()
    };
    let mut search = solver.search().learn(learning);
    search.keep_less();
    let mut steps = 0;
    loop {
        steps += 1;
        search.set_limits(Limits {
            nodes: Some(50 * steps),
            ..Limits::default()
        });
        match search.step() {
            Step::Exhausted => break,
            Step::Solution => steps -= 1,
            Step::Stopped(stop) => assert_eq!(stop, Stop::Nodes),
        }
        search.keep_less();
    }
    assert_eq!(search.stats().solutions, 92);
    assert!(search.stats().restarts > 0, "{:?}", search.stats());
    assert!(search.stats().forgotten > 0, "{:?}", search.stats());
}

/// Random graphs that cannot be coloured with three colours cannot be without the edges that the refutation does not
/// rest on, whether these have been propagated before or not.
#[test]
fn what_a_refutation_rests_on_is_enough() {
    const VARS: usize = 8;
    let mut rng = Rng::new(6);
    let colourings = |edges: &[(usize, usize)]| -> Model {
        let mut model = Model::new();
        let vars = model.vars(VARS, 0..=2);
        for &(a, b) in edges {
            model.post(NotEqual::new(vars[a], vars[b]));
        }
        model
    };
    let (mut refuted, mut fewer) = (0, 0);
    for _ in 0..300 {
        let pairs = (0..VARS).flat_map(|b| (0..b).map(move |a| (a, b)));
        let edges: Vec<(usize, usize)> = pairs.filter(|_| rng.below(100) < 55).collect();
        let mut solver = colourings(&edges).solver();
        let learning = Learning {
            tracks_provenance: true,
            takes_clauses: false,
            restarts: Restarts::Luby { unit: 2 },
            most: 4,
            ..Learning::default()
        };
        let mut search = solver.search().learn(learning);
        if search.step() != Step::Exhausted {
            continue;
        }
        let (propagators, _) = search.rests_on().expect("it tracks provenance");
        let kept: Vec<(usize, usize)> = propagators.iter().map(|own| edges[own.index()]).collect();
        assert_eq!(
            colourings(&kept).solver().search().count(),
            Count::Exactly(0),
            "{edges:?} {kept:?}"
        );
        refuted += 1;
        fewer += usize::from(kept.len() < edges.len());
    }
    assert!(
        refuted > 50 && fewer > 30,
        "{refuted} refuted, {fewer} by fewer"
    );
}

/// Searches with some of the propagators of a solver, one after the other, find what they find alone, with fewer
/// failures if they remember what those before have learnt.
#[test]
fn what_others_have_learnt_holds() {
    const VARS: usize = 9;
    let mut rng = Rng::new(7);
    let pairs: Vec<(usize, usize)> = (0..VARS)
        .flat_map(|b| (0..b).map(move |a| (a, b)))
        .collect();
    let (mut refuted, mut failures) = (0, [0; 2]);
    for (first, most) in [(0, 4), (100, 4), (0, 1000), (100, 1000)] {
        let model = |edges: &[(usize, usize)]| {
            let mut model = Model::new();
            let vars = model.vars(VARS, first..=first + 2);
            for &(a, b) in edges {
                model.post(NotEqual::new(vars[a], vars[b]));
            }
            (model, vars)
        };
        let (all, vars) = model(&pairs);
        let mut solver = all.solver();
        let ids: Vec<PropagatorId> = solver.propagators().map(|(id, ..)| id).collect();
        solver.silence(|_| true);
        solver.record();
        let mut memories = [Memory::default(), Memory::default()];
        let mut is_on: Vec<bool> = ids.iter().map(|_| rng.below(100) < 60).collect();
        for _ in 0..200 {
            let changed = rng.below(ids.len() as u64) as usize;
            is_on[changed] = rng.below(100) < 60;
            let assumed = Literal::is(vars[0], first + rng.below(3) as i32);
            let chosen = |ids: &[PropagatorId]| -> Vec<(usize, usize)> {
                ids.iter().map(|id| pairs[id.index()]).collect()
            };
            let on: Vec<PropagatorId> = ids.iter().copied().filter(|i| is_on[i.index()]).collect();
            let expected = model(&chosen(&on)).0.solver().search().count();
            for (memory, failures) in memories.iter_mut().zip(&mut failures) {
                solver.push();
                solver.assume(assumed).expect("one of its values");
                on.iter().for_each(|&id| solver.wake(id));
                let outcome = solver.propagate();
                if outcome.is_ok() {
                    let learning = Learning {
                        tracks_provenance: true,
                        takes_clauses: false,
                        restarts: Restarts::Luby { unit: 2 },
                        most,
                        ..Learning::default()
                    };
                    let mut search = solver.search().learn(learning);
                    search.recall(memory, |id| is_on[id.index()]);
                    let step = search.step();
                    *failures += search.stats().failures;
                    // The colours are alike, so what was assumed makes no difference.
                    assert_eq!(step == Step::Exhausted, expected == Count::Exactly(0));
                    if step == Step::Exhausted {
                        let (propagators, changes) =
                            search.rests_on().expect("it tracks provenance");
                        assert!(propagators.iter().all(|id| is_on[id.index()]));
                        assert!(changes.len() <= 1);
                        let kept = model(&chosen(&propagators)).0;
                        assert_eq!(kept.solver().search().count(), Count::Exactly(0));
                        refuted += 1;
                    }
                    search.remember(memory);
                }
                solver.pop();
            }
            memories[1] = Memory::default();
        }
    }
    assert!(refuted > 300, "{refuted}");
    assert!(4 * failures[0] < 3 * failures[1], "{failures:?}");
}

/// A search that begins with the values of a solution finds that one, whatever another would have found.
#[test]
fn values_to_begin_with() {
    let mut solver = queens(8).solver();
    let solutions: Vec<Solution> = solver.solutions().map(Result::unwrap).collect();
    assert_eq!(solutions.len(), 92);
    for solution in solutions {
        let learning = Learning {
            values: solution.values().to_vec(),
            ..Learning::default()
        };
        let mut solver = queens(8).solver();
        let mut search = solver.search().learn(learning);
        assert_eq!(search.first(), First::Found(solution));
        assert_eq!(search.stats().failures, 0);
    }
}

/// A sudoku of 2,103 solutions, whose rows and columns are all different or, in other words, have each value somewhere.
fn sudoku(by_values: bool) -> (Model, Vec<Var>) {
    let givens =
        "21.4...36........5..53..8..6..9.........3......75.46.2...2.....5.......99....5.27";
    let mut model = Model::new();
    let cells = model.vars(81, 1..=9);
    model.decide(&cells);
    for (&cell, given) in cells.iter().zip(givens.chars()) {
        if let Some(value) = given.to_digit(10) {
            model.post(Clause::new(&[Literal::is(cell, value as i32)]));
        }
    }
    let lines = (0..9).flat_map(|line| [(9 * line, 1), (line, 9)]);
    for (first, step) in lines {
        let line: Vec<Var> = (0..9).map(|at| cells[first + step * at]).collect();
        if !by_values {
            model.post(AllDifferentGac::new(&line));
            continue;
        }
        for value in 1..=9 {
            let somewhere: Vec<Literal> = line.iter().map(|&x| Literal::is(x, value)).collect();
            model.post(Clause::new(&somewhere));
        }
    }
    for first in [0, 3, 6, 27, 30, 33, 54, 57, 60] {
        let cell = |at: usize| cells[first + at / 3 * 9 + at % 3];
        let own: Vec<Var> = (0..9).map(cell).collect();
        model.post(AllDifferentGac::new(&own));
    }
    (model, cells)
}

/// No no-good excludes a solution that is still to be found. One did, where facts were left out because they follow from
/// one that became true after them and says more, and this was left out because it follows from them.
#[test]
fn facts_that_are_left_out_do_not_rest_on_each_other() {
    let (model, cells) = sudoku(false);
    let mut solver = model.solver();
    let values = |solution: &Solution| cells.iter().map(|&x| solution[x]).collect::<Vec<i32>>();
    let all: BTreeSet<Vec<i32>> = solver
        .search()
        .flatten()
        .map(|found| values(&found))
        .collect();
    assert_eq!(all.len(), 2103);
    let (model, cells) = sudoku(true);
    let place: BTreeMap<Var, usize> = cells.iter().copied().zip(0..).collect();
    let open = Arc::new(Mutex::new(all.clone()));
    let judged = Arc::clone(&open);
    let mut solver = model.solver();
    let search = solver.search().learn(Learning::default());
    let mut search = search.show_learnt(move |facts| {
        let open = judged.lock().expect("no one panicked");
        let is_in = |solution: &Vec<i32>| {
            let mut facts = facts.iter();
            facts.all(|(x, values)| values.contains(&solution[place[x]]))
        };
        assert!(!open.iter().any(is_in), "{facts:?}");
    });
    while search.step() == Step::Solution {
        let found = cells
            .iter()
            .map(|&x| search.solution()[x])
            .collect::<Vec<i32>>();
        assert!(
            open.lock().expect("no one panicked").remove(&found),
            "found twice, or wrong"
        );
    }
    assert!(open.lock().expect("no one panicked").is_empty());
}
