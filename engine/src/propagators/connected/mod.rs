//! Connectedness of a graph whose vertices and edges may be present or absent.

use std::iter::repeat_n;

use super::Presence;
use super::graph::Graph;
use super::presence::Switch;
use crate::constraint::{Constraint, Scope};
use crate::literal::Literal;
use crate::propagator::{Conflict, Context, Propagator, Status};
use crate::queue::Lane;
use crate::reason::{Change, Past};
use crate::var::Var;

mod explain;

/// The vertices of a graph whose variable takes a given value are connected: the simplest use of [`ConnectedGraph`].
#[derive(Clone, Copy, Debug)]
pub enum Connected {}

impl Connected {
    /// Vertex `i` is in when `vars[i]` takes `value`; `edges` are pairs of positions in `vars`, always there.
    ///
    /// # Panics
    /// If an edge names a vertex that does not exist.
    #[allow(
        clippy::new_ret_no_self,
        reason = "the name says which case of the general propagator is made"
    )]
    pub fn new(vars: &[Var], value: i32, edges: &[(usize, usize)]) -> ConnectedGraph {
        let vertices = vars
            .iter()
            .map(|&var| Presence::If(Literal::is(var, value)));
        let edges = edges.iter().map(|&(a, b)| (a, b, Presence::Always));
        let (vertices, edges): (Vec<_>, Vec<_>) = (vertices.collect(), edges.collect());
        ConnectedGraph::new(Graph::new(&vertices, &edges))
    }
}

/// The vertices that are in, the members, are connected through members and edges that are in.
///
/// An edge that is in with an end that is out does not connect, but is allowed. No members, or one, count as connected;
/// [`not_empty`](Self::not_empty) requires at least one. [`anchored`](Self::anchored) adds a vertex that is always a
/// member.
///
/// From a known member, all vertices that may be members are searched along the edges that may be in (Tarjan 1972,
/// "Depth-first search and linear graph algorithms"): those that are not reached are not members, and a known member
/// among them is a failure. A vertex or an edge whose removal would separate known members, an articulation vertex or a
/// bridge with known members on both sides, is in. Nothing else follows: all reached vertices together are a connected
/// set, and without a vertex or an edge that is not forced the other known members are still connected. As long as no
/// member is known nothing follows, unless one is required and only one vertex is left.
///
/// A variable may occur at several vertices and edges; then the propagator is sound but not domain consistent.
///
/// # Strength and cost
///
/// Domain consistent. The graph is any undirected graph; a vertex is a *member* when it is known to be in, and an edge
/// counts when it and both its ends are in. A full run is one depth-first search over the vertices and edges that may
/// be in, O(vertices + edges) without recursion. Lane: heavy. State: none; scratch only.
#[derive(Clone, Debug)]
pub struct ConnectedGraph {
    /// An anchor is its last vertex.
    graph: Graph,
    is_anchored: bool,
    not_empty: bool,
}

/// The propagator of [`ConnectedGraph`].
#[derive(Debug)]
pub struct ConnectedPropagator {
    graph: Graph,
    not_empty: bool,
    /// Whether some edge is not always there.
    optional: bool,
    /// By vertex: its variable and the values with which it is in, if all depend on narrow variables. To go through these
    /// takes half of the instructions of asking every vertex.
    narrow: Option<Box<[(Var, u64)]>>,
    scratch: Scratch,
}

/// Buffers of a run, cleared at each use.
#[derive(Clone, Debug, Default)]
struct Scratch {
    /// By vertex: whether it is or may be a member.
    standing: Vec<Standing>,
    /// By vertex: its number in the order of the search, from 1; 0 before it is reached, [`OUT`] if it never is.
    order: Vec<u32>,
    /// The path of the search without its end, at the beginning of the list.
    path: Vec<Visit>,
    /// Vertices and edges that must be in.
    forced: Vec<u32>,
    forced_edges: Vec<u32>,
}

/// The number of a vertex that is out: more than any other, so that an edge to it changes no least number.
const OUT: u32 = u32::MAX;

/// What a search knows of a vertex on its path.
#[derive(Clone, Copy, Debug, Default)]
struct Visit {
    vertex: u32,
    /// The position of the next edge to look at: behind the one that leads to the next vertex of the path.
    next: u32,
    /// The least number reachable from its subtree by one edge; not by the one that led here, if edges are optional.
    low: u32,
    /// The number of known members that were reached before it.
    before: u32,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Standing {
    #[default]
    Out,
    Open,
    Member,
}

impl Standing {
    fn of(status: Option<bool>) -> Self {
        match status {
            Some(true) => Standing::Member,
            Some(false) => Standing::Out,
            None => Standing::Open,
        }
    }
}

impl ConnectedGraph {
    /// The vertices of `graph` that are in are connected.
    pub fn new(graph: Graph) -> Self {
        Self {
            graph,
            is_anchored: false,
            not_empty: false,
        }
    }

