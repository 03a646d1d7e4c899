//! Many puzzles: a line for each, and a summary.

use std::path::Path;
use std::time::Instant;

use super::console::Console;
use super::open::{self, Failure};
use super::report::answer;
use super::solve::{Opened, SolveArguments, Solved};
use super::watch::Live;
use super::{exit, files, json};
use crate::embedded;
use crate::solve::Request;

/// Whether the name stands for a folder of puzzles.
pub(super) fn is_folder(name: &str) -> bool {
    embedded::find(name).is_none() && Path::new(name).is_dir()
}

/// How many puzzles ended how, in the order of the summary.
#[derive(Debug, Default)]
struct Tally {
    puzzles: usize,
    one: usize,
    several: usize,
    none: usize,
    stopped: usize,
    failed: usize,
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

/// Solves all of them, goes on after bad ones, and returns the worst exit code.
pub(super) fn run(
    arguments: &SolveArguments,
    request: &Request,
    console: &mut Console,
) -> Result<u8, Failure> {
    if arguments.pictures.are_wanted() {
        return Err(Failure::bad_input(
            "error: a picture can be written of one puzzle at a time",
        ));
    }
    let mut tally = Tally::default();
    let mut worst = exit::GOOD;
    let mut end = |console: &mut Console, code| {
        tally.add(code);
        worst = exit::worse(worst, code);
        console.flush();
    };
    for name in &arguments.puzzles {
        if !is_folder(name) {
            let code = line(name, arguments, request, console);
            end(console, code);
            continue;
        }
        match files::puzzles_in(name) {
            Ok(names) => {
                for name in names {
                    let code = line(&name, arguments, request, console);
                    end(console, code);
                }
            }
            Err(report) => {
                let code = tell_failure(name, Failure::bad_input(report), arguments, console);
                end(console, code);
            }
        }
    }
    if arguments.json {
        console.print(&format!("{}\n", json::summary(&tally.counts())));
    } else {
        console.print(&tally.text());
    }
    Ok(worst)
}

/// Solves one, prints its line and returns its exit code.
fn line(name: &str, arguments: &SolveArguments, request: &Request, console: &mut Console) -> u8 {
    let started = Instant::now();
    let loaded = match open::puzzle(name, console.error_colours()) {
        Ok(loaded) => loaded,
        Err(failure) => return tell_failure(name, failure, arguments, console),
    };
    let opened = Opened {
        name,
        loaded: &loaded,
        parse: started.elapsed(),
    };
    match opened.solve(arguments, request, &mut Live::new()) {
        Ok(solved) => {
            let line = if arguments.json {
                json::result(&solved, true).to_string()
            } else {
                in_words(&solved, arguments.stats)
            };
            console.print(&format!("{line}\n"));
            solved.findings.verdict.exit_code()
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
    let line = match (arguments.json, failure.code) {
        (true, _) => json::bad_input(name, &failure.report).to_string(),
        (false, exit::DEFECT) => format!("{name}: a defect of quadrille"),
        (false, _) => format!("{name}: bad input"),
    };
    console.print(&format!("{line}\n"));
    failure.complain(console)
}

fn in_words(solved: &Solved<'_>, with_time: bool) -> String {
    let findings = &solved.findings;
    let mut line = format!("{}: {}", solved.name, findings.verdict);
    if let [only] = &findings.answers[..] {
        let text = solved.loaded.puzzle.answer_text();
        line.push_str(&format!("; {text}: {}", answer(only)));
    }
    if let Some(clash) = &solved.clash {
        line.push_str(&format!("; clashing rules: {}", clash.rules.join(" | ")));
    }
    if with_time {
        line.push_str(&format!("; {:.6} s", solved.total.as_secs_f64()));
    }
    line
}
