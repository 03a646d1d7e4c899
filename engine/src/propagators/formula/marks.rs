//! A set of nodes, visited in order while it changes.

/// Nodes by number.
#[derive(Clone, Debug, Default)]
pub(super) struct Marks(Vec<u64>);

impl Marks {
    /// No nodes of `nodes`.
    pub(super) fn none_of(nodes: usize) -> Marks {
        Marks(vec![0; nodes.div_ceil(64)])
    }

    #[inline]
    pub(super) fn mark(&mut self, node: u32) {
        self.0[node as usize / 64] |= 1 << (node % 64);
    }

    /// Takes out the first node that is not below `from`.
    #[inline]
    pub(super) fn take_from(&mut self, from: u32) -> Option<u32> {
        let mut at = from as usize / 64;
        let mut word = *self.0.get(at)? & (!0 << (from % 64));
        while word == 0 {
            at += 1;
            word = *self.0.get(at)?;
        }
        self.0[at] &= !(word & word.wrapping_neg());
        Some((at * 64) as u32 + word.trailing_zeros())
    }

    /// Takes out the last node that is not above `to`.
    #[inline]
    pub(super) fn take_to(&mut self, to: u32) -> Option<u32> {
        let mut at = to as usize / 64;
        let mut word = self.0[at] & (!0 >> (63 - to % 64));
        while word == 0 {
            at = at.checked_sub(1)?;
            word = self.0[at];
        }
        let bit = 63 - word.leading_zeros();
        self.0[at] &= !(1 << bit);
        Some((at * 64) as u32 + bit)
    }

    pub(super) fn clear(&mut self) {
        self.0.fill(0);
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
