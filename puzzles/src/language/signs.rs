//! The signs for values: how the words of a layer are written, and the text expected for a layer.

use super::syntax::{Domain, Expr, Ground, Layer, Node};
use crate::document::MAX_REGION_NAME;
use crate::grid::Direction;

/// How each word of a layer is written in a grid.
pub(crate) fn signs(layer: &Layer) -> Vec<String> {
    let Domain::Values { ranges, words } = &layer.domain else {
        return Vec::new();
    };
    let own = |at: usize| -> String {
        let name = &words[at].word.name;
        match (ranges.is_empty(), words.len(), at) {
            (true, 1 | 2, 0) => "#".to_owned(),
            (true, 2, 1) | (false, 1, 0) => ".".to_owned(),
            _ => name.chars().take(1).collect(),
        }
    };
    let short: Vec<String> = words
        .iter()
        .enumerate()
        .map(|(at, symbol)| symbol.sign.clone().unwrap_or_else(|| own(at)))
        .collect();
    let is_unclear = |sign: &String| short.iter().filter(|other| *other == sign).count() > 1;
    short
        .iter()
        .zip(words)
        .map(|(sign, symbol)| match symbol.sign {
            None if is_unclear(sign) => symbol.word.name.to_string(),
            _ => sign.clone(),
        })
        .collect()
}

/// The words of a layer that turn a beam: those written `/`, and those written `\`. `None` if it has none of them or is
/// not on cells.
pub(crate) fn mirrors(layer: &Layer) -> Option<[Vec<usize>; 2]> {
    let signs = signs(layer);
    let written = |wanted: &str| -> Vec<usize> {
        let of = signs.iter().enumerate();
        of.filter(|(_, sign)| *sign == wanted)
            .map(|(word, _)| word)
            .collect()
    };
    let words = ["/", "\\"].map(written);
    let turns = words.iter().any(|words| !words.is_empty());
    (turns && layer.on.is_of_cells()).then_some(words)
}

/// The text expected for a layer, in words.
pub(crate) fn expected(layer: &Layer) -> String {
    match &layer.domain {
        Domain::Values { ranges, words } => {
            let mut parts: Vec<String> = Vec::new();
            for (from, to) in ranges {
                let (from, to) = (literal(from), to.as_ref().map(literal));
                parts.push(match (from, to) {
                    (Some(from), Some(Some(to))) if from == to => from.to_string(),
                    (Some(from), Some(Some(to))) => format!("a number from {from} to {to}"),
                    (Some(from), _) => format!("a number from {from} on"),
                    (None, _) => "a number".to_owned(),
                });
            }
            let signs = match layer.on {
                // A single value is a text, which has no signs.
                Ground::Puzzle => words
                    .iter()
                    .map(|symbol| {
                        symbol
                            .sign
                            .as_deref()
                            .unwrap_or(&symbol.word.name)
                            .to_owned()
                    })
                    .collect(),
                _ => signs(layer),
            };
            for (symbol, sign) in words.iter().zip(&signs) {
                parts.push(match sign.as_str() {
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
        Domain::Direction => "a direction (`^`, `>`, `v`, `<` or `N`, `E`, `S`, `W`)".to_owned(),
        Domain::Directions => "directions (`^`, `>`, `v`, `<` or `N`, `E`, `S`, `W`)".to_owned(),
        Domain::Shapes => "a list of shapes, each a text like `##./.##`".to_owned(),
        Domain::Mark => format!("a mark (`*`, `#`, `x` or `{}`)", layer.word.name),
    }
}

pub(crate) fn literal(expr: &Expr) -> Option<i128> {
    match &expr.node {
        Node::Number(number) => Some(*number),
        Node::Negative(inner) => literal(inner)?.checked_neg(),
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
