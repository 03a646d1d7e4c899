//! Long sums in parts, so that no-goods can refer to the parts.

use quadrille_engine::propagators::linear;
use quadrille_engine::{Relation, Var};

use super::super::Compiler;
use crate::puzzle::Pass;

/// The most terms of a sum that stays whole.
pub(super) const WHOLE: usize = 4;

/// The widest range of a part; wide ones need long domains.
const WIDEST: i64 = 1000;

/// The number of terms of a part.
const PART: usize = 3;

impl Compiler<'_> {
    /// The terms of a long sum, a few at a time replaced by a variable for their sum, repeatedly until few are left.
    /// Bounds propagate as strongly as with the whole (the parts share no variables); one no-good about a part replaces
    /// many about its terms.
    pub(super) fn in_partial_sums(&mut self, mut terms: Vec<(i64, Var)>) -> Vec<(i64, Var)> {
        while self.uses(Pass::Partial) && terms.len() > WHOLE {
            self.fired(Pass::Partial);
            let mut parts = Vec::with_capacity(terms.len().div_ceil(PART));
            for chunk in terms.chunks(PART) {
                if let [term] = chunk {
                    parts.push(*term);
                    continue;
                }
                let (mut low, mut high) = (0, 0);
                for &(factor, var) in chunk {
                    let domain = self.model.domain(var);
                    let ends = [domain.min().unwrap_or(0), domain.max().unwrap_or(0)]
                        .map(|end| factor * i64::from(end));
                    low += ends[0].min(ends[1]);
                    high += ends[0].max(ends[1]);
                }
                let (Ok(low), Ok(high), 0..=WIDEST) =
                    (i32::try_from(low), i32::try_from(high), high - low)
                else {
                    return terms;
                };
                let part = self.model.var(low..=high);
                let mut equation = chunk.to_vec();
                equation.push((-1, part));
                linear(&mut self.model, &equation, Relation::Is, 0);
                parts.push((1, part));
            }
            terms = parts;
        }
        terms
    }
}
