//! The language of rules: a rulebook's text, its checker and its compiler.

pub(crate) mod compile;
mod core;
mod data_test;
pub mod field;
pub(crate) mod file;
pub mod from_address;
pub mod genres;
pub(crate) mod geometry;
pub(crate) mod interpret;
pub mod kind;
pub mod library;
pub(crate) mod link;
pub mod loaded;
mod normal;
mod notation;
mod origin;
pub(crate) mod parse;
pub(crate) mod pattern;
mod picture;
pub(crate) mod puzzle;
mod resolve;
mod show;
mod signs;
mod style;
pub(crate) mod syntax;
#[cfg(test)]
mod tests;
mod token;
pub(crate) mod types;
pub(crate) mod values;
pub(crate) mod walk;

pub use compile::budget::until;
pub use file::MOST_PLACES;
pub use parse::id_of;
pub use puzzle::Puzzle;
#[cfg(test)]
pub(crate) use puzzle::Rule;
