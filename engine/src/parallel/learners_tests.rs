//! Teams find what enumeration finds, however many they are and wherever they are stopped.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};

use super::*;
use crate::literal::{Literal, Path, Relation};
use crate::propagators::{Clause, Linear, NotEqual};
use crate::random::Rng;
use crate::search::{Learner, Learning};
use crate::testing;

/// A random model with its solutions, restricted to the decision variables, by enumeration.
struct Case {
    model: Model,
    decisions: Vec<Var>,
    solutions: Vec<Vec<i32>>,
}

impl Case {
    fn random(rng: &mut Rng) -> Self {
        let mut model = Model::new();
        let domains: Vec<Vec<i32>> = (0..5 + rng.below(3))
            .map(|_| match rng.below(5) {
                0 => (0..4).map(|i| i * 30 - 10 + rng.below(9) as i32).collect(),
                1 => testing::random_domain(rng, 0..=3),
                _ => vec![0, 1, 2],
            })
            .collect();
        let vars: Vec<Var> = domains.iter().map(|values| model.var_of(values)).collect();
        // Half of the models have many rules, and a solution nevertheless.
        let planted: Option<Vec<i32>> = (rng.below(2) == 0).then(|| {
            let one = |values: &Vec<i32>| values[rng.below(values.len() as u64) as usize];
            domains.iter().map(one).collect()
        });
        let mut rules: Vec<Rule> = Vec::new();
        for _ in 0..rng.below(12) + if planted.is_some() { 30 } else { 4 } {
            let (post, rule) = random_rule(rng, &vars, &domains);
            if planted.as_ref().is_none_or(|values| rule(values)) {
                post(&mut model);
                rules.push(rule);
            }
        }
        let decided = match rng.below(4) {
            0 => vars.len() / 2,
            _ => vars.len(),
        };
        model.decide(&vars[..decided]);
        let all = domains.iter().fold(vec![Vec::new()], |tuples, values| {
            let longer = |tuple: &Vec<i32>| {
                let tuple = tuple.clone();
                values.iter().map(move |&v| [&*tuple, &[v]].concat())
            };
            tuples.iter().flat_map(longer).collect::<Vec<Vec<i32>>>()
        });
        let mut solutions: Vec<Vec<i32>> = all
            .into_iter()
            .filter(|values| rules.iter().all(|rule| rule(values)))
            .map(|values| values[..decided].to_vec())
            .collect();
        solutions.sort_unstable();
        solutions.dedup();
        Self {
            model,
            decisions: vars[..decided].to_vec(),
            solutions,
        }
    }

    /// A random graph to be coloured with three colours, which takes more failures.
    fn colouring(rng: &mut Rng) -> Self {
        const VERTICES: usize = 9;
        let pairs = (0..VERTICES).flat_map(|b| (0..b).map(move |a| (a, b)));
        let edges: Vec<(usize, usize)> = pairs.filter(|_| rng.below(100) < 50).collect();
        let mut model = Model::new();
        let decisions = model.vars(VERTICES, 0..=2);
        for &(a, b) in &edges {
            model.post(NotEqual::new(decisions[a], decisions[b]));
        }
        let all = (0..3i32.pow(VERTICES as u32)).map(|code| {
            (0..VERTICES as u32)
                .map(|i| code / 3i32.pow(i) % 3)
                .collect()
        });
        let fits = |colours: &Vec<i32>| edges.iter().all(|&(a, b)| colours[a] != colours[b]);
        Self {
            model,
            decisions,
            solutions: all.filter(fits).collect(),
        }
    }

    fn builder(&self) -> impl Fn() -> Option<Solver> + Sync + use<> {
        builder(&self.model)
    }

