//! Cutting open nodes into parts of similar size.

use quadrille_engine::clock::Instant;
use std::collections::BinaryHeap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use fxhash::FxHashSet;
use quadrille_engine::branch::{Brancher, Choice, View};
use quadrille_engine::{
    Conflict, Limits, Literal, OpenNode, Path, PropagatorId, Relation, Rng, Search, Step, Var,
};

use super::Trouble;
use super::nodes;
use super::sha256::digest;
use super::task::fingerprint;
use crate::language::Puzzle;
use crate::puzzle::Built;
use crate::solve::{Halt, Learn, Request};

/// This many random ways down estimate how large the whole is.
const FIRST: usize = 200;

/// The nodes that all random descents from leaves may take, as a share of the estimate for the whole.
const PROBE: f64 = 0.015;

/// The fewest and the most ways down from one leaf.
const DIVES: [f64; 2] = [1.0, 32.0];

/// The estimate of the node that a leaf was split from counts as this many descents from the leaf itself.
const PRIOR: f64 = 7.0;

/// The most leaves for each part, and the largest leaf as a fraction of a part: so that parts can be packed evenly, and
/// errors of the estimates even out.
const MOST_LEAVES: usize = 6;
const LARGEST: f64 = 0.33;

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

/// Splits the space below `open` into `parts` parts, fewer if there is not enough. Each node is split in two by the
/// decision that a search would take there, the largest first, but not below the last decision, and each part is packed
/// from many such leaves.
///
/// The size of a node is estimated from random descents, each weighted by its probability (Knuth 1975, "Estimating the
/// efficiency of backtrack programs"), together with the estimate of the node that it was split from.
///
/// # Errors
/// [`Trouble::Stopped`] at a limit of time or memory, or when a stop is requested.
pub(super) fn cut(
    puzzle: &Puzzle,
    request: &Request,
    open: Vec<OpenNode>,
    parts: usize,
) -> Result<Plan, Trouble> {
    let started = Instant::now();
    let broken_off = Arc::default();
    let mut options = request.build_options(started, &broken_off);
    (options.leave_best, options.learns) = (true, request.learn == Learn::On);
    let Built {
        model,
        brancher,
        reading,
    } = puzzle.build(&options);
    let stopped = || Trouble::Stopped(request.halt(started).unwrap_or(Halt::Cancelled));
    let Some(mut solver) = model.solver_until(&options.interrupt) else {
        return Err(stopped());
    };
    let model = fingerprint(&solver);
    if !open.iter().all(|node| node.path.fits(&solver)) {
        return Err(Trouble::OtherModel);
    }
    match solver.propagate_until(&request.interrupt(started)) {
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
    let dice = Dice::default();
    let brancher = Dicing {
        inner: request.brancher(brancher, &reading),
        dice: dice.clone(),
        rng: Rng::new(0),
    };
    let mut search = solver.search().brancher(brancher);
    search.set_limits(Limits {
        nodes: Some(1),
        ..Limits::default()
    });
    // Enters the root, which is all that is needed.
    search.step();
    let mut surveyor = Surveyor {
        search,
        decisions,
        dice,
    };
    let (mut survey, length) = surveyor.survey(open);
    // The number of descents from each leaf, so that the total cost is limited.
    let most_leaves = MOST_LEAVES * parts;
    let dives = PROBE * survey.total / (2.0 * most_leaves as f64 * length.max(1.0));
    let [least, most] = DIVES;
    let dives = dives.clamp(least, most) as usize;
    let is_due = || request.halt(started).is_some();
    let wanted = (parts, most_leaves);
    let Some(mut done) = surveyor.refine(&mut survey, wanted, dives, is_due) else {
        return Err(stopped());
    };
    let Survey {
        leaves, refuted, ..
    } = survey;
    done.extend(leaves);
    Ok(Plan {
        parts: pack(done, refuted, parts),
        model,
    })
}

/// Whether to branch at random.
type Dice = Arc<AtomicBool>;

/// Takes the decisions of another brancher, and now and then a random side of them.
#[derive(Debug)]
struct Dicing {
    inner: Box<dyn Brancher>,
    dice: Dice,
    rng: Rng,
}

impl Brancher for Dicing {
    fn attach(&mut self, decisions: &[Var], view: &mut View<'_>) {
        self.inner.attach(decisions, view);
    }

    fn choose(&mut self, view: &mut View<'_>) -> Option<Choice> {
        let choice = self.inner.choose(view)?;
        if !self.dice.load(Ordering::Relaxed) {
            return Some(choice);
        }
        let (Choice::Binary(Literal { var, .. }) | Choice::Values(var, _)) = choice;
        let at = self.rng.below(view.size(var) as u64) as usize;
        let value = view.domain(var).iter().nth(at)?;
        Some(match choice {
            Choice::Values(..) => Choice::Values(var, value),
            Choice::Binary(literal) if literal.relation == Relation::Is => {
                Choice::Binary(Literal::is(var, value))
            }
            Choice::Binary(literal) if literal.admits(value) => choice,
            Choice::Binary(literal) => Choice::Binary(literal.negated()),
        })
    }

    fn failed(&mut self, view: &View<'_>, culprit: Option<PropagatorId>, decision: Option<Var>) {
        self.inner.failed(view, culprit, decision);
    }

    fn entered(&mut self, view: &View<'_>, literal: Literal) {
        self.inner.entered(view, literal);
    }

    fn solved(&mut self, view: &View<'_>) {
        self.inner.solved(view);
    }
}

/// What is known about the space.
#[derive(Debug, Default)]
struct Survey {
    leaves: BinaryHeap<Leaf>,
    refuted: Vec<OpenNode>,
    /// The size of all leaves together.
    total: f64,
}

impl Survey {
    fn add(&mut self, node: OpenNode, size: Option<f64>) {
        match size {
            None => self.refuted.push(node),
            Some(size) => {
                self.total += size;
                self.leaves.push(Leaf { node, size });
            }
        }
    }
}

#[derive(Debug)]
struct Leaf {
    node: OpenNode,
    /// The estimated number of nodes.
    size: f64,
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
        self.size
            .total_cmp(&other.size)
            // The same on every machine.
            .then_with(|| self.node.path.0.cmp(&other.node.path.0))
    }
}

