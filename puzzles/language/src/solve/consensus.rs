//! What is the same in all solutions.

use quadrille_engine::clock::Instant;
use std::cell::Cell;
use std::sync::Arc;

use quadrille_engine::{Conflict, Model, Solution};

use super::ask::{Oracle, Outcome};
use super::{CheckFailed, Halt, Request};
use crate::filling::Entries;
use crate::filling::Filled;
use crate::language::Puzzle;
use crate::puzzle::{
    Answer, Built, Completed, ConsensusReport, JoinConsensus, PlaceConsensus, Reading, enter,
};

/// The number of nodes spent on listing all solutions before single values are searched for. Each such value costs a
/// search of its own, so listing is much faster for a puzzle with few solutions: one of side 11 with two took 0.15 s
/// instead of 19 s.
const LISTING: u64 = 5_000;

/// If these have come to few solutions, they are listed with this many times the nodes: a value then costs about as much
/// as all solutions.
const LONGER: u64 = 20;

/// Few solutions: at most one for as many nodes.
const NODES_EACH: u64 = 50;

/// Finds all values of each cell in some solution. If the solutions cannot be listed in a few thousand nodes, it
/// searches for a solution with a value not yet seen, records all values of the one found, and repeats: at most one
/// search for each value left after propagation, however many solutions there are.
///
/// # Errors
/// [`CheckFailed`] if the checker rejects a solution: a defect of this program.
pub fn consensus(puzzle: &Puzzle, request: &Request) -> Result<ConsensusReport, CheckFailed> {
    consensus_after(LISTING, puzzle, request, None)
}

/// The entered values as if they had been seen, and which of these occur in solutions of the puzzle. The entries are
/// not part of the model.
pub(super) fn of_entries(
    puzzle: &Puzzle,
    request: &Request,
    entries: &Entries,
) -> Result<[ConsensusReport; 2], CheckFailed> {
    let built = puzzle.build(&request.build);
    let (model, reading) = (&built.model, &built.reading);
    let vars = reading.vars().enumerate();
    let seen = vars
        .map(|(at, var)| {
            enter::listed(model.domain(var).iter().collect(), reading, entries, at)
                .unwrap_or_default()
        })
        .collect();
    let table = Table {
        seen,
        any: true,
        ..Table::new(puzzle, reading, reading.vars().map(|_| Vec::new()))
    };
    let mut entered = ConsensusReport::unknown();
    table.tell(&mut entered);
    // Making the model may have ruled out values that were entered: these occur in no solution.
    for place in &mut entered.places {
        let at = (place.layer, place.position);
        place.seen = match entries.filling.layers[at.0][at.1] {
            Filled::Unknown => entries.candidates.get(&at).cloned().unwrap_or_default(),
            known => vec![known],
        };
    }
    let found = consensus_after(LISTING, puzzle, request, Some(entries))?;
    Ok([entered, found])
}

