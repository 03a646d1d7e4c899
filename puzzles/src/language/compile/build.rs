//! A compiled puzzle as the model that solving works with.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use quadrille_engine::branch::order::{DomWdeg, LastConflict};
use quadrille_engine::branch::value::Smallest;
use quadrille_engine::propagators::Clause;
use quadrille_engine::{Brancher, Branching, Limits, Literal, Solution, Stats, Step};

use super::super::syntax::{Extreme, Role};
use super::super::values::Data;
use super::super::walk::rules_about_folding;
use super::{Compiled, Draft, Selection, compile, compile_twice};
use crate::grid::Grid;
use crate::puzzle::{Best, BuildOptions, Built, Completed, Origin, Place, Reading};
use quadrille_engine::Interrupt;

/// How long is searched for the best value before it is asked whether to break off.
const SLICE: Duration = Duration::from_millis(20);

/// The best value, with and without rules about folding, once it was found out. It is found out once: whoever else asks
/// waits.
#[derive(Debug, Default)]
pub(crate) struct BestKnown([Mutex<Option<Best>>; 2]);

/// The model of a puzzle. Rules that do not fit the data were told when it was read.
///
/// If the best is asked for, the best value is found and proved first, and the model has the grids with that value; a
/// search that is broken off leaves a model without that bound, whose building is then broken off, too.
///
/// `known` is the puzzle as it was compiled when it was read, with all rules.
pub(crate) fn build(
    data: &Arc<Data>,
    known: Option<Draft>,
    options: &BuildOptions,
    best_known: &BestKnown,
) -> Built {
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
    let mut best = None;
    if options.leave_best {
        ask_for_best(&mut compiled);
    } else if let Some((_, var)) = compiled.best {
        best = best_known.of(data, &selection, options);
        match best.as_ref().filter(|best| best.is_proved) {
            Some(Best {
                found: Some((value, _)),
                is_least,
                ..
            }) => {
                let word = if *is_least { "least" } else { "greatest" };
                let sentence = format!("The {word} value is asked for: {value}.");
                let rule = compiled.model.rule(sentence.clone());
                let origin = Origin {
                    id: "best".to_owned(),
                    sentence,
                    place: String::new(),
                };
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

impl BestKnown {
    /// What is known of the best value, after a search if it was not known before.
    fn of(&self, data: &Arc<Data>, selection: &Selection, options: &BuildOptions) -> Option<Best> {
        let known = &self.0[usize::from(options.fold)];
        let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = &*known {
            return Some(known.clone());
        }
        let best = best(data, selection, &options.interrupt)?;
        if best.is_proved {
            *known = Some(Best {
                stats: Stats::default(),
                ..best.clone()
            });
        }
        Some(best)
    }
}

/// The best value as far as it is found out before the search is broken off. `None` if that was before it began.
fn best(data: &Arc<Data>, selection: &Selection, interrupt: &Interrupt) -> Option<Best> {
    let mut compiled = compile(data, selection).ok()?;
    let (extreme, var) = compiled.best?;
    ask_for_best(&mut compiled);
    let mut solver = compiled.model.solver_until(interrupt)?;
    let is_least = extreme == Extreme::Least;
    let outcome = solver.propagate_until(interrupt);
    let left = solver.domain(var);
    let bound = if is_least { left.min() } else { left.max() };
    let mut best = Best {
        is_least,
        found: None,
        bound: bound.map_or(0, i64::from),
        is_proved: outcome.is_err(),
        stats: Stats::default(),
    };
    if outcome != Ok(true) {
        return Some(best);
    }
    let mut search = solver.search().boxed_brancher(brancher());
    let began = Instant::now();
    let mut found: Option<Solution> = None;
    loop {
        search.set_limits(Limits {
            time: Some(began.elapsed() + SLICE),
            ..Limits::default()
        });
        match search.step() {
            Step::Solution => found = Some(search.solution()),
            Step::Exhausted => {
                best.is_proved = true;
                break;
            }
            Step::Stopped(_) if interrupt.is_due() => break,
            Step::Stopped(_) => {}
        }
    }
    best.stats = search.stats().clone();
    best.found = found.map(|solution| {
        let completed = Completed::of_filling(compiled.reading.filling(&solution));
        (i64::from(solution[var]), completed)
    });
    Some(best)
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
