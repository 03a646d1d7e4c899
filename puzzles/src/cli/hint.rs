//! `quadrille hint`: what can be decided next, and why.

use std::time::Duration;

use clap::Args;

use super::console::Console;
use super::drawing::{DrawArguments, PictureArguments};
use super::limits::parse_time;
use super::open::{self, Failure};
use super::watch::Signals;
use super::{entries, exit};
use crate::picture::Picture;
use crate::protocol::hint::{End, Hint, Level, Outcome, hint};
use crate::read::Loaded;

/// Show what can be decided next, and why
///
/// Names the simplest next step: which cells, what goes there, and which rules and known cells imply it. It
/// uses as few rules and known cells as it can: without any one of those it names, propagation would not get there
/// (where values must be tried, some may not be needed, and the text says so).
/// Where nothing follows directly, it makes an assumption and shows how the rules refute it; where deciding a cell
/// takes many assumptions, it shows one that rules a value out. If entries of the grid occur in no solution, it says so
/// instead.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quadrille hint block-party-4
  quadrille hint my-puzzle.toml my-grid.txt --level what

Exit codes: 0 a step (or everything is decided), 1 an entry is wrong or there is no solution, 2 bad input, 3 the \
rest is open in several solutions, 4 stopped.")]
pub(super) struct HintArguments {
    /// A puzzle file, an embedded puzzle, an address, or - for standard input
    #[arg(value_name = "PUZZLE")]
    puzzle: String,

    /// A file with the grid so far (? for unknown values, {1,2} for candidates), or saved output of `solve`; - for
    /// standard input
    #[arg(value_name = "GRID")]
    grid: Option<String>,

    /// How much to reveal: where to look, what goes there, or also why
    #[arg(long, value_name = "LEVEL", default_value = "why")]
    level: Level,

    /// Stop after this time and show what was found
    #[arg(long, value_name = "TIME", value_parser = parse_time, default_value = "10s")]
    time: Duration,

    /// Print one JSON document
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    drawing: DrawArguments,

    #[command(flatten)]
    pictures: PictureArguments,
}

pub(super) fn run(arguments: &HintArguments, console: &mut Console) -> Result<u8, Failure> {
    let style = console.report_style(arguments.drawing.ascii);
    let grid = arguments.grid.as_ref();
    open::at_most_one_stdin([&arguments.puzzle].into_iter().chain(grid))?;
    let signals = Signals::new();
    let loaded = signals.while_reading(&arguments.puzzle, None, || {
        open::puzzle(&arguments.puzzle, style)
    })?;
    let puzzle = &loaded.puzzle;
    let entered = match grid {
        None => None,
        Some(path) => Some(entries::read(puzzle, &arguments.puzzle, path, style)?),
    };
    let hint = hint(
        puzzle,
        entered.as_ref(),
        arguments.time,
        signals.interrupt(),
    );
    if arguments.json {
        console.print_json(&hint.document(arguments.level));
    } else {
        tell(&hint, arguments.level, console);
    }
    if let Some(picture) = hint.picture(puzzle, arguments.level) {
        show(picture, &loaded, arguments, console)?;
    }
    Ok(match &hint.outcome {
        Outcome::Steps(_) | Outcome::End(End::Solved) => exit::GOOD,
        Outcome::Wrong { .. } | Outcome::End(End::Clash(_) | End::Names(_)) => exit::NONE,
        Outcome::End(End::Open) => exit::SEVERAL,
        Outcome::End(End::Late(_)) => exit::STOPPED,
    })
}

/// Prints the hint in words.
fn tell(hint: &Hint, level: Level, console: &mut Console) {
    let steps = match &hint.outcome {
        Outcome::End(end) => return console.tell(&format!("{}\n", end.in_words().1)),
        Outcome::Wrong { wrong, best } => {
            return console.tell(&hint.wrong_in_words(wrong, best).0);
        }
        Outcome::Steps(steps) => steps,
    };
    let (Some(explainer), Some(last)) = (hint.explainer(), steps.last()) else {
        return;
    };
    match level {
        Level::Where => console.tell(&format!("look at {}\n", explainer.places(last))),
        Level::What => console.tell(&format!("{}\n", explainer.conclusion(last))),
        Level::Why => {
            for step in steps {
                console.tell(&format!("{}\n", explainer.conclusion(step)));
                for line in explainer.why(step) {
                    console.tell(&format!("  {line}\n"));
                }
            }
            if !hint.is_decided_by(last) {
                console.tell("(this only rules a value out; no cell is decided yet)\n");
            }
        }
    }
}

/// Draws to the terminal, unless JSON is requested, and to the requested files.
fn show(
    mut picture: Picture,
    loaded: &Loaded,
    arguments: &HintArguments,
    console: &mut Console,
) -> Result<(), Failure> {
    if !arguments.json {
        let drawing = arguments.drawing.on(console);
        console.print_drawn(&format!("\n{}", drawing.draw(picture.clone())));
    }
    if arguments.pictures.are_wanted() {
        picture.title = loaded.title.clone().unwrap_or_default();
        arguments.pictures.write(picture, arguments.drawing, &[])?;
    }
    Ok(())
}
