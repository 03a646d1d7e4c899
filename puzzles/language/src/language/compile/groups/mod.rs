//! Connected groups of atoms whose extent depends on the solution, as graphs and tests of their members.
//!
//! Rules about them become propagators on the graph; what follows from several rules is in `regions`.

pub(super) mod all_equal;
pub(super) mod border;
pub(super) mod few_ways;
pub(super) mod form;
pub(super) mod graph;
pub(super) mod group;
pub(super) mod implied_parts;
pub(super) mod measured;
pub(super) mod member;
pub(super) mod one_region;
pub(super) mod reified;
pub(super) mod sized;
pub(super) mod visits;
pub(super) mod whole;
