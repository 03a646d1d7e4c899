//! Models of puzzles with a user's entries.

use std::collections::BTreeSet;

use quadrille_engine::propagators::{Clause, ConnectedGraph, Graph, Presence};
use quadrille_engine::{Literal, Model};

use super::{Built, Join, Reading};
use crate::filling::{Entries, Filled};

/// The rule of a model for the entries.
const ENTERED: &str = "Entered values stay.";

/// The rule for the names of regions, which also says something of cells that do not touch.
pub(crate) const NAMED: &str =
    "Cells of one name are in one region, and cells of two names are in two.";

/// Adds the entries to a model, under a rule of their own.
pub(crate) fn enter(built: &mut Built, entries: &Entries) {
    let Built { model, reading, .. } = built;
    model.rule(ENTERED);
    for (at, var) in reading.vars().enumerate() {
        let values = model.domain(var).iter().collect();
        let Some(values) = listed(values, reading, entries, at) else {
            continue;
        };
        if let [only] = values[..] {
            model.post(Clause::new(&[Literal::is(var, only)]));
            continue;
        }
        let others: Vec<i32> = model.domain(var).iter().collect();
        let others = others.into_iter().filter(|value| !values.contains(value));
        let literals: Vec<Literal> = others.map(|value| Literal::is_not(var, value)).collect();
        for literal in literals {
            model.post(Clause::new(&[literal]));
        }
    }
    if !reading.joins.is_empty() {
        model.rule(NAMED);
    }
    let same = |a: &Join, b: &Join| (a.layer, a.board) == (b.layer, b.board);
    for joins in reading.joins.chunk_by(same) {
        enter_regions(model, joins, &entries.filling.layers[joins[0].layer]);
    }
}

/// The entered values of the variable at this place of [`Reading::vars`], `None` if nothing was entered.
pub(crate) fn listed(
    values: Vec<i32>,
    reading: &Reading,
    entries: &Entries,
    at: usize,
) -> Option<Vec<i32>> {
    let those = |is_entered: &dyn Fn(i32) -> bool| {
        let values = values.iter().copied();
        Some(values.filter(|&value| is_entered(value)).collect())
    };
    let filling = &entries.filling;
    if let Some(place) = reading.places.get(at) {
        let known = filling.layers[place.layer][place.position];
        let fits = |value: i32, may: &[Filled]| may.contains(&(place.filled)(value));
        return match entries.candidates.get(&(place.layer, place.position)) {
            _ if known != Filled::Unknown => those(&|value| fits(value, &[known])),
            Some(may) => those(&|value| fits(value, may)),
            None => None,
        };
    }
    let join = &reading.joins[at - reading.places.len()];
    match join.cells.map(|cell| filling.layers[join.layer][cell]) {
        [Filled::Region(a), Filled::Region(b)] => Some(vec![i32::from(a == b)]),
        _ => None,
    }
}

/// Cells of a board with one name are in one region, and cells with two names are not: for each name, which cells are
/// in its region, and that these are connected.
fn enter_regions(model: &mut Model, joins: &[Join], entered: &[Filled]) {
    let own = joins.iter().flat_map(|join| join.cells);
    let own: BTreeSet<usize> = own.collect();
    let entered: Vec<Filled> = (0..entered.len())
        .map(|at| match own.contains(&at) {
            true => entered[at],
            false => Filled::Nowhere,
        })
        .collect();
    let mut names: Vec<usize> = entered
        .iter()
        .filter_map(|filled| match filled {
            Filled::Region(name) => Some(*name),
            _ => None,
        })
        .collect();
    names.sort_unstable();
    names.dedup();
    for name in names {
        let inside: Vec<Presence> = entered
            .iter()
            .map(|filled| match filled {
                Filled::Region(own) if *own == name => Presence::Always,
                Filled::Unknown => Presence::If(Literal::is(model.var(0..=1), 1)),
                _ => Presence::Never,
            })
            .collect();
        for join in joins {
            let [a, b] = join.cells.map(|cell| inside[cell]);
            for (one, other) in [(a, b), (b, a)] {
                // A cell joined to one inside is inside, too.
                imply(model, &[one, Presence::If(Literal::is(join.var, 1))], other);
            }
            imply(model, &[a, b], Presence::If(Literal::is(join.var, 1)));
        }
        let edges: Vec<(usize, usize, Presence)> = joins
            .iter()
            .map(|join| {
                let [a, b] = join.cells;
                (a, b, Presence::Always)
            })
            .collect();
        model.post(ConnectedGraph::new(Graph::new(&inside, &edges)));
    }
}

/// If all of `conditions` are there, so is `then`.
fn imply(model: &mut Model, conditions: &[Presence], then: Presence) {
    let mut literals = Vec::new();
    for &condition in conditions {
        match condition {
            Presence::Always => {}
            Presence::Never => return,
            Presence::If(literal) => literals.push(Literal::is_not(literal.var, literal.value)),
        }
    }
    match then {
        Presence::Always => return,
        Presence::Never => {}
        Presence::If(literal) => literals.push(literal),
    }
    model.post(Clause::new(&literals));
}
