//! `quadrille solve --checkpoint`, `--resume` and `--part`: searches that outlive their process.

use quadrille_engine::clock::Instant;
use std::ops::ControlFlow;

use super::super::console::Console;
use super::super::drawing::PictureArguments;
use super::super::limits::LimitArguments;
use super::super::open::{self, Failure};
use super::super::report::Wanted;
use super::super::search::SearchArguments;
use super::super::watch::ProgressLine;
use super::super::{exit, report};
use super::arguments::{PartArguments, SolveArguments};
use super::pictures::write_pictures;
use crate::campaign::{
    Conclusion, Part, PartDone, Saving, Solvers, Task, Trouble, result_path, solve_saved,
    sweep_leftovers,
};
use crate::protocol::documents;
use crate::protocol::solved::Solved;
use crate::puzzle::Completed;
use crate::read::Loaded;
use crate::solve::{Halt, Progress, Request, Watcher, explain_refuted};
use crate::words::counted;
use quadrille_engine::Interrupt;

impl From<Trouble> for Failure {
    fn from(trouble: Trouble) -> Self {
        match trouble {
            Trouble::Refused(text) => Self::bad_input(text),
            Trouble::NotWritten(text) => Self::not_written(text),
            Trouble::Stopped(_) => Self {
                report: trouble.to_string(),
                code: exit::STOPPED,
            },
            Trouble::OtherModel => Self::bad_input(trouble.to_string()),
            Trouble::CheckFailed(failed) => failed.into(),
        }
    }
}

/// Shows how far the search is, and says what cannot be saved.
pub(super) struct Patient<'c> {
    pub(super) console: &'c mut Console,
    pub(super) live: ProgressLine,
    pub(super) reported: Option<String>,
}

impl<'c> Patient<'c> {
    pub(super) fn new(console: &'c mut Console) -> Self {
        Self {
            console,
            live: ProgressLine::new(),
            reported: None,
        }
    }
}

impl Watcher for Patient<'_> {
    fn found(&mut self, number: u64, completed: &Completed) -> ControlFlow<Halt> {
        self.live.found(number, completed)
    }

    fn progress(&mut self, progress: &Progress<'_>) -> ControlFlow<Halt> {
        self.live.progress(progress)
    }

    fn trouble(&mut self, reason: &str) {
        // Complain only once about the same trouble.
        if self.reported.as_deref() != Some(reason) {
            self.live.clear();
            self.console.complain(&format!(
                "{reason}\nthe search continues and will be saved later"
            ));
            self.reported = Some(reason.to_owned());
        }
    }
}

/// Solves one puzzle with a search that is saved.
pub(super) fn run(
    name: &str,
    arguments: &SolveArguments,
    request: &Request,
    saving: &Saving<'_>,
    console: &mut Console,
) -> Result<u8, Failure> {
    let started = Instant::now();
    let style = console.report_style(arguments.drawing.ascii);
    let (source, loaded) = open::puzzle_and_source(name, style)?;
    let without = arguments.without.names_in(&loaded.puzzle)?;
    let loaded = arguments.without.apply(loaded)?;
    let parse = started.elapsed();
    let task = Task {
        without,
        goal: request.goal,
        consensus: arguments.consensus,
        search: arguments.search.words(),
        ..Task::new(&source, &loaded)
    };
    let puzzle = &loaded.puzzle;
    let mut patient = Patient::new(console);
    let concluded = solve_saved(&task, puzzle, request, saving, &mut patient);
    patient.live.clear();
    let Conclusion {
        findings,
        consensus,
    } = concluded?;
    let mut solved = Solved {
        consensus,
        parse,
        total: started.elapsed(),
        ..Solved::new(name, &loaded, findings)
    };
    if solved.may_explain(arguments.explain) {
        solved.clash = explain_refuted(
            puzzle,
            &request.build,
            arguments.explain,
            &request.limits.interrupt,
        );
    }
    tell(
        &solved,
        &arguments.wanted(),
        arguments.json,
        &arguments.pictures,
        console,
    )
}

/// Reports the findings as any solve does; returns the exit code.
pub(in crate::cli) fn tell(
    solved: &Solved<'_>,
    wanted: &Wanted,
    as_json: bool,
    pictures: &PictureArguments,
    console: &mut Console,
) -> Result<u8, Failure> {
    if as_json {
        if wanted.all {
            let puzzle = &solved.loaded.puzzle;
            for (number, completed) in (1..).zip(&solved.findings.solutions) {
                let line = documents::solution_line(puzzle, number, completed);
                console.print_json(&line);
            }
        }
        console.print_json(&documents::result(solved, !wanted.all));
    } else {
        report::print(solved, wanted, console);
    }
    write_pictures(solved, wanted, pictures)?;
    Ok(solved.findings.verdict.exit_code())
}

