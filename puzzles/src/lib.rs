//! Quadrille: grid puzzles, solved. Every solution, the proof that there is no other, and a picture.
//!
//! A custom puzzle, with a clue and a rule that the library does not know: three numbers of three digits,
//! one below the other. The first is happy, the second triangular, the third a cube, and in each column the digits
//! rise from top to bottom.
//!
//! ```
//! use std::sync::Arc;
//! use quadrille::clue::{Clue, Language, NumberClue, Vocabulary};
//! use quadrille_engine::{
//!     Conflict, Constraint, Context, Events, Model, Propagator, Scope, Status, Uniqueness, Var,
//! };
//!
//! /// A happy number ends in 1 when it is replaced by the sum of the squares of its digits again and again.
//! #[derive(Debug)]
//! struct Happy;
//!
//! impl Language for Happy {
//!     fn contains(&self, mut number: u64) -> bool {
//!         while ![0, 1, 4].contains(&number) {
//!             // An unhappy number comes to 4 sooner or later, and from there back to it.
//!             number = number.to_string().bytes().map(|digit| u64::from(digit - b'0').pow(2)).sum();
//!         }
//!         number == 1
//!     }
//! }
//!
//! /// Each value is larger than the one before; bounds consistent.
//! #[derive(Clone, Debug)]
//! struct Rising(Vec<Var>);
//!
//! impl Constraint for Rising {
//!     type Propagator = Self;
//!
//!     fn name(&self) -> &'static str {
//!         "rising"
//!     }
//!     fn attach(self, scope: &mut Scope<'_>) -> Self {
//!         for &cell in &self.0 {
//!             scope.on(cell, Events::BOUNDS);
//!         }
//!         self
//!     }
//! }
//!
//! impl Propagator for Rising {
//!     fn propagate(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
//!         for pair in self.0.windows(2) {
//!             cx.at_least(pair[1], cx.min(pair[0]) + 1)?;
//!         }
//!         for pair in self.0.windows(2).rev() {
//!             cx.at_most(pair[0], cx.max(pair[1]) - 1)?;
//!         }
//!         Ok(Status::Fixpoint)
//!     }
//! }
//!
//! let mut vocabulary = Vocabulary::standard();
//! vocabulary.add("happy", |_| Ok(Arc::new(Happy)))?;
//!
//! let mut model = Model::new();
//! // A number has no zero in front.
//! let rows: Vec<Vec<Var>> =
//!     (0..3).map(|_| (0..3).map(|i| model.var(i32::from(i == 0)..=9)).collect()).collect();
//! for (row, text) in rows.iter().zip(["happy", "triangular", "cube"]) {
//!     model.rule(format!("a row: {text}"));
//!     let holds = model.var(1..=1);
//!     model.post(NumberClue::new(row, holds, &Clue::parse_with(text, &vocabulary)?));
//! }
//! for column in 0..3 {
//!     model.rule(format!("column {}: rising", column + 1));
//!     model.post(Rising(rows.iter().map(|row| row[column]).collect()));
//! }
//! let Uniqueness::Unique(solution) = model.solver().search().uniqueness() else {
//!     panic!("not exactly one solution");
//! };
//! let cells: Vec<i32> = rows.concat().iter().map(|&cell| solution[cell]).collect();
//! assert_eq!(cells, [1, 0, 0, 2, 3, 1, 3, 4, 3]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The engine is a separate crate, [`quadrille_engine`]; its documentation explains variables, propagators and search.
//!
//! # Solving a puzzle file
//!
//! [`read::open`] takes the name of an [embedded] puzzle or of a file, and [`solve::solve`] finds out how
//! many solutions it has. Every solution has passed a checker that is written independently of the solver.
//!
//! ```
//! use quadrille::solve::{Request, Unwatched, solve};
//!
//! let (_, loaded) = quadrille::read::open("block-party-4")?;
//! let findings = solve(&loaded.puzzle, &Request::default(), &mut Unwatched)?;
//! assert_eq!(findings.verdict.to_string(), "exactly one solution");
//! assert_eq!(findings.answers, [Some(24_405_360_u128.into())]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The folder `examples` of this crate has a short program for each of the four puzzles.
//!
//! # Map
//!
//! * **Rulebooks**: a kind of puzzle is a text in the language of rules, see [`guide::rules`]. [`rules`] has the
//!   propagators that make words of the language strong and fast, for your own models.
//! * **A puzzle** is a rulebook with data: [`Puzzle`]. What the language cannot express is a [`Rule`] in Rust, with its
//!   propagators and its check, added by [`Puzzle::with_rule`]; [`guide::extending`] has an example.
//! * **Plain data**: [`grid`] (cells, directions, rectangles of values), [`regions`], [`violation`] (broken
//!   rules), [`puzzle`] (models, filled and partly filled grids, answers), [`picture`].
//! * **Puzzle files**: [`read`] turns a file into a puzzle, or into a list of its mistakes with their positions;
//!   [`embedded`] holds the files that are part of the program.
//! * **Clues**: [`clue`], a small language for rules about numbers, which a program can extend.
//! * **Solving**: [`solve`] builds, searches, checks and reports; it finds out what is the same in all solutions, and
//!   which rules conflict if there is none. An [`Interrupt`](quadrille_engine::Interrupt) says when to stop early.
//! * **Thinning**: [`thin`] finds redundant givens and clues, and cells that would have to be given.
//! * **Long searches**: [`campaign`] saves a search and resumes it, splits it into parts, and merges their results.
//! * **Folding**: [`fold`] finds every way to fold a shape into a box.
//! * **Drawing**: [`draw`] draws a picture in the terminal, as SVG and, with the feature `png`, as PNG.
//! * **The command**: `cli`, with its exit codes and its machine output; only with the feature `command`.
//!
//! The [`guide`] has a tour of the command, the reference of puzzle files and clues, chapters on extending the
//! library, and the stories of the four puzzles.

#[cfg(feature = "command")]
pub mod cli;
pub mod guide;
pub mod protocol;

#[doc(inline)]
pub use quadrille_addresses as address;
#[doc(inline)]
pub use quadrille_board::{draw, grid, picture, regions, violation};
#[doc(inline)]
pub use quadrille_constraints::{clue, fold, rules};
#[doc(inline)]
pub use quadrille_language::{
    Puzzle, Rule, campaign, embedded, explain, puzzle, read, solve, thin,
};

use quadrille_board::words;
#[cfg(feature = "command")]
use quadrille_language::whole;
use quadrille_language::{document, filling, formats, language};

#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;
