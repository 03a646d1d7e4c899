//! All different, bounds consistent, by Hall intervals.
//!
//! State: none; scratch only.

use super::all_different::{repeats, without_offsets};
use crate::constraint::{Constraint, Scope};
use crate::event::Events;
use crate::literal::Literal;
use crate::propagator::{Conflict, Context, Propagator, Status};
use crate::queue::Lane;
use crate::reason::{Change, Past};
use crate::var::Var;

/// The variables, each plus its offset, take pairwise different values; bounds consistent.
///
/// # Strength and cost
///
/// Bounds(Z) consistent: each bound has a support if every other variable may take all integers between its bounds. The
/// strength is between that of [`AllDifferent`](super::AllDifferent) and [`AllDifferentGac`](super::AllDifferentGac):
/// meant for many variables with large domains without holes, such as times. López-Ortiz, Quimper, Tromp and van Beek
/// 2003, "A fast and simple algorithm for bounds consistency of the alldifferent constraint": O(n log n) a run for the
/// sorting, the rest nearly linear. Reasons are Hall intervals: as many variables as there are values in the interval.
#[derive(Clone, Debug)]
pub struct AllDifferentBounds {
    terms: Box<[(Var, i32)]>,
    repeated: bool,
    scratch: Scratch,
}

/// Scratch. The bounds of the variables fall into ranks; `bounds` has their values.
#[derive(Clone, Debug, Default)]
struct Scratch {
    min: Vec<i64>,
    max: Vec<i64>,
    /// By variable, the rank of its smallest value and of the one after its largest.
    min_rank: Vec<usize>,
    max_rank: Vec<usize>,
    by_min: Vec<usize>,
    by_max: Vec<usize>,
    bounds: Vec<i64>,
    /// By rank: links of the trees of critical capacities, differences, links of the Hall intervals.
    tree: Vec<usize>,
    difference: Vec<i64>,
    hall: Vec<usize>,
}

impl AllDifferentBounds {
    /// All of `vars` different.
    pub fn new(vars: &[Var]) -> Self {
        Self::with_offsets(&without_offsets(vars))
    }

    /// All `variable + offset` different.
    pub fn with_offsets(terms: &[(Var, i32)]) -> Self {
        Self {
            terms: terms.into(),
            repeated: repeats(terms),
            scratch: Scratch::default(),
        }
    }

    fn bounds_then(&self, past: &Past<'_>) -> Vec<(i64, i64)> {
        let ends = self.terms.iter().map(|&(var, offset)| {
            let domain = past.domain(var);
            let (Some(min), Some(max)) = (domain.min(), domain.max()) else {
                return (i64::MAX, i64::MIN);
            };
            (
                i64::from(min) + i64::from(offset),
                i64::from(max) + i64::from(offset),
            )
        });
        ends.collect()
    }

    /// An interval that contains `value` and is filled by the variables within it (except `except`), or, without a
    /// value, one with more variables than values; with those variables.
    fn hall_interval(
        bounds: &[(i64, i64)],
        value: Option<i64>,
        except: Option<usize>,
    ) -> Option<(i64, i64, Vec<usize>)> {
        let more = i64::from(value.is_none());
        let mut best: Option<(i64, i64, Vec<usize>)> = None;
        let starts = bounds.iter().map(|&(min, _)| min);
        for start in starts.filter(|&start| value.is_none_or(|value| start <= value)) {
            let mut within: Vec<usize> = (0..bounds.len())
                .filter(|&i| bounds[i].0 >= start && except != Some(i))
                .collect();
            within.sort_unstable_by_key(|&i| bounds[i].1);
            for (place, &i) in within.iter().enumerate() {
                let end = bounds[i].1;
                let is_filled = place as i64 + 1 >= end - start + 1 + more;
                let reaches = value.is_none_or(|value| value <= end);
                if is_filled && reaches && best.as_ref().is_none_or(|b| place + 1 < b.2.len()) {
                    best = Some((start, end, within[..=place].to_vec()));
                }
            }
        }
        best
    }

    fn say(&self, (start, end, within): (i64, i64, Vec<usize>), facts: &mut Vec<Literal>) {
        for i in within {
            let (var, offset) = self.terms[i];
            let fit = |value: i64| i32::try_from(value - i64::from(offset));
            facts.extend(fit(start).map(|value| Literal::at_least(var, value)));
            facts.extend(fit(end).map(|value| Literal::at_most(var, value)));
        }
    }
}

/// The end of the path of links upwards from `i`.
fn path_up(links: &[usize], mut i: usize) -> usize {
    while links[i] > i {
        i = links[i];
    }
    i
}

