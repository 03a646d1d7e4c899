//! What a file says is known about its puzzle, compared with what was found without it.

use crate::language::Puzzle;
use crate::puzzle::Answer;
use crate::read::Expected;
use crate::solve::Findings;
use crate::words::thousands;

/// The differences from what is expected.
pub(crate) fn differences(
    puzzle: &Puzzle,
    expected: &Expected,
    findings: &Findings,
) -> Vec<String> {
    let verdict = findings.verdict;
    let mut differences = Vec::new();
    if let Some(number) = expected.solutions
        && (verdict.found > number || (verdict.is_exhaustive() && verdict.found < number))
    {
        differences.push(format!("{verdict}, expected {}", thousands(number)));
    }
    if let Some(wanted) = &expected.answer {
        let others = findings
            .answers
            .iter()
            .find(|found| found.as_ref() != Some(wanted));
        if let Some(other) = others {
            differences.push(format!(
                "{}: {}, expected {wanted}",
                puzzle.answer_text(),
                answer(other)
            ));
        }
    }
    if let Some(known) = &expected.solution {
        let broken = puzzle.check(known);
        if let Some(violation) = broken.first() {
            differences.push(format!("the expected solution breaks a rule: {violation}"));
        } else if verdict.is_exhaustive()
            && !findings
                .solutions
                .iter()
                .any(|found| puzzle.differences(found, known).is_empty())
        {
            differences.push("the expected solution was not found".to_owned());
        }
    }
    let rules = puzzle.rules();
    for (rule, grid) in &expected.wrong {
        let is_left_out = !rules
            .iter()
            .any(|(name, sentence)| name == rule || sentence == rule);
        if is_left_out && puzzle.check(grid).is_empty() {
            differences.push(format!("a wrong grid is accepted without the rule: {rule}"));
        } else if !is_left_out && !puzzle.breaks(grid, rule) {
            differences.push(format!(
                "a grid that should break this rule does not: {rule}"
            ));
        }
    }
    differences
}

/// An answer, or that there is none.
pub(crate) fn answer(answer: &Option<Answer>) -> String {
    let answer = answer.as_ref();
    answer.map_or_else(|| "none".to_owned(), Answer::to_string)
}
