//! Deterministic automata over decimal digits, read from the most significant digit.

use std::hash::Hash;

use fxhash::FxHashMap;

use super::digits::Digits;
use super::remainders::Remainders;
use super::{MAX_DIGITS, scratch};

/// A deterministic finite automaton that reads a number from its most significant digit.
///
/// The table has ten entries for each state; a missing entry means that no number continues that way. Whether an
/// automaton accepts strings of two or more digits that begin with 0 is meaningless: such strings are not numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Automaton {
    /// `states × 10` successors, [`DEAD`] if there is none.
    next: Vec<u16>,
    /// One bit for each state.
    accepting: Vec<u64>,
    /// The accepted remainders, if acceptance depends only on a remainder: a faster filter.
    remainders: Option<Remainders>,
}

/// The mark of a missing transition.
const DEAD: u16 = u16::MAX;

impl Automaton {
    /// The largest number of states of an automaton.
    pub const MAX_STATES: usize = DEAD as usize;

    /// Builds the automaton whose states are what `step` reaches from `start`, numbered in the order of their
    /// discovery.
    ///
    /// `step` gives the state after reading a digit 0–9, or nothing if no number can continue so; `accepts` says
    /// whether a number may end in a state. Returns `None` when there are more than `most` states (or
    /// [`Automaton::MAX_STATES`]). Time: ten steps and ten look-ups for each state.
    pub fn explore<S: Clone + Eq + Hash>(
        start: S,
        most: usize,
        step: impl Fn(&S, u8) -> Option<S>,
        accepts: impl Fn(&S) -> bool,
    ) -> Option<Automaton> {
        let most = most.min(Automaton::MAX_STATES);
        let mut number = FxHashMap::default();
        let mut states = vec![start.clone()];
        number.insert(start, 0u16);
        let mut next = Vec::new();
        let mut at = 0;
        while at < states.len() {
            for digit in 0..10 {
                let entry = match step(&states[at], digit) {
                    None => DEAD,
                    Some(state) => match number.get(&state) {
                        Some(&known) => known,
                        None => {
                            let fresh = states.len() as u16;
                            states.push(state.clone());
                            number.insert(state, fresh);
                            fresh
                        }
                    },
                };
                next.push(entry);
            }
            if states.len() > most {
                return None;
            }
            at += 1;
        }
        let mut accepting = vec![0; states.len().div_ceil(64)];
        for (at, state) in states.iter().enumerate() {
            accepting[at / 64] |= u64::from(accepts(state)) << (at % 64);
        }
        scratch::reserve(accepting.len() * (MAX_DIGITS + 2));
        Some(Automaton {
            next,
            accepting,
            remainders: None,
        })
    }

    /// The numbers whose remainder by `modulus` (1 to [`Automaton::MAX_STATES`]) satisfies `accepts`: one state for
    /// each remainder.
    ///
    /// # Panics
    /// If `modulus` is out of range.
    #[must_use]
    pub fn residues(modulus: u64, accepts: impl Fn(u64) -> bool) -> Automaton {
        assert!(
            (1..=Automaton::MAX_STATES as u64).contains(&modulus),
            "modulus {modulus} out of range"
        );
        let mut next = Vec::with_capacity(modulus as usize * 10);
        let mut first = 0;
        for _ in 0..modulus {
            // 10·r mod m grows by 10 mod m from one remainder to the next: no division is needed.
            let mut entry = first;
            for _ in 0..10 {
                next.push(entry as u16);
                entry += 1;
                if entry == modulus {
                    entry = 0;
                }
            }
            first = (first + 10) % modulus;
        }
        let mut accepting = vec![0; (modulus as usize).div_ceil(64)];
        for residue in (0..modulus).filter(|&residue| accepts(residue)) {
            accepting[residue as usize / 64] |= 1 << (residue % 64);
        }
        Automaton {
            next,
            accepting,
            remainders: Some(Remainders::new(modulus as usize, accepts)),
        }
    }

    /// The automaton of the numbers that are `by` more (if `up`) or less than one that this accepts, where that is a
    /// matter of remainders. Of numbers so small that they are `by` more than no number it may accept some.
    pub fn turned(&self, by: u64, up: bool) -> Option<Automaton> {
        let remainders = self.remainders.as_ref()?;
        let modulus = remainders.modulus();
        let by = by % modulus;
        let back = if up { modulus - by } else { by };
        let accepts = |remainder: u64| remainders.contains((remainder + back) % modulus);
        Some(Automaton::residues(modulus, accepts))
    }

    /// How many states there are.
    #[must_use]
    pub fn states(&self) -> usize {
        self.next.len() / 10
    }

