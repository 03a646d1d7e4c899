//! The core of the language of rules: what a formula means, apart from its wording.
//!
//! A formula of a rulebook is [resolved](super::resolve) into a [`Term`]. Names are bound, sugar is gone (`some` is a
//! count of at least 1, `size of p` counts the members of p, `x <= y` is a difference in a set of numbers), and terms of
//! one form and with equal parts are one term. [`laws`] are applied wherever a term is made, so that terms which mean
//! the same are mostly one term as well, however they were worded. [`words`] says a term in the language again, always in
//! the same words: `quadrille rules NAME --core` prints these, and the compiler reads them.
//!
//! | module | what |
//! |---|---|
//! | `term` | what stands for a term: a number |
//! | `ints` | sets of numbers, in which all comparisons are said |
//! | `form` | the forms of terms, and what is known of each |
//! | `store` | the terms, each once, and what is known of each |
//! | `variables` | variables bound, opened, replaced |
//! | `missing` | what may be missing, empty or untold |
//! | `laws` | what makes terms with one meaning one term, a list with names and reasons |
//! | `make` | the constructors of tests and numbers, in which the laws are applied |
//! | `fold` | the constructor of what is said over the members of phrases |
//! | `places` | how places, ranges and counts are made and taken apart |
//! | `ranges` | what variables range over: nearer to single atoms, and in one order |
//! | `counts` | the laws about how many there are of something, in the order in which they are tried |
//! | `statements` | statements about the same members, made one |
//! | `member` | what is said of the component of each atom, said of each component |
//! | `reach` | what is reached through some cells, said of their groups |
//! | `one_group` | wordings of `are connected` |
//! | `one_in_each`, `pairs` | wordings of `at most 1 in each`, and of what is said of pairs |
//! | `as_many` | two statements that together say `exactly 1 in each` |
//! | `beside`, `joined` | what is said of neighbours in one component or in two, and of links by what they join |
//! | `neighbours`, `touching` | wordings of what is said of neighbours, and of what hangs together with a cell beside it |
//! | `different` | wordings of `all different` |
//! | `equal`, `nearest` | wordings of groups of equal values, and of the nearest one |
//! | `only_one` | what is said of the only one of some atoms, said of each |
//! | `lines`, `sides` | wordings of runs, and of groups in a line; of widths and heights |
//! | `in_line` | what is said of the coordinates of two cells of a line, said of their order |
//! | `loops` | the wording of one loop by its cells |
//! | `words` | a term in the language |
//!
//! What is missing, untold or empty keeps its meaning in the language (see the guide): a test is true, false or missing.
//! All laws hold for each of these, so that missing data need no forms of their own.

mod as_many;
mod beside;
mod counts;
mod different;
mod equal;
mod fold;
mod form;
mod in_line;
mod ints;
mod joined;
mod laws;
mod lines;
mod loops;
mod make;
mod member;
mod missing;
mod nearest;
mod neighbours;
mod one_group;
mod one_in_each;
mod only_one;
mod pairs;
mod places;
mod ranges;
mod reach;
mod sides;
mod statements;
mod store;
mod term;
mod touching;
mod variables;
mod words;

pub(crate) use form::{Binder, End, Fold, Form, Head, Noun, Owner, Qualifier, Range, Sort, Traits};
pub(crate) use ints::Ints;
pub(crate) use laws::LAWS;
pub(crate) use store::Store;
pub(crate) use term::Term;
pub(crate) use words::Words;
