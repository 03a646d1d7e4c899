//! The four puzzles: parse, clue compilation, build, root propagation and search apart and together; and heuristics
//! side by side, on these puzzles and on generated ones.

#[path = "measure/clock.rs"]
mod clock;
#[path = "makers/mod.rs"]
#[allow(
    dead_code,
    reason = "the grids that puzzles are made from are of no interest here"
)]
mod makers;
#[path = "measure/criterion.rs"]
mod set_up;

use std::hint::black_box;
use std::time::Duration;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use quadrille::Puzzle;
use quadrille::clue::{Clue, MAX_DIGITS};
use quadrille::embedded;
use quadrille::puzzle::{BuildOptions, Built};
use quadrille::read::{self, Loaded, Source};
use quadrille_engine::branch::{Groups, ORDERS, named};
use quadrille_engine::branch::{order, value};
use quadrille_engine::{Brancher, Branching, Count, Limits, Solver, Stats, Step, Var};

use set_up::CpuTime;

fn source(name: &str) -> Source {
    Source {
        name: name.to_owned(),
        text: embedded::find(name).expect("it is embedded").to_owned(),
    }
}

fn load(name: &str) -> Loaded {
    read::parse(&source(name)).expect("an embedded puzzle")
}

fn build(loaded: &Loaded) -> Built {
    loaded.puzzle.build(&BuildOptions::default())
}

/// The solver after root propagation, with the kind's own brancher.
fn at_root(loaded: &Loaded) -> (Solver, Box<dyn Brancher>) {
    propagated(build(loaded))
}

fn propagated(built: Built) -> (Solver, Box<dyn Brancher>) {
    let brancher = (built.brancher)(&built.reading);
    let mut solver = built.model.solver();
    solver.propagate().expect("the root has solutions");
    (solver, brancher)
}

/// The texts of a puzzle's clues; none where it has none.
fn clues(name: &str) -> Vec<String> {
    let source = source(name);
    let list = source
        .text
        .split_once("clues = [")
        .map_or("", |(_, list)| list);
    let lines = list.lines().map(str::trim).take_while(|line| *line != "]");
    lines
        .filter_map(|line| Some(line.strip_prefix('"')?.strip_suffix("\",")?.to_owned()))
        .collect()
}

/// Each stage from the text to the proof. Building includes the words of the rows that Number Cross 4 lists; clue
/// compilation is from the clue's text to its automata of all lengths.
fn stages(c: &mut Criterion<CpuTime>) {
    for &(name, _) in embedded::all() {
        let mut group = c.benchmark_group(name);
        let (source, loaded, clues) = (source(name), load(name), clues(name));
        group.bench_function("1 parse", |b| {
            b.iter(|| black_box(read::parse(&source).is_ok()));
        });
        if !clues.is_empty() {
            group.bench_function("2 clue compilation", |b| {
                b.iter(|| {
                    for text in &clues {
                        let clue = Clue::parse(text).expect("a clue of an embedded puzzle");
                        for length in 2..=loaded.puzzle.size().1.min(MAX_DIGITS) {
                            black_box(clue.automata(length));
                        }
                    }
                });
            });
        }
        group.bench_function("3 build", |b| {
            b.iter_with_large_drop(|| build(&loaded).model.solver());
        });
        group.bench_function("4 root propagation", |b| {
            b.iter_batched(
                || build(&loaded).model.solver(),
                |mut solver| {
                    let _ = black_box(solver.propagate());
                    solver
                },
                BatchSize::LargeInput,
            );
        });
        group.bench_function("5 search to the proof", |b| {
            b.iter_batched(
                || at_root(&loaded),
                |(mut solver, brancher)| {
                    let count = solver.search().boxed_brancher(brancher).count();
                    assert_eq!(count, Count::Exactly(1));
                    solver
                },
                BatchSize::LargeInput,
            );
        });
        group.bench_function("6 all together", |b| {
            b.iter(|| {
                let loaded = read::parse(&source).expect("an embedded puzzle");
                let (mut solver, brancher) = at_root(&loaded);
                black_box(solver.search().boxed_brancher(brancher).count())
            });
        });
        group.finish();
    }
}

/// A named way to branch.
type Heuristic = (String, Box<dyn Fn(&Loaded, &[Var]) -> Box<dyn Brancher>>);

/// Orders, and for two of them further orders of values.
fn heuristics(name: &str) -> Vec<Heuristic> {
    let mut all: Vec<Heuristic> = Vec::new();
    let mut add = |order: &'static str, values: &'static str| {
        let make = move |_: &Loaded, _: &[Var]| {
            named(order, values, "binary", 0).expect("these names are known")
        };
        all.push((format!("{order}, {values}"), Box::new(make)));
    };
    for &order in ORDERS {
        add(order, "smallest");
    }
    for order in ["smallest", "dom/wdeg"] {
        for values in ["largest", "most-supports"] {
            add(order, values);
        }
    }
    if name == "number-cross-5" {
        let digits_first = |loaded: &Loaded, decisions: &[Var]| -> Box<dyn Brancher> {
            // Decisions are the regions' digits, then the cells.
            let picture = loaded.puzzle.picture();
            let regions = picture.regions.iter().flat_map(|regions| regions.values());
            let count = regions.max().map_or(0, |last| last + 1);
            let (digits, cells) = decisions.split_at(count);
            let over = |vars| Branching::new(order::SmallestDomain, value::Smallest).over(vars);
            Box::new(Groups::new().then(over(digits)).then(over(cells)))
        };
        all.push((
            "region digits first, smallest".to_owned(),
            Box::new(digits_first),
        ));
    }
    all
}

