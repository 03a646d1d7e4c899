//! A finite-domain constraint engine: bitset domains, a trail, pluggable propagators, exhaustive search.
//!
//! The engine knows integers, sets and sequences; it has no notion of a grid or a puzzle.

pub mod branch;
mod domain;
mod event;
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
pub mod search;
mod solver;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
mod trail;
mod var;
mod watch;

pub use branch::{Brancher, Branching, Choice, Split, View};
pub use domain::{Dom, DomIter, Domain};
pub use event::Events;
pub use kernel::{Calls, Kernel};
pub use literal::{Literal, ParseLiteralError, Path, Relation};
pub use model::{MAX_WIDTH, Model};
pub use propagator::{Conflict, Context, Propagator, Scope, Status};
pub use queue::Lane;
pub use random::Rng;
pub use reason::{Change, ChangeId, Past, Reason};
pub use search::{
    Count, First, Limits, Optimum, Restarts, Search, Solution, Stats, Step, Stop, Uniqueness,
};
pub use solver::Solver;
pub use trail::{AllocateState, ReadState, RevInt, RevSparseSet, RevWords, WriteState};
pub use var::{PropagatorId, RuleId, Var};
