//! Partly filled grids: a user's entries so far.

use crate::filling::{Candidates, Completed, Filled, Filling};
use crate::grid::Grid;
use crate::symbol::Symbol;

/// A partly filled grid. Each place has a value, several values considered possible, or nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entries {
    /// By cell: its possible values; an empty list without an entry. For a rulebook's puzzle, a grid without cells.
    pub cells: Grid<Vec<Symbol>>,
    /// Values beside the grid, such as the digit of each region; all of them or none.
    pub named: Vec<(String, i32)>,
    /// For a rulebook's puzzle: the known values.
    pub(crate) filling: Option<Filling>,
    /// For a rulebook's puzzle: places with several values.
    pub(crate) candidates: Candidates,
}

impl Entries {
    /// Entries in cells.
    pub fn of_cells(cells: Grid<Vec<Symbol>>) -> Self {
        Self {
            cells,
            named: Vec::new(),
            filling: None,
            candidates: Candidates::new(),
        }
    }

    /// All places of a filled grid.
    pub(crate) fn of_solution(completed: &Completed) -> Self {
        Self {
            cells: completed.grid.map(|&symbol| vec![symbol]),
            named: completed.named.clone(),
            filling: completed.filling.clone(),
            candidates: Candidates::new(),
        }
    }

    /// Only some places of a filled grid, by layer and position.
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

    /// Only the names of regions to find, if there are some.
    pub(crate) fn names_of_regions(&self) -> Option<Self> {
        let mut filling = self.filling.clone()?;
        let mut are_there = false;
        for layer in &mut filling.layers {
            match layer.iter().any(|of| matches!(of, Filled::Region(_))) {
                false => layer.fill(Filled::Unknown),
                true => are_there = true,
            }
        }
        are_there.then(|| Self::of_layers(filling, Candidates::new()))
    }

    /// Entries in the layers of a rulebook's puzzle.
    pub(crate) fn of_layers(filling: Filling, candidates: Candidates) -> Self {
        Self {
            filling: Some(filling),
            candidates,
            ..Self::of_cells(Grid::empty())
        }
    }
}