/// The same down.
fn path_down(links: &[usize], mut i: usize) -> usize {
    while links[i] < i {
        i = links[i];
    }
    i
}

/// Makes the path from `start` to `end` lead directly to `to`.
fn shorten(links: &mut [usize], start: usize, end: usize, to: usize) {
    let mut next = start;
    loop {
        let at = next;
        if at == end {
            return;
        }
        next = links[at];
        links[at] = to;
    }
}

impl Scratch {
    /// Sorts the bounds into ranks; the number of the last.
    fn rank(&mut self) -> usize {
        let (min, max) = (&self.min, &self.max);
        self.by_min.sort_unstable_by_key(|&i| min[i]);
        self.by_max.sort_unstable_by_key(|&i| max[i]);
        let n = self.by_min.len();
        self.bounds.clear();
        let mut last = self.min[self.by_min[0]] - 2;
        self.bounds.push(last);
        let (mut i, mut j) = (0, 0);
        while j < n {
            let after = self.max[self.by_max[j]] + 1;
            if i < n && self.min[self.by_min[i]] <= after {
                let var = self.by_min[i];
                if self.min[var] != last {
                    last = self.min[var];
                    self.bounds.push(last);
                }
                self.min_rank[var] = self.bounds.len() - 1;
                i += 1;
            } else {
                if after != last {
                    last = after;
                    self.bounds.push(last);
                }
                self.max_rank[self.by_max[j]] = self.bounds.len() - 1;
                j += 1;
            }
        }
        let ranks = self.bounds.len() - 1;
        self.bounds.push(last + 2);
        ranks
    }

    /// Raises the smallest values out of Hall intervals.
    fn raise(&mut self, ranks: usize) -> Result<(), Conflict> {
        let Self {
            bounds,
            tree,
            difference,
            hall,
            ..
        } = self;
        for i in 1..=ranks + 1 {
            tree[i] = i - 1;
            hall[i] = i - 1;
            difference[i] = bounds[i] - bounds[i - 1];
        }
        for &var in &self.by_max {
            let (x, y) = (self.min_rank[var], self.max_rank[var]);
            let mut z = path_up(tree, x + 1);
            let j = tree[z];
            difference[z] -= 1;
            if difference[z] == 0 {
                tree[z] = z + 1;
                z = path_up(tree, z + 1);
                tree[z] = j;
            }
            shorten(tree, x + 1, z, z);
            if difference[z] < bounds[z] - bounds[y] {
                return Err(Conflict);
            }
            if hall[x] > x {
                let w = path_up(hall, hall[x]);
                self.min[var] = bounds[w];
                shorten(hall, x, w, w);
            }
            if difference[z] == bounds[z] - bounds[y] {
                let from = hall[y];
                shorten(hall, from, j - 1, y);
                hall[y] = j - 1;
            }
        }
        Ok(())
    }

    /// Lowers the largest values out of Hall intervals.
    fn lower(&mut self, ranks: usize) -> Result<(), Conflict> {
        let Self {
            bounds,
            tree,
            difference,
            hall,
            ..
        } = self;
        for i in 0..=ranks {
            tree[i] = i + 1;
            hall[i] = i + 1;
            difference[i] = bounds[i + 1] - bounds[i];
        }
        for &var in self.by_min.iter().rev() {
            let (x, y) = (self.max_rank[var], self.min_rank[var]);
            let mut z = path_down(tree, x - 1);
            let j = tree[z];
            difference[z] -= 1;
            if difference[z] == 0 {
                tree[z] = z - 1;
                z = path_down(tree, z - 1);
                tree[z] = j;
            }
            shorten(tree, x - 1, z, z);
            if difference[z] < bounds[y] - bounds[z] {
                return Err(Conflict);
            }
            if hall[x] < x {
                let w = path_down(hall, hall[x]);
                self.max[var] = bounds[w] - 1;
                shorten(hall, x, w, w);
            }
            if difference[z] == bounds[y] - bounds[z] {
                let from = hall[y];
                shorten(hall, from, j + 1, y);
                hall[y] = j + 1;
            }
        }
        Ok(())
    }
}

impl Constraint for AllDifferentBounds {
    type Propagator = Self;

