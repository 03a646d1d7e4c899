//! What searches of equal models that learn at the same time tell each other, and how they divide the space.
//!
//! A search that exchanges tells what holds at its root and its better no-goods. Both follow from the model and the
//! solutions that all of them exclude, whatever part of the space it is searching: a part is no more than decisions that
//! are made before all others.

use super::Learner;
use super::clauses::merged;
use super::fact::Fact;
use crate::kernel::Kernel;
use crate::literal::Literal;
use crate::search::{Phase, Search, Solution};
use crate::var::Var;

/// The most facts of a no-good that is told, and the most levels that these may come from.
///
/// With 20 facts from 5 levels two searches take 1.2 times the failures on a heyawake of 12×12, with 8 from 3 levels
/// 1.4 times.
const LONGEST: usize = 40;
const MOST_LEVELS: u32 = 8;

/// A no-good for others: it follows from the model and the solutions told with it.
#[derive(Clone, Debug)]
pub(crate) struct Lesson {
    facts: Box<[Fact]>,
    levels: u32,
}

/// How a search decides, for another one to begin with.
#[derive(Clone, Debug, Default)]
pub(crate) struct Habits {
    activity: Vec<f64>,
    phase: Vec<Option<i32>>,
}

/// The part of a learner that knows of others.
#[derive(Debug)]
pub(super) struct Exchange {
    /// What is to be told.
    told: Vec<Lesson>,
    /// By narrow variable: its values at the root, as far as the others know.
    root: Vec<u64>,
    /// The part of the space to be searched first: decisions that come before all others.
    part: Vec<Literal>,
    /// Whether that part is known to have no solution but those excluded.
    is_done: bool,
}

impl Exchange {
    /// A no-good was learnt.
    pub(super) fn learnt(&mut self, facts: &[Fact], levels: u32) {
        let is_told = match facts {
            // What holds at the root is told in another way.
            [fact] => fact.var.is_wide(),
            [_, _] => true,
            _ => levels <= MOST_LEVELS && facts.len() <= LONGEST,
        };
        if is_told {
            let facts = facts.into();
            self.told.push(Lesson { facts, levels });
        }
    }

    /// The next decision of the part; `None` if all have been made, or if the part is refuted. All decisions in force
    /// must be of the part unless all of these are.
    pub(super) fn decide(&mut self, kernel: &Kernel) -> Option<Literal> {
        if self.is_done {
            return None;
        }
        for &literal in &self.part {
            let fact = Fact::of(literal);
            if fact.is_true(kernel) {
                continue;
            }
            if !fact.is_false(kernel) {
                return Some(literal);
            }
            // It follows from the decisions before it.
            self.is_done = true;
            let facts = merged(self.part.iter().copied().map(Fact::of).collect());
            let levels = facts.len() as u32;
            if levels > 1 {
                let facts = facts.into();
                self.told.push(Lesson { facts, levels });
            }
            return None;
        }
        None
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
                let facts = [Fact::among(var, gone)].into();
                self.told.push(Lesson { facts, levels: 1 });
            }
        }
    }
}

