//! Why a vertex or an edge is in or out: members that are apart, and what keeps them apart.

use smallvec::SmallVec;

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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Evidence {
    Member(u32),
    OutVertex(u32),
    OutEdge(u32),
}

/// Marks of vertices that are in no piece, or not yet.
const OUT: u32 = u32::MAX;
const OPEN: u32 = u32::MAX - 1;
const MEMBER: u32 = u32::MAX - 2;

/// The connected pieces of the graph by some of the known facts; at least two of them have members.
///
/// Of the members of one piece only the earliest counts: the facts that the others are in would be dropped before it.
#[derive(Debug)]
struct Pieces<'a> {
    of: &'a ConnectedPropagator,
    /// By vertex: its piece, or a mark.
    piece: Vec<u32>,
    /// Which pieces are one.
    sets: Sets,
    /// By edge: whether it may be in. Empty if all are always there.
    edges: Bits,
    /// By the piece that stands for a set: how many pieces with members it was.
    members: Vec<u32>,
    /// The number of sets with members.
    apart: usize,
}

impl<'a> Pieces<'a> {
    /// The pieces by all facts and, if there is one, a vertex `taken` that counts as a member, too; and the facts, by
    /// [`key`].
    fn new(
        of: &'a ConnectedPropagator,
        past: &Past<'_>,
        without: Without,
        taken: Option<u32>,
    ) -> (Self, Vec<u64>) {
        let n = of.graph.vertices.len();
        let mut facts = Vec::with_capacity(n);
        let mut piece = Vec::with_capacity(n);
        // By vertex: the date since which it is a member. What is constant is no fact.
        let mut dates = Vec::with_capacity(n);
        for (v, &there) in (0..).zip(&*of.graph.vertices) {
            let (status, date) = there.dated_then(past);
            piece.push(match Standing::of(status) {
                _ if without == Without::Vertex(v) => OUT,
                _ if taken == Some(v) => MEMBER,
                Standing::Out => {
                    facts.extend(date.map(|date| key(n, date, Evidence::OutVertex(v))));
                    OUT
                }
                Standing::Member => MEMBER,
                Standing::Open => OPEN,
            });
            dates.push(date.filter(|_| taken != Some(v)));
        }
        let mut edges = all_of(if of.optional { of.graph.edges.len() } else { 0 });
        for edge in 0..edges.len() as u32 {
            let (status, date) = of.graph.edges[edge as usize].dated_then(past);
            let is_meant = without == Without::Edge(edge);
            let is_out = status == Some(false);
            edges.set(edge as usize, !is_out && !is_meant);
            if is_out && !is_meant {
                facts.extend(date.map(|date| key(n, date, Evidence::OutEdge(edge))));
            }
        }
        let mut pieces = Self {
            of,
            piece,
            sets: Sets::new(0),
            edges,
            members: Vec::new(),
            apart: 0,
        };
        pieces.flood(&dates, &mut facts);
        (pieces, facts)
    }

    /// Gives each vertex that may be in its piece, and adds the facts that members are in. To search the graph once takes
    /// a third of the instructions of joining the ends of all edges.
    fn flood(&mut self, dates: &[Option<u32>], facts: &mut Vec<u64>) {
        let graph = &self.of.graph;
        let mut ahead = Vec::new();
        for start in 0..self.piece.len() {
            if !matches!(self.piece[start], OPEN | MEMBER) {
                continue;
            }
            let own = self.add();
            let mut has_members = false;
            // Of its earliest member; `None` is before all: beside a constant member no fact is needed.
            let mut earliest = Some(u64::MAX);
            let mut enter = |at: &mut u32, v: u32| {
                if *at == MEMBER {
                    has_members = true;
                    let date = dates[v as usize];
                    let key = date.map(|date| key(dates.len(), date, Evidence::Member(v)));
                    earliest = earliest.min(key);
                }
                *at = own;
            };
            enter(&mut self.piece[start], start as u32);
            ahead.push(start as u32);
            while let Some(v) = ahead.pop() {
                for step in graph.around(v) {
                    let at = &mut self.piece[step.to as usize];
                    if matches!(*at, OPEN | MEMBER)
                        && (!self.of.optional || self.edges[step.edge as usize])
                    {
                        enter(at, step.to);
                        ahead.push(step.to);
                    }
                }
            }
            if has_members {
                self.members[own as usize] = 1;
                self.apart += 1;
                facts.extend(earliest);
            }
        }
    }

