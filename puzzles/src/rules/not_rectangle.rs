//! Groups of cells that are not rectangles.

use quadrille_engine::propagators::GroupRule;
use quadrille_engine::{Literal, Past, Store, Var};

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

    fn says(&self, certain: &[bool], possible: &[bool]) -> Option<bool> {
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
    fn judge(&mut self, _: &Store, certain: &[bool], possible: &[bool]) -> Option<bool> {
        self.says(certain, possible)
    }

    fn was_hopeless(
        &self,
        _: &Past<'_>,
        _: Option<(Var, i32, i32)>,
        certain: &[bool],
        possible: &[bool],
        _: &mut Vec<Literal>,
    ) -> bool {
        self.says(certain, possible) == Some(false)
    }
}

#[cfg(test)]
mod tests {
    use quadrille_engine::propagators::{Groups, Presence};
    use quadrille_engine::testing::PropagatorTest;

    use super::*;

    /// The connected sets of cells that are there.
    fn groups(there: &[bool], columns: usize) -> Vec<Vec<Cell>> {
        let mut open: Vec<Cell> = (0..there.len())
            .filter(|&i| there[i])
            .map(|i| Cell::new(i / columns, i % columns))
            .collect();
        let mut found = Vec::new();
        while let Some(first) = open.pop() {
            let mut group = vec![first];
            let mut next = 0;
            while let Some(&cell) = group.get(next) {
                next += 1;
                open.retain(|&other| {
                    let beside = cell.taxicab(other) == 1;
                    if beside {
                        group.push(other);
                    }
                    !beside
                });
            }
            found.push(group);
        }
        found
    }

    #[test]
    fn random_grids_against_brute_force() {
        for (rows, columns) in [(1, 4), (2, 2), (2, 3), (3, 3), (2, 4)] {
            let cells: Vec<Cell> = (0..rows * columns)
                .map(|i| Cell::new(i / columns, i % columns))
                .collect();
            PropagatorTest::new(
                |model, vars| {
                    let vertices = vars.iter().map(|&v| Presence::If(Literal::is(v, 1)));
                    let mut edges = Vec::new();
                    for (i, a) in cells.iter().enumerate() {
                        for (j, b) in cells.iter().enumerate().skip(i) {
                            if a.taxicab(*b) == 1 {
                                edges.push((i, j, Presence::Always));
                            }
                        }
                    }
                    let rule = NotRectangle::new(cells.clone());
                    model.post(Groups::new(vertices.collect(), edges, Box::new(rule)));
                },
                |values| {
                    let there: Vec<bool> = values.iter().map(|&v| v == 1).collect();
                    groups(&there, columns).iter().all(|group| {
                        let span = |of: &dyn Fn(&Cell) -> usize| {
                            let all = || group.iter().map(of);
                            all().max().unwrap_or(0) - all().min().unwrap_or(0) + 1
                        };
                        group.len() < span(&|cell| cell.row) * span(&|cell| cell.column)
                    })
                },
            )
            .random(30, rows * columns, 0..=1);
        }
    }
}
