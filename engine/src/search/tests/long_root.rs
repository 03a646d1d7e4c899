//! Limits that are reached while the root is propagated.

use std::sync::atomic::AtomicU64;

use super::*;
use crate::interrupt::Interrupt;
use crate::parallel;

/// Constrains nothing; each run takes its time, is counted, and raises the flag when there were enough.
#[derive(Clone, Debug)]
struct Slow {
    var: Var,
    pause: Duration,
    runs: Arc<AtomicU64>,
    enough: u64,
    flag: Arc<AtomicBool>,
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
        std::thread::sleep(self.pause);
        if self.runs.fetch_add(1, Ordering::Relaxed) + 1 == self.enough {
            self.flag.store(true, Ordering::Relaxed);
        }
        Ok(Status::Entailed)
    }
}

const SLOW: u64 = 100;

/// A hundred variables of which neighbours differ, so that there are two solutions, each with a slow propagator.
fn model(pause: Duration, enough: u64, flag: &Arc<AtomicBool>, runs: &Arc<AtomicU64>) -> Model {
    let mut model = Model::new();
    let vars = model.vars(SLOW as usize, 0..=1);
    for pair in vars.windows(2) {
        model.post(NotEqual::new(pair[0], pair[1]));
    }
    for var in vars {
        model.post(Slow {
            var,
            pause,
            runs: Arc::clone(runs),
            enough,
            flag: Arc::clone(flag),
        });
    }
    model
}

#[test]
fn a_flag_stops_the_root_and_it_can_go_on() {
    let (flag, runs) = (Arc::default(), Arc::default());
    let mut solver = model(Duration::ZERO, 30, &flag, &runs).solver();
    let mut search = solver.search().limits(Limits {
        interrupt: Interrupt::from(&flag),
        ..Limits::default()
    });
    assert_eq!(search.step(), Step::Stopped(Stop::Interrupted));
    let before = runs.load(Ordering::Relaxed);
    assert!((30..SLOW).contains(&before), "{before}");
    assert_eq!(search.stats().nodes, 0, "the root is not done");
    assert_eq!(search.open_nodes(), [Path::default()]);
    assert_eq!(search.step(), Step::Stopped(Stop::Interrupted));

    flag.store(false, Ordering::Relaxed);
    let mut solutions = 0;
    while search.step() == Step::Solution {
        solutions += 1;
    }
    assert_eq!((solutions, search.step()), (2, Step::Exhausted));
    assert_eq!(runs.load(Ordering::Relaxed), SLOW, "each has run once");
    let stats = search.stats();
    assert_eq!((stats.nodes, stats.failures), (3, 0));
}

/// Sixteen pauses are longer than the limit, however slow or fast the machine.
#[test]
fn the_time_stops_the_root() {
    let (flag, runs) = (Arc::default(), Arc::default());
    let mut solver = model(Duration::from_millis(1), u64::MAX, &flag, &runs).solver();
    let mut search = solver.search().limits(Limits {
        time: Some(Duration::from_millis(10)),
        ..Limits::default()
    });
    assert_eq!(search.step(), Step::Stopped(Stop::Time));
    let before = runs.load(Ordering::Relaxed);
    assert!(before < SLOW, "{before}");
    search.set_limits(Limits::default());
    assert_eq!(search.step(), Step::Solution);
}

#[test]
fn a_search_that_is_dropped_in_the_root_leaves_the_rest_to_the_next() {
    let (flag, runs) = (Arc::default(), Arc::default());
    let mut solver = model(Duration::ZERO, 20, &flag, &runs).solver();
    let stopped = solver.search().limits(Limits {
        interrupt: Interrupt::from(&flag),
        ..Limits::default()
    });
    assert_eq!(stopped.count(), Count::AtLeast(0, Stop::Interrupted));
    assert!(runs.load(Ordering::Relaxed) < SLOW);
    assert_eq!(solver.search().count(), Count::Exactly(2));
    assert_eq!(runs.load(Ordering::Relaxed), SLOW);
}

#[test]
fn several_threads_stop_in_the_root() {
    let (flag, runs) = (Arc::default(), Arc::default());
    let build = || {
        let solver = model(Duration::from_millis(1), 5, &flag, &runs).solver();
        let brancher: Box<dyn Brancher> = Box::new(branch::smallest_domain());
        (solver, brancher)
    };
    let limits = Limits {
        interrupt: Interrupt::from(&flag),
        ..Limits::default()
    };
    let outcome = parallel::count(build, 2, &limits);
    assert_eq!(outcome.count(), Count::AtLeast(0, Stop::Interrupted));
}

/// A root that fails is the end, also where no more than one node is allowed.
#[test]
fn a_refuted_root_is_the_end() {
    let mut model = Model::new();
    let vars = model.vars(2, 0..=0);
    model.post(NotEqual::new(vars[0], vars[1]));
    let mut solver = model.solver();
    let mut search = solver.search().limits(Limits {
        nodes: Some(1),
        ..Limits::default()
    });
    assert_eq!(search.step(), Step::Exhausted);
    assert_eq!((search.stats().nodes, search.stats().failures), (1, 1));
}
