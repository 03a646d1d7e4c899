//! The order of decisions: cells beside what is known to be inside.

use quadrille_engine::{AllocateState, Brancher, Choice, Literal, RevSparseSet, Var, View};

use crate::grid::{Cell, Grid};

/// Branches on an open cell beside known inside cells.
#[derive(Debug)]
pub(crate) struct NearTheEdge {
    cells: Grid<Var>,
    open: Option<RevSparseSet>,
}

impl NearTheEdge {
    /// For cells that are each 0 or 1.
    pub(crate) fn new(cells: &Grid<Var>) -> Self {
        Self {
            cells: cells.clone(),
            open: None,
        }
    }
}

impl Brancher for NearTheEdge {
    fn attach(&mut self, _: &[Var], view: &mut View<'_>) {
        self.open = Some(view.new_sparse_set(self.cells.len()));
    }

    fn choose(&mut self, view: &mut View<'_>) -> Option<Choice> {
        let open = self.open.as_mut().expect("attached before it is asked");
        let mut best: Option<(usize, usize)> = None;
        // From the back: removing a member swaps the last one into its place.
        for i in (0..open.len(view)).rev() {
            let at = open.members(view)[i];
            let var = self.cells.values()[at as usize];
            if view.is_fixed(var) {
                open.remove(view, at);
                continue;
            }
            let at = at as usize;
            let cell = Cell::new(at / self.cells.columns(), at % self.cells.columns());
            let known = self
                .cells
                .neighbours(cell)
                .filter(|&next| view.dom(self.cells[next]).value() == Some(1))
                .count();
            if best.is_none_or(|(most, first)| known > most || known == most && at < first) {
                best = Some((known, at));
            }
        }
        let (_, at) = best?;
        Some(Choice::Binary(Literal::is(self.cells.values()[at], 1)))
    }
}
