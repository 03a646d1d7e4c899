//! The source of a phrase's members: the grid, a place, a ray, the surroundings of a cell.

use super::super::budget::of_test;
use super::super::logic::{FALSE, TRUE, absorbed, and, not, or};
use super::super::value::{Place, Value};
use super::super::{Compiler, Made};
use super::phrase::Member;
use super::ray::is_same_atom;
use crate::grid::Direction;
use crate::language::geometry::{AROUND, Atom, KNIGHT, SIDES, direction_called};
use crate::language::syntax::{Expr, Kind, Lines, Noun, Phrase, Qualifier, Span};
use crate::language::values::position;
use fxhash::FxHashMap;
use quadrille_engine::propagators::{Number, Test};
use smallvec::{SmallVec, smallvec};
use std::rc::Rc;

impl Compiler<'_> {
    pub(crate) fn touches(&mut self, value: &Value, place: &Expr) -> Made<Test> {
        let other = self.place(place)?;
        let mine: Vec<(Atom, Test)> = match value {
            Value::Atom(atom) => vec![(*atom, TRUE)],
            Value::Place(place) => place.members.clone(),
            _ => return self.unclear(&place.span),
        };
        // By atom: its place among the others. To compare each two cells was a twentieth of solving a shimaguni, and more on
        // larger grids.
        let others = other.members.iter().enumerate();
        let place_of: FxHashMap<Atom, usize> = others.map(|(at, (atom, _))| (*atom, at)).collect();
        let mut ways = Vec::new();
        for (atom, guard) in mine {
            let own = place_of.get(&atom).map(|&at| &other.members[at].1);
            let outside = own.map_or(TRUE, |own| not(own.clone()));
            let mut beside: SmallVec<[usize; 4]> = SmallVec::new();
            if atom.kind == Kind::Cell {
                let sides = Direction::ALL.iter().filter_map(|&direction| {
                    let index = self.data.geometry.neighbour(atom.index, direction)?;
                    place_of.get(&Atom { index, ..atom }).copied()
                });
                beside.extend(sides);
                beside.sort_unstable();
            } else {
                let touches = |member: &Atom| match atom.kind {
                    Kind::Edge => self.cells_of(atom).contains(member),
                    kind if kind == member.kind && atom.board == member.board => {
                        !self.sides(&[(atom, TRUE), (*member, TRUE)]).is_empty()
                    }
                    _ => false,
                };
                let others = other.members.iter().enumerate();
                beside.extend(
                    others
                        .filter(|(_, (other, _))| touches(other))
                        .map(|(at, _)| at),
                );
            }
            for at in beside {
                let test = other.members[at].1.clone();
                ways.push(and([guard.clone(), outside.clone(), test]));
            }
        }
        self.reify(or(ways))
    }

    /// The cells on a ray, on the rays of `seen from`, or reached by a walk.
    pub(crate) fn source(&mut self, phrase: &Phrase, qualifier: &Qualifier) -> Made<Vec<Member>> {
        match qualifier {
            Qualifier::Beyond(direction, from) => {
                let origins = self.atoms(from)?;
                let directions = self.directions(direction)?;
                self.rays(origins, &directions, phrase)
            }
            Qualifier::SeenFrom(from) => {
                let origins = self.atoms(from)?;
                // The row from the left to the right, then the column.
                let directions = [
                    (Direction::West, TRUE),
                    (Direction::East, TRUE),
                    (Direction::North, TRUE),
                    (Direction::South, TRUE),
                ];
                self.rays(origins, &directions, phrase)
            }
            Qualifier::Reached(from, material) => match self.atom(from)? {
                None => Ok(Vec::new()),
                Some(from) => self.reached(from, material),
            },
            _ => Ok(Vec::new()),
        }
    }

    /// The members of a noun and the qualifier for its source, before filtering, and which qualifier that is.
    pub(crate) fn base(&mut self, phrase: &Phrase) -> Made<(Vec<Member>, Option<usize>)> {
        if matches!(range(phrase), (None, None))
            && let Some((at, members)) = match self.areas_at(phrase)? {
                None => self.group_at(phrase)?,
                areas => areas,
            }
        {
            return Ok((members, Some(at)));
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
            Noun::Neighbour | Noun::Contact | Noun::Knight | Noun::Image => {
                matches!(qualifier, Qualifier::Of(_))
            }
            Noun::Run(_) | Noun::Step => matches!(qualifier, Qualifier::In(_)),
            _ => false,
        };
        let used = phrase.qualifiers.iter().position(is_source);
        let source = used.map(|at| &phrase.qualifiers[at]);
        let members = match &phrase.noun {
            Noun::Atoms(kind) => match source {
                None => self.all_atoms(*kind),
                Some(Qualifier::In(place)) => {
                    self.atoms_in(*kind, place, self.eval.in_order || phrase.take.is_some())?
                }
                Some(Qualifier::Of(of)) => {
                    self.atoms_of(*kind, of, self.eval.in_order || phrase.take.is_some())?
                }
                Some(_) if *kind != Kind::Cell => return self.unclear(&phrase.span),
                Some(qualifier) => self.source(phrase, qualifier)?,
            },
            Noun::Neighbour | Noun::Contact | Noun::Knight => match source {
                Some(Qualifier::Of(of)) => self.around(&phrase.noun, of)?,
                _ => return self.unclear(&phrase.span),
            },
            Noun::Lines(lines) => self.lines(*lines),
            Noun::Block(rows, columns) => self.blocks(rows, columns, false)?,
            Noun::Box(rows, columns) => self.blocks(rows, columns, true)?,
            Noun::Regions(word) => {
                let is_order =
                    |q: &Qualifier| matches!(q, Qualifier::Before(_) | Qualifier::After(_));
                let in_order = self.eval.in_order
                    || phrase.take.is_some()
                    || phrase.qualifiers.iter().any(is_order);
                let layer = self.data.book.layer(&word.name).filter(|_| !in_order);
                match layer.and_then(|layer| self.all_owned(layer)) {
                    Some(members) => members,
                    None => self.regions_named(word)?,
                }
            }
            Noun::Value(from, to) => {
                // For an end to be found, use the largest value that it may take.
                let from = self.constant(from)?;
                self.values_to(from, to)?
            }
            Noun::Entry(list) => self.entries(list, phrase.keeps_told())?,
            Noun::Direction => Direction::ALL
                .into_iter()
                .map(|d| (Value::Direction(d), TRUE))
                .collect(),
            Noun::Board => (0..self.data.geometry.boards)
                .map(|b| (Value::Board(b as u8), TRUE))
                .collect(),
            Noun::Run(material) => self.runs(material, source)?,
            Noun::Group(material, touch) => self.single_groups(material, *touch)?,
            Noun::EqualGroup(layer) => self.single_equal_groups(layer)?,
            Noun::JoinedGroup(material, links) => self.single_joined_groups(material, links)?,
            Noun::Image => self.images(phrase)?,
            Noun::Face => return self.unclear(&phrase.span),
            Noun::Pair(_) | Noun::Step => return self.unclear(&phrase.span),
        };
        Ok((self.bounded(phrase, members)?, used))
    }

    /// What the side, and `before` and `after`, leave of the members of a noun.
    pub(crate) fn bounded(&mut self, phrase: &Phrase, members: Vec<Member>) -> Made<Vec<Member>> {
        let members = self.towards(phrase, members)?;
        match range(phrase) {
            (None, None) => Ok(members),
            (after, before) => self.between(members, after, before),
        }
    }

    pub(super) fn values_to(&mut self, from: i64, to: &Expr) -> Made<Vec<Member>> {
        let span = &to.span;
        let number = match self.value(to)? {
            Value::Number(number) => number,
            Value::Missing => {
                self.eval.missing = true;
                return Ok(Vec::new());
            }
            Value::Empty => return Ok(Vec::new()),
            _ => return self.unclear(&to.span),
        };
        if let Number::Const(to) = number {
            let to = i64::try_from(to).unwrap_or(i64::MAX);
            if to.saturating_sub(from) > 100_000 {
                return self.wrong(span, "too many values", "at most 100000 are possible");
            }
            return Ok((from..=to)
                .map(|k| (Value::Number(Number::Const(k.into())), TRUE))
                .collect());
        }
        let (_, most) = self.bounds(&number);
        let most = i64::try_from(most).unwrap_or(i64::MAX).min(from + 10_000);
        Ok((from..=most)
            .map(|k| {
                let constant = Number::Const(k.into());
                let test = super::super::logic::compare(
                    constant.clone(),
                    quadrille_engine::propagators::Comparison::AtMost,
                    number.clone(),
                );
                (Value::Number(constant), test)
            })
            .collect())
    }

    pub(crate) fn all_atoms(&self, kind: Kind) -> Vec<Member> {
        let count = self.data.geometry.count(kind) as u32;
        self.boards()
            .flat_map(|board| (0..count).map(move |index| Atom { kind, board, index }))
            .map(|atom| (Value::Atom(atom), TRUE))
            .collect()
    }

    /// Refuses a place whose members are in another order in each solution, where their order matters. The rule is
    /// then evaluated rather than propagated.
    pub(crate) fn needs_order(&mut self, place: &Place, span: &Span) -> Made<()> {
        if place.ordered {
            return Ok(());
        }
        self.unclear(span)
    }

    /// The atoms of a kind in a place, perhaps in its order.
    pub(super) fn atoms_in(&mut self, kind: Kind, of: &Expr, in_order: bool) -> Made<Vec<Member>> {
        if let Value::Board(board) = self.value(of)? {
            let count = self.data.geometry.count(kind) as u32;
            let atoms = (0..count).map(|index| Atom { kind, board, index });
            return Ok(atoms.map(|atom| (Value::Atom(atom), TRUE)).collect());
        }
        let place = self.place(of)?;
        if in_order {
            self.needs_order(&place, &of.span)?;
        }
        if place.members.iter().all(|(atom, _)| atom.kind == kind) {
            return Ok(place
                .members
                .iter()
                .map(|(atom, test)| (Value::Atom(*atom), test.clone()))
                .collect());
        }
        let geometry = self.data.geometry;
        let board = place
            .members
            .first()
            .map_or(self.current.board, |(atom, _)| atom.board);
        // Only those beside a cell of the place: the grid may have far more than the place.
        let guards: FxHashMap<u32, &Test> = place
            .members
            .iter()
            .filter(|(atom, _)| atom.kind == Kind::Cell && atom.board == board)
            .map(|(atom, guard)| (atom.index, guard))
            .collect();
        let mut beside: Vec<u32> = guards
            .keys()
            .flat_map(|&cell| geometry.beside_cell(kind, cell))
            .collect();
        beside.sort_unstable();
        beside.dedup();
        let guard_of = |cell: u32| guards.get(&cell).map_or(FALSE, |&guard| guard.clone());
        let mut found = Vec::new();
        for index in beside {
            let test = match kind {
                Kind::Link => and(geometry.link_cells(index).map(guard_of)),
                Kind::Edge => and(geometry
                    .edge_cells(index)
                    .into_iter()
                    .flatten()
                    .map(guard_of)),
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
    pub(super) fn atoms_of(
        &mut self,
        kind: Kind,
        of: &Expr,
        is_ordered: bool,
    ) -> Made<Vec<Member>> {
        let geometry = self.data.geometry;
        let place = self.place(of)?;
        let mut found: Vec<(Atom, SmallVec<[Test; 1]>)> = Vec::new();
        for (atom, guard) in &place.members {
            let indices: SmallVec<[u32; 4]> = match (kind, atom.kind) {
                (a, b) if a == b => smallvec![atom.index],
                (Kind::Link, Kind::Cell) => Direction::ALL
                    .iter()
                    .filter_map(|&d| geometry.link(atom.index, d))
                    .collect(),
                (Kind::Edge, Kind::Cell) => Direction::ALL
                    .iter()
                    .map(|&d| geometry.edge(atom.index, d))
                    .collect(),
                (Kind::Corner, Kind::Cell) => geometry.cell_corners(atom.index).into(),
                (Kind::Cell, Kind::Link) => SmallVec::from_slice(&geometry.link_cells(atom.index)),
                (Kind::Cell, Kind::Edge) => geometry
                    .edge_cells(atom.index)
                    .into_iter()
                    .flatten()
                    .collect(),
                (Kind::Cell, Kind::Corner) => geometry.corner_cells(atom.index).into(),
                (Kind::Corner, Kind::Edge) => {
                    SmallVec::from_slice(&geometry.edge_corners(atom.index))
                }
                (Kind::Edge, Kind::Corner) => Direction::ALL
                    .iter()
                    .filter_map(|&d| geometry.corner_edge(atom.index, d))
                    .collect(),
                _ => return self.unclear(&of.span),
            };
            for index in indices {
                let found_atom = Atom {
                    kind,
                    board: atom.board,
                    index,
                };
                match found.iter_mut().find(|(known, _)| *known == found_atom) {
                    Some((_, ways)) => ways.push(guard.clone()),
                    None => found.push((found_atom, smallvec![guard.clone()])),
                }
            }
        }
        // The atoms of a place are in reading order, unless it is the place itself. If the order does not matter, the
        // order of directions is better for the search.
        let is_other = |(atom, _): &(Atom, Test)| atom.kind != kind;
        if is_ordered && place.members.iter().any(is_other) {
            found.sort_unstable_by_key(|(atom, _)| *atom);
        }
        Ok(found
            .into_iter()
            .map(|(atom, ways)| (Value::Atom(atom), or(ways)))
            .collect())
    }

    /// Keeps the atoms on one side of the thing after `of`: `left link of c`, `neighbour of c towards d`.
    fn towards(&mut self, phrase: &Phrase, members: Vec<Member>) -> Made<Vec<Member>> {
        let side = phrase
            .adjectives
            .iter()
            .find_map(|(_, word)| direction_called(&word.name));
        let towards = phrase
            .qualifiers
            .iter()
            .find_map(|qualifier| match qualifier {
                Qualifier::Towards(direction) => Some(direction),
                _ => None,
            });
        let of = phrase.of().map(|(_, of)| of);
        // For a view, it is the side that it looks from.
        let is_view = matches!(phrase.noun, Noun::Lines(_));
        if side.is_none() && towards.is_none() || is_view {
            return Ok(members);
        }
        let Some(of) = of else {
            return self.unclear(&phrase.span);
        };
        let cells = self.atoms(of)?;
        let directions: Vec<(Direction, Test)> = match (side, towards) {
            _ if cells.is_empty() => return Ok(Vec::new()),
            (Some(side), _) => vec![(side, TRUE)],
            (None, Some(towards)) => self.directions(towards)?,
            (None, None) => Vec::new(),
        };
        let geometry = self.data.geometry;
        let mut found: Vec<(Value, Vec<Test>)> = Vec::new();
        let ways = cells
            .iter()
            .flat_map(|from| directions.iter().map(move |way| (from, way)));
        for ((cell, there), &(direction, ref test)) in ways {
            let index = match (&phrase.noun, cell.kind) {
                (Noun::Neighbour | Noun::Contact | Noun::Atoms(Kind::Cell), Kind::Cell) => {
                    geometry.neighbour(cell.index, direction)
                }
                (Noun::Atoms(Kind::Link), Kind::Cell) => geometry.link(cell.index, direction),
                (Noun::Atoms(Kind::Edge), Kind::Cell) => Some(geometry.edge(cell.index, direction)),
                (Noun::Atoms(Kind::Edge), Kind::Corner) => {
                    geometry.corner_edge(cell.index, direction)
                }
                _ => return self.unclear(&phrase.span),
            };
            for (value, guard) in &members {
                if let Value::Atom(atom) = value
                    && Some(atom.index) == index
                {
                    let way = and([there.clone(), test.clone(), guard.clone()]);
                    match found
                        .iter_mut()
                        .find(|(known, _)| is_same_atom(known, value))
                    {
                        Some((_, ways)) => ways.push(way),
                        None => found.push((value.clone(), vec![way])),
                    }
                }
            }
        }
        let found = found.into_iter();
        Ok(found.map(|(value, ways)| (value, or(ways))).collect())
    }

    pub(crate) fn around(&mut self, noun: &Noun, of: &Expr) -> Made<Vec<Member>> {
        let geometry = self.data.geometry;
        let cells = self.place(of)?;
        let single = cells.members.len() == 1;
        let mut found: Vec<(Atom, Vec<Test>)> = Vec::new();
        for (atom, guard) in &cells.members {
            if atom.kind != Kind::Cell {
                return self.unclear(&of.span);
            }
            let steps: &[(isize, isize)] = match noun {
                Noun::Neighbour => &SIDES,
                Noun::Contact => &AROUND,
                _ => &KNIGHT,
            };
            for &step in steps {
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
                let outside = if single {
                    TRUE
                } else {
                    not(cells.guard_of(atom))
                };
                Ok((Value::Atom(atom), self.reify(and([or(ways), outside]))?))
            })
            .filter(|member| !matches!(member, Ok((_, FALSE))))
            .collect()
    }

    pub(crate) fn lines(&self, lines: Lines) -> Vec<Member> {
        let count = self.data.geometry.count_lines(lines);
        self.boards()
            .flat_map(|board| (0..count).map(move |number| (board, number)))
            .map(|(board, number)| self.line_place(lines, number, board))
            .map(|place| (Value::Place(Rc::new(place)), TRUE))
            .collect()
    }

    pub(crate) fn blocks(
        &mut self,
        rows: &Expr,
        columns: &Expr,
        side_by_side: bool,
    ) -> Made<Vec<Member>> {
        let (height, width) = (self.constant(rows)?, self.constant(columns)?);
        if height < 1 || width < 1 {
            return self.wrong(
                &rows.span,
                "a block without cells",
                "expected at least 1 by 1",
            );
        }
        let (height, width) = (height as usize, width as usize);
        let geometry = self.data.geometry;
        let (down, right) = if side_by_side {
            (height, width)
        } else {
            (1, 1)
        };
        let mut found = Vec::new();
        let rows = (0..(geometry.rows + 1).saturating_sub(height)).step_by(down);
        let rows = self
            .boards()
            .flat_map(|board| rows.clone().map(move |row| (board, row)));
        for (board, row) in rows {
            for column in (0..(geometry.columns + 1).saturating_sub(width)).step_by(right) {
                let cells = (0..height * width).map(|i| Atom {
                    kind: Kind::Cell,
                    board,
                    index: ((row + i / width) * geometry.columns + column + i % width) as u32,
                });
                let mut place = Place::plain(cells);
                place.name = format!("the block at r{}c{}", row + 1, column + 1);
                found.push((Value::Place(Rc::new(place)), TRUE));
            }
        }
        Ok(found)
    }

    /// `areas of P`, for regions to find and a certain place: the regions of its cells, each once, and the qualifier
    /// used. Not in reading order, so not used where order matters. Without this, all regions of the grid would be
    /// tested for containing part of the place.
    fn areas_at(&mut self, phrase: &Phrase) -> Made<Option<(usize, Vec<Member>)>> {
        let Noun::Regions(word) = &phrase.noun else {
            return Ok(None);
        };
        let layer = self.data.book.layer(&word.name);
        let Some(layer) = layer.filter(|&layer| self.data.is_found(layer)) else {
            return Ok(None);
        };
        let Some((at, of)) = phrase.of() else {
            return Ok(None);
        };
        let cells: Vec<(Atom, Test)> = match self.value(of)? {
            Value::Atom(atom) => vec![(atom, TRUE)],
            Value::Place(place) => place.members.clone(),
            _ => return Ok(None),
        };
        let is_certain = |(atom, guard): &(Atom, Test)| atom.kind == Kind::Cell && *guard == TRUE;
        let is_ordered = cells.len() < 2 || !self.eval.in_order && phrase.take.is_none();
        if !is_ordered || !cells.iter().all(is_certain) {
            return Ok(None);
        }
        let geometry = self.data.geometry;
        let stands =
            |(atom, _): &(Atom, Test)| self.layers.stands(layer, position(&geometry, *atom));
        let cells: Vec<Atom> = cells
            .iter()
            .filter(|cell| stands(cell))
            .map(|cell| cell.0)
            .collect();
        let mut members = Vec::with_capacity(cells.len());
        for (i, &cell) in cells.iter().enumerate() {
            let mut earlier = Vec::with_capacity(i);
            for &other in &cells[..i] {
                earlier.push(self.same_area(layer, other, cell)?);
            }
            let test = not(or(earlier));
            if test != FALSE {
                members.push((self.area_of(layer, cell), test));
            }
        }
        Ok(Some((at, members)))
    }

    pub(super) fn regions_named(
        &mut self,
        word: &crate::language::syntax::Word,
    ) -> Made<Vec<Member>> {
        let Some(layer) = self.data.book.layer(&word.name) else {
            return self.unclear(&word.span);
        };
        if self.data.is_found(layer) {
            return self.single_areas(layer, &word.span);
        }
        let boards = self.boards();
        let regions = 0..self.data.region_names[layer].len();
        let is_on_board = |place: &Rc<Place>| {
            let first = place.members.first();
            first.is_some_and(|(atom, _)| boards.contains(&atom.board))
        };
        Ok(regions
            .map(|region| self.region_place(layer, region))
            .filter(is_on_board)
            .map(|place| (Value::Place(place), TRUE))
            .collect())
    }

    fn between(
        &mut self,
        members: Vec<Member>,
        after: Option<&Expr>,
        before: Option<&Expr>,
    ) -> Made<Vec<Member>> {
        if let Some(end) = after.or(before) {
            let parts: usize = members.iter().map(|(_, test)| of_test(test)).sum();
            self.spend(members.len().saturating_mul(parts) / 2, &end.span)?;
        }
        let mut position = |end: Option<&Expr>| -> Made<Option<Vec<Test>>> {
            let Some(end) = end else {
                return Ok(None);
            };
            let mut value = self.value(end)?;
            self.eval.missing |= matches!(value, Value::Missing);
            if let Value::Place(place) = &value
                && place.members.len() > 1
                && !place.is_one_atom()
                && matches!(members.first(), Some((Value::Atom(_), _)))
            {
                value = Value::Place(self.the_one(place, &end.span)?);
            }
            members
                .iter()
                .map(|(member, guard)| {
                    Ok(and([guard.clone(), self.same(member, &value, &end.span)?]))
                })
                .collect::<Made<Vec<Test>>>()
                .map(Some)
        };
        let (after, before) = (position(after)?, position(before)?);
        let kept = members.iter().enumerate().map(|(i, (value, guard))| {
            let mut tests = vec![guard.clone()];
            if let Some(after) = &after {
                tests.push(absorbed(&after[..i]));
            }
            if let Some(before) = &before {
                tests.push(absorbed(&before[i + 1..]));
            }
            (value.clone(), and(tests))
        });
        Ok(kept.filter(|(_, test)| *test != FALSE).collect())
    }
}

/// What the members of a phrase come after, and before.
fn range(phrase: &Phrase) -> (Option<&Expr>, Option<&Expr>) {
    let (mut after, mut before) = (None, None);
    for qualifier in &phrase.qualifiers {
        match qualifier {
            Qualifier::After(x) => after = Some(x),
            Qualifier::Before(x) => before = Some(x),
            _ => {}
        }
    }
    (after, before)
}
