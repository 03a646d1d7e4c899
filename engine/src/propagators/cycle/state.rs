//! What a cycle keeps from run to run: which edges are in and out, and how far they have been looked at.
//!
//! Lists grow as edges are found, and only their lengths are on the trail: what lies beyond is overwritten.

use crate::propagator::Context;
use crate::propagators::graph::Graph;
use crate::trail::{AllocateState, ReadState, RevInt, RevWords, WriteState};

/// The reversible state of a cycle without an apex. Without it each run read all edges, walked along all paths and
/// searched the whole grid: three quarters of the time of a yajilin of 45×31.
#[derive(Clone, Debug)]
pub(super) struct State {
    /// The edges that are in, in the order in which they were found.
    pub(super) ins: Vec<u32>,
    /// How many there are.
    pub(super) count: RevInt,
    /// How many of them have been walked along.
    pub(super) walked: RevInt,
    /// Whether these all lie on one path (1) or not (0).
    pub(super) one_path: RevInt,
    /// A bit for each edge that is in, and for each that is out.
    pub(super) inside: RevWords,
    pub(super) out: RevWords,
    /// The number of those that are out.
    pub(super) outs: RevInt,
    /// That number when the blocks were last found; -1 if they never were.
    pub(super) searched: RevInt,
    /// Whether an edge was in at that time (1) or not (0).
    pub(super) had_known: RevInt,
    /// Scratch. By edge: the last walk that went along it.
    pub(super) seen: Vec<u64>,
    pub(super) walks: u64,
}

/// Where a path of edges that are in ends, on both sides, and its number of edges; or that it is a cycle.
pub(super) enum Path {
    Open([u32; 2], usize),
    Closed,
}

/// Whether the bit of an edge is set.
#[inline]
pub(super) fn has(words: &[u64], edge: u32) -> bool {
    words[edge as usize / 64] >> (edge % 64) & 1 == 1
}

impl State {
    pub(super) fn new(edges: usize, scope: &mut impl AllocateState) -> Self {
        let words = vec![0; edges.div_ceil(64)];
        Self {
            ins: Vec::with_capacity(edges),
            count: scope.new_int(0),
            walked: scope.new_int(0),
            one_path: scope.new_int(1),
            inside: scope.new_words(&words),
            out: scope.new_words(&words),
            outs: scope.new_int(0),
            searched: scope.new_int(-1),
            had_known: scope.new_int(0),
            seen: vec![0; edges],
            walks: 0,
        }
    }

    /// Notes the status of an edge.
    pub(super) fn note(&mut self, cx: &mut Context<'_>, edge: u32, status: Option<bool>) {
        let (block, counter) = match status {
            Some(true) => (self.inside, self.count),
            Some(false) => (self.out, self.outs),
            None => return,
        };
        let word = cx.words(block)[edge as usize / 64];
        let bit = 1 << (edge % 64);
        if word & bit != 0 {
            return;
        }
        cx.set_word(block, edge as usize / 64, word | bit);
        let count = cx.int(counter);
        cx.set_int(counter, count + 1);
        if status == Some(true) {
            self.ins.truncate(count as usize);
            self.ins.push(edge);
        }
    }

    /// The path or cycle of an edge that is in. No vertex has more than two such edges.
    pub(super) fn path_of(&mut self, graph: &Graph, cx: &Context<'_>, edge: u32) -> Path {
        let inside = cx.words(self.inside);
        let mut length = 1;
        self.seen[edge as usize] = self.walks;
        let (a, b) = graph.ends[edge as usize];
        let mut ends = [a, b];
        for end in &mut ends {
            let mut by = edge;
            loop {
                let mut steps = graph.around(*end).iter();
                let Some(step) = steps.find(|step| step.edge != by && has(inside, step.edge))
                else {
                    break;
                };
                if step.edge == edge {
                    return Path::Closed;
                }
                self.seen[step.edge as usize] = self.walks;
                length += 1;
                (*end, by) = (step.to, step.edge);
            }
        }
        Path::Open(ends, length)
    }
}
