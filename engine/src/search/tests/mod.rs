//! The search against brute force: every way to branch, stop, resume, hand over and restart.

mod branching;
mod handing_over;
mod long_root;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::*;
use crate::branch::{self, Branching, Choice, Split, View, named, order, value};
use crate::constraint::{Constraint, Scope};
use crate::event::Events;
use crate::interrupt::Interrupt;
use crate::literal::Literal;
use crate::model::Model;
use crate::propagator::{Conflict, Context, Propagator, Status};
use crate::propagators::NotEqual;
use crate::queue::Lane;
use crate::random::Rng;
use crate::testing::queens::queens;
use crate::testing::random_domain;

/// Any listed tuple; domain consistent by going through the list.
#[derive(Clone, Debug)]
struct OneOf {
    vars: Vec<Var>,
    tuples: Vec<Vec<i32>>,
}

impl Constraint for OneOf {
    type Propagator = Self;

    fn name(&self) -> &'static str {
        "one of"
    }

    fn lane(&self) -> Lane {
        Lane::Heavy
    }

    fn attach(self, scope: &mut Scope<'_>) -> Self {
        for &var in &self.vars {
            scope.track(var, Events::ANY);
        }
        self
    }
}

impl Propagator for OneOf {
    fn propagate(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        let live: Vec<&Vec<i32>> = self
            .tuples
            .iter()
            .filter(|tuple| {
                self.vars
                    .iter()
                    .zip(*tuple)
                    .all(|(&var, &value)| cx.contains(var, value))
            })
            .collect();
        for (place, &var) in self.vars.iter().enumerate() {
            cx.keep_if(var, |value| live.iter().any(|tuple| tuple[place] == value))?;
        }
        Ok(Status::Fixpoint)
    }
}

/// A small random problem that can be posted again and again, and solved by plain enumeration.
#[derive(Debug)]
struct Random {
    domains: Vec<Vec<i32>>,
    differ: Vec<(usize, usize, i32)>,
    lists: Vec<(Vec<usize>, Vec<Vec<i32>>)>,
    decisions: Option<Vec<usize>>,
}

impl Random {
    fn new(seed: u64) -> Self {
        let mut rng = Rng::new(seed);
        if seed % 4 > 1 {
            return Self::colouring(&mut rng);
        }
        let n = 3 + rng.below(4) as usize;
        let domains: Vec<Vec<i32>> = (0..n)
            .map(|_| {
                // Narrow, wide and negative ones together.
                let low = [0, 1, -2, 60][rng.below(4) as usize];
                let width = 2 + rng.below(4) as i32;
                let mut domain = random_domain(&mut rng, low..=low + width);
                domain.sort_unstable();
                domain
            })
            .collect();
        let two = |rng: &mut Rng| {
            let x = rng.below(n as u64) as usize;
            (x, (x + 1 + rng.below(n as u64 - 1) as usize) % n)
        };
        let differ = (0..rng.below(n as u64 + 1))
            .map(|_| {
                let (x, y) = two(&mut rng);
                (x, y, rng.below(5) as i32 - 2)
            })
            .collect();
        // Few lists make many solutions, many make failures.
        let (lists, density) = (rng.below(2 * n as u64), 2 + rng.below(2));
        let lists = (0..lists)
            .map(|_| {
                let (x, y) = two(&mut rng);
                let scope = vec![x, y];
                let mut tuples = Vec::new();
                for &a in &domains[x] {
                    for &b in &domains[y] {
                        if rng.below(density) > 0 {
                            tuples.push(vec![a, b]);
                        }
                    }
                }
                (scope, tuples)
            })
            .collect();
        Self {
            domains,
            differ,
            lists,
            decisions: None,
        }
    }

    /// A graph to be coloured with few colours: hardly any solutions, many failures.
    fn colouring(rng: &mut Rng) -> Self {
        let n = 6 + rng.below(2) as usize;
        let low = [0, -1, 62][rng.below(3) as usize];
        let domains = vec![(low..=low + 2 + rng.below(2) as i32).collect(); n];
        let pairs = (0..n).flat_map(|x| (x + 1..n).map(move |y| (x, y, 0)));
        let differ = pairs.filter(|_| rng.below(10) < 6).collect();
        Self {
            domains,
            differ,
            lists: Vec::new(),
            decisions: None,
        }
    }

