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
//! | `store` | the terms, each once; binding and replacing variables |
//! | `laws` | what makes terms with one meaning one term, a list with names and reasons |
//! | `make` | the constructors of tests and numbers, in which the laws are applied |
//! | `fold` | the constructor of what is said over the members of phrases, with its laws |
//! | `member` | what is said of the component of each atom, said of each component |
//! | `reach` | what a variable ranges over, where a rule says what its members are in or reached from |
//! | `one_group`, `one_in_each` | wordings of `are connected`, of `at most 1 in each`, and of pairs of neighbours |
//! | `different` | wordings of `all different` |
//! | `only_one` | what is said of the only one of some atoms, said of each |
//! | `lines` | wordings of runs, and of groups in a line |
//! | `loops` | the wording of one loop by its cells |
//! | `sides` | wordings of widths and heights |
//! | `touching` | wordings of what hangs together with a cell beside it |
//! | `words` | a term in the language |
//!
//! What is missing, untold or empty keeps its meaning in the language (see the guide): a test is true, false or missing.
//! All laws hold for each of these, so that missing data need no forms of their own.

mod different;
mod fold;
mod form;
mod ints;
mod laws;
mod lines;
mod loops;
mod make;
mod member;
mod one_group;
mod one_in_each;
mod only_one;
mod reach;
mod sides;
mod store;
mod term;
mod touching;
mod words;

pub(crate) use form::{Binder, End, Fold, Form, Head, Noun, Owner, Qualifier, Range, Sort, Traits};
pub(crate) use ints::Ints;
pub(crate) use laws::LAWS;
pub(crate) use store::Store;
pub(crate) use term::Term;
pub(crate) use words::Words;
