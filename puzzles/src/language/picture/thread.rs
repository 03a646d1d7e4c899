//! Lines through cells: `draw wire: thread` for `data wire on cells: "{strand}{place}"`.

use std::collections::BTreeMap;

use super::super::style::{Style, shown_datum, style_of};
use super::super::syntax::{Domain, Ground, Kind, Layer, Rulebook};
use super::super::values::{Data, Datum, atom_at};
use super::board_of;
use super::cell::words;
use crate::grid::Cell;
use crate::picture::{Picture, Thread};

fn is_thread(style: Style) -> bool {
    matches!(style, Style::Thread | Style::Thermometer)
}

/// Whether a layer is a part of a template that is drawn as lines.
pub(super) fn is_on_thread(book: &Rulebook, layer: &Layer) -> bool {
    let mut layers = book.layers.iter();
    layer.template.is_some()
        && layers.any(|whole| {
            whole.template == layer.template
                && whole.domain == Domain::Mark
                && is_thread(style_of(book, whole))
        })
}

/// Draws the lines of a template, if it is to be drawn so.
pub(super) fn draw(picture: &mut Picture, data: &Data, whole: &Layer) {
    let style = style_of(&data.book, whole);
    let Ground::Atoms(Kind::Cell, _) = whole.on else {
        return;
    };
    if !is_thread(style) {
        return;
    }
    let layers = data.book.layers.iter().enumerate();
    let parts = layers.filter(|(_, part)| part.template == whole.template && *part != whole);
    // By board and the values beside the number: the number and the cell of each place.
    let mut threads: BTreeMap<(usize, String), Vec<(i64, Cell)>> = BTreeMap::new();
    let positions = data.geometry.boards * data.geometry.count(Kind::Cell);
    for position in 0..positions {
        let mut order = None;
        let mut name = String::new();
        for (number, part) in parts.clone() {
            match data.layers[number].get(position) {
                Some(Datum::Number(number)) => order = Some(*number),
                Some(datum) => {
                    let names = &data.region_names[number];
                    let shown = shown_datum(&data.book, part, datum, names);
                    name.extend(shown.map(|value| words(&value, &part.word.name)));
                }
                None => {}
            }
        }
        if let Some(order) = order {
            let atom = atom_at(&data.geometry, Kind::Cell, position);
            let thread = threads.entry((atom.board.into(), name)).or_default();
            thread.push((order, data.geometry.cell(atom.index)));
        }
    }
    for ((board, name), mut places) in threads {
        places.sort_by_key(|(order, _)| *order);
        board_of(picture, board).threads.push(Thread {
            name,
            cells: places.into_iter().map(|(_, cell)| cell).collect(),
            has_bulb: style == Style::Thermometer,
        });
    }
}
