//! The side of made puzzles against time, nodes and memory, as a table and as a picture.
//!
//! `cargo bench --bench scaling -- [--full] [--seconds N] [--seeds N] [--only KIND] [PICTURE.svg]`:
//! without `--full`, a few small sides only. Each puzzle is searched to the proof that all its solutions are known, or until it has had so much
//! CPU time.

#[path = "../measure/clock.rs"]
mod clock;
#[path = "../makers/mod.rs"]
mod makers;
mod picture;

use std::path::PathBuf;
use std::time::Duration;

use quadrille::grid::{Cell, Direction, Grid};
use quadrille::puzzle::{BuildOptions, Built, Puzzle};
use quadrille::shut_the_box::{Given, ShutTheBox};
use quadrille::solve::resident_bytes;
use quadrille::symbol::Symbol;
use quadrille_engine::{First, Limits, Literal, Step};

/// A made puzzle, and the grid that it was made from.
struct Instance {
    puzzle: Box<dyn Puzzle>,
    solution: Grid<Symbol>,
}

/// Made shapes do not fold.
fn build(instance: &Instance) -> Built {
    instance.puzzle.build(&BuildOptions {
        fold: false,
        ..BuildOptions::default()
    })
}

/// One kind of puzzle, and the sides that its series has.
struct Series {
    name: &'static str,
    sides: &'static [usize],
    make: fn(usize, u64) -> Instance,
}

