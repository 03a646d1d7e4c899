//! The language of rules: a rulebook's text, its checker and its compiler.

pub(crate) mod compile;
pub(crate) mod geometry;
pub(crate) mod interpret;
pub(crate) mod parse;
pub(crate) mod pattern;
pub(crate) mod syntax;
mod token;
pub(crate) mod values;