/// A search that needs more CPU time is reported but not measured again.
const LONGEST: Duration = Duration::from_millis(300);

/// Searches to the proof, with nodes and failures of each printed before its time.
fn compare(c: &mut Criterion<CpuTime>) {
    for &(name, _) in embedded::all() {
        let loaded = load(name);
        let mut group = c.benchmark_group(format!("{name}/heuristics"));
        for (heuristic, make) in heuristics(name) {
            let set_up = || {
                let (solver, _) = at_root(&loaded);
                let brancher = make(&loaded, solver.decisions());
                (solver, brancher)
            };
            let (mut solver, brancher) = set_up();
            let started = clock::now();
            let limits = Limits {
                // Wall time, with room for a busy machine.
                time: Some(8 * LONGEST),
                ..Limits::default()
            };
            let (finished, stats) = run(&mut solver, brancher, limits);
            let is_measured = finished && clock::now() - started <= LONGEST;
            println!(
                "{name}, {heuristic}: {} nodes, {} failures{}{}",
                stats.nodes,
                stats.failures,
                if finished { "" } else { ", stopped" },
                if is_measured { "" } else { ", not measured" },
            );
            if is_measured {
                group.bench_function(&heuristic, |b| {
                    b.iter_batched(
                        set_up,
                        |(mut solver, brancher)| {
                            black_box(run(&mut solver, brancher, Limits::default()));
                            solver
                        },
                        BatchSize::LargeInput,
                    );
                });
            }
        }
        group.finish();
    }
}

/// Generated puzzles of one kind, without the fold.
type Series = (&'static str, fn(u64) -> Puzzle);

const MADE: [Series; 4] = [
    ("Number Cross 4, 11×11", |seed| {
        makers::tighten::Draft::puzzle(&makers::number_cross_4::make(11, 11, 9, 1_000, seed))
    }),
    ("Number Cross 5, 8×8", |seed| {
        makers::tighten::Draft::puzzle(&makers::number_cross_5::make(8, 8, 13, 1_000, seed))
    }),
    ("Block Party, 10×10", |seed| {
        makers::tighten::Draft::puzzle(&makers::block_party::make(10, seed))
    }),
    ("Shut the Box, 20×20", |seed| {
        makers::tighten::Draft::puzzle(&makers::shape_told::make(20, seed))
    }),
];

/// How many puzzles of each kind are made.
const SEEDS: u64 = 6;

/// The node limit for searches of generated puzzles.
const MOST_NODES: u64 = 3_000;

/// Searches generated puzzles to the proof with each order: nodes, failures and CPU time, summed over the puzzles. A
/// stopped search counts with its figures up to then.
fn made(_: &mut Criterion<CpuTime>) {
    let limits = Limits {
        nodes: Some(MOST_NODES),
        ..Limits::default()
    };
    for (name, make) in MADE {
        let puzzles: Vec<_> = (1..=SEEDS).map(make).collect();
        let line = |heuristic: &str, branch: &dyn Fn(Box<dyn Brancher>) -> Box<dyn Brancher>| {
            let (mut nodes, mut failures, mut stopped) = (0, 0, 0);
            let mut spent = Duration::ZERO;
            for puzzle in &puzzles {
                let puzzle = puzzle.without(&puzzle.rules_about_folding());
                let (mut solver, own) = propagated(puzzle.build(&BuildOptions::default()));
                let started = clock::now();
                let (finished, stats) = run(&mut solver, branch(own), limits.clone());
                spent += clock::now() - started;
                nodes += stats.nodes;
                failures += stats.failures;
                stopped += u64::from(!finished);
            }
            println!(
                "{name}, {SEEDS} made, {heuristic}: {nodes} nodes, {failures} failures, {:.1} ms{}",
                spent.as_secs_f64() * 1e3,
                if stopped > 0 {
                    format!(", {stopped} stopped")
                } else {
                    String::new()
                },
            );
        };
        line("the kind's own", &|own| own);
        for &order in ORDERS {
            for values in ["smallest", "largest"] {
                let named = |_| named(order, values, "binary", 0).expect("these names are known");
                line(&format!("{order}, {values}"), &named);
            }
        }
    }
}

/// Whether a search reached the proof within its limits, and its figures.
fn run(solver: &mut Solver, brancher: Box<dyn Brancher>, limits: Limits) -> (bool, Stats) {
    let mut search = solver.search().boxed_brancher(brancher).limits(limits);
    loop {
        match search.step() {
            Step::Solution => {}
            Step::Exhausted => return (true, search.stats().clone()),
            Step::Stopped(_) => return (false, search.stats().clone()),
        }
    }
}

criterion_group! {
    name = puzzles;
    config = set_up::criterion();
    targets = stages, compare, made
}
criterion_main!(puzzles);
