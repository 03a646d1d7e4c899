//! The propagators in stock, one file each. Each says in its head comment what it means, how strong it is, what
//! a run costs and what its state is.

pub(crate) mod all_different;
mod all_different_gac;
mod clause;
mod connected;
mod count;
mod element;
mod equal;
mod linear;
mod linear_gac;
mod mdd;
mod not_equal;
mod regular;
mod reified_equal;
mod reified_linear;
pub(crate) mod sum;
mod table;
mod tuples;
mod value_set;

pub use all_different::AllDifferent;
pub use all_different_gac::AllDifferentGac;
pub use clause::Clause;
pub use connected::Connected;
pub use count::Among;
pub use element::{Element, ElementConstant};
pub use equal::Equal;
pub use linear::{Linear, linear};
pub use linear_gac::LinearGac;
pub use mdd::{InMdd, Mdd};
pub use not_equal::NotEqual;
pub use regular::{Dfa, DfaError, Regular};
pub use reified_equal::ReifiedEqual;
pub use reified_linear::ReifiedLinear;
pub use table::Table;
pub use tuples::Tuples;
