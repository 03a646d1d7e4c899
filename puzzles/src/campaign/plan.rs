//! Cutting open nodes into parts of similar size.

use std::collections::BinaryHeap;
use std::sync::Arc;
use std::time::Instant;

use fxhash::FxHashSet;
use quadrille_engine::{Conflict, Limits, Literal, OpenNode, Path, Search, Step, Var};

use super::Trouble;
use super::nodes;
use super::sha256::digest;
use super::task::fingerprint;
use crate::puzzle::{Built, Puzzle};
use crate::solve::{Halt, Request};

/// So many nodes are searched below a leaf to see how large it is.
const PROBE: u64 = 24;

/// No leaf is to be larger than this part of what a part should be, so that parts can be packed alike.
const LARGEST: f64 = 0.5;

/// The most leaves for each part.
const MOST_LEAVES: usize = 8;

/// Nodes that make a part, with its estimated size in nodes of search.
#[derive(Clone, Debug)]
pub(super) struct Share {
    pub(super) nodes: Vec<OpenNode>,
    pub(super) estimate: u64,
}

/// A plan: its parts, and the fingerprint of the model that their literals are about.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub(super) parts: Vec<Share>,
    pub(super) model: String,
}

/// Cuts what lies below `open` into so many parts, fewer if there is not so much. Each node is cut in two by the
/// decision that a search would take there, the largest first, as far as that goes without cutting below decisions.
/// How large a node is tells a search of a few steps below it, by the share of it that these steps have seen (Kilby,
/// Slaney, Thiébaux and Walsh 2006, "Estimating search tree size").
///
/// # Errors
/// [`Trouble::Stopped`] at a limit of time or memory, or when somebody asks to stop.
pub(super) fn cut(
    puzzle: &dyn Puzzle,
    request: &Request,
    open: Vec<OpenNode>,
    parts: usize,
) -> Result<Plan, Trouble> {
    let started = Instant::now();
    let broken_off = Arc::default();
    let mut options = request.build_options(started, &broken_off);
    options.leave_best = true;
    let Built {
        model,
        brancher,
        reading,
    } = puzzle.build(&options);
    let stopped = || Trouble::Stopped(request.halt(started).unwrap_or(Halt::Cancelled));
    let Some(mut solver) = model.solver_while(|| !options.interrupt.is_due()) else {
        return Err(stopped());
    };
    let model = fingerprint(&solver);
    if !open.iter().all(|node| node.path.fits(&solver)) {
        return Err(Trouble::OtherModel);
    }
    match solver.propagate_while(|| request.halt(started).is_none()) {
        Ok(true) => {}
        Ok(false) => return Err(stopped()),
        Err(Conflict) => {
            let all = Share {
                nodes: open,
                estimate: 1,
            };
            return Ok(Plan {
                parts: vec![all],
                model,
            });
        }
    }
    let decisions = solver.decisions().iter().copied().collect();
    let brancher = request.brancher(brancher, &reading);
    let mut search = solver.search().boxed_brancher(brancher);
    search.set_limits(Limits {
        nodes: Some(1),
        ..Limits::default()
    });
    // Enters the root, of which nothing more is wanted.
    search.step();
    let mut surveyor = Surveyor { search, decisions };
    let mut leaves = BinaryHeap::new();
    let mut refuted = Vec::new();
    let mut total = 0.0;
    for node in open {
        let leaf = surveyor.probe(node);
        total += leaf.nodes();
        match leaf.size {
            Size::Refuted => refuted.push(leaf.node),
            _ => leaves.push(leaf),
        }
    }
    let mut done = Vec::new();
    while let Some(largest) = leaves.peek() {
        let number = leaves.len() + done.len();
        let is_fine = largest.nodes() <= LARGEST * total / parts as f64;
        if number >= MOST_LEAVES * parts || (number >= parts && is_fine) {
            break;
        }
        if request.halt(started).is_some() {
            return Err(stopped());
        }
        let leaf = leaves.pop().expect("there is a largest");
        let Some(children) = surveyor.cut(&leaf.node) else {
            done.push(leaf);
            continue;
        };
        total -= leaf.nodes();
        for child in children {
            let child = surveyor.probe(child);
            total += child.nodes();
            match child.size {
                Size::Refuted => refuted.push(child.node),
                _ => leaves.push(child),
            }
        }
    }
    done.extend(leaves);
    Ok(Plan {
        parts: pack(done, refuted, parts),
        model,
    })
}

/// How large a leaf is, in nodes of search.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Size {
    /// Propagation refutes it.
    Refuted,
    Known(f64),
    /// So much of the space, and no telling.
    Share(f64),
}

#[derive(Debug)]
struct Leaf {
    node: OpenNode,
    size: Size,
}

