//! How layers look: the styles and signs that `draw` gives them, or those of their places and values.

use super::notation::text_of;
use super::signs::sign;
use super::syntax::{Domain, Draw, Ground, Kind, Layer, Role, Rulebook, Symbol};
use super::values::{Datum, Filled};
use crate::grid::Direction;
use crate::picture::Explained;

/// How a layer can be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    /// As its places and values suggest.
    Plain,
    /// Cells of the first word, with a mark or a value are dark.
    Fill,
    Text,
    Circle,
    Square,
    /// Dark as well, with round ends.
    Rounded,
    /// The value in white on a dark cell.
    Block,
    /// Texts, with borders between cells of different values.
    Areas,
    /// Near one side of a cell that two diagonals cut.
    Side(Direction),
    /// In the upper right half of a dark cell that a diagonal cuts.
    Upper,
    /// In its lower left half.
    Lower,
    /// A small text in the corner of the cell.
    Corner,
    Arrow,
    /// A line on the sides or links of the first word, with a mark or a value.
    Line,
    /// A line on the side between the two cells of a link.
    Wall,
    /// A small lock in the corner of the cell.
    Lock,
    /// An amount that the dark one of the two cells of a link passes to the other: an arrow across the side between
    /// them.
    Flow,
    /// Of a template with a number: a line through the cells with equal other values, in the order of the number.
    Thread,
    /// The same with a bulb at the first cell.
    Thermometer,
    /// The same, thin, from a ring around the first cell to an arrowhead in the last.
    Shaft,
    Nothing,
}

/// The styles by name, for `draw`.
const STYLES: [(&str, Style); 23] = [
    ("fill", Style::Fill),
    ("rounded", Style::Rounded),
    ("text", Style::Text),
    ("circle", Style::Circle),
    ("square", Style::Square),
    ("corner", Style::Corner),
    ("block", Style::Block),
    ("areas", Style::Areas),
    ("up", Style::Side(Direction::North)),
    ("right", Style::Side(Direction::East)),
    ("down", Style::Side(Direction::South)),
    ("left", Style::Side(Direction::West)),
    ("upper", Style::Upper),
    ("lower", Style::Lower),
    ("arrow", Style::Arrow),
    ("line", Style::Line),
    ("wall", Style::Wall),
    ("lock", Style::Lock),
    ("flow", Style::Flow),
    ("thread", Style::Thread),
    ("thermometer", Style::Thermometer),
    ("shaft", Style::Shaft),
    ("none", Style::Nothing),
];

/// The names of the styles.
pub(super) fn style_names() -> Vec<&'static str> {
    STYLES.iter().map(|style| style.0).collect()
}

/// The sign for a cell with a tile on it.
pub(super) const TILE: &str = "▣";

/// The part of the key that explains a style, if it has one.
pub(super) fn explained(draw: &Draw) -> Option<Explained> {
    match draw.style.as_ref().map(|style| &*style.name) {
        Some("lock") => Some(Explained::Lock),
        Some("flow") => Some(Explained::Amount),
        Some("circle") => Some(Explained::Circle),
        Some("square") => Some(Explained::Square),
        _ => {
            let mut signs = draw.signs.iter();
            signs
                .any(|(_, sign)| sign == TILE)
                .then_some(Explained::Tile)
        }
    }
}

/// How the rulebook says that a layer is drawn.
pub(super) fn drawn_so<'b>(book: &'b Rulebook, layer: &Layer) -> Option<&'b Draw> {
    let mut all = book.draw.iter().rev();
    all.find(|draw| draw.layer.name == layer.word.name)
}

pub(super) fn style_of(book: &Rulebook, layer: &Layer) -> Style {
    let word = drawn_so(book, layer).and_then(|draw| draw.style.as_ref());
    let known = word.and_then(|word| STYLES.iter().find(|(name, _)| **name == *word.name));
    known.map_or(Style::Plain, |known| known.1)
}

