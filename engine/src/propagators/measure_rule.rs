//! Rules about groups that compare sums over the members: sizes, counts, sums of numbers.

use crate::bits::{Bits, none_of};
use crate::literal::Literal;
use crate::propagator::{Conflict, Context};
use crate::reason::Past;
use crate::store::Store;
use crate::var::Var;

use super::GroupRule;

/// A conjunction of [`Measured`] limits about sums over the members of a group.
///
/// Exact for a known group with its variables fixed; otherwise by bounds. It derives how large a group may be if a sum
/// to which every member adds at least 1 is bounded, and which vertices are needed if a sum must be positive.
///
/// # Strength and cost
///
/// Bounds of each sum are taken over the members that are certain and possible; a run is O(vertices) for each sum.
#[derive(Clone, Debug)]
pub struct MeasureRule {
    /// By sum: what each vertex adds.
    weights: Vec<Weights>,
    /// Those about all groups, then the others by holder.
    limits: Vec<Measured>,
    /// The number of those about all groups, and the vertices of the others, each once with its limits.
    of_all: usize,
    by_holder: Vec<(u32, std::ops::Range<u32>)>,
    /// By vertex: whether it is among these.
    is_holder: Bits,
    /// By sum: whether every vertex adds at least 1, so that it bounds the size.
    counts_all: Bits,
    /// Scratch, by sum: its bounds when last computed.
    bounds: Vec<(i64, i64)>,
    /// Vertices of which every group contains one.
    needed: Vec<u32>,
}

/// What each vertex adds to a sum.
#[derive(Clone, Debug)]
enum Weights {
    /// Each adds 1: the sum is the size.
    One,
    /// The vertices that add something, with how much. Usually these are few, the clues of a grid for example, and the
    /// sum over them is the work of all rules about groups: a third of what it is over all vertices, in nurikabe.
    Some(Vec<(u32, i64)>),
}

impl Weights {
    fn new(weights: Vec<i64>) -> Self {
        if weights.iter().all(|&weight| weight == 1) {
            Weights::One
        } else {
            let weights = (0..).zip(weights).filter(|(_, weight)| *weight != 0);
            Weights::Some(weights.collect())
        }
    }

    /// The least and the largest sum over groups between two bounds.
    fn bounds(&self, certain: &[bool], possible: &[bool]) -> (i64, i64) {
        match self {
            Weights::One => (count(certain), count(possible)),
            Weights::Some(weights) => {
                let (mut low, mut high) = (0i64, 0i64);
                for &(vertex, weight) in weights {
                    if certain[vertex as usize] {
                        low += weight;
                        high += weight;
                    } else if possible[vertex as usize] {
                        low += weight.min(0);
                        high += weight.max(0);
                    }
                }
                (low, high)
            }
        }
    }
}

/// How many are there. Added up as bytes, which is done sixteen at a time: 3 % of the instructions of a nurikabe.
fn count(there: &[bool]) -> i64 {
    let parts = there.chunks(usize::from(u8::MAX));
    let counts = parts.map(|part| part.iter().map(|&there| u8::from(there)).sum::<u8>());
    counts.map(i64::from).sum()
}

/// A limit on a sum: `low ≤ sum - variable ≤ high`, about all groups or those that contain a vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Measured {
    /// The number of the sum.
    pub sum: usize,
    /// What is subtracted from it, if anything.
    pub var: Option<Var>,
    /// The smallest difference.
    pub low: i64,
    /// The largest difference.
    pub high: i64,
    /// If given, the limit is only about groups that contain this vertex.
    pub holder: Option<u32>,
}

impl MeasureRule {
    /// Sums by what each vertex adds, and limits about them.
    ///
    /// # Panics
    /// If a limit names a sum that does not exist.
    pub fn new(weights: Vec<Vec<i64>>, limits: Vec<Measured>) -> Self {
        assert!(
            limits.iter().all(|limit| limit.sum < weights.len()),
            "a limit on none of the {} sums",
            weights.len()
        );
        let counts_all: Bits = weights
            .iter()
            .map(|weights| weights.iter().all(|&weight| weight >= 1))
            .collect();
        // This sum must be positive, and only some vertices add to it.
        let positive = limits.iter().find(|limit| {
            limit.holder.is_none()
                && limit.var.is_none()
                && limit.low > 0
                && weights[limit.sum].iter().all(|&weight| weight >= 0)
                && weights[limit.sum].contains(&0)
        });
        let needed = positive.map_or_else(Vec::new, |limit| {
            (0..)
                .zip(&weights[limit.sum])
                .filter(|(_, weight)| **weight > 0)
                .map(|(vertex, _)| vertex)
                .collect()
        });
        let mut limits = limits;
        limits.sort_by_key(|limit| limit.holder);
        let of_all = limits
            .iter()
            .take_while(|limit| limit.holder.is_none())
            .count();
        let mut by_holder: Vec<(u32, std::ops::Range<u32>)> = Vec::new();
        for (number, limit) in (0..).zip(&limits).skip(of_all) {
            let Some(holder) = limit.holder else {
                continue;
            };
            match by_holder.last_mut() {
                Some((last, range)) if *last == holder => range.end = number + 1,
                _ => by_holder.push((holder, number..number + 1)),
            }
        }
        let vertices = weights.first().map_or(0, Vec::len);
        let mut is_holder = none_of(vertices);
        for &(holder, _) in &by_holder {
            if let Some(mut is_holder) = is_holder.get_mut(holder as usize) {
                *is_holder = true;
            }
        }
        Self {
            bounds: vec![(0, 0); weights.len()],
            weights: weights.into_iter().map(Weights::new).collect(),
            limits,
            of_all,
            by_holder,
            is_holder,
            counts_all,
            needed,
        }
    }

