//! The clue of a line that is cut into runs, when it is not yet known where the runs are.

use std::cell::RefCell;

use quadrille_engine::bits::{Bits, none_of};
use quadrille_engine::{
    Change, Conflict, Constraint, Context, Dom, Events, Explanations, Lane, Literal, Past,
    Propagator, Scope, Status, Var,
};
use smallvec::SmallVec;

use super::{Clue, Digits, FilterCache, Filtered, Language, MAX_DIGITS};

/// The form of the runs of a line, apart from their clue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Runs {
    /// The fewest cells of a run.
    pub shortest: usize,
    /// Whether a run of several cells may begin with 0; 07 is then the number 7.
    pub leading_zeros: bool,
    /// Whether two blanks may be adjacent.
    pub wide_gaps: bool,
}

/// Every number.
#[derive(Debug)]
pub(super) struct AnyNumber;

impl Language for AnyNumber {
    fn contains(&self, _: u64) -> bool {
        true
    }

    fn filter(&self, run: &mut [Digits]) -> Filtered {
        if run.len() > 1 {
            run[0].remove(0);
        }
        if run.is_empty() || run.len() > MAX_DIGITS || run.iter().any(|digits| digits.is_empty()) {
            return Filtered::NoWord;
        }
        Filtered::Exact
    }

    fn has_independent_digits(&self) -> bool {
        true
    }
}

/// The digits of a cell's domain that are not `blank`.
pub(crate) fn digits_of(dom: Dom, blank: Dom) -> Digits {
    Digits::from_mask(((dom - blank).bits() & 0x3ff) as u16)
}

/// Every maximal run of digits in a line is a number that satisfies a clue.
///
/// A cell has one of the digits 0 to 9, or a value that is a blank. A line is a path of runs and blanks. A
/// run is possible if its cells can be digits, the cells at its ends can be blank, and the clue's filter leaves a word;
/// the runs that lie on a whole path decide which digits and blanks are supported. Domain consistent where the clue's
/// filter is, since runs share nothing but the blanks between them; with a relaxed filter it is sound, and exact once
/// the line is fixed.
///
/// A run of the propagator costs O(cells²) filters at worst; filters with unchanged candidates are not repeated, and
/// the others go through a cache, because the same candidates occur again in different branches. If runs may begin with
/// 0, each filter becomes up to as many filters as the run has cells.
#[derive(Clone, Debug)]
pub struct RunClue {
    /// Each with the values that are blanks.
    cells: Vec<(Var, Dom)>,
    clue: Clue,
    form: Runs,
    /// Hint: by run, the candidates last filtered and what came of it.
    runs: Vec<Asked>,
    /// Hint: results by clue and candidates. Reasons ask for some, too.
    cache: RefCell<FilterCache>,
    /// Scratch: whether the cells from a column on can be completed if a blank or the edge is before them, and whether
    /// that column can be reached so.
    completes: Bits,
    begins: Bits,
    support: Vec<Dom>,
}

/// A possible run, with the last question asked of the clue and its answer.
#[derive(Clone, Debug)]
struct Asked {
    asked: [Digits; MAX_DIGITS],
    answer: [Digits; MAX_DIGITS],
    possible: bool,
}

/// The number of filter results that a line remembers.
const CACHED: usize = 1 << 12;

/// After so many filters that were not remembered a reason says what is left of it to say as it is known. Twice as many
/// make hard Number Crosses no quicker to learn from, and others slower.
const REASONED: u64 = 32;

