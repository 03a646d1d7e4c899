//! Filled grids of the tests' own.

use crate::grid::{Cell, Grid};

/// The content of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Symbol {
    Number(u32),
    Hash,
}

impl Symbol {
    fn sign(self) -> char {
        match self {
            Symbol::Number(digit) => char::from_digit(digit, 10).expect("a digit"),
            Symbol::Hash => '#',
        }
    }
}

/// A character for each cell, a line for each row.
pub(super) fn write_grid(grid: &Grid<Symbol>) -> String {
    let row = |row| {
        grid.row(row)
            .iter()
            .map(|symbol| symbol.sign())
            .collect::<String>()
            + "\n"
    };
    (0..grid.rows()).map(row).collect()
}

/// The characters of a row.
pub(super) fn written(row: &[Symbol]) -> String {
    row.iter().map(|symbol| symbol.sign()).collect()
}

pub(super) fn read_grid(text: &str, rows: usize, columns: usize) -> Grid<Symbol> {
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), rows);
    assert!(lines.iter().all(|line| line.len() == columns));
    Grid::from_fn(rows, columns, |Cell { row, column }| {
        match char::from(lines[row].as_bytes()[column]) {
            '#' => Symbol::Hash,
            digit => Symbol::Number(digit.to_digit(10).expect("a digit")),
        }
    })
}
