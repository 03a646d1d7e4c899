//! The language of rules: a rulebook's text, its checker and its compiler.

pub(crate) mod compile;
pub(crate) mod file;
pub(crate) mod geometry;
pub(crate) mod interpret;
pub(crate) mod library;
pub(crate) mod link;
mod notation;
mod origin;
pub(crate) mod parse;
pub(crate) mod pattern;
mod picture;
pub(crate) mod puzzle;
pub(crate) mod syntax;
#[cfg(test)]
mod tests;
mod token;
pub(crate) mod values;
pub(crate) mod walk;
