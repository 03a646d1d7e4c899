//! A search that learns: conflict-driven, with no-goods derived from reasons.
//!
//! It replaces the depth-first search when [`Search::learn`] is called. After a failure the reasons of the changes are
//! analysed (`analysis`), which gives a no-good: facts about variables (`fact`) that are never all true. It is kept
//! (`clauses`), and the search backjumps to the level where the no-good propagates. See Katsirelos and Bacchus 2005,
//! "Generalized nogoods in CSPs", and Ohrimenko, Stuckey and Codish 2009, "Propagation via lazy clause generation".

mod activity;
mod analysis;
mod clauses;
mod fact;
mod learner;
mod memory;
mod options;
mod pace;
mod provenance;
#[cfg(any(test, feature = "testing"))]
mod show;
#[cfg(test)]
mod tests;

use super::{Phase, Search};
use crate::branch::{Choice, View};
use crate::literal::{Literal, Path};
use crate::objective::Objective;
use crate::propagator::Conflict;
use crate::reason::KnownReasons;
use crate::solver::Solver;
use activity::Activity;
use analysis::{Analysis, Failure, Verdict};
use fact::Fact;
pub(super) use learner::Learner;
pub use memory::Memory;
pub use options::{Decisions, Learning};
use provenance::{PropagatorSet, Provenance};

