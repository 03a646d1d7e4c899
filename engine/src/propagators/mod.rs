//! The propagators in stock, one file each. Each says in its head comment what it means, how strong it is, what
//! a run costs and what its state is.

mod all_different;
mod all_different_gac;
mod mdd;
mod not_equal;
mod regular;
mod table;
mod tuples;

pub use all_different::AllDifferent;
pub use all_different_gac::AllDifferentGac;
pub use mdd::{InMdd, Mdd};
pub use not_equal::NotEqual;
pub use regular::{Dfa, DfaError, Regular};
pub use table::Table;
pub use tuples::Tuples;
