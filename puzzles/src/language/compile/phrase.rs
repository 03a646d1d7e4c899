//! Noun phrases: what their variables range over, each with the test under which it is meant.

use std::rc::Rc;

use quadrille_engine::propagators::{Number, Test};

use super::super::geometry::{AROUND, Atom, KNIGHT};
use super::super::syntax::{End, Expr, Kind, Lines, Name, Noun, PairOf, Phrase, Qualifier};
use super::logic::{FALSE, TRUE, and, not, or};
use super::value::{Identity, Place, Value};
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
        for (values, test) in self.named(phrase)? {
            self.count_binding(&phrase.span)?;
            let depth = self.scope.names.len();
            let joined = self.join_name(name, &values);
            for (variable, value) in phrase.variables.iter().zip(values) {
                self.scope.names.push((variable.name.clone(), value));
            }
            let made = self.for_each(rest, &and([guard.clone(), test]), &joined, each);
            self.scope.names.truncate(depth);
            made?;
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
        let base = self.base(phrase)?;
        let mut members = self.filtered(phrase, base)?;
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
            for qualifier in &phrase.qualifiers {
                if tests.last() == Some(&FALSE) {
                    break;
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
                    Qualifier::Besides(other) => {
                        let other = self.value(other)?;
                        not(self.same(&value, &other, &phrase.span)?)
                    }
                    Qualifier::Touching(place) => self.touches(&value, place)?,
                    Qualifier::On(board) => self.is_on_board(&value, board)?,
                    Qualifier::In(place) if !is_taken_from(phrase) => self.is_within(&value, place)?,
                    _ => TRUE,
                };
                tests.push(test);
            }
            let test = and(tests);
            if test != FALSE {
                kept.push((value, test));
            }
        }
        Ok(kept)
    }

    /// Whether all of a value lies in a place.
    fn is_within(&mut self, value: &Value, place: &Expr) -> Made<Test> {
        if let Value::Board(_) = self.value(place)? {
            return self.is_on_board(value, place);
        }
        let outer = self.place(place)?;
        let test = match value {
            Value::Atom(atom) => self.lies_in(&outer, *atom),
            Value::Place(inner) => and(inner.members.iter().map(|(atom, member)| {
                or([not(member.clone()), self.lies_in(&outer, *atom)])
            })),
            _ => TRUE,
        };
        self.settled(test)
    }

    /// Whether an atom lies in a place; of a place of cells, what touches only cells of it lies in it, too (and of a
    /// link both cells).
    pub(super) fn lies_in(&self, place: &Place, atom: Atom) -> Test {
        if place.members.iter().all(|(member, _)| member.kind == atom.kind) {
            return place.guard_of(atom);
        }
        let geometry = &self.data.geometry;
        let cells: Vec<u32> = match atom.kind {
            Kind::Cell => vec![atom.index],
            Kind::Link => geometry.link_cells(atom.index).to_vec(),
            Kind::Edge => geometry.edge_cells(atom.index).into_iter().flatten().collect(),
            Kind::Corner => geometry.corner_cells(atom.index),
        };
        and(cells.into_iter().map(|index| {
            place.guard_of(Atom {
                kind: Kind::Cell,
                index,
                ..atom
            })
        }))
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
        let geometry = self.data.geometry;
        let mine: Vec<(Atom, Test)> = match value {
            Value::Atom(atom) => vec![(*atom, TRUE)],
            Value::Place(place) => place.members.clone(),
            _ => return self.wrong(&place.span, "this has no sides", "expected a cell or a place of cells"),
        };
        let mut ways = Vec::new();
        for (atom, guard) in mine {
            for (member, test) in &other.members {
                let beside = match (atom.kind, member.kind) {
                    (Kind::Cell, Kind::Cell) => {
                        atom.board == member.board
                            && Direction::ALL
                                .iter()
                                .any(|&d| geometry.neighbour(atom.index, d) == Some(member.index))
                    }
                    (Kind::Cell, Kind::Corner) => geometry.cell_corners(atom.index).contains(&member.index),
                    (Kind::Corner, Kind::Cell) => geometry.cell_corners(member.index).contains(&atom.index),
                    _ => false,
                };
                if beside {
                    ways.push(and([guard.clone(), test.clone()]));
                }
            }
        }
        self.settled(or(ways))
    }

    /// What a noun and the qualifiers that say where it is taken from name, before anything is filtered.
    fn base(&mut self, phrase: &Phrase) -> Made<Vec<Member>> {
        let mut source: Option<&Qualifier> = None;
        let mut range: Option<(Option<&Expr>, Option<&Expr>)> = None;
        for qualifier in &phrase.qualifiers {
            match qualifier {
                Qualifier::In(_)
                | Qualifier::Of(_)
                | Qualifier::Beyond(..)
                | Qualifier::SeenFrom(_)
                | Qualifier::Reached(..) => {
                    // `in P` keeps those in P of what is taken from somewhere else.
                    let replaces = source.is_none_or(|known| matches!(known, Qualifier::In(_)));
                    if replaces && !(source.is_some() && matches!(qualifier, Qualifier::In(_))) {
                        source = Some(qualifier);
                    }
                }
                Qualifier::Before(x) => range.get_or_insert((None, None)).1 = Some(x),
                Qualifier::After(x) => range.get_or_insert((None, None)).0 = Some(x),
                _ => {}
            }
        }
        let members = match &phrase.noun {
            Noun::Atoms(kind) => match source {
                None => self.all_atoms(*kind),
                Some(Qualifier::In(place)) => self.atoms_in(*kind, place)?,
                Some(Qualifier::Of(of)) => self.atoms_of(*kind, of)?,
                Some(Qualifier::Beyond(direction, from)) => {
                    let from = self.atom(from)?;
                    let until = until(phrase);
                    match (from, self.value(direction)?) {
                        (None, _) | (_, Value::Missing | Value::Empty) => Vec::new(),
                        (Some(from), Value::Direction(direction)) => self.ray(from, direction, until)?,
                        (Some(from), Value::Directions(directions)) => {
                            let mut cells = Vec::new();
                            for direction in directions {
                                cells.extend(self.ray(from, direction, until)?);
                            }
                            cells
                        }
                        (Some(from), Value::Choice(choice)) => {
                            let mut cells = Vec::new();
                            for (code, direction) in Direction::ALL.into_iter().enumerate() {
                                let test = Test::is(choice.var, code as i32);
                                for (cell, guard) in self.ray(from, direction, until)? {
                                    cells.push((cell, and([test.clone(), guard])));
                                }
                            }
                            cells
                        }
                        _ => return self.wrong(&direction.span, "this is no direction", "expected up, right, down or left"),
                    }
                }
                Some(Qualifier::SeenFrom(from)) => match self.atom(from)? {
                    None => Vec::new(),
                    Some(from) => {
                        let mut cells = Vec::new();
                        for direction in Direction::ALL {
                            cells.extend(self.ray(from, direction, until(phrase))?);
                        }
                        cells
                    }
                },
                Some(Qualifier::Reached(from, material)) => match self.atom(from)? {
                    None => Vec::new(),
                    Some(from) => self.reached(from, material)?,
                },
                Some(_) => Vec::new(),
            },
            Noun::Neighbour | Noun::Contact | Noun::Knight => match source {
                Some(Qualifier::Of(of)) => self.around(&phrase.noun, of)?,
                _ => {
                    return self.wrong(&phrase.span, "of what?", "expected `of` and a cell, as in `neighbours of c`");
                }
            },
            Noun::Lines(lines) => self.lines(*lines, source)?,
            Noun::Block(rows, columns) => self.blocks(rows, columns, false, source)?,
            Noun::Box(rows, columns) => self.blocks(rows, columns, true, source)?,
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
            Noun::EqualGroup(layer) => self.single_equal_groups(layer)?,
            Noun::Pair(_) | Noun::Step => {
                return self.wrong(&phrase.span, "two things at once", "a pair has two variables, as in `pair a, b of neighbours`");
            }
        };
        let members = self.towards(phrase, members)?;
        match range {
            None => Ok(members),
            Some((after, before)) => self.between(members, after, before),
        }
    }

    fn values_to(&mut self, from: i64, to: &Expr) -> Made<Vec<Member>> {
        let span = &to.span;
        let number = match self.value(to)? {
            Value::Number(number) => number,
            Value::Missing | Value::Empty => return Ok(Vec::new()),
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
            Value::Missing | Value::Empty => return Ok(Vec::new()),
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
                Value::Missing | Value::Empty => Vec::new(),
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
            Value::Missing | Value::Empty => return Ok(Vec::new()),
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
                open = and([open, if negated { ends } else { not(ends) }]);
                if open == FALSE {
                    break;
                }
            }
            cells.push((Value::Atom(atom), open.clone()));
        }
        Ok(cells)
    }

    fn lines(&mut self, lines: Lines, source: Option<&Qualifier>) -> Made<Vec<Member>> {
        if let Some(Qualifier::Of(of) | Qualifier::In(of)) = source {
            // The rows and columns of a block, or those through a cell.
            let place = match self.value(of)? {
                Value::Missing | Value::Empty => return Ok(Vec::new()),
                Value::Board(board) => {
                    let mine = std::mem::replace(&mut self.board, board);
                    let found = self.lines(lines, None);
                    self.board = mine;
                    return found;
                }
                Value::Atom(atom) => {
                    let all = self.lines(lines, None)?;
                    return Ok(all
                        .into_iter()
                        .filter(|(value, _)| match value {
                            Value::Place(place) => place.members.iter().any(|(member, _)| *member == atom),
                            _ => false,
                        })
                        .collect());
                }
                Value::Place(place) => place,
                _ => return self.wrong(&of.span, "this has no lines", "expected a place of cells"),
            };
            let board = place.members.first().map_or(self.board, |(atom, _)| atom.board);
            let mut found = Vec::new();
            for number in 0..self.data.geometry.count_lines(lines) {
                let mut line = self.line_place(lines, number, board);
                line.members.retain(|(atom, _)| place.members.iter().any(|(member, _)| member == atom));
                for member in &mut line.members {
                    member.1 = place.guard_of(member.0);
                }
                // Of the diagonals of a block, the two through its corners.
                let long = lines != Lines::Diagonal
                    || line.members.len() == self.extent(&place).0.max(self.extent(&place).1);
                if !line.members.is_empty() && long {
                    line.name = format!("{} of {}", line.name, place.name);
                    line.identity = Identity::Other;
                    found.push((Value::Place(Rc::new(line)), TRUE));
                }
            }
            return Ok(found);
        }
        Ok((0..self.data.geometry.count_lines(lines))
            .map(|number| (Value::Place(Rc::new(self.line_place(lines, number, self.board))), TRUE))
            .collect())
    }

    /// Rows and columns from the first to the last that a place may have.
    pub(super) fn extent(&self, place: &Place) -> (usize, usize) {
        let positions: Vec<(usize, usize)> =
            place.members.iter().map(|(atom, _)| self.data.geometry.position(atom.index)).collect();
        let span = |values: Vec<usize>| match (values.iter().min(), values.iter().max()) {
            (Some(low), Some(high)) => high - low + 1,
            _ => 0,
        };
        (
            span(positions.iter().map(|p| p.0).collect()),
            span(positions.iter().map(|p| p.1).collect()),
        )
    }

    fn blocks(
        &mut self,
        rows: &Expr,
        columns: &Expr,
        side_by_side: bool,
        source: Option<&Qualifier>,
    ) -> Made<Vec<Member>> {
        let (height, width) = (self.constant(rows)?, self.constant(columns)?);
        if height < 1 || width < 1 {
            return self.wrong(&rows.span, "a block without cells", "expected at least 1 by 1");
        }
        let (height, width) = (height as usize, width as usize);
        let within = match source {
            Some(Qualifier::In(place)) => Some(self.place(place)?),
            _ => None,
        };
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
                let guard = match &within {
                    None => TRUE,
                    Some(within) => and(place.members.iter().map(|(atom, _)| within.guard_of(*atom))),
                };
                if guard != FALSE {
                    found.push((Value::Place(Rc::new(place)), guard));
                }
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
            members
                .iter()
                .map(|(member, _)| self.same(member, &value, &end.span))
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
                if open_after && !ends.contains(&after) {
                    ends.push(after);
                }
                stretch(cells, ends);
            }
        }
        found
    }

    fn pairs(&mut self, phrase: &Phrase, of: &PairOf) -> Made<Vec<(Vec<Value>, Test)>> {
        let geometry = self.data.geometry;
        let within = phrase.qualifiers.iter().find_map(|qualifier| match qualifier {
            Qualifier::In(place) => Some(place),
            _ => None,
        });
        let within = within.map(|place| self.place(place)).transpose()?;
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
                        let test = match &within {
                            None => TRUE,
                            Some(within) => and([within.guard_of(a), within.guard_of(b)]),
                        };
                        if test != FALSE {
                            pairs.push((Value::Atom(a), Value::Atom(b), test));
                        }
                    }
                }
            }
        }
        self.pairs_filtered(phrase, pairs)
    }

    /// Applies the adjectives to both, and `where` to the pair.
    fn pairs_filtered(
        &mut self,
        phrase: &Phrase,
        pairs: Vec<(Value, Value, Test)>,
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
            for qualifier in &phrase.qualifiers {
                if tests.contains(&FALSE) {
                    break;
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
                    _ => {}
                }
            }
            let test = and(tests);
            if test != FALSE {
                found.push((vec![a, b], test));
            }
        }
        Ok(found)
    }

    fn steps(&mut self, phrase: &Phrase) -> Made<Vec<(Vec<Value>, Test)>> {
        let source = phrase.qualifiers.iter().find_map(|qualifier| match qualifier {
            Qualifier::In(place) => Some(place),
            _ => None,
        });
        let Some(source) = source else {
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
                pairs.push((Value::Atom(*a), Value::Atom(*b), and(tests)));
                if *other == TRUE {
                    break;
                }
                between.push(not(other.clone()));
            }
        }
        self.pairs_filtered(phrase, pairs)
    }
}

fn until(phrase: &Phrase) -> Option<(bool, &super::super::syntax::Word)> {
    phrase.qualifiers.iter().find_map(|qualifier| match qualifier {
        Qualifier::Until(negated, word) => Some((*negated, word)),
        _ => None,
    })
}

/// Whether the `in` of a phrase says where its members are taken from, so that it has been heeded.
fn is_taken_from(phrase: &Phrase) -> bool {
    let elsewhere = phrase.qualifiers.iter().any(|qualifier| {
        matches!(
            qualifier,
            Qualifier::Of(_) | Qualifier::Beyond(..) | Qualifier::SeenFrom(_) | Qualifier::Reached(..)
        )
    });
    match phrase.noun {
        Noun::Atoms(_) | Noun::Lines(_) => !elsewhere,
        Noun::Block(..) | Noun::Box(..) | Noun::Run(_) | Noun::Pair(_) | Noun::Step => true,
        _ => false,
    }
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
