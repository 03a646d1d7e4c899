//! Boxes: a list of values for each variable, and the tuples in them.

use std::ops::RangeInclusive;

use crate::literal::Literal;
use crate::random::Rng;
use crate::solver::Solver;
use crate::var::Var;

/// The domains of all variables, as sorted lists.
pub(super) type Boxes = Vec<Vec<i32>>;

/// The values that agree with the facts.
pub(super) fn agreeing(boxes: &Boxes, facts: &[Literal]) -> Boxes {
    let mut boxes = boxes.clone();
    for fact in facts {
        boxes[fact.var.index()].retain(|&value| fact.admits(value));
    }
    boxes
}

pub(super) fn read(solver: &Solver, vars: &[Var]) -> Boxes {
    vars.iter()
        .map(|&var| solver.domain(var).iter().collect())
        .collect()
}

pub(super) fn inside(tuple: &[i32], boxes: &Boxes) -> bool {
    tuple
        .iter()
        .zip(boxes)
        .all(|(value, values)| values.contains(value))
}

/// Calls `f` with each tuple of the box, in lexicographic order; there is none if a domain is empty.
pub(super) fn for_each_tuple(boxes: &Boxes, f: &mut dyn FnMut(&[i32])) {
    fn descend(boxes: &Boxes, tuple: &mut Vec<i32>, f: &mut dyn FnMut(&[i32])) {
        match boxes.get(tuple.len()) {
            None => f(tuple),
            Some(values) => {
                for &value in values {
                    tuple.push(value);
                    descend(boxes, tuple, f);
                    tuple.pop();
                }
            }
        }
    }
    descend(boxes, &mut Vec::with_capacity(boxes.len()), f);
}

/// A random non-empty subset of `range`: sometimes all of it, sometimes an interval, mostly with holes.
pub fn random_domain(rng: &mut Rng, range: RangeInclusive<i32>) -> Vec<i32> {
    let all: Vec<i32> = range.collect();
    let pick = |rng: &mut Rng| all[rng.below(all.len() as u64) as usize];
    let mut values: Vec<i32> = match rng.below(5) {
        0 => all.clone(),
        1 => {
            let (a, b) = (pick(rng), pick(rng));
            (a.min(b)..=a.max(b)).collect()
        }
        2 => all.iter().copied().filter(|_| rng.below(4) > 0).collect(),
        _ => all.iter().copied().filter(|_| rng.below(2) == 0).collect(),
    };
    if values.is_empty() {
        values.push(pick(rng));
    }
    values
}