/// The sign that the rulebook gives to a word of a layer, or to its mark.
pub(super) fn sign_of(book: &Rulebook, layer: &Layer, word: Option<&str>) -> Option<Shown> {
    let mut signs = drawn_so(book, layer)?.signs.iter();
    let (_, sign) = signs.find(|(of, _)| of.as_ref().map(|of| &*of.name) == word)?;
    Some(Shown::Sign(sign.clone()))
}

/// A value of the data or of a filled grid, as far as pictures distinguish values.
#[derive(Clone)]
pub(super) enum Shown {
    /// The first of two words, or a mark.
    First,
    /// A word beside numbers or several others that is written `#`.
    Dark,
    /// A word that is written `.`, or a layer that does not cover this place.
    Gap,
    Number(i64),
    Arrows(Vec<Direction>),
    /// As the rulebook has it drawn.
    Sign(String),
    Text(String),
}

fn has_words_alone(layer: &Layer) -> bool {
    matches!(&layer.domain, Domain::Values { ranges, .. } if ranges.is_empty())
}

pub(super) fn shown_datum(
    book: &Rulebook,
    layer: &Layer,
    datum: &Datum,
    names: &[String],
) -> Option<Shown> {
    Some(match datum {
        Datum::Missing => return None,
        // That a place to be found has some word says nothing.
        Datum::Untold if layer.role != Role::Data && has_words_alone(layer) => return None,
        Datum::Untold => Shown::Text("?".to_owned()),
        Datum::Mark => shown_mark(book, layer),
        Datum::Number(number) => Shown::Number(*number),
        Datum::Word(word) => match letter(book, layer, *word) {
            Some(letter) => letter,
            None => return shown_filled(book, layer, Filled::Word(*word)),
        },
        Datum::Name(name) => Shown::Text(name.to_string()),
        Datum::Region(region) => Shown::Text(names.get(*region)?.clone()),
        Datum::List(list) => {
            let parts = list
                .iter()
                .map(|part| part.map_or("?".to_owned(), |part| part.to_string()));
            let parts: Vec<String> = parts.collect();
            match parts.is_empty() {
                true => Shown::Text("0".to_owned()),
                false => Shown::Text(parts.join(",")),
            }
        }
        Datum::Clue(clue) => Shown::Text(clue.text().to_owned()),
        Datum::Patterns(texts) => Shown::Text(texts.join(" ")),
        Datum::Directions(directions) => Shown::Arrows(directions.clone()),
        Datum::Shapes(_) => return None,
    })
}

/// A word of the data, where a line, a dark cell or nothing would say little: its own sign, or the word, in and between
/// cells its first letter. `None` if it is the only word, or the rulebook says how to draw it, or in a cell how to write
/// it. What is given of a layer to find is drawn as if it had been found; where that is nothing, a cross.
fn letter(book: &Rulebook, layer: &Layer, word: usize) -> Option<Shown> {
    let Domain::Values { words, .. } = &layer.domain else {
        return None;
    };
    let symbol = words.get(word)?;
    let is_narrow = match &layer.on {
        Ground::Atoms(Kind::Cell, _) if layer.role != Role::Data || symbol.sign.is_some() => {
            return None;
        }
        Ground::Atoms(..) => true,
        Ground::Regions(_) | Ground::Lines(_) | Ground::Puzzle => false,
    };
    if words.len() < 2 || drawn_so(book, layer).is_some() {
        return None;
    }
    let sign = sign(layer, word);
    if layer.role != Role::Data {
        return (sign == "." && is_narrow).then(|| Shown::Sign("×".to_owned()));
    }
    let name = &symbol.word.name;
    let first = |name: &str| name.chars().next();
    let mut alike = words
        .iter()
        .filter(|other| first(&other.word.name) == first(name));
    let is_narrow = is_narrow && alike.nth(1).is_none();
    let says_little = sign == "#" || symbol.sign.is_none() && words.len() == 2;
    Some(Shown::Text(match says_little {
        true if is_narrow => name.chars().take(1).collect(),
        true => name.to_string(),
        false => sign.to_owned(),
    }))
}

