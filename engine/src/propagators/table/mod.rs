//! Table: the variables' values, in order, are a row of a list.
//!
//! State on the trail: the words of possible rows, the number of words left, and for each column the domain as it
//! was last seen. The list of words left is kept as in a reversible sparse set: only its length is on the trail
//! (without it, enumerating 40 000 rows took seven times as long). The word where each value last found a support is a
//! hint; the mask of the current column is scratch.

use std::cmp::Reverse;
use std::sync::Arc;

use super::table_index::{Column, Index, NONE};
use super::tuples::Tuples;
use crate::constraint::{Constraint, Scope};
use crate::event::Events;
use crate::literal::Literal;
use crate::propagator::{Conflict, Context, Propagator, Status};
use crate::queue::Lane;
use crate::reason::{Change, Past};
use crate::trail::{AllocateState, ReadState, RevInt, RevWords, WriteState};
use crate::var::Var;

/// The values of the variables, in order, are one of the given rows; domain consistent.
///
/// # Strength and cost
///
/// Compact-table (Demeulenaere et al. 2016, "Compact-Table: efficiently filtering table constraints with
/// reversible sparse bit-sets"): the rows still possible are bits, and each (column, value) has the constant set of
/// its rows. When a column narrows, either the rows of the removed values are removed or those of the remaining values
/// kept, whichever is fewer values; afterwards a value stays if its rows intersect the possible ones, which is checked
/// first in the word where it was found last.
///
/// Domain consistent, even if a variable has several columns: these are merged when the propagator is attached,
/// which drops the rows that disagree. (Gecode's compact table was wrong in that case for years: its issue 167.)
///
/// A run costs O(words left · values) at worst, where *words left* counts the words with a possible row. Memory
/// and time to build: rows / 64 words for each value of each column.
#[derive(Clone, Debug)]
pub struct Table {
    vars: Box<[Var]>,
    tuples: Arc<Tuples>,
}

/// The propagator of [`Table`].
#[derive(Debug)]
pub struct TablePropagator {
    /// Constant: no row is possible.
    is_empty: bool,
    columns: Vec<Column>,
    /// By column and bit of the variable's domain words: the support set, or `NONE`.
    slots: Arc<[u32]>,
    /// The support sets, `words` words each.
    supports: Arc<[u64]>,
    words: usize,
    /// By support set: a word in which it intersected the possible rows.
    residues: Vec<u32>,
    /// The numbers of the words, those with a possible row in front.
    left: Vec<u32>,
    /// Scratch, by word.
    mask: Vec<u64>,
    keep: Vec<u64>,
    state: State,
}

#[derive(Clone, Copy, Debug)]
struct State {
    possible: RevWords,
    /// The length of `left`.
    left: RevInt,
    /// The domains as last seen.
    seen: RevWords,
}

impl Table {
    /// `vars` take the values of a row of `tuples`, in order.
    ///
    /// # Panics
    /// If the rows are not as long as `vars`.
    pub fn new(vars: &[Var], tuples: Arc<Tuples>) -> Self {
        assert_eq!(
            vars.len(),
            tuples.arity(),
            "rows of another length than the scope"
        );
        Self {
            vars: vars.into(),
            tuples,
        }
    }
}

impl Table {
    /// The index of the tuples for the domains `seen`; made once for all tables whose domains are those of the first,
    /// if no variable is repeated. (Shakashaka posts hundreds of tables of 600 rows with three sets of tuples: a third
    /// of its time went into their supports.)
    fn index(&self, columns: &[Column], repeated: &[(usize, usize)], seen: Vec<u64>) -> Arc<Index> {
        let known = &self.tuples.index;
        if let Some(index) = known.get()
            && repeated.is_empty()
            && index.fits(columns, &seen)
        {
            return Arc::clone(index);
        }
        let index = Arc::new(Index::new(self.tuples.iter(), columns, repeated, seen));
        if repeated.is_empty() {
            // If another table has set it meanwhile, its index stays.
            let _ = known.set(Arc::clone(&index));
        }
        index
    }
}

