//! `quadrille hint`: what can be decided next, and why.

use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use quadrille_engine::{Interrupt, Literal, Relation};
use serde_json::json;

use super::console::Console;
use super::drawing::{DrawArguments, PictureArguments};
use super::entries::NAMES;
use super::json::VERSION;
use super::limits::parse_time;
use super::open::{self, Failure};
use super::report::folded;
use super::watch::Signals;
use super::{entries, exit};
use crate::explain::{Guide, Means, Next, Step, Verdict, Wrong, explain, judge};
use crate::filling::Entries;
use crate::picture::{Highlight, Picture};
use crate::puzzle::BuildOptions;
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

/// The time limit for finding the conflicting rules if there is no solution.
const EXPLAIN: Duration = Duration::from_secs(2);

/// How much a hint tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Level {
    /// Which cells can be decided
    Where,
    /// What goes there
    What,
    /// From which rules and known cells it follows
    Why,
}

pub(super) fn run(arguments: &HintArguments, console: &mut Console) -> Result<u8, Failure> {
    let style = console.report_style(arguments.drawing.ascii);
    let grid = arguments.grid.as_ref();
    open::at_most_one_stdin([&arguments.puzzle].into_iter().chain(grid))?;
    let signals = Signals::new();
    let loaded =
        signals.while_reading(&arguments.puzzle, || open::puzzle(&arguments.puzzle, style))?;
    let puzzle = &loaded.puzzle;
    let entered = match grid {
        None => None,
        Some(path) => Some(entries::read(puzzle, &arguments.puzzle, path, style)?),
    };
    let deadline = Instant::now().checked_add(arguments.time);
    let names = entered.as_ref().and_then(Entries::names_of_regions);
    let names = names.map(Arc::new);
    let Some((mut guide, options)) = Guide::until(puzzle, names, deadline, signals.interrupt())
    else {
        return Ok(tell_end(&End::Late(Vec::new()), arguments, console));
    };
    let entries = entered.map(|entered| guide.explainer().entries(&entered));
    let entries = entries.unwrap_or_default();
    let half = Instant::now().checked_add(arguments.time / 2);
    let half = Interrupt::from(half).or(signals.interrupt());
    let without_names = BuildOptions {
        entries: None,
        ..options.clone()
    };
    let explainer = guide.explainer();
    let mut verdict = judge(puzzle, explainer, &without_names, &entries, &half);
    let mut are_names_wrong = false;
    if options.entries.is_some() && verdict.wrong.is_none() && !verdict.is_impossible {
        verdict = judge(puzzle, explainer, &options, &[], &half);
        are_names_wrong = verdict.is_impossible;
    }
    if let Some(wrong) = &verdict.wrong {
        let best = verdict.best.map(|(word, value)| {
            format!("the solutions are the grids with the {word} value ({value})\n")
        });
        let best = best.unwrap_or_default();
        return tell_wrong(wrong, &best, &guide, &loaded, &entries, arguments, console);
    }
    if verdict.is_impossible {
        // Steps towards wrong values would mislead.
        let left = deadline.map_or(arguments.time, |end| {
            end.saturating_duration_since(Instant::now())
        });
        let clash = explain(puzzle, &options, left.min(EXPLAIN), signals.interrupt());
        let rules = clash.map_or_else(Vec::new, |clash| folded(&clash.rules, &clash.culprits));
        let end = match are_names_wrong {
            true => End::Names(rules),
            false => End::Clash(rules),
        };
        return Ok(tell_end(&end, arguments, console));
    }
    for (_, fact) in &entries {
        fact.iter().for_each(|&fact| guide.learn(fact));
    }
    let before = guide.facts().to_vec();
    match next_steps(&mut guide, verdict) {
        Ok(steps) => tell_steps(&steps, &guide, &before, &loaded, arguments, console),
        Err(end) => Ok(tell_end(&end, arguments, console)),
    }
}

/// Why there is no step.
enum End {
    Solved,
    /// The conflicting rules, in words, and what has to be known.
    Clash(Vec<String>),
    /// The same where they conflict with the names of regions.
    Names(Vec<String>),
    Open,
    /// What is known to differ between solutions.
    Late(Vec<String>),
}

