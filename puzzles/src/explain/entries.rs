//! Which entries of a partly filled grid occur in no solution.

use std::time::Instant;

use quadrille_engine::{First, Limits, Literal, Solution, Solver, Step};

use super::explainer::Explainer;
use crate::puzzle::{BuildOptions, Built, Puzzle, Spot};

/// What is known about the solutions of a puzzle and the entries of a grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// What is wrong, if anything is.
    pub wrong: Option<Wrong>,
    /// By spot, the values of the only solution of the puzzle, if it has exactly one.
    pub solution: Option<Vec<i32>>,
    /// Whether the puzzle is known to have no solution at all.
    pub is_impossible: bool,
    /// For a puzzle that asks for the best grids: `greatest` or `least`, and the value of its solutions.
    pub best: Option<(&'static str, i64)>,
    /// Whether all of this could be determined in time.
    pub is_complete: bool,
}

/// What is wrong with the entries of a grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// These occur in no solution: by spot, with the entry if it is a possible value there.
    Each(Vec<(usize, Option<Literal>)>),
    /// Each of these occurs in some solution, but no solution has all of them.
    Together(Vec<Literal>),
}

/// Checks the entries of a grid, in the form of [`Explainer::entries`], by searching for solutions that have them.
///
/// If there is one solution, entries that differ from it are wrong. Otherwise it searches for a solution with all
/// entries; if there is none, for one with each of them; and if all of these exist, it leaves out entries as long as no
/// solution has all the others.
pub fn judge(
    puzzle: &dyn Puzzle,
    explainer: &Explainer,
    options: &BuildOptions,
    entries: &[(usize, Option<Literal>)],
    limits: &Limits,
) -> Verdict {
    let mut verdict = Verdict {
        wrong: None,
        solution: None,
        is_impossible: false,
        best: None,
        is_complete: true,
    };
    let never: Vec<(usize, Option<Literal>)> = entries
        .iter()
        .copied()
        .filter(|(_, fact)| fact.is_none())
        .collect();
    let Some(mut search) = Judge::new(puzzle, options, limits) else {
        verdict.is_complete = false;
        return verdict;
    };
    let best = search.reading.best.as_ref();
    verdict.best = best.and_then(|best| Some((best.word(), best.value()?)));
    match search.solutions() {
        Solutions::None => verdict.is_impossible = true,
        Solutions::One(values) => {
            let wrong = entries
                .iter()
                .copied()
                .filter(|(spot, fact)| fact.is_none_or(|fact| !fact.admits(values[*spot])));
            let wrong: Vec<(usize, Option<Literal>)> = wrong.collect();
            verdict.wrong = (!wrong.is_empty()).then_some(Wrong::Each(wrong));
            verdict.solution = Some(values);
        }
        Solutions::Several if never.is_empty() => {
            let facts: Vec<(usize, Literal)> = entries
                .iter()
                .filter_map(|&(spot, fact)| Some((spot, fact?)))
                .collect();
            verdict.wrong = search.wrong(&facts);
        }
        Solutions::Several => verdict.wrong = Some(Wrong::Each(never)),
        Solutions::Unknown => {}
    }
    debug_assert_eq!(search.spots.len(), explainer.spots().len());
    verdict.is_complete = !search.is_late;
    verdict
}

enum Solutions {
    None,
    One(Vec<i32>),
    Several,
    Unknown,
}

/// Searches the same model as solving does.
struct Judge {
    solver: Solver,
    built: fn(&crate::puzzle::Reading) -> Box<dyn quadrille_engine::Brancher>,
    reading: crate::puzzle::Reading,
    spots: Vec<Spot>,
    limits: Limits,
    started: Instant,
    is_late: bool,
}

impl Judge {
    fn new(puzzle: &dyn Puzzle, options: &BuildOptions, limits: &Limits) -> Option<Self> {
        let started = Instant::now();
        let Built {
            model,
            brancher,
            reading,
        } = puzzle.build(options);
        let mut solver = model.solver_until(&options.interrupt)?;
        // If that fails, every search will notice.
        let _ = solver.propagate();
        Some(Self {
            solver,
            built: brancher,
            spots: puzzle.spots(&reading),
            reading,
            limits: limits.clone(),
            started,
            is_late: false,
        })
    }

    fn limits(&self) -> Limits {
        let time = self.limits.time;
        Limits {
            time: time.map(|time| time.saturating_sub(self.started.elapsed())),
            ..self.limits.clone()
        }
    }

    fn values(&self, solution: &Solution) -> Vec<i32> {
        self.spots.iter().map(|spot| solution[spot.var]).collect()
    }

    fn solutions(&mut self) -> Solutions {
        let limits = self.limits();
        let mut search = self
            .solver
            .search()
            .boxed_brancher((self.built)(&self.reading))
            .limits(limits);
        let first = match search.step() {
            Step::Solution => search.solution(),
            Step::Exhausted => return Solutions::None,
            Step::Stopped(_) => {
                drop(search);
                self.is_late = true;
                return Solutions::Unknown;
            }
        };
        let second = search.step();
        drop(search);
        match second {
            Step::Solution => Solutions::Several,
            Step::Exhausted => Solutions::One(self.values(&first)),
            Step::Stopped(_) => {
                self.is_late = true;
                Solutions::Unknown
            }
        }
    }

    /// Whether there is a solution with these facts; `None` if time was up.
    fn is_possible(&mut self, facts: &[Literal]) -> Option<bool> {
        self.solver.push();
        let fits = facts.iter().all(|&fact| self.solver.assume(fact).is_ok());
        let answer = if fits && self.solver.propagate().is_ok() {
            let limits = self.limits();
            let search = self.solver.search();
            let search = search.boxed_brancher((self.built)(&self.reading));
            match search.limits(limits).first() {
                First::Found(_) => Some(true),
                First::Nothing => Some(false),
                First::Stopped(_) => None,
            }
        } else {
            Some(false)
        };
        self.solver.pop();
        self.is_late |= answer.is_none();
        answer
    }

    fn wrong(&mut self, entries: &[(usize, Literal)]) -> Option<Wrong> {
        let facts: Vec<Literal> = entries.iter().map(|&(_, fact)| fact).collect();
        if self.is_possible(&facts) != Some(false) {
            return None;
        }
        let mut wrong = Vec::new();
        for &(spot, fact) in entries {
            if self.is_possible(&[fact]) == Some(false) {
                wrong.push((spot, Some(fact)));
            }
        }
        if !wrong.is_empty() {
            return Some(Wrong::Each(wrong));
        }
        let mut together = facts;
        let mut at = together.len();
        while at > 0 {
            at -= 1;
            let fact = together.remove(at);
            if self.is_possible(&together) != Some(false) {
                together.insert(at, fact);
            }
        }
        Some(Wrong::Together(together))
    }
}
