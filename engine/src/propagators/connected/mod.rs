//! The vertices of a graph whose variable takes a given value are connected.
//!
//! Domain consistent. The graph is any undirected graph; a vertex is a *member* when its variable takes the value
//! and may be one as long as the variable still can. A full run is one depth-first search over the vertices that
//! may be members, O(vertices + edges) without recursion; most runs end after looking at the neighbours of the
//! vertices that changed (see [`Connected`]). Lane: heavy. State: one reversible flag; the rest is scratch.

use crate::event::Events;
use crate::literal::Literal;
use crate::propagator::{Conflict, Context, Propagator, Scope, Status};
use crate::queue::Lane;
use crate::reason::{Change, Past};
use crate::trail::{AllocateState, ReadState, RevInt, WriteState};
use crate::var::Var;

mod around;
mod explain;

/// The members of a graph, the vertices whose variable takes `value`, are connected through members.
///
/// No members, or one, count as connected; [`not_empty`](Self::not_empty) asks for at least one. With
/// [`anchored`](Self::anchored) there is a further vertex that is always a member.
///
/// From a known member, all vertices that may be members are searched (Tarjan 1972, "Depth-first search and linear
/// graph algorithms"): those that are not reached are no members, and a known member among them is a failure. A
/// vertex all of whose removal would cut known members apart, an articulation vertex with known members on both
/// sides, is a member. That is all there is to say: with what is left, the reached vertices together are a
/// connected set, and without a vertex that is not forced the rest of the known members still hold together. As
/// long as no member is known there is nothing to say, unless one vertex is left and one is asked for.
///
/// Most changes cannot matter, and the search is left out when all changes since the last run are of these kinds:
/// - a new member beside a vertex known to be one: whatever cuts off the one cuts off the other;
/// - a lost vertex whose remaining neighbours are joined pairwise by an edge or by a known member, since every
///   path through it has a way around that adds nothing but known members.
///
/// A variable may stand at several vertices; then the propagator is sound but not domain consistent.
#[derive(Clone, Debug)]
pub struct Connected {
    /// By vertex; an anchor comes after them and has none.
    vars: Vec<Var>,
    value: i32,
    edges: Vec<(u32, u32)>,
    /// Number of vertices, the anchor included.
    vertices: usize,
    not_empty: bool,
    /// The neighbours of vertex `v` are `targets[starts[v]..starts[v + 1]]`.
    starts: Vec<u32>,
    targets: Vec<u32>,
    /// Nonzero once the search has run from a known member in this part of the space.
    searched: Option<RevInt>,
    scratch: Scratch,
}

/// Buffers of a run, cleared at each use.
#[derive(Clone, Debug, Default)]
struct Scratch {
    /// By vertex: whether it is or may be a member.
    standing: Vec<Standing>,
    /// By vertex: its number in the order of the search, from 1; 0 before it is reached.
    order: Vec<u32>,
    /// By vertex: the least number reachable from its subtree by one edge.
    low: Vec<u32>,
    /// By vertex: known members in its subtree.
    known: Vec<u32>,
    /// The path of the search: the vertex, and the position of the next edge to look at.
    path: Vec<(u32, u32)>,
    /// Vertices that must be members.
    forced: Vec<u32>,
    /// Changed vertices that are not yet shown to make no difference.
    gained: Vec<u32>,
    lost: Vec<u32>,
    /// By vertex: whether it stands in `gained` or `lost`.
    pending: Vec<bool>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Standing {
    #[default]
    Out,
    Open,
    Member,
}

impl Connected {
    /// Vertex `i` is a member when `vars[i]` takes `value`; `edges` are pairs of positions in `vars`.
    ///
    /// # Panics
    /// If an edge names a vertex that does not exist.
    pub fn new(vars: &[Var], value: i32, edges: &[(usize, usize)]) -> Self {
        assert!(
            edges.iter().all(|&(a, b)| a.max(b) < vars.len()),
            "an edge names a vertex beyond the {} that there are",
            vars.len()
        );
        Self {
            vars: vars.to_vec(),
            value,
            edges: edges.iter().map(|&(a, b)| (a as u32, b as u32)).collect(),
            vertices: vars.len(),
            not_empty: false,
            starts: Vec::new(),
            targets: Vec::new(),
            searched: None,
            scratch: Scratch::default(),
        }
    }

    /// Adds a vertex that is always a member, beside each of `neighbours`.
    ///
    /// # Panics
    /// If a neighbour does not exist, or there is an anchor already.
    pub fn anchored(mut self, neighbours: &[usize]) -> Self {
        assert!(
            self.vertices == self.vars.len(),
            "a graph has at most one anchor"
        );
        assert!(
            neighbours.iter().all(|&v| v < self.vars.len()),
            "the anchor has a neighbour beyond the {} vertices that there are",
            self.vars.len()
        );
        let anchor = self.vertices as u32;
        self.edges
            .extend(neighbours.iter().map(|&v| (v as u32, anchor)));
        self.vertices += 1;
        self
    }

    /// Also asks for at least one member. An anchor counts.
    pub fn not_empty(mut self) -> Self {
        self.not_empty = true;
        self
    }

    fn lay_out_edges(&mut self) {
        let mut starts = vec![0u32; self.vertices + 1];
        for &(a, b) in &self.edges {
            starts[a as usize + 1] += 1;
            starts[b as usize + 1] += 1;
        }
        for v in 0..self.vertices {
            starts[v + 1] += starts[v];
        }
        let mut next = starts.clone();
        let mut targets = vec![0; 2 * self.edges.len()];
        for &(a, b) in &self.edges {
            for (from, to) in [(a, b), (b, a)] {
                targets[next[from as usize] as usize] = to;
                next[from as usize] += 1;
            }
        }
        self.starts = starts;
        self.targets = targets;
    }

