//! `number of c = count cells seen from c until open`: how far is seen, as one propagator.

use quadrille_engine::propagators::{Comparison, Number, Test, Visibility};
use quadrille_engine::{Literal, Var};

use super::super::{Compiler, Made};

/// The most rays.
const MOST_RAYS: usize = 8;

/// Conjunctions each of which has one literal more than the one before, nearest first.
struct Ray {
    literals: Vec<Literal>,
    /// By literal: how many conjunctions end with it. Cells that are open for certain are no part of these.
    seen: Vec<usize>,
}

impl Compiler<'_> {
    /// Posts that a sum has a certain value, if it counts conjunctions that form rays. False if it is something else.
    ///
    /// It is recognised by its form, whatever the words: each cell along a ray is seen if it and all before it are open.
    pub(crate) fn post_visibility(
        &mut self,
        a: &Number,
        sign: Comparison,
        b: &Number,
    ) -> Made<bool> {
        if sign != Comparison::Equal {
            return Ok(false);
        }
        let Some((rays, total)) = self.rays_of_sum(a, b) else {
            return Ok(false);
        };
        let all: Vec<Literal> = rays
            .iter()
            .flat_map(|ray| ray.literals.iter().copied())
            .collect();
        let is_long = rays.iter().any(|ray| ray.literals.len() > 1);
        let Some(first) = all.first().filter(|_| is_long) else {
            return Ok(false);
        };
        let open = first.value;
        let is_like_first = |literal: &Literal| literal.value == open;
        let lengths = rays.iter().map(|ray| ray.seen.iter().sum());
        if !all.iter().all(is_like_first) || !Visibility::fits(lengths) {
            return Ok(false);
        }
        let vars: Vec<Var> = all.iter().map(|literal| literal.var).collect();
        if !self.are_different(&vars) {
            return Ok(false);
        }
        let has_sure = rays.iter().any(|ray| ray.seen.iter().any(|&seen| seen > 1));
        let sure = has_sure.then(|| self.model.var(open..=open));
        let rays = rays.into_iter().map(|ray| {
            let cells = ray.literals.into_iter().zip(ray.seen);
            let vars = cells.flat_map(|(literal, seen)| {
                let sure = std::iter::repeat_n(sure, seen - 1).flatten();
                std::iter::once(literal.var).chain(sure)
            });
            vars.collect()
        });
        self.post_as(
            Visibility::new(open, rays.collect(), total),
            "visibility",
            "domain consistent",
        );
        Ok(true)
    }

    /// The rays that the terms of two equal sums form, and how many cells they see.
    fn rays_of_sum(&self, a: &Number, b: &Number) -> Option<(Vec<Ray>, usize)> {
        let mut terms = Vec::new();
        let mut constant = 0;
        flatten(1, a, &mut terms, &mut constant)?;
        flatten(-1, b, &mut terms, &mut constant)?;
        // What is seen may stand on either side.
        let side = terms.first()?.0.signum();
        let total = usize::try_from(-side * constant).ok()?;
        let mut conjunctions: Vec<(Vec<Literal>, usize)> = Vec::with_capacity(terms.len());
        for (factor, test) in terms {
            let times = usize::try_from(side * factor).ok()?;
            let is_few = (1..=Visibility::REACH).contains(&times);
            conjunctions.push((self.facts(test).filter(|_| is_few)?, times));
        }
        conjunctions.sort_by_key(|(literals, _)| literals.len());
        let mut rays: Vec<Ray> = Vec::new();
        for (literals, times) in conjunctions {
            if let Some(ray) = rays.iter_mut().find(|ray| ray.literals == literals) {
                *ray.seen.last_mut()? += times;
                continue;
            }
            let (&last, before) = literals.split_last()?;
            if before.is_empty() {
                if rays.len() == MOST_RAYS {
                    return None;
                }
                rays.push(Ray {
                    literals,
                    seen: vec![times],
                });
                continue;
            }
            let ray = rays.iter_mut().find(|ray| ray.literals == before)?;
            ray.literals.push(last);
            ray.seen.push(times);
        }
        Some((rays, total))
    }

    /// The facts of a conjunction about 0-1 variables, each once: that one is 1, or that it is 0.
    fn facts(&self, test: &Test) -> Option<Vec<Literal>> {
        let parts = match test {
            Test::And(parts) => &parts[..],
            test => std::slice::from_ref(test),
        };
        let mut facts: Vec<Literal> = Vec::with_capacity(parts.len());
        for part in parts {
            let literal = match part {
                Test::Literal(literal) => *literal,
                Test::Not(inner) => match **inner {
                    Test::Literal(literal) => literal.negated(),
                    _ => return None,
                },
                _ => return None,
            };
            let domain = self.model.domain(literal.var);
            let is_binary = (domain.min(), domain.max()) == (Some(0), Some(1));
            if !is_binary || literal.admits(0) == literal.admits(1) {
                return None;
            }
            let fact = Literal::is(literal.var, i32::from(literal.admits(1)));
            // A cell that is seen is told to be so twice: nothing hides it, and it is of the kind that is counted.
            if !facts.contains(&fact) {
                facts.push(fact);
            }
        }
        Some(facts)
    }
}

/// The terms of a sum that count tests, and its constant, each `factor` times.
fn flatten<'n>(
    factor: i128,
    number: &'n Number,
    terms: &mut Vec<(i128, &'n Test)>,
    constant: &mut i128,
) -> Option<()> {
    match number {
        Number::Const(number) => {
            *constant = constant.checked_add(factor.checked_mul(*number)?)?;
        }
        Number::Truth(test) => terms.push((factor, test)),
        Number::Sum(parts) => {
            for (own, part) in parts {
                flatten(factor.checked_mul(*own)?, part, terms, constant)?;
            }
        }
        _ => return None,
    }
    Some(())
}
