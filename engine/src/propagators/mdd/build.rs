//! Building a diagram: from a list of words, by unrolling a transition function, or as an intersection. All share nodes
//! by hash-consing, level by level from the end.

use std::hash::{Hash, Hasher};

use fxhash::{FxHashMap, FxHasher};

use super::{Level, Mdd};
use crate::propagators::dfa::Dfa;
use crate::propagators::tuples::Tuples;

const NONE: u32 = u32::MAX;

/// The nodes of one level under construction: equal lists of arcs get the same node.
#[derive(Debug)]
struct Register {
    level: Level,
    /// By hash of the arcs: the latest node with it.
    latest: FxHashMap<u64, u32>,
    /// By node: the one before it with the same hash, or `NONE`.
    earlier: Vec<u32>,
}

impl Register {
    fn new() -> Self {
        Self {
            level: Level {
                starts: vec![0],
                arcs: Vec::new(),
            },
            latest: FxHashMap::default(),
            earlier: Vec::new(),
        }
    }

    /// The node with these arcs.
    fn node(&mut self, arcs: &[(i32, u32)]) -> u32 {
        let mut hasher = FxHasher::default();
        arcs.hash(&mut hasher);
        let latest = self.latest.entry(hasher.finish()).or_insert(NONE);
        let mut node = *latest;
        while node != NONE {
            if self.level.arcs_of(node) == arcs {
                return node;
            }
            node = self.earlier[node as usize];
        }
        node = self.level.nodes() as u32;
        self.level.arcs.extend_from_slice(arcs);
        self.level.starts.push(self.level.arcs.len() as u32);
        self.earlier.push(*latest);
        *latest = node;
        node
    }
}

impl Mdd {
    /// The diagram of the empty set of words of length `arity`.
    fn empty(arity: usize) -> Self {
        let level = Level {
            starts: vec![0],
            arcs: Vec::new(),
        };
        Self {
            levels: vec![level; arity + 1],
        }
    }

    fn of_registers(registers: Vec<Register>) -> Self {
        let levels = registers.into_iter().map(|r| r.level).collect();
        Self { levels }.renumbered()
    }

    /// Numbers the nodes of each level in the order of a breadth-first search from the root, so that the numbers depend
    /// only on the words, too.
    fn renumbered(self) -> Self {
        let mut order: Vec<u32> = (0..self.levels[0].nodes() as u32).collect();
        let mut levels = Vec::with_capacity(self.levels.len());
        for (depth, level) in self.levels.iter().enumerate() {
            let below = self.levels.get(depth + 1).map_or(0, Level::nodes);
            let mut number = vec![NONE; below];
            let mut next = Vec::with_capacity(below);
            let mut starts = Vec::with_capacity(level.starts.len());
            let mut arcs = Vec::with_capacity(level.arcs.len());
            starts.push(0);
            for &node in &order {
                for &(value, to) in level.arcs_of(node) {
                    let to_number = &mut number[to as usize];
                    if *to_number == NONE {
                        *to_number = next.len() as u32;
                        next.push(to);
                    }
                    arcs.push((value, *to_number));
                }
                starts.push(arcs.len() as u32);
            }
            levels.push(Level { starts, arcs });
            order = next;
        }
        Self { levels }
    }

    /// The diagram that spells exactly the rows of `tuples`.
    ///
    /// A row shares the path of the row before it as far as they agree; the branch left behind is finished from the
    /// end, and each finished node is looked up among equal ones (Daciuk et al. 2000, "Incremental construction of
    /// minimal acyclic finite-state automata", for sorted words). O(cells).
    pub fn from_tuples(tuples: &Tuples) -> Self {
        let arity = tuples.arity();
        if tuples.is_empty() {
            return Self::empty(arity);
        }
        let mut registers: Vec<Register> = (0..=arity).map(|_| Register::new()).collect();
        let end = registers[arity].node(&[]);
        // The unfinished nodes of the current row: their arcs so far, the last of which awaits its target.
        let mut open: Vec<Vec<(i32, u32)>> = vec![Vec::new(); arity];
        let mut finish = |open: &mut [Vec<(i32, u32)>], from: usize| {
            let mut below = end;
            for depth in (from..arity).rev() {
                let arcs = &mut open[depth];
                arcs.last_mut().expect("on the current row's path").1 = below;
                if depth > from {
                    below = registers[depth].node(arcs);
                    arcs.clear();
                }
            }
        };
        for index in 0..tuples.len() {
            let row = tuples.row(index);
            let mut branch = 0;
            if index > 0 {
                let before = tuples.row(index - 1);
                branch = row.iter().zip(before).take_while(|(a, b)| a == b).count();
                finish(&mut open, branch);
            }
            for depth in branch..arity {
                open[depth].push((row[depth], NONE));
            }
        }
        if arity > 0 {
            finish(&mut open, 0);
            registers[0].node(&open[0]);
        }
        Self::of_registers(registers)
    }

