//! Stand-ins for the checker and the compiler of rulebooks.

use std::sync::Arc;

use quadrille_engine::{Brancher, Model, branch};

use super::geometry::Atom;
use super::syntax::Expr;
use super::values::{Data, Datum, Filled, Filling};
use crate::puzzle::{BuildOptions, Built, Completed, Place, Reading};

/// A rule that a filled grid breaks.
#[derive(Clone, Debug)]
pub(crate) struct Broken {
    /// Its number in the rulebook.
    pub(crate) rule: usize,
    /// Where, if the rule holds in several places: `row 3`.
    pub(crate) place: Option<String>,
    pub(crate) atoms: Vec<Atom>,
    pub(crate) message: String,
}

/// The value of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    Number(i128),
    List(Vec<i128>),
    Nothing,
}

pub(crate) fn check(_: &Data, _: &Filling) -> Vec<Broken> {
    Vec::new()
}

pub(crate) fn evaluate(_: &Data, _: &Filling, _: &Expr) -> Answer {
    Answer::Nothing
}

pub(crate) fn stands(_: &Data, _: usize, _: usize) -> bool {
    true
}

pub(crate) fn range(_: &Data, _: usize, _: usize) -> Option<Vec<(i64, Option<i64>)>> {
    None
}

pub(crate) fn build(data: &Arc<Data>, _: &BuildOptions) -> Built {
    let mut model = Model::new();
    let mut vars = Vec::new();
    for (layer, declared) in data.book.layers.iter().enumerate() {
        let is_found = declared.role != super::syntax::Role::Data;
        for position in 0..data.layers[layer].len() {
            let super::syntax::Domain::Values { words, .. } = &declared.domain else {
                continue;
            };
            if is_found {
                let var = match data.layers[layer][position] {
                    Datum::Word(word) => model.var(word as i32..=word as i32),
                    _ => model.var(0..=(words.len().max(1) as i32 - 1)),
                };
                vars.push((layer, position, var));
            }
        }
    }
    let data = Arc::clone(data);
    let places = vars
        .iter()
        .map(|&(layer, position, var)| Place {
            layer,
            position,
            var,
            filled: Arc::new(|value| Filled::Word(value as usize)),
        })
        .collect();
    let complete = move |solution: &quadrille_engine::Solution| {
        let mut filling = Filling::blank(&data);
        for &(layer, position, var) in &vars {
            filling.layers[layer][position] = Filled::Word(solution[var] as usize);
        }
        Completed::of_filling(filling)
    };
    let brancher: fn(&Reading) -> Box<dyn Brancher> = |_| Box::new(branch::smallest_domain());
    Built {
        model,
        brancher,
        reading: Reading::of_places(places, Box::new(complete)),
    }
}
