//! What the rules about few spots leave, as a small search tells.

use quadrille_engine::Literal;

use super::super::explainer::{Effort, Goal, Question, Searched};
use super::{FIRST_NODES, Guide, Means, Step};

/// The most spots of a rule that are looked at with all rules about them.
const FEW_SPOTS: usize = 48;

/// The most nodes of a search for a way to keep these.
const LOCAL_NODES: u64 = 1000;

impl Guide {
    /// A spot that the rules about the spots of one rule decide, as a small search tells: the easiest to find in the
    /// first such place.
    pub(super) fn locally(&mut self, question: &Question) -> Option<Step> {
        for hub in self.rules.clone() {
            let spots = self.explainer.instance(hub).spots.clone();
            let is_known = self.locals[hub.index()];
            if is_known || spots.len() > FEW_SPOTS || self.explainer.is_late() {
                continue;
            }
            let is_within = |all: &[usize]| all.iter().all(|at| spots.binary_search(at).is_ok());
            let rules = self.rules.iter().copied().filter(|&rule| {
                let own = &self.explainer.instance(rule).spots;
                !own.is_empty() && is_within(own)
            });
            let facts = question.facts.iter().copied().filter(|fact| {
                let spot = self.explainer.spot_of(fact.var);
                spot.is_some_and(|spot| is_within(&[spot]))
            });
            let local = Question {
                rules: rules.collect(),
                facts: facts.collect(),
                assumed: Vec::new(),
            };
            if local.rules.len() > 1
                && let Some((nodes, assumed)) = self.decided_among(&spots, &local)
            {
                return Some(self.by_cases(&spots, &local, assumed, nodes));
            }
            self.locals[hub.index()] = true;
        }
        None
    }

    /// What must not be assumed of one of these spots, and the nodes of the smallest search that refutes it.
    fn decided_among(&mut self, spots: &[usize], local: &Question) -> Option<(u64, Literal)> {
        let effort = Effort::Among(spots, LOCAL_NODES);
        let open = spots.iter().copied();
        let open: Vec<usize> = open.filter(|&spot| self.left[spot].len() > 1).collect();
        let mut seen: Option<Vec<Option<i32>>> = None;
        let mut best: Option<(u64, Literal)> = None;
        let mut asked = local.clone();
        for at in 0..=open.len() {
            // The first question is whether there is a way at all; then a spot is in doubt as long as it was the same
            // in all.
            if let Some(at) = at.checked_sub(1) {
                let Some(value) = seen.as_ref()?[at] else {
                    continue;
                };
                asked.assumed = vec![self.is_not((open[at], value))];
            }
            match self.explainer.settle(&asked, effort) {
                Searched::Solved => {
                    let now = open.iter().map(|&spot| Some(self.explainer.latest(spot)));
                    seen = Some(match seen {
                        None => now.collect(),
                        Some(seen) => {
                            let both = seen.into_iter().zip(now);
                            both.map(|(seen, now)| seen.filter(|_| seen == now))
                                .collect()
                        }
                    });
                }
                Searched::Refuted { nodes, .. } => {
                    let assumed = *asked.assumed.first()?;
                    if best.is_none_or(|(least, _)| nodes < least) {
                        best = Some((nodes, assumed));
                    }
                }
                Searched::Stopped => {}
            }
        }
        best
    }

    /// The step that comes from refuting what was assumed, which took some nodes, with as few rules and facts as are
    /// enough for about as many.
    fn by_cases(
        &mut self,
        spots: &[usize],
        local: &Question,
        assumed: Literal,
        nodes: u64,
    ) -> Step {
        let effort = Effort::Among(spots, 2 * nodes.max(FIRST_NODES));
        let question = Question {
            assumed: vec![assumed],
            ..local.clone()
        };
        let searched = self.explainer.shrink_searched(&question, effort);
        let (means, shrunk) = match self.explainer.shrink(&searched.question, Goal::Clash) {
            Some(shrunk) => (Means::Refuted, shrunk),
            None => {
                let nodes = self.explainer.search(&searched.question, effort);
                (Means::Searched(nodes.unwrap_or_default()), searched)
            }
        };
        Step {
            conclusions: vec![assumed.negated()],
            means,
            shrunk,
        }
    }
}
