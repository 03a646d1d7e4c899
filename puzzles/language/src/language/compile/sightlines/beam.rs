//! Beams that mirrors turn: values if the mirrors are data.

use std::rc::Rc;

use quadrille_engine::bits::none_of;
use quadrille_engine::propagators::Number;

use super::super::logic::TRUE;
use super::super::places::phrase::Member;
use super::super::value::{Identity, Place, Value};
use super::super::{Compiler, Made};
use super::beam_condition::view_at;
use crate::grid::Direction;
use crate::language::geometry::{Atom, Geometry};
use crate::language::signs::mirrors;
use crate::language::syntax::{BeamPart, Expr, Kind, Lines, Span, Word};
use crate::language::values::position;
use crate::rules::off_slash;

/// A beam that depends on the solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Origin {
    pub(crate) layer: usize,
    /// The view where it enters.
    pub(crate) view: usize,
    pub(crate) board: u8,
}

impl Compiler<'_> {
    /// `turns of v by mirror`.
    pub(crate) fn beam(
        &mut self,
        part: BeamPart,
        view: &Expr,
        layer: &Word,
        span: &Span,
    ) -> Made<Value> {
        let origin = match self.origin(view, layer, span)? {
            Ok(origin) => origin,
            Err(nothing) => return Ok(nothing),
        };
        if !self.data.is_found(origin.layer) {
            return self.beam_of_data(part, origin, span);
        }
        match self.eval.assumed_exit {
            Some((assumed, exit)) if assumed == origin && part == BeamPart::Exit => {
                let place = self.line_place(Lines::View, exit, origin.board);
                Ok(Value::Place(Rc::new(place)))
            }
            _ => self.unclear(span),
        }
    }

    /// Where a beam enters, or that it does not.
    pub(crate) fn origin(
        &mut self,
        view: &Expr,
        layer: &Word,
        span: &Span,
    ) -> Made<Result<Origin, Value>> {
        let place = match self.value(view)? {
            Value::Place(place) => place,
            nothing @ (Value::Missing | Value::Empty) => return Ok(Err(nothing)),
            _ => return self.unclear(&view.span),
        };
        let layer = self.data.book.layer(&layer.name);
        match (&place.identity, layer) {
            (Identity::Line(Lines::View, view, board), Some(layer)) => Ok(Ok(Origin {
                layer,
                view: *view,
                board: *board,
            })),
            _ if place.members.is_empty() => Ok(Err(Value::Empty)),
            _ => self.unclear(span),
        }
    }

    /// Follows a beam through data.
    fn beam_of_data(&mut self, part: BeamPart, origin: Origin, span: &Span) -> Made<Value> {
        let geometry = self.data.geometry;
        let book = &self.data.book;
        let Some([slashes, backslashes]) = mirrors(&book.layers[origin.layer]) else {
            return self.unclear(span);
        };
        let (mut cell, mut heading) = entry(&geometry, origin.view);
        let mut stretches: Vec<i128> = vec![1];
        let (mut cells, mut crossings): (Vec<Atom>, Vec<Atom>) = (Vec::new(), Vec::new());
        let mut is_entered = none_of(geometry.count(Kind::Cell));
        loop {
            self.spend(1, span)?;
            let atom = Atom {
                kind: Kind::Cell,
                board: origin.board,
                index: cell,
            };
            match is_entered.replace(cell as usize, true) {
                true => crossings.push(atom),
                false => cells.push(atom),
            }
            let before = std::mem::replace(&mut self.eval.absence.untold, false);
            let held = self.read(origin.layer, position(&geometry, atom));
            if self.eval.absence.untold {
                return Ok(Value::Missing);
            }
            self.eval.absence.untold = before;
            if let Value::Word(_, word) | Value::Blank(_, word) = held
                && let Some(turned) = if slashes.contains(&word) {
                    Some(off_slash(heading))
                } else if backslashes.contains(&word) {
                    Some(off_slash(heading).opposite())
                } else {
                    None
                }
            {
                heading = turned;
                stretches.push(0);
            }
            if let Some(last) = stretches.last_mut() {
                *last += 1;
            }
            match geometry.neighbour(cell, heading) {
                Some(next) => cell = next,
                None => break,
            }
        }
        let constant = |number: i128| Value::Number(Number::Const(number));
        Ok(match part {
            BeamPart::Exit => {
                let exit = view_at(&geometry, geometry.cell(cell), heading);
                let place = self.line_place(Lines::View, exit, origin.board);
                Value::Place(Rc::new(place))
            }
            BeamPart::Turns => constant(stretches.len() as i128 - 1),
            BeamPart::Stretches => {
                let entries = stretches.into_iter().map(|n| (TRUE, constant(n)));
                Value::List(entries.collect(), false)
            }
            BeamPart::Cells => Value::Place(Rc::new(Place::plain(cells))),
            BeamPart::Crossings => Value::Place(Rc::new(Place::plain(crossings))),
        })
    }

    /// The members of `value k in LIST`, perhaps only those that are told.
    pub(crate) fn entries(&mut self, list: &Expr, are_told: bool) -> Made<Vec<Member>> {
        match self.value(list)? {
            Value::List(members, _) => Ok(members
                .into_iter()
                .map(|(guard, value)| (value, guard))
                .collect()),
            Value::Numbers(numbers) if are_told || numbers.iter().all(Option::is_some) => {
                let numbers = numbers.iter().flatten();
                Ok(numbers
                    .map(|&number| (Value::Number(Number::Const(number.into())), TRUE))
                    .collect())
            }
            Value::Missing => {
                self.eval.missing = true;
                Ok(Vec::new())
            }
            Value::Empty => Ok(Vec::new()),
            _ => self.unclear(&list.span),
        }
    }
}

/// The first cell behind a view, and the way on.
pub(crate) fn entry(geometry: &Geometry, view: usize) -> (u32, Direction) {
    let cells = geometry.line(Lines::View, view);
    (cells[0], geometry.view_side(view).opposite())
}
