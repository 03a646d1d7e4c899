//! What is reached from a cell through others, said of its group.

use super::super::syntax::Kind;
use super::form::{Binder, Form, Head, Noun, Qualifier, Range, Sort, Traits};
use super::ints::Ints;
use super::laws::Law;
use super::store::Store;
use super::term::Term;

impl Store {
    /// Says of the group of a cell what is said of the cells that are reached from it through those of its kind. The cell
    /// is a variable, or the first of a place in which a variable is.
    pub(super) fn reached_group(
        &mut self,
        binders: &mut [Binder],
        guards: &mut [Term],
        body: &mut Term,
    ) -> bool {
        for at in 0..binders.len() {
            let binder = binders[at];
            if self.sort(binder.range) != Sort::Atom(Kind::Cell) {
                continue;
            }
            let own = binder.variables();
            // What is reached may depend on what stands before: through the shaded cells in a room.
            let later: Vec<u32> = binders[at..].iter().flat_map(Binder::variables).collect();
            let cells: Vec<Term> = own.map(|own| self.member(own, binder.range)).collect();
            let ranges = binders[at + 1..].iter().map(|binder| binder.range);
            let all: Vec<Term> = ranges
                .chain(guards.iter().copied())
                .chain([*body])
                .collect();
            let mut ways = Vec::new();
            for term in all {
                self.ways_in(term, &mut ways);
            }
            let said = self.all_conjuncts(guards);
            for (way, from, place) in ways {
                let is_own = cells.contains(&from);
                if !is_own && !self.is_end_of(from, place) {
                    continue;
                }
                let layer = is_own.then(|| self.equal_layer(place, from)).flatten();
                let groups = match layer {
                    Some(layer) => self.equal_groups_of(layer),
                    None if later.iter().any(|&own| self.occurs(own, place)) => continue,
                    None if self.is_of_place(&binder, place, &said) => self.groups_of(place),
                    None => continue,
                };
                let group = self.part(groups, from);
                let cells = self.atoms_in(Kind::Cell, group);
                self.exchange_after(at, binders, guards, body, (way, cells));
                self.fire(Law::ReachedGroup);
                return true;
            }
        }
        false
    }

    /// The cells reached from a cell in a term, with this cell and those through which they are reached.
    fn ways_in(&self, term: Term, found: &mut Vec<(Term, Term, Term)>) {
        if let Form::Apply(Head::Range(range), parts) = self.form(term)
            && range.noun == Noun::Atoms(Kind::Cell)
            && range.has_only(&[Qualifier::Reached])
        {
            found.push((term, parts[0], parts[1]));
        }
        for part in Self::parts(self.form(term)) {
            self.ways_in(part, found);
        }
    }

    /// `distance from a to b through p` is there: b is among the cells reached from a through p. If it is not 0, b is not a.
    pub(super) fn walk_leads(&mut self, walk: Term, set: &Ints) -> Option<Term> {
        let Form::Apply(Head::Walk, parts) = self.form(walk) else {
            return None;
        };
        let &[from, to, place] = &parts[..] else {
            return None;
        };
        let is_pair = |range: Term| match self.form(range) {
            Form::Apply(Head::Range(range), _) => range.noun.is_pair(),
            _ => false,
        };
        let number = |term: Term| match self.form(term) {
            Form::Variable(number, ..) => Some(*number),
            _ => None,
        };
        let of_pair = self.range_of(from).is_some_and(is_pair);
        // The second of a pair has the next number, and is another cell.
        let are_pair = of_pair
            && self.range_of(from) == self.range_of(to)
            && number(from)
                .zip(number(to))
                .is_some_and(|(a, b)| a.abs_diff(b) == 1);
        let is_other = *set == Ints::at_least(1) && !of_pair;
        if *set != Ints::at_least(0) && !is_other && !(are_pair && *set == Ints::at_least(1)) {
            return None;
        }
        let way = Range::of(Noun::Atoms(Kind::Cell), [Qualifier::Reached]);
        let traits = Traits::total(Sort::Atom(Kind::Cell));
        let way = self.apply(Head::Range(way), traits, &[from, place]);
        let reached = self.all_of(way);
        self.fire(Law::Walk);
        let is_reached = self.apply(Head::In, Traits::of(Sort::Test), &[to, reached]);
        if !is_other {
            return Some(is_reached);
        }
        let same = self.same(from, to);
        let are_two = self.not(same);
        Some(self.and(&[is_reached, are_two]))
    }
}