    /// Adds a vertex that is always a member, beside each of `neighbours` by an edge that is always there.
    ///
    /// # Panics
    /// If a neighbour does not exist, or there is an anchor already.
    pub fn anchored(mut self, neighbours: &[usize]) -> Self {
        assert!(!self.is_anchored, "a graph has at most one anchor");
        let anchor = self.graph.vertices.len();
        assert!(
            neighbours.iter().all(|&v| v < anchor),
            "the anchor has a neighbour beyond the {anchor} vertices that there are"
        );
        let Graph {
            vertices,
            edges,
            ends,
            ..
        } = &self.graph;
        let always = Switch::Constant(true);
        let with = |own: &[Switch], more: usize| {
            own.iter().copied().chain(repeat_n(always, more)).collect()
        };
        let ends = ends.iter().map(|&(a, b)| (a as usize, b as usize));
        self.graph = Graph::of(
            with(vertices, 1),
            with(edges, neighbours.len()),
            ends.chain(neighbours.iter().map(|&v| (v, anchor))),
        );
        self.is_anchored = true;
        self
    }

    /// Also requires at least one member. An anchor counts.
    pub fn not_empty(mut self) -> Self {
        self.not_empty = true;
        self
    }
}

impl ConnectedPropagator {
    /// Fills `standing` and `order`: how many vertices are open, how many are members, and the last of these.
    fn look(&self, cx: &Context<'_>, scratch: &mut Scratch) -> (usize, usize, Option<u32>) {
        let (mut open, mut members, mut root) = (0, 0, None);
        let own = scratch.standing.iter_mut().zip(&mut scratch.order);
        let Some(narrow) = &self.narrow else {
            for (v, (there, (standing, order))) in (0..).zip(self.graph.vertices.iter().zip(own)) {
                *standing = Standing::of(there.status(cx));
                *order = if *standing == Standing::Out { OUT } else { 0 };
                open += usize::from(*standing == Standing::Open);
                if *standing == Standing::Member {
                    members += 1;
                    root = Some(v);
                }
            }
            return (open, members, root);
        };
        let mut last = 0;
        for (v, (&(var, mask), (standing, order))) in (0..).zip(narrow.iter().zip(own)) {
            let left = cx.dom(var).bits();
            let (may_be_in, is_in) = (left & mask != 0, left & !mask == 0);
            *standing = match (may_be_in, is_in) {
                (false, _) => Standing::Out,
                (true, false) => Standing::Open,
                (true, true) => Standing::Member,
            };
            *order = if may_be_in { 0 } else { OUT };
            open += usize::from(may_be_in);
            members += usize::from(is_in);
            last = if is_in { v } else { last };
        }
        (open - members, members, (members > 0).then_some(last))
    }

    fn search(&self, cx: &mut Context<'_>, scratch: &mut Scratch) -> Result<Status, Conflict> {
        let (mut open, members, root) = self.look(cx, scratch);
        let Some(root) = root else {
            return self.without_member(cx, scratch, open);
        };
        let reached = match self.optional {
            true => self.visit::<true>(cx, root, scratch),
            false => self.visit::<false>(cx, root, scratch),
        };
        let changed = reached < open + members
            || !scratch.forced.is_empty()
            || !scratch.forced_edges.is_empty();
        if reached < open + members {
            for (v, there) in self.graph.vertices.iter().enumerate() {
                if scratch.order[v] == 0 {
                    cx.because(v as u32);
                    if scratch.standing[v] == Standing::Member {
                        return Err(Conflict);
                    }
                    there.decide(cx, false)?;
                    open -= 1;
                }
            }
        }
        for &v in &scratch.forced {
            cx.because(v);
            self.graph.vertices[v as usize].decide(cx, true)?;
            open -= 1;
        }
        for &edge in &scratch.forced_edges {
            cx.because(self.graph.vertices.len() as u32 + edge);
            self.graph.edges[edge as usize].decide(cx, true)?;
        }
        // An open edge can still separate members; and one whose variable occurs elsewhere, too, may have been lost in
        // this run.
        let separable = self.optional
            && (open > 0
                || changed
                || self
                    .graph
                    .edges
                    .iter()
                    .any(|there| there.status(cx).is_none()));
        Ok(if open == 0 && !separable {
            Status::Entailed
        } else {
            Status::Fixpoint
        })
    }

    fn without_member(
        &self,
        cx: &mut Context<'_>,
        scratch: &Scratch,
        open: usize,
    ) -> Result<Status, Conflict> {
        if open == 0 {
            return if self.not_empty {
                Err(Conflict)
            } else {
                Ok(Status::Entailed)
            };
        }
        if open == 1 {
            if self.not_empty {
                let last = scratch.standing.iter().position(|&s| s == Standing::Open);
                self.graph.vertices[last.expect("one is open")].decide(cx, true)?;
            }
            return Ok(Status::Entailed);
        }
        Ok(Status::Fixpoint)
    }

