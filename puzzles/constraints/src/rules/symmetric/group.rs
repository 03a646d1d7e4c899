//! Whether a reflection or a turn maps a group onto itself.

use quadrille_engine::propagators::GroupTest;
use smallvec::SmallVec;

use super::index::{Index, NONE, assert_different};
use super::maps::{Map, Point, Symmetry, maps};

/// A motion other than the identity maps the members of a group onto themselves, wherever its axis or centre lies. No
/// members at all are mapped onto themselves.
///
/// It holds for some set between the bounds, exactly, if there is a map under which whatever certain members go round to
/// is possible: these orbits are such a set. O(maps · certain members), as a rule a few steps for each map; there are
/// about as many maps as points of cells and corners.
#[derive(Clone, Debug)]
pub struct SymmetricGroup {
    /// By vertex.
    points: Vec<Option<Point>>,
    index: Index,
    maps: Vec<Map>,
}

impl SymmetricGroup {
    /// For vertices at different points, some of which may be without one, which are never members, and motions of these
    /// kinds. Points are in half steps: two neighbouring cells are two apart.
    ///
    /// # Panics
    /// If two vertices are at the same point.
    pub fn new(points: &[Option<Point>], kinds: &[Symmetry]) -> Self {
        assert_different(points.iter().flatten().copied().collect());
        let index = Index::new(points.iter().copied());
        let maps = kinds.iter().flat_map(|&kind| maps(kind, index.corners()));
        Self {
            points: points.to_vec(),
            maps: maps.collect(),
            index,
        }
    }
}

impl GroupTest for SymmetricGroup {
    fn vertices(&self) -> usize {
        self.points.len()
    }

    fn cost(&self) -> u64 {
        self.maps.len() as u64
    }

    fn status(&self, certain: &[bool], possible: &[bool]) -> Option<bool> {
        let certain_points: SmallVec<[Point; 64]> = self
            .points
            .iter()
            .zip(certain)
            .filter_map(|(point, is_certain)| point.filter(|_| *is_certain))
            .collect();
        let is_possible = |at: Point| match self.index.at(at) {
            NONE => false,
            vertex => possible.get(vertex as usize).is_some_and(|there| *there),
        };
        let is_held = certain_points.is_empty()
            || self.maps.iter().any(|map| {
                let mut points = certain_points.iter();
                points.all(|&point| map.orbit(point).all(is_possible))
            });
        match is_held {
            false => Some(false),
            true => (certain == possible).then_some(true),
        }
    }
}
