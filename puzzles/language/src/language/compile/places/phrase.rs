//! Noun phrases: their members, each with the test under which it is one.

use std::collections::hash_map::Entry;

use fxhash::FxHashMap;
use quadrille_engine::propagators::{Number, Test};
use smallvec::{SmallVec, smallvec};

use super::super::budget::{of_place, of_test};
use super::super::logic::{FALSE, TRUE, and, both, not, or};
use super::super::value::{Identity, Place, Value};
use super::super::{Compiler, Made};
use crate::grid::Direction;
use crate::language::geometry::{Atom, direction_called};
use crate::language::syntax::{Domain, End, Kind, Node, Noun, Phrase, Qualifier, Span};

/// A member of a phrase, and the test under which it is one.
pub(crate) type Member = (Value, Test);

/// The same of a phrase that may have two variables, with a value for each; one if it has none.
pub(crate) type Members = (SmallVec<[Value; 2]>, Test);

/// Phrases whose members are combined: the first and the others, what they must pass as well, and what their names begin
/// with if these are wanted.
struct Combinations<'a> {
    phrase: &'a Phrase,
    rest: &'a [Phrase],
    guard: &'a Test,
    name: Option<&'a str>,
}

impl Compiler<'_> {
    /// Calls `each` for all combinations of the phrases' members, with their variables bound, and the test under which
    /// it is one.
    pub(crate) fn for_each(
        &mut self,
        phrases: &[Phrase],
        each: &mut dyn FnMut(&mut Self, Test) -> Made<()>,
    ) -> Made<()> {
        self.for_each_named(phrases, &TRUE, None, &mut |compiler, guard, _| {
            each(compiler, guard)
        })
    }

    /// The same of those that pass `guard` as well, with the name of each combination if it begins with `name`.
    pub(crate) fn for_each_named(
        &mut self,
        phrases: &[Phrase],
        guard: &Test,
        name: Option<&str>,
        each: &mut dyn FnMut(&mut Self, Test, &str) -> Made<()>,
    ) -> Made<()> {
        let Some((phrase, rest)) = phrases.split_first() else {
            return each(self, guard.clone(), name.unwrap_or_default());
        };
        let all = Combinations {
            phrase,
            rest,
            guard,
            name,
        };
        match &phrase.noun {
            Noun::Pair(of) => {
                let pairs = self.pairs(phrase, of)?;
                self.for_each_of(&all, pairs, each)
            }
            Noun::Step => {
                let steps = self.steps(phrase)?;
                self.for_each_of(&all, steps, each)
            }
            _ => {
                let members = self.members(phrase)?.into_iter();
                let members = members.map(|(value, test)| ([value], test));
                self.for_each_of(&all, members, each)
            }
        }
    }

    /// The same for the members of the first phrase.
    fn for_each_of<V: AsRef<[Value]> + IntoIterator<Item = Value>>(
        &mut self,
        all: &Combinations<'_>,
        members: impl IntoIterator<Item = (V, Test)>,
        each: &mut dyn FnMut(&mut Self, Test, &str) -> Made<()>,
    ) -> Made<()> {
        if self.eval.missing {
            return Ok(());
        }
        let &Combinations {
            phrase,
            rest,
            guard,
            name,
        } = all;
        for (values, test) in members {
            let steps = 1 + of_test(&test) + of_test(guard);
            self.spend(steps, &phrase.span)?;
            let depth = self.eval.scope.names.len();
            let joined = name.map(|name| self.join_name(name, values.as_ref()));
            for (variable, value) in phrase.variables.iter().zip(values) {
                self.eval.scope.names.push((variable.name.clone(), value));
            }
            let guard = both(guard.clone(), test);
            let joined = joined.as_deref();
            let before = self.eval.absence.when.len();
            let made = if rest.is_empty() {
                each(self, guard, joined.unwrap_or_default())
            } else {
                self.for_each_named(rest, &guard, joined, &mut |inner, own, name| {
                    // A member for which a further phrase is missing in this solution is skipped.
                    let absence = or(inner.eval.absence.when[before..].iter().cloned());
                    each(inner, both(own, not(absence)), name)
                })
            };
            self.eval.scope.names.truncate(depth);
            made?;
            // The members of a further phrase are missing for this one, which is skipped.
            self.eval.missing = false;
            if !rest.is_empty() {
                self.eval.absence.when.truncate(before);
            }
        }
        Ok(())
    }

    pub(crate) fn join_name(&self, name: &str, values: &[Value]) -> String {
        let mut joined = String::with_capacity(name.len() + 20);
        joined.push_str(name);
        if let &[Value::Atom(a), Value::Atom(b)] = values
            && self.data.geometry.names_between(name, [a, b])
        {
            return joined;
        }
        for value in values {
            let name = self.name_of(value);
            if !joined.is_empty() && !name.is_empty() {
                joined.push_str(", ");
            }
            joined.push_str(&name);
        }
        joined
    }

    /// The name of a value in messages.
    pub(super) fn name_of(&self, value: &Value) -> String {
        match value {
            Value::Atom(atom) => self.data.geometry.name(*atom),
            Value::Place(place) => place.name.clone(),
            Value::Number(Number::Const(number)) if !self.current.hides_numbers => {
                format!("value {number}")
            }
            Value::Direction(direction) => direction_name(*direction).to_owned(),
            Value::Board(board) => format!("board {}", board + 1),
            _ => String::new(),
        }
    }

    /// The members of a phrase with one variable.
    pub(crate) fn members(&mut self, phrase: &Phrase) -> Made<Vec<Member>> {
        let (base, used) = self.base(phrase)?;
        self.taken(phrase, base, used)
    }

    /// The members of a phrase of cells that are seen from one of them in a direction, near ones first.
    pub(crate) fn seen_from(
        &mut self,
        phrase: &Phrase,
        from: Atom,
        direction: Direction,
    ) -> Made<Vec<Member>> {
        let ray = self.ray(from, direction, until(phrase))?;
        self.spend(ray.len(), &phrase.span)?;
        let ray = self.bounded(phrase, ray)?;
        self.taken(phrase, ray, None)
    }

    /// Those of a noun's members that satisfy the rest of a phrase; one of the qualifiers may have been applied already.
    fn taken(
        &mut self,
        phrase: &Phrase,
        base: Vec<Member>,
        used: Option<usize>,
    ) -> Made<Vec<Member>> {
        let mut members = self.sifted(phrase, base, used)?;
        if let Some((end, count)) = &phrase.take {
            let count = match count {
                None => Number::Const(1),
                Some(count) => match self.number(count)? {
                    Ok(Number::Const(count)) => Number::Const(count),
                    Ok(number) => self.reify_number(number)?,
                    // It says what is wrong.
                    Err(_) => Number::Const(self.constant(count)?.into()),
                },
            };
            let sure = members.iter().all(|(_, test)| *test == TRUE);
            if !sure {
                let parts: usize = members.iter().map(|(_, test)| of_test(test)).sum();
                self.spend(members.len().saturating_mul(parts) / 2, &phrase.span)?;
            }
            members = take(members, *end, &count);
        }
        Ok(members)
    }

    /// The atoms of a phrase, as a place.
    pub(crate) fn place_of(&mut self, phrase: &Phrase) -> Made<Place> {
        let members = self.members(phrase)?;
        let is_view = matches!(phrase.noun, Noun::Lines(_));
        let is_side = |word: &str| !is_view && direction_called(word).is_some();
        let takes_one = matches!(phrase.take, Some((_, None)));
        // These may be several directions.
        let has_directions = phrase
            .qualifiers
            .iter()
            .any(|qualifier| matches!(qualifier, Qualifier::Towards(_)));
        let is_single = takes_one
            || phrase
                .adjectives
                .iter()
                .any(|(negated, word)| !negated && is_side(&word.name))
            || has_directions;
        let are_atoms = members
            .iter()
            .all(|(value, _)| matches!(value, Value::Atom(_)));
        match &members[..] {
            [(Value::Place(only), TRUE)] => return Ok((**only).clone()),
            [(Value::Place(only), test)] if self.is_there_by_members(only, test) => {
                let mut place = (**only).clone();
                place.single = is_single;
                return Ok(place);
            }
            _ => {}
        }
        let mut place = Place::plain([]);
        let source = phrase
            .qualifiers
            .iter()
            .find_map(|qualifier| match qualifier {
                Qualifier::In(of) => Some(of),
                _ => None,
            });
        if let Some(source) = source
            && let Value::Place(source) = self.value(source)?
        {
            place.circular = source.circular;
            place.ordered = source.ordered;
        }
        place.single = is_single;
        place.sole = are_atoms
            && is_single
            && (takes_one || !has_directions || self.is_on_one_side(phrase)?);
        if are_atoms {
            let atom = |(value, test)| match value {
                Value::Atom(atom) => Some((atom, test)),
                _ => None,
            };
            place.members = members.into_iter().filter_map(atom).collect();
            return Ok(place);
        }
        self.add_all(members, &mut place, &phrase.span)?;
        Ok(place)
    }

    /// Fills a place with what is in some others.
    fn add_all(&mut self, members: Vec<Member>, place: &mut Place, span: &Span) -> Made<()> {
        // Places may overlap, as the row and the column of a cell do; an atom in several of them is there once.
        let mut at: FxHashMap<Atom, usize> = FxHashMap::default();
        let mut found: Vec<(Atom, SmallVec<[Test; 1]>)> = Vec::new();
        for (value, test) in members {
            match value {
                Value::Atom(atom) => found.push((atom, smallvec![test])),
                Value::Place(inner) => {
                    let copied = of_test(&test) * inner.members.len() + of_place(&inner);
                    self.spend(copied, span)?;
                    place.ordered &= inner.ordered;
                    for (atom, guard) in &inner.members {
                        let guard = and([test.clone(), guard.clone()]);
                        match at.entry(*atom) {
                            Entry::Occupied(known) => {
                                let ways = &mut found[*known.get()].1;
                                // Without the earlier place, the atom comes where the later one has it.
                                place.ordered &= ways[0] == TRUE;
                                ways.push(guard);
                            }
                            Entry::Vacant(new) => {
                                new.insert(found.len());
                                found.push((*atom, smallvec![guard]));
                            }
                        }
                    }
                }
                _ => return self.unclear(span),
            }
        }
        place.members = found
            .into_iter()
            .map(|(atom, guards)| (atom, or(guards)))
            .collect();
        Ok(())
    }

    /// The cell that `right neighbour of c` and the like name of a cell that is known, if any; `None` for other phrases.
    /// Rules ask this of every cell, and the general way lists all neighbours first.
    pub(crate) fn cell_beside(&mut self, phrase: &Phrase) -> Made<Option<Option<Atom>>> {
        let (Noun::Neighbour, None, [(false, side)], [Qualifier::Of(of)]) = (
            &phrase.noun,
            &phrase.take,
            &phrase.adjectives[..],
            &phrase.qualifiers[..],
        ) else {
            return Ok(None);
        };
        let (Some(direction), Node::Name(name)) = (direction_called(&side.name), &of.node) else {
            return Ok(None);
        };
        let book = &self.data.book;
        if book.symbol(&side.name).is_some()
            || book
                .definitions
                .iter()
                .any(|own| own.word.name == side.name)
        {
            return Ok(None);
        }
        let Some(&Value::Atom(atom)) = self.eval.scope.get(name) else {
            return Ok(None);
        };
        if atom.kind != Kind::Cell {
            return Ok(None);
        }
        self.spend(1, &phrase.span)?;
        let beside = self.data.geometry.neighbour(atom.index, direction);
        Ok(Some(beside.map(|index| Atom { index, ..atom })))
    }

    /// The cell that `first cell of k` or `last cell of k` names, if `k` is a link that is known: as with
    /// [`cell_beside`](Self::cell_beside), rules ask it of every link.
    pub(crate) fn end_of_link(&mut self, phrase: &Phrase) -> Made<Option<Atom>> {
        let Some((end, name)) = phrase.end_of() else {
            return Ok(None);
        };
        match self.eval.scope.get(name) {
            Some(&Value::Atom(link)) if link.kind == Kind::Link => {
                self.spend(1, &phrase.span)?;
                Ok(Some(self.data.geometry.end_of_link(link, end)))
            }
            _ => Ok(None),
        }
    }

    /// Whether a phrase with `towards` names what lies on one side of one thing, whichever the solution says.
    fn is_on_one_side(&mut self, phrase: &Phrase) -> Made<bool> {
        for qualifier in &phrase.qualifiers {
            let is_one = match qualifier {
                Qualifier::Towards(way) => match self.value(way)? {
                    Value::Direction(_) => true,
                    Value::Choice(choice) => {
                        self.data.book.layers[choice.layer].domain == Domain::Direction
                    }
                    Value::First(_) => true,
                    _ => false,
                },
                Qualifier::Of(of) => match self.value(of)? {
                    Value::Atom(_) => true,
                    Value::Place(place) => place.is_one_atom(),
                    _ => false,
                },
                _ => true,
            };
            if !is_one {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether a place without members does not exist, such as the group of a cell that is not of the material.
    fn is_there_by_members(&self, place: &Place, test: &Test) -> bool {
        let Identity::Group(number) = place.identity else {
            return false;
        };
        let group = &self.groups.all[number];
        group
            .root
            .is_some_and(|root| group.vertices[root].1 == *test)
    }
}

pub(crate) fn until(phrase: &Phrase) -> Option<(bool, &crate::language::syntax::Word)> {
    phrase
        .qualifiers
        .iter()
        .find_map(|qualifier| match qualifier {
            Qualifier::Until(negated, word) => Some((*negated, word)),
            _ => None,
        })
}

/// The first or last `count` of the members that exist; none if the count is undefined.
fn take(mut members: Vec<Member>, end: End, count: &Number) -> Vec<Member> {
    if end == End::Last {
        members.reverse();
    }
    let known = match count {
        Number::Const(count) => Some(usize::try_from((*count).max(0)).unwrap_or(usize::MAX)),
        _ => None,
    };
    let mut taken: Vec<Member> = Vec::new();
    for i in 0..members.len() {
        let (value, test) = members[i].clone();
        let before: Vec<Test> = members[..i].iter().map(|(_, test)| test.clone()).collect();
        let sure = before.iter().filter(|test| **test == TRUE).count();
        if known.is_some_and(|count| sure >= count) {
            break;
        }
        let few = if known.is_some_and(|count| before.len() < count) {
            TRUE
        } else if known == Some(1) {
            and(before.into_iter().map(not))
        } else {
            let open = before.into_iter().filter(|test| *test != TRUE);
            let open = open.map(|test| (1, super::super::logic::counted(test, Number::Const(1))));
            let sure = std::iter::once((1, Number::Const(sure as i128)));
            let Some(sum) = super::super::logic::sum(sure.chain(open)) else {
                continue;
            };
            super::super::logic::compare(
                sum,
                quadrille_engine::propagators::Comparison::Less,
                count.clone(),
            )
        };
        taken.push((value, and([test, few])));
    }
    if end == End::Last {
        taken.reverse();
    }
    taken.retain(|(_, test)| *test != FALSE);
    taken
}

fn direction_name(direction: Direction) -> &'static str {
    match direction {
        Direction::North => "up",
        Direction::East => "right",
        Direction::South => "down",
        Direction::West => "left",
    }
}
