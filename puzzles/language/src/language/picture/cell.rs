//! Values in cells: as text, signs, shading, marks.

use super::super::notation::text_of;
use super::super::style::{Shown, Style, TILE};
use super::super::syntax::{Domain, Layer, Role};
use super::super::values::Filled;
use crate::picture::{CellPicture, Fill, MarkPicture};

/// Values in parts of a cell as one text.
pub(super) fn text_of_parts(parts: &[String]) -> String {
    match parts {
        [upper, lower] => format!("{lower}\\{upper}"),
        parts => parts.join("/"),
    }
}

pub(super) fn words(value: &Shown, name: &str) -> String {
    match value {
        Shown::First => name.chars().take(1).collect(),
        Shown::Dark => "#".to_owned(),
        Shown::Gap => String::new(),
        Shown::Number(number) => number.to_string(),
        Shown::Arrows(directions) => directions
            .iter()
            .map(|direction| direction.letter())
            .collect(),
        Shown::Sign(text) | Shown::Text(text) => text.clone(),
    }
}

/// A value of a layer as a text.
pub(super) fn shown_text(layer: &Layer, value: &Shown) -> String {
    match value {
        Shown::First if layer.domain == Domain::Mark => "*".to_owned(),
        value => words(value, &layer.word.name),
    }
}

/// Where a value comes from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Source {
    Puzzle,
    /// The same, in a cell that has a value of other data in the middle.
    PuzzleBesideData,
    Found,
    /// In a cell for which the puzzle gives the value of another layer to find.
    FoundBesideGiven,
}

pub(super) fn draw_cell(
    cell: &mut CellPicture,
    value: Shown,
    style: Style,
    layer: &Layer,
    source: Source,
) {
    let is_mark = layer.domain == Domain::Mark;
    let is_data = layer.role == Role::Data;
    let fills = match (&value, style) {
        (Shown::Dark, Style::Plain | Style::Fill | Style::Rounded) => true,
        (Shown::Dark, Style::Block | Style::Upper | Style::Lower) => true,
        (Shown::First, Style::Plain) => !is_mark && !is_data,
        (Shown::Gap, _) => false,
        (_, Style::Fill | Style::Rounded) => true,
        (_, Style::Block | Style::Upper | Style::Lower) => {
            cell.fill = Fill::Shaded;
            false
        }
        _ => false,
    };
    match (style, value) {
        (Style::Plain | Style::Fill | Style::Block | Style::Arrow, Shown::Arrows(directions)) => {
            cell.arrows = directions;
        }
        (Style::Lock, _) => cell.locked = true,
        (Style::Rounded, _) if fills => cell.fill = Fill::Rounded,
        _ if fills => cell.fill = Fill::Shaded,
        // Around the value of another layer, if there is one.
        (Style::Circle, Shown::First) if is_mark => cell.mark = Some(MarkPicture::Circle),
        (Style::Square, Shown::First) if is_mark => cell.mark = Some(MarkPicture::Square),
        (Style::Circle, Shown::First) => write(cell, "●".to_owned(), is_data, Source::Found),
        (Style::Circle, Shown::Gap) => write(cell, "○".to_owned(), is_data, Source::Found),
        (Style::Circle, Shown::Text(text)) if text == "?" => "○".clone_into(&mut cell.text),
        (_, Shown::Gap) => {}
        (_, Shown::Sign(sign)) if style != Style::Corner || is_ground(&sign) => match sign.as_str()
        {
            "" => {}
            "■" => cell.fill = Fill::Shaded,
            "▒" => cell.fill = Fill::Grey,
            TILE => cell.fill = Fill::Tile,
            "□" => cell.mark = Some(MarkPicture::Square),
            _ => write(cell, sign, is_data, source),
        },
        // The other corner is that of data, such as the sum of a cage.
        (Style::Corner, value) if !is_data && layer.on.is_of_cells() => {
            add(&mut cell.second, &shown_text(layer, &value))
        }
        (Style::Corner, value) => aside(cell, &shown_text(layer, &value)),
        (Style::Side(side), value) => {
            cell.parts.resize(4, String::new());
            cell.parts[side as usize] = shown_text(layer, &value);
        }
        (Style::Upper | Style::Lower, value) => {
            cell.parts.resize(2, String::new());
            cell.parts[usize::from(style == Style::Lower)] = shown_text(layer, &value);
        }
        (_, value) => {
            let text = match value {
                Shown::First if !is_mark => text_of(layer, Filled::Word(0)).into_owned(),
                value => shown_text(layer, &value),
            };
            write(cell, text, is_data, source);
            cell.mark = match style {
                Style::Circle => Some(MarkPicture::Circle),
                Style::Square => Some(MarkPicture::Square),
                _ => cell.mark,
            };
        }
    }
}

/// Whether a sign is drawn behind the value of a cell.
fn is_ground(sign: &str) -> bool {
    matches!(sign, "■" | "▒" | TILE | "□")
}

/// Writes a value into a cell. If several layers have a value, those to find are in the middle, and the data in the
/// corner; data is side by side, but for a number beside a sign.
fn write(cell: &mut CellPicture, text: String, is_data: bool, source: Source) {
    let given = matches!(source, Source::Puzzle | Source::PuzzleBesideData);
    let is_number = |text: &str| text.chars().any(|c| c.is_ascii_digit());
    let is_beside = source == Source::PuzzleBesideData && !cell.text.is_empty();
    if cell.text.is_empty() || (cell.text == text && !is_beside) {
        cell.text = text;
        cell.given |= given;
    } else if is_beside && (is_number(&cell.text) || !is_number(&text)) {
        cell.text = format!("{}/{text}", cell.text);
    } else if is_data {
        aside(cell, &text);
    } else if cell.given && source != Source::FoundBesideGiven {
        cell.given = given;
        let before = std::mem::replace(&mut cell.text, text);
        let corner = std::mem::replace(&mut cell.corner, before);
        if !corner.is_empty() {
            aside(cell, &corner);
        }
    } else {
        cell.text = format!("{}/{text}", cell.text);
    }
}

/// Writes a text into the corner of a cell, beside its content.
fn aside(cell: &mut CellPicture, text: &str) {
    add(&mut cell.corner, text);
}

/// Adds a text to those in a corner, unless it is there.
pub(super) fn add(corner: &mut String, text: &str) {
    if text.is_empty() || corner.split(' ').any(|known| known == text) {
        return;
    }
    if !corner.is_empty() {
        corner.push(' ');
    }
    corner.push_str(text);
}
