//! How a search learns.

use crate::search::restart::Restarts;

/// How a search learns; the default suits most models.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Learning {
    /// The most no-goods kept, beyond those that keep a solution from being found again. When there are more, half of
    /// them are forgotten: those least involved in recent conflicts. Each time the number is raised by a fortieth of
    /// its first value, so that the search terminates; it grows as the square root of the failures.
    pub most: usize,
    /// When to restart.
    pub restarts: Restarts,
    /// How decisions are chosen.
    pub decisions: Decisions,
    /// Whether propagators that are clauses are watched like learnt no-goods, which is faster; their work is then
    /// not counted in their statistics.
    pub takes_clauses: bool,
    /// By variable: the value to try first, as if the variable had had it before; empty for none. A solution of a
    /// similar model is often close to one of this model.
    pub values: Vec<i32>,
    /// Whether to track what no-goods rest on, for [`Search::rests_on`](crate::Search::rests_on) and
    /// [`Search::remember`](crate::Search::remember).
    pub tracks_provenance: bool,
}

impl Default for Learning {
    fn default() -> Self {
        Self {
            most: 20_000,
            restarts: Restarts::Adaptive,
            decisions: Decisions::Conflicts,
            takes_clauses: true,
            values: Vec::new(),
            tracks_provenance: false,
        }
    }
}

/// How the decisions of a search that learns are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Decisions {
    /// The variable most involved in recent conflicts relative to its number of values, and the value that it had last.
    #[default]
    Conflicts,
    /// The same with those witnesses among the decision variables that have more than two values: for models with variables
    /// for parts of sums, which a no-good can name and a decision can then halve (a heyawake of 12×12 with 40 shaded cells
    /// in one room: 5,196 failures instead of 29,839; with witnesses of two values, too, 7,120). A solution is then blocked
    /// by the values of all decision variables.
    WithWitnesses,
    /// The brancher of the search.
    Brancher,
    /// The brancher until the first restart and after every second one.
    Alternately,
}
