//! Regions by the borders between them.

use super::coding::{read_bits, write_bits};
use super::error::AddressError;
use super::reader::Reader;
use quadrille_engine::bits::{Bits, BitsRef, none_of};

/// How many pairs of cells lie side by side, and how many one below the other.
pub(super) fn pairs(rows: usize, columns: usize) -> (usize, usize) {
    (
        rows * columns.saturating_sub(1),
        rows.saturating_sub(1) * columns,
    )
}

/// A bit for each pair of cells, those side by side first; 1 is a border.
pub(super) fn read(
    rows: usize,
    columns: usize,
    reader: &mut Reader<'_>,
) -> Result<Bits, AddressError> {
    let (across, down) = pairs(rows, columns);
    let mut drawn = read_bits(across, reader)?;
    drawn.extend(read_bits(down, reader)?);
    Ok(drawn)
}

/// What borders say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Parted {
    /// The region of each cell, numbered in the order of the first cells. Holes form regions of their own.
    pub(super) of: Vec<usize>,
    /// How many regions there are.
    pub(super) count: usize,
    /// Borders between cells of one region, or beside a hole: those that regions do not tell.
    pub(super) inner: Bits,
}

/// The regions that borders and holes make. Linear in the number of cells.
pub(super) fn parted(rows: usize, columns: usize, drawn: &BitsRef, holes: &BitsRef) -> Parted {
    let joined = |a: usize, b: usize| match (holes[a], holes[b]) {
        (false, false) => !drawn[pair(rows, columns, a, b)],
        (a, b) => a == b,
    };
    let (of, count) = number(rows, columns, joined);
    let mut inner = drawn.to_bitvec();
    for (a, b) in neighbours(rows, columns) {
        if of[a] != of[b] && !holes[a] && !holes[b] {
            inner.set(pair(rows, columns, a, b), false);
        }
    }
    Parted { of, count, inner }
}

/// The inverse of [`read`] and [`parted`]: borders between regions, and the `inner` ones. Returns the numbers that the
/// regions have in `of`, in the order of their first cells.
pub(super) fn write(
    rows: usize,
    columns: usize,
    of: &[usize],
    inner: Option<Bits>,
    holes: &BitsRef,
    out: &mut String,
) -> Result<Vec<usize>, String> {
    let (across, down) = pairs(rows, columns);
    let mut drawn = inner.unwrap_or_else(|| none_of(across + down));
    for (a, b) in neighbours(rows, columns) {
        let told = of[a] != of[b] && !holes[a] && !holes[b];
        if told {
            drawn.set(pair(rows, columns, a, b), true);
        }
    }
    let parted = parted(rows, columns, &drawn, holes);
    let mut numbers = vec![None; parted.count];
    for (cell, &mine) in parted.of.iter().enumerate() {
        if !holes[cell] {
            numbers[mine] = Some(of[cell]);
        }
    }
    let numbers: Vec<usize> = numbers.into_iter().flatten().collect();
    let mut sorted = numbers.clone();
    sorted.sort_unstable();
    if let Some(pair) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(format!("region {} is not in one piece", pair[0]));
    }
    let without_holes = holes.not_any();
    if without_holes
        && sorted
            .iter()
            .enumerate()
            .any(|(index, &number)| index != number)
    {
        return Err(format!(
            "the {count} regions must have the numbers from 0 to {}",
            parted.count - 1,
            count = parted.count,
        ));
    }
    write_bits(&drawn[..across], out);
    write_bits(&drawn[across..], out);
    Ok(numbers)
}

/// All pairs of cells that share an edge.
fn neighbours(rows: usize, columns: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..rows * columns).flat_map(move |cell| {
        let right = ((cell + 1) % columns != 0).then_some((cell, cell + 1));
        let below = (cell + columns < rows * columns).then_some((cell, cell + columns));
        right.into_iter().chain(below)
    })
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
