//! What checkers and reports read off a filled grid: its size, and the numbers that stand in its rows.

use std::ops::Range;

use crate::clue::{Clue, MAX_DIGITS};
use crate::grid::{Cell, Grid};
use crate::symbol::{Symbol, Violation};

/// A maximal run of cells of a row that are not `#`, read as a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RowNumber {
    /// 0-based row.
    pub(crate) row: usize,
    /// 0-based columns.
    pub(crate) columns: Range<usize>,
    /// What the cells say, leading zeros included.
    pub(crate) text: String,
    /// The number; `None` if a cell holds no single digit, or there are too many of them.
    pub(crate) value: Option<u64>,
}

impl RowNumber {
    /// The cells of the run, from left to right.
    pub(crate) fn cells(&self) -> Vec<Cell> {
        let row = self.row;
        self.columns
            .clone()
            .map(|column| Cell::new(row, column))
            .collect()
    }

    /// Where the run stands: `r3c2`, or `r3c2–r3c5`.
    pub(crate) fn place(&self) -> String {
        let first = Cell::new(self.row, self.columns.start);
        match self.columns.len() {
            1 => first.to_string(),
            _ => format!("{first}–{}", Cell::new(self.row, self.columns.end - 1)),
        }
    }
}

/// The numbers of one row, from left to right.
pub(crate) fn row_numbers(grid: &Grid<Symbol>, row: usize) -> Vec<RowNumber> {
    let symbols = grid.row(row);
    let mut numbers = Vec::new();
    let mut start = 0;
    for end in 0..=symbols.len() {
        if end < symbols.len() && symbols[end] != Symbol::Hash {
            continue;
        }
        if start < end {
            numbers.push(RowNumber {
                row,
                columns: start..end,
                text: symbols[start..end].iter().map(Symbol::to_string).collect(),
                value: value(&symbols[start..end]),
            });
        }
        start = end + 1;
    }
    numbers
}

fn value(symbols: &[Symbol]) -> Option<u64> {
    if symbols.len() > MAX_DIGITS {
        return None;
    }
    symbols.iter().try_fold(0, |number, symbol| match symbol {
        Symbol::Number(digit @ 0..=9) => Some(number * 10 + u64::from(*digit)),
        _ => None,
    })
}

/// The violation of a filled grid that has not the size of its puzzle.
pub(crate) fn check_size(
    grid: &Grid<Symbol>,
    (rows, columns): (usize, usize),
) -> Option<Violation> {
    (grid.rows() != rows || grid.columns() != columns).then(|| Violation {
        rule: "size of the grid".to_owned(),
        cells: Vec::new(),
        message: format!(
            "expected {rows} rows of {columns} cells, found {} rows of {} cells",
            grid.rows(),
            grid.columns()
        ),
    })
}

/// A violation for each cell whose symbol is not `allowed`.
pub(crate) fn check_symbols(
    grid: &Grid<Symbol>,
    rule: &str,
    allowed: impl Fn(Symbol) -> bool,
) -> Vec<Violation> {
    grid.cells()
        .filter(|&cell| !allowed(grid[cell]))
        .map(|cell| Violation {
            rule: rule.to_owned(),
            cells: vec![cell],
            message: format!("{cell} holds {}", grid[cell]),
        })
        .collect()
}

/// A violation for each two neighbouring `#`; `what` names them in the plural.
pub(crate) fn check_hashes_apart(grid: &Grid<Symbol>, what: &str) -> Vec<Violation> {
    grid.adjacent_pairs()
        .filter(|&(a, b)| grid[a] == Symbol::Hash && grid[b] == Symbol::Hash)
        .map(|(a, b)| Violation {
            rule: format!("two {what} never share an edge"),
            cells: vec![a, b],
            message: format!("{a} and {b} are both {what}"),
        })
        .collect()
}

/// The rules about single numbers: at least two digits, no zero in front, and the clue of the row.
///
/// A run that is too short is held against its clue too; one in which a cell holds no digit is passed over, as
/// that cell is a violation of its own.
pub(crate) fn check_numbers(grid: &Grid<Symbol>, clues: &[Clue]) -> Vec<Violation> {
    let mut violations = Vec::new();
    for (row, clue) in clues.iter().enumerate().take(grid.rows()) {
        for number in row_numbers(grid, row) {
            let mut broken = |rule: &str, message: String| {
                violations.push(Violation {
                    rule: format!("row {}: {rule}", row + 1),
                    cells: number.cells(),
                    message,
                });
            };
            let (text, place) = (&number.text, number.place());
            if number.columns.len() < 2 {
                broken(
                    "numbers have at least two digits",
                    format!("{text} at {place} has one"),
                );
            } else if grid.row(row)[number.columns.start] == Symbol::Number(0) {
                broken(
                    "numbers have no leading zero",
                    format!("{text} at {place} begins with 0"),
                );
            }
            if number.columns.len() > MAX_DIGITS {
                broken(
                    "numbers have at most 18 digits",
                    format!("{text} at {place} has {}", number.columns.len()),
                );
            }
            if number.value.is_some_and(|value| !clue.contains(value)) {
                broken(clue.text(), format!("{text} at {place} is not"));
            }
        }
    }
    violations
}

