//! How far rules are from one another.

use std::collections::BTreeMap;

use super::explainer::Explainer;
use super::instance::InstanceId;

/// A spot of which more rules speak than this ties together what is not near.
const MOST_RULES: usize = 24;

/// A rule about more spots than this is everywhere.
const MOST_SPOTS: usize = 24;

impl Explainer {
    /// By rule, in their order: in how many steps it is reached from the one in the centre, where a step leads from a
    /// rule to all others that speak of one of its spots. Spots of many rules are no way from one to another, and rules
    /// that only speak of these, or of very many, are as far as the nearest of which all of their spots are reached, or
    /// one step from the centre.
    pub(super) fn distances(&self, centre: InstanceId, rules: &[InstanceId]) -> Vec<usize> {
        let mut speaking: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (at, &rule) in rules.iter().enumerate() {
            for &spot in &self.instance(rule).spots {
                speaking.entry(spot).or_default().push(at);
            }
        }
        let is_way = |spot: &usize| speaking[spot].len() <= MOST_RULES;
        let spots = |at: usize| &self.instance(rules[at]).spots;
        let mut distances = vec![usize::MAX; rules.len()];
        let mut reached: BTreeMap<usize, usize> = BTreeMap::new();
        let start = rules.iter().position(|&rule| rule == centre);
        let mut latest: Vec<usize> = start.into_iter().collect();
        let mut distance = 0;
        while !latest.is_empty() {
            for &at in &latest {
                distances[at] = distance;
            }
            let mut next = Vec::new();
            for &at in &latest {
                for &spot in spots(at) {
                    reached.entry(spot).or_insert(distance);
                    if is_way(&spot) {
                        let open = speaking[&spot].iter().copied();
                        next.extend(open.filter(|&at| distances[at] == usize::MAX));
                    }
                }
            }
            next.sort_unstable();
            next.dedup();
            next.retain(|&at| spots(at).len() <= MOST_SPOTS);
            latest = next;
            distance += 1;
        }
        let farthest = distance.saturating_sub(1);
        for (at, own) in distances.iter_mut().enumerate() {
            if *own != usize::MAX {
                continue;
            }
            *own = match spots(at).len() > MOST_SPOTS {
                true => 1,
                false => {
                    let of_spots = spots(at).iter().map(|spot| reached.get(spot).copied());
                    let last = of_spots.map(|own| own.unwrap_or(farthest)).max();
                    last.unwrap_or(farthest) + 1
                }
            };
        }
        distances
    }
}
