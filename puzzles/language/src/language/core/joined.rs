//! Wordings of what is said of links or edges by the groups of cells or corners that they join.

use super::super::syntax::{Kind, Touch};
use super::form::{Binder, Form, Head, Noun, Sort, Traits};
use super::ints::Ints;
use super::laws::Law;
use super::store::Store;
use super::term::Term;

impl Store {
    /// The place of the links, or edges, that join all cells, or corners, into groups of a range; and this whole.
    fn joints_of_all(&mut self, groups: Term) -> Option<(Term, Term)> {
        let Form::Apply(Head::Range(range), of) = self.form(groups).clone() else {
            return None;
        };
        if range.noun != Noun::JoinedGroup || !range.has_only(&[]) {
            return None;
        }
        let &[whole, joints] = &of[..] else {
            return None;
        };
        let ends = match self.sort(joints).kind()? {
            Kind::Link => Kind::Cell,
            Kind::Edge => Kind::Corner,
            _ => return None,
        };
        let (own, test) = self.atoms_where(whole)?;
        let is_all = own.range == self.all_atoms(ends) && *self.form(test) == Form::Truth(true);
        is_all.then_some((joints, whole))
    }

    /// That links are connected, where a count is of the groups of all cells that they join which have two cells or more, or
    /// which have a link, and there is at most one: any other cell is a group of its own.
    pub(super) fn joined_to_others(
        &mut self,
        binders: &[Binder],
        guard: Term,
        set: &Ints,
    ) -> Option<Term> {
        let &[group] = binders else {
            return None;
        };
        if group.is_pair || !matches!(self.form(guard), Form::Within(..)) {
            return None;
        }
        let (joints, _) = self.joints_of_all(group.range)?;
        let (own, guard, _) = self.opened(&[group], guard, guard);
        let Form::Within(number, least) = self.form(guard).clone() else {
            return None;
        };
        let whole = self.member(own[0].variable, own[0].range);
        let kind = self.sort(joints).kind()?;
        let is_whole = number == self.size(whole) && least == Ints::at_least(2);
        let within = self.atoms_in(kind, whole);
        let is_joint = least == Ints::at_least(1) && number == self.count_in(within, joints);
        if !is_whole && !is_joint {
            return None;
        }
        let head = Head::Connected(Touch::Sides);
        let connected = self.apply(head, Traits::of(Sort::Test), &[joints]);
        let size = self.size(joints);
        let some = self.within(size, Ints::at_least(1));
        let said = match set {
            _ if *set == Ints::at_most(0) => self.not(some),
            _ if *set == Ints::at_least(1) => some,
            _ if *set == Ints::one(1) => self.and(&[connected, some]),
            _ if *set == Ints::at_most(1) => connected,
            _ if *set == Ints::at_least(2) => self.not(connected),
            _ => return None,
        };
        self.fire(Law::JoinedGroups);
        Some(said)
    }

    /// That links are without loop, where a number is how many there are, and how many groups of all cells they join, less
    /// how many cells there are: it is 0 of a forest, and more otherwise.
    pub(super) fn forest(&mut self, number: Term, set: &Ints) -> Option<Term> {
        let Form::Linear(terms, 0) = self.form(number).clone() else {
            return None;
        };
        if terms.len() != 3 {
            return None;
        }
        for &(factor, term) in &terms {
            let Some((own, guard)) = self.counted(term) else {
                continue;
            };
            let is_all = *self.form(guard) == Form::Truth(true) && factor.abs() == 1;
            let Some((joints, whole)) = self.joints_of_all(own.range).filter(|_| is_all) else {
                continue;
            };
            let (joints_size, all) = (self.size(joints), self.size(whole));
            let has = |factor: i128, term: Term| terms.contains(&(factor, term));
            if !has(factor, joints_size) || !has(-factor, all) {
                return None;
            }
            let set = match factor {
                1 => set.clone(),
                _ => set.negated(),
            };
            let more = Ints::at_least(1);
            let is_forest = set.contains(0) && set.meet(&more) == Ints::none();
            let has_loop = !set.contains(0) && set.meet(&more) == more;
            if !is_forest && !has_loop {
                return None;
            }
            self.fire(Law::Forest);
            let head = Head::Curve("are without loop");
            let without = self.apply(head, Traits::of(Sort::Test), &[joints]);
            return Some(match is_forest {
                true => without,
                false => self.not(without),
            });
        }
        None
    }
}
