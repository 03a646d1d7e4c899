//! A compiled puzzle as the model that solving works with.

use std::sync::Arc;

use quadrille_engine::branch::order::{DomWdeg, LastConflict};
use quadrille_engine::branch::value::Smallest;
use quadrille_engine::propagators::Clause;
use quadrille_engine::{Brancher, Branching, Limits, Literal, Solution, Step};

use super::super::syntax::{Extreme, Role};
use super::super::values::Data;
use super::super::walk::rules_about_folding;
use super::{Compiled, Draft, Selection, compile, compile_twice};
use crate::grid::Grid;
use crate::puzzle::{BuildOptions, Built, Completed, Origin, Place, Reading};

/// How many nodes are searched for the best value before it is asked whether to break off.
const SLICE: u64 = 2000;

/// The model of a puzzle. Rules that do not fit the data were told when it was read.
///
/// If the best is asked for, the best value is found and proved first, and the model has the grids with that value; a
/// search that is broken off leaves a model without that bound, whose building is then broken off, too.
///
/// `known` is the puzzle as it was compiled when it was read, with all rules.
pub(crate) fn build(data: &Arc<Data>, known: Option<Draft>, options: &BuildOptions) -> Built {
    let without = match options.fold {
        true => Vec::new(),
        false => rules_about_folding(&data.book),
    };
    let selection = Selection {
        without,
        apart: !options.join_rules,
        learns: options.learns,
        ..Selection::default()
    };
    let first =
        known.filter(|_| options.join_rules && !options.learns && selection.without.is_empty());
    let mut compiled = match compile_twice(data, &selection, first, &options.interrupt) {
        Ok(compiled) => compiled,
        Err(problems) => unreachable!("the rules were compiled when they were read: {problems:?}"),
    };
    // It is a new one for each compilation.
    let _ = compiled.interrupt.set(options.interrupt.clone());
    if options.leave_best {
        ask_for_best(&mut compiled);
    } else if let Some((_, var)) = compiled.best {
        match best(data, &selection, options) {
            Some(value) => {
                let rule = compiled.model.rule("the best is asked for");
                compiled.origins.rules.insert(
                    rule,
                    Origin {
                        id: "best".to_owned(),
                        sentence: "the best is asked for".to_owned(),
                        place: String::new(),
                    },
                );
                compiled.model.post(Clause::new(&[Literal::is(var, value)]));
            }
            None if options.interrupt.is_due() => {}
            None => {
                compiled.model.post(Clause::new(&[]));
            }
        }
    }
    built(data, compiled)
}

/// The best value, if there is a solution and the search was not broken off.
fn best(data: &Arc<Data>, selection: &Selection, options: &BuildOptions) -> Option<i32> {
    let mut compiled = compile(data, selection).ok()?;
    let (_, var) = compiled.best?;
    ask_for_best(&mut compiled);
    let mut solver = compiled.model.solver();
    let mut search = solver.search().boxed_brancher(brancher());
    let mut found = None;
    let mut nodes = SLICE;
    loop {
        search.set_limits(Limits {
            nodes: Some(nodes),
            ..Limits::default()
        });
        match search.step() {
            Step::Solution => found = Some(search.solution()[var]),
            Step::Exhausted => return found,
            Step::Stopped(_) if options.interrupt.is_due() => return None,
            Step::Stopped(_) => nodes += SLICE,
        }
    }
}

fn ask_for_best(compiled: &mut Compiled) {
    match compiled.best {
        Some((Extreme::Least, var)) => compiled.model.minimise(&[(1, var)]),
        Some((Extreme::Greatest, var)) => compiled.model.maximise(&[(1, var)]),
        None => {}
    }
}

fn brancher() -> Box<dyn Brancher> {
    Box::new(Branching::new(
        LastConflict::new(DomWdeg::default()),
        Smallest,
    ))
}

fn built(data: &Arc<Data>, compiled: Compiled) -> Built {
    let reading = Arc::new(compiled.reading);
    let mut places = Vec::new();
    for (layer, declared) in data.book.layers.iter().enumerate() {
        if !matches!(declared.role, Role::Decide { .. }) {
            continue;
        }
        for position in 0..super::super::values::positions(data, &declared.on) {
            if let Some(var) = reading.var(layer, position) {
                let reading = Arc::clone(&reading);
                places.push(Place {
                    layer,
                    position,
                    var,
                    filled: Arc::new(move |value| reading.value(layer, value)),
                });
            }
        }
    }
    let joins = reading.joins(data);
    let complete = move |solution: &Solution| Completed::of_filling(reading.filling(solution));
    Built {
        model: compiled.model,
        brancher: |_| brancher(),
        reading: Reading {
            places,
            joins,
            origins: compiled.origins,
            ..Reading::new(Grid::empty(), Box::new(complete))
        },
    }
}
