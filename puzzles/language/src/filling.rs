//! Filled and partly filled grids.

use std::collections::BTreeMap;

use crate::grid::Direction;

/// A filled grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completed {
    pub(crate) filling: Filling,
}

impl Completed {
    /// The filled grid of these values. Regions to find are numbered in the order in which they begin, so that equal
    /// partitions are equal.
    pub(crate) fn new(filling: Filling) -> Self {
        Self {
            filling: filling.canonical(),
        }
    }
}

/// A partly filled grid: a user's entries so far. Each place has a value, several values considered possible, or
/// nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entries {
    /// The known values.
    pub(crate) filling: Filling,
    /// Places with several values.
    pub(crate) candidates: Candidates,
}

impl Entries {
    /// Entries of known values, and places with several.
    pub(crate) fn new(filling: Filling, candidates: Candidates) -> Self {
        Self {
            filling,
            candidates,
        }
    }

    /// Whether there are places with several values considered possible.
    pub fn have_lists(&self) -> bool {
        !self.candidates.is_empty()
    }

    /// All places of a filled grid.
    pub fn of_solution(completed: &Completed) -> Self {
        Self::new(completed.filling.clone(), Candidates::new())
    }

    /// Only some places of a filled grid, by layer and position.
    pub(crate) fn some_of(completed: &Completed, places: &[(usize, usize)]) -> Self {
        let filled = &completed.filling;
        let mut filling = filled.clone();
        for value in filling.layers.iter_mut().flatten() {
            if *value != Filled::Nowhere {
                *value = Filled::Unknown;
            }
        }
        for &(layer, position) in places {
            filling.layers[layer][position] = filled.layers[layer][position];
        }
        Self::new(filling, Candidates::new())
    }

    /// Only the names of regions to find, if there are some.
    pub fn names_of_regions(&self) -> Option<Self> {
        let mut filling = self.filling.clone();
        let mut are_there = false;
        for layer in &mut filling.layers {
            match layer.iter().any(|of| matches!(of, Filled::Region(_))) {
                false => layer.fill(Filled::Unknown),
                true => are_there = true,
            }
        }
        are_there.then(|| Self::new(filling, Candidates::new()))
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
