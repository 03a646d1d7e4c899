//! Groups of cells of two kinds whose parts of either kind are congruent.

use quadrille_engine::propagators::GroupRule;
use quadrille_engine::{Literal, Past, Store, Var};

use super::plane::{MOTIONS, Position, VertexAt, position};
use crate::grid::Cell;

/// The cells of a group that are of one kind are congruent to those that are of the other: some motion (a shift, turn or
/// reflection) maps them to these. No cell is of both kinds; some may be of neither.
///
/// # Strength and cost
///
/// Exact between two bounds, but for connectedness: some motion maps the certain cells of each kind to possible ones of
/// the other. All motions that map one certain cell to possible ones are tried: O(cells · certain cells).
#[derive(Clone, Debug)]
pub struct CongruentParts {
    /// By vertex.
    cells: Vec<Position>,
    /// By vertex: which kind it is of.
    kinds: Vec<Option<bool>>,
    at: VertexAt,
    /// Scratch: the certain cells of either kind.
    certain: [Vec<Position>; 2],
}

impl CongruentParts {
    /// The cells that are the vertices of the graph, and of which kind each is.
    ///
    /// # Panics
    /// If there are not as many kinds as cells.
    pub fn new(cells: &[Cell], kinds: Vec<Option<bool>>) -> Self {
        assert_eq!(cells.len(), kinds.len(), "a kind for each cell");
        Self {
            cells: cells.iter().map(position).collect(),
            kinds,
            at: VertexAt::of_cells(cells),
            certain: Default::default(),
        }
    }

    /// Whether a cell is of a kind and possible.
    fn may_be(&self, position: Position, kind: bool, possible: &[bool]) -> bool {
        let vertex = self.at.get(position);
        vertex.is_some_and(|vertex| {
            possible[vertex as usize] && self.kinds[vertex as usize] == Some(kind)
        })
    }

    /// Whether some motion maps the certain cells of each kind to possible ones of the other.
    fn fits(&self, sure: &[Vec<Position>; 2], possible: &[bool]) -> bool {
        // A certain cell, and what it may be mapped to.
        let from = usize::from(sure[0].is_empty());
        let to = from == 0;
        let Some(&anchor) = sure[from].first() else {
            return true;
        };
        let images = self.cells.iter().zip(&self.kinds).zip(possible);
        for ((&(row, column), _), _) in images.filter(|((_, k), p)| **p && **k == Some(to)) {
            for [turn, back] in MOTIONS {
                let (r, c) = turn(anchor);
                let (down, right) = (row - r, column - c);
                let forth = |&cell: &Position| {
                    let (r, c) = turn(cell);
                    self.may_be((r + down, c + right), to, possible)
                };
                let whence =
                    |&(r, c): &Position| self.may_be(back((r - down, c - right)), !to, possible);
                if sure[from].iter().all(forth) && sure[1 - from].iter().all(whence) {
                    return true;
                }
            }
        }
        false
    }

    fn status(
        &self,
        sure: &[Vec<Position>; 2],
        certain: &[bool],
        possible: &[bool],
    ) -> Option<bool> {
        if !self.fits(sure, possible) {
            return Some(false);
        }
        // Between equal bounds, each part is mapped into the other.
        let mut open = self.kinds.iter().zip(certain.iter().zip(possible));
        let is_open = open.any(|(kind, (sure, may))| kind.is_some() && sure != may);
        (!is_open).then_some(true)
    }

    fn gather(&self, certain: &[bool], sure: &mut [Vec<Position>; 2]) {
        sure.iter_mut().for_each(Vec::clear);
        for (vertex, _) in certain.iter().enumerate().filter(|(_, there)| **there) {
            if let Some(kind) = self.kinds[vertex] {
                sure[usize::from(kind)].push(self.cells[vertex]);
            }
        }
    }
}

impl GroupRule for CongruentParts {
    fn judge(&mut self, _: &Store, certain: &[bool], possible: &[bool]) -> Option<bool> {
        let mut sure = std::mem::take(&mut self.certain);
        self.gather(certain, &mut sure);
        let status = self.status(&sure, certain, possible);
        self.certain = sure;
        status
    }

    fn refute(
        &self,
        _: &Past<'_>,
        _: Option<(Var, i32, i32)>,
        certain: &[bool],
        possible: &[bool],
        _: &mut Vec<Literal>,
    ) -> bool {
        let mut sure = Default::default();
        self.gather(certain, &mut sure);
        !self.fits(&sure, possible)
    }

    fn restricts(&self, vertex: u32) -> bool {
        self.kinds[vertex as usize].is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::tests::boards::Board;

    /// The least of the images of some cells, moved to the upper left.
    fn normal(cells: &[Cell]) -> Vec<(i64, i64)> {
        let mut best: Option<Vec<(i64, i64)>> = None;
        for turn in 0..8 {
            let image = cells.iter().map(|cell| {
                let (mut r, mut c) = (cell.row as i64, cell.column as i64);
                if turn & 1 > 0 {
                    r = -r;
                }
                if turn & 2 > 0 {
                    c = -c;
                }
                if turn & 4 > 0 { (c, r) } else { (r, c) }
            });
            let image: Vec<(i64, i64)> = image.collect();
            let top = image.iter().map(|cell| cell.0).min().unwrap_or(0);
            let left = image.iter().map(|cell| cell.1).min().unwrap_or(0);
            let mut image: Vec<_> = image.iter().map(|&(r, c)| (r - top, c - left)).collect();
            image.sort_unstable();
            if best.as_ref().is_none_or(|best| image < *best) {
                best = Some(image);
            }
        }
        best.unwrap_or_default()
    }

    #[test]
    fn random_grids_against_brute_force() {
        for (rows, columns, kinds) in [
            (1, 4, "0011"),
            (2, 2, "01.1"),
            (2, 3, "010011"),
            (2, 3, "001110"),
            (2, 4, "00110011"),
            (3, 3, "001101110"),
            (3, 3, "0.1111000"),
        ] {
            let board = Board::new(rows, columns);
            let kinds = kinds.chars();
            let kinds = kinds.map(|kind| (kind != '.').then_some(kind == '1'));
            let kinds: Vec<Option<bool>> = kinds.collect();
            let rule = || CongruentParts::new(&board.cells, kinds.clone());
            let is_right = |group: &[usize]| {
                let [one, other] = [false, true].map(|kind| {
                    let own = group.iter().filter(|&&v| kinds[v] == Some(kind));
                    normal(&own.map(|&v| board.cells[v]).collect::<Vec<Cell>>())
                });
                one == other
            };
            board.test_cells(30, rule, is_right);
            board.test_links(15, rule, is_right);
        }
    }
}
