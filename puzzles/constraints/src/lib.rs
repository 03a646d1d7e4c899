//! Constraints on the cells of a grid, with their propagators and checkers: [number clues](clue), [folding](fold) a shape
//! into a box, and [what makes words of the language of rules strong and fast](rules). Nothing here knows a puzzle file
//! or a rulebook.

pub mod clue;
pub mod fold;
pub mod rules;

use quadrille_board::{draw, grid};
