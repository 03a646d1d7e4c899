//! The built-in propagators, one file each. The documentation of each gives its meaning, its strength, the cost of a
//! run, and the paper that it comes from.
//!
//! Nearly all of them serve puzzles. [`NoOverlap`] serves an example and the benchmarks beside other solvers,
//! [`Lexicographic`] the guide.

mod acyclic;
pub(crate) mod all_different;
mod all_different_gac;
mod arithmetic;
mod clause;
mod connected;
mod count;
mod cycle;
mod dfa;
mod element;
mod equal;
mod formula;
mod graph;
mod group_rule;
mod groups;
mod lexicographic;
mod linear;
mod linear_gac;
mod mdd;
mod measure_rule;
mod no_overlap;
mod not_equal;
mod pairs;
mod partition;
mod placements;
mod presence;
mod regular;
mod reified_equal;
mod reified_linear;
mod sequences;
mod sight_line;
pub(crate) mod sum;
mod table;
mod table_index;
mod tuples;
pub(crate) mod upper_sum;
mod value_set;
mod visibility;

pub use acyclic::Acyclic;
pub use all_different::AllDifferent;
pub use all_different_gac::AllDifferentGac;
pub use arithmetic::{Absolute, Arithmetic};
pub use clause::{Clause, reified_clause};
pub use connected::{Connected, ConnectedGraph};
pub use count::Among;
pub use cycle::Loop;
pub use dfa::{Dfa, DfaError};
pub use element::Element;
pub use equal::Equal;
pub use formula::{
    Comparison, Formula, FormulaRule, GroupTest, Member, Number, OfGroup, Subformula,
    SubformulaMut, Test,
};
pub use graph::Graph;
pub use group_rule::{CloneGroupRule, GroupRule};
pub use groups::{Groups, SizedGroups};
pub use lexicographic::Lexicographic;
pub(crate) use linear::linear_gac_pays;
pub use linear::{Linear, linear};
pub use linear_gac::LinearGac;
pub use mdd::{InMdd, Mdd};
pub use measure_rule::{MeasureRule, Measured};
pub use no_overlap::NoOverlap;
pub use not_equal::NotEqual;
pub use pairs::{InPairs, Pairs};
pub use partition::Partition;
pub use placements::{Placement, Placements};
pub use presence::Presence;
pub use regular::Regular;
pub use reified_equal::ReifiedEqual;
pub use reified_linear::ReifiedLinear;
pub use sequences::increasing;
pub use sight_line::SightLine;
pub use table::Table;
pub use tuples::Tuples;
pub use visibility::Visibility;
