//! Sharp reasons by asking: what was known of a variable is left out where the rest explains the change, too.

use smallvec::SmallVec;

use super::{Change, Past};
use crate::domain::{Dom, Domain};
use crate::literal::Literal;
use crate::var::Var;

impl Past<'_> {
    /// Facts about `vars` from which a change or a failure follows, none of which can be left out: for a propagator that
    /// can tell quickly whether its rule can hold over some domains, but not which of them matter.
    ///
    /// `follows` says of a domain for each of `vars` that no assignment of them is accepted, and must be right when it
    /// does; the changed variable has the removed values there. The domains that it is asked about hold at least what
    /// they held before the change, and at most what was declared. Places of `vars` in the order of `order` are given
    /// back their declared domain: the first ones all at once as long as that goes, by bisection, the others one by
    /// one. A domain that cannot be given back whole is so in parts if possible, with the values in `part` or those not
    /// in it. `follows` is asked 2·log(vars) + 3·(facts kept) times.
    ///
    /// Where `follows` does not even hold of all that was known, and where a variable is wide, the facts are all that was
    /// known.
    pub fn describe_needed(
        &self,
        change: &Change<'_>,
        vars: &[Var],
        order: impl IntoIterator<Item = usize>,
        part: impl Fn(usize) -> Dom,
        mut follows: impl FnMut(&[Dom]) -> bool,
        facts: &mut Vec<Literal>,
    ) {
        if vars.iter().any(|var| var.is_wide()) {
            return self.describe_scope(facts);
        }
        let failed = change.after.is_empty();
        let removed: Dom = if failed {
            Dom::EMPTY
        } else {
            change.removed().collect()
        };
        let is_changed = |var: Var| !failed && change.var == Some(var);
        let narrow = |domain: Domain<'_>| Dom::from_bits(domain.window(0));
        let known = |&var: &Var| {
            if is_changed(var) {
                removed
            } else {
                narrow(self.domain(var))
            }
        };
        let mut domains: SmallVec<[Dom; 24]> = vars.iter().map(known).collect();
        let mut follows = |domains: &[Dom]| {
            self.spend(domains.len() as u64);
            follows(domains)
        };
        if !follows(&domains) {
            return self.describe_scope(facts);
        }
        let declared = |at: usize| narrow(self.declared(vars[at]));
        let order: SmallVec<[usize; 24]> = order
            .into_iter()
            .filter(|&at| !is_changed(vars[at]) && domains[at] != declared(at))
            .collect();
        let can = give_back_together(&mut domains, &order, declared, &mut follows);
        // The first of these was asked about just now.
        for (place, &at) in order.iter().enumerate().skip(can) {
            let (declared, part) = (declared(at), part(at));
            let mut give = |with: Dom| {
                let before = domains[at];
                domains[at] |= with & declared;
                let goes = domains[at] == before || follows(&domains);
                if !goes {
                    domains[at] = before;
                }
                goes
            };
            let whole = place > can && give(declared);
            if !whole && !(declared & part).is_empty() && !(declared - part).is_empty() {
                let _in_part = give(part) || give(!part);
            }
        }
        for (&var, &domain) in vars.iter().zip(&domains) {
            if is_changed(var) {
                continue;
            }
            if let Some(value) = domain.value() {
                if self.declared(var).len() > 1 {
                    facts.push(Literal::is(var, value));
                }
            } else {
                self.describe_within(var, |value| domain.contains(value), facts);
            }
        }
    }
}

/// Gives the places that come first in `order` their declared domain, as many as go together; returns how many these are.
fn give_back_together(
    domains: &mut SmallVec<[Dom; 24]>,
    order: &[usize],
    declared: impl Fn(usize) -> Dom,
    mut follows: impl FnMut(&[Dom]) -> bool,
) -> usize {
    // How many can be given back, and how many cannot.
    let (mut can, mut cannot) = (0, order.len() + 1);
    while can + 1 < cannot {
        // Not in the middle: most reasons are about few of the variables.
        let middle = (can + 3 * cannot).div_ceil(4).clamp(can + 1, cannot - 1);
        let kept = domains.clone();
        for &at in &order[can..middle] {
            domains[at] = declared(at);
        }
        if follows(domains) {
            can = middle;
        } else {
            *domains = kept;
            cannot = middle;
        }
    }
    can
}

#[cfg(test)]
mod tests {
    use crate::domain::Dom;
    use crate::literal::Literal;
    use crate::reason::{Change, Past};
    use crate::testing::{PropagatorTest, Strength};
    use crate::var::Var;
    use crate::{Conflict, Constraint, Context, Events, Model, Propagator, Scope, Status};

    /// Some two neighbours have the same value. Each value is tried with all the others.
    #[derive(Clone, Debug)]
    struct SomePair(Vec<Var>);

    fn rules_out(domains: &[Dom]) -> bool {
        let none = domains
            .windows(2)
            .all(|pair| (pair[0] & pair[1]).is_empty());
        none || domains.iter().any(|domain| domain.is_empty())
    }

    impl Constraint for SomePair {
        type Propagator = Self;

        fn name(&self) -> &'static str {
            "some pair"
        }

        fn attach(self, scope: &mut Scope<'_>) -> Self {
            for &var in &self.0 {
                scope.on(var, Events::ANY);
            }
            self
        }
    }

    impl Propagator for SomePair {
        fn propagate(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
            for at in 0..self.0.len() {
                let mut domains: Vec<Dom> = self.0.iter().map(|&var| cx.dom(var)).collect();
                let supported = |&value: &i32| {
                    domains[at] = Dom::single(value);
                    !rules_out(&domains)
                };
                let kept: Dom = cx.dom(self.0[at]).iter().filter(supported).collect();
                cx.keep(self.0[at], kept)?;
            }
            Ok(Status::Active)
        }

        fn explain(&self, change: &Change<'_>, past: &Past<'_>, facts: &mut Vec<Literal>) {
            let order = (0..self.0.len()).rev();
            let low = Dom::at_most(1);
            past.describe_needed(change, &self.0, order, |_| low, rules_out, facts);
        }
    }

    #[test]
    fn reasons_by_asking_are_true() {
        for n in 1..=5 {
            PropagatorTest::new(
                |model, vars| {
                    model.post(SomePair(vars.to_vec()));
                },
                |values| values.windows(2).any(|pair| pair[0] == pair[1]),
            )
            .strength(Strength::Domain)
            .random(150, n, 0..=3);
        }
    }

    #[test]
    fn nothing_is_named_that_can_be_left_out() {
        let mut model = Model::new();
        let vars = model.vars(4, 0..=3);
        model.post(SomePair(vars.clone()));
        let mut solver = model.solver();
        solver.record();
        for (var, value) in [(0, 0), (1, 1)] {
            solver.assume(Literal::is(vars[var], value)).unwrap();
        }
        for value in [1, 2] {
            solver.assume(Literal::is_not(vars[2], value)).unwrap();
        }
        solver.propagate().unwrap();
        // The last two must be equal, 0 or 3, since neither the first nor the second is equal to its neighbour.
        let id = solver
            .changes()
            .find(|&id| solver.change(id).0.var == Some(vars[3]))
            .unwrap();
        let mut facts = solver.reason(id).facts;
        facts.sort_unstable();
        // Of the first, the values above 1 can be given back.
        let is_not = |var: usize, value| Literal::is_not(vars[var], value);
        let expected = [
            is_not(0, 1),
            Literal::is(vars[1], 1),
            is_not(2, 1),
            is_not(2, 2),
        ];
        assert_eq!(facts, expected);
    }
}
