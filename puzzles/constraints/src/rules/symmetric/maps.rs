//! Reflections and turns of the points of a grid.

/// A point of a grid in half steps: row and column.
pub(super) type Point = (i32, i32);

/// A kind of motion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symmetry {
    /// A reflection in a horizontal, a vertical or a diagonal axis.
    Mirror,
    /// A turn by 180 degrees.
    HalfTurn,
    /// A turn by 90 degrees.
    QuarterTurn,
}

/// A motion: `turn` of a point, moved by `by`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Map {
    /// By coordinate of the image: the factors of row and column.
    turn: [Point; 2],
    by: Point,
}

impl Map {
    fn image(&self, (row, column): Point) -> Point {
        let [of_row, of_column] = self.turn;
        (
            of_row.0 * row + of_row.1 * column + self.by.0,
            of_column.0 * row + of_column.1 * column + self.by.1,
        )
    }

    /// The points that it takes a point to in turn, until it is back. All maps here come back after four at most.
    pub(super) fn orbit(self, from: Point) -> impl Iterator<Item = Point> {
        let next = move |&at: &Point| Some(self.image(at)).filter(|&at| at != from);
        std::iter::successors(next(&from), next)
    }
}

/// The maps of a kind that take some point between two corners to another, and some that take none.
///
/// They move points by even numbers of half steps, since they take cells to cells. Those that come back to no point, as
/// a reflection along its axis, map no finite set onto itself. Turns to the left are those to the right backwards.
pub(super) fn maps(kind: Symmetry, [(top, left), (bottom, right)]: [Point; 2]) -> Vec<Map> {
    let even = |low: i32, high: i32| (low.div_euclid(2) * 2..=high).step_by(2);
    let mut maps = Vec::new();
    let mut add = |turn: [Point; 2], by: Point| maps.push(Map { turn, by });
    let (rows, columns) = (|| even(2 * top, 2 * bottom), || even(2 * left, 2 * right));
    match kind {
        Symmetry::Mirror => {
            rows().for_each(|by| add([(-1, 0), (0, 1)], (by, 0)));
            columns().for_each(|by| add([(1, 0), (0, -1)], (0, by)));
            even(top - right, bottom - left).for_each(|by| add([(0, 1), (1, 0)], (by, -by)));
            even(top + left, bottom + right).for_each(|by| add([(0, -1), (-1, 0)], (by, by)));
        }
        Symmetry::HalfTurn => {
            for row in rows() {
                columns().for_each(|column| add([(-1, 0), (0, -1)], (row, column)));
            }
        }
        Symmetry::QuarterTurn => {
            for row in even(top - right, bottom - left) {
                let columns = even(top + left, bottom + right);
                columns.for_each(|column| add([(0, 1), (-1, 0)], (row, column)));
            }
        }
    }
    maps
}