    /// Continues a search that has failed so often and stops if it has found two solutions.
    fn run(
        &self,
        threads: usize,
        begun: u64,
        supervisor: &mut dyn Supervisor,
        build: impl Fn() -> Option<Solver> + Sync,
    ) -> Outcome {
        let mut solver = self.model.clone().solver();
        let mut search = solver.search().learn(Learning::default());
        let mut known = Vec::new();
        search.set_limits(Limits {
            failures: Some(begun),
            ..Limits::default()
        });
        while begun > 0 && known.len() < 2 && search.step() == Step::Solution {
            known.push(search.solution());
        }
        let team = Learners::new(threads).round(1 + begun % 4);
        let outcome = team.run(&mut search, &known, build, supervisor);
        assert!(outcome.solutions.starts_with(&known));
        outcome
    }

    /// The solutions told are some of those there are, and all different.
    fn check(&self, outcome: &Outcome) {
        let of = |solution: &Solution| -> Vec<i32> {
            self.decisions.iter().map(|&var| solution[var]).collect()
        };
        let found: Vec<Vec<i32>> = outcome.solutions.iter().map(of).collect();
        assert!(found.iter().all(|one| self.solutions.contains(one)));
        assert!(found.len() < 2 || found[0] != found[1]);
        assert_eq!(outcome.found, found.len() as u64);
        match outcome.stopped {
            None => assert_eq!(found, self.solutions),
            Some(Stop::Solutions) => assert_eq!(found.len(), 2),
            Some(stop) => assert!(stop == Stop::Interrupted && found.len() < 2),
        }
    }
}

type Post = Box<dyn FnOnce(&mut Model)>;
type Rule = Box<dyn Fn(&[i32]) -> bool>;

/// A random rule: how it is posted, and what it means.
fn random_rule(rng: &mut Rng, vars: &[Var], domains: &[Vec<i32>]) -> (Post, Rule) {
    let at = [(); 3].map(|()| rng.below(vars.len() as u64) as usize);
    let [a, b, c] = at;
    let [x, y, z] = at.map(|i| vars[i]);
    match rng.below(3) {
        0 if a != b => (
            Box::new(move |model| {
                model.post(NotEqual::new(x, y));
            }),
            Box::new(move |values| values[a] != values[b]),
        ),
        1 => {
            let k = rng.below(5) as i64;
            let terms = [(1, x), (2, y), (-1, z)];
            (
                Box::new(move |model| {
                    model.post(Linear::new(&terms, Relation::AtMost, k));
                }),
                Box::new(move |values| {
                    let [a, b, c] = [a, b, c].map(|i| i64::from(values[i]));
                    a + 2 * b - c <= k
                }),
            )
        }
        _ => {
            let literals = at.map(|i| {
                let value = domains[i][rng.below(domains[i].len() as u64) as usize];
                match rng.below(3) {
                    0 => Literal::is(vars[i], value),
                    1 => Literal::is(vars[i], value).negated(),
                    _ => Literal::at_least(vars[i], value),
                }
            });
            (
                Box::new(move |model| {
                    model.post(Clause::new(&literals));
                }),
                Box::new(move |values| {
                    let mut literals = at.iter().zip(&literals);
                    literals.any(|(&i, literal)| literal.admits(values[i]))
                }),
            )
        }
    }
}

/// Makes solvers of a model.
fn builder(model: &Model) -> impl Fn() -> Option<Solver> + Sync + use<> {
    let model = Mutex::new(model.clone());
    move || {
        let model = model.lock().unwrap().clone();
        Some(model.solver())
    }
}

#[test]
fn verdicts_are_those_of_enumeration() {
    let mut rng = Rng::new(1);
    let mut seen = [0; 3];
    for number in 0..200 {
        let case = match number % 4 {
            0 => Case::colouring(&mut rng),
            _ => Case::random(&mut rng),
        };
        let begun = rng.below(6);
        seen[case.solutions.len().min(2)] += 1;
        for threads in 1..=4 {
            let build = case.builder();
            let outcome = case.run(threads, begun, &mut Unsupervised, &build);
            case.check(&outcome);
            assert_ne!(outcome.stopped, Some(Stop::Interrupted));
            let again = case.run(threads, begun, &mut Unsupervised, &build);
            assert_eq!(again.solutions, outcome.solutions);
        }
    }
    assert!(seen.iter().all(|&cases| cases >= 10), "{seen:?}");
}