    fn find_bounds(&mut self, certain: &[bool], possible: &[bool]) {
        for (bounds, weights) in self.bounds.iter_mut().zip(&self.weights) {
            *bounds = weights.bounds(certain, possible);
        }
    }

    /// The limits about a group that contains these vertices.
    fn held<'a>(&'a self, certain: &'a [bool]) -> impl Iterator<Item = &'a Measured> {
        let of_holders = self
            .by_holder
            .iter()
            .filter(|(holder, _)| certain[*holder as usize])
            .flat_map(|(_, range)| &self.limits[range.start as usize..range.end as usize]);
        self.limits[..self.of_all].iter().chain(of_holders)
    }
}

/// Bounds of a variable, or 0.
fn span(store: &Store, var: Option<Var>) -> (i64, i64) {
    var.map_or((0, 0), |var| {
        (i64::from(store.min(var)), i64::from(store.max(var)))
    })
}

impl GroupRule for MeasureRule {
    fn cost(&self) -> u64 {
        // Adding up takes little.
        let added = self.weights.iter().map(|weights| match weights {
            Weights::One => 0,
            Weights::Some(_) => self.is_holder.len() as u64,
        });
        added.sum::<u64>() / 16
    }

    fn scope(&self) -> Vec<Var> {
        self.limits.iter().filter_map(|limit| limit.var).collect()
    }

    fn judge(&mut self, store: &Store, certain: &[bool], possible: &[bool]) -> Option<bool> {
        self.find_bounds(certain, possible);
        // A limit for a vertex that is only a possible member is not known to apply.
        let mut open = self.by_holder.iter();
        let mut all = open.all(|&(v, _)| certain[v as usize] || !possible[v as usize]);
        for limit in self.held(certain) {
            let (low, high) = self.bounds[limit.sum];
            let (least, most) = span(store, limit.var);
            let (low, high) = (low - most, high - least);
            if high < limit.low || low > limit.high {
                return Some(false);
            }
            // Every value between the variable's bounds must do, even one in a hole: otherwise nothing is claimed.
            all &= low >= limit.low && high <= limit.high;
        }
        if all {
            return Some(true);
        }
        // Once everything is known, the variable is fixed, and the bounds are exact.
        None
    }

    fn revise(
        &mut self,
        cx: &mut Context<'_>,
        certain: &[bool],
        possible: &[bool],
    ) -> Result<(), Conflict> {
        self.find_bounds(certain, possible);
        for limit in self.held(certain) {
            let Some(var) = limit.var else {
                continue;
            };
            let (low, high) = self.bounds[limit.sum];
            // low ≤ sum - var ≤ high
            let clamp = |value: i64| value.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32;
            cx.at_least(var, clamp(low.saturating_sub(limit.high)))?;
            cx.at_most(var, clamp(high.saturating_sub(limit.low)))?;
        }
        Ok(())
    }

    fn largest(&mut self, store: &Store, certain: &[bool]) -> usize {
        let mut most = usize::MAX;
        for limit in self.held(certain) {
            if self.counts_all[limit.sum] {
                let high = limit.high.saturating_add(span(store, limit.var).1);
                most = most.min(usize::try_from(high).unwrap_or(0));
            }
        }
        most
    }

    fn refute(
        &self,
        past: &Past<'_>,
        supposed: Option<(Var, i32, i32)>,
        certain: &[bool],
        possible: &[bool],
        facts: &mut Vec<Literal>,
    ) -> bool {
        let mut known: Option<(usize, (i64, i64))> = None;
        for limit in self.held(certain) {
            let (low, high) = match known {
                Some((sum, bounds)) if sum == limit.sum => bounds,
                _ => self.weights[limit.sum].bounds(certain, possible),
            };
            known = Some((limit.sum, (low, high)));
            let Some(var) = limit.var else {
                if high < limit.low || low > limit.high {
                    return true;
                }
                continue;
            };
            let domain = past.domain(var);
            let (least, most, is_supposed) = match (supposed, domain.min(), domain.max()) {
                (Some((own, least, most)), ..) if own == var => (least, most, true),
                (_, Some(least), Some(most)) => (least, most, false),
                _ => continue,
            };
            // These are the values just beyond the smallest and the largest that would do.
            let (above, below) = (
                high.saturating_sub(limit.low).saturating_add(1),
                low.saturating_sub(limit.high).saturating_sub(1),
            );
            let fact = if i64::from(least) >= above {
                Literal::at_least(var, above.max(i64::from(i32::MIN) + 1) as i32)
            } else if i64::from(most) <= below {
                Literal::at_most(var, below.min(i64::from(i32::MAX) - 1) as i32)
            } else {
                continue;
            };
            let declared = past.declared(var);
            if !is_supposed && !declared.iter().all(|value| fact.admits(value)) {
                facts.push(fact);
            }
            return true;
        }
        false
    }

