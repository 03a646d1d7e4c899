//! Shapes of groups: no two have the same.

use quadrille_engine::propagators::Presence;

use super::super::syntax::{Expr, Kind, Node, Over, Phrase};
use super::group::Group;
use super::said::is;
use super::shape::images;
use super::{Compiler, Made};
use crate::grid::Cell;
use crate::rules::DistinctShapes;

/// The cells of a shape, moved to the upper left and in order.
type Shape = Vec<(usize, usize)>;

/// Whether an expression is the shape of the one variable of a phrase without further conditions.
fn is_shape_of(expr: &Expr, phrase: &Phrase) -> bool {
    let (Node::Of(function, arguments), [variable]) = (&expr.node, &phrase.variables[..]) else {
        return false;
    };
    let is_own = matches!(&arguments[..], [only] if is(only, &variable.name));
    phrase.is_whole() && &*function.name == "shape" && is_own
}

impl Compiler<'_> {
    /// By cell of the only board: whether it is in a group. `None` if there are several boards, or other vertices.
    pub(super) fn elements(&mut self, group: &Group) -> Made<Option<Vec<Presence>>> {
        let geometry = self.data.geometry;
        let mut vertices = group.vertices.iter();
        if geometry.boards != 1 || vertices.any(|(atom, _)| atom.kind != Kind::Cell) {
            return Ok(None);
        }
        let mut elements = vec![Presence::Never; geometry.rows * geometry.columns];
        for (atom, test) in group.vertices.iter() {
            let test = self.settled(test.clone())?;
            elements[atom.index as usize] = self.presence(&test)?;
        }
        Ok(Some(elements))
    }

    /// `all different over groups g of A: shape of g`. False if the rule is something else.
    pub(super) fn post_different_shapes(&mut self, over: &Over) -> Made<bool> {
        let Over::Phrases(phrases, value) = over else {
            return Ok(false);
        };
        let [phrase] = &phrases[..] else {
            return Ok(false);
        };
        if !is_shape_of(value, phrase) || self.data.geometry.boards != 1 {
            return Ok(false);
        }
        let Some((number, _)) = self.open(phrase)? else {
            return Ok(false);
        };
        if std::mem::take(&mut self.missing) {
            return Ok(false);
        }
        let group = self.groups[number].clone();
        if group
            .vertices
            .iter()
            .any(|(atom, _)| atom.kind != Kind::Cell)
        {
            return Ok(false);
        }
        let geometry = &self.data.geometry;
        let cells = group.vertices.iter();
        let cells: Vec<Cell> = cells.map(|(atom, _)| geometry.cell(atom.index)).collect();
        let known = self.known_shapes();
        let shapes: Vec<Vec<Shape>> = known.iter().map(|shape| images(shape)).collect();
        let (vertices, links) = self.presences(&group)?;
        self.at("");
        self.post_as(
            DistinctShapes::new(&cells, vertices, &links, &shapes),
            "distinct shapes",
            "of known groups, and of those that one cell completes",
        );
        Ok(true)
    }
}
