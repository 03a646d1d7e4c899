//! The board: a puzzle with what can be entered where, and changes of it.

use serde_json::{Value, json};

use super::pictures::{drawn, printed};
use super::problems::Wrong;
use super::request::{Asked, Asker};
use crate::language::field::{Change, Entered};
use crate::read::Loaded;

/// A puzzle as it was read, with its entries drawn.
pub(super) fn board(asked: &Asked<'_>) -> Result<Value, Wrong> {
    let asker = asked.puzzle()?;
    of(asked, &asker, &asked.words_entered()?)
}

/// The board of a puzzle.
pub(super) fn of(asked: &Asked<'_>, asker: &Asker, entered: &[Entered]) -> Result<Value, Wrong> {
    let Asker { source, loaded } = asker;
    let puzzle = &loaded.puzzle;
    let mut picture = puzzle.picture();
    if !entered.is_empty() {
        let entries = puzzle.entered(entered).map_err(Wrong::Refused)?;
        puzzle.fill_entries(&mut picture, &entries);
        puzzle.draw_candidates(&mut picture, &entries);
    }
    let (rows, columns) = puzzle.size();
    let rules = puzzle.rules().into_iter();
    let rules = rules.map(|(id, sentence)| json!({ "id": id, "sentence": sentence }));
    Ok(json!({
        "type": "board",
        "file": source.text,
        "kind": loaded.kind.name(),
        "about": loaded.kind.summary(),
        "title": loaded.title,
        "source": loaded.source,
        "notes": loaded.notes,
        "rows": rows,
        "columns": columns,
        "boards": picture.further.len() + 1,
        "remarks": loaded.remarks(),
        "rules": rules.collect::<Vec<_>>(),
        "rulebook": rulebook(asked, loaded),
        "fields": puzzle.fields(&source.text),
        "svg": drawn(puzzle, &picture),
        "printed": asked.flag("printed").then(|| printed(loaded, picture)),
    }))
}

/// Name and text of the rulebook, and whether it came with the request; null for rules in the file.
fn rulebook(asked: &Asked<'_>, loaded: &Loaded) -> Value {
    let name = loaded.kind.name();
    let own = asked.rulebooks();
    let is_own = own.iter().any(|(known, _)| known == name);
    match asked.shelf().look_for(name) {
        Some(Ok(source)) => json!({ "name": name, "text": source.text, "own": is_own }),
        _ => Value::Null,
    }
}

/// The board with some words changed.
pub(super) fn edit(asked: &Asked<'_>) -> Result<Value, Wrong> {
    let asker = asked.puzzle()?;
    let wrong = || Wrong::Request("a change is a list of a key, a position and a word".to_owned());
    let changes = asked.list("changes").iter().map(|change| {
        let (key, position, word) = match change.as_array().map(Vec::as_slice) {
            Some([key, position, word]) => (key, position, word),
            _ => return Err(wrong()),
        };
        let position = position.as_u64().and_then(|at| usize::try_from(at).ok());
        Ok(Change {
            key: key.as_str().ok_or_else(wrong)?.to_owned(),
            position: position.ok_or_else(wrong)?,
            word: word.as_str().map(str::to_owned),
        })
    });
    let changes: Vec<Change> = changes.collect::<Result<_, _>>()?;
    let puzzle = &asker.loaded.puzzle;
    let text = puzzle
        .with_changes(&asker.source, &changes)
        .map_err(Wrong::Refused)?;
    changed(asked, text)
}

/// The board in another size.
pub(super) fn resize(asked: &Asked<'_>) -> Result<Value, Wrong> {
    let asker = asked.puzzle()?;
    let side = |name: &str| {
        asked
            .number(name)
            .map(|side| usize::try_from(side).unwrap_or(usize::MAX))
    };
    let (rows, columns) = (side("rows")?, side("columns")?);
    let puzzle = &asker.loaded.puzzle;
    let text = puzzle
        .resized(&asker.source, rows, columns)
        .map_err(Wrong::Refused)?;
    changed(asked, text)
}

/// The board of a changed file. What is wrong with it is wrong with the change.
fn changed(asked: &Asked<'_>, text: String) -> Result<Value, Wrong> {
    let asker = asked.puzzle_of(text).map_err(|wrong| match wrong {
        Wrong::Input(bad) => {
            let first = bad.problems.iter().next();
            let told = first.map_or_else(String::new, |problem| match problem.label.is_empty() {
                true => problem.message.clone(),
                false => format!("{}: {}", problem.message, problem.label),
            });
            Wrong::Refused(told)
        }
        other => other,
    })?;
    of(asked, &asker, &[])
}

/// The entries of a grid that came from outside: as `solve` prints it, or a saved output.
pub(super) fn entries(asked: &Asked<'_>) -> Result<Value, Wrong> {
    let asker = asked.puzzle()?;
    let puzzle = &asker.loaded.puzzle;
    let grid = asked.text("grid")?;
    let entries =
        super::entries::read_text(puzzle, asked.optional("name").unwrap_or_default(), grid);
    let entries = entries.map_err(Wrong::Refused)?;
    let words = puzzle.words_entered(&entries).into_iter();
    let words = words.map(|one| json!([one.layer, one.position, one.word]));
    Ok(json!({ "type": "entries", "entries": words.collect::<Vec<_>>() }))
}
