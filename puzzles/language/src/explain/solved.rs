//! Questions to the model that is solved, of a whole puzzle or of one without some of its sentences or clues. There
//! propagators combine rules, so an answer takes a fraction of what it takes in the model in which rules are switched
//! off one by one.

use quadrille_engine::branch::View;
use quadrille_engine::branch::order::{DomWdeg, LastConflict};
use quadrille_engine::branch::value::ValueOrder;
use quadrille_engine::{
    AnySearch, Brancher, Branching, Conflict, Interrupt, Learning, Limits, Literal, Search, Solver,
    Step, Stop, Strategy, Var,
};

use crate::language::Puzzle;
use crate::learn::{Advice, TRIAL};
use crate::puzzle::{Best, BuildOptions, Built, Completed, Reading};

/// A fact about the spot of this number. The variable of its literal is not looked at: each form of a model has its own.
pub(super) type Known = (usize, Literal);

/// By spot, its values in a solution.
pub(super) type Values = Vec<i32>;

/// How a search for solutions ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// There are no more.
    All,
    /// As many as were asked for were found.
    Enough,
    /// There was not enough time.
    Late,
}

/// Whether there is a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Rest {
    Solved(Values),
    Refuted,
    /// There was not enough time.
    Unknown,
}

/// Nodes between two looks at the work.
const SLICE: u64 = 32;

/// The next step of a search within limits. It is stopped as well once its solver has done so much
/// [work](Solver::work).
pub(super) fn step_within(
    search: &mut Search<'_, impl Strategy>,
    limits: &Limits,
    work: Option<u64>,
) -> Step {
    loop {
        let nodes = work.map(|_| search.stats().nodes + SLICE);
        let slice = Limits {
            nodes,
            ..Limits::default()
        };
        search.set_limits(limits.for_slice(&slice));
        let step = search.step();
        let is_spent = work.is_some_and(|most| search.solver().work() >= most);
        match step {
            Step::Stopped(stop) if !is_spent && !limits.have_stopped(stop, search.stats()) => {}
            step => return step,
        }
    }
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

/// The model that is solved. It is searched as solving does: depth first, and once that has failed often by a search
/// that learns, where that pays.
pub(super) struct Solved<'p> {
    puzzle: &'p Puzzle,
    /// With the interrupt that ends every answer.
    options: BuildOptions,
    form: Option<Form>,
    /// Nodes of all searches so far.
    pub(super) nodes: u64,
    /// The [work](Solver::work) that further searches may do, if it is limited.
    pub(super) left_work: Option<u64>,
}

/// The model as a depth-first search needs it, or as one that learns does.
struct Form {
    solver: Solver,
    reading: Reading,
    brancher: fn(&Reading) -> Box<dyn Brancher>,
    /// By spot.
    vars: Vec<Var>,
    learns: bool,
    /// Propagation alone finds that there is no solution.
    is_refuted: bool,
}

impl<'p> Solved<'p> {
    /// No answer takes longer than until this is due.
    pub(super) fn new(puzzle: &'p Puzzle, options: &BuildOptions, until: &Interrupt) -> Self {
        Self {
            puzzle,
            options: BuildOptions {
                join_rules: true,
                interrupt: until.clone(),
                ..options.clone()
            },
            form: None,
            nodes: 0,
            left_work: None,
        }
    }

    /// For a puzzle that asks for the best grids: what its solutions reach.
    pub(super) fn best(&mut self) -> Option<&Best> {
        self.form(false)?.reading.best.as_ref()
    }

    /// By spot: the values that propagation leaves. Nothing if it is contradictory, or was broken off.
    pub(super) fn left(&mut self, known: &[Known]) -> Vec<Values> {
        let until = self.options.interrupt.clone();
        let Some(form) = self.form(false) else {
            return Vec::new();
        };
        let mut left = Vec::new();
        if form.enter(known, &until) == Ok(true) {
            let domains = form.vars.iter().map(|&var| form.solver.domain(var));
            left.extend(domains.map(|domain| domain.iter().collect::<Values>()));
        }
        form.leave();
        left
    }

    /// Up to `most` solutions in which all of this is so, close to a grid (by spot) if one is given, and how the search
    /// ended. It also ends, as if time was up, after so many nodes, or at a solution that the checker rejects.
    pub(super) fn solutions(
        &mut self,
        known: &[Known],
        near: &[i32],
        most: usize,
        nodes: Option<u64>,
    ) -> (Vec<Values>, End) {
        self.solutions_checked(known, near, most, nodes, most)
    }

    /// How many solutions there are, if this is found in time and there are no more than `most`. Only the first of them is
    /// checked: checking hundreds would take ten times as long as finding them.
    pub(super) fn number(&mut self, most: usize) -> Option<usize> {
        let (found, end) = self.solutions_checked(&[], &[], most + 1, None, 1);
        (end == End::All).then_some(found.len())
    }

