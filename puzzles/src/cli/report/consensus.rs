//! What is the same in all solutions.

use std::fmt::Write;

use super::super::console::plain;
use super::super::drawing::Drawing;
use super::super::lines::listed;
use crate::language::Puzzle;
use crate::protocol::pictures;
use crate::puzzle::Completed;
use crate::solve::{ConsensusReport, Findings, thousands};
use crate::words::{counted, is_or_are};

/// The number of solutions, if the consensus or the solve knows it.
pub(in crate::cli) fn known_number(report: &ConsensusReport, findings: &Findings) -> Option<u64> {
    let verdict = findings.verdict;
    let counted = verdict.is_exhaustive().then_some(verdict.found);
    report.solutions.or(counted)
}

/// The number of places that are the same in all solutions, in one line.
pub(in crate::cli) fn in_short(
    report: &ConsensusReport,
    puzzle: &Puzzle,
    solutions: Option<u64>,
) -> String {
    let places = puzzle.place_texts(report);
    let is_same = |seen: &[String], open: &[String]| seen.len() == 1 && open.is_empty();
    let count = |test: &dyn Fn(&[String], &[String]) -> bool| {
        let known = places.iter().filter(|(_, [seen, open])| test(seen, open));
        known.count()
    };
    let same = count(&is_same);
    let differ = count(&|seen, _| seen.len() > 1);
    let all = places.len();
    let mut text = format!(
        "consensus: {same} of {} {} the same in all ",
        counted(all as u64, "place"),
        is_or_are(same as u64)
    );
    let _ = match solutions {
        Some(number) if number > 1 => write!(text, "{} solutions", thousands(number)),
        _ => write!(text, "solutions"),
    };
    let unknown = all - same - differ;
    if unknown > 0 {
        let _ = write!(text, ", {unknown} {} not known", is_or_are(unknown as u64));
    }
    text
}

/// What is the same in all solutions: the number of cells, the drawing, and the values of the others.
pub(super) fn text(
    puzzle: &Puzzle,
    one: &Completed,
    report: &ConsensusReport,
    solutions: Option<u64>,
    drawing: Drawing,
) -> String {
    let Some(picture) = pictures::consensus(puzzle, one, report) else {
        return "consensus: nothing is known, because the search was stopped\n".to_owned();
    };
    let places = puzzle.place_texts(report);
    let differ = places.iter().any(|(_, [seen, _])| seen.len() > 1);
    let mut text = in_short(report, puzzle, solutions);
    if report.stopped.is_some() {
        text.push_str(" (marked ~)");
    }
    text.push('\n');
    text.push_str(&drawing.draw(picture));
    if differ {
        let differing = places.iter().filter(|(_, [seen, _])| seen.len() > 1);
        let seen = differing.map(|(place, [seen, _])| format!("{place} ({})", seen.join(" or ")));
        let _ = writeln!(
            text,
            "{}",
            listed(
                "not the same in all (each value stands in some solution):",
                seen.map(|place| plain(&place))
            )
        );
    }
    text
}
