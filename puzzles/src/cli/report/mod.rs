//! Human-readable report of a solve, in words and drawings.

mod clash;
mod consensus;
mod grids;

use std::fmt::Write;
use std::time::Duration;

use super::console::{Console, plain};
use super::drawing::{DrawArguments, Drawing};
use super::lines::listed;
use super::{entries, stats};
use crate::language::Puzzle;
use crate::protocol::expectations::answer;
use crate::protocol::pictures;
use crate::protocol::solved::Solved;
use crate::solve::{Findings, thousands};
use grids::{details, differences, heading, solution};

pub(super) use consensus::{in_short, known_number};
pub(super) use grids::{picture, understood};

/// Which parts of a solve are reported.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted {
    /// Only the verdict and the answer.
    pub(super) quiet: bool,
    /// The number of solutions, without the puzzle.
    pub(super) count: bool,
    /// All solutions found, not just the first.
    pub(super) all: bool,
    /// Where the time went and what the search did.
    pub(super) stats: bool,
    /// The time limit for finding conflicting rules.
    pub(super) explain: Duration,
    pub(super) drawing: DrawArguments,
}

/// Prints the whole report of a solve. Drawings of many solutions together may take more memory than the solutions:
/// each is let go as soon as it is printed.
pub(super) fn print(solved: &Solved<'_>, wanted: &Wanted, console: &mut Console) {
    if wanted.quiet {
        return console.print(&in_brief(solved, wanted));
    }
    let drawing = wanted.drawing.on(console);
    let mut text = verdict(solved, wanted) + "\n";
    push_grids(&mut text, solved, wanted, drawing, console);
    push_consensus(&mut text, solved, wanted, drawing);
    // No drawing follows.
    console.print_drawn(&text);
    text.clear();
    if let Some(standing) = &solved.standing {
        text.push('\n');
        text.push_str(&entries::in_words(standing, solved.findings.best.as_ref()));
    }
    clash::push(&mut text, solved, wanted.explain);
    text.push('\n');
    console.tell(&text);
    console.print(&answers(&solved.loaded.puzzle, &solved.findings));
    console.tell(&figures(solved));
    if wanted.stats {
        console.print(&format!("\n{}", table(solved)));
    }
    // Last as well as first: a large drawing takes the first line out of sight.
    console.tell(&format!("{}\n", solved.headline()));
}

/// The statistics as a table.
fn table(solved: &Solved<'_>) -> String {
    stats::table(&solved.findings, solved.parse, solved.total)
}

/// Verdict and answer, without any grid.
fn in_brief(solved: &Solved<'_>, wanted: &Wanted) -> String {
    let findings = &solved.findings;
    let is_known = findings.best.as_ref().is_some_and(|best| best.is_proved);
    let best = best_so_far(findings).filter(|_| !is_known);
    let mut text = format!(
        "{}\n{}{}",
        solved.headline(),
        best.unwrap_or_default(),
        answers(&solved.loaded.puzzle, findings)
    );
    if wanted.stats {
        text.push('\n');
        text.push_str(&table(solved));
    }
    text
}

/// The verdict, and how many of the solutions counted were checked.
fn verdict(solved: &Solved<'_>, wanted: &Wanted) -> String {
    let findings = &solved.findings;
    let mut text = match (&solved.not_given, &solved.clash) {
        (Some(_), _) => solved.headline() + "\n",
        // The rule found first need not be among the reported ones.
        (None, Some(_)) => format!("{}\n", findings.verdict),
        (None, None) => verdict_line(findings),
    };
    if findings.checked < findings.verdict.found && wanted.count {
        let were = if findings.checked == 1 { "was" } else { "were" };
        let checked = thousands(findings.checked);
        let _ = writeln!(text, "{checked} of them {were} checked against the rules");
    }
    text
}

/// The puzzle, and the solutions that are shown: all, one of them, or the first beside the second. All are printed as they
/// are drawn.
fn push_grids(
    text: &mut String,
    solved: &Solved<'_>,
    wanted: &Wanted,
    drawing: Drawing,
    console: &mut Console,
) {
    let findings = &solved.findings;
    let puzzle = &solved.loaded.puzzle;
    let solutions = &findings.solutions;
    let first = solutions
        .first()
        .filter(|_| !wanted.count)
        .map(|one| pictures::solution(puzzle, one));
    if wanted.count {
        text.push_str(&heading(solved.loaded, drawing));
    } else {
        text.push_str(&understood(
            solved.loaded,
            drawing,
            pictures::posed(solved),
            first.as_ref(),
        ));
        text.push_str(clash::key(solved));
    }
    if wanted.count {
        // The number is all that was asked for.
    } else if wanted.all {
        for (number, completed) in (1..).zip(solutions) {
            let _ = writeln!(text, "\nsolution {}", thousands(number));
            text.push_str(&solution(puzzle, completed, drawing));
            console.print_drawn(text);
            text.clear();
        }
    } else if let (Some(first), Some(_), 2..) =
        (solutions.first(), &solved.consensus, solutions.len())
    {
        text.push_str("\none of them\n");
        text.push_str(&solution(puzzle, first, drawing));
    } else if let (Some(one), Some(mut picture)) = (solutions.first(), first) {
        text.push('\n');
        if let Some(second) = solutions.get(1) {
            text.push_str("the first solution, with ? where the second differs\n");
            puzzle.mark_differences(&mut picture, one, second);
        }
        text.push_str(&drawing.draw(picture));
        text.push_str(&plain(&details(puzzle, one)));
        if let Some(second) = solutions.get(1) {
            text.push('\n');
            text.push_str(&plain(&differences(puzzle, one, second)));
        }
    }
    if let (Some(line), Some(best)) = (best_so_far(findings), &findings.best) {
        text.push('\n');
        text.push_str(&line);
        if let (Some(completed), false) = (best.grid(), wanted.count) {
            text.push_str(&solution(puzzle, completed, drawing));
        }
    }
}

