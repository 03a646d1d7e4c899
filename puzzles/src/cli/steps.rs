//! `quadrille steps` and `quadrille grade`: the whole way to the solution, and how hard it is.

use std::fmt::Write;
use std::time::Duration;

use clap::Args;
use quadrille_engine::{Literal, Relation};
use serde_json::{Value, json};

use super::console::Console;
use super::drawing::DrawArguments;
use super::exit;
use super::json::VERSION;
use super::limits::parse_time;
use super::open::{self, Failure};
use super::watch::Signals;
use crate::draw::{SvgOptions, printable, svg};
use crate::explain::{Explainer, Means, Next, Step, Walk, walk};
use crate::read::Loaded;
use crate::whole::write_whole;

/// Show the way to the solution, step by step
///
/// Each step is what `quadrille hint` would say at that point; what one rule implies at several places is one step.
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
        for (number, group) in (1..).zip(way.groups(explainer)) {
            console.print(&format!("{number}. {}\n", explainer.conclusions(group)));
            for line in explainer.why_together(group) {
                console.print(&format!("   {line}\n"));
            }
        }
        console.print(&format!("{}\n", end_text(&way.end, explainer)));
    }
    if let Some(path) = &arguments.html {
        let page = page(&loaded, &walked, arguments.drawing.coordinates);
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

/// Text escaped for HTML.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in printable(text).chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            c => escaped.push(c),
        }
    }
    escaped
}

/// The page: the puzzle, a picture for each group of steps, and the end.
fn page(loaded: &Loaded, walked: &Walk, coordinates: bool) -> String {
    let Walk { guide, before, way } = walked;
    let explainer = guide.explainer();
    let puzzle = &loaded.puzzle;
    let mut known: Vec<Option<i32>> = vec![None; explainer.spots().len()];
    let learn = |facts: &[Literal], known: &mut Vec<Option<i32>>| {
        for fact in facts.iter().filter(|fact| fact.relation == Relation::Is) {
            if let Some(spot) = explainer.spot_of(fact.var) {
                known[spot] = Some(fact.value);
            }
        }
    };
    learn(before, &mut known);
    let draw = |known: &[Option<i32>], group: &[Step]| {
        let mut picture = explainer.picture(puzzle, |spot| known[spot]);
        group
            .iter()
            .for_each(|step| explainer.highlight(&mut picture, step));
        let document = svg(&picture, SvgOptions { coordinates });
        // A picture inside of a page has no head of its own.
        let start = document.find("<svg").unwrap_or(0);
        document[start..].to_owned()
    };
    let title = loaded.title.clone().unwrap_or_else(|| "Steps".to_owned());
    let title = escaped(&title);
    let mut sections = format!(
        "<section><h2>The puzzle</h2><figure>{}</figure></section>\n",
        draw(&known, &[])
    );
    let groups = way.groups(explainer);
    for (number, group) in (1..).zip(&groups) {
        for step in *group {
            learn(&step.conclusions, &mut known);
        }
        let _ = write!(
            sections,
            "<section hidden><h2>{number}. {}</h2><figure>{}</figure><ul>",
            escaped(&explainer.conclusions(group)),
            draw(&known, group)
        );
        for line in explainer.why_together(group) {
            let _ = write!(sections, "<li>{}</li>", escaped(&line));
        }
        sections.push_str("</ul></section>\n");
    }
    let end = escaped(&end_text(&way.end, explainer));
    let _ = writeln!(
        sections,
        "<section hidden><h2>{end}</h2><figure>{}</figure></section>",
        draw(&known, &[])
    );
    include_str!("steps.html")
        .replace("{{title}}", &title)
        .replace("{{last}}", &(groups.len() + 1).to_string())
        .replace("{{sections}}", &sections)
}
