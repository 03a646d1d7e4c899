//! A search that learns: conflict-driven, with no-goods derived from reasons.
//!
//! It replaces the depth-first search when [`Search::learn`] is called. After a failure the reasons of the changes are
//! analysed (`analysis`), which gives a no-good: facts about variables (`fact`) that are never all true. It is kept
//! (`clauses`), and the search backjumps to the level where the no-good propagates. See Katsirelos and Bacchus 2005,
//! "Generalized nogoods in CSPs", and Ohrimenko, Stuckey and Codish 2009, "Propagation via lazy clause generation".

mod activity;
mod analysis;
mod clauses;
mod exchange;
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

use super::base::Base;
use super::nodes::OpenNode;
use super::strategy::{Steps, Strategy};
use super::{Phase, Search};
use crate::branch::{Brancher, Choice};
use crate::literal::{Literal, Path};
use crate::objective::Objective;
use crate::propagator::Conflict;
use crate::reason::KnownReasons;
use crate::solver::Solver;
use crate::var::Var;
use activity::Activity;
use analysis::{Analysis, Failure, Verdict};
pub(crate) use exchange::{Habits, Lesson};
use fact::Fact;
pub use learner::Learner;
pub use memory::Memory;
pub use options::{Decisions, Learning};
use provenance::{PropagatorSet, Provenance};

impl<'s> Search<'s> {
    /// Learns from failures instead of searching depth first. For a first solution, for uniqueness, for a proof that
    /// there is none, and for an optimum it is often much faster on large or hard models, and rarely faster on small or
    /// easy ones. It finds the same solutions, each once, in a different order.
    ///
    /// The results of [`step`](Self::step) have the same meaning. There is no tree: [`progress`](Self::progress)
    /// stays at 0 until the end, and [`open_nodes`](Self::open_nodes) returns the start node, from which
    /// [`no_goods`](Self::no_goods) must be excluded. A failure costs more than in a depth-first search, and a learnt
    /// no-good takes some memory; so does each solution, for good. See [`Learning`].
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
    pub fn learn(self, options: Learning) -> Search<'s, Learner> {
        assert_eq!(self.base.phase, Phase::Start, "the search has begun");
        let mut strategy = Learner::new(options);
        for no_good in self.strategy.no_goods() {
            strategy.exclude(no_good.0);
        }
        let base = self.base;
        Search { strategy, base }
    }
}

impl Search<'_, Learner> {
    /// Exchanges what the search remembers of reasons that took long to find with `known`: for callers who search the
    /// same solver again and again. The reasons must be of the search's solver.
    pub fn exchange_reasons(&mut self, known: &mut KnownReasons) {
        std::mem::swap(&mut self.strategy.analysis.known, known);
    }
}

impl Strategy for Learner {}

impl Steps for Learner {
    fn prepare(&mut self, base: &mut Base<'_>) {
        base.record();
    }

    fn start(&mut self, base: &mut Base<'_>) {
        base.solver.push();
        match self.root_holds(base) {
            Ok(()) => base.phase = Phase::Explore,
            Err(Conflict) => self.fail_for_good(base),
        }
    }

    fn advance(&mut self, base: &mut Base<'_>) -> bool {
        match base.phase {
            Phase::Explore if self.restart_is_due(base.stats.failures) => self.restart(base),
            Phase::Explore => match self.choose(base) {
                Some(decision) => self.decide(base, decision),
                None => {
                    self.solved(base);
                    return true;
                }
            },
            Phase::LeaveSolution => self.leave_solution(base),
            _ => self.learn_from_failure(base),
        }
        false
    }

    fn depth(&self) -> usize {
        self.decisions.len()
    }

    fn path_below_start(&self) -> &[Literal] {
        &self.decisions
    }

    fn seen(&self, base: &Base<'_>) -> f64 {
        match base.phase {
            Phase::Done => 1.0,
            _ => 0.0,
        }
    }

    fn open(&self, base: &Base<'_>) -> Vec<OpenNode> {
        match base.phase {
            Phase::Done => Vec::new(),
            _ => vec![base.start.whole()],
        }
    }

    fn exclude(&mut self, no_good: Vec<Literal>) {
        self.excluded.push(no_good);
    }

    fn no_goods(&self) -> Vec<Path> {
        let all = self.excluded.iter().chain(&self.reported);
        all.map(|literals| Path(literals.clone())).collect()
    }

    fn keep_less(&mut self) {
        const LEAST: usize = 100;
        self.most = self.most.min(LEAST.max(self.clauses.learnt() / 2));
    }
}

