//! The rules between two cells that share an edge.

use quadrille_engine::{Conflict, Context, Dom, Events, Lane, Propagator, Scope, Status, Var};

use crate::number_cross::BLANK;

/// Two neighbours of one region, if neither is blank, hold the same digit.
///
/// Domain consistent; O(1) a run, no state.
#[derive(Clone, Debug)]
pub struct RegionEquality {
    cells: [Var; 2],
}

impl RegionEquality {
    /// Over two different cells.
    pub fn new(a: Var, b: Var) -> Self {
        Self { cells: [a, b] }
    }
}

impl Propagator for RegionEquality {
    fn name(&self) -> &'static str {
        "region equality"
    }

    fn lane(&self) -> Lane {
        Lane::Binary
    }

    fn attach(&mut self, scope: &mut Scope<'_>) {
        for cell in self.cells {
            scope.on(cell, Events::ANY);
        }
    }

    fn propagate(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        let blank = Dom::single(BLANK);
        let [a, b] = self.cells;
        // A digit is supported by itself or by a blank; a blank by anything.
        if !cx.dom(b).contains(BLANK) {
            cx.keep(a, cx.dom(b) | blank)?;
        }
        if !cx.dom(a).contains(BLANK) {
            cx.keep(b, cx.dom(a) | blank)?;
        }
        let (x, y) = (cx.dom(a), cx.dom(b));
        let digits = (x | y) - blank;
        Ok(if x == blank || y == blank || digits.len() <= 1 {
            Status::Entailed
        } else {
            Status::Fixpoint
        })
    }
}

/// Two neighbours of different regions, if neither is blank, hold different digits.
///
/// Domain consistent; O(1) a run, no state: it acts once, when a cell holds a digit.
#[derive(Clone, Debug)]
pub struct AdjacencyDifference {
    cells: [Var; 2],
}

impl AdjacencyDifference {
    /// Over two different cells.
    pub fn new(a: Var, b: Var) -> Self {
        Self { cells: [a, b] }
    }
}

impl Propagator for AdjacencyDifference {
    fn name(&self) -> &'static str {
        "adjacency difference"
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
            let digit = cx.dom(self.cells[this]);
            if digit.is_fixed() {
                if digit != blank {
                    cx.keep(self.cells[other], !digit)?;
                }
                return Ok(Status::Entailed);
            }
        }
        let shared = (cx.dom(self.cells[0]) & cx.dom(self.cells[1])) - blank;
        Ok(if shared.is_empty() {
            Status::Entailed
        } else {
            Status::Fixpoint
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_engine::testing::{PropagatorTest, Strength};

    #[test]
    fn region_equality_against_brute_force() {
        PropagatorTest::new(
            |model, vars| {
                model.post(RegionEquality::new(vars[0], vars[1]));
            },
            |v| v[0] == BLANK || v[1] == BLANK || v[0] == v[1],
        )
        .strength(Strength::Domain)
        .random(2000, 2, 6..=10);
    }

    #[test]
    fn adjacency_difference_against_brute_force() {
        PropagatorTest::new(
            |model, vars| {
                model.post(AdjacencyDifference::new(vars[0], vars[1]));
            },
            |v| v[0] == BLANK || v[1] == BLANK || v[0] != v[1],
        )
        .strength(Strength::Domain)
        .random(2000, 2, 6..=10);
    }
}