    fn name(&self) -> &'static str {
        "all different (bounds)"
    }

    fn for_each_var(&self, see: &mut dyn FnMut(Var)) {
        self.terms.iter().for_each(|&(var, _)| see(var));
    }

    fn lane(&self) -> Lane {
        Lane::Heavy
    }

    fn attach(mut self, scope: &mut Scope<'_>) -> Self {
        for &(var, _) in &self.terms {
            scope.on(var, Events::BOUNDS);
        }
        let n = self.terms.len();
        self.scratch = Scratch {
            min: vec![0; n],
            max: vec![0; n],
            min_rank: vec![0; n],
            max_rank: vec![0; n],
            by_min: (0..n).collect(),
            by_max: (0..n).collect(),
            bounds: Vec::with_capacity(2 * n + 2),
            tree: vec![0; 2 * n + 2],
            difference: vec![0; 2 * n + 2],
            hall: vec![0; 2 * n + 2],
        };
        self
    }
}

impl Propagator for AllDifferentBounds {
    fn propagate(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        if self.repeated {
            return Err(Conflict);
        }
        if self.terms.len() < 2 {
            return Ok(Status::Entailed);
        }
        let scratch = &mut self.scratch;
        for (i, &(var, offset)) in self.terms.iter().enumerate() {
            scratch.min[i] = i64::from(cx.min(var)) + i64::from(offset);
            scratch.max[i] = i64::from(cx.max(var)) + i64::from(offset);
        }
        let ranks = scratch.rank();
        scratch.raise(ranks)?;
        scratch.lower(ranks)?;
        let mut changed = false;
        for (i, &(var, offset)) in self.terms.iter().enumerate() {
            let fit = |value: i64| i32::try_from(value - i64::from(offset)).map_err(|_| Conflict);
            changed |= cx.at_least(var, fit(scratch.min[i])?)?;
            changed |= cx.at_most(var, fit(scratch.max[i])?)?;
        }
        // A bound that has skipped a hole may be part of another interval.
        Ok(Status::after(changed))
    }

    /// For each value lost a Hall interval around it; for a failure more variables than values, or a variable between
    /// Hall intervals.
    fn explain(&self, change: &Change<'_>, past: &Past<'_>, facts: &mut Vec<Literal>) {
        if self.repeated {
            return;
        }
        let bounds = self.bounds_then(past);
        if change.after.is_empty() {
            return match Self::hall_interval(&bounds, None, None) {
                Some(found) => self.say(found, facts),
                None => past.describe_scope(facts),
            };
        }
        let mut places = (0..self.terms.len()).filter(|&i| Some(self.terms[i].0) == change.var);
        let (Some(place), None) = (places.next(), places.next()) else {
            return past.describe_scope(facts);
        };
        let offset = i64::from(self.terms[place].1);
        let mut said: Vec<(i64, i64)> = Vec::new();
        for value in change.removed().map(|value| i64::from(value) + offset) {
            if said
                .iter()
                .any(|&(start, end)| (start..=end).contains(&value))
            {
                continue;
            }
            let Some(found) = Self::hall_interval(&bounds, Some(value), Some(place)) else {
                facts.clear();
                return past.describe_scope(facts);
            };
            said.push((found.0, found.1));
            self.say(found, facts);
        }
        facts.sort_unstable();
        facts.dedup();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{PropagatorTest, Strength};

    fn different(values: &[i32]) -> bool {
        (1..values.len()).all(|i| !values[..i].contains(&values[i]))
    }

    #[test]
    fn against_brute_force() {
        let test = PropagatorTest::new(
            |model, vars| {
                model.post(AllDifferentBounds::new(vars));
            },
            different,
        )
        .strength(Strength::Bounds);
        test.random(400, 4, 0..=4);
        test.random(300, 5, -2..=3);
        test.random(60, 6, 1..=6);
        test.random(20, 1, 0..=3);
        test.random(1, 0, 0..=3);
        test.domains(&[&[0, 63], &[63, 64, 200], &[0, 200], &[-5, 0]]);
        // The example of the paper.
        test.domains(&[
            &[3, 4],
            &[2, 3, 4],
            &[3, 4],
            &[2, 3, 4, 5],
            &[3, 4, 5, 6],
            &[1, 2, 3, 4, 5, 6],
        ]);
    }

    #[test]
    fn offsets() {
        let offsets = [0, 2, -3, 1];
        PropagatorTest::new(
            |model, vars| {
                let terms: Vec<(Var, i32)> = vars.iter().copied().zip(offsets).collect();
                model.post(AllDifferentBounds::with_offsets(&terms));
            },
            |v| {
                different(
                    &v.iter()
                        .zip(offsets)
                        .map(|(v, o)| v + o)
                        .collect::<Vec<_>>(),
                )
            },
        )
        .strength(Strength::Bounds)
        .random(300, 4, -2..=3);
    }
}
