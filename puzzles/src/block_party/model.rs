//! The model: the rules as propagators.

use super::BlockParty;
use crate::puzzle::{BuildOptions, Built};

pub(super) fn build(puzzle: &BlockParty, options: &BuildOptions) -> Built {
    let _ = (puzzle, options);
    todo!()
}
