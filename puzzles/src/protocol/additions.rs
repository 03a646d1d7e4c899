//! The documents about what can go from a puzzle, and what would have to be given.

use serde_json::{Value, json};

use super::VERSION;
use crate::puzzle::FilePart;
use crate::solve::Verdict;
use crate::thin::{Additions, Thinned};

/// A thinned file; `count` of its parts were candidates.
pub(crate) fn thinned(text: &str, parts: &[FilePart], count: usize, thinned: &Thinned) -> Value {
    let listed = |some: &[usize]| -> Vec<Value> {
        let some = some.iter().map(|&part| &parts[part]);
        some.map(|FilePart { keys, place, .. }| json!({ "keys": keys, "place": place }))
            .collect()
    };
    json!({
        "version": VERSION, "type": "thinned",
        "file": text,
        "of": count,
        "left_out": listed(&thinned.removed),
        "indispensable": listed(&thinned.indispensable),
        "minimal": thinned.is_minimal,
    })
}

/// Cells to give, if they were found, and whether any can be given at all.
pub(crate) fn added(found: Option<&Additions>, is_possible: bool) -> Value {
    let given = found.iter().flat_map(|found| &found.given);
    let given = given.map(|given| json!({ "place": given.place, "value": given.value }));
    json!({
        "version": VERSION, "type": "additions",
        "given": given.collect::<Vec<_>>(),
        "least": found.map(|found| found.is_least),
        "possible": is_possible,
    })
}

/// Why there is nothing to do.
pub(crate) fn only_verdict(verdict: Verdict) -> Value {
    json!({ "version": VERSION, "type": "verdict", "text": verdict.to_string() })
}
