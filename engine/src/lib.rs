//! A finite-domain constraint engine: bitset domains, a trail, pluggable propagators, exhaustive search.
//!
//! How many ways are there to place eight queens on a chessboard so that none attacks another?
//!
//! ```
//! use quadrille_engine::{Count, Model, propagators::NotEqual};
//!
//! let n = 8;
//! let mut model = Model::new();
//! let queens = model.vars(n, 1..=n as i32); // by row: the column of its queen
//! for i in 0..n {
//!     for j in i + 1..n {
//!         let rows = (j - i) as i32;
//!         for offset in [0, rows, -rows] {
//!             model.post(NotEqual::with_offset(queens[i], queens[j], offset));
//!         }
//!     }
//! }
//! assert_eq!(model.solver().solutions().count(), Count::Exactly(92));
//! ```
//!
//! The engine knows integers, sets and sequences; it has no notion of a grid or a puzzle. It does no input or
//! output and draws no random number without a seed: the same program finds the same solutions in the same order
//! every time.
//!
//! # Model, solver, search
//!
//! A [`Model`] is inert data. It hands out variables ([`Var`], copyable handles), takes propagators with
//! [`post`](Model::post), names the rules that they belong to with [`rule`](Model::rule), and may declare which
//! variables make two solutions different ([`decide`](Model::decide)) and what to minimise or maximise
//! ([`minimise`](Model::minimise), [`maximise`](Model::maximise)). Posting never propagates and never fails.
//!
//! [`Model::solver`] freezes it into a [`Solver`]: the domains in one block of memory, the constraints attached. A
//! solver can be driven by hand, with [`push`](Solver::push), [`assume`](Solver::assume),
//! [`propagate`](Solver::propagate) and [`pop`](Solver::pop):
//!
//! ```
//! use quadrille_engine::{Conflict, Literal, Model, propagators::AllDifferent};
//!
//! let mut model = Model::new();
//! let x = model.vars(3, 1..=3);
//! model.post(AllDifferent::new(&x));
//! let mut solver = model.solver();
//! solver.propagate()?;
//! solver.push();
//! solver.assume(Literal::is(x[0], 1))?;
//! solver.propagate()?;
//! assert!(solver.dom(x[1]).iter().eq([2, 3]));
//! solver.pop();
//! assert_eq!(solver.dom(x[1]).len(), 3);
//! # Ok::<(), Conflict>(())
//! ```
//!
//! [`Solver::search`] makes a depth-first [`Search`]: an iterator that looks for the next solution when asked for it.
//! It also answers whole questions: [`first`](Search::first), [`count`](Search::count),
//! [`uniqueness`](Search::uniqueness), [`optimum`](Search::optimum). No answer confuses "stopped by a limit" with "no
//! more": a limit is an `Err` of the iterator, and [`Count::AtLeast`] is not [`Count::Exactly`].
//!
//! ```
//! use quadrille_engine::{Count, Limits, Model, Optimum, Relation, Stop, propagators::linear};
//!
//! // 61 pence in coins of 3 and 5 pence.
//! let mut model = Model::new();
//! let (threes, fives) = (model.var(0..=20), model.var(0..=12));
//! linear(&mut model, &[(3, threes), (5, fives)], Relation::Is, 61);
//! let mut solver = model.solver();
//! let pairs = solver.solutions().map(|found| found.map(|ways| (ways[threes], ways[fives])));
//! assert_eq!(pairs.collect::<Result<Vec<_>, Stop>>(), Ok(vec![(2, 11), (7, 8), (12, 5), (17, 2)]));
//!
//! let limits = Limits { solutions: Some(2), ..Limits::default() };
//! assert_eq!(solver.search().limits(limits).count(), Count::AtLeast(2, Stop::Solutions));
//!
//! // With as few coins as possible.
//! let mut model = Model::new();
//! let (threes, fives) = (model.var(0..=20), model.var(0..=12));
//! linear(&mut model, &[(3, threes), (5, fives)], Relation::Is, 61);
//! model.minimise(&[(1, threes), (1, fives)]);
//! let Optimum::Proved(best) = model.solver().search().optimum() else { panic!() };
//! assert_eq!((best[threes], best[fives]), (2, 11));
//! ```
//!
//! # The parts
//!
//! * **Domains.** The values that a variable can still take, as a set of bits. A variable with values in 0..=63 is
//!   *narrow*: its domain is one word, [`Dom`], a copyable value. Any other variable is *wide*: an offset and
//!   several words, up to [`MAX_WIDTH`] values. [`Domain`] is a read-only view of either. An empty domain is never
//!   stored: the change that would empty it fails and leaves it as it was.
//! * **Constraints.** [`Model::post`] takes a [`Constraint`], or a comparison of [`Expression`]s such as
//!   `(x + y).lt(2 * z)`, for which it chooses one; [`Model::define`] makes a variable that equals an expression. Each
//!   variable knows its model: a variable of another model is refused when it is posted. A model can be cloned, for
//!   example to be [searched on several threads](parallel::Plan::run_model).
//! * **The trail.** Every word that backtracking must restore is in one block of memory, with a log of overwritten
//!   words; [`pop`](Solver::pop) undoes the writes since the last [`push`](Solver::push). Propagators and branchers
//!   keep their own state in the same block: [`RevInt`], [`RevWords`] and [`RevSparseSet`], allocated through
//!   [`AllocateState`].
//! * **Events.** A change of a domain raises [`Events`]: fixed, smallest or largest value removed, any value
//!   removed. When a constraint is attached, it subscribes to (variable, events) with [`Scope::on`], or with
//!   [`Scope::track`] to learn which subscription fired, allocates its state, and becomes a propagator.
//! * **Propagators.** A [`Propagator`] enforces a constraint: whenever it runs, it removes values that cannot be part
//!   of a solution, through a [`Context`]. Pending propagators wait in [`Lane`]s by cost, each at most once; the
//!   cheapest lane is emptied first. The built-in [`propagators`] have a file each, which documents consistency, cost
//!   and source; the documentation of [`Constraint`] writes one in thirty lines, and the test kit (feature `testing`)
//!   checks any propagator against its contract by brute force.
//! * **Reasons.** Every change is tied to the propagator that made it. After [`Solver::record`],
//!   [`Solver::reason`] asks that propagator why, and it answers with [`Literal`]s that held just before and from
//!   which the change follows. The default answer is everything known about its scope: always correct, never precise.
//! * **Branching.** A [`Brancher`] chooses how a node of the search is split. [`Branching`] makes one of a [variable
//!   order](branch::order), a [value order](branch::value) and a [`Split`]; [`branch::Groups`] combines several in
//!   sequence; [`branch::named`] makes one from names that a user has given. Every combination finds the same
//!   solutions.
//! * **Limits.** [`Limits`] bound time, nodes, failures and solutions, and hold an [`Interrupt`], by which another
//!   thread can stop the search. Making a solver and propagating take the same. A search stopped by a limit continues
//!   when it is given [new limits](Search::set_limits).
//! * **Restarts.** [`Restarts`] send a search back to the root after some failures. The parts already searched are kept
//!   as no-goods, so each solution is still found once and the search still terminates.
//! * **Learning.** [`Search::learn`] makes a search analyse each failure, keep what it learns as no-goods, and
//!   backjump: [`Learning`]. For one solution, uniqueness, a proof or an optimum of a hard model it is often much
//!   faster, with the same results.
//! * **Nodes as data.** A node is the path of literals that leads to it, a [`Path`], which can be printed, parsed and
//!   [searched from](Search::from). [`Search::open_nodes`] lists what is left of a search, and [`Search::split`]
//!   gives part of it away.
//! * **Parallel search.** [`parallel::solve`] splits one search among threads while it runs. Solutions and their
//!   order do not depend on the number of threads. [`parallel::Plan`] adds restarts, live statistics, and an inspection
//!   of each solution when it is found.
//! * **Statistics.** [`Stats`] counts nodes, failures, propagator runs and domain changes, and has the times of build,
//!   root and search; [`Solver::propagators`] has the statistics of each propagator.

