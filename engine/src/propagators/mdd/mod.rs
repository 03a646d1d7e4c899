//! Layered decision diagrams: a set of equally long words as a graph, shared between propagators.

mod build;
mod explain;
mod in_mdd;

pub use in_mdd::InMdd;
pub(super) use in_mdd::InMddPropagator;

/// A reduced, layered decision diagram (multi-valued, ordered): the words of `arity` integers that it spells from
/// its root to its end.
///
/// Level 0 is the root, level `arity` the end; an arc of layer `i` goes from level `i` to level `i + 1` and
/// carries the value of place `i`. Every node lies on a path from root to end, no two nodes of a level have the same
/// arcs, and no node has two arcs with the same value: so equal sets of words give equal diagrams. The empty set
/// has no nodes at all.
///
/// It is plain data. Share one between propagators by [`Arc`](std::sync::Arc).
///
/// ```
/// use quadrille_engine::propagators::Mdd;
///
/// // Words of three digits 0..=2 whose sum is 3: the state is the sum so far.
/// let digits = vec![vec![0, 1, 2]; 3];
/// let mdd = Mdd::unroll(&digits, 0, |_, sum, digit| Some(sum + digit), |&sum| sum == 3);
/// assert_eq!(mdd.words(), 7);
/// assert!(mdd.contains(&[2, 0, 1]) && !mdd.contains(&[2, 2, 2]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mdd {
    /// By level from 0 to arity: its nodes.
    levels: Vec<Level>,
}

/// The nodes of one level with their outgoing arcs; the nodes are numbered from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Level {
    /// Node `i` has the arcs `starts[i] .. starts[i + 1]`.
    starts: Vec<u32>,
    /// (value, node of the next level), by rising value for each node. Empty in the last level.
    arcs: Vec<(i32, u32)>,
}

impl Level {
    fn nodes(&self) -> usize {
        self.starts.len() - 1
    }

    fn arcs_of(&self, node: u32) -> &[(i32, u32)] {
        &self.arcs[self.starts[node as usize] as usize..self.starts[node as usize + 1] as usize]
    }
}

impl Mdd {
    /// The length of its words.
    pub fn arity(&self) -> usize {
        self.levels.len() - 1
    }

    /// Nodes of level `level`, which is in `0..=arity`.
    ///
    /// # Panics
    /// If there is no such level.
    pub fn nodes(&self, level: usize) -> usize {
        self.levels[level].nodes()
    }

    /// Arcs of layer `layer`, which is in `0..arity`.
    ///
    /// # Panics
    /// If there is no such layer.
    pub fn arcs(&self, layer: usize) -> usize {
        self.levels[layer].arcs.len()
    }

    /// True if it has no words.
    pub fn is_empty(&self) -> bool {
        self.levels[0].nodes() == 0
    }

    /// Number of words, or `u128::MAX` if there are more. O(arcs).
    pub fn words(&self) -> u128 {
        let mut counts = vec![1u128; self.levels[self.arity()].nodes()];
        for level in self.levels[..self.arity()].iter().rev() {
            counts = (0..level.nodes() as u32)
                .map(|node| {
                    level.arcs_of(node).iter().fold(0, |sum: u128, &(_, to)| {
                        sum.saturating_add(counts[to as usize])
                    })
                })
                .collect();
        }
        counts.first().copied().unwrap_or(0)
    }

    /// Whether it spells `word`. O(arity · log values).
    pub fn contains(&self, word: &[i32]) -> bool {
        if word.len() != self.arity() || self.is_empty() {
            return false;
        }
        let mut node = 0;
        for (level, value) in self.levels.iter().zip(word) {
            let arcs = level.arcs_of(node);
            match arcs.binary_search_by_key(value, |&(value, _)| value) {
                Ok(place) => node = arcs[place].1,
                Err(_) => return false,
            }
        }
        true
    }

    /// The values of layer `layer`, rising. O(arcs · log arcs).
    ///
    /// # Panics
    /// If there is no such layer.
    pub fn values(&self, layer: usize) -> Vec<i32> {
        assert!(layer < self.arity(), "layer {layer} of {}", self.arity());
        let mut values: Vec<i32> = self.levels[layer].arcs.iter().map(|&(v, _)| v).collect();
        values.sort_unstable();
        values.dedup();
        values
    }

    /// Calls `each` with every word, in lexicographic order, until it returns false.
    pub fn for_each_word(&self, mut each: impl FnMut(&[i32]) -> bool) {
        if self.is_empty() {
            return;
        }
        let arity = self.arity();
        let mut word = Vec::with_capacity(arity);
        // By level reached: the node and the arc to take next.
        let mut path: Vec<(u32, usize)> = vec![(0, 0)];
        while let Some(&mut (node, ref mut next)) = path.last_mut() {
            let depth = word.len();
            if depth == arity {
                if !each(&word) {
                    return;
                }
            } else if let Some(&(value, to)) = self.levels[depth].arcs_of(node).get(*next) {
                *next += 1;
                word.push(value);
                path.push((to, 0));
                continue;
            }
            path.pop();
            word.pop();
        }
    }
}

#[cfg(test)]
mod tests;
