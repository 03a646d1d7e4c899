//! Each rule of each rulebook is needed: without it, an example has more solutions, or a wrong grid breaks no rule.

use crate::document::{Problems, Source};
use crate::language::Puzzle;
use crate::language::genres::LIBRARY;
use crate::language::library::Shelf;
use crate::language::loaded::{Expected, examples};
use crate::solve::{Goal, Request, Unwatched, solve};

/// Whether an example notices that a rule is not there.
fn is_noticed(puzzle: &Puzzle, expected: &Expected, rule: &str) -> bool {
    let rest = puzzle.without(&[rule.to_owned()]);
    let mut wrong = expected.wrong.iter();
    if wrong.any(|(_, grid)| rest.check(grid).is_empty()) {
        return true;
    }
    let Some(solutions) = expected.solutions else {
        return false;
    };
    let request = Request {
        goal: Goal::Limit(solutions + 1),
        ..Request::default()
    };
    let findings = solve(&rest, &request, &mut Unwatched).expect("solver and checker agree");
    findings.verdict.found > solutions
}

#[test]
fn each_rule_that_is_left_out_is_noticed() {
    let mut unnoticed = Vec::new();
    for (name, text) in LIBRARY {
        let source = Source {
            name: format!("{name}.rules"),
            text: (*text).to_owned(),
        };
        let mut problems = Problems::default();
        let kind = Shelf::library()
            .kind_in(name, source, &mut problems)
            .unwrap_or_else(|_| panic!("{name}: {problems:?}"));
        let examples: Vec<_> = examples(&kind)
            .into_iter()
            .map(|example| example.unwrap_or_else(|(_, problems)| panic!("{name}: {problems:?}")))
            .collect();
        for rule in &kind.book().rules {
            let noticed = examples
                .iter()
                .any(|example| is_noticed(&example.puzzle, example.expected(), &rule.id));
            if !noticed {
                unnoticed.push(format!("{name}: {}", rule.id));
            }
        }
    }
    assert!(unnoticed.is_empty(), "{}", unnoticed.join("\n"));
}
