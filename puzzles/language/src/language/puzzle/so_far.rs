//! What a grid says that leaves places open: the solution that it is with one word in all of them, and the values that
//! break no rule where it is open.

use quadrille_engine::Interrupt;

use super::super::interpret;
use super::super::notation::{self, visible};
use super::super::syntax::{Domain, Layer};
use super::super::values::{Filled, Filling};
use super::Puzzle;
use crate::language::field::Entered;
use crate::puzzle::{Completed, Entries};

/// The most ways to leave places open that are tried.
const MOST_WAYS: usize = 64;

/// The most values of a place that are tried.
const MOST_VALUES: usize = 64;

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
            if ways.len() * words.len() > MOST_WAYS {
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

    /// For each open place of a layer to find, the values with which no rule is broken so far, as far as the checker can
    /// tell, as words that [`Puzzle::entered`] takes. `None` if the layer has no numbers or words, or more than 64 values,
    /// or if the time ran out.
    pub fn possible_entries(
        &self,
        entries: &Entries,
        name: &str,
        until: &Interrupt,
    ) -> Option<Vec<Entered>> {
        let (layer, declared) = visible(self.book()).find(|(_, own)| &*own.word.name == name)?;
        let places = self.with_givens(entries).layers[layer].len();
        let mut found = Vec::new();
        for position in 0..places {
            // What is listed there is looked at again.
            let mut with = entries.clone();
            with.candidates.remove(&(layer, position));
            if self.with_givens(&with).layers[layer][position] != Filled::Unknown {
                continue;
            }
            let mut possible = Vec::new();
            for value in interpret::possible(&self.data, layer, position, MOST_VALUES)? {
                if until.is_due() {
                    return None;
                }
                with.filling.layers[layer][position] = value;
                if self.check_entries(&with).is_empty() {
                    possible.push(notation::word_of(declared, value));
                }
            }
            found.push(Entered {
                layer: name.to_owned(),
                position,
                word: format!("{{{}}}", possible.join(",")),
            });
        }
        Some(found)
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