/// Stops after so many calls.
struct Impatient(u64);

impl Impatient {
    fn wait(&mut self) -> ControlFlow<()> {
        match self.0.checked_sub(1) {
            Some(left) => {
                self.0 = left;
                ControlFlow::Continue(())
            }
            None => ControlFlow::Break(()),
        }
    }
}

impl Supervisor for Impatient {
    fn step(&mut self, search: &mut Search<'_, Learner>, limits: Limits) -> ControlFlow<(), Step> {
        self.wait()?;
        Unsupervised.step(search, limits)
    }

    fn wait(&mut self) -> ControlFlow<()> {
        Impatient::wait(self)
    }
}

#[test]
fn stopped_at_any_moment() {
    let mut rng = Rng::new(2);
    let mut stopped = 0;
    for _ in 0..250 {
        let case = Case::random(&mut rng);
        let threads = 1 + rng.below(4) as usize;
        let (begun, calls) = (rng.below(3), rng.below(3));
        // Some of the others get no solver.
        let make = case.builder();
        let (given, most) = (AtomicUsize::new(0), rng.below(4) as usize);
        let build = || {
            let has = given.fetch_add(1, Ordering::Relaxed) < most;
            has.then(&make).flatten()
        };
        let outcome = case.run(threads, begun, &mut Impatient(calls), build);
        case.check(&outcome);
        stopped += usize::from(outcome.stopped == Some(Stop::Interrupted));
    }
    assert!(stopped > 40, "{stopped}");
}

/// Each variable has one of the values 1 to `n` − 1, all different.
fn pigeons(n: usize) -> Model {
    let mut model = Model::new();
    let holes = model.vars(n, 1..=n as i32 - 1);
    for (i, &x) in holes.iter().enumerate() {
        for &y in &holes[..i] {
            model.post(NotEqual::new(x, y));
        }
    }
    model
}

#[test]
fn panics_are_passed_on() {
    struct Panics;
    impl Supervisor for Panics {
        fn step(
            &mut self,
            search: &mut Search<'_, Learner>,
            limits: Limits,
        ) -> ControlFlow<(), Step> {
            assert!(limits.failures < Some(40), "the supervisor panics");
            Unsupervised.step(search, limits)
        }
    }
    let model = pigeons(9);
    let run = |supervisor: &mut dyn Supervisor, panics: bool| {
        let mut solver = model.clone().solver();
        let mut search = solver.search().learn(Learning::default());
        let make = builder(&model);
        let build = || {
            assert!(!panics, "the build panics");
            make()
        };
        let team = Learners::new(3).round(10);
        team.run(&mut search, &[], build, supervisor)
    };
    for (supervisor, panics) in [
        (&mut Panics as &mut dyn Supervisor, false),
        (&mut Unsupervised, true),
    ] {
        let outcome = catch_unwind(AssertUnwindSafe(|| run(supervisor, panics)));
        assert!(outcome.is_err());
    }
}

/// Two take fewer failures each than one.
#[test]
fn members_help_each_other() {
    let model = pigeons(9);
    let failures = |threads| {
        let mut solver = model.clone().solver();
        let mut search = solver.search().learn(Learning::default());
        let build = builder(&model);
        let team = Learners::new(threads).round(20);
        let outcome = team.run(&mut search, &[], build, &mut Unsupervised);
        assert_eq!((outcome.found, outcome.stopped), (0, None));
        search.stats().failures
    };
    let (one, two) = (failures(1), failures(2));
    assert!(two < one, "{two} of two, {one} of one");
}

#[test]
#[should_panic(expected = "a search of a part")]
fn a_part_is_not_continued() {
    let mut model = Model::new();
    let x = model.var(0..=3);
    let mut solver = model.clone().solver();
    let search = solver.search().from(Path(vec![Literal::is(x, 1)]));
    let mut search = search.learn(Learning::default());
    let build = builder(&model);
    Learners::new(2).run(&mut search, &[], build, &mut Unsupervised);
}
