//! From a compiled puzzle to the model for solving.

use std::sync::Arc;

use quadrille_engine::propagators::Clause;
use quadrille_engine::{Literal, Solution};

use super::super::budget::{MOST_STEPS, MOST_STEPS_AGAIN};
use super::super::pass::Passes;
use super::super::{Compiled, Draft, Selection, draft};
use super::best::{BestKnown, ask_for_best};
use crate::language::syntax::{Extreme, Role};
use crate::language::values::{Data, Filled};
use crate::puzzle::{Best, BuildOptions, Built, Completed, Origin, Place, Reading};

/// The model of a puzzle. Rules that do not fit the data were reported when it was read.
///
/// If the best is asked for, the best value is found and proved first, and the model has the grids with that value; if
/// that search is stopped, the model lacks this bound, and its building is stopped as well.
///
/// `known` is the puzzle as it was compiled when it was read, with all rules.
pub(crate) fn build(
    data: &Arc<Data>,
    known: Option<Draft>,
    options: &BuildOptions,
    best_known: &BestKnown,
) -> Built {
    let selection = selection(options);
    let is_as_read = is_as_read(options);
    let first = known.filter(|_| is_as_read);
    let mut compiled = match first.map_or_else(|| draft(data, &selection), Ok) {
        Ok(draft) => draft.finish(&options.interrupt),
        // Too large without some passes.
        Err(_) if !options.without_passes.is_empty() => {
            let options = BuildOptions {
                without_passes: Vec::new(),
                ..options.clone()
            };
            return build(data, None, &options, best_known);
        }
        // Too large for a search that learns.
        Err(_) if options.learns => {
            let options = BuildOptions {
                learns: false,
                ..options.clone()
            };
            return build(data, None, &options, best_known);
        }
        Err(problems) => unreachable!("the rules were compiled when they were read: {problems:?}"),
    };
    // It is a new one for each compilation.
    let _ = compiled.interrupt.set(options.interrupt.clone());
    let mut best = None;
    if options.without_best {
        // Nothing is posted about it.
    } else if options.leave_best {
        ask_for_best(&mut compiled);
    } else if let Some((_, var)) = compiled.best {
        best = best_known.of(data, &selection, options);
        if let Some(best) = &mut best {
            best.knows_all = options.entries.is_none();
        }
        match best.as_ref().filter(|best| best.is_proved) {
            Some(Best {
                found: Some((value, _)),
                is_least,
                ..
            }) => {
                let word = if *is_least { "least" } else { "greatest" };
                let sentence = format!("The {word} value is asked for: {value}.");
                let rule = compiled.model.rule(sentence.clone());
                let origin = Origin::new("best", sentence, "");
                compiled.origins.rules.insert(rule, origin);
                // The value of a variable.
                let literal = Literal::is(var, *value as i32);
                compiled.model.post(Clause::new(&[literal]));
            }
            Some(_) => {
                compiled.model.post(Clause::new(&[]));
            }
            None => {}
        }
    }
    let mut built = built(data, compiled);
    built.reading.best = best;
    built
}

/// Whether all is as when the puzzle was read.
fn is_as_read(options: &BuildOptions) -> bool {
    options.join_rules && !options.learns && options.without_passes.is_empty()
}

/// What these options leave out.
pub(crate) fn selection(options: &BuildOptions) -> Selection {
    Selection {
        without: Vec::new(),
        apart: !options.join_rules,
        learns: options.learns,
        most_steps: match options.join_rules && !options.learns {
            true => MOST_STEPS,
            false => MOST_STEPS_AGAIN,
        },
        passes: Passes::without(&options.without_passes),
    }
}

fn built(data: &Arc<Data>, compiled: Compiled) -> Built {
    let sought = compiled.best;
    let reading = Arc::new(compiled.reading);
    let mut places = Vec::new();
    for (layer, declared) in data.book.layers.iter().enumerate() {
        if !matches!(declared.role, Role::Decide { .. }) {
            continue;
        }
        let of_layer = Arc::clone(&reading);
        let filled: Arc<dyn Fn(i32) -> Filled + Send + Sync> =
            Arc::new(move |value| of_layer.value(layer, value));
        for position in 0..crate::language::values::positions(data, &declared.on) {
            if let Some(var) = reading.var(layer, position) {
                places.push(Place {
                    layer,
                    position,
                    var,
                    filled: Arc::clone(&filled),
                });
            }
        }
    }
    let joins = reading.joins(data);
    let complete = move |solution: &Solution| Completed::new(reading.filling(solution));
    Built {
        model: compiled.model,
        brancher: |_| super::order::brancher(),
        reading: Reading {
            places,
            joins,
            origins: compiled.origins,
            complete: Box::new(complete),
            best: None,
            sought: sought.map(|(extreme, var)| (var, extreme == Extreme::Least)),
        },
    }
}
