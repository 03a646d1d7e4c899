//! Who reads what within an expression: the way from a change up to the root.

use std::ops::Range;

use super::arena::{Arena, Node};
use crate::event::Events;
use crate::var::Var;

/// A variable that an expression reads.
#[derive(Clone, Copy, Debug)]
pub(super) struct Input {
    pub(super) var: Var,
    /// The events that can change the value of a node.
    pub(super) events: Events,
    /// Where its nodes start.
    start: u32,
}

/// The nodes that read a variable or a node, for one arena. Constant once built.
#[derive(Clone, Debug)]
pub(super) struct Readers {
    /// Sorted by variable.
    inputs: Vec<Input>,
    /// The nodes that read a variable, by input.
    of_inputs: Vec<u32>,
    /// Where the parents of a node start.
    starts: Vec<u32>,
    parents: Vec<u32>,
    /// Tests of membership: node and vertex.
    pub(super) members: Vec<(u32, u32)>,
    /// Tests of the group as a whole.
    pub(super) of_group: Vec<u32>,
}

impl Readers {
    /// O(size of the expression), up to sorting.
    pub(super) fn new(arena: &Arena) -> Readers {
        let mut members = Vec::new();
        let mut of_group = Vec::new();
        let mut reads = Vec::new();
        let mut starts = vec![0; arena.nodes.len() + 1];
        for (n, &node) in (0..).zip(&arena.nodes) {
            match node {
                Node::Mask(var, _)
                | Node::Ranges(var, _)
                | Node::Var(var)
                | Node::Within(var, ..)
                | Node::Element(var, _) => reads.push((var, n)),
                Node::Equal(x, y, _) => reads.extend([(x, n), (y, n)]),
                Node::Member(vertex) => members.push((n, vertex)),
                Node::Group(_) => of_group.push(n),
                _ => arena.for_each_child(n, |child| starts[child as usize] += 1),
            }
        }
        reads.sort_unstable();
        let subscriptions = arena.subscriptions().into_iter();
        let inputs = subscriptions.map(|(var, events)| Input {
            var,
            events,
            start: reads.partition_point(|read| read.0 < var) as u32,
        });
        // From how many to where they end, and from there down to where they start.
        let mut total = 0;
        for start in &mut starts {
            total += *start;
            *start = total;
        }
        let mut parents = vec![0; total as usize];
        for n in 0..arena.nodes.len() as u32 {
            arena.for_each_child(n, |child| {
                let at = &mut starts[child as usize];
                *at -= 1;
                parents[*at as usize] = n;
            });
        }
        Readers {
            inputs: inputs.collect(),
            of_inputs: reads.into_iter().map(|(_, node)| node).collect(),
            starts,
            parents,
            members,
            of_group,
        }
    }

    /// The variables, sorted.
    pub(super) fn inputs(&self) -> &[Input] {
        &self.inputs
    }

    /// The nodes that read the variable of input number `i`.
    pub(super) fn of_input(&self, i: usize) -> &[u32] {
        let end = self.inputs.get(i + 1).map(|next| next.start as usize);
        &self.of_inputs[self.inputs[i].start as usize..end.unwrap_or(self.of_inputs.len())]
    }

    pub(super) fn parents(&self, node: u32) -> &[u32] {
        let node = node as usize;
        let Range { start, end } = self.starts[node]..self.starts[node + 1];
        &self.parents[start as usize..end as usize]
    }
}
