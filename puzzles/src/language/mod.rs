//! The language of rules: a rulebook's text, its checker and its compiler.

mod file;
pub(crate) mod geometry;
pub(crate) mod library;
mod notation;
pub(crate) mod parse;
mod pending;
mod picture;
pub(crate) mod puzzle;
pub(crate) mod syntax;
mod token;
pub(crate) mod values;
