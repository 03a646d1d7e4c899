//! `Σ c·x = k`, domain consistent, by the sets of partial sums.

use super::sum::{Sum, Terms, within_reach};
use super::value_set::ValueSet;
use crate::constraint::{Constraint, Scope};
use crate::domain::Dom;
use crate::event::Events;
use crate::literal::Literal;
use crate::propagator::{Conflict, Context, Propagator, Status};
use crate::queue::Lane;
use crate::reason::{Change, Past};
use crate::var::Var;

/// The most sums between the least (or the largest) one and `k`.
const MAX_SUMS: i64 = 1 << 22;

/// `Σ c·x = k`, domain consistent. Meant for sums of a few thousand values at most; otherwise use
/// [`Linear`](super::Linear).
///
/// A variable may occur in several terms; they are merged first. Memory: a bit for each sum between the least (or
/// the largest) one and `k`, times the number of terms.
///
/// # Strength and cost
///
/// A forward pass computes the set of sums that each prefix of the open terms can reach, a backward pass the sums that
/// the rest can complete; a value stays if it connects one of the first with one of the second (Trick 2003, "A dynamic
/// programming approach for consistency and propagation for knapsack constraints"). Sums are counted from the least one
/// left and cut off at `k`, or from the largest one if that is nearer, so they are bits of few words: one word for many
/// puzzle sums. A run costs O(values of the open terms × words).
#[derive(Clone, Debug)]
pub struct LinearGac {
    terms: Terms,
    k: i64,
}

/// The propagator of [`LinearGac`].
#[derive(Debug)]
pub struct LinearGacPropagator {
    sum: Sum,
    k: i64,
    /// Scratch: the sums that the open terms before each can reach, `words` words each; one more such set for those
    /// that lead to `k` from there, and another to build the next in.
    layers: Vec<u64>,
    /// Scratch.
    supported: ValueSet,
}

impl LinearGac {
    /// `Σ c·x = k` over the `(c, x)` of `terms`.
    ///
    /// # Panics
    /// As [`Linear::new`](super::Linear::new); also, when the solver is made, if more than 2^22 sums lie between
    /// `k` and the nearer end of the declared range.
    pub fn new(terms: &[(i64, Var)], k: i64) -> Self {
        Self {
            terms: Terms::new(terms),
            k: within_reach(k),
        }
    }

    /// The same sum with all signs flipped.
    fn negated(&self) -> Self {
        let terms: Vec<(i64, Var)> = self.terms.iter().map(|(c, x)| (-c, x)).collect();
        Self::new(&terms, -self.k)
    }
}

impl Constraint for LinearGac {
    type Propagator = LinearGacPropagator;

    fn name(&self) -> &'static str {
        "linear (domain consistent)"
    }

    fn for_each_var(&self, see: &mut dyn FnMut(Var)) {
        self.terms.iter().for_each(|(_, x)| see(x));
    }

    fn lane(&self) -> Lane {
        Lane::Heavy
    }

    fn attach(mut self, scope: &mut Scope<'_>) -> LinearGacPropagator {
        // Sums are counted from the nearer end; the other end is the nearer one of the negated sum.
        let declared = self.terms.declared(scope);
        if declared.most - self.k < self.k - declared.least {
            self = self.negated();
        }
        let (sum, range) = self.terms.attach(scope, |_| Events::ANY);
        // Out of reach on the far side fails at the first run, before any layer is built.
        let sums = (self.k - range.least).min(range.most - range.least).max(0);
        assert!(sums <= MAX_SUMS, "{sums} sums are too many to keep apart");
        let words = sums as usize / 64 + 1;
        let mut supported = ValueSet::default();
        for (_, x) in sum.terms().iter() {
            supported.reserve(scope, x);
        }
        LinearGacPropagator {
            layers: Vec::with_capacity(words * (sum.terms().len() + 2)),
            sum,
            k: self.k,
            supported,
        }
    }
}

impl Propagator for LinearGacPropagator {
    fn propagate(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        let range = self.sum.range(cx);
        if !(range.least..=range.most).contains(&self.k) {
            return Err(Conflict);
        }
        let open = self.sum.open_len(cx);
        if open == 0 {
            return Ok(Status::Entailed);
        }
        let target = (self.k - range.least) as u64;
        if target < 64 {
            self.one_word(cx, target as u32, open)?;
        } else {
            self.many_words(cx, target, open)?;
        }
        Ok(if open == 1 {
            Status::Entailed
        } else {
            Status::Fixpoint
        })
    }

    fn explain(&self, change: &Change<'_>, past: &Past<'_>, facts: &mut Vec<Literal>) {
        // Most of what it does follows from bounds alone, which takes fewer facts than everything known.
        let tag = self.sum.terms().bound_behind(change, past, self.k);
        let change = Change { tag, ..*change };
        self.sum
            .terms()
            .explain(&change, past, (self.k, self.k), facts);
    }
}

