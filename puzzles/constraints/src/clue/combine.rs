//! Clues joined by `&`, `or` and `not`.

use std::sync::{Arc, OnceLock};

use super::automaton::{Automata, Automaton};
use super::digits::Digits;
use super::numbers::{self, Pattern, Sink, TooMany};
use super::{Filtered, Language, MAX_DIGITS, filter};

/// Automata made when a length is first asked for.
#[derive(Debug, Default)]
pub(super) struct PerLength([OnceLock<(Vec<Arc<Automaton>>, bool)>; MAX_DIGITS + 1]);

impl PerLength {
    /// The automata for `length`, made by `build` at the first call; none above [`MAX_DIGITS`].
    pub(super) fn get(
        &self,
        length: usize,
        build: impl FnOnce() -> (Vec<Arc<Automaton>>, bool),
    ) -> Automata<'_> {
        match self.0.get(length) {
            Some(cell) => {
                let (list, exact) = cell.get_or_init(build);
                Automata {
                    list,
                    exact: *exact,
                }
            }
            None => Automata::NONE,
        }
    }

    /// What has been made for another length from the same automata of the parts. Those of most languages are the same
    /// for every length, and so are their products, which take long to make.
    fn made_of(
        &self,
        length: usize,
        parts: &[Arc<dyn Language>],
    ) -> Option<(Vec<Arc<Automaton>>, bool)> {
        let same = |part: &Arc<dyn Language>, other| {
            let (here, there) = (part.automata(length), part.automata(other));
            here.exact == there.exact && here.are(&there)
        };
        let made = (0..).zip(&self.0).find_map(|(other, cell)| {
            let made = cell.get()?;
            parts.iter().all(|part| same(part, other)).then_some(made)
        });
        made.cloned()
    }
}

/// The most states of an automaton made from two.
const MOST_STATES: usize = 1024;

/// The numbers in every one of some languages.
///
/// Filter: GAC when the parts are exact automata whose product is small (1,024 states), when all parts but one have
/// independent digits ("odd") and that one's filter is exact, or when few numbers or candidates fit; else the parts'
/// filters up to a common fixpoint.
#[derive(Debug)]
pub(super) struct And {
    /// Never empty; the one with the fewest candidates among long numbers is the first.
    parts: Vec<Arc<dyn Language>>,
    at_most_one_ties_digits: bool,
    automata: PerLength,
}

impl And {
    /// The conjunction of `parts`.
    pub(super) fn new(mut parts: Vec<Arc<dyn Language>>) -> And {
        let density = |part: &Arc<dyn Language>| part.candidates(MAX_DIGITS);
        parts.sort_by(|a, b| density(a).total_cmp(&density(b)));
        let at_most_one_ties_digits = parts
            .iter()
            .filter(|part| !part.has_independent_digits())
            .count()
            <= 1;
        And {
            parts,
            at_most_one_ties_digits,
            automata: PerLength::default(),
        }
    }

    fn build(&self, length: usize) -> (Vec<Arc<Automaton>>, bool) {
        let mut all: Vec<Arc<Automaton>> = Vec::new();
        let mut exact = true;
        for part in &self.parts {
            let automata = part.automata(length);
            exact &= automata.exact;
            for fresh in automata.list {
                // Few states side by side are one automaton, which filters better.
                let joined = all
                    .iter()
                    .enumerate()
                    .find_map(|(at, old)| Some((at, old.intersection(fresh, MOST_STATES)?)));
                match joined {
                    Some((at, joined)) => all[at] = Arc::new(joined.minimised()),
                    None => all.push(fresh.clone()),
                }
            }
        }
        (all, exact)
    }
}

