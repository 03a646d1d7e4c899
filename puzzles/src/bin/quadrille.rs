//! The `quadrille` command.

use std::process::ExitCode;

use quadrille_memory::Blocks;

#[global_allocator]
static BLOCKS: Blocks = Blocks;

fn main() -> ExitCode {
    Blocks::own();
    ExitCode::from(quadrille::cli::run(std::env::args_os()))
}
