//! Why a vertex or an edge is in or out: members that are apart, and what keeps them apart.

use super::{ConnectedPropagator, Standing};
use crate::bits::{Bits, all_of};
use crate::literal::Literal;
use crate::propagators::graph::Sets;
use crate::propagators::presence::Switch;
use crate::reason::{Change, Past};

/// What is removed from the graph in addition to everything that is out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Without {
    Nothing,
    Vertex(u32),
    Edge(u32),
}

/// A fact that may help to keep members apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Evidence {
    Member(u32),
    OutVertex(u32),
    OutEdge(u32),
}

/// The connected pieces of the graph by some of the known facts; at least two of them have members.
#[derive(Debug)]
struct Pieces<'a> {
    of: &'a ConnectedPropagator,
    sets: Sets,
    /// By vertex and by edge: whether it may be in. No edges if all are always there.
    vertices: Bits,
    edges: Bits,
    /// By the vertex that stands for a piece: how many members it has.
    members: Vec<u32>,
    /// The number of pieces with members.
    apart: usize,
    /// By vertex: the last vertex at which it was counted, plus one.
    counted: Vec<u32>,
}

impl<'a> Pieces<'a> {
    fn new(
        of: &'a ConnectedPropagator,
        past: &Past<'_>,
        without: Without,
    ) -> (Self, Vec<Evidence>) {
        let n = of.graph.vertices.len();
        let mut sets = Sets::new(n);
        sets.split();
        let mut pieces = Self {
            of,
            sets,
            vertices: all_of(n),
            edges: all_of(if of.optional { of.graph.edges.len() } else { 0 }),
            members: vec![0; n],
            apart: 0,
            counted: vec![0; n],
        };
        let mut evidence = Vec::with_capacity(n);
        for v in 0..n as u32 {
            let there = of.graph.vertices[v as usize];
            let standing = Standing::of(there.status_then(past));
            pieces.vertices.set(v as usize, standing != Standing::Out);
            if without == Without::Vertex(v) {
                pieces.vertices.set(v as usize, false);
                continue;
            }
            pieces.members[v as usize] = u32::from(standing == Standing::Member);
            match standing {
                Standing::Out => evidence.push(Evidence::OutVertex(v)),
                Standing::Member => evidence.push(Evidence::Member(v)),
                Standing::Open => {}
            }
        }
        for edge in 0..pieces.edges.len() as u32 {
            let is_out = of.graph.edges[edge as usize].status_then(past) == Some(false);
            pieces
                .edges
                .set(edge as usize, !is_out && without != Without::Edge(edge));
            if is_out && without != Without::Edge(edge) {
                evidence.push(Evidence::OutEdge(edge));
            }
        }
        pieces.apart = pieces.members.iter().filter(|&&own| own > 0).count();
        for (edge, &(a, b)) in (0..).zip(&*of.graph.ends) {
            if pieces.is_open(edge, a, b) {
                pieces.join(a, b);
            }
        }
        (pieces, evidence)
    }

    /// Whether an edge and its ends may be in.
    fn is_open(&self, edge: u32, a: u32, b: u32) -> bool {
        self.vertices[a as usize]
            && self.vertices[b as usize]
            && self.edges.get(edge as usize).is_none_or(|open| *open)
    }

