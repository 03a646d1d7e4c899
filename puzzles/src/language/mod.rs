//! The language of rules: a rulebook's text, its checker and its compiler.

pub(crate) mod compile;
mod core;
mod data_test;
#[cfg(test)]
mod dropped;
pub(crate) mod field;
pub(crate) mod file;
pub(crate) mod from_address;
pub(crate) mod genres;
pub(crate) mod geometry;
pub(crate) mod interpret;
pub(crate) mod kind;
pub(crate) mod library;
#[cfg(test)]
mod limits;
pub(crate) mod link;
pub(crate) mod loaded;
pub(crate) mod normal;
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

pub(crate) use puzzle::Puzzle;
#[cfg(test)]
pub(crate) use puzzle::Rule;
