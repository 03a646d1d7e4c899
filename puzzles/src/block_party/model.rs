//! The model: the rules as propagators.

use quadrille_engine::branch::{order, value};
use quadrille_engine::propagators::AllDifferentGac;
use quadrille_engine::{Branching, Model, Var};

use super::given::Given;
use crate::rules::{NearestEqual, RoomForValue};
use super::{BlockParty, rules};
use crate::grid::{Cell, Grid};
use crate::puzzle::{BuildOptions, Built, Completed, Reading};
use crate::symbol::Symbol;

pub(super) fn build(puzzle: &BlockParty, options: &BuildOptions) -> Built {
    build_with(puzzle, options.join_rules, |_, _| true)
}

/// The model in which the nearest-equal rule is in force for those values of those regions that `applies` names.
/// With `join`, also what follows from several rules.
fn build_with(puzzle: &BlockParty, join: bool, applies: impl Fn(usize, usize) -> bool) -> Built {
    let regions = &puzzle.regions;
    let mut model = Model::new();
    // A region of 64 cells and more has wide variables; all others are narrow.
    let cells: Grid<Var> = regions
        .grid()
        .map(|&region| model.var(1..=regions.cells(region).len() as i32));
    for cell in cells.cells() {
        if let Some(value) = puzzle.givens[cell] {
            model.rule(rules::given(value, cell));
            // No domain holds a value that does not fit.
            model.post(Given::new(
                cells[cell],
                i32::try_from(value).unwrap_or(i32::MAX),
            ));
        }
    }
    let mut largest = 0;
    for region in 0..regions.len() {
        let vars: Vec<Var> = regions.cells(region).iter().map(|&c| cells[c]).collect();
        largest = largest.max(vars.len());
        let name = regions.name(region);
        model.rule(rules::region(name, vars.len()));
        model.post(AllDifferentGac::new(&vars));
    }
    for value in 1..=largest {
        model.rule(rules::nearest(puzzle.metric, value as u32));
        model.post(NearestEqual::new(
            value as i32,
            &cells,
            puzzle.metric,
            |cell| applies(regions.of(cell), value),
        ));
    }
    // It follows from the rules above, and with it Block Party 4 needs no search at all.
    for value in (2..=largest).filter(|_| join) {
        let rooms: Vec<Vec<Cell>> = (0..regions.len())
            .filter(|&region| applies(region, value))
            .map(|region| regions.cells(region).to_vec())
            .filter(|room| room.len() >= value)
            .collect();
        model.rule(format!(
            "each region of {value} or more cells has a {value}, and no other {value} is nearer to it than {value}"
        ));
        model.post(RoomForValue::new(
            value as i32,
            &cells,
            &rooms,
            puzzle.metric,
        ));
    }
    model.decide(cells.values());
    let read = cells.clone();
    Built {
        model,
        // Without search on the puzzle of June 2022 whatever the order is. On six made puzzles of 10×10, each stopped
        // after 3,000 nodes: 1,424 failures and one stopped, against 2,217 and two for smallest domain first; no order
        // that was measured had fewer stopped.
        // Bare dom/wdeg took up to 18,000 times the nodes on loosened puzzles, and no fewer on any.
        brancher: |_| {
            let order = order::LastConflict::new(order::DomWdeg::default());
            Box::new(Branching::new(order, value::Smallest))
        },
        reading: Reading::new(
            cells.map(|&var| (var, symbol_of as fn(i32) -> _)),
            Box::new(move |solution| Completed::of_grid(read.map(|&var| symbol_of(solution[var])))),
        ),
    }
}

/// A cell of value `value`.
fn symbol_of(value: i32) -> Symbol {
    Symbol::Number(value as u32)
}

#[cfg(test)]
mod tests;
