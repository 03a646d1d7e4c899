//! Groups of cells that a turn or a reflection maps to themselves.

use fxhash::FxHashMap;
use quadrille_engine::propagators::GroupRule;

use crate::grid::Cell;

/// Where a turn or a reflection about the origin takes a row and a column.
type Motion = fn((i64, i64)) -> (i64, i64);

/// The cells of a group are mapped to themselves by one of some motions, about whichever centre.
///
/// # Strength and cost
///
/// There is no such group between two bounds if no motion takes all certain cells to possible ones; exact once the bounds
/// are equal. O(motions × cells × certain cells).
#[derive(Clone, Debug)]
pub struct Symmetric {
    /// By vertex.
    cells: Vec<(i64, i64)>,
    vertex: FxHashMap<(i64, i64), usize>,
    motions: Vec<Motion>,
}

impl Symmetric {
    /// The cells that are the vertices of the graph, and the motions, without the identity.
    pub fn new(cells: &[Cell], motions: Vec<Motion>) -> Self {
        let cells = cells.iter();
        let cells: Vec<_> = cells
            .map(|cell| (cell.row as i64, cell.column as i64))
            .collect();
        let vertex = cells.iter().enumerate().map(|(at, &cell)| (cell, at));
        Self {
            vertex: vertex.collect(),
            cells,
            motions,
        }
    }
}

impl GroupRule for Symmetric {
    fn status(&self, certain: &[bool], possible: &[bool]) -> Option<bool> {
        let there = self.cells.iter().zip(certain).filter(|(_, there)| **there);
        let there: Vec<(i64, i64)> = there.map(|(cell, _)| *cell).collect();
        let first = there.first()?;
        let is_possible = |cell: (i64, i64)| self.vertex.get(&cell).is_some_and(|&at| possible[at]);
        let is_mapped = |motion: &Motion| {
            let moved = motion(*first);
            // The first cell goes to some possible one, and all others with it.
            let images = self.cells.iter().zip(possible).filter(|(_, there)| **there);
            let mut shifts = images.map(|(image, _)| (image.0 - moved.0, image.1 - moved.1));
            shifts.any(|(down, right)| {
                let mut images = there.iter().map(|&cell| motion(cell));
                images.all(|(r, c)| is_possible((r + down, c + right)))
            })
        };
        match self.motions.iter().any(is_mapped) {
            false => Some(false),
            true => (certain == possible).then_some(true),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::tests::boards::Board;

    #[test]
    fn random_grids_against_brute_force() {
        let motions: [(Motion, Motion); 3] = [
            (|(r, c)| (-r, -c), |(r, c)| (-r, -c)),
            (|(r, c)| (r, -c), |(r, c)| (-r, c)),
            (|(r, c)| (c, r), |(r, c)| (c, -r)),
        ];
        for (rows, columns) in [(1, 4), (2, 2), (2, 3), (3, 3), (2, 4)] {
            let board = Board::new(rows, columns);
            for (one, other) in motions {
                let rule = || Symmetric::new(&board.cells, vec![one, other]);
                // The middle of a set stays where it is: compared by the cells' distances from the sum of all.
                let is_right = |group: &[usize]| {
                    let n = group.len() as i64;
                    let at = |&cell: &usize| {
                        let cell = board.cells[cell];
                        (n * cell.row as i64, n * cell.column as i64)
                    };
                    let sum = group
                        .iter()
                        .map(at)
                        .fold((0, 0), |a, b| (a.0 + b.0, a.1 + b.1));
                    let middle = (sum.0 / n, sum.1 / n);
                    let about = |cell| {
                        let (row, column) = at(cell);
                        (row - middle.0, column - middle.1)
                    };
                    let all: Vec<_> = group.iter().map(about).collect();
                    [one, other]
                        .iter()
                        .any(|motion| all.iter().all(|&point| all.contains(&motion(point))))
                };
                board.test_cells(20, rule, is_right);
                board.test_links(10, rule, is_right);
            }
        }
    }
}
