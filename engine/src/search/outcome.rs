//! What searches report. "Exhausted" and "stopped" are distinct everywhere.

use std::ops::Index;

use super::Stop;
use crate::var::Var;

/// The result of one step of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A solution: every variable is fixed; read them through the search.
    Solution,
    /// There are no more solutions: the whole space was searched.
    Exhausted,
    /// A limit was reached; there may be more. Raise the limit and step again to continue.
    Stopped(Stop),
}

/// A value for every variable of the model.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Solution {
    pub(crate) values: Box<[i32]>,
}

impl Solution {
    /// The values by [`Var::index`].
    pub fn values(&self) -> &[i32] {
        &self.values
    }
}

impl Index<Var> for Solution {
    type Output = i32;
    fn index(&self, var: Var) -> &i32 {
        &self.values[var.index()]
    }
}

/// The result of looking for one solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum First {
    /// A solution.
    Found(Solution),
    /// There is none.
    Nothing,
    /// Unknown: a limit was reached first.
    Stopped(Stop),
}

/// The result of counting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// The number of solutions.
    Exactly(u64),
    /// The number found before a limit was reached.
    AtLeast(u64, Stop),
}

impl Count {
    /// The number of solutions, if it is known.
    pub const fn exactly(self) -> Option<u64> {
        match self {
            Count::Exactly(n) => Some(n),
            Count::AtLeast(..) => None,
        }
    }
}

/// Whether there are no, one or several solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Uniqueness {
    /// No solution.
    Nothing,
    /// Exactly this one.
    Unique(Solution),
    /// At least these two.
    Several(Solution, Solution),
    /// A limit was reached before this was known; perhaps after one solution.
    Stopped(Option<Solution>, Stop),
}

/// The result of optimising.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Optimum {
    /// The model has no solution.
    Nothing,
    /// No solution is better.
    Proved(Solution),
    /// The best found before a limit was reached, if any.
    Best(Option<Solution>, Stop),
}
