//! The rules in words, the same wherever one is named: in what the model refutes, what the checker finds, and what two
//! givens break.

use super::Metric;
use crate::grid::Cell;

/// What a given says.
pub(super) fn given(value: u32, cell: Cell) -> String {
    format!("given {value} at {cell}")
}

/// What a region of `n` cells holds.
pub(super) fn region(name: &str, cells: usize) -> String {
    match cells {
        1 => format!("region {name} holds 1"),
        _ => format!("region {name}: each of 1–{cells} once"),
    }
}

/// How far a value is from the next of its kind.
pub(super) fn nearest(metric: Metric, value: u32) -> String {
    let within = match metric {
        Metric::Taxicab => "",
        Metric::Line => " in its row or column",
    };
    format!("each {value}: the nearest other {value}{within} is exactly {value} away")
}
