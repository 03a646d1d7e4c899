//! The signs for values: how the words of a layer are written, and the text expected for a layer.

use super::syntax::{Arithmetic, Domain, Expr, Ground, Layer, Node, Role};
use crate::document::MAX_REGION_NAME;
use crate::grid::Direction;

/// How each word of a layer is written in a grid.
pub(crate) fn signs(layer: &Layer) -> impl Iterator<Item = &str> {
    let words = match &layer.domain {
        Domain::Values { words, .. } => words.len(),
        _ => 0,
    };
    (0..words).map(|word| sign(layer, word))
}

/// How a word of a layer is written in a grid: its own sign, or one for it if no other word has that. In data `.` is a
/// place without a value, and each word there has its first letter.
pub(crate) fn sign(layer: &Layer, word: usize) -> &str {
    let Domain::Values { ranges, words } = &layer.domain else {
        return "";
    };
    let Some(symbol) = words.get(word) else {
        return "";
    };
    let is_found = layer.role != Role::Data;
    let short = |at: usize| match (&words[at].sign, ranges.is_empty(), words.len(), at) {
        (Some(sign), ..) => sign,
        (None, true, 1, 0) => "#",
        (None, true, 2, 0) if is_found => "#",
        (None, true, 2, 1) | (None, false, 1, 0) if is_found => ".",
        _ => {
            let name = &*words[at].word.name;
            &name[..name.chars().next().map_or(0, char::len_utf8)]
        }
    };
    let own = short(word);
    let is_shared = |other: usize| other != word && short(other) == own;
    match symbol.sign {
        None if (0..words.len()).any(is_shared) => &symbol.word.name,
        _ => own,
    }
}

/// The words of a layer that turn a beam: those written `/`, and those written `\`. `None` if it has none of them or is
/// not on cells.
pub(crate) fn mirrors(layer: &Layer) -> Option<[Vec<usize>; 2]> {
    let written = |wanted: &str| -> Vec<usize> {
        let of = signs(layer).enumerate();
        of.filter(|(_, sign)| *sign == wanted)
            .map(|(word, _)| word)
            .collect()
    };
    let words = ["/", "\\"].map(written);
    let turns = words.iter().any(|words| !words.is_empty());
    (turns && layer.on.is_of_cells()).then_some(words)
}

/// The text expected for a layer, in words; for a grid of this size, if it is known.
pub(crate) fn expected(layer: &Layer, size: Option<(usize, usize)>) -> String {
    match &layer.domain {
        Domain::Values { ranges, words } => {
            let mut parts: Vec<String> = Vec::new();
            for (from, to) in ranges {
                let end = |expr: &Expr| constant(expr, size);
                let (from, to) = (end(from), to.as_ref().map(end));
                parts.push(match (from, to) {
                    (Some(from), Some(Some(to))) if from == to => from.to_string(),
                    (Some(from), Some(Some(to))) => format!("a number from {from} to {to}"),
                    (Some(from), None) => format!("a number from {from} on"),
                    // The other end depends on the data.
                    (Some(from), Some(None)) => format!("a number of at least {from}"),
                    (None, _) => "a number".to_owned(),
                });
            }
            for (word, symbol) in words.iter().enumerate() {
                let sign = match layer.on {
                    // A single value is a text, which has no signs.
                    Ground::Puzzle => symbol.sign.as_deref().unwrap_or(&symbol.word.name),
                    _ => sign(layer, word),
                };
                parts.push(match sign {
                    "." => format!("`{}`", symbol.word.name),
                    sign if *sign == *symbol.word.name => format!("`{sign}`"),
                    sign => format!("`{}` (`{sign}`)", symbol.word.name),
                });
            }
            parts.join(", ")
        }
        Domain::Number => "a whole number".to_owned(),
        Domain::Name => "a name".to_owned(),
        Domain::Regions => format!(
            "names of regions, made of letters, digits, `_` and `-`, at most {MAX_REGION_NAME} characters"
        ),
        Domain::List => "numbers with commas between them, as in `1,3`".to_owned(),
        Domain::Clue => "a clue for numbers".to_owned(),
        Domain::Patterns { of, are_several } => match are_several {
            true => format!("a list of patterns of `{}`, in quotes", of.name),
            false => format!("a pattern of `{}`, in quotes", of.name),
        },
        Domain::Direction => "a direction (`^`, `>`, `v`, `<` or `N`, `E`, `S`, `W`)".to_owned(),
        Domain::Directions => "directions (`^`, `>`, `v`, `<` or `N`, `E`, `S`, `W`)".to_owned(),
        Domain::Shapes => "a list of shapes, each a text like `##./.##`".to_owned(),
        Domain::Mark => format!("a mark (`*`, `#`, `x` or `{}`)", layer.word.name),
    }
}

/// The value of an end of a range that depends on nothing, or only on the size: `rows`, `columns`. `None` if it depends
/// on data, or on the size and that is not known.
pub(crate) fn constant(expr: &Expr, size: Option<(usize, usize)>) -> Option<i128> {
    let value = |expr: &Expr| constant(expr, size);
    match &expr.node {
        Node::Number(number) => Some(*number),
        Node::Name(name) if &**name == "rows" => Some(size?.0 as i128),
        Node::Name(name) if &**name == "columns" => Some(size?.1 as i128),
        Node::Negative(inner) => value(inner)?.checked_neg(),
        Node::Arithmetic(operation, a, b) => {
            let (a, b) = (value(a)?, value(b)?);
            match operation {
                Arithmetic::Add => a.checked_add(b),
                Arithmetic::Subtract => a.checked_sub(b),
                Arithmetic::Multiply => a.checked_mul(b),
                _ => None,
            }
        }
        _ => None,
    }
}

/// A direction, by sign, letter or word.
pub(crate) fn direction(text: &str) -> Option<Direction> {
    let one = match text {
        "^" | "↑" | "up" => Direction::North,
        ">" | "→" | "right" => Direction::East,
        "v" | "↓" | "down" => Direction::South,
        "<" | "←" | "left" => Direction::West,
        "N" | "E" | "S" | "W" => Direction::from_letter(text.chars().next()?)?,
        _ => return None,
    };
    Some(one)
}
