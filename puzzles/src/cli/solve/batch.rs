//! Solving many puzzles: a line for each, and a summary.

use quadrille_engine::clock::Instant;
use std::collections::BTreeSet;
use std::path::Path;

use super::super::console::Console;
use super::super::open::{self, Failure};
use super::super::report::{alone, in_short, known_number};
use super::super::watch::{ProgressLine, Signals};
use super::super::{exit, files, json};
use super::arguments::SolveArguments;
use super::pictures::write_pictures;
use super::several::{Named, Sizes};
use crate::document::bad;
use crate::formats::sudoku::Entry;
use crate::protocol::documents;
use crate::protocol::expectations::answer;
use crate::protocol::solved::Opened;
use crate::protocol::solved::Solved;
use crate::read::{Loaded, Source};
use crate::solve::{Request, Verdict};
use crate::words::counted;

/// The most letters that the name of a picture takes from its puzzle.
const MOST_LETTERS: usize = 80;

/// The number of puzzles by outcome, in the order of the summary.
#[derive(Debug, Default)]
struct Tally {
    puzzles: usize,
    one: usize,
    several: usize,
    none: usize,
    stopped: usize,
    failed: usize,
    /// Whether a stop was requested before all were tried.
    broken_off: bool,
}

impl Tally {
    fn add(&mut self, code: u8) {
        self.puzzles += 1;
        match code {
            exit::GOOD => self.one += 1,
            exit::SEVERAL => self.several += 1,
            exit::NONE => self.none += 1,
            exit::STOPPED => self.stopped += 1,
            _ => self.failed += 1,
        }
    }

    fn text(&self) -> String {
        let Self {
            puzzles,
            one,
            several,
            none,
            stopped,
            failed,
            broken_off,
        } = self;
        let puzzles = counted(*puzzles as u64, "puzzle");
        let mut text = format!("{puzzles}: {one} with exactly one solution");
        for (count, what) in [
            (several, "with several"),
            (none, "without a solution"),
            (stopped, "stopped"),
            (failed, "failed"),
        ] {
            if *count > 0 {
                text.push_str(&format!(", {count} {what}"));
            }
        }
        if *broken_off {
            text.push_str("; the rest was not tried");
        }
        text.push('\n');
        text
    }

    fn counts(&self) -> [(&'static str, usize); 6] {
        [
            ("puzzles", self.puzzles),
            ("exactly_one", self.one),
            ("several", self.several),
            ("none", self.none),
            ("stopped", self.stopped),
            ("failed", self.failed),
        ]
    }
}

/// Solves all of them, continues after bad ones, and returns the worst exit code. Ends early when a stop is requested.
pub(super) fn run(
    arguments: &SolveArguments,
    request: &Request,
    signals: &Signals,
    console: &mut Console,
) -> Result<u8, Failure> {
    let mut batch = Batch::new(arguments, request, signals, console)?;
    for named in files::puzzles(&arguments.puzzles, arguments.recursive) {
        if batch.is_broken_off() {
            break;
        }
        match named {
            Ok(name) => batch.named(&name),
            Err(folder) => {
                let failure = Failure::bad_input(folder.report);
                batch.fail(&folder.name, failure);
            }
        }
    }
    Ok(batch.end())
}

/// The same for the sudokus of a text.
pub(super) fn run_text(
    (source, entries): (&Source, &[Entry]),
    arguments: &SolveArguments,
    request: &Request,
    signals: &Signals,
    console: &mut Console,
) -> Result<u8, Failure> {
    let mut batch = Batch::new(arguments, request, signals, console)?;
    batch.sudokus(source, entries);
    Ok(batch.end())
}

/// Many puzzles, with what has come of them so far.
struct Batch<'a> {
    arguments: &'a SolveArguments,
    request: &'a Request,
    signals: &'a Signals,
    console: &'a mut Console,
    picture_names: PictureNames,
    tally: Tally,
    worst: u8,
}

impl<'a> Batch<'a> {
    fn new(
        arguments: &'a SolveArguments,
        request: &'a Request,
        signals: &'a Signals,
        console: &'a mut Console,
    ) -> Result<Self, Failure> {
        arguments.pictures.make_folders()?;
        Ok(Self {
            arguments,
            request,
            signals,
            console,
            picture_names: PictureNames::default(),
            tally: Tally::default(),
            worst: exit::GOOD,
        })
    }

