//! Sudokus: how many solutions each has.
//!
//! `cargo run --release --example sudoku -- [--learn on|off] [FILE]`: the file has a sudoku of 81 characters a line,
//! `.` for an open cell.

#[path = "shared/mod.rs"]
mod shared;

use quadrille_engine::propagators::AllDifferentGac;
use quadrille_engine::{Model, Var};

const BUILT_IN: &str =
    "12.......3.45.......6.7.......8.12..............39.6.......2.5.......71.8.......93\n";

fn main() {
    let (options, text) = shared::start(BUILT_IN);
    for line in text.lines().filter(|line| line.len() >= 81) {
        let mut model = Model::new();
        let cells: Vec<Var> = line
            .chars()
            .take(81)
            .map(|c| match c.to_digit(10) {
                Some(digit) if digit > 0 => model.var(digit as i32..=digit as i32),
                _ => model.var(1..=9),
            })
            .collect();
        for i in 0..9 {
            let units: [Box<dyn Fn(usize) -> usize>; 3] = [
                Box::new(move |j| 9 * i + j),
                Box::new(move |j| 9 * j + i),
                Box::new(move |j| 27 * (i / 3) + 3 * (i % 3) + 9 * (j / 3) + j % 3),
            ];
            for unit in units {
                let unit: Vec<Var> = (0..9).map(|j| cells[unit(j)]).collect();
                model.post(AllDifferentGac::new(&unit));
            }
        }
        shared::count(&options, model);
    }
}
