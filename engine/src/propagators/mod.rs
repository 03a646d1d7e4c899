//! The propagators in stock, one file each. Each says in its head comment what it means, how strong it is, what
//! a run costs and what its state is.

mod connected;
mod not_equal;

pub use connected::Connected;
pub use not_equal::NotEqual;
