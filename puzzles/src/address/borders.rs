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

/// A bit for each pair of cells, those side by side first; 1 is a border. Returns the region of each cell, numbered
/// in the order of the first cells, and how many there are. A border with the same region on both sides is dropped.
pub(super) fn read(
    rows: usize,
    columns: usize,
    reader: &mut Reader<'_>,
) -> Result<(Vec<usize>, usize), AddressError> {
    let (across, down) = pairs(rows, columns);
    let across = read_bits(across, reader)?;
    let down = read_bits(down, reader)?;
    let joined = |cell: usize, other: usize| {
        let (first, second) = (cell.min(other), cell.max(other));
        // In a grid of one column the cell below is the next one, too.
        if second / columns == first / columns {
            !across[first - first / columns]
        } else {
            !down[first]
        }
    };
    Ok(number(rows, columns, joined))
}

/// The inverse of [`read`]. Returns the numbers that the regions have in `of`, in the order of their first cells.
pub(super) fn write(
    rows: usize,
    columns: usize,
    of: &[usize],
    out: &mut String,
) -> Result<Vec<usize>, String> {
    let (numbered, count) = number(rows, columns, |cell, other| of[cell] == of[other]);
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
    let cells = 0..rows * columns;
    let inner = cells.clone().filter(|cell| (cell + 1) % columns != 0);
    write_bits(
        &inner
            .map(|cell| of[cell] != of[cell + 1])
            .collect::<Vec<_>>(),
        out,
    );
    let upper = cells.take((rows - 1) * columns);
    write_bits(
        &upper
            .map(|cell| of[cell] != of[cell + columns])
            .collect::<Vec<_>>(),
        out,
    );
    Ok(numbers)
}

/// Numbers the components of the cells, in the order of their first cells; also tells how many there are.
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
