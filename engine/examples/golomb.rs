//! Golomb rulers: marks on the shortest ruler such that no two pairs of them are equally far apart.
//!
//! `cargo run --release --example golomb -- [--learn on|off] [FILE]`: the file has the number of marks.

#[path = "shared/mod.rs"]
mod shared;

use quadrille_engine::propagators::{AllDifferentGac, Linear};
use quadrille_engine::{Model, Relation, Var};

fn main() {
    // Which distances are taken depends on nearly all marks: what is learnt from a failure is not met again (20 times
    // slower with nine marks).
    let (options, text) = shared::start_without_learning("7");
    let n = shared::numbers(&text)[0] as usize;
    let longest = (n * n) as i32;
    let mut model = Model::new();
    let marks: Vec<Var> = (0..n)
        .map(|i| model.var(if i == 0 { 0..=0 } else { 1..=longest }))
        .collect();
    let mut distances = Vec::new();
    for j in 0..n {
        for i in 0..j {
            let shortest = ((j - i) * (j - i + 1) / 2) as i32;
            let distance = model.var(shortest..=longest);
            let terms = [(1, marks[j]), (-1, marks[i]), (-1, distance)];
            model.post(Linear::new(&terms, Relation::Is, 0));
            distances.push(distance);
        }
    }
    model.post(AllDifferentGac::new(&distances));
    // The mirror image is not a different ruler.
    if n > 2 {
        let (first, last) = (distances[0], distances[distances.len() - 1]);
        model.post(Linear::new(&[(1, first), (-1, last)], Relation::AtMost, -1));
    }
    model.decide(&marks);
    model.minimise(&[(1, marks[n - 1])]);
    shared::optimum(&options, model, |solution| {
        let marks: Vec<i32> = marks.iter().map(|&x| solution[x]).collect();
        println!("{marks:?}");
    });
}
