//! `kept cells fold into a box with opposite …`.

use std::sync::Arc;

use quadrille_engine::propagators::{Connected, Test};
use quadrille_engine::{Interrupt, Var};

use super::super::logic::{FALSE, TRUE, iff};
use crate::language::geometry::Atom;
use crate::language::syntax::{Expr, Folding, Kind};

use super::super::{Compiler, Made};
use crate::fold::{BoxSize, Mark, Shape};
use crate::grid::{Cell, Grid};
use crate::rules::FoldsIntoBox;

/// Cells of a board, each with the test that it is one of those that fold, and the conditions on the box.
struct Net {
    cells: Grid<Test>,
    /// `Some(None)` if no box has this size.
    size: Option<Option<BoxSize>>,
    /// Cells that need a partner on the box.
    marks: Vec<(Cell, Mark)>,
}

impl Compiler<'_> {
    /// The cells that must fold. `None` if they are missing.
    fn net(&mut self, subject: &Expr, folding: &Folding) -> Made<Option<Net>> {
        let (rows, columns) = (self.data.geometry.rows, self.data.geometry.columns);
        if rows.max(columns) > Shape::MAX_SIDE {
            return self.wrong(
                &subject.span,
                "the grid is too large to fold",
                format!(
                    "at most {0} rows and {0} columns are possible",
                    Shape::MAX_SIDE
                ),
            );
        }
        let size = match &folding.size {
            None => None,
            Some(lengths) => {
                let mut known = [0; 3];
                for (known, length) in known.iter_mut().zip(lengths) {
                    *known = usize::try_from(self.constant(length)?).unwrap_or(0);
                }
                Some(BoxSize::new(known))
            }
        };
        let members = self.cells_that_fold(subject)?;
        let board = members
            .first()
            .map_or(self.current.board, |(atom, _)| atom.board);
        let mut cells = Grid::from_fn(rows, columns, |_| FALSE);
        for (atom, test) in members {
            self.expect_board(atom, board, subject)?;
            cells[self.data.geometry.cell(atom.index)] = test;
        }
        let mut marks = Vec::new();
        for (marked, mark) in [
            (&folding.opposite, Mark::Circle),
            (&folding.adjacent, Mark::Square),
        ] {
            let Some(marked) = marked else { continue };
            for (atom, test) in self.cells_that_fold(marked)? {
                self.expect_board(atom, board, marked)?;
                if test != TRUE {
                    return self.unclear(&marked.span);
                }
                marks.push((self.data.geometry.cell(atom.index), mark));
            }
        }
        if std::mem::take(&mut self.eval.missing) {
            return Ok(None);
        }
        Ok(Some(Net { cells, size, marks }))
    }

    fn cells_that_fold(&mut self, expr: &Expr) -> Made<Vec<(Atom, Test)>> {
        let place = self.place(expr)?;
        let mut members = Vec::new();
        for (atom, test) in &place.members {
            let test = self.reify(test.clone())?;
            if test.has_member() {
                return self.unclear(&expr.span);
            }
            if atom.kind != Kind::Cell {
                return self.unclear(&expr.span);
            }
            if test != FALSE {
                members.push((*atom, test));
            }
        }
        Ok(members)
    }

    fn expect_board(&self, atom: Atom, board: u8, expr: &Expr) -> Made<()> {
        if atom.board == board {
            return Ok(());
        }
        self.wrong(
            &expr.span,
            "these cells are on several boards",
            "a box is folded from the cells of one board",
        )
    }

    /// Posts that cells fold.
    pub(crate) fn post_fold(&mut self, subject: &Expr, folding: &Folding) -> Made<()> {
        let Some(net) = self.net(subject, folding)? else {
            return Ok(());
        };
        if net.size == Some(None) {
            return self.post(FALSE);
        }
        let (cells, inside) = self.binary(&net.cells)?;
        for (cell, _) in &net.marks {
            self.post(Test::is(cells[*cell], inside))?;
        }
        let known = self.notes.connected.iter();
        let is_connected = known
            .filter(|_| !self.options.apart)
            .any(|known| known.value == inside && known.cells.values() == cells.values());
        if !is_connected {
            let pairs = cells.adjacent_pairs();
            let edges: Vec<_> = pairs
                .map(|(a, b)| (cells.index(a), cells.index(b)))
                .collect();
            self.post_as(
                Connected::new(cells.values(), inside, &edges).not_empty(),
                "connected",
                "domain consistent",
            );
        }
        // Other rules about single cells leave few boxes.
        let known = |var: &Var| {
            let literal = self.facts.units.get(var)?;
            Some(literal.admits(inside))
        };
        let known: Vec<Option<bool>> = cells.values().iter().map(known).collect();
        let numbers = net.marks.iter().map(|&(cell, mark)| (cell, 0, Some(mark)));
        let interrupt = Arc::clone(&self.record.interrupt);
        let interrupt = Interrupt::when(move || interrupt.get().is_some_and(Interrupt::is_due));
        let mut folds =
            FoldsIntoBox::new(cells, inside, numbers.collect()).interruptible(interrupt);
        if let Some(Some(size)) = net.size {
            folds = folds.of_size(size);
        }
        folds = match self.options.apart {
            true => folds.plainly(),
            false => folds.where_told(known),
        };
        self.post_as(
            folds,
            "folds into a box",
            "exact once all cells are known, prunes before",
        );
        Ok(())
    }

    /// A variable for each test, which holds if the variable has the returned value.
    fn binary(&mut self, tests: &Grid<Test>) -> Made<(Grid<Var>, i32)> {
        let literals = tests.values().iter().map(|test| match test {
            Test::Literal(literal) => {
                let domain = self.model.domain(literal.var);
                let is_binary = domain.min() >= Some(0) && domain.max() <= Some(1);
                let value = i32::from(literal.admits(1));
                (is_binary && literal.admits(0) != literal.admits(1))
                    .then_some((literal.var, value))
            }
            _ => None,
        });
        let (rows, columns) = (tests.rows(), tests.columns());
        if let Some(literals) = literals.collect::<Option<Vec<_>>>()
            && let [(_, value), ..] = literals[..]
            && literals.iter().all(|(_, other)| *other == value)
        {
            let vars = literals.into_iter().map(|(var, _)| var).collect();
            if let Some(vars) = Grid::from_values(rows, columns, vars) {
                return Ok((vars, value));
            }
        }
        let mut vars = tests.map(|_| None);
        for cell in tests.cells() {
            let var = self.model.var(0..=1);
            self.define(var, |compiler| {
                compiler.post(iff(Test::is(var, 1), tests[cell].clone()))
            })?;
            vars[cell] = Some(var);
        }
        Ok((vars.map(|var| var.expect("each cell has one")), 1))
    }
}