// Tests share a model with an example, which names the crate.
#[cfg(test)]
extern crate self as quadrille_engine;

mod agenda;
pub mod bits;
pub mod branch;
pub mod clock;
mod constraint;
mod domain;
mod event;
mod expression;
mod interrupt;
mod kernel;
mod literal;
mod model;
mod objective;
pub mod parallel;
mod propagator;
pub mod propagators;
mod queue;
mod random;
mod reason;
mod record;
pub mod search;
mod solver;
mod stats;
mod store;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
mod trail;
mod var;
mod watch;

pub use branch::{Brancher, Branching, Choice, Split, View};
pub use constraint::{AnyConstraint, Constraint, Scope};
pub use domain::{Dom, DomIter, Domain};
pub use event::Events;
pub use expression::{Comparison, Expression};
pub use interrupt::Interrupt;
pub use literal::{Literal, ParseLiteralError, Path, Relation};
pub use model::{IntoConstraint, MAX_WIDTH, Model};
pub use propagator::{Conflict, Context, Propagator, Status};
pub use queue::Lane;
pub use random::Rng;
pub use reason::{Change, ChangeId, Explanations, KnownReasons, Past, Reason};
pub use search::{
    AnySearch, Count, Decisions, DepthFirst, First, Learner, Learning, Limits, Memory, OpenNode,
    Optimum, Restarts, Search, Solution, Stats, Step, Stop, Strategy, Uniqueness,
};
pub use solver::{Calls, Solver};
pub use store::Store;
pub use trail::{AllocateState, ReadState, RevInt, RevSparseSet, RevWords, WriteState};
pub use var::{MAX_VARIABLES, PropagatorId, RuleId, Var};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