    /// The diagram of the words with place `i` in `domains[i]` that a deterministic machine accepts: it begins in
    /// `start`, goes from a state by a value at a place to `step(place, state, value)` or dies, and accepts what
    /// ends in a state that passes `accept`.
    ///
    /// Only reachable states are created, and only those from which acceptance can be reached are kept; equal ones are
    /// merged from the end. Time and memory O(reached states · values), however large the machine.
    pub fn unroll<S: Clone + Eq + Hash, D: AsRef<[i32]>>(
        domains: &[D],
        start: S,
        step: impl FnMut(usize, &S, i32) -> Option<S>,
        accept: impl FnMut(&S) -> bool,
    ) -> Self {
        Self::unroll_within(usize::MAX, domains, start, step, accept).expect("no limit was set")
    }

    /// As [`unroll`](Self::unroll), or `None` as soon as more than `limit` states are reached in total (before any
    /// merging).
    pub fn unroll_within<S: Clone + Eq + Hash, D: AsRef<[i32]>>(
        limit: usize,
        domains: &[D],
        start: S,
        mut step: impl FnMut(usize, &S, i32) -> Option<S>,
        mut accept: impl FnMut(&S) -> bool,
    ) -> Option<Self> {
        let arity = domains.len();
        let mut states = vec![start];
        let mut reached = 1;
        let mut unrolled: Vec<Level> = Vec::with_capacity(arity);
        let mut number: FxHashMap<S, u32> = FxHashMap::default();
        for (place, domain) in domains.iter().enumerate() {
            let mut values = domain.as_ref().to_vec();
            values.sort_unstable();
            values.dedup();
            let mut level = Level {
                starts: vec![0],
                arcs: Vec::new(),
            };
            number.clear();
            let mut next: Vec<S> = Vec::new();
            for state in &states {
                for &value in &values {
                    let Some(to) = step(place, state, value) else {
                        continue;
                    };
                    let to = *number.entry(to).or_insert_with_key(|to| {
                        next.push(to.clone());
                        next.len() as u32 - 1
                    });
                    level.arcs.push((value, to));
                }
                level.starts.push(level.arcs.len() as u32);
                if reached + next.len() > limit {
                    return None;
                }
            }
            reached += next.len();
            unrolled.push(level);
            states = next;
        }
        // From the end: drop states that cannot accept, merge equal ones.
        let mut registers: Vec<Register> = (0..=arity).map(|_| Register::new()).collect();
        let mut merged: Vec<u32> = Vec::with_capacity(states.len());
        for state in &states {
            merged.push(if accept(state) {
                registers[arity].node(&[])
            } else {
                NONE
            });
        }
        let mut arcs: Vec<(i32, u32)> = Vec::new();
        for (place, level) in unrolled.iter().enumerate().rev() {
            let mut above = Vec::with_capacity(level.nodes());
            for node in 0..level.nodes() as u32 {
                arcs.clear();
                for &(value, to) in level.arcs_of(node) {
                    if merged[to as usize] != NONE {
                        arcs.push((value, merged[to as usize]));
                    }
                }
                above.push(if arcs.is_empty() {
                    NONE
                } else {
                    registers[place].node(&arcs)
                });
            }
            merged = above;
        }
        Some(if registers[0].level.nodes() == 0 {
            Self::empty(arity)
        } else {
            Self::of_registers(registers)
        })
    }

    /// The words over `domains` that every one of `automata` accepts: their product, unrolled.
    pub fn from_dfas<D: AsRef<[i32]>>(automata: &[&Dfa], domains: &[D]) -> Self {
        match automata {
            [dfa] => Self::unroll(
                domains,
                dfa.start(),
                |_, &state, value| dfa.step(state, value),
                |&state| dfa.is_accepting(state),
            ),
            _ => Self::unroll(
                domains,
                automata.iter().map(|dfa| dfa.start()).collect::<Product>(),
                |_, states, value| {
                    let pairs = automata.iter().zip(states);
                    pairs.map(|(dfa, &state)| dfa.step(state, value)).collect()
                },
                |states| {
                    let mut pairs = automata.iter().zip(states);
                    pairs.all(|(dfa, &state)| dfa.is_accepting(state))
                },
            ),
        }
    }

    /// The words that both diagrams spell.
    ///
    /// # Panics
    /// If their words are of different lengths.
    pub fn intersection(&self, other: &Mdd) -> Mdd {
        assert_eq!(self.arity(), other.arity(), "words of different lengths");
        if self.is_empty() || other.is_empty() {
            return Self::empty(self.arity());
        }
        let domains: Vec<Vec<i32>> = (0..self.arity()).map(|layer| self.values(layer)).collect();
        let step = |mdd: &Mdd, layer: usize, node: u32, value: i32| {
            let arcs = mdd.levels[layer].arcs_of(node);
            let place = arcs.binary_search_by_key(&value, |&(value, _)| value);
            place.ok().map(|place| arcs[place].1)
        };
        Self::unroll(
            &domains,
            (0, 0),
            |layer, &(a, b), value| {
                Some((step(self, layer, a, value)?, step(other, layer, b, value)?))
            },
            |_| true,
        )
    }
}

/// A state of several automata at once.
type Product = smallvec::SmallVec<[u32; 6]>;
