//! Cells − adjacent inside pairs + full 2×2 inside blocks = 1.
//!
//! Sound, not consistent: it compares the least and the greatest sum of parts. O(cells) a run. Lane: heavy. No
//! state.

use quadrille_engine::{Conflict, Context, Events, Lane, Propagator, Scope, Status, Var};

use crate::grid::{Cell, Grid};

/// The Euler characteristic of the inside is 1, as it is of a connected shape without holes.
///
/// Counted corner by corner (Gray 1971, "Local properties of binary images in two dimensions"): around each grid
/// point the four cells, those off the grid being outside, contribute 1 if one is inside, −1 if three are, 2 if two
/// are that lie diagonally, and else nothing; the sum over all points is four times the characteristic. What a
/// point can contribute, given what is known of its four cells, lies between two bounds, and so does the sum;
/// a cell cannot take a value that moves a bound of the sum beyond 4.
#[derive(Clone, Debug)]
pub(crate) struct EulerCharacteristic {
    cells: Grid<Var>,
    /// By code of the four cells: the least and the greatest contribution.
    ranges: Vec<(i64, i64)>,
    /// Scratch. By grid point, row by row: the code of its four cells.
    codes: Vec<usize>,
}

/// What a cell is in the code of a grid point: a digit to base 3.
const OUTSIDE: usize = 0;
const INSIDE: usize = 1;
const OPEN: usize = 2;

/// The places of the cells around a grid point in its code, in the order of [`EulerCharacteristic::points`].
const PLACES: [usize; 4] = [27, 9, 3, 1];

impl EulerCharacteristic {
    /// For cells that are each 0 or 1.
    pub(crate) fn new(cells: Grid<Var>) -> Self {
        let ranges = (0..81)
            .map(|code| {
                let digits = PLACES.map(|place| code / place % 3);
                let possible = (0..16u32).filter_map(|pattern| {
                    let inside = [3, 2, 1, 0].map(|i| pattern >> i & 1 == 1);
                    let fits = digits
                        .iter()
                        .zip(inside)
                        .all(|(&digit, inside)| digit == OPEN || (digit == INSIDE) == inside);
                    fits.then(|| Self::contribution(inside))
                });
                possible.fold((2, -1), |(low, high), c| (low.min(c), high.max(c)))
            })
            .collect();
        Self {
            codes: vec![0; (cells.rows() + 1) * (cells.columns() + 1)],
            cells,
            ranges,
        }
    }

    /// Of the cells to the lower right, lower left, upper right and upper left of a point.
    fn contribution(inside: [bool; 4]) -> i64 {
        match inside.iter().filter(|&&i| i).count() {
            1 => 1,
            3 => -1,
            2 if inside[0] == inside[3] => 2,
            _ => 0,
        }
    }

    /// The grid points around a cell: the cell is to the lower right, lower left, upper right and upper left of
    /// them.
    fn points(&self, cell: Cell) -> [usize; 4] {
        let width = self.cells.columns() + 1;
        let first = cell.row * width + cell.column;
        [first, first + 1, first + width, first + width + 1]
    }
}

