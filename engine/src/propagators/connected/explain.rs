//! Why a vertex is a member or none: a piece of the graph and what cuts it off.

use super::Connected;
use crate::literal::Literal;
use crate::reason::{Change, Past};

impl Connected {
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

    /// The sharp explanation, if there is one; without one, `facts` are as they were.
    pub(super) fn explain_sharply(
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
