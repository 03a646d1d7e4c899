//! Filled grids.

use std::collections::BTreeMap;

use crate::grid::{Direction, Grid};
use crate::picture::Flow;
#[cfg(doc)]
use crate::puzzle::Puzzle;
use crate::symbol::Symbol;

/// A filled grid, with what else belongs to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completed {
    /// The content of each cell.
    pub grid: Grid<Symbol>,
    /// Values beside the grid, such as the digit of each region, in the order of [`Puzzle::named_values`].
    pub named: Vec<(String, i32)>,
    /// A witness of amounts passed from cell to cell, if the puzzle has these; they do not make two solutions
    /// different.
    pub flows: Vec<Flow>,
    /// For a rulebook's puzzle, whose `grid` is empty: the values of its layers.
    pub(crate) filling: Option<Filling>,
}

impl Completed {
    /// A filled grid without other values.
    pub fn of_grid(grid: Grid<Symbol>) -> Self {
        Self {
            grid,
            named: Vec::new(),
            flows: Vec::new(),
            filling: None,
        }
    }

    /// A filled grid of a rulebook's puzzle.
    pub(crate) fn of_filling(filling: Filling) -> Self {
        Self {
            filling: Some(filling.canonical()),
            ..Self::of_grid(Grid::empty())
        }
    }
}

/// A value in a filled grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Filled {
    /// The layer does not cover this place.
    Nowhere,
    /// Not yet known.
    Unknown,
    Number(i64),
    /// The number of a word among those of the layer: `shaded`, `empty`.
    Word(usize),
    /// The number of a region to find; only the partition matters.
    Region(usize),
    Direction(Direction),
}

/// A filled grid: by layer of the rulebook and position of its ground. Layers of data are empty lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Filling {
    pub(crate) layers: Vec<Vec<Filled>>,
}

impl Filling {
    /// The same with regions numbered in the order in which they begin, so that equal partitions are equal.
    #[must_use]
    pub(crate) fn canonical(mut self) -> Self {
        for layer in &mut self.layers {
            let mut order: Vec<usize> = Vec::new();
            for value in layer {
                if let Filled::Region(number) = value {
                    let place = order.iter().position(|known| known == number);
                    *number = place.unwrap_or_else(|| {
                        order.push(*number);
                        order.len() - 1
                    });
                }
            }
        }
        self
    }
}

/// By layer and position: several values that are still considered possible in a partly filled grid.
pub(crate) type Candidates = BTreeMap<(usize, usize), Vec<Filled>>;