impl LinearGacPropagator {
    /// The pass where all sums up to `target` fit one word.
    fn one_word(&mut self, cx: &mut Context<'_>, target: u32, open: usize) -> Result<(), Conflict> {
        self.layers.clear();
        let mut reached = 1u64;
        for place in 0..open {
            self.layers.push(reached);
            let term = self.sum.open_term(cx, place);
            if let Some(two) = two_of(cx, term) {
                if two.weight <= u64::from(target) {
                    reached |= reached << two.weight;
                }
                continue;
            }
            let term = Term::new(cx, term);
            let mut next = 0;
            term.each_weight(cx, |weight, _| {
                if weight <= u64::from(target) {
                    next |= reached << weight;
                }
            });
            // Bits above the target are useless and meet no wanted one.
            reached = next;
        }
        let mut wanted = 1u64 << target;
        if reached & wanted == 0 {
            return Err(Conflict);
        }
        for place in (0..open).rev() {
            let reached = self.layers[place];
            let term = self.sum.open_term(cx, place);
            if let Some(two) = two_of(cx, term) {
                let with = match two.weight <= u64::from(target) {
                    true => wanted >> two.weight & reached,
                    false => 0,
                };
                let without = wanted & reached;
                if with == 0 {
                    cx.keep(term.1, two.light)?;
                } else if without == 0 {
                    cx.keep(term.1, two.heavy)?;
                }
                wanted = with | without;
                continue;
            }
            let term = Term::new(cx, term);
            let mut before = 0;
            let mut narrow = Dom::EMPTY;
            if term.var.is_wide() {
                self.supported.start(cx, term.var);
            }
            term.each_weight(cx, |weight, value| {
                let from = if weight <= u64::from(target) {
                    wanted >> weight & reached
                } else {
                    0
                };
                if from != 0 {
                    before |= from;
                    if term.var.is_wide() {
                        self.supported.insert(value);
                    } else {
                        narrow |= Dom::single(value);
                    }
                }
            });
            if term.var.is_wide() {
                self.supported.keep(cx)?;
            } else {
                cx.keep(term.var, narrow)?;
            }
            wanted = before;
        }
        Ok(())
    }

    /// The same over several words.
    fn many_words(
        &mut self,
        cx: &mut Context<'_>,
        target: u64,
        open: usize,
    ) -> Result<(), Conflict> {
        let words = (target / 64 + 1) as usize;
        self.layers.clear();
        self.layers.resize(words * (open + 2), 0);
        self.layers[0] = 1;
        for place in 0..open {
            let term = Term::new(cx, self.sum.open_term(cx, place));
            let (before, after) = self.layers.split_at_mut(words * (place + 1));
            let reached = &before[words * place..];
            term.each_weight(cx, |weight, _| {
                if weight <= target {
                    join_up(&mut after[..words], reached, weight);
                }
            });
        }
        let end = words * open;
        if self.layers[end + words - 1] >> (target % 64) & 1 == 0 {
            return Err(Conflict);
        }
        // From here on the last two layers hold the sums wanted after and before the current term.
        self.layers[end..].fill(0);
        self.layers[end + words - 1] = 1 << (target % 64);
        for place in (0..open).rev() {
            let term = Term::new(cx, self.sum.open_term(cx, place));
            let (layers, wanted) = self.layers.split_at_mut(end);
            let (wanted, before) = wanted.split_at_mut(words);
            let reached = &layers[words * place..words * (place + 1)];
            self.supported.start(cx, term.var);
            before.fill(0);
            term.each_weight(cx, |weight, value| {
                if weight <= target && join_down(before, wanted, weight, reached) {
                    self.supported.insert(value);
                }
            });
            wanted.copy_from_slice(before);
            self.supported.keep(cx)?;
        }
        Ok(())
    }
}

/// One open term with two values, as nearly all are in most sums.
#[derive(Clone, Copy, Debug)]
struct Two {
    /// What the one adds beyond the other.
    weight: u64,
    light: Dom,
    heavy: Dom,
}

/// The term as one with two values, if its variable has these and is narrow.
#[inline]
fn two_of(cx: &Context<'_>, (c, var): (i64, Var)) -> Option<Two> {
    if var.is_wide() {
        return None;
    }
    let bits = cx.dom(var).bits();
    let above = bits & bits.wrapping_sub(1);
    if above == 0 || above & (above - 1) != 0 {
        return None;
    }
    let apart = u64::from(above.trailing_zeros() - bits.trailing_zeros());
    let (low, high) = (Dom::from_bits(bits ^ above), Dom::from_bits(above));
    Some(Two {
        weight: c.unsigned_abs() * apart,
        light: if c > 0 { low } else { high },
        heavy: if c > 0 { high } else { low },
    })
}

/// One open term, with its contributions relative to the least one.
#[derive(Clone, Copy, Debug)]
struct Term {
    var: Var,
    step: u64,
    /// The value that contributes least.
    base: i32,
}

impl Term {
    fn new(cx: &Context<'_>, (c, var): (i64, Var)) -> Self {
        Self {
            var,
            step: c.unsigned_abs(),
            base: if c > 0 { cx.min(var) } else { cx.max(var) },
        }
    }