    fn neighbours(&self, vertex: u32) -> &[u32] {
        let v = vertex as usize;
        &self.targets[self.starts[v] as usize..self.starts[v + 1] as usize]
    }

    fn standing(&self, cx: &Context<'_>, vertex: u32) -> Standing {
        match self.vars.get(vertex as usize) {
            None => Standing::Member,
            Some(&var) if !cx.contains(var, self.value) => Standing::Out,
            Some(&var) if cx.is_fixed(var) => Standing::Member,
            Some(_) => Standing::Open,
        }
    }

    /// The whole search.
    fn search(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        let mut scratch = std::mem::take(&mut self.scratch);
        let outcome = self.search_with(cx, &mut scratch);
        self.scratch = scratch;
        outcome
    }

    fn search_with(&self, cx: &mut Context<'_>, scratch: &mut Scratch) -> Result<Status, Conflict> {
        let (mut open, mut members, mut root) = (0, 0, None);
        for v in (0..self.vertices as u32).rev() {
            let standing = self.standing(cx, v);
            scratch.standing[v as usize] = standing;
            match standing {
                Standing::Out => {}
                Standing::Open => open += 1,
                Standing::Member => {
                    members += 1;
                    root = root.or(Some(v));
                }
            }
        }
        let Some(root) = root else {
            return self.without_member(cx, scratch, open);
        };
        let reached = self.visit(root, scratch);
        cx.set_int(self.searched.expect("attached before it runs"), 1);
        if reached < open + members {
            for (v, &var) in self.vars.iter().enumerate() {
                if scratch.order[v] == 0 && scratch.standing[v] != Standing::Out {
                    if scratch.standing[v] == Standing::Member {
                        return Err(Conflict);
                    }
                    cx.remove(var, self.value)?;
                    open -= 1;
                }
            }
        }
        for &v in &scratch.forced {
            cx.fix(self.vars[v as usize], self.value)?;
            open -= 1;
        }
        Ok(if open == 0 {
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
                cx.fix(self.vars[last.expect("one is open")], self.value)?;
            }
            return Ok(Status::Entailed);
        }
        Ok(Status::Fixpoint)
    }

    /// Searches from `root`: fills `order` and `forced`, returns the number of vertices reached.
    fn visit(&self, root: u32, scratch: &mut Scratch) -> usize {
        let Scratch {
            standing,
            order,
            low,
            known,
            path,
            forced,
            ..
        } = scratch;
        order.fill(0);
        forced.clear();
        path.clear();
        let mut count = 1;
        order[root as usize] = 1;
        low[root as usize] = 1;
        known[root as usize] = 1;
        path.push((root, self.starts[root as usize]));
        while let Some(top) = path.last_mut() {
            let v = top.0 as usize;
            if top.1 < self.starts[v + 1] {
                let w = self.targets[top.1 as usize] as usize;
                top.1 += 1;
                if order[w] != 0 {
                    low[v] = low[v].min(order[w]);
                } else if standing[w] != Standing::Out {
                    count += 1;
                    order[w] = count;
                    low[w] = count;
                    known[w] = u32::from(standing[w] == Standing::Member);
                    path.push((w as u32, self.starts[w]));
                }
                continue;
            }
            path.pop();
            let Some(&(parent, _)) = path.last() else {
                break;
            };
            let u = parent as usize;
            // The subtree of v hangs on u alone. (The root is a member already.)
            if low[v] >= order[u]
                && known[v] > 0
                && standing[u] == Standing::Open
                && forced.last() != Some(&parent)
            {
                forced.push(parent);
                standing[u] = Standing::Member;
                known[u] += 1;
            }
            low[u] = low[u].min(low[v]);
            known[u] += known[v];
        }
        count as usize
    }
}

impl Propagator for Connected {
    fn name(&self) -> &'static str {
        "connected"
    }

    fn lane(&self) -> Lane {
        Lane::Heavy
    }

    fn attach(&mut self, scope: &mut Scope<'_>) {
        self.lay_out_edges();
        for &var in &self.vars {
            let events = if scope.domain(var).len() <= 2 {
                Events::FIXED
            } else {
                Events::ANY
            };
            scope.track(var, events);
        }
        self.searched = Some(scope.new_int(0));
        let n = self.vertices;
        self.scratch = Scratch {
            standing: vec![Standing::Out; n],
            order: vec![0; n],
            low: vec![0; n],
            known: vec![0; n],
            path: Vec::with_capacity(n),
            forced: Vec::with_capacity(n),
            gained: Vec::with_capacity(n),
            lost: Vec::with_capacity(n),
            pending: vec![false; n],
        };
    }

    fn propagate(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        let searched = self.searched.expect("attached before it runs");
        if cx.int(searched) == 0 {
            return self.search(cx);
        }
        // Looking around many vertices costs more than the search.
        if cx.fired().len() * 8 <= self.vertices && self.changes_are_harmless(cx) {
            return Ok(Status::Fixpoint);
        }
        self.search(cx)
    }

    fn explain(&self, change: &Change<'_>, past: &Past<'_>, facts: &mut Vec<Literal>) {
        if self.explain_sharply(change, past, facts).is_none() {
            past.describe_scope(facts);
        }
    }
}

#[cfg(test)]
mod tests;