impl And {
    /// Filters by the parts, each in turn to a fixpoint. `None` if that is not all that is to be said.
    fn by_parts(&self, run: &mut [Digits]) -> Option<Filtered> {
        if !filter::prepare(run) {
            return Some(Filtered::NoWord);
        }
        let automata = self.automata(run.len());
        if automata.exact && automata.list.len() == 1 {
            return Some(match automata.list[0].filter(run) {
                true => Filtered::Exact,
                false => Filtered::NoWord,
            });
        }
        loop {
            let before = filter::size(run);
            let mut exact = true;
            for part in &self.parts {
                match part.filter(run) {
                    Filtered::NoWord => return Some(Filtered::NoWord),
                    answer => exact &= answer == Filtered::Exact,
                }
            }
            if filter::size(run) == before {
                // Every choice of candidates left is in all the parts but one, and each candidate has support there.
                let is_all = exact && self.at_most_one_ties_digits;
                return is_all.then_some(Filtered::Exact);
            }
        }
    }
}

impl Language for And {
    fn contains(&self, number: u64) -> bool {
        self.parts.iter().all(|part| part.contains(number))
    }

    fn filter(&self, run: &mut [Digits]) -> Filtered {
        let known = self.by_parts(run);
        let known = known.or_else(|| filter::by_small_lists(self, run));
        known.unwrap_or(Filtered::Relaxed)
    }

    fn has_word(&self, run: &[Digits]) -> bool {
        filter::on_copy(run, |run| match self.by_parts(run) {
            Some(known) => known != Filtered::NoWord,
            None => filter::has_word_in_small_lists(self, run),
        })
    }

    fn automata(&self, length: usize) -> Automata<'_> {
        self.automata.get(length, || {
            let made = self.automata.made_of(length, &self.parts);
            made.unwrap_or_else(|| self.build(length))
        })
    }

    fn next_candidate(&self, from: u64) -> Option<u64> {
        self.parts
            .first()
            .map_or(Some(from), |sparsest| sparsest.next_candidate(from))
    }

    fn candidates(&self, length: usize) -> f64 {
        self.parts
            .first()
            .map_or(10f64.powi(length as i32), |sparsest| {
                sparsest.candidates(length)
            })
    }

    fn generation_cost(&self, pattern: &Pattern) -> f64 {
        let of_parts = self.parts.iter().map(|part| part.generation_cost(pattern));
        of_parts.fold(numbers::plan(self, pattern).1, f64::min)
    }

    fn generate(&self, pattern: &Pattern, sink: &mut Sink<'_>) -> Result<(), TooMany> {
        let own = numbers::plan(self, pattern).1;
        let costs = self
            .parts
            .iter()
            .enumerate()
            .map(|(at, part)| (at, part.generation_cost(pattern)));
        match costs.min_by(|a, b| a.1.total_cmp(&b.1)) {
            Some((cheapest, cost)) if cost < own => {
                let others = |number| {
                    self.parts
                        .iter()
                        .enumerate()
                        .all(|(at, part)| at == cheapest || part.contains(number))
                };
                sink.narrowed(&others, |sink| self.parts[cheapest].generate(pattern, sink))
            }
            _ => numbers::by_cheapest_means(self, pattern, sink),
        }
    }
}

/// The numbers in at least one of some languages.
///
/// Filter: the union of what the parts' filters leave; GAC if all of theirs are.
#[derive(Debug)]
pub(super) struct Or {
    parts: Vec<Arc<dyn Language>>,
    automata: PerLength,
}

impl Or {
    /// The disjunction of `parts`.
    pub(super) fn new(parts: Vec<Arc<dyn Language>>) -> Or {
        Or {
            parts,
            automata: PerLength::default(),
        }
    }

