//! Whether a search learns: the caller's option, and when a depth-first search gives way to one that learns.

use quadrille_engine::{Explanations, Solver, Stats};

/// Whether a search learns no-goods from its failures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Learn {
    /// A puzzle of a rulebook is searched depth first up to [`TRIAL`] failures or solutions, on one thread. Then it is
    /// searched again by a search that learns (first on the same model, up to [`LAST_EARLY`] failures or [`EARLY_WORK`],
    /// unless several solutions are known), if
    ///
    /// * few solutions were found, at most one for each [`FAILURES_EACH`] failures: where there are many, little is
    ///   learnt from failures;
    /// * and at least three quarters of the failures are of propagators that give reasons to learn from.
    ///
    /// Otherwise it continues depth first, and this is decided again each time the failures have doubled, until
    /// [`LAST_TRIAL`]; but not if there were as many solutions as failures. If few solutions were found by then, a
    /// search that learns gets three turns beside the depth-first one, with a sixteenth of its nodes, which take about
    /// as much time: its model consists of parts, and some puzzles with little to learn from failures are fast in
    /// these.
    ///
    /// If more than one solution is wanted, the depth-first search first gets as many nodes again, and continues alone if
    /// it then has a thousand solutions. Else it continues beside the one that learns, in turns, with a quarter of its
    /// nodes; with eight times as many when that one has found a thousand solutions, and each time that these have
    /// doubled. If the depth-first search finishes first, that is the result. If it has found a thousand solutions itself,
    /// and at least as many as the one that learns, or if that one has found 32,000, it continues alone.
    ///
    /// All this is the same for any number of threads. An order that reports solutions as they are found
    /// ([`Watcher::found`](crate::solve::Watcher::found)) is kept: with it [`Goal::All`](crate::solve::Goal::All), and
    /// [`Goal::Limit`](crate::solve::Goal::Limit) above 1, do not learn.
    #[default]
    Auto,
    /// From the beginning, with the order of the learning search in place of the brancher.
    On,
    /// Never.
    Off,
}

/// The failures after which [`Learn::Auto`] begins to learn.
pub const TRIAL: u64 = 100;

/// A search that learns needs no model of its own up to so many failures, as long as it finds few solutions.
///
/// In such a model, sums and formulas are in parts that no-goods can refer to. But to make it takes as long as some
/// hundred failures, and of printed puzzles that must be learnt from, most take fewer: with the model of the depth-first
/// search, 41 of them took 0.9 times the time in sum and two thirds of it in the median.
pub const LAST_EARLY: u64 = 2000;

/// Nor up to so much work ([`Solver::work`]): reasons that are found by trial take far longer than others, and are not
/// needed in a model of its own.
pub const EARLY_WORK: u64 = 4_000_000;

/// [`Learn::Auto`] does not begin to learn after this many failures.
pub const LAST_TRIAL: u64 = 128 * TRIAL;

/// [`Learn::Auto`] begins to learn if there are at least this many failures per solution.
pub const FAILURES_EACH: u64 = 10;

/// The search that learns gets this many times the nodes of the depth-first one, as long as that finds few solutions.
const SHARE: u64 = 4;

/// The search that learns gets one node for this many of the depth-first one if little is learnt from failures: it may
/// be fast nevertheless, since its model consists of parts that are explained better.
const DEARER: u64 = 16;

/// The number of turns that it then gets before it is given up.
const FEW_TURNS: u32 = 3;

/// What to do when a trial of depth-first search is over.
pub(crate) enum Advice {
    /// Decide again after this many failures.
    Wait(u64),
    /// Continue without learning, to the end.
    DepthFirst,
    Learn,
    /// Learn for a while with few nodes, beside the depth-first search.
    Beside,
}

impl Advice {
    /// See [`Learn::Auto`] for the rules.
    pub(crate) fn after(stats: &Stats, solver: &Solver) -> Self {
        let (failures, solutions) = (stats.failures, stats.solutions);
        if solutions >= failures {
            return Self::DepthFirst;
        }
        let few = FAILURES_EACH * solutions <= failures;
        if few && failures_teach(solver) {
            return Self::Learn;
        }
        let again = 2 * failures.max(TRIAL);
        if again <= LAST_TRIAL {
            Self::Wait(again)
        } else if few {
            Self::Beside
        } else {
            Self::DepthFirst
        }
    }

    /// The number of nodes that the search that learns gets when the depth-first one has had this many.
    pub(crate) const fn nodes_to_learn(&self, depth_first: u64) -> u64 {
        match self {
            Self::Beside => depth_first / DEARER,
            _ => SHARE * depth_first,
        }
    }

    /// Whether the search that learns is given up after this many turns.
    pub(crate) const fn is_over(&self, turns: u32) -> bool {
        matches!(self, Self::Beside) && turns >= FEW_TURNS
    }
}

/// Whether at least three quarters of the failures were of propagators that give reasons: learning from the others does
/// not pay. At a half, learning would begin in Number Crosses with tiles, which take up to twenty times as long with it.
pub(super) fn failures_teach(solver: &Solver) -> bool {
    let [mut all, mut with_reasons] = [0, 0];
    for (propagator, _, _, calls) in solver.propagators() {
        all += calls.failing;
        if solver.explanations(propagator) != Explanations::Costly {
            with_reasons += calls.failing;
        }
    }
    4 * with_reasons >= 3 * all
}
