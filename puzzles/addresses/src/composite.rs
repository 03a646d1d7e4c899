//! Codecs with several words for each cell: Castle Wall, Compass, Kakuro.

use super::coding::{
    Fault, read_arrow, read_gaps, read_number16, write_arrow, write_gaps, write_number16,
};
use super::error::{AddressError, AddressProblem};
use super::names::{Names, Sign, number};
use super::reader::{Reader, letter};

/// Words of several data for the same cells: `layers[datum][cell]`.
pub(super) type Layers = Vec<Vec<String>>;

/// At this cell of this layer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LayerFault {
    pub(super) layer: usize,
    pub(super) fault: Fault,
}

impl LayerFault {
    fn new(layer: usize, index: usize, message: impl Into<String>) -> LayerFault {
        LayerFault {
            layer,
            fault: Fault {
                index,
                message: message.into(),
            },
        }
    }
}

/// Cells of several words, turned into several layers.
fn layers<const N: usize>(cells: Vec<[String; N]>) -> Layers {
    let mut layers = vec![Vec::with_capacity(cells.len()); N];
    for cell in cells {
        for (layer, word) in layers.iter_mut().zip(cell) {
            layer.push(word);
        }
    }
    layers
}

fn nothing<const N: usize>() -> [String; N] {
    [const { String::new() }; N].map(|_| ".".to_owned())
}

/// An arrow with a number, and the shade of its cell.
pub(super) fn read_castle(
    shades: &Names,
    count: usize,
    reader: &mut Reader<'_>,
) -> Result<Layers, AddressError> {
    let expected = "a shade from 0 to 2, or a to z for empty places";
    let cells = read_gaps(count, &nothing::<2>(), reader, b'a', expected, |reader| {
        let at = reader.at();
        let Some(shade) = reader.digit(10) else {
            return Ok(None);
        };
        let shade = shades.word(Sign::Value(shade)).ok_or_else(|| {
            let problem = AddressProblem::Value {
                found: shade.to_string(),
                words: shades.all(),
            };
            AddressError::new(at, problem)
        })?;
        match read_arrow(reader)? {
            Some(arrow) => Ok(Some(([arrow, shade], 0))),
            None => Err(reader.unexpected("a direction from 0 to 9 or -")),
        }
    })?;
    Ok(layers(cells))
}

/// The inverse of [`read_castle`].
pub(super) fn write_castle(
    shades: &Names,
    [arrows, cells]: [&[String]; 2],
    out: &mut String,
) -> Result<(), LayerFault> {
    // `write_gaps` knows one layer only.
    let mut layer = 0;
    let empty = |index: usize| arrows[index] == "." && cells[index] == ".";
    let written = write_gaps(arrows.len(), empty, 'a', out, |index, out| {
        match shades.sign(&cells[index]) {
            Some(Sign::Value(shade)) => out.push(letter(shade)),
            _ => {
                layer = 1;
                let expected = format!("“{}”, expected one of {}", cells[index], shades.all());
                return Err(Fault {
                    index,
                    message: expected,
                });
            }
        }
        write_arrow(&arrows[index], out)
            .map(|()| 1)
            .map_err(|message| Fault { index, message })
    });
    written.map_err(|fault| LayerFault { layer, fault })
}

/// Up, down, left and right: a number, `?` where a compass has none, `#` in all four where the grid has a hole.
pub(super) fn read_compass(count: usize, reader: &mut Reader<'_>) -> Result<Layers, AddressError> {
    let expected = "four numbers of a compass, _ for a hole, or g to z for empty places";
    let cells = read_gaps(count, &nothing::<4>(), reader, b'g', expected, |reader| {
        if reader.take("_") {
            return Ok(Some((nothing::<4>().map(|_| "#".to_owned()), 0)));
        }
        let mut cell = nothing::<4>();
        for (place, word) in cell.iter_mut().enumerate() {
            *word = match read_number16(reader)? {
                Some(Sign::Value(value)) => value.to_string(),
                Some(_) => "?".to_owned(),
                None if place == 0 => return Ok(None),
                None => return Err(reader.unexpected("a hexadecimal number or .")),
            };
        }
        Ok(Some((cell, 0)))
    })?;
    Ok(layers(cells))
}

/// The inverse of [`read_compass`].
pub(super) fn write_compass(layers: [&[String]; 4], out: &mut String) -> Result<(), LayerFault> {
    let mut at_fault = 0;
    let all = |index: usize, word: &str| layers.iter().all(|layer| layer[index] == word);
    let empty = |index: usize| all(index, ".");
    let written = write_gaps(layers[0].len(), empty, 'g', out, |index, out| {
        if all(index, "#") {
            out.push('_');
            return Ok(1);
        }
        for (place, layer) in layers.iter().enumerate() {
            at_fault = place;
            let word = &layer[index];
            let sign = match (word.as_str(), number(word)) {
                ("?", _) => Some(Sign::Unknown),
                (_, Some(value)) => Some(Sign::Value(value)),
                _ => None,
            };
            if !sign.is_some_and(|sign| write_number16(sign, out)) {
                let message = format!("“{word}”, expected a number, or ? where a compass has none");
                return Err(Fault { index, message });
            }
        }
        Ok(1)
    });
    written.map_err(|fault| LayerFault {
        layer: at_fault,
        fault,
    })
}