    fn build(&self, length: usize) -> (Vec<Arc<Automaton>>, bool) {
        let nothing = (Vec::new(), false);
        let mut all: Option<Automaton> = None;
        let mut exact = true;
        // All parts are called, since their filters will do so, too: whatever they build lazily is built now.
        let parts: Vec<Automata<'_>> = self.parts.iter().map(|p| p.automata(length)).collect();
        for automata in parts {
            exact &= automata.exact;
            let Some(one) = single(automata) else {
                return nothing;
            };
            all = match all {
                None => Some(one),
                Some(all) => match all.union(&one, MOST_STATES) {
                    Some(union) => Some(union),
                    None => return nothing,
                },
            };
        }
        (all.into_iter().map(Arc::new).collect(), exact)
    }
}

/// The product of all the automata, if it is small.
fn single(automata: Automata<'_>) -> Option<Automaton> {
    let (first, rest) = automata.list.split_first()?;
    rest.iter().try_fold((**first).clone(), |all, other| {
        all.intersection(other, MOST_STATES)
    })
}

impl Language for Or {
    fn contains(&self, number: u64) -> bool {
        self.parts.iter().any(|part| part.contains(number))
    }

    fn filter(&self, run: &mut [Digits]) -> Filtered {
        if !filter::prepare(run) {
            return Filtered::NoWord;
        }
        let mut found = [Digits::EMPTY; MAX_DIGITS];
        let mut answer = Filtered::NoWord;
        for part in &self.parts {
            let mut copy = [Digits::EMPTY; MAX_DIGITS];
            let copy = &mut copy[..run.len()];
            copy.copy_from_slice(run);
            let one = part.filter(copy);
            if one == Filtered::NoWord {
                continue;
            }
            found
                .iter_mut()
                .zip(copy)
                .for_each(|(found, left)| *found |= *left);
            if answer != Filtered::Relaxed {
                answer = one;
            }
        }
        if answer != Filtered::NoWord {
            run.iter_mut()
                .zip(found)
                .for_each(|(digits, found)| *digits = found);
        }
        answer
    }

    fn has_word(&self, run: &[Digits]) -> bool {
        self.parts.iter().any(|part| part.has_word(run))
    }

    fn automata(&self, length: usize) -> Automata<'_> {
        self.automata.get(length, || {
            let made = self.automata.made_of(length, &self.parts);
            made.unwrap_or_else(|| self.build(length))
        })
    }

    fn next_candidate(&self, from: u64) -> Option<u64> {
        self.parts
            .iter()
            .filter_map(|part| part.next_candidate(from))
            .min()
    }

    fn candidates(&self, length: usize) -> f64 {
        let sum: f64 = self.parts.iter().map(|part| part.candidates(length)).sum();
        sum.min(10f64.powi(length as i32))
    }

    fn generation_cost(&self, pattern: &Pattern) -> f64 {
        self.parts
            .iter()
            .map(|part| part.generation_cost(pattern))
            .sum()
    }

    fn generate(&self, pattern: &Pattern, sink: &mut Sink<'_>) -> Result<(), TooMany> {
        self.parts
            .iter()
            .try_for_each(|part| part.generate(pattern, sink))
    }
}

/// The numbers that are not in a language.
///
/// Filter: GAC where the language has exact automata whose product is small, or where few numbers fit; else nothing is
/// pruned.
#[derive(Debug)]
pub(super) struct Not {
    inner: Arc<dyn Language>,
    automata: PerLength,
}

impl Not {
    /// The complement of `inner`.
    pub(super) fn new(inner: Arc<dyn Language>) -> Not {
        Not {
            inner,
            automata: PerLength::default(),
        }
    }

    fn build(&self, length: usize) -> (Vec<Arc<Automaton>>, bool) {
        let automata = self.inner.automata(length);
        let complement = if automata.exact {
            single(automata).and_then(|one| one.complement())
        } else {
            None
        };
        let exact = complement.is_some();
        (complement.into_iter().map(Arc::new).collect(), exact)
    }
}

impl Language for Not {
    fn contains(&self, number: u64) -> bool {
        !self.inner.contains(number)
    }

    fn automata(&self, length: usize) -> Automata<'_> {
        self.automata.get(length, || self.build(length))
    }
}
