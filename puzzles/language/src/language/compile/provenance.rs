//! What the rules of the model are part of, where rules are told apart: which formula of the rulebook, at which place.

use std::sync::Arc;

use quadrille_engine::RuleId;

/// What a rule of the model is part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// A formula by the number of its rule and its own.
    Formula(usize, usize),
    /// That the regions of a layer are cut along closed lines.
    Cuts(usize),
    /// Who owns the cells of a layer, or the placements of its regions.
    Owners,
}

impl Source {
    /// The same for all formulas of one rule.
    pub(super) fn rule(self) -> Self {
        match self {
            Source::Formula(rule, _) => Source::Formula(rule, 0),
            source => source,
        }
    }
}

/// Where a rule of the model comes from.
#[derive(Clone, Debug)]
pub(super) struct Provenance {
    pub(super) source: Source,
    pub(super) place: Arc<str>,
    pub(super) rule: RuleId,
}

impl Provenance {
    pub(super) fn new(source: Source, place: &Arc<str>, rule: RuleId) -> Self {
        Self {
            source,
            place: Arc::clone(place),
            rule,
        }
    }
}