    /// Searches from `root`: fills `order` and `forced`, and returns the number of vertices reached.
    ///
    /// Without optional edges the edge back to the vertex above may count: only bridges are told by it. What is known of
    /// the end of the path is kept outside of it, since it is looked at for each edge.
    // Not inlined: among all else that a run does the compiler has no registers left for it.
    #[inline(never)]
    fn visit<const OPTIONAL: bool>(
        &self,
        cx: &Context<'_>,
        root: u32,
        scratch: &mut Scratch,
    ) -> usize {
        // All of one length, which saves most checks of it.
        let n = self.graph.vertices.len();
        let (starts, around) = (&self.graph.starts[..n + 1], &self.graph.around[..]);
        let (standing, order) = (&mut scratch.standing[..n], &mut scratch.order[..n]);
        let path = &mut scratch.path[..n];
        let (forced, forced_edges) = (&mut scratch.forced, &mut scratch.forced_edges);
        let status = |edge: u32| self.graph.edges[edge as usize].status(cx);
        // The edge that led to the vertex behind this one on the path.
        let way_down = |above: Visit| around[above.next as usize - 1].edge;
        forced.clear();
        forced_edges.clear();
        order[root as usize] = 1;
        let (mut depth, mut count, mut members) = (0, 1, 1);
        let mut own = Visit {
            vertex: root,
            next: starts[root as usize],
            low: 1,
            before: 0,
        };
        loop {
            let end = starts[own.vertex as usize + 1];
            let Visit {
                mut next, mut low, ..
            } = own;
            let mut below = None;
            while next < end {
                let step = around[next as usize];
                next += 1;
                let number = order[step.to as usize];
                if number != 0 {
                    if OPTIONAL
                        && (number >= low
                            || depth > 0 && step.edge == way_down(path[depth - 1])
                            || status(step.edge) == Some(false))
                    {
                        continue;
                    }
                    low = low.min(number);
                } else if !OPTIONAL || status(step.edge) != Some(false) {
                    below = Some(step.to);
                    break;
                }
            }
            if let Some(vertex) = below {
                count += 1;
                order[vertex as usize] = count;
                path[depth] = Visit { next, low, ..own };
                depth += 1;
                own = Visit {
                    vertex,
                    next: starts[vertex as usize],
                    low: count,
                    before: members,
                };
                members += u32::from(standing[vertex as usize] == Standing::Member);
                continue;
            }
            if depth == 0 {
                return count as usize;
            }
            depth -= 1;
            let above = path[depth];
            let u = above.vertex as usize;
            // Only u connects the subtree of the end. (The root is a member already.)
            if members > own.before && low >= order[u] {
                if standing[u] == Standing::Open {
                    forced.push(above.vertex);
                    standing[u] = Standing::Member;
                }
                // Even only this edge does.
                if OPTIONAL && low > order[u] {
                    let edge = way_down(above);
                    if status(edge).is_none() {
                        forced_edges.push(edge);
                    }
                }
            }
            own = Visit {
                low: low.min(above.low),
                ..above
            };
        }
    }
}

impl Constraint for ConnectedGraph {
    type Propagator = ConnectedPropagator;

    fn name(&self) -> &'static str {
        "connected"
    }

    fn for_each_var(&self, see: &mut dyn FnMut(Var)) {
        self.graph.for_each_var(see);
    }

    fn lane(&self) -> Lane {
        Lane::Heavy
    }

    fn attach(self, scope: &mut Scope<'_>) -> ConnectedPropagator {
        self.graph.track(scope);
        let n = self.graph.vertices.len();
        let mut edges = self.graph.edges.iter();
        ConnectedPropagator {
            optional: edges.any(|&there| there != Switch::Constant(true)),
            narrow: (self.graph.vertices.iter())
                .map(|&there| match there {
                    Switch::Narrow(literal, mask) => Some((literal.var, mask)),
                    _ => None,
                })
                .collect(),
            graph: self.graph,
            not_empty: self.not_empty,
            scratch: Scratch {
                standing: vec![Standing::Out; n],
                order: vec![0; n],
                path: vec![Visit::default(); n],
                forced: Vec::with_capacity(n),
                forced_edges: Vec::with_capacity(n),
            },
        }
    }
}

impl Propagator for ConnectedPropagator {
    fn propagate(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        let mut scratch = std::mem::take(&mut self.scratch);
        let outcome = self.search(cx, &mut scratch);
        self.scratch = scratch;
        outcome
    }

    fn explain(&self, change: &Change<'_>, past: &Past<'_>, facts: &mut Vec<Literal>) {
        if self.explain_sharply(change, past, facts).is_none() {
            past.describe_scope(facts);
        }
    }
}

#[cfg(test)]
mod tests;
