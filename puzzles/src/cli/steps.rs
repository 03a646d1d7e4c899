//! `quadrille steps` and `quadrille grade`: the whole way to the solution, and how hard it is.

use std::time::Duration;

use clap::Args;

use super::console::Console;
use super::drawing::DrawArguments;
use super::exit;
use super::limits::parse_time;
use super::open::{self, Failure};
use super::watch::Signals;
use crate::explain::{Next, Walk, walk};
use crate::protocol::steps::{self, LATE, end_text};
use crate::protocol::steps_page::page;
use crate::read::Loaded;
use crate::whole::write_whole;

/// Show the way to the solution, step by step
///
/// Each step is as simple as what `quadrille hint` would say at that point; among equals one near to the step before
/// comes first. What one rule implies at several places at once is one step.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quadrille steps block-party-4
  quadrille steps my-puzzle.toml --html steps.html

Exit codes: 0 the steps lead to the only solution, 1 there is no solution, 2 bad input, 3 several solutions, 4 stopped.")]
pub(super) struct StepsArguments {
    /// A puzzle file, an embedded puzzle, an address, or - for standard input
    #[arg(value_name = "PUZZLE")]
    puzzle: String,

    /// Stop after this time and show what was found
    #[arg(long, value_name = "TIME", value_parser = parse_time, default_value = "30s")]
    time: Duration,

    /// Print one JSON document
    #[arg(long)]
    json: bool,

    /// Write a self-contained page with a picture for each step and a slider
    #[arg(long, value_name = "FILE")]
    html: Option<String>,

    #[command(flatten)]
    drawing: DrawArguments,
}

/// Rate how hard a puzzle is for a person
///
/// Takes the steps of `quadrille steps` and grades the puzzle by the hardest of them: how many rules they need at once,
/// how many cells, and whether something has to be assumed and refuted; and by how far pencil marks lead without steps of
/// several rules.
#[derive(Args, Debug)]
#[command(after_help = "\
Example: quadrille grade block-party-4

Exit codes: 0 graded, 1 there is no solution, 2 bad input, 3 several solutions, 4 stopped.")]
pub(super) struct GradeArguments {
    /// A puzzle file, an embedded puzzle, an address, or - for standard input
    #[arg(value_name = "PUZZLE")]
    puzzle: String,

    /// Stop after this time
    #[arg(long, value_name = "TIME", value_parser = parse_time, default_value = "30s")]
    time: Duration,

    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

const fn exit_code(end: &Next) -> u8 {
    match end {
        Next::Step(_) | Next::Solved => exit::GOOD,
        Next::Clash(_) => exit::NONE,
        Next::Open => exit::SEVERAL,
        Next::Late => exit::STOPPED,
    }
}

/// The way of a puzzle, or nothing if time was up before the first step.
fn walked(
    name: &str,
    time: Duration,
    console: &Console,
) -> Result<(Loaded, Option<Walk>), Failure> {
    let signals = Signals::new();
    let style = console.report_style(false);
    let loaded = signals.while_reading(name, None, || open::puzzle(name, style))?;
    let walked = walk(&loaded.puzzle, time, signals.interrupt());
    Ok((loaded, walked))
}

pub(super) fn steps(arguments: &StepsArguments, console: &mut Console) -> Result<u8, Failure> {
    let (loaded, walked) = walked(&arguments.puzzle, arguments.time, console)?;
    if arguments.json {
        console.print_json(&steps::document(walked.as_ref()));
    }
    let Some(walked) = &walked else {
        return Ok(late(arguments.json, console));
    };
    let Walk { guide, way, .. } = walked;
    let explainer = guide.explainer();
    if !arguments.json {
        for (number, step) in (1..).zip(&way.steps) {
            console.tell(&format!("{number}. {}\n", explainer.conclusion(step)));
            for line in explainer.why(step) {
                console.tell(&format!("   {line}\n"));
            }
        }
        console.tell(&format!("{}\n", end_text(&way.end, explainer)));
    }
    if let Some(path) = &arguments.html {
        let end = end_text(&way.end, explainer);
        let page = page(&loaded, walked, &end, arguments.drawing.coordinates);
        write_whole(path, page.as_bytes()).map_err(Failure::not_written)?;
    }
    Ok(exit_code(&way.end))
}

/// Time was up before the first step.
fn late(is_json: bool, console: &mut Console) -> u8 {
    if !is_json {
        console.tell(&format!("{LATE}\n"));
    }
    exit::STOPPED
}

pub(super) fn grade(arguments: &GradeArguments, console: &mut Console) -> Result<u8, Failure> {
    let (_, mut walked) = walked(&arguments.puzzle, arguments.time, console)?;
    let graded = walked.as_mut().map(Walk::grade);
    if arguments.json {
        console.print_json(&steps::graded(walked.as_ref(), graded.as_ref()));
    }
    let (Some(walked), Some(grade)) = (&walked, graded) else {
        return Ok(late(arguments.json, console));
    };
    if !arguments.json {
        console.tell(&steps::grade_in_words(walked, &grade));
    }
    Ok(exit_code(&walked.way.end))
}
