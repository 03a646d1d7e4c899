//! The statements of a rule: those about the same members, or that say together what has a name, made one.

use fxhash::FxHashSet;

use super::form::{Binder, Fold, Form, Head, Noun};
use super::laws::Law;
use super::store::Store;
use super::term::Term;

/// A law about statements that hold together.
type OfStatements = fn(&mut Store, &[Term]) -> Option<Vec<Term>>;

/// These laws, in the order in which they are tried.
const OF_STATEMENTS: [OfStatements; 7] = [
    Store::as_many,
    Store::join_each,
    Store::join_wholes,
    Store::two_kinds,
    Store::of_only,
    Store::one_loop,
    Store::in_bag,
];

impl Store {
    /// Statements that hold together, in order, with those joined that say something of the same members.
    pub(crate) fn statements(&mut self, mut tests: Vec<Term>) -> Vec<Term> {
        if self.has_laws() {
            // Each leaves fewer statements, or fewer things that are said of a sum or of the only one.
            for law in OF_STATEMENTS {
                while let Some(fewer) = law(self, &tests) {
                    tests = fewer;
                }
            }
        }
        let mut said = FxHashSet::default();
        tests.retain(|&test| said.insert(test));
        tests
    }

    /// The tests with two that say of the same members that one number lies in a set made one: `no p: x in S` and
    /// `no p: x in T` is `no p: x in S or T`.
    pub(super) fn join_each(&mut self, tests: &[Term]) -> Option<Vec<Term>> {
        let said: Vec<(Term, Box<[Binder]>, Vec<Term>)> = tests
            .iter()
            .filter_map(|&test| {
                let (binders, guard) = self.none_of(test)?;
                Some((test, binders, self.conjuncts(guard)))
            })
            .collect();
        for (at, (one, binders, parts)) in said.iter().enumerate() {
            for (other, own, others) in &said[at + 1..] {
                if own != binders || parts.len() != others.len() {
                    continue;
                }
                let differ: Vec<Term> = parts
                    .iter()
                    .copied()
                    .filter(|part| !others.contains(part))
                    .collect();
                let differs: Vec<Term> = others
                    .iter()
                    .copied()
                    .filter(|part| !parts.contains(part))
                    .collect();
                let (&[a], &[b]) = (&differ[..], &differs[..]) else {
                    continue;
                };
                let (Form::Within(x, set), Form::Within(y, more)) = (self.form(a), self.form(b))
                else {
                    continue;
                };
                // What is always so would no longer be empty where the number is.
                let (either, known) = (set.union(more), self.attributes(*x));
                if x != y || either.clipped(known.low, known.high).is_none() {
                    continue;
                }
                let rest: Vec<Term> = parts.iter().copied().filter(|&part| part != a).collect();
                let one_value = self.number(1);
                // Opened together, so that both speak of the same variables.
                let both = self.intern(Form::Or([a.min(b), a.max(b)].into()));
                let guard = self.intern(Form::And(rest.into_iter().chain([both]).collect()));
                let (binders, guard, _) = self.opened(binders, guard, one_value);
                let parts: Vec<Term> = self
                    .conjuncts(guard)
                    .into_iter()
                    .map(|part| match self.form(part).clone() {
                        Form::Or(sets) => self.or(&sets),
                        _ => part,
                    })
                    .collect();
                let guard = self.and(&parts);
                let joined = self.none(binders, guard);
                self.fire(Law::JoinEach);
                let (one, other) = (*one, *other);
                let rest = tests.iter().copied().filter(|&test| test != other);
                let all = rest.map(|test| if test == one { joined } else { test });
                return Some(all.collect());
            }
        }
        None
    }

    /// The statements with two made one that say something of the same runs, or together that something is a square: these
    /// are found where they are said together.
    fn join_wholes(&mut self, tests: &[Term]) -> Option<Vec<Term>> {
        let noun = |store: &Self, binders: &[Binder]| match store.form(binders.last()?.range) {
            Form::Apply(Head::Range(range), _) => Some(range.noun.clone()),
            _ => None,
        };
        for (at, &one) in tests.iter().enumerate() {
            let Some((binders, guard)) = self.none_of(one) else {
                continue;
            };
            let Some(whole) = noun(self, &binders).filter(|noun| matches!(noun.rank(), 3 | 4))
            else {
                continue;
            };
            for (place, &other) in tests.iter().enumerate().skip(at + 1) {
                let Some((own, more)) = self.none_of(other) else {
                    continue;
                };
                if noun(self, &own).as_ref() != Some(&whole) {
                    continue;
                }
                let Some((members, one, other)) =
                    self.opened_alike((&binders, guard), (&own, more))
                else {
                    continue;
                };
                if whole != Noun::Run && !self.are_of_square(one, other) {
                    continue;
                }
                let either = self.or(&[one, other]);
                let joined = self.none(members, either);
                self.fire(Law::JoinEach);
                let mut all = tests.to_vec();
                all[at] = joined;
                all.remove(place);
                return Some(all);
            }
        }
        None
    }

    /// The statements without one that each of some values is in a list, where another says that together they are the list.
    fn in_bag(&mut self, tests: &[Term]) -> Option<Vec<Term>> {
        for &one in tests {
            let Form::Same(a, b) = *self.form(one) else {
                continue;
            };
            for (bag, list) in [(a, b), (b, a)] {
                let Form::Fold(Fold::Bag, own, guard, value) = self.form(bag).clone() else {
                    continue;
                };
                if *self.form(guard) != Form::Truth(true) {
                    continue;
                }
                let (own, _, value) = self.opened(&own, guard, value);
                let is_listed = self.is_in(value, list);
                let is_other = self.not(is_listed);
                for (at, &other) in tests.iter().enumerate() {
                    let Some((others, more)) = self.none_of(other) else {
                        continue;
                    };
                    let (others, more, _) = self.opened(&others, more, more);
                    if self.said_of(&own, others, more) != Some(is_other) {
                        continue;
                    }
                    self.fire(Law::InBag);
                    let mut rest = tests.to_vec();
                    rest.remove(at);
                    return Some(rest);
                }
            }
        }
        None
    }
}
