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

/// What a cell can be beside one of these values in the same region.
pub(super) fn beside_equal(cell: Dom) -> Dom {
    let blank = Dom::single(BLANK);
    // A digit is supported by itself or by a blank; a blank by anything.
    if cell.contains(BLANK) {
        Dom::ALL
    } else {
        cell | blank
    }
}

/// What a cell can be beside one of these values in another region.
pub(super) fn beside_different(cell: Dom) -> Dom {
    // Only a known digit is in the way.
    if cell.is_fixed() && !cell.contains(BLANK) {
        !cell
    } else {
        Dom::ALL
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
        let [a, b] = self.cells;
        cx.keep(a, beside_equal(cx.dom(b)))?;
        cx.keep(b, beside_equal(cx.dom(a)))?;
        let blank = Dom::single(BLANK);
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
        let [a, b] = self.cells;
        cx.keep(a, beside_different(cx.dom(b)))?;
        cx.keep(b, beside_different(cx.dom(a)))?;
        let shared = (cx.dom(a) & cx.dom(b)) - Dom::single(BLANK);
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
