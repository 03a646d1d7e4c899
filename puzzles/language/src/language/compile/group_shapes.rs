//! Shapes of groups: each group has one of some shapes, or no two have the same.

use quadrille_engine::propagators::{Linear, Presence};
use quadrille_engine::{Relation, Var};

use super::super::syntax::{Comparison, Expr, Kind, Node, Noun, Over, Phrase, Predicate, Touch};
use super::group::Group;
use super::placed::is_connected;
use super::said::is;
use super::shape::images;
use super::value::Value;
use super::{Compiler, Made};
use crate::grid::Cell;
use crate::rules::DistinctShapes;

/// The cells of a shape, moved to the upper left and in order.
type Shape = Vec<(usize, usize)>;

/// Groups whose placements are listed.
pub(super) struct ListedGroups {
    /// By cell.
    elements: Vec<Presence>,
    touch: Touch,
    /// By shape: whether each of its placements is there.
    placements: Vec<Vec<Var>>,
}

/// Whether an expression is the shape of the one variable of a phrase without further conditions.
fn is_shape_of(expr: &Expr, phrase: &Phrase) -> bool {
    let (Node::Of(function, arguments), [variable]) = (&expr.node, &phrase.variables[..]) else {
        return false;
    };
    let is_own = matches!(&arguments[..], [only] if is(only, &variable.name));
    phrase.is_whole() && &*function.name == "shape" && is_own
}

/// The expressions for the shapes that a group may have, if a formula says that it has one of these.
fn told<'e>(phrase: &Phrase, body: &'e Expr) -> Option<Vec<&'e Expr>> {
    let of = |subject| is_shape_of(subject, phrase);
    match &body.node {
        Node::Compare(Comparison::Equal, a, b) if of(a) => Some(vec![b]),
        Node::Compare(Comparison::Equal, a, b) if of(b) => Some(vec![a]),
        Node::Is(subject, false, predicate) if of(subject) => match predicate {
            Predicate::In(list) | Predicate::Value(list) => Some(vec![list]),
            Predicate::OneOf(choices) => Some(choices.iter().collect()),
            _ => None,
        },
        _ => None,
    }
}

impl Compiler<'_> {
    /// `each group g of A: shape of g is in L`, or is one of some shapes: the groups are a choice among listed
    /// placements. False if the rule is something else.
    pub(super) fn post_group_shapes(
        &mut self,
        phrase: &Phrase,
        body: &Expr,
        number: usize,
    ) -> Made<bool> {
        let Some(told) = told(phrase, body) else {
            return Ok(false);
        };
        let Noun::Group(_, touch) = phrase.noun else {
            return Ok(false);
        };
        if told.iter().any(|one| !matches!(one.node, Node::Name(_))) {
            return Ok(false);
        }
        let mut shapes: Vec<Shape> = Vec::new();
        for one in told {
            match self.value(one)? {
                Value::Shapes(some) => shapes.extend(some),
                Value::KnownShape(known) => shapes.extend(self.known_shapes().get(known).cloned()),
                _ => {
                    self.missing = false;
                    return Ok(false);
                }
            }
        }
        let mut all: Vec<Vec<Shape>> = Vec::new();
        // A group is connected.
        for shape in shapes.iter().filter(|shape| is_connected(shape, touch)) {
            let images = images(shape);
            if !all.iter().any(|known| known.contains(&images[0])) {
                all.push(images);
            }
        }
        let group = self.groups[number].clone();
        let Some(elements) = self.elements(&group)? else {
            return Ok(false);
        };
        let Some((placements, vars)) = self.placements_of(&elements, &all, touch, &body.span)?
        else {
            return Ok(false);
        };
        self.at("");
        self.post_placements(&elements, &placements);
        self.listed_groups.push(ListedGroups {
            elements,
            touch,
            placements: vars,
        });
        Ok(true)
    }

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
        let Some(elements) = self.elements(&group)? else {
            return Ok(false);
        };
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
        if let Noun::Group(_, touch) = phrase.noun {
            self.different_groups.push((elements, touch));
        }
        Ok(true)
    }

    /// Of groups whose placements are listed, and which have different shapes, each shape has at most one placement.
    pub(super) fn at_most_one_placement(&mut self) {
        for (different, touch) in std::mem::take(&mut self.different_groups) {
            for listed in std::mem::take(&mut self.listed_groups) {
                if listed.elements == different && listed.touch == touch {
                    self.implied("each shape is placed at most once");
                    for vars in &listed.placements {
                        let once = Linear::sum(vars, Relation::AtMost, 1);
                        self.post_as(once, "linear", "domain consistent");
                    }
                }
                self.listed_groups.push(listed);
            }
        }
    }
}
