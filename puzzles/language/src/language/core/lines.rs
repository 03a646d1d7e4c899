//! What is said of the runs and groups in a line, said of the runs and their sizes.

use super::super::syntax::{End, Kind, Lines, Name};
use super::form::{Binder, Fold, Form, Head, Noun, Qualifier, Range, Sort, Traits};
use super::ints::Ints;
use super::laws::Law;
use super::store::Store;
use super::term::Term;

impl Store {
    /// A property of something: of a run in a row, its width is its size.
    pub(crate) fn property(&mut self, head: Head, traits: Traits, parts: &[Term]) -> Term {
        let (Head::Of(name), &[of], true) = (&head, parts, self.has_laws()) else {
            return self.apply(head, traits, parts);
        };
        let simpler = match (&**name, self.line_of_run(of)) {
            ("width", Some(Lines::Row)) | ("height", Some(Lines::Column)) => Some(self.size(of)),
            ("width", Some(Lines::Column)) | ("height", Some(Lines::Row)) => Some(self.number(1)),
            (name, _) => self.end_of_run(name, of),
        };
        match simpler {
            Some(simpler) => {
                self.fire(Law::LineOfRun);
                simpler
            }
            None => self.apply(head, traits, parts),
        }
    }

    /// A property of something else.
    pub(super) fn property_again(&mut self, form: Form, parts: &[Term]) -> Term {
        let property = self.apply_again(form, parts);
        let Form::Apply(head, parts) = self.form(property).clone() else {
            return property;
        };
        match self.traits_of(property) {
            Some(traits) => self.property(head, traits, &parts),
            None => property,
        }
    }

    /// The x of the first cell of a run in a row, or the y of that of a run in a column, as the least of its cells; of the
    /// last cell, as the greatest.
    fn end_of_run(&mut self, name: &str, cell: Term) -> Option<Term> {
        let Form::Apply(Head::Take(end), parts) = self.form(cell) else {
            return None;
        };
        let (end, (own, test)) = (*end, self.atoms_where(parts[0])?);
        let run = self.whole_of(own, test)?;
        match (name, self.line_of_run(run)?) {
            ("x", Lines::Row) | ("y", Lines::Column) => {}
            _ => return None,
        }
        let fold = match end {
            End::First => Fold::Least,
            End::Last => Fold::Greatest,
        };
        let range = self.atoms_in(Kind::Cell, run);
        let variable = self.fresh();
        let (member, all) = (self.member(variable, range), self.truth(true));
        let position = self.apply(Head::Of(name.into()), Traits::of(Sort::Number), &[member]);
        Some(self.fold(fold, vec![Binder::one(variable, range)], all, position))
    }

    /// The kind of line in which something is a run.
    fn line_of_run(&self, run: Term) -> Option<Lines> {
        let range = self.range_of(run)?;
        let Form::Apply(Head::Range(range), parts) = self.form(range) else {
            return None;
        };
        let is_in = range.noun == Noun::Run && range.has_only(&[Qualifier::In]);
        self.kind_of_line(*parts.last().filter(|_| is_in)?)
    }

    /// The kind of line that a variable ranges over.
    pub(crate) fn kind_of_line(&self, line: Term) -> Option<Lines> {
        let range = self.range_of(line)?;
        match self.form(range) {
            Form::Apply(Head::Range(range), _) => match range.noun {
                Noun::Lines(lines) if range.qualifiers.is_empty() => Some(lines),
                _ => None,
            },
            _ => None,
        }
    }

    /// That a sum is in a set, where it has the sizes of the two runs through a cell, in its row and in its column. Either the
    /// cell is in both, and together they have two more than the cells seen from it, or it is in none, and both are 0.
    pub(super) fn seen_by_runs(&mut self, sum: Term, set: &Ints) -> Option<Term> {
        let Form::Linear(terms, 0) = self.form(sum).clone() else {
            return None;
        };
        for (at, &(factor, one)) in terms.iter().enumerate() {
            let Some((line, cell, place)) = self.run_of_cell(one) else {
                continue;
            };
            let other = terms.iter().position(|&(own, other)| {
                own == factor
                    && self.run_of_cell(other).is_some_and(|(another, same, of)| {
                        line != another && (same, of) == (cell, place)
                    })
            });
            let Some(other) = other else {
                continue;
            };
            let own = self.conditions(place, cell);
            let &[word] = &own[..] else {
                return None;
            };
            let Form::Apply(Head::Is(name), _) = self.form(word) else {
                return None;
            };
            let (_, until, _) = self.others.get(name)?.clone();
            let rest = terms.iter().enumerate();
            let rest = rest.filter(|&(own, _)| own != at && own != other);
            let rest: Vec<(i128, Term)> = rest.map(|(_, &term)| term).collect();
            let seen = Range::of(
                Noun::Atoms(Kind::Cell),
                [Qualifier::SeenFrom, Qualifier::Until(false, until)],
            );
            let traits = Traits::total(Sort::Atom(Kind::Cell));
            let seen = self.apply(Head::Range(seen), traits, &[cell]);
            let seen = self.count_in(seen, place);
            let with = [&rest[..], &[(factor, seen)]].concat();
            let with = self.linear(&with, factor.checked_mul(2)?)?;
            let without = self.linear(&rest, 0)?;
            let (with, without) = (
                self.within(with, set.clone()),
                self.within(without, set.clone()),
            );
            let not = self.not(word);
            let (with, without) = (self.and(&[word, with]), self.and(&[not, without]));
            self.fire(Law::SeenByRuns);
            return Some(self.or(&[with, without]));
        }
        None
    }

