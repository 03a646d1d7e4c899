//! All solutions by plain enumeration.

use std::collections::BTreeSet;

use super::{Cross, Found};

/// Chooses region digits, then row by row tiles and the amounts that each passes to its neighbours, one by one: the
/// rules as written and nothing else.
pub(super) struct Enumeration<'a> {
    puzzle: &'a Cross,
    rows: usize,
    columns: usize,
    digits: Vec<i32>,
    tiles: Vec<Vec<bool>>,
    /// By cell: its value after the amounts passed so far.
    grid: Vec<Vec<i32>>,
    found: BTreeSet<Found>,
    /// Steps before it is given up.
    left: u64,
}

impl Enumeration<'_> {
    pub(super) fn run(puzzle: &Cross) -> Option<BTreeSet<Found>> {
        let (rows, columns) = (puzzle.locked.rows(), puzzle.locked.columns());
        let mut all = Enumeration {
            puzzle,
            rows,
            columns,
            digits: Vec::new(),
            tiles: vec![vec![false; columns]; rows],
            grid: vec![vec![0; columns]; rows],
            found: BTreeSet::new(),
            left: 3_000_000,
        };
        all.choose_digits()?;
        Some(all.found)
    }

    fn digit(&self, row: usize, column: usize) -> i32 {
        self.digits[self.puzzle.regions.grid().row(row)[column]]
    }

    fn choose_digits(&mut self) -> Option<()> {
        if self.digits.len() < self.puzzle.regions.len() {
            for digit in 1..=9 {
                self.digits.push(digit);
                self.choose_digits()?;
                self.digits.pop();
            }
            return Some(());
        }
        let of = |row: usize, column: usize| self.puzzle.regions.grid().row(row)[column];
        let clash = |a: (usize, usize), b: (usize, usize)| {
            of(a.0, a.1) != of(b.0, b.1) && self.digit(a.0, a.1) == self.digit(b.0, b.1)
        };
        for row in 0..self.rows {
            for column in 0..self.columns {
                if (row > 0 && clash((row, column), (row - 1, column)))
                    || (column > 0 && clash((row, column), (row, column - 1)))
                {
                    return Some(());
                }
            }
        }
        for row in 0..self.rows {
            for column in 0..self.columns {
                self.grid[row][column] = self.digit(row, column);
            }
        }
        self.choose_tiles(0, 0)
    }

    /// Tiles of a row, cell by cell; then the amounts that they pass.
    fn choose_tiles(&mut self, row: usize, column: usize) -> Option<()> {
        self.left = self.left.checked_sub(1)?;
        if row == self.rows {
            // The last row was not followed by another one.
            if self.row_is_right(row - 1) {
                let lines = (0..self.rows).map(|row| self.text(row) + "\n");
                let grid: String = lines.collect();
                let mut numbers: Vec<&str> = grid
                    .split(['#', '\n'])
                    .filter(|number| !number.is_empty())
                    .collect();
                let count = numbers.len();
                numbers.sort_unstable();
                numbers.dedup();
                if numbers.len() == count {
                    self.found.insert((self.digits.clone(), grid));
                }
            }
            return Some(());
        }
        if column == self.columns {
            let tiles: String = self.tiles[row]
                .iter()
                .map(|&t| if t { '#' } else { '1' })
                .collect();
            let short = tiles.split('#').any(|run| run.len() == 1);
            return if short {
                Some(())
            } else {
                self.hand_out(row, 0, 0, None)
            };
        }
        for tile in [false, true] {
            let touches = (row > 0 && self.tiles[row - 1][column])
                || (column > 0 && self.tiles[row][column - 1]);
            if tile && (touches || self.puzzle.locked.row(row)[column]) {
                continue;
            }
            self.tiles[row][column] = tile;
            self.choose_tiles(row, column + 1)?;
        }
        self.tiles[row][column] = false;
        Some(())
    }

    /// The amounts of the tiles of `row` from `column` on: from `side` on of the first, of whose digit `rest` is
    /// left to hand out.
    fn hand_out(
        &mut self,
        row: usize,
        column: usize,
        side: usize,
        rest: Option<i32>,
    ) -> Option<()> {
        self.left = self.left.checked_sub(1)?;
        if column == self.columns {
            // What the row above holds is now final.
            return if row == 0 || self.row_is_right(row - 1) {
                self.choose_tiles(row + 1, 0)
            } else {
                Some(())
            };
        }
        if !self.tiles[row][column] {
            return self.hand_out(row, column + 1, 0, None);
        }
        let rest = rest.unwrap_or_else(|| self.digit(row, column));
        if side == 4 {
            return if rest == 0 {
                self.hand_out(row, column + 1, 0, None)
            } else {
                Some(())
            };
        }
        let to = [
            (row.wrapping_sub(1), column),
            (row, column.wrapping_sub(1)),
            (row, column + 1),
            (row + 1, column),
        ][side];
        let reaches =
            to.0 < self.rows && to.1 < self.columns && !self.puzzle.locked.row(to.0)[to.1];
        for amount in 0..=rest {
            if amount > 0 && (!reaches || self.grid[to.0][to.1] + amount > 9) {
                break;
            }
            if amount > 0 {
                self.grid[to.0][to.1] += amount;
            }
            self.hand_out(row, column, side + 1, Some(rest - amount))?;
            if amount > 0 {
                self.grid[to.0][to.1] -= amount;
            }
        }
        Some(())
    }

    fn text(&self, row: usize) -> String {
        let cells = self.grid[row].iter().zip(&self.tiles[row]);
        cells
            .map(|(digit, &tile)| {
                if tile {
                    "#".to_owned()
                } else {
                    digit.to_string()
                }
            })
            .collect()
    }

    fn row_is_right(&self, row: usize) -> bool {
        self.text(row)
            .split('#')
            .filter(|number| !number.is_empty())
            .all(|number| self.puzzle.clues[row].contains(number.parse().expect("digits")))
    }
}
