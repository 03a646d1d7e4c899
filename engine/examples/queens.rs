//! Queens: in how many ways `n` of them stand on an `n` by `n` board so that none attacks another.
//!
//! `cargo run --release --example queens -- [--learn on|off] [FILE]`: the file has the width of the board.

#[path = "shared/queens.rs"]
mod model;
#[path = "shared/mod.rs"]
mod shared;

fn main() {
    // Each of many solutions would have to be kept as a no-good (16 times slower on a board of ten).
    let (options, text) = shared::start_without_learning("8");
    let n = shared::numbers(&text)[0];
    shared::count(&options, model::queens(n as usize, 1..=n));
}
