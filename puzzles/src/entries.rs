//! Grids that are filled in part: what somebody has entered so far.

use crate::filling::{Candidates, Completed, Filled, Filling};
use crate::grid::Grid;
use crate::symbol::Symbol;

/// A grid that is filled in part. Each place holds a value, several that are still thought possible, or nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entries {
    /// By cell: what may stand there; an empty list where nothing is said. Of a rulebook's puzzle a grid without cells.
    pub cells: Grid<Vec<Symbol>>,
    /// Values beside the grid, such as the digit of each region; all of them or none.
    pub named: Vec<(String, i32)>,
    /// Of a rulebook's puzzle: the values that are known.
    pub(crate) filling: Option<Filling>,
    /// Of a rulebook's puzzle: several values for one place.
    pub(crate) candidates: Candidates,
}

impl Entries {
    /// What was entered in cells.
    pub fn of_cells(cells: Grid<Vec<Symbol>>) -> Self {
        Self {
            cells,
            named: Vec::new(),
            filling: None,
            candidates: Candidates::new(),
        }
    }

    /// Of a filled grid only what stands in some places: layers and positions.
    pub(crate) fn some_of(completed: &Completed, places: &[(usize, usize)]) -> Self {
        match &completed.filling {
            Some(filled) => {
                let mut filling = filled.clone();
                for value in filling.layers.iter_mut().flatten() {
                    if *value != Filled::Nowhere {
                        *value = Filled::Unknown;
                    }
                }
                for &(layer, position) in places {
                    filling.layers[layer][position] = filled.layers[layer][position];
                }
                Self::of_layers(filling, Candidates::new())
            }
            None => {
                let grid = &completed.grid;
                let is_kept = |cell| places.contains(&(0, grid.index(cell)));
                Self::of_cells(Grid::from_fn(grid.rows(), grid.columns(), |cell| {
                    let symbol = is_kept(cell).then(|| grid[cell]);
                    symbol.into_iter().collect()
                }))
            }
        }
    }

    /// What was entered in the layers of a rulebook's puzzle.
    pub(crate) fn of_layers(filling: Filling, candidates: Candidates) -> Self {
        Self {
            filling: Some(filling),
            candidates,
            ..Self::of_cells(Grid::empty())
        }
    }
}