/// Cells as they are named in a sentence: `r1c1, r1c2 and r2c2`.
pub(crate) fn list(cells: &[Cell]) -> String {
    match cells {
        [] => "none".to_owned(),
        [only] => only.to_string(),
        [first @ .., last] => {
            let first: Vec<String> = first.iter().map(Cell::to_string).collect();
            format!("{} and {last}", first.join(", "))
        }
    }
}

/// A line for each row: `row  5  13 + 144 + 4181  = 4338  fibonacci`, in columns.
pub(crate) fn number_lines(grid: &Grid<Symbol>, clues: &[Clue]) -> Vec<String> {
    let rows: Vec<(String, String)> = (0..grid.rows())
        .map(|row| {
            let numbers = row_numbers(grid, row);
            let texts: Vec<&str> = numbers.iter().map(|number| number.text.as_str()).collect();
            let sum = match sum(&numbers) {
                Some(sum) => format!("= {sum}"),
                None => String::new(),
            };
            (texts.join(" + "), sum)
        })
        .collect();
    let widest = |of: &dyn Fn(&(String, String)) -> usize| rows.iter().map(of).max().unwrap_or(0);
    let (wide, wide_sum) = (widest(&|row| row.0.len()), widest(&|row| row.1.len()));
    let wide_row = grid.rows().to_string().len();
    rows.iter()
        .enumerate()
        .map(|(row, (numbers, sum))| {
            let clue = clues.get(row).map_or("", |clue| clue.text());
            let line = format!(
                "row {:wide_row$}  {numbers:wide$}  {sum:wide_sum$}  {clue}",
                row + 1
            );
            line.trim_end().to_owned()
        })
        .collect()
}

/// The sum of all numbers of a grid; `None` if a cell is neither a digit nor `#`.
pub(crate) fn sum_of_numbers(grid: &Grid<Symbol>) -> Option<u128> {
    (0..grid.rows()).try_fold(0u128, |total, row| {
        total.checked_add(sum(&row_numbers(grid, row))?)
    })
}

fn sum(numbers: &[RowNumber]) -> Option<u128> {
    numbers
        .iter()
        .try_fold(0u128, |sum, number| sum.checked_add(number.value?.into()))
}

/// What the tests of all four checkers need.
#[cfg(test)]
pub(crate) mod testing {
    use super::*;
    use crate::puzzle::Completed;
    use crate::regions::Regions;
    use crate::symbol::read_grid;

    /// Rows of one-character names.
    pub(crate) fn regions(rows: &[&str]) -> Regions {
        Regions::new(&Grid::from_fn(rows.len(), rows[0].len(), |cell| {
            rows[cell.row][cell.column..=cell.column].to_owned()
        }))
    }

    pub(crate) fn clues(texts: &[&str]) -> Vec<Clue> {
        texts
            .iter()
            .map(|text| Clue::parse(text).unwrap())
            .collect()
    }

    pub(crate) fn filled(rows: &[&str]) -> Completed {
        let columns = match rows[0].contains(' ') {
            true => rows[0].split(' ').count(),
            false => rows[0].len(),
        };
        Completed::of_grid(read_grid(&rows.join("\n"), rows.len(), columns).unwrap())
    }

    /// Asserts that exactly one violation is found, and that it is this one.
    #[track_caller]
    pub(crate) fn assert_only(
        found: &[Violation],
        rule: &str,
        cells: &[(usize, usize)],
        message: &str,
    ) {
        let cells = cells.iter().map(|&(row, column)| Cell::new(row, column));
        let expected = Violation {
            rule: rule.to_owned(),
            cells: cells.collect(),
            message: message.to_owned(),
        };
        assert_eq!(found, [expected]);
    }

    /// Every change of one cell to another of `symbols`, and `more` changes of two or three cells.
    pub(crate) fn perturbations(
        grid: &Grid<Symbol>,
        symbols: &[Symbol],
        more: usize,
    ) -> Vec<Grid<Symbol>> {
        let mut changed = Vec::new();
        for cell in grid.cells() {
            for &symbol in symbols.iter().filter(|&&symbol| symbol != grid[cell]) {
                let mut other = grid.clone();
                other[cell] = symbol;
                changed.push(other);
            }
        }
        // A linear congruential generator, its high bits.
        let mut state = 1u64;
        let mut below = |limit: usize| {
            state = state
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            (state >> 33) as usize % limit
        };
        for _ in 0..more {
            let mut other = grid.clone();
            for _ in 0..2 + below(2) {
                let cell = Cell::new(below(grid.rows()), below(grid.columns()));
                other[cell] = symbols[below(symbols.len())];
            }
            changed.push(other);
        }
        changed
    }
}

#[cfg(test)]
mod tests {
    use super::testing::{clues, filled};
    use super::*;

    #[test]
    fn numbers_are_judged_up_to_eighteen_digits() {
        let rules = |digits: usize, clue: &str| -> Vec<String> {
            let completed = filled(&[&"9".repeat(digits)]);
            check_numbers(&completed.grid, &clues(&[clue]))
                .into_iter()
                .map(|violation| violation.rule)
                .collect()
        };
        assert_eq!(rules(18, "odd"), [""; 0]);
        assert_eq!(rules(18, "even"), ["row 1: even"]);
        assert_eq!(rules(19, "even"), ["row 1: numbers have at most 18 digits"]);
    }
}
