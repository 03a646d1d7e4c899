//! The model: the rules as propagators.

mod euler;
mod fold;
mod neighbour_count;

#[cfg(test)]
mod tests;

use quadrille_engine::branch::order::{DomWdeg, LastConflict};
use quadrille_engine::branch::value::Largest;
use quadrille_engine::propagators::Connected;
use quadrille_engine::{Branching, Model, Var};

use super::{Given, ShutTheBox};
use crate::fold::Mark;
use crate::grid::{Cell, Direction, Grid};
use crate::interrupt::Interrupt;
use crate::puzzle::{BuildOptions, Built, Completed, Reading};
use crate::symbol::Symbol;

use crate::rules::{NoCheckerboard, SightLine};
use euler::EulerCharacteristic;
use fold::FoldsIntoBox;
use neighbour_count::NeighbourCount;

/// Which rules a model has beside the arrows, the numbers and the two about connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Rules {
    /// The inside folds into a box.
    fold: bool,
    /// The marks hold on the box.
    marks: bool,
    /// No 2×2 checkerboard: implied.
    checkerboard: bool,
    /// The Euler characteristic is 1: implied.
    euler: bool,
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            fold: true,
            marks: true,
            checkerboard: true,
            // It saves no node beside the rules about connection, and costs half as much time again.
            euler: false,
        }
    }
}

/// The model of the puzzle: a variable for each cell, 0 outside and 1 inside.
///
/// The inside is never empty: no empty set of cells is a box, and the rule of Euler's characteristic says the same
/// of the grid alone.
///
/// Branching goes by failures met (dom/wdeg), inside first. Cells beside what is known to be inside need a few
/// nodes less on the puzzle of November 2025, but on made grids of 30×30 that order can lose itself for a minute
/// in a corner that has no solution, where this one takes milliseconds. On six made grids of 20×20, each stopped
/// after 3,000 nodes, 55 of its 18,000 nodes failed, and with other orders 54 (conflict ordering, slower by half) to
/// 1,223.
pub(super) fn build(puzzle: &ShutTheBox, options: &BuildOptions) -> Built {
    let rules = Rules {
        fold: options.fold,
        checkerboard: options.join_rules,
        ..Rules::default()
    };
    build_with(puzzle, rules, &options.interrupt)
}

fn build_with(puzzle: &ShutTheBox, rules: Rules, interrupt: &Interrupt) -> Built {
    let givens = &puzzle.givens;
    let mut model = Model::new();
    let cells = givens.map(|given| match given {
        Given::Nothing => model.var(0..=1),
        Given::Arrow(_) => model.var(0..=0),
        Given::Number { .. } => model.var(1..=1),
    });
    for cell in givens.cells() {
        match &givens[cell] {
            Given::Nothing => {}
            Given::Arrow(directions) => post_arrow(&mut model, &cells, cell, directions),
            Given::Number { count, .. } => {
                model.rule(format!(
                    "number {count} at {cell}: counts the kept cells of its 3×3 block"
                ));
                let block = cells.block(cell).map(|cell| cells[cell]);
                model.post(NeighbourCount::new(block, *count));
            }
        }
    }
    if rules.checkerboard {
        model.rule(
            "no 2×2 block is a checkerboard (it follows from the two rules about connection)",
        );
        model.post(NoCheckerboard::new(cells.clone()));
    }
    post_connection(&mut model, &cells);
    if rules.euler {
        model.rule(
            "kept cells − adjacent kept pairs + full 2×2 blocks = 1 (it follows from the two rules about connection)",
        );
        model.post(EulerCharacteristic::new(cells.clone()));
    }
    if rules.fold {
        let has_marks = numbers(puzzle).any(|(.., mark)| mark.is_some());
        model.rule(if rules.marks && has_marks {
            "the kept cells fold along grid lines into the surface of a box; circled numbers lie opposite each other, numbers in squares side by side"
        } else {
            "the kept cells fold along grid lines into the surface of a box"
        });
        let numbers = numbers(puzzle)
            .map(|(cell, count, mark)| (cell, count, mark.filter(|_| rules.marks)))
            .collect();
        let folds = FoldsIntoBox::new(cells.clone(), numbers);
        model.post(folds.interruptible(interrupt.clone()));
    }
    model.decide(cells.values());
    Built {
        model,
        // Bare dom/wdeg took over 10,000 times the nodes on loosened puzzles, and no fewer on any.
        brancher: |_| {
            Box::new(Branching::new(
                LastConflict::new(DomWdeg::default()),
                Largest,
            ))
        },
        reading: reading(cells),
    }
}

/// The numbers of a puzzle, in reading order.
fn numbers(puzzle: &ShutTheBox) -> impl Iterator<Item = (Cell, u32, Option<Mark>)> + '_ {
    puzzle
        .givens
        .cells()
        .filter_map(|cell| match puzzle.givens[cell] {
            Given::Number { count, mark } => Some((cell, count, mark)),
            _ => None,
        })
}

fn post_arrow(model: &mut Model, cells: &Grid<Var>, arrow: Cell, directions: &[Direction]) {
    let name = |direction: Direction| match direction {
        Direction::North => "north",
        Direction::East => "east",
        Direction::South => "south",
        Direction::West => "west",
    };
    let (mut pointed, mut others, mut names) = (Vec::new(), Vec::new(), Vec::new());
    for direction in Direction::ALL {
        let ray: Vec<Var> = cells
            .ray(arrow, direction)
            .map(|cell| cells[cell])
            .collect();
        if directions.contains(&direction) {
            pointed.push(ray);
            names.push(name(direction));
        } else {
            others.push(ray);
        }
    }
    let names = match names.split_last() {
        Some((last, [])) => (*last).to_owned(),
        Some((last, before)) => format!("{} and {last}", before.join(", ")),
        None => "nowhere".to_owned(),
    };
    model.rule(format!(
        "arrow at {arrow}: the first kept cells in the directions it points ({names}) are equally far, those in the other directions are farther away"
    ));
    model.post(SightLine::new(1, pointed, others));
}

fn post_connection(model: &mut Model, cells: &Grid<Var>) {
    let edges: Vec<(usize, usize)> = cells
        .adjacent_pairs()
        .map(|(a, b)| (cells.index(a), cells.index(b)))
        .collect();
    model.rule("the kept cells are orthogonally connected, and there is one");
    model.post(Connected::new(cells.values(), 1, &edges).not_empty());
    model.rule("every cell that is cut away reaches the edge of the grid through such cells");
    let rim: Vec<usize> = cells
        .cells()
        .filter(|&cell| cells.neighbours(cell).count() < 4)
        .map(|cell| cells.index(cell))
        .collect();
    model.post(Connected::new(cells.values(), 0, &edges).anchored(&rim));
}

fn reading(cells: Grid<Var>) -> Reading {
    let symbol = |value| {
        if value == 1 {
            Symbol::Hash
        } else {
            Symbol::Dot
        }
    };
    Reading::new(
        cells.map(|&var| (var, symbol as fn(i32) -> Symbol)),
        Box::new(move |solution| Completed::of_grid(cells.map(|&var| symbol(solution[var])))),
    )
}
