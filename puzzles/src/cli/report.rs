//! Human-readable report of a solve, in words and drawings.

use std::fmt::Write;

use super::console::Console;
use super::drawing::{self, Drawing};
use super::solve::{SolveArguments, Solved};
use super::stats;
use crate::draw::printable;
use crate::picture::Picture;
use crate::puzzle::{Answer, Completed, Puzzle};
use crate::read::Loaded;
use crate::solve::{Clash, ConsensusReport, Findings, thousands};
use crate::symbol::Symbol;

/// Columns of a terminal that lists and notes are broken for.
const WIDTH: usize = 80;

/// The most things that are listed one by one.
const MOST_LISTED: usize = 20;

/// Prints the whole report of a solve. Drawings of many solutions together may take more memory than the solutions:
/// each is let go as soon as it is printed.
pub(super) fn print(solved: &Solved<'_>, arguments: &SolveArguments, console: &mut Console) {
    let findings = &solved.findings;
    let puzzle = solved.loaded.puzzle.as_ref();
    if arguments.quiet {
        let text = format!("{}\n{}", findings.verdict, answers(puzzle, findings));
        return console.print(&text);
    }
    let drawing = arguments.drawing.on(console);
    let mut text = verdict_line(findings);
    text.push('\n');
    let solutions = &findings.solutions;
    if arguments.count {
        text.push_str(&heading(solved.loaded, drawing));
    } else {
        text.push_str(&understood(solved.loaded, drawing, solutions));
    }
    if arguments.shows_all() {
        for (number, completed) in (1..).zip(solutions) {
            let _ = writeln!(text, "\nsolution {}", thousands(number));
            text.push_str(&solution(puzzle, completed, drawing));
            console.print(&text);
            text.clear();
        }
    } else if let Some(first) = solutions.first() {
        text.push('\n');
        if solutions.len() > 1 {
            text.push_str("the first solution, with ? where the second differs\n");
        }
        text.push_str(&drawing.draw(compared(puzzle, solutions)));
        text.push_str(&details(puzzle, first));
        if let Some(second) = solutions.get(1) {
            text.push('\n');
            text.push_str(&differences(puzzle, first, second));
        }
    }
    if let (Some(report), Some(one)) = (&solved.consensus, solutions.first()) {
        text.push('\n');
        text.push_str(&consensus(puzzle, one, report, drawing));
    }
    if let Some(clash) = &solved.clash {
        text.push('\n');
        text.push_str(&clashing(clash));
    } else if solved.may_explain(arguments) {
        let _ = writeln!(
            text,
            "\ncould not determine the conflicting rules in time (see --explain)"
        );
    }
    text.push('\n');
    text.push_str(&answers(puzzle, findings));
    let _ = writeln!(
        text,
        "solutions found: {}; {}",
        thousands(findings.verdict.found),
        match findings.verdict.stopped {
            None => "the whole space was searched".to_owned(),
            Some(halt) => format!("the space was not searched to the end ({halt})"),
        }
    );
    if arguments.stats {
        text.push('\n');
        text.push_str(&stats::table(findings, solved.parse, solved.total));
    }
    // Last as well as first: a large drawing takes the first line out of sight.
    let _ = writeln!(text, "{}", findings.verdict);
    console.print(&text);
}

/// The verdict, with the rule that decided it if nothing had to be tried.
fn verdict_line(findings: &Findings) -> String {
    match &findings.refuted_by {
        Some(rule) => format!(
            "{}: {rule} (found before anything was tried)\n",
            findings.verdict
        ),
        None => format!("{}\n", findings.verdict),
    }
}

/// The picture of a solve: the consensus, the first solution, or the puzzle alone.
pub(super) fn picture(solved: &Solved<'_>, shows_all: bool) -> Picture {
    let puzzle = solved.loaded.puzzle.as_ref();
    let solutions = &solved.findings.solutions;
    let consensus = solved.consensus.as_ref().zip(solutions.first());
    consensus
        .and_then(|(report, one)| drawing::consensus(puzzle, one, report))
        .unwrap_or_else(|| match &solutions[..] {
            [] => puzzle.picture(),
            [first, ..] if shows_all => drawing::solution(puzzle, first),
            several => compared(puzzle, several),
        })
}

/// The first solution, with marks where the second differs.
fn compared(puzzle: &dyn Puzzle, solutions: &[Completed]) -> Picture {
    match solutions {
        [] => puzzle.picture(),
        [only] => drawing::solution(puzzle, only),
        [first, second, ..] => drawing::compared(puzzle, first, second),
    }
}

/// What was understood of a puzzle file: a heading, its drawing, and what the signs in it and in the first of these
/// solutions mean.
pub(super) fn understood(loaded: &Loaded, drawing: Drawing, solutions: &[Completed]) -> String {
    let puzzle = loaded.puzzle.as_ref();
    let picture = puzzle.picture();
    let solved = solutions.first().map(|one| drawing::solution(puzzle, one));
    let pictures: Vec<&Picture> = std::iter::once(&picture).chain(&solved).collect();
    let key = drawing.key(&pictures);
    format!("{}{}{key}", heading(loaded, drawing), drawing.draw(picture))
}

