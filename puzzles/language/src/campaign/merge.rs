//! Merging results: whether they cover the space exactly once, and their conclusion.

use std::fs;

use quadrille_engine::OpenNode;

use super::conclusion::{Conclusion, conclude, is_enough};
use super::cover::{Fault, Piece, faults};
use super::crew::State;
use super::part::{Part, PartResult};
use super::{Task, Trouble};
use crate::language::Puzzle;
use crate::solve::Request;

/// The most regions that are named one by one.
const MOST_NAMED: usize = 20;

/// The parts and results in a folder, all of one task.
#[derive(Debug)]
pub struct Folder {
    /// The parts, by name.
    pub parts: Vec<Part>,
    pub(super) results: Vec<PartResult>,
}

/// The result of a merge.
#[derive(Clone, Debug)]
pub struct Merged {
    /// The conclusion of all results. Unless they cover the whole space, it is that of a stopped search.
    pub conclusion: Conclusion,
    /// What is missing, one line each; empty if the whole space is covered.
    pub missing: Vec<String>,
}

impl Folder {
    /// Reads all files of a folder whose names end in `.part` and `.result`.
    ///
    /// # Errors
    /// Texts, one for each file that is damaged, or about something else than the first part.
    pub fn read(path: &str) -> Result<Self, Vec<String>> {
        let cannot = |error| vec![format!("error: cannot read the folder `{path}`: {error}")];
        let mut files = Vec::new();
        for entry in fs::read_dir(path).map_err(cannot)? {
            files.push(entry.map_err(cannot)?.path());
        }
        files.sort();
        let of = |extension: &'static str| {
            let files = files.iter();
            files
                .filter(move |file| file.extension().is_some_and(|known| known == extension))
                .map(|file| file.to_string_lossy().into_owned())
        };
        let mut wrong = Vec::new();
        let mut parts: Vec<Part> = Vec::new();
        for file in of("part") {
            match Part::read(&file) {
                Ok(part) => match parts.first() {
                    Some(first) if first.task != part.task || first.model != part.model => {
                        wrong.push(format!(
                            "error: `{file}` is a part of another search than `{}`",
                            first.path
                        ));
                    }
                    _ => parts.push(part),
                },
                Err(reason) => wrong.push(reason),
            }
        }
        let Some(first) = parts.first() else {
            if wrong.is_empty() {
                wrong.push(format!(
                    "error: the folder `{path}` has no part that `quadrille split` has written (a file whose name \
                     ends in .part)"
                ));
            }
            return Err(wrong);
        };
        let mut results = Vec::new();
        for file in of("result") {
            match PartResult::read(&file, &first.task) {
                Ok(result)
                    if result
                        .model
                        .as_ref()
                        .is_some_and(|model| *model != first.model) =>
                {
                    wrong.push(format!(
                        "error: `{file}` was made with another model of the puzzle: another build of quadrille"
                    ));
                }
                Ok(result) => results.push(result),
                Err(reason) => wrong.push(reason),
            }
        }
        if wrong.is_empty() {
            Ok(Self { parts, results })
        } else {
            Err(wrong)
        }
    }

    /// The puzzle and the question.
    pub fn task(&self) -> &Task {
        &self.parts[0].task
    }

    /// The parts that have no result.
    pub(super) fn unfinished(&self) -> impl Iterator<Item = &Part> {
        self.parts.iter().filter(|part| {
            let mut results = self.results.iter();
            !results.any(|result| result.part == part.digest)
        })
    }

    /// The regions that are not covered exactly once, by results and perhaps by the parts that have none.
    fn faults(&self, with_parts: bool) -> Result<Vec<Fault>, Vec<String>> {
        let mut pieces = Vec::new();
        let mut names: Vec<&str> = Vec::new();
        for result in &self.results {
            let owner = names.len();
            names.push(&result.path);
            for (nodes, times) in [(&result.nodes, 1), (&result.except, -1)] {
                pieces.extend(nodes.iter().map(|node| Piece {
                    path: &node.path,
                    times,
                    owner,
                }));
            }
        }
        if with_parts {
            for part in self.unfinished() {
                let owner = names.len();
                names.push(&part.path);
                pieces.extend(part.nodes.iter().map(|node| Piece {
                    path: &node.path,
                    times: 1,
                    owner,
                }));
            }
        }
        faults(&pieces, MOST_NAMED).map_err(|(a, b)| {
            vec![format!(
                "error: `{}` and `{}` are of different plans: their nodes overlap",
                names[a], names[b]
            )]
        })
    }

    /// Merges the results.
    ///
    /// # Errors
    /// Texts, one for each thing that makes the sum worthless: regions that several results cover, or results of
    /// different plans. Missing results are not an error.
    pub fn merge(
        &self,
        puzzle: &Puzzle,
        request: &Request,
    ) -> Result<Result<Merged, Trouble>, Vec<String>> {
        let faults = self.faults(false)?;
        let mut doubled: Vec<&Fault> = faults.iter().filter(|fault| fault.times > 1).collect();
        // Of those that the same results have, one is enough.
        doubled.sort_by(|a, b| a.owners.cmp(&b.owners));
        doubled.dedup_by(|a, b| a.owners == b.owners);
        let doubled: Vec<String> = doubled.iter().map(|fault| self.doubled(fault)).collect();
        if !doubled.is_empty() {
            return Err(doubled);
        }
        let missing = if faults.is_empty() {
            Vec::new()
        } else {
            self.missing()?
        };
        // What no result covers is open.
        let open = faults.iter().map(|fault| OpenNode {
            path: fault.path.clone(),
            share: 0.0,
        });
        Ok(self.sum(puzzle, request, open.collect(), missing))
    }

    fn doubled(&self, fault: &Fault) -> String {
        let owners: Vec<String> = fault
            .owners
            .iter()
            .filter_map(|&owner| self.results.get(owner))
            .map(|result| format!("`{}`", result.path))
            .collect();
        format!(
            "error: {} cover the same part of the space ({}): remove all but one",
            owners.join(" and "),
            place(fault)
        )
    }

    /// What is missing: parts without a result, and regions that no part has.
    fn missing(&self) -> Result<Vec<String>, Vec<String>> {
        let mut missing: Vec<String> = self
            .unfinished()
            .map(|part| format!("no result of `{}`", part.path))
            .collect();
        let holes = self.faults(true)?;
        missing.extend(
            holes
                .iter()
                .filter(|fault| fault.times < 1)
                .map(|fault| format!("neither part nor result covers {}", place(fault))),
        );
        Ok(missing)
    }

    fn sum(
        &self,
        puzzle: &Puzzle,
        request: &Request,
        open: Vec<OpenNode>,
        missing: Vec<String>,
    ) -> Result<Merged, Trouble> {
        let task = self.task();
        let mut state = State::new(open);
        let mut best = None;
        let mut solutions = Vec::new();
        for result in &self.results {
            state.tally.add(result.tally.clone());
            state.spent += result.spent;
            state.sought = state.sought.or(result.sought);
            if result.tally.found > 0 {
                if state.tally.best != best {
                    solutions.clear();
                    best = state.tally.best;
                }
                if result.tally.best == best {
                    solutions.extend(result.solutions.iter().cloned());
                }
            }
            state.refuted_by = state.refuted_by.or_else(|| result.refuted_by.clone());
        }
        let missing = match is_enough(task, &state) {
            true => Vec::new(),
            false => missing,
        };
        let mut stats = state.tally.stats();
        stats.search = state.spent;
        Ok(Merged {
            conclusion: conclude(task, puzzle, request, state, solutions, None, stats)?,
            missing,
        })
    }
}

fn place(fault: &Fault) -> String {
    if fault.path.0.is_empty() {
        "the whole space".to_owned()
    } else {
        format!("where {}", fault.path)
    }
}
