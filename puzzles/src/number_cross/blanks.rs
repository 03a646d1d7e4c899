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

/// What a cell can be beside one of these values, if not both are blank.
fn beside_blanks(cell: Dom) -> Dom {
    let blank = Dom::single(BLANK);
    if cell == blank { !blank } else { Dom::ALL }
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
        let [a, b] = self.cells;
        cx.keep(b, beside_blanks(cx.dom(a)))?;
        cx.keep(a, beside_blanks(cx.dom(b)))?;
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
    use quadrille_engine::Model;
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

    #[test]
    fn entailed_as_soon_as_one_cannot_be_blank() {
        for (highest, entailed) in [(BLANK - 1, true), (BLANK, false)] {
            let mut model = Model::new();
            let (a, b) = (model.var(0..=highest), model.var(0..=BLANK));
            let posted =
                [(a, b), (b, a)].map(|(one, other)| model.post(NoTwoBlanks::new(one, other)));
            let mut solver = model.solver();
            assert!(solver.propagate().is_ok());
            assert_eq!(posted.map(|id| solver.is_entailed(id)), [entailed; 2]);
        }
    }
}
