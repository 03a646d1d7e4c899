//! An undirected graph with numbered edges, as adjacency lists.

pub(super) use self::sets::Sets;
use super::Presence;
use super::presence::Switch;

mod sets;

/// Vertices `0..vertices` and edges by their ends, laid out by vertex.
#[derive(Clone, Debug, Default)]
pub(super) struct Graph {
    pub(super) vertices: usize,
    pub(super) ends: Vec<(u32, u32)>,
    /// The neighbours of vertex `v` are `around[starts[v]..starts[v + 1]]`.
    pub(super) starts: Vec<u32>,
    pub(super) around: Vec<Step>,
}

/// One way out of a vertex.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) to: u32,
    pub(super) edge: u32,
}

impl Graph {
    /// # Panics
    /// If an edge names a vertex that does not exist.
    pub(super) fn new(vertices: usize, edges: impl Iterator<Item = (usize, usize)>) -> Self {
        let ends: Vec<(u32, u32)> = edges
            .map(|(a, b)| {
                assert!(
                    a.max(b) < vertices,
                    "an edge names a vertex beyond the {vertices} that there are"
                );
                (a as u32, b as u32)
            })
            .collect();
        let mut starts = vec![0u32; vertices + 1];
        for &(a, b) in &ends {
            starts[a as usize + 1] += 1;
            starts[b as usize + 1] += 1;
        }
        for v in 0..vertices {
            starts[v + 1] += starts[v];
        }
        let mut next = starts.clone();
        let mut around = vec![Step { to: 0, edge: 0 }; 2 * ends.len()];
        for (edge, &(a, b)) in (0..).zip(&ends) {
            for (from, to) in [(a, b), (b, a)] {
                around[next[from as usize] as usize] = Step { to, edge };
                next[from as usize] += 1;
            }
        }
        Self {
            vertices,
            ends,
            starts,
            around,
        }
    }

    /// Splits edges into their ends and presences.
    ///
    /// # Panics
    /// If an edge names a vertex that does not exist.
    pub(super) fn with_presence(
        vertices: usize,
        edges: &[(usize, usize, Presence)],
    ) -> (Self, Vec<Switch>) {
        let graph = Self::new(vertices, edges.iter().map(|&(a, b, _)| (a, b)));
        let there = edges.iter().map(|&(_, _, there)| Switch::new(there));
        (graph, there.collect())
    }

    /// The ways out of `vertex`; an edge that joins it with itself is listed twice.
    #[inline]
    pub(super) fn around(&self, vertex: u32) -> &[Step] {
        let v = vertex as usize;
        &self.around[self.starts[v] as usize..self.starts[v + 1] as usize]
    }
}

#[cfg(test)]
pub(super) mod cases;
