//! Shapes of places, turned and mirrored freely.

use quadrille_engine::propagators::{Number, Test};

use super::super::geometry::Atom;
use super::super::syntax::Span;
use super::logic::{and, iff, not, or};
use super::value::{Place, Value};
use super::{Compiler, Made};

/// The cells of a shape from its rows, where anything but `.` and space is a cell.
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

/// The different images of a shape under turns and reflections, each moved to the upper left and sorted.
pub(super) fn images(cells: &[(usize, usize)]) -> Vec<Vec<(usize, usize)>> {
    let mut found: Vec<Vec<(usize, usize)>> = Vec::new();
    let (height, width) = cells.iter().fold((0, 0), |(h, w), &(r, c)| (h.max(r), w.max(c)));
    for turn in 0..8 {
        let mut image: Vec<(usize, usize)> = cells
            .iter()
            .map(|&(r, c)| {
                let (r, c) = if turn & 1 == 0 { (r, c) } else { (height - r, c) };
                let (r, c) = if turn & 2 == 0 { (r, c) } else { (r, width - c) };
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
    /// The shape of a place: a variable with the number of a shape that was declared, or their number for any other.
    pub(super) fn shape_of(&mut self, place: &Place, span: &Span) -> Made<Value> {
        let shapes: Vec<Vec<(usize, usize)>> =
            self.data.book.shapes.iter().map(|(_, rows)| cells_of(rows)).collect();
        if shapes.is_empty() {
            return self.wrong(span, "no shape is declared", "expected declarations such as `shape L: \"###\" \"#..\"`");
        }
        let key: Vec<(Atom, Test)> = place.members.clone();
        if let Some(&var) = self.shapes.get(&key) {
            return Ok(Value::Shape(var));
        }
        let var = self.model.var(0..=shapes.len() as i32);
        let mut any = Vec::new();
        for (number, cells) in shapes.iter().enumerate() {
            let test = self.is_shape(place, cells);
            if super::logic::speaks_of_group(&test) {
                // The shape of a group is asked for where the group is known.
                let settled = self.settled(test)?;
                self.post(iff(Test::is(var, number as i32), settled))?;
            } else {
                any.push(test.clone());
                self.post(iff(Test::is(var, number as i32), test))?;
            }
        }
        let _ = Number::Const(0);
        self.shapes.insert(key, var);
        Ok(Value::Shape(var))
    }

    /// That the members of a place that are there form a shape.
    pub(super) fn is_shape(&mut self, place: &Place, cells: &[(usize, usize)]) -> Test {
        let geometry = self.data.geometry;
        let mut ways = Vec::new();
        let Some(board) = place.members.first().map(|(atom, _)| atom.board) else {
            return Test::Const(cells.is_empty());
        };
        for image in images(cells) {
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
                    let inside = wanted.iter().all(|cell| {
                        cell.is_some_and(|index| {
                            place.members.iter().any(|(atom, _)| atom.index == index && atom.board == board)
                        })
                    });
                    if !inside {
                        continue;
                    }
                    ways.push(and(place.members.iter().map(|(atom, guard)| {
                        if wanted.contains(&Some(atom.index)) {
                            guard.clone()
                        } else {
                            not(guard.clone())
                        }
                    })));
                }
            }
        }
        or(ways)
    }
}