impl Leaf {
    /// Those of unknown size are larger than all others.
    fn key(&self) -> (bool, f64) {
        match self.size {
            Size::Refuted => (false, 0.0),
            Size::Known(nodes) => (false, nodes),
            Size::Share(share) => (true, share),
        }
    }

    /// Its size if it is known.
    fn nodes(&self) -> f64 {
        match self.size {
            Size::Known(nodes) => nodes,
            _ => 0.0,
        }
    }
}

impl PartialEq for Leaf {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Leaf {}

impl PartialOrd for Leaf {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Leaf {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        let ((unknown, size), (other_unknown, other_size)) = (self.key(), other.key());
        unknown
            .cmp(&other_unknown)
            .then(size.total_cmp(&other_size))
            // The same on every machine.
            .then_with(|| self.node.path.0.cmp(&other.node.path.0))
    }
}

/// Looks at nodes with a search that it moves from one to the next.
struct Surveyor<'s> {
    search: Search<'s>,
    decisions: FxHashSet<Var>,
}

impl Surveyor<'_> {
    /// Moves to a node and searches up to so many nodes below it; whether it came to the end.
    fn search(&mut self, node: &OpenNode, nodes: u64) -> bool {
        self.search.move_to(node.clone());
        let most = self.search.stats().nodes + nodes;
        self.search.set_limits(Limits {
            nodes: Some(most),
            ..Limits::default()
        });
        loop {
            match self.search.step() {
                Step::Solution => {}
                Step::Exhausted => return true,
                Step::Stopped(_) => return false,
            }
        }
    }

    fn probe(&mut self, node: OpenNode) -> Leaf {
        let before = self.search.stats().nodes;
        let is_done = self.search(&node, PROBE);
        let nodes = (self.search.stats().nodes - before) as f64;
        let seen = self.search.seen() / node.share;
        let size = match is_done {
            true if nodes == 0.0 && self.search.stats().solutions == 0 => Size::Refuted,
            true => Size::Known(nodes.max(1.0)),
            false if seen > 0.0 => Size::Known(nodes / seen),
            false => Size::Share(node.share),
        };
        Leaf { node, size }
    }

    /// The two halves of a node: where its first decision holds, and where it does not. `None` if it has none.
    fn cut(&mut self, node: &OpenNode) -> Option<[OpenNode; 2]> {
        if self.search(node, 1) {
            return None;
        }
        let depth = node.path.0.len();
        let path = self.search.path();
        let &literal = path.0.get(depth)?;
        if !self.decisions.contains(&literal.var) {
            return None;
        }
        let elsewhere: f64 = self
            .search
            .open()
            .iter()
            .filter(|open| open.path.0.get(depth) != Some(&literal))
            .map(|open| open.share)
            .sum();
        let child = |literal: Literal, share: f64| OpenNode {
            path: Path([&node.path.0[..], &[literal]].concat()),
            share,
        };
        let elsewhere = elsewhere.clamp(0.0, node.share);
        Some([
            child(literal, node.share - elsewhere),
            child(literal.negated(), elsewhere),
        ])
    }
}

/// Packs leaves into parts: the largest first, each to the part that has least.
fn pack(mut leaves: Vec<Leaf>, refuted: Vec<OpenNode>, parts: usize) -> Vec<Share> {
    leaves.sort_unstable_by(|a, b| b.cmp(a));
    // Where nothing is known, shares must do.
    let (known, of_share) = leaves
        .iter()
        .filter(|leaf| leaf.nodes() > 0.0)
        .fold((0.0, 0.0), |(nodes, share), leaf| {
            (nodes + leaf.nodes(), share + leaf.node.share)
        });
    let per_share = if of_share > 0.0 {
        known / of_share
    } else {
        1.0
    };
    let number = parts.min(leaves.len()).max(1);
    let mut loads = vec![(0.0, Vec::new()); number];
    let sized = leaves.into_iter().map(|leaf| match leaf.size {
        Size::Share(share) => ((share * per_share).max(1.0), leaf.node),
        _ => (leaf.nodes(), leaf.node),
    });
    // To look at one that propagation refutes costs about as much as a node.
    let refuted = refuted.into_iter().map(|node| (1.0, node));
    for (nodes, node) in sized.chain(refuted) {
        let load = |at: &usize| -> f64 { loads[*at].0 };
        let least = (0..number)
            .min_by(|a, b| load(a).total_cmp(&load(b)))
            .expect("there is a part");
        loads[least].0 += nodes;
        loads[least].1.push(node);
    }
    let mut shares: Vec<Share> = loads
        .into_iter()
        .map(|(estimate, mut nodes)| {
            nodes.sort_unstable_by(|a, b| a.path.0.cmp(&b.path.0));
            Share {
                nodes,
                estimate: estimate as u64,
            }
        })
        .collect();
    // In no order that has to do with size, so that the parts done first stand for all.
    shares.sort_by_cached_key(|share| digest(&nodes::write(&share.nodes).join("\n")));
    shares
}