impl Search<'_> {
    /// Learns from failures instead of searching depth first. For a first solution, for uniqueness, for a proof that
    /// there is none, and for an optimum it is often much faster on large or hard models, and rarely faster on small or
    /// easy ones. It finds the same solutions, each once, in a different order.
    ///
    /// The results of [`step`](Self::step) have the same meaning. There is no tree: [`progress`](Self::progress)
    /// stays at 0 until the end, [`split`](Self::split) has nothing to give, and [`open_nodes`](Self::open_nodes)
    /// returns the start node, from which [`no_goods`](Self::no_goods) must be excluded. A failure costs more than in a
    /// depth-first search, and a learnt no-good takes some memory; see [`Learning`].
    ///
    /// ```
    /// use quadrille_engine::{Learning, Model, Uniqueness, propagators::NotEqual};
    ///
    /// // Eight pigeons in seven holes.
    /// let mut model = Model::new();
    /// let holes = model.vars(8, 1..=7);
    /// for (i, &x) in holes.iter().enumerate() {
    ///     for &y in &holes[..i] {
    ///         model.post(NotEqual::new(x, y));
    ///     }
    /// }
    /// let mut solver = model.solver();
    /// let mut search = solver.search().learn(Learning::default());
    /// assert_eq!(search.uniqueness(), Uniqueness::Nothing);
    /// assert!(search.stats().learnt > 0);
    /// ```
    ///
    /// # Panics
    /// If the search has begun.
    pub fn learn(mut self, options: Learning) -> Self {
        assert_eq!(self.phase, Phase::Start, "the search has begun");
        self.learner = Some(Box::new(Learner::new(options)));
        self
    }

    /// Exchanges what the search remembers of reasons that took long to find with `known`: for callers who search the
    /// same solver again and again. Does nothing in a search that does not learn. The reasons must be of the search's
    /// solver.
    pub fn exchange_reasons(&mut self, known: &mut KnownReasons) {
        if let Some(learner) = &mut self.learner {
            std::mem::swap(&mut learner.analysis.known, known);
        }
    }

    /// Forgets half of the learnt no-goods, and keeps no more than that from here on: for callers short of memory. Does
    /// nothing in a search that does not learn, or if only a hundred no-goods are left.
    ///
    /// It takes effect at the next [`step`](Self::step), which goes back to the root.
    pub fn keep_less(&mut self) {
        const LEAST: usize = 100;
        if let Some(learner) = &mut self.learner {
            learner.most = learner.most.min(LEAST.max(learner.clauses.learnt() / 2));
        }
    }

    /// Enters the root of the search.
    pub(super) fn enter_root_learning(&mut self) {
        self.solver.push();
        self.tree.start_at(&self.start.path.0);
        self.phase = if self.root_holds().is_ok() {
            Phase::Explore
        } else {
            self.stats.failures += 1;
            let learner = self.learner.as_mut().expect("it learns");
            learner.end_in_failure(self.solver);
            Phase::Done
        };
    }

    fn root_holds(&mut self) -> Result<(), Conflict> {
        for &literal in &self.start.path.0 {
            self.solver.assume(literal)?;
        }
        self.solver.propagate()?;
        let learner = self.learner.as_mut().expect("it learns");
        learner.root = self.solver.level();
        let variables = self.solver.variables();
        learner.clauses.attach(&self.solver.kernel);
        learner.analysis.attach(variables);
        if learner.options.tracks_provenance {
            let propagators = self.solver.propagator_count();
            learner.analysis.provenance = Some(Provenance::new(&self.solver.kernel, propagators));
            learner
                .clauses
                .track_provenance(PropagatorSet::width(propagators));
        }
        learner.heuristic.phase = learner.options.values.drain(..).map(Some).collect();
        learner.heuristic.phase.resize(variables, None);
        learner.heuristic.bound = vec![None; variables];
        learner.heuristic.wishes = vec![None; variables];
        for &(c, x) in self.solver.objective.iter().flat_map(Objective::terms) {
            learner.heuristic.wishes[x.index()] = (c != 0).then_some(c < 0);
        }
        let Solver {
            kernel,
            is_decision,
            ..
        } = &mut *self.solver;
        let activity = std::mem::take(&mut learner.heuristic.activity);
        learner.heuristic.order = Some(Activity::new(is_decision, kernel, activity));
        for no_good in self.no_goods.iter() {
            let facts: Vec<_> = no_good.iter().copied().map(Fact::of).collect();
            learner.clauses.add_merged(facts);
        }
        if self.no_goods.is_contradiction() {
            return Err(Conflict);
        }
        if learner.options.takes_clauses {
            learner.take_clauses(self.solver);
        }
        self.simplify()
    }

    /// Forgets no-goods, chooses watches again, and propagates the root.
    fn simplify(&mut self) -> Result<(), Conflict> {
        let learner = self.learner.as_mut().expect("it learns");
        let most = learner.most;
        if learner.clauses.learnt() > most {
            learner.most += 1 + learner.options.most / 40;
        }
        match learner.clauses.simplify(self.solver, most) {
            Ok(forgotten) => self.stats.forgotten += forgotten,
            Err(id) => {
                learner.violated = Some(id);
                return Err(Conflict);
            }
        }
        self.run_root()
    }

    /// Propagates the root.
    fn run_root(&mut self) -> Result<(), Conflict> {
        let learner = self.learner.as_mut().expect("it learns");
        if let Some(objective) = &self.solver.objective
            && self.stats.solutions > 0
        {
            let propagator = objective.propagator;
            self.solver.schedule(propagator);
        }
        let outcome = learner.propagate(self.solver);
        learner.analysis.read_root(&self.solver.kernel);
        outcome
    }

    /// One decision or one failure. True at a solution.
    pub(super) fn step_learning(&mut self) -> bool {
        match self.phase {
            Phase::Explore => {
                let learner = self.learner.as_mut().expect("it learns");
                if learner.restart_is_due(self.stats.failures) {
                    self.restart_learning();
                    return false;
                }
                match self.choose_learning() {
                    Some(decision) => self.decide(decision),
                    None => {
                        self.solved();
                        return true;
                    }
                }
            }
            Phase::Leave => self.learn_from_failure(),
            Phase::LeaveSolution => self.leave_solution(),
            Phase::Start | Phase::Done => unreachable!("handled by `step`"),
        }
        false
    }

    fn restart_learning(&mut self) {
        self.stats.restarts += 1;
        let learner = self.learner.as_mut().expect("it learns");
        learner.restarts.advance(self.stats.failures);
        learner.back_to(self.solver, learner.root);
        self.brancher.restarted();
        self.count_node();
        let failures = self.stats.failures;
        let learner = self.learner.as_mut().expect("it learns");
        learner.pace.restarted();
        let changes = self.solver.kernel.record().len();
        // Watches stay valid at the root, and choosing them again takes long: only to forget, or now and then to leave
        // out what holds at the root.
        let (since, known) = learner.simplified;
        let is_news = known != changes && failures >= since + learner::FAILURES_BETWEEN;
        let outcome = if is_news || learner.clauses.learnt() > learner.most {
            let outcome = self.simplify();
            let learner = self.learner.as_mut().expect("it learns");
            learner.simplified = (failures, self.solver.kernel.record().len());
            outcome
        } else {
            self.run_root()
        };
        if outcome.is_err() {
            self.stats.failures += 1;
            let learner = self.learner.as_mut().expect("it learns");
            learner.end_in_failure(self.solver);
            self.phase = Phase::Done;
        }
    }

    fn choose_learning(&mut self) -> Option<Literal> {
        let learner = self.learner.as_mut().expect("it learns");
        if !learner.asks_brancher() {
            return learner.heuristic.decide(&mut self.solver.kernel);
        }
        self.choose().map(|choice| match choice {
            Choice::Binary(literal) => literal,
            Choice::Values(var, value) => Literal::is(var, value),
        })
    }

    fn decide(&mut self, decision: Literal) {
        let learner = self.learner.as_mut().expect("it learns");
        self.solver.push();
        self.entered_at = self.solver.kernel.trail.log_len();
        learner.decisions.push(decision);
        let outcome = match self.solver.assume(decision) {
            Ok(_) => learner.propagate(self.solver),
            Err(Conflict) => Err(Conflict),
        };
        self.count_node();
        self.arrive(outcome, decision);
    }

    /// Tells the brancher the outcome of the node.
    fn arrive(&mut self, outcome: Result<(), Conflict>, literal: Literal) {
        let culprit = self.solver.culprit();
        let view = View {
            kernel: &mut self.solver.kernel,
            entered_at: self.entered_at,
        };
        if outcome.is_ok() {
            self.phase = Phase::Explore;
            self.brancher.entered(&view, literal);
        } else {
            self.stats.failures += 1;
            self.phase = Phase::Leave;
            self.brancher.failed(&view, culprit, Some(literal.var));
        }
    }

    fn solved(&mut self) {
        self.note_solution();
        let learner = self.learner.as_mut().expect("it learns");
        // Below the last decision about a decision variable every solution agrees with this one on all of them.
        let is_decision = |l: &Literal| self.solver.is_decision[l.var.index()];
        let length = learner.decisions.iter().rposition(is_decision);
        let decisions = learner.decisions[..length.map_or(0, |last| last + 1)].to_vec();
        learner.reported.push(decisions);
        let kernel = &self.solver.kernel;
        for (index, phase) in (0..).zip(&mut learner.heuristic.phase) {
            *phase = Some(kernel.min(kernel.handle(index)));
        }
    }

    /// After a solution: from here on, one that is not better, or not different, is a failure.
    fn leave_solution(&mut self) {
        let learner = self.learner.as_mut().expect("it learns");
        if let Some(objective) = &self.solver.objective {
            let propagator = objective.propagator;
            self.solver.schedule(propagator);
            self.phase = if learner.propagate(self.solver).is_err() {
                Phase::Leave
            } else {
                // Nothing keeps it from being found again.
                debug_assert!(false, "a solution is better than itself");
                Phase::Done
            };
            return;
        }
        if learner.reported.len() as u64 >= learner.options.solutions {
            self.stop_learning();
            return;
        }
        let learner = self.learner.as_mut().expect("it learns");
        let latest = learner
            .reported
            .last()
            .map_or(&[][..], |decisions| decisions);
        let verdict = learner.analysis.run(
            self.solver,
            &learner.clauses,
            Failure::Decisions(latest),
            &learner.decisions,
            learner.root,
        );
        self.go_on_from(verdict, true);
    }

    fn learn_from_failure(&mut self) {
        let learner = self.learner.as_mut().expect("it learns");
        let failure = learner.failure();
        let verdict = learner.analysis.run(
            self.solver,
            &learner.clauses,
            failure,
            &learner.decisions,
            learner.root,
        );
        let order = learner
            .heuristic
            .order
            .as_mut()
            .expect("the root was entered");
        for &var in &learner.analysis.met {
            order.bump(var);
        }
        order.decay();
        for fact in &learner.analysis.learnt {
            if let Some(bound) = fact.bound() {
                learner.heuristic.bound[fact.var.index()] = Some(bound);
            }
        }
        for &id in &learner.analysis.used {
            learner.clauses.bump(id);
        }
        learner.clauses.decay();
        // Reasons that are found by trial take up to a few thousand times as long as a node.
        self.gauge.read_soon();
        self.go_on_from(verdict, false);
    }

    /// Backjumps to where the no-good just learnt has a single fact that is not true, and refutes that.
    fn go_on_from(&mut self, verdict: Verdict, permanent: bool) {
        let learner = self.learner.as_mut().expect("it learns");
        let Verdict::Learnt { back_to, levels } = verdict else {
            if !permanent {
                learner.end_in_failure(self.solver);
            }
            self.phase = Phase::Done;
            return;
        };
        if !permanent {
            learner.pace.learnt(levels);
        }
        let root = learner.root;
        let Analysis {
            learnt,
            second_since,
            ..
        } = &learner.analysis;
        let (first, second_since) = (learnt[0], *second_since);
        let unit = second_since == clauses::SINCE_ROOT;
        let tracks_provenance = learner.options.tracks_provenance;
        #[cfg(any(test, feature = "testing"))]
        if let (Some(show), false) = (&mut learner.show, permanent) {
            show.call(learnt, &self.solver.kernel);
        }
        let is_kept = !unit || tracks_provenance;
        let provenance = learner.analysis.provenance.as_ref();
        let propagators = provenance.map_or(&[][..], |provenance| &provenance.propagators.0);
        let id = is_kept.then(|| learner.clauses.add(learnt, levels, permanent, propagators));
        self.stats.learnt += u64::from(!permanent);
        learner.back_to(self.solver, back_to);
        let kernel = &mut self.solver.kernel;
        match id {
            Some(id) => {
                if learner.analysis.learnt.len() > 1 {
                    learner.clauses.watch(id, second_since, kernel);
                }
                let outcome = learner.clauses.conclude(2 * id, kernel);
                debug_assert_eq!(outcome, Ok(true), "it was not true and not false");
            }
            None => learner.clauses.conclude_unit(first, kernel),
        }
        if let Some(objective) = &self.solver.objective
            && self.stats.solutions > 0
        {
            let propagator = objective.propagator;
            self.solver.schedule(propagator);
        }
        self.entered_at = self.solver.kernel.trail.log_len();
        let outcome = learner.propagate(self.solver);
        if unit && outcome.is_ok() {
            learner.analysis.read_root(&self.solver.kernel);
        }
        let literal = learner.decisions.last().copied();
        self.count_node();
        if outcome.is_err() && self.solver.level() == root {
            self.stats.failures += 1;
            let learner = self.learner.as_mut().expect("it learns");
            learner.end_in_failure(self.solver);
            self.phase = Phase::Done;
            return;
        }
        match literal {
            Some(literal) => self.arrive(outcome, literal),
            None => self.phase = Phase::Explore,
        }
    }

    /// Continues depth first, from the start, excluding the solutions found.
    fn stop_learning(&mut self) {
        let Some(learner) = self.learner.take() else {
            return;
        };
        self.back_to_root();
        learner.end(self.solver);
        for decisions in learner.reported {
            self.no_goods.add(decisions);
        }
        self.count_node();
        self.enter_start();
    }

    /// The solutions reported, as no-goods below the start node.
    pub(super) fn reported(&self) -> impl Iterator<Item = Path> {
        let start = &self.start.path.0;
        let reported = self.learner.iter().flat_map(|learner| &learner.reported);
        reported.map(|decisions| Path(start.iter().chain(decisions).copied().collect()))
    }
}