    /// Makes the pieces of two vertices one.
    fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.sets.find(a), self.sets.find(b));
        if self.sets.join(a, b) {
            let both = self.members[a as usize] + self.members[b as usize];
            self.apart -= usize::from(self.members[a as usize].min(self.members[b as usize]) > 0);
            self.members[self.sets.find(a) as usize] = both;
        }
    }

    /// Takes back a fact, if two pieces with members are left then. False if not.
    fn drop(&mut self, item: Evidence) -> bool {
        match item {
            Evidence::Member(v) => {
                let members = &mut self.members[self.sets.find(v) as usize];
                if *members == 1 && self.apart == 2 {
                    return false;
                }
                *members -= 1;
                self.apart -= usize::from(*members == 0);
            }
            Evidence::OutVertex(v) => {
                let around = self.of.graph.around(v);
                let mut merged = 0;
                for step in around {
                    let is_open = self.vertices[step.to as usize]
                        && self.edges.get(step.edge as usize).is_none_or(|open| *open);
                    let piece = self.sets.find(step.to) as usize;
                    if is_open && self.members[piece] > 0 && self.counted[piece] != v + 1 {
                        self.counted[piece] = v + 1;
                        merged += 1;
                    }
                }
                if self.apart < merged + 1 {
                    return false;
                }
                self.vertices.set(v as usize, true);
                for step in around {
                    if self.is_open(step.edge, v, step.to) {
                        self.join(v, step.to);
                    }
                }
            }
            Evidence::OutEdge(edge) => {
                let (a, b) = self.of.graph.ends[edge as usize];
                if self.vertices[a as usize] && self.vertices[b as usize] {
                    let (a, b) = (self.sets.find(a), self.sets.find(b));
                    let are_apart = a != b;
                    if are_apart
                        && self.apart == 2
                        && self.members[a as usize].min(self.members[b as usize]) > 0
                    {
                        return false;
                    }
                    self.join(a, b);
                }
                self.edges.set(edge as usize, true);
            }
        }
        true
    }
}

impl ConnectedPropagator {
    /// Facts without any of which there would not be two members that only `without` can connect. `taken` is a vertex
    /// that counts as a member, too. Facts are dropped from the latest back, so that those kept are the earliest, which
    /// hold in most of the search (as in the connectedness of cspuz_core, and for clauses in Junker 2004, "QuickXplain":
    /// a preferred explanation).
    ///
    /// O(vertices + edges), almost, and sorting the facts.
    fn separation(
        &self,
        past: &Past<'_>,
        without: Without,
        taken: Option<u32>,
        facts: &mut Vec<Literal>,
    ) -> Option<()> {
        let (mut pieces, evidence) = Pieces::new(self, past, without);
        if let Some(v) = taken {
            let members = &mut pieces.members[pieces.sets.find(v) as usize];
            pieces.apart += usize::from(*members == 0);
            *members += 1;
        }
        if pieces.apart < 2 {
            return None;
        }
        let record = past.kernel.record();
        let mut dated: Vec<(u32, Evidence)> = Vec::with_capacity(evidence.len());
        for item in evidence {
            if Some(item) == taken.map(Evidence::Member) {
                continue;
            }
            // What is constant is no fact.
            if let Some(var) = self.switch(item).var() {
                dated.push((record.latest_before(var, past.time), item));
            }
        }
        dated.sort_unstable_by(|a, b| b.cmp(a));
        for (_, item) in dated {
            if !pieces.drop(item) {
                let is_in = matches!(item, Evidence::Member(_));
                facts.extend(self.switch(item).literal(is_in));
            }
        }
        Some(())
    }

    fn switch(&self, item: Evidence) -> Switch {
        match item {
            Evidence::Member(v) | Evidence::OutVertex(v) => self.graph.vertices[v as usize],
            Evidence::OutEdge(edge) => self.graph.edges[edge as usize],
        }
    }

    /// The sharp explanation, if there is one; without one, `facts` are as they were.
    pub(super) fn explain_sharply(
        &self,
        change: &Change<'_>,
        past: &Past<'_>,
        facts: &mut Vec<Literal>,
    ) -> Option<()> {
        if change.after.is_empty() {
            return self.separation(past, Without::Nothing, None, facts);
        }
        let n = self.graph.vertices.len() as u32;
        if change.tag >= n {
            return self.separation(past, Without::Edge(change.tag - n), None, facts);
        }
        let vertex = change.tag;
        let in_literal = self.graph.vertices[vertex as usize].literal(true)?;
        if change.after.iter().all(|value| in_literal.admits(value)) {
            return self.separation(past, Without::Vertex(vertex), None, facts);
        }
        self.separation(past, Without::Nothing, Some(vertex), facts)
    }
}
