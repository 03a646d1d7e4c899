//! Constraints on sequences that are decomposed into others: increasing values, and value precedence.

use std::sync::Arc;

use super::dfa::Dfa;
use super::regular::Regular;
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

/// None of `values` occurs among the variables unless the one before it in the list has occurred earlier: this breaks
/// the symmetry of interchangeable values.
///
/// Law and Lee 2004, "Global constraints for integer and set value precedence", here for the whole chain as one
/// automaton that counts the values seen so far ([`Regular`], so it is domain consistent for all of them together,
/// unlike a propagator for each pair). Values that are not in the list are free. Memory and time of a run: O(variables
/// × values).
///
/// # Panics
/// If a value occurs twice in the list.
pub fn value_precedence(model: &mut Model, vars: &[Var], values: &[i32]) {
    assert!(!super::all_different::repeats(values), "each value once");
    let mut all: Vec<i32> = vars
        .iter()
        .flat_map(|&var| model.domain(var).iter())
        .collect();
    all.sort_unstable();
    all.dedup();
    let count = values.len() as u32;
    let mut arcs = Vec::new();
    for met in 0..=count {
        for &value in &all {
            let next = match values.iter().position(|&v| v == value) {
                Some(rank) if rank as u32 > met => continue,
                Some(rank) => met.max(rank as u32 + 1),
                None => met,
            };
            arcs.push((met, value, next));
        }
    }
    let accepting: Vec<u32> = (0..=count).collect();
    let dfa = Dfa::new(count + 1, 0, &accepting, &arcs).expect("each value leads to one state");
    model.post(Regular::new(vars, Arc::new(dfa)));
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

    #[test]
    fn values_in_their_order() {
        let lists: [&[i32]; 4] = [&[], &[1], &[2, 0], &[1, 3, 0]];
        for values in lists {
            PropagatorTest::new(
                |model, vars| value_precedence(model, vars, values),
                |v| {
                    let first = |value: &i32| v.iter().position(|x| x == value);
                    values
                        .windows(2)
                        .all(|pair| match (first(&pair[0]), first(&pair[1])) {
                            (_, None) => true,
                            (Some(a), Some(b)) => a < b,
                            (None, Some(_)) => false,
                        })
                },
            )
            .strength(Strength::Domain)
            .random(150, 4, 0..=3);
        }
    }
}
