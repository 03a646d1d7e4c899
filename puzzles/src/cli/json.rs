//! Machine output of what only the command does: comparisons, and many puzzles. `protocol/documents.md` documents the
//! fields.

use serde_json::{Map, Value, json};

use super::comparison::{Comparison, Spread, Trial};
use super::exit;
use super::open::Failure;
use crate::protocol::VERSION;
use crate::solve::Halt;

/// All runs of one puzzle, in all ways.
pub(super) fn comparison(comparison: &Comparison<'_>) -> Value {
    let ways = comparison.rows.iter().map(|(combination, runs)| {
        let of_runs = runs.iter().map(|run| {
            json!({
                "seed": run.seed,
                "solutions": run.found,
                "stopped": run.stopped.map(Halt::word),
                "nodes": run.nodes,
                "failures": run.failures,
                "seconds": run.time.as_secs_f64(),
            })
        });
        json!({
            "order": combination.order(),
            "values": combination.values(),
            "split": combination.split(),
            "restarts": combination.restarts(),
            "stopped": runs.iter().filter(|run| !run.is_finished()).count(),
            "nodes": spread(runs, |run| run.nodes, Value::from),
            "failures": spread(runs, |run| run.failures, Value::from),
            "seconds": spread(runs, |run| run.time, |time| time.as_secs_f64().into()),
            "runs": of_runs.collect::<Vec<_>>(),
        })
    });
    json!({
        "version": VERSION,
        "type": "comparison",
        "puzzle": comparison.puzzle,
        "solutions": comparison.solutions(),
        "exhausted": comparison.verdict.is_exhaustive(),
        "combinations": ways.collect::<Vec<_>>(),
    })
}

fn spread<T: Copy + Ord>(
    runs: &[Trial],
    figure: impl Fn(&Trial) -> T,
    number: impl Fn(T) -> Value,
) -> Value {
    let spread = Spread::of(runs, figure);
    let range = spread.and_then(|spread| spread.range);
    json!({
        "median": spread.and_then(|spread| spread.median).map(&number),
        "min": range.map(|(low, _)| number(low)),
        "max": range.map(|(_, high)| number(high)),
    })
}

/// One puzzle of many that has no result.
pub(super) fn failed(name: &str, failure: &Failure) -> Value {
    let kind = match failure.code {
        exit::DEFECT => "defect",
        exit::STOPPED => "stopped",
        _ => "bad_input",
    };
    json!({ "version": VERSION, "type": kind, "name": name, "report": failure.report })
}

/// The last line of many puzzles.
pub(super) fn summary(counts: &[(&'static str, usize)], broken_off: bool) -> Value {
    let mut line = Map::new();
    line.insert("version".to_owned(), VERSION.into());
    line.insert("type".to_owned(), "summary".into());
    for &(name, count) in counts {
        line.insert(name.to_owned(), count.into());
    }
    line.insert("broken_off".to_owned(), broken_off.into());
    Value::Object(line)
}
