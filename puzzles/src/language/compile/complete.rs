//! Values of hidden layers, and of layers that were left out, for a grid that came without them.

use std::sync::Arc;

use quadrille_engine::propagators::Clause;
use quadrille_engine::{Limits, Literal, Step};

use super::super::syntax::{Domain, Role};
use super::super::values::{Data, Filled, Filling};
use super::{Selection, compile};

/// The most nodes that are searched for values of hidden layers.
const MOST_NODES: u64 = 200_000;

/// The same where a layer to find was left out: whoever leaves it out need not have thought of it.
const MOST_NODES_FOR_LEFT_OUT: u64 = 10_000;

/// What was found out about what a grid does not tell.
#[derive(Clone, Debug)]
pub(crate) enum Completion {
    /// All is known, or a layer is told in part.
    NotNeeded,
    /// The grid with values that satisfy the rules.
    Found(Filling),
    /// No values do.
    Impossible,
    /// It was not found out within the limit.
    Unknown,
}

/// The layers to find of which a grid tells nothing, if it tells all of the others, and of one at least.
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

/// Whether there is something to look for with [`complete`].
pub(crate) fn is_untold(data: &Data, filling: &Filling) -> bool {
    layers_to_find(data, filling).is_some()
}

/// The layers to find that a grid leaves out, if there is something to look for.
fn layers_to_find(data: &Data, filling: &Filling) -> Option<Vec<usize>> {
    let hidden = data.book.layers.iter().enumerate().any(|(number, layer)| {
        layer.role == Role::Hidden && filling.layers[number].contains(&Filled::Unknown)
    });
    left_out(data, filling).filter(|left_out| hidden || !left_out.is_empty())
}

/// Looks for values of the hidden layers, and of those that a grid leaves out, with which it satisfies the rules, apart
/// from those `without`.
pub(crate) fn complete(data: &Arc<Data>, filling: &Filling, without: &[String]) -> Completion {
    let Some(left_out) = layers_to_find(data, filling) else {
        return Completion::NotNeeded;
    };
    let selection = Selection {
        without: without.to_vec(),
        ..Selection::default()
    };
    let Ok(mut compiled) = compile(data, &selection) else {
        return Completion::Unknown;
    };
    for (layer, declared) in data.book.layers.iter().enumerate() {
        if !matches!(declared.role, Role::Decide { .. }) || left_out.contains(&layer) {
            continue;
        }
        if declared.domain == Domain::Regions {
            for join in compiled.reading.joins(data) {
                let [a, b] = join.cells.map(|cell| filling.layers[layer].get(cell));
                if join.layer == layer {
                    let literal = Literal::is(join.var, i32::from(a == b));
                    compiled.model.post(Clause::new(&[literal]));
                }
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
                // A value where none can stand, or none where one must: not a matter of what is hidden.
                _ => return Completion::NotNeeded,
            }
        }
    }
    let mut solver = compiled.model.solver();
    let mut search = solver.search().limits(Limits {
        nodes: Some(match left_out.is_empty() {
            true => MOST_NODES,
            false => MOST_NODES_FOR_LEFT_OUT,
        }),
        ..Limits::default()
    });
    match search.step() {
        Step::Solution => Completion::Found(compiled.reading.filling(&search.solution())),
        Step::Exhausted => Completion::Impossible,
        Step::Stopped(_) => Completion::Unknown,
    }
}
