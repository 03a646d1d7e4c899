//! Tasks in time: one at a time, or as many as a resource allows.

mod cumulative;
mod no_overlap;

pub use cumulative::Cumulative;
pub use no_overlap::NoOverlap;
