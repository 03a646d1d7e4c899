//! The language of a line whose cells are tied to their neighbours: every way to fill it that a clue allows.

use quadrille_engine::Dom;
use quadrille_engine::bits::{Bits, none_of};

use super::run_clue::digits_of;
use super::{Clue, MAX_DIGITS, Pattern, Segment, TooMany, numbers};

/// The fewest cells of a run: a single 0 would be a number, but 0 with more digits behind it none.
pub const SHORTEST: usize = 2;

/// How the digits of a cell and the next one are tied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tie {
    /// They are equal.
    Same,
    /// They differ.
    Different,
}

/// A line of two or more cells: no two blanks are adjacent, and the maximal runs between them are numbers of
/// `shortest` or more digits that do not begin with 0.
#[derive(Clone, Copy, Debug)]
pub struct Line<'a> {
    /// By cell, except the last.
    pub ties: &'a [Tie],
    /// By cell: digits, and [`blank`](Self::blank).
    pub domains: &'a [Dom],
    /// The value of a blank.
    pub blank: i32,
    /// At least [`SHORTEST`].
    pub shortest: usize,
    /// The clue that the runs satisfy.
    pub clue: &'a Clue,
}

/// What listing the words of a line, or of several lines, may cost.
#[derive(Clone, Copy, Debug)]
pub struct Cost {
    /// Words.
    pub words: usize,
    /// Nanoseconds to find the words of the runs, as estimated from clues and ties: no clock is read.
    pub nanoseconds: f64,
}

/// A run: its first cell, and the cell after its last.
type Interval = (usize, usize);

