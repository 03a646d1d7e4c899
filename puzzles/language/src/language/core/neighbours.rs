//! Wordings of what is said of neighbours: of pairs of them, by runs and by groups.

use super::super::syntax::{Kind, Lines, Touch};
use super::form::{Binder, Form, Head, Noun, Qualifier, Range, Sort, Traits};
use super::ints::Ints;
use super::laws::Law;
use super::store::Store;
use super::term::Term;

impl Store {
    /// What is said of each pair of neighbours, where a count is of each cell and each of its neighbours of which the same is
    /// said, and is none.
    pub(super) fn each_pair_once(&mut self, binders: &[Binder], guard: Term) -> Option<Term> {
        let [.., one, other] = binders else {
            return None;
        };
        let Form::Apply(Head::Range(range), _) = self.form(other.range) else {
            return None;
        };
        let noun = match range.noun {
            Noun::Neighbour => Noun::PairOfNeighbours,
            Noun::Contact => Noun::PairOfContacts,
            Noun::Knight => Noun::PairOfKnights,
            _ => return None,
        };
        if one.is_pair || one.range != self.all_atoms(Kind::Cell) || !self.is_beside(other.range) {
            return None;
        }
        let (mut binders, guard, _) = self.opened(binders, guard, guard);
        let (other, one) = (binders.pop()?, binders.pop()?);
        let cell = self.member(one.variable, one.range);
        if self.surrounds(other.range) != Some(cell) {
            return None;
        }
        let range = Head::Range(Range::of(noun, []));
        let traits = Traits::total(Sort::Atom(Kind::Cell));
        let range = self.apply(range, traits, &[]);
        let variable = self.fresh();
        let [x, y] = [variable, variable + 1].map(|number| self.member(number, range));
        let mut as_pair = |x: Term, y: Term| {
            let guard = self.replaced(guard, one.variable, x);
            self.replaced(guard, other.variable, y)
        };
        let (said, turned) = (as_pair(x, y), as_pair(y, x));
        if said != turned {
            return None;
        }
        self.fire(Law::PairOnce);
        binders.push(Binder {
            variable,
            is_pair: true,
            range,
        });
        Some(self.none(binders, said))
    }

    /// `no pair a, b of neighbours: a is shaded and b is shaded`, where a count is of the runs in lines that have not one
    /// cell, and is none.
    pub(super) fn single_runs(&mut self, binders: &[Binder], guard: Term) -> Option<Term> {
        let &[line, run] = binders else {
            return None;
        };
        let Form::Apply(Head::Range(lines), _) = self.form(line.range) else {
            return None;
        };
        if lines.noun != Noun::Lines(Lines::Line) || !lines.qualifiers.is_empty() {
            return None;
        }
        let (own, guard, _) = self.opened(&[line, run], guard, guard);
        let Form::Within(size, set) = self.form(guard).clone() else {
            return None;
        };
        let run = self.member(own[1].variable, own[1].range);
        let several = Ints::at_least(2);
        let is_each = set.meet(&several) == several && !set.contains(1);
        if !is_each || self.size(run) != size {
            return None;
        }
        let Form::Apply(Head::Range(range), parts) = self.form(own[1].range).clone() else {
            return None;
        };
        let line = self.member(own[0].variable, own[0].range);
        let is_in = range.noun == Noun::Run && range.has_only(&[Qualifier::In]);
        if !is_in || parts[1] != line {
            return None;
        }
        self.no_neighbours(parts[0])
    }

    /// That no two neighbours are both in a place of cells with some words. `None` of other places, since what is missing of
    /// a cell would be missing of all.
    fn no_neighbours(&mut self, place: Term) -> Option<Term> {
        let (own, _) = self.atoms_where(place)?;
        let traits = Traits::total(Sort::Atom(Kind::Cell));
        let pairs = Range::of(Noun::PairOfNeighbours, []);
        let range = self.apply(Head::Range(pairs), traits, &[]);
        let variable = self.fresh();
        let mut said = Vec::new();
        for number in [variable, variable + 1] {
            let cell = self.member(number, range);
            said.extend(self.conditions(place, cell));
        }
        let is_of_all = own.range == self.all_atoms(Kind::Cell);
        if !is_of_all || said.is_empty() || !said.iter().all(|&test| self.is_plain_word(test)) {
            return None;
        }
        let guard = self.and(&said);
        let pair = Binder {
            variable,
            is_pair: true,
            range,
        };
        self.fire(Law::SingleRuns);
        Some(self.none(vec![pair], guard))
    }

