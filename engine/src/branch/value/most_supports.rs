//! The value that has left the most support so far: the promise of a value (Geelen 1992), measured during search, as
//! impacts are (Refalo 2004), instead of by lookahead.

use super::ValueOrder;
use crate::branch::View;
use crate::literal::Literal;
use crate::var::Var;

/// The value whose assignment has, on average over the nodes that made it, removed the fewest values from the
/// other variables; a value not assigned yet comes before those that were; ties go to the smaller.
///
/// "Supports left" is the number of values left in the domains of all other variables right after propagating
/// `x = v`. Counting it for each value before choosing would mean propagating each; so only the assignments that the
/// search makes anyway are counted, at the cost of one pass over the changes of each node. An assignment that fails is
/// not counted. The statistics start empty with each search.
#[derive(Clone, Debug, Default)]
pub struct MostSupports {
    /// By variable: where its values begin in `figures`, and the first of them.
    places: Vec<(usize, i32)>,
    /// Assignments made, and values removed by them.
    figures: Vec<(u64, u64)>,
    /// By word of the trail: the child at which it was last counted.
    counted: Vec<u64>,
    child: u64,
}

impl MostSupports {
    fn place(&self, var: Var, value: i32) -> usize {
        let (start, least) = self.places[var.index()];
        start + (i64::from(value) - i64::from(least)) as usize
    }
}

impl ValueOrder for MostSupports {
    fn attach(&mut self, _: &[Var], view: &mut View<'_>) {
        self.places.clear();
        let mut start = 0;
        for i in 0..view.kernel.variables {
            let var = view.kernel.handle(i);
            let (least, most) = (view.min(var), view.max(var));
            self.places.push((start, least));
            start += (i64::from(most) - i64::from(least)) as usize + 1;
        }
        self.figures = vec![(0, 0); start];
        self.counted = vec![0; view.kernel.trail.len() as usize];
        self.child = 0;
    }

    fn sibling(&mut self, view: &mut View<'_>, var: Var, tried: &[i32]) -> Option<i32> {
        view.domain(var)
            .iter()
            .filter(|value| !tried.contains(value))
            .min_by(|&a, &b| {
                let (times_a, removed_a) = self.figures[self.place(var, a)];
                let (times_b, removed_b) = self.figures[self.place(var, b)];
                // Average against average; one never made has the average 0 and comes first.
                let (a_side, b_side) = (
                    u128::from(removed_a) * u128::from(times_b.max(1)),
                    u128::from(removed_b) * u128::from(times_a.max(1)),
                );
                a_side.cmp(&b_side).then(a.cmp(&b))
            })
    }

    fn entered(&mut self, view: &View<'_>, literal: Literal) {
        let Some(value) = view.value(literal.var) else {
            return;
        };
        self.child += 1;
        let mut removed = 0;
        for (word, before) in view.written() {
            if view.kernel.is_set_of_values(word)
                // The first entry of a word holds what it was at the node above.
                && std::mem::replace(&mut self.counted[word as usize], self.child) != self.child
                && view.kernel.variable_of_word(word) != Some(literal.var)
            {
                let now = view.kernel.trail.get(word);
                removed += u64::from(before.count_ones() - now.count_ones());
            }
        }
        let place = self.place(literal.var, value);
        let (times, total) = &mut self.figures[place];
        *times += 1;
        *total += removed;
    }
}
