//! Solving the sudokus of a text with many of them, one a line.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::{iter, thread};

use super::super::open::{self, Failure};
use super::arguments::SolveArguments;
use crate::formats::sudoku::{self, Entry, Sudoku};
use crate::puzzle::Completed;
use crate::read::{Loaded, ReportStyle, Source, load_text, parse};
use crate::solve::{CheckFailed, Series};

/// What the name of a puzzle stands for.
pub(super) enum Named {
    One(Box<Loaded>),
    /// The sudokus of a text, in lines.
    Several(Source, Vec<Entry>),
}

impl Named {
    /// Opens it. A single sudoku is one of several if its solution is to be a line, as it is.
    pub(super) fn open(
        name: &str,
        arguments: &SolveArguments,
        style: ReportStyle,
    ) -> Result<Self, Failure> {
        if open::is_rulebook(name) {
            let loaded = open::puzzle(name, style)?;
            return Ok(Self::One(Box::new(loaded)));
        }
        let read = load_text(name);
        let source = read.map_err(|bad| Failure::bad_input(bad.render(style)))?;
        match sudoku::read(&source.text) {
            Some(entries) if entries.len() > 1 || arguments.solution => {
                Ok(Self::Several(source, entries))
            }
            _ => open::in_text(source, style).map(|loaded| Self::One(Box::new(loaded))),
        }
    }
}

/// What the quick way says of a sudoku: its only solution, if it finds that, in a line.
type Quick = Result<Option<String>, CheckFailed>;

/// Empty grids by the number of their rows: all sudokus of a size are the empty one with entries.
pub(super) struct Sizes {
    loaded: BTreeMap<usize, Loaded>,
}

impl Sizes {
    /// The empty grids of these sudokus.
    ///
    /// # Errors
    /// If a rule is to be left out that there is not.
    pub(super) fn of(entries: &[Entry], arguments: &SolveArguments) -> Result<Self, Failure> {
        let mut loaded = BTreeMap::new();
        let sudokus = entries
            .iter()
            .filter_map(|entry| entry.sudoku.as_ref().ok());
        for sudoku in sudokus {
            if !loaded.contains_key(&sudoku.side)
                && let Ok(empty) = parse(&source(String::new(), &sudoku.emptied()))
            {
                loaded.insert(sudoku.side, arguments.without.apply(empty)?);
            }
        }
        Ok(Self { loaded })
    }

    /// Solves one after the other, on so many threads, as far as that is quick, and hands the results over in order,
    /// until `take` says that it is enough.
    pub(super) fn solve(
        &self,
        entries: &[Entry],
        threads: usize,
        mut take: impl FnMut(&Entry, Quick) -> bool,
    ) {
        let threads = match threads {
            0 => thread::available_parallelism().map_or(1, usize::from),
            threads => threads,
        };
        if threads == 1 {
            let mut series = BTreeMap::new();
            for entry in entries {
                if !take(entry, self.quick(entry, &mut series)) {
                    return;
                }
            }
            return;
        }
        let next = AtomicUsize::new(0);
        let (sender, results) = mpsc::channel();
        thread::scope(|scope| {
            for sender in iter::repeat_n(sender, threads) {
                let next = &next;
                scope.spawn(move || {
                    let mut series = BTreeMap::new();
                    while let Some(entry) = entries.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let quick = self.quick(entry, &mut series);
                        if sender.send((entry.line, quick)).is_err() {
                            break;
                        }
                    }
                });
            }
            let mut early = BTreeMap::new();
            for entry in entries {
                while !early.contains_key(&entry.line)
                    && let Ok((line, quick)) = results.recv()
                {
                    early.insert(line, quick);
                }
                let Some(quick) = early.remove(&entry.line) else {
                    break;
                };
                if !take(entry, quick) {
                    next.store(entries.len(), Ordering::Relaxed);
                    break;
                }
            }
        });
    }

    fn quick<'s>(&'s self, entry: &Entry, series: &mut BTreeMap<usize, Series<'s>>) -> Quick {
        let Ok(sudoku) = &entry.sudoku else {
            return Ok(None);
        };
        let Some(loaded) = self.loaded.get(&sudoku.side) else {
            return Ok(None);
        };
        let puzzle = &loaded.puzzle;
        let Ok(entries) = puzzle.read_entries(&sudoku.rows()) else {
            return Ok(None);
        };
        let series = series
            .entry(sudoku.side)
            .or_insert_with(|| Series::new(puzzle));
        let found = series.unique(&entries)?;
        Ok(found.map(|completed| in_a_line(sudoku, loaded, &completed)))
    }
}

/// The puzzle file of a sudoku of a text.
pub(super) fn source(name: String, sudoku: &Sudoku) -> Source {
    Source {
        name,
        text: sudoku.to_file(),
    }
}

/// A solution, written as its sudoku is.
pub(super) fn in_a_line(sudoku: &Sudoku, loaded: &Loaded, completed: &Completed) -> String {
    sudoku.line_of(&loaded.puzzle.write(completed))
}
