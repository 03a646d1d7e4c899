//! Opening what the command line names: puzzles, grids and shapes.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::console::Console;
use super::exit;
use crate::document::shown;
use crate::language::genres;
use crate::language::kind::RulebookKind;
use crate::language::library::{Named, Shelf};
use crate::language::loaded::examples;
use crate::read::{
    BadInput, Loaded, Problem, Problems, ReportStyle, Source, load_file, load_text, open, parse,
};
use crate::solve::CheckFailed;

/// Why a command failed: a report for standard error, and the exit code.
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

    /// A limit or a signal came before the puzzle of this name was read.
    pub(super) fn stopped(name: &str) -> Self {
        Self {
            report: format!("error: {}: stopped while it was read", shown(name)),
            code: exit::STOPPED,
        }
    }

    /// A summary in two or three words.
    pub(super) fn in_short(&self) -> &'static str {
        match self.code {
            exit::DEFECT => "a bug in quadrille",
            exit::NOT_WRITTEN => "output not written",
            exit::STOPPED => "stopped while it was read",
            _ => "bad input",
        }
    }

    /// Prints the report to standard error and returns the exit code.
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

/// Opens a puzzle: an embedded one, a file, an address, or standard input.
///
/// For a file of rules, its first example.
pub(super) fn puzzle(name: &str, style: ReportStyle) -> Result<Loaded, Failure> {
    let is_rules = Path::new(name)
        .extension()
        .is_some_and(|end| end == "rules");
    if is_rules && let Some(example) = examples(&rulebook(name, style)?).into_iter().next() {
        return example
            .map_err(|(source, problems)| Failure::bad_input(problems.render(&source, style)));
    }
    puzzle_and_source(name, style).map(|(_, loaded)| loaded)
}

/// The same with the text of its file.
pub(super) fn puzzle_and_source(
    name: &str,
    style: ReportStyle,
) -> Result<(Source, Loaded), Failure> {
    open(name).map_err(|error| Failure::bad_input(error.render(style)))
}

/// The puzzle of a text, in whatever format.
pub(super) fn in_text(source: Source, style: ReportStyle) -> Result<Loaded, Failure> {
    let converted = crate::formats::to_file(source);
    let read = converted
        .and_then(|source| parse(&source).map_err(|problems| BadInput { source, problems }));
    read.map_err(|bad| Failure::bad_input(bad.render(style)))
}

/// The most warnings of one puzzle.
const MOST_WARNINGS: usize = 3;

/// Warns of what is valid but probably a mistake.
pub(super) fn warn(name: &str, loaded: &Loaded, console: &mut Console) {
    let found = loaded.remarks();
    for remark in found.iter().take(MOST_WARNINGS) {
        console.complain(&format!("warning: {name}: {remark}"));
    }
    if let Some(more) = found
        .len()
        .checked_sub(MOST_WARNINGS)
        .filter(|&more| more > 0)
    {
        console.complain(&format!("warning: {name}: … and {more} more"));
    }
}

/// The environment variable with folders of rulebooks, separated like those of `PATH`.
const FOLDERS: &str = "QUADRILLE_RULEBOOKS";

/// Makes a rulebook and those of these folders, then those of the environment, known to all puzzles.
pub(super) fn name_rulebooks(
    file: Option<&Path>,
    folders: &[PathBuf],
    console: &Console,
) -> Result<(), Failure> {
    let mut named = Named::default();
    if let Some(file) = file {
        let source = load_file(&file.to_string_lossy())
            .map_err(|error| Failure::bad_input(error.render(console.report_style(false))))?;
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        named.rulebooks.push((name.into_owned(), source.text));
        named.folders.extend(file.parent().map(Path::to_owned));
    }
    if let Some(missing) = folders.iter().find(|folder| !folder.is_dir()) {
        let name = missing.to_string_lossy();
        return Err(Failure::bad_input(format!(
            "error: --rulebooks: there is no folder `{}`",
            shown(&name)
        )));
    }
    named.folders.extend_from_slice(folders);
    // A variable may name folders that are not there today.
    let variable = std::env::var_os(FOLDERS).unwrap_or_default();
    let of_environment = std::env::split_paths(&variable);
    named
        .folders
        .extend(of_environment.filter(|folder| folder.is_dir()));
    named.put_on_shelves();
    Ok(())
}

/// Whether a name can only mean a rulebook: a file of rules, or one of the library that is not a puzzle.
pub(super) fn is_rulebook(name: &str) -> bool {
    // An address names no genre.
    if name.contains("://") {
        return false;
    }
    let path = Path::new(name);
    // The other names of all genres are looked through last: that is half of the time to solve a small puzzle.
    path.extension()
        .is_some_and(|extension| extension == "rules")
        || (crate::embedded::find(name).is_none()
            && !path.exists()
            && genres::genre(name).is_some())
}

/// Opens a rulebook: a file that ends in .rules, one in the working folder, or one of the library.
pub(super) fn rulebook(name: &str, style: ReportStyle) -> Result<Arc<RulebookKind>, Failure> {
    let mut problems = Problems::default();
    let found = match Path::new(name).extension() {
        Some(extension) if extension == "rules" => load_file(name).map(|source| {
            let stem = Path::new(name)
                .file_stem()
                .unwrap_or_default()
                .to_string_lossy();
            let kind = Shelf::beside(&source).kind_in(&stem, source, &mut problems);
            Some(kind)
        }),
        _ => Ok(Shelf::of_working_folder().kind(name, &mut problems)),
    };
    let bad = |problems: Problems| {
        let source = Source {
            name: name.to_owned(),
            text: String::new(),
        };
        BadInput { source, problems }
    };
    let bad = match found {
        Ok(Some(Ok(kind))) => return Ok(kind),
        Ok(Some(Err(_))) => bad(problems),
        Ok(None) => {
            let text = format!("there is no kind or rulebook `{}`", shown(name));
            let help = genres::help(name);
            problems.push(Problem::without_place(text).help(help));
            bad(problems)
        }
        Err(error) => error,
    };
    Err(Failure::bad_input(bad.render(style)))
}

/// Opens a text that is not a puzzle: a file of any name, or standard input.
pub(super) fn text(path: &str, style: ReportStyle) -> Result<Source, Failure> {
    let loaded = match path {
        "-" => load_text(path),
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
