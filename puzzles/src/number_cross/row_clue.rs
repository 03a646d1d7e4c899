//! The clue of a row whose runs are not yet known.

use quadrille_engine::{Conflict, Context, Dom, Events, Lane, Propagator, Scope, Status, Var};

use super::{BLANK, SHORTEST_RUN, digits_of};
use crate::clue::{Clue, Digits, FilterCache, Filtered, MAX_DIGITS};

/// Every maximal run of digits in a row has at least two cells and satisfies a clue; no two blanks touch.
///
/// A row is a path of runs and single blanks. A run is possible if its cells can be digits, the cells at its ends
/// can be blank, and the clue's filter leaves a word; the runs that lie on a whole path decide which digits and
/// blanks are supported. Domain consistent where the clue's filter is, since runs share nothing but the blanks
/// between them; with a relaxed filter it is sound, and exact once the row is fixed.
///
/// A run costs O(columns²) filters at the worst; those whose candidates are as before are not asked again, and the
/// rest go through a cache, because the same candidates come back again and again in different branches.
#[derive(Clone, Debug)]
pub struct RowClue {
    cells: Vec<Var>,
    clue: Clue,
    /// Hint: by run, the candidates last filtered and what came of it.
    runs: Vec<Run>,
    /// Hint: results by clue and candidates.
    cache: FilterCache,
    /// Scratch: whether the cells from a column on can be completed, and whether a run may begin there.
    completes: Vec<bool>,
    begins: Vec<bool>,
    support: Vec<Dom>,
}

/// A possible run, with the last question asked of the clue and its answer.
#[derive(Clone, Debug)]
struct Run {
    asked: [Digits; MAX_DIGITS],
    answer: [Digits; MAX_DIGITS],
    possible: bool,
}

/// How many filter results a row remembers.
const CACHED: usize = 1 << 12;

impl RowClue {
    /// Over the cells of a row from left to right.
    ///
    /// # Panics
    /// If there are more than [`MAX_DIGITS`] cells.
    pub fn new(cells: &[Var], clue: &Clue) -> Self {
        assert!(
            cells.len() <= MAX_DIGITS,
            "a row has at most {MAX_DIGITS} cells"
        );
        let n = cells.len();
        let none = Run {
            asked: [Digits::EMPTY; MAX_DIGITS],
            answer: [Digits::EMPTY; MAX_DIGITS],
            possible: false,
        };
        Self {
            cells: cells.to_vec(),
            clue: clue.clone(),
            runs: vec![none; n * (n + 1)],
            cache: FilterCache::new(CACHED),
            completes: vec![false; n + 2],
            begins: vec![false; n + 2],
            support: vec![Dom::EMPTY; n],
        }
    }

    /// Whether the clue leaves a word for the run `start..end`; its answer is then in `self.runs`.
    fn filter(&mut self, row: &[Digits], start: usize, end: usize) -> bool {
        let candidates = &row[start..end];
        let run = &mut self.runs[start * (self.cells.len() + 1) + end];
        // An empty candidate set is never asked, so the initial state matches nothing.
        if run.asked[..candidates.len()] != *candidates {
            run.asked[..candidates.len()].copy_from_slice(candidates);
            let answer = &mut run.answer[..candidates.len()];
            answer.copy_from_slice(candidates);
            run.possible = self.cache.filter(&self.clue, answer) != Filtered::NoWord;
        }
        run.possible
    }
}

