//! What can be decided next, and why; or which entries are wrong.

use std::sync::Arc;
use std::time::Duration;

use quadrille_engine::clock::Instant;
use quadrille_engine::{Interrupt, Literal, Relation};
use serde_json::{Value, json};

use super::VERSION;
use super::entries::NAMES;
use super::words::folded;
use crate::explain::{Explainer, Guide, Means, Next, Step, Verdict, Wrong, explain, judge};
use crate::filling::Entries;
use crate::language::Puzzle;
use crate::picture::{Highlight, Picture};
use crate::puzzle::BuildOptions;

/// The time limit for finding the conflicting rules if there is no solution.
const EXPLAIN: Duration = Duration::from_secs(2);

/// How much a hint tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "command", derive(clap::ValueEnum))]
pub(crate) enum Level {
    /// Which cells can be decided
    Where,
    /// What goes there
    What,
    /// From which rules and known cells it follows
    Why,
}

/// A hint, whatever it came to.
pub(crate) struct Hint {
    /// None if there was no time to make one.
    guide: Option<Guide>,
    /// What has been entered, by the number of its spot.
    entries: Vec<(usize, Option<Literal>)>,
    /// What was known before the steps.
    before: Vec<Literal>,
    pub(crate) outcome: Outcome,
}

/// What a hint says.
pub(crate) enum Outcome {
    /// The steps up to the first that decides something.
    Steps(Vec<Step>),
    /// Entries that occur in no solution; of a puzzle that asks for the best grids, a line about their value.
    Wrong { wrong: Wrong, best: String },
    /// There is no step.
    End(End),
}

/// Why there is no step.
pub(crate) enum End {
    Solved,
    /// The conflicting rules, in words, and what has to be known.
    Clash(Vec<String>),
    /// The same where they conflict with the names of regions.
    Names(Vec<String>),
    Open,
    /// What is known to differ between solutions.
    Late(Vec<String>),
}

