//! Predicates on the form of a place: connected, a loop, a rectangle; and what is inside a loop.

use super::super::budget::of_test;
use super::super::logic::{FALSE, TRUE, and, compare, iff, not, or, sum};
use super::super::posting::deferred::{Deferred, Judge};
use super::super::value::{Identity, Place, Value};
use super::super::{Compiler, Made};
use super::member::of_one;
use crate::grid::Direction;
use crate::language::geometry::Atom;
use crate::language::syntax::{Expr, Kind, Phrase, Predicate, Span, Touch};
use crate::rules::ConnectedPart;
use fxhash::FxHashMap;
use quadrille_engine::Var;
use quadrille_engine::propagators::{
    Acyclic, Comparison as Sign, ConnectedGraph, Graph, Loop, Number, OfGroup, Presence, Test,
};
use std::sync::Arc;

impl Compiler<'_> {
    /// The test that a cell lies inside the loop that links or edges form.
    pub(crate) fn inside(&mut self, place: &Place, cell: Atom, span: &Span) -> Made<Test> {
        if cell.kind != Kind::Cell {
            return self.unclear(span);
        }
        let known = self
            .memo
            .inside
            .iter()
            .find(|(members, _)| *members == place.members);
        if let Some((_, tests)) = known {
            return Ok(tests[cell.index as usize].clone());
        }
        let geometry = self.data.geometry;
        let drawn: FxHashMap<Atom, Test> = place.members.iter().cloned().collect();
        let is_drawn = |kind: Kind, index: u32| {
            drawn
                .get(&Atom {
                    kind,
                    board: cell.board,
                    index,
                })
                .cloned()
                .unwrap_or(FALSE)
        };
        let by_links = place
            .members
            .first()
            .is_some_and(|(atom, _)| atom.kind == Kind::Link);
        let mut tests: Vec<Test> = Vec::new();
        for row in 0..geometry.rows {
            // The parity of the crossings from the left border; for links, just above the middle of the cells.
            let mut parity = FALSE;
            for column in 0..geometry.columns {
                let index = (row * geometry.columns + column) as u32;
                if by_links {
                    let above = geometry
                        .link(index, Direction::North)
                        .map_or(FALSE, |link| is_drawn(Kind::Link, link));
                    let visited = or(Direction::ALL
                        .iter()
                        .filter_map(|&d| geometry.link(index, d))
                        .map(|link| is_drawn(Kind::Link, link)));
                    tests.push(and([not(visited), parity.clone()]));
                    let next = not(iff(parity, above));
                    parity = self.literal_test(next)?;
                } else {
                    let left = geometry.edge(index, Direction::West);
                    let next = not(iff(parity, is_drawn(Kind::Edge, left)));
                    parity = self.literal_test(next)?;
                    tests.push(parity.clone());
                }
            }
        }
        let test = tests[cell.index as usize].clone();
        self.memo.inside.push((place.members.clone(), tests));
        Ok(test)
    }

    /// The test that the cells of a place fill a rectangle. Exact for connected places, as groups and regions are, and
    /// places whose members are certain.
    pub(crate) fn is_rectangle(&mut self, place: &Place, square: bool, span: &Span) -> Made<Test> {
        let is_connected = match place.identity {
            Identity::Group(number) => self.groups.all[number].touch == Touch::Sides,
            Identity::AreaOf(..) => true,
            _ => false,
        };
        if place.members.is_empty() {
            return Ok(FALSE);
        }
        let mut tests = Vec::new();
        if is_connected {
            self.add_rectangle_if_connected(place, &mut tests);
            if square {
                tests.push(self.is_square(place, span)?);
            }
            return Ok(and(tests));
        }
        let place = self.with_short_tests(place)?;
        self.add_rectangle(&place, &mut tests, span)?;
        if square {
            tests.push(self.is_square(&place, span)?);
        }
        Ok(and(tests))
    }

    /// A place with variables for the longer tests of its members, each of which is said many times: of a row that is that
    /// of the first cell of another row they took 10 GB on 4×4.
    fn with_short_tests(&mut self, place: &Place) -> Made<Place> {
        const SHORT: usize = 8;
        let mut place = place.clone();
        for (_, test) in &mut place.members {
            if of_test(test) > SHORT && !test.has_member() {
                *test = self.literal_test(test.clone())?;
            }
        }
        Ok(place)
    }

    /// Of a connected place: no corner has three of its four cells in it.
    fn add_rectangle_if_connected(&self, place: &Place, tests: &mut Vec<Test>) {
        let geometry = self.data.geometry;
        let guards: FxHashMap<Atom, Test> = place.members.iter().cloned().collect();
        let Some(&(first, _)) = place.members.first() else {
            return;
        };
        // A group that does not exist is not a rectangle; any other contains the cell that names it.
        if let Identity::Group(number) = place.identity
            && let Some(root) = self.groups.all[number].root
        {
            tests.push(self.groups.all[number].vertices[root].1.clone());
        }
        for corner in 0..geometry.count(Kind::Corner) as u32 {
            let [a, b, c, d] = geometry.corner_cells(corner)[..] else {
                continue;
            };
            let [a, b, c, d] = [a, b, c, d].map(|index| {
                guards
                    .get(&Atom { index, ..first })
                    .cloned()
                    .unwrap_or(FALSE)
            });
            // Two cells at opposite corners imply the other two.
            for (one, two, third) in [(&a, &d, &b), (&a, &d, &c), (&b, &c, &a), (&b, &c, &d)] {
                tests.push(or([not(one.clone()), not(two.clone()), third.clone()]));
            }
        }
    }

    /// Of any place: with two cells it has all between them.
    fn add_rectangle(&mut self, place: &Place, tests: &mut Vec<Test>, span: &Span) -> Made<()> {
        // Each two members, for the cells between them.
        let parts: usize = place.members.iter().map(|(_, test)| of_test(test)).sum();
        self.spend(parts * place.members.len(), span)?;
        let inside = |row: usize, column: usize| {
            let index = (row * self.data.geometry.columns + column) as u32;
            place
                .members
                .first()
                .map_or(FALSE, |(atom, _)| place.guard_of(Atom { index, ..*atom }))
        };
        let positions: Vec<(usize, usize)> = place
            .members
            .iter()
            .map(|(atom, _)| self.data.geometry.position(atom.index))
            .collect();
        tests.push(or(place.members.iter().map(|(_, test)| test.clone())));
        for (i, &(r, c)) in positions.iter().enumerate() {
            for (j, &(s, d)) in positions.iter().enumerate().skip(i + 1) {
                let both = and([place.members[i].1.clone(), place.members[j].1.clone()]);
                for row in r.min(s)..=r.max(s) {
                    for column in c.min(d)..=c.max(d) {
                        tests.push(or([not(both.clone()), inside(row, column)]));
                    }
                }
            }
        }
        Ok(())
    }

    /// Of a rectangle: it is as wide as it is high.
    fn is_square(&self, place: &Place, span: &Span) -> Made<Test> {
        let coordinate = |row: bool| -> Vec<(Test, Number)> {
            place
                .members
                .iter()
                .map(|(atom, test)| {
                    let (r, c) = self.data.geometry.position(atom.index);
                    (test.clone(), Number::Const(if row { r } else { c } as i128))
                })
                .collect()
        };
        let span_of = |row: bool| {
            sum([
                (1, Number::Greatest(coordinate(row))),
                (-1, Number::Least(coordinate(row))),
            ])
        };
        let (Some(height), Some(width)) = (span_of(true), span_of(false)) else {
            return self.wrong(span, "the place is too large", "expected a smaller grid");
        };
        Ok(compare(height, Sign::Equal, width))
    }

    /// The test that the present members of a place are connected, if they are members of one group.
    pub(crate) fn is_connected_part(&self, place: &Place, touch: Touch) -> Option<Test> {
        if place.members.is_empty() {
            return Some(TRUE);
        }
        let (group, part) = of_one(place.members.iter().map(|(_, test)| test))?;
        let is_vertex = |(atom, _): &(Atom, Test)| matches!(atom.kind, Kind::Cell | Kind::Corner);
        if !place.members.iter().all(is_vertex) {
            return None;
        }
        let pairs = self.touching(&place.members, touch);
        let test = ConnectedPart::new(&part, &pairs, self.groups.all[group].vertices.len());
        Some(Test::Group(OfGroup::new(group, Arc::new(test))))
    }

    /// Posts a predicate on the form of a set of atoms. `false` if there is no propagator for it.
    pub(crate) fn post_form(
        &mut self,
        place: &Place,
        predicate: &Predicate,
        span: &Span,
    ) -> Made<bool> {
        let (mut members, mut tests) = (Vec::new(), Vec::new());
        for (_, test) in &place.members {
            let member = self.reify(test.clone())?;
            tests.push(self.presence(&member)?);
            members.push(member);
        }
        let geometry = self.data.geometry;
        let kind = place.members.first().map(|(atom, _)| atom.kind);
        match (predicate, kind) {
            (_, None) => Ok(false),
            (Predicate::Connected(touch), Some(_)) => {
                if *touch == Touch::Sides {
                    self.note_connected(&place.members)?;
                }
                let sides = self.touching(&place.members, *touch);
                self.note_few(members, &sides);
                let edges: Vec<(usize, usize, Presence)> = sides
                    .into_iter()
                    .map(|(a, b)| (a, b, Presence::Always))
                    .collect();
                self.post_as(
                    ConnectedGraph::new(Graph::new(&tests, &edges)),
                    "connected",
                    "domain consistent",
                );
                Ok(true)
            }
            (Predicate::OneCrossingLoop, Some(kind @ (Kind::Link | Kind::Edge))) => {
                self.post_crossing_loop(kind, &place.members)?;
                Ok(true)
            }
            (
                Predicate::OneLoop | Predicate::OnePath | Predicate::WithoutLoop,
                Some(kind @ (Kind::Link | Kind::Edge)),
            ) => {
                let corners = if kind == Kind::Link {
                    Kind::Cell
                } else {
                    Kind::Corner
                };
                let vertices = geometry.boards * geometry.count(corners);
                let edges: Vec<(usize, usize, Presence)> = place
                    .members
                    .iter()
                    .zip(&tests)
                    .map(|((atom, _), presence)| {
                        let [a, b] = match kind {
                            Kind::Link => geometry.link_cells(atom.index),
                            _ => geometry.edge_corners(atom.index),
                        };
                        let base = atom.board as usize * geometry.count(corners);
                        (base + a as usize, base + b as usize, *presence)
                    })
                    .collect();
                let graph = Graph::of_edges(vertices, &edges);
                match predicate {
                    Predicate::OneLoop => {
                        self.post_as(Loop::new(graph), "loop", "degrees, ends of paths, blocks");
                        self.loop_is_posted();
                    }
                    Predicate::OnePath => {
                        self.post_as(Loop::path(graph), "path", "degrees, ends of paths, blocks");
                    }
                    _ => self.post_as(Acyclic::new(graph), "acyclic", "domain consistent"),
                }
                Ok(true)
            }
            (
                Predicate::OneLoop
                | Predicate::OneCrossingLoop
                | Predicate::OnePath
                | Predicate::WithoutLoop,
                Some(_),
            ) => self.unclear(span),
            _ => Ok(false),
        }
    }

    /// `no loop over …`: the pairs that hold contain no closed curve.
    pub(crate) fn post_no_loop(&mut self, phrases: &[Phrase], body: &Expr) -> Made<()> {
        let mut numbers: FxHashMap<Atom, usize> = FxHashMap::default();
        let mut edges = Vec::new();
        self.for_each(phrases, &mut |compiler, guard| {
            let pair = compiler.eval.scope.names.len().saturating_sub(2);
            let pair: Vec<Atom> = compiler.eval.scope.names[pair..]
                .iter()
                .filter_map(|(_, value)| match value {
                    Value::Atom(atom) => Some(*atom),
                    _ => None,
                })
                .collect();
            let [one, other] = pair[..] else {
                return compiler.unclear(&body.span);
            };
            let truth = compiler.truth(body)?;
            let test = compiler.reify(and([guard, truth.holds()]))?;
            if test != FALSE {
                let [one, other] = [one, other].map(|atom| {
                    let next = numbers.len();
                    *numbers.entry(atom).or_insert(next)
                });
                edges.push((one, other, compiler.presence(&test)?));
            }
            Ok(())
        })?;
        if !std::mem::take(&mut self.eval.missing) {
            let graph = Graph::of_edges(numbers.len(), &edges);
            self.post_as(Acyclic::new(graph), "acyclic", "domain consistent");
        }
        Ok(())
    }

    /// The test that a predicate holds for some variables, decided once they are fixed.
    pub(crate) fn deferred(&mut self, mut vars: Vec<Var>, judge: Judge) -> Made<Test> {
        if vars.is_empty() {
            return Ok(Test::Const(judge(&|_| 0)));
        }
        vars.sort_unstable();
        vars.dedup();
        let truth = self.model.var(0..=1);
        self.define(truth, |compiler| {
            compiler.post_as(
                Deferred::new(vars, truth, judge),
                "deferred",
                "only once all variables are fixed",
            );
            Ok(())
        })?;
        Ok(Test::is(truth, 1))
    }

    /// One loop that may cross itself: a point where four strokes meet is two vertices, one for the horizontal and one
    /// for the vertical strokes, so that a vertical stroke is one of four edges, depending on its ends.
    fn post_crossing_loop(&mut self, kind: Kind, members: &[(Atom, Test)]) -> Made<()> {
        let geometry = self.data.geometry;
        let points = match kind {
            Kind::Link => geometry.count(Kind::Cell),
            _ => geometry.count(Kind::Corner),
        };
        let vertices = geometry.boards * points;
        let stroke = |atom: Atom| {
            let (ends, is_across) = match kind {
                Kind::Link => (
                    geometry.link_cells(atom.index),
                    geometry.is_horizontal_link(atom.index),
                ),
                _ => (
                    geometry.edge_corners(atom.index),
                    geometry.edge_position(atom.index).0,
                ),
            };
            let base = atom.board as usize * points;
            (ends.map(|end| base + end as usize), is_across)
        };
        let mut at: Vec<Vec<Test>> = vec![Vec::new(); vertices];
        for (atom, test) in members {
            for end in stroke(*atom).0 {
                at[end].push(self.reify(test.clone())?);
            }
        }
        let mut crossing = Vec::with_capacity(vertices);
        for tests in at {
            crossing.push(match tests.len() {
                4 => self.literal_test(and(tests))?,
                _ => FALSE,
            });
        }
        let mut edges = Vec::new();
        for (atom, test) in members {
            let ([one, other], is_across) = stroke(*atom);
            let drawn = self.reify(test.clone())?;
            if is_across {
                edges.push((one, other, self.presence(&drawn)?));
                continue;
            }
            for (first, second) in [(false, false), (false, true), (true, false), (true, true)] {
                let crosses = |point: usize, wanted: bool| match wanted {
                    true => crossing[point].clone(),
                    false => not(crossing[point].clone()),
                };
                let test = and([drawn.clone(), crosses(one, first), crosses(other, second)]);
                let vertex =
                    |point: usize, is_second: bool| point + usize::from(is_second) * vertices;
                if test != FALSE {
                    edges.push((
                        vertex(one, first),
                        vertex(other, second),
                        self.presence(&test)?,
                    ));
                }
            }
        }
        self.post_as(
            Loop::new(Graph::of_edges(2 * vertices, &edges)),
            "loop with crossings",
            "degrees, ends of paths, blocks",
        );
        Ok(())
    }
}
