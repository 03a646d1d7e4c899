//! What searches of equal models that learn at the same time tell each other.
//!
//! A search tells what holds at its root, and its better no-goods. Both follow from the model and from the solutions
//! that it has left behind, which it tells with them.

use super::fact::Fact;
use super::{Learner, Learning, Steps};
use crate::branch::Brancher;
use crate::kernel::Kernel;
use crate::literal::Literal;
use crate::random::Rng;
use crate::search::{Phase, Search, Solution};
use crate::solver::Solver;

/// A no-good is told if it comes from so few levels or has so few facts: it is more likely to be of use elsewhere, and
/// costs others little.
const FEW_LEVELS: u32 = 3;
const FEW_FACTS: usize = 8;

/// No longer one is told.
const MOST_FACTS: usize = 40;

/// A no-good for others.
#[derive(Clone, Debug)]
pub(crate) struct Lesson {
    facts: Box<[Fact]>,
    levels: u32,
}

impl Lesson {
    fn new(facts: &[Fact], levels: u32) -> Option<Self> {
        let is_good = levels <= FEW_LEVELS || facts.len() <= FEW_FACTS;
        (is_good && facts.len() <= MOST_FACTS).then(|| Self {
            facts: facts.into(),
            levels,
        })
    }
}

/// How a search learns and decides, for others to begin with.
#[derive(Debug)]
pub(crate) struct Habits {
    learning: Learning,
    activity: Vec<f64>,
}

impl Habits {
    /// A search that begins much like that, with other activities for each seed.
    pub(crate) fn search<'s>(&self, solver: &'s mut Solver, seed: u64) -> Search<'s, Learner> {
        let mut rng = Rng::new(seed);
        let mut search = solver.search().learn(self.learning.clone());
        let shaken = self
            .activity
            .iter()
            .map(|own| own * (1.0 + rng.below(1024) as f64 / 1024.0));
        search.strategy.heuristic.activity = shaken.collect();
        search
    }
}

/// The part of a learner that knows of others.
#[derive(Debug, Default)]
pub(super) struct Exchange {
    /// What is to be told.
    told: Vec<Lesson>,
    /// By narrow variable: its values at the root, as far as the others know.
    root: Vec<u64>,
}

impl Exchange {
    /// A no-good was learnt.
    pub(super) fn learnt(&mut self, facts: &[Fact], levels: u32) {
        // What a single fact about a narrow variable says is read from the root.
        if facts.len() > 1 || facts[0].var.is_wide() {
            self.told.extend(Lesson::new(facts, levels));
        }
    }

    /// Adds what holds at the root and was not told yet.
    fn read_root(&mut self, kernel: &Kernel) {
        for (i, known) in (0..).zip(&mut self.root) {
            let var = kernel.handle(i);
            if var.is_wide() {
                continue;
            }
            let gone = *known & !kernel.dom(var).bits();
            if gone != 0 {
                *known &= !gone;
                self.told.extend(Lesson::new(&[Fact::among(var, gone)], 1));
            }
        }
    }
}

impl Search<'_, Learner> {
    /// From here on keeps what others are to be told, and all that it has learnt so far. False if it has not begun.
    ///
    /// # Panics
    /// If the search is not of the whole space, tracks provenance, or has an objective: what it learns may then not
    /// hold for others.
    pub(crate) fn begin_exchange(&mut self) -> bool {
        let (base, learner) = (&self.base, &mut self.strategy);
        let is_part = !base.start.path.0.is_empty() || !learner.excluded.is_empty();
        assert!(base.root_level() == 1 && !is_part, "a search of a part");
        assert!(!learner.options.tracks_provenance, "it tracks provenance");
        assert!(base.solver.objective.is_none(), "a search for the best");
        if base.phase == Phase::Start {
            return false;
        }
        let mut exchange = Exchange::default();
        if base.phase != Phase::Done {
            let known = learner.clauses.all_learnt();
            let lessons = known.filter_map(|(facts, levels)| Lesson::new(facts, levels));
            exchange.told.extend(lessons);
            exchange.root = super::provenance::floor(&base.solver.kernel);
        }
        learner.exchange = Some(exchange);
        true
    }

    /// Goes back to the root, as a restart does. A solution or a failure just found is left behind before.
    pub(crate) fn go_to_root(&mut self) {
        let (base, learner) = (&mut self.base, &mut self.strategy);
        while matches!(base.phase, Phase::Leave | Phase::LeaveSolution) {
            learner.advance(base);
        }
        if base.phase == Phase::Explore {
            learner.back_to(base.solver, learner.root);
            learner.pace.restarted();
            base.brancher.restarted();
        }
    }

    /// What is new since it was last asked; at the root.
    pub(crate) fn lessons(&mut self) -> Vec<Lesson> {
        let Some(exchange) = &mut self.strategy.exchange else {
            return Vec::new();
        };
        if self.base.phase != Phase::Done {
            exchange.read_root(&self.base.solver.kernel);
        }
        std::mem::take(&mut exchange.told)
    }

    /// Adds what others have told, and excludes these solutions; at the root.
    pub(crate) fn hear<'l>(
        &mut self,
        lessons: impl Iterator<Item = &'l Lesson>,
        solutions: &[Solution],
    ) {
        if self.base.phase == Phase::Done {
            return;
        }
        let (base, learner) = (&mut self.base, &mut self.strategy);
        let mut new = Vec::new();
        for Lesson { facts, levels } in lessons {
            new.push(learner.clauses.add(facts, *levels, false, &[]));
            if let ([fact], Some(exchange)) = (&**facts, &mut learner.exchange)
                && !fact.var.is_wide()
            {
                exchange.root[fact.var.index()] &= !fact.bits();
            }
        }
        for solution in solutions {
            let decisions = base.solver.decisions.iter();
            let fact = |&var| Fact::of(Literal::is(var, solution[var]));
            let facts: Vec<Fact> = decisions.map(fact).collect();
            new.push(learner.clauses.add(&facts, 0, true, &[]));
        }
        base.count_node(0);
        learner.hold_at_root(base, &new);
    }

    /// How it learns and decides.
    pub(crate) fn habits(&self) -> Habits {
        let heuristic = &self.strategy.heuristic;
        // Where there was no value yet, one below all others: the smallest is tried first, as if there were none here.
        let values = heuristic.phase.iter().map(|v| v.unwrap_or(i32::MIN));
        let mut learning = self.strategy.options.clone();
        learning.values = values.collect();
        Habits {
            learning,
            activity: heuristic
                .order
                .as_ref()
                .map_or(Vec::new(), |o| o.relative()),
        }
    }

    /// The most no-goods that it keeps.
    pub(crate) fn most_kept(&mut self) -> &mut usize {
        &mut self.strategy.most
    }
}
