//! What is said of the coordinates of two cells of a line, said of their order.

use super::super::syntax::{Kind, Lines};
use super::form::{Binder, Form, Head, Noun, Qualifier};
use super::ints::Ints;
use super::laws::Law;
use super::store::Store;
use super::term::Term;

impl Store {
    /// Lets a variable range over what comes after a cell of its line, or before it, where the guard compares their
    /// coordinates: `x of c > x of d` in a row, `y of c > y of d` in a column, and the sums of both in any line.
    pub(super) fn after_in_line(&mut self, binders: &mut [Binder], guards: &mut [Term]) -> bool {
        for at in 0..binders.len() {
            let binder = binders[at];
            let Some(line) = self.line_of(binder.range).filter(|_| !binder.is_pair) else {
                continue;
            };
            let Some(lines) = self.kind_of_line(line) else {
                continue;
            };
            let cell = self.member(binder.variable, binder.range);
            for guard in guards.iter_mut() {
                let said = self.conjuncts(*guard);
                let compared = said.iter().find_map(|&test| {
                    let (qualifier, other) = self.beside_in_line(test, cell, lines)?;
                    let mut own = binders[at..].iter().flat_map(Binder::variables);
                    let is_free = !own.any(|variable| self.occurs(variable, other));
                    (is_free && self.is_in_line(other, line)).then_some((test, qualifier, other))
                });
                let Some((test, qualifier, other)) = compared else {
                    continue;
                };
                let Some(range) = self.with_end(binder.range, qualifier, other) else {
                    continue;
                };
                let rest: Vec<Term> = said.into_iter().filter(|&own| own != test).collect();
                *guard = self.and(&rest);
                binders[at].range = range;
                self.fire(Law::InLine);
                return true;
            }
        }
        false
    }

    /// The line of which a range has the cells, from one of them on or as far as one of them.
    fn line_of(&self, range: Term) -> Option<Term> {
        let Form::Apply(Head::Range(range), parts) = self.form(range) else {
            return None;
        };
        let (first, rest) = range.qualifiers.split_first()?;
        let is_end = |own: &Qualifier| matches!(own, Qualifier::After | Qualifier::Before);
        let is_plain = range.noun == Noun::Atoms(Kind::Cell) && range.direction.is_none();
        (is_plain && *first == Qualifier::In && rest.iter().all(is_end)).then(|| parts[0])
    }

    /// The range of those that come after or before an end, too; `after` stands first.
    fn with_end(&mut self, range: Term, qualifier: Qualifier, end: Term) -> Option<Term> {
        let mut traits = self.traits_of(range)?;
        traits.is_found |= self.attributes(end).is_found;
        let Form::Apply(Head::Range(mut range), parts) = self.form(range).clone() else {
            return None;
        };
        if range.qualifiers.contains(&qualifier) {
            return None;
        }
        let mut parts = parts.to_vec();
        let at = match qualifier {
            Qualifier::After => 1,
            _ => range.qualifiers.len(),
        };
        range.qualifiers.insert(at, qualifier);
        parts.insert(at, end);
        Some(self.apply(Head::Range(range), traits, &parts))
    }

    /// What a test says of a cell and another one, if it compares their coordinates along lines: it is after the other, or
    /// before it.
    fn beside_in_line(&self, test: Term, cell: Term, lines: Lines) -> Option<(Qualifier, Term)> {
        let Form::Within(difference, set) = self.form(test) else {
            return None;
        };
        let Form::Linear(terms, 0) = self.form(*difference) else {
            return None;
        };
        let coordinate = |term: Term| match self.form(term) {
            Form::Apply(Head::Of(name), of) if matches!(&**name, "x" | "y") => {
                Some((of[0], &**name == "x"))
            }
            _ => None,
        };
        let mut other = None;
        // How many times the y and the x of each is taken.
        let (mut own, mut others) = ([0; 2], [0; 2]);
        for &(factor, term) in terms {
            let (of, is_x) = coordinate(term)?;
            if of == cell {
                own[usize::from(is_x)] += factor;
            } else if *other.get_or_insert(of) == of {
                others[usize::from(is_x)] += factor;
            } else {
                return None;
            }
        }
        let is_later = match own {
            [0, 1] | [1, 0] | [1, 1] => true,
            [0, -1] | [-1, 0] | [-1, -1] => false,
            _ => return None,
        };
        let along = match lines {
            Lines::Row => own[1] != 0,
            Lines::Column => own[0] != 0,
            Lines::Line => own[0] != 0 && own[1] != 0,
            _ => false,
        };
        if !along || own.iter().zip(others).any(|(&own, other)| own != -other) {
            return None;
        }
        let is_greater = *set == Ints::at_least(1);
        if !is_greater && *set != Ints::at_most(-1) {
            return None;
        }
        let qualifier = match is_later == is_greater {
            true => Qualifier::After,
            false => Qualifier::Before,
        };
        Some((qualifier, other?))
    }

    /// Whether a cell is one of a line, if there is any.
    fn is_in_line(&self, cell: Term, line: Term) -> bool {
        let range = match self.form(cell) {
            Form::Variable(..) => self.range_of(cell),
            Form::Apply(Head::Take(_), parts) => {
                self.atoms_where(parts[0]).map(|(own, _)| own.range)
            }
            _ => None,
        };
        range.is_some_and(|range| self.line_of(range) == Some(line))
    }
}
