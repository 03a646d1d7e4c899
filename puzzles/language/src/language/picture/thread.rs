//! Lines through cells: `draw wire: thread` for `data wire on cells: "{strand}{place}"`.

use std::collections::BTreeMap;

use super::super::style::{Style, shown_datum, style_of};
use super::super::syntax::{Domain, Ground, Kind, Layer, Rulebook};
use super::super::values::{Data, Datum, atom_at};
use super::board_of;
use super::cell::words;
use crate::grid::Cell;
use crate::picture::{Picture, Thread, ThreadEnds};

/// What is at the ends of the lines that are drawn in a style, if it is one of lines.
fn ends(style: Style) -> Option<ThreadEnds> {
    match style {
        Style::Thread => Some(ThreadEnds::Plain),
        Style::Thermometer => Some(ThreadEnds::Bulb),
        Style::Shaft => Some(ThreadEnds::Arrow),
        _ => None,
    }
}

/// Whether a layer is a template that is drawn as lines.
fn is_drawn_so(book: &Rulebook, layer: &Layer) -> bool {
    layer.template.is_some()
        && layer.domain == Domain::Mark
        && ends(style_of(book, layer)).is_some()
}

/// Whether a layer is a part of a template that is drawn as lines.
pub(in super::super) fn is_on_thread(book: &Rulebook, layer: &Layer) -> bool {
    let mut layers = book.layers.iter();
    layer.template.is_some()
        && layers.any(|whole| whole.template == layer.template && is_drawn_so(book, whole))
}

/// The places of the lines of a template, by board and name: the number and the cell of each, in this order.
type Places = BTreeMap<(usize, String), Vec<(i64, Cell)>>;

/// The lines of a template, if it is to be drawn so.
fn places(data: &Data, whole: &Layer) -> Option<Places> {
    let Ground::Atoms(Kind::Cell, _) = whole.on else {
        return None;
    };
    ends(style_of(&data.book, whole))?;
    let layers = data.book.layers.iter().enumerate();
    let parts = layers.filter(|(_, part)| part.template == whole.template && *part != whole);
    let mut threads = Places::new();
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
    for thread in threads.values_mut() {
        thread.sort_by_key(|(order, _)| *order);
    }
    Some(threads)
}

/// Draws the lines of a template, if it is to be drawn so.
pub(super) fn draw(picture: &mut Picture, data: &Data, whole: &Layer) {
    let layers = data.book.layers.iter();
    let before = layers.take_while(|layer| layer.word.name != whole.word.name);
    let kind = before
        .filter(|layer| is_drawn_so(&data.book, layer))
        .count();
    let Some(ends) = ends(style_of(&data.book, whole)) else {
        return;
    };
    for ((board, name), places) in places(data, whole).into_iter().flatten() {
        let (numbers, cells) = places.into_iter().unzip();
        board_of(picture, board).threads.push(Thread {
            name,
            cells,
            numbers,
            kind,
            ends,
        });
    }
}

/// Places that a drawn line lacks or has twice, which is probably a mistake.
pub(in super::super) fn remarks(data: &Data) -> Vec<String> {
    let mut found = Vec::new();
    let templates = data.book.layers.iter();
    for whole in templates.filter(|layer| layer.template.is_some() && layer.domain == Domain::Mark)
    {
        for ((_, name), places) in places(data, whole).into_iter().flatten() {
            for pair in places.windows(2) {
                let [(before, _), (number, cell)] = [pair[0], pair[1]];
                if number == before {
                    found.push(format!("`{name}{number}` is there twice, once in {cell}"));
                } else if number > before + 1 {
                    let missing = before + 1;
                    found.push(format!(
                        "there is `{name}{number}` in {cell}, but no `{name}{missing}`"
                    ));
                }
            }
        }
    }
    found
}
