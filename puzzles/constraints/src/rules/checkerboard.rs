//! No 2×2 block has exactly two inside cells, diagonally opposite.
//!
//! It is implied if the inside is connected and the outside is connected with the border: around such a block one of
//! the two connected pieces would have to cross the other. Domain consistent for each block by itself. A few word
//! operations for each pair of rows that changed. Lane: linear. State: two reversible words for each row.

use quadrille_engine::{
    AllocateState, Change, Conflict, Constraint, Context, Events, Literal, Past, Propagator,
    ReadState, RevWords, Scope, Status, Var, WriteState,
};

use super::near::MOST_COLUMNS;
use crate::grid::{Cell, Grid};

/// No checkerboard in any 2×2 block of a grid of cells that are each 0 or 1.
///
/// All blocks of two rows are handled together: a row is a word of known inside cells and one of known outside cells,
/// and if one value of the fourth cell of a block would complete a checkerboard, it has the other.
#[derive(Clone, Debug)]
pub struct NoCheckerboard {
    cells: Grid<Var>,
}

/// The propagator of [`NoCheckerboard`].
#[derive(Debug)]
pub struct NoCheckerboardPropagator {
    cells: Grid<Var>,
    /// By row: the known inside cells as bits by column, then the known outside cells.
    known: RevWords,
}

impl NoCheckerboard {
    /// For the cells of a grid of at most 64 rows and columns.
    ///
    /// # Panics
    /// If there are more.
    pub fn new(cells: Grid<Var>) -> Self {
        assert!(
            cells.rows() <= MOST_COLUMNS && cells.columns() <= MOST_COLUMNS,
            "at most {MOST_COLUMNS} rows and columns are expected"
        );
        Self { cells }
    }
}

impl NoCheckerboardPropagator {
    /// For each cell of a block of two rows, the columns in which it must be inside: those where the other three
    /// make the pattern that only lacks it as an outside cell. The words are (inside, outside) of the upper row
    /// and the lower; a bit stands for the block that begins in its column.
    fn must_be_inside(upper: (u64, u64), lower: (u64, u64)) -> (u64, u64) {
        let (left_in, left_out) = upper;
        let (right_in, right_out) = (left_in >> 1, left_out >> 1);
        let (below_in, below_out) = lower;
        let (across_in, across_out) = (below_in >> 1, below_out >> 1);
        // left right
        // below across
        let upper_left = right_in & below_in & across_out;
        let upper_right = left_in & across_in & below_out;
        let lower_left = left_in & across_in & right_out;
        let lower_right = right_in & below_in & left_out;
        (upper_left | upper_right << 1, lower_left | lower_right << 1)
    }
}

impl Constraint for NoCheckerboard {
    type Propagator = NoCheckerboardPropagator;

    fn name(&self) -> &'static str {
        "no checkerboard"
    }

    fn attach(self, scope: &mut Scope<'_>) -> NoCheckerboardPropagator {
        for &var in self.cells.values() {
            scope.track(var, Events::FIXED);
        }
        NoCheckerboardPropagator {
            known: scope.new_words(&vec![0; 2 * self.cells.rows()]),
            cells: self.cells,
        }
    }
}

impl Propagator for NoCheckerboardPropagator {
    fn propagate(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        let known = self.known;
        let (rows, columns) = (self.cells.rows(), self.cells.columns());
        if rows < 2 || columns < 2 {
            return Ok(Status::Entailed);
        }
        // Pairs of rows to check, by their upper row.
        let mut pending = 0u64;
        let around = |row: usize| (0b11u64 << row >> 1) & (u64::MAX >> (65 - rows));
        for i in 0..cx.fired().len() {
            let tag = cx.fired()[i] as usize;
            let (row, column) = (tag / columns, tag % columns);
            let Some(value) = cx.dom(self.cells.values()[tag]).value() else {
                continue;
            };
            let index = 2 * row + usize::from(value == 0);
            let word = cx.words(known)[index];
            if word >> column & 1 == 0 {
                cx.set_word(known, index, word | 1 << column);
                pending |= around(row);
            }
        }
        while pending != 0 {
            let row = pending.trailing_zeros() as usize;
            pending &= pending - 1;
            let words = cx.words(known);
            let upper = (words[2 * row], words[2 * row + 1]);
            let lower = (words[2 * row + 2], words[2 * row + 3]);
            let swap = |(inside, outside)| (outside, inside);
            let inside = Self::must_be_inside(upper, lower);
            let outside = Self::must_be_inside(swap(upper), swap(lower));
            for (row, value, mask, old) in [
                (row, 1, inside.0, upper),
                (row + 1, 1, inside.1, lower),
                (row, 0, outside.0, upper),
                (row + 1, 0, outside.1, lower),
            ] {
                let old = if value == 1 { old.0 } else { old.1 };
                let mut new = mask & !old;
                if new == 0 {
                    continue;
                }
                let index = 2 * row + usize::from(value == 0);
                cx.set_word(known, index, cx.words(known)[index] | new);
                pending |= around(row);
                while new != 0 {
                    let column = new.trailing_zeros() as usize;
                    new &= new - 1;
                    cx.fix(self.cells[Cell::new(row, column)], value)?;
                }
            }
        }
        Ok(Status::Fixpoint)
    }