    /// The same with some of the variables as decisions only.
    fn projected(seed: u64) -> Self {
        let mut random = Self::new(seed);
        let mut rng = Rng::new(!seed);
        let kept = (0..random.domains.len()).filter(|_| rng.below(2) == 0);
        random.decisions = Some(kept.collect());
        random
    }

    fn solver(&self) -> Solver {
        let mut model = Model::new();
        let vars: Vec<Var> = self.domains.iter().map(|d| model.var_of(d)).collect();
        for &(x, y, offset) in &self.differ {
            model.post(NotEqual::with_offset(vars[x], vars[y], offset));
        }
        for (scope, tuples) in &self.lists {
            model.post(OneOf {
                vars: scope.iter().map(|&i| vars[i]).collect(),
                tuples: tuples.clone(),
            });
        }
        if let Some(decisions) = &self.decisions {
            let decisions: Vec<Var> = decisions.iter().map(|&i| vars[i]).collect();
            model.decide(&decisions);
        }
        model.solver()
    }

    fn accepts(&self, values: &[i32]) -> bool {
        self.differ
            .iter()
            .all(|&(x, y, offset)| values[x] != values[y] + offset)
            && self.lists.iter().all(|(scope, tuples)| {
                let part: Vec<i32> = scope.iter().map(|&i| values[i]).collect();
                tuples.contains(&part)
            })
    }

    /// All solutions as they differ in the decisions, sorted.
    fn brute_force(&self) -> Vec<Vec<i32>> {
        let mut all = vec![Vec::new()];
        for domain in &self.domains {
            all = all
                .iter()
                .flat_map(|front| {
                    domain.iter().map(move |&value| {
                        let mut tuple: Vec<i32> = front.clone();
                        tuple.push(value);
                        tuple
                    })
                })
                .collect();
        }
        all.retain(|values| self.accepts(values));
        let mut seen: Vec<Vec<i32>> = all.iter().map(|values| self.project(values)).collect();
        seen.sort_unstable();
        seen.dedup();
        seen
    }

    fn project(&self, values: &[i32]) -> Vec<i32> {
        match &self.decisions {
            None => values.to_vec(),
            Some(decisions) => decisions.iter().map(|&i| values[i]).collect(),
        }
    }

    /// What a search finds from here on, in its order; each is a true solution.
    fn rest(&self, search: &mut Search<'_>) -> Vec<Vec<i32>> {
        let mut found = Vec::new();
        loop {
            match search.step() {
                Step::Solution => {
                    let solution = search.solution();
                    assert!(self.accepts(solution.values()), "{self:?}: {solution:?}");
                    found.push(self.project(solution.values()));
                }
                Step::Exhausted => return found,
                Step::Stopped(stop) => panic!("stopped by the {stop}"),
            }
        }
    }

    /// The solutions below these nodes, by one search that moves from each to the next.
    fn rest_of(&self, solver: &mut Solver, nodes: Vec<OpenNode>) -> Vec<Vec<i32>> {
        let mut search = solver.search();
        let mut found = Vec::new();
        for node in nodes {
            search.move_to(node);
            found.extend(self.rest(&mut search));
        }
        found
    }
}

fn sorted(mut found: Vec<Vec<i32>>) -> Vec<Vec<i32>> {
    found.sort_unstable();
    found
}

fn latin(n: i32) -> Model {
    let mut model = Model::new();
    let cells = model.vars((n * n) as usize, 1..=n);
    let n = n as usize;
    for i in 0..n {
        for a in 0..n {
            for b in a + 1..n {
                model.post(NotEqual::new(cells[i * n + a], cells[i * n + b]));
                model.post(NotEqual::new(cells[a * n + i], cells[b * n + i]));
            }
        }
    }
    model
}

const SPLITS: [Split; 3] = [Split::Binary, Split::Values, Split::Halving];