/// Looks at nodes with a search that it moves from one to the next.
struct Surveyor<'s> {
    search: Search<'s>,
    decisions: FxHashSet<Var>,
    dice: Dice,
}

impl Surveyor<'_> {
    /// These nodes with their sizes, and how many nodes a descent has on average.
    fn survey(&mut self, open: Vec<OpenNode>) -> (Survey, f64) {
        let mut survey = Survey::default();
        let dives = FIRST.div_ceil(open.len().max(1));
        let before = self.search.stats().nodes;
        for node in open {
            let size = self.dive_often(&node, dives);
            survey.add(node, size.map(|size| size / dives as f64));
        }
        let length = (self.search.stats().nodes - before) as f64 / FIRST as f64;
        (survey, length)
    }

    /// Splits the largest leaves, until there are `parts` of nearly the same size or `most_leaves` of any; returns those
    /// without anything to split, or `None` if that took too long.
    fn refine(
        &mut self,
        survey: &mut Survey,
        (parts, most_leaves): (usize, usize),
        dives: usize,
        is_due: impl Fn() -> bool,
    ) -> Option<Vec<Leaf>> {
        let mut done = Vec::new();
        while let Some(largest) = survey.leaves.peek() {
            let number = survey.leaves.len() + done.len();
            let is_fine = largest.size <= LARGEST * survey.total / parts as f64;
            if number >= most_leaves || (number >= parts && is_fine) {
                break;
            }
            if is_due() {
                return None;
            }
            let leaf = survey.leaves.pop().expect("there is a largest");
            let Some(children) = self.cut(&leaf.node) else {
                done.push(leaf);
                continue;
            };
            survey.total -= leaf.size;
            let sizes = children.each_ref().map(|node| self.dive_often(node, dives));
            // If one is refuted, the whole of the node is below the other.
            let known = children.iter().zip(&sizes);
            let share: f64 = known
                .filter_map(|(node, size)| size.map(|_| node.share))
                .sum();
            for (node, size) in children.into_iter().zip(sizes) {
                let prior = leaf.size * node.share / share;
                let size = size.map(|size| (size + PRIOR * prior) / (dives as f64 + PRIOR));
                survey.add(node, size);
            }
        }
        Some(done)
    }

    /// Moves to a node and takes one step below it; whether there was one to take.
    fn move_to(&mut self, node: &OpenNode) -> bool {
        self.search.move_to(node.clone());
        self.step().is_some()
    }

    /// Goes on by one node; whether it propagated without failing. `None` where there is no more.
    fn step(&mut self) -> Option<bool> {
        let stats = self.search.stats();
        let (nodes, failures) = (stats.nodes, stats.failures);
        self.search.set_limits(Limits {
            nodes: Some(nodes + 1),
            ..Limits::default()
        });
        match self.search.step() {
            Step::Stopped(_) => Some(self.search.stats().failures == failures),
            Step::Solution | Step::Exhausted => None,
        }
    }

    /// The number of nodes that a search below this node takes, summed over `dives` random descents. `None` if
    /// propagation refutes it.
    fn dive_often(&mut self, node: &OpenNode, dives: usize) -> Option<f64> {
        self.dice.store(true, Ordering::Relaxed);
        let sizes = (0..dives).map(|_| self.dive(node)).sum();
        self.dice.store(false, Ordering::Relaxed);
        sizes
    }

    /// The same from one way down.
    fn dive(&mut self, node: &OpenNode) -> Option<f64> {
        let solutions = self.search.stats().solutions;
        self.search.move_to(node.clone());
        let mut size = 1.0;
        while let Some(goes_on) = self.step() {
            size += node.share / self.search.share();
            if !goes_on {
                return Some(size);
            }
        }
        // At a solution, or refuted at once.
        (size > 1.0 || self.search.stats().solutions > solutions).then_some(size)
    }

    /// The two halves of a node: where its first decision holds, and where it does not. `None` if it has none.
    fn cut(&mut self, node: &OpenNode) -> Option<[OpenNode; 2]> {
        if !self.move_to(node) {
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
    let number = parts.min(leaves.len()).max(1);
    let mut loads = vec![(0.0, Vec::new()); number];
    let sized = leaves.into_iter().map(|leaf| (leaf.size, leaf.node));
    // One that propagation refutes costs about as much as a node.
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
    // In an order unrelated to size, so that the parts done first are representative.
    shares.sort_by_cached_key(|share| digest(&nodes::write(&share.nodes).join("\n")));
    shares
}
