//! `Σ c·x = k` for sums of many terms: a run looks at the terms that changed, and at those that could now go too far.
//!
//! State on the trail: the ends of each term, as last seen, their sums, and where the open terms begin.

use super::sum::{
    AT_LEAST_THIS, AT_MOST_THIS, Range, Terms, ends, lower_most, raise_least, term_range,
};
use crate::constraint::Scope;
use crate::event::Events;
use crate::propagator::{Conflict, Context};
use crate::trail::{AllocateState, ReadState, RevInt, RevWords, WriteState};
use crate::var::Var;

/// Terms over distinct variables, with coefficients that are not 0, whose sum fits 62 bits.
#[derive(Debug)]
pub(super) struct ExactSum {
    /// Constant: the terms whose declared range is widest come first.
    terms: Vec<Term>,
    /// By term: its least and its most, as last seen; and the sums of these.
    seen: RevWords,
    least: RevInt,
    most: RevInt,
    first_open: RevInt,
}

#[derive(Clone, Copy, Debug)]
struct Term {
    c: i64,
    x: Var,
    /// How far apart the ends of the term were declared.
    gap: i64,
}

impl ExactSum {
    /// Subscribes to the bounds of each variable, in the order of tags 0, 1, 2 …: nothing else may be tracked.
    pub(super) fn attach(terms: &Terms, scope: &mut Scope<'_>) -> Self {
        let range = |c: i64, x: Var| {
            let domain = scope.domain(x);
            let bounds = domain.min().zip(domain.max());
            let nothing = Range { least: 0, most: 0 };
            bounds.map_or(nothing, |(min, max)| ends(c, min, max))
        };
        let ranges = terms.iter().map(|(c, x)| (c, x, range(c, x)));
        let mut ranges: Vec<(i64, Var, Range)> = ranges.collect();
        ranges.sort_by_key(|(_, _, range)| range.least - range.most);
        let seen: Vec<u64> = ranges
            .iter()
            .flat_map(|(_, _, range)| [range.least as u64, range.most as u64])
            .collect();
        for &(_, x, _) in &ranges {
            scope.track(x, Events::BOUNDS);
        }
        Self {
            seen: scope.new_words(&seen),
            least: scope.new_int(ranges.iter().map(|(_, _, range)| range.least).sum()),
            most: scope.new_int(ranges.iter().map(|(_, _, range)| range.most).sum()),
            first_open: scope.new_int(0),
            terms: ranges
                .into_iter()
                .map(|(c, x, Range { least, most })| Term {
                    c,
                    x,
                    gap: most - least,
                })
                .collect(),
        }
    }

    /// Takes up the ends of term number `at` as they are now.
    #[inline]
    fn look(&self, cx: &mut Context<'_>, at: usize, range: &mut Range) {
        let Term { c, x, .. } = self.terms[at];
        let now = term_range(cx, c, x);
        let words = cx.words(self.seen);
        let (least, most) = (words[2 * at] as i64, words[2 * at + 1] as i64);
        if now.least != least {
            range.least += now.least - least;
            cx.set_word(self.seen, 2 * at, now.least as u64);
        }
        if now.most != most {
            range.most += now.most - most;
            cx.set_word(self.seen, 2 * at + 1, now.most as u64);
        }
    }

    /// Narrows by Σ = k, bounds consistent over the reals, to the fixpoint; true if all terms are fixed. O(terms changed,
    /// and open ones whose declared range is wider than what is left above or below), times the rounds.
    pub(super) fn equal(&self, cx: &mut Context<'_>, k: i64) -> Result<bool, Conflict> {
        let mut range = Range {
            least: cx.int(self.least),
            most: cx.int(self.most),
        };
        for place in 0..cx.fired().len() {
            let tag = cx.fired()[place] as usize;
            self.look(cx, tag, &mut range);
        }
        loop {
            range.must_hold(cx, k)?;
            let before = range;
            let begin = cx.int(self.first_open) as usize;
            let open = self.terms[begin..]
                .iter()
                .position(|term| !cx.is_fixed(term.x));
            let first = open.map_or(self.terms.len(), |open| begin + open);
            if first != begin {
                cx.set_int(self.first_open, first as i64);
            }
            for at in first..self.terms.len() {
                let Term { c, x, gap } = self.terms[at];
                if gap <= (k - range.least).min(range.most - k) {
                    break;
                }
                cx.because(AT_LEAST_THIS);
                if lower_most(cx, c, x, k - range.least)? {
                    self.look(cx, at, &mut range);
                    // A hole at the new bound may have taken more than was asked.
                    range.must_hold(cx, k)?;
                }
                cx.because(AT_MOST_THIS);
                if raise_least(cx, c, x, range.most - k)? {
                    self.look(cx, at, &mut range);
                    range.must_hold(cx, k)?;
                }
            }
            if range == before {
                break;
            }
        }
        if range.least != cx.int(self.least) {
            cx.set_int(self.least, range.least);
        }
        if range.most != cx.int(self.most) {
            cx.set_int(self.most, range.most);
        }
        Ok(range.least == range.most)
    }
}
