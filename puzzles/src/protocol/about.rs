//! What there is: genres, rulebooks, the guide.

use std::time::Duration;

use serde_json::{Value, json};

use super::expectations::differences;
use super::problems::{Wrong, listed};
use super::request::Asked;
use crate::document::{Problem, Problems, Source, shown};
use crate::draw::{SvgOptions, svg};
use crate::embedded;
use crate::guide::chapters;
use crate::language::genres;
use crate::language::library::Shelf;
use crate::language::loaded::examples;
use crate::read::{Loaded, of_genre, parse};
use crate::solve::{Goal, Request, Unwatched, solve};

/// All genres and puzzles of the program.
pub(super) fn list() -> Value {
    let shelf = Shelf::library();
    let genres = genres::names().iter().filter_map(|name| {
        let kind = shelf.kind(name, &mut Problems::default())?.ok()?;
        Some(json!({
            "name": name, "about": kind.summary(), "family": kind.family(),
            "also": kind.other_names(),
        }))
    });
    let genres: Vec<Value> = genres.collect();
    let puzzles: Vec<&str> = embedded::all().iter().map(|(name, _)| *name).collect();
    let of_genres: Vec<&str> = embedded::genres().iter().map(|(name, _)| *name).collect();
    json!({ "type": "list", "genres": genres, "puzzles": puzzles, "puzzles_of_genres": of_genres })
}

/// The puzzle of a genre as a picture.
pub(super) fn picture(asked: &Asked<'_>) -> Result<Value, Wrong> {
    let name = asked.text("name")?;
    let source = of_genre(name)
        .ok_or_else(|| Wrong::Refused(format!("there is no genre `{}`", shown(name))))?;
    let loaded = parse(&source).map_err(|problems| Wrong::input(source, problems))?;
    let picture = svg(&loaded.puzzle.picture(), SvgOptions::default());
    Ok(json!({ "type": "picture", "svg": picture }))
}

/// The chapters of the guide.
pub(super) fn guide() -> Value {
    let chapters = chapters().iter().map(|chapter| {
        json!({ "name": chapter.name, "about": chapter.about, "text": chapter.text.concat() })
    });
    json!({ "type": "guide", "chapters": chapters.collect::<Vec<_>>() })
}

/// The text of a rulebook.
pub(super) fn rulebook(asked: &Asked<'_>) -> Result<Value, Wrong> {
    let name = asked.text("name")?;
    match asked.shelf().text(name) {
        Some(Ok(source)) => Ok(json!({ "type": "rulebook", "name": name, "text": source.text })),
        Some(Err(bad)) => Err(bad.into()),
        None => Err(Wrong::Refused(format!(
            "there is no rulebook `{}`",
            shown(name)
        ))),
    }
}

/// What is wrong with a rulebook, its warnings, its sentences, and how its examples fare.
pub(super) fn rules(asked: &Asked<'_>) -> Result<Value, Wrong> {
    let (name, text) = (asked.text("name")?, asked.text("text")?);
    asked.with_rulebook(name, text, |asked| {
        let mut problems = Problems::default();
        let source = Source {
            name: format!("{name}.rules"),
            text: text.to_owned(),
        };
        let kind = match asked.shelf().kind(name, &mut problems) {
            Some(Ok(kind)) => kind,
            Some(Err(_)) => return Err(Wrong::input(source, problems)),
            None => {
                let text = format!("`{}` cannot be the name of a rulebook", shown(name));
                problems.push(Problem::without_place(text));
                return Err(Wrong::input(source, problems));
            }
        };
        let rules = kind
            .rules()
            .map(|(id, sentence)| json!({ "id": id, "sentence": sentence }));
        let mut tried = Vec::new();
        if asked.flag("examples") {
            for example in examples(&kind) {
                tried.push(match example {
                    Ok(loaded) => try_out(&loaded, &asked.request(EXAMPLE))?,
                    Err((source, problems)) => {
                        json!({ "passed": false, "problems": listed(&source, &problems) })
                    }
                });
            }
        }
        Ok(json!({
            "type": "rules",
            "warnings": kind.warnings(),
            "rules": rules.collect::<Vec<_>>(),
            "examples": tried,
            "name": kind.name(),
        }))
    })
}

/// How long an example may take.
const EXAMPLE: Duration = Duration::from_secs(5);

/// Solves an example and compares what it expects.
fn try_out(loaded: &Loaded, request: &Request) -> Result<Value, Wrong> {
    let expected = loaded.expected();
    let request = Request {
        goal: match expected.solutions {
            // One more than expected shows that there are too many.
            Some(number) => Goal::Limit(number.saturating_add(1)),
            None => Goal::Uniqueness,
        },
        ..request.clone()
    };
    let findings = solve(&loaded.puzzle, &request, &mut Unwatched)?;
    let differences = differences(&loaded.puzzle, expected, &findings);
    Ok(json!({
        "passed": differences.is_empty(),
        "text": findings.verdict.to_string(),
        "differences": differences,
    }))
}
