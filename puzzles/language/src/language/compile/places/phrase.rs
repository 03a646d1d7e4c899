//! Noun phrases: their members, each with the test under which it is one.

use std::collections::hash_map::Entry;
use std::rc::Rc;

use fxhash::{FxHashMap, FxHashSet};
use quadrille_engine::propagators::{Number, Test};
use smallvec::{SmallVec, smallvec};

use super::super::budget::{of_place, of_test};
use super::super::logic::{FALSE, TRUE, and, both, not, or};
use super::super::value::{Identity, Place, Value};
use super::super::{Compiler, Made};
use crate::grid::Direction;
use crate::language::geometry::{Atom, direction_called};
use crate::language::syntax::{Domain, End, Expr, Kind, Node, Noun, Phrase, Qualifier, Span};

/// A member of a phrase, and the test under which it is one.
pub(crate) type Member = (Value, Test);

/// The same of a phrase that may have two variables, with a value for each; one if it has none.
pub(crate) type Members = (SmallVec<[Value; 2]>, Test);

/// What is known of a phrase before its members are tested one by one.
struct Known {
    /// For each adjective, the layer and the word that it is, if it is one.
    words: SmallVec<[Option<(usize, usize)>; 2]>,
    /// A qualifier that has been applied already.
    used: Option<usize>,
    /// A qualifier that asks for what touches a place, and the cells around this. Of most pairs of regions neither touches the
    /// other, and to look at their cells again for each was a tenth of a shimaguni.
    around: Option<(usize, FxHashSet<Atom>)>,
}

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

    /// Keeps the members that satisfy the adjectives and qualifiers of a phrase.
    pub(crate) fn filtered(&mut self, phrase: &Phrase, members: Vec<Member>) -> Made<Vec<Member>> {
        self.sifted(phrase, members, None)
    }

    /// The same, if one of the qualifiers has been applied already.
    fn sifted(
        &mut self,
        phrase: &Phrase,
        mut members: Vec<Member>,
        used: Option<usize>,
    ) -> Made<Vec<Member>> {
        self.spend(members.len(), &phrase.span)?;
        let words = match members.first() {
            Some((value, _)) => {
                let adjectives = phrase.adjectives.iter();
                adjectives
                    .map(|(_, word)| self.word_of(&word.name, value))
                    .collect()
            }
            None => SmallVec::new(),
        };
        let around = phrase.qualifiers.iter().enumerate();
        let around = around.filter(|(at, _)| used != Some(*at));
        let mut around = around.filter_map(|(at, own)| Some((at, self.around_known(own)?)));
        let known = Known {
            words,
            used,
            around: around.next(),
        };
        // In place: to move members takes as long as to test them.
        let mut made = Ok(());
        members.retain_mut(|(value, test)| {
            if made.is_ok() {
                let guard = std::mem::replace(test, FALSE);
                match self.sift(phrase, &known, value, guard) {
                    Ok(passes) => *test = passes,
                    Err(problem) => made = Err(problem),
                }
            }
            !matches!(*test, FALSE)
        });
        made?;
        if members.is_empty() {
            self.look_for_absence(phrase, used)?;
        }
        Ok(members)
    }

    /// The cells of what this names, if they are known.
    pub(super) fn known_cells(&self, place: &Expr) -> Option<Vec<Atom>> {
        let Node::Name(name) = &place.node else {
            return None;
        };
        let Some(Value::Place(place)) = self.eval.scope.get(name) else {
            return None;
        };
        let cell = |(atom, test): &(Atom, Test)| {
            (*test == TRUE && atom.kind == Kind::Cell).then_some(*atom)
        };
        place.members.iter().map(cell).collect()
    }

    /// The cells around a place that is known, if this qualifier asks for what touches it.
    fn around_known(&self, qualifier: &Qualifier) -> Option<FxHashSet<Atom>> {
        let Qualifier::Touching(touched) = qualifier else {
            return None;
        };
        let cells = self.known_cells(touched)?.into_iter();
        let around = cells.flat_map(|cell| {
            let sides = Direction::ALL.into_iter();
            let sides = sides.filter_map(move |d| self.data.geometry.neighbour(cell.index, d));
            sides.map(move |index| Atom { index, ..cell })
        });
        Some(around.collect())
    }

    /// The test under which a member is left.
    fn sift(&mut self, phrase: &Phrase, known: &Known, value: &Value, guard: Test) -> Made<Test> {
        let mut test = guard;
        for ((negated, adjective), word) in phrase.adjectives.iter().zip(&known.words) {
            let holds = match self.word_at(*word, value) {
                Some(test) if *negated => not(test),
                Some(test) => test,
                None => {
                    let truth = self.adjective(adjective, value, &[])?;
                    let truth = if *negated { truth.not() } else { truth };
                    truth.into_holds()
                }
            };
            test = both(test, holds);
            if matches!(test, FALSE) {
                break;
            }
        }
        for (at, qualifier) in phrase.qualifiers.iter().enumerate() {
            if matches!(test, FALSE) {
                break;
            }
            if known.used == Some(at) {
                continue;
            }
            if let Some((own, around)) = &known.around
                && *own == at
                && is_outside(value, around)
            {
                return Ok(FALSE);
            }
            let holds = match qualifier {
                Qualifier::With(layer) => self.has(value, layer)?,
                Qualifier::Without(layer) => not(self.has(value, layer)?),
                Qualifier::Where(formula) => {
                    let depth = self.eval.scope.names.len();
                    let variable = phrase.variables.first();
                    let name = variable.map_or_else(|| "it".into(), |word| word.name.clone());
                    self.eval.scope.names.push((name, value.clone()));
                    let holds = self.keeps_where(formula);
                    self.eval.scope.names.truncate(depth);
                    holds?
                }
                qualifier => self.keeps(phrase, qualifier, value)?,
            };
            test = both(test, holds);
        }
        Ok(test)
    }

    /// When a condition after `where` holds. What follows on a part that is false or missing is not looked at: with several
    /// variables, nearly all of a long condition is about other lines than the one of the first variable.
    pub(super) fn keeps_where(&mut self, formula: &Expr) -> Made<Test> {
        let Node::And(parts) = &formula.node else {
            return Ok(self.truth(formula)?.into_holds());
        };
        let mut all = TRUE;
        for part in parts {
            all = both(all, self.keeps_where(part)?);
            if matches!(all, FALSE) {
                break;
            }
        }
        Ok(all)
    }

    /// A qualifier with a missing value says nothing, even if there are no members to filter.
    pub(super) fn look_for_absence(&mut self, phrase: &Phrase, used: Option<usize>) -> Made<()> {
        for (at, qualifier) in phrase.qualifiers.iter().enumerate() {
            if let Qualifier::In(x)
            | Qualifier::Of(x)
            | Qualifier::Besides(x)
            | Qualifier::Touching(x) = qualifier
                && used != Some(at)
            {
                self.eval.missing |= matches!(self.value(x)?, Value::Missing);
            }
        }
        Ok(())
    }

    /// Whether a qualifier without variables keeps a value.
    pub(crate) fn keeps(
        &mut self,
        phrase: &Phrase,
        qualifier: &Qualifier,
        value: &Value,
    ) -> Made<Test> {
        Ok(match qualifier {
            Qualifier::Besides(other) => {
                let other = self.value(other)?;
                self.eval.missing |= matches!(other, Value::Missing);
                match (value, &other) {
                    (Value::Atom(atom), Value::Place(place)) => {
                        not(self.reify(place.guard_of(*atom))?)
                    }
                    _ => not(self.same(value, &other, &phrase.span)?),
                }
            }
            Qualifier::Touching(place) => self.touches(value, place)?,
            Qualifier::On(board) => self.is_on_board(value, board)?,
            Qualifier::In(place) => match self.value(place)? {
                Value::Board(board) => match value {
                    Value::Atom(atom) => Test::Const(atom.board == board),
                    _ => TRUE,
                },
                Value::Directions(all) => match value {
                    Value::Direction(direction) => Test::Const(all.contains(direction)),
                    _ => FALSE,
                },
                Value::Direction(one) => match value {
                    Value::Direction(direction) => Test::Const(one == *direction),
                    _ => FALSE,
                },
                _ => {
                    let place = self.place(place)?;
                    self.all_of(value, |atom, compiler| compiler.lies_in(&place, atom))?
                }
            },
            Qualifier::Of(whole) => match &phrase.noun {
                Noun::Atoms(kind) => {
                    let among = self.atoms_of(*kind, whole, false)?;
                    self.all_of(value, |atom, _| guard_among(&among, atom))?
                }
                _ => {
                    let part = self.place(whole)?;
                    let Value::Place(own) = value else {
                        return Ok(match value {
                            Value::Atom(atom) => part.guard_of(*atom),
                            _ => TRUE,
                        });
                    };
                    let own = Rc::clone(own);
                    let ways = part
                        .members
                        .iter()
                        .map(|(atom, guard)| and([guard.clone(), self.lies_in(&own, *atom)]));
                    let some = or(ways);
                    self.reify(some)?
                }
            },
            Qualifier::Beyond(..) | Qualifier::SeenFrom(_) | Qualifier::Reached(..) => {
                let among = self.source(phrase, qualifier)?;
                self.all_of(value, |atom, _| guard_among(&among, atom))?
            }
            _ => TRUE,
        })
    }

    /// The test that something holds for all atoms of a value.
    pub(crate) fn all_of(
        &mut self,
        value: &Value,
        holds: impl Fn(Atom, &Self) -> Test,
    ) -> Made<Test> {
        let test = match value {
            Value::Atom(atom) => holds(*atom, self),
            Value::Place(place) => and(place
                .members
                .iter()
                .map(|(atom, guard)| or([not(guard.clone()), holds(*atom, self)]))),
            _ => TRUE,
        };
        self.reify(test)
    }

    /// The test that an atom lies in a place; an atom that touches only cells of a place of cells lies in it, too (for
    /// a link, both cells).
    pub(crate) fn lies_in(&self, place: &Place, atom: Atom) -> Test {
        if place
            .members
            .iter()
            .all(|(member, _)| member.kind == atom.kind)
        {
            return place.guard_of(atom);
        }
        let cells = self.cells_of(atom).into_iter();
        and(cells.map(|cell| place.guard_of(cell)))
    }

    pub(super) fn is_on_board(&mut self, value: &Value, board: &Expr) -> Made<Test> {
        let wanted = match self.value(board)? {
            Value::Board(board) => i64::from(board),
            _ => self.constant(board)? - 1,
        };
        Ok(match value {
            Value::Atom(atom) => Test::Const(i64::from(atom.board) == wanted),
            Value::Place(place) => match place.members.first() {
                Some((atom, _)) => Test::Const(i64::from(atom.board) == wanted),
                None => TRUE,
            },
            _ => TRUE,
        })
    }
}

/// Whether a cell or a place of cells has none of these.
fn is_outside(value: &Value, cells: &FxHashSet<Atom>) -> bool {
    let is_out = |atom: &Atom| atom.kind == Kind::Cell && !cells.contains(atom);
    match value {
        Value::Atom(atom) => is_out(atom),
        Value::Place(place) => place.members.iter().all(|(atom, _)| is_out(atom)),
        _ => false,
    }
}

/// When an atom is one of these members.
pub(super) fn guard_among(members: &[Member], atom: Atom) -> Test {
    let ways = members
        .iter()
        .filter(|(value, _)| matches!(value, Value::Atom(own) if *own == atom));
    or(ways.map(|(_, guard)| guard.clone()))
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
