//! Nodes as data: where a search starts, and what it has left open.

use crate::literal::{Literal, Path};
use crate::var::Var;

/// Where a search starts: a node, or the rest of its children.
#[derive(Clone, Debug, Default)]
pub(crate) struct Start {
    pub(super) path: Path,
    pub(super) below: Below,
    /// Decisions in force at the node.
    pub(super) depth: usize,
    /// Its share of the whole space.
    pub(super) weight: f64,
    /// The parts of it that its original search had searched before restarts.
    pub(super) no_goods: Vec<Path>,
}

impl Start {
    pub(super) fn node(path: Path) -> Self {
        Self {
            path,
            below: Below::Node,
            depth: 0,
            weight: 1.0,
            no_goods: Vec::new(),
        }
    }

    pub(crate) fn open(node: &OpenNode) -> Self {
        Self {
            weight: node.share,
            ..Self::node(node.path.clone())
        }
    }

    /// All of it.
    pub(super) fn whole(&self) -> OpenNode {
        OpenNode {
            path: self.path.clone(),
            share: self.weight,
        }
    }

    /// Whether it is a whole node, which the search visits; otherwise it visits only children of one.
    pub(super) fn is_node(&self) -> bool {
        matches!(self.below, Below::Node)
    }
}

/// A node that is still to be searched, with its share of the space.
#[derive(Clone, Debug, PartialEq)]
pub struct OpenNode {
    /// The path to it from the root.
    pub path: Path,
    /// Its share of the whole space, as [`Search::progress`](super::Search::progress) counts: 1 is the whole.
    pub share: f64,
}

impl OpenNode {
    /// The whole space.
    pub fn root() -> Self {
        Self {
            path: Path::default(),
            share: 1.0,
        }
    }
}

/// The part below a node that is to be searched.
#[derive(Clone, Debug, Default)]
pub(super) enum Below {
    /// The whole node.
    #[default]
    Node,
    /// The child that this literal leads to.
    Child(Literal),
    /// The children for the values of the variable that are not in the list, in the brancher's order.
    Siblings(Var, Vec<i32>),
}
