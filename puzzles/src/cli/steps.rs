//! `quadrille steps` and `quadrille grade`: the whole way to the solution, and how hard it is.

use std::fmt::Write;
use std::time::Duration;

use clap::Args;
use serde_json::{Value, json};

use super::console::Console;
use super::drawing::DrawArguments;
use super::exit;
use super::json::VERSION;
use super::limits::parse_time;
use super::open::{self, Failure};
use super::steps_page::page;
use super::watch::Signals;
use crate::explain::{Explainer, Means, Next, Walk, walk};
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

fn end_text(end: &Next, explainer: &Explainer) -> String {
    match end {
        Next::Step(_) | Next::Solved => "everything is decided".to_owned(),
        Next::Open => {
            "nothing more can be decided: the open cells differ between solutions".to_owned()
        }
        Next::Late => "stopped: the limits of time and work were reached before it was known whether more can be decided"
            .to_owned(),
        Next::Clash(clash) => match &explainer.conflict(clash)[..] {
            [] => "there is no solution: a search has found that, which the steps up to there do not show".to_owned(),
            lines => format!("there is no solution; these rules conflict: {}", lines.join("; ")),
        },
    }
}

const fn exit_code(end: &Next) -> u8 {
    match end {
        Next::Step(_) | Next::Solved => exit::GOOD,
        Next::Clash(_) => exit::NONE,
        Next::Open => exit::SEVERAL,
        Next::Late => exit::STOPPED,
    }
}

const fn end_word(end: &Next) -> &'static str {
    match end {
        Next::Step(_) | Next::Solved => "solved",
        Next::Clash(_) => "clash",
        Next::Open => "open",
        Next::Late => "late",
    }
}

const LATE: &str = "stopped before the first step";

/// Time was up before the first step. The document has these fields, beside those of every one.
fn late(mut document: Value, is_json: bool, console: &mut Console) -> u8 {
    document["version"] = json!(VERSION);
    document["end"] = json!(end_word(&Next::Late));
    console.print(&match is_json {
        true => format!("{document}\n"),
        false => format!("{LATE}\n"),
    });
    exit::STOPPED
}

pub(super) fn steps(arguments: &StepsArguments, console: &mut Console) -> Result<u8, Failure> {
    let signals = Signals::new();
    let style = console.report_style(false);
    let loaded =
        signals.while_reading(&arguments.puzzle, || open::puzzle(&arguments.puzzle, style))?;
    let Some(walked) = walk(&loaded.puzzle, arguments.time, signals.interrupt()) else {
        let document = json!({
            "type": "steps", "text": LATE, "conflict": null, "steps": [],
        });
        return Ok(late(document, arguments.json, console));
    };
    let Walk { guide, way, .. } = &walked;
    let explainer = guide.explainer();
    if arguments.json {
        let steps: Vec<Value> = way.steps.iter().map(|step| explainer.json(step)).collect();
        let conflict = match &way.end {
            Next::Clash(clash) => Some(explainer.json_of_premises(clash)),
            _ => None,
        };
        let document = json!({
            "version": VERSION, "type": "steps",
            "end": end_word(&way.end),
            "text": end_text(&way.end, explainer),
            "conflict": conflict,
            "steps": steps,
        });
        console.print(&format!("{document}\n"));
    } else {
        for (number, step) in (1..).zip(&way.steps) {
            console.print(&format!("{number}. {}\n", explainer.conclusion(step)));
            for line in explainer.why(step) {
                console.print(&format!("   {line}\n"));
            }
        }
        console.print(&format!("{}\n", end_text(&way.end, explainer)));
    }
    if let Some(path) = &arguments.html {
        let end = end_text(&way.end, explainer);
        let page = page(&loaded, &walked, &end, arguments.drawing.coordinates);
        write_whole(path, page.as_bytes()).map_err(Failure::not_written)?;
    }
    Ok(exit_code(&way.end))
}

pub(super) fn grade(arguments: &GradeArguments, console: &mut Console) -> Result<u8, Failure> {
    let signals = Signals::new();
    let style = console.report_style(false);
    let loaded =
        signals.while_reading(&arguments.puzzle, || open::puzzle(&arguments.puzzle, style))?;
    let Some(mut walked) = walk(&loaded.puzzle, arguments.time, signals.interrupt()) else {
        let document = json!({
            "type": "grade", "number": null, "word": null, "steps": 0, "refuted": 0, "searched": 0, "as_hard": 0,
            "hardest": null, "profile": [],
        });
        return Ok(late(document, arguments.json, console));
    };
    let grade = walked.grade();
    let Walk { guide, way, .. } = &walked;
    let explainer = guide.explainer();
    let hardest = grade.hardest.map(|at| &way.steps[at]);
    let count = |is: &dyn Fn(Means) -> bool| way.steps.iter().filter(|step| is(step.means)).count();
    let refuted = count(&|means| means == Means::Refuted);
    let searched = count(&|means| matches!(means, Means::Searched(_) | Means::Rest(_)));
    if arguments.json {
        let profile = way.steps.iter().map(|step| {
            let question = &step.shrunk.question;
            json!({
                "rules": question.rules.len(),
                "known": question.facts.len(),
                "changes": step.shrunk.support.links.len(),
                "nodes": match step.means {
                    Means::Searched(nodes) | Means::Rest(nodes) => Some(nodes),
                    _ => None,
                },
                "assumed": step.means != Means::Forced,
                "decided": step.conclusions.len(),
                "hardness": step.hardness(),
            })
        });
        let document = json!({
            "version": VERSION, "type": "grade",
            "number": grade.number,
            "word": grade.word,
            "end": end_word(&way.end),
            "steps": way.steps.len(),
            "refuted": refuted,
            "searched": searched,
            "as_hard": grade.as_hard,
            "hardest": hardest.map(|step| explainer.json(step)),
            "profile": profile.collect::<Vec<_>>(),
        });
        console.print(&format!("{document}\n"));
        return Ok(exit_code(&way.end));
    }
    let graded = format!("{:.1}, {}", grade.number, grade.word);
    let mut text = match way.end {
        Next::Solved => format!("{graded}\n"),
        // That comes first: what is graded is no way to a solution.
        _ => {
            let end = end_text(&way.end, explainer);
            format!("{end}\nthe steps up to there: {graded}\n")
        }
    };
    let steps = match way.steps.len() {
        1 => "1 step".to_owned(),
        several => format!("{several} steps"),
    };
    let needs = if refuted == 1 { "needs" } else { "need" };
    let _ = writeln!(
        text,
        "{steps}; {refuted} {needs} an assumption that the rules refute, {searched} a search"
    );
    if let Some(step) = hardest {
        let rules = step.shrunk.question.rules.len();
        let needed = match (step.means, rules) {
            (Means::Rest(_), _) => "all rules".to_owned(),
            (_, 1) => "1 rule".to_owned(),
            _ => format!("{rules} rules"),
        };
        let _ = writeln!(
            text,
            "the hardest needs {needed} at once; {} step{} about as hard:",
            grade.as_hard,
            if grade.as_hard == 1 { " is" } else { "s are" },
        );
        let _ = writeln!(text, "{}", explainer.conclusion(step));
        for line in explainer.why(step) {
            let _ = writeln!(text, "  {line}");
        }
    }
    console.print(&text);
    Ok(exit_code(&way.end))
}
