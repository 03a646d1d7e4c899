//! Opening what the command line names: puzzles, grids and shapes.

use super::console::Console;
use super::exit;
use crate::read::{Loaded, ReportStyle, Source, load, load_file, open};
use crate::solve::CheckFailed;

/// Why a command has nothing to show: a text for standard error, and the exit code.
#[derive(Debug)]
pub(super) struct Failure {
    pub(super) report: String,
    pub(super) code: u8,
}

impl Failure {
    pub(super) fn bad_input(report: impl Into<String>) -> Self {
        Self {
            report: report.into(),
            code: exit::BAD_INPUT,
        }
    }

    pub(super) fn not_written(report: String) -> Self {
        Self {
            report,
            code: exit::NOT_WRITTEN,
        }
    }

    pub(super) fn defect(report: String) -> Self {
        Self {
            report,
            code: exit::DEFECT,
        }
    }

    /// In two or three words.
    pub(super) fn in_short(&self) -> &'static str {
        match self.code {
            exit::DEFECT => "a defect of quadrille",
            exit::NOT_WRITTEN => "output not written",
            _ => "bad input",
        }
    }

    /// Says it, and gives the exit code.
    pub(super) fn complain(self, console: &mut Console) -> u8 {
        console.complain(&self.report);
        self.code
    }
}

impl From<CheckFailed> for Failure {
    fn from(error: CheckFailed) -> Self {
        Self::defect(error.to_string())
    }
}

/// Opens a puzzle: an embedded one, a file, or standard input.
pub(super) fn puzzle(name: &str, style: ReportStyle) -> Result<Loaded, Failure> {
    match open(name) {
        Ok((_, loaded)) => Ok(loaded),
        Err(error) => Err(Failure::bad_input(error.render(style))),
    }
}

/// Opens a text that is no puzzle: a file, whatever its name, or standard input.
pub(super) fn text(path: &str, style: ReportStyle) -> Result<Source, Failure> {
    let loaded = match path {
        "-" => load(path),
        _ => load_file(path),
    };
    loaded.map_err(|error| Failure::bad_input(error.render(style)))
}

/// Refuses to read standard input twice.
pub(super) fn at_most_one_stdin<'a>(
    names: impl IntoIterator<Item = &'a String>,
) -> Result<(), Failure> {
    let number = names.into_iter().filter(|name| *name == "-").count();
    if number > 1 {
        return Err(Failure::bad_input(
            "error: standard input (`-`) can be read only once",
        ));
    }
    Ok(())
}
