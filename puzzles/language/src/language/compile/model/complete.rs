//! Values of hidden layers, and of layers left out, for a given grid.

use std::collections::BTreeMap;
use std::sync::Arc;

use quadrille_engine::propagators::Clause;
use quadrille_engine::{Limits, Literal, Step};

use super::super::{Compiled, Selection, compile};
use crate::language::syntax::{Domain, Role};
use crate::language::values::{Data, Datum, Filled, Filling};
use crate::puzzle::Join;

/// The most nodes that are searched for values of hidden layers.
const MOST_NODES: u64 = 200_000;

/// The same if a layer to find was left out, which may have been by oversight.
const MOST_NODES_FOR_LEFT_OUT: u64 = 10_000;

/// The result for the layers that a grid leaves out.
#[derive(Clone, Debug)]
pub(crate) enum Completion {
    /// All values are known, or a layer is given in part.
    NotNeeded,
    /// The grid with values that satisfy the rules.
    Found(Filling),
    /// No values do.
    Impossible,
    /// Unknown within the limit.
    Unknown,
}

/// The layers to find that a grid leaves out entirely, if it gives all of the others, and at least one.
pub(crate) fn left_out(data: &Data, filling: &Filling) -> Option<Vec<usize>> {
    let mut left_out = Vec::new();
    let mut is_told = false;
    for (number, layer) in data.book.layers.iter().enumerate() {
        if !matches!(layer.role, Role::Decide { .. }) {
            continue;
        }
        let standing = filling.layers[number].iter();
        let mut standing = standing
            .filter(|filled| **filled != Filled::Nowhere)
            .peekable();
        if standing.peek().is_none() {
            continue;
        }
        let [mut known, mut unknown] = [false; 2];
        for &filled in standing {
            match filled {
                Filled::Unknown => unknown = true,
                _ => known = true,
            }
        }
        match (known, unknown) {
            (true, true) => return None,
            (false, _) => left_out.push(number),
            (true, false) => is_told = true,
        }
    }
    (is_told || left_out.is_empty()).then_some(left_out)
}

/// Whether there are values to search for with [`complete`].
pub(crate) fn is_untold(data: &Data, filling: &Filling) -> bool {
    layers_to_find(data, filling).is_some()
}

/// The layers to find that a grid leaves out, if there are values to search for.
fn layers_to_find(data: &Data, filling: &Filling) -> Option<Vec<usize>> {
    let hidden = data.book.layers.iter().enumerate().any(|(number, layer)| {
        layer.role == Role::Hidden && filling.layers[number].contains(&Filled::Unknown)
    });
    left_out(data, filling).filter(|left_out| hidden || !left_out.is_empty())
}

/// Searches for values of the hidden layers, and of those that a grid leaves out, that satisfy the rules except those
/// in `without`.
pub(crate) fn complete(data: &Arc<Data>, filling: &Filling, without: &[String]) -> Completion {
    let Compiled { model, reading, .. } = match around(data, filling, without) {
        Ok(compiled) => compiled,
        Err(unsearched) => return unsearched,
    };
    let mut solver = model.solver();
    let mut search = solver.search().limits(limits(data, filling));
    match search.step() {
        Step::Solution => Completion::Found(reading.filling(&search.solution())),
        Step::Exhausted => Completion::Impossible,
        Step::Stopped(_) => Completion::Unknown,
    }
}

/// Whether it is certain that [`complete`] finds the only values there are.
pub(crate) fn has_one_completion(data: &Arc<Data>, filling: &Filling, without: &[String]) -> bool {
    let Ok(Compiled { model, .. }) = around(data, filling, without) else {
        return false;
    };
    let mut solver = model.solver();
    let mut search = solver.search().limits(limits(data, filling));
    matches!(search.step(), Step::Solution) && matches!(search.step(), Step::Exhausted)
}

/// How long values are searched for.
fn limits(data: &Data, filling: &Filling) -> Limits {
    let left_out = layers_to_find(data, filling).unwrap_or_default();
    Limits {
        nodes: Some(match left_out.is_empty() {
            true => MOST_NODES,
            false => MOST_NODES_FOR_LEFT_OUT,
        }),
        ..Limits::default()
    }
}

/// The rules except those in `without`, with what the grid gives; or why no values are searched for.
fn around(data: &Arc<Data>, filling: &Filling, without: &[String]) -> Result<Compiled, Completion> {
    let Some(left_out) = layers_to_find(data, filling) else {
        return Err(Completion::NotNeeded);
    };
    let selection = Selection {
        without: without.to_vec(),
        ..Selection::default()
    };
    let is_told = |layer: usize| {
        let role = data.book.layers[layer].role;
        matches!(role, Role::Decide { .. }) && !left_out.contains(&layer)
    };
    // That the grid keeps the givens is a law of its own: others may be broken as well.
    let mut free = (**data).clone();
    for (layer, given) in free.layers.iter_mut().enumerate() {
        if is_told(layer) {
            given.fill(Datum::Missing);
        }
    }
    let Ok(mut compiled) = compile(&Arc::new(free), &selection) else {
        return Err(Completion::Unknown);
    };
    for (layer, declared) in data.book.layers.iter().enumerate() {
        if !is_told(layer) {
            continue;
        }
        if declared.domain == Domain::Regions {
            let joins = compiled.reading.joins(data).into_iter();
            let joins: Vec<Join> = joins.filter(|join| join.layer == layer).collect();
            // The model knows borders, not names: in it, two pieces of one name would be two regions.
            if !hang_together(&joins, &filling.layers[layer]) {
                return Err(Completion::NotNeeded);
            }
            for join in joins {
                let [a, b] = join.cells.map(|cell| filling.layers[layer][cell]);
                let literal = Literal::is(join.var, i32::from(a == b));
                compiled.model.post(Clause::new(&[literal]));
            }
            continue;
        }
        for (position, &filled) in filling.layers[layer].iter().enumerate() {
            let var = compiled.reading.var(layer, position);
            let code = compiled.reading.code(layer, filled);
            match (var, code) {
                (Some(var), Some(code)) => {
                    compiled.model.post(Clause::new(&[Literal::is(var, code)]));
                }
                (None, None) => {}
                // A value where none is possible, or none where one is required: this has nothing to do with hidden
                // layers.
                _ => return Err(Completion::NotNeeded),
            }
        }
    }
    Ok(compiled)
}

/// Whether the cells of each name hang together on their board.
fn hang_together(joins: &[Join], names: &[Filled]) -> bool {
    let mut parent: Vec<usize> = (0..names.len()).collect();
    let root = |parent: &[usize], mut cell: usize| {
        while parent[cell] != cell {
            cell = parent[cell];
        }
        cell
    };
    for join in joins {
        let [a, b] = join.cells;
        if names[a] == names[b] {
            let (a, b) = (root(&parent, a), root(&parent, b));
            parent[a] = b;
        }
    }
    let mut pieces = BTreeMap::new();
    joins.iter().all(|join| {
        join.cells.iter().all(|&cell| {
            let own = root(&parent, cell);
            *pieces.entry((join.board, names[cell])).or_insert(own) == own
        })
    })
}