impl Propagator for EulerCharacteristic {
    fn name(&self) -> &'static str {
        "Euler characteristic"
    }

    fn lane(&self) -> Lane {
        Lane::Heavy
    }

    fn attach(&mut self, scope: &mut Scope<'_>) {
        for &var in self.cells.values() {
            scope.on(var, Events::FIXED);
        }
    }

    fn propagate(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        self.codes.fill(0);
        let mut open = false;
        for cell in self.cells.cells() {
            let digit = match cx.dom(self.cells[cell]).value() {
                Some(0) => OUTSIDE,
                Some(_) => INSIDE,
                None => OPEN,
            };
            open |= digit == OPEN;
            for (point, place) in self.points(cell).into_iter().zip(PLACES) {
                self.codes[point] += digit * place;
            }
        }
        let (mut least, mut greatest) = (0, 0);
        for &code in &self.codes {
            least += self.ranges[code].0;
            greatest += self.ranges[code].1;
        }
        if least > 4 || greatest < 4 {
            return Err(Conflict);
        }
        if !open {
            return Ok(Status::Entailed);
        }
        let mut changed = false;
        for cell in self.cells.cells() {
            let var = self.cells[cell];
            if cx.is_fixed(var) {
                continue;
            }
            for (value, digit) in [(0, OUTSIDE), (1, INSIDE)] {
                let (mut low, mut high) = (least, greatest);
                for (point, place) in self.points(cell).into_iter().zip(PLACES) {
                    let code = self.codes[point];
                    let fixed = code - OPEN * place + digit * place;
                    low += self.ranges[fixed].0 - self.ranges[code].0;
                    high += self.ranges[fixed].1 - self.ranges[code].1;
                }
                if low > 4 || high < 4 {
                    changed |= cx.remove(var, value)?;
                }
            }
        }
        // The bounds are those of before the changes.
        Ok(if changed {
            Status::Active
        } else {
            Status::Fixpoint
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_engine::testing::{PropagatorTest, random_domain};
    use quadrille_engine::{Model, Rng};

    const SIZES: [(usize, usize); 6] = [(1, 1), (1, 5), (2, 2), (2, 4), (3, 3), (3, 4)];

    /// Cells − pairs + blocks, counted directly.
    fn characteristic(rows: usize, columns: usize, values: &[i32]) -> i32 {
        let at = |row: usize, column: usize| values[row * columns + column];
        let mut sum = values.iter().sum::<i32>();
        for row in 0..rows {
            for column in 0..columns {
                let right = column + 1 < columns;
                let below = row + 1 < rows;
                if right {
                    sum -= at(row, column) * at(row, column + 1);
                }
                if below {
                    sum -= at(row, column) * at(row + 1, column);
                }
                if right && below {
                    sum += at(row, column)
                        * at(row, column + 1)
                        * at(row + 1, column)
                        * at(row + 1, column + 1);
                }
            }
        }
        sum
    }

    #[test]
    fn against_brute_force() {
        for (rows, columns) in SIZES {
            PropagatorTest::new(
                move |model, vars| {
                    let cells = Grid::from_values(rows, columns, vars.to_vec()).unwrap();
                    model.post(EulerCharacteristic::new(cells));
                },
                move |values| characteristic(rows, columns, values) == 1,
            )
            .random(40, rows * columns, 0..=1);
        }
    }

    /// Four times the least and the greatest sum of what the points contribute, each point for itself: what its four
    /// cells alone, as a grid of two by two, come to in the worst case. The characteristic of such a window counts a
    /// cell four times over all windows, a pair twice and a block once.
    fn bounds(rows: usize, columns: usize, domains: &[Vec<i32>]) -> (i32, i32) {
        let (mut low, mut high) = (0, 0);
        let outside = vec![0];
        let at = |row: usize, column: usize| {
            let inner = (1..=rows).contains(&row) && (1..=columns).contains(&column);
            match inner {
                true => &domains[(row - 1) * columns + column - 1],
                false => &outside,
            }
        };
        for row in 0..=rows {
            for column in 0..=columns {
                let mut sums = Vec::new();
                for &a in at(row, column) {
                    for &b in at(row, column + 1) {
                        for &c in at(row + 1, column) {
                            for &d in at(row + 1, column + 1) {
                                let pairs = a * b + c * d + a * c + b * d;
                                sums.push(a + b + c + d - 2 * pairs + 4 * a * b * c * d);
                            }
                        }
                    }
                }
                low += sums.iter().min().unwrap();
                high += sums.iter().max().unwrap();
            }
        }
        (low, high)
    }

    /// What is left is what the bounds of the sum leave, applied over and over.
    #[test]
    fn as_strong_as_the_bounds_of_the_sum() {
        let mut rng = Rng::new(3);
        let mut cut = 0;
        for case in 0..600 {
            let (rows, columns) = SIZES[case % SIZES.len()];
            let mut domains: Vec<Vec<i32>> = (0..rows * columns)
                .map(|_| random_domain(&mut rng, 0..=1))
                .collect();
            let mut model = Model::new();
            let vars: Vec<Var> = domains.iter().map(|domain| model.var_of(domain)).collect();
            let cells = Grid::from_values(rows, columns, vars.clone()).unwrap();
            model.post(EulerCharacteristic::new(cells));
            let mut solver = model.solver();
            let outcome = solver.propagate();
            let fits = |(low, high): (i32, i32)| low <= 4 && 4 <= high;
            let mut failed = !fits(bounds(rows, columns, &domains));
            while !failed {
                let before = domains.clone();
                for cell in 0..domains.len() {
                    if failed {
                        break;
                    }
                    let with = |value: i32| {
                        let mut domains = domains.clone();
                        domains[cell] = vec![value];
                        fits(bounds(rows, columns, &domains))
                    };
                    let kept: Vec<i32> =
                        domains[cell].iter().copied().filter(|&v| with(v)).collect();
                    failed |= kept.is_empty();
                    domains[cell] = kept;
                }
                if domains == before {
                    break;
                }
                cut += 1;
            }
            assert_eq!(outcome.is_err(), failed);
            if !failed {
                let left: Vec<Vec<i32>> = vars
                    .iter()
                    .map(|&var| solver.domain(var).iter().collect())
                    .collect();
                assert_eq!(left, domains);
            }
        }
        assert!(cut > 50, "{cut}");
    }
}
