//! Time, nodes and memory by the side of generated puzzles, as a table and as a picture.
//!
//! ```text
//! cargo bench --bench scaling -- [--full] [--seconds N] [--seeds N|A..B] [--only KIND] [--from FOLDER] [PICTURE.svg]
//! cargo bench --bench scaling -- --write FOLDER [--full] [--seeds N|A..B] [--only KIND] [--side N]
//! ```
//!
//! Without `--full`, the smaller sides only. Each puzzle is searched to the proof that all its solutions are known, or
//! until it has had so much CPU time; in a process of its own, so that peak memory is that of reading, building and
//! searching this puzzle alone. `--from` takes puzzles written before, those of them that are there. `--write` writes
//! the same puzzles to files instead. With `--side` they are puzzles of that side, of which a third are left loose and
//! a third have something told wrong, to compare solvers by.

#[path = "../measure/clock.rs"]
#[allow(dead_code, reason = "searches here have one thread")]
mod clock;
#[path = "../makers/mod.rs"]
mod makers;
mod picture;
mod point;
mod series;

use std::error::Error;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use quadrille::Puzzle;
use quadrille::puzzle::{BuildOptions, Built};
use quadrille_engine::{First, Literal};

use point::Point;
use series::{Form, Instance, SERIES, Series};

/// Made shapes do not fold.
fn build(puzzle: &Puzzle) -> Built {
    let puzzle = puzzle.without(&puzzle.rules_about_folding());
    puzzle.build(&BuildOptions::default())
}

/// What the command line asks for.
struct Options {
    full: bool,
    seeds: Range<u64>,
    side: Option<usize>,
    limit: Duration,
    /// A word of the name of the only kind wanted.
    only: String,
    picture: PathBuf,
    write: Option<PathBuf>,
    from: Option<PathBuf>,
    /// The file to solve, in the separate process of one puzzle.
    one: Option<PathBuf>,
}

fn options() -> Result<Options, String> {
    let mut options = Options {
        full: false,
        seeds: 1..2,
        side: None,
        limit: Duration::from_secs(1),
        only: String::new(),
        picture: PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/target/scaling.svg")),
        write: None,
        from: None,
        one: None,
    };
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut of = || arguments.next().ok_or(format!("{argument} needs a value"));
        match argument.as_str() {
            // Passed by cargo.
            "--bench" | "--test" => {}
            "--full" => options.full = true,
            "--only" => options.only = of()?,
            "--seeds" => {
                let text = of()?;
                options.seeds = match text.split_once("..") {
                    Some((from, to)) => number(from)?..number(to)?,
                    None => 1..number(&text)? + 1,
                };
            }
            "--side" => options.side = Some(number(&of()?)? as usize),
            "--seconds" => options.limit = Duration::from_secs(number(&of()?)?),
            "--write" => options.write = Some(PathBuf::from(of()?)),
            "--from" => options.from = Some(PathBuf::from(of()?)),
            "--one" => options.one = Some(PathBuf::from(of()?)),
            flag if flag.starts_with('-') => return Err(format!("unknown option {flag}")),
            path => options.picture = PathBuf::from(path),
        }
    }
    Ok(options)
}

fn number(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("{text}: not a number"))
}

fn main() -> Result<(), Box<dyn Error>> {
    let options = options()?;
    if let Some(path) = &options.one {
        let (_, loaded) = quadrille::read::open(&path.to_string_lossy())
            .map_err(|_| format!("{}: cannot be read", path.display()))?;
        println!("{}", Point::of(&loaded.puzzle, options.limit).to_line());
        return Ok(());
    }
    let folder = std::env::temp_dir().join(format!("quadrille-scaling-{}", std::process::id()));
    let folder = options.write.clone().unwrap_or(folder);
    std::fs::create_dir_all(&folder)?;
    if options.write.is_none() {
        println!("{}", Point::HEAD);
    }
    let mut curves = Vec::new();
    for kind in SERIES {
        if !kind.name.contains(&options.only) && !kind.file.contains(&options.only) {
            continue;
        }
        let mut points = Vec::new();
        let small = kind.sides.iter().filter(|&&side| side <= 10).count();
        let sides = match &options.side {
            Some(side) => std::slice::from_ref(side),
            None if options.full => kind.sides,
            None => &kind.sides[..small],
        };
        for &side in sides {
            for seed in options.seeds.clone() {
                let file = format!("{}-{side:02}-s{seed}.toml", kind.file);
                let path = match &options.from {
                    Some(folder) => folder.join(file),
                    None => folder.join(file),
                };
                if options.from.is_none() {
                    make(&kind, side, seed, options.side.is_some(), &path)?;
                } else if !path.exists() {
                    continue;
                }
                if options.write.is_none() {
                    let point = solve_apart(&path, side, options.limit)?;
                    println!("{}", point.row(kind.name, seed));
                    points.push(point);
                }
            }
        }
        curves.push((kind.name, points));
    }
    if options.write.is_none() {
        std::fs::remove_dir_all(&folder)?;
        picture::write(&options.picture, &curves, options.limit)?;
        println!("picture: {}", options.picture.display());
    }
    Ok(())
}

/// Writes the puzzle of a side and a seed to a file; with `mixed`, in a form that depends on the seed.
fn make(
    kind: &Series,
    side: usize,
    seed: u64,
    mixed: bool,
    path: &Path,
) -> Result<(), Box<dyn Error>> {
    let form = if mixed {
        Form::of_seed(seed)
    } else {
        Form::Tight
    };
    let instance = (kind.make)(side, seed, form);
    if !keeps_solution(&instance) {
        return Err(format!("{}: its solution is lost", path.display()).into());
    }
    Ok(std::fs::write(path, &instance.text)?)
}

/// Solves the puzzle of a file in a separate process.
fn solve_apart(path: &Path, side: usize, limit: Duration) -> Result<Point, Box<dyn Error>> {
    let output = Command::new(std::env::current_exe()?)
        .arg("--one")
        .arg(path)
        .args(["--seconds", &limit.as_secs().to_string()])
        .output()?;
    let line = String::from_utf8(output.stdout)?;
    Point::from_line(side, &line).ok_or_else(|| {
        let said = String::from_utf8_lossy(&output.stderr);
        format!("{}: no figures: {said}", path.display()).into()
    })
}

/// The grid that a puzzle was made from must be one of its solutions.
fn keeps_solution(instance: &Instance) -> bool {
    let Some(solution) = &instance.solution else {
        return true;
    };
    let built = build(&instance.puzzle);
    let spots = instance.puzzle.spots(&built.reading);
    let mut solver = built.model.solver();
    if solver.propagate().is_err() {
        return false;
    }
    solver.push();
    // Of the spots that lie in one cell, those of the layer that is drawn there.
    let all_fit = solution.cells().all(|cell| {
        let of_cell = spots.iter().filter(|spot| spot.name == cell.to_string());
        let fitting = of_cell.filter_map(|spot| {
            let mut values = solver.domain(spot.var).iter();
            let value = values.find(|&value| spot.value(value) == solution[cell])?;
            Some(Literal::is(spot.var, value))
        });
        let fitting = fitting.collect::<Vec<_>>();
        fitting.len() == 1 && solver.assume(fitting[0]).is_ok()
    });
    all_fit && solver.propagate().is_ok() && matches!(solver.search().first(), First::Found(_))
}
