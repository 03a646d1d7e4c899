//! The whole way to the solution, and how hard it is: in documents and in words.

use std::fmt::Write;

use serde_json::{Value, json};

use super::VERSION;
use crate::explain::{Explainer, Grade, Means, Next, Walk};

/// What is said if time was up before the first step.
pub(crate) const LATE: &str = "stopped before the first step";

/// How the way ends, in words.
pub(crate) fn end_text(end: &Next, explainer: &Explainer) -> String {
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

const fn end_word(end: &Next) -> &'static str {
    match end {
        Next::Step(_) | Next::Solved => "solved",
        Next::Clash(_) => "clash",
        Next::Open => "open",
        Next::Late => "late",
    }
}

/// The document with all steps; `None` if there was no time for the first.
pub(crate) fn document(walked: Option<&Walk>) -> Value {
    let Some(Walk { guide, way, .. }) = walked else {
        return json!({
            "version": VERSION, "type": "steps",
            "end": end_word(&Next::Late), "text": LATE, "conflict": null, "steps": [],
        });
    };
    let explainer = guide.explainer();
    let steps: Vec<Value> = way.steps.iter().map(|step| explainer.json(step)).collect();
    let conflict = match &way.end {
        Next::Clash(clash) => Some(explainer.json_of_premises(clash)),
        _ => None,
    };
    json!({
        "version": VERSION, "type": "steps",
        "end": end_word(&way.end),
        "text": end_text(&way.end, explainer),
        "conflict": conflict,
        "steps": steps,
    })
}

/// The numbers of steps that needed an assumption which the rules refute, and a search.
fn refuted_and_searched(walked: &Walk) -> [usize; 2] {
    let steps = &walked.way.steps;
    let count = |is: &dyn Fn(Means) -> bool| steps.iter().filter(|step| is(step.means)).count();
    [
        count(&|means| means == Means::Refuted),
        count(&|means| matches!(means, Means::Searched(_) | Means::Rest(_))),
    ]
}

/// Whether there is anything to grade: steps, or nothing that is left to decide.
fn is_graded(walked: &Walk) -> bool {
    !walked.way.steps.is_empty() || matches!(walked.way.end, Next::Solved)
}

/// The document about how hard it is; without a grade if there is no step, or was no time for one.
pub(crate) fn graded(walked: Option<&Walk>, grade: Option<&Grade>) -> Value {
    let (Some(walked), Some(grade)) = (walked.filter(|walked| is_graded(walked)), grade) else {
        let end = walked.map_or(&Next::Late, |walked| &walked.way.end);
        return json!({
            "version": VERSION, "type": "grade",
            "number": null, "word": null, "end": end_word(end),
            "steps": 0, "refuted": 0, "searched": 0, "as_hard": 0, "hardest": null, "profile": [],
        });
    };
    let Walk { guide, way, .. } = walked;
    let explainer = guide.explainer();
    let hardest = grade.hardest.map(|at| &way.steps[at]);
    let [refuted, searched] = refuted_and_searched(walked);
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
    json!({
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
    })
}

/// The same in words.
pub(crate) fn grade_in_words(walked: &Walk, grade: &Grade) -> String {
    let Walk { guide, way, .. } = walked;
    let explainer = guide.explainer();
    let hardest = grade.hardest.map(|at| &way.steps[at]);
    let [refuted, searched] = refuted_and_searched(walked);
    if !is_graded(walked) {
        let end = end_text(&way.end, explainer);
        return format!("{end}\nno step leads there, so there is nothing to grade\n");
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
    text
}
