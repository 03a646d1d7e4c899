//! `quadrille minimise`: what can go from a puzzle, and what would have to be given.

use clap::Args;
use quadrille_engine::clock::Instant;

use super::console::Console;
use super::exit;
use super::limits::LimitArguments;
use super::open::{self, Failure};
use super::watch::{ProgressLine, Signals};
use crate::document::known_words;
use crate::language::Puzzle;
use crate::protocol::additions;
use crate::puzzle::FilePart;
use crate::read::{Source, parse};
use crate::solve::{Request, Verdict};
use crate::thin::{self, NotThinned, Thinned};
use crate::whole::write_whole;
use crate::words::counted;

/// Remove givens and clues while the solution stays the only one
///
/// A clue without which there would be another single solution stays as well. Tries each in turn: what is redundant becomes `.` in the file; everything else stays as it is, comments included.
/// Marks are kept unless --marks is given. In the end, nothing redundant is left. Without -o the thinned file
/// is printed, and what was removed is listed on standard error.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quadrille minimise my-sudoku.toml -o thin.toml --seed 3
  quadrille minimise my-kakuro.toml --keep r1c2 --keep right
  quadrille minimise several.toml --add

Exit codes: 0 all went well, 1 no solution, 2 bad input, 3 several solutions (without --add), 4 stopped by a limit.")]
pub(super) struct MinimiseArguments {
    /// A puzzle file, an embedded puzzle, an address, or - for standard input
    #[arg(value_name = "PUZZLE")]
    puzzle: String,

    /// The order in which to try: 0 for that of the file, otherwise random
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    /// Keep what is under this key of the file, or in this place (such as r3c4); can be repeated
    #[arg(long, value_name = "KEY")]
    keep: Vec<String>,

    /// Remove marks, words beside numbers and places of drawn lines, too, which may be walls, holes and thermometers as
    /// well as clues
    #[arg(long, conflicts_with = "add")]
    marks: bool,

    /// Write the thinned file here
    #[arg(short, long, value_name = "FILE", conflicts_with = "add")]
    output: Option<String>,

    /// Instead, find the fewest cells that would have to be given to make one of several solutions the only one
    #[arg(long, conflicts_with_all = ["keep", "seed"])]
    add: bool,

    /// Print one JSON document
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    limits: LimitArguments,
}

pub(super) fn run(arguments: &MinimiseArguments, console: &mut Console) -> Result<u8, Failure> {
    let style = console.report_style(false);
    let (source, loaded) = open::puzzle_and_source(&arguments.puzzle, style)?;
    let puzzle = &loaded.puzzle;
    let signals = Signals::new();
    let request = Request {
        limits: arguments.limits.of_search(signals.interrupt()),
        memory: arguments.limits.memory,
        ..Request::default()
    };
    if arguments.add {
        return add(puzzle, &request, arguments.json, console);
    }
    let parts = puzzle.parts_of_file();
    let order = order(&parts, arguments)?;
    let marks = parts
        .iter()
        .filter(|part| part.is_structure && !arguments.marks);
    let count = parts.len() - marks.count();
    let (started, mut progress) = (Instant::now(), ProgressLine::new());
    let mut look = |gone: usize, open: usize| {
        let line = || format!("{gone} of {count} left out, {open} to be looked at");
        progress.tell(started.elapsed(), line);
    };
    let thinned = thin::thin(puzzle, &order, &request, &mut look);
    progress.clear();
    let thinned = match thinned {
        Ok(thinned) => thinned,
        Err(NotThinned::Defect(error)) => return Err(error.into()),
        Err(NotThinned::Verdict(verdict)) => {
            return Ok(not_thinned(verdict, arguments.json, console));
        }
    };
    let text = thin::rewritten(&source.text, &parts, &thinned.removed);
    check(&source, &text)?;
    let summary = summary(&parts, count, &thinned);
    if let Some(path) = &arguments.output {
        write_whole(path, text.as_bytes()).map_err(Failure::not_written)?;
    }
    match &arguments.output {
        _ if arguments.json => {
            console.print_json(&additions::thinned(&text, &parts, count, &thinned));
        }
        Some(_) => console.tell(&summary),
        None => {
            console.print(&text);
            console.complain(summary.trim_end());
        }
    }
    Ok(match thinned.is_minimal {
        true => exit::GOOD,
        false => exit::STOPPED,
    })
}

