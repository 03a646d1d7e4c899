//! Everything that searches: solving, checking, hints, steps, thinning.

use std::time::Duration;

use quadrille_engine::Interrupt;
use quadrille_engine::clock::Instant;
use serde_json::{Value, json};

use super::hint::Level;
use super::pictures::{self, drawn};
use super::problems::Wrong;
use super::request::{Asked, Asker};
use super::solved::{More, Opened, Solved};
use super::steps_page::{frames, page};
use super::{completion, documents, hint as hints, steps as ways};
use crate::explain::{Walk, walk};
use crate::puzzle::Entries;
use crate::solve::{Goal, Request, Unwatched, broken_so_far};
use crate::thin::{self, NotThinned};

/// How long a search goes on unless the request says otherwise.
const USUAL: Duration = Duration::from_secs(10);

/// The most ways to complete a grid that are counted.
const MOST_WAYS: u64 = 100;

/// Solves, as `quadrille solve --json` does, with pictures.
pub(super) fn solve(asked: &Asked<'_>) -> Result<Value, Wrong> {
    let started = Instant::now();
    let asker = asked.puzzle()?;
    let loaded = &asker.loaded;
    let parse = started.elapsed();
    let mut request = asked.request(USUAL);
    request.build.entries = asked.entries(&asker)?.map(std::sync::Arc::new);
    if let Some(limit) = asked.optional_number("limit") {
        request.goal = Goal::Limit(limit);
        request.keep = !asked.flag("count");
    }
    let name = asked.optional("name").unwrap_or_else(|| loaded.kind.name());
    let opened = Opened {
        name,
        loaded,
        parse,
    };
    let more = More {
        consensus: asked.flag("consensus"),
        is_told: asked.flag("explain"),
        explain: Duration::from_secs(3).min(request.limits.time.unwrap_or(USUAL)),
    };
    let solved = opened.solve(&more, &request, &mut Unwatched)?;
    let mut document = documents::result(&solved, true);
    document["verdict"]["unfinished"] = solved
        .not_given
        .as_ref()
        .map(|wanted| wanted.text.clone())
        .into();
    document["svg"] = drawn(&loaded.puzzle, &picture(&solved)).into();
    if let [first, ..] = &solved.findings.solutions[..] {
        let solution = pictures::solution(&loaded.puzzle, first);
        document["printed"] = pictures::printed(loaded, solution).into();
        let entries = Entries::of_solution(first);
        let words = loaded.puzzle.words_entered(&entries).into_iter();
        let words = words.map(|one| json!([one.layer, one.position, one.word]));
        document["entries"] = words.collect();
    }
    Ok(document)
}

/// The consensus, the solution, two that differ, or where rules conflict.
fn picture(solved: &Solved<'_>) -> crate::picture::Picture {
    let puzzle = &solved.loaded.puzzle;
    let solutions = &solved.findings.solutions;
    let of_all = solved.consensus.as_ref().zip(solutions.first());
    let of_all = of_all.and_then(|(report, one)| pictures::consensus(puzzle, one, report));
    of_all.unwrap_or_else(|| match &solutions[..] {
        [] => pictures::posed(solved),
        [only] => pictures::solution(puzzle, only),
        [first, second, ..] => pictures::compared(puzzle, first, second),
    })
}

/// The puzzle of a request, and what is entered there.
fn entered(asked: &Asked<'_>) -> Result<(Asker, Entries), Wrong> {
    let asker = asked.puzzle()?;
    let entries = asker.loaded.puzzle.entered(&asked.words_entered()?);
    Ok((asker, entries.map_err(Wrong::Refused)?))
}

/// Checks entries, as `quadrille check --json` does.
pub(super) fn check(asked: &Asked<'_>) -> Result<Value, Wrong> {
    let (asker, entries) = entered(asked)?;
    let puzzle = &asker.loaded.puzzle;
    let places = puzzle.open_places(&entries);
    let broken = broken_so_far(puzzle, &entries);
    let deep = match asked.flag("deep") {
        true => {
            let limits = asked.request(USUAL);
            Some(completion::look_deep(
                puzzle,
                &entries,
                MOST_WAYS,
                &limits,
                &mut Unwatched,
            )?)
        }
        false => None,
    };
    let is_right = broken.is_empty();
    let solution = is_right
        .then(|| puzzle.solved_with_rest(&entries))
        .flatten();
    Ok(documents::checked(
        puzzle,
        &broken,
        places,
        solution.as_ref(),
        deep.as_ref(),
    ))
}

/// Whether nothing more has to be entered.
pub(super) fn solved(asked: &Asked<'_>) -> Result<Value, Wrong> {
    let (asker, entries) = entered(asked)?;
    let puzzle = &asker.loaded.puzzle;
    let solution = puzzle.solved_with_rest(&entries);
    // Whether it is the best, no checker tells.
    let solved = solution.is_some_and(|grid| puzzle.value_of(&grid).is_none());
    Ok(json!({ "type": "solved", "solved": solved }))
}

/// The values of each open place of a layer with which no rule is broken so far.
pub(super) fn candidates(asked: &Asked<'_>) -> Result<Value, Wrong> {
    let (asker, entries) = entered(asked)?;
    let puzzle = &asker.loaded.puzzle;
    let layer = asked.text("layer")?;
    let until = Interrupt::at(Instant::now() + asked.time(USUAL)).or(asked.host.interrupt.clone());
    let found = puzzle.possible_entries(&entries, layer, &until);
    let found = found.ok_or_else(|| {
        Wrong::Refused(format!(
            "the values of `{layer}` cannot be listed, or that takes too long"
        ))
    })?;
    let words = found.into_iter();
    let words = words.map(|one| json!([one.layer, one.position, one.word]));
    Ok(json!({ "type": "entries", "entries": words.collect::<Vec<_>>() }))
}

