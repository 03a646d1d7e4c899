//! Drops facts of a no-good that follow from the others.

use super::super::clauses::Clauses;
use super::super::fact::Fact;
use super::{Analysis, Conjunct, Follows, Since};
use crate::agenda::{LEARNT, NOBODY};
use crate::solver::Solver;

/// The most reasons used to minimise one no-good: of no-goods, and of propagators.
const MOST_NO_GOODS: usize = 1000;
const MOST_PROPAGATORS: usize = 100;

impl Analysis {
    /// Drops each fact that follows from the others and the root, going back over reasons (Sörensson and Biere 2009,
    /// "Minimizing learned clauses"), each used once.
    pub(super) fn minimise(&mut self, solver: &Solver, clauses: &Clauses, first: u32) {
        // On heyawake, nurikabe and country road of published sizes, tight limits often doubled the failures; without
        // limits, reasons of propagators take more time than they save.
        const DEPTH: usize = 50;
        let record = solver.kernel.record();
        self.buffers.levels.clear();
        self.buffers.levels.extend(
            self.conjuncts
                .iter()
                .filter(|p| p.lives)
                .map(|p| record.level_of(p.since)),
        );
        self.buffers.levels.sort_unstable();
        self.buffers.levels.dedup();
        for at in 0..self.conjuncts.len() {
            let conjunct = self.conjuncts[at];
            if !conjunct.lives || at == first as usize {
                continue;
            }
            // A fact must not be its own support.
            self.set_lives(at, false);
            self.minimisation.tried = at as u32;
            let follows = self.implied(solver, clauses, conjunct.fact, conjunct.since, DEPTH);
            if follows == Follows::No {
                self.set_lives(at, true);
            }
        }
    }

    pub(super) fn set_lives(&mut self, at: usize, lives: bool) {
        let conjunct = &mut self.conjuncts[at];
        conjunct.lives = lives;
        if !conjunct.fact.is_outside() {
            self.conjunct_of[conjunct.fact.var.index()] = if lives { at as u32 + 1 } else { 0 };
        }
    }

    /// Whether a fact true since change number `since` follows from the live conjuncts.
    fn implied(
        &mut self,
        solver: &Solver,
        clauses: &Clauses,
        fact: Fact,
        since: u32,
        depth: usize,
    ) -> Follows {
        let record = solver.kernel.record();
        let propagator = record.entries[since as usize].propagator;
        if propagator == NOBODY
            || depth == 0
            || self
                .buffers
                .levels
                .binary_search(&record.level_of(since))
                .is_err()
        {
            return Follows::No;
        }
        let tried = self.minimisation.tried;
        match self.minimisation.judged.get(&since) {
            Some(&(judged, follows, own))
                if judged == fact && (follows != Follows::WhileTried || own == tried) =>
            {
                return follows;
            }
            _ => {}
        }
        if propagator == LEARNT {
            self.minimisation.asked += 1;
        } else {
            self.minimisation.asked_propagators += 1;
        }
        if self.minimisation.asked > MOST_NO_GOODS
            || self.minimisation.asked_propagators > MOST_PROPAGATORS
        {
            return Follows::No;
        }
        let follows = self.by_reason(solver, clauses, fact, since, depth);
        let judged = (fact, follows, tried);
        self.minimisation.judged.insert(since, judged);
        follows
    }

    /// Whether the reason of a fact follows from the live conjuncts.
    fn by_reason(
        &mut self,
        solver: &Solver,
        clauses: &Clauses,
        fact: Fact,
        since: u32,
        depth: usize,
    ) -> Follows {
        let mut reason = Vec::new();
        self.ask(solver, clauses, fact, since, &mut reason);
        let follows = self.all_follow(solver, clauses, &reason, since, depth);
        if follows != Follows::No {
            self.note_propagator(solver, clauses, since);
            for &fact in &reason {
                self.note_fact(&solver.kernel, fact, since);
            }
        }
        follows
    }

    /// Whether facts true just before change number `since` follow from the live conjuncts.
    fn all_follow(
        &mut self,
        solver: &Solver,
        clauses: &Clauses,
        reason: &[Fact],
        since: u32,
        depth: usize,
    ) -> Follows {
        // The cheap test first, for all of them; then the expensive one.
        let mut left = Vec::new();
        let mut all = Follows::Yes;
        for &fact in reason {
            match self.since(&solver.kernel, fact, since) {
                Since::Never => return Follows::No,
                Since::Root => {}
                Since::Change(since) => match self.conjunct_for(fact) {
                    Some(own) if own > since => all = Follows::WhileTried,
                    Some(_) => {}
                    None => left.push((fact, since)),
                },
            }
        }
        for (fact, since) in left {
            all = all.min(self.implied(solver, clauses, fact, since, depth - 1));
            if all == Follows::No {
                break;
            }
        }
        all
    }

    /// Since when a live conjunct is true from which a fact follows, if there is one.
    fn conjunct_for(&self, fact: Fact) -> Option<u32> {
        if let Some(at) = self.conjunct_of[fact.var.index()].checked_sub(1)
            && fact.follows_from(self.conjuncts[at as usize].fact)
        {
            return Some(self.conjuncts[at as usize].since);
        }
        if !fact.is_outside() {
            return None;
        }
        let says_more =
            |p: &&Conjunct| p.lives && p.fact.var == fact.var && fact.follows_from(p.fact);
        self.conjuncts.iter().find(says_more).map(|own| own.since)
    }
}
