//! Graphs whose vertices and edges may be there or not.

use std::sync::Arc;

pub(super) use self::sets::Sets;
use super::Presence;
use super::presence::Switch;
use crate::constraint::Scope;
use crate::literal::Literal;
use crate::reason::Past;
use crate::var::Var;

mod sets;

/// An undirected graph whose vertices and edges are there always, never, or when a literal holds: what the propagators
/// over graphs are about. Cheap to clone.
///
/// Several edges may join the same vertices, and an edge may join a vertex with itself.
#[derive(Clone, Debug)]
pub struct Graph {
    /// By vertex.
    pub(super) vertices: Arc<[Switch]>,
    /// By edge; perhaps only for the first edges.
    pub(super) edges: Arc<[Switch]>,
    /// By edge: the vertices that it joins.
    pub(super) ends: Arc<[(u32, u32)]>,
    /// The ways out of vertex `v` are `around[starts[v]..starts[v + 1]]`.
    pub(super) starts: Arc<[u32]>,
    pub(super) around: Arc<[Step]>,
}

/// One way out of a vertex.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) to: u32,
    pub(super) edge: u32,
}

/// By vertex that a search has reached: how many edges away it is, and the edge that leads there.
pub(super) type Reached = Vec<Option<(u32, u32)>>;

impl Graph {
    /// Vertices by their presence; an edge is two positions in `vertices` and its presence. O(vertices + edges).
    ///
    /// # Panics
    /// If an edge names a vertex that does not exist.
    pub fn new(vertices: &[Presence], edges: &[(usize, usize, Presence)]) -> Self {
        Self::of(
            vertices.iter().map(|&there| Switch::new(there)).collect(),
            edges.iter().map(|e| Switch::new(e.2)).collect(),
            edges.iter().map(|&(a, b, _)| (a, b)),
        )
    }

    /// Over the vertices `0..vertices`, which are always there. O(vertices + edges).
    ///
    /// # Panics
    /// If an edge names a vertex that does not exist.
    pub fn of_edges(vertices: usize, edges: &[(usize, usize, Presence)]) -> Self {
        Self::new(&vec![Presence::Always; vertices], edges)
    }

    /// From the vertices, the edges, and the ends of the latter.
    ///
    /// # Panics
    /// If an edge names a vertex that does not exist.
    pub(super) fn of(
        vertices: Arc<[Switch]>,
        edges: Arc<[Switch]>,
        ends: impl Iterator<Item = (usize, usize)>,
    ) -> Self {
        let n = vertices.len();
        let ends: Arc<[(u32, u32)]> = ends
            .map(|(a, b)| {
                assert!(
                    a.max(b) < n,
                    "an edge names a vertex beyond the {n} that there are"
                );
                (a as u32, b as u32)
            })
            .collect();
        let mut starts = vec![0u32; n + 1];
        for &(a, b) in &*ends {
            starts[a as usize + 1] += 1;
            starts[b as usize + 1] += 1;
        }
        for v in 0..n {
            starts[v + 1] += starts[v];
        }
        let mut next = starts.clone();
        let mut around = vec![Step { to: 0, edge: 0 }; 2 * ends.len()];
        for (edge, &(a, b)) in (0..).zip(&*ends) {
            for (from, to) in [(a, b), (b, a)] {
                around[next[from as usize] as usize] = Step { to, edge };
                next[from as usize] += 1;
            }
        }
        Self {
            vertices,
            edges,
            ends,
            starts: starts.into(),
            around: around.into(),
        }
    }

    /// The ways out of `vertex`; an edge that joins it with itself is listed twice.
    #[inline]
    pub(super) fn around(&self, vertex: u32) -> &[Step] {
        let v = vertex as usize;
        &self.around[self.starts[v] as usize..self.starts[v + 1] as usize]
    }

    /// The vertices, then the edges.
    pub(super) fn elements(&self) -> impl Iterator<Item = Switch> {
        self.vertices.iter().chain(&*self.edges).copied()
    }

    pub(super) fn for_each_var(&self, see: &mut dyn FnMut(Var)) {
        self.elements().filter_map(Switch::var).for_each(see);
    }

    /// Subscribes to the changes of all elements. By tag: the element, as a vertex or the number of vertices plus that
    /// of an edge.
    pub(super) fn track(&self, scope: &mut Scope<'_>) -> Vec<u32> {
        let elements = (0..).zip(self.elements());
        elements
            .filter_map(|(element, there)| there.track(scope).map(|_| element))
            .collect()
    }

    /// Edges by number, with their ends and whether they are there.
    pub(super) fn numbered_edges(&self) -> impl Iterator<Item = (u32, (u32, u32), Switch)> {
        let edges = self.ends.iter().zip(&*self.edges);
        (0..)
            .zip(edges)
            .map(|(edge, (&ends, &there))| (edge, ends, there))
    }

    /// Searches for the vertices that edges which were in connected with `from`, without `except`, until `to` is found.
    pub(super) fn search(
        &self,
        past: &Past<'_>,
        from: u32,
        except: Option<u32>,
        to: Option<u32>,
    ) -> Reached {
        let mut reached: Reached = vec![None; self.vertices.len()];
        reached[from as usize] = Some((0, u32::MAX));
        let mut queue = vec![(from, 0)];
        let mut next = 0;
        while let Some(&(v, steps)) = queue.get(next)
            && to.is_none_or(|to| reached[to as usize].is_none())
        {
            next += 1;
            for step in self.around(v) {
                let is_in = self.edges[step.edge as usize].status_then(past) == Some(true);
                if is_in && Some(step.edge) != except && reached[step.to as usize].is_none() {
                    reached[step.to as usize] = Some((steps + 1, step.edge));
                    queue.push((step.to, steps + 1));
                }
            }
        }
        reached
    }

    /// Adds that the edges were in that led to a vertex. `None` if none did.
    pub(super) fn explain_path(
        &self,
        reached: &Reached,
        mut to: u32,
        facts: &mut Vec<Literal>,
    ) -> Option<()> {
        while let (1.., edge) = reached[to as usize]? {
            facts.extend(self.edges[edge as usize].literal(true));
            let (a, b) = self.ends[edge as usize];
            to = if a == to { b } else { a };
        }
        Some(())
    }
}
