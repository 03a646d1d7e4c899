//! Searches that learn find what others find.

use crate::propagators::NotEqual;
use crate::{Count, First, Learning, Limits, Model, Restarts, Solution, Step, Stop, Uniqueness};

fn queens(n: i32) -> Model {
    let mut model = Model::new();
    let queens = model.vars(n as usize, 1..=n);
    for i in 0..n {
        for j in i + 1..n {
            for offset in [0, j - i, i - j] {
                let (x, y) = (queens[i as usize], queens[j as usize]);
                model.post(NotEqual::with_offset(x, y, offset));
            }
        }
    }
    model
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