/// The steps up to the first that decides something, or one that rules something out where that would take many.
fn next_steps(guide: &mut Guide, verdict: Verdict) -> Result<Vec<Step>, End> {
    let spots = guide.explainer().spots().iter();
    let seen = spots.zip(&verdict.values.seen);
    let differ = seen.filter(|(_, seen)| seen.len() > 1);
    let differ: Vec<String> = differ.map(|(spot, _)| spot.name.clone()).collect();
    guide.tell_values(verdict.values);
    let mut steps = Vec::new();
    loop {
        match guide.step() {
            Next::Step(mut step) => {
                if let Means::Rest(_) = step.means {
                    // All that is left is more than anybody asks for.
                    let decided = |fact: &Literal| fact.relation == Relation::Is;
                    let simplest = step.conclusions.iter().position(decided);
                    step.conclusions = vec![step.conclusions[simplest.unwrap_or_default()]];
                }
                let is_last = step.decides() || !guide.has_more();
                steps.push(*step);
                if is_last {
                    return Ok(steps);
                }
            }
            Next::Solved => return Err(End::Solved),
            Next::Clash(clash) => return Err(End::Clash(guide.explainer().conflict(&clash))),
            Next::Open => return Err(End::Open),
            Next::Late => return Err(End::Late(differ)),
        }
    }
}

fn tell_end(end: &End, arguments: &HintArguments, console: &mut Console) -> u8 {
    let (kind, text, code) = match end {
        End::Solved => ("solved", "everything is decided".to_owned(), exit::GOOD),
        End::Clash(rules) => {
            let text = conflicting("there is no solution".to_owned(), rules);
            ("clash", text, exit::NONE)
        }
        End::Names(rules) => {
            let text = conflicting(format!("no solution has these regions: {NAMES}"), rules);
            ("wrong", text, exit::NONE)
        }
        End::Open => (
            "open",
            "nothing more can be decided: the open cells differ between solutions".to_owned(),
            exit::SEVERAL,
        ),
        End::Late(differ) => {
            let stopped =
                "stopped before a step was found: the limits of time and work were reached";
            let text = match &differ[..] {
                [] => stopped.to_owned(),
                [only] => format!("{stopped}; {only} differs between solutions"),
                [first, others @ ..] => {
                    let count = others.len();
                    format!("{stopped}; {first} and {count} more differ between solutions")
                }
            };
            ("late", text, exit::STOPPED)
        }
    };
    if arguments.json {
        let mut document = json!({ "version": VERSION, "type": kind, "text": text });
        if let End::Names(_) = end {
            document["places"] = json!([]);
            document["together"] = json!(true);
        }
        console.print(&format!("{document}\n"));
    } else {
        console.print(&format!("{text}\n"));
    }
    code
}

/// A text with the rules that conflict, if they are known.
fn conflicting(mut text: String, rules: &[String]) -> String {
    if !rules.is_empty() {
        text.push_str("; these rules conflict:\n  ");
        text.push_str(&rules.join("\n  "));
    }
    text
}