/// A hint, as `quadrille hint --json` gives it, with its picture.
pub(super) fn hint(asked: &Asked<'_>) -> Result<Value, Wrong> {
    let asker = asked.puzzle()?;
    let puzzle = &asker.loaded.puzzle;
    let entries = asked.entries(&asker)?;
    let level = match asked.optional("level") {
        Some("where") => Level::Where,
        Some("what") => Level::What,
        None | Some("why") => Level::Why,
        Some(other) => return Err(Wrong::Request(format!("`{other}` is not a level"))),
    };
    let found = hints::hint(
        puzzle,
        entries.as_ref(),
        asked.time(USUAL),
        &asked.host.interrupt,
    );
    let mut document = found.document(level);
    if let Some(picture) = found.picture(puzzle, level) {
        document["svg"] = drawn(puzzle, &picture).into();
    }
    // What it would be to do it: the places that the last step decides.
    if let hints::Outcome::Steps(steps) = &found.outcome
        && let (Some(last), Some(explainer), Level::What | Level::Why) =
            (steps.last(), found.explainer(), level)
    {
        let facts = last.conclusions.iter();
        let decided = facts.filter_map(|&fact| explainer.entered(puzzle, fact));
        let decided = decided.map(|one| json!([one.layer, one.position, one.word]));
        document["entries"] = decided.collect();
    }
    Ok(document)
}

fn walked(asked: &Asked<'_>) -> Result<(Asker, Option<Walk>), Wrong> {
    let asker = asked.puzzle()?;
    let walked = walk(
        &asker.loaded.puzzle,
        asked.time(3 * USUAL),
        &asked.host.interrupt,
    );
    Ok((asker, walked))
}

/// All steps, as `quadrille steps --json` gives them, with a picture for each.
pub(super) fn steps(asked: &Asked<'_>) -> Result<Value, Wrong> {
    let (asker, walked) = walked(asked)?;
    let mut document = ways::document(walked.as_ref());
    if let Some(walked) = &walked {
        let (first, changes) = frames(&asker.loaded, walked, false);
        document["first"] = first.into();
        document["changes"] = changes.into();
    }
    Ok(document)
}

/// The page of `quadrille steps --html`.
pub(super) fn steps_page(asked: &Asked<'_>) -> Result<Value, Wrong> {
    let (asker, walked) = walked(asked)?;
    let Some(walked) = walked else {
        return Err(Wrong::Refused(ways::LATE.to_owned()));
    };
    let end = ways::end_text(&walked.way.end, walked.guide.explainer());
    Ok(json!({ "type": "page", "html": page(&asker.loaded, &walked, &end, false) }))
}

/// How hard it is, as `quadrille grade --json` says it, and in words.
pub(super) fn grade(asked: &Asked<'_>) -> Result<Value, Wrong> {
    let (_, mut walked) = walked(asked)?;
    let graded = walked.as_mut().map(Walk::grade);
    let mut document = ways::graded(walked.as_ref(), graded.as_ref());
    if let (Some(walked), Some(grade)) = (&walked, &graded) {
        document["text"] = ways::grade_in_words(walked, grade).into();
    }
    Ok(document)
}

/// What can go, as `quadrille minimise --json` says it.
pub(super) fn minimise(asked: &Asked<'_>) -> Result<Value, Wrong> {
    let Asker { source, loaded } = asked.puzzle()?;
    let parts = loaded.puzzle.parts_of_file();
    let order: Vec<usize> = (0..parts.len())
        .filter(|&part| !parts[part].is_structure)
        .collect();
    let found = thin::thin(
        &loaded.puzzle,
        &order,
        &asked.request(3 * USUAL),
        &mut |_, _| {},
    );
    match found {
        Ok(thinned) => {
            let text = thin::rewritten(&source.text, &parts, &thinned.removed);
            Ok(super::additions::thinned(
                &text,
                &parts,
                order.len(),
                &thinned,
            ))
        }
        Err(NotThinned::Verdict(verdict)) => Ok(super::additions::only_verdict(verdict)),
        Err(NotThinned::Defect(error)) => Err(error.into()),
    }
}

/// What would have to be given, as `quadrille minimise --add --json` says it.
pub(super) fn additions(asked: &Asked<'_>) -> Result<Value, Wrong> {
    let asker = asked.puzzle()?;
    let puzzle = &asker.loaded.puzzle;
    let request: Request = asked.request(USUAL);
    let findings = crate::solve::solve(puzzle, &request, &mut Unwatched)?;
    if findings.verdict.found < 2 {
        return Ok(super::additions::only_verdict(findings.verdict));
    }
    let found = thin::additions(puzzle, &request)?;
    let mut solutions = findings.solutions.iter();
    let is_possible = !solutions.any(|one| puzzle.values_of(one).is_empty());
    let mut document = super::additions::added(found.as_ref(), is_possible);
    let given = found.iter().flat_map(|found| &found.given);
    let changes = given.filter_map(|given| {
        let key = puzzle.key_of_given(given.layer)?;
        Some(json!([key, given.position, given.value]))
    });
    document["changes"] = changes.collect();
    Ok(document)
}

/// The address, as `quadrille link` prints it.
pub(super) fn link(asked: &Asked<'_>) -> Result<Value, Wrong> {
    let asker = asked.puzzle()?;
    match asker.loaded.address() {
        Some(Ok(address)) => Ok(json!({ "type": "address", "address": address })),
        Some(Err(message)) => Err(Wrong::Refused(message)),
        None => {
            let kind = asker.loaded.kind.name();
            Err(Wrong::Refused(format!(
                "puzzles of the kind `{kind}` have no addresses"
            )))
        }
    }
}
