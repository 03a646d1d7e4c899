//! What the Number Cross puzzles share: rows whose numbers are the maximal runs between blank cells.
//!
//! A cell variable holds a digit 0–9 or [`BLANK`] (a shaded cell in number 4, a tile in number 5).

mod blanks;

use quadrille_engine::Dom;

pub use blanks::NoTwoBlanks;

use crate::clue::{Clue, RunClue, Runs};
use crate::symbol::Symbol;
use quadrille_engine::Var;

/// The value of a cell that is no digit.
pub const BLANK: i32 = 10;

/// The smallest number of cells of a run.
pub const SHORTEST_RUN: usize = 2;

/// The clue of a row: its runs have at least two cells, and no two blanks touch.
pub(crate) fn row_clue(cells: &[Var], clue: &Clue) -> RunClue {
    let cells: Vec<(Var, Dom)> = cells
        .iter()
        .map(|&cell| (cell, Dom::single(BLANK)))
        .collect();
    let form = Runs {
        shortest: SHORTEST_RUN,
        leading_zeros: false,
        wide_gaps: false,
    };
    RunClue::new(&cells, clue, form)
}

/// What a value of a cell variable is.
pub(crate) fn symbol_of(value: i32) -> Symbol {
    if value == BLANK {
        Symbol::Hash
    } else {
        Symbol::Number(value as u32)
    }
}