    fn largest_then(&self, past: &Past<'_>, certain: &[bool]) -> (usize, Option<Literal>) {
        let mut found = (usize::MAX, None);
        for limit in self.held(certain) {
            if !self.counts_all[limit.sum] {
                continue;
            }
            let max = limit
                .var
                .and_then(|var| Some((var, past.domain(var).max()?)));
            let high = limit
                .high
                .saturating_add(max.map_or(0, |(_, max)| i64::from(max)));
            let most = usize::try_from(high).unwrap_or(0);
            if most < found.0 {
                found = (most, max.map(|(var, max)| Literal::at_most(var, max)));
            }
        }
        found
    }

    fn restricts(&self, vertex: u32) -> bool {
        self.of_all > 0 || self.is_holder[vertex as usize]
    }

    fn affected_by(&self, var: Var) -> Option<Vec<u32>> {
        let own = self.limits.iter().filter(|limit| limit.var == Some(var));
        own.map(|limit| limit.holder).collect()
    }

    fn needed(&self) -> &[u32] {
        &self.needed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::propagators::{Graph, Groups, Presence};
    use crate::testing::PropagatorTest;
    use crate::{Model, Rng};

    /// The groups of a full assignment, as sets of vertices.
    fn groups(there: &[bool], edges: &[(usize, usize)]) -> Vec<Vec<usize>> {
        let mut group: Vec<usize> = (0..there.len()).collect();
        for _ in 0..there.len() {
            for &(a, b) in edges {
                if there[a] && there[b] {
                    let least = group[a].min(group[b]);
                    (group[a], group[b]) = (least, least);
                }
            }
        }
        (0..there.len())
            .map(|root| {
                (0..there.len())
                    .filter(|&v| there[v] && group[v] == root)
                    .collect::<Vec<_>>()
            })
            .filter(|members| !members.is_empty())
            .collect()
    }

    #[test]
    fn random_statements_about_random_graphs() {
        let mut rng = Rng::new(71);
        for _ in 0..400 {
            let n = 2 + rng.below(4) as usize;
            let mut edges = Vec::new();
            for a in 0..n {
                for b in a + 1..n {
                    if rng.below(3) > 0 {
                        edges.push((a, b));
                    }
                }
            }
            // The size, a count of some, and any sum.
            let weights: Vec<Vec<i64>> = vec![
                vec![1; n],
                (0..n).map(|_| rng.below(2) as i64).collect(),
                (0..n).map(|_| rng.below(7) as i64 - 3).collect(),
            ];
            let limits: Vec<(usize, bool, i64, i64, Option<u32>)> = (0..1 + rng.below(3))
                .map(|_| {
                    let low = rng.below(4) as i64 - 1;
                    let holder = (rng.below(2) == 0).then(|| rng.below(n as u64) as u32);
                    let high = if rng.below(4) == 0 {
                        i64::MAX
                    } else {
                        low + rng.below(3) as i64
                    };
                    (rng.below(3) as usize, rng.below(2) == 0, low, high, holder)
                })
                .collect();
            let (weights_, statements_, edges_) = (weights.clone(), limits.clone(), edges.clone());
            PropagatorTest::new(
                move |model: &mut Model, vars| {
                    let limits = limits
                        .iter()
                        .map(|&(sum, var, low, high, holder)| Measured {
                            sum,
                            var: var.then_some(vars[n]),
                            low,
                            high,
                            holder,
                        });
                    let rule = MeasureRule::new(weights.clone(), limits.collect());
                    let vertices = vars[..n].iter().map(|&v| Presence::If(Literal::is(v, 1)));
                    let edges = edges.iter().map(|&(a, b)| (a, b, Presence::Always));
                    let graph =
                        Graph::new(&vertices.collect::<Vec<_>>(), &edges.collect::<Vec<_>>());
                    model.post(Groups::new(graph, Box::new(rule)));
                },
                move |values| {
                    let there: Vec<bool> = values[..n].iter().map(|&v| v == 1).collect();
                    groups(&there, &edges_).iter().all(|members| {
                        statements_.iter().all(|&(sum, var, low, high, holder)| {
                            if holder.is_some_and(|v| !members.contains(&(v as usize))) {
                                return true;
                            }
                            let total: i64 = members.iter().map(|&v| weights_[sum][v]).sum();
                            let total = total - if var { i64::from(values[n]) } else { 0 };
                            (low..=high).contains(&total)
                        })
                    })
                },
            )
            .seed(rng.next_u64())
            .random(4, n + 1, 0..=2);
        }
    }
}