/// Looks for the simplest next step after what was entered.
pub(crate) fn hint(
    puzzle: &Puzzle,
    entered: Option<&Entries>,
    time: Duration,
    interrupt: &Interrupt,
) -> Hint {
    let deadline = Instant::now().checked_add(time);
    let names = entered.and_then(Entries::names_of_regions);
    let names = names.map(Arc::new);
    let Some((mut guide, options)) = Guide::until(puzzle, names, deadline, interrupt) else {
        return Hint {
            guide: None,
            entries: Vec::new(),
            before: Vec::new(),
            outcome: Outcome::End(End::Late(Vec::new())),
        };
    };
    let entries = entered.map(|entered| guide.explainer().entries(entered));
    let entries = entries.unwrap_or_default();
    let half = Instant::now().checked_add(time / 2);
    let half = Interrupt::from(half).or(interrupt.clone());
    let without_names = BuildOptions {
        entries: None,
        ..options.clone()
    };
    let explainer = guide.explainer();
    let mut verdict = judge(puzzle, explainer, &without_names, &entries, &half);
    let mut are_names_wrong = false;
    if options.entries.is_some() && verdict.wrong.is_none() && !verdict.is_impossible {
        // What occurs with the names alone need not occur with the other entries as well.
        verdict = judge(puzzle, explainer, &options, &entries, &half);
        are_names_wrong = verdict.is_impossible;
    }
    let mut before = Vec::new();
    let outcome = if let Some(wrong) = verdict.wrong {
        let best = verdict.best.map(|(word, value)| {
            format!("the solutions are the grids with the {word} value ({value})\n")
        });
        let best = best.unwrap_or_default();
        Outcome::Wrong { wrong, best }
    } else if verdict.is_impossible {
        // Steps towards wrong values would mislead.
        let left = deadline.map_or(time, |end| end.saturating_duration_since(Instant::now()));
        let clash = explain(puzzle, &options, left.min(EXPLAIN), interrupt);
        let rules = clash.map_or_else(Vec::new, |clash| folded(&clash.rules, &clash.culprits));
        Outcome::End(match are_names_wrong {
            true => End::Names(rules),
            false => End::Clash(rules),
        })
    } else {
        for (_, fact) in &entries {
            fact.iter().for_each(|&fact| guide.learn(fact));
        }
        before = guide.facts().to_vec();
        match next_steps(&mut guide, verdict) {
            Ok(steps) => Outcome::Steps(steps),
            Err(end) => Outcome::End(end),
        }
    };
    Hint {
        guide: Some(guide),
        entries,
        before,
        outcome,
    }
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

impl End {
    /// Its word in documents, and what it says.
    pub(crate) fn in_words(&self) -> (&'static str, String) {
        match self {
            End::Solved => ("solved", "everything is decided".to_owned()),
            End::Clash(rules) => (
                "clash",
                conflicting("there is no solution".to_owned(), rules),
            ),
            End::Names(rules) => (
                "wrong",
                conflicting(format!("no solution has these regions: {NAMES}"), rules),
            ),
            End::Open => (
                "open",
                "nothing more can be decided: the open cells differ between solutions".to_owned(),
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
                ("late", text)
            }
        }
    }
}

/// A text with the rules that conflict, if they are known.
fn conflicting(mut text: String, rules: &[String]) -> String {
    if !rules.is_empty() {
        text.push_str("; these rules conflict:\n  ");
        text.push_str(&rules.join("\n  "));
    }
    text
}

impl Hint {
    /// The words for steps; `None` if there was no time to make a guide.
    pub(crate) fn explainer(&self) -> Option<&Explainer> {
        self.guide.as_ref().map(Guide::explainer)
    }

    /// Whether one of these steps decides a value.
    #[cfg(feature = "command")]
    pub(crate) fn is_decided_by(&self, step: &Step) -> bool {
        self.guide.as_ref().is_some_and(|guide| {
            step.conclusions.iter().any(|fact| {
                let spot = guide.explainer().spot_of(fact.var);
                spot.is_some_and(|spot| guide.value(spot).is_some())
            })
        })
    }

    /// The wrong entries in words, and their spots.
    pub(crate) fn wrong_in_words(&self, wrong: &Wrong, best: &str) -> (String, Vec<usize>) {
        let Some(explainer) = self.explainer() else {
            return (best.to_owned(), Vec::new());
        };
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
                    None => {
                        let name = &explainer.spots()[spot].name;
                        format!("{name} cannot have the value entered\n")
                    }
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
        (text, spots)
    }

    /// The document about it.
    pub(crate) fn document(&self, level: Level) -> Value {
        match (&self.outcome, self.explainer()) {
            (Outcome::Steps(steps), Some(explainer)) => {
                let Some(last) = steps.last() else {
                    return json!({ "version": VERSION, "type": "hint", "level": "why", "steps": [] });
                };
                match level {
                    Level::Where => {
                        let spots = last.conclusions.iter();
                        let spots = spots.filter_map(|fact| explainer.spot_of(fact.var));
                        let names: Vec<&str> =
                            spots.map(|spot| &*explainer.spots()[spot].name).collect();
                        json!({ "version": VERSION, "type": "hint", "level": "where", "places": names })
                    }
                    Level::What => json!({
                        "version": VERSION, "type": "hint", "level": "what",
                        "conclusions": explainer.json(last)["conclusions"],
                    }),
                    Level::Why => json!({
                        "version": VERSION, "type": "hint", "level": "why",
                        "steps": steps.iter().map(|step| explainer.json(step)).collect::<Vec<_>>(),
                    }),
                }
            }
            (Outcome::Wrong { wrong, best }, Some(explainer)) => {
                let (text, spots) = self.wrong_in_words(wrong, best);
                let spots = spots.iter();
                let names: Vec<&str> = spots.map(|&spot| &*explainer.spots()[spot].name).collect();
                let together = matches!(wrong, Wrong::Together(_));
                json!({
                    "version": VERSION, "type": "wrong", "text": text.trim_end(), "places": names,
                    "together": together,
                })
            }
            (Outcome::End(end), _) => {
                let (kind, text) = end.in_words();
                let mut document = json!({ "version": VERSION, "type": kind, "text": text });
                if let End::Names(_) = end {
                    document["places"] = json!([]);
                    document["together"] = json!(true);
                }
                document
            }
            (_, None) => {
                json!({ "version": VERSION, "type": "late", "text": End::Late(Vec::new()).in_words().1 })
            }
        }
    }

    /// The puzzle with what is known, and what has a part in the hint; `None` if it has none to show.
    pub(crate) fn picture(&self, puzzle: &Puzzle, level: Level) -> Option<Picture> {
        let explainer = self.explainer()?;
        match &self.outcome {
            Outcome::Steps(steps) => {
                let known = |spot: usize| {
                    let var = explainer.spots()[spot].var;
                    let decided = steps.iter().flat_map(|step| &step.conclusions);
                    let decided = decided.filter(|_| level != Level::Where);
                    let fact = self
                        .before
                        .iter()
                        .chain(decided)
                        .find(|fact| fact.var == var && fact.relation == Relation::Is)?;
                    Some(fact.value)
                };
                let mut picture = explainer.picture(puzzle, known);
                for step in steps {
                    match level {
                        Level::Why => explainer.highlight(&mut picture, step),
                        _ => explainer.highlight_conclusions(&mut picture, step),
                    }
                }
                Some(picture)
            }
            Outcome::Wrong { wrong, best } => {
                let known = |spot: usize| {
                    let mut of_spot = self.entries.iter().filter(|(entered, _)| *entered == spot);
                    let fact = of_spot.find_map(|(_, fact)| *fact)?;
                    (fact.relation == Relation::Is).then_some(fact.value)
                };
                let mut picture = explainer.picture(puzzle, known);
                for spot in self.wrong_in_words(wrong, best).1 {
                    explainer.highlight_spot(&mut picture, spot, Highlight::Assumed);
                }
                Some(picture)
            }
            Outcome::End(_) => None,
        }
    }
}
