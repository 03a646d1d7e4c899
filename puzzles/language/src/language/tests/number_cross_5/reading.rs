//! A second reading of the rules, for a filled grid.

use super::Cross;
use super::symbol::{Symbol, written};
use crate::grid::{Cell, Grid};

/// Whether the numbers satisfy the clues and the tiles stand alone.
pub(super) fn numbers_and_tiles_are_right(puzzle: &Cross, grid: &Grid<Symbol>) -> bool {
    let mut seen = Vec::new();
    let rows = (0..grid.rows()).all(|row| {
        let text = written(grid.row(row));
        text.split('#').filter(|run| !run.is_empty()).all(|run| {
            let Ok(number) = run.parse::<u64>() else {
                return false;
            };
            let new = !seen.contains(&number);
            seen.push(number);
            new && run.len() > 1 && !run.contains('0') && puzzle.clues[row].contains(number)
        })
    });
    let tile = |cell: Cell| grid[cell] == Symbol::Hash;
    let alone = grid
        .cells()
        .filter(|&c| tile(c))
        .all(|cell| !puzzle.locked[cell] && grid.neighbours(cell).all(|next| !tile(next)));
    rows && alone
}

/// Whether the grid can result from these region digits: all ways to pass amounts, tile by tile.
pub(super) fn can_have_become(puzzle: &Cross, digits: &[u32], grid: &Grid<Symbol>) -> bool {
    let digit = |cell: Cell| digits[puzzle.regions.of(cell)];
    let tile = |cell: Cell| grid[cell] == Symbol::Hash;
    let differ = grid
        .adjacent_pairs()
        .all(|(a, b)| puzzle.regions.same(a, b) || digit(a) != digit(b));
    // What each cell still lacks; impossible if it is negative.
    let mut lacks: Vec<i64> = grid
        .cells()
        .map(|cell| match grid[cell] {
            Symbol::Number(last) => i64::from(last) - i64::from(digit(cell)),
            _ => 0,
        })
        .collect();
    let tiles: Vec<Cell> = grid.cells().filter(|&c| tile(c)).collect();
    // Tile by tile, neighbour by neighbour, every amount.
    fn hand_out(
        grid: &Grid<Symbol>,
        locked: &Grid<bool>,
        lacks: &mut [i64],
        tiles: &[(Cell, u32)],
        from: usize,
    ) -> bool {
        let Some((&(tile, digit), rest)) = tiles.split_first() else {
            return lacks.iter().all(|&lack| lack == 0);
        };
        let neighbours: Vec<Cell> = grid.neighbours(tile).collect();
        let Some(&to) = neighbours.get(from) else {
            return digit == 0 && hand_out(grid, locked, lacks, rest, 0);
        };
        let at = grid.index(to);
        (0..=digit).any(|amount| {
            let last = !rest.iter().any(|other| other.0.taxicab(to) == 1);
            let lack = lacks[at] - i64::from(amount);
            if lack < 0 || last && lack > 0 || amount > 0 && locked[to] {
                return false;
            }
            lacks[at] = lack;
            let mut next = tiles.to_vec();
            next[0].1 -= amount;
            let done = hand_out(grid, locked, lacks, &next, from + 1);
            lacks[at] = lack + i64::from(amount);
            done
        })
    }
    let tiles: Vec<(Cell, u32)> = tiles.into_iter().map(|cell| (cell, digit(cell))).collect();
    differ && lacks.iter().all(|&lack| lack >= 0) && {
        hand_out(grid, &puzzle.locked, &mut lacks, &tiles, 0)
    }
}