#[test]
fn queens_and_latin_squares_as_published() {
    // OEIS A000170.
    for (n, count) in (4..=9).zip([2, 10, 4, 40, 92, 352]) {
        for low in [0, -3, 70] {
            let mut solver = queens(n, low..=low + n as i32 - 1).solver();
            assert_eq!(solver.solutions().count(), Count::Exactly(count));
        }
    }
    let count = queens(10, 1..=10).solver().solutions().count();
    assert_eq!(count, Count::Exactly(724));
    // OEIS A002860.
    for (n, count) in (1..=4).zip([1, 2, 12, 576]) {
        assert_eq!(latin(n).solver().solutions().count(), Count::Exactly(count));
    }
}

#[test]
fn a_hundred_queens_on_wide_domains() {
    let mut solver = queens(100, 0..=99).solver();
    let First::Found(solution) = solver.solutions().first() else {
        panic!("there is a solution");
    };
    let rows = solution.values();
    for i in 0..100 {
        for j in i + 1..100 {
            assert_ne!(rows[i], rows[j]);
            assert_ne!((rows[i] - rows[j]).unsigned_abs() as usize, j - i);
        }
    }
}

#[test]
fn limits_stop_and_let_go_on() {
    let mut solver = queens(6, 0..=5).solver();
    let flag = Arc::new(AtomicBool::new(false));
    flag.store(true, Ordering::Relaxed);
    let cases = [
        (
            Stop::Nodes,
            Limits {
                nodes: Some(5),
                ..Limits::default()
            },
        ),
        (
            Stop::Failures,
            Limits {
                failures: Some(3),
                ..Limits::default()
            },
        ),
        (
            Stop::Solutions,
            Limits {
                solutions: Some(2),
                ..Limits::default()
            },
        ),
        (
            Stop::Time,
            Limits {
                time: Some(Duration::ZERO),
                ..Limits::default()
            },
        ),
        (
            Stop::Interrupted,
            Limits {
                interrupt: Interrupt::from(&flag),
                ..Limits::default()
            },
        ),
    ];
    for (stop, limits) in cases {
        let mut search = solver.solutions().limits(limits);
        let mut found: u64 = 0;
        let reached = loop {
            match search.next() {
                Some(Ok(_)) => found += 1,
                Some(Err(stop)) => break stop,
                None => panic!("{stop} did not stop it"),
            }
        };
        assert_eq!(reached, stop);
        assert_eq!(search.next(), None, "told once");
        assert_eq!(search.step(), Step::Stopped(stop), "and still so");
        let stats = search.stats();
        match stop {
            Stop::Nodes => assert_eq!(stats.nodes, 5),
            Stop::Failures => assert_eq!(stats.failures, 3),
            Stop::Solutions => assert_eq!(found, 2),
            Stop::Time | Stop::Interrupted => assert_eq!((stats.nodes, found), (0, 0)),
        }
        search.set_limits(Limits::default());
        assert_eq!(search.count(), Count::Exactly(4));
    }
}

#[test]
fn a_time_limit_stops_in_the_midst() {
    let mut solver = queens(20, 0..=19).solver();
    let mut search = solver.solutions().limits(Limits {
        time: Some(Duration::from_millis(30)),
        ..Limits::default()
    });
    let started = Instant::now();
    while search.step() == Step::Solution {}
    assert!(started.elapsed() >= Duration::from_millis(30));
    assert!(started.elapsed() < Duration::from_millis(500));
    assert_eq!(search.step(), Step::Stopped(Stop::Time));
    assert!(search.progress() < 1.0 && search.stats().nodes > 1);
}

#[test]
fn uniqueness_tells_three_cases_apart() {
    let mut solver = queens(3, 0..=2).solver();
    assert_eq!(solver.solutions().uniqueness(), Uniqueness::Nothing);
    let mut solver = queens(4, 0..=3).solver();
    assert!(matches!(
        solver.solutions().uniqueness(),
        Uniqueness::Several(a, b) if a != b
    ));
    let mut solver = queens(1, 0..=0).solver();
    assert!(matches!(
        solver.solutions().uniqueness(),
        Uniqueness::Unique(_)
    ));
    let one = Limits {
        solutions: Some(1),
        ..Limits::default()
    };
    assert!(matches!(
        solver.solutions().limits(one).uniqueness(),
        Uniqueness::Stopped(Some(_), Stop::Solutions)
    ));
}