impl TablePropagator {
    /// Word number `i` of the domain of column `c`.
    #[inline]
    fn domain_word(cx: &Context<'_>, column: Column, i: usize) -> u64 {
        if column.var.is_wide() {
            cx.domain(column.var).words()[i]
        } else {
            cx.dom(column.var).bits()
        }
    }

    /// Updates the possible rows after `column` has narrowed: `Ok(true)` if it has.
    fn update(
        &mut self,
        cx: &mut Context<'_>,
        state: State,
        column: Column,
    ) -> Result<bool, Conflict> {
        let start = column.start as usize;
        let (mut lost, mut kept) = (0, 0);
        for i in 0..column.len as usize {
            let seen = cx.words(state.seen)[start + i];
            let now = Self::domain_word(cx, column, i);
            lost += (seen & !now).count_ones();
            kept += (seen & now).count_ones();
        }
        if lost == 0 {
            return Ok(false);
        }
        let keeps = kept <= lost;
        let left = cx.int(state.left) as usize;
        let mut sets = 0;
        let mut single = NONE;
        for i in 0..column.len as usize {
            let seen = cx.words(state.seen)[start + i];
            let now = seen & Self::domain_word(cx, column, i);
            cx.set_word(state.seen, start + i, now);
            let mut bits = if keeps { now } else { seen & !now };
            while bits != 0 {
                let bit = bits.trailing_zeros() as usize;
                bits &= bits - 1;
                let slot = self.slots[(start + i) * 64 + bit];
                if slot == NONE {
                    continue;
                }
                // A single set needs no mask; it starts with the second.
                sets += 1;
                if sets == 1 {
                    single = slot;
                    continue;
                }
                let set = &self.supports[slot as usize * self.words..][..self.words];
                if sets == 2 {
                    let first = &self.supports[single as usize * self.words..][..self.words];
                    for &word in &self.left[..left] {
                        let word = word as usize;
                        self.mask[word] = first[word] | set[word];
                    }
                } else {
                    for &word in &self.left[..left] {
                        self.mask[word as usize] |= set[word as usize];
                    }
                }
            }
        }
        let mask = match sets {
            0 if keeps => return Err(Conflict),
            0 => return Ok(true),
            1 => &self.supports[single as usize * self.words..][..self.words],
            _ => &self.mask[..],
        };
        let flip = if keeps { 0 } else { u64::MAX };
        let mut end = left;
        for at in (0..left).rev() {
            let word = self.left[at] as usize;
            let old = cx.words(state.possible)[word];
            let new = old & (mask[word] ^ flip);
            if new != old {
                cx.set_word(state.possible, word, new);
                if new == 0 {
                    end -= 1;
                    self.left.swap(at, end);
                }
            }
        }
        cx.set_int(state.left, end as i64);
        if end == 0 {
            return Err(Conflict);
        }
        Ok(true)
    }

    /// The values of a column with a row, and their support sets.
    fn values_of(&self, column: Column) -> impl Iterator<Item = (i32, u32)> {
        let start = 64 * column.start as usize;
        let slots = &self.slots[start..][..64 * column.len as usize];
        let values = (column.offset..).zip(slots.iter().copied());
        values.filter(|&(_, slot)| slot != NONE)
    }

    fn support(&self, slot: u32) -> &[u64] {
        &self.supports[slot as usize * self.words..][..self.words]
    }

    /// The rows in which a column has one of these values.
    fn rows_of(&self, column: Column, has: impl Fn(i32) -> bool) -> Vec<u64> {
        let mut rows = vec![0; self.words];
        for (_, slot) in self.values_of(column).filter(|&(value, _)| has(value)) {
            for (row, word) in rows.iter_mut().zip(self.support(slot)) {
                *row |= word;
            }
        }
        rows
    }

