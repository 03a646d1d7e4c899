//! Repeated searches in one puzzle, with learning where that pays.

use quadrille_engine::clock::Instant;
use std::sync::{Arc, OnceLock};

use quadrille_engine::{
    Brancher, Learning, Limits, Literal, Path, Search, Solution, Solver, Step, Stop, Strategy, Var,
};

use super::{CheckFailed, Halt, Learn, Request, TRIAL};
use crate::language::Puzzle;
use crate::learn::Advice;
use crate::puzzle::{BuildOptions, Built, Reading};

/// Number of nodes between two checks of the memory.
const SLICE: u64 = 1024;

/// Answers questions about solutions: by a depth-first search and, if that has failed often, by one that learns
/// ([`Learn::Auto`]).
pub(super) struct Oracle<'a> {
    pub(super) puzzle: &'a Puzzle,
    pub(super) request: &'a Request,
    /// When it began, for the limit of time.
    pub(super) started: Instant,
    pub(super) options: BuildOptions,
    /// Why building was stopped.
    pub(super) broken_off: Arc<OnceLock<Halt>>,
    pub(super) solver: Solver,
    pub(super) reading: &'a Reading,
    pub(super) brancher: fn(&Reading) -> Box<dyn Brancher>,
    pub(super) student: Option<Student>,
}

/// The model for a search that learns, built when it is first needed, and how to read its solutions.
pub(super) struct Student {
    solver: Solver,
    reading: Reading,
    vars: Vec<Var>,
}

/// The answer to a question.
pub(super) enum Outcome {
    /// These are all solutions.
    All(u64),
    /// The requested number of solutions was found, or of nodes visited.
    Enough,
    Stopped(Halt),
}

/// Takes solutions, and how to read them.
pub(super) type Note<'n> = dyn FnMut(&Reading, &Solution) -> Result<(), CheckFailed> + 'n;

impl Oracle<'_> {
    /// Lists all solutions, within a number of nodes, and no more solutions than `most`.
    pub(super) fn list(
        &mut self,
        nodes: u64,
        most: u64,
        note: &mut Note<'_>,
    ) -> Result<Outcome, CheckFailed> {
        let limit = self.request.limits.nodes;
        let limits = Limits {
            nodes: Some(limit.map_or(nodes, |limit| limit.min(nodes))),
            ..self.limits()
        };
        let outcome = self.search(None, &limits, most, note)?;
        Ok(match outcome {
            Outcome::Stopped(Halt::Nodes(_)) => Outcome::Enough,
            other => other,
        })
    }

    /// Looks for a solution in which the variable at this place of [`Reading::vars`] has this value.
    pub(super) fn ask(
        &mut self,
        at: usize,
        value: i32,
        note: &mut Note<'_>,
    ) -> Result<Outcome, CheckFailed> {
        let limits = self.limits();
        self.search(Some((at, value)), &limits, 1, note)
    }

    fn limits(&self) -> Limits {
        let limits = &self.request.limits;
        Limits {
            time: limits
                .time
                .map(|time| time.saturating_sub(self.request.spent + self.started.elapsed())),
            solutions: None,
            ..limits.clone()
        }
    }

    fn search(
        &mut self,
        question: Option<(usize, i32)>,
        limits: &Limits,
        most: u64,
        note: &mut Note<'_>,
    ) -> Result<Outcome, CheckFailed> {
        let start = |vars: &mut dyn Iterator<Item = Var>| {
            let literal = question.and_then(|(at, value)| Some(Literal::is(vars.nth(at)?, value)));
            Path(literal.into_iter().collect())
        };
        let request = self.request;
        if request.learn != Learn::On {
            let may_learn = request.learn == Learn::Auto;
            let mut search = self
                .solver
                .search()
                .boxed_brancher(request.brancher(self.brancher, self.reading))
                .from(start(&mut self.reading.vars()));
            let trial = may_learn.then_some(TRIAL);
            let mut note = |solution: &Solution| note(self.reading, solution);
            let outcome = run(&mut search, request, limits, trial, most, &mut note)?;
            if let Some(outcome) = outcome {
                return Ok(outcome);
            }
        }
        if self.student.is_none() {
            self.options.learns = true;
            let Built { model, reading, .. } = self.puzzle.build(&self.options);
            let Some(solver) = model.solver_until(&self.options.interrupt) else {
                let halt = self.broken_off.get().copied();
                return Ok(Outcome::Stopped(halt.unwrap_or(Halt::Cancelled)));
            };
            let vars = reading.vars().collect();
            self.student = Some(Student {
                solver,
                reading,
                vars,
            });
        }
        // The depth-first search and building have used some of the time.
        let limits = &Limits {
            nodes: limits.nodes,
            ..self.limits()
        };
        let Some(student) = &mut self.student else {
            unreachable!("it was just built");
        };
        let mut search = student
            .solver
            .search()
            .from(start(&mut student.vars.iter().copied()))
            .learn(Learning::default());
        let mut note = |solution: &Solution| note(&student.reading, solution);
        let outcome = run(&mut search, request, limits, None, most, &mut note)?;
        Ok(outcome.unwrap_or(Outcome::Enough))
    }
}

/// Searches for `most` solutions; `None` if a trial shows that learning is better.
fn run(
    search: &mut Search<'_, impl Strategy>,
    request: &Request,
    limits: &Limits,
    mut trial: Option<u64>,
    most: u64,
    note: &mut dyn FnMut(&Solution) -> Result<(), CheckFailed>,
) -> Result<Option<Outcome>, CheckFailed> {
    loop {
        // Memory is checked now and then, if it is limited.
        let slice = request.memory.map(|_| search.stats().nodes + SLICE);
        search.set_limits(Limits {
            nodes: limits.nodes.into_iter().chain(slice).min(),
            failures: limits.failures.into_iter().chain(trial).min(),
            ..limits.clone()
        });
        let step = search.step();
        let (nodes, failures) = (search.stats().nodes, search.stats().failures);
        match step {
            Step::Solution => note(&search.solution())?,
            Step::Exhausted => return Ok(Some(Outcome::All(search.stats().solutions))),
            Step::Stopped(Stop::Failures)
                if limits.failures.is_none_or(|limit| failures < limit) =>
            {
                match Advice::after(search.stats(), search.solver()) {
                    Advice::Wait(failures) => trial = Some(failures),
                    Advice::DepthFirst | Advice::Beside => trial = None,
                    Advice::Learn => return Ok(None),
                }
            }
            Step::Stopped(Stop::Nodes) if limits.nodes.is_none_or(|limit| nodes < limit) => {
                if let Some(halt) = request.is_memory_full() {
                    return Ok(Some(Outcome::Stopped(halt)));
                }
                if request.is_memory_short() {
                    search.keep_less();
                }
            }
            Step::Stopped(stop) => {
                return Ok(Some(Outcome::Stopped(Halt::new(stop, &request.limits))));
            }
        }
        if search.stats().solutions >= most {
            return Ok(Some(Outcome::Enough));
        }
    }
}
