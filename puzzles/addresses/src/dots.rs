//! Signs on cells, sides and corners, in the order in which they lie in the grid.

use super::coding::{Fault, read_gaps, read_number16, write_gaps, write_number16};
use super::error::{AddressError, AddressProblem};
use super::names::{Names, Sign};
use super::reader::{Reader, letter};

/// How the signs are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DotCoding {
    /// Two kinds of sign, each with up to seven of the following empty places in its character; `g` to `z` for 1 to 20
    /// empty places.
    Stars,
    /// Three kinds of sign, two places in a hexadecimal digit; `g` to `z` for 1 to 20 empty pairs.
    Pairs,
}

/// Where a sign lies: in which datum, and at which of its places. Corners count those of the border, which have none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Cell(usize),
    /// Those between cells side by side first.
    Link(usize),
    Corner(usize),
}

/// Words for cells, links and corners.
pub(super) type Dots = [Vec<String>; 3];

/// From the first cell to the last, every cell, side and corner inside the grid, row by row.
fn places(rows: usize, columns: usize) -> impl Iterator<Item = Place> {
    let (wide, high) = (2 * columns - 1, 2 * rows - 1);
    let across = rows * (columns - 1);
    (0..wide * high).map(move |index| {
        let (y, x) = (index / wide, index % wide);
        let (row, column) = (y / 2, x / 2);
        match (y % 2, x % 2) {
            (0, 0) => Place::Cell(row * columns + column),
            (0, _) => Place::Link(row * (columns - 1) + column),
            (_, 0) => Place::Link(across + row * columns + column),
            _ => Place::Corner((row + 1) * (columns + 1) + column + 1),
        }
    })
}

impl DotCoding {
    /// The number of kinds of sign.
    pub(super) fn kinds(self) -> u32 {
        match self {
            DotCoding::Stars => 2,
            DotCoding::Pairs => 3,
        }
    }

    /// Reads the signs of a grid that is not empty.
    pub(super) fn read(
        self,
        names: &Names,
        rows: usize,
        columns: usize,
        reader: &mut Reader<'_>,
    ) -> Result<Dots, AddressError> {
        let count = (2 * rows - 1) * (2 * columns - 1);
        let values = match self {
            DotCoding::Stars => {
                let expected = "a hexadecimal digit, or g to z for empty places";
                read_gaps(count, &0, reader, b'g', expected, |reader| {
                    let code = reader.digit(16);
                    Ok(code.map(|code| (code % 2 + 1, code as usize / 2)))
                })?
            }
            DotCoding::Pairs => {
                let expected = "a hexadecimal digit, or g to z for empty places";
                let pairs = read_gaps(count.div_ceil(2), &0, reader, b'g', expected, |reader| {
                    let at = reader.at();
                    match read_number16(reader)? {
                        None => Ok(None),
                        Some(Sign::Value(pair @ 0..16)) => Ok(Some((pair, 0))),
                        Some(_) => {
                            let found = "a pair of signs".to_owned();
                            let words = names.all();
                            Err(AddressError::new(
                                at,
                                AddressProblem::Value { found, words },
                            ))
                        }
                    }
                })?;
                pairs
                    .iter()
                    .flat_map(|pair| [pair >> 2, pair & 3])
                    .collect()
            }
        };
        let empty = |places: usize| vec![".".to_owned(); places];
        let links = rows * (columns - 1) + (rows - 1) * columns;
        let mut dots = [
            empty(rows * columns),
            empty(links),
            empty((rows + 1) * (columns + 1)),
        ];
        for (place, value) in places(rows, columns).zip(values) {
            if let Some(word) = names.word(Sign::Value(value)).filter(|_| value > 0) {
                *at(&mut dots, place) = word;
            }
        }
        Ok(dots)
    }

    /// The inverse of [`DotCoding::read`]; a fault has the number of the datum and the place in it.
    pub(super) fn write(
        self,
        names: &Names,
        rows: usize,
        columns: usize,
        mut dots: Dots,
        out: &mut String,
    ) -> Result<(), (usize, Fault)> {
        let mut values = Vec::new();
        for place in places(rows, columns) {
            let word = std::mem::replace(at(&mut dots, place), ".".to_owned());
            values.push(match names.sign(&word) {
                Some(Sign::Nothing) => 0,
                Some(Sign::Value(value)) => value,
                _ => {
                    let message = format!("“{word}” cannot be written, expected {}", names.all());
                    return Err(fault(place, message));
                }
            });
        }
        // What is left lies on corners of the border.
        if let Some(index) = dots[2].iter().position(|word| word != ".") {
            let message = "there are no signs on corners of the border in such an address";
            return Err(fault(Place::Corner(index), message.to_owned()));
        }
        let written = match self {
            DotCoding::Stars => {
                let empty = |index: usize| values[index] == 0;
                write_gaps(values.len(), empty, 'g', out, |index, out| {
                    let mut after = values[index + 1..].iter().take(7);
                    let gap = after.position(|value| *value > 0).unwrap_or(7);
                    out.push(letter(2 * gap as u32 + values[index] - 1));
                    Ok(1 + gap)
                })
            }
            DotCoding::Pairs => {
                let pair = |index: usize| {
                    let second = values.get(2 * index + 1).copied().unwrap_or(0);
                    values[2 * index] << 2 | second
                };
                let empty = |index: usize| pair(index) == 0;
                write_gaps(values.len().div_ceil(2), empty, 'g', out, |index, out| {
                    write_number16(Sign::Value(pair(index)), out);
                    Ok(1)
                })
            }
        };
        written.map_err(|fault| (0, fault))
    }
}

fn at(dots: &mut Dots, place: Place) -> &mut String {
    match place {
        Place::Cell(index) => &mut dots[0][index],
        Place::Link(index) => &mut dots[1][index],
        Place::Corner(index) => &mut dots[2][index],
    }
}

fn fault(place: Place, message: String) -> (usize, Fault) {
    let (datum, index) = match place {
        Place::Cell(index) => (0, index),
        Place::Link(index) => (1, index),
        Place::Corner(index) => (2, index),
    };
    (datum, Fault { index, message })
}