    /// The state before the first digit: the first one.
    #[must_use]
    pub fn start(&self) -> usize {
        0
    }

    /// The state after reading `digit` in `state`, if any number continues so.
    ///
    /// # Panics
    /// If there is no such state. A `digit` above 9 leads nowhere.
    #[inline]
    #[must_use]
    pub fn step(&self, state: usize, digit: u8) -> Option<usize> {
        if digit > 9 {
            return None;
        }
        let next = self.next[state * 10 + usize::from(digit)];
        (next != DEAD).then_some(usize::from(next))
    }

    /// The state after reading `digit` `times` times.
    #[inline]
    pub fn step_run(&self, mut state: usize, digit: u8, times: usize) -> Option<usize> {
        for _ in 0..times {
            state = self.step(state, digit)?;
        }
        Some(state)
    }

    /// Whether a number may end in `state`; false if there is no such state.
    #[inline]
    #[must_use]
    pub fn is_accepting(&self, state: usize) -> bool {
        self.accepting
            .get(state / 64)
            .is_some_and(|word| word >> (state % 64) & 1 == 1)
    }

    /// How many states are accepting.
    #[must_use]
    pub fn accepting_states(&self) -> usize {
        self.accepting
            .iter()
            .map(|word| word.count_ones() as usize)
            .sum()
    }

    /// Whether the string of `digits` is accepted.
    #[must_use]
    pub fn accepts(&self, digits: &[u8]) -> bool {
        let mut state = self.start();
        for &digit in digits {
            match self.step(state, digit) {
                Some(next) => state = next,
                None => return false,
            }
        }
        self.is_accepting(state)
    }

    /// The automaton that accepts exactly the strings that this one does not.
    ///
    /// Returns `None` if the extra state for missing transitions would be one too many.
    #[must_use]
    pub fn complement(&self) -> Option<Automaton> {
        let states = self.states();
        let missing = self.next.contains(&DEAD);
        let all = states + usize::from(missing);
        if all > Automaton::MAX_STATES {
            return None;
        }
        let mut next: Vec<u16> = self
            .next
            .iter()
            .map(|&n| if n == DEAD { states as u16 } else { n })
            .collect();
        next.resize(all * 10, states as u16);
        let mut accepting = vec![0; all.div_ceil(64)];
        for state in (0..all).filter(|&state| !self.is_accepting(state)) {
            accepting[state / 64] |= 1 << (state % 64);
        }
        Some(Automaton {
            next,
            accepting,
            remainders: None,
        })
    }

    /// The automaton of the strings that both accept, or `None` above `most` reachable states.
    #[must_use]
    pub fn intersection(&self, other: &Automaton, most: usize) -> Option<Automaton> {
        Automaton::explore(
            (self.start(), other.start()),
            most,
            |&(a, b), digit| Some((self.step(a, digit)?, other.step(b, digit)?)),
            |&(a, b)| self.is_accepting(a) && other.is_accepting(b),
        )
    }

    /// The automaton of the strings that at least one of the two accepts, or `None` above `most` reachable states.
    #[must_use]
    pub fn union(&self, other: &Automaton, most: usize) -> Option<Automaton> {
        let step = |of: &Automaton, state: Option<usize>, digit| of.step(state?, digit);
        Automaton::explore(
            (Some(self.start()), Some(other.start())),
            most,
            |&(a, b), digit| {
                let both = (step(self, a, digit), step(other, b, digit));
                (both != (None, None)).then_some(both)
            },
            |&(a, b)| {
                a.is_some_and(|a| self.is_accepting(a)) || b.is_some_and(|b| other.is_accepting(b))
            },
        )
    }

