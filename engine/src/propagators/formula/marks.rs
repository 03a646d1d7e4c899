//! A set of nodes, visited in order while it changes.

use crate::bits::{Bits, none_of};

/// Nodes by number.
#[derive(Clone, Debug, Default)]
pub(super) struct Marks(Bits);

impl Marks {
    /// No nodes of `nodes`.
    pub(super) fn none_of(nodes: usize) -> Marks {
        Marks(none_of(nodes))
    }

    #[inline]
    pub(super) fn mark(&mut self, node: u32) {
        self.0.set(node as usize, true);
    }

    /// Takes out the first node that is not below `from`.
    #[inline]
    pub(super) fn take_from(&mut self, from: u32) -> Option<u32> {
        let from = from as usize;
        let node = from + self.0.get(from..)?.first_one()?;
        self.0.set(node, false);
        Some(node as u32)
    }

    /// Takes out the last node that is not above `to`.
    #[inline]
    pub(super) fn take_to(&mut self, to: u32) -> Option<u32> {
        let node = self.0[..=to as usize].last_one()?;
        self.0.set(node, false);
        Some(node as u32)
    }

    pub(super) fn clear(&mut self) {
        self.0.fill(false);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways_through_all_words() {
        let nodes = [0, 5, 63, 64, 130, 199];
        let mut marks = Marks::none_of(200);
        nodes.iter().for_each(|&node| marks.mark(node));
        let mut down = marks.clone();
        let mut found = Vec::new();
        let mut from = 0;
        while let Some(node) = marks.take_from(from) {
            found.push(node);
            from = node;
        }
        assert_eq!(found, nodes);
        assert_eq!(down.take_to(129), Some(64));
        assert_eq!(down.take_to(199), Some(199));
        assert_eq!(down.take_to(199), Some(130));
        down.clear();
        assert_eq!(down.take_to(199), None);
    }
}