impl Learner {
    fn root_holds(&mut self, base: &mut Base<'_>) -> Result<(), Conflict> {
        for &literal in &base.start.path.0 {
            base.solver.assume(literal)?;
        }
        base.solver.propagate()?;
        self.root = base.solver.level();
        let variables = base.solver.variables();
        self.clauses.attach(&base.solver.kernel);
        self.analysis.attach(variables);
        if self.options.tracks_provenance {
            let propagators = base.solver.propagator_count();
            self.analysis.provenance = Some(Provenance::new(&base.solver.kernel, propagators));
            self.clauses
                .track_provenance(PropagatorSet::width(propagators));
        }
        self.heuristic.phase = self.options.values.drain(..).map(Some).collect();
        self.heuristic.phase.resize(variables, None);
        self.heuristic.bound = vec![None; variables];
        self.heuristic.wishes = vec![None; variables];
        for &(c, x) in base.solver.objective.iter().flat_map(Objective::terms) {
            self.heuristic.wishes[x.index()] = (c != 0).then_some(c < 0);
        }
        let Solver {
            kernel,
            is_decision,
            ..
        } = &mut *base.solver;
        let together = self.options.decisions == Decisions::WithWitnesses;
        let activity = std::mem::take(&mut self.heuristic.activity);
        self.heuristic.order = Some(Activity::new(is_decision, together, kernel, activity));
        for no_good in &self.excluded {
            if no_good.is_empty() {
                return Err(Conflict);
            }
            let facts = no_good.iter().copied().map(Fact::of).collect();
            self.clauses.add_merged(facts);
        }
        if self.options.takes_clauses {
            self.take_clauses(base.solver);
        }
        self.simplify(base)
    }

    /// Forgets no-goods, chooses watches again, and propagates the root.
    fn simplify(&mut self, base: &mut Base<'_>) -> Result<(), Conflict> {
        let most = self.most;
        if self.clauses.learnt() > most {
            self.most += 1 + self.options.most / 40;
        }
        match self.clauses.simplify(base.solver, most) {
            Ok(forgotten) => base.stats.forgotten += forgotten,
            Err(id) => {
                self.violated = Some(id);
                return Err(Conflict);
            }
        }
        self.run_root(base)
    }

    /// Propagates the root.
    fn run_root(&mut self, base: &mut Base<'_>) -> Result<(), Conflict> {
        base.schedule_objective();
        let outcome = self.propagate(base.solver);
        self.analysis.read_root(&base.solver.kernel);
        outcome
    }

    /// Watches no-goods that were added, and propagates the root.
    fn hold_at_root(&mut self, base: &mut Base<'_>, new: &[clauses::Id]) {
        let kernel = &mut base.solver.kernel;
        let mut watched = new
            .iter()
            .map(|&id| self.clauses.choose_watches(id, kernel));
        self.violated = watched.find_map(Result::err);
        if self.violated.is_some() || self.run_root(base).is_err() {
            self.fail_for_good(base);
        }
    }

    /// The root does not hold: there is nothing more to find.
    fn fail_for_good(&mut self, base: &mut Base<'_>) {
        self.end_in_failure(base.solver);
        base.fail_for_good();
    }

    fn restart(&mut self, base: &mut Base<'_>) {
        base.stats.restarts += 1;
        self.restarts.advance(base.stats.failures);
        self.go_to_root(base);
        let failures = base.stats.failures;
        self.pace.restarted();
        let changes = base.solver.kernel.record().len();
        // Watches stay valid at the root, and choosing them again takes long: only to forget, or now and then to leave
        // out what holds at the root.
        let (since, known) = self.simplified;
        let is_news = known != changes && failures >= since + learner::FAILURES_BETWEEN;
        let outcome = if is_news || self.clauses.learnt() > self.most {
            let outcome = self.simplify(base);
            self.simplified = (failures, base.solver.kernel.record().len());
            outcome
        } else {
            self.run_root(base)
        };
        if outcome.is_err() {
            self.fail_for_good(base);
        }
    }

    fn go_to_root(&mut self, base: &mut Base<'_>) {
        self.back_to(base.solver, self.root);
        base.brancher.restarted();
        base.count_node(0);
    }

    fn choose(&mut self, base: &mut Base<'_>) -> Option<Literal> {
        if !self.asks_brancher() {
            return self.heuristic.decide(&mut base.solver.kernel);
        }
        base.choose().map(|choice| match choice {
            Choice::Binary(literal) => literal,
            Choice::Values(var, value) => Literal::is(var, value),
        })
    }

    fn decide(&mut self, base: &mut Base<'_>, decision: Literal) {
        base.solver.push();
        base.entered_at = base.solver.kernel.trail.log_len();
        self.decisions.push(decision);
        let outcome = match base.solver.assume(decision) {
            Ok(_) => self.propagate(base.solver),
            Err(Conflict) => Err(Conflict),
        };
        base.count_node(self.decisions.len());
        base.arrive(outcome, decision);
    }