impl RunClue {
    /// Over the cells of a line in order, each with the values that are blanks; a cell without any is never blank.
    ///
    /// # Panics
    /// If there are more than [`MAX_DIGITS`] cells.
    pub fn new(cells: &[(Var, Dom)], clue: &Clue, form: Runs) -> Self {
        assert!(
            cells.len() <= MAX_DIGITS,
            "a line has at most {MAX_DIGITS} cells"
        );
        let n = cells.len();
        let none = Asked {
            asked: [Digits::EMPTY; MAX_DIGITS],
            answer: [Digits::EMPTY; MAX_DIGITS],
            possible: false,
        };
        Self {
            cells: cells.to_vec(),
            clue: clue.clone(),
            form,
            runs: vec![none; n * (n + 1)],
            cache: RefCell::new(FilterCache::new(CACHED)),
            completes: none_of(n + 2),
            begins: none_of(n + 2),
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
            run.possible = self.form.filter(&self.clue, self.cache.get_mut(), answer);
        }
        run.possible
    }

    /// Whether the line cannot be filled from these domains of its cells: a path of runs and blanks is looked for from
    /// the end.
    fn rules_out(&self, domains: &[Dom]) -> bool {
        let n = self.cells.len();
        let shortest = self.form.shortest.max(1);
        let mut row = [Digits::EMPTY; MAX_DIGITS];
        let mut may_blank = [false; MAX_DIGITS];
        for (c, (&domain, &(_, blank))) in domains.iter().zip(&self.cells).enumerate() {
            row[c] = digits_of(domain, blank);
            may_blank[c] = !(domain & blank).is_empty();
        }
        let cache = &mut self.cache.borrow_mut();
        // Whether the cells from a column on can be filled if a blank or the edge is before them.
        let mut completes = [false; MAX_DIGITS + 1];
        completes[n] = true;
        for start in (0..n).rev() {
            if start > 0 && !may_blank[start - 1] {
                continue;
            }
            let goes_on = self.form.wide_gaps || start == 0;
            let longest = row[start..n].iter().take_while(|cell| !cell.is_empty());
            let last = start + longest.count();
            let mut ends = start + shortest..=last;
            completes[start] = goes_on && may_blank[start] && completes[start + 1]
                || ends.any(|end| {
                    let rest = end == n || may_blank[end] && completes[end + 1];
                    rest && self.form.has_word(&self.clue, cache, &row[start..end])
                });
        }
        !completes[0]
    }
}

impl Runs {
    /// Filters the candidates of a run. Whether there is a word.
    fn filter(self, clue: &Clue, cache: &mut FilterCache, run: &mut [Digits]) -> bool {
        if self.leading_zeros {
            filter_with_zeros(clue, cache, run)
        } else {
            cache.filter(clue, run) != Filtered::NoWord
        }
    }

    /// Whether a run has a word.
    fn has_word(self, clue: &Clue, cache: &mut FilterCache, run: &[Digits]) -> bool {
        if !self.leading_zeros {
            return cache.has_word(clue, run);
        }
        let zeros = run.iter().take_while(|cell| cell.contains(0)).count();
        let mut starts = 0..=zeros.min(run.len().saturating_sub(1));
        starts.any(|start| cache.has_word(clue, &run[start..]))
    }
}

/// Filters a run that may begin with zeros: some zeros, then a number that begins with none (or is 0). Whether
/// there is a word.
pub(super) fn filter_with_zeros(clue: &Clue, cache: &mut FilterCache, run: &mut [Digits]) -> bool {
    let mut candidates = [Digits::EMPTY; MAX_DIGITS];
    let candidates = &mut candidates[..run.len()];
    candidates.copy_from_slice(run);
    run.fill(Digits::EMPTY);
    let mut any = false;
    for zeros in 0..candidates.len() {
        if zeros > 0 && !candidates[zeros - 1].contains(0) {
            break;
        }
        let mut rest = [Digits::EMPTY; MAX_DIGITS];
        let rest = &mut rest[..candidates.len() - zeros];
        rest.copy_from_slice(&candidates[zeros..]);
        if cache.filter(clue, rest) == Filtered::NoWord {
            continue;
        }
        any = true;
        for cell in &mut run[..zeros] {
            cell.insert(0);
        }
        for (cell, &digits) in run[zeros..].iter_mut().zip(&*rest) {
            *cell |= digits;
        }
    }
    any
}

