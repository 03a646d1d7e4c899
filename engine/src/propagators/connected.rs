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

    /// Whether the changes since the last run can be shown to make no difference by looking around them.
    fn changes_are_harmless(&mut self, cx: &Context<'_>) -> bool {
        let mut scratch = std::mem::take(&mut self.scratch);
        scratch.gained.clear();
        scratch.lost.clear();
        for &tag in cx.fired() {
            match self.standing(cx, tag) {
                Standing::Out => scratch.lost.push(tag),
                Standing::Member => scratch.gained.push(tag),
                Standing::Open => continue,
            }
            scratch.pending[tag as usize] = true;
        }
        let harmless =
            self.gains_are_harmless(cx, &mut scratch) && self.losses_are_harmless(cx, &mut scratch);
        for &v in scratch.gained.iter().chain(&scratch.lost) {
            scratch.pending[v as usize] = false;
        }
        self.scratch = scratch;
        harmless
    }

    /// One after another, a new member beside an old one becomes an old one.
    fn gains_are_harmless(&self, cx: &Context<'_>, scratch: &mut Scratch) -> bool {
        let mut left = scratch.gained.len();
        let mut progress = true;
        while left > 0 && progress {
            progress = false;
            for &v in &scratch.gained {
                let beside_old = || {
                    self.neighbours(v).iter().any(|&w| {
                        !scratch.pending[w as usize] && self.standing(cx, w) == Standing::Member
                    })
                };
                if scratch.pending[v as usize] && beside_old() {
                    scratch.pending[v as usize] = false;
                    left -= 1;
                    progress = true;
                }
            }
        }
        left == 0
    }

    /// One after another, a lost vertex with a way around it is taken out of the graph.
    fn losses_are_harmless(&self, cx: &Context<'_>, scratch: &mut Scratch) -> bool {
        // The graph as it was, with those lost vertices that have not been taken out yet.
        let there =
            |pending: &[bool], w: u32| pending[w as usize] || self.standing(cx, w) != Standing::Out;
        for &v in &scratch.lost {
            scratch.pending[v as usize] = false;
            let around = self.neighbours(v);
            for (i, &x) in around.iter().enumerate() {
                if !there(&scratch.pending, x) {
                    continue;
                }
                for &y in &around[i + 1..] {
                    if there(&scratch.pending, y) && !self.joined(cx, v, x, y) {
                        return false;
                    }
                }
            }
        }
        true
    }

    /// Whether `x` and `y` share an edge or a known member beside both, other than `without`.
    fn joined(&self, cx: &Context<'_>, without: u32, x: u32, y: u32) -> bool {
        // The anchor may have very many neighbours: look from the other side.
        let (x, y) = if self.neighbours(x).len() <= self.neighbours(y).len() {
            (x, y)
        } else {
            (y, x)
        };
        self.neighbours(x).iter().any(|&z| {
            z == y
                || z != without && self.standing(cx, z) == Standing::Member && self.share_edge(z, y)
        })
    }

    fn share_edge(&self, a: u32, b: u32) -> bool {
        let (a, b) = if self.neighbours(a).len() <= self.neighbours(b).len() {
            (a, b)
        } else {
            (b, a)
        };
        self.neighbours(a).contains(&b)
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

    /// The vertices not ruled out then, and not `without`, that are connected with `from`.
    fn piece(&self, past: &Past<'_>, from: u32, without: Option<u32>) -> Vec<bool> {
        let mut reached = vec![false; self.vertices];
        reached[from as usize] = true;
        let mut queue = vec![from];
        while let Some(v) = queue.pop() {
            for &w in self.neighbours(v) {
                if !reached[w as usize] && Some(w) != without && self.was_possible(past, w) {
                    reached[w as usize] = true;
                    queue.push(w);
                }
            }
        }
        reached
    }

    fn was_possible(&self, past: &Past<'_>, vertex: u32) -> bool {
        let var = self.vars.get(vertex as usize);
        var.is_none_or(|&var| past.domain(var).contains(self.value))
    }

    fn was_member(&self, past: &Past<'_>, vertex: u32) -> bool {
        let var = self.vars.get(vertex as usize);
        var.is_none_or(|&var| past.domain(var).value() == Some(self.value))
    }

    /// That `piece` and the rest of the graph cannot meet, except in `without`: the vertices around are out.
    fn border(&self, piece: &[bool], without: Option<u32>, facts: &mut Vec<Literal>) {
        for v in 0..self.vars.len() as u32 {
            let beside = || self.neighbours(v).iter().any(|&w| piece[w as usize]);
            if !piece[v as usize] && Some(v) != without && beside() {
                facts.push(Literal::is_not(self.vars[v as usize], self.value));
            }
        }
    }

    /// That `vertex` is a member; nothing for the anchor.
    fn membership(&self, vertex: u32, facts: &mut Vec<Literal>) {
        if let Some(&var) = self.vars.get(vertex as usize) {
            facts.push(Literal::is(var, self.value));
        }
    }

    /// Two known members that `without` alone may hold together, and the border between them.
    fn separation(
        &self,
        past: &Past<'_>,
        without: Option<u32>,
        facts: &mut Vec<Literal>,
    ) -> Option<()> {
        let members: Vec<u32> = (0..self.vertices as u32)
            .filter(|&v| Some(v) != without && self.was_member(past, v))
            .collect();
        let first = *members.first()?;
        let piece = self.piece(past, first, without);
        let other = *members.iter().find(|&&v| !piece[v as usize])?;
        let other_piece = self.piece(past, other, without);
        let size = |piece: &[bool]| piece.iter().filter(|&&reached| reached).count();
        self.membership(first, facts);
        self.membership(other, facts);
        let smaller = if size(&piece) <= size(&other_piece) {
            piece
        } else {
            other_piece
        };
        self.border(&smaller, without, facts);
        Some(())
    }

    /// The sharp explanation, if there is one.
    fn explain_sharply(
        &self,
        change: &Change<'_>,
        past: &Past<'_>,
        facts: &mut Vec<Literal>,
    ) -> Option<()> {
        let failure = change.after.is_empty();
        let vertex = if failure {
            None
        } else {
            let var = change.var?;
            let mut places = (0..).zip(&self.vars).filter(|&(_, &v)| v == var);
            let (vertex, _) = places.next()?;
            if places.next().is_some() {
                return None;
            }
            Some(vertex)
        };
        let Some(vertex) = vertex else {
            return self.separation(past, None, facts);
        };
        if change.after.contains(self.value) {
            return self.separation(past, Some(vertex), facts);
        }
        let piece = self.piece(past, vertex, None);
        let root =
            (0..self.vertices as u32).find(|&v| !piece[v as usize] && self.was_member(past, v))?;
        self.membership(root, facts);
        self.border(&piece, None, facts);
        Some(())
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
            facts.clear();
            past.describe_scope(facts);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Rng;
    use crate::testing::{PropagatorTest, Strength};

    /// A graph by its edges, perhaps with an anchor beside some vertices.
    #[derive(Clone, Debug)]
    struct Graph {
        vertices: usize,
        edges: Vec<(usize, usize)>,
        anchor: Option<Vec<usize>>,
    }

    impl Graph {
        fn grid(rows: usize, columns: usize) -> Self {
            let mut edges = Vec::new();
            for row in 0..rows {
                for column in 0..columns {
                    let v = row * columns + column;
                    if column + 1 < columns {
                        edges.push((v, v + 1));
                    }
                    if row + 1 < rows {
                        edges.push((v, v + columns));
                    }
                }
            }
            Self {
                vertices: rows * columns,
                edges,
                anchor: None,
            }
        }

        fn rim(rows: usize, columns: usize) -> Self {
            let on_rim = |v: &usize| {
                let (row, column) = (v / columns, v % columns);
                row == 0 || column == 0 || row + 1 == rows || column + 1 == columns
            };
            let rim = (0..rows * columns).filter(on_rim).collect();
            Self {
                anchor: Some(rim),
                ..Self::grid(rows, columns)
            }
        }

        fn random(rng: &mut Rng, vertices: usize) -> Self {
            let mut some = |of: u64| rng.below(of) == 0;
            let mut edges = Vec::new();
            for a in 0..vertices {
                for b in 0..a {
                    if some(3) {
                        edges.push((a, b));
                    }
                }
            }
            let anchor = some(2).then(|| (0..vertices).filter(|_| some(3)).collect());
            Self {
                vertices,
                edges,
                anchor,
            }
        }

        /// Connectedness by merging labels along edges until nothing changes.
        fn connected(&self, members: &[bool], not_empty: bool) -> bool {
            let anchor = self.vertices;
            let mut labels: Vec<usize> = (0..=self.vertices).collect();
            let is_member = |v: usize| {
                members
                    .get(v)
                    .copied()
                    .unwrap_or_else(|| self.anchor.is_some())
            };
            let mut edges = self.edges.clone();
            edges.extend(self.anchor.iter().flatten().map(|&v| (v, anchor)));
            for _ in 0..=self.vertices {
                for &(a, b) in &edges {
                    if is_member(a) && is_member(b) {
                        let least = labels[a].min(labels[b]);
                        (labels[a], labels[b]) = (least, least);
                    }
                }
            }
            let mut seen: Vec<usize> = (0..=anchor)
                .filter(|&v| is_member(v))
                .map(|v| labels[v])
                .collect();
            seen.dedup();
            seen.sort_unstable();
            seen.dedup();
            seen.len() == 1 || seen.is_empty() && !not_empty
        }

        fn test(&self, value: i32, not_empty: bool) -> PropagatorTest<'static> {
            let (graph, other) = (self.clone(), self.clone());
            PropagatorTest::new(
                move |model, vars| {
                    let mut connected = Connected::new(vars, value, &graph.edges);
                    if let Some(neighbours) = &graph.anchor {
                        connected = connected.anchored(neighbours);
                    }
                    if not_empty {
                        connected = connected.not_empty();
                    }
                    model.post(connected);
                },
                move |values| {
                    let members: Vec<bool> = values.iter().map(|&v| v == value).collect();
                    other.connected(&members, not_empty)
                },
            )
            .strength(Strength::Domain)
        }
    }

    #[test]
    fn grids_against_brute_force() {
        for (rows, columns) in [(1, 7), (2, 5), (3, 3), (3, 4)] {
            for value in [0, 1] {
                for not_empty in [false, true] {
                    let n = rows * columns;
                    Graph::grid(rows, columns)
                        .test(value, not_empty)
                        .random(12, n, 0..=1);
                    Graph::rim(rows, columns)
                        .test(value, not_empty)
                        .random(12, n, 0..=1);
                }
            }
        }
    }

    #[test]
    fn random_graphs_against_brute_force() {
        let mut rng = Rng::new(7);
        for case in 0..120 {
            let n = 1 + case % 9;
            let graph = Graph::random(&mut rng, n);
            graph
                .test(1, case % 2 == 0)
                .seed(case as u64)
                .random(4, n, 0..=1);
        }
    }

    #[test]
    fn values_beyond_two_and_wide_variables() {
        let graph = Graph::grid(2, 3);
        graph.test(2, false).random(60, 6, 1..=3);
        graph.test(70, true).random(20, 6, 69..=71);
    }

    #[test]
    fn long_paths_take_no_recursion() {
        let n = 200_000;
        let mut model = crate::Model::new();
        let ends = [model.var(1..=1), model.var(1..=1)];
        let inner = model.vars(8, 0..=1);
        // The same eight variables over and over: every one of them is an articulation vertex.
        let mut vars: Vec<Var> = (0..n).map(|i| inner[i % 8]).collect();
        vars[0] = ends[0];
        vars[n - 1] = ends[1];
        let edges: Vec<(usize, usize)> = (1..n).map(|i| (i - 1, i)).collect();
        model.post(Connected::new(&vars, 1, &edges));
        let mut solver = model.solver();
        solver.propagate().unwrap();
        assert!(inner.iter().all(|&var| solver.value(var) == Some(1)));
    }
}
