//! Places that are symmetric about the middle of a cell, a link, an edge or a corner, and the images of their cells.

use std::sync::Arc;

use fxhash::{FxHashMap, FxHashSet};
use quadrille_engine::propagators::{OfGroup, Presence, Test};

use super::super::groups::member::of_one;
use super::super::logic::{FALSE, TRUE, and, not, or};
use super::super::places::phrase::Member;
use super::super::value::{Identity, Place, Value};
use super::super::{Compiler, Made};
use super::motion::{IMAGES, Image, is_across, middle};
use crate::language::geometry::Atom;
use crate::language::syntax::{Expr, Kind, Motion, Phrase, Qualifier, Span};
use crate::rules::{SymmetricGroup, SymmetricSet, Symmetry};

impl Compiler<'_> {
    /// The test that some motion, not the identity, maps the present members of a place to themselves.
    pub(crate) fn is_symmetric(
        &mut self,
        place: &Place,
        motion: Option<Motion>,
        span: &Span,
    ) -> Made<Test> {
        let geometry = self.data.geometry;
        // Atoms of several boards, or of several kinds, may lie at one point.
        let mut points = FxHashSet::default();
        let mut located = Vec::with_capacity(place.members.len());
        for (atom, test) in &place.members {
            let (row, column) = middle(&geometry, *atom);
            let point = (row as i32, column as i32);
            if !points.insert(point) {
                return self.unclear(span);
            }
            located.push((point, test));
        }
        let kinds: &[Symmetry] = match motion {
            None => &[Symmetry::Mirror, Symmetry::HalfTurn, Symmetry::QuarterTurn],
            Some(Motion::Mirror) => &[Symmetry::Mirror],
            Some(Motion::HalfTurn) => &[Symmetry::HalfTurn],
            Some(Motion::QuarterTurn) => &[Symmetry::QuarterTurn],
        };
        if let Some(test) = self.is_symmetric_group(&located, kinds) {
            return Ok(test);
        }
        let mut places = Vec::with_capacity(located.len());
        for (point, test) in located {
            let test = self.reify(test.clone())?;
            if test.has_member() {
                return self.unclear(span);
            }
            let presence = match self.literal_test(test)? {
                Test::Const(false) => Presence::Never,
                Test::Literal(literal) => Presence::If(literal),
                _ => Presence::Always,
            };
            places.push((point, presence));
        }
        let holds = self.model.var(0..=1);
        self.define(holds, |compiler| {
            compiler.post_as(
                SymmetricSet::new(&places, kinds, holds),
                "symmetric set",
                "domain consistent once it must hold",
            );
            Ok(())
        })?;
        Ok(Test::is(holds, 1))
    }

    /// The same of a place whose members are those of one group.
    fn is_symmetric_group(
        &self,
        located: &[((i32, i32), &Test)],
        kinds: &[Symmetry],
    ) -> Option<Test> {
        let (group, vertices) = of_one(located.iter().map(|own| own.1))?;
        let mut points = vec![None; self.groups.all[group].vertices.len()];
        for ((point, _), vertex) in located.iter().zip(vertices) {
            points[vertex] = Some(*point);
        }
        let test = SymmetricGroup::new(&points, kinds);
        Some(Test::Group(OfGroup::new(group, Arc::new(test))))
    }

    /// The atoms about which something may be symmetric: of a region of the data, that in its middle.
    pub(crate) fn centres(&mut self, about: &Expr) -> Made<Vec<(Atom, Test)>> {
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
    pub(crate) fn is_symmetric_about(
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

    /// The images of a cell in a place that does not depend on the solution; others are left to the interpreter.
    pub(crate) fn images(&mut self, phrase: &Phrase) -> Made<Vec<Member>> {
        let (mut of, mut place) = (None, None);
        for qualifier in &phrase.qualifiers {
            match qualifier {
                Qualifier::Of(cell) => of = of.or(Some(cell)),
                Qualifier::In(cells) => place = place.or(Some(cells)),
                _ => {}
            }
        }
        let (Some(of), Some(place)) = (of, place) else {
            return self.unclear(&phrase.span);
        };
        let place = self.place(place)?;
        if place.members.iter().any(|(_, test)| *test != TRUE) {
            return self.unclear(&phrase.span);
        }
        let geometry = self.data.geometry;
        self.spend(IMAGES.len() * place.members.len(), &phrase.span)?;
        let points = |image: Image| -> Vec<(i64, i64)> {
            let members = place.members.iter();
            let points: Vec<_> = members
                .map(|(atom, _)| image(middle(&geometry, *atom)))
                .collect();
            let top = points.iter().map(|at| at.0).min().unwrap_or(0);
            let left = points.iter().map(|at| at.1).min().unwrap_or(0);
            points.iter().map(|at| (at.0 - top, at.1 - left)).collect()
        };
        let own = points(|at| at);
        let at: FxHashMap<(i64, i64), Atom> = own
            .iter()
            .copied()
            .zip(place.members.iter().map(|(atom, _)| *atom))
            .collect();
        let mut found: Vec<(Atom, Vec<Test>)> = Vec::new();
        let cells = self.atoms(of)?;
        for (_, image) in IMAGES {
            let moved = points(image);
            if !moved.iter().all(|point| at.contains_key(point)) {
                continue;
            }
            for (cell, guard) in &cells {
                let position = place.members.iter().position(|(atom, _)| atom == cell);
                let Some(&image) = position.and_then(|position| at.get(&moved[position])) else {
                    continue;
                };
                match found.iter_mut().find(|(known, _)| *known == image) {
                    Some((_, ways)) => ways.push(guard.clone()),
                    None => found.push((image, vec![guard.clone()])),
                }
            }
        }
        found.sort_by_key(|(atom, _)| *atom);
        let found = found.into_iter();
        Ok(found
            .map(|(atom, ways)| (Value::Atom(atom), or(ways)))
            .collect())
    }
}