    /// `each shaded cell c: exactly 1 shaded neighbour of c`, where a count is of the groups of shaded cells that have not
    /// two cells, and is none; that no two neighbours are shaded, where it is of those that have more than one.
    pub(super) fn groups_of_two(&mut self, binders: &[Binder], guard: Term) -> Option<Term> {
        let &[group] = binders else {
            return None;
        };
        let two = Ints::one(2).complement();
        let two = two.clipped(Some(1), None)?;
        let several = Ints::at_least(2);
        let is_one = matches!(self.form(guard), Form::Within(_, set) if *set == several);
        let is_size = is_one || matches!(self.form(guard), Form::Within(_, set) if *set == two);
        let Form::Apply(Head::Range(range), parts) = self.form(group.range).clone() else {
            return None;
        };
        let is_group = range.noun == Noun::Group(Touch::Sides) && range.qualifiers.is_empty();
        if !is_size || !is_group {
            return None;
        }
        let (own, guard, _) = self.opened(&[group], guard, guard);
        let whole = self.member(own[0].variable, own[0].range);
        let Form::Within(size, _) = *self.form(guard) else {
            return None;
        };
        let all = self.all_atoms(Kind::Cell);
        let (vertices, _) = self.atoms_where(parts[0])?;
        if self.size(whole) != size || vertices.range != all {
            return None;
        }
        if is_one {
            return self.no_neighbours(parts[0]);
        }
        let variable = self.fresh();
        let cell = self.member(variable, all);
        let mut said = self.conditions(parts[0], cell);
        if said.is_empty() || !said.iter().all(|&test| self.is_plain_word(test)) {
            return None;
        }
        let beside = self.around(Noun::Neighbour, cell);
        let others = self.count_in(beside, parts[0]);
        let not_one = self.within(others, Ints::one(1).complement());
        said.push(not_one);
        let guard = self.and(&said);
        self.fire(Law::GroupsOfTwo);
        Some(self.none(vec![Binder::one(variable, all)], guard))
    }

    /// The contacts of a cell in place of the cells in its ring.
    pub(super) fn in_ring(&mut self, binders: &mut [Binder]) -> bool {
        for binder in binders {
            let Form::Apply(Head::Range(range), parts) = self.form(binder.range).clone() else {
                continue;
            };
            let is_in = range.noun == Noun::Atoms(Kind::Cell) && range.has_only(&[Qualifier::In]);
            let Some(&place) = parts.first().filter(|_| is_in) else {
                continue;
            };
            let Form::Apply(Head::Of(name), of) = self.form(place).clone() else {
                continue;
            };
            // A place of several cells has no ring, and each of them has contacts.
            if &*name != "ring" || self.sort(of[0]) != Sort::Atom(Kind::Cell) {
                continue;
            }
            binder.range = self.around(Noun::Contact, of[0]);
            self.fire(Law::Ring);
            return true;
        }
        false
    }

    /// The cell around which the cells of a range lie, itself not among them.
    pub(super) fn surrounds(&self, range: Term) -> Option<Term> {
        let Form::Apply(Head::Range(range), parts) = self.form(range) else {
            return None;
        };
        let qualifiers = range.qualifiers.iter();
        let first = qualifiers.clone().next()?;
        let is_around = matches!(
            (&range.noun, first),
            (
                Noun::Neighbour | Noun::Contact | Noun::Knight,
                Qualifier::Of
            ) | (Noun::Atoms(Kind::Cell), Qualifier::SeenFrom)
        );
        let centre = *parts.first()?;
        (is_around && matches!(self.sort(centre), Sort::Atom(Kind::Cell))).then_some(centre)
    }

    /// Whether a range is of the cells beside something.
    pub(super) fn is_beside(&self, range: Term) -> bool {
        matches!(self.form(range), Form::Apply(Head::Range(range), _)
            if matches!(range.noun, Noun::Neighbour | Noun::Contact | Noun::Knight)
                && range.has_only(&[Qualifier::Of]))
    }
}
