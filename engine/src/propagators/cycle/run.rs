//! A run of a cycle without an apex, from what has changed since the last one.

use super::state::{Path, State, has};
use super::strand::Strand;
use super::why::Why;
use crate::propagator::{Conflict, Context, Status};
use crate::trail::{ReadState, WriteState};

impl Strand {
    /// One run of a cycle without an apex, which looks only at what has changed.
    pub(super) fn propagate_incrementally(
        &mut self,
        state: &mut State,
        cx: &mut Context<'_>,
    ) -> Result<Status, Conflict> {
        self.queue.clear();
        self.queued.fill(false);
        self.note_changes(state, cx);
        // The more expensive part waits until the cheaper propagators have run.
        self.count_edges(cx)?;
        if self.pruned {
            return Ok(Status::Active);
        }
        let closed = self.keep_new_open(state, cx)?;
        if self.pruned {
            return Ok(Status::Active);
        }
        if closed {
            return Ok(Status::Entailed);
        }
        self.keep_block(state, cx)?;
        Ok(if self.pruned {
            Status::Active
        } else {
            Status::Fixpoint
        })
    }

    /// Notes the changes since the last run, and queues their vertices.
    fn note_changes(&mut self, state: &mut State, cx: &mut Context<'_>) {
        if cx.runs_afresh() {
            for edge in 0..self.graph.edges.len() as u32 {
                let status = self.graph.edges[edge as usize].status(cx);
                state.note(cx, edge, status);
            }
            (0..self.graph.vertices.len() as u32).for_each(|v| self.enqueue(v));
            return;
        }
        for i in 0..cx.fired().len() {
            let edge = self.tracked[cx.fired()[i] as usize];
            let status = self.graph.edges[edge as usize].status(cx);
            state.note(cx, edge, status);
            let (a, b) = self.graph.ends[edge as usize];
            self.enqueue(a);
            self.enqueue(b);
        }
    }

    /// Walks along the paths with new edges, and prevents that one of them closes while there are other edges. True if
    /// the one cycle is closed.
    fn keep_new_open(&mut self, state: &mut State, cx: &mut Context<'_>) -> Result<bool, Conflict> {
        let (count, walked) = (cx.int(state.count) as usize, cx.int(state.walked) as usize);
        if count == walked {
            return Ok(false);
        }
        // While there was one path, an edge that closes it was left open. It goes out now that there may be others.
        let from = if cx.int(state.one_path) == 1 {
            0
        } else {
            walked
        };
        state.walks += 1;
        let mut one_path = false;
        for at in from..count {
            let edge = state.ins[at];
            if state.seen[edge as usize] == state.walks {
                continue;
            }
            match state.path_of(&self.graph, cx, edge) {
                Path::Closed => {
                    self.only_cycle(state, cx, edge)?;
                    return Ok(true);
                }
                Path::Open(_, edges) if edges == count => one_path = true,
                Path::Open([a, b], _) => {
                    for at in self.graph.starts[a as usize]..self.graph.starts[a as usize + 1] {
                        let step = self.graph.around[at as usize];
                        if step.to == b && self.graph.edges[step.edge as usize].status(cx).is_none()
                        {
                            self.decide(cx, step.edge, false, Why::Closing.tag(step.edge))?;
                        }
                    }
                }
            }
        }
        cx.set_int(state.walked, count as i64);
        cx.set_int(state.one_path, i64::from(one_path));
        Ok(false)
    }

    /// Puts out every edge that is not on the cycle through this one.
    fn only_cycle(
        &mut self,
        state: &mut State,
        cx: &mut Context<'_>,
        edge: u32,
    ) -> Result<(), Conflict> {
        // A walk of its own marks this cycle alone, not the paths walked along before.
        state.walks += 1;
        state.path_of(&self.graph, cx, edge);
        for other in 0..self.graph.edges.len() as u32 {
            let is_out = self.graph.edges[other as usize].status(cx) == Some(false);
            if !is_out && state.seen[other as usize] != state.walks {
                self.decide(cx, other, false, Why::Closed.tag(other))?;
            }
        }
        Ok(())
    }

    /// All edges lie in one block of the graph of those that are not out: looked at again if more of them are.
    fn keep_block(&mut self, state: &mut State, cx: &mut Context<'_>) -> Result<(), Conflict> {
        let is_known = cx.int(state.count) > 0;
        let is_first = is_known && cx.int(state.had_known) == 0;
        if cx.int(state.outs) == cx.int(state.searched) && !is_first {
            return Ok(());
        }
        if is_known {
            self.only_known_block(state, cx)?;
        } else {
            for (status, there) in self.status.iter_mut().zip(&*self.graph.edges) {
                *status = there.status(cx);
            }
            self.one_block(cx)?;
        }
        // Without the edges that it has put out the blocks are what they were: these need no further search.
        for &edge in &self.decided {
            state.note(cx, edge, Some(false));
        }
        let outs = cx.int(state.outs);
        cx.set_int(state.searched, outs);
        cx.set_int(state.had_known, i64::from(is_known));
        Ok(())
    }

    /// The same once an edge is in: only what can be reached from that edge is searched.
    fn only_known_block(&mut self, state: &State, cx: &mut Context<'_>) -> Result<(), Conflict> {
        let known = state.ins[0];
        let root = self.graph.ends[known as usize].0;
        let mut blocks = std::mem::take(&mut self.blocks);
        let out = cx.words(state.out);
        let left = self.graph.edges.len() as i64 - cx.int(state.outs);
        if blocks.are_one(&self.graph, root, out, left as usize) {
            self.blocks = blocks;
            return Ok(());
        }
        blocks.find_from(&self.graph, root, |edge| !has(out, edge));
        let the_one = blocks.of[known as usize];
        let edges = blocks.blocks[the_one as usize].edges;
        let mut outcome = Ok(());
        if edges == 1 || i64::from(edges) < left {
            for edge in 0..self.graph.edges.len() as u32 {
                let is_in_block = edges > 1 && blocks.of[edge as usize] == the_one;
                if !is_in_block && !has(cx.words(state.out), edge) {
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
