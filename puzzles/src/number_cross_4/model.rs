//! The model: the rules as propagators.

use std::sync::Arc;

use quadrille_engine::branch;
use quadrille_engine::propagators::{Table, Tuples};
use quadrille_engine::{Model, Var};

use super::NumberCross4;
use super::neighbours::{AdjacencyDifference, RegionEquality};
use super::words::row_words;
use crate::grid::{Cell, Grid};
use crate::number_cross::{BLANK, NoTwoBlanks, RowClue, symbol_of};
use crate::puzzle::{BuildOptions, Built, Completed, Reading};

/// Rows with at most this many words become tables. A table of this size takes about 3 ms to make.
const MOST_WORDS: usize = 100_000;

pub(super) fn build(puzzle: &NumberCross4, _: &BuildOptions) -> Built {
    let regions = puzzle.regions.grid();
    let mut model = Model::new();
    let cells: Grid<Var> = regions.map(|_| model.var(0..=BLANK));
    for row in 0..regions.rows() {
        let vars = cells.row(row);
        let clue = &puzzle.clues[row];
        model.rule(format!("row {}: {clue}", row + 1));
        match row_words(regions.row(row), clue, MOST_WORDS) {
            // The words know all that the rules say within a row.
            Ok(words) => {
                let cells = words.iter().map(|&value| i32::from(value)).collect();
                model.post(Table::new(
                    vars,
                    Arc::new(Tuples::from_cells(vars.len(), cells)),
                ));
            }
            Err(_) => {
                model.post(RowClue::new(vars, clue));
                for column in 1..regions.columns() {
                    let at = Cell::new(row, column);
                    post_neighbours(&mut model, puzzle, &cells, Cell::new(row, column - 1), at);
                }
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
