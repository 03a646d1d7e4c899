//! Solving as seen from outside: limits in every phase, and a checker that disagrees.

mod learning;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use quadrille_engine::propagators::{Clause, NotEqual};
use quadrille_engine::{
    Conflict, Constraint, Context, Events, Interrupt, Limits, Literal, Model, Propagator, Rng,
    Scope, Status, Var, branch,
};

use super::*;
use crate::grid::Cell;
use crate::language::{Puzzle, Rule};
use crate::puzzle::{Built, Completed};
use crate::read::{Loaded, Source, parse};
use crate::violation::Violation;

type Post = Box<dyn Fn(&mut Model, &[Var]) + Send + Sync>;

/// A row of cells that hold 0 or 1, neighbours different, so that there are two solutions. What else it does is up
/// to the test.
pub(crate) struct Toy {
    cells: usize,
    /// Called when a model is built.
    prepare: Box<dyn Fn(&BuildOptions) + Send + Sync>,
    /// Posts more.
    post: Post,
    /// What the checker says.
    pub(crate) broken: Vec<Violation>,
}

impl Toy {
    pub(crate) fn new(cells: usize) -> Self {
        Self {
            cells,
            prepare: Box::new(|_| ()),
            post: Box::new(|_, _| ()),
            broken: Vec::new(),
        }
    }

    /// The puzzle: cells without a rule, and this one.
    pub(crate) fn puzzle(self) -> Puzzle {
        self.loaded().puzzle
    }

    /// The same as if it had been read from a file.
    pub(crate) fn loaded(self) -> Loaded {
        let rules = "decide bit on cells: 0..1";
        let source = Source {
            name: "toy".to_owned(),
            text: format!("rules = \"{rules}\"\nsize = \"1x{}\"\n", self.cells),
        };
        let mut loaded = parse(&source).expect("a puzzle of cells");
        loaded.puzzle = loaded.puzzle.with_rule(Arc::new(self));
        loaded
    }
}

impl std::fmt::Debug for Toy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Toy").finish_non_exhaustive()
    }
}

impl Rule for Toy {
    fn sentence(&self) -> &str {
        "neighbours differ"
    }

    fn post(&self, _: &Puzzle, built: &mut Built, options: &BuildOptions) {
        (self.prepare)(options);
        let vars: Vec<Var> = built.reading.vars().collect();
        let model = &mut built.model;
        for pair in vars.windows(2) {
            model.rule(format!("{} and {} differ", pair[0], pair[1]));
            model.post(NotEqual::new(pair[0], pair[1]));
        }
        (self.post)(model, &vars);
    }

    fn check(&self, _: &Puzzle, _: &Completed) -> Vec<Violation> {
        self.broken.clone()
    }
}

/// The limits that end a solve by themselves, each with what is then said.
fn limits() -> Vec<(Request, Halt)> {
    let flag = Arc::new(AtomicBool::new(false));
    let raised = Arc::clone(&flag);
    thread::spawn(move || {
        thread::sleep(Duration::from_millis(30));
        raised.store(true, Ordering::Relaxed);
    });
    let time = Duration::from_millis(30);
    let mut all = vec![
        (
            Limits {
                time: Some(time),
                ..Limits::default()
            },
            None,
            Halt::Time(time),
        ),
        (
            Limits {
                interrupt: Interrupt::from(&flag),
                ..Limits::default()
            },
            None,
            Halt::Cancelled,
        ),
    ];
    if resident_bytes().is_some() {
        all.push((Limits::default(), Some(1), Halt::Memory(1)));
    }
    all.into_iter()
        .map(|(limits, memory, halt)| {
            let request = Request {
                goal: Goal::All,
                limits,
                memory,
                ..Request::default()
            };
            (request, halt)
        })
        .collect()
}

/// Long enough for every machine; a test that waits for it has failed.
pub(crate) const FOREVER: Duration = Duration::from_secs(60);

/// A puzzle whose model is finished only when interrupted.
fn endless_build() -> Toy {
    Toy {
        prepare: Box::new(|options| {
            let started = Instant::now();
            while !options.interrupt.is_due() {
                assert!(started.elapsed() < FOREVER, "nobody said so");
                thread::sleep(Duration::from_millis(1));
            }
        }),
        ..Toy::new(3)
    }
}

/// Constrains nothing; each run takes a hundredth of a second.
#[derive(Clone, Debug)]
struct Slow {
    var: Var,
    runs: Arc<AtomicU64>,
}

