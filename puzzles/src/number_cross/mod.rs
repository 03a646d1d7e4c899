//! What the Number Cross puzzles share: rows whose numbers are the maximal runs between blank cells.
//!
//! A cell variable holds a digit 0–9 or [`BLANK`] (a shaded cell in number 4, a tile in number 5).

mod blanks;

use quadrille_engine::Dom;

pub use blanks::NoTwoBlanks;
pub(crate) use blanks::beside_blanks;

use crate::clue::{Clue, Digits, RunClue, Runs};
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

/// The digits of a cell's domain.
pub(crate) fn digits_of(dom: Dom) -> Digits {
    Digits::from_mask((dom.bits() & 0x3ff) as u16)
}

/// What a value of a cell variable is.
pub(crate) fn symbol_of(value: i32) -> Symbol {
    if value == BLANK {
        Symbol::Hash
    } else {
        Symbol::Number(value as u32)
    }
}

/// A run: its first cell, and the cell after its last.
pub type Run = (usize, usize);

/// The ways to place blanks in a row of `columns` cells so that no two are neighbours and every run between them
/// has at least [`SHORTEST_RUN`] cells; `may_blank` says where a blank may stand. Each is given as its runs,
/// `(first cell, cell after the last)`, from left to right.
pub fn arrangements(
    columns: usize,
    may_blank: impl Fn(usize) -> bool,
    mut visit: impl FnMut(&[Run]),
) {
    type Run = (usize, usize);
    fn descend(
        columns: usize,
        may_blank: &dyn Fn(usize) -> bool,
        start: usize,
        runs: &mut Vec<Run>,
        visit: &mut dyn FnMut(&[Run]),
    ) {
        for end in start + SHORTEST_RUN..=columns {
            runs.push((start, end));
            if end == columns {
                visit(runs);
            } else if may_blank(end) {
                if end + 1 == columns {
                    visit(runs);
                } else {
                    descend(columns, may_blank, end + 1, runs, visit);
                }
            }
            runs.pop();
        }
    }
    let mut runs = Vec::new();
    descend(columns, &may_blank, 0, &mut runs, &mut visit);
    if columns > 0 && may_blank(0) {
        descend(columns, &may_blank, 1, &mut runs, &mut visit);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrangements_are_those_of_plain_enumeration() {
        for columns in 0..=12 {
            for allowed in [u32::MAX, 0b0110_1110_1101, 0b1011_0100_0110] {
                let mut found: Vec<u32> = Vec::new();
                arrangements(
                    columns,
                    |c| allowed >> c & 1 == 1,
                    |runs| {
                        let covered = runs
                            .iter()
                            .flat_map(|&(s, e)| s..e)
                            .fold(0u32, |mask, c| mask | 1 << c);
                        found.push(!covered & ((1 << columns) - 1));
                    },
                );
                found.sort_unstable();
                let legal = |mask: &u32| {
                    let row: String = (0..columns)
                        .map(|c| if mask >> c & 1 == 1 { '#' } else { '1' })
                        .collect();
                    !row.contains("##")
                        && row.split('#').all(|run| run.len() != 1)
                        && row.contains('1')
                        && mask & !allowed == 0
                };
                let expected: Vec<u32> = (0..1 << columns).filter(legal).collect();
                assert_eq!(found, expected, "{columns} columns");
                if columns == 11 && allowed == u32::MAX {
                    assert_eq!(found.len(), 54, "the known number for 11 columns");
                }
            }
        }
    }
}
