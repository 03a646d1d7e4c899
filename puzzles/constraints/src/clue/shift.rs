//! `N more than a C` and `N less than a C` for a language C of any kind.

use std::sync::Arc;

use super::automaton::{Automata, Automaton};
use super::combine::PerLength;
use super::{Language, POWERS_OF_TEN, length};

/// The numbers that are `by` more (or less, if not `up`) than a number of the inner language.
///
/// Filter: by automata made from those of the inner language where they stay small, else the default for lists.
#[derive(Debug)]
struct Shifted {
    inner: Arc<dyn Language>,
    by: u64,
    up: bool,
    automata: PerLength,
}

/// The language of the numbers that are `by` more (if `up`) or less than a number of `inner`.
pub(super) fn shifted(inner: Arc<dyn Language>, by: u64, up: bool) -> Arc<dyn Language> {
    if by == 0 {
        return inner;
    }
    inner.shifted(by, up).unwrap_or_else(|| {
        Arc::new(Shifted {
            inner,
            by,
            up,
            automata: PerLength::default(),
        })
    })
}

/// The most states of an automaton for one length.
const MOST_STATES: usize = 2048;

/// What an automaton for sums knows after some digits of the number w: how far the inner automaton is on the digits of
/// x = w ∓ by, if no carry (borrow) comes from the places to the right, and if one does. `None`: x cannot be so.
type Both = [Option<Inner>; 2];

/// The state of the inner automaton: x has only zeros so far, or it has begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Inner {
    Zeros,
    In(usize),
}

impl Shifted {
    fn inner(&self, number: u64) -> Option<u64> {
        if self.up {
            number.checked_sub(self.by)
        } else {
            number.checked_add(self.by)
        }
    }

    /// The automaton for numbers of `cells` digits, from one for the inner numbers of `digits` digits at most.
    fn automaton(&self, inner: &Automaton, cells: usize, digits: usize) -> Option<Automaton> {
        // x has one place more than w when a carry comes out of w's highest place; then its digits above are known
        // beforehand.
        let by = |place: usize| {
            POWERS_OF_TEN
                .get(place)
                .map_or(0, |power| (self.by / power % 10) as u8)
        };
        let read = |state: Inner, digit: u8| match state {
            Inner::Zeros if digit == 0 => Some(Inner::Zeros),
            Inner::Zeros => inner.step(inner.start(), digit).map(Inner::In),
            Inner::In(state) => inner.step(state, digit).map(Inner::In),
        };
        // At a place with digit w and carry c from the right: x's digit and the carry to the left.
        let place = |place: usize, w: u8, carry: u8| {
            let added = by(place) + carry;
            if self.up {
                ((w + 20 - added) % 10, u8::from(w < added))
            } else {
                ((w + added) % 10, u8::from(w + added >= 10))
            }
        };
        let take = |before: Both, at: usize, w: u8| -> Both {
            std::array::from_fn(|carry| {
                let (digit, out) = place(at, w, carry as u8);
                before[usize::from(out)].and_then(|state| read(state, digit))
            })
        };
        // Nothing may be carried out of the highest place of all; from there down to the run w has zeros.
        let mut both: Both = [Some(Inner::Zeros), None];
        for at in (cells..cells.max(digits).max(length(self.by))).rev() {
            both = take(both, at, 0);
        }
        Automaton::explore(
            (cells, both),
            MOST_STATES,
            |&(left, both), digit| {
                let at = left.checked_sub(1)?;
                let next = take(both, at, digit);
                (next != [None, None]).then_some((at, next))
            },
            |&(left, both)| {
                left == 0
                    && match both[0] {
                        None => false,
                        Some(Inner::Zeros) => inner.accepts(&[0]),
                        Some(Inner::In(state)) => inner.is_accepting(state),
                    }
            },
        )
    }

    /// The automata for numbers of `cells` digits and whether they are exact.
    fn build(&self, cells: usize) -> (Vec<Arc<Automaton>>, bool) {
        let nothing = (Vec::new(), false);
        if cells == 0 {
            return nothing;
        }
        let smallest = if cells == 1 {
            0
        } else {
            POWERS_OF_TEN[cells - 1]
        };
        let largest = POWERS_OF_TEN[cells] - 1;
        let (low, high) = if self.up {
            if largest < self.by {
                return nothing;
            }
            (smallest.saturating_sub(self.by), largest - self.by)
        } else {
            (
                smallest.saturating_add(self.by),
                largest.saturating_add(self.by),
            )
        };
        let moved_exactly = !self.up || smallest >= self.by;
        // The inner automata must be the same for all the lengths that the inner number can have.
        let first = self.inner.automata(length(low));
        let mut exact = first.exact;
        for digits in length(low) + 1..=length(high) {
            let other = self.inner.automata(digits);
            if !other.are(&first) {
                return nothing;
            }
            exact &= other.exact;
        }
        let list: Vec<_> = first
            .list
            .iter()
            .filter_map(|inner| {
                // A set of remainders, moved, is one again; but it knows nothing of numbers below zero.
                if let Some(turned) = inner.turned(self.by, self.up) {
                    exact &= moved_exactly;
                    return Some(turned);
                }
                self.automaton(inner, cells, length(high))
            })
            .map(Arc::new)
            .collect();
        exact &= list.len() == first.list.len();
        (list, exact)
    }
}

impl Language for Shifted {
    fn contains(&self, number: u64) -> bool {
        self.inner(number)
            .is_some_and(|inner| self.inner.contains(inner))
    }

    fn automata(&self, length: usize) -> Automata<'_> {
        self.automata.get(length, || self.build(length))
    }

    fn next_candidate(&self, from: u64) -> Option<u64> {
        if self.up {
            self.inner
                .next_candidate(from.saturating_sub(self.by))?
                .checked_add(self.by)
        } else {
            Some(self.inner.next_candidate(from.checked_add(self.by)?)? - self.by)
        }
    }

    fn candidates(&self, digits: usize) -> f64 {
        let whole = 10f64.powi(digits as i32);
        // A number shifted far has neighbours of another length; what is dense there only seems sparse here.
        let moved = digits.max(if self.up { 0 } else { length(self.by) });
        (self.inner.candidates(moved) + 1.0).min(whole)
    }
}