/// With `entries`, only for the entered values.
pub(super) fn consensus_after(
    listing: u64,
    puzzle: &Puzzle,
    request: &Request,
    entries: Option<&Entries>,
) -> Result<ConsensusReport, CheckFailed> {
    let started = Instant::now();
    let broken_off = Arc::default();
    let options = request.build_options(started, &broken_off);
    let Built {
        model,
        brancher,
        reading,
    } = puzzle.build(&options);
    let wanted = entries.map(|entries| entered(entries, &model, &reading));
    let solver = model.solver_until(&options.interrupt);
    let mut report = ConsensusReport::unknown();
    let Some(mut solver) = solver else {
        report.stopped = broken_off.get().copied();
        return Ok(report);
    };
    match solver.propagate_until(&request.interrupt(started)) {
        Ok(true) => {}
        Ok(false) => {
            report.stopped = request.halt(started);
            return Ok(report);
        }
        Err(Conflict) => {
            report.solutions = Some(0);
            return Ok(report);
        }
    }
    let mut table = Table::new(
        puzzle,
        &reading,
        reading.vars().enumerate().map(|(at, var)| {
            let values = solver.domain(var).iter();
            let is_wanted = |value: &i32| {
                wanted
                    .as_ref()
                    .is_none_or(|wanted| wanted[at].contains(value))
            };
            values.filter(is_wanted).collect()
        }),
    );
    let mut oracle = Oracle {
        puzzle,
        request,
        started,
        options,
        broken_off,
        solver,
        reading: &reading,
        brancher,
        student: None,
    };
    report.stopped = request.halt(started);
    if report.stopped.is_none() {
        let few = listing / NODES_EACH;
        let found = Cell::new(0);
        let mut note = |reading: &Reading, solution: &Solution| {
            found.set(found.get() + 1);
            table.note(reading, solution)
        };
        let mut outcome = oracle.list(listing, u64::MAX, &mut note)?;
        if matches!(outcome, Outcome::Enough) && found.get() <= few {
            outcome = oracle.list(LONGER * listing, LONGER * few, &mut note)?;
        }
        match outcome {
            Outcome::All(number) => {
                report.solutions = Some(number);
                table.open.iter_mut().for_each(Vec::clear);
            }
            Outcome::Enough => {}
            Outcome::Stopped(halt) => report.stopped = Some(halt),
        }
    }
    table.ask_each(&mut oracle, &mut report)?;
    // Having no solution is a result for entries, but not for a puzzle.
    table.any |= entries.is_some();
    table.tell(&mut report);
    Ok(report)
}

/// By variable, the values that are entered.
fn entered(entries: &Entries, model: &Model, reading: &Reading) -> Vec<Vec<i32>> {
    let listed = |(at, var)| {
        let values = model.domain(var).iter().collect();
        enter::listed(values, reading, entries, at).unwrap_or_default()
    };
    reading.vars().enumerate().map(listed).collect()
}

/// What is known about the variables of cells and places.
pub(crate) struct Seen {
    /// By variable: its values in some solution.
    pub(crate) seen: Vec<Vec<i32>>,
    /// By variable: other values, if solutions may be missing.
    pub(crate) open: Vec<Vec<i32>>,
    pub(crate) stopped: Option<Halt>,
    /// The number of solutions, if it is known.
    pub(crate) solutions: Option<u64>,
}

/// The consensus of solutions seen elsewhere.
pub(crate) fn consensus_of_seen(
    puzzle: &Puzzle,
    reading: &Reading,
    known: Seen,
) -> ConsensusReport {
    let any = !known.seen.is_empty();
    let mut table = Table::new(puzzle, reading, known.open.into_iter());
    if any {
        table.seen = known.seen;
        table.any = true;
    }
    let mut report = ConsensusReport {
        stopped: known.stopped,
        solutions: known.solutions,
        ..ConsensusReport::unknown()
    };
    table.tell(&mut report);
    report
}

/// The consensus of all solutions of a puzzle, which are at hand and have passed the checker: unlike a search for them,
/// it cannot run out of time. Takes time proportional to the number of solutions.
pub fn consensus_of_all(
    puzzle: &Puzzle,
    request: &Request,
    solutions: &[Completed],
    answers: &[Option<Answer>],
) -> ConsensusReport {
    let built = puzzle.build(&request.build);
    let (model, reading) = (&built.model, &built.reading);
    let mut seen: Vec<Vec<i32>> = reading.vars().map(|_| Vec::new()).collect();
    for solution in solutions {
        let entries = Entries::of_solution(solution);
        for (at, var) in reading.vars().enumerate() {
            let values = model.domain(var).iter().collect();
            let values = enter::listed(values, reading, &entries, at).unwrap_or_default();
            for value in values {
                if !seen[at].contains(&value) {
                    seen[at].push(value);
                }
            }
        }
    }
    let known = Seen {
        open: seen.iter().map(|_| Vec::new()).collect(),
        seen,
        stopped: None,
        solutions: Some(solutions.len() as u64),
    };
    ConsensusReport {
        answers: answers.to_vec(),
        ..consensus_of_seen(puzzle, reading, known)
    }
}

