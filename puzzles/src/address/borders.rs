//! Regions by the borders between them.

use super::coding::{read_bits, write_bits};
use super::error::AddressError;
use super::reader::Reader;

/// How many pairs of cells lie side by side, and how many one below the other.
pub(super) fn pairs(rows: usize, columns: usize) -> (usize, usize) {
    (
        rows * columns.saturating_sub(1),
        rows.saturating_sub(1) * columns,
    )
}

/// What borders say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Parted {
    /// The region of each cell, numbered in the order of the first cells.
    pub(super) of: Vec<usize>,
    /// How many regions there are.
    pub(super) count: usize,
    /// Whether there is a border between the cells of each pair, those side by side first. There may be more than
    /// those between regions.
    pub(super) drawn: Vec<bool>,
}

/// A bit for each pair of cells, those side by side first; 1 is a border.
pub(super) fn read(
    rows: usize,
    columns: usize,
    reader: &mut Reader<'_>,
) -> Result<Parted, AddressError> {
    let (across, down) = pairs(rows, columns);
    let mut drawn = read_bits(across, reader)?;
    drawn.extend(read_bits(down, reader)?);
    let (of, count) = number(rows, columns, |a, b| !drawn[pair(rows, columns, a, b)]);
    Ok(Parted { of, count, drawn })
}

/// The inverse of [`read`]; without `drawn` there are borders between regions and no others. Returns the numbers
/// that the regions have in `of`, in the order of their first cells.
pub(super) fn write(
    rows: usize,
    columns: usize,
    of: &[usize],
    drawn: Option<Vec<bool>>,
    out: &mut String,
) -> Result<Vec<usize>, String> {
    let (numbered, count) = number(rows, columns, |a, b| of[a] == of[b]);
    let mut numbers = vec![None; count];
    for (&mine, &theirs) in numbered.iter().zip(of) {
        numbers[mine] = Some(theirs);
    }
    let numbers: Vec<usize> = numbers.into_iter().flatten().collect();
    let mut sorted = numbers.clone();
    sorted.sort_unstable();
    if let Some(pair) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(format!("region {} is not in one piece", pair[0]));
    }
    if sorted
        .iter()
        .enumerate()
        .any(|(index, &number)| index != number)
    {
        return Err(format!(
            "the {count} regions must have the numbers from 0 to {}",
            count - 1
        ));
    }
    let (across, down) = pairs(rows, columns);
    let drawn = match drawn {
        Some(drawn) => {
            let parted = number(rows, columns, |a, b| !drawn[pair(rows, columns, a, b)]);
            if parted.0 != numbered {
                return Err("the borders do not part these regions".to_owned());
            }
            drawn
        }
        None => {
            let mut drawn = vec![false; across + down];
            for cell in 0..of.len() {
                if (cell + 1) % columns != 0 && of[cell] != of[cell + 1] {
                    drawn[pair(rows, columns, cell, cell + 1)] = true;
                }
                if cell + columns < of.len() && of[cell] != of[cell + columns] {
                    drawn[pair(rows, columns, cell, cell + columns)] = true;
                }
            }
            drawn
        }
    };
    write_bits(&drawn[..across], out);
    write_bits(&drawn[across..], out);
    Ok(numbers)
}

/// The number of a pair of cells that share an edge.
fn pair(rows: usize, columns: usize, a: usize, b: usize) -> usize {
    let (first, second) = (a.min(b), a.max(b));
    // In a grid of one column the cell below is the next one, too.
    if first / columns == second / columns {
        first - first / columns
    } else {
        pairs(rows, columns).0 + first
    }
}

/// Numbers the components of the cells, in the order of their first cells; also returns how many there are.
fn number(
    rows: usize,
    columns: usize,
    joined: impl Fn(usize, usize) -> bool,
) -> (Vec<usize>, usize) {
    let mut of = vec![usize::MAX; rows * columns];
    let mut count = 0;
    let mut open = Vec::new();
    for first in 0..of.len() {
        if of[first] != usize::MAX {
            continue;
        }
        of[first] = count;
        open.push(first);
        while let Some(cell) = open.pop() {
            let (row, column) = (cell / columns, cell % columns);
            let beside = [
                (column > 0).then(|| cell - 1),
                (column + 1 < columns).then(|| cell + 1),
                (row > 0).then(|| cell - columns),
                (row + 1 < rows).then(|| cell + columns),
            ];
            for other in beside.into_iter().flatten() {
                if of[other] == usize::MAX && joined(cell, other) {
                    of[other] = count;
                    open.push(other);
                }
            }
        }
        count += 1;
    }
    (of, count)
}
