//! Questions about rules and facts, and what a conclusion came from.

use quadrille_engine::{Literal, PropagatorId};

use super::instance::InstanceId;

/// What is to follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// A contradiction.
    Clash,
    /// A fact. From a contradiction it does not follow here.
    Fact(Literal),
}

/// The premises: instances of rules, facts, and assumptions, which are facts that are never left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Question {
    /// The rules that are on.
    pub rules: Vec<InstanceId>,
    /// What is known.
    pub facts: Vec<Literal>,
    /// The assumptions.
    pub assumed: Vec<Literal>,
}

/// What a conclusion followed from according to the recorded reasons: sufficient, but perhaps not minimal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Support {
    /// The instances used, in order.
    pub rules: Vec<InstanceId>,
    /// The facts that were used, in the order of the question.
    pub facts: Vec<Literal>,
    /// The intermediate changes, oldest first; a fact that was the goal comes last.
    pub links: Vec<Link>,
    /// For a contradiction: the rule that is violated in the end, if it was one.
    pub broken: Option<InstanceId>,
    /// For a contradiction: what found it, if it was not among the facts.
    pub failing: Option<PropagatorId>,
}

/// A change of a spot on the way to a conclusion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The rule that caused it; `None` if it follows from the definition of a variable.
    pub rule: Option<InstanceId>,
    /// What made it.
    pub maker: Option<PropagatorId>,
    /// The number of the spot.
    pub spot: usize,
    /// The values removed.
    pub removed: Vec<i32>,
    /// The values left.
    pub left: Vec<i32>,
}

impl Link {
    /// The value left, if there is only one.
    pub fn only(&self) -> Option<i32> {
        match self.left[..] {
            [only] => Some(only),
            _ => None,
        }
    }
}
