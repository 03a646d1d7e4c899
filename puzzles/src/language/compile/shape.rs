//! Shapes of places, turned and mirrored freely.

use std::collections::HashMap;
use std::rc::Rc;

use quadrille_engine::propagators::{Comparison, Number, Test};

use super::super::geometry::Atom;
use super::super::syntax::Span;
use super::super::values::Datum;
use super::logic::{and, compare, counted, not, or, sum};
use super::value::{Identity, Place, Value};
use super::{Compiler, Made};

/// The most cells of a place for which each image of a shape also names the cells that are not part of it; with more,
/// the images only name their own cells, together with the total number.
const MOST_SPELLED_OUT: usize = 9;

/// The cells of a shape from its rows, where anything except `.` and space is a cell.
pub(super) fn cells_of(rows: &[String]) -> Vec<(usize, usize)> {
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
fn is_same(a: &[(usize, usize)], b: &[(usize, usize)]) -> bool {
    images(a).contains(&images(b)[0])
}

/// The different images of a shape under turns and reflections, each moved to the upper left and sorted.
pub(super) fn images(cells: &[(usize, usize)]) -> Vec<Vec<(usize, usize)>> {
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
    pub(super) fn known_shapes(&self) -> Vec<Vec<(usize, usize)>> {
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
    pub(super) fn same_shapes(
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
        self.settled(and(tests))
    }

    /// The shape of a place: for each shape that was declared the test that it has it.
    pub(super) fn shape_of(&mut self, place: &Place, span: &Span) -> Made<Value> {
        let shapes = self.known_shapes();
        if shapes.is_empty() {
            return self.wrong(
                span,
                "no shape is declared",
                "expected declarations such as `shape L: \"###\" \"#..\"`",
            );
        }
        let key: Vec<(Atom, Test)> = place.members.clone();
        if let Some(tests) = self.shapes.get(&key) {
            return Ok(Value::Shape(Rc::clone(tests)));
        }
        if let Some(tests) = self.listed_shape(place) {
            let tests = Rc::new(tests);
            self.shapes.insert(key, Rc::clone(&tests));
            return Ok(Value::Shape(tests));
        }
        let is_group = matches!(place.identity, Identity::Group(_) | Identity::AreaOf(..));
        let mut tests = Vec::new();
        for cells in &shapes {
            // Each image at each position says which of its cells, or of the whole place, are there.
            let said = match is_group {
                true => cells.len(),
                false => place.members.len(),
            };
            self.spend(2 * place.members.len() * said, span)?;
            let test = self.is_shape(place, cells);
            let test = self.settled(test)?;
            // For a group whose rule is being made, the test stays one about its members.
            tests.push(if test.has_member() {
                test
            } else {
                let has_shape = self.literal_test(test.clone())?;
                self.post_cover(&has_shape, &test, place)?;
                has_shape
            });
        }
        let tests = Rc::new(tests);
        self.shapes.insert(key, Rc::clone(&tests));
        Ok(Value::Shape(tests))
    }

    /// Implied if a shape was recognised by its size: each present member is covered by one of the images.
    fn post_cover(&mut self, has_shape: &Test, test: &Test, place: &Place) -> Made<()> {
        let Test::And(parts) = test else {
            return Ok(());
        };
        let (true, [Test::Compare(..), Test::Or(ways)]) = (self.learns, &parts[..]) else {
            return Ok(());
        };
        for (_, member) in &place.members {
            let covering = ways.iter().filter(|way| match way {
                Test::And(cells) => cells.contains(member),
                way => *way == member,
            });
            let covering: Vec<Test> = covering.cloned().collect();
            let none = [not(has_shape.clone()), not(member.clone())];
            self.post(or(none.into_iter().chain(covering)))?;
        }
        Ok(())
    }

    /// The test that the present members of a place form a shape as it is drawn.
    pub(super) fn stands_as(&mut self, place: &Place, cells: &[(usize, usize)]) -> Made<Test> {
        let drawn = &images(cells)[..1];
        let test = match self.listed_form(place) {
            Some((var, forms)) => match forms.get(&drawn[0]) {
                Some(&form) => self.tidy(Test::is(var, form as i32)),
                None => Test::Const(false),
            },
            None => self.is_image(place, drawn),
        };
        self.settled(test)
    }

    /// The test that the present members of a place form a shape.
    pub(super) fn is_shape(&mut self, place: &Place, cells: &[(usize, usize)]) -> Test {
        self.is_image(place, &images(cells))
    }

    /// The test that they form one of these images of a shape.
    fn is_image(&mut self, place: &Place, images: &[Vec<(usize, usize)>]) -> Test {
        let geometry = self.data.geometry;
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
        let places: HashMap<u32, usize> = place
            .members
            .iter()
            .enumerate()
            .map(|(i, (atom, _))| (atom.index, i))
            .collect();
        if place.members.is_empty() {
            return Test::Const(images[0].is_empty());
        }
        for image in images {
            for row in 0..geometry.rows {
                for column in 0..geometry.columns {
                    let wanted: Vec<Option<u32>> = image
                        .iter()
                        .map(|&(r, c)| {
                            let (row, column) = (row + r, column + c);
                            (row < geometry.rows && column < geometry.columns)
                                .then_some((row * geometry.columns + column) as u32)
                        })
                        .collect();
                    let found: Option<Vec<usize>> = wanted
                        .iter()
                        .map(|cell| places.get(&(*cell)?).copied())
                        .collect();
                    let Some(found) = found else {
                        continue;
                    };
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
            }
        }
        if by_size {
            return and([has_size, or(ways)]);
        }
        or(ways)
    }
}
