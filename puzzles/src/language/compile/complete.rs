//! Values of hidden layers for a grid that came without them.

use std::sync::Arc;

use quadrille_engine::propagators::Clause;
use quadrille_engine::{Limits, Literal, Step};

use super::super::syntax::{Domain, Kind, Role};
use super::super::values::{Data, Filled, Filling};
use super::{Selection, compile};

/// The most nodes that are searched for values of hidden layers.
const MOST_NODES: u64 = 200_000;

/// What was found out about the hidden layers of a grid.
#[derive(Clone, Debug)]
pub(crate) enum Completion {
    /// Nothing is hidden, all of it is known, or something else is not.
    NotNeeded,
    /// The grid with values that satisfy the rules.
    Found(Filling),
    /// No values do.
    Impossible,
    /// It was not found out within the limit.
    Unknown,
}

/// Looks for values of the hidden layers with which a filled grid satisfies the rules, apart from those `without`.
pub(crate) fn complete(data: &Arc<Data>, filling: &Filling, without: &[String]) -> Completion {
    let of_role = |role: fn(&Role) -> bool| {
        let layers = data.book.layers.iter().enumerate();
        layers
            .filter(move |(_, layer)| role(&layer.role))
            .flat_map(|(number, _)| filling.layers[number].iter())
    };
    let is_unknown = |filled: &&Filled| **filled == Filled::Unknown;
    let hidden = of_role(|role| *role == Role::Hidden).any(|filled| is_unknown(&filled));
    let visible =
        of_role(|role| matches!(role, Role::Decide { .. })).any(|filled| is_unknown(&filled));
    if !hidden || visible {
        return Completion::NotNeeded;
    }
    let selection = Selection {
        without: without.to_vec(),
        ..Selection::default()
    };
    let Ok(mut compiled) = compile(data, &selection) else {
        return Completion::Unknown;
    };
    for (layer, declared) in data.book.layers.iter().enumerate() {
        if !matches!(declared.role, Role::Decide { .. }) {
            continue;
        }
        if declared.domain == Domain::Regions {
            let geometry = &data.geometry;
            let links = compiled.reading.layers.links[layer].clone();
            for (place, var) in links.into_iter().enumerate() {
                let (board, link) = (
                    place / geometry.count(Kind::Link),
                    place % geometry.count(Kind::Link),
                );
                let cells = geometry.link_cells(link as u32);
                let [a, b] = cells.map(|cell| {
                    filling.layers[layer].get(board * geometry.count(Kind::Cell) + cell as usize)
                });
                if let Some(var) = var {
                    let literal = Literal::is(var, i32::from(a == b));
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
        nodes: Some(MOST_NODES),
        ..Limits::default()
    });
    match search.step() {
        Step::Solution => Completion::Found(compiled.reading.filling(&search.solution())),
        Step::Exhausted => Completion::Impossible,
        Step::Stopped(_) => Completion::Unknown,
    }
}
