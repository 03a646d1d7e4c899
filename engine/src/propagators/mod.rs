//! The propagators in stock, one file each. Each says in its head comment what it means, how strong it is, what
//! a run costs and what its state is.

mod equal;
mod not_equal;
mod value_set;

pub use equal::Equal;
pub use not_equal::NotEqual;
