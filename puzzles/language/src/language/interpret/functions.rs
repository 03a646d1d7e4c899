//! Functions of something: `size of g`, `row of c`, `digit of c`.

use std::rc::Rc;

use super::super::geometry::{AROUND, Atom};
use super::super::syntax::{Expr, Kind, Lines, STANDING, Word};
use super::member::Values;
use super::state::Interpreter;
use super::value::{Place, Read, Value, What, gap, trouble};
use crate::grid::Direction;

impl Interpreter<'_> {
    pub(super) fn of(&mut self, word: &Word, arguments: &[Expr]) -> Read<Value> {
        let mut values = Values::new();
        for argument in arguments {
            values.push(self.eval(argument)?);
        }
        self.value_of(&word.name, values)
    }

    /// `NAME of X`: a definition, a layer or a built-in function.
    ///
    /// Longer than other functions: an arm for each function.
    pub(super) fn value_of(&mut self, name: &str, values: Values) -> Read<Value> {
        if let Some(definition) = self.definition(name, values.len()) {
            return self.call(definition, values);
        }
        if let ([subject], Some(layer)) = (&values[..], self.book.layer(name)) {
            return self.layer_at(layer, subject);
        }
        let gap = match &values[..] {
            [one] => one.gap(),
            [one, other] => gap(one, other),
            _ => None,
        };
        if let Some(stop) = gap {
            return Err(stop);
        }
        match (name, &values[..]) {
            ("size", [Value::List(entries, _)]) => Ok(Value::Number(entries.len() as i128)),
            ("size", [subject]) => Ok(Value::Number(self.place(subject)?.atoms.len() as i128)),
            ("width" | "height", [subject]) => {
                let place = self.place(subject)?;
                let lines = self.positions_of(&place).into_iter();
                let lines: Vec<usize> = lines
                    .map(|(row, column)| if name == "width" { column } else { row })
                    .collect();
                let size = match (lines.iter().min(), lines.iter().max()) {
                    (Some(least), Some(most)) => most - least + 1,
                    _ => 0,
                };
                Ok(Value::Number(size as i128))
            }
            // Rules compare those of each two cells.
            ("x" | "y", [Value::Atom(atom)]) if atom.kind == Kind::Cell => {
                let (row, column) = self.geometry.position(atom.index);
                let line = if name == "x" { column } else { row };
                Ok(Value::Number(line as i128 + 1))
            }
            ("x" | "y", [subject]) => {
                let place = self.place(subject)?;
                let mut lines = self.positions_of(&place).into_iter();
                let mut lines = lines
                    .by_ref()
                    .map(|(row, column)| if name == "x" { column } else { row });
                Ok(match lines.next() {
                    Some(first) if lines.all(|line| line == first) => {
                        Value::Number(first as i128 + 1)
                    }
                    _ => Value::Empty,
                })
            }
            ("row" | "column", [subject]) => {
                let place = self.place(subject)?;
                let lines = if name == "row" {
                    Lines::Row
                } else {
                    Lines::Column
                };
                let number = self.common(
                    &place,
                    |(row, column)| if name == "row" { row } else { column },
                );
                Ok(match number {
                    Some(number) => Value::Place(Rc::new(self.line(lines, place.board, number))),
                    None => Value::Empty,
                })
            }
            ("board", [subject]) => {
                let place = self.place(subject)?;
                Ok(match subject {
                    Value::Empty => Value::Empty,
                    _ => Value::Place(Rc::new(self.board_place(place.board))),
                })
            }
            ("opposite", [Value::Directions(directions)]) => {
                let back = |towards: &Direction| directions.contains(&towards.opposite());
                let all = Direction::ALL.into_iter();
                Ok(Value::Directions(all.filter(back).collect()))
            }
            ("side" | "opposite", [subject]) => {
                let place = self.place(subject)?;
                Ok(match place.what {
                    What::Line(Lines::View, number) if name == "side" => {
                        Value::Directions(vec![self.geometry.view_side(number)])
                    }
                    What::Line(Lines::View, number) => {
                        let other = self.geometry.opposite_view(number);
                        Value::Place(Rc::new(self.line(Lines::View, place.board, other)))
                    }
                    _ if subject.is_empty() => Value::Empty,
                    _ => return trouble("only a view has a side and an opposite"),
                })
            }
            ("ring", [subject]) => match self.atom(subject)? {
                Some(cell) if cell.kind == Kind::Cell => {
                    let around = AROUND.into_iter();
                    let cells = around.filter_map(|by| self.shifted(cell, by)).collect();
                    Ok(Value::Place(Rc::new(Place {
                        circular: true,
                        ..Place::new(What::Ring, cells)
                    })))
                }
                Some(_) => trouble("only a cell has a ring"),
                None => Ok(Value::Empty),
            },
            ("distance", [a, b]) => match (self.atom(a)?, self.atom(b)?) {
                (Some(a), Some(b)) if a.board == b.board && a.kind == b.kind => {
                    let positions = self.positions_of(&Place::new(What::Set, vec![a, b]));
                    let [(row, column), (other_row, other_column)] = positions[..] else {
                        return trouble("only cells and corners have a distance");
                    };
                    let steps = row.abs_diff(other_row) + column.abs_diff(other_column);
                    Ok(Value::Number(steps as i128))
                }
                (Some(a), Some(b)) if a.kind != b.kind => {
                    trouble("expected the distance of two cells")
                }
                _ => Ok(Value::Empty),
            },
            ("link", [a, b]) => match (self.atom(a)?, self.atom(b)?) {
                (Some(a), Some(b))
                    if a.board == b.board && a.kind == Kind::Cell && b.kind == Kind::Cell =>
                {
                    let towards = |towards: &Direction| {
                        self.geometry.neighbour(a.index, *towards) == Some(b.index)
                    };
                    let link = Direction::ALL
                        .iter()
                        .find(|d| towards(d))
                        .and_then(|d| self.geometry.link(a.index, *d));
                    Ok(match link {
                        Some(index) => Value::Atom(Atom {
                            kind: Kind::Link,
                            board: a.board,
                            index,
                        }),
                        None => Value::Empty,
                    })
                }
                (None, _) | (_, None) => Ok(Value::Empty),
                _ => trouble("expected the link between two cells"),
            },
            ("shape" | STANDING, [subject]) => {
                let place = self.place(subject)?;
                if place.atoms.iter().any(|atom| atom.kind != Kind::Cell) {
                    return trouble("only cells have a shape");
                }
                if place.atoms.is_empty() {
                    return Ok(Value::Empty);
                }
                let cells = self
                    .positions_of(&place)
                    .into_iter()
                    .map(|(r, c)| (r as i64, c as i64));
                if name == STANDING {
                    return Ok(Value::Standing(super::shapes::in_the_corner(cells)));
                }
                let shape = super::shapes::normal(cells.collect());
                let is_told = super::shapes::given(self.data).any(|told| told == shape);
                Ok(Value::Shapes(Rc::new(vec![match is_told {
                    true => shape,
                    false => super::shapes::UNTOLD,
                }])))
            }
            _ => trouble(format!("nothing is called `{name} of …`")),
        }
    }

    /// Rows and columns of cells or corners; of links and edges those of the cells that they touch.
    fn positions_of(&self, place: &Place) -> Vec<(usize, usize)> {
        let positions = place.atoms.iter().flat_map(|&atom| match atom.kind {
            Kind::Corner => vec![self.geometry.corner_position(atom.index)],
            _ => self
                .cells_of(atom)
                .into_iter()
                .map(|cell| self.geometry.position(cell.index))
                .collect(),
        });
        positions.collect()
    }
}
