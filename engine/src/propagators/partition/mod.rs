//! A graph whose vertices are divided into connected sets.

use super::Presence;
use super::graph::{Graph, Sets};
use super::presence::Switch;
use crate::constraint::{Constraint, Scope};
use crate::literal::Literal;
use crate::propagator::{Conflict, Context, Propagator, Status};
use crate::queue::Lane;
use crate::reason::{Change, Past};
use crate::var::Var;

/// The edges that are in are all those inside the sets of some partition of the vertices: an edge that is out has its
/// ends in different sets of those that the others connect.
///
/// Two ends that are connected are joined by an edge that is in, if there is one between them; two sets with an edge
/// between them that is out stay apart, so that every other edge between them is out, too (multicuts: Chopra and Rao
/// 1993, "The partition problem"). The reasons are the shortest paths between the ends, and the edge that is out.
///
/// # Strength and cost
///
/// Domain consistent as long as no variable occurs at two edges: the sets that are connected now are a solution, and so
/// are these with any two joined that are not apart. O(vertices + edges · log edges) a run. Lane: heavy. All memory is
/// scratch.
#[derive(Clone, Debug)]
pub struct Partition {
    graph: Graph,
    edges: Vec<Switch>,
    /// Scratch: the vertices that edges join.
    sets: Sets,
    /// Scratch: pairs of sets with an edge between them that is out.
    apart: Vec<(u32, u32)>,
}

/// What a change followed from, beside its edge: whether its ends were connected or separated.
const CONNECTED: u32 = 0;
const SEPARATED: u32 = 1;

impl Partition {
    /// Over the vertices `0..vertices`; an edge is two vertices and its presence.
    ///
    /// # Panics
    /// If an edge names a vertex that does not exist.
    pub fn new(vertices: usize, edges: &[(usize, usize, Presence)]) -> Self {
        let (graph, edges) = Graph::with_presence(vertices, edges);
        Self {
            sets: Sets::new(vertices),
            apart: Vec::new(),
            graph,
            edges,
        }
    }

    /// By vertex that is connected with `from`: how many edges away it is, and the edge that leads there.
    fn reach(&self, past: &Past<'_>, from: u32) -> Vec<Option<(u32, u32)>> {
        let mut came: Vec<Option<(u32, u32)>> = vec![None; self.graph.vertices];
        came[from as usize] = Some((0, u32::MAX));
        let mut queue = vec![from];
        let mut next = 0;
        while let Some(&v) = queue.get(next) {
            next += 1;
            let Some((steps, _)) = came[v as usize] else {
                continue;
            };
            for step in self.graph.around(v) {
                let there = self.edges[step.edge as usize].status_then(past) == Some(true);
                if there && came[step.to as usize].is_none() {
                    came[step.to as usize] = Some((steps + 1, step.edge));
                    queue.push(step.to);
                }
            }
        }
        came
    }

    /// Adds that the edges are in that led to a vertex.
    fn explain_path(&self, came: &[Option<(u32, u32)>], to: u32, facts: &mut Vec<Literal>) {
        let mut v = to;
        while let Some((1.., edge)) = came[v as usize] {
            facts.extend(self.edges[edge as usize].literal(true));
            let (a, b) = self.graph.ends[edge as usize];
            v = if a == v { b } else { a };
        }
    }
}

impl Constraint for Partition {
    type Propagator = Self;

    fn name(&self) -> &'static str {
        "partition"
    }

    fn for_each_var(&self, see: &mut dyn FnMut(Var)) {
        self.edges.iter().filter_map(|e| e.var()).for_each(see);
    }

    fn lane(&self) -> Lane {
        Lane::Heavy
    }

    fn attach(self, scope: &mut Scope<'_>) -> Self {
        for there in &self.edges {
            there.track(scope);
        }
        self
    }
}

impl Propagator for Partition {
    fn propagate(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        let sets = &mut self.sets;
        sets.split();
        let edges = || (0u32..).zip(self.graph.ends.iter().zip(&self.edges));
        for (_, (&(a, b), there)) in edges() {
            if there.status(cx) == Some(true) {
                sets.join(a, b);
            }
        }
        self.apart.clear();
        for (edge, (&(a, b), there)) in edges() {
            if there.status(cx) == Some(false) {
                let (a, b) = (sets.find(a), sets.find(b));
                if a == b {
                    cx.because(edge << 1 | CONNECTED);
                    return Err(Conflict);
                }
                self.apart.push((a.min(b), a.max(b)));
            }
        }
        self.apart.sort_unstable();
        let (mut open, mut changed) = (false, false);
        for (edge, (&(a, b), there)) in edges() {
            if there.status(cx).is_some() {
                continue;
            }
            let (a, b) = (sets.find(a), sets.find(b));
            let why = if a == b {
                CONNECTED
            } else if self.apart.binary_search(&(a.min(b), a.max(b))).is_ok() {
                SEPARATED
            } else {
                open = true;
                continue;
            };
            cx.because(edge << 1 | why);
            there.decide(cx, why == CONNECTED)?;
            changed = true;
        }
        Ok(match (open, changed) {
            // A variable may be at two edges.
            (_, true) => Status::Active,
            (true, false) => Status::Fixpoint,
            (false, false) => Status::Entailed,
        })
    }

    fn explain(&self, change: &Change<'_>, past: &Past<'_>, facts: &mut Vec<Literal>) {
        let (edge, why) = (change.tag >> 1, change.tag & 1);
        let (from, to) = self.graph.ends[edge as usize];
        let own = self.edges[edge as usize].literal(why == SEPARATED);
        let came = self.reach(past, from);
        if why == CONNECTED {
            if came[to as usize].is_none() {
                return past.describe_scope(facts);
            }
            self.explain_path(&came, to, facts);
        } else {
            let others = self.reach(past, to);
            let steps = |at: &[Option<(u32, u32)>], v: u32| at[v as usize].map(|(steps, _)| steps);
            let between = (0u32..).zip(self.graph.ends.iter().zip(&self.edges));
            let between = between.filter(|(_, (_, there))| there.status_then(past) == Some(false));
            let ways = between.flat_map(|(other, (&(a, b), _))| {
                let way =
                    |a: u32, b: u32| Some((steps(&came, a)? + steps(&others, b)?, other, a, b));
                [way(a, b), way(b, a)].into_iter().flatten()
            });
            let Some((_, other, a, b)) = ways.min() else {
                return past.describe_scope(facts);
            };
            self.explain_path(&came, a, facts);
            self.explain_path(&others, b, facts);
            facts.extend(self.edges[other as usize].literal(false));
        }
        if change.after.is_empty() {
            facts.extend(own);
        }
    }
}

#[cfg(test)]
mod tests;
