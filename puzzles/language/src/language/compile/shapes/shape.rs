//! Shapes of places, turned and mirrored freely.

use fxhash::FxHashMap;
use std::rc::Rc;
use std::sync::Arc;

use quadrille_engine::propagators::{Comparison, Number, Test, Tuples};
use quadrille_engine::{Literal, Var};

use super::super::logic::{and, compare, counted, not, or, sum};
use super::super::value::{Identity, Place, Value};
use super::super::{Compiler, Made};
use crate::language::geometry::Atom;
use crate::language::syntax::Span;
use crate::language::values::Datum;
use crate::puzzle::Pass;

/// The most cells of a place for which each image of a shape also names the cells that are not part of it; with more,
/// the images only name their own cells, together with the total number.
const MOST_SPELLED_OUT: usize = 9;

/// The most numbers in a table of all placements of shapes in a place.
const MOST_PLACED: usize = 1 << 18;

/// All ways to place shapes in a place.
#[derive(Debug)]
pub(crate) struct Placed {
    /// The members, then the shapes, each with its values where it is absent and where it is present.
    columns: Vec<(Var, [i32; 2])>,
    /// The variable of a shape, and what is present with it, by column.
    rows: Vec<(Var, Vec<usize>)>,
}

/// The cells of a shape from its rows, where anything except `.` and space is a cell.
pub(crate) fn cells_of(rows: &[String]) -> Vec<(usize, usize)> {
    let mut cells = Vec::new();
    for (row, text) in rows.iter().enumerate() {
        for (column, sign) in text.chars().enumerate() {
            if !matches!(sign, '.' | ' ') {
                cells.push((row, column));
            }
        }
    }
    cells
}

/// Whether two shapes are images of each other.
pub(super) fn is_same(a: &[(usize, usize)], b: &[(usize, usize)]) -> bool {
    images(a).contains(&images(b)[0])
}

/// The different images of a shape under turns and reflections, each moved to the upper left and sorted.
pub(crate) fn images(cells: &[(usize, usize)]) -> Vec<Vec<(usize, usize)>> {
    let mut found: Vec<Vec<(usize, usize)>> = Vec::new();
    let (height, width) = cells
        .iter()
        .fold((0, 0), |(h, w), &(r, c)| (h.max(r), w.max(c)));
    for turn in 0..8 {
        let mut image: Vec<(usize, usize)> = cells
            .iter()
            .map(|&(r, c)| {
                let (r, c) = if turn & 1 == 0 {
                    (r, c)
                } else {
                    (height - r, c)
                };
                let (r, c) = if turn & 2 == 0 {
                    (r, c)
                } else {
                    (r, width - c)
                };
                if turn & 4 == 0 { (r, c) } else { (c, r) }
            })
            .collect();
        let top = image.iter().map(|cell| cell.0).min().unwrap_or(0);
        let left = image.iter().map(|cell| cell.1).min().unwrap_or(0);
        for cell in &mut image {
            *cell = (cell.0 - top, cell.1 - left);
        }
        image.sort_unstable();
        if !found.contains(&image) {
            found.push(image);
        }
    }
    found
}

