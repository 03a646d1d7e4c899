//! The model: the rules as propagators.

use super::NumberCross4;
use crate::puzzle::{BuildOptions, Built};

pub(super) fn build(puzzle: &NumberCross4, options: &BuildOptions) -> Built {
    let _ = (puzzle, options);
    todo!()
}
