//! Functions of something: layers, definitions, coordinates and sizes.

use super::super::groups::member::is_member;
use super::super::logic::{TRUE, and, counted, or, sum};
use super::super::value::{Choice, Identity, Place, Value};
use super::super::{Compiler, Made};
use crate::grid::Direction;
use crate::language::geometry::{AROUND, Atom};
use crate::language::syntax::{
    Domain, Expr, Ground, Kind, Lines, Node, Noun, STANDING, Span, Word,
};
use crate::language::values::{Datum, position};
use quadrille_engine::propagators::{Number, Test};
use smallvec::SmallVec;
use std::rc::Rc;

/// A row or column by its number, and its board.
type Through = (usize, u8);

impl Compiler<'_> {
    /// `NAME of X`.
    pub(crate) fn function(&mut self, word: &Word, arguments: &[Expr], span: &Span) -> Made<Value> {
        let name = &*word.name;
        if let Some(definition) = self
            .data
            .book
            .definitions
            .iter()
            .position(|d| *d.word.name == *name)
        {
            let mut values = SmallVec::new();
            for argument in arguments {
                values.push(self.value_to_name(argument)?);
            }
            return self.defined(definition, values, span);
        }
        let book = &self.data.book;
        if let Some(layer) = book.layer(name) {
            let argument = self.value(&arguments[0])?;
            return self.layer_of(layer, &argument, &arguments[0].span);
        }
        match name {
            "link" if arguments.len() == 2 => self.link_between(arguments, span),
            "distance" => self.of_two(arguments, 1, span, |compiler, a, b| {
                let geometry = &compiler.data.geometry;
                let steps = geometry.cell(a.index).taxicab(geometry.cell(b.index));
                Value::Number(Number::Const(steps as i128))
            }),
            "x" | "y" => {
                let ways = self.lines_through(&arguments[0], name == "x")?;
                let number = |(test, line): (Test, Option<Through>)| match line {
                    Some((line, _)) => (test, Value::Number(Number::Const(line as i128 + 1))),
                    None => (test, Value::Empty),
                };
                self.first_of(ways.into_iter().map(number).collect(), span)
            }
            "row" | "column" => {
                let lines = if name == "row" {
                    Lines::Row
                } else {
                    Lines::Column
                };
                let mut places = Vec::new();
                for (test, line) in self.lines_through(&arguments[0], name == "column")? {
                    let place = match line {
                        Some((line, board)) => {
                            Value::Place(Rc::new(self.line_place(lines, line, board)))
                        }
                        None => Value::Empty,
                    };
                    places.push((test, place));
                }
                self.first_of(places, span)
            }
            "side" => self.side_of(&arguments[0], span),
            "opposite" => self.opposite_of(&arguments[0], span),
            "ring" => self.of_one(&arguments[0], span, |compiler, cell| {
                let geometry = &compiler.data.geometry;
                let around = AROUND
                    .iter()
                    .filter_map(|&step| geometry.shifted(cell.index, step));
                let mut place = Place::plain(around.map(|index| Atom { index, ..cell }));
                place.circular = true;
                place.name = format!("the ring of {}", geometry.name(cell));
                Ok(Value::Place(Rc::new(place)))
            }),
            "board" => self.of_one(&arguments[0], span, |_, cell| Ok(Value::Board(cell.board))),
            "size" => self.size_of(&arguments[0], span),
            "width" | "height" => self.extent_of(&arguments[0], name == "width", span),
            "shape" => {
                let place = self.place(&arguments[0])?;
                self.shape_of(&place, span)
            }
            STANDING => Ok(Value::Standing(self.place(&arguments[0])?)),
            _ => self.unclear(span),
        }
    }

    fn link_between(&mut self, cells: &[Expr], span: &Span) -> Made<Value> {
        self.of_two(cells, 1, span, |compiler, a, b| {
            let geometry = &compiler.data.geometry;
            let link = Direction::ALL
                .iter()
                .find(|&&d| geometry.neighbour(a.index, d) == Some(b.index))
                .and_then(|&d| geometry.link(a.index, d));
            link.map_or(Value::Empty, |index| {
                Value::Atom(Atom {
                    kind: Kind::Link,
                    board: a.board,
                    index,
                })
            })
        })
    }

    /// `side of v`: the one at which a view begins.
    fn side_of(&mut self, view: &Expr, span: &Span) -> Made<Value> {
        let place = self.place(view)?;
        Ok(match place.identity {
            Identity::Line(Lines::View, number, _) => {
                Value::Direction(self.data.geometry.view_side(number))
            }
            _ if place.members.is_empty() => Value::Empty,
            _ => return self.unclear(span),
        })
    }

    /// `opposite of d` of a direction, or of a view: the one from the other end of its line.
    fn opposite_of(&mut self, of: &Expr, span: &Span) -> Made<Value> {
        if let Some(back) = self.opposite_direction(of)? {
            return Ok(back);
        }
        let place = self.place(of)?;
        Ok(match place.identity {
            Identity::Line(Lines::View, number, board) => {
                let other = self.data.geometry.opposite_view(number);
                Value::Place(Rc::new(self.line_place(Lines::View, other, board)))
            }
            _ if place.members.is_empty() => Value::Empty,
            _ => return self.unclear(span),
        })
    }

    fn size_of(&mut self, of: &Expr, span: &Span) -> Made<Value> {
        if let Some(size) = self.size_of_open_group(of) {
            self.spend(1, span)?;
            return Ok(Value::Number(size));
        }
        if let Some(size) = self.size_of_first_group(of)? {
            return self.total(Some(size), span);
        }
        let place = self.place(of)?;
        // Rules ask for it once for each pair of cells; to make the sum again was a third of compiling a fillmat.
        let area = match place.identity {
            Identity::AreaOf(layer, atom) => Some((layer, atom)),
            _ => None,
        };
        if let Some(&known) = area.and_then(|area| self.memo.sizes.get(&area)) {
            return Ok(Value::Number(Number::Var(known)));
        }
        let size = self.size_of_whole_group(&place).or_else(|| {
            let members = place.members.iter();
            sum(members.map(|(_, test)| (1, counted(test.clone(), Number::Const(1)))))
        });
        let size = self.total(size, span)?;
        if let (Some(area), Value::Number(Number::Var(var))) = (area, &size) {
            self.memo.sizes.insert(area, *var);
        }
        Ok(size)
    }

    /// The columns, or rows, from the first to the last that a place has members in.
    fn extent_of(&mut self, of: &Expr, is_width: bool, span: &Span) -> Made<Value> {
        let place = self.place(of)?;
        if place.members.is_empty() {
            return self.total(Some(Number::Const(0)), span);
        }
        let mut members: Vec<(Test, Number)> = Vec::new();
        for (atom, test) in &place.members {
            for (row, column) in self.positions(*atom) {
                let at = if is_width { column } else { row } as i128;
                members.push((test.clone(), Number::Const(at)));
            }
        }
        let some = or(members.iter().map(|(test, _)| test.clone()));
        let greatest = Number::Greatest(members.clone());
        let size = sum([
            (1, greatest),
            (-1, Number::Least(members)),
            (1, Number::Const(1)),
        ]);
        let size = match some {
            TRUE => size,
            some => size.map(|size| {
                Number::Choose(Box::new(some), Box::new(size), Box::new(Number::Const(0)))
            }),
        };
        self.total(size, span)
    }

    /// `size of g` for the group of the current rule, whose cells depend on nothing but the group.
    fn size_of_open_group(&self, argument: &Expr) -> Option<Number> {
        let Node::Name(name) = &argument.node else {
            return None;
        };
        let Some(Value::Place(place)) = self.eval.scope.get(name) else {
            return None;
        };
        let Identity::Group(group) = place.identity else {
            return None;
        };
        let vertices = self.groups.all[group].vertices.len();
        let is_whole = self.eval.open_group == Some(group) && place.members.len() == vertices;
        let vertices = 0..vertices;
        is_whole.then_some(Number::Members { group, vertices })
    }

    /// The size of a place that is a group with all that may be in it.
    fn size_of_whole_group(&self, place: &Place) -> Option<Number> {
        let Identity::Group(group) = place.identity else {
            return None;
        };
        let vertices = 0..self.groups.all[group].vertices.len();
        let members = vertices.clone().map(|vertex| is_member(group, vertex));
        let tests = place.members.iter().map(|(_, test)| test);
        let is_whole = tests.eq(&members.collect::<Vec<_>>());
        is_whole.then_some(Number::Members { group, vertices })
    }

    /// `size of first group of X`, if it depends on the solution which group this is: the size of the one that it is. As
    /// the number of cells in it, it would need a variable for each cell and each group that it may be in.
    fn size_of_first_group(&mut self, argument: &Expr) -> Made<Option<Number>> {
        let Node::Phrase(phrase) = &argument.node else {
            return Ok(None);
        };
        let is_group = matches!(
            phrase.noun,
            Noun::Group(..) | Noun::EqualGroup(_) | Noun::JoinedGroup(..)
        );
        let takes_one = matches!(phrase.take, Some((_, None)));
        if !is_group || !takes_one || phrase.of().is_none() {
            return Ok(None);
        }
        let groups = self.members(phrase)?;
        if groups.len() < 2 {
            return Ok(None);
        }
        let mut sizes = Vec::new();
        for (value, guard) in groups {
            let Value::Place(place) = value else {
                return Ok(None);
            };
            let members = place.members.iter();
            let size = sum(members.map(|(_, test)| (1, counted(test.clone(), Number::Const(1)))));
            let Some(size) = size else {
                return Ok(None);
            };
            sizes.push((self.reify(guard)?, self.reify_number(size)?));
        }
        sizes.push((TRUE, Number::Const(0)));
        Ok(Some(Number::First(sizes)))
    }

    /// The column, or the row, that contains all of an atom or a place, and the board; with a test for each if that
    /// depends on the solution.
    fn lines_through(
        &mut self,
        argument: &Expr,
        column: bool,
    ) -> Made<Vec<(Test, Option<Through>)>> {
        let through = |compiler: &Self, atoms: &[Atom]| {
            let mut lines = atoms.iter().map(|&atom| compiler.common(atom, column));
            let first = lines.next()??;
            lines
                .all(|line| line == Some(first))
                .then_some((first, atoms[0].board))
        };
        if let Value::Place(place) = self.value(argument)?
            && !place.is_one_atom()
        {
            if place.members.iter().any(|(_, test)| *test != TRUE) {
                // Left to the interpreter.
                return self.unclear(&argument.span);
            }
            let atoms: Vec<Atom> = place.members.iter().map(|(atom, _)| *atom).collect();
            return Ok(vec![(TRUE, through(self, &atoms))]);
        }
        let ways = self.atoms(argument)?.into_iter();
        Ok(ways
            .map(|(atom, test)| (test, through(self, &[atom])))
            .collect())
    }

    /// The value of a function of an atom that may depend on the solution.
    fn of_one(
        &mut self,
        argument: &Expr,
        span: &Span,
        of: impl Fn(&Self, Atom) -> Made<Value>,
    ) -> Made<Value> {
        let mut ways = Vec::new();
        for (atom, guard) in self.atoms(argument)? {
            ways.push((guard, of(self, atom)?));
        }
        self.first_of(ways, span)
    }

    /// The same for two of them, with the cost of each value in steps.
    pub(super) fn of_two(
        &mut self,
        arguments: &[Expr],
        cost: usize,
        span: &Span,
        of: impl Fn(&Self, Atom, Atom) -> Value,
    ) -> Made<Value> {
        let (first, second) = (self.atoms(&arguments[0])?, self.atoms(&arguments[1])?);
        self.spend(first.len() * second.len() * cost, span)?;
        if let (&[(a, TRUE)], &[(b, TRUE)]) = (&first[..], &second[..]) {
            return Ok(of(self, a, b));
        }
        let mut ways = Vec::new();
        for (a, one) in &first {
            let both = |other: &Test| and([one.clone(), other.clone()]);
            ways.extend(
                second
                    .iter()
                    .map(|(b, other)| (both(other), of(self, *a, *b))),
            );
        }
        self.first_of(ways, span)
    }

    /// Rows and columns of a cell or corner; of a link or an edge those of the cells that it touches.
    pub(crate) fn positions(&self, atom: Atom) -> Vec<(usize, usize)> {
        let geometry = &self.data.geometry;
        match atom.kind {
            Kind::Corner => vec![geometry.corner_position(atom.index)],
            _ => self
                .cells_of(atom)
                .into_iter()
                .map(|cell| geometry.position(cell.index))
                .collect(),
        }
    }

    /// `opposite of d`, if d is a direction.
    fn opposite_direction(&mut self, of: &Expr) -> Made<Option<Value>> {
        Ok(match self.value(of)? {
            Value::Direction(direction) => Some(Value::Direction(direction.opposite())),
            Value::Choice(Choice { layer, var })
                if self.data.book.layers[layer].domain == Domain::Direction =>
            {
                let each = Direction::ALL.iter().enumerate();
                let back = each.map(|(code, direction)| {
                    (
                        Test::is(var, code as i32),
                        Value::Direction(direction.opposite()),
                    )
                });
                Some(Value::First(Rc::new(back.collect())))
            }
            Value::First(_) => return self.unclear(&of.span),
            _ => None,
        })
    }

    /// The cells that an atom touches: a cell itself, the two of a link.
    pub(crate) fn cells_of(&self, atom: Atom) -> Vec<Atom> {
        let geometry = &self.data.geometry;
        let cells = match atom.kind {
            Kind::Cell => vec![atom.index],
            Kind::Link => geometry.link_cells(atom.index).to_vec(),
            Kind::Edge => geometry
                .edge_cells(atom.index)
                .into_iter()
                .flatten()
                .collect(),
            Kind::Corner => geometry.corner_cells(atom.index),
        };
        let cell = |index| Atom {
            kind: Kind::Cell,
            index,
            ..atom
        };
        cells.into_iter().map(cell).collect()
    }

    /// The column, or the row, that contains all of an atom.
    pub(crate) fn common(&self, atom: Atom, column: bool) -> Option<usize> {
        let positions = self.positions(atom).into_iter();
        let mut numbers = positions.map(|position| if column { position.1 } else { position.0 });
        let first = numbers.next()?;
        numbers.all(|number| number == first).then_some(first)
    }

    /// A layer at an atom, a line, a region, or inside one.
    ///
    /// Longer than other functions: an arm for each ground of a layer and each place at which it can be asked.
    pub(crate) fn layer_of(&mut self, layer: usize, at: &Value, span: &Span) -> Made<Value> {
        let book = &self.data.book;
        let on = &book.layers[layer].on;
        let geometry = self.data.geometry;
        if let Value::Missing = at {
            return Ok(Value::Missing);
        }
        if let Value::Empty = at {
            return Ok(Value::Empty);
        }
        if let Value::Place(place) = at
            && place.is_one_atom()
            && place.members.iter().any(|(_, test)| *test != TRUE)
        {
            return self.layer_of_one(layer, place, span);
        }
        // A region to find. By pattern: comparing whole domains was 1 % of a large ripple effect.
        if matches!(book.layers[layer].domain, Domain::Regions) && self.data.is_found(layer) {
            return self.found_region(layer, at, span);
        }
        if matches!(book.layers[layer].domain, Domain::Regions) {
            return Ok(match self.region_number(layer, at, span)? {
                Ok(region) => Value::Place(self.region_place(layer, region)),
                Err(nothing) => nothing,
            });
        }
        match (on, at) {
            (Ground::Puzzle, _) => Ok(self.read(layer, 0)),
            (Ground::Atoms(kind, _), Value::Atom(atom)) if atom.kind == *kind => {
                Ok(self.read(layer, position(&geometry, *atom)))
            }
            (Ground::Atoms(kind, _), Value::Place(place)) => {
                if place.members.is_empty() {
                    return Ok(Value::Empty);
                }
                if place.members.iter().any(|(atom, _)| atom.kind != *kind) {
                    return self.unclear(span);
                }
                if let [(atom, TRUE)] = place.members[..] {
                    return Ok(self.read(layer, position(&geometry, atom)));
                }
                let one = self.the_one(place, span)?;
                self.layer_of(layer, &Value::Place(one), span)
            }
            (Ground::Lines(lines), Value::Place(place)) => match place.identity {
                Identity::Line(found, number, board) => {
                    let number = match (lines, found) {
                        (a, b) if *a == b => number,
                        (Lines::Line, Lines::Row) => number,
                        (Lines::Line, Lines::Column) => geometry.rows + number,
                        (Lines::Row, Lines::Line) if number < geometry.rows => number,
                        (Lines::Column, Lines::Line) if number >= geometry.rows => {
                            number - geometry.rows
                        }
                        (Lines::View, Lines::Row) => number,
                        (Lines::View, Lines::Column) => 2 * geometry.rows + number,
                        _ => return self.line_layer(layer, *lines, place, span),
                    };
                    Ok(self.read(
                        layer,
                        board as usize * geometry.count_lines(*lines) + number,
                    ))
                }
                _ => self.line_layer(layer, *lines, place, span),
            },
            (Ground::Lines(lines), Value::Atom(atom)) => {
                self.line_layer(layer, *lines, &Place::plain([*atom]), span)
            }
            (Ground::Regions(regions), at) => {
                let Some(regions) = book.layer(&regions.name) else {
                    return Ok(Value::Missing);
                };
                if let Value::Place(place) = at
                    && let Identity::Region(of, region) = place.identity
                    && of == regions
                {
                    return Ok(self.read(layer, region));
                }
                Ok(match self.region_number(regions, at, span)? {
                    Ok(region) => self.read(layer, region),
                    Err(Value::Missing) if self.data.is_found(layer) => Value::Empty,
                    Err(nothing) => nothing,
                })
            }
            _ => self.unclear(span),
        }
    }

    /// The same at the member of a place that is there.
    fn layer_of_one(&mut self, layer: usize, place: &Place, span: &Span) -> Made<Value> {
        let mut ways = Vec::with_capacity(place.members.len());
        let (mut absence, mut untold) = (Vec::new(), 0);
        let before = std::mem::replace(&mut self.eval.absence.untold, false);
        for (atom, test) in &place.members {
            match self.layer_of(layer, &Value::Atom(*atom), span)? {
                Value::Missing => absence.push(test.clone()),
                value => ways.push((test.clone(), value)),
            }
            untold += usize::from(std::mem::replace(&mut self.eval.absence.untold, false));
        }
        self.eval.absence.untold = before || untold > 0;
        self.eval.absence.mixed |= 0 < untold && untold < absence.len();
        if !absence.is_empty() {
            self.eval.absence.when.push(or(absence));
        }
        self.first_of(ways, span)
    }

    /// The region to find that contains an atom.
    fn found_region(&mut self, layer: usize, at: &Value, span: &Span) -> Made<Value> {
        // A cell without the layer is in no region.
        let mut area_of = |atom: Atom| match self
            .layers
            .stands(layer, position(&self.data.geometry, atom))
        {
            true => self.area_of(layer, atom),
            false => Value::Empty,
        };
        match at {
            Value::Atom(atom) if atom.kind == Kind::Cell => Ok(area_of(*atom)),
            Value::Place(place) if place.members.is_empty() => Ok(Value::Empty),
            Value::Place(place) => match place.members[..] {
                [(atom, TRUE)] if atom.kind == Kind::Cell => Ok(area_of(atom)),
                _ => self.unclear(span),
            },
            _ => self.unclear(span),
        }
    }

    /// The region of data that contains all of a value; otherwise `Missing`, or `Empty` if several atoms are in several.
    pub(super) fn region_number(
        &self,
        layer: usize,
        at: &Value,
        span: &Span,
    ) -> Made<Result<usize, Value>> {
        let geometry = &self.data.geometry;
        let Ground::Atoms(kind, _) = self.data.book.layers[layer].on else {
            return self.unclear(span);
        };
        let atoms: Vec<Atom> = match at {
            Value::Atom(atom) => vec![*atom],
            Value::Place(place) if place.members.iter().all(|(_, guard)| *guard == TRUE) => {
                place.members.iter().map(|(atom, _)| *atom).collect()
            }
            Value::Place(_) => return self.unclear(span),
            _ => return self.unclear(span),
        };
        let several = in_several(atoms.len());
        let held = atoms.into_iter().flat_map(|atom| {
            if atom.kind == kind {
                vec![atom]
            } else {
                self.cells_of(atom)
            }
        });
        let mut regions =
            held.map(
                |atom| match self.data.layers[layer].get(position(geometry, atom)) {
                    Some(Datum::Region(region)) if atom.kind == kind => Some(*region),
                    _ => None,
                },
            );
        let Some(first) = regions.next() else {
            return Ok(Err(Value::Empty));
        };
        Ok(match regions.all(|other| other == first) {
            true => first.ok_or(Value::Missing),
            false => Err(several),
        })
    }

    /// A layer on rows or columns at a place that lies in one of them.
    pub(super) fn line_layer(
        &mut self,
        layer: usize,
        lines: Lines,
        place: &Place,
        span: &Span,
    ) -> Made<Value> {
        if !matches!(lines, Lines::Row | Lines::Column) {
            return self.unclear(span);
        }
        let Some((first, _)) = place.members.first() else {
            return Ok(Value::Empty);
        };
        if place.members.iter().any(|(_, guard)| *guard != TRUE) {
            return self.unclear(span);
        }
        let cells = place
            .members
            .iter()
            .flat_map(|(atom, _)| self.cells_of(*atom));
        let positions = cells.map(|cell| self.data.geometry.position(cell.index));
        let mut numbers =
            positions.map(|(row, column)| if lines == Lines::Row { row } else { column });
        let number = numbers
            .next()
            .filter(|number| numbers.all(|other| other == *number));
        let Some(number) = number else {
            return Ok(match in_several(place.members.len()) {
                Value::Missing if self.data.is_found(layer) => Value::Empty,
                nothing => nothing,
            });
        };
        let count = self.data.geometry.count_lines(lines);
        Ok(self.read(layer, first.board as usize * count + number))
    }
}

/// The region or line of so many atoms that are not in one: several atoms have none, for a single one the data tell none.
fn in_several(atoms: usize) -> Value {
    match atoms {
        1 => Value::Missing,
        _ => Value::Empty,
    }
}
