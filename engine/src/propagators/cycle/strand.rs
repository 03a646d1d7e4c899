//! The reasoning that a cycle and a path share.

use std::iter::repeat_n;

use super::blocks::Blocks;
use super::state::State;
use super::why::Why;
use crate::constraint::Scope;
use crate::propagator::{Conflict, Context, Status};
use crate::propagators::graph::Graph;
use crate::propagators::presence::Switch;
use crate::var::Var;

/// One simple cycle, through the apex if there is one.
///
/// A path is a cycle through an apex that is a neighbour of every vertex. The edges to the apex have no variables:
/// their state is derived again in each run.
#[derive(Clone, Debug)]
pub(super) struct Strand {
    /// The edges to the apex come last and have no presence.
    pub(super) graph: Graph,
    /// Edges from a vertex to itself: never part of it.
    pub(super) self_loops: Vec<Switch>,
    pub(super) apex: Option<u32>,
    /// By tag: the edge.
    pub(super) tracked: Vec<u32>,
    /// Of a cycle without an apex, once it is attached.
    state: Option<State>,
    // The rest is scratch.
    /// By edge, as read before a walk.
    pub(super) status: Vec<Option<bool>>,
    /// Vertices whose edges are to be counted.
    pub(super) queue: Vec<u32>,
    /// By vertex: whether it is in the queue.
    // Bytes: bits cost 3 % of the instructions of a slitherlink.
    pub(super) queued: Vec<bool>,
    pub(super) blocks: Blocks,
    /// By vertex: the other end of the path of known edges that ends here; the vertex itself if there is none.
    far: Vec<u32>,
    /// The edges with a variable that this run has decided.
    pub(super) decided: Vec<u32>,
    /// Whether an edge with a variable was decided, or one without.
    pub(super) pruned: bool,
    guessed: bool,
}

/// What the walk along the known edges has found.
enum Walked {
    /// A cycle, with an edge of it.
    Closed(u32),
    /// The number of paths, and whether the apex lies on one of them.
    Paths(usize, bool),
}

impl Strand {
    pub(super) fn new(of: &Graph, apex: bool) -> Self {
        let vertices = of.vertices.len();
        let (self_loops, edges): (Vec<_>, Vec<_>) =
            of.numbered_edges().partition(|(_, (a, b), _)| a == b);
        let n = vertices + usize::from(apex);
        let spokes = if apex { vertices } else { 0 };
        let ends = edges.iter().map(|&(_, (a, b), _)| (a as usize, b as usize));
        let graph = Graph::of(
            repeat_n(Switch::Constant(true), n).collect(),
            edges.iter().map(|&(.., there)| there).collect(),
            ends.chain((0..spokes).map(|v| (v, vertices))),
        );
        let blocks = Blocks::new(&graph);
        Self {
            self_loops: self_loops.into_iter().map(|(.., there)| there).collect(),
            apex: apex.then_some(vertices as u32),
            tracked: Vec::new(),
            state: None,
            status: vec![None; graph.ends.len()],
            queue: Vec::with_capacity(n),
            queued: vec![false; n],
            blocks,
            far: vec![0; n],
            decided: Vec::new(),
            pruned: false,
            guessed: false,
            graph,
        }
    }

    pub(super) fn for_each_var(&self, see: &mut dyn FnMut(Var)) {
        self.graph.for_each_var(see);
        self.self_loops
            .iter()
            .filter_map(|there| there.var())
            .for_each(see);
    }

    pub(super) fn attach(&mut self, scope: &mut Scope<'_>) {
        for (edge, there) in (0..).zip(&*self.graph.edges) {
            if there.track(scope).is_some() {
                self.tracked.push(edge);
            }
        }
        for there in &self.self_loops {
            if let Some((var, _)) = there.events(scope) {
                scope.cover(var);
            }
        }
        if self.apex.is_none() {
            self.state = Some(State::new(self.graph.edges.len(), scope));
        }
    }

    pub(super) fn propagate(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        for (self_loop, there) in (0..).zip(&self.self_loops) {
            cx.because(Why::SelfLoop.tag(self_loop));
            there.decide(cx, false)?;
        }
        self.pruned = false;
        self.decided.clear();
        let Some(mut state) = self.state.take() else {
            return self.propagate_with_apex(cx);
        };
        let outcome = self.propagate_incrementally(&mut state, cx);
        self.state = Some(state);
        outcome
    }

