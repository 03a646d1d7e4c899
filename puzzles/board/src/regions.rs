//! A grid cut into named regions.

use crate::grid::{Cell, Grid};

/// Every cell belongs to one region; regions are numbered in the order in which they are first met in reading
/// order. A region may be in several pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Regions {
    of: Grid<usize>,
    names: Vec<String>,
    cells: Vec<Vec<Cell>>,
}

impl Regions {
    /// Regions from the name in each cell.
    pub fn new(names: &Grid<String>) -> Self {
        let mut known: Vec<String> = Vec::new();
        let mut cells: Vec<Vec<Cell>> = Vec::new();
        let mut numbers = std::collections::HashMap::new();
        let of = Grid::from_fn(names.rows(), names.columns(), |cell| {
            let region = *numbers.entry(&names[cell]).or_insert_with(|| {
                known.push(names[cell].clone());
                cells.push(Vec::new());
                known.len() - 1
            });
            cells[region].push(cell);
            region
        });
        Self {
            of,
            names: known,
            cells,
        }
    }

    /// Number of regions.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// True for a grid without cells.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The region number of each cell.
    pub fn grid(&self) -> &Grid<usize> {
        &self.of
    }

    /// The region number of `cell`.
    pub fn of(&self, cell: Cell) -> usize {
        self.of[cell]
    }

    /// The name of a region, as the puzzle writes it.
    pub fn name(&self, region: usize) -> &str {
        &self.names[region]
    }

    /// The names of all regions, as the puzzle writes them.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The cells of a region, in reading order.
    pub fn cells(&self, region: usize) -> &[Cell] {
        &self.cells[region]
    }

    /// Whether two cells are of one region.
    pub fn same(&self, a: Cell, b: Cell) -> bool {
        self.of[a] == self.of[b]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regions_are_numbered_as_they_are_met() {
        let names = ["b", "a", "b", "b", "c", "a"].map(str::to_owned);
        let regions = Regions::new(&Grid::from_values(2, 3, names.to_vec()).unwrap());
        assert_eq!(regions.grid().values(), [0, 1, 0, 0, 2, 1]);
        assert_eq!((regions.len(), regions.name(1)), (3, "a"));
        assert_eq!(regions.cells(1), [Cell::new(0, 1), Cell::new(1, 2)]);
        assert!(!regions.is_empty() && !regions.grid().is_empty());
        let nothing = Regions::new(&Grid::from_values(0, 0, Vec::new()).unwrap());
        assert!(nothing.is_empty() && nothing.grid().is_empty());
    }
}
