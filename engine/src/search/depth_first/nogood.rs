//! No-goods recorded at restarts: conjunctions of literals whose part of the space has been searched.

use crate::kernel::Kernel;
use crate::literal::Literal;
use crate::propagator::Conflict;
use crate::solver::Solver;
use crate::var::Var;

/// The end of a list of slots.
const END: u32 = u32::MAX;

/// A store of no-goods, each watched at two literals that are not true (Lecoutre, Saïs, Tabary and Vidal 2007,
/// "Recording and minimizing nogoods from restarts"; the watches are those of SAT solvers).
///
/// It is separate from the propagators: the search runs it after each fixpoint. It reads the writes to the trail since
/// its last run and visits the no-goods that watch those variables. Nothing is undone on backtracking: if a watch was
/// left true, its partner was made false at the same level or before.
///
/// Propagation is unit propagation; a no-good may be written in any kind of literal. Watching and propagating do not
/// allocate: the lists of watchers are linked through one array.
#[derive(Debug, Default)]
pub(super) struct NoGoods {
    /// The literals of all no-goods, one no-good after another.
    literals: Vec<Literal>,
    /// Where each no-good ends.
    ends: Vec<u32>,
    /// By slot (two for each no-good): the watched position in `literals`.
    watched: Vec<u32>,
    /// By slot: the next slot that watches the same variable.
    next: Vec<u32>,
    /// By variable: the first slot that watches it.
    heads: Vec<u32>,
    /// How much of the trail's log has been read.
    looked: usize,
    /// Whether one of them has no literal: everything was searched.
    contradiction: bool,
}

impl NoGoods {
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is nothing to propagate.
    pub(super) fn is_empty(&self) -> bool {
        self.ends.is_empty() && !self.contradiction
    }

    /// Whether one of them has no literal.
    pub(super) fn is_contradiction(&self) -> bool {
        self.contradiction
    }

    /// The no-goods, oldest first.
    pub(super) fn iter(&self) -> impl Iterator<Item = &[Literal]> {
        (0..self.ends.len()).map(|n| &self.literals[self.range(n)])
    }

    fn range(&self, no_good: usize) -> std::ops::Range<usize> {
        let start = match no_good {
            0 => 0,
            n => self.ends[n - 1],
        };
        start as usize..self.ends[no_good] as usize
    }

    /// Adds one; it takes effect from the next [`rebuild`](Self::rebuild) on.
    pub(super) fn add(&mut self, literals: impl IntoIterator<Item = Literal>) {
        let start = self.literals.len();
        self.literals.extend(literals);
        if self.literals.len() == start {
            self.contradiction = true;
            return;
        }
        self.ends.push(self.literals.len() as u32);
        self.watched.extend([start as u32; 2]);
        self.next.extend([END; 2]);
    }

    fn watch(&mut self, slot: u32, position: u32) {
        self.watched[slot as usize] = position;
        let var = self.literals[position as usize].var.index();
        self.next[slot as usize] = std::mem::replace(&mut self.heads[var], slot);
    }

    /// At the root of the search: checks every no-good, propagates it if it is unit, and chooses its watches again. The
    /// caller then calls [`propagate`](Self::propagate).
    pub(super) fn rebuild(&mut self, solver: &mut Solver) -> Result<(), Conflict> {
        if self.contradiction {
            return Err(Conflict);
        }
        self.looked = solver.kernel.trail.log_len();
        self.heads.clear();
        self.heads.resize(solver.variables(), END);
        for n in 0..self.ends.len() {
            let range = self.range(n);
            let mut open = range
                .clone()
                .filter(|&at| solver.kernel.status_of(self.literals[at]) != Some(true));
            match (open.next(), open.next()) {
                (None, _) => return Err(Conflict),
                (Some(only), None) => {
                    // True literals at the root stay true, so this no-good stays satisfied.
                    solver.assume(self.literals[only].negated())?;
                }
                (Some(first), Some(second)) => {
                    self.watch(2 * n as u32, first as u32);
                    self.watch(2 * n as u32 + 1, second as u32);
                }
            }
        }
        Ok(())
    }

    /// Runs the propagators and the no-goods to their joint fixpoint.
    pub(super) fn propagate(&mut self, solver: &mut Solver) -> Result<(), Conflict> {
        loop {
            solver.propagate()?;
            let before = solver.kernel.changes;
            while let Some(&(word, _)) = solver.kernel.trail.log_from(self.looked).first() {
                self.looked += 1;
                if let Some(var) = solver.kernel.variable_of_word(word) {
                    self.visit(var, solver)?;
                }
            }
            if solver.kernel.changes == before {
                return Ok(());
            }
        }
    }

    /// To be called after each pop: writes beyond the end of the log were undone.
    pub(super) fn popped(&mut self, solver: &Solver) {
        self.looked = self.looked.min(solver.kernel.trail.log_len());
    }

    /// Visits the no-goods that watch `var`.
    fn visit(&mut self, var: Var, solver: &mut Solver) -> Result<(), Conflict> {
        let mut slot = std::mem::replace(&mut self.heads[var.index()], END);
        let mut outcome = Ok(());
        while slot != END {
            let after = self.next[slot as usize];
            let watched = self.watched[slot as usize];
            let position = if outcome.is_err() {
                watched
            } else {
                self.move_watch(slot, solver, &mut outcome)
            };
            self.watch(slot, position);
            slot = after;
        }
        outcome
    }

    /// The position that `slot` is to watch from now on. If its literal is true and no other can be watched
    /// instead, the partner's literal is made false.
    fn move_watch(
        &self,
        slot: u32,
        solver: &mut Solver,
        outcome: &mut Result<(), Conflict>,
    ) -> u32 {
        let status = |kernel: &Kernel, at: u32| kernel.status_of(self.literals[at as usize]);
        let watched = self.watched[slot as usize];
        let partner = self.watched[(slot ^ 1) as usize];
        if status(&solver.kernel, watched) != Some(true)
            || status(&solver.kernel, partner) == Some(false)
        {
            return watched;
        }
        let range = self.range(slot as usize / 2);
        for at in range.start as u32..range.end as u32 {
            if at != partner && status(&solver.kernel, at) != Some(true) {
                return at;
            }
        }
        *outcome = solver
            .assume(self.literals[partner as usize].negated())
            .map(|_| ());
        watched
    }
}