    /// The automaton with the fewest states that accepts the same strings, without transitions that lead to no
    /// accepting state.
    ///
    /// States that no string distinguishes are merged (Moore 1956): they are partitioned by acceptance, then repeatedly
    /// by their successors. O(rounds × states × digits), with at most as many rounds as states and usually few.
    #[must_use]
    pub fn minimised(&self) -> Automaton {
        let states = self.states();
        // Class 0 is that of no accepted end; a missing transition leads there.
        let mut class: Vec<u16> = (0..states)
            .map(|state| u16::from(self.is_accepting(state)))
            .collect();
        let mut classes = 2;
        loop {
            let lead =
                |state: usize, digit: u8| self.step(state, digit).map_or(0, |next| class[next]);
            let mut number: FxHashMap<[u16; 11], u16> = FxHashMap::default();
            number.insert([0; 11], 0);
            let refined: Vec<u16> = (0..states)
                .map(|state| {
                    let mut signature = [class[state]; 11];
                    (0..10).for_each(|digit| signature[usize::from(digit)] = lead(state, digit));
                    let fresh = number.len() as u16;
                    *number.entry(signature).or_insert(fresh)
                })
                .collect();
            class = refined;
            if number.len() == classes {
                break;
            }
            classes = number.len();
        }
        let mut member: Vec<Option<usize>> = vec![None; classes];
        class
            .iter()
            .enumerate()
            .for_each(|(state, &class)| member[usize::from(class)] = Some(state));
        let step = |&at: &u16, digit: u8| {
            let next = class[self.step(member[usize::from(at)]?, digit)?];
            (next != 0).then_some(next)
        };
        let accepts =
            |&at: &u16| member[usize::from(at)].is_some_and(|state| self.is_accepting(state));
        let smallest =
            Automaton::explore(class[self.start()], Automaton::MAX_STATES, step, accepts);
        smallest.map_or_else(
            || self.clone(),
            |smallest| Automaton {
                remainders: self.remainders.clone(),
                ..smallest
            },
        )
    }

    /// Removes from every position of `run` the digits that no accepted string within `run` has there (GAC).
    ///
    /// Returns whether an accepted string is left; if not, `run` is left as it was. One forward and one backward sweep
    /// over the layered graph: O(length × reachable states × digits). For [`Automaton::residues`] and automata
    /// minimised from them, 64 states are one step.
    pub fn filter(&self, run: &mut [Digits]) -> bool {
        if let Some(remainders) = &self.remainders {
            return remainders.filter(run);
        }
        let words = self.accepting.len();
        scratch::with(words * (run.len() + 2), |sets| self.filter_in(run, sets))
    }

    fn filter_in(&self, run: &mut [Digits], sets: &mut [u64]) -> bool {
        let words = self.accepting.len();
        let (dead, reach) = sets.split_at_mut(words);
        reach.fill(0);
        reach[0] = 1 << self.start();
        for (at, &digits) in run.iter().enumerate() {
            let (here, after) = reach.split_at_mut((at + 1) * words);
            let (here, after) = (&here[at * words..], &mut after[..words]);
            for state in bits(here) {
                for digit in digits {
                    if let Some(next) = self.step(state, digit) {
                        after[next / 64] |= 1 << (next % 64);
                    }
                }
            }
        }
        let last = run.len() * words;
        for (word, accepting) in reach[last..].iter_mut().zip(&self.accepting) {
            *word &= accepting;
        }
        if reach[last..].iter().all(|&word| word == 0) {
            return false;
        }
        for (at, digits) in run.iter_mut().enumerate().rev() {
            let (here, after) = reach.split_at_mut((at + 1) * words);
            let here = &mut here[at * words..];
            let mut supported = Digits::EMPTY;
            dead.copy_from_slice(here);
            for state in bits(here) {
                let mut leads_on = false;
                for digit in *digits {
                    if let Some(next) = self.step(state, digit)
                        && after[next / 64] >> (next % 64) & 1 == 1
                    {
                        leads_on = true;
                        supported.insert(digit);
                    }
                }
                if leads_on {
                    dead[state / 64] &= !(1 << (state % 64));
                }
            }
            for (word, dead) in here.iter_mut().zip(&*dead) {
                *word &= !dead;
            }
            *digits = supported;
        }
        true
    }
}

/// The positions of the set bits.
fn bits(words: &[u64]) -> impl Iterator<Item = usize> + '_ {
    words.iter().enumerate().flat_map(|(at, &word)| {
        let mut rest = word;
        std::iter::from_fn(move || {
            if rest == 0 {
                return None;
            }
            let bit = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            Some(at * 64 + bit)
        })
    })
}

/// The automata of a language for one length, as [`Language::automata`](super::Language::automata) returns them.
#[derive(Clone, Copy, Debug)]
pub struct Automata<'a> {
    /// The automata; a number of that length is only in the language if every one of them accepts it.
    pub list: &'a [std::sync::Arc<Automaton>],
    /// Whether the converse holds: a number that all of them accept is in the language.
    pub exact: bool,
}

impl Automata<'_> {
    /// No automaton is known.
    pub const NONE: Automata<'static> = Automata {
        list: &[],
        exact: false,
    };

    /// Whether the automata are not only equal but the same in memory.
    pub(super) fn are(&self, others: &Automata<'_>) -> bool {
        let same = |(one, other)| std::sync::Arc::ptr_eq(one, other);
        self.list.len() == others.list.len() && self.list.iter().zip(others.list).all(same)
    }
}
