//! Groups of cells that are not rectangles.

use quadrille_engine::propagators::GroupRule;

use crate::grid::Cell;

/// The cells of a group do not fill a rectangle.
///
/// # Strength and cost
///
/// Exact for connected groups between two bounds: there are none but rectangles only if the cells that may belong to it
/// lie in one line, or all of them do belong to it and are one. O(cells).
#[derive(Clone, Debug)]
pub struct NotRectangle {
    /// By vertex.
    cells: Vec<Cell>,
}

impl NotRectangle {
    /// The cells that are the vertices of the graph.
    pub fn new(cells: Vec<Cell>) -> Self {
        Self { cells }
    }

    /// The number of cells, and the rows and columns of the smallest rectangle around them.
    fn extent(&self, there: &[bool]) -> (usize, usize, usize) {
        let (mut count, mut top, mut left) = (0, usize::MAX, usize::MAX);
        let (mut bottom, mut right) = (0, 0);
        for (cell, &there) in self.cells.iter().zip(there) {
            if there {
                count += 1;
                (top, left) = (top.min(cell.row), left.min(cell.column));
                (bottom, right) = (bottom.max(cell.row), right.max(cell.column));
            }
        }
        match count {
            0 => (0, 0, 0),
            _ => (count, bottom - top + 1, right - left + 1),
        }
    }

    /// Whether all cells of the smallest rectangle around the certain cells may be there.
    fn is_full_around(&self, certain: &[bool], possible: &[bool]) -> bool {
        let sure = || self.cells.iter().zip(certain).filter(|(_, there)| **there);
        let rows = || sure().map(|(cell, _)| cell.row);
        let columns = || sure().map(|(cell, _)| cell.column);
        let (Some(top), Some(bottom)) = (rows().min(), rows().max()) else {
            return true;
        };
        let (Some(left), Some(right)) = (columns().min(), columns().max()) else {
            return true;
        };
        let within = self.cells.iter().zip(possible).filter(|(cell, there)| {
            **there && (top..=bottom).contains(&cell.row) && (left..=right).contains(&cell.column)
        });
        within.count() == (bottom - top + 1) * (right - left + 1)
    }
}

impl GroupRule for NotRectangle {
    fn status(&self, certain: &[bool], possible: &[bool]) -> Option<bool> {
        let (count, height, width) = self.extent(possible);
        let (sure, high, wide) = self.extent(certain);
        if sure == 0 {
            return None;
        }
        if count == height * width && (sure == count || height == 1 || width == 1) {
            return Some(false);
        }
        // The rectangle around the certain cells has a cell that cannot belong to the group.
        let is_within = self.is_full_around(certain, possible);
        (sure < high * wide && !is_within || sure == count).then_some(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::tests::boards::Board;

    #[test]
    fn random_grids_against_brute_force() {
        for (rows, columns) in [(1, 4), (2, 2), (2, 3), (3, 3), (2, 4)] {
            let board = Board::new(rows, columns);
            let rule = || NotRectangle::new(board.cells.clone());
            let is_right = |group: &[usize]| {
                let span = |of: &dyn Fn(Cell) -> usize| {
                    let all = || group.iter().map(|&cell| of(board.cells[cell]));
                    all().max().unwrap_or(0) - all().min().unwrap_or(0) + 1
                };
                group.len() < span(&|cell| cell.row) * span(&|cell| cell.column)
            };
            board.test_cells(30, rule, is_right);
            board.test_links(15, rule, is_right);
        }
    }
}
