//! Expressions: what each is for the data of a puzzle, a constant, or a test or number over variables.
//!
//! What only the shape of a place, its group or the line of sight decides is in the folders of these.

pub(super) mod absence;
pub(super) mod adjective;
pub(super) mod arithmetic;
pub(super) mod atoms;
pub(super) mod comparison;
pub(super) mod definition;
pub(super) mod expression;
pub(super) mod first;
pub(super) mod function;
pub(super) mod lists;
pub(super) mod measure;
pub(super) mod once;
pub(super) mod predicate;
