//! A graph whose vertices are divided into connected sets.

use super::graph::{Graph, Reached, Sets};
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
/// are these with any two united that are not kept apart. O(vertices + edges · log edges) a run. Lane: heavy. All memory is
/// scratch.
#[derive(Clone, Debug)]
pub struct Partition {
    graph: Graph,
    /// Scratch: the vertices that edges join.
    sets: Sets,
    /// Scratch: pairs of sets with an edge between them that is out.
    apart: Vec<(u32, u32)>,
}

/// What a change followed from, apart from its edge: whether its ends were connected or separated.
const CONNECTED: u32 = 0;
const SEPARATED: u32 = 1;

impl Partition {
    /// The edges of `graph` that are in are those inside some sets of its vertices; whether these are in does not
    /// matter.
    pub fn new(graph: Graph) -> Self {
        Self {
            sets: Sets::new(graph.vertices.len()),
            apart: Vec::new(),
            graph,
        }
    }
}

impl Constraint for Partition {
    type Propagator = Self;

    fn name(&self) -> &'static str {
        "partition"
    }

    fn for_each_var(&self, see: &mut dyn FnMut(Var)) {
        self.graph.for_each_var(see);
    }

    fn lane(&self) -> Lane {
        Lane::Heavy
    }

    fn attach(self, scope: &mut Scope<'_>) -> Self {
        self.graph.track(scope);
        self
    }
}

impl Propagator for Partition {
    fn propagate(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        let sets = &mut self.sets;
        sets.split();
        for (_, (a, b), there) in self.graph.numbered_edges() {
            if there.status(cx) == Some(true) {
                sets.join(a, b);
            }
        }
        self.apart.clear();
        for (edge, (a, b), there) in self.graph.numbered_edges() {
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
        for (edge, (a, b), there) in self.graph.numbered_edges() {
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
        let own = self.graph.edges[edge as usize].literal(why == SEPARATED);
        let near = self.graph.search(past, from, None, None);
        if why == CONNECTED {
            if self.graph.explain_path(&near, to, facts).is_none() {
                return past.describe_scope(facts);
            }
        } else {
            let far = self.graph.search(past, to, None, None);
            let steps = |at: &Reached, v: u32| at[v as usize].map(|(steps, _)| steps);
            let edges = self.graph.numbered_edges();
            let between = edges.filter(|(.., there)| there.status_then(past) == Some(false));
            let ways = between.flat_map(|(other, (a, b), _)| {
                let way = |a: u32, b: u32| Some((steps(&near, a)? + steps(&far, b)?, other, a, b));
                [way(a, b), way(b, a)].into_iter().flatten()
            });
            let Some((_, other, a, b)) = ways.min() else {
                return past.describe_scope(facts);
            };
            self.graph.explain_path(&near, a, facts);
            self.graph.explain_path(&far, b, facts);
            facts.extend(self.graph.edges[other as usize].literal(false));
        }
        if change.after.is_empty() {
            facts.extend(own);
        }
    }
}

#[cfg(test)]
mod tests;