    /// The other three cells of a block that lacks only this one.
    fn explain(&self, change: &Change<'_>, past: &Past<'_>, facts: &mut Vec<Literal>) {
        let at = change
            .var
            .and_then(|var| self.cells.values().iter().position(|&v| v == var));
        let (Some(at), Some(var)) = (at, change.var) else {
            return past.describe_scope(facts);
        };
        // For a failure: the value that the cell had is the one that the block does not allow.
        let lost = if change.after.is_empty() {
            change.before.value()
        } else {
            change.removed().next()
        };
        let cell = Cell::new(at / self.cells.columns(), at % self.cells.columns());
        for (up, left) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            let Some(row) = cell.row.checked_sub(up) else {
                continue;
            };
            let Some(column) = cell.column.checked_sub(left) else {
                continue;
            };
            let block = [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(down, right)| {
                let cell = Cell::new(row + down, column + right);
                self.cells.get(cell).copied()
            });
            let value = |other: Option<Var>| match other {
                Some(other) if other == var => lost,
                Some(other) => past.domain(other).value(),
                None => None,
            };
            let [a, b, c, d] = block.map(value);
            if a.is_some() && b.is_some() && a == d && b == c && a != b {
                let others = block.into_iter().flatten().filter(|&other| other != var);
                facts.extend(others.filter_map(|other| {
                    let value = past.domain(other).value()?;
                    Some(Literal::is(other, value))
                }));
                if change.after.is_empty() {
                    past.describe(var, facts);
                }
                return;
            }
        }
        past.describe_scope(facts);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_engine::testing::{PropagatorTest, Strength};

    fn accepts(rows: usize, columns: usize, values: &[i32]) -> bool {
        (1..rows).all(|row| {
            (1..columns).all(|column| {
                let at = |up: usize, left: usize| values[(row - up) * columns + column - left];
                !(at(0, 0) == at(1, 1) && at(0, 1) == at(1, 0) && at(0, 0) != at(0, 1))
            })
        })
    }

