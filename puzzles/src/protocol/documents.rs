//! The documents about a solve and a check; `documents.md` documents the fields.

use std::time::Duration;

use serde_json::{Map, Value, json};

use super::completion::Deep;
use super::solved::Solved;
use crate::grid::Grid;
use crate::language::Puzzle;
use crate::puzzle::{Answer, Best, Completed};
use crate::solve::{ConsensusReport, Findings, Minimal, Standing};
use crate::violation::Violation;

use super::VERSION;
/// Everything about a solve; the solutions only `with_solutions`.
pub(crate) fn result(solved: &Solved<'_>, with_solutions: bool) -> Value {
    let puzzle = &solved.loaded.puzzle;
    let findings = &solved.findings;
    let (rows, columns) = puzzle.size();
    let verdict = findings.verdict;
    let mut document = json!({
        "version": VERSION,
        "type": "result",
        "puzzle": {
            "name": solved.name,
            "kind": solved.loaded.kind.name(),
            "title": solved.loaded.title,
            "source": solved.loaded.source,
            "variant": solved.loaded.variant,
            "notes": solved.loaded.notes,
            "rows": rows,
            "columns": columns,
        },
        "verdict": {
            "text": solved.headline(),
            "found": verdict.found,
            "checked": findings.checked,
            "exhausted": verdict.is_exhaustive(),
            "stopped": verdict.stopped.map(|halt| halt.word()),
            "exit_code": verdict.exit_code(),
        },
        "answer": {
            "text": puzzle.answer_text(),
            "values": findings.answers.iter().map(answer).collect::<Vec<_>>(),
            "same": is_same(findings),
        },
        "best": findings.best.as_ref().map(|best| {
            let grid = best.grid().filter(|_| verdict.found == 0);
            json!({
                "wanted": best.word(),
                "value": best.found.as_ref().map(|(value, _)| value),
                "bound": best.value().unwrap_or(best.bound),
                "proved": best.is_proved,
                "solution": grid.map(|completed| solution(puzzle, completed)),
            })
        }),
        "consensus": solved.consensus.as_ref().and_then(|report| consensus(puzzle, report)),
        "no_solution": no_solution(solved),
        "entries": solved.standing.as_ref().map(entries),
        "weak_rules": solved.weak,
        "statistics": statistics(findings, solved.parse, solved.total),
    });
    if with_solutions && let Some(fields) = document.as_object_mut() {
        let solutions = findings.solutions.iter();
        let list = solutions.map(|completed| Value::Object(solution(puzzle, completed)));
        fields.insert("solutions".to_owned(), list.collect());
    }
    document
}

/// One line of many: a solution with its number.
#[cfg(feature = "command")]
pub(crate) fn solution_line(puzzle: &Puzzle, number: u64, completed: &Completed) -> Value {
    let mut line = Map::new();
    line.insert("version".to_owned(), VERSION.into());
    line.insert("type".to_owned(), "solution".into());
    line.insert("number".to_owned(), number.into());
    line.extend(solution(puzzle, completed));
    Value::Object(line)
}

/// What `check` found in a grid with `places` places, `open` of them open, and the solution that it is, if it is one.
pub(crate) fn checked(
    puzzle: &Puzzle,
    broken: &[Violation],
    [places, open]: [usize; 2],
    solution: Option<&Completed>,
    deep: Option<&Deep>,
) -> Value {
    let value = solution.and_then(|grid| puzzle.value_of(grid));
    let list: Vec<Value> = broken
        .iter()
        .map(|violation| {
            json!({
                "rule": violation.rule,
                "id": violation.id,
                "cells": violation.cells.iter().map(ToString::to_string).collect::<Vec<_>>(),
                "message": violation.message,
            })
        })
        .collect();
    json!({
        "version": VERSION,
        "type": "check",
        "holds": broken.is_empty(),
        "broken": list,
        "places": places,
        "open": open,
        "solved": solution.is_some() && value.is_none(),
        "value": value.and_then(|(_, value)| i64::try_from(value).ok()),
        "deep": deep.map(|deep| {
            json!({
                "completable": deep.is_possible(),
                "ways": deep.ways.found,
                "exhausted": deep.ways.is_exhaustive(),
                "stopped": deep.stopped(),
                "best": deep.best.as_ref().and_then(Best::value),
                "keeps_the_rules": deep.keeps_the_rules,
                "entries": deep.standing.as_ref().map(entries),
            })
        }),
    })
}

/// What is known about the entries of a grid.
fn entries(standing: &Standing) -> Value {
    let wrong = standing
        .wrong
        .iter()
        .map(|entry| json!({ "place": entry.place, "listed": entry.listed, "never": entry.never }));
    json!({
        "wrong": wrong.collect::<Vec<_>>(),
        "undecided": standing.undecided,
        "solutions": standing.solutions,
    })
}

fn answer(answer: &Option<Answer>) -> Value {
    answer
        .as_ref()
        .map_or(Value::Null, |answer| answer.to_string().into())
}

