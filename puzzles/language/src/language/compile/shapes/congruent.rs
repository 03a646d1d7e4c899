//! Places of cells that are congruent: some motion maps one to the other.

use std::collections::BTreeSet;
use std::sync::Arc;

use quadrille_engine::Var;
use quadrille_engine::propagators::{OfGroup, Test};

use super::super::groups::member::of_one;
use super::super::logic::{TRUE, and, or};
use super::super::value::Place;
use super::super::{Compiler, Made};
use super::shape::{images, is_same};
use crate::language::syntax::Span;
use crate::rules::CongruentGroup;

/// The rows and columns of some cells.
type Cells = [(usize, usize)];

impl Compiler<'_> {
    /// The test that some motion maps the present members of one place to those of the other.
    pub(crate) fn are_congruent(&mut self, one: &Place, other: &Place, span: &Span) -> Made<Test> {
        let known = self.have_one_form([one, other], false);
        match known.or_else(|| self.are_congruent_in_group([one, other])) {
            Some(test) => Ok(test),
            None => self.are_alike([one, other], is_same, span),
        }
    }

    /// The same of two places whose members are members of one group.
    fn are_congruent_in_group(&self, places: [&Place; 2]) -> Option<Test> {
        let geometry = self.data.geometry;
        let members = || places.iter().flat_map(|place| &place.members);
        let (group, vertices) = of_one(members().map(|(_, test)| test))?;
        let cells = members().map(|(atom, _)| geometry.position(atom.index));
        let cells = cells.map(|(row, column)| (row as i32, column as i32));
        let located: Vec<_> = vertices.into_iter().zip(cells).collect();
        let (one, other) = located.split_at(places[0].members.len());
        if geometry.boards != 1 {
            return None;
        }
        let vertices = self.groups.all[group].vertices.len();
        let test = CongruentGroup::new([one, other], vertices);
        Some(Test::Group(OfGroup::new(group, Arc::new(test))))
    }

    /// The same for shifts only, of places with members.
    pub(crate) fn same_standing(&mut self, one: &Place, other: &Place, span: &Span) -> Made<Test> {
        if let Some(test) = self.have_one_form([one, other], true) {
            return Ok(test);
        }
        let is_shifted = |a: &Cells, b: &Cells| images(a)[0] == images(b)[0];
        let same = self.are_alike([one, other], is_shifted, span)?;
        let some = or(one.members.iter().map(|(_, test)| test.clone()));
        self.reify(and([some, same]))
    }

    /// The test that the present members of two places are alike, decided once it is known which these are. Of groups the
    /// interpreter judges it: it would take a variable for each cell and each group that it may be in.
    fn are_alike(
        &mut self,
        places: [&Place; 2],
        are_alike: fn(&Cells, &Cells) -> bool,
        span: &Span,
    ) -> Made<Test> {
        if places[0].members == places[1].members {
            return Ok(TRUE);
        }
        let members = places.map(|place| place.members.clone());
        if members.iter().flatten().any(|(_, test)| test.has_member()) {
            return self.unclear(span);
        }
        self.spend(members.iter().map(Vec::len).sum(), span)?;
        let tests = members.iter().flatten().map(|(_, test)| test);
        let vars = tests.flat_map(Test::variables).collect();
        let geometry = self.data.geometry;
        let judge = move |value: &dyn Fn(Var) -> i32| {
            let [one, other] = [&members[0], &members[1]].map(|members| {
                let there = members.iter().filter(|(_, test)| test.holds(value));
                let there = there.map(|(atom, _)| geometry.position(atom.index));
                there
                    .collect::<BTreeSet<_>>()
                    .into_iter()
                    .collect::<Vec<_>>()
            });
            are_alike(&one, &other)
        };
        self.deferred(vars, Arc::new(judge))
    }
}