impl Constraint for RunClue {
    type Propagator = Self;

    fn name(&self) -> &'static str {
        "run clue"
    }

    fn lane(&self) -> Lane {
        Lane::Heavy
    }

    fn attach(self, scope: &mut Scope<'_>) -> Self {
        for &(cell, _) in &self.cells {
            scope.on(cell, Events::ANY);
        }
        // Some are built lazily, which should happen before the search.
        for length in self.form.shortest..=self.cells.len() {
            self.clue.prepare(length);
        }
        self
    }
}

impl Propagator for RunClue {
    /// They are sharp, but take tens of filters.
    fn explanations(&self) -> Explanations<'_> {
        Explanations::Costly
    }

    /// In one piece, because its three sweeps share what they know of the row, and it runs more often than anything else.
    fn propagate(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        let n = self.cells.len();
        let shortest = self.form.shortest.max(1);
        let mut row = [Digits::EMPTY; MAX_DIGITS];
        let mut blanks = 0u32;
        for (c, &(cell, blank)) in self.cells.iter().enumerate() {
            let dom = cx.dom(cell);
            row[c] = digits_of(dom, blank);
            blanks |= u32::from(!(dom & blank).is_empty()) << c;
        }
        let may_blank = |c: usize| blanks >> c & 1 == 1;
        // Whether a further blank may follow where there is a blank or the edge before the cell.
        let wide_gaps = self.form.wide_gaps;
        let may_go_on = |c: usize| (wide_gaps || c == 0) && c < n && may_blank(c);
        // Forward: where a run can begin, judged by the blanks alone.
        self.begins.fill(false);
        self.begins.set(0, true);
        for start in 0..n {
            if !self.begins[start] {
                continue;
            }
            if may_go_on(start) {
                self.begins.set(start + 1, true);
            }
            for end in start + 1..n {
                if row[end - 1].is_empty() {
                    break;
                }
                if end >= start + shortest && may_blank(end) {
                    self.begins.set(end + 1, true);
                }
            }
        }
        // Backward: from which columns can the line be completed, by the clue as well?
        self.completes.fill(false);
        self.completes.set(n, true);
        for start in (0..n).rev() {
            if !self.begins[start] {
                continue;
            }
            if may_go_on(start) && self.completes[start + 1] {
                self.completes.set(start, true);
                continue;
            }
            for end in start + 1..=n {
                if row[end - 1].is_empty() {
                    break;
                }
                let rest = end == n || (may_blank(end) && self.completes[end + 1]);
                if end >= start + shortest && rest && self.filter(&row, start, end) {
                    self.completes.set(start, true);
                    break;
                }
            }
        }
        // Forward again, along whole paths only, collecting what they support.
        self.support.fill(Dom::EMPTY);
        self.begins.fill(false);
        self.begins.set(0, self.completes[0]);
        for start in 0..n {
            if !self.begins[start] {
                continue;
            }
            if may_go_on(start) && self.completes[start + 1] {
                self.begins.set(start + 1, true);
                self.support[start] |= self.cells[start].1;
            }
            for end in start + shortest..=n {
                if row[start..end].iter().any(|d| d.is_empty()) {
                    break;
                }
                let rest = end == n || (may_blank(end) && self.completes[end + 1]);
                // A run whose cells have all their support and that no further run needs is not asked.
                let adds = row[start..end]
                    .iter()
                    .zip(&self.support[start..end])
                    .zip(&self.cells[start..end])
                    .any(|((&digits, &support), &(_, blank))| digits != digits_of(support, blank))
                    || end < n && !self.begins[end + 1];
                if !(rest && adds && self.filter(&row, start, end)) {
                    continue;
                }
                let run = &self.runs[start * (n + 1) + end];
                for (support, digits) in self.support[start..end].iter_mut().zip(&run.answer) {
                    *support |= Dom::from_bits(u64::from(digits.mask()));
                }
                if end < n {
                    self.support[end] |= self.cells[end].1;
                    self.begins.set(end + 1, true);
                }
            }
        }
        for (c, &(cell, _)) in self.cells.iter().enumerate() {
            cx.keep(cell, self.support[c])?;
        }
        // A relaxed filter may say more when asked about its own answer, so this does not claim a fixpoint.
        Ok(Status::Active)
    }

    /// Of a cell, whether it is a blank may be enough. Cells far from the changed one are tried first.
    fn explain(&self, change: &Change<'_>, past: &Past<'_>, facts: &mut Vec<Literal>) {
        let vars: SmallVec<[Var; MAX_DIGITS]> = self.cells.iter().map(|&(var, _)| var).collect();
        let changed = vars.iter().position(|&var| change.var == Some(var));
        let changed = changed.unwrap_or_default();
        let mut order: SmallVec<[usize; MAX_DIGITS]> = (0..vars.len()).collect();
        order.sort_by_key(|&at| std::cmp::Reverse(at.abs_diff(changed)));
        let blank = |at: usize| self.cells[at].1;
        let misses = || self.cache.borrow().hits_and_misses().1;
        let enough = misses() + REASONED;
        let rules_out = |domains: &[Dom]| misses() < enough && self.rules_out(domains);
        past.describe_needed(change, &vars, order, blank, rules_out, facts);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_engine::testing::{PropagatorTest, Strength};

    /// The rule as written; a `blank` is a blank.
    fn accepts(clue: &Clue, form: Runs, blank: Dom, row: &[i32]) -> bool {
        let text: String = row
            .iter()
            .map(|&v| match blank.contains(v) {
                true => '#',
                false => char::from(b'0' + v as u8),
            })
            .collect();
        (form.wide_gaps || !text.contains("##"))
            && text.split('#').filter(|run| !run.is_empty()).all(|run| {
                run.len() >= form.shortest
                    && (form.leading_zeros || run.len() == 1 || !run.starts_with('0'))
                    && clue.contains(run.parse().expect("digits"))
            })
    }

    const PLAIN: Runs = Runs {
        shortest: 2,
        leading_zeros: false,
        wide_gaps: false,
    };

    fn compare(
        text: &str,
        strength: Strength,
        form: Runs,
        blank: Dom,
        cells: usize,
        values: std::ops::RangeInclusive<i32>,
    ) {
        let clue = Clue::parse(text).unwrap();
        PropagatorTest::new(
            |model, vars| {
                let cells: Vec<(Var, Dom)> = vars.iter().map(|&var| (var, blank)).collect();
                model.post(RunClue::new(&cells, &clue, form));
            },
            |row| accepts(&clue, form, blank, row),
        )
        .strength(strength)
        .seed(cells as u64)
        .random(30, cells, values);
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
            for n in 1..=4 {
                compare(text, strength, PLAIN, Dom::single(10), n, 0..=10);
                // More cells, fewer values: several runs.
                compare(text, strength, PLAIN, Dom::single(10), n + 3, 8..=10);
            }
        }
    }

    #[test]
    fn other_forms_against_brute_force() {
        for shortest in 1..=3 {
            for (leading_zeros, wide_gaps) in [(true, false), (false, true), (true, true)] {
                let form = Runs {
                    shortest,
                    leading_zeros,
                    wide_gaps,
                };
                for n in 1..=4 {
                    for text in ["square", "multiple of 7", "divisible by each of its digits"] {
                        compare(text, Strength::Domain, form, Dom::single(10), n, 0..=10);
                        compare(text, Strength::Domain, form, Dom::single(1), n + 2, 0..=2);
                    }
                    // Any digits may be blanks.
                    let odd = [1, 3, 5].into_iter().collect();
                    compare("multiple of 3", Strength::Domain, form, odd, n + 1, 0..=6);
                }
            }
        }
    }
}