impl Constraint for Slow {
    type Propagator = Self;

    fn name(&self) -> &'static str {
        "slow"
    }

    fn attach(self, scope: &mut Scope<'_>) -> Self {
        scope.on(self.var, Events::FIXED);
        self
    }
}

impl Propagator for Slow {
    fn propagate(&mut self, _: &mut Context<'_>) -> Result<Status, Conflict> {
        thread::sleep(Duration::from_millis(10));
        self.runs.fetch_add(1, Ordering::Relaxed);
        Ok(Status::Entailed)
    }
}

/// Runs that the root of [`long_root`] takes.
const RUNS: u64 = 6000;

/// A puzzle whose root takes a minute.
fn long_root(runs: &Arc<AtomicU64>) -> Toy {
    let runs = Arc::clone(runs);
    Toy {
        post: Box::new(move |model, vars| {
            for _ in 0..RUNS {
                model.post(Slow {
                    var: vars[0],
                    runs: Arc::clone(&runs),
                });
            }
        }),
        ..Toy::new(3)
    }
}

/// Constrains nothing; to attach it takes a hundredth of a second.
#[derive(Clone, Debug)]
struct Large {
    attached: Arc<AtomicU64>,
}

impl Constraint for Large {
    type Propagator = Self;

    fn name(&self) -> &'static str {
        "large"
    }

    fn attach(self, _: &mut Scope<'_>) -> Self {
        thread::sleep(Duration::from_millis(10));
        self.attached.fetch_add(1, Ordering::Relaxed);
        self
    }
}

impl Propagator for Large {
    fn propagate(&mut self, _: &mut Context<'_>) -> Result<Status, Conflict> {
        Ok(Status::Entailed)
    }
}

/// A puzzle with [`RUNS`] propagators, which take a minute to attach.
fn long_freeze(attached: &Arc<AtomicU64>) -> Toy {
    let attached = Arc::clone(attached);
    Toy {
        post: Box::new(move |model, _| {
            for _ in 0..RUNS {
                model.post(Large {
                    attached: Arc::clone(&attached),
                });
            }
        }),
        ..Toy::new(3)
    }
}

#[test]
fn limits_act_while_the_model_is_frozen() {
    let is_broken_off = |attached: &AtomicU64| attached.load(Ordering::Relaxed) < RUNS;
    for threads in [1, 2] {
        for (request, halt) in limits() {
            let request = Request { threads, ..request };
            let attached = Arc::default();
            let findings =
                solve(&long_freeze(&attached).puzzle(), &request, &mut Unwatched).unwrap();
            let verdict = findings.verdict;
            assert_eq!((verdict.found, verdict.stopped), (0, Some(halt)));
            assert!(is_broken_off(&attached), "{threads} threads");
        }
    }
    for (request, halt) in limits() {
        let attached = Arc::default();
        let report = consensus(&long_freeze(&attached).puzzle(), &request).unwrap();
        assert_eq!((report.stopped, report.is_empty()), (Some(halt), true));
        assert!(is_broken_off(&attached));
    }
    let attached = Arc::default();
    let clash = explain(
        &long_freeze(&attached).puzzle(),
        &BuildOptions::default(),
        Duration::from_millis(30),
        &Arc::default(),
    );
    assert!(clash.is_none() && is_broken_off(&attached));
}

#[test]
fn limits_act_while_the_model_is_built() {
    for threads in [1, 2] {
        for (request, halt) in limits() {
            let request = Request { threads, ..request };
            let stopped = solve(&endless_build().puzzle(), &request, &mut Unwatched)
                .unwrap()
                .verdict
                .stopped;
            // Several threads may be done with so small a search before anybody looks.
            let is_done = threads > 1 && stopped.is_none();
            assert!(is_done || stopped == Some(halt), "{stopped:?} {halt:?}");
        }
    }
    for (request, halt) in limits() {
        let report = consensus(&endless_build().puzzle(), &request).unwrap();
        assert_eq!((report.stopped, report.is_empty()), (Some(halt), true));
    }
}

#[test]
fn limits_act_while_the_root_is_propagated() {
    for threads in [1, 2] {
        for (request, halt) in limits() {
            let request = Request { threads, ..request };
            let runs = Arc::default();
            let findings = solve(&long_root(&runs).puzzle(), &request, &mut Unwatched).unwrap();
            assert_eq!(findings.verdict.stopped, Some(halt), "{threads} threads");
            assert!(runs.load(Ordering::Relaxed) < RUNS);
        }
    }
    for (request, halt) in limits() {
        let runs = Arc::default();
        let report = consensus(&long_root(&runs).puzzle(), &request).unwrap();
        assert_eq!((report.stopped, report.is_empty()), (Some(halt), true));
        assert!(runs.load(Ordering::Relaxed) < RUNS);
    }
}

