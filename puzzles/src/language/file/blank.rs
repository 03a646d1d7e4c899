//! An empty puzzle file of a rulebook, to be filled in.

use std::fmt::Write;

use super::super::syntax::{Domain, Ground, Kind, Layer, Lines, Node, Role, Rulebook};
use super::{Group, groups};

/// The part of a puzzle file below the kind: the size, and every required key, with empty places. One region contains
/// all cells.
pub(crate) fn blank(book: &Rulebook, rows: usize, columns: usize) -> String {
    let mut text = format!("size = \"{rows}x{columns}\"\n");
    // If there are several answers, the file chooses one.
    if let Some(answer) = book.answers.first().filter(|answer| answer.is_named) {
        let _ = writeln!(text, "answer = \"{}\"", answer.text);
    }
    let brought: Vec<Group<'_>> = groups(book)
        .into_iter()
        .filter(|group| is_asked_for(book, group))
        .collect();
    let (whole, placed): (Vec<_>, Vec<_>) = brought
        .iter()
        .partition(|group| layer(book, group).on == Ground::Puzzle);
    for group in whole {
        if let Some(value) = single(layer(book, group)) {
            let _ = writeln!(text, "{} = {value}", group.key);
        }
    }
    for board in 0..book.boards.max(1) {
        if book.boards > 1 {
            let head = if board == 0 { "\n" } else { "" };
            let _ = writeln!(text, "{head}[[board]]");
        }
        for group in &placed {
            places(&mut text, group.key, layer(book, group), (rows, columns));
        }
    }
    text
}

fn layer<'b>(book: &'b Rulebook, group: &Group<'_>) -> &'b Layer {
    &book.layers[group.layers[0]]
}

/// Whether a key is required by the rules, not just allowed.
fn is_asked_for(book: &Rulebook, group: &Group<'_>) -> bool {
    group.layers.iter().any(|&number| {
        let layer = &book.layers[number];
        layer.role == Role::Data && !layer.is_optional
    })
}

/// A value for the whole puzzle.
fn single(layer: &Layer) -> Option<String> {
    match &layer.domain {
        Domain::Number => Some("1".to_owned()),
        Domain::Shapes => Some("[\"##\"]".to_owned()),
        Domain::Patterns { are_several, .. } => Some(match are_several {
            true => "[]".to_owned(),
            false => "\".*\"".to_owned(),
        }),
        Domain::Values { words, ranges } => Some(match (words.first(), ranges.first()) {
            (Some(first), _) => format!("\"{}\"", first.word.name),
            (None, Some((low, _))) => match low.node {
                Node::Number(low) => low.max(1).to_string(),
                _ => "1".to_owned(),
            },
            (None, None) => "1".to_owned(),
        }),
        _ => None,
    }
}

fn places(text: &mut String, key: &str, layer: &Layer, (rows, columns): (usize, usize)) {
    let word = match layer.domain {
        Domain::Regions => "A",
        _ => ".",
    };
    let mut grid = |part: &str, (rows, columns): (usize, usize)| {
        if rows * columns > 0 {
            let line = format!("{}\n", word.repeat(columns));
            let _ = write!(text, "\n{key}{part} = '''\n{}'''\n", line.repeat(rows));
        }
    };
    match &layer.on {
        Ground::Atoms(Kind::Cell, _) => grid("", (rows, columns)),
        Ground::Atoms(Kind::Corner, _) => grid("", (rows + 1, columns + 1)),
        Ground::Atoms(Kind::Edge, _) => {
            grid(".horizontal", (rows + 1, columns));
            grid(".vertical", (rows, columns + 1));
        }
        Ground::Atoms(Kind::Link, _) => {
            grid(".horizontal", (rows, columns - 1));
            grid(".vertical", (rows - 1, columns));
        }
        Ground::Lines(lines) => {
            let sides: &[(&str, usize)] = match lines {
                Lines::Row => &[("", rows)],
                Lines::Column => &[("", columns)],
                Lines::Line => &[(".rows", rows), (".columns", columns)],
                Lines::View => &[
                    (".left", rows),
                    (".right", rows),
                    (".top", columns),
                    (".bottom", columns),
                ],
                Lines::Diagonal => &[("", 2 * (rows + columns - 1))],
            };
            for (part, length) in sides {
                let list = vec!["\".\""; *length].join(", ");
                let _ = writeln!(text, "{key}{part} = [{list}]");
            }
        }
        // Values of regions can be given once there are regions.
        Ground::Regions(_) | Ground::Puzzle => {}
    }
}