/// A mark for which the rulebook has no sign: told from other marks, and on links or edges from those to find.
fn shown_mark(book: &Rulebook, layer: &Layer) -> Shown {
    if let Some(sign) = sign_of(book, layer, None) {
        return sign;
    }
    let Ground::Atoms(kind, _) = &layer.on else {
        return Shown::First;
    };
    let is_plain = |layer: &Layer| style_of(book, layer) == Style::Plain;
    let is_here = |other: &&Layer| matches!(&other.on, Ground::Atoms(own, _) if own == kind);
    let others = book.layers.iter().filter(is_here);
    let mut others = others.filter(|other| other.word.name != layer.word.name && is_plain(other));
    match kind {
        _ if !is_plain(layer) => Shown::First,
        Kind::Link | Kind::Edge => {
            match others.any(|other| matches!(other.role, Role::Decide { .. })) {
                true => Shown::Sign("*".to_owned()),
                false => Shown::First,
            }
        }
        Kind::Cell | Kind::Corner => {
            let marks = others.filter(|other| {
                other.domain == Domain::Mark && sign_of(book, other, None).is_none()
            });
            let name = &*layer.word.name;
            let common = |other: &Layer| {
                let letters = name.chars().zip(other.word.name.chars());
                letters.take_while(|(a, b)| a == b).count()
            };
            match marks.map(common).max() {
                Some(common) => Shown::Text(name.chars().take(common + 1).collect()),
                None => Shown::First,
            }
        }
    }
}

/// Whether words have signs, and these are not the usual ones of dark and empty cells.
fn has_own_signs(words: &[Symbol]) -> bool {
    let is_own = |word: &Symbol| {
        word.sign
            .as_ref()
            .is_some_and(|sign| !matches!(&**sign, "#" | "."))
    };
    words.len() == 2 && words.iter().all(is_own)
}

/// The circle that a word means by its name or by how it is written, whichever of two words it is.
fn circle_of(word: &str, sign: &str) -> Option<&'static str> {
    match (word, sign) {
        ("white", _) | (_, "o") => Some("○"),
        ("black", _) | (_, "*") => Some("●"),
        _ => None,
    }
}

pub(super) fn shown_filled(book: &Rulebook, layer: &Layer, value: Filled) -> Option<Shown> {
    let (words, only_words) = match &layer.domain {
        Domain::Values { words, ranges } => (&words[..], ranges.is_empty()),
        _ => (&[][..], false),
    };
    if let Filled::Word(word) = value
        && let Some(symbol) = words.get(word)
        && let Some(sign) = sign_of(book, layer, Some(&symbol.word.name))
    {
        return Some(sign);
    }
    if let Filled::Word(word) = value
        && only_words
        && style_of(book, layer) == Style::Circle
        && let Some(circle) = circle_of(&words[word].word.name, sign(layer, word))
    {
        return Some(Shown::Sign(circle.to_owned()));
    }
    let is_diagonal = |sign: &str| layer.on.is_of_cells() && matches!(sign, "/" | "\\");
    Some(match value {
        Filled::Nowhere => return None,
        Filled::Word(word) if is_diagonal(sign(layer, word)) => {
            let rises = sign(layer, word) == "/";
            Shown::Sign(if rises { "╱" } else { "╲" }.to_owned())
        }
        Filled::Number(number) => Shown::Number(number),
        Filled::Direction(direction) => Shown::Arrows(vec![direction]),
        // Two signs of the rulebook's own are drawn as they are.
        Filled::Word(word)
            if only_words && has_own_signs(words) && drawn_so(book, layer).is_none() =>
        {
            Shown::Text(sign(layer, word).to_owned())
        }
        Filled::Word(0) if only_words && words.len() <= 2 => Shown::First,
        Filled::Word(word) => match sign(layer, word) {
            "#" => Shown::Dark,
            "." => Shown::Gap,
            sign => Shown::Text(sign.to_owned()),
        },
        Filled::Unknown | Filled::Region(_) => Shown::Text(text_of(layer, value).into_owned()),
    })
}
