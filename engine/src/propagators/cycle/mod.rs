//! Edges that form one cycle, or one path.

use self::strand::Strand;
use super::graph::Graph;
use crate::constraint::{Constraint, Scope};
use crate::literal::Literal;
use crate::propagator::{Conflict, Context, Propagator, Status};
use crate::queue::Lane;
use crate::reason::{Change, Past};
use crate::var::Var;

mod blocks;
mod explain;
mod run;
mod state;
mod strand;
mod why;

/// The edges that are in form exactly one simple cycle: each vertex has two of them or none, and all are connected; or
/// [exactly one simple path](Self::path). Whether the vertices are in does not matter.
///
/// There is at least one edge. An edge that joins a vertex with itself is never part of it; two edges between the
/// same vertices are a cycle.
///
/// It derives, each with a sharp reason:
/// - at a vertex: two edges in leave the others out; an edge in needs another; a single remaining edge is out;
/// - an edge between the two ends of a path of known edges is out as long as there are known edges elsewhere;
/// - a cycle lies in one block (a maximal part without a cut vertex) of the graph of edges that are not out:
///   edges in other blocks than a known one are out, and so are bridges.
///
/// It does not notice that two vertices together cut off a known edge, so it is not domain consistent (which would
/// decide whether a graph has a Hamiltonian cycle).
///
/// # Strength and cost
///
/// Sound, and exact once all variables are fixed. A run checks the vertices whose edges changed; if nothing follows
/// there, it walks along the paths with new edges, and if more edges are out, finds the blocks of what can be reached
/// from a known edge: O(vertices + edges) at worst. Lane: heavy, and the expensive part waits until the counts at the
/// vertices have reached their fixpoint.
#[derive(Clone, Debug)]
pub struct Loop {
    strand: Strand,
}

impl Loop {
    /// The edges of `graph` that are in form one cycle.
    pub fn new(graph: Graph) -> Self {
        Self {
            strand: Strand::new(&graph, false),
        }
    }

    /// The edges of `graph` that are in form one path of at least one edge: two vertices have one of them, the others
    /// two or none.
    ///
    /// It reasons as about a cycle through an additional vertex that is a neighbour of all others. The reasons of an
    /// edge that would be the third at a vertex or close a cycle are sharp, all others are everything known. Every run
    /// looks at the whole graph, O(vertices + edges).
    pub fn path(graph: Graph) -> Self {
        Self {
            strand: Strand::new(&graph, true),
        }
    }
}

impl Constraint for Loop {
    type Propagator = Self;

    fn name(&self) -> &'static str {
        match self.strand.apex {
            None => "loop",
            Some(_) => "path",
        }
    }

    fn for_each_var(&self, see: &mut dyn FnMut(Var)) {
        self.strand.for_each_var(see);
    }

    fn lane(&self) -> Lane {
        Lane::Heavy
    }

    fn attach(mut self, scope: &mut Scope<'_>) -> Self {
        self.strand.attach(scope);
        self
    }
}

impl Propagator for Loop {
    fn propagate(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        self.strand.propagate(cx)
    }

    fn explain(&self, change: &Change<'_>, past: &Past<'_>, facts: &mut Vec<Literal>) {
        let explained = match self.strand.apex {
            None => self.strand.explain(change, past, facts),
            Some(_) => self.strand.explain_out(change, past, facts),
        };
        if explained.is_none() {
            facts.clear();
            past.describe_scope(facts);
        }
    }
}

#[cfg(test)]
mod tests;