impl Line<'_> {
    /// All words in lexicographic order, as a flat list of as many values for each as there are cells; none twice.
    ///
    /// The estimated work is subtracted from `left` before it begins, and the words when they are found; `most` limits
    /// only this line.
    ///
    /// # Errors
    /// [`TooMany`] if there are more words, or if it is likely that more work is needed to find them, than `most` or
    /// `left` allow.
    pub fn words(&self, most: Cost, left: &mut Cost) -> Result<Vec<i32>, TooMany> {
        let n = self.domains.len();
        let limit = most.words.min(left.words);
        let mut patterns: Vec<(usize, Pattern)> = Vec::new();
        let mut cost = 0.0;
        let (begins, ends) = self.where_runs_stand();
        for start in (0..n).filter(|&start| begins[start]) {
            for end in (start + self.shortest..=n).filter(|&end| ends[end]) {
                if let Some(pattern) = self.pattern(start, end) {
                    cost += self.clue.language().generation_cost(&pattern);
                    patterns.push((start * (n + 1) + end, pattern));
                }
            }
        }
        if cost > most.nanoseconds.min(left.nanoseconds) {
            return Err(TooMany::Work);
        }
        left.nanoseconds -= cost;
        // The words of each run are found once, for all arrangements with this run.
        let mut by_run: Vec<Vec<u64>> = vec![Vec::new(); n * (n + 1)];
        for (run, pattern) in patterns {
            let end = run % (n + 1);
            by_run[run] = numbers(self.clue, &pattern, limit)?;
            for word in &mut by_run[run] {
                *word = key_of_number(*word) * RADIX.pow((n - end) as u32);
            }
        }
        let keys_of = |&(start, end): &Interval| by_run[start * (n + 1) + end].as_slice();
        let mut total = 0usize;
        self.arrangements(|runs| {
            let words = runs.iter().try_fold(1usize, |product, run| {
                product.checked_mul(keys_of(run).len())
            });
            total = words.map_or(usize::MAX, |words| total.saturating_add(words));
        });
        if total > limit {
            return Err(TooMany::Numbers);
        }
        left.words -= total;
        let mut keys = Vec::with_capacity(total);
        let blank = self.blank.min(BEYOND_DIGITS);
        self.arrangements(|runs| {
            let is_blank = |cell| {
                !runs
                    .iter()
                    .any(|&(start, end)| (start..end).contains(&cell))
            };
            let blanks = (0..n).map(|cell| if is_blank(cell) { blank as u64 } else { 0 });
            let blanks = blanks.fold(0, |key, value| key * RADIX + value);
            collect_keys(runs, &keys_of, blanks, &mut keys);
        });
        keys.sort_unstable();
        let mut found = vec![self.blank; total * n];
        for (word, mut key) in found.chunks_exact_mut(n).zip(keys) {
            for cell in word.iter_mut().rev() {
                let value = (key % RADIX) as i32;
                if value != blank {
                    *cell = value;
                }
                key /= RADIX;
            }
        }
        Ok(found)
    }

    /// About how many words there are if nothing is blank: those of the ties, thinned by the clue.
    pub fn estimate(&self) -> f64 {
        let n = self.domains.len();
        let density = self.clue.language().candidates(n) / 10f64.powi(n as i32);
        let pattern = self.pattern(0, n);
        pattern.map_or(0.0, |pattern| pattern.count()) * density
    }

    /// Where a run can begin, as far as the blanks before it tell, and where one can end, by those after it.
    fn where_runs_stand(&self) -> (Bits, Bits) {
        let n = self.domains.len();
        let blank = |cell: usize| cell < n && self.may_be_blank(cell);
        let (mut begins, mut ends) = (none_of(n + 2), none_of(n + 1));
        begins.set(0, true);
        begins.set(1, blank(0));
        for end in self.shortest..n {
            if blank(end) && begins[..=end - self.shortest].any() {
                begins.set(end + 1, true);
            }
        }
        ends.set(n, true);
        for end in (0..n).rev() {
            let later = ends.get(end + 1 + self.shortest..);
            let is_last = end + 1 == n || later.is_some_and(|later| later.any());
            ends.set(end, blank(end) && is_last);
        }
        (begins, ends)
    }

    fn may_be_blank(&self, cell: usize) -> bool {
        self.domains[cell].contains(self.blank)
    }

    /// The segments of a run that hold one digit each.
    fn pattern(&self, start: usize, end: usize) -> Option<Pattern> {
        let blank = Dom::single(self.blank);
        let mut segments: Vec<Segment> = Vec::new();
        for cell in start..end {
            let digits = digits_of(self.domains[cell], blank);
            match segments.last_mut() {
                Some(segment) if self.ties[cell - 1] == Tie::Same => {
                    segment.length += 1;
                    segment.digits &= digits;
                }
                _ => segments.push(Segment { length: 1, digits }),
            }
        }
        Pattern::new(&segments, true)
    }

    /// The ways to place blanks, each given as its runs, from left to right.
    fn arrangements(&self, mut visit: impl FnMut(&[Interval])) {
        let mut runs = Vec::new();
        self.arrange(0, &mut runs, &mut visit);
        if !self.domains.is_empty() && self.may_be_blank(0) {
            self.arrange(1, &mut runs, &mut visit);
        }
    }

    /// Those in which a run begins at `start`.
    fn arrange(&self, start: usize, runs: &mut Vec<Interval>, visit: &mut dyn FnMut(&[Interval])) {
        let columns = self.domains.len();
        for end in start + self.shortest..=columns {
            runs.push((start, end));
            if end == columns || end + 1 == columns && self.may_be_blank(end) {
                visit(runs);
            } else if self.may_be_blank(end) {
                self.arrange(end + 1, runs, visit);
            }
            runs.pop();
        }
    }
}

/// The blank in the key of a word, unless the blank is the value of a digit.
const BEYOND_DIGITS: i32 = 10;

/// A word as one number, its key, has a digit of this base for each cell: keys are ordered like the words, and even
/// those of [`MAX_DIGITS`] cells fit.
const RADIX: u64 = 11;
const _: () = assert!(RADIX.checked_pow(MAX_DIGITS as u32).is_some());

/// The key of a number that ends with the line.
fn key_of_number(number: u64) -> u64 {
    let (mut rest, mut key, mut weight) = (number, 0, 1);
    while rest > 0 {
        key += rest % 10 * weight;
        weight = weight.wrapping_mul(RADIX);
        rest /= 10;
    }
    key
}

/// Appends the keys of every combination of words of these runs.
fn collect_keys<'a>(
    runs: &[Interval],
    keys_of: &impl Fn(&Interval) -> &'a [u64],
    key: u64,
    found: &mut Vec<u64>,
) {
    let Some((run, later)) = runs.split_first() else {
        found.push(key);
        return;
    };
    for &word in keys_of(run) {
        collect_keys(later, keys_of, key + word, found);
    }
}

#[cfg(test)]
mod tests;
