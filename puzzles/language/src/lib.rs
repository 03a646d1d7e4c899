//! The language of rules, and everything that comes of a puzzle stated in it: reading and writing its files, solving with
//! proof, checking, hints with their reasons, saved searches. Use it through [`quadrille`](https://docs.rs/quadrille),
//! which shows what is meant for everyone and has the guide; the rest is for its command and its page.

pub mod campaign;
pub mod document;
pub mod embedded;
pub mod explain;
pub mod filling;
pub mod formats;
pub mod language;
mod learn;
pub mod puzzle;
pub mod read;
pub mod solve;
pub mod thin;
mod verdict;
pub mod whole;

pub use language::puzzle::{Puzzle, Rule};

use quadrille_addresses as address;
use quadrille_board::{draw, grid, picture, violation, words};
use quadrille_constraints::{clue, fold, rules};
