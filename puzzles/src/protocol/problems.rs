//! What may be wrong with a request, or with the puzzle in it.

use serde_json::{Value, json};

use crate::document::{BadInput, Problem, Problems, ReportStyle, Source};
use crate::solve::CheckFailed;

/// Why there is no answer.
pub(super) enum Wrong {
    /// It is no request.
    Request(String),
    /// What it wants cannot be, in words for people.
    Refused(String),
    /// Mistakes in a text of it.
    Input(Box<BadInput>),
    /// A bug in this program.
    Defect(String),
}

impl From<BadInput> for Wrong {
    fn from(bad: BadInput) -> Self {
        Self::Input(Box::new(bad))
    }
}

impl From<CheckFailed> for Wrong {
    fn from(error: CheckFailed) -> Self {
        Self::Defect(error.to_string())
    }
}

impl Wrong {
    pub(super) fn input(source: Source, problems: Problems) -> Self {
        BadInput { source, problems }.into()
    }

    /// The document that says so.
    pub(super) fn document(self) -> Value {
        match self {
            Self::Request(text) => json!({ "type": "bad_request", "text": text }),
            Self::Refused(text) => json!({ "type": "refused", "text": text }),
            Self::Defect(report) => json!({ "type": "defect", "report": report }),
            Self::Input(bad) => json!({
                "type": "bad_input",
                "report": bad.render(ReportStyle::default()),
                "problems": listed(&bad.source, &bad.problems),
            }),
        }
    }
}

/// Problems with their places.
pub(super) fn listed(source: &Source, problems: &Problems) -> Value {
    problems
        .iter()
        .map(|problem| one(source, problem))
        .collect()
}

fn one(source: &Source, problem: &Problem) -> Value {
    let of = problem.source.as_deref().unwrap_or(source);
    let position = problem.position(source);
    // JavaScript counts in units of UTF-16.
    let units = |at: usize| {
        let at = (0..=at.min(of.text.len()))
            .rev()
            .find(|&at| of.text.is_char_boundary(at));
        of.text[..at.unwrap_or(0)].encode_utf16().count()
    };
    json!({
        "in": of.name,
        "message": problem.message,
        "label": problem.label,
        "help": problem.help,
        "line": position.map(|position| position.0),
        "column": position.map(|position| position.1),
        "from": problem.span.as_ref().map(|span| units(span.start)),
        "to": problem.span.as_ref().map(|span| units(span.end)),
    })
}
