//! Which changes make no difference, seen by looking around them.

use super::{Connected, Scratch, Standing};
use crate::propagator::Context;

impl Connected {
    /// Whether the changes since the last run can be shown to make no difference by looking around them.
    pub(super) fn changes_are_harmless(&mut self, cx: &Context<'_>) -> bool {
        let mut scratch = std::mem::take(&mut self.scratch);
        scratch.gained.clear();
        scratch.lost.clear();
        for &tag in cx.fired() {
            match self.standing(cx, tag) {
                Standing::Out => scratch.lost.push(tag),
                Standing::Member => scratch.gained.push(tag),
                Standing::Open => continue,
            }
            scratch.pending[tag as usize] = true;
        }
        let harmless =
            self.gains_are_harmless(cx, &mut scratch) && self.losses_are_harmless(cx, &mut scratch);
        for &v in scratch.gained.iter().chain(&scratch.lost) {
            scratch.pending[v as usize] = false;
        }
        self.scratch = scratch;
        harmless
    }

    /// One after another, a new member beside an old one becomes an old one.
    fn gains_are_harmless(&self, cx: &Context<'_>, scratch: &mut Scratch) -> bool {
        let mut left = scratch.gained.len();
        let mut progress = true;
        while left > 0 && progress {
            progress = false;
            for &v in &scratch.gained {
                let beside_old = || {
                    self.neighbours(v).iter().any(|&w| {
                        !scratch.pending[w as usize] && self.standing(cx, w) == Standing::Member
                    })
                };
                if scratch.pending[v as usize] && beside_old() {
                    scratch.pending[v as usize] = false;
                    left -= 1;
                    progress = true;
                }
            }
        }
        left == 0
    }

    /// One after another, a lost vertex with a way around it is taken out of the graph.
    fn losses_are_harmless(&self, cx: &Context<'_>, scratch: &mut Scratch) -> bool {
        // The graph as it was, with those lost vertices that have not been taken out yet.
        let there =
            |pending: &[bool], w: u32| pending[w as usize] || self.standing(cx, w) != Standing::Out;
        for &v in &scratch.lost {
            scratch.pending[v as usize] = false;
            let around = self.neighbours(v);
            for (i, &x) in around.iter().enumerate() {
                if !there(&scratch.pending, x) {
                    continue;
                }
                for &y in &around[i + 1..] {
                    if there(&scratch.pending, y) && !self.joined(cx, v, x, y) {
                        return false;
                    }
                }
            }
        }
        true
    }

    /// Whether `x` and `y` share an edge or a known member beside both, other than `without`.
    fn joined(&self, cx: &Context<'_>, without: u32, x: u32, y: u32) -> bool {
        // The anchor may have very many neighbours: look from the other side.
        let (x, y) = if self.neighbours(x).len() <= self.neighbours(y).len() {
            (x, y)
        } else {
            (y, x)
        };
        self.neighbours(x).iter().any(|&z| {
            z == y
                || z != without && self.standing(cx, z) == Standing::Member && self.share_edge(z, y)
        })
    }

    fn share_edge(&self, a: u32, b: u32) -> bool {
        let (a, b) = if self.neighbours(a).len() <= self.neighbours(b).len() {
            (a, b)
        } else {
            (b, a)
        };
        self.neighbours(a).contains(&b)
    }
}
