//! Places that are symmetric about the middle of a cell, a link, an edge or a corner.

use fxhash::FxHashMap;
use quadrille_engine::propagators::Test;

use super::super::geometry::Atom;
use super::super::syntax::{Expr, Kind, Motion, Span};
use super::logic::{FALSE, TRUE, and, not, or};
use super::motion::{IMAGES, is_across, middle};
use super::value::{Identity, Place, Value};
use super::{Compiler, Made};

impl Compiler<'_> {
    /// The atoms about which something may be symmetric: of a region of the data, that in its middle.
    pub(super) fn centres(&mut self, about: &Expr) -> Made<Vec<(Atom, Test)>> {
        if let Value::Place(place) = self.value(about)?
            && let Identity::Region(..) = place.identity
            && let Some((first, _)) = place.members.first()
        {
            let cells = place.members.iter().map(|(atom, _)| atom.index);
            let middle = self.data.geometry.middle_of(cells);
            let atom = |(kind, index)| Atom {
                kind,
                index,
                ..*first
            };
            return Ok(middle.map(|at| (atom(at), TRUE)).into_iter().collect());
        }
        self.atoms(about)
    }

    /// The test that a motion about the middle of an atom maps the present members of a place to present members. If
    /// all of them are, they are mapped onto each other.
    pub(super) fn is_symmetric_about(
        &mut self,
        place: &Place,
        motion: Option<Motion>,
        centre: Atom,
        span: &Span,
    ) -> Made<Test> {
        let geometry = self.data.geometry;
        let (top, left) = middle(&geometry, centre);
        let is_stroke = |atom: Atom| matches!(atom.kind, Kind::Link | Kind::Edge);
        let point = |atom: Atom| {
            let (row, column) = middle(&geometry, atom);
            let point = (row - top, column - left);
            (atom.board, atom.kind, point, is_across(&geometry, atom))
        };
        let members = place.members.iter();
        let guards: FxHashMap<_, &Test> =
            members.map(|(atom, test)| (point(*atom), test)).collect();
        let mut ways = Vec::new();
        for (of, image) in IMAGES {
            if motion.is_some_and(|motion| motion != of) {
                continue;
            }
            self.spend(place.members.len(), span)?;
            let turns = image((1, 0)).0 == 0;
            let mapped = place.members.iter().map(|(atom, test)| {
                let (board, kind, at, across) = point(*atom);
                let across = across != (turns && is_stroke(*atom));
                let there = guards.get(&(board, kind, image(at), across));
                let there = there.filter(|_| board == centre.board);
                or([not(test.clone()), there.map_or(FALSE, |&test| test.clone())])
            });
            ways.push(and(mapped));
        }
        Ok(or(ways))
    }
}
