//! Why a vertex or an edge is in or out: a piece of the graph and its border.

use super::{ConnectedPropagator, Standing};
use crate::literal::Literal;
use crate::reason::{Change, Past};

/// What is removed from the graph in addition to everything that is out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Without {
    Nothing,
    Vertex(u32),
    Edge(u32),
}

impl ConnectedPropagator {
    /// The vertices that could be in at that time, connected with `from` by edges that could be in.
    fn piece(&self, past: &Past<'_>, from: u32, without: Without) -> Vec<bool> {
        let mut reached = vec![false; self.vertices.len()];
        reached[from as usize] = true;
        let mut queue = vec![from];
        while let Some(v) = queue.pop() {
            for step in self.graph.around(v) {
                let w = step.to;
                if !reached[w as usize]
                    && without != Without::Vertex(w)
                    && without != Without::Edge(step.edge)
                    && self.stood(past, w) != Standing::Out
                    && self.edge_was_possible(past, step.edge)
                {
                    reached[w as usize] = true;
                    queue.push(w);
                }
            }
        }
        reached
    }

    fn stood(&self, past: &Past<'_>, vertex: u32) -> Standing {
        Standing::of(self.vertices[vertex as usize].status_then(past))
    }

    fn edge_was_possible(&self, past: &Past<'_>, edge: u32) -> bool {
        !self.optional || self.edges[edge as usize].status_then(past) != Some(false)
    }

    /// The facts that `piece` and the rest of the graph cannot meet, except in `without`: the vertices around it are
    /// out, or the edges to them are.
    fn border(&self, past: &Past<'_>, piece: &[bool], without: Without, facts: &mut Vec<Literal>) {
        for v in 0..self.vertices.len() as u32 {
            if piece[v as usize] || without == Without::Vertex(v) {
                continue;
            }
            let out = self.stood(past, v) == Standing::Out;
            for step in self.graph.around(v) {
                if !piece[step.to as usize] || without == Without::Edge(step.edge) {
                    continue;
                }
                if out {
                    facts.extend(self.vertices[v as usize].literal(false));
                    break;
                }
                facts.extend(self.edges[step.edge as usize].literal(false));
            }
        }
    }

    /// The fact that `vertex` is a member.
    fn membership(&self, vertex: u32, facts: &mut Vec<Literal>) {
        facts.extend(self.vertices[vertex as usize].literal(true));
    }

    /// Two known members that only `without` can connect, and the border between them.
    fn separation(
        &self,
        past: &Past<'_>,
        without: Without,
        facts: &mut Vec<Literal>,
    ) -> Option<()> {
        let members: Vec<u32> = (0..self.vertices.len() as u32)
            .filter(|&v| without != Without::Vertex(v) && self.stood(past, v) == Standing::Member)
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
        self.border(past, &smaller, without, facts);
        Some(())
    }

    /// The sharp explanation, if there is one; without one, `facts` are as they were.
    pub(super) fn explain_sharply(
        &self,
        change: &Change<'_>,
        past: &Past<'_>,
        facts: &mut Vec<Literal>,
    ) -> Option<()> {
        if change.after.is_empty() {
            return self.separation(past, Without::Nothing, facts);
        }
        let n = self.vertices.len() as u32;
        if change.tag >= n {
            return self.separation(past, Without::Edge(change.tag - n), facts);
        }
        let vertex = change.tag;
        let in_literal = self.vertices[vertex as usize].literal(true)?;
        if change.after.iter().all(|value| in_literal.admits(value)) {
            return self.separation(past, Without::Vertex(vertex), facts);
        }
        let piece = self.piece(past, vertex, Without::Nothing);
        let root =
            (0..n).find(|&v| !piece[v as usize] && self.stood(past, v) == Standing::Member)?;
        self.membership(root, facts);
        self.border(past, &piece, Without::Nothing, facts);
        Some(())
    }
}