/// A watcher sees progress in a long root, too, and can end it.
#[test]
fn a_watcher_is_called_while_the_root_is_propagated() {
    struct Impatient;
    impl Watcher for Impatient {
        fn progress(&mut self, progress: &Progress<'_>) -> ControlFlow<Halt> {
            assert_eq!(progress.search.map_or(0, |search| search.stats.nodes), 0);
            ControlFlow::Break(Halt::Cancelled)
        }
    }
    for threads in [1, 2] {
        let request = Request {
            threads,
            ..Request::default()
        };
        let runs = Arc::default();
        let findings = solve(&long_root(&runs).puzzle(), &request, &mut Impatient).unwrap();
        assert_eq!(findings.verdict.stopped, Some(Halt::Cancelled));
        assert!(runs.load(Ordering::Relaxed) < RUNS);
    }
}

/// A checker that disagrees is believed, for every goal and any number of threads.
#[test]
fn a_solution_that_the_checker_rejects_is_never_shown() {
    let cells = vec![Cell::new(0, 1)];
    let violation = Violation::new("the second cell holds 7", cells, "r1c2 holds 1, not 7");
    let toy = Toy {
        broken: vec![violation.clone()],
        ..Toy::new(3)
    }
    .puzzle();
    struct Nothing;
    impl Watcher for Nothing {
        fn found(&mut self, _: u64, _: &Completed) -> ControlFlow<Halt> {
            panic!("a rejected solution is shown");
        }
    }
    for goal in [Goal::Uniqueness, Goal::All, Goal::Limit(1)] {
        for threads in [1, 2] {
            let request = Request {
                goal,
                threads,
                ..Request::default()
            };
            let error = solve(&toy, &request, &mut Nothing).unwrap_err();
            assert_eq!(error.violations, std::slice::from_ref(&violation));
            let text = error.to_string();
            assert!(text.contains("this is a bug in quadrille"), "{text}");
            assert!(text.contains("r1c2 holds 1, not 7"), "{text}");
            // Neighbours differ, so these are the two grids that there are.
            assert!(
                text.contains("\n010\n") || text.contains("\n101\n"),
                "{text}"
            );
        }
    }
    assert!(consensus(&toy, &Request::default()).is_err());
}

/// Of the cells of a ring of odd length, neighbours cannot all differ; without any one rule they can. The rule
/// called nothing has no part in it.
pub(crate) fn odd_ring(prepare: impl Fn(&BuildOptions) + Send + Sync + 'static) -> Toy {
    Toy {
        prepare: Box::new(prepare),
        post: Box::new(|model, vars| {
            model.rule("the ends differ");
            model.post(NotEqual::new(vars[0], vars[4]));
            model.rule("nothing");
            model.post(Slow {
                var: vars[4],
                runs: Arc::default(),
            });
        }),
        ..Toy::new(5)
    }
}

pub(crate) const RING: [&str; 5] = [
    "x0 and x1 differ",
    "x1 and x2 differ",
    "x2 and x3 differ",
    "x3 and x4 differ",
    "the ends differ",
];

#[test]
fn rules_that_clash() {
    let options = BuildOptions::default();
    let clash = explain(
        &odd_ring(|_| ()).puzzle(),
        &options,
        FOREVER,
        &Arc::default(),
    )
    .unwrap();
    assert_eq!(clash.rules, RING);
    assert_eq!(clash.minimal, Minimal::Places);
    assert_eq!(
        explain(&Toy::new(5).puzzle(), &options, FOREVER, &Arc::default()),
        None
    );
}

