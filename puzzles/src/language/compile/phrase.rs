//! Noun phrases: what their variables range over, each with the test under which it is meant.

use std::rc::Rc;

use quadrille_engine::propagators::{Number, Test};

use super::super::geometry::{AROUND, Atom, KNIGHT};
use super::super::syntax::{End, Expr, Kind, Lines, Name, Noun, PairOf, Phrase, Qualifier};
use super::logic::{FALSE, TRUE, and, not, or};
use super::value::{Place, Value};
use super::{Compiler, Made};
use crate::grid::Direction;

/// A value that a phrase names, and when.
pub(super) type Member = (Value, Test);

impl Compiler<'_> {
    /// Calls `each` for all combinations of what the phrases name, with their variables bound, the test under which it
    /// is meant, and its name.
    pub(super) fn for_each(
        &mut self,
        phrases: &[Phrase],
        guard: &Test,
        name: &str,
        each: &mut dyn FnMut(&mut Self, Test, String) -> Made<()>,
    ) -> Made<()> {
        let Some((phrase, rest)) = phrases.split_first() else {
            return each(self, guard.clone(), name.to_owned());
        };
        let named = self.named(phrase)?;
        if self.missing {
            return Ok(());
        }
        for (values, test) in named {
            self.count_binding(&phrase.span)?;
            let depth = self.scope.names.len();
            let joined = self.join_name(name, &values);
            for (variable, value) in phrase.variables.iter().zip(values) {
                self.scope.names.push((variable.name.clone(), value));
            }
            let made = self.for_each(rest, &and([guard.clone(), test]), &joined, each);
            self.scope.names.truncate(depth);
            made?;
            // What a further phrase names is missing for this member, which is passed over.
            self.missing = false;
        }
        Ok(())
    }

    fn join_name(&self, name: &str, values: &[Value]) -> String {
        let mut parts: Vec<String> = Vec::new();
        if !name.is_empty() {
            parts.push(name.to_owned());
        }
        parts.extend(values.iter().map(|value| self.name_of(value)).filter(|name| !name.is_empty()));
        parts.join(", ")
    }

    /// What a value is called in messages.
    pub(super) fn name_of(&self, value: &Value) -> String {
        match value {
            Value::Atom(atom) => self.data.geometry.name(*atom),
            Value::Place(place) => place.name.clone(),
            Value::Number(Number::Const(number)) => format!("value {number}"),
            Value::Direction(direction) => direction_name(*direction).to_owned(),
            Value::Board(board) => format!("board {}", board + 1),
            _ => String::new(),
        }
    }

    /// What a phrase names: one value for each of its variables, or one if it has none.
    fn named(&mut self, phrase: &Phrase) -> Made<Vec<(Vec<Value>, Test)>> {
        match &phrase.noun {
            Noun::Pair(of) => self.pairs(phrase, of),
            Noun::Step => self.steps(phrase),
            _ => Ok(self
                .members(phrase)?
                .into_iter()
                .map(|(value, test)| (vec![value], test))
                .collect()),
        }
    }

    /// What a phrase with one variable names.
    pub(super) fn members(&mut self, phrase: &Phrase) -> Made<Vec<Member>> {
        let (base, used) = self.base(phrase)?;
        let mut members = self.sifted(phrase, base, used)?;
        if let Some((end, count)) = &phrase.take {
            let count = match count {
                None => 1,
                Some(count) => self.constant(count)?.max(0) as usize,
            };
            members = take(members, *end, count);
        }
        Ok(members)
    }

    /// The atoms that a phrase names, as a place.
    pub(super) fn place_of(&mut self, phrase: &Phrase) -> Made<Place> {
        let members = self.members(phrase)?;
        if let [(Value::Place(only), TRUE)] = &members[..] {
            return Ok((**only).clone());
        }
        let mut place = Place::plain([]);
        place.ordered = true;
        let source = phrase.qualifiers.iter().find_map(|qualifier| match qualifier {
            Qualifier::In(of) => Some(of),
            _ => None,
        });
        if let Some(source) = source
            && let Value::Place(source) = self.value(source)?
        {
            place.circular = source.circular;
            place.ordered = source.ordered;
        }
        let is_side = |word: &str| direction_called(word).is_some();
        place.single = matches!(phrase.take, Some((_, None)))
            || phrase.adjectives.iter().any(|(negated, word)| !negated && is_side(&word.name))
            || phrase.qualifiers.iter().any(|qualifier| matches!(qualifier, Qualifier::Towards(_)));
        for (value, test) in members {
            match value {
                Value::Atom(atom) => place.members.push((atom, test)),
                Value::Place(inner) => {
                    for (atom, guard) in &inner.members {
                        place.members.push((*atom, and([test.clone(), guard.clone()])));
                    }
                }
                _ => return self.wrong(&phrase.span, "this is no place", "expected cells, edges, links or corners"),
            }
        }
        Ok(place)
    }

    /// Keeps the members that the adjectives and qualifiers of a phrase ask for.
    pub(super) fn filtered(&mut self, phrase: &Phrase, members: Vec<Member>) -> Made<Vec<Member>> {
        self.sifted(phrase, members, None)
    }

    /// The same after one of the qualifiers has been heeded.
    fn sifted(&mut self, phrase: &Phrase, members: Vec<Member>, used: Option<usize>) -> Made<Vec<Member>> {
        let mut kept = Vec::with_capacity(members.len());
        let variable: Option<Name> = phrase.variables.first().map(|word| word.name.clone());
        for (value, guard) in members {
            let mut tests = vec![guard];
            for (negated, adjective) in &phrase.adjectives {
                let truth = self.adjective(adjective, &value, &[])?;
                tests.push(if *negated { truth.fails() } else { truth.holds() });
                if tests.last() == Some(&FALSE) {
                    break;
                }
            }
            for (at, qualifier) in phrase.qualifiers.iter().enumerate() {
                if tests.last() == Some(&FALSE) {
                    break;
                }
                if used == Some(at) {
                    continue;
                }
                let test = match qualifier {
                    Qualifier::With(layer) => self.has(&value, layer)?,
                    Qualifier::Without(layer) => not(self.has(&value, layer)?),
                    Qualifier::Where(formula) => {
                        let depth = self.scope.names.len();
                        let name = variable.clone().unwrap_or_else(|| "it".into());
                        self.scope.names.push((name, value.clone()));
                        let truth = self.truth(formula);
                        self.scope.names.truncate(depth);
                        truth?.holds()
                    }
                    qualifier => self.keeps(phrase, qualifier, &value)?,
                };
                tests.push(test);
            }
            let test = and(tests);
            if test != FALSE {
                kept.push((value, test));
            }
        }
        if kept.is_empty() {
            self.look_for_gaps(phrase, used)?;
        }
        Ok(kept)
    }

    /// A qualifier of what is missing says nothing, even where there is nobody to be asked.
    fn look_for_gaps(&mut self, phrase: &Phrase, used: Option<usize>) -> Made<()> {
        for (at, qualifier) in phrase.qualifiers.iter().enumerate() {
            if let Qualifier::In(x) | Qualifier::Of(x) | Qualifier::Besides(x) | Qualifier::Touching(x) = qualifier
                && used != Some(at)
            {
                self.missing |= matches!(self.value(x)?, Value::Missing);
            }
        }
        Ok(())
    }

    /// Whether a qualifier that speaks of no variable keeps a value.
    fn keeps(&mut self, phrase: &Phrase, qualifier: &Qualifier, value: &Value) -> Made<Test> {
        Ok(match qualifier {
            Qualifier::Besides(other) => {
                let other = self.value(other)?;
                self.missing |= matches!(other, Value::Missing);
                not(self.same(value, &other, &phrase.span)?)
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
                    let lies = |atom: Atom, compiler: &Self| match place.members.iter().find(|member| member.0 == atom) {
                        Some((_, guard)) => guard.clone(),
                        None if atom.kind == Kind::Cell => FALSE,
                        None => and(compiler.cells_of(atom).into_iter().map(|cell| place.guard_of(cell))),
                    };
                    self.all_of(value, lies)?
                }
            },
            Qualifier::Of(whole) => match &phrase.noun {
                Noun::Atoms(kind) => {
                    let among = self.atoms_of(*kind, whole)?;
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
                    let ways = part.members.iter().map(|(atom, guard)| {
                        let inside = self.cells_of(*atom).into_iter().map(|cell| own.guard_of(cell));
                        and([guard.clone(), and(inside)])
                    });
                    let some = or(ways);
                    self.settled(some)?
                }
            },
            Qualifier::Beyond(..) | Qualifier::SeenFrom(_) | Qualifier::Reached(..) => {
                let among = self.source(phrase, qualifier)?;
                self.all_of(value, |atom, _| guard_among(&among, atom))?
            }
            _ => TRUE,
        })
    }

    /// That something holds of all atoms of a value.
    fn all_of(&mut self, value: &Value, holds: impl Fn(Atom, &Self) -> Test) -> Made<Test> {
        let test = match value {
            Value::Atom(atom) => holds(*atom, self),
            Value::Place(place) => {
                and(place.members.iter().map(|(atom, guard)| or([not(guard.clone()), holds(*atom, self)])))
            }
            _ => TRUE,
        };
        self.settled(test)
    }

    fn is_on_board(&mut self, value: &Value, board: &Expr) -> Made<Test> {
        let wanted = match self.value(board)? {
            Value::Board(board) => i64::from(board),
            _ => self.constant(board)? - 1,
        };
        Ok(match value {
            Value::Atom(atom) => Test::Const(i64::from(atom.board) == wanted),
            _ => TRUE,
        })
    }

    fn touches(&mut self, value: &Value, place: &Expr) -> Made<Test> {
        let other = self.place(place)?;
        let mine: Vec<(Atom, Test)> = match value {
            Value::Atom(atom) => vec![(*atom, TRUE)],
            Value::Place(place) => place.members.clone(),
            _ => return self.wrong(&place.span, "this has no sides", "expected a cell or a place of cells"),
        };
        let mut ways = Vec::new();
        for (atom, guard) in mine {
            let outside = not(other.guard_of(atom));
            for (member, test) in &other.members {
                let touch = match atom.kind {
                    Kind::Edge => self.cells_of(atom).contains(member),
                    kind if kind == member.kind && atom.board == member.board => {
                        !self.sides(&[(atom, TRUE), (*member, TRUE)]).is_empty()
                    }
                    _ => false,
                };
                if touch {
                    ways.push(and([guard.clone(), outside.clone(), test.clone()]));
                }
            }
        }
        self.settled(or(ways))
    }

    /// The cells that a ray, the rays of `seen from`, or a walk reach.
    fn source(&mut self, phrase: &Phrase, qualifier: &Qualifier) -> Made<Vec<Member>> {
        match qualifier {
            Qualifier::Beyond(direction, from) => {
                let from = self.atom(from)?;
                let until = until(phrase);
                match (from, self.value(direction)?) {
                    (_, Value::Missing) => {
                        self.missing = true;
                        Ok(Vec::new())
                    }
                    (None, _) | (_, Value::Empty) => Ok(Vec::new()),
                    (Some(from), Value::Direction(direction)) => self.ray(from, direction, until),
                    (Some(from), Value::Directions(directions)) => {
                        let mut cells = Vec::new();
                        for direction in directions {
                            cells.extend(self.ray(from, direction, until)?);
                        }
                        Ok(cells)
                    }
                    (Some(from), Value::Choice(choice)) => {
                        let mut cells = Vec::new();
                        for (code, direction) in Direction::ALL.into_iter().enumerate() {
                            let test = Test::is(choice.var, code as i32);
                            for (cell, guard) in self.ray(from, direction, until)? {
                                cells.push((cell, and([test.clone(), guard])));
                            }
                        }
                        Ok(cells)
                    }
                    _ => self.wrong(&direction.span, "this is no direction", "expected up, right, down or left"),
                }
            }
            Qualifier::SeenFrom(from) => {
                let mut cells = Vec::new();
                if let Some(from) = self.atom(from)? {
                    // The row from the left to the right, then the column.
                    for direction in [Direction::West, Direction::East, Direction::North, Direction::South] {
                        cells.extend(self.ray(from, direction, until(phrase))?);
                    }
                }
                Ok(cells)
            }
            Qualifier::Reached(from, material) => match self.atom(from)? {
                None => Ok(Vec::new()),
                Some(from) => self.reached(from, material),
            },
            _ => Ok(Vec::new()),
        }
    }

    /// What a noun and the qualifier that says where it is taken from name, before anything is filtered, and which
    /// qualifier that is.
    fn base(&mut self, phrase: &Phrase) -> Made<(Vec<Member>, Option<usize>)> {
        let mut range: Option<(Option<&Expr>, Option<&Expr>)> = None;
        for qualifier in &phrase.qualifiers {
            match qualifier {
                Qualifier::Before(x) => range.get_or_insert((None, None)).1 = Some(x),
                Qualifier::After(x) => range.get_or_insert((None, None)).0 = Some(x),
                _ => {}
            }
        }
        let is_source = |qualifier: &Qualifier| match &phrase.noun {
            Noun::Atoms(_) => matches!(
                qualifier,
                Qualifier::In(_)
                    | Qualifier::Of(_)
                    | Qualifier::Beyond(..)
                    | Qualifier::SeenFrom(_)
                    | Qualifier::Reached(..)
            ),
            Noun::Neighbour | Noun::Contact | Noun::Knight => matches!(qualifier, Qualifier::Of(_)),
            Noun::Run(_) | Noun::Step => matches!(qualifier, Qualifier::In(_)),
            _ => false,
        };
        let used = phrase.qualifiers.iter().position(is_source);
        let source = used.map(|at| &phrase.qualifiers[at]);
        let members = match &phrase.noun {
            Noun::Atoms(kind) => match source {
                None => self.all_atoms(*kind),
                Some(Qualifier::In(place)) => self.atoms_in(*kind, place)?,
                Some(Qualifier::Of(of)) => self.atoms_of(*kind, of)?,
                Some(_) if *kind != Kind::Cell => {
                    return self.wrong(&phrase.span, "only cells are seen and reached", "expected cells");
                }
                Some(qualifier) => self.source(phrase, qualifier)?,
            },
            Noun::Neighbour | Noun::Contact | Noun::Knight => match source {
                Some(Qualifier::Of(of)) => self.around(&phrase.noun, of)?,
                _ => {
                    return self.wrong(&phrase.span, "of what?", "expected `of` and a cell, as in `neighbours of c`");
                }
            },
            Noun::Lines(lines) => self.lines(*lines),
            Noun::Block(rows, columns) => self.blocks(rows, columns, false)?,
            Noun::Box(rows, columns) => self.blocks(rows, columns, true)?,
            Noun::Regions(word) => self.regions_named(word)?,
            Noun::Value(from, to) => {
                // An end that is to be found is reached by the largest value that it may take.
                let from = self.constant(from)?;
                self.values_to(from, to)?
            }
            Noun::Direction => Direction::ALL.into_iter().map(|d| (Value::Direction(d), TRUE)).collect(),
            Noun::Board => {
                self.speaks_of_boards = true;
                (0..self.data.geometry.boards).map(|b| (Value::Board(b as u8), TRUE)).collect()
            }
            Noun::Run(material) => self.runs(material, source, phrase)?,
            Noun::Group(material) => self.single_groups(material)?,
            Noun::EqualGroup(layer) => self.single_equal_groups(layer, phrase)?,
            Noun::Pair(_) | Noun::Step => {
                return self.wrong(&phrase.span, "two things at once", "a pair has two variables, as in `pair a, b of neighbours`");
            }
        };
        let members = self.towards(phrase, members)?;
        match range {
            None => Ok((members, used)),
            Some((after, before)) => Ok((self.between(members, after, before)?, used)),
        }
    }

    fn values_to(&mut self, from: i64, to: &Expr) -> Made<Vec<Member>> {
        let span = &to.span;
        let number = match self.value(to)? {
            Value::Number(number) => number,
            Value::Missing => {
                self.missing = true;
                return Ok(Vec::new());
            }
            Value::Empty => return Ok(Vec::new()),
            _ => return self.wrong(&to.span, "this is no number", "expected a number"),
        };
        if let Number::Const(to) = number {
            let to = i64::try_from(to).unwrap_or(i64::MAX);
            if to.saturating_sub(from) > 100_000 {
                return self.wrong(span, "too many values", "at most 100000 are possible");
            }
            return Ok((from..=to).map(|k| (Value::Number(Number::Const(k.into())), TRUE)).collect());
        }
        let (_, most) = self.bounds(&number);
        let most = i64::try_from(most).unwrap_or(i64::MAX).min(from + 10_000);
        Ok((from..=most)
            .map(|k| {
                let constant = Number::Const(k.into());
                let test = super::logic::compare(
                    constant.clone(),
                    quadrille_engine::propagators::Comparison::AtMost,
                    number.clone(),
                );
                (Value::Number(constant), test)
            })
            .collect())
    }

    fn all_atoms(&self, kind: Kind) -> Vec<Member> {
        let geometry = &self.data.geometry;
        (0..geometry.count(kind) as u32)
            .map(|index| {
                let atom = Atom {
                    kind,
                    board: self.board,
                    index,
                };
                (Value::Atom(atom), TRUE)
            })
            .collect()
    }

    /// The atoms of a kind that lie in a place.
    fn atoms_in(&mut self, kind: Kind, place: &Expr) -> Made<Vec<Member>> {
        if let Value::Board(board) = self.value(place)? {
            let mine = std::mem::replace(&mut self.board, board);
            let atoms = self.all_atoms(kind);
            self.board = mine;
            return Ok(atoms);
        }
        let place = self.place(place)?;
        if place.members.iter().all(|(atom, _)| atom.kind == kind) {
            return Ok(place.members.iter().map(|(atom, test)| (Value::Atom(*atom), test.clone())).collect());
        }
        let geometry = self.data.geometry;
        let board = place.members.first().map_or(self.board, |(atom, _)| atom.board);
        let guard_of = |cell: u32| {
            place.guard_of(Atom {
                kind: Kind::Cell,
                board,
                index: cell,
            })
        };
        let mut found = Vec::new();
        for index in 0..geometry.count(kind) as u32 {
            let test = match kind {
                Kind::Link => and(geometry.link_cells(index).map(guard_of)),
                Kind::Edge => and(geometry.edge_cells(index).into_iter().flatten().map(guard_of)),
                Kind::Corner => and(geometry.corner_cells(index).into_iter().map(guard_of)),
                Kind::Cell => FALSE,
            };
            if test != FALSE {
                found.push((Value::Atom(Atom { kind, board, index }), test));
            }
        }
        Ok(found)
    }

    /// The atoms of a kind that belong to an atom, or to some atom of a place.
    fn atoms_of(&mut self, kind: Kind, of: &Expr) -> Made<Vec<Member>> {
        let geometry = self.data.geometry;
        let place = match self.value(of)? {
            Value::Missing => {
                self.missing = true;
                return Ok(Vec::new());
            }
            Value::Empty => return Ok(Vec::new()),
            Value::Atom(atom) => Place::plain([atom]),
            Value::Place(place) => (*place).clone(),
            _ => return self.wrong(&of.span, "nothing belongs to this", "expected a cell, a link, an edge, a corner or a place"),
        };
        let mut found: Vec<(Atom, Vec<Test>)> = Vec::new();
        for (atom, guard) in &place.members {
            let indices: Vec<u32> = match (kind, atom.kind) {
                (a, b) if a == b => vec![atom.index],
                (Kind::Link, Kind::Cell) => Direction::ALL.iter().filter_map(|&d| geometry.link(atom.index, d)).collect(),
                (Kind::Edge, Kind::Cell) => Direction::ALL.iter().map(|&d| geometry.edge(atom.index, d)).collect(),
                (Kind::Corner, Kind::Cell) => geometry.cell_corners(atom.index).to_vec(),
                (Kind::Cell, Kind::Link) => geometry.link_cells(atom.index).to_vec(),
                (Kind::Cell, Kind::Edge) => geometry.edge_cells(atom.index).into_iter().flatten().collect(),
                (Kind::Cell, Kind::Corner) => geometry.corner_cells(atom.index),
                (Kind::Corner, Kind::Edge) => geometry.edge_corners(atom.index).to_vec(),
                (Kind::Edge, Kind::Corner) => {
                    Direction::ALL.iter().filter_map(|&d| geometry.corner_edge(atom.index, d)).collect()
                }
                _ => {
                    return self.wrong(&of.span, "these do not belong to each other", "cells have links, edges and corners; corners have edges");
                }
            };
            for index in indices {
                let found_atom = Atom {
                    kind,
                    board: atom.board,
                    index,
                };
                match found.iter_mut().find(|(known, _)| *known == found_atom) {
                    Some((_, ways)) => ways.push(guard.clone()),
                    None => found.push((found_atom, vec![guard.clone()])),
                }
            }
        }
        Ok(found.into_iter().map(|(atom, ways)| (Value::Atom(atom), or(ways))).collect())
    }

    /// Keeps what lies on one side of what a phrase is `of`: `left link of c`, `neighbour of c towards d`.
    fn towards(&mut self, phrase: &Phrase, members: Vec<Member>) -> Made<Vec<Member>> {
        let side = phrase.adjectives.iter().find_map(|(_, word)| direction_called(&word.name));
        let towards = phrase.qualifiers.iter().find_map(|qualifier| match qualifier {
            Qualifier::Towards(direction) => Some(direction),
            _ => None,
        });
        let of = phrase.qualifiers.iter().find_map(|qualifier| match qualifier {
            Qualifier::Of(of) => Some(of),
            _ => None,
        });
        if side.is_none() && towards.is_none() {
            return Ok(members);
        }
        let Some(of) = of else {
            return self.wrong(&phrase.span, "on which side of what?", "expected `of` and a cell, as in `left link of c`");
        };
        let Some(cell) = self.atom(of)? else {
            return Ok(Vec::new());
        };
        let mut directions: Vec<(Direction, Test)> = match (side, towards) {
            (Some(side), _) => vec![(side, TRUE)],
            (None, Some(towards)) => match self.value(towards)? {
                Value::Direction(direction) => vec![(direction, TRUE)],
                Value::Directions(directions) => directions.into_iter().map(|d| (d, TRUE)).collect(),
                Value::Choice(choice) => (0..4)
                    .map(|code| (Direction::ALL[code], Test::is(choice.var, code as i32)))
                    .collect(),
                Value::Missing => {
                    self.missing = true;
                    Vec::new()
                }
                Value::Empty => Vec::new(),
                _ => return self.wrong(&towards.span, "this is no direction", "expected up, right, down or left"),
            },
            (None, None) => Vec::new(),
        };
        let geometry = self.data.geometry;
        let mut found = Vec::new();
        for (direction, test) in directions.drain(..) {
            let index = match (&phrase.noun, cell.kind) {
                (Noun::Neighbour | Noun::Contact | Noun::Atoms(Kind::Cell), Kind::Cell) => {
                    geometry.neighbour(cell.index, direction)
                }
                (Noun::Atoms(Kind::Link), Kind::Cell) => geometry.link(cell.index, direction),
                (Noun::Atoms(Kind::Edge), Kind::Cell) => Some(geometry.edge(cell.index, direction)),
                (Noun::Atoms(Kind::Edge), Kind::Corner) => geometry.corner_edge(cell.index, direction),
                _ => return self.wrong(&phrase.span, "this has no sides", "expected a neighbour, a link or an edge of a cell"),
            };
            for (value, guard) in &members {
                if let Value::Atom(atom) = value
                    && Some(atom.index) == index
                {
                    found.push((value.clone(), and([test.clone(), guard.clone()])));
                }
            }
        }
        Ok(found)
    }

    fn around(&mut self, noun: &Noun, of: &Expr) -> Made<Vec<Member>> {
        let geometry = self.data.geometry;
        let cells = match self.value(of)? {
            Value::Missing => {
                self.missing = true;
                return Ok(Vec::new());
            }
            Value::Empty => return Ok(Vec::new()),
            Value::Atom(atom) => Place::plain([atom]),
            Value::Place(place) => (*place).clone(),
            _ => return self.wrong(&of.span, "this has no neighbours", "expected a cell or a place of cells"),
        };
        let single = cells.members.len() == 1;
        let mut found: Vec<(Atom, Vec<Test>)> = Vec::new();
        for (atom, guard) in &cells.members {
            if atom.kind != Kind::Cell {
                return self.wrong(&of.span, "this has no neighbours", "expected a cell");
            }
            let steps: Vec<(isize, isize)> = match noun {
                Noun::Neighbour => Direction::ALL.map(super::super::geometry::step).to_vec(),
                Noun::Contact => AROUND.to_vec(),
                _ => KNIGHT.to_vec(),
            };
            for step in steps {
                let Some(index) = geometry.shifted(atom.index, step) else {
                    continue;
                };
                let cell = Atom { index, ..*atom };
                match found.iter_mut().find(|(known, _)| *known == cell) {
                    Some((_, ways)) => ways.push(guard.clone()),
                    None => found.push((cell, vec![guard.clone()])),
                }
            }
        }
        found.sort_by_key(|(atom, _)| *atom);
        found
            .into_iter()
            .map(|(atom, ways)| {
                let outside = if single { TRUE } else { not(cells.guard_of(atom)) };
                Ok((Value::Atom(atom), self.settled(and([or(ways), outside]))?))
            })
            .filter(|member| !matches!(member, Ok((_, FALSE))))
            .collect()
    }

    /// The cells from a cell to the border, up to the first that passes the test.
    fn ray(
        &mut self,
        from: Atom,
        direction: Direction,
        until: Option<(bool, &super::super::syntax::Word)>,
    ) -> Made<Vec<Member>> {
        let mut cells = Vec::new();
        let mut open = TRUE;
        let mut at = from.index;
        while let Some(next) = self.data.geometry.neighbour(at, direction) {
            at = next;
            let atom = Atom { index: next, ..from };
            if let Some((negated, word)) = until {
                let ends = self.adjective_or_layer(word, &Value::Atom(atom))?;
                // What is missing ends nothing.
                let ends = if negated { ends.fails() } else { ends.holds() };
                open = and([open, not(ends)]);
                if open == FALSE {
                    break;
                }
            }
            cells.push((Value::Atom(atom), open.clone()));
        }
        Ok(cells)
    }

    fn lines(&self, lines: Lines) -> Vec<Member> {
        (0..self.data.geometry.count_lines(lines))
            .map(|number| (Value::Place(Rc::new(self.line_place(lines, number, self.board))), TRUE))
            .collect()
    }

    fn blocks(
        &mut self,
        rows: &Expr,
        columns: &Expr,
        side_by_side: bool,
    ) -> Made<Vec<Member>> {
        let (height, width) = (self.constant(rows)?, self.constant(columns)?);
        if height < 1 || width < 1 {
            return self.wrong(&rows.span, "a block without cells", "expected at least 1 by 1");
        }
        let (height, width) = (height as usize, width as usize);
        let geometry = self.data.geometry;
        let (down, right) = if side_by_side { (height, width) } else { (1, 1) };
        let mut found = Vec::new();
        for row in (0..(geometry.rows + 1).saturating_sub(height)).step_by(down) {
            for column in (0..(geometry.columns + 1).saturating_sub(width)).step_by(right) {
                let cells = (0..height * width).map(|i| Atom {
                    kind: Kind::Cell,
                    board: self.board,
                    index: ((row + i / width) * geometry.columns + column + i % width) as u32,
                });
                let mut place = Place::plain(cells);
                place.name = format!("the block at r{}c{}", row + 1, column + 1);
                found.push((Value::Place(Rc::new(place)), TRUE));
            }
        }
        Ok(found)
    }

    fn regions_named(&mut self, word: &super::super::syntax::Word) -> Made<Vec<Member>> {
        let Some(layer) = self.data.book.layer(&word.name) else {
            return self.wrong(&word.span, format!("`{}` are no regions", word.name), "expected the name of regions");
        };
        if self.data.is_found(layer) {
            return self.single_areas(layer);
        }
        Ok((0..self.data.region_names[layer].len())
            .map(|region| self.region_place(layer, region))
            .filter(|place| place.members.first().is_some_and(|(atom, _)| atom.board == self.board))
            .map(|place| (Value::Place(Rc::new(place)), TRUE))
            .collect())
    }

    fn between(&mut self, members: Vec<Member>, after: Option<&Expr>, before: Option<&Expr>) -> Made<Vec<Member>> {
        let mut position = |end: Option<&Expr>| -> Made<Option<Vec<Test>>> {
            let Some(end) = end else {
                return Ok(None);
            };
            let value = self.value(end)?;
            self.missing |= matches!(value, Value::Missing);
            members
                .iter()
                .map(|(member, guard)| Ok(and([guard.clone(), self.same(member, &value, &end.span)?])))
                .collect::<Made<Vec<Test>>>()
                .map(Some)
        };
        let (after, before) = (position(after)?, position(before)?);
        let kept = members.iter().enumerate().map(|(i, (value, guard))| {
            let mut tests = vec![guard.clone()];
            if let Some(after) = &after {
                tests.push(or(after[..i].iter().cloned()));
            }
            if let Some(before) = &before {
                tests.push(or(before[i + 1..].iter().cloned()));
            }
            (value.clone(), and(tests))
        });
        Ok(kept.filter(|(_, test)| *test != FALSE).collect())
    }

    /// The runs of cells in a place: every stretch, with the test that it is one.
    fn runs(&mut self, material: &Phrase, source: Option<&Qualifier>, phrase: &Phrase) -> Made<Vec<Member>> {
        let Some(Qualifier::In(place)) = source else {
            return self.wrong(&phrase.span, "runs in what?", "expected `in` and a line, as in `run n of shaded cells in r`");
        };
        let place = self.place(place)?;
        let mut inside = Vec::new();
        for (atom, guard) in &place.members {
            let members = self.filtered(material, vec![(Value::Atom(*atom), guard.clone())])?;
            inside.push(members.into_iter().next().map_or(FALSE, |(_, test)| test));
        }
        let atoms: Vec<Atom> = place.members.iter().map(|(atom, _)| *atom).collect();
        Ok(self.stretches(&atoms, &inside, place.circular, &place.name))
    }

    /// Every stretch of atoms, with the test that it is a maximal one of those inside.
    fn stretches(&self, atoms: &[Atom], inside: &[Test], circular: bool, _: &str) -> Vec<Member> {
        let n = atoms.len();
        let geometry = &self.data.geometry;
        // In a ring around a cell at the border some are missing: neighbours in the list need not touch.
        let touch = |a: usize, b: usize| {
            let (a, b) = (geometry.position(atoms[a].index), geometry.position(atoms[b].index));
            a.0.abs_diff(b.0) + a.1.abs_diff(b.1) == 1
        };
        let mut found = Vec::new();
        let mut stretch = |cells: Vec<usize>, ends: Vec<usize>| {
            let mut tests: Vec<Test> = cells.iter().map(|&i| inside[i].clone()).collect();
            tests.extend(ends.into_iter().map(|i| not(inside[i].clone())));
            let test = and(tests);
            if test != FALSE {
                let mut run = Place::plain(cells.iter().map(|&i| atoms[i]));
                run.ordered = true;
                if let (Some(&first), Some(&last)) = (cells.first(), cells.last()) {
                    let (first, last) = (geometry.cell(atoms[first].index), geometry.cell(atoms[last].index));
                    run.name = if first == last { first.to_string() } else { format!("{first} to {last}") };
                }
                found.push((Value::Place(Rc::new(run)), test));
            }
        };
        if !circular {
            for start in 0..n {
                if inside[start] == FALSE {
                    continue;
                }
                for end in start..n {
                    if inside[end] == FALSE {
                        break;
                    }
                    let mut ends = Vec::new();
                    ends.extend(start.checked_sub(1));
                    ends.extend((end + 1 < n).then_some(end + 1));
                    stretch((start..=end).collect(), ends);
                }
            }
            return found;
        }
        if n >= 3 && (0..n).all(|i| touch(i, (i + 1) % n)) {
            stretch((0..n).collect(), Vec::new());
        }
        for start in 0..n {
            for length in 1..=n {
                let cells: Vec<usize> = (0..length).map(|i| (start + i) % n).collect();
                if cells.windows(2).any(|pair| !touch(pair[0], pair[1])) {
                    break;
                }
                let (before, after) = ((start + n - 1) % n, (start + length) % n);
                let mut ends = Vec::new();
                let (open_before, open_after) = (
                    n > 1 && touch(before, start),
                    n > 1 && touch(cells[length - 1], after),
                );
                if length == n && (open_before || open_after) {
                    // All of a closed ring, which is one run and was counted above.
                    break;
                }
                if open_before {
                    ends.push(before);
                }
                if open_after && after != before {
                    ends.push(after);
                }
                stretch(cells, ends);
            }
        }
        found
    }

    fn pairs(&mut self, phrase: &Phrase, of: &PairOf) -> Made<Vec<(Vec<Value>, Test)>> {
        let geometry = self.data.geometry;
        let mut pairs: Vec<(Value, Value, Test)> = Vec::new();
        match of {
            PairOf::Atoms(phrase) => {
                let members = self.members(phrase)?;
                for (i, (a, test)) in members.iter().enumerate() {
                    for (b, other) in &members[i + 1..] {
                        pairs.push((a.clone(), b.clone(), and([test.clone(), other.clone()])));
                    }
                }
            }
            _ => {
                let steps: &[(isize, isize)] = match of {
                    PairOf::Neighbours => &[(0, 1), (1, 0)],
                    PairOf::Contacts => &[(0, 1), (1, -1), (1, 0), (1, 1)],
                    _ => &[(1, -2), (1, 2), (2, -1), (2, 1)],
                };
                for index in 0..geometry.count(Kind::Cell) as u32 {
                    for &step in steps {
                        let Some(other) = geometry.shifted(index, step) else {
                            continue;
                        };
                        let [a, b] = [index, other].map(|index| Atom {
                            kind: Kind::Cell,
                            board: self.board,
                            index,
                        });
                        pairs.push((Value::Atom(a), Value::Atom(b), TRUE));
                    }
                }
            }
        }
        self.pairs_filtered(phrase, pairs, None)
    }

    /// Applies the adjectives to both, and `where` to the pair.
    fn pairs_filtered(
        &mut self,
        phrase: &Phrase,
        pairs: Vec<(Value, Value, Test)>,
        used: Option<usize>,
    ) -> Made<Vec<(Vec<Value>, Test)>> {
        let mut found = Vec::new();
        for (a, b, guard) in pairs {
            let mut tests = vec![guard];
            for (negated, adjective) in &phrase.adjectives {
                for value in [&a, &b] {
                    let truth = self.adjective(adjective, value, &[])?;
                    tests.push(if *negated { truth.fails() } else { truth.holds() });
                }
            }
            for (at, qualifier) in phrase.qualifiers.iter().enumerate() {
                if tests.contains(&FALSE) {
                    break;
                }
                if used == Some(at) {
                    continue;
                }
                match qualifier {
                    Qualifier::With(layer) => {
                        tests.push(self.has(&a, layer)?);
                        tests.push(self.has(&b, layer)?);
                    }
                    Qualifier::Without(layer) => {
                        tests.push(not(self.has(&a, layer)?));
                        tests.push(not(self.has(&b, layer)?));
                    }
                    Qualifier::Where(formula) => {
                        let depth = self.scope.names.len();
                        for (variable, value) in phrase.variables.iter().zip([&a, &b]) {
                            self.scope.names.push((variable.name.clone(), value.clone()));
                        }
                        let truth = self.truth(formula);
                        self.scope.names.truncate(depth);
                        tests.push(truth?.holds());
                    }
                    qualifier => {
                        tests.push(self.keeps(phrase, qualifier, &a)?);
                        tests.push(self.keeps(phrase, qualifier, &b)?);
                    }
                }
            }
            let test = and(tests);
            if test != FALSE {
                found.push((vec![a, b], test));
            }
        }
        if found.is_empty() {
            self.look_for_gaps(phrase, used)?;
        }
        Ok(found)
    }

    fn steps(&mut self, phrase: &Phrase) -> Made<Vec<(Vec<Value>, Test)>> {
        let used = phrase.qualifiers.iter().position(|qualifier| matches!(qualifier, Qualifier::In(_)));
        let Some((used, Qualifier::In(source))) = used.map(|at| (at, &phrase.qualifiers[at])) else {
            return self.wrong(&phrase.span, "steps in what?", "expected `in` and a line, as in `step a, b in r`");
        };
        let place = self.place(source)?;
        let mut pairs = Vec::new();
        for (i, (a, test)) in place.members.iter().enumerate() {
            // The next member that is there.
            let mut between = vec![test.clone()];
            for (b, other) in &place.members[i + 1..] {
                let mut tests = between.clone();
                tests.push(other.clone());
                if !place.circular || self.share_side(*a, *b) {
                    pairs.push((Value::Atom(*a), Value::Atom(*b), and(tests)));
                }
                if *other == TRUE {
                    break;
                }
                between.push(not(other.clone()));
            }
        }
        if place.circular {
            pairs.extend(self.around_the_end(&place)?);
        }
        self.pairs_filtered(phrase, pairs, Some(used))
    }

    /// The step of a ring from its last member to its first one, if it has more than two.
    fn around_the_end(&mut self, place: &Place) -> Made<Vec<(Value, Value, Test)>> {
        let guards: Vec<Test> = place.members.iter().map(|(_, guard)| guard.clone()).collect();
        let terms = guards.iter().map(|guard| (1, super::logic::counted(guard.clone(), Number::Const(1))));
        let Some(count) = super::logic::sum(terms) else {
            return Ok(Vec::new());
        };
        let sign = quadrille_engine::propagators::Comparison::AtMost;
        let several = super::logic::compare(Number::Const(3), sign, count);
        let mut found = Vec::new();
        for (j, (b, _)) in place.members.iter().enumerate() {
            for (i, (a, _)) in place.members.iter().enumerate().skip(j + 1) {
                if self.share_side(*a, *b) {
                    let outside = guards[..j].iter().chain(&guards[i + 1..]).cloned().map(not);
                    let both = [guards[i].clone(), guards[j].clone(), several.clone(), and(outside)];
                    found.push((Value::Atom(*a), Value::Atom(*b), self.settled(and(both))?));
                }
            }
        }
        Ok(found)
    }

    fn share_side(&self, a: Atom, b: Atom) -> bool {
        let geometry = &self.data.geometry;
        let beside = |d: &Direction| geometry.neighbour(a.index, *d) == Some(b.index);
        a.kind == Kind::Cell && b.kind == Kind::Cell && a.board == b.board && Direction::ALL.iter().any(beside)
    }
}

