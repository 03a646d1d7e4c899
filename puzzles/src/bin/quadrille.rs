//! The `quadrille` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(quadrille::cli::run(std::env::args_os()))
}