    /// Whether a stop was requested.
    fn is_broken_off(&mut self) -> bool {
        if self.request.limits.interrupt.is_due() {
            self.tally.broken_off = true;
            self.worst = exit::worse(self.worst, exit::STOPPED);
        }
        self.tally.broken_off
    }

    fn add(&mut self, code: u8) {
        self.tally.add(code);
        self.worst = exit::worse(self.worst, code);
    }

    /// Tells of a puzzle that could not be read or solved.
    fn fail(&mut self, name: &str, failure: Failure) {
        let code = tell_failure(name, failure, self.arguments, self.console);
        self.add(code);
        self.console.flush();
    }

    /// Solves the puzzle of this name, or all of a text.
    fn named(&mut self, name: &str) {
        let started = Instant::now();
        let style = self.console.report_style(self.arguments.drawing.ascii);
        let opened = || Named::open(name, self.arguments, style);
        let time = self.request.limits.time;
        match self.signals.while_reading(name, time, opened) {
            Ok(Named::One(loaded)) => self.puzzle(name, Ok(*loaded), started),
            Ok(Named::Several(source, entries)) => self.sudokus(&source, &entries),
            Err(failure) => self.fail(name, failure),
        }
    }

    /// Solves a puzzle that was read since `started`.
    fn puzzle(&mut self, name: &str, loaded: Result<Loaded, Failure>, started: Instant) {
        let loaded = loaded.and_then(|loaded| self.arguments.without.apply(loaded));
        let loaded = match loaded {
            Ok(loaded) => loaded,
            Err(failure) => return self.fail(name, failure),
        };
        open::warn(name, &loaded, self.console);
        let picture = self.picture_names.of(name);
        let opened = Opened {
            name,
            loaded: &loaded,
            parse: started.elapsed(),
        };
        let code = line(opened, &picture, self.arguments, self.request, self.console);
        self.add(code);
        self.console.flush();
    }

    /// Solves the sudokus of a text, a line for each.
    fn sudokus(&mut self, source: &Source, entries: &[Entry]) {
        let name = |entry: &Entry| match entries {
            [_] => source.name.clone(),
            _ => format!("{}:{}", source.name, entry.line),
        };
        if !self.arguments.is_plain() {
            for entry in entries {
                if self.is_broken_off() {
                    return;
                }
                self.sudoku(&name(entry), entry, source);
            }
            return;
        }
        let sizes = match Sizes::of(entries, self.arguments) {
            Ok(sizes) => sizes,
            Err(failure) => return self.fail(&source.name, failure),
        };
        sizes.solve(entries, self.request.threads, |entry, quick| {
            match quick {
                Ok(Some(solution)) => {
                    let line = match self.arguments.solution {
                        true => solution,
                        false => format!("{}: {}", name(entry), Verdict::new(1, None)),
                    };
                    self.console.print(&(line + "\n"));
                    self.add(exit::GOOD);
                }
                Ok(None) => self.sudoku(&name(entry), entry, source),
                Err(defect) => self.fail(&name(entry), defect.into()),
            }
            !self.is_broken_off()
        });
    }

    /// Solves a sudoku of a text like any other puzzle.
    fn sudoku(&mut self, name: &str, entry: &Entry, text: &Source) {
        let started = Instant::now();
        let style = self.console.report_style(self.arguments.drawing.ascii);
        match &entry.sudoku {
            Ok(sudoku) => {
                let source = Source {
                    name: name.to_owned(),
                    text: sudoku.to_file(),
                };
                self.puzzle(name, open::in_text(source, style), started);
            }
            Err(problem) => {
                let bad = bad(&text.name, text.text.clone(), problem.clone());
                self.fail(name, Failure::bad_input(bad.render(style)));
            }
        }
    }

    /// Prints the summary; returns the worst exit code.
    fn end(self) -> u8 {
        if self.arguments.json {
            let summary = json::summary(&self.tally.counts(), self.tally.broken_off);
            self.console.print_json(&summary);
        } else if !self.arguments.solution {
            self.console.print(&self.tally.text());
        }
        self.worst
    }
}

/// The names of the puzzles' pictures: after their files, all different.
#[derive(Debug, Default)]
struct PictureNames {
    taken: BTreeSet<String>,
}

