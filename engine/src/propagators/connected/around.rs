//! Which changes are harmless, found by a local search around them.

use super::{ConnectedPropagator, Scratch, Standing};
use crate::propagator::Context;

impl ConnectedPropagator {
    /// Whether a look at their surroundings shows that the changes since the last run are harmless.
    pub(super) fn changes_are_harmless(&mut self, cx: &Context<'_>) -> bool {
        let n = self.vertices.len() as u32;
        let mut scratch = std::mem::take(&mut self.scratch);
        scratch.gained.clear();
        scratch.lost.clear();
        let mut lost_edge = false;
        for &tag in cx.fired() {
            let element = self.tracked[tag as usize];
            if element >= n {
                let edge = element - n;
                lost_edge |= self.edges[edge as usize].status(cx) == Some(false);
                continue;
            }
            match self.standing(cx, element) {
                Standing::Out => scratch.lost.push(element),
                Standing::Member => scratch.gained.push(element),
                Standing::Open => continue,
            }
            scratch.pending[element as usize] = true;
        }
        let harmless = !lost_edge
            && self.gains_are_harmless(cx, &mut scratch)
            && self.losses_are_harmless(cx, &mut scratch);
        for &v in scratch.gained.iter().chain(&scratch.lost) {
            scratch.pending[v as usize] = false;
        }
        self.scratch = scratch;
        harmless
    }

    fn edge_is_in(&self, cx: &Context<'_>, edge: u32) -> bool {
        !self.optional || self.edges[edge as usize].status(cx) == Some(true)
    }

    /// One after another, a new member beside an old member becomes an old one.
    fn gains_are_harmless(&self, cx: &Context<'_>, scratch: &mut Scratch) -> bool {
        let mut left = scratch.gained.len();
        let mut progress = true;
        while left > 0 && progress {
            progress = false;
            for &v in &scratch.gained {
                let beside_old = || {
                    self.graph.around(v).iter().any(|step| {
                        !scratch.pending[step.to as usize]
                            && self.standing(cx, step.to) == Standing::Member
                            && self.edge_is_in(cx, step.edge)
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
        let possible =
            |edge: u32| !self.optional || self.edges[edge as usize].status(cx) != Some(false);
        for &v in &scratch.lost {
            scratch.pending[v as usize] = false;
            let around = self.graph.around(v);
            for (i, x) in around.iter().enumerate() {
                if !there(&scratch.pending, x.to) || !possible(x.edge) {
                    continue;
                }
                for y in &around[i + 1..] {
                    if there(&scratch.pending, y.to)
                        && possible(y.edge)
                        && !self.joined(cx, v, x.to, y.to)
                    {
                        return false;
                    }
                }
            }
        }
        true
    }

    /// Whether `x` and `y` are joined directly or through a known member other than `without`, by edges that are in.
    fn joined(&self, cx: &Context<'_>, without: u32, x: u32, y: u32) -> bool {
        if x == y {
            return true;
        }
        // The anchor may have very many neighbours: look from the other side.
        let (x, y) = self.fewer_neighbours_first(x, y);
        self.graph.around(x).iter().any(|step| {
            let z = step.to;
            self.edge_is_in(cx, step.edge)
                && (z == y
                    || z != without
                        && self.standing(cx, z) == Standing::Member
                        && self.share_edge(cx, z, y))
        })
    }

    fn share_edge(&self, cx: &Context<'_>, a: u32, b: u32) -> bool {
        let (a, b) = self.fewer_neighbours_first(a, b);
        let mut around = self.graph.around(a).iter();
        around.any(|step| step.to == b && self.edge_is_in(cx, step.edge))
    }

    fn fewer_neighbours_first(&self, a: u32, b: u32) -> (u32, u32) {
        if self.graph.around(a).len() <= self.graph.around(b).len() {
            (a, b)
        } else {
            (b, a)
        }
    }
}