/// Random conflicts against plain enumeration: without any one of their rules there is a solution, and with them none.
#[test]
fn clashes_are_minimal() {
    const CELLS: usize = 6;
    let mut rng = Rng::new(5);
    let (mut clashes, mut larger) = (0, 0);
    for _ in 0..100 {
        // Pairs of cells that differ, by the name of their rule; constraints without a name cannot be left out.
        let mut pairs: Vec<(String, usize, usize)> = (1..CELLS)
            .map(|x| (format!("x{} and x{x} differ", x - 1), x - 1, x))
            .collect();
        for _ in 0..1 + rng.below(4) {
            let x = rng.below(CELLS as u64 - 1) as usize;
            let y = x + 1 + rng.below((CELLS - x - 1) as u64) as usize;
            let name = ["", "a", "b", "c"][rng.below(4) as usize];
            pairs.push((name.to_owned(), x, y));
        }
        let more = pairs[CELLS - 1..].to_vec();
        let toy = Toy {
            post: Box::new(move |model, vars| {
                for (name, x, y) in &more {
                    model.rule(name.clone());
                    let pair = [vars[*x], vars[*y]];
                    // Disjunctions, too, which a search that learns can take for no-goods.
                    if x % 2 == 0 {
                        model.post(NotEqual::new(pair[0], pair[1]));
                    } else {
                        model.post(Clause::new(&pair.map(|var| Literal::is(var, 0))));
                        model.post(Clause::new(&pair.map(|var| Literal::is(var, 1))));
                    }
                }
            }),
            ..Toy::new(CELLS)
        }
        .puzzle();
        let is_solved = |kept: &dyn Fn(&str) -> bool| {
            (0..1u32 << CELLS).any(|values| {
                pairs.iter().all(|(name, x, y)| {
                    !(name.is_empty() || kept(name)) || (values >> x ^ values >> y) & 1 == 1
                })
            })
        };
        let found = explain(&toy, &BuildOptions::default(), FOREVER, &Arc::default());
        assert_eq!(found.is_none(), is_solved(&|_| true), "{pairs:?}");
        let Some(clash) = found else { continue };
        let without = |left_out: &str| {
            is_solved(&|name| name != left_out && clash.rules.iter().any(|rule| rule == name))
        };
        assert!(
            clash.minimal == Minimal::Places && !without(""),
            "{pairs:?} {clash:?}"
        );
        assert!(
            clash.rules.iter().all(|rule| without(rule)),
            "{pairs:?} {clash:?}"
        );
        // In the order of the model, each once.
        let places: Vec<_> = clash
            .rules
            .iter()
            .map(|rule| pairs.iter().position(|(name, ..)| name == rule).unwrap())
            .collect();
        assert!(places.is_sorted_by(|a, b| a < b), "{clash:?}");
        clashes += 1;
        larger += usize::from(clash.rules.len() > 2);
    }
    assert!(clashes > 50 && larger > 10, "{clashes} {larger}");
}

/// Whoever is shown solutions can end the solve, be they shown at once or in order at the end.
#[test]
fn a_watcher_that_has_seen_enough_is_shown_no_more() {
    struct Sated(u64);
    impl Watcher for Sated {
        fn found(&mut self, number: u64, _: &Completed) -> ControlFlow<Halt> {
            self.0 += 1;
            assert_eq!(self.0, number);
            ControlFlow::Break(Halt::Memory(7))
        }
    }
    for threads in [1, 2] {
        for is_static in [false, true] {
            let brancher = || branch::named("input", "smallest", "values", 0).unwrap();
            let request = Request {
                goal: Goal::All,
                threads,
                brancher: is_static.then(|| -> BrancherMaker { Arc::new(brancher) }),
                ..Request::default()
            };
            let mut watcher = Sated(0);
            let findings = solve(&Toy::new(4).puzzle(), &request, &mut watcher).unwrap();
            assert_eq!(watcher.0, 1);
            assert_eq!(findings.verdict.stopped, Some(Halt::Memory(7)));
            assert_eq!(findings.solutions.len(), 1);
        }
    }
}

#[test]
fn figures_are_added_up_by_name() {
    let calls = |calls, pruning, failing| Calls {
        calls,
        pruning,
        failing,
    };
    let all = [
        ("b", calls(1, 2, 3)),
        ("a", calls(10, 20, 30)),
        ("b", calls(100, 200, 300)),
    ];
    let sums: Vec<_> = figures(all.into_iter())
        .into_iter()
        .map(|sum| (sum.name, sum.number, sum.calls))
        .collect();
    assert_eq!(
        sums,
        [("b", 2, calls(101, 202, 303)), ("a", 1, calls(10, 20, 30))]
    );
}

/// The model is not done in time.
#[test]
fn rules_that_clash_when_time_is_short() {
    let options = BuildOptions::default();
    let endless = Toy {
        prepare: endless_build().prepare,
        ..odd_ring(|_| ())
    }
    .puzzle();
    let short = Duration::from_millis(30);
    assert_eq!(explain(&endless, &options, short, &Arc::default()), None);
}
