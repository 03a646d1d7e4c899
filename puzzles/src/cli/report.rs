//! Human-readable report of a solve, in words and drawings.

use std::fmt::Write;
use std::time::Duration;

use super::console::{Console, plain};
use super::drawing::{DrawArguments, Drawing};
use super::lines::{listed, wrapped};
use super::{entries, stats};
use crate::draw::printable;
use crate::language::Puzzle;
use crate::picture::Picture;
use crate::protocol::expectations::answer;
use crate::protocol::pictures;
use crate::protocol::solved::Solved;
use crate::protocol::words::folded;
use crate::puzzle::{Completed, NotGiven};
use crate::read::Loaded;
use crate::solve::{Clash, ConsensusReport, Findings, Minimal, thousands};
use crate::violation::without_stop;
use crate::words::{counted, is_or_are};

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
    let findings = &solved.findings;
    let puzzle = &solved.loaded.puzzle;
    if wanted.quiet {
        // No grid is printed.
        let is_known = findings.best.as_ref().is_some_and(|best| best.is_proved);
        let best = best_so_far(findings).filter(|_| !is_known);
        let best = best.unwrap_or_default();
        let mut text = format!(
            "{}\n{best}{}",
            findings.headline(),
            answers(puzzle, findings)
        );
        if wanted.stats {
            text.push('\n');
            text.push_str(&stats::table(findings, solved.parse, solved.total));
        }
        return console.print(&text);
    }
    let drawing = wanted.drawing.on(console);
    let mut text = match (&solved.not_given, &solved.clash) {
        (Some(not_given), _) => format!("{}\n", unfilled(not_given)),
        // The rule found first need not be among the reported ones.
        (None, Some(_)) => format!("{}\n", findings.verdict),
        (None, None) => verdict_line(findings),
    };
    if findings.checked < findings.verdict.found && wanted.count {
        let were = if findings.checked == 1 { "was" } else { "were" };
        let checked = thousands(findings.checked);
        let _ = writeln!(text, "{checked} of them {were} checked against the rules");
    }
    text.push('\n');
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
        text.push_str(key_of_conflict(solved));
    }
    if wanted.count {
        // The number is all that was asked for.
    } else if wanted.all {
        for (number, completed) in (1..).zip(solutions) {
            let _ = writeln!(text, "\nsolution {}", thousands(number));
            text.push_str(&solution(puzzle, completed, drawing));
            console.print_drawn(&text);
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
    if let (Some(report), Some(one)) = (&solved.consensus, solutions.first()) {
        text.push('\n');
        match known_number(report, findings) {
            // It has been drawn.
            Some(1) if !wanted.count => {
                let _ = writeln!(
                    text,
                    "{}: there is only one",
                    in_short(report, puzzle, Some(1))
                );
            }
            number => text.push_str(&consensus(puzzle, one, report, number, drawing)),
        }
    }
    // No drawing follows.
    console.print_drawn(&text);
    text.clear();
    if let Some(standing) = &solved.standing {
        text.push('\n');
        text.push_str(&entries::told(standing, findings.best.as_ref()));
    }
    let blamed = &solved.blamed;
    if !blamed.left_out.is_empty() {
        let parts = blamed.left_out.iter().cloned();
        let head = match blamed.is_complete {
            true => "without one of these, the puzzle would have a solution:",
            false => {
                "without one of these, the puzzle would have a solution (without others perhaps, too: time ran out):"
            }
        };
        let _ = write!(text, "\n{}\n", listed(head, parts));
    }
    if !blamed.changed.is_empty() {
        let parts = blamed.changed.iter();
        let parts = parts.map(|(part, value)| format!("{part} ({value})"));
        let head = "with another value of one of these, the puzzle would have a solution:";
        let _ = write!(text, "\n{}\n", listed(head, parts));
    }
    if let Some(not_given) = &solved.not_given {
        let known = puzzle.rules().into_iter();
        let rules = known.filter(|(name, _)| not_given.rules.contains(name));
        text.push_str("\nno grid keeps all rules as long as nothing is given for these:\n");
        for (_, sentence) in rules {
            let _ = writeln!(text, "  {sentence}");
        }
    } else if let Some(clash) = &solved.clash {
        text.push('\n');
        text.push_str(&clashing(clash));
        let is_blamed = !blamed.left_out.is_empty() || !blamed.changed.is_empty();
        // A clue is left out with all rules that it is needed for.
        if clash.is_without_solution && !is_blamed {
            text.push_str(
                "in the whole puzzle, leaving out one rule at one place is not enough for a solution\n",
            );
        }
        // A rule at the place of a clue may be left out where the clue itself may not: other rules need it.
        let has_place = |rule: &String| rule.contains(": ");
        let is_said = clash.is_without_solution || clash.culprits.iter().any(has_place);
        if !is_said && blamed.left_out.is_empty() && blamed.is_complete {
            text.push_str("leaving out one clue or given is not enough for a solution\n");
        }
    } else if solved.may_explain(wanted.explain) {
        let _ = writeln!(
            text,
            "\ncould not determine the conflicting rules in time (see --explain)"
        );
    }
    text.push('\n');
    console.tell(&text);
    console.print(&answers(puzzle, findings));
    text.clear();
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
    console.tell(&text);
    if wanted.stats {
        console.print(&format!(
            "\n{}",
            stats::table(findings, solved.parse, solved.total)
        ));
    }
    // Last as well as first: a large drawing takes the first line out of sight.
    let last = solved.not_given.as_ref();
    let last = last.map_or_else(|| findings.headline(), unfilled);
    console.tell(&format!(
        "{last}
"
    ));
}

/// The verdict on a puzzle to which nothing was given.
fn unfilled(not_given: &NotGiven) -> String {
    format!("no solution yet: {}", not_given.text)
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

/// The picture of a solve: the consensus, the first solution, or the puzzle alone.
pub(super) fn picture(solved: &Solved<'_>, shows_all: bool) -> Picture {
    let puzzle = &solved.loaded.puzzle;
    let solutions = &solved.findings.solutions;
    let consensus = solved.consensus.as_ref().zip(solutions.first());
    consensus
        .and_then(|(report, one)| pictures::consensus(puzzle, one, report))
        .unwrap_or_else(|| match &solutions[..] {
            [] => pictures::posed(solved),
            [first, ..] if shows_all => pictures::solution(puzzle, first),
            several => compared(puzzle, several),
        })
}

/// What the marks in the picture of a puzzle without a solution mean: a line, or nothing.
fn key_of_conflict(solved: &Solved<'_>) -> &'static str {
    let has_rules = solved
        .clash
        .as_ref()
        .is_some_and(|clash| !clash.cells.is_empty());
    match (has_rules, solved.blamed.cells.is_empty()) {
        (false, true) => "",
        (true, true) => "? where the rules below conflict\n",
        (false, false) => "! a clue or given to blame\n",
        (true, false) => "? where the rules below conflict, ! a clue or given to blame\n",
    }
}

/// The first solution, with marks where the second differs.
fn compared(puzzle: &Puzzle, solutions: &[Completed]) -> Picture {
    match solutions {
        [] => puzzle.picture(),
        [only] => pictures::solution(puzzle, only),
        [first, second, ..] => pictures::compared(puzzle, first, second),
    }
}

/// A puzzle as it was read: a heading, its drawing, and the meaning of the signs in it and in a solution.
pub(super) fn understood(
    loaded: &Loaded,
    drawing: Drawing,
    picture: Picture,
    solution: Option<&Picture>,
) -> String {
    let pictures: Vec<&Picture> = std::iter::once(&picture).chain(solution).collect();
    let key = drawing.key(&pictures);
    let key = plain(&key);
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

fn solution(puzzle: &Puzzle, completed: &Completed, drawing: Drawing) -> String {
    let mut text = drawing.draw(pictures::solution(puzzle, completed));
    text.push_str(&plain(&details(puzzle, completed)));
    text
}

/// The details of a solution apart from its drawing, each part after an empty line: the report, and the grid in the
/// notation that `check` reads.
fn details(puzzle: &Puzzle, completed: &Completed) -> String {
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
    text.push_str(&puzzle.write(completed));
    text
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

/// Where two solutions differ, with both symbols.
fn differences(puzzle: &Puzzle, a: &Completed, b: &Completed) -> String {
    let places = puzzle.differences(a, b).into_iter().map(|difference| {
        let [x, y] = difference.values;
        format!("{} ({x} or {y})", difference.place)
    });
    listed("the first two solutions differ in", places) + "\n"
}

/// The number of solutions, if the consensus or the solve knows it.
pub(super) fn known_number(report: &ConsensusReport, findings: &Findings) -> Option<u64> {
    let verdict = findings.verdict;
    let counted = verdict.is_exhaustive().then_some(verdict.found);
    report.solutions.or(counted)
}

/// The number of places that are the same in all solutions, in one line.
pub(super) fn in_short(
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
fn consensus(
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

/// The rules that have no solution together; of two sets that have nothing in common, or no clue, both.
fn clashing(clash: &Clash) -> String {
    let mut text = String::new();
    let two = clash.nearly.as_ref().filter(|nearly| nearly.is_possible);
    let two = two.filter(|_| clash.minimal < Minimal::Sentences);
    let is_of_two = two.is_some();
    if let Some(nearly) = two {
        text.push_str("these two have no solution together, but each has one by itself:\n");
        text.push_str(&wrapped(&format!("  {}", without_stop(&nearly.sentence))));
        text.push_str("\n  all other rules");
        if let Some(number) = nearly.solutions {
            let _ = write!(text, ", which have {}", in_words(number));
        }
        text.push('\n');
    }
    for (number, (rules, minimal)) in clash.sets().enumerate() {
        let is_apart = rules.iter().all(|rule| !clash.rules.contains(rule));
        let more = match (number, is_apart) {
            (0, _) => "",
            (_, true) => "\nand apart from them, ",
            (_, false) => "\nand apart from their clues and givens, ",
        };
        let (last, first): (Vec<String>, Vec<String>) = match minimal {
            Minimal::Parts => rules
                .iter()
                .cloned()
                .partition(|rule| clash.together.contains(rule)),
            _ => (Vec::new(), rules.to_vec()),
        };
        let (mut lines, last) = (
            folded(&first, &clash.culprits),
            folded(&last, &clash.culprits),
        );
        let in_parts;
        let head = match (rules, minimal) {
            ([_], _) => "no arrangement satisfies this rule, so there is no solution:\n",
            (_, Minimal::Places) => {
                "these rules have no solution together; leave out any one, and the others here have one:\n"
            }
            (_, Minimal::Clues) => {
                "these rules have no solution together; without any one sentence, clue or given there is one (perhaps not \
                 every other place of a sentence is needed):\n"
            }
            (_, Minimal::Sentences) => {
                "these rules have no solution together; without any one sentence there is one (perhaps not every place of a \
                 sentence is needed):\n"
            }
            (_, Minimal::Parts) => {
                let came = match is_of_two {
                    true => "the search for a smaller conflict came to these rules",
                    false => "these rules have no solution together",
                };
                let count = last.len();
                let head = format!(
                    "{came}; without any one sentence but the last {count} there is one, and without these {count} \
                     together (perhaps not every place of a sentence is needed):"
                );
                in_parts = wrapped(&head) + "\n";
                &in_parts
            }
            (_, Minimal::Unknown) if is_of_two && number == 0 => {
                "the search for a smaller conflict came to these rules (perhaps not all are needed: time ran out):\n"
            }
            (_, Minimal::Unknown) => {
                "these rules have no solution together (perhaps not all are needed: time ran out):\n"
            }
        };
        let _ = write!(text, "{more}{head}");
        lines.extend(last);
        for line in lines {
            text.push_str(&wrapped(&format!("  {line}")));
            text.push('\n');
        }
    }
    let nearly = clash.nearly.as_ref().filter(|_| !is_of_two);
    if let Some((nearly, solutions)) = nearly.and_then(|nearly| Some((nearly, nearly.solutions?))) {
        let what = match solutions {
            1 => "which does not satisfy",
            _ => "none of which satisfies",
        };
        text.push_str(&wrapped(&format!(
            "all other rules have {}, {what} `{}`",
            in_words(solutions),
            without_stop(&nearly.sentence)
        )));
        text.push('\n');
    }
    match &clash.culprits[..] {
        [] => {}
        [only] if clash.are_all_culprits => {
            let _ = writeln!(
                text,
                "of all rules only `{only}`, left out, would give the whole puzzle a solution"
            );
        }
        [one] => {
            let _ = writeln!(
                text,
                "without `{one}` the whole puzzle would have a solution (others may do, too: time ran out)"
            );
        }
        _ => {
            let more = match clash.are_all_culprits {
                true => "",
                false => " (others may do, too: time ran out)",
            };
            let _ = writeln!(
                text,
                "without any one of those marked * the whole puzzle would have a solution{more}"
            );
        }
    }
    text
}

fn in_words(solutions: usize) -> String {
    match solutions {
        1 => "1 solution".to_owned(),
        _ => format!("{} solutions", thousands(solutions as u64)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explain::Nearly;

    #[test]
    fn what_is_said_of_rules_that_clash() {
        let clash = |rules: &[&str], minimal| Clash {
            rules: rules.iter().map(|&rule| rule.to_owned()).collect(),
            minimal,
            ..Clash::default()
        };
        assert_eq!(
            clashing(&clash(&["a", "b"], Minimal::Places)),
            "these rules have no solution together; leave out any one, and the others here have one:\n  a\n  b\n"
        );
        assert_eq!(
            clashing(&clash(&["a", "b"], Minimal::Unknown)),
            "these rules have no solution together (perhaps not all are needed: time ran out):\n  a\n  b\n"
        );
        assert_eq!(
            clashing(&clash(&["r1c1: a", "r1c2: a", "b"], Minimal::Sentences)),
            "these rules have no solution together; without any one sentence there is one (perhaps not every place of a \
             sentence is needed):\n  b\n  a: 2 places (r1c1; r1c2)\n"
        );
        let together = Clash {
            together: ["b", "r1c1: c", "r1c2: c"].map(str::to_owned).to_vec(),
            ..clash(&["a", "b", "r1c1: c", "r1c2: c", "d"], Minimal::Parts)
        };
        assert_eq!(
            clashing(&together),
            "these rules have no solution together; without any one sentence but the last 2\nthere is one, and without \
             these 2 together (perhaps not every place of a\nsentence is needed):\n  a\n  d\n  b\n  c: 2 places (r1c1; \
             r1c2)\n"
        );
        assert_eq!(
            clashing(&clash(&["row 1: a", "b"], Minimal::Clues)),
            "these rules have no solution together; without any one sentence, clue or given there is one (perhaps not \
             every other place of a sentence is needed):\n  row 1: a\n  b\n"
        );
        let culprits = |culprits: &[&str], are_all_culprits| Clash {
            culprits: culprits.iter().map(|&rule| rule.to_owned()).collect(),
            are_all_culprits,
            ..clash(&["a", "b"], Minimal::Places)
        };
        assert!(clashing(&culprits(&["a"], true)).ends_with(
            "of all rules only `a`, left out, would give the whole puzzle a solution\n"
        ));
        assert!(clashing(&culprits(&["a"], false)).ends_with(
            "without `a` the whole puzzle would have a solution (others may do, too: time ran out)\n"
        ));
        assert!(clashing(&culprits(&["a", "b"], true)).ends_with(
            "without any one of those marked * the whole puzzle would have a solution\n"
        ));
        let nearly = |solutions, is_possible| Clash {
            nearly: Some(Nearly {
                sentence: "b.".to_owned(),
                solutions,
                is_possible,
            }),
            ..clash(&["a", "b"], Minimal::Unknown)
        };
        assert_eq!(
            clashing(&nearly(None, true)),
            "these two have no solution together, but each has one by itself:\n  b\n  all other rules\nthe search for a \
             smaller conflict came to these rules (perhaps not all are needed: time ran out):\n  a\n  b\n"
        );
        assert_eq!(
            clashing(&nearly(Some(36), true)),
            "these two have no solution together, but each has one by itself:\n  b\n  all other rules, which \
             have 36 solutions\nthe search for a smaller conflict came to these rules (perhaps not all are needed: time \
             ran out):\n  a\n  b\n"
        );
        assert!(
            clashing(&nearly(Some(1), false))
                .ends_with("  b\nall other rules have 1 solution, which does not satisfy `b`\n")
        );
        assert!(
            clashing(&nearly(Some(1000), false)).ends_with(
                "  b\nall other rules have 1,000 solutions, none of which satisfies `b`\n"
            )
        );
        assert_eq!(
            clashing(&clash(&["a"], Minimal::Places)),
            "no arrangement satisfies this rule, so there is no solution:\n  a\n"
        );
    }

    #[test]
    fn rules_of_one_sentence_are_folded_and_those_to_blame_come_first() {
        let rules = ["r1c1: s.", "r1c2: s."].map(str::to_owned);
        assert_eq!(folded(&rules, &[]), ["s: 2 places (r1c1; r1c2)"]);
        let rules = ["r1c1: s", "r1c2: s", "row 1: prime", "r1c3: s", "all"];
        let rules = rules.map(str::to_owned);
        assert_eq!(
            folded(&rules, &["row 1: prime".to_owned()]),
            ["row 1: prime", "all", "s: 3 places (r1c1; r1c2; r1c3)"]
        );
        assert_eq!(
            folded(&rules, &["all".to_owned(), "r1c2: s".to_owned()]),
            [
                "* r1c2: s",
                "* all",
                "row 1: prime",
                "s: 2 places (r1c1; r1c3)"
            ]
        );
    }
}