    /// The solutions, of which only so many are checked.
    fn solutions_checked(
        &mut self,
        known: &[Known],
        near: &[i32],
        most: usize,
        nodes: Option<u64>,
        checked: usize,
    ) -> (Vec<Values>, End) {
        let (puzzle, options) = (self.puzzle, self.options.clone());
        for learns in [false, true] {
            let left_work = self.left_work;
            let Some(form) = self.form(learns) else {
                return (Vec::new(), End::Late);
            };
            let before = form.solver.work();
            let last = left_work.map(|work| before + work);
            let (found, taken) = match form.enter(known, &options.interrupt) {
                Err(Conflict) => (Some((Vec::new(), End::All)), 0),
                Ok(false) => (Some((Vec::new(), End::Late)), 0),
                Ok(true) => {
                    let is_right = |found: &Completed, number: usize| {
                        number >= checked || puzzle.check(found).is_empty()
                    };
                    let limits = Limits {
                        nodes,
                        failures: (!form.learns).then_some(TRIAL),
                        interrupt: options.interrupt.clone(),
                        ..Limits::default()
                    };
                    form.search(near, most, limits, last, is_right)
                }
            };
            form.leave();
            let work = form.solver.work() - before;
            self.left_work = left_work.map(|left| left.saturating_sub(work));
            self.nodes += taken;
            if let Some(found) = found {
                return found;
            }
        }
        (Vec::new(), End::Late)
    }

    /// A solution, close to a grid (by spot) if one is given.
    pub(super) fn solution(&mut self, near: &[i32]) -> Rest {
        let (mut found, end) = self.solutions(&[], near, 1, None);
        match (found.pop(), end) {
            (Some(solution), _) => Rest::Solved(solution),
            (None, End::All) => Rest::Refuted,
            (None, _) => Rest::Unknown,
        }
    }

    /// The model, built when it is first asked for: the form that learns if that is needed now or was before. `None` if
    /// time is up.
    fn form(&mut self, must_learn: bool) -> Option<&mut Form> {
        let is_there = |form: &Form| form.learns || !must_learn;
        if !self.form.as_ref().is_some_and(is_there) {
            self.options.learns = must_learn;
            let Built {
                model,
                brancher,
                reading,
            } = self.puzzle.build(&self.options);
            let until = &self.options.interrupt;
            let mut solver = model.solver_until(until)?;
            let outcome = solver.propagate_until(until);
            if outcome == Ok(false) {
                return None;
            }
            let spots = self.puzzle.spots(&reading).into_iter();
            self.form = Some(Form {
                solver,
                vars: spots.map(|spot| spot.var).collect(),
                reading,
                brancher,
                learns: must_learn,
                is_refuted: outcome.is_err(),
            });
        }
        self.form.as_mut()
    }
}

impl Form {
    /// Starts a level on which this is known; whether propagation finished.
    fn enter(&mut self, known: &[Known], until: &Interrupt) -> Result<bool, Conflict> {
        if self.is_refuted {
            return Err(Conflict);
        }
        self.solver.push();
        for &(spot, fact) in known {
            let var = self.vars[spot];
            self.solver.assume(Literal { var, ..fact })?;
        }
        self.solver.propagate_until(until)
    }

    fn leave(&mut self) {
        if !self.is_refuted {
            self.solver.pop();
        }
    }

    /// Searches within limits, until `last` if the work is limited, and counts the nodes that this takes. A limit on
    /// failures is a trial; if it shows that learning is better, there is no answer.
    fn search(
        &mut self,
        near: &[i32],
        most: usize,
        mut limits: Limits,
        last: Option<u64>,
        is_right: impl Fn(&Completed, usize) -> bool,
    ) -> (Option<(Vec<Values>, End)>, u64) {
        let mut values = vec![None; self.solver.variables()];
        for (var, &value) in self.vars.iter().zip(near) {
            values[var.index()] = Some(value);
        }
        let mut search: AnySearch<'_> = match self.learns {
            false if near.is_empty() => {
                let brancher = (self.brancher)(&self.reading);
                self.solver.search().boxed_brancher(brancher).boxed()
            }
            false => {
                let order = LastConflict::new(DomWdeg::default());
                self.solver
                    .search_with(Branching::new(order, Near { values }))
                    .boxed()
            }
            true => {
                let mut learning = Learning::default();
                if !near.is_empty() {
                    let known = values.into_iter().map(|value| value.unwrap_or(i32::MIN));
                    learning.values = known.collect();
                }
                self.solver.search().learn(learning).boxed()
            }
        };
        let mut found = Vec::new();
        let end = loop {
            if found.len() >= most {
                break End::Enough;
            }
            match step_within(&mut search, &limits, last) {
                Step::Solution => {
                    let solution = search.solution();
                    if !is_right(&(self.reading.complete)(&solution), found.len()) {
                        found.clear();
                        break End::Late;
                    }
                    found.push(self.vars.iter().map(|&var| solution[var]).collect());
                }
                Step::Exhausted => break End::All,
                Step::Stopped(Stop::Failures) => {
                    limits.failures = match Advice::after(search.stats(), search.solver()) {
                        Advice::Wait(failures) => Some(failures),
                        Advice::DepthFirst | Advice::Beside => None,
                        Advice::Learn => return (None, search.stats().nodes),
                    };
                }
                Step::Stopped(_) => break End::Late,
            }
        };
        (Some((found, end)), search.stats().nodes)
    }
}
