//! Rules about groups as a whole, such as that they are symmetric, with what other rules say of sums over the same groups.

use quadrille_engine::propagators::{GroupRule, Groups, OfGroup, Test};

use super::super::logic::and;
use super::super::{Compiler, Made};
use super::group::Group;
use super::measured;
use crate::puzzle::Pass;

/// What is said of groups as a whole, and of sums over their members.
#[derive(Default)]
pub(crate) struct OfGroups {
    whole: Vec<(Group, Vec<OfGroup>)>,
    sums: Vec<(Group, Test)>,
}

impl Compiler<'_> {
    /// Notes what a rule says of each group as a whole.
    pub(super) fn note_whole(&mut self, group: Group, whole: Vec<OfGroup>) {
        if group.root.is_none() {
            self.notes.of_groups.whole.push((group, whole));
        }
    }

    /// Notes a rule about sums over the members of each group.
    pub(super) fn note_sums(&mut self, group: Group, rule: Test) {
        if group.root.is_none() {
            self.notes.of_groups.sums.push((group, rule));
        }
    }

    /// Posts what several rules say of the same groups as a whole and of their sums as one rule, when all rules are known:
    /// by the largest size that the sums allow, a group reaches less far.
    pub(crate) fn post_whole(&mut self) -> Made<()> {
        let OfGroups { whole, sums } = std::mem::take(&mut self.notes.of_groups);
        if !self.uses(Pass::Whole) {
            return Ok(());
        }
        for (group, whole) in whole {
            let of_sums: Vec<_> = sums
                .iter()
                .filter(|(other, _)| other.is_like(&group))
                .filter_map(|(_, rule)| measured::rule(rule, group.vertices.len()))
                .map(|rule| Box::new(rule) as _)
                .collect();
            if of_sums.is_empty() {
                continue;
            }
            self.fired(Pass::Whole);
            self.implied("what is said of the groups together (it follows from the rules)");
            let graph = self.graph(&group)?;
            self.post_as(
                Groups::new(graph, all_of(&whole, of_sums)),
                "groups",
                "bounds of sums over the certain and possible members of a group",
            );
        }
        Ok(())
    }
}

/// The tests of the group as a whole that a rule consists of, and what else it says.
pub(super) fn apart(rule: Test) -> (Vec<OfGroup>, Test) {
    let parts = match rule {
        Test::And(parts) if parts.iter().any(|part| matches!(part, Test::Group(_))) => parts,
        Test::Group(of) => return (vec![of], and([])),
        other => return (Vec::new(), other),
    };
    let mut whole = Vec::new();
    let mut others = Vec::with_capacity(parts.len());
    for part in parts {
        match part {
            Test::Group(of) => whole.push(of),
            other => others.push(other),
        }
    }
    (whole, and(others))
}

/// The rule that all of these hold.
pub(super) fn all_of(
    whole: &[OfGroup],
    others: impl IntoIterator<Item = Box<dyn GroupRule>>,
) -> Box<dyn GroupRule> {
    let whole = whole.iter().map(|of| Box::new(of.clone()) as _);
    let mut all: Vec<Box<dyn GroupRule>> = others.into_iter().chain(whole).collect();
    match all.len() {
        1 => all.remove(0),
        _ => Box::new(all),
    }
}
