//! No number occurs twice.

use quadrille_engine::{Conflict, Context, Events, Lane, Literal, Propagator, Scope, Status, Var};

use crate::grid::Grid;
use crate::number_cross::{BLANK, SHORTEST_RUN};

/// The numbers of a grid (maximal runs of digits of its rows, of at least two cells) all differ.
///
/// A number that is known, with the blanks or edges at its ends, is forbidden everywhere else: where all but one
/// of the literals that would make it stand there again hold, the last is made false. This is unit propagation on
/// the forbidden repetitions; it is exact once the grid is fixed. O(known numbers · rows · length) word operations a
/// run, only where one of the two rows has changed, and most end after two or three cells; no state.
///
/// The places of a row are compared all at once, one bit each: place by place, this rule took three times as many
/// instructions for each run, a sixth of all of Number Cross 5.
#[derive(Clone, Debug)]
pub struct DistinctNumbers {
    cells: Grid<Var>,
    /// Scratch: what is fixed in each row.
    rows: Vec<Row>,
    /// Scratch: the known numbers.
    known: Vec<Known>,
    /// Scratch: the cells that were fixed since the last run, as in a [`Row`].
    changed: Vec<u32>,
}

/// The most columns: a row with the two places beside it is one word.
const MOST_COLUMNS: usize = 30;

/// What is fixed in a row. Bit c + 1 stands for column c, and the bits beside it for the edges, which are as good as
/// blanks.
#[derive(Clone, Copy, Debug, Default)]
struct Row {
    /// By value, where it is fixed.
    fixed: [u32; BLANK as usize + 1],
    unknown: u32,
}

/// A run whose cells and ends are fixed: its row and its columns `start..end`.
#[derive(Clone, Copy, Debug)]
struct Known {
    row: usize,
    start: usize,
    end: usize,
}

impl DistinctNumbers {
    /// Over all cells of a grid, whose values are digits or [`BLANK`].
    ///
    /// # Panics
    /// If there are more than 30 columns.
    pub fn new(cells: &Grid<Var>) -> Self {
        assert!(cells.columns() <= MOST_COLUMNS, "at most 30 columns");
        Self {
            rows: vec![Row::default(); cells.rows()],
            known: Vec::with_capacity(cells.len()),
            changed: vec![0; cells.rows()],
            cells: cells.clone(),
        }
    }

    /// Collects what is fixed, and the runs that are wholly known.
    fn collect(&mut self, cx: &Context<'_>) {
        self.known.clear();
        for (row, masks) in self.rows.iter_mut().enumerate() {
            *masks = Row::default();
            // The edge before the row; the one after it ends the loop below.
            masks.fixed[BLANK as usize] = 1;
            // Where a run that is known so far began; `None` after something unknown.
            let mut start = Some(0);
            let ends = self.cells.row(row).iter().map(|&var| cx.value(var));
            for (column, value) in ends.chain([Some(BLANK)]).enumerate() {
                match value {
                    None => {
                        masks.unknown |= 1 << (column + 1);
                        start = None;
                    }
                    Some(value) => {
                        masks.fixed[value as usize] |= 1 << (column + 1);
                        if value == BLANK {
                            let start = start.replace(column + 1);
                            let number = start.filter(|&start| column - start >= SHORTEST_RUN);
                            self.known.extend(number.map(|start| Known {
                                row,
                                start,
                                end: column,
                            }));
                        }
                    }
                }
            }
        }
    }

    /// What stands at `place` of a number with the blanks before and after it: −1, 0, … length.
    fn wanted(&self, cx: &Context<'_>, known: Known, place: usize) -> i32 {
        match place {
            0 => BLANK,
            _ if known.start + place > known.end => BLANK,
            _ => cx.min(self.cells.row(known.row)[known.start + place - 1]),
        }
    }

    /// Keeps the number `known` from standing in `row` once more.
    fn forbid(&self, cx: &mut Context<'_>, known: Known, row: usize) -> Result<(), Conflict> {
        let masks = &self.rows[row];
        let length = known.end - known.start;
        // The starts at which all literals hold so far, and those at which all but one do. Where the number would not
        // fit into the row, some place is neither fixed nor unknown.
        let mut all = u32::MAX;
        if row == known.row {
            all &= !(1 << known.start);
        }
        let mut but_one = 0;
        for place in 0..length + 2 {
            let holds = masks.fixed[self.wanted(cx, known, place) as usize] >> place;
            but_one = but_one & holds | all & masks.unknown >> place;
            all &= holds;
            if all | but_one == 0 {
                return Ok(());
            }
        }
        if all != 0 {
            return Err(Conflict);
        }
        for start in (0..u32::BITS as usize).filter(|start| but_one >> start & 1 == 1) {
            let open = (0..length + 2).find(|place| masks.unknown >> (start + place) & 1 == 1);
            let place = open.expect("one literal is open");
            let var = self.cells.row(row)[start + place - 1];
            cx.assert(Literal::is_not(var, self.wanted(cx, known, place)))?;
        }
        Ok(())
    }
}

