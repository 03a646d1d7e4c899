//! Whether the rest of a puzzle has a solution, asked of the model that is solved: without some of its sentences, or some
//! clues of its file. There propagators combine rules, so an answer takes a fraction of what it takes in the model in
//! which rules are switched off one by one.

use quadrille_engine::branch::View;
use quadrille_engine::branch::order::{DomWdeg, LastConflict};
use quadrille_engine::branch::value::ValueOrder;
use quadrille_engine::{Branching, Conflict, Interrupt, Learning, Limits, Search, Step, Stop, Var};

use crate::learn::{Advice, TRIAL};
use crate::puzzle::{BuildOptions, Built, Puzzle, enter};

/// What is known of the rest of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Rest {
    /// A solution: the value of each spot.
    Solved(Vec<i32>),
    Refuted,
    /// There was not enough time.
    Unknown,
}

/// First the value that a variable has in a grid, then the smallest.
#[derive(Debug)]
struct Near {
    /// By variable.
    values: Vec<Option<i32>>,
}

impl ValueOrder for Near {
    fn sibling(&mut self, view: &mut View<'_>, var: Var, tried: &[i32]) -> Option<i32> {
        let near = self.values.get(var.index()).copied().flatten();
        let domain = view.domain(var);
        let near = near.filter(|value| domain.contains(*value));
        let mut values = near.into_iter().chain(domain.iter());
        values.find(|value| !tried.contains(value))
    }
}

/// Searches as solving does, close to a grid (by spot) if one is given, until an interrupt is due.
pub(super) fn rest(
    puzzle: &dyn Puzzle,
    options: &BuildOptions,
    near: &[i32],
    until: &Interrupt,
) -> Rest {
    for learns in [false, true] {
        let options = BuildOptions {
            join_rules: true,
            learns,
            interrupt: until.clone(),
            ..options.clone()
        };
        let Built {
            model,
            brancher,
            reading,
        } = enter::build(puzzle, &options);
        let Some(mut solver) = model.solver_until(until) else {
            return Rest::Unknown;
        };
        match solver.propagate_until(until) {
            Err(Conflict) => return Rest::Refuted,
            Ok(false) => return Rest::Unknown,
            Ok(true) => {}
        }
        let limits = Limits {
            interrupt: until.clone(),
            ..Limits::default()
        };
        let trial = (!learns && puzzle.may_learn()).then_some(TRIAL);
        let mut values = vec![None; solver.variables()];
        for (spot, &value) in puzzle.spots(&reading).iter().zip(near) {
            values[spot.var.index()] = Some(value);
        }
        let mut search = match learns {
            false if near.is_empty() => solver.search().boxed_brancher(brancher(&reading)),
            false => {
                let order = LastConflict::new(DomWdeg::default());
                solver.search_with(Branching::new(order, Near { values }))
            }
            true => {
                let mut learning = Learning::default();
                let known = values.into_iter().map(|value| value.unwrap_or(i32::MIN));
                learning.values = known.collect();
                solver.search().learn(learning)
            }
        };
        let Some(step) = run(&mut search, &limits, trial) else {
            continue;
        };
        return match step {
            Step::Exhausted => Rest::Refuted,
            Step::Stopped(_) => Rest::Unknown,
            Step::Solution => {
                let solution = search.solution();
                let completed = (reading.complete)(&solution);
                if !puzzle.check_as_built(&completed, &options).is_empty() {
                    return Rest::Unknown;
                }
                let spots = puzzle.spots(&reading).into_iter();
                Rest::Solved(spots.map(|spot| solution[spot.var]).collect())
            }
        };
    }
    Rest::Unknown
}

/// `None` if a trial shows that learning is better.
fn run(search: &mut Search<'_>, limits: &Limits, mut trial: Option<u64>) -> Option<Step> {
    loop {
        search.set_limits(Limits {
            failures: trial,
            ..limits.clone()
        });
        match (search.step(), trial) {
            (Step::Stopped(Stop::Failures), Some(_)) => {
                match Advice::after(search.stats(), search.solver()) {
                    Advice::Wait(failures) => trial = Some(failures),
                    Advice::DepthFirst | Advice::Beside => trial = None,
                    Advice::Learn => return None,
                }
            }
            (step, _) => return Some(step),
        }
    }
}
