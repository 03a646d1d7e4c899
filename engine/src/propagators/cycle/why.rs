//! Reason tags for changes of a cycle's edges.

/// What a change followed from; together with the number of an edge, it is the tag of the change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Why {
    /// It joins a vertex with itself.
    SelfLoop,
    /// Out: two others at its end are in, or all others are out. The number is twice the edge, plus the end.
    Count,
    /// In: one other at its end is in, and the rest out. The number is twice the edge, plus the end.
    Needed,
    /// Out: it would close a cycle beside another edge that is in.
    Closing,
    /// Out: there is a cycle already.
    Closed,
    /// Out: a vertex cuts it off from an edge that is in, or it is a bridge.
    Block,
    /// No edge is left.
    Empty,
}

/// By the number in a tag.
pub(super) const ALL: [Why; 7] = [
    Why::SelfLoop,
    Why::Count,
    Why::Needed,
    Why::Closing,
    Why::Closed,
    Why::Block,
    Why::Empty,
];

impl Why {
    pub(super) fn tag(self, number: u32) -> u32 {
        number << 3 | self as u32
    }
}
