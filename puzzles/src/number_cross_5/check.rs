//! The checker: the rules as written, applied to a filled grid. It shares no code with the model.

use super::NumberCross5;
use crate::puzzle::Completed;
use crate::symbol::Violation;

pub(super) fn check(puzzle: &NumberCross5, completed: &Completed) -> Vec<Violation> {
    let _ = (puzzle, completed);
    todo!()
}
