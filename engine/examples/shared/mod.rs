//! What the examples share: arguments, the question, the report.
#![allow(dead_code, unreachable_pub, reason = "each example uses a part of it")]

use std::time::{Duration, Instant};

use quadrille_engine::{
    AnySearch, Decisions, First, Learning, Limits, Model, Optimum, Solution, Solver, Step,
    Uniqueness, branch,
};

/// The arguments of every example.
pub struct Options {
    learn: bool,
    decisions: Decisions,
    order: String,
    limit: Option<u64>,
    quiet: bool,
}

/// Reads the arguments, and the file that they name or else the instance built in.
pub fn start(built_in: &str) -> (Options, String) {
    read(built_in, true)
}

/// The same where learning does not pay: it is off unless the arguments say otherwise.
pub fn start_without_learning(built_in: &str) -> (Options, String) {
    read(built_in, false)
}

fn read(built_in: &str, learn: bool) -> (Options, String) {
    let mut options = Options {
        learn,
        decisions: Decisions::Conflicts,
        order: "last-conflict:dom/wdeg".to_owned(),
        limit: None,
        quiet: false,
    };
    let mut file = None;
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().unwrap_or_default();
        match argument.as_str() {
            "--learn" => {
                options.learn = match value().as_str() {
                    "on" => true,
                    "off" => false,
                    other => fail(&format!("--learn {other}: on or off")),
                }
            }
            "--decisions" => {
                options.decisions = match value().as_str() {
                    "conflicts" => Decisions::Conflicts,
                    "with-witnesses" => Decisions::WithWitnesses,
                    "brancher" => Decisions::Brancher,
                    "alternately" => Decisions::Alternately,
                    other => fail(&format!("--decisions {other}")),
                }
            }
            "--order" => options.order = value(),
            "--seconds" => options.limit = value().parse().ok(),
            "--quiet" => options.quiet = true,
            other if other.starts_with('-') => fail(&format!("unknown option {other}")),
            _ => file = Some(argument),
        }
    }
    let text = match file {
        None => built_in.to_owned(),
        Some(name) => {
            std::fs::read_to_string(&name).unwrap_or_else(|error| fail(&format!("{name}: {error}")))
        }
    };
    (options, text)
}

fn fail(why: &str) -> ! {
    eprintln!("{why}");
    std::process::exit(2)
}

/// The whole numbers of a text.
pub fn numbers(text: &str) -> Vec<i32> {
    text.split_whitespace()
        .map(|word| {
            word.parse()
                .unwrap_or_else(|_| fail(&format!("`{word}` is no number")))
        })
        .collect()
}

impl Options {
    fn search<'s>(&self, solver: &'s mut Solver) -> AnySearch<'s> {
        let brancher = branch::named(&self.order, "smallest", "binary", 0)
            .unwrap_or_else(|error| fail(&error.to_string()));
        let search = solver.search().boxed_brancher(brancher).limits(Limits {
            time: self.limit.map(Duration::from_secs),
            ..Limits::default()
        });
        if !self.learn {
            return search.boxed();
        }
        let mut learning = Learning::default();
        learning.decisions = self.decisions;
        search.learn(learning).boxed()
    }
}

fn report(search: &AnySearch<'_>, started: Instant) {
    let stats = search.stats();
    println!(
        "{} nodes, {} failures, {} restarts, {} learnt, {} forgotten, {:.1} ms",
        stats.nodes,
        stats.failures,
        stats.restarts,
        stats.learnt,
        stats.forgotten,
        started.elapsed().as_secs_f64() * 1e3
    );
}

/// Looks for one solution.
pub fn first(options: &Options, model: Model, show: impl Fn(&Solution)) {
    let started = Instant::now();
    let mut solver = model.solver();
    let mut search = options.search(&mut solver);
    match search.first() {
        First::Found(solution) if options.quiet => drop(solution),
        First::Found(solution) => show(&solution),
        First::Nothing => println!("no solution"),
        First::Stopped(stop) => println!("stopped: {stop}"),
    }
    report(&search, started);
}

/// Looks for one solution, and whether there is another.
pub fn unique(options: &Options, model: Model, show: impl Fn(&Solution)) {
    let started = Instant::now();
    let mut solver = model.solver();
    let mut search = options.search(&mut solver);
    let show = |solution: &Solution| {
        if !options.quiet {
            show(solution);
        }
    };
    match search.uniqueness() {
        Uniqueness::Unique(solution) => {
            show(&solution);
            println!("the only solution");
        }
        Uniqueness::Several(solution, _) => {
            show(&solution);
            println!("one of several solutions");
        }
        Uniqueness::Stopped(solution, stop) => {
            solution.iter().for_each(show);
            println!("stopped: {stop}");
        }
        Uniqueness::Nothing => println!("no solution"),
    }
    report(&search, started);
}

/// Counts the solutions.
pub fn count(options: &Options, model: Model) {
    let started = Instant::now();
    let mut solver = model.solver();
    let mut search = options.search(&mut solver);
    let mut count = 0u64;
    let end = loop {
        match search.step() {
            Step::Solution => count += 1,
            Step::Exhausted => break String::new(),
            Step::Stopped(stop) => break format!(" ({stop})"),
        }
    };
    println!("{count} solutions{end}");
    report(&search, started);
}

/// Looks for the best solution.
pub fn optimum(options: &Options, model: Model, show: impl Fn(&Solution)) {
    let started = Instant::now();
    let mut solver = model.solver();
    let mut search = options.search(&mut solver);
    match search.optimum() {
        Optimum::Proved(solution) => {
            show(&solution);
            println!("proved to be best");
        }
        Optimum::Best(Some(solution), stop) => {
            show(&solution);
            println!("the best before the {stop}");
        }
        Optimum::Best(None, stop) => println!("stopped: {stop}"),
        Optimum::Nothing => println!("no solution"),
    }
    report(&search, started);
}
