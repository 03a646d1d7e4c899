//! The checker: the rules as written, applied to a filled grid. It shares no code with the model.

use super::ShutTheBox;
use crate::puzzle::Completed;
use crate::symbol::Violation;

pub(super) fn check(puzzle: &ShutTheBox, completed: &Completed) -> Vec<Violation> {
    let _ = (puzzle, completed);
    todo!()
}
