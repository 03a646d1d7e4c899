//! The default filter: the cheapest of several ways to find the digits that a run can still take.

use super::digits::Digits;
use super::numbers::{self, Pattern};
use super::{Filtered, Language, MAX_DIGITS, POWERS_OF_TEN};

/// The most numbers that are tested one by one.
const LISTED: f64 = 512.0;
/// The most leaps between the run and the candidates of the language.
const LEAPT: f64 = 4096.0;

/// Checks the shape of `run` and takes a leading zero away; false if no number fits.
pub(crate) fn prepare(run: &mut [Digits]) -> bool {
    if run.is_empty() || run.len() > MAX_DIGITS {
        return false;
    }
    if run.len() > 1 {
        run[0].remove(0);
    }
    run.iter().all(|digits| !digits.is_empty())
}

/// The default of [`Language::filter`].
pub(crate) fn by_cheapest_means<L: Language + ?Sized>(
    language: &L,
    run: &mut [Digits],
) -> Filtered {
    if !prepare(run) {
        return Filtered::NoWord;
    }
    if let Some(answer) = by_listing(language, run, LISTED / 16.0, 0.0, Until::AllDigits) {
        return answer;
    }
    if let Some(answer) = by_automata(language, run) {
        return answer;
    }
    by_small_lists(language, run).unwrap_or(Filtered::Relaxed)
}

/// [`Language::has_word`] for languages that find out by filtering.
pub(crate) fn leaves_word<L: Language + ?Sized>(language: &L, run: &[Digits]) -> bool {
    on_copy(run, |run| language.filter(run) != Filtered::NoWord)
}

/// What `ask` says of a copy of a run, which it may change. A run that is too long has no word.
pub(crate) fn on_copy(run: &[Digits], ask: impl FnOnce(&mut [Digits]) -> bool) -> bool {
    let mut copy = [Digits::EMPTY; MAX_DIGITS];
    copy.get_mut(..run.len()).is_some_and(|copy| {
        copy.copy_from_slice(run);
        ask(copy)
    })
}

/// The default of [`Language::has_word`].
pub(crate) fn has_word_by_cheapest_means<L: Language + ?Sized>(
    language: &L,
    run: &[Digits],
) -> bool {
    on_copy(run, |run| {
        if !prepare(run) {
            return false;
        }
        let known = by_listing(language, run, LISTED / 16.0, 0.0, Until::Word);
        match known.or_else(|| by_automata(language, run)) {
            Some(known) => known != Filtered::NoWord,
            None => has_word_in_small_lists(language, run),
        }
    })
}

/// Filters by the automata, each in turn to a fixpoint. `None` if that is not all that is to be said.
fn by_automata<L: Language + ?Sized>(language: &L, run: &mut [Digits]) -> Option<Filtered> {
    let automata = language.automata(run.len());
    if let [only] = automata.list {
        if !only.filter(run) {
            return Some(Filtered::NoWord);
        }
        if automata.exact {
            return Some(Filtered::Exact);
        }
    } else {
        // Each automaton by itself filters completely; it need not run again until another one removes a digit.
        let mut quiet = 0;
        for automaton in automata.list.iter().cycle() {
            let before = size(run);
            if !automaton.filter(run) {
                return Some(Filtered::NoWord);
            }
            quiet = if size(run) == before { quiet + 1 } else { 1 };
            if quiet == automata.list.len() {
                break;
            }
        }
    }
    None
}

/// The total number of candidates of all cells.
pub(crate) fn size(run: &[Digits]) -> usize {
    run.iter().map(|digits| digits.len()).sum()
}

/// Filters exactly by looking at single numbers, if no more than `LISTED` fit the run or no more than `LEAPT` leaps are
/// needed.
pub(crate) fn by_small_lists<L: Language + ?Sized>(
    language: &L,
    run: &mut [Digits],
) -> Option<Filtered> {
    by_listing(language, run, LISTED, LEAPT, Until::AllDigits)
}

/// As [`by_small_lists`], but only whether there may be a word.
pub(crate) fn has_word_in_small_lists<L: Language + ?Sized>(
    language: &L,
    run: &mut [Digits],
) -> bool {
    by_listing(language, run, LISTED, LEAPT, Until::Word) != Some(Filtered::NoWord)
}

/// When looking at numbers may end.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Until {
    /// Each candidate has a number.
    AllDigits,
    /// There is a number.
    Word,
}