/// Title, kind, size and origin of a puzzle.
fn heading(loaded: &Loaded, drawing: Drawing) -> String {
    let (rows, columns) = loaded.puzzle.size();
    let mut text = String::new();
    if let Some(title) = &loaded.title {
        let _ = write!(text, "{}: ", printable(title));
    }
    let times = if drawing.options.ascii { "x" } else { "×" };
    let _ = write!(text, "{}, {rows}{times}{columns}", loaded.kind.name());
    if let Some(source) = &loaded.source {
        let _ = write!(text, " ({})", printable(source));
    }
    text.push('\n');
    text
}

fn solution(puzzle: &dyn Puzzle, completed: &Completed, drawing: Drawing) -> String {
    let mut text = drawing.draw(drawing::solution(puzzle, completed));
    text.push_str(&details(puzzle, completed));
    text
}

/// What there is to say of a solution beside its drawing, each part after an empty line: the report, and the grid
/// in the notation that `check` reads.
fn details(puzzle: &dyn Puzzle, completed: &Completed) -> String {
    let mut text = String::new();
    let lines = puzzle.report(completed);
    if !lines.is_empty() {
        text.push('\n');
    }
    for line in lines {
        text.push_str(&line);
        text.push('\n');
    }
    text.push('\n');
    text.push_str(&notation(puzzle, completed));
    text
}

/// A filled grid in the notation that `check` reads, with the values beside it.
fn notation(puzzle: &dyn Puzzle, completed: &Completed) -> String {
    let mut text = puzzle.write(completed);
    let values: Vec<String> = completed
        .named
        .iter()
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    if !values.is_empty() {
        text.push_str(&values.join(" "));
        text.push('\n');
    }
    text
}