/// When an atom is one of these members.
fn guard_among(members: &[Member], atom: Atom) -> Test {
    let ways = members.iter().filter(|(value, _)| matches!(value, Value::Atom(own) if *own == atom));
    or(ways.map(|(_, guard)| guard.clone()))
}

fn until(phrase: &Phrase) -> Option<(bool, &super::super::syntax::Word)> {
    phrase.qualifiers.iter().find_map(|qualifier| match qualifier {
        Qualifier::Until(negated, word) => Some((*negated, word)),
        _ => None,
    })
}

/// The first or last so many of members that are there.
fn take(mut members: Vec<Member>, end: End, count: usize) -> Vec<Member> {
    if end == End::Last {
        members.reverse();
    }
    let mut taken: Vec<Member> = Vec::new();
    for i in 0..members.len() {
        let (value, test) = members[i].clone();
        let before: Vec<Test> = members[..i].iter().map(|(_, test)| test.clone()).collect();
        let sure = before.iter().filter(|test| **test == TRUE).count();
        if sure >= count {
            break;
        }
        let few = if before.len() < count {
            TRUE
        } else if count == 1 {
            and(before.into_iter().map(not))
        } else {
            let terms = before.into_iter().map(|test| (1, super::logic::counted(test, Number::Const(1))));
            let Some(sum) = super::logic::sum(terms) else {
                continue;
            };
            super::logic::compare(
                sum,
                quadrille_engine::propagators::Comparison::Less,
                Number::Const(count as i128),
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

/// The direction of this name.
pub(super) fn direction_called(name: &str) -> Option<Direction> {
    Some(match name {
        "up" => Direction::North,
        "right" => Direction::East,
        "down" => Direction::South,
        "left" => Direction::West,
        _ => return None,
    })
}

fn direction_name(direction: Direction) -> &'static str {
    match direction {
        Direction::North => "up",
        Direction::East => "right",
        Direction::South => "down",
        Direction::West => "left",
    }
}
