//! The default filter: the cheapest of several ways to find the digits that a run can still take.

use super::digits::Digits;
use super::words::{self, Pattern};
use super::{Filtered, Language, MAX_DIGITS};

/// The most numbers that are looked at one by one.
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
    if let Some(answer) = by_listing(language, run, LISTED / 16.0, 0.0) {
        return answer;
    }
    let automata = language.automata(run.len());
    if let [only] = automata.list {
        if !only.filter(run) {
            return Filtered::NoWord;
        }
        if automata.exact {
            return Filtered::Exact;
        }
    } else {
        // Each automaton alone is filtered completely; it need not be asked again until another one takes a digit away.
        let mut quiet = 0;
        for automaton in automata.list.iter().cycle() {
            let before = size(run);
            if !automaton.filter(run) {
                return Filtered::NoWord;
            }
            quiet = if size(run) == before { quiet + 1 } else { 1 };
            if quiet == automata.list.len() {
                break;
            }
        }
    }
    by_listing(language, run, LISTED, LEAPT).unwrap_or(Filtered::Relaxed)
}

/// How many candidates all the cells have together.
pub(crate) fn size(run: &[Digits]) -> usize {
    run.iter().map(|digits| digits.len()).sum()
}

/// Filters exactly by looking at single numbers, if no more than `LISTED` fit the run or no more than `LEAPT` leaps are needed.
pub(crate) fn by_small_lists<L: Language + ?Sized>(
    language: &L,
    run: &mut [Digits],
) -> Option<Filtered> {
    by_listing(language, run, LISTED, LEAPT)
}

fn by_listing<L: Language + ?Sized>(
    language: &L,
    run: &mut [Digits],
    listed: f64,
    leapt: f64,
) -> Option<Filtered> {
    let count: f64 = run.iter().map(|digits| digits.len() as f64).product();
    let few = count <= listed;
    if !few && leapt == 0.0 {
        return None;
    }
    let pattern = Pattern::of_run(run)?;
    let leaps = words::leaps(&pattern, language.candidates(run.len()));
    if !few && leaps > leapt {
        return None;
    }
    let mut supports = Supports {
        found: [Digits::EMPTY; MAX_DIGITS],
        run,
    };
    let mut from = 0;
    // A leap costs about as much as looking at four numbers.
    let leaping = !few || 4.0 * leaps < count;
    while let Some(number) = pattern.next(from) {
        if leaping {
            let Some(candidate) = language.next_candidate(number) else {
                break;
            };
            if candidate != number {
                from = candidate;
                continue;
            }
        }
        if supports.add_something(number) && language.contains(number) && supports.add(number) {
            break;
        }
        from = number + 1;
    }
    Some(supports.finish())
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
