//! `--without-pass PASS`: models that are made without something that the compiler does only for speed.

use clap::Args;

use crate::puzzle::Pass;

/// Passes that are left out.
#[derive(Args, Clone, Debug, Default)]
pub(super) struct PassArguments {
    /// Make the model without a pass, which is there for speed alone (`rules NAME --compiled` tells which did something):
    /// the answers are the same. Can be repeated
    #[arg(long = "without-pass", value_name = "PASS", value_parser = parse_pass)]
    pub(super) without_passes: Vec<Pass>,
}

/// # Errors
/// If there is no pass of this name; the message has all names.
fn parse_pass(name: &str) -> Result<Pass, String> {
    let mut all = Pass::ALL.iter();
    all.find(|pass| pass.name() == name)
        .copied()
        .ok_or_else(|| {
            let known: Vec<&str> = Pass::ALL.iter().map(|pass| pass.name()).collect();
            format!("known are {}", known.join(", "))
        })
}
