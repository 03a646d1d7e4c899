//! An empty puzzle file of a rulebook, to be filled in.

use std::fmt::Write;

use super::super::syntax::{Domain, Ground, Kind, Layer, Node, Role, Rulebook};
use super::places::{lists, part_key};
use super::{Group, groups, key_comments};

/// The part of a puzzle file below the kind: the size, and every key with a comment; required keys and those for givens
/// with empty places. One region contains all cells; a value for the whole puzzle is the `usual` one of its key.
pub(crate) fn blank(
    book: &Rulebook,
    (rows, columns): (usize, usize),
    usual: &dyn Fn(&str) -> Option<String>,
) -> String {
    let mut text = format!("size = \"{rows}x{columns}\"\n");
    // If there are several answers, the file chooses one.
    if let Some(answer) = book.answers.first().filter(|answer| answer.is_named) {
        let _ = writeln!(text, "answer = \"{}\"", answer.text);
    }
    let comments = key_comments(book);
    let groups = groups(book);
    let (whole, placed): (Vec<_>, Vec<_>) = groups
        .iter()
        .zip(comments)
        .partition(|(group, _)| layer(book, group).on == Ground::Puzzle);
    for (group, comment) in whole {
        let _ = write!(text, "\n# {comment}\n");
        let value = usual(group.key).or_else(|| single(layer(book, group)));
        if let Some(value) = value.filter(|_| is_asked_for(book, group)) {
            let _ = writeln!(text, "{} = {value}", group.key);
        }
    }
    for board in 0..book.boards.max(1) {
        if book.boards > 1 {
            let _ = write!(text, "\n[[board]]\n");
        }
        for (group, comment) in &placed {
            if board == 0 {
                let _ = write!(text, "\n# {comment}\n");
            }
            if is_asked_for(book, group) || is_given(book, group) {
                places(&mut text, group.key, layer(book, group), (rows, columns));
            }
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

/// Whether it is for values to find that the puzzle may give, in cells.
fn is_given(book: &Rulebook, group: &Group<'_>) -> bool {
    let layer = layer(book, group);
    layer.role == Role::Decide { given: true } && matches!(layer.on, Ground::Atoms(Kind::Cell, _))
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
            let _ = write!(text, "{key}{part} = '''\n{}'''\n", line.repeat(rows));
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
            for (part, length) in lists(*lines, rows, columns) {
                let list = vec!["\".\""; length].join(", ");
                let _ = writeln!(text, "{} = [{list}]", part_key(key, part));
            }
        }
        // Values of regions can be given once there are regions.
        Ground::Regions(_) | Ground::Puzzle => {}
    }
}
