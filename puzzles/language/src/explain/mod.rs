//! Why something follows: the rules of a puzzle one by one, and the smallest sets of them that force a conclusion.
//!
//! An [`Explainer`] builds the model of a puzzle once, with every rule switched off. A [`Question`] names instances of
//! rules and facts; it is answered by propagation with these alone, without search. [`Explainer::support`] follows the
//! recorded reasons of a conclusion back to the instances and facts that it came from, and [`Explainer::shrink`] leaves
//! out more and more of them until none can be left out.
//!
//! | module | |
//! |---|---|
//! | `instance` | rules at their places, with names that stay the same |
//! | `question` | questions about rules and facts, and what a conclusion came from |
//! | `explainer` | the model of a puzzle, each rule of which can be switched on |
//! | `asking` | what follows from which rules and facts |
//! | `settle` | whether some of them have a solution together |
//! | `cone` | the rules and facts that a conclusion came from |
//! | `refute` | refutations by search, and what they rest on |
//! | `shrink` | smallest sets by deletion |
//! | `smallest` | the smallest of several contradictions |
//! | `near` | how far rules are from one another |
//! | `rotate` | rules that a conflict cannot do without |
//! | `clash` | why there is no solution |
//! | `step` | a step, and how hard it is to see |
//! | `guide` | the way to the solution, the simplest step first |
//! | `solved` | solutions of the model that is solved, of a puzzle or of what is left of it |
//! | `broken` | the rules that a partly filled grid breaks |
//! | `entries` | which entries of a grid are wrong, and which values occur in solutions |
//! | `way` | all steps to the solution, and how hard they are |
//! | `telling` | clauses about places, those that are alike put together |
//! | `words` | steps in words, JSON and pictures |

mod asking;
mod broken;
mod clash;
mod cone;
mod entries;
mod explainer;
mod guide;
mod instance;
mod near;
mod question;
mod refute;
mod rotate;
mod settle;
mod shrink;
mod smallest;
mod solved;
mod step;
mod telling;
#[cfg(test)]
mod tests;
mod way;
mod words;

pub use broken::broken_so_far;
pub use clash::{Clash, Minimal, Nearly, explain, explain_refuted};
pub use entries::{Occurring, Verdict, Wrong, judge};
pub use explainer::Explainer;
pub use guide::{Demand, Guide, Next};
pub use instance::{Instance, InstanceId};
pub use question::{Goal, Link, Question, Support};
pub use shrink::Shrunk;
pub use step::{Means, Pattern, Shared, Step};
pub use way::{Grade, Walk, Way, walk};
