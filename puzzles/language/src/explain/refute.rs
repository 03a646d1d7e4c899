//! Refutations by search, each with the rules and facts that it rests on.

use std::collections::BTreeSet;

use quadrille_engine::{ChangeId, Conflict, Learning, Limits, Literal, Step, Var};

use super::explainer::Explainer;
use super::instance::InstanceId;
use super::question::Question;
use super::solved::step_within;

/// A search that found nothing to satisfy a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Refutation {
    /// How many assumptions it took beside those of the question.
    pub(super) nodes: u64,
    /// What of the question the failures came from, as the recorded reasons tell it; enough for it, but perhaps more
    /// than is needed.
    pub(super) named: Question,
}

/// From so many assumptions on, attempts to refute values learn.
const LEARNS: u64 = 64;

/// By variable: how often a propagator that speaks of it has failed. What failed often is tried first, also when a
/// question that is much the same is refuted next.
#[derive(Clone, Debug, Default)]
pub(super) struct Weights {
    of: Vec<u32>,
}

/// What a failure came from.
#[derive(Debug, Default)]
struct Core {
    rules: BTreeSet<InstanceId>,
    /// What was assumed above the root: branches.
    branches: BTreeSet<Literal>,
    /// What held at the root; of a root that fails itself, what was assumed.
    facts: BTreeSet<Literal>,
}

/// A tree of assumptions that is being searched.
struct Tree<'w> {
    /// What the rules speak of, and what else their propagators look at.
    vars: &'w [Vec<Var>; 2],
    weights: &'w mut Weights,
    /// The variable of the branch that failed, until it is fixed (Lecoutre et al. 2009, "Reasoning from last
    /// conflict(s) in constraint programming").
    latest: Option<Var>,
    /// Whether the root itself stands: what fails from then on comes from branches.
    is_rooted: bool,
    /// The last change of the root, if there is one.
    root: Option<ChangeId>,
    nodes: u64,
    most: u64,
}

impl Explainer {
    /// Refutes a question by trying what is left, with at most this many assumptions. Depth first; a failure that none
    /// of the latest branches had part in refutes these, too (conflict-directed backjumping, Prosser 1993).
    pub(super) fn refute(
        &mut self,
        question: &Question,
        most: u64,
        weights: &mut Weights,
    ) -> Option<Refutation> {
        let vars = self.vars_of(&question.rules);
        let mut tree = Tree {
            vars: &vars,
            weights: self.weighted(&question.rules, weights),
            latest: None,
            is_rooted: false,
            root: None,
            nodes: 0,
            most,
        };
        let outcome = self.enter(question, |_| true);
        if outcome.is_ok() {
            tree.is_rooted = true;
            tree.root = self.solver.changes().next_back();
        }
        let mut core = self.below(outcome, &mut tree);
        if let (Some(core), true) = (&mut core, tree.is_rooted) {
            let at_root = std::mem::take(&mut core.facts).into_iter();
            let cone = self.cone(at_root.map(|fact| (fact, None)).collect(), None);
            core.rules.extend(cone.rules);
            core.facts = cone.facts;
        }
        self.pop();
        let core = core?;
        let rules = question.rules.iter().copied();
        let facts = question.facts.iter().copied();
        Some(Refutation {
            nodes: tree.nodes,
            named: Question {
                rules: rules.filter(|rule| core.rules.contains(rule)).collect(),
                facts: facts.filter(|fact| core.facts.contains(fact)).collect(),
                assumed: question.assumed.clone(),
            },
        })
    }

    /// Refutes each of several assumptions, as far as that takes no more further ones than `most`. Calls `look` with the
    /// number of each and how many it took, which says what is the most from then on; 0 ends it. Larger searches learn:
    /// of castle walls and the like, where many values look alike, they need a tenth of what trees do. In smaller ones
    /// the reasons cost more than they save: all steps of a snake of 8×8 would take twice as long.
    pub(super) fn refute_each(
        &mut self,
        question: &Question,
        assumed: &[Literal],
        mut most: u64,
        mut look: impl FnMut(usize, Option<u64>) -> u64,
    ) {
        let vars = self.vars_of(&question.rules);
        let mut fresh = Weights::default();
        self.weighted(&question.rules, &mut fresh);
        let entered = self.enter(question, |_| true);
        if entered == Err(Conflict) {
            // Nothing has to be assumed.
            for number in 0..assumed.len() {
                if look(number, Some(0)) == 0 {
                    break;
                }
            }
        }
        if entered == Ok(true) {
            let root = self.solver.changes().next_back();
            for (number, &assumed) in assumed.iter().enumerate() {
                self.spent.assumptions += 1;
                let assumed = Question {
                    assumed: vec![assumed],
                    ..Question::default()
                };
                let outcome = self.enter(&assumed, |_| false);
                let taken = match outcome {
                    Err(Conflict) => Some(0),
                    Ok(false) => None,
                    Ok(true) if most >= LEARNS => self.refute_learning(most),
                    Ok(true) => {
                        let mut tree = Tree {
                            vars: &vars,
                            weights: &mut fresh.clone(),
                            latest: None,
                            is_rooted: true,
                            root,
                            nodes: 0,
                            most,
                        };
                        let is_refuted = self.below(outcome, &mut tree).is_some();
                        is_refuted.then_some(tree.nodes)
                    }
                };
                self.pop();
                if self.is_late() {
                    break;
                }
                most = look(number, taken);
                if most == 0 {
                    break;
                }
            }
        }
        self.pop();
    }