/// What is known so far.
struct Table<'a> {
    puzzle: &'a Puzzle,
    reading: &'a Reading,
    /// By cell: values not known to occur in some solution or in none.
    open: Vec<Vec<i32>>,
    /// By cell: values of solutions.
    seen: Vec<Vec<i32>>,
    answers: Vec<Option<Answer>>,
    any: bool,
}

impl<'a> Table<'a> {
    fn new(puzzle: &'a Puzzle, reading: &'a Reading, open: impl Iterator<Item = Vec<i32>>) -> Self {
        let open: Vec<_> = open.collect();
        Self {
            puzzle,
            reading,
            seen: vec![Vec::new(); open.len()],
            answers: Vec::new(),
            open,
            any: false,
        }
    }

    /// Asks for each open value whether it occurs in a solution, until that is known of all or the search is stopped.
    fn ask_each(
        &mut self,
        oracle: &mut Oracle<'_>,
        report: &mut ConsensusReport,
    ) -> Result<(), CheckFailed> {
        for at in 0..self.open.len() {
            // Values of this cell may be seen while others are searched for, so look again each time.
            while let Some(&value) = self.open[at].first() {
                report.stopped = report
                    .stopped
                    .or_else(|| oracle.request.halt(oracle.started));
                if report.stopped.is_some() {
                    return Ok(());
                }
                report.questions += 1;
                match oracle.ask(at, value, &mut |reading, solution| {
                    self.note(reading, solution)
                })? {
                    Outcome::Enough => {}
                    Outcome::All(_) => {
                        self.open[at].remove(0);
                    }
                    Outcome::Stopped(halt) => {
                        report.stopped = Some(halt);
                        return Ok(());
                    }
                }
            }
        }
        Ok(())
    }

    /// Checks a solution and records its values.
    fn note(&mut self, reading: &Reading, solution: &Solution) -> Result<(), CheckFailed> {
        let completed = (reading.complete)(solution);
        CheckFailed::unless_right(self.puzzle, &completed)?;
        self.any = true;
        let answer = self.puzzle.answer(&completed);
        if !self.answers.contains(&answer) {
            self.answers.push(answer);
        }
        for (i, var) in reading.vars().enumerate() {
            let value = solution[var];
            if let Some(place) = self.open[i].iter().position(|&v| v == value) {
                self.open[i].remove(place);
                self.seen[i].push(value);
            }
        }
        Ok(())
    }

    /// Reports what is known; nothing if no solution is known.
    fn tell(mut self, report: &mut ConsensusReport) {
        if report.solutions.is_some() {
            report.answers = std::mem::take(&mut self.answers);
        }
        report.places = self.places();
        report.joins = self.joins();
    }

    /// By pair of neighbours in regions to find.
    fn joins(&self) -> Vec<JoinConsensus> {
        if !self.any {
            return Vec::new();
        }
        let first = self.reading.places.len();
        let values = |values: &[i32]| values.iter().map(|&value| value == 1).collect();
        let joins = self.reading.joins.iter().enumerate();
        joins
            .map(|(at, join)| JoinConsensus {
                layer: join.layer,
                link: join.link,
                cells: join.cells,
                seen: values(&self.seen[first + at]),
                undecided: values(&self.open[first + at]),
            })
            .collect()
    }

