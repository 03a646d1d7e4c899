//! The pictures of one puzzle that was solved.

use super::super::drawing::{PictureArguments, titled};
use super::super::open::Failure;
use super::super::report::{self, Wanted};
use crate::protocol::solved::Solved;

/// Writes the picture of the findings to these files.
pub(super) fn write_pictures(
    solved: &Solved<'_>,
    wanted: &Wanted,
    files: &PictureArguments,
) -> Result<(), Failure> {
    if !files.are_wanted() {
        return Ok(());
    }
    let puzzle = &solved.loaded.puzzle;
    let verdict = solved.findings.verdict;
    let best = solved.findings.best.as_ref();
    let outcome = match (verdict.found, verdict.is_exhaustive()) {
        (0, true) => "no solution",
        (0, false) if best.is_some_and(|best| best.grid().is_some()) => "stopped",
        (0, false) => "no solution found yet",
        _ => "",
    };
    let picture = report::picture(solved, wanted.all);
    let picture = titled(picture, solved.loaded, outcome);
    let extra = match solved.findings.solutions.first() {
        Some(completed) => puzzle.extra_pictures(completed),
        None => Vec::new(),
    };
    files.write(picture, wanted.drawing, &extra)
}