impl Search<'_> {
    fn learner_mut(&mut self) -> &mut Learner {
        self.learner.as_mut().expect("it learns")
    }

    /// From here on, keeps what others need for [`lessons`](Self::lessons); at the root, and in a search without an
    /// objective that keeps no account. What holds at the root already is told as well, and with `all` each no-good
    /// learnt so far.
    pub(crate) fn begin_exchange(&mut self, all: bool) {
        let learner = self.learner.as_mut().expect("it learns");
        let kernel = &self.solver.kernel;
        let mut told = Vec::new();
        if self.phase != Phase::Done && all {
            let known = learner.clauses.learnt_facts();
            told.extend(known.map(|(facts, levels)| Lesson {
                facts: facts.into(),
                levels,
            }));
        }
        let root = match self.phase {
            Phase::Done => Vec::new(),
            _ => {
                let first = kernel.record().start_of_level(1);
                let of = |var: Var| match var.is_wide() {
                    true => 0,
                    false => kernel.domain_at(var, first).words()[0],
                };
                (0..kernel.variables)
                    .map(|i| of(kernel.handle(i)))
                    .collect()
            }
        };
        learner.exchange = Some(Exchange {
            told,
            root,
            part: Vec::new(),
            is_done: true,
        });
    }

    /// Goes back to the root, as a restart does.
    pub(crate) fn go_to_root(&mut self) {
        if matches!(self.phase, Phase::Start | Phase::Done) {
            return;
        }
        let learner = self.learner.as_mut().expect("it learns");
        learner.back_to(self.solver, learner.root);
        learner.pace.restarted();
        self.brancher.restarted();
        self.phase = Phase::Explore;
    }

    /// What is new since it was last asked; at the root.
    pub(crate) fn lessons(&mut self) -> Vec<Lesson> {
        let is_over = self.phase == Phase::Done;
        let learner = self.learner.as_mut().expect("it learns");
        let Some(exchange) = &mut learner.exchange else {
            return Vec::new();
        };
        if !is_over {
            exchange.read_root(&self.solver.kernel);
        }
        std::mem::take(&mut exchange.told)
    }

    /// Adds what others have told, and excludes these solutions; at the root.
    pub(crate) fn hear<'l>(
        &mut self,
        lessons: impl Iterator<Item = &'l Lesson>,
        solutions: &[Solution],
    ) {
        if self.phase == Phase::Done {
            return;
        }
        self.count_node();
        let learner = self.learner.as_mut().expect("it learns");
        let mut new = Vec::new();
        for lesson in lessons {
            let Lesson { facts, levels } = lesson;
            new.push(learner.clauses.add(facts, *levels, false, &[]));
            if let [fact] = **facts
                && !fact.var.is_wide()
                && let Some(exchange) = &mut learner.exchange
            {
                exchange.root[fact.var.index()] &= !fact.bits();
            }
        }
        for solution in solutions {
            let decisions = self.solver.decisions.iter();
            let facts = decisions.map(|&var| Fact::of(Literal::is(var, solution[var])));
            new.push(learner.clauses.add_merged(facts.collect()));
        }
        let kernel = &mut self.solver.kernel;
        let holds = new
            .into_iter()
            .all(|id| learner.clauses.choose_watches(id, kernel).is_ok());
        if !holds || self.run_root().is_err() {
            self.stats.failures += 1;
            self.phase = Phase::Done;
        }
    }

    /// From here on searches this part of the space first.
    pub(crate) fn confine(&mut self, part: Vec<Literal>) {
        if let Some(exchange) = &mut self.learner_mut().exchange {
            exchange.part = part;
            exchange.is_done = false;
        }
    }

    /// Whether it has finished the part that it was given, or was given none.
    pub(crate) fn is_idle(&self) -> bool {
        let exchange = self.learner.as_ref().and_then(|l| l.exchange.as_ref());
        exchange.is_none_or(|exchange| exchange.is_done)
    }

    /// How it decides.
    pub(crate) fn habits(&self) -> Habits {
        let learner = self.learner.as_ref().expect("it learns");
        let order = learner.order.as_ref();
        Habits {
            activity: order.map(|order| order.relative()).unwrap_or_default(),
            phase: learner.phase.clone(),
        }
    }

    /// Before it begins: decides as another one does.
    pub(crate) fn adopt(&mut self, habits: &Habits) {
        let learner = self.learner_mut();
        learner.activity.clone_from(&habits.activity);
        // Below all values: the smallest, as if there had been none.
        let values = habits.phase.iter().map(|value| value.unwrap_or(i32::MIN));
        learner.options.values = values.collect();
    }

    /// The most no-goods that it keeps.
    pub(crate) fn most_kept(&self) -> usize {
        self.learner.as_ref().map_or(0, |learner| learner.most)
    }

    /// Keeps no more no-goods than this.
    pub(crate) fn keep_at_most(&mut self, most: usize) {
        let learner = self.learner_mut();
        learner.most = learner.most.min(most);
    }

    /// A literal that divides the space in two: about half the values of the variable most involved in recent conflicts,
    /// of those that the root and the part leave open; at the root.
    pub(crate) fn divider(&self) -> Option<Literal> {
        let learner = self.learner.as_ref().expect("it learns");
        let order = learner
            .order
            .as_ref()
            .filter(|_| self.phase != Phase::Done)?;
        let part = learner.exchange.as_ref().map_or(&[][..], |e| &e.part);
        let kernel = &self.solver.kernel;
        let var = order.most_active(|var| {
            let size = kernel.size(var);
            let is_taken = size == 1 || part.iter().any(|literal| literal.var == var);
            (!is_taken).then_some(size)
        })?;
        let values = kernel.domain(var);
        let middle = values.iter().nth((values.len() - 1) / 2)?;
        let low = Literal::at_most(var, middle);
        let is_high = learner.phase[var.index()].is_some_and(|value| value > middle);
        Some(if is_high { low.negated() } else { low })
    }
}
