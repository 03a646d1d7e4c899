//! `distance from a to b through open cells`: the length of a shortest walk.

use fxhash::FxHashSet;
use quadrille_engine::propagators::Number;

use super::super::geometry::{Atom, SIDES};
use super::super::syntax::{Expr, Phrase, Span};
use super::logic::TRUE;
use super::value::Value;
use super::{Compiler, Made};

impl Compiler<'_> {
    /// The steps of a shortest walk through cells that do not depend on the solution; others are left to the
    /// interpreter.
    pub(super) fn walk(&mut self, ends: &[Expr; 2], through: &Phrase, span: &Span) -> Made<Value> {
        let outer = std::mem::replace(&mut self.missing, false);
        let through = self.place_of(through)?;
        let is_way_missing = std::mem::replace(&mut self.missing, false);
        if is_way_missing {
            let ends: Vec<Value> = ends
                .iter()
                .map(|end| self.value(end))
                .collect::<Made<_>>()?;
            let is_end_missing = std::mem::replace(&mut self.missing, outer);
            // From a place that is not there it does not matter that the way is missing.
            if !is_end_missing && ends.iter().any(|end| matches!(end, Value::Empty)) {
                return Ok(Value::Empty);
            }
            if !is_end_missing && !ends.iter().all(|end| matches!(end, Value::Atom(_))) {
                return self.wrong(
                    span,
                    "whether this is missing depends on the solution",
                    "expected a walk between cells that are there",
                );
            }
        }
        self.missing = outer || is_way_missing;
        if through.members.iter().any(|(_, test)| *test != TRUE) {
            return self.wrong(
                span,
                "how far it is depends on the solution",
                "expected a walk through cells that do not",
            );
        }
        let through: FxHashSet<Atom> = through.members.iter().map(|(atom, _)| *atom).collect();
        self.of_two(ends, 1 + through.len(), span, |compiler, from, to| {
            let geometry = &compiler.data.geometry;
            let beside = |cell: Atom| {
                let steps = SIDES.iter();
                let cells = steps.filter_map(move |&step| geometry.shifted(cell.index, step));
                cells.map(move |index| Atom { index, ..cell })
            };
            let mut seen = FxHashSet::from_iter([from]);
            let mut reached = vec![from];
            let mut steps = 0;
            while !reached.contains(&to) {
                let next = reached.into_iter().flat_map(beside);
                reached = next
                    .filter(|cell| through.contains(cell) && seen.insert(*cell))
                    .collect();
                if reached.is_empty() {
                    return Value::Empty;
                }
                steps += 1;
            }
            Value::Number(Number::Const(steps))
        })
    }
}