/// What is the same in all solutions, if that was asked.
fn push_consensus(text: &mut String, solved: &Solved<'_>, wanted: &Wanted, drawing: Drawing) {
    let findings = &solved.findings;
    let puzzle = &solved.loaded.puzzle;
    let (Some(report), Some(one)) = (&solved.consensus, findings.solutions.first()) else {
        return;
    };
    text.push('\n');
    match known_number(report, findings) {
        // It has been drawn.
        Some(1) if !wanted.count => {
            let short = in_short(report, puzzle, Some(1));
            let _ = writeln!(text, "{short}: there is only one");
        }
        number => text.push_str(&consensus::text(puzzle, one, report, number, drawing)),
    }
}

/// The best value, how far the space was searched, and the rules for which the solver is weak.
fn figures(solved: &Solved<'_>) -> String {
    let findings = &solved.findings;
    let mut text = String::new();
    if let Some(best) = &findings.best
        && let Some(value) = best.value()
    {
        let _ = writeln!(text, "the {} value: {value}", best.word());
    }
    let _ = writeln!(
        text,
        "solutions found: {}; {}",
        thousands(findings.verdict.found),
        match findings.verdict.stopped {
            None => "the whole space was searched".to_owned(),
            Some(halt) => format!("the space was not searched to the end ({halt})"),
        }
    );
    if !solved.weak.is_empty() {
        text.push_str(
            "\nthe solver has only a general, weak method for (see `rules --compiled`)\n",
        );
        for rule in &solved.weak {
            let _ = writeln!(text, "  {rule}");
        }
    }
    text
}

/// The only solution and nothing else, in the notation that `check` reads; otherwise what is known.
pub(super) fn alone(solved: &Solved<'_>) -> String {
    let findings = &solved.findings;
    match &findings.solutions[..] {
        [only] if findings.verdict.is_exhaustive() => {
            let text = solved.loaded.puzzle.write(only);
            text.trim_end().to_owned() + "\n"
        }
        _ => findings.headline() + "\n",
    }
}

/// The verdict, with the rule that decided it if no search was needed.
fn verdict_line(findings: &Findings) -> String {
    match &findings.refuted_by {
        Some(rule) => format!(
            "{}: {rule} (found before anything was tried)\n",
            findings.verdict
        ),
        None => format!("{}\n", findings.headline()),
    }
}

/// What is known about the best value, if the search for it was stopped, or the one for the grids that have it before it
/// found any.
fn best_so_far(findings: &Findings) -> Option<String> {
    let best = findings.best.as_ref()?;
    if best.is_proved {
        let grid = best.grid().filter(|_| findings.verdict.found == 0);
        return grid.map(|_| "a grid with the best value:\n".to_owned());
    }
    let beyond = if best.is_least { "below" } else { "above" };
    let bound = best.bound;
    Some(match &best.found {
        Some((value, _)) => {
            format!("the best grid so far has the value {value}; none is {beyond} {bound}\n")
        }
        None => format!("no grid so far; none has a value {beyond} {bound}\n"),
    })
}

/// The answer, as far as it is known: of one solution, or of all that were found.
fn answers(puzzle: &Puzzle, findings: &Findings) -> String {
    let name = puzzle.answer_text();
    match &findings.answers[..] {
        [] => String::new(),
        [None] if name.is_empty() => String::new(),
        // Nothing was asked of these grids, or it is too large to say.
        [None] => format!("{name}: none\n"),
        [only] => {
            let scope = match findings.verdict.found {
                1 => "",
                _ if findings.verdict.is_exhaustive() => " in all solutions",
                2 => " in both solutions found",
                _ => " in all solutions found",
            };
            format!("{name}: {}{scope}\n", answer(only))
        }
        several => {
            let head = format!("{name}: not the same in all solutions:");
            listed(&head, several.iter().map(answer)) + "\n"
        }
    }
}