    /// About how many assumptions it takes to refute what holds on the current level, if no more than `most`: two for
    /// each failure, as in a tree.
    fn refute_learning(&mut self, most: u64) -> Option<u64> {
        let limits = Limits {
            failures: Some(most.div_ceil(2)),
            nodes: Some(4 * most),
            interrupt: self.until(),
            ..Limits::default()
        };
        let mut learning = Learning::default();
        learning.takes_clauses = false;
        let mut search = self.solver.search().learn(learning);
        search.exchange_reasons(&mut self.learnt.known);
        let step = step_within(&mut search, &limits, self.limit.work);
        let (nodes, failures) = (search.stats().nodes, search.stats().failures);
        search.exchange_reasons(&mut self.learnt.known);
        self.spent.assumptions += nodes;
        // A failure that follows from no decision is not counted, but both values of a variable were tried.
        (step == Step::Exhausted).then_some((2 * failures).max(2))
    }

    /// Why what was assumed fails: by propagation, or in all branches. `None` if it does not, or that took too long.
    fn below(&mut self, outcome: Result<bool, Conflict>, tree: &mut Tree<'_>) -> Option<Core> {
        match outcome {
            Err(Conflict) => {
                if let Some(culprit) = self.solver.culprit() {
                    for var in self.solver.scope(culprit) {
                        tree.weights.of[var.index()] += 1;
                    }
                }
                let cone = self.cone_of_failure(tree.root);
                let (branches, facts) = match tree.is_rooted {
                    true => (cone.facts, cone.at_floor),
                    false => (BTreeSet::new(), cone.facts),
                };
                return Some(Core {
                    rules: cone.rules,
                    branches,
                    facts,
                });
            }
            Ok(false) => return None,
            Ok(true) => {}
        }
        let var = self.open_var(tree)?;
        let branch = Literal::is(var, self.solver.domain(var).min()?);
        let mut core = self.in_branch(branch, tree)?;
        if !core.branches.remove(&branch) {
            return Some(core);
        }
        let mut other = self.in_branch(branch.negated(), tree)?;
        if other.branches.remove(&branch.negated()) {
            other.rules.append(&mut core.rules);
            other.branches.append(&mut core.branches);
            other.facts.append(&mut core.facts);
        }
        Some(other)
    }

    fn in_branch(&mut self, branch: Literal, tree: &mut Tree<'_>) -> Option<Core> {
        if tree.nodes >= tree.most || self.is_late() {
            return None;
        }
        tree.nodes += 1;
        self.spent.assumptions += 1;
        self.push();
        let outcome = self.assume(branch).and_then(|()| self.propagate());
        match outcome {
            Err(Conflict) => tree.latest = tree.latest.or(Some(branch.var)),
            Ok(_) => {
                let is_open = |var: &Var| self.solver.domain(*var).len() > 1;
                tree.latest = tree.latest.filter(is_open);
            }
        }
        let core = self.below(outcome, tree);
        self.pop();
        core
    }

    /// The variable to branch on: the one of the latest failure if it is open, else one with few values that failed
    /// often.
    fn open_var(&self, tree: &Tree<'_>) -> Option<Var> {
        let size = |var: Var| self.solver.domain(var).len();
        if let Some(latest) = tree.latest.filter(|&var| size(var) > 1) {
            return Some(latest);
        }
        let rank = |&var: &Var| (size(var) as f64) / f64::from(1 + tree.weights.of[var.index()]);
        let open = |vars: &[Var]| {
            let open = vars.iter().copied().filter(|&var| size(var) > 1);
            open.min_by(|a, b| rank(a).total_cmp(&rank(b)))
        };
        open(&tree.vars[0]).or_else(|| open(&tree.vars[1]))
    }

    /// At first what many propagators speak of has weight.
    fn weighted<'w>(&self, rules: &[InstanceId], weights: &'w mut Weights) -> &'w mut Weights {
        if weights.of.is_empty() {
            weights.of = vec![0; self.solver.variables()];
            for &rule in rules {
                for &propagator in &self.instance(rule).propagators {
                    for var in self.solver.scope(propagator) {
                        weights.of[var.index()] += 1;
                    }
                }
            }
        }
        weights
    }

    /// The variables of the spots that rules speak of, and the others that their propagators look at.
    fn vars_of(&self, rules: &[InstanceId]) -> [Vec<Var>; 2] {
        let mut spots = BTreeSet::new();
        let mut others = BTreeSet::new();
        for &rule in rules {
            let rule = self.instance(rule);
            spots.extend(rule.spots.iter().map(|&spot| self.spots()[spot].var));
            for &propagator in &rule.propagators {
                others.extend(self.solver.scope(propagator));
            }
        }
        [&spots, &others].map(|vars| vars.iter().copied().collect())
    }
}