impl Propagator for DistinctNumbers {
    fn name(&self) -> &'static str {
        "distinct numbers"
    }

    fn lane(&self) -> Lane {
        Lane::Linear
    }

    fn attach(&mut self, scope: &mut Scope<'_>) {
        for &cell in self.cells.values() {
            // The tag is the cell's index, which gives its row.
            scope.track(cell, Events::FIXED);
        }
    }

    fn propagate(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        self.collect(cx);
        let columns = self.cells.columns();
        self.changed.fill(0);
        for &tag in cx.fired() {
            self.changed[tag as usize / columns] |= 2 << (tag as usize % columns);
        }
        for at in 0..self.known.len() {
            let known = self.known[at];
            // The number with its ends.
            let places = u32::MAX >> (MOST_COLUMNS - (known.end - known.start)) << known.start;
            let is_new = self.changed[known.row] & places != 0;
            for row in 0..self.cells.rows() {
                if is_new || self.changed[row] != 0 {
                    self.forbid(cx, known, row)?;
                }
            }
        }
        // Its own changes may complete further numbers.
        Ok(Status::Active)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_engine::testing::PropagatorTest;
    use quadrille_engine::{Model, Rng, Solver};

    fn numbers(row: &[i32]) -> Vec<Vec<i32>> {
        row.split(|&v| v == BLANK)
            .filter(|run| run.len() >= 2)
            .map(<[i32]>::to_vec)
            .collect()
    }

    #[test]
    fn against_brute_force() {
        for (rows, columns) in [(2, 2), (3, 2), (2, 3), (1, 5), (1, 6)] {
            PropagatorTest::new(
                |model, vars| {
                    let cells = Grid::from_values(rows, columns, vars.to_vec()).unwrap();
                    model.post(DistinctNumbers::new(&cells));
                },
                |v| {
                    let mut all: Vec<_> = v.chunks(columns).flat_map(numbers).collect();
                    let count = all.len();
                    all.sort();
                    all.dedup();
                    all.len() == count
                },
            )
            .random(150, rows * columns, 8..=10);
        }
    }

    /// What would repeat a known number with one cell is taken out of that cell, and nothing else is.
    #[test]
    fn the_last_cell_of_a_repetition_is_ruled_out() {
        let mut model = Model::new();
        let known = [1, 2, BLANK].map(|value| model.var(value..=value));
        let other = [1..=1, 2..=3, BLANK..=BLANK].map(|range| model.var(range));
        let open = [1..=2, 2..=3, BLANK..=BLANK].map(|range| model.var(range));
        let vars = [known, other, open].concat();
        model.post(DistinctNumbers::new(
            &Grid::from_values(3, 3, vars).expect("three rows"),
        ));
        let mut solver = model.solver();
        assert!(solver.propagate().is_ok());
        assert_eq!(solver.value(other[1]), Some(3));
        assert_eq!(open.map(|var| solver.domain(var).len()), [2, 2, 1]);
    }

    /// Whether a known number, with the blanks or edges at its ends, stands somewhere else too, but for at most one
    /// cell that is open.
    fn is_nearly_repeated(solver: &Solver, cells: &Grid<Var>) -> bool {
        // The values of each row with the edges beside it, one bit each.
        let rows: Vec<Vec<u32>> = (0..cells.rows())
            .map(|row| {
                let values = |var: &Var| solver.domain(*var).iter().fold(0, |all, v| all | 1 << v);
                let edge = std::iter::once(1 << BLANK);
                edge.clone()
                    .chain(cells.row(row).iter().map(values))
                    .chain(edge)
                    .collect()
            })
            .collect();
        let places = |length: usize| {
            let starts = 0..=cells.columns() + 2 - length;
            (0..cells.rows()).flat_map(move |row| starts.clone().map(move |start| (row, start)))
        };
        let at = |(row, start): (usize, usize), length: usize| &rows[row][start..start + length];
        (4..=cells.columns() + 2).any(|length| {
            places(length).any(|known| {
                let number = at(known, length);
                let is_number = number.iter().enumerate().all(|(i, &values)| {
                    let is_end = i == 0 || i == length - 1;
                    values.count_ones() == 1 && (values == 1 << BLANK) == is_end
                });
                is_number
                    && places(length).filter(|&other| other != known).any(|other| {
                        let pairs = || at(other, length).iter().zip(number);
                        let differ = pairs().filter(|(there, here)| there != here).count();
                        differ <= 1 && pairs().all(|(there, here)| there & here != 0)
                    })
            })
        })
    }

    /// Unit propagation on the forbidden repetitions, by its definition, along random walks.
    #[test]
    fn no_number_is_repeated_but_for_one_cell() {
        let mut rng = Rng::new(5);
        for round in 0..1000 {
            let (rows, columns) = [(2, 6), (3, 5), (1, 9), (2, 18)][round % 4];
            let mut model = Model::new();
            // Short numbers that are known early, so that they are often those of another row but for one cell.
            let cells = Grid::from_fn(rows, columns, |_| {
                model.var(match rng.below(4) {
                    0 => BLANK..=BLANK,
                    1 => 8..=BLANK,
                    _ => 8..=9,
                })
            });
            model.post(DistinctNumbers::new(&cells));
            let mut solver = model.solver();
            let mut open: Vec<Var> = cells.values().to_vec();
            while solver.propagate().is_ok() {
                assert!(!is_nearly_repeated(&solver, &cells), "round {round}");
                open.retain(|&var| solver.value(var).is_none());
                if open.is_empty() {
                    break;
                }
                let var = open[rng.below(open.len() as u64) as usize];
                let values: Vec<i32> = solver.domain(var).iter().collect();
                let value = values[rng.below(values.len() as u64) as usize];
                solver.push();
                assert!(solver.assume(Literal::is(var, value)).is_ok());
            }
        }
    }
}