impl Propagator for RowClue {
    fn name(&self) -> &'static str {
        "row clue"
    }

    fn lane(&self) -> Lane {
        Lane::Heavy
    }

    fn attach(&mut self, scope: &mut Scope<'_>) {
        for &cell in &self.cells {
            scope.on(cell, Events::ANY);
        }
        // Some are made when they are first asked for, which is to be before the search.
        for length in SHORTEST_RUN..=self.cells.len() {
            let _made = self.clue.automata(length);
        }
    }

    fn propagate(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        let n = self.cells.len();
        let mut row = [Digits::EMPTY; MAX_DIGITS];
        let mut blanks = 0u32;
        for (c, &cell) in self.cells.iter().enumerate() {
            let dom = cx.dom(cell);
            row[c] = digits_of(dom);
            blanks |= u32::from(dom.contains(BLANK)) << c;
        }
        let may_blank = |c: usize| blanks >> c & 1 == 1;
        // Forward: where can a run begin, by the blanks alone?
        self.begins.fill(false);
        self.begins[0] = true;
        self.begins[1] = may_blank(0);
        for start in 0..n {
            if !self.begins[start] {
                continue;
            }
            for end in start + 1..n {
                if row[end - 1].is_empty() {
                    break;
                }
                if end >= start + SHORTEST_RUN && may_blank(end) {
                    self.begins[end + 1] = true;
                }
            }
        }
        // Backward: from which columns can the row be completed, by the clue as well?
        // `completes[c]`: a run may begin at `c` and all goes well from there to the end.
        self.completes.fill(false);
        for start in (0..n).rev() {
            if !self.begins[start] {
                continue;
            }
            for end in start + 1..=n {
                if row[end - 1].is_empty() {
                    break;
                }
                let rest =
                    end == n || (may_blank(end) && (end + 1 == n || self.completes[end + 1]));
                if end >= start + SHORTEST_RUN && rest && self.filter(&row, start, end) {
                    self.completes[start] = true;
                    break;
                }
            }
        }
        // Forward again, along whole paths only, collecting what they support.
        self.support.fill(Dom::EMPTY);
        self.begins.fill(false);
        self.begins[0] = self.completes[0];
        if self.completes[1] {
            // The path to it is a blank in the first cell.
            self.begins[1] = true;
            self.support[0] |= Dom::single(BLANK);
        }
        for start in 0..n {
            if !self.begins[start] {
                continue;
            }
            for end in start + SHORTEST_RUN..=n {
                if row[start..end].iter().any(|d| d.is_empty()) {
                    break;
                }
                let rest =
                    end == n || (may_blank(end) && (end + 1 == n || self.completes[end + 1]));
                // A run whose cells have all their support and that no further run needs is not asked.
                let adds = row[start..end]
                    .iter()
                    .zip(&self.support[start..end])
                    .any(|(&digits, &support)| digits != digits_of(support))
                    || end < n && !self.begins[end + 1];
                if !(rest && adds && self.filter(&row, start, end)) {
                    continue;
                }
                let run = &self.runs[start * (n + 1) + end];
                for (support, digits) in self.support[start..end].iter_mut().zip(&run.answer) {
                    *support |= Dom::from_bits(u64::from(digits.mask()));
                }
                if end < n {
                    self.support[end] |= Dom::single(BLANK);
                    self.begins[end + 1] = true;
                }
            }
        }
        for (c, &cell) in self.cells.iter().enumerate() {
            cx.keep(cell, self.support[c])?;
        }
        // A relaxed filter may say more when asked about its own answer, so this is no claim of a fixpoint.
        Ok(Status::Active)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_engine::testing::{PropagatorTest, Strength};

    /// The rule as written.
    fn accepts(clue: &Clue, row: &[i32]) -> bool {
        let text: String = row
            .iter()
            .map(|&v| {
                if v == BLANK {
                    '#'
                } else {
                    char::from(b'0' + v as u8)
                }
            })
            .collect();
        !text.contains("##")
            && text.split('#').any(|run| !run.is_empty())
            && text.split('#').filter(|run| !run.is_empty()).all(|run| {
                run.len() >= 2
                    && !run.starts_with('0')
                    && clue.contains(run.parse().expect("digits"))
            })
    }

    #[test]
    fn against_brute_force() {
        for (text, strength) in [
            ("prime", Strength::Domain),
            ("multiple of 7", Strength::Domain),
            ("palindrome", Strength::Domain),
            ("sum of digits is 9", Strength::Domain),
            ("odd & square", Strength::Sound),
            ("divisible by each of its digits", Strength::Domain),
        ] {
            let clue = Clue::parse(text).unwrap();
            for n in 1..=4 {
                let test = PropagatorTest::new(
                    |model, vars| {
                        model.post(RowClue::new(vars, &clue));
                    },
                    |row| accepts(&clue, row),
                )
                .strength(strength)
                .seed(n as u64);
                test.random(30, n, 0..=10);
                // More cells, fewer values: several runs.
                test.random(30, n + 3, 8..=10);
            }
        }
    }
}
