//! Words outside the grid.

use super::coding::{Coding, Fault};
use super::error::AddressError;
use super::names::Names;
use super::reader::Reader;

/// One side of the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Top,
    Bottom,
    Left,
    Right,
}

impl Side {
    pub(super) const ALL: [(&'static str, Side); 4] = [
        ("top", Side::Top),
        ("bottom", Side::Bottom),
        ("left", Side::Left),
        ("right", Side::Right),
    ];

    pub(super) fn from_name(name: &str) -> Option<Side> {
        Side::ALL
            .iter()
            .find(|(other, _)| *other == name)
            .map(|&(_, side)| side)
    }

    pub(super) fn name(self) -> &'static str {
        Side::ALL
            .iter()
            .find(|(_, side)| *side == self)
            .map_or("", |(name, _)| name)
    }

    /// The number of rows or columns that end here.
    pub(super) fn length(self, rows: usize, columns: usize) -> usize {
        if matches!(self, Side::Top | Side::Bottom) {
            columns
        } else {
            rows
        }
    }

    /// How many numbers the list of a line has room for: a run of cells and a gap each.
    fn room(self, rows: usize, columns: usize) -> usize {
        // The line runs across the side.
        (if matches!(self, Side::Top | Side::Bottom) {
            rows
        } else {
            columns
        })
        .div_ceil(2)
    }
}

/// Lists of numbers for the lines that end on these sides. The numbers of a line go from the grid outwards, that is in
/// reverse, and are filled up with empty places to half the line's length. `none` is the word for a line without any.
pub(super) fn read_lists(
    sides: &[Side],
    none: &str,
    rows: usize,
    columns: usize,
    reader: &mut Reader<'_>,
) -> Result<Vec<Vec<String>>, AddressError> {
    let places = sides
        .iter()
        .map(|side| side.length(rows, columns) * side.room(rows, columns))
        .sum();
    let words = Coding::Number16.read(&Names::none(), places, reader)?;
    let mut rest = words.as_slice();
    let mut lists = Vec::new();
    for side in sides {
        let room = side.room(rows, columns);
        let (these, others) = rest.split_at(side.length(rows, columns) * room);
        rest = others;
        let lines = these.chunks(room).map(|line| {
            let numbers: Vec<&str> = line
                .iter()
                .rev()
                .map(String::as_str)
                .filter(|word| *word != ".")
                .collect();
            if numbers.is_empty() {
                none.to_owned()
            } else {
                numbers.join(",")
            }
        });
        lists.push(lines.collect());
    }
    Ok(lists)
}

/// The inverse of [`read_lists`]; a fault counts the lines of all sides.
pub(super) fn write_lists(
    sides: &[(Side, &[String])],
    none: &str,
    rows: usize,
    columns: usize,
    out: &mut String,
) -> Result<(), Fault> {
    let mut words = Vec::new();
    let mut lines = Vec::new();
    let mut line = 0;
    for (side, lists) in sides {
        let room = side.room(rows, columns);
        for list in *lists {
            let numbers: Vec<&str> = if list == none {
                Vec::new()
            } else {
                list.split(',').rev().collect()
            };
            if numbers.len() > room || numbers.contains(&".") {
                let message =
                    format!("“{list}”, expected a list of at most {room} numbers, or {none}");
                return Err(Fault {
                    index: line,
                    message,
                });
            }
            let gap = room - numbers.len();
            words.extend(numbers.into_iter().map(str::to_owned));
            words.extend((0..gap).map(|_| ".".to_owned()));
            lines.extend((0..room).map(|_| line));
            line += 1;
        }
    }
    Coding::Number16
        .write(&Names::none(), &words, out)
        .map_err(|fault| Fault {
            index: lines[fault.index],
            ..fault
        })
}