    /// With an apex, whose edges have no variables to tell what has changed.
    fn propagate_with_apex(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        self.status[self.graph.edges.len()..].fill(None);
        self.guessed = false;
        self.queue.clear();
        self.queued.fill(false);
        for v in 0..self.graph.vertices.len() as u32 {
            self.enqueue(v);
        }
        loop {
            // The more expensive part waits until the cheaper propagators have run.
            self.count_edges(cx)?;
            if self.pruned {
                return Ok(Status::Active);
            }
            self.guessed = false;
            for (status, there) in self.status.iter_mut().zip(&*self.graph.edges) {
                *status = there.status(cx);
            }
            let closed = self.keep_open(cx)?;
            if closed && !self.pruned {
                return Ok(Status::Entailed);
            }
            if !self.pruned && !self.guessed {
                self.one_block(cx)?;
            }
            if self.pruned {
                return Ok(Status::Active);
            }
            if !self.guessed {
                return Ok(Status::Fixpoint);
            }
        }
    }

    pub(super) fn enqueue(&mut self, vertex: u32) {
        if !std::mem::replace(&mut self.queued[vertex as usize], true) {
            self.queue.push(vertex);
        }
    }

    /// The state of an edge; counting must not wait until the states of all edges have been read.
    #[inline]
    fn known(&self, cx: &Context<'_>, edge: u32) -> Option<bool> {
        match self.graph.edges.get(edge as usize) {
            Some(there) => there.status(cx),
            None => self.status[edge as usize],
        }
    }

    /// Decides an edge, for a reason.
    pub(super) fn decide(
        &mut self,
        cx: &mut Context<'_>,
        edge: u32,
        there: bool,
        tag: u32,
    ) -> Result<(), Conflict> {
        cx.because(tag);
        match self.graph.edges.get(edge as usize) {
            Some(presence) => {
                presence.decide(cx, there)?;
                self.decided.push(edge);
                self.pruned = true;
            }
            None if self.status[edge as usize] == Some(!there) => return Err(Conflict),
            None => {
                self.status[edge as usize] = Some(there);
                self.guessed = true;
            }
        }
        let (a, b) = self.graph.ends[edge as usize];
        self.enqueue(a);
        self.enqueue(b);
        Ok(())
    }

    /// Two edges or none at each vertex.
    pub(super) fn count_edges(&mut self, cx: &mut Context<'_>) -> Result<(), Conflict> {
        while let Some(v) = self.queue.pop() {
            self.queued[v as usize] = false;
            let (mut there, mut open) = (0, 0);
            for step in self.graph.around(v) {
                match self.known(cx, step.edge) {
                    Some(true) => there += 1,
                    None => open += 1,
                    Some(false) => {}
                }
            }
            let needed = there > 0 || self.apex == Some(v);
            let excess = there > 2;
            // All open edges are decided the same way, or there is a contradiction.
            let put_in = match (there, open) {
                _ if excess => false,
                (2, 1..) => false,
                (0, 1) => false,
                (1, 1) => true,
                (0, 2) if needed => true,
                (1, 0) => false,
                (0, 0) if needed => {
                    cx.because(Why::Empty.tag(0));
                    return Err(Conflict);
                }
                _ => continue,
            };
            for at in self.graph.starts[v as usize]..self.graph.starts[v as usize + 1] {
                let edge = self.graph.around[at as usize].edge;
                let status = self.known(cx, edge);
                let contradicts = (excess || there == 1 && open == 0) && status == Some(true);
                if status.is_none() || contradicts {
                    let why = if put_in { Why::Needed } else { Why::Count };
                    let end = u32::from(self.graph.ends[edge as usize].1 == v);
                    self.decide(cx, edge, put_in, why.tag(2 * edge + end))?;
                }
            }
        }
        Ok(())
    }

    /// Prevents closing a cycle while there are other edges. True if the one cycle is closed.
    fn keep_open(&mut self, cx: &mut Context<'_>) -> Result<bool, Conflict> {
        let (paths, with_apex) = match self.walk() {
            Walked::Closed(edge) => {
                for other in 0..self.graph.edges.len() as u32 {
                    if self.status[other as usize] != Some(false) && !self.on_walk(other) {
                        self.decide(cx, other, false, Why::Closed.tag(other))?;
                    }
                }
                // A cycle that misses the apex.
                if self
                    .apex
                    .is_some_and(|apex| self.far[apex as usize] != u32::MAX)
                {
                    cx.because(Why::Closed.tag(edge));
                    return Err(Conflict);
                }
                return Ok(true);
            }
            Walked::Paths(paths, with_apex) => (paths, with_apex),
        };
        if paths == 0 || paths == 1 && with_apex {
            return Ok(false);
        }
        for edge in 0..self.status.len() as u32 {
            let (a, b) = self.graph.ends[edge as usize];
            if self.far[a as usize] == b && self.status[edge as usize].is_none() {
                self.decide(cx, edge, false, Why::Closing.tag(edge))?;
            }
        }
        Ok(false)
    }

