//! Two neighbouring cells are not both blank.

use quadrille_engine::{Conflict, Context, Dom, Events, Lane, Propagator, Scope, Status, Var};

use super::BLANK;

/// Not both of two cells are [`BLANK`].
///
/// Domain consistent; O(1) a run, no state, entailed as soon as one of the cells cannot be blank.
#[derive(Clone, Debug)]
pub struct NoTwoBlanks {
    cells: [Var; 2],
}

impl NoTwoBlanks {
    /// Over two different cells.
    pub fn new(a: Var, b: Var) -> Self {
        Self { cells: [a, b] }
    }
}

impl Propagator for NoTwoBlanks {
    fn name(&self) -> &'static str {
        "no two blanks"
    }

    fn lane(&self) -> Lane {
        Lane::Binary
    }

    fn attach(&mut self, scope: &mut Scope<'_>) {
        for cell in self.cells {
            scope.on(cell, Events::FIXED);
        }
    }

    fn propagate(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        let blank = Dom::single(BLANK);
        for (this, other) in [(0, 1), (1, 0)] {
            let (this, other) = (self.cells[this], self.cells[other]);
            if cx.dom(this) == blank {
                cx.keep(other, !blank)?;
                return Ok(Status::Entailed);
            }
        }
        let possible = self.cells.iter().all(|&cell| cx.dom(cell).contains(BLANK));
        Ok(if possible {
            Status::Fixpoint
        } else {
            Status::Entailed
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_engine::testing::{PropagatorTest, Strength};

    #[test]
    fn against_brute_force() {
        PropagatorTest::new(
            |model, vars| {
                model.post(NoTwoBlanks::new(vars[0], vars[1]));
            },
            |v| v[0] != BLANK || v[1] != BLANK,
        )
        .strength(Strength::Domain)
        .random(1000, 2, 7..=10);
    }
}
