//! Lists of equally long rows of integers, sorted and without repetitions: what [`Table`](super::Table) and
//! [`Mdd`](super::Mdd) are made from.

use std::sync::{Arc, OnceLock};

use super::table_index::Index;

/// A set of rows of `arity` integers each, in one flat array in lexicographic order.
///
/// Share one between propagators by [`Arc`](std::sync::Arc).
#[derive(Clone, Debug)]
pub struct Tuples {
    arity: usize,
    rows: usize,
    cells: Vec<i32>,
    /// What the first table made of them, for all others whose variables have the same domains.
    pub(super) index: OnceLock<Arc<Index>>,
}

impl PartialEq for Tuples {
    fn eq(&self, other: &Self) -> bool {
        (self.arity, self.rows, &self.cells) == (other.arity, other.rows, &other.cells)
    }
}

impl Eq for Tuples {}

impl Tuples {
    /// From rows in any order; repeated rows count once. O(cells) if they come sorted, else O(cells + rows · log
    /// rows).
    ///
    /// # Panics
    /// If a row is not `arity` long.
    pub fn new<R: AsRef<[i32]>>(arity: usize, rows: impl IntoIterator<Item = R>) -> Self {
        let mut cells = Vec::new();
        let mut count = 0;
        for row in rows {
            let row = row.as_ref();
            assert_eq!(row.len(), arity, "a row of the wrong length");
            cells.extend_from_slice(row);
            count += 1;
        }
        Self::of_rows(arity, count, cells)
    }

    /// From the rows' cells one after another, in any order of the rows; repeated rows count once.
    ///
    /// # Panics
    /// If `arity` is 0 (use [`new`](Self::new)) or does not divide the number of cells.
    pub fn from_cells(arity: usize, cells: Vec<i32>) -> Self {
        assert!(arity > 0, "rows of no cells cannot be counted");
        assert_eq!(cells.len() % arity, 0, "the last row is too short");
        Self::of_rows(arity, cells.len() / arity, cells)
    }

    fn of_rows(arity: usize, rows: usize, cells: Vec<i32>) -> Self {
        assert!(u32::try_from(rows).is_ok(), "too many rows");
        if arity == 0 {
            return Self::sorted(arity, rows.min(1), cells);
        }
        let row = |i: usize| &cells[i * arity..(i + 1) * arity];
        if (1..rows).all(|i| row(i - 1) < row(i)) {
            return Self::sorted(arity, rows, cells);
        }
        // Sort by as many leading columns as fit in 96 bits, with the row's number in the bits below, so that the cells
        // themselves are compared only for rows that agree on all of these.
        let mut bits = 0;
        let mut packed: Vec<(i32, u32)> = Vec::new();
        for column in 0..arity {
            let values = || (0..rows).map(|i| cells[i * arity + column]);
            let (min, max) = (values().min().unwrap_or(0), values().max().unwrap_or(0));
            let width = 64 - (i64::from(max) - i64::from(min)).leading_zeros();
            if bits + width > 96 {
                break;
            }
            bits += width;
            packed.push((min, width));
        }
        let mut keys: Vec<u128> = (0..rows)
            .map(|i| {
                let mut key = 0u128;
                for (&cell, &(min, width)) in row(i).iter().zip(&packed) {
                    key = key << width | (i64::from(cell) - i64::from(min)) as u128;
                }
                key << 32 | i as u128
            })
            .collect();
        keys.sort_unstable();
        let index = |key: &u128| *key as u32 as usize;
        if packed.len() < arity {
            for run in keys.chunk_by_mut(|a, b| a >> 32 == b >> 32) {
                run.sort_unstable_by_key(|key| row(index(key)));
            }
        }
        let mut sorted: Vec<i32> = Vec::with_capacity(cells.len());
        let mut kept = 0;
        for key in &keys {
            let next = row(index(key));
            if kept == 0 || sorted[(kept - 1) * arity..] != *next {
                sorted.extend_from_slice(next);
                kept += 1;
            }
        }
        Self::sorted(arity, kept, sorted)
    }

    fn sorted(arity: usize, rows: usize, cells: Vec<i32>) -> Self {
        Self {
            arity,
            rows,
            cells,
            index: OnceLock::new(),
        }
    }

    /// Cells in a row.
    pub fn arity(&self) -> usize {
        self.arity
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.rows
    }

    /// True for no rows at all.
    pub fn is_empty(&self) -> bool {
        self.rows == 0
    }

    /// Row number `index` in lexicographic order.
    ///
    /// # Panics
    /// If there is no such row.
    pub fn row(&self, index: usize) -> &[i32] {
        assert!(index < self.rows, "row {index} of {}", self.rows);
        &self.cells[index * self.arity..(index + 1) * self.arity]
    }

    /// The rows in lexicographic order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[i32]> {
        (0..self.rows).map(|i| self.row(i))
    }

    /// Whether `row` is one of the rows. O(arity · log rows).
    pub fn contains(&self, row: &[i32]) -> bool {
        let (mut low, mut high) = (0, self.rows);
        while low < high {
            let middle = (low + high) / 2;
            match self.row(middle).cmp(row) {
                std::cmp::Ordering::Equal => return true,
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rng;

    #[test]
    fn sorted_and_unique_whatever_the_widths() {
        let mut rng = Rng::new(1);
        for (arity, values) in [
            (1, &[-3, 0, 100][..]),
            (3, &[0, 1]),
            (5, &[i32::MIN, -1, i32::MAX]),
        ] {
            for rows in [0, 1, 2, 50] {
                let rows: Vec<Vec<i32>> = (0..rows)
                    .map(|_| {
                        (0..arity)
                            .map(|_| values[rng.below(values.len() as u64) as usize])
                            .collect()
                    })
                    .collect();
                let mut expected = rows.clone();
                expected.sort();
                expected.dedup();
                let tuples = Tuples::new(arity, &rows);
                assert_eq!(tuples.len(), expected.len());
                assert!(tuples.iter().eq(expected.iter()));
                assert_eq!(tuples, Tuples::from_cells(arity, rows.concat()));
                assert!(rows.iter().all(|row| tuples.contains(row)));
                assert!(!tuples.contains(&vec![7; arity]));
            }
        }
        assert_eq!(Tuples::new(0, [[]; 3]).len(), 1);
        assert_eq!(Tuples::new(0, [[]; 0]).len(), 0);
    }
}
