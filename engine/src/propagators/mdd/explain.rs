//! Why no path of a diagram is left.

use super::in_mdd::InMddPropagator;
use crate::bits::{Bits, none_of, of_words, window};
use crate::domain::Domain;
use crate::literal::Literal;
use crate::reason::{Change, Past};

impl InMddPropagator {
    /// The removed arcs that lead from nodes reachable from the root to nodes that reach the end: without them there is
    /// no path with a value that was lost (Gange, Stuckey and Szymanek 2011, "MDD propagators with explanation").
    /// `None` if there is one. O(arcs).
    pub(super) fn explain_by_cut(
        &self,
        change: &Change<'_>,
        past: &Past<'_>,
        facts: &mut Vec<Literal>,
    ) -> Option<()> {
        let arity = self.layers.len();
        let fails = change.after.is_empty();
        let own = self
            .layers
            .iter()
            .position(|layer| !fails && Some(layer.var) == change.var);
        if own.is_none() && !fails {
            return None;
        }
        let all = 64 * self.level_start[arity + 1] as usize;
        if all == 0 {
            return Some(());
        }
        let allowed: Vec<Bits> = (0..arity)
            .map(|at| self.allowed_at(at, own == Some(at), change, past))
            .collect();
        let reaches = self.reaching_the_end(&allowed);
        let root = 64 * self.level_start[0];
        if reaches[root as usize] {
            return None;
        }
        let mut level = vec![root];
        let mut is_met = none_of(all + 64);
        for (at, layer) in self.layers.iter().enumerate() {
            let first = 64 * layer.start;
            let allowed = &allowed[at];
            let mut cut = none_of(allowed.len());
            let mut next = Vec::new();
            for &node in &level {
                for &(to, value) in self.outward.of(node as usize) {
                    let bit = (value - first) as usize;
                    if own == Some(at) && !allowed[bit] {
                        continue;
                    }
                    if reaches[to as usize] {
                        cut.set(bit, true);
                    } else if !is_met.replace(to as usize, true) {
                        next.push(to);
                    }
                }
            }
            if cut.any() {
                let bit = |value: i32| (i64::from(value) - i64::from(layer.offset)) as usize;
                past.describe_within(layer.var, |value| !cut[bit(value)], facts);
            }
            level = next;
        }
        Some(())
    }

    /// The arcs at a place that could be taken; at that of the change, which is its own, those with a value that was
    /// lost.
    fn allowed_at(&self, at: usize, is_own: bool, change: &Change<'_>, past: &Past<'_>) -> Bits {
        let layer = &self.layers[at];
        let word = |domain: Domain<'_>, at: i64| {
            let start = i64::from(layer.offset) - i64::from(domain.offset());
            window(of_words(domain.words()), start + 64 * at)
        };
        let words = (0..i64::from(layer.len)).map(|at| match is_own {
            true => word(change.before, at) & !word(change.after, at),
            false => word(past.domain(layer.var), at),
        });
        of_words(&words.collect::<Vec<u64>>()).to_bitvec()
    }

    /// The nodes from which allowed arcs lead to the end, found from the end on. A level's last word may have bits that
    /// are not nodes and have no arcs.
    fn reaching_the_end(&self, allowed: &[Bits]) -> Bits {
        let arity = self.layers.len();
        let nodes = |level: usize| 64 * self.level_start[level]..64 * self.level_start[level + 1];
        let mut reaches = none_of(64 * self.level_start[arity + 1] as usize + 64);
        reaches.set(nodes(arity).start as usize, true);
        for at in (0..arity).rev() {
            let first = 64 * self.layers[at].start;
            for node in nodes(at) {
                let mut arcs = self.outward.of(node as usize).iter();
                let is_met = arcs.any(|&(to, value)| {
                    reaches[to as usize] && allowed[at][(value - first) as usize]
                });
                reaches.set(node as usize, is_met);
            }
        }
        reaches
    }
}