    /// Whether the support set `slot` intersects the possible rows.
    #[inline]
    fn supported(&mut self, possible: &[u64], left: usize, slot: u32) -> bool {
        let set = &self.supports[slot as usize * self.words..][..self.words];
        let residue = &mut self.residues[slot as usize];
        if possible[*residue as usize] & set[*residue as usize] != 0 {
            return true;
        }
        let found = self.left[..left]
            .iter()
            .find(|&&word| possible[word as usize] & set[word as usize] != 0);
        if let Some(&word) = found {
            *residue = word;
        }
        found.is_some()
    }

    /// Removes the values of `column` without a possible row.
    fn filter(
        &mut self,
        cx: &mut Context<'_>,
        state: State,
        column: Column,
        left: usize,
    ) -> Result<(), Conflict> {
        let start = column.start as usize;
        let len = column.len as usize;
        let mut changed = false;
        for i in 0..len {
            let now = Self::domain_word(cx, column, i);
            let mut keep = 0;
            let mut bits = now;
            let possible = cx.words(state.possible);
            while bits != 0 {
                let bit = bits.trailing_zeros() as usize;
                bits &= bits - 1;
                let slot = self.slots[(start + i) * 64 + bit];
                if slot != NONE && self.supported(possible, left, slot) {
                    keep |= 1 << bit;
                }
            }
            if keep != now {
                changed = true;
                cx.set_word(state.seen, start + i, keep);
            }
            self.keep[i] = keep;
        }
        if changed {
            if column.var.is_wide() {
                cx.keep_words(column.var, column.offset, &self.keep[..len])?;
            } else {
                cx.keep(column.var, crate::Dom::from_bits(self.keep[0]))?;
            }
        }
        Ok(())
    }
}

impl Constraint for Table {
    type Propagator = TablePropagator;

    fn name(&self) -> &'static str {
        "table"
    }

    fn for_each_var(&self, see: &mut dyn FnMut(Var)) {
        self.vars.iter().copied().for_each(see);
    }

    fn lane(&self) -> Lane {
        Lane::Heavy
    }

    fn attach(self, scope: &mut Scope<'_>) -> TablePropagator {
        let mut columns: Vec<Column> = Vec::new();
        let mut column_of: Vec<usize> = Vec::with_capacity(self.vars.len());
        let mut words = 0;
        for (place, &var) in self.vars.iter().enumerate() {
            if let Some(earlier) = columns.iter().position(|c| c.var == var) {
                column_of.push(earlier);
                continue;
            }
            scope.track(var, Events::ANY);
            let domain = scope.domain(var);
            let len = domain.words().len();
            column_of.push(columns.len());
            columns.push(Column {
                var,
                place: place as u32,
                offset: domain.offset(),
                start: words as u32,
                len: len as u32,
            });
            words += len;
        }
        let seen: Vec<u64> = columns
            .iter()
            .flat_map(|c| scope.domain(c.var).words().to_vec())
            .collect();
        let repeated: Vec<(usize, usize)> = (0..self.vars.len())
            .map(|place| (place, columns[column_of[place]].place as usize))
            .filter(|(place, first)| place != first)
            .collect();
        let index = self.index(&columns, &repeated, seen);
        let words_of_rows = index.words;
        let widest = columns.iter().map(|c| c.len as usize).max().unwrap_or(0);
        let mut possible = vec![u64::MAX; words_of_rows];
        if let Some(last) = possible.last_mut() {
            *last = u64::MAX >> (words_of_rows * 64 - index.rows);
        }
        TablePropagator {
            is_empty: self.tuples.is_empty() || words_of_rows == 0 && !columns.is_empty(),
            columns,
            slots: Arc::clone(&index.slots),
            supports: Arc::clone(&index.supports),
            words: words_of_rows,
            residues: vec![0; index.sets],
            left: (0..words_of_rows as u32).collect(),
            mask: vec![0; words_of_rows],
            keep: vec![0; widest],
            state: State {
                possible: scope.new_words(&possible),
                left: scope.new_int(words_of_rows as i64),
                seen: scope.new_words(&index.seen),
            },
        }
    }
}

