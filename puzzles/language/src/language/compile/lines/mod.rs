//! Rules along a line of cells: clues, automata, and what follows for each part of a line.
//!
//! Clues of lines wait for all other rules, because ties between neighbours leave fewer ways to fill a line.

pub(super) mod automaton;
pub(super) mod cliques;
pub(super) mod clue;
pub(super) mod line_clues;
pub(super) mod ties;
pub(super) mod windows;