    /// A new piece, without members.
    fn add(&mut self) -> u32 {
        self.members.push(0);
        self.sets.add()
    }

    /// The piece of a vertex now, if it may be in.
    fn piece(&mut self, v: u32) -> Option<u32> {
        let piece = self.piece[v as usize];
        (piece != OUT).then(|| self.sets.find(piece))
    }

    /// Makes two pieces one.
    fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.sets.find(a), self.sets.find(b));
        if self.sets.join(a, b) {
            let own = [a, b].map(|piece| self.members[piece as usize]);
            self.apart -= usize::from(own.iter().all(|&members| members > 0));
            self.members[self.sets.find(a) as usize] = own.iter().sum();
        }
    }

    /// Takes back a fact, if two pieces with members are left then. False if not.
    fn drop(&mut self, item: Evidence) -> bool {
        match item {
            Evidence::Member(v) => {
                let Some(piece) = self.piece(v) else {
                    return true;
                };
                let members = &mut self.members[piece as usize];
                if *members == 1 && self.apart == 2 {
                    return false;
                }
                *members -= 1;
                self.apart -= usize::from(*members == 0);
            }
            Evidence::OutVertex(v) => {
                let graph = &self.of.graph;
                // Most lie beside one piece at most: no list for these.
                let mut own = OUT;
                let mut others: SmallVec<[u32; 8]> = SmallVec::new();
                for step in graph.around(v) {
                    if let Some(piece) = self.piece(step.to)
                        && piece != own
                        && (!self.of.optional || self.edges[step.edge as usize])
                    {
                        if own == OUT {
                            own = piece;
                        } else if !others.contains(&piece) {
                            others.push(piece);
                        }
                    }
                }
                if own == OUT {
                    own = self.add();
                } else if !others.is_empty() {
                    let have_members = |&&piece: &&u32| self.members[piece as usize] > 0;
                    let merged = others.iter().chain([&own]).filter(have_members).count();
                    if self.apart < merged + 1 {
                        return false;
                    }
                    for piece in others {
                        self.join(own, piece);
                    }
                }
                self.piece[v as usize] = own;
            }
            Evidence::OutEdge(edge) => {
                let (a, b) = self.of.graph.ends[edge as usize];
                if let (Some(a), Some(b)) = (self.piece(a), self.piece(b))
                    && a != b
                {
                    let have_members = [a, b].iter().all(|&own| self.members[own as usize] > 0);
                    if self.apart == 2 && have_members {
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

/// A fact with the number of the change that made it, in one word: sorted by this, the facts are in the order in which
/// they came about.
fn key(vertices: usize, date: u32, item: Evidence) -> u64 {
    let own = match item {
        Evidence::Member(v) => v as usize,
        Evidence::OutVertex(v) => vertices + v as usize,
        Evidence::OutEdge(edge) => 2 * vertices + edge as usize,
    };
    u64::from(date) << 32 | own as u64
}

/// The fact of a [`key`].
fn evidence(vertices: usize, key: u64) -> Evidence {
    let own = key as u32;
    let n = vertices as u32;
    if own < n {
        Evidence::Member(own)
    } else if own < 2 * n {
        Evidence::OutVertex(own - n)
    } else {
        Evidence::OutEdge(own - 2 * n)
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
        let n = self.graph.vertices.len();
        let (mut pieces, mut dated) = Pieces::new(self, past, without, taken);
        if pieces.apart < 2 {
            return None;
        }
        dated.sort_unstable_by(|a, b| b.cmp(a));
        for key in dated {
            let item = evidence(n, key);
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
