//! What is shown of the puzzle and of its solutions: picture, report, answer.

use super::NumberCross4;
use crate::picture::Picture;
use crate::puzzle::Completed;

pub(super) fn picture(puzzle: &NumberCross4) -> Picture {
    let _ = puzzle;
    todo!()
}

pub(super) fn fill(puzzle: &NumberCross4, picture: &mut Picture, completed: &Completed) {
    let _ = (puzzle, picture, completed);
    todo!()
}

pub(super) fn report(puzzle: &NumberCross4, completed: &Completed) -> Vec<String> {
    let _ = (puzzle, completed);
    todo!()
}

pub(super) fn answer(puzzle: &NumberCross4, completed: &Completed) -> Option<u128> {
    let _ = (puzzle, completed);
    todo!()
}
