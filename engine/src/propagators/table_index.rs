//! Where the rows of a table support the values of its variables.

use std::sync::Arc;

use crate::var::Var;

/// The slot of a value without a row.
pub(super) const NONE: u32 = u32::MAX;

/// A variable of the scope, with all its columns.
#[derive(Clone, Copy, Debug)]
pub(super) struct Column {
    pub(super) var: Var,
    /// One of its columns.
    pub(super) place: u32,
    pub(super) offset: i32,
    /// Its words in `seen`, and 64 times that in `slots`.
    pub(super) start: u32,
    pub(super) len: u32,
}

/// Where the rows of some tuples support the values of variables with certain domains.
#[derive(Debug)]
pub(super) struct Index {
    /// By column: the value of its first bit, and its number of words.
    forms: Box<[(i32, u32)]>,
    /// The domains, one after another.
    pub(super) seen: Box<[u64]>,
    /// By column and bit of the domain's words: the support set, or `NONE`.
    pub(super) slots: Arc<[u32]>,
    /// The support sets, `words` words each.
    pub(super) supports: Arc<[u64]>,
    /// The number of support sets.
    pub(super) sets: usize,
    pub(super) words: usize,
    /// The number of rows that the domains allow.
    pub(super) rows: usize,
}

fn forms(columns: &[Column]) -> impl Iterator<Item = (i32, u32)> {
    columns.iter().map(|column| (column.offset, column.len))
}

impl Index {
    /// The rows that the domains `seen` allow and that agree at all `repeated` pairs of places.
    pub(super) fn new<'r>(
        all_rows: impl ExactSizeIterator<Item = &'r [i32]>,
        columns: &[Column],
        repeated: &[(usize, usize)],
        seen: Vec<u64>,
    ) -> Self {
        let words = seen.len();
        // Where a column's value has its place in `slots`, if it is in the declared domain.
        let bit_of = |column: &Column, row: &[i32]| {
            let bit = i64::from(row[column.place as usize]) - i64::from(column.offset);
            let bit = usize::try_from(bit).ok()?;
            let place = 64 * column.start as usize + bit;
            let declared =
                bit < 64 * column.len as usize && seen[place / 64] >> (place % 64) & 1 == 1;
            declared.then_some(place)
        };
        // The rows that the declared domains and the repeated variables allow, and the values that they use.
        let mut slots = vec![NONE; words * 64];
        // Bytes: bits cost 2 % of the instructions of Number Cross 4.
        let mut used = vec![false; words * 64];
        let mut rows = 0;
        let arity = columns.len();
        let mut places: Vec<u32> = Vec::with_capacity(all_rows.len() * arity);
        for row in all_rows {
            if repeated.iter().any(|&(a, b)| row[a] != row[b]) {
                continue;
            }
            let start = places.len();
            for column in columns {
                let Some(place) = bit_of(column, row) else {
                    break;
                };
                places.push(place as u32);
            }
            if places.len() < start + arity {
                places.truncate(start);
                continue;
            }
            rows += 1;
            for &place in &places[start..] {
                used[place as usize] = true;
            }
        }
        let mut sets = 0;
        for (slot, _) in slots.iter_mut().zip(&used).filter(|(_, used)| **used) {
            *slot = sets;
            sets += 1;
        }
        let words_of_rows = usize::div_ceil(rows, 64);
        let mut supports = vec![0; sets as usize * words_of_rows];
        for (i, row) in places.chunks_exact(arity.max(1)).enumerate() {
            for &place in row {
                let slot = slots[place as usize] as usize;
                supports[slot * words_of_rows + i / 64] |= 1 << (i % 64);
            }
        }
        Self {
            forms: forms(columns).collect(),
            seen: seen.into(),
            slots: slots.into(),
            supports: supports.into(),
            sets: sets as usize,
            words: words_of_rows,
            rows,
        }
    }

    /// Whether it is made for such columns with these domains.
    pub(super) fn fits(&self, columns: &[Column], seen: &[u64]) -> bool {
        *self.seen == *seen && self.forms.iter().copied().eq(forms(columns))
    }
}
