//! No number occurs twice.

use quadrille_engine::{Conflict, Context, Events, Lane, Literal, Propagator, Scope, Status, Var};

use crate::grid::Grid;
use crate::number_cross::{BLANK, SHORTEST_RUN};

/// The numbers of a grid (maximal runs of digits of its rows, of at least two cells) all differ.
///
/// A number that is known, with the blanks or edges at its ends, is forbidden everywhere else: where all but one
/// of the literals that would make it stand there again hold, the last is made false. This is unit propagation on
/// the forbidden repetitions; it is exact once the grid is fixed. O(rows · columns · known numbers) a run at the
/// worst, with most comparisons ended by their first cells, and only where one of the two rows has changed (a
/// third of the run time of Number Cross 5 without that); no state.
#[derive(Clone, Debug)]
pub struct DistinctNumbers {
    cells: Grid<Var>,
    /// Scratch: the grid's values, `UNKNOWN` where not fixed, and the known numbers.
    values: Vec<i32>,
    known: Vec<Known>,
    /// Scratch: the rows in which a cell was fixed since the last run.
    changed: Vec<bool>,
}

const UNKNOWN: i32 = -1;

/// A run whose cells and ends are fixed: its row and its columns `start..end`.
#[derive(Clone, Copy, Debug)]
struct Known {
    row: usize,
    start: usize,
    end: usize,
}

impl DistinctNumbers {
    /// Over all cells of a grid.
    pub fn new(cells: &Grid<Var>) -> Self {
        Self {
            values: vec![UNKNOWN; cells.len()],
            known: Vec::with_capacity(cells.len()),
            changed: vec![false; cells.rows()],
            cells: cells.clone(),
        }
    }

    /// Collects the runs that are wholly known.
    fn collect(&mut self, cx: &Context<'_>) {
        self.known.clear();
        let columns = self.cells.columns();
        for row in 0..self.cells.rows() {
            // Where a run that is known so far began; `None` after something unknown.
            let mut start = Some(0);
            for (column, &var) in self.cells.row(row).iter().enumerate() {
                let value = cx.value(var).unwrap_or(UNKNOWN);
                self.values[row * columns + column] = value;
                match value {
                    UNKNOWN => start = None,
                    BLANK => {
                        self.known.extend(
                            start
                                .filter(|&start| column - start >= SHORTEST_RUN)
                                .map(|start| Known {
                                    row,
                                    start,
                                    end: column,
                                }),
                        );
                        start = Some(column + 1);
                    }
                    _ => {}
                }
            }
            self.known
                .extend(
                    start
                        .filter(|&start| columns - start >= SHORTEST_RUN)
                        .map(|start| Known {
                            row,
                            start,
                            end: columns,
                        }),
                );
        }
    }

    /// The one literal that keeps the number `known` from standing at `row`, `start`; `Ok(None)` if more than
    /// one does or one surely does.
    fn missing(
        &self,
        cx: &Context<'_>,
        known: Known,
        row: usize,
        start: usize,
    ) -> Result<Option<Literal>, Conflict> {
        let columns = self.cells.columns();
        let length = known.end - known.start;
        let number = &self.values[known.row * columns..][known.start..known.end];
        let mut open = None;
        let ends = [
            start.checked_sub(1),
            Some(start + length).filter(|&end| end < columns),
        ];
        let wanted = (0..length)
            .map(|i| (start + i, number[i]))
            .chain(ends.into_iter().flatten().map(|column| (column, BLANK)));
        for (column, want) in wanted {
            let value = self.values[row * columns + column];
            if value == want {
                continue;
            }
            let var = self.cells.row(row)[column];
            if value != UNKNOWN || open.is_some() || !cx.dom(var).contains(want) {
                return Ok(None);
            }
            open = Some(Literal::is_not(var, want));
        }
        open.map_or(Err(Conflict), |literal| Ok(Some(literal)))
    }
}

impl Propagator for DistinctNumbers {
    fn name(&self) -> &'static str {
        "distinct numbers"
    }

    fn lane(&self) -> Lane {
        Lane::Linear
    }

    fn attach(&mut self, scope: &mut Scope<'_>) {
        for &cell in self.cells.values() {
            // The tag is the cell's index, which gives its row.
            scope.track(cell, Events::FIXED);
        }
    }

    fn propagate(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        self.collect(cx);
        let columns = self.cells.columns();
        self.changed.fill(false);
        for &tag in cx.fired() {
            self.changed[tag as usize / columns] = true;
        }
        for at in 0..self.known.len() {
            let known = self.known[at];
            let length = known.end - known.start;
            for row in 0..self.cells.rows() {
                if !(self.changed[row] || self.changed[known.row]) {
                    continue;
                }
                for start in 0..=columns - length {
                    if (row, start) == (known.row, known.start) {
                        continue;
                    }
                    if let Some(literal) = self.missing(cx, known, row, start)? {
                        cx.assert(literal)?;
                    }
                }
            }
        }
        // Its own changes may complete further numbers.
        Ok(Status::Active)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_engine::testing::PropagatorTest;

    fn numbers(row: &[i32]) -> Vec<Vec<i32>> {
        row.split(|&v| v == BLANK)
            .filter(|run| run.len() >= 2)
            .map(<[i32]>::to_vec)
            .collect()
    }

    #[test]
    fn against_brute_force() {
        for (rows, columns) in [(2, 2), (3, 2), (2, 3), (1, 5), (1, 6)] {
            PropagatorTest::new(
                |model, vars| {
                    let cells = Grid::from_values(rows, columns, vars.to_vec()).unwrap();
                    model.post(DistinctNumbers::new(&cells));
                },
                |v| {
                    let mut all: Vec<_> = v.chunks(columns).flat_map(numbers).collect();
                    let count = all.len();
                    all.sort();
                    all.dedup();
                    all.len() == count
                },
            )
            .random(150, rows * columns, 8..=10);
        }
    }
}