    /// Of the size of the run in the row or the column of a cell that has it: the name of the line, the cell and what the
    /// run is made of.
    fn run_of_cell(&self, size: Term) -> Option<(Name, Term, Term)> {
        let (cells, all) = self.counted(size)?;
        let run = self.whole_of(cells, all)?;
        let Form::Apply(Head::Take(_), parts) = self.form(run) else {
            return None;
        };
        let (own, test) = self.atoms_where(parts[0])?;
        let Form::Apply(Head::Range(range), parts) = self.form(own.range) else {
            return None;
        };
        let (&[place, a, b], true) = (&parts[..], range.noun == Noun::Run) else {
            return None;
        };
        let (line, cell) = match range.qualifiers[..] {
            [Qualifier::In, Qualifier::Of] => (a, b),
            [Qualifier::Of, Qualifier::In] => (b, a),
            _ => return None,
        };
        let Form::Apply(Head::Of(name), of) = self.form(line) else {
            return None;
        };
        let is_variable = matches!(self.form(cell), Form::Variable(..));
        let is_own = matches!(&**name, "row" | "column")
            && of[..] == [cell]
            && *self.form(test) == Form::Truth(true);
        (is_own && is_variable && self.sort(cell) == Sort::Atom(Kind::Cell))
            .then(|| (name.clone(), cell, place))
    }

    /// Speaks of the run of a cell in place of each run in its row or column that has the cell.
    pub(super) fn run_of_cell_in(
        &mut self,
        binders: &mut Vec<Binder>,
        guards: &mut [Term],
        body: &mut Term,
    ) -> bool {
        for at in 0..binders.len() {
            let own = binders[at];
            let Form::Apply(Head::Range(range), parts) = self.form(own.range).clone() else {
                continue;
            };
            let (&[place, line], true) = (&parts[..], range.noun == Noun::Run) else {
                continue;
            };
            let Form::Apply(Head::Of(name), of) = self.form(line).clone() else {
                continue;
            };
            let cell = of[0];
            let is_own_line = matches!(&*name, "row" | "column")
                && range.has_only(&[Qualifier::In])
                && matches!(self.form(cell), Form::Variable(..))
                && self.sort(cell) == Sort::Atom(Kind::Cell);
            let run = self.member(own.variable, own.range);
            let has = self.apply(Head::In, Traits::of(Sort::Test), &[cell, run]);
            let said = self.all_conjuncts(guards);
            let (word, all) = match self.range_and_test(place, cell) {
                Some((all, word)) if self.is_plain_word(word) => (word, all),
                _ => continue,
            };
            if !is_own_line || !said.contains(&has) || all != self.all_atoms(Kind::Cell) {
                continue;
            }
            let kind = Some(Kind::Cell);
            let runs = Range::of(Noun::Run, [Qualifier::In, Qualifier::Of]);
            let traits = Traits {
                is_found: self.attributes(own.range).is_found,
                ..Traits::total(Sort::Component(kind))
            };
            let runs = self.apply(Head::Range(runs), traits, &[place, line, cell]);
            let variable = self.fresh();
            let (member, all) = (self.member(variable, runs), self.truth(true));
            let runs = self.fold(Fold::Place, vec![Binder::one(variable, runs)], all, member);
            let first = Traits::of(Sort::Place(kind));
            let first = self.apply(Head::Take(End::First), first, &[runs]);
            // Of a cell that has the word nothing depends on whether it has.
            let (other, holds, fails) = (self.not(word), self.truth(true), self.truth(false));
            for guard in guards.iter_mut() {
                *guard = self.exchanged(*guard, has, holds);
            }
            self.exchange_after(at, binders, guards, body, (run, first));
            for guard in guards.iter_mut() {
                *guard = self.exchanged(*guard, word, holds);
                *guard = self.exchanged(*guard, other, fails);
            }
            guards[0] = self.and(&[guards[0], word]);
            binders.remove(at);
            self.fire(Law::RunOfCell);
            return true;
        }
        false
    }