fn tell_wrong(
    wrong: &Wrong,
    best: &str,
    guide: &Guide,
    loaded: &Loaded,
    entries: &[(usize, Option<Literal>)],
    arguments: &HintArguments,
    console: &mut Console,
) -> Result<u8, Failure> {
    let explainer = guide.explainer();
    let name = |spot: usize| explainer.spots()[spot].name.clone();
    let (spots, mut text): (Vec<usize>, String) = match wrong {
        Wrong::Each(entries) => {
            let spots: Vec<usize> = entries.iter().map(|&(spot, _)| spot).collect();
            let lines = entries.iter().map(|&(spot, fact)| match fact {
                // A list of candidates that lacks the right one.
                Some(fact) if fact.relation == Relation::IsNot => {
                    let right = explainer.words(fact.negated());
                    format!("{right} in every solution\n")
                }
                Some(fact) => format!("{} in no solution\n", explainer.words(fact)),
                None => format!("{} cannot have the value entered\n", name(spot)),
            });
            (spots, lines.collect())
        }
        Wrong::Together(facts) => {
            let spots = facts.iter().filter_map(|fact| explainer.spot_of(fact.var));
            let text = format!("no solution has all of these: {}\n", explainer.list(facts));
            (spots.collect(), text)
        }
    };
    text.push_str(best);
    if arguments.json {
        let names: Vec<String> = spots.iter().map(|&spot| name(spot)).collect();
        let together = matches!(wrong, Wrong::Together(_));
        let document = json!({
            "version": VERSION, "type": "wrong", "text": text.trim_end(), "places": names, "together": together,
        });
        console.print(&format!("{document}\n"));
    } else {
        console.print(&text);
    }
    let known = |spot: usize| {
        let mut of_spot = entries.iter().filter(|(entered, _)| *entered == spot);
        let fact = of_spot.find_map(|(_, fact)| *fact)?;
        (fact.relation == Relation::Is).then_some(fact.value)
    };
    let mut picture = explainer.picture(&loaded.puzzle, known);
    for &spot in &spots {
        explainer.highlight_spot(&mut picture, spot, Highlight::Assumed);
    }
    show(picture, loaded, arguments, console)?;
    Ok(exit::NONE)
}

fn tell_steps(
    steps: &[Step],
    guide: &Guide,
    before: &[Literal],
    loaded: &Loaded,
    arguments: &HintArguments,
    console: &mut Console,
) -> Result<u8, Failure> {
    let explainer = guide.explainer();
    let Some(last) = steps.last() else {
        return Ok(exit::GOOD);
    };
    if arguments.json {
        let document = match arguments.level {
            Level::Where => {
                let spots = last
                    .conclusions
                    .iter()
                    .filter_map(|fact| explainer.spot_of(fact.var));
                let names: Vec<&str> = spots.map(|spot| &*explainer.spots()[spot].name).collect();
                json!({ "version": VERSION, "type": "hint", "level": "where", "places": names })
            }
            Level::What => json!({
                "version": VERSION, "type": "hint", "level": "what", "conclusions": explainer.json(last)["conclusions"],
            }),
            Level::Why => json!({
                "version": VERSION, "type": "hint", "level": "why",
                "steps": steps.iter().map(|step| explainer.json(step)).collect::<Vec<_>>(),
            }),
        };
        console.print(&format!("{document}\n"));
    } else {
        match arguments.level {
            Level::Where => {
                let names = explainer.places(last);
                console.print(&format!("look at {names}\n"));
            }
            Level::What => console.print(&format!("{}\n", explainer.conclusion(last))),
            Level::Why => {
                for step in steps {
                    console.print(&format!("{}\n", explainer.conclusion(step)));
                    for line in explainer.why(step) {
                        console.print(&format!("  {line}\n"));
                    }
                }
                let is_decided = |fact: &Literal| {
                    let spot = explainer.spot_of(fact.var);
                    spot.is_some_and(|spot| guide.value(spot).is_some())
                };
                if !last.conclusions.iter().any(is_decided) {
                    console.print("(this only rules a value out; no cell is decided yet)\n");
                }
            }
        }
    }
    let known = |spot: usize| {
        let var = explainer.spots()[spot].var;
        let decided = steps.iter().flat_map(|step| &step.conclusions);
        let decided = decided.filter(|_| arguments.level != Level::Where);
        let fact = before
            .iter()
            .chain(decided)
            .find(|fact| fact.var == var && fact.relation == Relation::Is)?;
        Some(fact.value)
    };
    let mut picture = explainer.picture(&loaded.puzzle, known);
    for step in steps {
        match arguments.level {
            Level::Why => explainer.highlight(&mut picture, step),
            _ => explainer.highlight_conclusions(&mut picture, step),
        }
    }
    show(picture, loaded, arguments, console)?;
    Ok(exit::GOOD)
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
        console.print(&format!("\n{}", drawing.draw(picture.clone())));
    }
    if arguments.pictures.are_wanted() {
        picture.title = loaded.title.clone().unwrap_or_default();
        arguments.pictures.write(picture, arguments.drawing, &[])?;
    }
    Ok(())
}