const SERIES: [Series; 4] = [
    Series {
        name: "Number Cross 4",
        sides: &[5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
        make: |side, seed| {
            let made = makers::number_cross_4::make(side, side, 9, MODULUS, seed);
            Instance {
                puzzle: Box::new(made.puzzle),
                solution: numbers(&made.solution),
            }
        },
    },
    Series {
        name: "Number Cross 5",
        sides: &[5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
        make: |side, seed| {
            let made = makers::number_cross_5::make(side, side, 13, MODULUS, seed);
            Instance {
                puzzle: Box::new(made.puzzle),
                solution: numbers(&made.solution),
            }
        },
    },
    Series {
        name: "Block Party",
        sides: &[4, 5, 6, 8, 10, 12, 14, 16],
        make: |side, seed| {
            let made = makers::block_party::make(side, seed);
            Instance {
                puzzle: Box::new(made.puzzle),
                solution: made.solution.map(|&value| Symbol::Number(value)),
            }
        },
    },
    Series {
        name: "Shut the Box, no fold",
        sides: &[8, 10, 12, 16, 20, 25, 30, 35, 40],
        make: shut_the_box,
    },
];

/// How tight the clues of Number Cross are: they hold of about one number in so many.
const MODULUS: u64 = 1_000;

fn numbers(rows: &[Vec<Option<u32>>]) -> Grid<Symbol> {
    Grid::from_fn(rows.len(), rows[0].len(), |cell| {
        rows[cell.row][cell.column].map_or(Symbol::Hash, Symbol::Number)
    })
}

fn shut_the_box(side: usize, seed: u64) -> Instance {
    let made = makers::shut_the_box::make(side, seed);
    let mut givens = Grid::from_fn(made.side, made.side, |_| Given::Nothing);
    let cell = |at: usize| Cell::new(at / made.side, at % made.side);
    for &(at, count) in &made.numbers {
        givens[cell(at)] = Given::Number { count, mark: None };
    }
    for (at, letters) in &made.arrows {
        let directions = letters.chars().filter_map(Direction::from_letter);
        givens[cell(*at)] = Given::Arrow(directions.collect());
    }
    let symbol = |&inside: &bool| if inside { Symbol::Hash } else { Symbol::Dot };
    let solution = made.inside.iter().map(symbol).collect();
    Instance {
        puzzle: Box::new(ShutTheBox { givens }),
        solution: Grid::from_values(side, side, solution).expect("a symbol for each cell"),
    }
}

/// What solving one instance came to.
#[derive(Clone, Debug)]
struct Point {
    side: usize,
    /// CPU time of build and search.
    time: Duration,
    nodes: u64,
    failures: u64,
    solutions: u64,
    /// Reversible state of the solver and its trail.
    state: usize,
    /// Memory in use by the whole process afterwards, where that is known.
    resident: Option<u64>,
    /// Whether the whole space was seen.
    finished: bool,
}

fn solve(instance: &Instance, side: usize, limit: Duration) -> Point {
    let started = clock::now();
    let built = build(instance);
    let brancher = (built.brancher)(&built.reading);
    let mut solver = built.model.solver();
    let mut search = solver.search().boxed_brancher(brancher);
    let finished = loop {
        // The limit is one of CPU time, which the engine does not know: it is asked for between slices of nodes.
        search.set_limits(Limits {
            nodes: Some(search.stats().nodes + 64),
            ..Limits::default()
        });
        let step = search.step();
        if step == Step::Exhausted {
            break true;
        }
        let is_time_to_look = step != Step::Solution || search.stats().solutions % 64 == 0;
        if is_time_to_look && clock::now() - started > limit {
            break false;
        }
    };
    let time = clock::now() - started;
    let resident = resident_bytes();
    let stats = search.stats().clone();
    drop(search);
    Point {
        side,
        time,
        nodes: stats.nodes,
        failures: stats.failures,
        solutions: stats.solutions,
        state: solver.state_bytes(),
        resident,
        finished,
    }
}

/// What the command line asks for.
struct Options {
    full: bool,
    seeds: u64,
    limit: Duration,
    /// A word of the name of the only kind wanted.
    only: String,
    picture: PathBuf,
}

fn options() -> Result<Options, String> {
    let mut options = Options {
        full: false,
        seeds: 1,
        limit: Duration::from_secs(1),
        only: String::new(),
        picture: PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/target/scaling.svg")),
    };
    let mut arguments = std::env::args().skip(1);
    let number = |text: Option<String>, of: &str| -> Result<u64, String> {
        let text = text.ok_or_else(|| format!("{of} needs a number"))?;
        text.parse()
            .map_err(|_| format!("{of} {text}: not a number"))
    };
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            // Cargo says so itself.
            "--bench" | "--test" => {}
            "--full" => options.full = true,
            "--only" => options.only = arguments.next().ok_or("--only needs a kind")?,
            "--seeds" => options.seeds = number(arguments.next(), "--seeds")?.max(1),
            "--seconds" => {
                options.limit = Duration::from_secs(number(arguments.next(), "--seconds")?);
            }
            flag if flag.starts_with('-') => return Err(format!("unknown option {flag}")),
            path => options.picture = PathBuf::from(path),
        }
    }
    Ok(options)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let options = options()?;
    println!(
        "{:<22} {:>4} {:>4} {:>10} {:>10} {:>10} {:>9} {:>9} {:>8}",
        "kind", "side", "seed", "CPU ms", "nodes", "failures", "solutions", "state kB", "RSS MB"
    );
    let mut curves = Vec::new();
    for Series { name, sides, make } in SERIES {
        if !name.contains(&options.only) {
            continue;
        }
        let mut points = Vec::new();
        let small = sides.iter().filter(|&&side| side <= 10).count();
        let sides = if options.full { sides } else { &sides[..small] };
        for &side in sides {
            for seed in 1..=options.seeds {
                let instance = make(side, seed);
                if !is_solution(&instance) {
                    return Err(format!("{name}, side {side}, seed {seed}: solution lost").into());
                }
                let point = solve(&instance, side, options.limit);
                print_row(name, seed, &point);
                points.push(point);
            }
        }
        curves.push((name, points));
    }
    picture::write(&options.picture, &curves, options.limit)?;
    println!("picture: {}", options.picture.display());
    Ok(())
}

/// The grid that a puzzle was made from must be one of its solutions.
fn is_solution(instance: &Instance) -> bool {
    let built = build(instance);
    let cells = built.reading.cells;
    let mut solver = built.model.solver();
    solver.push();
    let all_fit = cells.cells().all(|cell| {
        let (var, symbol) = cells[cell];
        let wanted = instance.solution[cell];
        let value = solver.domain(var).iter().find(|&v| symbol(v) == wanted);
        value.is_some_and(|value| solver.assume(Literal::is(var, value)).is_ok())
    });
    all_fit && solver.propagate().is_ok() && matches!(solver.search().first(), First::Found(_))
}

fn print_row(name: &str, seed: u64, point: &Point) {
    println!(
        "{name:<22} {:>4} {seed:>4} {:>10.2} {:>10} {:>10} {:>9} {:>9.1} {:>8}{}",
        point.side,
        point.time.as_secs_f64() * 1e3,
        point.nodes,
        point.failures,
        point.solutions,
        point.state as f64 / 1e3,
        point
            .resident
            .map_or_else(|| "?".to_owned(), |bytes| (bytes >> 20).to_string()),
        if point.finished { "" } else { "  stopped" },
    );
}
