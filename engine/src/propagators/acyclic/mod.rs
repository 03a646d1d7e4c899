//! A graph without cycles.

use super::graph::{Graph, Sets};
use crate::constraint::{Constraint, Scope};
use crate::literal::Literal;
use crate::propagator::{Conflict, Context, Propagator, Status};
use crate::queue::Lane;
use crate::reason::{Change, Past};
use crate::var::Var;

/// The edges that are in contain no cycle: an edge whose ends are already connected is out.
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
    /// By tag: the element of the graph.
    tracked: Vec<u32>,
    /// Scratch: the vertices that edges join.
    sets: Sets,
}

impl Acyclic {
    /// The edges of `graph` that are in contain no cycle. Whether its vertices are in does not matter.
    pub fn new(graph: Graph) -> Self {
        Self {
            sets: Sets::new(graph.vertices.len()),
            tracked: Vec::new(),
            graph,
        }
    }

    fn prune(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        let sets = &mut self.sets;
        sets.split();
        for (edge, (a, b), there) in self.graph.numbered_edges() {
            if there.status(cx) == Some(true) && !sets.join(a, b) {
                cx.because(edge);
                return Err(Conflict);
            }
        }
        let (mut open, mut changed) = (false, false);
        for (edge, (a, b), there) in self.graph.numbered_edges() {
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
        self.graph.for_each_var(see);
    }

    fn lane(&self) -> Lane {
        Lane::Heavy
    }

    fn attach(mut self, scope: &mut Scope<'_>) -> Self {
        self.tracked = self.graph.track(scope);
        self
    }
}

impl Propagator for Acyclic {
    fn propagate(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        // Only an edge that is put in can close a cycle. At the first run all are listed; one that is always there has
        // no tag.
        let fired = cx.fired();
        let came_in = |&tag: &u32| {
            let element = self.tracked[tag as usize] as usize;
            let edge = element.checked_sub(self.graph.vertices.len());
            edge.is_some_and(|edge| self.graph.edges[edge].status(cx) == Some(true))
        };
        if fired.len() < self.tracked.len() && !fired.iter().any(came_in) {
            return Ok(Status::Fixpoint);
        }
        self.prune(cx)
    }

    fn explain(&self, change: &Change<'_>, past: &Past<'_>, facts: &mut Vec<Literal>) {
        let edge = change.tag;
        let (from, to) = self.graph.ends[edge as usize];
        let reached = self.graph.search(past, from, Some(edge), Some(to));
        if self.graph.explain_path(&reached, to, facts).is_none() {
            return past.describe_scope(facts);
        }
        if change.after.is_empty() {
            facts.extend(self.graph.edges[edge as usize].literal(true));
        }
    }
}

#[cfg(test)]
mod tests;