impl Compiler<'_> {
    /// The shapes that are declared, then those of the data, each once in its normal form.
    pub(crate) fn known_shapes(&self) -> Vec<Vec<(usize, usize)>> {
        let declared = self.data.book.shapes.iter().map(|(_, rows)| cells_of(rows));
        let mut shapes: Vec<Vec<(usize, usize)>> = declared.collect();
        for datum in self.data.layers.iter().flatten() {
            if let Datum::Shapes(given) = datum {
                for shape in given {
                    if !shapes.iter().any(|known| is_same(known, shape)) {
                        shapes.push(shape.clone());
                    }
                }
            }
        }
        shapes
    }

    /// The test that the present shapes are those of a list of the data, in any order.
    pub(crate) fn same_shapes(
        &mut self,
        members: &[(Test, Value)],
        wanted: &[Vec<(usize, usize)>],
    ) -> Made<Test> {
        let shapes = self.known_shapes();
        let count = |tests: Vec<Test>, times: usize| {
            let sum = sum(tests
                .into_iter()
                .map(|test| (1, counted(test, Number::Const(1)))));
            sum.map_or(Test::Const(false), |sum| {
                compare(sum, Comparison::Equal, Number::Const(times as i128))
            })
        };
        let all = members.iter().map(|(guard, _)| guard.clone()).collect();
        let mut tests = vec![count(all, wanted.len())];
        let standing = members
            .iter()
            .any(|(_, value)| matches!(value, Value::Standing(_)));
        let shapes = if standing { wanted.to_vec() } else { shapes };
        let is = |a: &[_], b: &[_]| match standing {
            true => images(a)[0] == images(b)[0],
            false => is_same(a, b),
        };
        for (number, shape) in shapes.iter().enumerate() {
            let times = wanted.iter().filter(|other| is(other, shape)).count();
            if times == 0 {
                continue;
            }
            let mut has = Vec::with_capacity(members.len());
            for (guard, value) in members {
                let same = match value {
                    Value::Shape(known) => known[number].clone(),
                    Value::Standing(place) => self.stands_as(place, shape)?,
                    _ => Test::Const(false),
                };
                has.push(and([guard.clone(), same]));
            }
            tests.push(count(has, times));
        }
        self.reify(and(tests))
    }

    /// The test that a shape is one of a list of the data.
    pub(crate) fn is_among_shapes(
        &mut self,
        shape: &Value,
        given: &[Vec<(usize, usize)>],
        span: &Span,
    ) -> Made<Test> {
        let is_given = |known: &[(usize, usize)]| given.iter().any(|own| is_same(known, own));
        match shape {
            Value::Shape(tests) => {
                let known = self.known_shapes().into_iter().zip(tests.iter());
                let ways = known.filter(|(known, _)| is_given(known));
                Ok(or(ways.map(|(_, test)| test.clone())))
            }
            Value::Standing(place) => {
                let ways = given.iter().map(|shape| self.stands_as(place, shape));
                Ok(or(ways.collect::<Made<Vec<_>>>()?))
            }
            Value::KnownShape(number) => Ok(Test::Const(is_given(&self.known_shapes()[*number]))),
            Value::Empty => Ok(Test::Const(false)),
            _ => self.unclear(span),
        }
    }

    /// The shape of a place: for each shape that was declared the test that it has it.
    pub(crate) fn shape_of(&mut self, place: &Place, span: &Span) -> Made<Value> {
        let shapes = self.known_shapes();
        if shapes.is_empty() {
            return self.unclear(span);
        }
        let key: Vec<(Atom, Test)> = place.members.clone();
        if let Some(tests) = self.reused.shapes.get(&key) {
            return Ok(Value::Shape(Rc::clone(tests)));
        }
        if let Some(tests) = self.listed_shape(place) {
            let tests = Rc::new(tests);
            self.reused.shapes.insert(key, Rc::clone(&tests));
            return Ok(Value::Shape(tests));
        }
        let is_group = matches!(place.identity, Identity::Group(_) | Identity::AreaOf(..));
        let mut tests = Vec::new();
        for cells in &shapes {
            // Each image at each position says which of its cells, or of the whole place, are there.
            let steps = match is_group {
                true => cells.len(),
                false => place.members.len(),
            };
            self.spend(2 * place.members.len() * steps, span)?;
            let test = self.is_shape(place, cells);
            let test = self.reify(test)?;
            // For a group whose rule is being made, the test stays one about its members.
            tests.push(if test.has_member() {
                test
            } else {
                let has_shape = self.literal_test(test.clone())?;
                self.pass(Pass::Cover, |this| {
                    this.post_cover(&has_shape, &test, place, cells)
                })?;
                has_shape
            });
        }
        if !is_group {
            self.note_placements(place, &shapes, &tests);
        }
        let tests = Rc::new(tests);
        self.reused.shapes.insert(key, Rc::clone(&tests));
        Ok(Value::Shape(tests))
    }

    /// Implied if a shape was recognised by its size: each present member is covered by one of the images.
    fn post_cover(
        &mut self,
        has_shape: &Test,
        test: &Test,
        place: &Place,
        cells: &[(usize, usize)],
    ) -> Made<bool> {
        let Test::And(parts) = test else {
            return Ok(false);
        };
        let (true, [Test::Compare(..), Test::Or(_)]) = (self.options.learns, &parts[..]) else {
            return Ok(false);
        };
        let placements = self.placements(place, &images(cells));
        // What a member is may be several tests, which are parts of the images then.
        let way = |found: &Vec<usize>| and(found.iter().map(|&at| place.members[at].1.clone()));
        for (own, (_, member)) in place.members.iter().enumerate() {
            let covering = placements.iter().filter(|found| found.contains(&own));
            let none = [not(has_shape.clone()), not(member.clone())];
            self.post(or(none.into_iter().chain(covering.map(way))))?;
        }
        Ok(true)
    }

    /// The test that the present members of a place form a shape as it is drawn.
    pub(crate) fn stands_as(&mut self, place: &Place, cells: &[(usize, usize)]) -> Made<Test> {
        let drawn = &images(cells)[..1];
        let test = match self.listed_standing(place) {
            Some((var, forms)) => match forms.get(&drawn[0]) {
                Some(&form) => self.tidy(Test::is(var, form as i32)),
                None => Test::Const(false),
            },
            None => self.is_image(place, drawn),
        };
        self.reify(test)
    }

    /// The test that the present members of a place form a shape.
    pub(crate) fn is_shape(&mut self, place: &Place, cells: &[(usize, usize)]) -> Test {
        self.is_image(place, &images(cells))
    }

    /// The test that they form one of these images of a shape.
    fn is_image(&mut self, place: &Place, images: &[Vec<(usize, usize)>]) -> Test {
        let mut ways = Vec::new();
        // A place of the same size that contains all cells of an image is that image.
        let by_size = matches!(place.identity, Identity::Group(_) | Identity::AreaOf(..))
            || place.members.len() > MOST_SPELLED_OUT;
        let size = sum(place
            .members
            .iter()
            .map(|(_, test)| (1, counted(test.clone(), Number::Const(1)))));
        let has_size = size.map_or(Test::Const(false), |size| {
            compare(
                size,
                Comparison::Equal,
                Number::Const(images[0].len() as i128),
            )
        });
        if place.members.is_empty() {
            return Test::Const(images[0].is_empty());
        }
        for found in self.placements(place, images) {
            if by_size {
                ways.push(and(found.iter().map(|&i| place.members[i].1.clone())));
            } else {
                ways.push(and(place.members.iter().enumerate().map(
                    |(i, (_, guard))| {
                        if found.contains(&i) {
                            guard.clone()
                        } else {
                            not(guard.clone())
                        }
                    },
                )));
            }
        }
        if by_size {
            return and([has_size, or(ways)]);
        }
        or(ways)
    }

    /// The ways to place images of a shape on members of a place, as numbers of these.
    fn placements(&self, place: &Place, images: &[Vec<(usize, usize)>]) -> Vec<Vec<usize>> {
        let geometry = self.data.geometry;
        let numbered = place.members.iter().enumerate();
        let places: FxHashMap<u32, usize> =
            numbered.map(|(i, (atom, _))| (atom.index, i)).collect();
        let mut found = Vec::new();
        for image in images {
            for row in 0..geometry.rows {
                for column in 0..geometry.columns {
                    let on = |&(r, c): &(usize, usize)| {
                        let (row, column) = (row + r, column + c);
                        let is_there = row < geometry.rows && column < geometry.columns;
                        let cell = is_there.then_some((row * geometry.columns + column) as u32);
                        places.get(&cell?).copied()
                    };
                    found.extend(image.iter().map(on).collect::<Option<Vec<usize>>>());
                }
            }
        }
        found
    }

    /// Notes where the shapes of a place of many cells can be, each with the variable that says whether it is the shape.
    fn note_placements(&mut self, place: &Place, shapes: &[Vec<(usize, usize)>], tests: &[Test]) {
        let is_twice = |at: usize| shapes[..at].iter().any(|own| is_same(own, &shapes[at]));
        if place.members.len() <= MOST_SPELLED_OUT || (0..shapes.len()).any(is_twice) {
            return;
        }
        let mut columns: Vec<(Var, [i32; 2])> = Vec::with_capacity(place.members.len());
        for (_, test) in &place.members {
            let Test::Literal(literal) = test else {
                return;
            };
            let values: Vec<i32> = self.model.domain(literal.var).iter().collect();
            match values[..] {
                [a, b] if literal.admits(a) != literal.admits(b) => {
                    let values = if literal.admits(a) { [b, a] } else { [a, b] };
                    columns.push((literal.var, values));
                }
                _ => return,
            }
        }
        let members = columns.len();
        let mut rows: Vec<(Var, Vec<usize>)> = Vec::new();
        for (cells, test) in shapes.iter().zip(tests) {
            match test {
                Test::Const(false) => {}
                Test::Literal(literal) if *literal == Literal::is(literal.var, 1) => {
                    columns.push((literal.var, [0, 1]));
                    let own = columns.len() - 1;
                    for mut present in self.placements(place, &images(cells)) {
                        present.push(own);
                        rows.push((literal.var, present));
                    }
                }
                _ => return,
            }
        }
        let mut vars: Vec<Var> = columns.iter().map(|(var, _)| *var).collect();
        vars.sort_unstable();
        let is_once = vars.windows(2).all(|pair| pair[0] != pair[1]);
        if !is_once || rows.len() * columns.len() > MOST_PLACED {
            return;
        }
        let placed = Rc::new(Placed { columns, rows });
        for (var, _) in &placed.columns[members..] {
            self.reused.placed.insert(*var, Rc::clone(&placed));
        }
    }

    /// If these are tests that a place of many cells has one shape or another: all ways to place these, which says more
    /// than the tests one by one.
    pub(crate) fn all_placements(&self, parts: &[Test]) -> Option<(Vec<Var>, Arc<Tuples>)> {
        let mut vars = Vec::new();
        for part in parts {
            match part {
                Test::Literal(literal)
                    if *literal == Literal::is(literal.var, 1)
                        && self.reused.placed.contains_key(&literal.var) =>
                {
                    vars.push(literal.var);
                }
                _ => return None,
            }
        }
        let placed = self.reused.placed.get(vars.first()?)?;
        let is_of_place = |var: &Var| {
            let own = self.reused.placed.get(var);
            own.is_some_and(|own| Rc::ptr_eq(own, placed))
        };
        if !vars.iter().all(is_of_place) {
            return None;
        }
        let columns = &placed.columns;
        let mut cells = Vec::new();
        for (_, present) in placed.rows.iter().filter(|(shape, _)| vars.contains(shape)) {
            let start = cells.len();
            cells.extend(columns.iter().map(|(_, values)| values[0]));
            for &at in present {
                cells[start + at] = columns[at].1[1];
            }
        }
        let tuples = Tuples::from_cells(columns.len(), cells);
        Some((
            columns.iter().map(|(var, _)| *var).collect(),
            Arc::new(tuples),
        ))
    }
}
