//! Parts of a depth-first search as data: its open nodes, and parts handed over to other searches.

use super::{
    Base, Below, Choice, DepthFirst, Frame, Literal, NoGoods, OpenNode, Path, Phase, Search,
};
use crate::search::Start;
use crate::search::strategy::Steps;

impl Search<'_> {
    /// The current node's share of the whole space, as [`progress`](Self::progress) counts.
    pub fn share(&self) -> f64 {
        self.strategy.share.here
    }

    /// Hands over the open children of the choice point nearest the root, for another search: they are removed from
    /// this search and returned as paths, in rising order of the value if there are several. Empty if there is nothing
    /// to give. As with [`open_nodes`](Self::open_nodes), parts searched before a restart must be excluded.
    pub fn split(&mut self) -> Vec<Path> {
        paths(self.hand_over())
    }

    /// The same with their shares of the space.
    pub fn hand_over(&mut self) -> Vec<OpenNode> {
        let Self { base, strategy } = self;
        let Some(at) = strategy.widest_open(base) else {
            return Vec::new();
        };
        let given = strategy.siblings(base, at);
        strategy.share.seen += strategy.tree.frames[at].rest;
        strategy.tree.frames[at].given_away = true;
        given
    }

    /// Drops the rest of the current node and continues with another; the brancher keeps what it has learned.
    /// Statistics continue, and [`seen`](Self::seen) starts from zero.
    ///
    /// # Panics
    /// If the path names a variable that the model does not have.
    pub fn move_to(&mut self, node: OpenNode) {
        assert!(
            node.path.fits(self.base.solver),
            "the path {} names a variable that the model does not have",
            node.path
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
        let Self { base, strategy } = self;
        base.start = start;
        strategy.no_goods = NoGoods::default();
        for no_good in std::mem::take(&mut base.start.no_goods) {
            strategy.no_goods.add(no_good.0);
        }
        strategy.begin_restarts(base.stats.failures);
        strategy.share.reset();
        if base.phase != Phase::Start {
            strategy.back_to_root(base);
            strategy.enter_start(base);
        }
    }

    /// The same in one piece, from which the search that takes it continues exactly as this one would have.
    pub(crate) fn split_off(&mut self) -> Option<Start> {
        let Self { base, strategy } = self;
        let at = strategy.widest_open(base)?;
        let tree = &mut strategy.tree;
        let frame = tree.frames[at];
        let below = match frame.choice {
            Choice::Binary(literal) => Below::Child(literal.negated()),
            Choice::Values(var, _) => Below::Siblings(var, tree.tried_at(at).to_vec()),
        };
        tree.frames[at].given_away = true;
        Some(Start {
            path: Path(tree.path[..frame.path as usize].to_vec()),
            below,
            depth: base.start.depth + at,
            weight: frame.rest,
            // The path there begins with that of this search's start, below which they are valid.
            no_goods: strategy.no_goods(),
        })
    }
}

impl DepthFirst {
    /// The nodes still to be searched, deepest first.
    pub(super) fn open_nodes(&self, base: &Base<'_>) -> Vec<OpenNode> {
        let mut open = Vec::new();
        let witnesses = self.tree.frames.iter().position(|frame| frame.witness);
        let here = match base.phase {
            Phase::Start => return vec![base.start.whole()],
            Phase::Explore => self.share.here,
            _ => 0.0,
        };
        match (base.phase, witnesses) {
            (Phase::Explore, None) => open.push(OpenNode {
                path: Path(self.tree.path.clone()),
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
            open.extend(self.siblings(base, at));
        }
        open
    }

    /// The choice point nearest the root that has children to give away.
    fn widest_open(&self, base: &Base<'_>) -> Option<usize> {
        if matches!(base.phase, Phase::Start | Phase::Done) {
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
    fn siblings(&self, base: &Base<'_>, at: usize) -> Vec<OpenNode> {
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
                let level = base.root_level() + 1 + at;
                base.solver
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
