//! A value that the puzzle prints.

use quadrille_engine::{Conflict, Context, Events, Lane, Propagator, Scope, Status, Var};

/// A cell holds a given value.
///
/// It is a propagator and not a smaller declared domain, so that a given is a rule with a name like any other and
/// can be left out to see what it contributes. Domain consistent; runs once, O(1).
#[derive(Clone, Copy, Debug)]
pub struct Given {
    cell: Var,
    value: i32,
}

impl Given {
    /// `cell` holds `value`. A value outside the domain of `cell` leaves no solution.
    pub const fn new(cell: Var, value: i32) -> Self {
        Self { cell, value }
    }
}

impl Propagator for Given {
    fn name(&self) -> &'static str {
        "given"
    }

    fn lane(&self) -> Lane {
        Lane::Binary
    }

    fn attach(&mut self, scope: &mut Scope<'_>) {
        scope.on(self.cell, Events::ANY);
    }

    fn propagate(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        cx.fix(self.cell, self.value)?;
        Ok(Status::Entailed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_engine::testing::{PropagatorTest, Strength};

    #[test]
    fn given_against_brute_force() {
        for (low, high) in [(1, 4), (60, 66)] {
            for value in low - 1..=high + 1 {
                // Another given of the same cell fails because of what the first has left.
                for other in [value, low] {
                    PropagatorTest::new(
                        |model, vars| {
                            model.post(Given::new(vars[0], value));
                            model.post(Given::new(vars[0], other));
                        },
                        |v| v[0] == value && v[0] == other,
                    )
                    .strength(Strength::Domain)
                    .random(20, 1, low..=high);
                }
            }
        }
    }
}
