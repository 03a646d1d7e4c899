//! What is shown of the puzzle and of its solutions: picture, report, answer.

use super::ShutTheBox;
use crate::picture::Picture;
use crate::puzzle::Completed;

pub(super) fn picture(puzzle: &ShutTheBox) -> Picture {
    let _ = puzzle;
    todo!()
}

pub(super) fn fill(puzzle: &ShutTheBox, picture: &mut Picture, completed: &Completed) {
    let _ = (puzzle, picture, completed);
    todo!()
}

pub(super) fn report(puzzle: &ShutTheBox, completed: &Completed) -> Vec<String> {
    let _ = (puzzle, completed);
    todo!()
}

pub(super) fn answer(puzzle: &ShutTheBox, completed: &Completed) -> Option<u128> {
    let _ = (puzzle, completed);
    todo!()
}
