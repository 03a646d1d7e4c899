//! Quasigroup completion: each row and each column of a square has every number once.
//!
//! `cargo run --release --example quasigroup -- [--learn on|off] [FILE]`: the file has a row a line, numbers from 0 and
//! −1 for open cells.

#[path = "shared/mod.rs"]
mod shared;

use quadrille_engine::propagators::AllDifferentGac;
use quadrille_engine::{Model, Var};

const BUILT_IN: &str = "\
 0 -1 -1 -1  4
-1  2 -1  4 -1
-1 -1  4 -1 -1
-1  4 -1 -1  2
 4 -1 -1 -1 -1
";

fn main() {
    let (options, text) = shared::start(BUILT_IN);
    let rows: Vec<Vec<i32>> = text
        .lines()
        .map(shared::numbers)
        .filter(|row| !row.is_empty())
        .collect();
    let n = rows.len();
    let mut model = Model::new();
    let cells: Vec<Vec<Var>> = rows
        .iter()
        .map(|row| {
            assert_eq!(row.len(), n, "a square");
            row.iter()
                .map(|&v| model.var(if v < 0 { 0..=n as i32 - 1 } else { v..=v }))
                .collect()
        })
        .collect();
    for (i, row) in cells.iter().enumerate() {
        model.post(AllDifferentGac::new(row));
        let column: Vec<Var> = cells.iter().map(|row| row[i]).collect();
        model.post(AllDifferentGac::new(&column));
    }
    shared::first(&options, model, |solution| {
        for row in &cells {
            let line: Vec<String> = row.iter().map(|&x| format!("{:2}", solution[x])).collect();
            println!("{}", line.join(" "));
        }
    });
}
