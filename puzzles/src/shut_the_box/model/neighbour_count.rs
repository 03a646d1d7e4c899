//! A number counts the inside cells of its block.
//!
//! Domain consistent. O(cells of the block) a run, at most nine domain reads; entailed once either all the inside
//! or all the outside cells are known. Lane: linear. No state.

use quadrille_engine::{
    Change, Conflict, Context, Events, Literal, Past, Propagator, Scope, Status, Var,
};
use smallvec::SmallVec;

/// Exactly `count` of the cells of a block are inside (1).
#[derive(Clone, Debug)]
pub(crate) struct NeighbourCount {
    block: SmallVec<[Var; 9]>,
    count: usize,
}

impl NeighbourCount {
    /// `count` of the cells `block`, all different and each 0 or 1, are 1.
    pub(crate) fn new(block: impl IntoIterator<Item = Var>, count: u32) -> Self {
        Self {
            block: block.into_iter().collect(),
            count: count as usize,
        }
    }
}

impl Propagator for NeighbourCount {
    fn name(&self) -> &'static str {
        "neighbour count"
    }

    fn attach(&mut self, scope: &mut Scope<'_>) {
        for &var in &self.block {
            scope.on(var, Events::FIXED);
        }
    }

    fn propagate(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        let (mut inside, mut possible) = (0, 0);
        for &var in &self.block {
            let bits = cx.dom(var).bits();
            inside += usize::from(bits == 0b10);
            possible += usize::from(bits & 0b10 != 0);
        }
        if inside > self.count || possible < self.count {
            return Err(Conflict);
        }
        let value = if inside == self.count {
            0
        } else if possible == self.count {
            1
        } else {
            return Ok(Status::Fixpoint);
        };
        for &var in &self.block {
            if !cx.is_fixed(var) {
                cx.fix(var, value)?;
            }
        }
        Ok(Status::Entailed)
    }

    /// The known inside cells where they are too many or enough, else the known outside cells.
    fn explain(&self, change: &Change<'_>, past: &Past<'_>, facts: &mut Vec<Literal>) {
        let known = |value: i32| {
            let fixed = move |&&var: &&Var| past.domain(var).value() == Some(value);
            self.block.iter().filter(fixed)
        };
        let inside = known(1).count();
        let full = if change.after.is_empty() {
            inside > self.count
        } else {
            inside == self.count
        };
        let value = i32::from(full);
        facts.extend(known(value).map(|&var| Literal::is(var, value)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_engine::testing::{PropagatorTest, Strength};

    #[test]
    fn against_brute_force() {
        for cells in [1, 4, 6, 9] {
            for count in 0..=10 {
                PropagatorTest::new(
                    move |model, vars| {
                        model.post(NeighbourCount::new(vars.iter().copied(), count));
                    },
                    move |values| values.iter().sum::<i32>() == count as i32,
                )
                .strength(Strength::Domain)
                .random(20, cells, 0..=1);
            }
        }
    }
}
