//! The tree of a depth-first search: the path from the start node to the current one, and the open children along it.

use std::ops::Range;

use crate::branch::Choice;
use crate::literal::Literal;

#[derive(Debug, Default)]
pub(super) struct Tree {
    /// The choice points on the path, the one nearest the root first.
    pub(super) frames: Vec<Frame>,
    /// The literals that lead to the current node.
    pub(super) path: Vec<Literal>,
    /// Length of the path to the start node.
    pub(super) start_length: usize,
    /// Values already tried in the frames that branch by value, one frame's after another.
    pub(super) tried: Vec<i32>,
}

/// A choice point on the path to the current node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    pub(super) choice: Choice,
    /// Length of the path at the choice point.
    pub(super) path: u32,
    /// Start of its values in `tried`.
    pub(super) tried: u32,
    /// Whether it branches on a witness rather than on a decision.
    pub(super) witness: bool,
    /// Its other children were handed over.
    pub(super) given_away: bool,
    /// Part of the space in its children that are not yet entered.
    pub(super) rest: f64,
}

impl Tree {
    /// Goes back to above the start node.
    pub(super) fn clear(&mut self) {
        self.frames.clear();
        self.path.clear();
        self.tried.clear();
    }

    /// Puts the start node on the path.
    pub(super) fn start_at(&mut self, path: &[Literal]) {
        self.path.extend_from_slice(path);
        self.start_length = self.path.len();
    }

    pub(super) fn drop_frame(&mut self) {
        if let Some(frame) = self.frames.pop() {
            self.tried.truncate(frame.tried as usize);
        }
    }

    /// The values tried at a frame.
    pub(super) fn tried_at(&self, frame: usize) -> &[i32] {
        &self.tried[self.range_at(frame)]
    }

    fn range_at(&self, frame: usize) -> Range<usize> {
        let end = self
            .frames
            .get(frame + 1)
            .map_or(self.tried.len(), |next| next.tried as usize);
        self.frames[frame].tried as usize..end
    }
}