impl PictureNames {
    fn of(&mut self, puzzle: &str) -> String {
        let stem = match Path::new(puzzle)
            .extension()
            .is_some_and(|end| end == "toml")
        {
            true => Path::new(puzzle)
                .file_stem()
                .unwrap_or_default()
                .to_string_lossy(),
            false => puzzle.into(),
        };
        // An address has signs that names of files cannot have.
        let fit = |c: char| {
            if c.is_alphanumeric() || "-_.".contains(c) {
                c
            } else {
                '-'
            }
        };
        let name: String = stem.chars().map(fit).take(MOST_LETTERS).collect();
        let name = match name.trim_matches(['-', '.']) {
            "" => "puzzle",
            name => name,
        };
        let numbered = (2..).map(|number| format!("{name}-{number}"));
        let mut names = std::iter::once(name.to_owned()).chain(numbered);
        let free = names.find(|name| !self.taken.contains(name));
        let free = free.unwrap_or_default();
        self.taken.insert(free.clone());
        free
    }
}

/// Solves one, prints its line and returns its exit code.
fn line(
    opened: Opened<'_>,
    picture_name: &str,
    arguments: &SolveArguments,
    request: &Request,
    console: &mut Console,
) -> u8 {
    let name = opened.name;
    match opened.solve(&arguments.more(), request, &mut ProgressLine::new()) {
        Ok(solved) => {
            if arguments.json {
                console.print_json(&documents::result(&solved, true));
            } else if arguments.solution {
                console.print(&alone(&solved));
            } else {
                console.print(&format!("{}\n", in_words(&solved, arguments.stats)));
            }
            let code = solved.findings.verdict.exit_code();
            let pictures = arguments.pictures.in_folders(picture_name);
            match write_pictures(&solved, &arguments.wanted(), &pictures) {
                Ok(()) => code,
                Err(failure) => exit::worse(code, failure.complain(console)),
            }
        }
        Err(failure) => tell_failure(name, failure.into(), arguments, console),
    }
}

fn tell_failure(
    name: &str,
    failure: Failure,
    arguments: &SolveArguments,
    console: &mut Console,
) -> u8 {
    if arguments.json {
        console.print_json(&json::failed(name, &failure));
    } else {
        console.print(&format!("{name}: {}\n", failure.in_short()));
    }
    failure.complain(console)
}

fn in_words(solved: &Solved<'_>, with_time: bool) -> String {
    let findings = &solved.findings;
    let mut line = format!("{}: {}", solved.name, findings.headline());
    if let [only] = &findings.answers[..] {
        let text = solved.loaded.puzzle.answer_text();
        if !text.is_empty() {
            line.push_str(&format!("; {text}: {}", answer(only)));
        }
    }
    if let Some(report) = &solved.consensus {
        let number = known_number(report, findings);
        let puzzle = &solved.loaded.puzzle;
        line.push_str(&format!("; {}", in_short(report, puzzle, number)));
    }
    let changed = solved.blamed.changed.iter();
    let changed = changed.map(|(part, value)| format!("{part} ({value})"));
    let blamed: Vec<String> = solved
        .blamed
        .left_out
        .iter()
        .cloned()
        .chain(changed)
        .collect();
    if !blamed.is_empty() {
        line.push_str(&format!("; to blame: {}", blamed.join(", ")));
    }
    if let Some(clash) = &solved.clash {
        line.push_str(&format!("; conflicting rules: {}", clash.rules.join(" | ")));
    }
    if with_time {
        line.push_str(&format!("; {:.6} s", solved.total.as_secs_f64()));
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_called_after_their_puzzles() {
        let mut names = PictureNames::default();
        for (puzzle, name) in [
            ("a/one.toml", "one"),
            ("b/one.toml", "one-2"),
            ("b/one-2.toml", "one-2-2"),
            ("number-cross-4", "number-cross-4"),
            (
                "https://puzz.link/p?nurikabe/6/6/m8n8i9u",
                "https---puzz.link-p-nurikabe-6-6-m8n8i9u",
            ),
            ("-", "puzzle"),
            ("..", "puzzle-2"),
        ] {
            assert_eq!(names.of(puzzle), name);
        }
        assert_eq!(names.of(&"x".repeat(500)).len(), MOST_LETTERS);
    }
}
