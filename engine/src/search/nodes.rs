//! Nodes as data: the open nodes of a search as paths, and parts handed over to other searches.

use super::nogood::NoGoods;
use super::tree::Frame;
use super::{Phase, Search};
use crate::branch::Choice;
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
    /// Its share of the whole space, as [`Search::progress`] counts: 1 is the whole.
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

impl Search<'_> {
    /// The path to the current node.
    pub fn path(&self) -> Path {
        match &self.learner {
            None => Path(self.tree.path.clone()),
            Some(learner) => Path([&self.tree.path, learner.path()].concat()),
        }
    }

    /// The current node's share of the whole space, as [`progress`](Self::progress) counts.
    pub fn share(&self) -> f64 {
        self.share.here
    }

    /// The nodes still to be searched, deepest first, as disjoint parts: searching each of them from its path
    /// finds exactly the solutions that stepping on would find. Empty when the search is exhausted.
    ///
    /// During the search for a witness, the node where that search began is returned as a whole, so that no solution is
    /// found twice by different witnesses. After restarts the parts overlap with what was searched before: leave out
    /// [`no_goods`](Self::no_goods) in each. The children of a node split by value come in rising order.
    pub fn open_nodes(&self) -> Vec<Path> {
        paths(self.open())
    }

    /// The [open nodes](Self::open_nodes) with their shares of the space. The shares and the part [seen](Self::seen)
    /// add up to the share of the start node, except for parts handed over.
    pub fn open(&self) -> Vec<OpenNode> {
        let whole_start = || {
            vec![OpenNode {
                path: self.start.path.clone(),
                share: self.start.weight,
            }]
        };
        if self.learner.is_some() {
            return match self.phase {
                Phase::Done => Vec::new(),
                _ => whole_start(),
            };
        }
        let mut open = Vec::new();
        let witnesses = self.tree.frames.iter().position(|frame| frame.witness);
        let here = match self.phase {
            Phase::Start => return whole_start(),
            Phase::Explore => self.share.here,
            _ => 0.0,
        };
        match (self.phase, witnesses) {
            (Phase::Explore, None) => open.push(OpenNode {
                path: self.path(),
                share: here,
            }),
            (Phase::Explore | Phase::Leave, Some(first)) => {
                let path = self.tree.frames[first].path as usize;
                let below: f64 = self.tree.frames[first..]
                    .iter()
                    .map(|frame| frame.rest)
                    .sum();
                open.push(OpenNode {
                    path: Path(self.tree.path[..path].to_vec()),
                    share: here + below,
                });
            }
            _ => {}
        }
        for at in (0..witnesses.unwrap_or(self.tree.frames.len())).rev() {
            open.extend(self.siblings(at));
        }
        open
    }

    /// Hands over the open children of the choice point nearest the root, for another search: they are removed from
    /// this search and returned as paths, in rising order of the value if there are several. Empty if there is nothing
    /// to give. As with [`open_nodes`](Self::open_nodes), parts searched before a restart must be excluded.
    pub fn split(&mut self) -> Vec<Path> {
        paths(self.hand_over())
    }

    /// The same with their shares of the space.
    pub fn hand_over(&mut self) -> Vec<OpenNode> {
        let Some(at) = self.widest_open() else {
            return Vec::new();
        };
        let given = self.siblings(at);
        self.share.seen += self.tree.frames[at].rest;
        self.tree.frames[at].given_away = true;
        given
    }

    /// Drops the rest of the current node and continues with another; the brancher keeps what it has learned.
    /// Statistics continue, and [`seen`](Self::seen) starts from zero.
    ///
    /// # Panics
    /// If the path names a variable that the model does not have, or if the search learns.
    pub fn move_to(&mut self, node: OpenNode) {
        assert!(
            node.path.fits(self.solver),
            "the path {} names a variable that the model does not have",
            node.path
        );
        assert!(
            self.learner.is_none(),
            "a search that learns cannot be moved"
        );
        self.go_to(Start {
            weight: node.share,
            ..Start::node(node.path)
        });
    }

    /// Moves the search to another part and enters it, unless the root is still to be propagated. The rest of the
    /// current part is dropped; so are its no-goods, which do not apply to another part. The sequence of restarts
    /// starts again.
    pub(crate) fn go_to(&mut self, start: Start) {
        self.start = start;
        self.no_goods = NoGoods::default();
        for no_good in std::mem::take(&mut self.start.no_goods) {
            self.no_goods.add(no_good.0);
        }
        self.begin_restarts();
        self.share.reset();
        if self.phase != Phase::Start {
            self.back_to_root();
            self.enter_start();
        }
    }

    /// The same in one piece, from which the search that takes it continues exactly as this one would have.
    pub(crate) fn split_off(&mut self) -> Option<Start> {
        let at = self.widest_open()?;
        let frame = self.tree.frames[at];
        let below = match frame.choice {
            Choice::Binary(literal) => Below::Child(literal.negated()),
            Choice::Values(var, _) => Below::Siblings(var, self.tree.tried_at(at).to_vec()),
        };
        self.tree.frames[at].given_away = true;
        Some(Start {
            path: Path(self.tree.path[..frame.path as usize].to_vec()),
            below,
            depth: self.start.depth + at,
            weight: frame.rest,
            // The path there begins with that of this search's start, below which they are valid.
            no_goods: self.no_goods.iter().map(|n| Path(n.to_vec())).collect(),
        })
    }

    /// The choice point nearest the root that has children to give away.
    fn widest_open(&self) -> Option<usize> {
        if matches!(self.phase, Phase::Start | Phase::Done) {
            return None;
        }
        let at = self
            .tree
            .frames
            .iter()
            .position(|frame| !frame.given_away)?;
        // The values left for a witness belong to a single solution.
        (!self.tree.frames[at].witness).then_some(at)
    }

    /// The children of a frame that are not yet entered.
    fn siblings(&self, at: usize) -> Vec<OpenNode> {
        let Frame {
            choice,
            path,
            given_away,
            rest,
            ..
        } = self.tree.frames[at];
        if given_away {
            return Vec::new();
        }
        let child = |literal| {
            let mut path = self.tree.path[..path as usize].to_vec();
            path.push(literal);
            OpenNode {
                path: Path(path),
                share: rest,
            }
        };
        let mut children: Vec<OpenNode> = match choice {
            Choice::Binary(literal) => vec![child(literal.negated())],
            Choice::Values(var, _) => {
                let tried = self.tree.tried_at(at);
                // Each frame has pushed one level, after that of the start node.
                let level = self.base.root_level() + 1 + at;
                self.solver
                    .kernel
                    .values_before_level(var, level)
                    .into_iter()
                    .filter(|value| !tried.contains(value))
                    .map(|value| child(Literal::is(var, value)))
                    .collect()
            }
        };
        let number = children.len() as f64;
        for child in &mut children {
            child.share /= number;
        }
        children
    }
}

fn paths(nodes: Vec<OpenNode>) -> Vec<Path> {
    nodes.into_iter().map(|node| node.path).collect()
}
