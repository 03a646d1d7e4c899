//! Words that contain values of several layers: drawn as they are written, unless `draw` says something else.

use super::super::style::{Shown, drawn_so, shown_datum};
use super::super::syntax::{Ground, Kind, Layer, TemplatePart};
use super::super::values::Data;
use super::cell::words as written;

/// What is drawn for a layer that is a part of a template, by position: the whole word for the first part of it, and
/// nothing for the others. `None` if the layer is drawn for itself.
pub(super) fn words(data: &Data, layer: &Layer) -> Option<Vec<Option<Shown>>> {
    let book = &data.book;
    let template = layer.template.as_ref()?;
    let Ground::Atoms(Kind::Cell, _) = layer.on else {
        return None;
    };
    let mut parts = Vec::new();
    for part in template.parts.iter() {
        if let TemplatePart::Layer(name) = part {
            let number = book.layer(name)?;
            if drawn_so(book, &book.layers[number]).is_some() {
                return None;
            }
            parts.push(number);
        }
    }
    let [first, _, ..] = parts[..] else {
        return None;
    };
    let shown = |number: usize, position: usize| {
        let datum = data.layers[number].get(position)?;
        shown_datum(
            book,
            &book.layers[number],
            datum,
            &data.region_names[number],
        )
    };
    let positions = data.layers[first].len();
    // Signs and arrows are drawn beside a number.
    let is_text = |shown: &Shown| matches!(shown, Shown::Text(_) | Shown::Number(_));
    for position in 0..positions {
        let mut values = parts.iter().filter_map(|&part| shown(part, position));
        if !values.all(|value| is_text(&value)) {
            return None;
        }
    }
    let is_first = book.layers[first].word.name == layer.word.name;
    let word = |position: usize| {
        shown(first, position).filter(|_| is_first)?;
        let mut word = String::new();
        for part in template.parts.iter() {
            match part {
                TemplatePart::Text(text) => word.push_str(text),
                TemplatePart::Layer(name) => {
                    let value = shown(book.layer(name)?, position)?;
                    word.push_str(&written(&value, name));
                }
            }
        }
        Some(Shown::Text(word))
    };
    Some((0..positions).map(word).collect())
}
