//! Edges that form one cycle.
use super::Presence;
use super::graph::Graph;
use crate::propagator::{Conflict, Context, Propagator, Scope, Status};
use crate::queue::Lane;

/// The edges that are in form exactly one simple cycle.
#[derive(Clone, Debug)]
pub struct Loop {
    graph: Graph,
    edges: Vec<Presence>,
}

impl Loop {
    /// Over the vertices `0..vertices`; edges are two vertices and whether they are there.
    ///
    /// # Panics
    /// If an edge names a vertex that does not exist.
    pub fn new(vertices: usize, edges: &[(usize, usize, Presence)]) -> Self {
        let (graph, edges) = Graph::with_presence(vertices, edges);
        Self { graph, edges }
    }
}

impl Propagator for Loop {
    fn name(&self) -> &'static str {
        "loop"
    }
    fn lane(&self) -> Lane {
        Lane::Heavy
    }
    fn attach(&mut self, scope: &mut Scope<'_>) {
        for there in &self.edges {
            there.track(scope);
        }
    }
    fn propagate(&mut self, _: &mut Context<'_>) -> Result<Status, Conflict> {
        let _ = self.graph.vertices;
        Ok(Status::Fixpoint)
    }
}
