//! Tests of the addresses.

mod corpus;
mod errors;
mod known;
mod laws;
mod random;
mod unwritten;

use super::{Datum, parse, parse_declaration};

/// What an address brings under a declaration.
fn decode(declaration: &str, text: &str) -> Vec<(String, Datum)> {
    let layout = parse_declaration(declaration).unwrap_or_else(|e| panic!("{declaration}: {e}"));
    layout
        .decode(&parse(text).unwrap())
        .unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// Words separated by blanks.
fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}
