//! A grid cut into named regions.

use crate::grid::{Cell, Direction, Grid};

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

    /// The cells of a region, in reading order.
    pub fn cells(&self, region: usize) -> &[Cell] {
        &self.cells[region]
    }

    /// Whether two cells are of one region.
    pub fn same(&self, a: Cell, b: Cell) -> bool {
        self.of[a] == self.of[b]
    }

    /// Whether a border lies between `cell` and its neighbour in `direction`; true at the edge of the grid.
    pub fn border(&self, cell: Cell, direction: Direction) -> bool {
        self.of
            .step(cell, direction)
            .is_none_or(|other| !self.same(cell, other))
    }
}
