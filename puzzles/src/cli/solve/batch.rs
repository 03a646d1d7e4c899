//! Solving many puzzles: a line for each, and a summary.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Instant;

use super::super::console::Console;
use super::super::open::{self, Failure};
use super::super::report::{answer, headline, in_short, known_number};
use super::super::solved::Solved;
use super::super::watch::{ProgressLine, Signals};
use super::super::{exit, files, json};
use super::arguments::SolveArguments;
use super::opened::{Opened, write_pictures};
use crate::solve::Request;

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
        let s = if *puzzles == 1 { "" } else { "s" };
        let mut text = format!("{puzzles} puzzle{s}: {one} with exactly one solution");
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
    arguments.pictures.make_folders()?;
    let mut picture_names = PictureNames::default();
    let mut tally = Tally::default();
    let mut worst = exit::GOOD;
    for named in files::puzzles(&arguments.puzzles, arguments.recursive) {
        if request.limits.interrupt.is_due() {
            tally.broken_off = true;
            worst = exit::worse(worst, exit::STOPPED);
            break;
        }
        let code = match named {
            Ok(name) => {
                let picture = picture_names.of(&name);
                line(&name, &picture, arguments, request, signals, console)
            }
            Err(folder) => {
                let failure = Failure::bad_input(folder.report);
                tell_failure(&folder.name, failure, arguments, console)
            }
        };
        tally.add(code);
        worst = exit::worse(worst, code);
        console.flush();
    }
    if arguments.json {
        console.print_json(&json::summary(&tally.counts(), tally.broken_off));
    } else {
        console.print(&tally.text());
    }
    Ok(worst)
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
    name: &str,
    picture_name: &str,
    arguments: &SolveArguments,
    request: &Request,
    signals: &Signals,
    console: &mut Console,
) -> u8 {
    let started = Instant::now();
    let style = console.report_style(arguments.drawing.ascii);
    let loaded = signals.while_reading(name, || open::puzzle(name, style));
    let loaded = match loaded.and_then(|loaded| arguments.without.apply(loaded)) {
        Ok(loaded) => loaded,
        Err(failure) => return tell_failure(name, failure, arguments, console),
    };
    let opened = Opened {
        name,
        loaded: &loaded,
        parse: started.elapsed(),
    };
    match opened.solve(arguments, request, &mut ProgressLine::new()) {
        Ok(solved) => {
            if arguments.json {
                console.print_json(&json::result(&solved, true));
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
        Err(failure) => tell_failure(name, failure, arguments, console),
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
    let mut line = format!("{}: {}", solved.name, headline(findings));
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
