//! One thread against two on enumerations that take seconds: wall times, alternating in one run, and their ratio.
//!
//! `cargo bench --bench parallel -- [--threads N] [--rounds N]`.
//!
//! On a busy machine the ratio of wall times says more about the other load, so CPU times are printed beside it: of all
//! threads together, where what several take more than one is lost to splitting; and of the busiest, where what exceeds
//! an equal part is lost to waiting. The time of one thread over that of the busiest is the ratio that free cores would
//! show.

#[path = "measure/clock.rs"]
mod clock;
#[path = "makers/mod.rs"]
#[allow(dead_code, reason = "one maker is enough here")]
mod makers;
#[path = "../engine/examples/shared/queens.rs"]
mod queens;

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use quadrille::Puzzle;
use quadrille::puzzle::{BuildOptions, Built};
use quadrille::read::{self, Source};
use quadrille_engine::parallel::Plan;
use quadrille_engine::{
    Brancher, Conflict, Constraint, Context, Model, Propagator, Scope, Status, branch,
};
use rustix::time::{ClockId, clock_gettime};

type Build = Box<dyn Fn() -> (Model, Box<dyn Brancher>) + Sync>;

/// Something to enumerate.
struct Enumeration {
    name: &'static str,
    build: Build,
}

/// A puzzle with its kind's own brancher, without the fold.
fn puzzle(puzzle: &Puzzle) -> Build {
    let puzzle = puzzle.without(&puzzle.rules_about_folding());
    Box::new(move || {
        let Built {
            model,
            brancher,
            reading,
        } = puzzle.build(&BuildOptions::default());
        let brancher = brancher(&reading);
        (model, brancher)
    })
}

fn enumerations() -> Vec<Enumeration> {
    let shapes = Source {
        name: "shapes".to_owned(),
        text: "kind = 'shut-the-box'\ngrid = '''\n.....\n.....\n.....\n.....\n.....\n'''"
            .to_owned(),
    };
    let shapes = read::parse(&shapes).expect("a puzzle without clues").puzzle;
    let loose = makers::number_cross_4::make(8, 8, 9, 20, 1);
    let loose = makers::tighten::Draft::puzzle(&loose);
    vec![
        Enumeration {
            name: "14 queens, smallest domain",
            build: Box::new(|| {
                (
                    queens::queens(14, 1..=14),
                    Box::new(branch::smallest_domain()),
                )
            }),
        },
        Enumeration {
            name: "shapes without holes, 5×5",
            build: puzzle(&shapes),
        },
        Enumeration {
            name: "Number Cross 4, 8×8, loose clues",
            build: puzzle(&loose),
        },
    ]
}

/// What a count took: wall time, CPU time of all threads, and of the busiest.
struct Took {
    wall: Duration,
    all: Duration,
    busiest: Duration,
}

/// Changes nothing; when its solver is dropped, it reports how much CPU time its thread has used since it was made.
#[derive(Clone, Debug)]
struct Timer {
    made: Duration,
    times: Arc<Mutex<Vec<Duration>>>,
}

impl Constraint for Timer {
    type Propagator = Self;

    fn name(&self) -> &'static str {
        "timer"
    }

    fn attach(self, _: &mut Scope<'_>) -> Self {
        self
    }
}

impl Propagator for Timer {
    fn propagate(&mut self, _: &mut Context<'_>) -> Result<Status, Conflict> {
        Ok(Status::Entailed)
    }
}

impl Drop for Timer {
    fn drop(&mut self) {
        let time = clock::now() - self.made;
        self.times.lock().expect("no panic").push(time);
    }
}

/// The CPU time used by all threads of the process.
fn of_the_process() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// Counts on `threads` threads; also returns the numbers of solutions and nodes.
fn measure(enumeration: &Enumeration, threads: usize) -> (Took, u64, u64) {
    let times = Arc::new(Mutex::new(Vec::new()));
    let build = || {
        let made = clock::now();
        let (mut model, brancher) = (enumeration.build)();
        let times = Arc::clone(&times);
        model.post(Timer { made, times });
        (model.solver(), brancher)
    };
    let (started, cpu) = (Instant::now(), of_the_process());
    let outcome = Plan::new(threads).keep(false).run(build);
    assert_eq!(outcome.stopped, None);
    let took = Took {
        wall: started.elapsed(),
        all: of_the_process() - cpu,
        busiest: *times
            .lock()
            .expect("no panic")
            .iter()
            .max()
            .expect("a worker"),
    };
    (took, outcome.found, outcome.stats.nodes)
}

fn median(times: impl Iterator<Item = Duration>) -> f64 {
    let mut times: Vec<Duration> = times.collect();
    times.sort_unstable();
    times[times.len() / 2].as_secs_f64()
}

fn argument(name: &str, default: usize) -> usize {
    let mut arguments = std::env::args().skip_while(|argument| argument != name);
    let value = arguments.nth(1).and_then(|text| text.parse().ok());
    value.unwrap_or(default)
}

fn main() {
    let (threads, rounds) = (argument("--threads", 2), argument("--rounds", 3).max(1));
    println!("medians of {rounds} rounds, seconds");
    for enumeration in enumerations() {
        let mut took = [Vec::new(), Vec::new()];
        let mut counts = Vec::new();
        for _ in 0..rounds {
            for (took, threads) in took.iter_mut().zip([1, threads]) {
                let (time, found, nodes) = measure(&enumeration, threads);
                took.push(time);
                counts.push((found, nodes));
            }
        }
        let (found, nodes) = counts[0];
        assert!(counts.iter().all(|c| c.0 == found), "the counts differ");
        println!("{}: {found} solutions, {nodes} nodes", enumeration.name);
        let [one, many] = took.map(|took| {
            let of = |time: fn(&Took) -> Duration| median(took.iter().map(time));
            [of(|t| t.wall), of(|t| t.all), of(|t| t.busiest)]
        });
        for (threads, [wall, all, busiest]) in [(1, one), (threads, many)] {
            println!("  {threads} threads: wall {wall:.2}, CPU {all:.2}, busiest {busiest:.2}");
        }
        println!(
            "  ratio {:.2} by wall time, {:.2} by CPU time of the busiest",
            one[0] / many[0],
            one[2] / many[2],
        );
    }
}
