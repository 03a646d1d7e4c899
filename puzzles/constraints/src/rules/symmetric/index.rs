//! Places by where they lie.

use super::maps::Point;

/// No place, or no map.
pub(super) const NONE: u32 = u32::MAX;

/// By point: the number of the place there.
#[derive(Clone, Debug)]
pub(super) struct Index {
    /// The smallest and the largest row and column of a place.
    corners: [Point; 2],
    /// By row and column from the first corner on.
    at: Vec<u32>,
}

impl Index {
    /// Of places by their numbers; those without a point lie nowhere.
    pub(super) fn new(points: impl Iterator<Item = Option<Point>> + Clone) -> Self {
        let known = || points.clone().flatten();
        let (rows, columns) = (|| known().map(|at| at.0), || known().map(|at| at.1));
        let corners = [
            (rows().min().unwrap_or(0), columns().min().unwrap_or(0)),
            (rows().max().unwrap_or(0), columns().max().unwrap_or(0)),
        ];
        let mut index = Self {
            corners,
            at: Vec::new(),
        };
        let rows = (corners[1].0 - corners[0].0 + 1) as usize;
        index.at = vec![NONE; rows * index.width()];
        for (number, point) in (0..).zip(points) {
            if let Some(slot) = point.and_then(|point| index.slot(point)) {
                index.at[slot] = number;
            }
        }
        index
    }

    /// The smallest and the largest row and column of a place.
    pub(super) fn corners(&self) -> [Point; 2] {
        self.corners
    }

    /// The place at a point, or [`NONE`].
    pub(super) fn at(&self, point: Point) -> u32 {
        self.slot(point).map_or(NONE, |slot| self.at[slot])
    }

    fn width(&self) -> usize {
        (self.corners[1].1 - self.corners[0].1 + 1) as usize
    }

    fn slot(&self, (row, column): Point) -> Option<usize> {
        let [(top, left), (bottom, right)] = self.corners;
        let is_inside = (top..=bottom).contains(&row) && (left..=right).contains(&column);
        is_inside.then(|| (row - top) as usize * self.width() + (column - left) as usize)
    }
}

/// # Panics
/// If two of the points are the same.
pub(super) fn assert_different(mut points: Vec<Point>) {
    points.sort_unstable();
    assert!(
        points.windows(2).all(|pair| pair[0] != pair[1]),
        "places at different points are expected"
    );
}