fn is_same(findings: &Findings) -> Value {
    let mut answers = findings.answers.iter().flatten();
    if !answers.all(Answer::is_known) {
        return Value::Null;
    }
    match (findings.answers.len(), findings.verdict.is_exhaustive()) {
        (2.., _) => false.into(),
        (1, true) => true.into(),
        _ => Value::Null,
    }
}

fn solution(puzzle: &Puzzle, completed: &Completed) -> Map<String, Value> {
    let grid: Vec<String> = puzzle.write(completed).lines().map(str::to_owned).collect();
    let amounts: Vec<Value> = puzzle
        .flows(completed)
        .iter()
        .map(|flow| {
            json!({
                "from": flow.from.to_string(),
                "towards": flow.towards.letter().to_string(),
                "amount": flow.amount,
            })
        })
        .collect();
    let mut fields = Map::new();
    fields.insert("grid".to_owned(), grid.into());
    fields.insert("layers".to_owned(), puzzle.layers_json(completed));
    fields.insert("amounts".to_owned(), amounts.into());
    fields.insert("answer".to_owned(), answer(&puzzle.answer(completed)));
    fields.insert("report".to_owned(), puzzle.report(completed).into());
    fields
}

fn consensus(puzzle: &Puzzle, report: &ConsensusReport) -> Option<Value> {
    if report.is_empty() {
        return None;
    }
    let places = puzzle.place_texts(report);
    Some(json!({
        "complete": report.stopped.is_none(),
        "solutions": report.solutions,
        "cells": cells_of(puzzle, &places),
        "places": places
            .iter()
            .map(|(name, [seen, undecided])| {
                json!({ "place": name, "seen": seen, "undecided": undecided })
            })
            .collect::<Vec<_>>(),
    }))
}

/// By row, the values of each cell; `None` if the places are not just the cells of one grid.
fn cells_of(puzzle: &Puzzle, places: &[(String, [Vec<String>; 2])]) -> Value {
    let (rows, columns) = puzzle.size();
    let names = Grid::from_fn(rows, columns, |cell| cell.to_string());
    let known = places.iter().map(|(name, _)| name);
    if !known.eq(names.values()) {
        return Value::Null;
    }
    let row = |row: &[(String, [Vec<String>; 2])]| -> Value {
        row.iter()
            .map(|(_, [seen, undecided])| json!({ "seen": seen, "undecided": undecided }))
            .collect()
    };
    places.chunks(columns).map(row).collect()
}

fn no_solution(solved: &Solved<'_>) -> Value {
    let verdict = solved.findings.verdict;
    if verdict.found > 0 || !verdict.is_exhaustive() {
        return Value::Null;
    }
    let changed = solved.blamed.changed.iter();
    let changed = changed.map(|(part, value)| json!({ "part": part, "value": value }));
    json!({
        "refuted_by": solved.findings.refuted_by,
        "rules": solved.clash.as_ref().map(|clash| clash.rules.clone()),
        "minimal": solved.clash.as_ref().map(|clash| clash.minimal == Minimal::Places),
        "minimal_by_clue": solved.clash.as_ref().map(|clash| clash.minimal >= Minimal::Clues),
        "minimal_by_sentence": solved.clash.as_ref().map(|clash| clash.minimal >= Minimal::Sentences),
        "together": solved.clash.as_ref().filter(|clash| clash.minimal == Minimal::Parts).map(|clash| {
            clash.together.clone()
        }),
        "nearly": solved.clash.as_ref().and_then(|clash| clash.nearly.as_ref()).map(|nearly| {
            json!({
                "rule": nearly.sentence,
                "solutions": nearly.solutions,
                "rule_has_solution": nearly.is_possible,
            })
        }),
        "to_blame": solved.blamed.left_out,
        "to_blame_complete": solved.blamed.is_complete,
        "to_change": changed.collect::<Vec<_>>(),
        "culprits_complete": solved.clash.as_ref().map(|clash| clash.are_all_culprits),
        "culprits": solved.clash.as_ref().map(|clash| clash.culprits.clone()),
        "further": solved.clash.as_ref().and_then(|clash| clash.second.as_ref()).map(|(rules, _)| rules.clone()),
    })
}

fn statistics(findings: &Findings, parse: Duration, total: Duration) -> Value {
    let stats = &findings.stats;
    let propagators: Vec<Value> = findings
        .propagators
        .iter()
        .map(|figures| {
            json!({
                "name": figures.name,
                "number": figures.number,
                "calls": figures.calls.calls,
                "prunings": figures.calls.pruning,
                "failures": figures.calls.failing,
            })
        })
        .collect();
    json!({
        "seconds": {
            "parse": parse.as_secs_f64(),
            "build": stats.build.as_secs_f64(),
            "root": stats.root.as_secs_f64(),
            "search": stats.search.as_secs_f64(),
            "total": total.as_secs_f64(),
        },
        "nodes": stats.nodes,
        "failures": stats.failures,
        "solutions": stats.solutions,
        "propagations": stats.propagations,
        "changes": stats.changes,
        "peak_depth": stats.peak_depth,
        "restarts": stats.restarts,
        "no_goods": stats.no_goods,
        "propagators": propagators,
    })
}
