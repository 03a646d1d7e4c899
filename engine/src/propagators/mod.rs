//! The propagators in stock, one file each. Each says in its head comment what it means, how strong it is, what
//! a run costs and what its state is.

mod clause;
mod count;
mod element;
mod equal;
mod linear;
mod linear_gac;
mod not_equal;
mod reified_equal;
mod reified_linear;
mod sum;
mod value_set;

pub use clause::Clause;
pub use count::Among;
pub use element::{Element, ElementConstant};
pub use equal::Equal;
pub use linear::{Linear, linear};
pub use linear_gac::LinearGac;
pub use not_equal::NotEqual;
pub use reified_equal::ReifiedEqual;
pub use reified_linear::ReifiedLinear;
