//! The board: a puzzle with what can be entered where, and changes of it.

use serde_json::{Value, json};

use super::pictures::{drawn, printed};
use super::problems::Wrong;
use super::request::{Asked, Asker};
use crate::language::field::{Change, Entered, Placing, Selected};
use crate::read::Loaded;

/// A puzzle as it was read, with its entries drawn.
pub(super) fn board(asked: &Asked<'_>) -> Result<Value, Wrong> {
    let asker = asked.board_of(asked.text("puzzle")?)?;
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
    let asker = asked.board_of(asked.text("puzzle")?)?;
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

/// The board in another size, or turned, mirrored, or moved; or some places of it.
pub(super) fn place(asked: &Asked<'_>) -> Result<Value, Wrong> {
    let asker = asked.board_of(asked.text("puzzle")?)?;
    let puzzle = &asker.loaded.puzzle;
    let (old_rows, old_columns) = puzzle.size();
    let side = |name: &str, usual: usize| match asked.optional_number(name) {
        Some(side) => usize::try_from(side).unwrap_or(usize::MAX),
        None => usual,
    };
    let placing = match asked.optional("how") {
        Some("turn") => Placing::Turn,
        Some("mirror") => Placing::Mirror,
        None | Some("move") => Placing::Frame {
            rows: side("rows", old_rows),
            columns: side("columns", old_columns),
            down: asked.steps("down")?,
            right: asked.steps("right")?,
        },
        Some(other) => {
            let text = format!("`{other}` is not `turn`, `mirror` or `move`");
            return Err(Wrong::Request(text));
        }
    };
    let entered = asked.words_entered()?;
    let placed = match asked.optional("key") {
        None => puzzle.placed(&asker.source, entered, placing),
        Some(key) => {
            let positions = asked.list("positions").iter();
            let positions = positions.map(|at| at.as_u64().and_then(|at| usize::try_from(at).ok()));
            let positions: Option<Vec<usize>> = positions.collect();
            let selected = Selected {
                key,
                finds: asked.flag("finds"),
                positions: positions
                    .ok_or_else(|| Wrong::Request("a position is a number".to_owned()))?,
            };
            puzzle.placed_in_part(&asker.source, entered, placing, &selected)
        }
    };
    let placed = placed.map_err(Wrong::Refused)?;
    let mut board = changed(asked, placed.text)?;
    let entered = placed.entered.into_iter();
    let entered = entered.map(|one| json!([one.layer, one.position, one.word]));
    board["entries"] = entered.collect();
    board["selected"] = placed.selected.into();
    Ok(board)
}

/// The board of a changed file. What is wrong with it is wrong with the change.
fn changed(asked: &Asked<'_>, text: String) -> Result<Value, Wrong> {
    let asker = asked.board_of(&text).map_err(|wrong| match wrong {
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
    let asker = asked.board_of(asked.text("puzzle")?)?;
    let puzzle = &asker.loaded.puzzle;
    let grid = asked.text("grid")?;
    let entries =
        super::entries::read_text(puzzle, asked.optional("name").unwrap_or_default(), grid);
    let entries = entries.map_err(Wrong::Refused)?;
    let words = puzzle.words_entered(&entries).into_iter();
    let words = words.map(|one| json!([one.layer, one.position, one.word]));
    Ok(json!({ "type": "entries", "entries": words.collect::<Vec<_>>() }))
}
