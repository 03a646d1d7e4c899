//! The solution that a grid is with one word in all places that it leaves open.

use super::super::notation::visible;
use super::super::syntax::{Domain, Layer};
use super::super::values::{Filled, Filling};
use super::Puzzle;
use crate::puzzle::{Completed, Entries};

/// The most ways to leave places open that are tried.
const MOST_WAYS: usize = 64;

impl Puzzle {
    /// The solution that a grid is if all its open places of a layer have one word, or the number 0: who shades the cells
    /// that are to be shaded and leaves the others is done. `None` if there is none; also if nothing was entered.
    ///
    /// At most 64 grids are checked.
    pub fn solved_with_rest(&self, entries: &Entries) -> Option<Completed> {
        // Values that may be left out are found when a grid is checked.
        if let Some(grid) = self.completed(entries) {
            return Some(grid).filter(|grid| self.check(grid).is_empty());
        }
        let is_entered = |value: &Filled| !matches!(value, Filled::Unknown | Filled::Nowhere);
        let mut layers = visible(self.book()).map(|(layer, _)| &entries.filling.layers[layer]);
        if !layers.any(|values| values.iter().any(is_entered)) {
            return None;
        }
        let mut ways = vec![self.with_givens(entries)];
        for (layer, declared) in visible(self.book()) {
            if !ways[0].layers[layer].contains(&Filled::Unknown) {
                continue;
            }
            let words = rest_words(declared);
            if words.is_empty() || ways.len() * words.len() > MOST_WAYS {
                return None;
            }
            ways = ways
                .iter()
                .flat_map(|way| words.iter().map(|&word| filled_up(way, layer, word)))
                .collect();
        }
        let mut grids = ways.into_iter().map(Completed::new);
        grids.find(|grid| self.check(grid).is_empty())
    }
}

/// What the open places of a layer may all have.
fn rest_words(declared: &Layer) -> Vec<Filled> {
    match &declared.domain {
        Domain::Values { ranges, words } => {
            let words = (0..words.len()).map(Filled::Word);
            let zero = (!ranges.is_empty()).then_some(Filled::Number(0));
            words.chain(zero).collect()
        }
        _ => Vec::new(),
    }
}

/// A grid with a value in all open places of a layer.
fn filled_up(filling: &Filling, layer: usize, value: Filled) -> Filling {
    let mut filling = filling.clone();
    for open in filling.layers[layer]
        .iter_mut()
        .filter(|open| **open == Filled::Unknown)
    {
        *open = value;
    }
    filling
}
