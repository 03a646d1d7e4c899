//! Why a puzzle has no solution: rules that conflict, and clues and givens that are to blame.

use std::fmt::Write;
use std::time::Duration;

use super::super::lines::{listed, wrapped};
use crate::protocol::solved::Solved;
use crate::protocol::words::folded;
use crate::solve::{Clash, Minimal, thousands};
use crate::violation::without_stop;

/// What the marks in the picture of a puzzle without a solution mean: a line, or nothing.
pub(super) fn key(solved: &Solved<'_>) -> &'static str {
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

/// Clues and givens to blame, and the rules that conflict, if they were searched for, as they are with a time limit of
/// `explain`.
pub(super) fn push(text: &mut String, solved: &Solved<'_>, explain: Duration) {
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
        let known = solved.loaded.puzzle.rules().into_iter();
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
        let has_culprits = clash.is_without_solution || clash.culprits.iter().any(has_place);
        if !has_culprits && blamed.left_out.is_empty() && blamed.is_complete {
            text.push_str("leaving out one clue or given is not enough for a solution\n");
        }
    } else if solved.may_explain(explain) {
        let _ = writeln!(
            text,
            "\ncould not determine the conflicting rules in time (see --explain)"
        );
    }
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
        text.push_str(match (number, is_apart) {
            (0, _) => "",
            (_, true) => "\nand apart from them, ",
            (_, false) => "\nand apart from their clues and givens, ",
        });
        push_set(&mut text, clash, rules, minimal, is_of_two, number == 0);
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
    push_culprits(&mut text, clash);
    text
}

/// A set of rules without a solution, with what is known of how small it is. `is_of_two`: two parts of the puzzle that
/// conflict stand before it.
fn push_set(
    text: &mut String,
    clash: &Clash,
    rules: &[String],
    minimal: Minimal,
    is_of_two: bool,
    is_first: bool,
) {
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
    text.push_str(match (rules, minimal) {
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
        (_, Minimal::Unknown) if is_of_two && is_first => {
            "the search for a smaller conflict came to these rules (perhaps not all are needed: time ran out):\n"
        }
        (_, Minimal::Unknown) => {
            "these rules have no solution together (perhaps not all are needed: time ran out):\n"
        }
    });
    lines.extend(last);
    for line in lines {
        text.push_str(&wrapped(&format!("  {line}")));
        text.push('\n');
    }
}

/// The rules without one of which the whole puzzle would have a solution.
fn push_culprits(text: &mut String, clash: &Clash) {
    let more = match clash.are_all_culprits {
        true => "",
        false => " (others may do, too: time ran out)",
    };
    let _ = match &clash.culprits[..] {
        [] => Ok(()),
        [only] if clash.are_all_culprits => writeln!(
            text,
            "of all rules only `{only}`, left out, would give the whole puzzle a solution"
        ),
        [one] => writeln!(
            text,
            "without `{one}` the whole puzzle would have a solution{more}"
        ),
        _ => writeln!(
            text,
            "without any one of those marked * the whole puzzle would have a solution{more}"
        ),
    };
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
