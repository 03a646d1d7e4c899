//! How far a region with few cells in a place can reach into it: a way from its known cell to any other one takes a cell
//! of the place with every step through it.

use std::collections::VecDeque;
use std::rc::Rc;

use quadrille_engine::propagators::Clause;
use quadrille_engine::{Literal, Var};

use super::super::{Compiler, Made};
use crate::grid::Direction;
use crate::language::syntax::Kind;
use crate::puzzle::Pass;

impl Compiler<'_> {
    /// Posts what follows if at most so many of these variables have a value, and the value is a region with one known
    /// cell: the region has no cell that it cannot reach with these. Follows from the current rule and from what makes
    /// regions connected. O(cells).
    pub(crate) fn post_reach(&mut self, vars: &[Var], value: i32, most: i64) -> Made<()> {
        let owned = self.regions.owners.iter().find_map(|owners| {
            let (of, root) = (owners.cells(), owners.root(value)?);
            // They were made in the order of the cells.
            let first = of.first()?.index();
            let cell_of = |var: &Var| {
                let cell = var.index().checked_sub(first)?;
                (of.get(cell) == Some(var)).then_some(cell)
            };
            let place: Option<Vec<usize>> = vars.iter().map(cell_of).collect();
            Some((Rc::clone(of), root, place?))
        });
        let Some((of, root, place)) = owned else {
            return Ok(());
        };
        self.spend_here(of.len())?;
        let least = self.least_taken(&of, value, root, &place);
        for (&var, least) in of.iter().zip(least) {
            if i64::try_from(least).is_ok_and(|least| least > most)
                && self.model.domain(var).contains(value)
            {
                let literal = Literal::is_not(var, value);
                self.fired(Pass::Reach);
                self.post_as(Clause::new(&[literal]), "clause", "domain consistent");
            }
        }
        Ok(())
    }

    /// By cell, how many cells of a place a way from `root` to it takes at least, through cells that may have the value;
    /// more than there are if there is none.
    fn least_taken(&self, of: &[Var], value: i32, root: usize, place: &[usize]) -> Vec<usize> {
        let geometry = &self.data.geometry;
        let cells = geometry.count(Kind::Cell);
        let mut step = vec![0; cells];
        place.iter().for_each(|&cell| step[cell] = 1);
        let mut least = vec![cells + 1; cells];
        least[root] = step[root];
        let mut next = VecDeque::from([root]);
        while let Some(cell) = next.pop_front() {
            for towards in Direction::ALL {
                let Some(other) = geometry.neighbour(cell as u32, towards) else {
                    continue;
                };
                let other = other as usize;
                let taken = least[cell] + step[other];
                if taken < least[other] && self.model.domain(of[other]).contains(value) {
                    least[other] = taken;
                    match step[other] {
                        0 => next.push_front(other),
                        _ => next.push_back(other),
                    }
                }
            }
        }
        least
    }
}
