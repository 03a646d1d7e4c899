//! The wording of one loop by what is said of single cells.

use super::super::syntax::{Kind, Touch};
use super::form::{Form, Head, Noun, Qualifier, Sort, Traits};
use super::ints::Ints;
use super::laws::Law;
use super::store::Store;
use super::term::Term;

impl Store {
    /// The statements with `are one loop` in place of three: there are some links, they are connected, and each cell has none
    /// of them or two. The same of edges and corners.
    pub(super) fn one_loop(&mut self, tests: &[Term]) -> Option<Vec<Term>> {
        let place = tests.iter().find_map(|&test| match self.form(test) {
            Form::Apply(Head::Connected(Touch::Sides), of) => Some((test, of[0])),
            _ => None,
        });
        let (connected, place) = place?;
        let (ends, kind) = match self.sort(place).kind()? {
            Kind::Link => (Kind::Cell, Kind::Link),
            Kind::Edge => (Kind::Corner, Kind::Edge),
            _ => return None,
        };
        let size = self.size(place);
        let some = self.within(size, Ints::at_least(1));
        let of_ends = tests
            .iter()
            .copied()
            .find(|&test| self.has_none_or_two(test, ends, kind, place))?;
        if !tests.contains(&some) {
            return None;
        }
        self.fire(Law::OneLoop);
        let head = Head::Curve("are one loop");
        let said = self.apply(head, Traits::of(Sort::Test), &[place]);
        let again = tests
            .iter()
            .filter(|&&test| test != some && test != of_ends);
        let again = again.map(|&test| if test == connected { said } else { test });
        Some(again.collect())
    }

    /// Whether a test says that each end has none or two of the links, or edges, of a place.
    fn has_none_or_two(&mut self, test: Term, ends: Kind, kind: Kind, place: Term) -> bool {
        let Some((end, guard)) = self.none_of_one(test) else {
            return false;
        };
        let (own, guard, _) = self.opened(&[end], guard, guard);
        let Form::Within(degree, set) = self.form(guard).clone() else {
            return false;
        };
        let end = self.member(own[0].variable, own[0].range);
        let is_all = own[0].range == self.all_atoms(ends);
        let has_none_or_two = !set.contains(0) && set.contains(1) && !set.contains(2) && {
            let more = Ints::at_least(3);
            set.meet(&more) == more
        };
        let Some((link, test)) = self.counted(degree).filter(|_| is_all && has_none_or_two) else {
            return false;
        };
        let is_of_end = matches!(self.form(link.range), Form::Apply(Head::Range(range), of)
            if range.noun == Noun::Atoms(kind) && range.has_only(&[Qualifier::Of]) && of[..] == [end]);
        let (own, test, _) = self.opened(&[link], test, test);
        let link = self.member(own[0].variable, own[0].range);
        let said = self.conjuncts(test);
        let all = self.all_atoms(kind);
        let conditions = match self.range_and_test(place, link) {
            Some((range, condition)) if range == all => self.conjuncts(condition),
            _ => return false,
        };
        is_of_end
            && said.len() == conditions.len()
            && said.iter().all(|test| conditions.contains(test))
    }
}