    fn solved(&mut self, base: &mut Base<'_>) {
        base.note_solution();
        let solver = &base.solver;
        let blocked = if self.options.decisions == Decisions::WithWitnesses {
            // What was decided about a witness may have fixed any of them.
            let fixed = |&var: &Var| Some(Literal::is(var, solver.kernel.value(var)?));
            solver.decisions().iter().filter_map(fixed).collect()
        } else {
            // Below the last decision about a decision variable every solution agrees with this one on all of them.
            let is_decision = |l: &Literal| solver.is_decision[l.var.index()];
            let length = self.decisions.iter().rposition(is_decision);
            self.decisions[..length.map_or(0, |last| last + 1)].to_vec()
        };
        let kernel = &solver.kernel;
        self.reported.push(blocked);
        for (index, phase) in (0..).zip(&mut self.heuristic.phase) {
            *phase = Some(kernel.min(kernel.handle(index)));
        }
    }

    /// After a solution: from here on, one that is not better, or not different, is a failure.
    fn leave_solution(&mut self, base: &mut Base<'_>) {
        if let Some(objective) = &base.solver.objective {
            let propagator = objective.propagator;
            base.solver.schedule(propagator);
            base.phase = if self.propagate(base.solver).is_err() {
                Phase::Leave
            } else {
                // Nothing keeps it from being found again.
                debug_assert!(false, "a solution is better than itself");
                Phase::Done
            };
            return;
        }
        let latest = self.reported.last().map_or(&[][..], |last| last);
        if self.options.decisions == Decisions::WithWitnesses {
            // An analysis would stop at witnesses that were decided, and leave room for the same solution with others.
            let facts: Vec<Fact> = latest.iter().copied().map(Fact::of).collect();
            let id = self.clauses.add(&facts, 0, true, &[]);
            self.go_to_root(base);
            base.phase = Phase::Explore;
            self.hold_at_root(base, &[id]);
            return;
        }
        let verdict = self.analysis.run(
            base.solver,
            &self.clauses,
            Failure::Decisions(latest),
            &self.decisions,
            self.root,
        );
        self.go_on_from(base, verdict, true);
    }

    fn learn_from_failure(&mut self, base: &mut Base<'_>) {
        let failure = self.failure();
        let verdict = self.analysis.run(
            base.solver,
            &self.clauses,
            failure,
            &self.decisions,
            self.root,
        );
        let order = self.heuristic.order.as_mut();
        let order = order.expect("the root was entered");
        for &var in &self.analysis.met {
            order.bump(var);
        }
        order.decay();
        for fact in &self.analysis.learnt {
            if let Some(bound) = fact.bound() {
                self.heuristic.bound[fact.var.index()] = Some(bound);
            }
        }
        for &id in &self.analysis.used {
            self.clauses.bump(id);
        }
        self.clauses.decay();
        // Reasons that are found by trial take up to a few thousand times as long as a node.
        base.gauge.read_soon();
        self.go_on_from(base, verdict, false);
    }

    /// Backjumps to where the no-good just learnt has a single fact that is not true, and refutes that.
    fn go_on_from(&mut self, base: &mut Base<'_>, verdict: Verdict, permanent: bool) {
        let Verdict::Learnt { back_to, levels } = verdict else {
            if !permanent {
                self.end_in_failure(base.solver);
            }
            base.phase = Phase::Done;
            return;
        };
        if !permanent {
            self.pace.learnt(levels);
        }
        let Analysis {
            learnt,
            second_since,
            ..
        } = &self.analysis;
        let (first, second_since) = (learnt[0], *second_since);
        let unit = second_since == clauses::SINCE_ROOT;
        let tracks_provenance = self.options.tracks_provenance;
        #[cfg(any(test, feature = "testing"))]
        if let (Some(show), false) = (&mut self.show, permanent) {
            show.call(learnt, &base.solver.kernel);
        }
        let is_kept = !unit || tracks_provenance;
        let provenance = self.analysis.provenance.as_ref();
        let propagators = provenance.map_or(&[][..], |provenance| &provenance.propagators.0);
        let id = is_kept.then(|| self.clauses.add(learnt, levels, permanent, propagators));
        base.stats.learnt += u64::from(!permanent);
        if let (Some(exchange), false) = (&mut self.exchange, permanent) {
            exchange.learnt(learnt, levels);
        }
        self.back_to(base.solver, back_to);
        let kernel = &mut base.solver.kernel;
        match id {
            Some(id) => {
                if self.analysis.learnt.len() > 1 {
                    self.clauses.watch(id, second_since, kernel);
                }
                let outcome = self.clauses.conclude(2 * id, kernel);
                debug_assert_eq!(outcome, Ok(true), "it was not true and not false");
            }
            None => self.clauses.conclude_unit(first, kernel),
        }
        base.schedule_objective();
        base.entered_at = base.solver.kernel.trail.log_len();
        let outcome = self.propagate(base.solver);
        if unit && outcome.is_ok() {
            self.analysis.read_root(&base.solver.kernel);
        }
        let literal = self.decisions.last().copied();
        base.count_node(self.decisions.len());
        if outcome.is_err() && base.solver.level() == self.root {
            return self.fail_for_good(base);
        }
        match literal {
            Some(literal) => base.arrive(outcome, literal),
            None => base.phase = Phase::Explore,
        }
    }
}
