//! The model: the rules as propagators.

use super::NumberCross5;
use crate::puzzle::{BuildOptions, Built};

pub(super) fn build(puzzle: &NumberCross5, options: &BuildOptions) -> Built {
    let _ = (puzzle, options);
    todo!()
}
