//! Pending propagators, in lanes by cost: the cheapest lane first, first in first out within a lane.

use std::collections::VecDeque;

/// How expensive one run of a propagator is. Cheaper lanes are emptied before more expensive ones start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Lane {
    /// Constant cost: unary and binary propagators.
    Binary,
    /// Cost linear in the number of variables: sums, counts, clauses.
    Linear,
    /// Tables, automata: cost proportional to stored tuples or arcs.
    Heavy,
    /// Matchings, components, connectivity, whole-model reasoning.
    Global,
}

impl Lane {
    /// Number of lanes.
    pub(crate) const COUNT: usize = 4;
}

#[derive(Debug, Default)]
pub(crate) struct Queue {
    lanes: [VecDeque<u32>; Lane::COUNT],
    /// By propagator: whether it is in a lane. (Bytes, as the agenda's marks: bits cost 1 % of a slitherlink.)
    queued: Vec<bool>,
}

impl Queue {
    pub(crate) fn new(propagators: usize) -> Self {
        Self {
            lanes: std::array::from_fn(|_| VecDeque::with_capacity(propagators)),
            queued: vec![false; propagators],
        }
    }

    /// Queues `propagator` unless it is in the queue already.
    #[inline]
    pub(crate) fn push(&mut self, propagator: u32, lane: Lane) {
        if !std::mem::replace(&mut self.queued[propagator as usize], true) {
            self.lanes[lane as usize].push_back(propagator);
        }
    }

    /// Takes out the oldest of the cheapest lane that has one.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<u32> {
        let propagator = self.lanes.iter_mut().find_map(VecDeque::pop_front)?;
        self.queued[propagator as usize] = false;
        Some(propagator)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.lanes.iter().all(VecDeque::is_empty)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cheap_lanes_first_and_nobody_twice() {
        let mut queue = Queue::new(4);
        queue.push(0, Lane::Global);
        queue.push(1, Lane::Linear);
        queue.push(2, Lane::Linear);
        queue.push(1, Lane::Linear);
        queue.push(3, Lane::Binary);
        let order: Vec<u32> = std::iter::from_fn(|| queue.pop()).collect();
        assert_eq!(order, [3, 1, 2, 0]);
        assert!(queue.is_empty());
        queue.push(1, Lane::Linear);
        assert_eq!(queue.pop(), Some(1));
    }
}
