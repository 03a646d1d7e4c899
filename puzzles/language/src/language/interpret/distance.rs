//! The length of a shortest walk.

use fxhash::FxHashSet;

use super::super::geometry::Atom;
use super::super::syntax::{Expr, Phrase};
use super::state::Interpreter;
use super::value::{Read, Value};

impl Interpreter<'_> {
    /// `distance from CELL to CELL through CELLS`: empty if no walk leads there.
    pub(super) fn walk(&mut self, ends: &[Expr; 2], through: &Phrase) -> Read<Value> {
        let [from, to] = ends;
        let (from, to) = (self.eval(from)?, self.eval(to)?);
        let (Some(from), Some(to)) = (self.atom(&from)?, self.atom(&to)?) else {
            return Ok(Value::Empty);
        };
        let mut left: FxHashSet<Atom> = self.known_atoms(through)?.into_iter().collect();
        left.remove(&from);
        let mut border = vec![from];
        let mut steps = 0;
        while !border.is_empty() {
            if border.contains(&to) {
                return Ok(Value::Number(steps));
            }
            let mut next = Vec::new();
            for cell in border {
                next.extend(self.beside(cell).iter().filter(|cell| left.remove(cell)));
            }
            border = next;
            steps += 1;
        }
        Ok(Value::Empty)
    }
}
