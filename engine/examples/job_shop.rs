//! Job shop: jobs of several tasks in a row, each on one machine, which does one task at a time; the last task is to
//! end as early as can be.
//!
//! `cargo run --release --example job_shop -- [--learn on|off] [FILE]`: the file has the numbers of jobs and machines,
//! then for each job pairs of machine (from 0) and duration.

#[path = "shared/mod.rs"]
mod shared;

use quadrille_engine::propagators::{Linear, NoOverlap, ReifiedLinear};
use quadrille_engine::{Model, Relation, Var};

const BUILT_IN: &str = "\
3 3
0 3 1 2 2 2
0 2 2 1 1 4
1 4 2 3 0 1
";

fn main() {
    let (options, text) = shared::start(BUILT_IN);
    let numbers = shared::numbers(&text);
    let (jobs, machines) = (numbers[0] as usize, numbers[1] as usize);
    let task = |job: usize, place: usize| {
        let at = 2 + 2 * (job * machines + place);
        (numbers[at] as usize, numbers[at + 1])
    };
    let horizon: i32 = (0..jobs * machines)
        .map(|i| task(i / machines, i % machines).1)
        .sum();
    let mut model = Model::new();
    let starts: Vec<Vec<Var>> = (0..jobs)
        .map(|_| model.vars(machines, 0..=horizon))
        .collect();
    let end = model.var(0..=horizon);
    // x + duration ≤ y
    let before =
        |x: Var, duration: i32, y: Var| ([(1, x), (-1, y)], Relation::AtMost, -i64::from(duration));
    let mut orders = Vec::new();
    for (job, row) in starts.iter().enumerate() {
        for (place, &start) in row.iter().enumerate() {
            let next = *row.get(place + 1).unwrap_or(&end);
            let (terms, relation, k) = before(start, task(job, place).1, next);
            model.post(Linear::new(&terms, relation, k));
        }
    }
    for machine in 0..machines {
        let tasks: Vec<(Var, i32)> = (0..jobs * machines)
            .map(|i| (i / machines, i % machines))
            .filter(|&(job, place)| task(job, place).0 == machine)
            .map(|(job, place)| (starts[job][place], task(job, place).1))
            .collect();
        model.post(NoOverlap::new(&tasks));
        for (i, &(x, x_lasts)) in tasks.iter().enumerate() {
            for &(y, y_lasts) in &tasks[..i] {
                // One of them is done before the other starts.
                let (x_first, y_first) = (model.var(0..=1), model.var(0..=1));
                model.post(Linear::sum(&[x_first, y_first], Relation::Is, 1));
                for (b, x, lasts, y) in [(x_first, x, x_lasts, y), (y_first, y, y_lasts, x)] {
                    let (terms, relation, k) = before(x, lasts, y);
                    model.post(ReifiedLinear::new(b, &terms, relation, k));
                }
                orders.push(x_first);
            }
        }
    }
    // When it is known who comes first, every task can start as early as its bound says. That it ends as early as it
    // can is tried before: what is refuted that way raises the bound, and few solutions are found on the way to the
    // best.
    let decided: Vec<Var> = std::iter::once(end).chain(orders).collect();
    model.decide(&decided);
    model.minimise(&[(1, end)]);
    shared::optimum(&options, model, |solution| {
        for row in &starts {
            let line: Vec<String> = row.iter().map(|&x| format!("{:4}", solution[x])).collect();
            println!("{}", line.join(" "));
        }
        println!("ends at {}", solution[end]);
    });
}