/// The request of a saved task.
pub(in crate::cli) fn request(
    task: &Task,
    limits: &LimitArguments,
    threads: usize,
    interrupt: &Interrupt,
) -> Result<Request, Failure> {
    let search = SearchArguments::of_words(&task.search, threads)?;
    let request = Request {
        goal: task.goal,
        limits: limits.of_search(interrupt),
        memory: limits.memory,
        ..Request::default()
    };
    search.apply(request).map_err(Failure::bad_input)
}

/// Solves parts one after another, with a line for each; returns the worst of their exit codes. A signal ends the
/// current one, and no other is begun.
pub(super) fn solve_parts(
    parts: &PartArguments,
    arguments: &SolveArguments,
    interrupt: &Interrupt,
    console: &mut Console,
) -> Result<u8, Failure> {
    if parts.part.len() > 1 && (parts.out.is_some() || arguments.saved.checkpoint.is_some()) {
        return Err(Failure::bad_input(
            "error: --out and --checkpoint name the files of one part",
        ));
    }
    let files: Vec<PartFiles> = parts
        .part
        .iter()
        .map(|path| PartFiles::new(path, parts, arguments))
        .collect();
    sweep_leftovers(files.iter().flat_map(|files| [&*files.out, &*files.saved]));
    let mut ready = None;
    let mut worst = exit::GOOD;
    for files in &files {
        if interrupt.is_due() {
            return Ok(exit::worse(worst, exit::STOPPED));
        }
        let code = match solve_part(files, &mut ready, arguments, interrupt, console) {
            Err(failure) if parts.part.len() > 1 => {
                console.complain(&failure.report);
                failure.code
            }
            solved => solved?,
        };
        worst = exit::worse(worst, code);
    }
    Ok(worst)
}

/// A puzzle that was read, with the solvers that parts of its search have left.
type Bench = (Loaded, Solvers);

/// A part, its result, and where its search is saved.
struct PartFiles<'a> {
    path: &'a str,
    out: String,
    saved: String,
}

impl<'a> PartFiles<'a> {
    fn new(path: &'a str, parts: &PartArguments, arguments: &SolveArguments) -> Self {
        let out = parts.out.clone().unwrap_or_else(|| result_path(path));
        let saved = match &arguments.saved.checkpoint {
            Some(file) => file.clone(),
            None => format!("{out}.checkpoint"),
        };
        Self { path, out, saved }
    }
}

fn solve_part(
    PartFiles { path, out, saved }: &PartFiles<'_>,
    ready: &mut Option<(Task, Bench)>,
    arguments: &SolveArguments,
    interrupt: &Interrupt,
    console: &mut Console,
) -> Result<u8, Failure> {
    let part = Part::read(path).map_err(Failure::bad_input)?;
    if ready.as_ref().is_none_or(|(task, _)| *task != part.task) {
        let style = console.report_style(arguments.drawing.ascii);
        let loaded = part.task.load();
        let loaded = loaded.map_err(|bad| Failure::bad_input(bad.render(style)))?;
        *ready = Some((part.task.clone(), (loaded, Solvers::default())));
    }
    let Some((task, (loaded, solvers))) = ready else {
        unreachable!("it was read");
    };
    let request = request(
        task,
        &arguments.limits,
        arguments.search.threads(),
        interrupt,
    )?;
    let saving = Saving {
        to: saved,
        from: None,
        every: arguments.saved.every,
    };
    let mut patient = Patient::new(console);
    let done = part.solve(
        out,
        (&loaded.puzzle, solvers),
        &request,
        &saving,
        &mut patient,
    );
    patient.live.clear();
    let (text, code) = match done? {
        PartDone::Now { found, best, nodes } => {
            let found = match best {
                // Other parts may have better ones.
                Some(best) => format!("the best value in it is {best},"),
                None => counted(found, "solution"),
            };
            let nodes = counted(nodes, "node");
            (format!("{path}: done, {found} in {nodes}"), exit::GOOD)
        }
        PartDone::Before => (
            format!("{path}: its result `{out}` exists already"),
            exit::GOOD,
        ),
        PartDone::Split => (format!("{path}: was split into further parts"), exit::GOOD),
        PartDone::Stopped(halt) => (format!("{path}: {halt}; saved in `{saved}`"), exit::STOPPED),
    };
    console.print(&format!("{text}\n"));
    Ok(code)
}
