//! What is the same in all solutions, found without listing them.

use std::time::Instant;

use quadrille_engine::{Conflict, First, Limits, Literal};

use super::{CheckFailed, Halt, Request};
use crate::grid::Grid;
use crate::puzzle::{Built, Puzzle};
use crate::symbol::Symbol;

/// What all solutions say of one cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellConsensus {
    /// What stands in the cell in some solution, in rising order of the model's values.
    pub seen: Vec<Symbol>,
    /// What may stand in it in a solution that was not found because the search was stopped.
    pub undecided: Vec<Symbol>,
}

impl CellConsensus {
    /// What stands in the cell in every solution, if that is known and the same.
    pub fn same(&self) -> Option<Symbol> {
        match (&self.seen[..], &self.undecided[..]) {
            (&[symbol], []) => Some(symbol),
            _ => None,
        }
    }
}

/// What is the same in all solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConsensusReport {
    /// By cell; `None` if the puzzle has no solution, or none was found.
    pub cells: Option<Grid<CellConsensus>>,
    /// Why some cells may be undecided.
    pub stopped: Option<Halt>,
    /// Number of times a solution was asked for.
    pub questions: u64,
}

/// Finds, for each cell, everything that stands in it in some solution: takes a value not yet seen, asks for a
/// solution that has it, and notes all values of the one found. As many questions at the most as there are values
/// left after propagation, however many solutions there are.
///
/// # Errors
/// [`CheckFailed`] if the checker rejects a solution: a defect of this program.
pub fn consensus(puzzle: &dyn Puzzle, request: &Request) -> Result<ConsensusReport, CheckFailed> {
    let started = Instant::now();
    let Built {
        model,
        brancher,
        reading,
    } = puzzle.build(&request.build_options(started));
    let make = || request.brancher(brancher, &reading);
    let mut solver = model.solver();
    let mut report = ConsensusReport {
        cells: None,
        stopped: None,
        questions: 0,
    };
    match solver.propagate_while(|| request.halt(started).is_none()) {
        Ok(true) => {}
        Ok(false) => {
            report.stopped = request.halt(started);
            return Ok(report);
        }
        Err(Conflict) => return Ok(report),
    }
    let cells = reading.cells.values();
    // By cell: values left to ask for, and values seen.
    let mut open: Vec<Vec<i32>> = cells
        .iter()
        .map(|&(var, _)| solver.domain(var).iter().collect())
        .collect();
    let mut seen: Vec<Vec<i32>> = vec![Vec::new(); cells.len()];
    let mut any = false;
    'cells: for at in 0..cells.len() {
        // Values of this cell may be seen while others are asked for, so look anew each time.
        while let Some(&value) = open[at].first() {
            report.stopped = request.halt(started);
            if report.stopped.is_some() {
                break 'cells;
            }
            let left = Limits {
                time: request
                    .limits
                    .time
                    .map(|time| time.saturating_sub(started.elapsed())),
                solutions: None,
                ..request.limits.clone()
            };
            report.questions += 1;
            solver.push();
            let possible = solver.assume(Literal::is(cells[at].0, value)).is_ok();
            let answer = if possible && solver.propagate().is_ok() {
                solver.search().boxed_brancher(make()).limits(left).first()
            } else {
                First::Nothing
            };
            solver.pop();
            match answer {
                First::Found(solution) => {
                    let completed = (reading.complete)(&solution);
                    let violations = puzzle.check_as_built(&completed, &request.build);
                    if !violations.is_empty() {
                        return Err(CheckFailed {
                            completed,
                            violations,
                        });
                    }
                    any = true;
                    for (i, &(var, _)) in cells.iter().enumerate() {
                        let value = solution[var];
                        if let Some(place) = open[i].iter().position(|&v| v == value) {
                            open[i].remove(place);
                            seen[i].push(value);
                        }
                    }
                }
                First::Nothing => {
                    open[at].remove(0);
                }
                First::Stopped(stop) => {
                    report.stopped = Some(Halt::new(stop, &request.limits));
                    break 'cells;
                }
            }
        }
    }
    if any {
        let symbols = |values: &mut Vec<i32>, at: usize| -> Vec<Symbol> {
            values.sort_unstable();
            values.iter().map(|&value| cells[at].1(value)).collect()
        };
        let list = (0..cells.len())
            .map(|at| CellConsensus {
                seen: symbols(&mut seen[at], at),
                undecided: symbols(&mut open[at], at),
            })
            .collect();
        report.cells = Grid::from_values(reading.cells.rows(), reading.cells.columns(), list);
    }
    Ok(report)
}
