//! Sequences of increasing values, by comparisons.

use crate::model::Model;
use crate::var::Var;

/// Each variable is at most the next, or less than it if `strict`.
///
/// A comparison for every two neighbours, as strong as a single propagator would be: domain consistent when no variable
/// occurs twice (the comparisons form a chain in which two share at most one variable). O(1) for each bound that moves.
pub fn increasing(model: &mut Model, vars: &[Var], strict: bool) {
    for pair in vars.windows(2) {
        model.post(if strict {
            pair[0].lt(pair[1])
        } else {
            pair[0].le(pair[1])
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{PropagatorTest, Strength};

    #[test]
    fn rising() {
        for strict in [false, true] {
            for n in 0..=4 {
                PropagatorTest::new(
                    |model, vars| increasing(model, vars, strict),
                    |v| {
                        v.windows(2)
                            .all(|p| if strict { p[0] < p[1] } else { p[0] <= p[1] })
                    },
                )
                .strength(Strength::Domain)
                .random(100, n, -1..=4);
            }
        }
    }
}
