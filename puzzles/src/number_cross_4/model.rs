//! The model: the rules as propagators.

use std::sync::Arc;

use quadrille_engine::branch;
use quadrille_engine::propagators::{Table, Tuples};
use quadrille_engine::{Dom, Model, Var};

use super::NumberCross4;
use super::neighbours::{AdjacencyDifference, RegionEquality, beside_different, beside_equal};
use super::words::{estimate, row_words};
use crate::clue::MAX_DIGITS;
use crate::grid::{Cell, Direction, Grid};
use crate::number_cross::{BLANK, NoTwoBlanks, RowClue, beside_blanks, symbol_of};
use crate::puzzle::{BuildOptions, Built, Completed, Reading};

/// Rows with at most this many words become tables; one of this size takes some milliseconds to make.
const MOST_WORDS: usize = 100_000;

pub(super) fn build(puzzle: &NumberCross4, options: &BuildOptions) -> Built {
    let regions = puzzle.regions.grid();
    let mut model = Model::new();
    let cells: Grid<Var> = regions.map(|_| model.var(0..=BLANK));
    let languages = row_languages(puzzle, options.join_rules);
    for (row, words) in languages.into_iter().enumerate() {
        let vars = cells.row(row);
        let clue = &puzzle.clues[row];
        model.rule(format!("row {}: {clue}", row + 1));
        if let Some(words) = words {
            // The words know all that the rules say within a row.
            let tuples = Tuples::from_cells(vars.len(), words);
            model.post(Table::new(vars, Arc::new(tuples)));
        } else {
            model.post(RowClue::new(vars, clue));
            for column in 1..regions.columns() {
                let at = Cell::new(row, column);
                post_neighbours(&mut model, puzzle, &cells, Cell::new(row, column - 1), at);
            }
        }
    }
    for row in 1..regions.rows() {
        for column in 0..regions.columns() {
            let at = Cell::new(row, column);
            post_neighbours(&mut model, puzzle, &cells, Cell::new(row - 1, column), at);
        }
    }
    model.decide(cells.values());
    let cells_read = cells.clone();
    Built {
        model,
        brancher: |_| Box::new(branch::smallest_domain()),
        reading: Reading {
            cells: cells.map(|&var| (var, symbol_of as fn(i32) -> _)),
            complete: Box::new(move |solution| {
                Completed::of_grid(cells_read.map(|&var| symbol_of(solution[var])))
            }),
        },
    }
}

/// By row: its words, or `None` where there are too many to list.
///
/// With `join`, rows are listed in the order of how few words they are likely to have, and what the words of one
/// leave for its cells narrows the rows above and below before those are listed: in Number Cross 4 of May 2024
/// the second row then has 816 words instead of 38,159. A row's words then follow from several rules.
fn row_languages(puzzle: &NumberCross4, join: bool) -> Vec<Option<Vec<i32>>> {
    let regions = puzzle.regions.grid();
    let mut domains: Grid<Dom> = regions.map(|_| Dom::range(0..=BLANK));
    let mut languages: Vec<Option<Vec<i32>>> = vec![None; regions.rows()];
    let mut waiting: Vec<usize> = (0..regions.rows()).collect();
    while !waiting.is_empty() {
        let likely = |row: usize| estimate(regions.row(row), domains.row(row), &puzzle.clues[row]);
        let next = (0..waiting.len())
            .min_by(|&a, &b| likely(waiting[a]).total_cmp(&likely(waiting[b])))
            .expect("some row is waiting");
        let row = waiting.remove(next);
        let clue = &puzzle.clues[row];
        languages[row] = row_words(regions.row(row), domains.row(row), clue, MOST_WORDS).ok();
        if let Some(words) = languages[row]
            .as_ref()
            .filter(|words| join && !words.is_empty())
        {
            narrow(puzzle, &mut domains, row, words);
        }
    }
    languages
}

/// Narrows the cells of a row to its words, and those above and below to what the rules leave beside them.
fn narrow(puzzle: &NumberCross4, domains: &mut Grid<Dom>, row: usize, words: &[i32]) {
    let columns = domains.columns();
    let mut seen = [Dom::EMPTY; MAX_DIGITS];
    for word in words.chunks_exact(columns) {
        for (seen, &value) in seen.iter_mut().zip(word) {
            *seen |= Dom::single(value);
        }
    }
    for (column, &seen) in seen[..columns].iter().enumerate() {
        let at = Cell::new(row, column);
        domains[at] = seen;
        for direction in [Direction::North, Direction::South] {
            let Some(other) = domains.step(at, direction) else {
                continue;
            };
            let beside = if puzzle.regions.same(at, other) {
                beside_equal(seen)
            } else {
                beside_different(seen)
            };
            domains[other] &= beside & beside_blanks(seen);
        }
    }
}

/// The rules between two cells that share an edge.
fn post_neighbours(
    model: &mut Model,
    puzzle: &NumberCross4,
    cells: &Grid<Var>,
    first: Cell,
    second: Cell,
) {
    let (a, b) = (cells[first], cells[second]);
    model.rule(format!("{first} and {second} are not both shaded"));
    model.post(NoTwoBlanks::new(a, b));
    if puzzle.regions.same(first, second) {
        let name = puzzle.regions.name(puzzle.regions.of(first));
        model.rule(format!(
            "{first} and {second} of region {name} hold one digit"
        ));
        model.post(RegionEquality::new(a, b));
    } else {
        model.rule(format!("{first} and {second} of different regions differ"));
        model.post(AdjacencyDifference::new(a, b));
    }
}
