//! Places of cells that are congruent: some motion maps one to the other.

use quadrille_engine::Literal;
use quadrille_engine::bits::none_of;
use quadrille_engine::propagators::{Comparison as Sign, Number, Test};

use super::super::geometry::Atom;
use super::super::syntax::Span;
use super::logic::{TRUE, and, compare, or};
use super::member::is_member;
use super::value::Place;
use super::{Compiler, Made};
use crate::grid::Cell;
use crate::rules::{Congruence, Figure};

impl Compiler<'_> {
    /// The test that some motion maps the present members of one place to those of the other.
    pub(super) fn are_congruent(&mut self, one: &Place, other: &Place, span: &Span) -> Made<Test> {
        self.are_mapped(one, other, true, span)
    }

    /// The same for shifts only.
    pub(super) fn same_standing(&mut self, one: &Place, other: &Place, span: &Span) -> Made<Test> {
        if let (Some((one, _)), Some((other, _))) = (self.listed_form(one), self.listed_form(other))
        {
            return Ok(compare(Number::Var(one), Sign::Equal, Number::Var(other)));
        }
        let some = match self.root_of(one) {
            // A group with its root has members, and without it has none.
            Some((group, root)) if self.holds_root(one, group, root) => {
                self.groups[group].vertices[root].1.clone()
            }
            _ => or(one.members.iter().map(|(_, test)| test.clone())),
        };
        let same = self.are_mapped(one, other, false, span)?;
        self.settled(and([some, same]))
    }

    /// The test that a motion, or only a shift, maps one place to the other.
    fn are_mapped(
        &mut self,
        one: &Place,
        other: &Place,
        is_turned: bool,
        span: &Span,
    ) -> Made<Test> {
        if one.members == other.members {
            return Ok(TRUE);
        }
        let places = [one, other];
        let key = |[a, b]: [&Place; 2]| ([a.members.clone(), b.members.clone()], is_turned);
        let known = [key(places), key([other, one])];
        let mut known = known
            .iter()
            .filter_map(|pair| self.memo.congruent.get(pair));
        if let Some(&var) = known.next() {
            return Ok(Test::is(var, 1));
        }
        let figures = [self.figure(one, span)?, self.figure(other, span)?];
        let var = self.model.var(0..=1);
        self.memo.congruent.insert(key(places), var);
        self.define(var, |compiler| {
            compiler.post_as(
                Congruence::new(Literal::is(var, 1), figures, is_turned),
                "congruence",
                "a motion between the certain and possible cells of both",
            );
            Ok(())
        })?;
        Ok(Test::is(var, 1))
    }

    /// The group of one vertex whose possible members those of a place are, and the vertex.
    fn root_of(&self, place: &Place) -> Option<(usize, usize)> {
        let mut groups = place.members.iter().map(|(_, test)| match test {
            Test::Member(member) => Some(member.group()),
            _ => None,
        });
        let group = groups.next()??;
        let is_one = groups.all(|other| other == Some(group));
        let root = self.groups[group].root?;
        (is_one && Some(group) != self.open_group).then_some((group, root))
    }

    /// Whether the root of a group may be a member of a place of it.
    fn holds_root(&self, place: &Place, group: usize, root: usize) -> bool {
        let root = is_member(group, root);
        place.members.iter().any(|(_, test)| *test == root)
    }

    /// A place as a propagator takes it.
    fn figure(&mut self, place: &Place, span: &Span) -> Made<Figure> {
        if place.members.iter().any(|(_, test)| self.is_open(test)) {
            return self.of_one_group(span);
        }
        let geometry = self.data.geometry;
        let cell = |(atom, _): &(Atom, Test)| geometry.cell(atom.index);
        let Some((number, root)) = self.root_of(place) else {
            self.spend(place.members.len(), span)?;
            let mut there = Vec::with_capacity(place.members.len());
            for (_, test) in &place.members {
                let test = self.settled(test.clone())?;
                there.push(self.presence(&test)?);
            }
            let cells: Vec<Cell> = place.members.iter().map(cell).collect();
            return Ok(Figure::of_cells(&cells, there));
        };
        let group = self.groups[number].clone();
        self.spend(group.vertices.len() + group.edges.len(), span)?;
        let mut counts = none_of(group.vertices.len());
        for (_, test) in &place.members {
            if let Test::Member(member) = test {
                counts.set(member.vertex(), true);
            }
        }
        let cells: Vec<Cell> = group.vertices.iter().map(cell).collect();
        let (vertices, links) = self.presences(&group)?;
        Ok(Figure::of_cells(&cells, vertices)
            .in_group_of(root, &links)
            .counting(counts))
    }
}
