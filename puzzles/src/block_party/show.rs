//! What is shown of the puzzle and of its solutions: picture, report, answer.

use super::BlockParty;
use crate::picture::Picture;
use crate::puzzle::Completed;

pub(super) fn picture(puzzle: &BlockParty) -> Picture {
    let _ = puzzle;
    todo!()
}

pub(super) fn fill(puzzle: &BlockParty, picture: &mut Picture, completed: &Completed) {
    let _ = (puzzle, picture, completed);
    todo!()
}

pub(super) fn report(puzzle: &BlockParty, completed: &Completed) -> Vec<String> {
    let _ = (puzzle, completed);
    todo!()
}

pub(super) fn answer(puzzle: &BlockParty, completed: &Completed) -> Option<u128> {
    let _ = (puzzle, completed);
    todo!()
}
