//! Groups of equal numbers that are as large as their number, as one propagator.

use quadrille_engine::propagators::{Number, SizedGroups, Test};

use super::super::{Compiler, Made};
use super::group::Group;
use super::measured::gives_sizes;

/// The cost of the propagator for each vertex, in steps.
const STEPS: usize = 8;

impl Compiler<'_> {
    /// The propagator for groups of equal numbers with as many members as the number says, if the rule has this
    /// meaning.
    pub(crate) fn sized(&mut self, group: &Group, rule: &Test) -> Made<Option<SizedGroups>> {
        let Some(numbers) = group.numbers.as_deref() else {
            return Ok(None);
        };
        if group.root.is_some() || !gives_sizes(rule, numbers) {
            return Ok(None);
        }
        self.spend_here(STEPS * numbers.len())?;
        let mut vars = Vec::with_capacity(numbers.len());
        for number in numbers {
            vars.push(match number {
                Number::Var(var) => *var,
                Number::Const(value) => match i32::try_from(*value) {
                    Ok(value) => self.model.var(value..=value),
                    Err(_) => return Ok(None),
                },
                _ => return Ok(None),
            });
        }
        let edges: Vec<_> = group.edges.iter().map(|(a, b, _)| (*a, *b)).collect();
        Ok(Some(SizedGroups::new(&vars, &edges)))
    }
}
