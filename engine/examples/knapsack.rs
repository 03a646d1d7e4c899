//! Knapsack with several capacities: which items to take, for the most profit.
//!
//! `cargo run --release --example knapsack -- [--learn on|off] [FILE]`: the file has the numbers of items and of
//! capacities, the profits, for each capacity a line of weights, and the capacities.

#[path = "shared/mod.rs"]
mod shared;

use quadrille_engine::propagators::Linear;
use quadrille_engine::{Model, Relation, Var};

const BUILT_IN: &str = "\
8 2
12 7 9 15 4 11 6 8
5 3 4 8 2 6 3 4
4 5 3 6 1 7 4 2
17 16
";

fn main() {
    let (options, text) = shared::start(BUILT_IN);
    let numbers: Vec<i64> = shared::numbers(&text).into_iter().map(i64::from).collect();
    let (items, capacities) = (numbers[0] as usize, numbers[1] as usize);
    let profits = &numbers[2..2 + items];
    let mut model = Model::new();
    let take = model.vars(items, 0..=1);
    let sum = |factors: &[i64]| -> Vec<(i64, Var)> {
        factors.iter().copied().zip(take.iter().copied()).collect()
    };
    for c in 0..capacities {
        let weights = &numbers[2 + items * (c + 1)..][..items];
        let capacity = numbers[2 + items * (capacities + 1) + c];
        model.post(Linear::new(&sum(weights), Relation::AtMost, capacity));
    }
    model.maximise(&sum(profits));
    shared::optimum(&options, model, |solution| {
        let taken: Vec<usize> = (0..items).filter(|&i| solution[take[i]] == 1).collect();
        let profit: i64 = taken.iter().map(|&i| profits[i]).sum();
        println!("items {taken:?}: profit {profit}");
    });
}
