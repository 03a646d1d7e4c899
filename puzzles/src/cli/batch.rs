//! Many puzzles: a line for each, and a summary.

use std::sync::atomic::Ordering;
use std::time::Instant;

use super::console::Console;
use super::open::{self, Failure};
use super::report::answer;
use super::solve::{Opened, SolveArguments, Solved};
use super::watch::Live;
use super::{exit, files, json};
use crate::solve::Request;

/// How many puzzles ended how, in the order of the summary.
#[derive(Debug, Default)]
struct Tally {
    puzzles: usize,
    one: usize,
    several: usize,
    none: usize,
    stopped: usize,
    failed: usize,
    /// Whether somebody asked to stop before all were tried.
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

/// Solves all of them, goes on after bad ones, and returns the worst exit code. Ends early when somebody asks to stop.
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
    let is_cancelled = || {
        let flag = request.limits.cancel.as_ref();
        flag.is_some_and(|flag| flag.load(Ordering::Relaxed))
    };
    for named in files::puzzles(&arguments.puzzles) {
        if is_cancelled() {
            tally.broken_off = true;
            worst = exit::worse(worst, exit::STOPPED);
            break;
        }
        let code = match named {
            Ok(name) => line(&name, arguments, request, console),
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
        console.print(&format!(
            "{}\n",
            json::summary(&tally.counts(), tally.broken_off)
        ));
    } else {
        console.print(&tally.text());
    }
    Ok(worst)
}

/// Solves one, prints its line and returns its exit code.
fn line(name: &str, arguments: &SolveArguments, request: &Request, console: &mut Console) -> u8 {
    let started = Instant::now();
    let loaded = open::puzzle(name, console.report_style(arguments.drawing.ascii));
    let loaded = match loaded.and_then(|loaded| arguments.without.apply(loaded)) {
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
    let line = if arguments.json {
        json::failed(name, &failure).to_string()
    } else {
        format!("{name}: {}", failure.in_short())
    };
    console.print(&format!("{line}\n"));
    failure.complain(console)
}

fn in_words(solved: &Solved<'_>, with_time: bool) -> String {
    let findings = &solved.findings;
    let mut line = format!("{}: {}", solved.name, findings.verdict);
    if let [only] = &findings.answers[..] {
        let text = solved.loaded.puzzle.answer_text();
        if !text.is_empty() {
            line.push_str(&format!("; {text}: {}", answer(only)));
        }
    }
    if let Some(clash) = &solved.clash {
        line.push_str(&format!("; clashing rules: {}", clash.rules.join(" | ")));
    }
    if with_time {
        line.push_str(&format!("; {:.6} s", solved.total.as_secs_f64()));
    }
    line
}