/// The largest sum of a Kakuro address.
const KAKURO_MAX: u32 = 45;

const KAKURO: &str = "a digit, a letter, or - for no sum";

/// Sums below and to the right of black cells: a number, `#` where a black cell has none, `.` in white cells. The
/// grid has one row and one column more than the address: the black ones at the top and on the left.
pub(super) fn read_kakuro(
    rows: usize,
    columns: usize,
    reader: &mut Reader<'_>,
) -> Result<Layers, AddressError> {
    let expected = "two sums, . for a black cell without, or k to z for white cells";
    let inner = read_gaps(
        rows * columns,
        &nothing::<2>(),
        reader,
        b'k',
        expected,
        |reader| {
            if reader.take(".") {
                return Ok(Some((nothing::<2>().map(|_| "#".to_owned()), 0)));
            }
            // A small letter from k on is not a sum.
            let Some(down) = read_sum(reader) else {
                return Ok(None);
            };
            let right = read_sum(reader).ok_or_else(|| reader.unexpected(KAKURO))?;
            Ok(Some(([down, right], 0)))
        },
    )?;
    let black = || nothing::<2>().map(|_| "#".to_owned());
    let mut cells = vec![black(); (rows + 1) * (columns + 1)];
    for (row, words) in inner.chunks(columns).enumerate() {
        let from = (row + 1) * (columns + 1) + 1;
        cells[from..from + columns].clone_from_slice(words);
    }
    for (edge, inside, layer) in edges(rows, columns) {
        if cells[inside][0] == "." && !reader.at_end() {
            cells[edge][layer] = read_sum(reader).ok_or_else(|| reader.unexpected(KAKURO))?;
        }
    }
    Ok(layers(cells))
}

/// The inverse of [`read_kakuro`].
pub(super) fn write_kakuro(
    rows: usize,
    columns: usize,
    layers: [&[String]; 2],
    out: &mut String,
) -> Result<(), LayerFault> {
    let cell = |index: usize| (index / columns + 1) * (columns + 1) + index % columns + 1;
    let is = |index: usize, word: &str| layers.iter().all(|layer| layer[index] == word);
    let mut at_fault = 0;
    let empty = |index: usize| is(cell(index), ".");
    let written = write_gaps(rows * columns, empty, 'k', out, |index, out| {
        let index = cell(index);
        if is(index, "#") {
            out.push('.');
            return Ok(1);
        }
        for (layer, words) in layers.iter().enumerate() {
            at_fault = layer;
            write_sum(&words[index], out).map_err(|message| Fault { index, message })?;
        }
        Ok(1)
    });
    written.map_err(|fault| LayerFault {
        layer: at_fault,
        fault,
    })?;
    if !is(0, "#") {
        return Err(LayerFault::new(
            0,
            0,
            "the corner of the grid must be black, without sums",
        ));
    }
    for (edge, inside, layer) in edges(rows, columns) {
        let word = &layers[layer][edge];
        if layers[1 - layer][edge] != "#" || (word != "#" && !is(inside, ".")) {
            let message = "a sum that has no run of white cells beside it";
            return Err(LayerFault::new(layer, edge, message));
        }
        if is(inside, ".") {
            write_sum(word, out).map_err(|message| LayerFault::new(layer, edge, message))?;
        }
    }
    Ok(())
}

/// The black cells at the top and on the left, each with the cell beside it and the layer of its sums.
fn edges(rows: usize, columns: usize) -> impl Iterator<Item = (usize, usize, usize)> {
    let wide = columns + 1;
    let top = (1..=columns).map(move |column| (column, wide + column, 0));
    top.chain((1..=rows).map(move |row| (row * wide, row * wide + 1, 1)))
}

fn read_sum(reader: &mut Reader<'_>) -> Option<String> {
    let value = match reader.peek()? {
        b'-' => {
            reader.step(1);
            return Some("#".to_owned());
        }
        byte @ b'0'..=b'9' => byte - b'0',
        byte @ b'a'..=b'j' => byte - b'a' + 10,
        byte @ b'A'..=b'Z' => byte - b'A' + 20,
        _ => return None,
    };
    reader.step(1);
    Some(value.to_string())
}

fn write_sum(word: &str, out: &mut String) -> Result<(), String> {
    match number(word) {
        _ if word == "#" => out.push('-'),
        Some(value @ 0..20) => out.push(letter(value)),
        Some(value @ 20..=KAKURO_MAX) => out.push(letter(value - 10).to_ascii_uppercase()),
        _ => {
            return Err(format!(
                "“{word}”, expected a sum up to {KAKURO_MAX}, or # for none"
            ));
        }
    }
    Ok(())
}