fn by_listing<L: Language + ?Sized>(
    language: &L,
    run: &mut [Digits],
    listed: f64,
    leapt: f64,
    until: Until,
) -> Option<Filtered> {
    let count: f64 = run.iter().map(|digits| digits.len() as f64).product();
    let few = count <= listed;
    if !few && leapt == 0.0 {
        return None;
    }
    let leaps = numbers::leaps(&Pattern::of_run(run)?, language.candidates(run.len()));
    if !few && leaps > leapt {
        return None;
    }
    let numbers = Numbers::of(run);
    let mut supports = Supports {
        found: [Digits::EMPTY; MAX_DIGITS],
        run,
    };
    let mut from = 0;
    // A leap costs about as much as looking at four numbers.
    let leaping = !few || 4.0 * leaps < count;
    while let Some(number) = numbers.next(from) {
        if leaping {
            let Some(candidate) = language.next_candidate(number) else {
                break;
            };
            if candidate != number {
                from = candidate;
                continue;
            }
        }
        if supports.add_something(number)
            && language.contains(number)
            && (supports.add(number) || until == Until::Word)
        {
            break;
        }
        from = number + 1;
    }
    Some(supports.finish())
}

/// The numbers that fit a run: a [`Pattern`] of single cells, for many questions one after the other.
///
/// Finding the next number was a fifth of the instructions of Number Cross 5 with the general form, which divides by a
/// place value and fills up the rest for each; here all divisors are 10, and what fills up is a table.
struct Numbers {
    cells: [Digits; MAX_DIGITS],
    length: usize,
    /// By number of cells `n`: the smallest choice of the last `n`.
    smallest: [u64; MAX_DIGITS + 1],
}

impl Numbers {
    /// For a prepared run.
    fn of(run: &[Digits]) -> Numbers {
        let mut numbers = Numbers {
            cells: [Digits::EMPTY; MAX_DIGITS],
            length: run.len(),
            smallest: [0; MAX_DIGITS + 1],
        };
        for (k, &digits) in run.iter().rev().enumerate() {
            numbers.cells[k] = digits;
            let digit = u64::from(digits.min().unwrap_or(0));
            numbers.smallest[k + 1] = numbers.smallest[k] + digit * POWERS_OF_TEN[k];
        }
        numbers
    }

    /// The smallest number that fits and is at least `from`. O(cells).
    fn next(&self, from: u64) -> Option<u64> {
        if from >= POWERS_OF_TEN[self.length] {
            return None;
        }
        // A number that does not fit is increased at the first place, from its leftmost misfit to the left, that allows
        // a larger digit: the cells to the right of it, and the digits from it to the left.
        let mut grown = None;
        let mut fits = true;
        let mut rest = from;
        for (k, digits) in self.cells[..self.length].iter().enumerate() {
            let digit = rest % 10;
            rest /= 10;
            let from_digit = digits.mask() >> digit;
            if from_digit & 1 == 0 {
                // Results to the right of a misfit are void.
                fits = false;
                grown = None;
            }
            let larger = from_digit >> 1;
            if !fits && grown.is_none() && larger != 0 {
                let digit = digit + 1 + u64::from(larger.trailing_zeros());
                grown = Some((k, rest * 10 + digit));
            }
        }
        if fits {
            return Some(from);
        }
        let (k, left) = grown?;
        Some(left * POWERS_OF_TEN[k] + self.smallest[k])
    }
}

/// The digits found so far to have support.
struct Supports<'a> {
    found: [Digits; MAX_DIGITS],
    run: &'a mut [Digits],
}

impl Supports<'_> {
    /// Whether `number` has a digit that is not yet found.
    fn add_something(&self, number: u64) -> bool {
        let places = self.found[..self.run.len()].iter().rev();
        places
            .zip(super::digits_upwards(number))
            .any(|(found, digit)| !found.contains(digit))
    }

    /// Notes the digits of `number`; true when every candidate has support.
    fn add(&mut self, number: u64) -> bool {
        let length = self.run.len();
        for (found, digit) in self.found[..length]
            .iter_mut()
            .rev()
            .zip(super::digits_upwards(number))
        {
            found.insert(digit);
        }
        self.found[..length] == *self.run
    }

    fn finish(self) -> Filtered {
        let found = &self.found[..self.run.len()];
        if found[0].is_empty() {
            return Filtered::NoWord;
        }
        self.run.copy_from_slice(found);
        Filtered::Exact
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_engine::Rng;

    #[test]
    fn the_next_number_is_the_first_that_fits() {
        let mut rng = Rng::new(3);
        for length in [1, 2, 3, 4] {
            for _ in 0..50 {
                let mut run: Vec<Digits> = (0..length)
                    .map(|_| Digits::from_mask((rng.next_u64() & rng.next_u64()) as u16))
                    .collect();
                if !prepare(&mut run) {
                    continue;
                }
                let numbers = Numbers::of(&run);
                let mut expected = None;
                for from in (0..=10u64.pow(length)).rev() {
                    let text = format!("{from:0width$}", width = length as usize);
                    let digits = text.bytes().map(|byte| byte - b'0');
                    if text.len() == run.len() && digits.zip(&run).all(|(d, set)| set.contains(d)) {
                        expected = Some(from);
                    }
                    assert_eq!(numbers.next(from), expected, "{run:?} {from}");
                }
            }
        }
    }
}
