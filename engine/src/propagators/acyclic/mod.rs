//! A graph without cycles.

use super::Presence;
use super::graph::{Graph, Sets};
use super::presence::Switch;
use crate::constraint::{Constraint, Scope};
use crate::literal::Literal;
use crate::propagator::{Conflict, Context, Propagator, Status};
use crate::queue::Lane;
use crate::reason::{Change, Past};
use crate::var::Var;

/// The edges that are in contain no cycle: an edge whose ends are already joined is out.
///
/// An edge that joins a vertex with itself is a cycle, and so are two edges between the same vertices.
///
/// # Strength and cost
///
/// Domain consistent as long as no variable occurs at two edges. O(vertices + edges) for a run after an edge came
/// in, O(edges that changed) for any other. Lane: heavy.
#[derive(Clone, Debug)]
pub struct Acyclic {
    graph: Graph,
    edges: Vec<Switch>,
    /// By tag: the edge.
    tracked: Vec<u32>,
    /// Scratch: the vertices that edges join.
    sets: Sets,
}

impl Acyclic {
    /// Over the vertices `0..vertices`; an edge is two vertices and its presence.
    ///
    /// # Panics
    /// If an edge names a vertex that does not exist.
    pub fn new(vertices: usize, edges: &[(usize, usize, Presence)]) -> Self {
        let (graph, edges) = Graph::with_presence(vertices, edges);
        Self {
            sets: Sets::new(vertices),
            tracked: Vec::with_capacity(edges.len()),
            graph,
            edges,
        }
    }

    fn prune(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        let sets = &mut self.sets;
        sets.split();
        let edges = || (0u32..).zip(self.graph.ends.iter().zip(&self.edges));
        for (edge, (&(a, b), there)) in edges() {
            if there.status(cx) == Some(true) && !sets.join(a, b) {
                cx.because(edge);
                return Err(Conflict);
            }
        }
        let (mut open, mut changed) = (false, false);
        for (edge, (&(a, b), there)) in edges() {
            if there.status(cx).is_some() {
                continue;
            }
            if sets.find(a) == sets.find(b) {
                cx.because(edge);
                there.decide(cx, false)?;
                changed = true;
            } else {
                open = true;
            }
        }
        Ok(match (open, changed) {
            // A variable at two edges may have put one in.
            (_, true) => Status::Active,
            (true, false) => Status::Fixpoint,
            (false, false) => Status::Entailed,
        })
    }
}

impl Constraint for Acyclic {
    type Propagator = Self;

    fn name(&self) -> &'static str {
        "acyclic"
    }

    fn for_each_var(&self, see: &mut dyn FnMut(Var)) {
        self.edges.iter().filter_map(|e| e.var()).for_each(see);
    }

    fn lane(&self) -> Lane {
        Lane::Heavy
    }

    fn attach(mut self, scope: &mut Scope<'_>) -> Self {
        for (edge, there) in (0..).zip(&self.edges) {
            if there.track(scope).is_some() {
                self.tracked.push(edge);
            }
        }
        self
    }
}

impl Propagator for Acyclic {
    fn propagate(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        // Only an edge that is put in can close a cycle. At the first run all are listed; one that is always there has
        // no tag.
        let fired = cx.fired();
        let came_in = |&tag: &u32| {
            let edge = self.tracked[tag as usize] as usize;
            self.edges[edge].status(cx) == Some(true)
        };
        if fired.len() < self.tracked.len() && !fired.iter().any(came_in) {
            return Ok(Status::Fixpoint);
        }
        self.prune(cx)
    }

    fn explain(&self, change: &Change<'_>, past: &Past<'_>, facts: &mut Vec<Literal>) {
        let edge = change.tag as usize;
        let (from, to) = self.graph.ends[edge];
        // The edges of a path between the ends, without the edge itself.
        let mut came: Vec<Option<u32>> = vec![None; self.graph.vertices];
        let mut queue = vec![from];
        let mut next = 0;
        while from != to && came[to as usize].is_none() {
            let Some(&v) = queue.get(next) else {
                return past.describe_scope(facts);
            };
            next += 1;
            for step in self.graph.around(v) {
                let there = self.edges[step.edge as usize].status_then(past) == Some(true);
                if there
                    && step.edge as usize != edge
                    && step.to != from
                    && came[step.to as usize].is_none()
                {
                    came[step.to as usize] = Some(step.edge);
                    queue.push(step.to);
                }
            }
        }
        let mut v = to;
        while let Some(step) = came[v as usize].filter(|_| v != from) {
            facts.extend(self.edges[step as usize].literal(true));
            let (a, b) = self.graph.ends[step as usize];
            v = if a == v { b } else { a };
        }
        if change.after.is_empty() {
            facts.extend(self.edges[edge].literal(true));
        }
    }
}

#[cfg(test)]
mod tests;