impl Propagator for TablePropagator {
    fn propagate(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        let state = self.state;
        let first_run = cx.runs_afresh();
        if self.is_empty {
            return Err(Conflict);
        }
        let (mut narrowed, mut only) = (0, NONE);
        for at in 0..cx.fired().len() {
            let c = cx.fired()[at];
            if self.update(cx, state, self.columns[c as usize])? {
                narrowed += 1;
                only = c;
            }
        }
        if narrowed == 0 && !first_run {
            return Ok(Status::Fixpoint);
        }
        // If only one column has narrowed, each of its values still has all its rows.
        if narrowed > 1 || first_run {
            only = NONE;
        }
        let left = cx.int(state.left) as usize;
        cx.spend((left * self.columns.len()) as u64 / 4);
        let mut open = 0;
        for c in 0..self.columns.len() {
            let column = self.columns[c];
            if cx.is_fixed(column.var) && !first_run {
                continue;
            }
            if c as u32 != only {
                self.filter(cx, state, column, left)?;
            }
            open += u32::from(!cx.is_fixed(column.var));
        }
        Ok(if open <= 1 {
            Status::Entailed
        } else {
            Status::Fixpoint
        })
    }

    /// Adds facts that rule out each row in question: those about fixed variables first, and of these the ones that
    /// rule out most of the remaining rows.
    fn explain(&self, change: &Change<'_>, past: &Past<'_>, facts: &mut Vec<Literal>) {
        let target = change.var.filter(|_| !change.after.is_empty());
        let is_target = |column: &&Column| Some(column.var) == target;
        let mut rows = match self.columns.iter().find(is_target) {
            Some(&column) => {
                let now = past.domain(column.var);
                let lost = |value| now.contains(value) && !change.after.contains(value);
                self.rows_of(column, lost)
            }
            None => match self.columns.first() {
                Some(&column) => self.rows_of(column, |_| true),
                None => return past.describe_scope(facts),
            },
        };
        let mut fixed: Vec<(Literal, Vec<u64>)> = Vec::new();
        let mut open: Vec<Column> = Vec::new();
        for &column in self.columns.iter().filter(|column| !is_target(column)) {
            match past.domain(column.var).value() {
                Some(fact) => fixed.push((
                    Literal::is(column.var, fact),
                    self.rows_of(column, |value| value != fact),
                )),
                None => open.push(column),
            }
        }
        let meet = |rows: &[u64], others: &[u64]| -> u32 {
            let both = rows.iter().zip(others).map(|(a, b)| (a & b).count_ones());
            both.sum()
        };
        let start = facts.len();
        let mut rule_out = |rows: &mut [u64], fact: Literal, out: &[u64]| {
            facts.push(fact);
            for (row, out) in rows.iter_mut().zip(out) {
                *row &= !out;
            }
        };
        loop {
            let gains = fixed.iter().map(|(_, out)| meet(&rows, out));
            // Of the best, the first.
            let best = gains
                .enumerate()
                .max_by_key(|&(at, gain)| (gain, Reverse(at)));
            let Some((at, 1..)) = best else { break };
            let (fact, out) = &fixed[at];
            rule_out(&mut rows, *fact, out);
        }
        for column in open {
            if rows.iter().all(|&word| word == 0) {
                break;
            }
            let now = past.domain(column.var);
            let bounds = [
                now.min().map(|min| Literal::at_least(column.var, min)),
                now.max().map(|max| Literal::at_most(column.var, max)),
            ];
            for fact in bounds.into_iter().flatten() {
                let out = self.rows_of(column, |value| !fact.admits(value));
                if meet(&rows, &out) > 0 {
                    rule_out(&mut rows, fact, &out);
                }
            }
            for (value, slot) in self.values_of(column) {
                let out = self.support(slot);
                if !now.contains(value) && meet(&rows, out) > 0 {
                    rule_out(&mut rows, Literal::is_not(column.var, value), out);
                }
            }
        }
        if rows.iter().any(|&word| word != 0) {
            facts.truncate(start);
            past.describe_scope(facts);
        }
    }
}

#[cfg(test)]
mod tests;
