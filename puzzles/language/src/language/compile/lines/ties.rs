//! Rules about two variables each: they wait to be posted until it is known whether a line implies them, or what else
//! differs.

use std::sync::Arc;

use fxhash::FxHashMap;
use quadrille_engine::propagators::{AllDifferentGac, Clause, InPairs, Pairs};
use quadrille_engine::{Dom, Literal, Model, RuleId, Var};

use super::super::posting::pairs::Allowed;
use super::super::{Cause, Compiled, Compiler, Posting};
use super::cliques::cliques;
use crate::puzzle::Pass;

/// A rule about two variables.
#[derive(Clone, Debug)]
pub(crate) struct BinaryRule {
    pub(crate) vars: [Var; 2],
    pub(crate) allowed: Allowed,
    /// Whether the pairs leave out that the two are equal, and nothing else.
    pub(super) differ: bool,
    pub(super) rule: RuleId,
    /// Present if it waits to be posted until it is known whether a line implies it, or what else differs.
    pub(super) waits: Option<(Cause, Arc<str>)>,
}

/// What ties variables, by variable: the other one, and what ties the two.
pub(super) struct Ties<'a> {
    of: FxHashMap<Var, Vec<(Var, &'a BinaryRule)>>,
}

impl<'a> Ties<'a> {
    pub(super) fn new(ties: &'a [BinaryRule]) -> Self {
        let mut of: FxHashMap<Var, Vec<_>> = FxHashMap::default();
        for tie in ties {
            let [a, b] = tie.vars;
            of.entry(a).or_default().push((b, tie));
            of.entry(b).or_default().push((a, tie));
        }
        Self { of }
    }

    pub(super) fn of(&self, var: Var) -> &[(Var, &'a BinaryRule)] {
        self.of.get(&var).map_or(&[], Vec::as_slice)
    }

    /// By value of `a`: the values that `b` may have.
    pub(super) fn partners_of_each(&self, model: &Model, a: Var, b: Var) -> Vec<Dom> {
        let (values, all) = (values(model, a), values(model, b));
        let mut partners = vec![all; values.max() as usize + 1];
        for (_, tie) in self.of(a).iter().filter(|(other, _)| *other == b) {
            for value in values.iter() {
                partners[value as usize] &= tie.partners(a, Dom::single(value), all);
            }
        }
        partners
    }
}

pub(super) fn values(model: &Model, var: Var) -> Dom {
    model.domain(var).iter().collect()
}

/// Posts variables that differ, those that differ two by two as one constraint.
pub(super) fn post_differing(ties: Vec<BinaryRule>, compiled: &mut Compiled) {
    let pairs: Vec<[Var; 2]> = ties.iter().map(|tie| tie.vars).collect();
    // Few variables of many values seldom use up those left to some of them, and pairs tell the rest.
    let is_worth_it = |clique: &[Var]| {
        let all = clique.iter().map(|&var| values(&compiled.model, var));
        let all = all.fold(Dom::EMPTY, |all, own| all | own);
        compiled.passes.uses(Pass::Cliques) && 2 * clique.len() >= all.len()
    };
    let cliques = cliques(&pairs, is_worth_it);
    let mut cliques = cliques.into_iter().peekable();
    for (number, tie) in ties.into_iter().enumerate() {
        if let Some((_, clique)) = cliques.next_if(|clique| clique.0 == number) {
            if clique.len() > 2 {
                compiled.passes.note(Pass::Cliques);
            }
            tie.post(clique, compiled);
        }
    }
}

impl BinaryRule {
    /// The values of `all` that the other variable may have if this one is one of `values`.
    pub(super) fn partners(&self, var: Var, values: Dom, all: Dom) -> Dom {
        self.allowed.partners(var == self.vars[0], values, all)
    }

    /// Posts it, if it waits; if the two differ, that all of `with`, which they are among, do.
    pub(super) fn post(self, with: Vec<Var>, compiled: &mut Compiled) {
        let Some((cause, place)) = self.waits else {
            return;
        };
        let outer = compiled.model.resume(self.rule);
        let propagator = match self.allowed {
            Allowed::Pairs(_) if with.len() > 2 => {
                compiled.model.post(AllDifferentGac::new(&with));
                "all different"
            }
            Allowed::Pairs(pairs) => {
                let [first, second] = self.vars;
                compiled.model.post(InPairs::new(first, second, pairs));
                "table"
            }
            Allowed::Either(facts) => {
                compiled.model.post(Clause::new(&facts));
                "clause"
            }
        };
        compiled.model.resume(outer);
        compiled.postings.push(Posting {
            cause,
            place,
            propagator,
            strength: "domain consistent",
        });
    }
}

impl Compiler<'_> {
    /// Posts that two narrow variables are one of some pairs, or leaves that to the line in which they are neighbours.
    pub(crate) fn post_tie(&mut self, first: Var, second: Var, pairs: Arc<Pairs>) {
        if self.is_posted_before(first, second, &pairs) {
            return;
        }
        let (own, others) = (self.values_of(first), self.values_of(second));
        let partners = |value: Dom| pairs.seconds(value) == others - value;
        let differ = own.iter().map(Dom::single).all(partners);
        let allowed = Allowed::Pairs(Arc::clone(&pairs));
        if !self.tie([first, second], allowed, differ) {
            let pairs = InPairs::new(first, second, pairs);
            self.post_as(pairs, "table", "domain consistent");
        }
    }

    /// The same for a clause, of which only one of two facts about narrow variables ties them.
    pub(crate) fn post_clause(&mut self, clause: &[Literal]) {
        if self.is_clause_posted_before(clause) {
            return;
        }
        self.note_apart(clause);
        let waits = match clause {
            &[a, b] if a.var != b.var && !a.var.is_wide() && !b.var.is_wide() => {
                self.tie([a.var, b.var], Allowed::Either([a, b]), false)
            }
            _ => false,
        };
        if !waits {
            self.post_as(Clause::new(clause), "clause", "domain consistent");
        }
    }

    /// Records the values that two variables may have at once; whether this is posted later, if at all.
    fn tie(&mut self, vars: [Var; 2], allowed: Allowed, differ: bool) -> bool {
        let rule = self.model.resume(RuleId::NAMELESS);
        self.model.resume(rule);
        let must_wait = self.notes.lines.are_expected || differ && !self.options.apart;
        let waits = must_wait.then(|| (self.current.cause, self.current.place.clone()));
        self.notes.lines.ties.push(BinaryRule {
            vars,
            allowed,
            differ,
            rule,
            waits,
        });
        must_wait
    }
}
