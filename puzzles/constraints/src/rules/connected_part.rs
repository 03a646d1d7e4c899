//! Groups of cells of which the cells of one kind hang together.

use quadrille_engine::propagators::GroupRule;
use quadrille_engine::{Literal, Past, Store, Var};

/// The cells of a group that are of one kind are connected among themselves, or there are none.
///
/// # Strength and cost
///
/// Exact between two bounds, but for the connectedness of the group itself: the certain cells of the kind hang together
/// by possible ones. One search, O(cells).
#[derive(Clone, Debug)]
pub struct ConnectedPart {
    /// By vertex: whether it is of the kind.
    kind: Vec<bool>,
    /// By vertex of the kind: those of the kind that it touches.
    neighbours: Vec<Vec<u32>>,
    /// Scratch.
    seen: Vec<bool>,
    queue: Vec<u32>,
}

impl ConnectedPart {
    /// Which vertices of the graph are of the kind, and which two of these touch each other.
    ///
    /// # Panics
    /// If a pair names a vertex that does not exist.
    pub fn new(kind: Vec<bool>, touching: &[(usize, usize)]) -> Self {
        let mut neighbours = vec![Vec::new(); kind.len()];
        for &(a, b) in touching.iter().filter(|&&(a, b)| kind[a] && kind[b]) {
            neighbours[a].push(b as u32);
            neighbours[b].push(a as u32);
        }
        Self {
            seen: vec![false; kind.len()],
            kind,
            neighbours,
            queue: Vec::new(),
        }
    }

    fn status(&mut self, certain: &[bool], possible: &[bool]) -> Option<bool> {
        let own = || (0..self.kind.len()).filter(|&vertex| self.kind[vertex]);
        let is_open = own().any(|vertex| possible[vertex] && !certain[vertex]);
        let Some(first) = own().find(|&vertex| certain[vertex]) else {
            return (!is_open).then_some(true);
        };
        self.seen.fill(false);
        self.seen[first] = true;
        self.queue.push(first as u32);
        while let Some(at) = self.queue.pop() {
            for &next in &self.neighbours[at as usize] {
                if possible[next as usize] && !self.seen[next as usize] {
                    self.seen[next as usize] = true;
                    self.queue.push(next);
                }
            }
        }
        let mut own = (0..self.kind.len()).filter(|&vertex| self.kind[vertex]);
        if own.any(|vertex| certain[vertex] && !self.seen[vertex]) {
            return Some(false);
        }
        (!is_open).then_some(true)
    }
}

impl GroupRule for ConnectedPart {
    fn judge(&mut self, _: &Store, certain: &[bool], possible: &[bool]) -> Option<bool> {
        self.status(certain, possible)
    }

    fn refute(
        &self,
        _: &Past<'_>,
        _: Option<(Var, i32, i32)>,
        certain: &[bool],
        possible: &[bool],
        _: &mut Vec<Literal>,
    ) -> bool {
        self.clone().status(certain, possible) == Some(false)
    }

    fn restricts(&self, vertex: u32) -> bool {
        self.kind[vertex as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::tests::boards::Board;

    #[test]
    fn random_grids_against_brute_force() {
        for (rows, columns, kind) in [
            (1, 4, "1011"),
            (2, 2, "0110"),
            (2, 3, "101111"),
            (2, 3, "110011"),
            (2, 4, "10111101"),
            (3, 3, "111101011"),
        ] {
            let board = Board::new(rows, columns);
            let kind: Vec<bool> = kind.chars().map(|kind| kind == '1').collect();
            let rule = || ConnectedPart::new(kind.clone(), &board.links);
            let is_right = |group: &[usize]| {
                let is_part = |cell: usize| kind[cell] && group.contains(&cell);
                let part: quadrille_engine::bits::Bits = (0..kind.len()).map(is_part).collect();
                board.groups(&part, |_| true).len() <= 1
            };
            board.test_cells(40, rule, is_right);
            board.test_links(15, rule, is_right);
        }
    }
}