    /// By place.
    fn places(&self) -> Vec<PlaceConsensus> {
        if !self.any {
            return Vec::new();
        }
        let places = self.reading.places.iter().enumerate();
        places
            .map(|(at, place)| {
                let values = |values: &[i32]| -> Vec<Filled> {
                    let mut values = values.to_vec();
                    values.sort_unstable();
                    values
                        .into_iter()
                        .map(|value| (place.filled)(value))
                        .collect()
                };
                PlaceConsensus {
                    layer: place.layer,
                    position: place.position,
                    seen: values(&self.seen[at]),
                    undecided: values(&self.open[at]),
                }
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use quadrille_engine::Limits;

    use super::*;
    use crate::read::{Source, parse};
    use crate::solve::{Goal, Unwatched, solve};

    /// By listing, by searching for values, and by both, the consensus is that of all solutions; the puzzle has 72.
    #[test]
    fn listed_or_asked_for_it_is_the_same() {
        let source = Source {
            name: "shut-the-box".to_owned(),
            text: crate::embedded::find("shut-the-box").unwrap().to_owned(),
        };
        let puzzle = parse(&source).unwrap().puzzle;
        let puzzle = puzzle.without(&puzzle.rules_about_folding());
        let request = Request {
            goal: Goal::All,
            ..Request::default()
        };
        let findings = solve(&puzzle, &request, &mut Unwatched).unwrap();
        assert_eq!(findings.solutions.len(), 72);
        // A limit ends the searches for values as well, and this is reported.
        let limited = Request {
            limits: Limits {
                nodes: Some(3),
                ..Limits::default()
            },
            ..request.clone()
        };
        for listing in [0, LISTING] {
            let report = consensus_after(listing, &puzzle, &limited, None).unwrap();
            assert_eq!(report.stopped, Some(Halt::Nodes(3)));
            assert_eq!((report.questions, report.solutions), (1, None));
        }
        for (listing, asks) in [(LISTING, false), (0, true), (20, true)] {
            let report = consensus_after(listing, &puzzle, &request, None).unwrap();
            assert_eq!((report.stopped, report.questions > 0), (None, asks));
            assert_eq!(report.solutions, (!asks).then_some(72));
            assert_eq!(report.places.len(), 400);
            let of_all =
                consensus_of_all(&puzzle, &request, &findings.solutions, &findings.answers);
            assert_eq!(of_all.places, report.places);
            assert_eq!((of_all.stopped, of_all.solutions), (None, Some(72)));
            assert_eq!(of_all.answers, findings.answers);
            for place in &report.places {
                let stands = |solution: &Completed| {
                    let filling = &solution.filling;
                    filling.layers[place.layer][place.position]
                };
                let mut standing: Vec<Filled> = findings.solutions.iter().map(stands).collect();
                standing.sort_unstable();
                standing.dedup();
                assert!(place.undecided.is_empty());
                assert_eq!(place.seen.len(), standing.len(), "{place:?}");
                assert!(standing.iter().all(|filled| place.seen.contains(filled)));
            }
        }
    }

    /// A second search has no time left if the first took all: the solutions themselves tell.
    #[test]
    fn all_solutions_at_hand_need_no_search() {
        let source = Source {
            name: "dominoes".to_owned(),
            text:
                "rules = '''\ndecide area on cells: regions\n\"Every region has two cells.\"\n    \
                   each area a: size of a = 2\n'''\nsize = \"2x3\"\n"
                    .to_owned(),
        };
        let puzzle = parse(&source).ok().unwrap().puzzle;
        let request = Request {
            goal: Goal::All,
            ..Request::default()
        };
        let findings = solve(&puzzle, &request, &mut Unwatched).unwrap();
        assert_eq!(findings.solutions.len(), 3);
        let listed = consensus(&puzzle, &request).unwrap();
        let of_all = consensus_of_all(&puzzle, &request, &findings.solutions, &findings.answers);
        assert_eq!(of_all.joins.len(), 7);
        for (mut of_all, mut listed) in of_all.joins.into_iter().zip(listed.joins) {
            of_all.seen.sort_unstable();
            listed.seen.sort_unstable();
            assert_eq!(of_all, listed);
        }
    }
}
