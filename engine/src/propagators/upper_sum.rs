//! `Σ c·x ≤ k` for sums of many terms: a run looks at the terms that changed, and at those that could now exceed the
//! bound.
//!
//! State on the trail: the least value of each term, as last seen, their sum, and where the open terms begin.

use super::sum::lower_most;
use crate::constraint::Scope;
use crate::event::Events;
use crate::propagator::{Conflict, Context};
use crate::store::Store;
use crate::trail::{AllocateState, ReadState, RevInt, RevWords, WriteState};
use crate::var::Var;

/// Terms over distinct variables, with coefficients that are not 0, whose sum fits 62 bits.
#[derive(Debug)]
pub(crate) struct UpperSum {
    /// Constant: the terms whose declared range is widest come first.
    terms: Vec<Term>,
    /// By term: its least value, as last seen; and the sum of these.
    seen: RevWords,
    least: RevInt,
    first_open: RevInt,
}

#[derive(Clone, Copy, Debug)]
struct Term {
    c: i64,
    x: Var,
    /// The declared width of the term, and the sum of the widths of this and all later terms.
    gap: i64,
    rest: i64,
}

/// The least value of the term.
#[inline]
fn least_of(store: &Store, c: i64, x: Var) -> i64 {
    c * i64::from(if c > 0 { store.min(x) } else { store.max(x) })
}

impl UpperSum {
    /// Subscribes to the relevant bound of each variable, in the order of tags 0, 1, 2 …: nothing else may be tracked.
    pub(crate) fn attach(terms: impl Iterator<Item = (i64, Var)>, scope: &mut Scope<'_>) -> Self {
        let gap = |c: i64, x: Var| {
            let domain = scope.domain(x);
            let ends = domain.min().zip(domain.max());
            ends.map_or(0, |(min, max)| c.abs() * (i64::from(max) - i64::from(min)))
        };
        let terms = terms.map(|(c, x)| Term {
            c,
            x,
            gap: gap(c, x),
            rest: 0,
        });
        let mut terms: Vec<Term> = terms.collect();
        terms.sort_by_key(|term| -term.gap);
        let mut rest = 0;
        for term in terms.iter_mut().rev() {
            rest += term.gap;
            term.rest = rest;
        }
        let mut least = 0;
        let mut seen = Vec::with_capacity(terms.len());
        for &Term { c, x, .. } in &terms {
            scope.track(x, if c > 0 { Events::MIN } else { Events::MAX });
            let domain = scope.domain(x);
            let end = if c > 0 { domain.min() } else { domain.max() };
            let own = c * i64::from(end.unwrap_or_default());
            seen.push(own as u64);
            least += own;
        }
        Self {
            terms,
            seen: scope.new_words(&seen),
            least: scope.new_int(least),
            first_open: scope.new_int(0),
        }
    }

    /// Narrows by Σ ≤ k, domain consistent, with `why` as the reason tag; true if it is entailed. O(terms
    /// changed, and open ones whose declared range is wider than what is left).
    pub(crate) fn at_most(&self, cx: &mut Context<'_>, k: i64, why: u32) -> Result<bool, Conflict> {
        let &Self {
            seen,
            least,
            first_open,
            ..
        } = self;
        let mut total = cx.int(least);
        for place in 0..cx.fired().len() {
            let tag = cx.fired()[place] as usize;
            let Term { c, x, .. } = self.terms[tag];
            let now = least_of(cx, c, x);
            let old = cx.words(seen)[tag] as i64;
            if now != old {
                total += now - old;
                cx.set_word(seen, tag, now as u64);
            }
        }
        if total != cx.int(least) {
            cx.set_int(least, total);
        }
        cx.because(why);
        let slack = k - total;
        if slack < 0 {
            return Err(Conflict);
        }
        let begin = cx.int(first_open) as usize;
        let mut first = begin;
        while self
            .terms
            .get(first)
            .is_some_and(|term| cx.is_fixed(term.x))
        {
            first += 1;
        }
        if first != begin {
            cx.set_int(first_open, first as i64);
        }
        for &Term { c, x, gap, .. } in &self.terms[first..] {
            if gap <= slack {
                break;
            }
            lower_most(cx, c, x, slack)?;
        }
        Ok(self.terms.get(first).is_none_or(|term| term.rest <= slack))
    }
}