    fn test(rows: usize, columns: usize) -> PropagatorTest<'static> {
        PropagatorTest::new(
            move |model, vars| {
                let cells = Grid::from_values(rows, columns, vars.to_vec()).unwrap();
                model.post(NoCheckerboard::new(cells));
            },
            move |values| accepts(rows, columns, values),
        )
    }

    #[test]
    fn one_block_against_brute_force() {
        test(2, 2).strength(Strength::Domain).random(300, 4, 0..=1);
    }

    #[test]
    fn several_blocks_against_brute_force() {
        for (rows, columns) in [(1, 4), (4, 1), (2, 5), (3, 4), (4, 3)] {
            test(rows, columns).random(60, rows * columns, 0..=1);
        }
    }

    /// The domains left are those of the blocks, each propagated by itself to the fixpoint, whatever is known about two
    /// blocks.
    #[test]
    fn as_strong_as_its_blocks() {
        for case in 0..2 * 3u32.pow(6) {
            let (rows, columns) = [(2, 3), (3, 2)][case as usize % 2];
            let known = |at: u32| match case / 2 / 3u32.pow(at) % 3 {
                2 => vec![0, 1],
                value => vec![value as i32],
            };
            let mut domains: Vec<Vec<i32>> = (0..6).map(known).collect();
            let mut model = quadrille_engine::Model::new();
            let vars: Vec<Var> = domains.iter().map(|domain| model.var_of(domain)).collect();
            model.post(NoCheckerboard::new(
                Grid::from_values(rows, columns, vars.clone()).unwrap(),
            ));
            let mut solver = model.solver();
            let failed = solver.propagate().is_err();
            loop {
                let before = domains.clone();
                for upper_left in (0..rows * columns).filter(|at| at % columns + 1 < columns) {
                    let block = [0, 1, columns, columns + 1].map(|step| upper_left + step);
                    if block[3] >= domains.len() {
                        continue;
                    }
                    let fitting: Vec<[i32; 4]> = (0..16)
                        .map(|bits| [0, 1, 2, 3].map(|i| bits >> i & 1))
                        .filter(|values| accepts(2, 2, values))
                        .filter(|values| (0..4).all(|i| domains[block[i]].contains(&values[i])))
                        .collect();
                    for i in 0..4 {
                        domains[block[i]].retain(|&v| fitting.iter().any(|values| values[i] == v));
                    }
                }
                if domains == before {
                    break;
                }
            }
            assert_eq!(failed, domains.iter().any(Vec::is_empty));
            for (&var, domain) in vars.iter().zip(&domains).filter(|_| !failed) {
                assert!(solver.domain(var).iter().eq(domain.iter().copied()));
            }
        }
    }

    /// A reason names the other three cells of the block, wherever in the block the cell is.
    #[test]
    fn the_reason_is_the_rest_of_the_block() {
        let (rows, columns) = (3, 5);
        for last in 0..rows * columns {
            for upper_left in 0..rows * columns {
                let (row, column) = (upper_left / columns, upper_left % columns);
                let block = [0, 1, columns, columns + 1].map(|step| upper_left + step);
                if row + 1 == rows || column + 1 == columns || !block.contains(&last) {
                    continue;
                }
                let mut model = quadrille_engine::Model::new();
                let cells = Grid::from_fn(rows, columns, |_| model.var(0..=1));
                let vars = cells.values().to_vec();
                model.post(NoCheckerboard::new(cells));
                let mut solver = model.solver();
                solver.record();
                solver.propagate().unwrap();
                solver.push();
                // Known, but irrelevant here.
                let elsewhere = if column >= 2 { 0 } else { columns - 1 };
                solver.assume(Literal::is(vars[elsewhere], 1)).unwrap();
                // Half of the pattern in another block, of which the rest is not known.
                let diagonal = last + columns + 1;
                if !block.contains(&diagonal)
                    && last % columns + 1 < columns
                    && diagonal < vars.len()
                {
                    let lost = i32::from(last == block[0] || last == block[3]);
                    solver.assume(Literal::is(vars[diagonal], lost)).unwrap();
                }
                // A checkerboard except for the last cell.
                let fact = |i: usize| Literal::is(vars[block[i]], i32::from(i == 0 || i == 3));
                let others: Vec<Literal> = (0..4).filter(|&i| block[i] != last).map(fact).collect();
                for &fact in &others {
                    solver.assume(fact).unwrap();
                }
                solver.propagate().unwrap();
                let id = solver
                    .changes()
                    .find(|&id| solver.change(id).0.var == Some(vars[last]))
                    .unwrap();
                let mut facts = solver.reason(id).facts;
                facts.sort_unstable();
                assert_eq!(facts, others, "{last} in the block at {upper_left}");
            }
        }
    }

    #[test]
    fn the_last_block_of_the_largest_grid() {
        for side in [60, 64] {
            let mut model = quadrille_engine::Model::new();
            let cells = Grid::from_fn(side, side, |_| model.var(0..=1));
            let at = |row, column| cells[Cell::new(row, column)];
            let block = [
                at(side - 2, side - 2),
                at(side - 2, side - 1),
                at(side - 1, side - 2),
                at(side - 1, side - 1),
            ];
            model.post(NoCheckerboard::new(cells.clone()));
            let mut solver = model.solver();
            for (var, value) in block.into_iter().zip([1, 0, 0]) {
                solver.assume(Literal::is(var, value)).unwrap();
            }
            solver.propagate().unwrap();
            assert_eq!(solver.value(block[3]), Some(0));
        }
    }
}