#[test]
fn a_witness_is_searched_once() {
    // Each x has five witnesses y ≠ x.
    let mut model = Model::new();
    let x = model.var(0..=5);
    let y = model.var(0..=5);
    model.post(NotEqual::new(x, y));
    model.decide(&[x, x]);
    let mut solver = model.solver();
    assert_eq!(solver.decisions(), [x]);
    let found: Vec<i32> = solver
        .solutions()
        .map(|s| s.expect("no limits")[x])
        .collect();
    assert_eq!(found, [0, 1, 2, 3, 4, 5]);
    // No decision at all: one solution stands for all.
    let mut model = queens(6, 0..=5);
    model.decide(&[]);
    assert_eq!(model.solver().solutions().count(), Count::Exactly(1));
}

/// Witnesses have several values for each solution: choosing among all variables, a search that learns finds each
/// assignment of the decisions once, as a depth-first one does.
#[test]
fn witnesses_among_decisions_repeat_no_solution() {
    let mut model = Model::new();
    let witnesses = model.vars(3, 0..=4);
    let cells = model.vars(3, 0..=3);
    for (&x, &y) in cells.iter().zip(&witnesses) {
        model.post(NotEqual::new(x, y));
    }
    model.post(NotEqual::new(cells[0], cells[1]));
    model.post(NotEqual::new(witnesses[1], witnesses[2]));
    model.decide(&cells);
    let options = crate::Learning {
        decisions: crate::Decisions::WithWitnesses,
        ..crate::Learning::default()
    };
    let mut solver = model.solver();
    let mut search = solver.search().learn(options);
    let mut found = Vec::new();
    while let Step::Solution = search.step() {
        found.push(
            cells
                .iter()
                .map(|&x| search.solver().value(x))
                .collect::<Vec<_>>(),
        );
    }
    found.sort();
    found.dedup();
    // 4 · 3 values of the first two cells, 4 of the third; the witnesses always have some.
    assert_eq!(found.len(), 48);
    assert_eq!(search.stats().solutions, 48);
}

/// Witnesses that fix all decision variables may be decided first: no solution hides another, or is found again with other
/// witnesses.
#[test]
fn witnesses_decided_first_neither_hide_nor_repeat_solutions() {
    let apart: fn(i32, i32) -> [i32; 2] = |one, other| [one, other];
    let alike: fn(i32, i32) -> [i32; 2] = |one, other| [one * other % 3; 2];
    for (of_witnesses, expected) in [(apart, 9), (alike, 3)] {
        for is_first in [true, false] {
            let mut model = Model::new();
            let vars = model.vars(4, 0..=2);
            let (witnesses, cells) = match is_first {
                true => (&vars[..2], &vars[2..]),
                false => (&vars[2..], &vars[..2]),
            };
            let tuples = (0..9).map(|pair| {
                let (one, other) = (pair % 3, pair / 3);
                let [x, y] = of_witnesses(one, other);
                vec![one, other, x, y]
            });
            model.post(OneOf {
                vars: [witnesses, cells].concat(),
                tuples: tuples.collect(),
            });
            model.decide(cells);
            let options = crate::Learning {
                decisions: crate::Decisions::WithWitnesses,
                ..crate::Learning::default()
            };
            let mut solver = model.solver();
            let mut search = solver.search().learn(options);
            while let Step::Solution = search.step() {}
            assert_eq!(search.stats().solutions, expected);
        }
    }
}

#[test]
fn progress_rises_to_one() {
    for split in SPLITS {
        let mut solver = queens(7, 0..=6).solver();
        let mut search = solver.search_with(branch::smallest_domain().split(split));
        let mut last = 0.0;
        let mut different = 0;
        while search.step() != Step::Exhausted {
            let progress = search.progress();
            assert!((last..1.0 + 1e-9).contains(&progress));
            different += u32::from(progress > last);
            last = progress;
        }
        assert_eq!(different, 40, "each solution is a part of the space");
        assert!(
            (search.seen() - 1.0).abs() < 1e-9,
            "all parts make the whole"
        );
        assert_eq!(search.progress(), 1.0);
    }
}