/// The answer, as far as it is known: of one solution, or of all that were found.
fn answers(puzzle: &dyn Puzzle, findings: &Findings) -> String {
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

pub(super) fn answer(answer: &Option<Answer>) -> String {
    let answer = answer.as_ref();
    answer.map_or_else(|| "none".to_owned(), Answer::to_string)
}

/// A head, then the first things of a list and how many more there are, in lines that fit a terminal.
fn listed(head: &str, things: impl Iterator<Item = String>) -> String {
    let mut things: Vec<String> = things.collect();
    if things.len() > MOST_LISTED {
        let more = things.len() - MOST_LISTED;
        things.truncate(MOST_LISTED);
        things.push(format!("and {more} more"));
    }
    let count = things.len();
    for thing in things.iter_mut().take(count.saturating_sub(1)) {
        thing.push(',');
    }
    fill(head, things.iter().map(String::as_str), "  ")
}

/// A text with its long lines broken between words; a line that goes on in the next takes that with it.
pub(super) fn wrapped(text: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    let mut goes_on = false;
    for line in text.lines() {
        match lines.last_mut() {
            Some(last) if goes_on && line.starts_with(|c: char| !c.is_whitespace()) => {
                last.push(' ');
                last.push_str(line);
            }
            _ => lines.push(line.to_owned()),
        }
        goes_on = line.chars().count() > WIDTH;
    }
    let lines = lines.iter().map(|line| {
        let indent: String = line.chars().take_while(|c| c.is_whitespace()).collect();
        match line.trim_start().split_once(' ') {
            Some((first, rest)) if line.chars().count() > WIDTH => {
                let head = format!("{indent}{first}");
                fill(&head, rest.split_whitespace(), &indent)
            }
            _ => line.clone(),
        }
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Appends the pieces with spaces between them; a piece that does not fit starts a line of its own.
fn fill<'a>(head: &str, pieces: impl Iterator<Item = &'a str>, indent: &str) -> String {
    let mut text = head.to_owned();
    let mut used = head.chars().count();
    for piece in pieces {
        let long = piece.chars().count();
        if used + 1 + long > WIDTH {
            text.push('\n');
            text.push_str(indent);
            used = indent.chars().count() + long;
        } else {
            text.push(' ');
            used += 1 + long;
        }
        text.push_str(piece);
    }
    text
}

/// Where two solutions differ, with both symbols.
fn differences(puzzle: &dyn Puzzle, a: &Completed, b: &Completed) -> String {
    let places = puzzle.differences(a, b).into_iter().map(|difference| {
        let [x, y] = difference.values;
        format!("{} ({x} or {y})", difference.place)
    });
    let values = a
        .named
        .iter()
        .zip(&b.named)
        .filter(|(x, y)| x != y)
        .map(|((name, x), (_, y))| format!("{name} ({x} or {y})"));
    listed("the first two solutions differ in", places.chain(values)) + "\n"
}

/// What is the same in all solutions: how many cells, the drawing, and what can stand in the others.
fn consensus(
    puzzle: &dyn Puzzle,
    one: &Completed,
    report: &ConsensusReport,
    drawing: Drawing,
) -> String {
    let Some(picture) = drawing::consensus(puzzle, one, report) else {
        return "consensus: nothing is known, because the search was stopped\n".to_owned();
    };
    let places = places(puzzle, report);
    let what = if report.places.is_empty() {
        "cells"
    } else {
        "places"
    };
    let all = places.len();
    let is_same = |(_, [seen, undecided]): &&(String, [Vec<String>; 2])| {
        seen.len() == 1 && undecided.is_empty()
    };
    let same = places.iter().filter(is_same).count();
    let differ = places
        .iter()
        .filter(|(_, [seen, _])| seen.len() > 1)
        .count();
    let mut text = format!("consensus: {same} of {all} {what} are the same in all ");
    let _ = match report.solutions {
        Some(number) if number > 1 => write!(text, "{} solutions", thousands(number)),
        _ => write!(text, "solutions"),
    };
    let unknown = all - same - differ;
    if unknown > 0 {
        let _ = write!(text, ", of {unknown} it is not known (marked ~)");
    }
    text.push('\n');
    text.push_str(&drawing.draw(picture));
    if differ > 0 {
        let differing = places.iter().filter(|(_, [seen, _])| seen.len() > 1);
        let seen = differing.map(|(place, [seen, _])| format!("{place} ({})", seen.join(" or ")));
        let _ = writeln!(text, "{}", listed("not the same in all:", seen));
    }
    text
}

/// What is seen of each cell or place in solutions, and what may be.
fn places(puzzle: &dyn Puzzle, report: &ConsensusReport) -> Vec<(String, [Vec<String>; 2])> {
    let texts = |symbols: &[Symbol]| symbols.iter().map(Symbol::to_string).collect();
    let mut places = puzzle.place_texts(report);
    if let Some(cells) = &report.cells {
        places.extend(cells.cells().map(|cell| {
            let known = &cells[cell];
            (
                cell.to_string(),
                [texts(&known.seen), texts(&known.undecided)],
            )
        }));
    }
    places
}

/// The rules that have no solution together.
fn clashing(clash: &Clash) -> String {
    let mut text = match (&clash.rules[..], clash.is_minimal) {
        ([_], _) => "no arrangement satisfies this rule, so there is no solution:\n".to_owned(),
        (_, true) => {
            "these rules have no solution together; without any one of them there would be one:\n"
                .to_owned()
        }
        (_, false) => {
            "these rules have no solution together (may not be minimal: time was short):\n"
                .to_owned()
        }
    };
    for rule in &clash.rules {
        let _ = writeln!(text, "  {rule}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_broken() {
        let things = || (0..30).map(|n| format!("thing {n}"));
        let text = listed("these:", things());
        assert!(
            text.lines().all(|line| line.chars().count() <= WIDTH),
            "{text}"
        );
        let joined = text.replace("\n  ", " ");
        let first: Vec<String> = things().take(MOST_LISTED).collect();
        assert_eq!(joined, format!("these: {}, and 10 more", first.join(", ")));
        assert_eq!(listed("one:", std::iter::once("x".to_owned())), "one: x");

        let line = "some words ".repeat(20);
        let text = format!("short\n\n  {line}end");
        let broken = wrapped(&text);
        assert!(
            broken.lines().all(|line| line.chars().count() <= WIDTH),
            "{broken}"
        );
        let second = broken.lines().nth(3).unwrap();
        assert!(
            second.starts_with("  ") && !second.starts_with("   "),
            "{broken}"
        );
        let words = |text: &str| {
            text.split_whitespace()
                .map(str::to_owned)
                .collect::<Vec<_>>()
        };
        assert_eq!(words(&broken), words(&text));
        assert_eq!(wrapped("x"), "x");
        // The second line goes on where the first ends; the third was broken by hand.
        let text = format!("{line}\nand\nmore");
        assert!(
            wrapped(&text).ends_with("words and\nmore"),
            "{}",
            wrapped(&text)
        );
    }

    #[test]
    fn what_is_said_of_rules_that_clash() {
        let told = |rules: &[&str], is_minimal| {
            clashing(&Clash {
                rules: rules.iter().map(|&rule| rule.to_owned()).collect(),
                is_minimal,
            })
        };
        assert_eq!(
            told(&["a", "b"], true),
            "these rules have no solution together; without any one of them there would be one:\n  a\n  b\n"
        );
        assert_eq!(
            told(&["a", "b"], false),
            "these rules have no solution together (may not be minimal: time was short):\n  a\n  b\n"
        );
        // Nothing can be left out of one.
        assert_eq!(told(&["a"], false), told(&["a"], true));
    }
}