    /// Calls `f` with each value's contribution beyond the least one, and the value.
    #[inline]
    fn each_weight(self, cx: &Context<'_>, mut f: impl FnMut(u64, i32)) {
        let mut weigh = |value: i32| f(self.step * u64::from(value.abs_diff(self.base)), value);
        if self.var.is_wide() {
            cx.domain(self.var).iter().for_each(weigh);
        } else {
            for value in cx.dom(self.var) {
                weigh(value);
            }
        }
    }
}

/// Joins `from`, moved up by `by` bits, into `into`.
fn join_up(into: &mut [u64], from: &[u64], by: u64) {
    let (skip, shift) = ((by / 64) as usize, by % 64);
    let mut low = 0;
    for (word, &bits) in into[skip..].iter_mut().zip(from) {
        *word |= bits << shift | low;
        low = if shift == 0 { 0 } else { bits >> (64 - shift) };
    }
}

/// Joins `from`, moved down by `by` bits and intersected with `mask`, into `into`; returns whether any bit was.
fn join_down(into: &mut [u64], from: &[u64], by: u64, mask: &[u64]) -> bool {
    let (skip, shift) = ((by / 64) as usize, by % 64);
    let mut any = 0;
    for (i, (word, &mask)) in into.iter_mut().zip(mask).enumerate() {
        let Some(&bits) = from.get(i + skip) else {
            break;
        };
        let high = from.get(i + skip + 1).copied().unwrap_or(0);
        let moved = if shift == 0 {
            bits
        } else {
            bits >> shift | high << (64 - shift)
        } & mask;
        *word |= moved;
        any |= moved;
    }
    any != 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{PropagatorTest, Strength};

    fn test<'a>(terms: &'a [(i64, usize)], k: i64) -> PropagatorTest<'a> {
        PropagatorTest::new(
            move |model, vars| {
                let terms: Vec<(i64, Var)> = terms.iter().map(|&(c, i)| (c, vars[i])).collect();
                model.post(LinearGac::new(&terms, k));
            },
            move |v| terms.iter().map(|&(c, i)| c * i64::from(v[i])).sum::<i64>() == k,
        )
        .strength(Strength::Domain)
    }

    #[test]
    fn against_brute_force() {
        for k in [-5, 0, 1, 6, 13] {
            test(&[(1, 0)], k).random(50, 1, -6..=6);
            test(&[(1, 0), (-1, 1)], k).random(100, 2, -4..=5);
            test(&[(2, 0), (3, 1), (-5, 2)], k).random(150, 3, -3..=4);
            test(&[(1, 0), (1, 1), (1, 2)], k).random(150, 3, 0..=7);
            test(&[(1, 0), (-2, 1), (4, 2), (2, 3)], k).random(60, 4, -1..=3);
            test(&[(1, 0), (1, 1), (1, 2), (1, 3), (1, 4)], k).random(60, 5, 0..=3);
        }
    }

    #[test]
    fn sums_of_several_words() {
        for k in [0, 63, 64, 127, 128, 129, 500, 1111, 2222, 4000] {
            test(&[(100, 0), (10, 1), (1, 2)], k).random(60, 3, 0..=9);
            test(&[(64, 0), (128, 1), (-1, 2)], k).random(60, 3, -4..=5);
            test(&[(37, 0), (-37, 1), (90, 2), (11, 3)], k).random(30, 4, 0..=4);
        }
        // Many ways to the same sums, so that the wanted sums differ from layer to layer only in part.
        for k in [100, 160, 200, 240] {
            test(&[(20, 0), (20, 1), (20, 2), (20, 3)], k).random(60, 4, 0..=5);
            test(&[(20, 0), (-40, 1), (60, 2), (20, 3)], k).random(60, 4, -1..=4);
        }
        test(&[(1, 0), (1, 1), (-1, 2)], 70).domains(&[
            &[0, 1, 63],
            &[5, 63, 64, 130],
            &[-64, 0, 60],
        ]);
        test(&[(1, 0), (1, 1), (2, 2)], 300).domains(&[
            &[0, 17, 100, 164],
            &[0, 63, 64, 128, 200],
            &[-64, 0, 4, 60],
        ]);
    }

    #[test]
    fn repeated_variables_are_merged() {
        test(&[(1, 0), (3, 1), (1, 0)], 8).random(100, 2, -3..=6);
        test(&[(1, 0), (3, 1), (-1, 0)], 6).random(50, 2, -3..=6);
        test(&[(1, 0), (-1, 0)], 0).random(10, 1, -3..=6);
        test(&[(1, 0), (-1, 0)], 1).random(10, 1, -3..=6);
    }

    #[test]
    fn right_hand_sides_out_of_reach() {
        for k in [i64::MIN, i64::MAX, -1000, 1000] {
            test(&[(1, 0), (-2, 1)], k).random(10, 2, -3..=3);
        }
    }

    #[test]
    #[should_panic(expected = "sums are too many")]
    fn too_many_sums_are_refused() {
        let mut model = crate::Model::new();
        let (x, y) = (model.var(0..=1000), model.var(0..=1000));
        model.post(LinearGac::new(&[(1_000_000, x), (1, y)], 500_000_000));
        model.solver();
    }
}
