//! The `quadrille` command.
fn main() {}
