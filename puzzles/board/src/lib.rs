//! Boards as plain data, and pictures of them: what [`quadrille`](https://docs.rs/quadrille) shares between its language
//! of rules, its propagators and its output. Nothing here knows a puzzle or a rule.

pub mod draw;
pub mod grid;
pub mod picture;
pub mod regions;
pub mod violation;
pub mod words;
