//! The model: the rules as propagators.

use super::ShutTheBox;
use crate::puzzle::{BuildOptions, Built};

pub(super) fn build(puzzle: &ShutTheBox, options: &BuildOptions) -> Built {
    let _ = (puzzle, options);
    todo!()
}