#[test]
fn figures_agree_with_one_another() {
    for split in SPLITS {
        let mut solver = queens(7, 0..=6).solver();
        let mut search = solver.search_with(branch::smallest_domain().split(split));
        while search.step() != Step::Exhausted {}
        let stats = search.stats().clone();
        assert_eq!(stats.solutions, 40);
        assert_eq!(stats.nodes_by_depth.iter().sum::<u64>(), stats.nodes);
        assert_eq!(stats.nodes_by_depth.len(), stats.peak_depth + 1);
        if split != Split::Values {
            // A binary tree has one leaf more than inner nodes, and leaves are failures or solutions.
            assert_eq!(stats.nodes, 2 * (stats.failures + stats.solutions) - 1);
        }
        assert!(stats.propagations > 0 && stats.changes > stats.nodes / 2);
        drop(search);
        assert_eq!(solver.level(), 0);
        // A second search finds the root propagated, and the same tree.
        let mut search = solver.search_with(branch::smallest_domain().split(split));
        while search.step() != Step::Exhausted {}
        let again = search.stats();
        assert_eq!(
            (again.nodes, again.failures, &again.nodes_by_depth),
            (stats.nodes, stats.failures, &stats.nodes_by_depth)
        );
    }
}

/// Fails as soon as its variable has the value; counts on its list of fired tags being that of its own node.
#[derive(Clone, Debug)]
struct Tagged {
    vars: Vec<Var>,
    forbidden: i32,
    first: bool,
}

impl Constraint for Tagged {
    type Propagator = Self;

    fn name(&self) -> &'static str {
        "tagged"
    }

    fn lane(&self) -> Lane {
        Lane::Global
    }

    fn attach(self, scope: &mut Scope<'_>) -> Self {
        for &var in &self.vars {
            scope.track(var, Events::FIXED);
        }
        self
    }
}

impl Propagator for Tagged {
    fn propagate(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        let fired = cx.fired().to_vec();
        if !std::mem::take(&mut self.first) {
            for &tag in &fired {
                let var = self.vars[tag as usize];
                assert!(cx.is_fixed(var), "{var} fired in a node that was left");
            }
        }
        for &tag in &fired {
            if cx.value(self.vars[tag as usize]) == Some(self.forbidden) {
                return Err(Conflict);
            }
        }
        Ok(Status::Active)
    }
}

#[test]
fn nothing_stays_queued_after_a_failure() {
    // Several expensive propagators are queued whenever a cheap one fails; what woke them must be forgotten.
    let mut model = queens(6, 0..=5);
    let vars: Vec<Var> = (0..6).map(Var::narrow).collect();
    for (forbidden, part) in [(0, &vars[..4]), (5, &vars[2..])] {
        model.post(Tagged {
            vars: part.to_vec(),
            forbidden,
            first: true,
        });
    }
    let mut solver = model.solver();
    for split in SPLITS {
        let mut found = 0;
        let mut search = solver.search_with(branch::smallest_domain().split(split));
        while search.step() == Step::Solution {
            found += 1;
        }
        assert!(search.stats().failures > 0);
        drop(search);
        let mut plain = queens(6, 0..=5).solver();
        let expected = plain
            .solutions()
            .map(|s| s.expect("no limits"))
            .filter(|s| {
                s.values()[..4].iter().all(|&v| v != 0) && s.values()[2..].iter().all(|&v| v != 5)
            })
            .count();
        assert_eq!(found, expected);
    }
}

#[test]
fn a_search_leaves_the_solver_as_it_was() {
    let mut solver = queens(8, 0..=7).solver();
    solver.propagate().expect("consistent");
    solver.push();
    let x = Var::narrow(0);
    solver.assume(Literal::is(x, 3)).expect("possible");
    solver.propagate().expect("consistent");
    let before: Vec<_> = (0..8).map(|i| solver.dom(Var::narrow(i))).collect();
    let bytes = solver.kernel.trail.len();
    // 18 of the 92 solutions have the first queen in the fourth row (4, 8, 16, 18, 18, 16, 8, 4 by row).
    assert_eq!(solver.solutions().count(), Count::Exactly(18));
    for steps in 0..10 {
        let mut search = solver.solutions();
        for _ in 0..steps {
            search.step();
        }
    }
    let after: Vec<_> = (0..8).map(|i| solver.dom(Var::narrow(i))).collect();
    assert_eq!((after, solver.level()), (before, 1));
    assert_eq!(solver.kernel.trail.len(), bytes);
}
