//! A value at random, from a seed.

use super::ValueOrder;
use crate::branch::View;
use crate::random::Rng;
use crate::var::Var;

/// Any value with equal chance, drawn from a seeded generator.
#[derive(Clone, Debug)]
pub struct Random {
    rng: Rng,
}

impl Random {
    /// Values drawn from this seed.
    pub fn new(seed: u64) -> Self {
        Self {
            rng: Rng::new(seed),
        }
    }
}

impl ValueOrder for Random {
    fn sibling(&mut self, view: &mut View<'_>, var: Var, tried: &[i32]) -> Option<i32> {
        let left = || {
            view.domain(var)
                .iter()
                .filter(|value| !tried.contains(value))
        };
        match left().count() {
            0 => None,
            n => left().nth(self.rng.below(n as u64) as usize),
        }
    }
}