    /// That a sum is in a set, where it has the value of the first cell of a run: that is the first value in the run, if each
    /// cell of it has one.
    pub(super) fn value_of_end(&mut self, sum: Term, set: &Ints) -> Option<Term> {
        for term in self.summands(sum) {
            let Form::Apply(Head::Layer(_), at) = self.form(term).clone() else {
                continue;
            };
            let &[at] = &at[..] else {
                continue;
            };
            let Form::Apply(Head::Take(end), parts) = self.form(at).clone() else {
                continue;
            };
            let Some((own, guard)) = self.atoms_where(parts[0]) else {
                continue;
            };
            let (own, guard, _) = self.opened(&[own], guard, guard);
            let member = self.member(own[0].variable, own[0].range);
            let layer = self.form(term).clone();
            let value = self.apply_again(layer, &[member]);
            if !self.attributes(value).is_found || !self.has_each(own[0], guard, value) {
                continue;
            }
            let fold = match end {
                End::First => Fold::First,
                End::Last => Fold::Last,
            };
            let first = self.fold(fold, own, guard, value);
            self.fire(Law::LineOfRun);
            let sum = self.exchanged(sum, term, first);
            return Some(self.within(sum, set.clone()));
        }
        None
    }

    /// Has a variable that ranges over the groups of some cells in a line range over the runs of such cells.
    pub(super) fn groups_in_line(&mut self, binders: &mut [Binder], is_unordered: bool) -> bool {
        for binder in binders {
            let Form::Apply(Head::Range(range), parts) = self.form(binder.range).clone() else {
                continue;
            };
            let is_group = matches!(range.noun, Noun::Group(_)) && range.qualifiers.is_empty();
            let Some((own, guard)) = parts
                .first()
                .filter(|_| is_group)
                .and_then(|&place| self.atoms_where(place))
            else {
                continue;
            };
            let Form::Apply(Head::Range(inner), of) = self.form(own.range).clone() else {
                continue;
            };
            if inner.noun != Noun::Atoms(Kind::Cell) || !inner.has_only(&[Qualifier::In]) {
                continue;
            }
            // From other sides, the order of the runs is another one.
            match self.kind_of_line(of[0]) {
                Some(Lines::Row | Lines::Column | Lines::Line) => {}
                Some(Lines::View) if is_unordered => {}
                _ => continue,
            }
            let (own, guard, _) = self.opened(&[own], guard, guard);
            let all = self.all_atoms(Kind::Cell);
            let member = self.member(own[0].variable, all);
            let guard = self.replaced(guard, own[0].variable, member);
            let cells = Binder::one(own[0].variable, all);
            let place = self.fold(Fold::Place, vec![cells], guard, member);
            let runs = Range::of(Noun::Run, [Qualifier::In]);
            let known = self.attributes(binder.range);
            let traits = Traits {
                is_found: known.is_found,
                ..Traits::total(known.sort)
            };
            let runs = self.apply(Head::Range(runs), traits, &[place, of[0]]);
            if self.member(binder.variable, runs) != self.member(binder.variable, binder.range) {
                continue;
            }
            binder.range = runs;
            self.fire(Law::GroupsInLine);
            return true;
        }
        false
    }

    /// Has a variable that ranges over all runs range over those in each line.
    pub(super) fn run_in_line(&mut self, binders: &mut Vec<Binder>) -> bool {
        for at in 0..binders.len() {
            let run = binders[at];
            let Form::Apply(Head::Range(range), parts) = self.form(run.range).clone() else {
                continue;
            };
            if range.noun != Noun::Run || range.direction.is_some() || !range.qualifiers.is_empty()
            {
                continue;
            }
            let component = Traits::total(Sort::Component(Some(Kind::Cell)));
            let lines = Range::of(Noun::Lines(Lines::Line), []);
            let lines = self.apply(Head::Range(lines), component, &[]);
            let variable = self.fresh();
            let line = self.member(variable, lines);
            let runs = Range {
                qualifiers: [Qualifier::In].into_iter().collect(),
                ..range
            };
            let runs = self.apply(Head::Range(runs), component, &[parts[0], line]);
            // The variable is the same term: a component that depends on what the runs are made of.
            if self.member(run.variable, runs) != self.member(run.variable, run.range) {
                continue;
            }
            binders[at].range = runs;
            let line = Binder::one(variable, lines);
            binders.insert(at, line);
            self.fire(Law::RunInLine);
            return true;
        }
        false
    }
}
