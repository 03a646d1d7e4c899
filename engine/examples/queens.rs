//! Queens: in how many ways `n` of them stand on an `n` by `n` board so that none attacks another.
//!
//! `cargo run --release --example queens -- [--learn on|off] [FILE]`: the file has the width of the board.

#[path = "shared/mod.rs"]
mod shared;

use quadrille_engine::Model;
use quadrille_engine::propagators::NotEqual;

fn main() {
    // Each of many solutions would have to be kept as a no-good (16 times slower on a board of ten).
    let (options, text) = shared::start_without_learning("8");
    let n = shared::numbers(&text)[0];
    let mut model = Model::new();
    let queens = model.vars(n as usize, 1..=n);
    for i in 0..n {
        for j in i + 1..n {
            for offset in [0, j - i, i - j] {
                let (x, y) = (queens[i as usize], queens[j as usize]);
                model.post(NotEqual::with_offset(x, y, offset));
            }
        }
    }
    shared::count(&options, model);
}
