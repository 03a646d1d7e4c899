//! The state of a graph at one moment: what is in, what may be in, and the connected pieces of either.

use crate::propagators::graph::{Graph, Step};

/// No component, no area.
pub(super) const NONE: u32 = u32::MAX;

/// The statuses of a graph and its connected pieces, two kinds of them: a *component* is a maximal set of vertices that
/// are in, connected by edges that are in; an *area* a maximal set of vertices that are not out, connected by edges
/// that are not out. Each component lies in one area, and so does each group.
#[derive(Clone, Debug, Default)]
pub(super) struct Components {
    pub(super) vertices: Vec<Option<bool>>,
    pub(super) edges: Vec<Option<bool>>,
    /// By vertex.
    pub(super) component: Vec<u32>,
    pub(super) area: Vec<u32>,
    components: Pieces,
    areas: Pieces,
}

/// Sets of vertices, one after another.
#[derive(Clone, Debug, Default)]
struct Pieces {
    starts: Vec<u32>,
    vertices: Vec<u32>,
}

impl Pieces {
    fn of(&self, piece: u32) -> &[u32] {
        let (from, to) = (self.starts[piece as usize], self.starts[piece as usize + 1]);
        &self.vertices[from as usize..to as usize]
    }

    fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Collects the pieces of the vertices and edges for which `counts` holds, each from the first of its vertices
    /// among `from`.
    fn collect(
        &mut self,
        graph: &Graph,
        from: impl IntoIterator<Item = u32>,
        vertices: &[Option<bool>],
        edges: &[Option<bool>],
        labels: &mut [u32],
        counts: impl Fn(Option<bool>) -> bool,
    ) {
        labels.fill(NONE);
        self.vertices.clear();
        self.starts.clear();
        for v in from {
            if labels[v as usize] != NONE || !counts(vertices[v as usize]) {
                continue;
            }
            let piece = self.starts.len() as u32;
            let mut next = self.vertices.len();
            self.starts.push(next as u32);
            labels[v as usize] = piece;
            self.vertices.push(v);
            while let Some(&u) = self.vertices.get(next) {
                next += 1;
                for step in graph.around(u) {
                    let w = step.to as usize;
                    if labels[w] == NONE && counts(vertices[w]) && counts(edges[step.edge as usize])
                    {
                        labels[w] = piece;
                        self.vertices.push(step.to);
                    }
                }
            }
        }
        self.starts.push(self.vertices.len() as u32);
    }
}

impl Components {
    pub(super) fn new(graph: &Graph) -> Self {
        let (n, m) = (graph.vertices.len(), graph.ends.len());
        let pieces = Pieces {
            starts: Vec::with_capacity(n + 1),
            vertices: Vec::with_capacity(n),
        };
        Self {
            vertices: vec![None; n],
            edges: vec![None; m],
            component: vec![NONE; n],
            area: vec![NONE; n],
            components: pieces.clone(),
            areas: pieces,
        }
    }

    /// Recomputes components and areas from the statuses. O(vertices + edges).
    pub(super) fn find(&mut self, graph: &Graph) {
        let all = 0..graph.vertices.len() as u32;
        self.find_components(graph, all.clone());
        let is_not_out = |status| status != Some(false);
        let (vertices, edges) = (&self.vertices, &self.edges);
        self.areas
            .collect(graph, all, vertices, edges, &mut self.area, is_not_out);
    }

    /// The components of the vertices `from`.
    fn find_components(&mut self, graph: &Graph, from: impl IntoIterator<Item = u32>) {
        let is_in = |status| status == Some(true);
        let (vertices, edges) = (&self.vertices, &self.edges);
        self.components
            .collect(graph, from, vertices, edges, &mut self.component, is_in);
    }

    /// Reads the statuses in the area of one vertex, and finds that area and its components; there are no others. A
    /// status farther away than beside the area may be an old one. O(vertices + edges of the area).
    pub(super) fn find_around(
        &mut self,
        graph: &Graph,
        root: u32,
        vertex_status: impl Fn(u32) -> Option<bool>,
        edge_status: impl Fn(u32) -> Option<bool>,
    ) {
        let mut found = std::mem::take(&mut self.areas);
        found.vertices.clear();
        found.starts.clear();
        self.area.fill(NONE);
        self.vertices[root as usize] = vertex_status(root);
        if self.vertices[root as usize] != Some(false) {
            found.starts.push(0);
            found.vertices.push(root);
            self.area[root as usize] = 0;
        }
        let mut next = 0;
        while let Some(&v) = found.vertices.get(next) {
            next += 1;
            for step in graph.around(v) {
                let (w, edge) = (step.to as usize, step.edge as usize);
                self.edges[edge] = edge_status(step.edge);
                if self.area[w] != NONE {
                    continue;
                }
                self.vertices[w] = vertex_status(step.to);
                if self.vertices[w] != Some(false) && self.edges[edge] != Some(false) {
                    self.area[w] = 0;
                    found.vertices.push(step.to);
                }
            }
        }
        found.starts.push(found.vertices.len() as u32);
        self.find_components(graph, found.vertices.iter().copied());
        self.areas = found;
    }

    /// Whether neither an edge nor the vertex to which it leads is out.
    #[inline]
    pub(super) fn is_open(&self, step: Step) -> bool {
        self.vertices[step.to as usize] != Some(false)
            && self.edges[step.edge as usize] != Some(false)
    }

    pub(super) fn component_count(&self) -> usize {
        self.components.len()
    }

    pub(super) fn area_count(&self) -> usize {
        self.areas.len()
    }

    pub(super) fn in_component(&self, component: u32) -> &[u32] {
        self.components.of(component)
    }

    pub(super) fn in_area(&self, area: u32) -> &[u32] {
        self.areas.of(area)
    }
}
