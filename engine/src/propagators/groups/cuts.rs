//! The vertices that a component could no longer reach without one vertex or edge.

use super::components::{Components, NONE};
use crate::propagators::graph::Graph;

/// What the search from a component has found, and buffers.
#[derive(Clone, Debug, Default)]
pub(super) struct Cuts {
    /// Open vertices and bridges, each with the vertices lost without it.
    pub(super) candidates: Vec<Candidate>,
    /// Vertices by their number in the order of the search; those of the component have none.
    pub(super) by_order: Vec<u32>,
    /// Ranges of numbers, each with the next range of the same vertex.
    runs: Vec<(u32, u32, u32)>,
    /// By vertex: 0 before it is reached, 1 in the component, else its number plus 2.
    order: Vec<u32>,
    low: Vec<u32>,
    /// By vertex: its first range.
    head: Vec<u32>,
    path: Vec<(u32, u32, u32)>,
}

/// An open vertex or edge.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) element: Element,
    /// The first range of vertices that are lost without it.
    runs: u32,
}

/// A vertex or an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Element {
    Vertex(u32),
    Edge(u32),
}

impl Cuts {
    pub(super) fn new(graph: &Graph) -> Self {
        let (n, m) = (graph.vertices.len(), graph.ends.len());
        Self {
            candidates: Vec::with_capacity(n + n.min(m)),
            by_order: Vec::with_capacity(n),
            runs: Vec::with_capacity(3 * n),
            order: vec![0; n],
            low: vec![0; n],
            head: vec![NONE; n],
            path: Vec::with_capacity(n),
        }
    }

    /// The candidate, or the far end of the edge that it is.
    pub(super) fn first_lost(&self, candidate: Candidate) -> u32 {
        self.by_order[self.runs[candidate.runs as usize].0 as usize]
    }

    /// Calls `visit` with each vertex that the component could no longer reach.
    pub(super) fn for_each_lost(&self, candidate: Candidate, mut visit: impl FnMut(u32)) {
        let mut run = candidate.runs;
        while run != NONE {
            let (first, last, next) = self.runs[run as usize];
            for &v in &self.by_order[first as usize..=last as usize] {
                visit(v);
            }
            run = next;
        }
    }

    fn add_run(&mut self, first: u32, last: u32, next: u32) -> u32 {
        self.runs.push((first, last, next));
        self.runs.len() as u32 - 1
    }

    /// Searches the vertices that are `near`, starting from `component` as if it were one vertex (Tarjan 1972).
    /// O(vertices + edges).
    pub(super) fn find(
        &mut self,
        graph: &Graph,
        known: &Components,
        component: u32,
        near: &[bool],
    ) {
        self.order.fill(0);
        self.candidates.clear();
        self.by_order.clear();
        self.runs.clear();
        for &v in known.in_component(component) {
            self.order[v as usize] = 1;
            self.low[v as usize] = 1;
        }
        for &root in known.in_component(component) {
            self.path.clear();
            self.path.push((root, graph.starts[root as usize], NONE));
            self.descend(graph, known, near);
        }
    }

    fn descend(&mut self, graph: &Graph, known: &Components, near: &[bool]) {
        while let Some(top) = self.path.last_mut() {
            let v = top.0 as usize;
            if top.1 < graph.starts[v + 1] {
                let step = graph.around[top.1 as usize];
                let w = step.to as usize;
                top.1 += 1;
                if step.edge == top.2 || known.edges[step.edge as usize] == Some(false) {
                    continue;
                }
                if self.order[w] != 0 {
                    self.low[v] = self.low[v].min(self.order[w]);
                } else if near[w] {
                    let number = self.by_order.len() as u32;
                    self.by_order.push(step.to);
                    self.order[w] = number + 2;
                    self.low[w] = number + 2;
                    self.head[w] = NONE;
                    self.path.push((step.to, graph.starts[w], step.edge));
                }
                continue;
            }
            let edge = top.2;
            self.path.pop();
            let Some(&(above, _, _)) = self.path.last() else {
                break;
            };
            let u = above as usize;
            let (number, last) = (self.order[v] - 2, self.by_order.len() as u32 - 1);
            if known.vertices[v].is_none() {
                let runs = self.add_run(number, number, self.head[v]);
                let element = Element::Vertex(v as u32);
                self.candidates.push(Candidate { element, runs });
            }
            if self.low[v] > self.order[u] && known.edges[edge as usize].is_none() {
                let runs = self.add_run(number, last, NONE);
                let element = Element::Edge(edge);
                self.candidates.push(Candidate { element, runs });
            }
            if self.low[v] >= self.order[u] && self.order[u] > 1 {
                self.head[u] = self.add_run(number, last, self.head[u]);
            }
            self.low[u] = self.low[u].min(self.low[v]);
        }
    }
}
