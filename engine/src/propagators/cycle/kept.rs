//! What a cycle keeps from run to run: which edges are in and out, and how far they have been looked at.
//!
//! Lists grow as edges are found, and only their lengths are on the trail: what lies beyond is overwritten.

use super::strand::Strand;
use super::why::Why;
use crate::propagator::{Conflict, Context};
use crate::trail::{AllocateState, ReadState, RevInt, RevWords, WriteState};

/// The reversible state of a cycle without an apex. Without it each run read all edges, walked along all paths and
/// searched the whole grid: three quarters of the time of a yajilin of 45×31.
#[derive(Clone, Debug)]
pub(super) struct Kept {
    /// The edges that are in, in the order in which they were found.
    ins: Vec<u32>,
    /// How many there are.
    count: RevInt,
    /// How many of them have been walked along.
    walked: RevInt,
    /// Whether these all lie on one path (1) or not (0).
    lone: RevInt,
    /// A bit for each edge that is in, and for each that is out.
    inside: RevWords,
    out: RevWords,
    /// The number of those that are out.
    outs: RevInt,
    /// That number when the blocks were last found; -1 if they never were.
    searched: RevInt,
    /// Whether an edge was in at that time (1) or not (0).
    had_known: RevInt,
    /// Scratch. By edge: the last walk that went along it.
    seen: Vec<u64>,
    walks: u64,
}

/// Where a path of edges that are in ends, on both sides, and its number of edges; or that it is a cycle.
enum Path {
    Open([u32; 2], usize),
    Closed,
}

#[inline]
fn has(words: &[u64], edge: u32) -> bool {
    words[edge as usize / 64] >> (edge % 64) & 1 == 1
}

impl Kept {
    pub(super) fn new(edges: usize, scope: &mut impl AllocateState) -> Self {
        let words = vec![0; edges.div_ceil(64)];
        Self {
            ins: Vec::with_capacity(edges),
            count: scope.new_int(0),
            walked: scope.new_int(0),
            lone: scope.new_int(1),
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
    fn note(&mut self, cx: &mut Context<'_>, edge: u32, status: Option<bool>) {
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
}

impl Strand {
    /// Notes the changes since the last run.
    pub(super) fn note_changes(&mut self, kept: &mut Kept, cx: &mut Context<'_>) {
        if cx.runs_afresh() {
            for edge in 0..self.edges.len() as u32 {
                let status = self.edges[edge as usize].status(cx);
                kept.note(cx, edge, status);
            }
            return;
        }
        for i in 0..cx.fired().len() {
            let edge = self.tracked[cx.fired()[i] as usize];
            let status = self.edges[edge as usize].status(cx);
            kept.note(cx, edge, status);
        }
    }

    /// Walks along the paths with new edges, and prevents that one of them closes while there are other edges. True if the
    /// one cycle is closed.
    pub(super) fn keep_new_open(
        &mut self,
        kept: &mut Kept,
        cx: &mut Context<'_>,
    ) -> Result<bool, Conflict> {
        let (count, walked) = (cx.int(kept.count) as usize, cx.int(kept.walked) as usize);
        if count == walked {
            return Ok(false);
        }
        // What might close the only path may not any more.
        let from = if cx.int(kept.lone) == 1 { 0 } else { walked };
        kept.walks += 1;
        let mut lone = false;
        for at in from..count {
            let edge = kept.ins[at];
            if kept.seen[edge as usize] == kept.walks {
                continue;
            }
            match self.path_of(kept, cx, edge) {
                Path::Closed => {
                    self.only_cycle(kept, cx, edge)?;
                    return Ok(true);
                }
                Path::Open(_, edges) if edges == count => lone = true,
                Path::Open([a, b], _) => {
                    for at in self.graph.starts[a as usize]..self.graph.starts[a as usize + 1] {
                        let step = self.graph.around[at as usize];
                        if step.to == b && self.edges[step.edge as usize].status(cx).is_none() {
                            self.decide(cx, step.edge, false, Why::Closing.tag(step.edge))?;
                        }
                    }
                }
            }
        }
        cx.set_int(kept.walked, count as i64);
        cx.set_int(kept.lone, i64::from(lone));
        Ok(false)
    }

    /// The path or cycle of an edge that is in. No vertex has more than two such edges.
    fn path_of(&self, kept: &mut Kept, cx: &Context<'_>, edge: u32) -> Path {
        let inside = cx.words(kept.inside);
        let mut length = 1;
        kept.seen[edge as usize] = kept.walks;
        let (a, b) = self.graph.ends[edge as usize];
        let mut ends = [a, b];
        for end in &mut ends {
            let mut by = edge;
            loop {
                let mut steps = self.graph.around(*end).iter();
                let Some(step) = steps.find(|step| step.edge != by && has(inside, step.edge))
                else {
                    break;
                };
                if step.edge == edge {
                    return Path::Closed;
                }
                kept.seen[step.edge as usize] = kept.walks;
                length += 1;
                (*end, by) = (step.to, step.edge);
            }
        }
        Path::Open(ends, length)
    }

    /// Leaves nothing but the cycle with an edge.
    fn only_cycle(
        &mut self,
        kept: &mut Kept,
        cx: &mut Context<'_>,
        edge: u32,
    ) -> Result<(), Conflict> {
        // Not what was walked along before.
        kept.walks += 1;
        self.path_of(kept, cx, edge);
        for other in 0..self.edges.len() as u32 {
            let is_out = self.edges[other as usize].status(cx) == Some(false);
            if !is_out && kept.seen[other as usize] != kept.walks {
                self.decide(cx, other, false, Why::Closed.tag(other))?;
            }
        }
        Ok(())
    }

    /// All edges lie in one block of the graph of those that are not out: looked at again if more of them are.
    pub(super) fn keep_block(
        &mut self,
        kept: &mut Kept,
        cx: &mut Context<'_>,
    ) -> Result<(), Conflict> {
        let (outs, is_known) = (cx.int(kept.outs), cx.int(kept.count) > 0);
        let is_first = is_known && cx.int(kept.had_known) == 0;
        if outs == cx.int(kept.searched) && !is_first {
            return Ok(());
        }
        if is_known {
            self.only_known_block(kept, cx)?;
        } else {
            for (status, there) in self.status.iter_mut().zip(&self.edges) {
                *status = there.status(cx);
            }
            self.one_block(cx)?;
        }
        if !self.pruned {
            cx.set_int(kept.searched, outs);
            cx.set_int(kept.had_known, i64::from(is_known));
        }
        Ok(())
    }

    /// The same if an edge is known: only what can be reached from there is searched.
    fn only_known_block(&mut self, kept: &Kept, cx: &mut Context<'_>) -> Result<(), Conflict> {
        let known = kept.ins[0];
        let root = self.graph.ends[known as usize].0;
        let mut blocks = std::mem::take(&mut self.blocks);
        let out = cx.words(kept.out);
        blocks.find(&self.graph, [root], |edge| !has(out, edge));
        let the_one = blocks.of[known as usize];
        let edges = blocks.blocks[the_one as usize].edges;
        let left = self.edges.len() as i64 - cx.int(kept.outs);
        let mut outcome = Ok(());
        if edges == 1 || i64::from(edges) < left {
            for edge in 0..self.edges.len() as u32 {
                let is_in_block = edges > 1 && blocks.of[edge as usize] == the_one;
                if !is_in_block && !has(cx.words(kept.out), edge) {
                    outcome = self.decide(cx, edge, false, Why::Block.tag(edge));
                    if outcome.is_err() {
                        break;
                    }
                }
            }
        }
        self.blocks = blocks;
        outcome
    }
}