    /// Whether an edge lies on the cycle that the walk has found.
    fn on_walk(&self, edge: u32) -> bool {
        let (a, b) = self.graph.ends[edge as usize];
        self.status[edge as usize] == Some(true)
            && self.far[a as usize] == u32::MAX
            && self.far[b as usize] == u32::MAX
    }

    /// Walks along the known edges; at most two of them meet at a vertex. The vertices of a cycle get `u32::MAX` for
    /// their far end.
    fn walk(&mut self) -> Walked {
        let Self {
            graph,
            status,
            far,
            queued,
            ..
        } = self;
        // `queued` is all false between counts: here it marks the vertices walked over.
        let next = |v: u32, by: u32| {
            let known = |step: &&crate::propagators::graph::Step| {
                step.edge != by && status[step.edge as usize] == Some(true)
            };
            graph.around(v).iter().find(known).copied()
        };
        let second = |v: u32| next(v, next(v, u32::MAX).map_or(u32::MAX, |step| step.edge));
        let mut found = Walked::Paths(0, false);
        let (mut paths, mut with_apex) = (0, false);
        for v in 0..graph.vertices.len() as u32 {
            far[v as usize] = v;
        }
        // The ends of paths first: only cycles remain after that.
        for start in 0..graph.vertices.len() as u32 {
            let Some(mut step) = next(start, u32::MAX) else {
                continue;
            };
            if queued[start as usize] || second(start).is_some() {
                continue;
            }
            paths += 1;
            with_apex |= self.apex == Some(start);
            queued[start as usize] = true;
            loop {
                queued[step.to as usize] = true;
                with_apex |= self.apex == Some(step.to);
                match next(step.to, step.edge) {
                    Some(further) => step = further,
                    None => break,
                }
            }
            far[start as usize] = step.to;
            far[step.to as usize] = start;
        }
        for start in 0..graph.vertices.len() as u32 {
            if queued[start as usize] {
                continue;
            }
            if let Some(mut step) = next(start, u32::MAX) {
                found = Walked::Closed(step.edge);
                far[start as usize] = u32::MAX;
                while step.to != start {
                    far[step.to as usize] = u32::MAX;
                    match next(step.to, step.edge) {
                        Some(further) => step = further,
                        None => break,
                    }
                }
                break;
            }
        }
        queued.fill(false);
        if let Walked::Paths(..) = found {
            found = Walked::Paths(paths, with_apex);
        }
        found
    }

    /// All edges lie in one block of the graph of those that are not out.
    pub(super) fn one_block(&mut self, cx: &mut Context<'_>) -> Result<(), Conflict> {
        let mut blocks = std::mem::take(&mut self.blocks);
        let status = &self.status;
        let start = self.apex.unwrap_or(0);
        if !self.graph.vertices.is_empty() {
            blocks.find(&self.graph, start, |edge| {
                status[edge as usize] != Some(false)
            });
        }
        let outcome = self.keep_one_block(cx, &blocks);
        self.blocks = blocks;
        outcome
    }

    fn keep_one_block(&mut self, cx: &mut Context<'_>, blocks: &Blocks) -> Result<(), Conflict> {
        let edges = 0..self.status.len() as u32;
        let known = edges
            .clone()
            .find(|&edge| self.status[edge as usize] == Some(true));
        let the_one = known.map(|edge| blocks.of[edge as usize]);
        let mut possible = false;
        for edge in edges {
            let status = self.status[edge as usize];
            if status == Some(false) {
                continue;
            }
            possible = true;
            let block = blocks.of[edge as usize];
            let place = blocks.blocks[block as usize];
            // A cycle that misses the apex is not allowed: the blocks are those whose top is the apex.
            let beside = self.apex.is_some_and(|apex| place.top != apex);
            if place.edges == 1 || beside || the_one.is_some_and(|the_one| the_one != block) {
                self.decide(cx, edge, false, Why::Block.tag(edge))?;
            }
        }
        if !possible {
            cx.because(Why::Empty.tag(0));
            return Err(Conflict);
        }
        Ok(())
    }
}
