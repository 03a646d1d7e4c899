//! Reasons that were given before, for when the same is derived again.

use std::collections::VecDeque;

use super::{Change, Past};
use crate::literal::Literal;
use crate::var::{PropagatorId, Var};

/// The most reasons that are kept of one propagator.
const KEPT: usize = 64;

/// Reasons that propagators gave, of one solver.
///
/// A reason says that its facts exclude some values as far as this propagator is concerned, whenever that is. So it is
/// one again where the same values are removed and all of its facts hold, in whatever part of the model and after
/// whatever backtracking. To compare a few facts takes a hundredth of the time in which a formula of a hundred nodes
/// finds out which of its facts are needed.
#[derive(Debug, Default)]
pub struct KnownReasons {
    /// By propagator: the latest ones, oldest first.
    by_propagator: Vec<VecDeque<Known>>,
}

/// Values, 64 at a time: where a word starts, and the values as its bits.
type Words = Box<[(i64, u64)]>;

#[derive(Debug)]
struct Known {
    /// The variable that was narrowed and the values that it lost; none for a failure.
    removed: Option<(Var, Words)>,
    facts: Box<[Literal]>,
}

impl Known {
    fn explains(&self, change: &Change<'_>, past: &Past<'_>) -> bool {
        let removes_it = match (&self.removed, change.var) {
            // It excludes everything.
            (None, _) => true,
            // The words of one variable always start at the same values.
            (Some((var, lost)), Some(changed)) if *var == changed => {
                let gone = change.removed_words().zip(lost);
                !change.after.is_empty()
                    && gone.into_iter().all(|(gone, lost)| gone.1 & !lost.1 == 0)
            }
            _ => false,
        };
        removes_it && self.facts.iter().all(|&fact| past.holds(fact))
    }
}

impl KnownReasons {
    /// Adds the facts that this propagator gave for the same before, or those that `explain` gives now.
    pub(crate) fn explain(
        &mut self,
        propagator: PropagatorId,
        change: &Change<'_>,
        past: &Past<'_>,
        facts: &mut Vec<Literal>,
        explain: impl FnOnce(&mut Vec<Literal>),
    ) {
        let index = propagator.index();
        if self.by_propagator.len() <= index {
            self.by_propagator.resize_with(index + 1, VecDeque::new);
        }
        let known = &mut self.by_propagator[index];
        let mut latest = known.iter().rev();
        if let Some(found) = latest.find(|known| known.explains(change, past)) {
            facts.extend_from_slice(&found.facts);
            return;
        }
        let start = facts.len();
        explain(facts);
        if known.len() == KEPT {
            known.pop_front();
        }
        let narrowed = change.var.filter(|_| !change.after.is_empty());
        known.push_back(Known {
            removed: narrowed.map(|var| (var, change.removed_words().collect())),
            facts: facts[start..].into(),
        });
    }
}
