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

/// Parts of a unit of profit in which prices are counted, so that they are whole numbers.
const PARTS: f64 = 1024.0;

fn main() {
    // A bound fails by nearly all items at once: what is learnt from that is not met again (36 times slower on 30
    // items).
    let (options, text) = shared::start_without_learning(BUILT_IN);
    let numbers: Vec<i64> = shared::numbers(&text).into_iter().map(i64::from).collect();
    let (items, capacities) = (numbers[0] as usize, numbers[1] as usize);
    let profits = &numbers[2..2 + items];
    let rows: Vec<Row<'_>> = (0..capacities)
        .map(|c| Row {
            weights: &numbers[2 + items * (c + 1)..][..items],
            capacity: numbers[2 + items * (capacities + 1) + c],
        })
        .collect();
    let mut model = Model::new();
    let take = model.vars(items, 0..=1);
    let sum = |factors: &[i64]| -> Vec<(i64, Var)> {
        factors.iter().copied().zip(take.iter().copied()).collect()
    };
    for row in &rows {
        model.post(Linear::new(
            &sum(row.weights),
            Relation::AtMost,
            row.capacity,
        ));
    }
    let most: i64 = profits.iter().sum();
    let profit = model.var(0..=most as i32);
    let mut terms = sum(profits);
    terms.push((-1, profit));
    model.post(Linear::new(&terms, Relation::Is, 0));
    // What is left of a capacity is never negative, so paying for it bounds the profit: of an item then counts what it
    // brings beyond the price of its weights. That follows from the above, but no row by itself says it.
    let prices = prices(profits, &rows);
    let beyond: Vec<i64> = (0..items)
        .map(|i| {
            let of_row = |(row, price): (&Row<'_>, &i64)| price * row.weights[i];
            profits[i] * PARTS as i64 - rows.iter().zip(&prices).map(of_row).sum::<i64>()
        })
        .collect();
    let mut terms: Vec<(i64, Var)> = beyond
        .iter()
        .map(|b| -b)
        .zip(take.iter().copied())
        .collect();
    terms.push((PARTS as i64, profit));
    let all: i64 = rows
        .iter()
        .zip(&prices)
        .map(|(row, price)| price * row.capacity)
        .sum();
    model.post(Linear::new(&terms, Relation::AtMost, all));
    model.decide(&take);
    model.maximise(&[(1, profit)]);
    shared::optimum(&options, model, |solution| {
        let taken: Vec<usize> = (0..items).filter(|&i| solution[take[i]] == 1).collect();
        println!("items {taken:?}: profit {}", solution[profit]);
    });
}

struct Row<'n> {
    weights: &'n [i64],
    capacity: i64,
}

/// A price for a unit of each capacity, in [`PARTS`] of a unit of profit, such that what all items bring beyond the
/// prices of their weights, with the price of all capacities, is as little as was found: a Lagrangian relaxation, by
/// steps against what is left over or lacking (Held and Karp 1971, "The traveling-salesman problem and minimum spanning
/// trees: part II").
fn prices(profits: &[i64], rows: &[Row<'_>]) -> Vec<i64> {
    let most = profits.iter().sum::<i64>() as f64;
    // As shares of the capacities, so that all steps are alike.
    let mut prices = vec![0.0; rows.len()];
    let (mut best, mut least) = (prices.clone(), f64::INFINITY);
    for step in 1..=10_000 {
        let mut left = vec![1.0; rows.len()];
        let mut bound: f64 = prices.iter().sum();
        for (i, &profit) in profits.iter().enumerate() {
            let shares = rows
                .iter()
                .map(|row| row.weights[i] as f64 / row.capacity as f64);
            let cost: f64 = shares
                .clone()
                .zip(&prices)
                .map(|(share, price)| share * price)
                .sum();
            if profit as f64 > cost {
                bound += profit as f64 - cost;
                left.iter_mut()
                    .zip(shares)
                    .for_each(|(left, share)| *left -= share);
            }
        }
        if bound < least {
            (best, least) = (prices.clone(), bound);
        }
        let norm = left.iter().map(|left| left * left).sum::<f64>().sqrt();
        if norm == 0.0 {
            break;
        }
        for (price, left) in prices.iter_mut().zip(left) {
            *price = (*price - most / f64::from(step) * left / norm).max(0.0);
        }
    }
    let in_parts = |(price, row): (f64, &Row<'_>)| (PARTS * price / row.capacity as f64) as i64;
    best.into_iter().zip(rows).map(in_parts).collect()
}