/// The parts that may go, in the order in which they are tried.
fn order(parts: &[FilePart], arguments: &MinimiseArguments) -> Result<Vec<usize>, Failure> {
    let fits = |part: &FilePart, name: &String| {
        part.keys.contains(name) || part.place == *name || part.part_key.as_ref() == Some(name)
    };
    for name in &arguments.keep {
        if !parts.iter().any(|part| fits(part, name)) {
            let mut known: Vec<&str> = Vec::new();
            for key in parts.iter().flat_map(|part| &part.keys) {
                if !known.contains(&key.as_str()) {
                    known.push(key);
                }
            }
            return Err(Failure::bad_input(format!(
                "error: there is nothing to keep under `{name}`; {}",
                known_words(name, &known)
            )));
        }
    }
    let is_kept = |part: &usize| {
        let part = &parts[*part];
        let mut names = arguments.keep.iter();
        part.is_structure && !arguments.marks || names.any(|name| fits(part, name))
    };
    let mut order: Vec<usize> = (0..parts.len()).filter(|part| !is_kept(part)).collect();
    if arguments.seed != 0 {
        let mut state = arguments.seed;
        for last in (1..order.len()).rev() {
            order.swap(last, (next(&mut state) % (last as u64 + 1)) as usize);
        }
    }
    Ok(order)
}

/// The next random number (SplitMix64, Steele, Lea and Flood 2014).
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The thinned file is one that can be read.
fn check(source: &Source, text: &str) -> Result<(), Failure> {
    let thinned = Source {
        name: source.name.clone(),
        text: text.to_owned(),
    };
    match parse(&thinned) {
        Ok(_) => Ok(()),
        Err(_) => Err(Failure::defect(
            "the thinned file cannot be read; this is a bug in quadrille, please report it with the puzzle"
                .to_owned(),
        )),
    }
}

fn summary(parts: &[FilePart], count: usize, thinned: &Thinned) -> String {
    let names = |some: &[usize]| -> Vec<String> {
        some.iter().map(|&part| parts[part].name.clone()).collect()
    };
    let places = names(&thinned.removed);
    let indispensable = names(&thinned.indispensable);
    let mut text = match count {
        0 if !parts.is_empty() => {
            "nothing in this puzzle but marks can be left out (see --marks)\n".to_owned()
        }
        0 => "nothing in this puzzle can be left out\n".to_owned(),
        1 if places.is_empty() => "the only given or clue cannot go\n".to_owned(),
        1 => "the only given or clue can go\n".to_owned(),
        all => format!("{} of {all} givens and clues can go\n", places.len()),
    };
    if !places.is_empty() {
        text.push_str(&super::lines::listed("left out:", places.into_iter()));
        text.push('\n');
    }
    if !indispensable.is_empty() {
        let names = indispensable.into_iter();
        text.push_str(&super::lines::listed(
            "needed for any solution at all:",
            names,
        ));
        text.push('\n');
        text.push_str(&super::lines::wrapped(
            "without one of these, no grid satisfies the rules. That is right for a wall or for the ends of a path. For a \
             clue it is most often a rule that asks for a number in every such place: in the rulebook, \
             `each cell c with NAME: …` asks only where there is one.",
        ));
        text.push('\n');
    }
    if !thinned.is_minimal {
        text.push_str("perhaps more can go: time ran out\n");
    }
    text
}

fn not_thinned(verdict: Verdict, as_json: bool, console: &mut Console) -> u8 {
    tell_verdict(verdict, as_json, console);
    console.complain(match verdict.found {
        0 => "only a puzzle with exactly one solution can be thinned",
        _ => "only a puzzle with exactly one solution can be thinned; --add finds cells that would make it one",
    });
    verdict.exit_code()
}

/// Why there is nothing else to tell.
fn tell_verdict(verdict: Verdict, as_json: bool, console: &mut Console) {
    if as_json {
        console.print_json(&additions::only_verdict(verdict));
    } else {
        console.tell(&format!("{verdict}\n"));
    }
}

fn add(
    puzzle: &Puzzle,
    request: &Request,
    as_json: bool,
    console: &mut Console,
) -> Result<u8, Failure> {
    let findings = crate::solve::solve(puzzle, request, &mut crate::solve::Unwatched)?;
    let verdict = findings.verdict;
    if verdict.found < 2 {
        tell_verdict(verdict, as_json, console);
        return Ok(verdict.exit_code());
    }
    let found = thin::additions(puzzle, request)?;
    let mut solutions = findings.solutions.iter();
    let is_possible = !solutions.any(|one| puzzle.values_of(one).is_empty());
    let code = match (&found, is_possible) {
        (Some(_), _) => exit::GOOD,
        (None, true) => exit::STOPPED,
        (None, false) => verdict.exit_code(),
    };
    if as_json {
        console.print_json(&additions::added(found.as_ref(), is_possible));
        return Ok(code);
    }
    let Some(found) = found else {
        console.tell(match is_possible {
            false => {
                "not found: there is nothing to find but regions, which cannot be given one by one\n"
            }
            true => "not found: what can be given does not tell the solutions apart, or time ran out\n",
        });
        return Ok(code);
    };
    let cells = counted(found.given.len() as u64, "cell");
    let least = match found.is_least {
        true => "fewer are not enough",
        false => "fewer may be enough",
    };
    let given = found.given.iter();
    let given = given.map(|given| format!("{} = {}", given.place, given.value));
    let head = format!("giving {cells} would leave exactly one solution ({least}):");
    console.print(&format!("{}\n", super::lines::listed(&head, given)));
    Ok(code)
}
