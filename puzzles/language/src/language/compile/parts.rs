//! Rules about the cells of a kind in each group or region, where the data determines the kind: they are connected, or
//! congruent to those of another kind.

use std::rc::Rc;

use quadrille_engine::propagators::{GroupRule, Groups, Test};

use super::super::geometry::Atom;
use super::super::syntax::{Expr, Kind, Node, Noun, Phrase, Predicate, Quantifier};
use super::value::{Place, Value};
use super::{Compiler, Made};
use crate::grid::Cell;
use crate::rules::{CongruentParts, ConnectedPart};

impl Compiler<'_> {
    /// `each R r: A cells in r are connected`, or `congruent to B cells in r`. False if the rule is something else.
    pub(super) fn post_parts(
        &mut self,
        phrase: &Phrase,
        body: &Expr,
        number: usize,
        place: &Place,
    ) -> Made<bool> {
        let Node::Is(subject, false, predicate) = &body.node else {
            return Ok(false);
        };
        let parts: &[&Expr] = match predicate {
            Predicate::Connected(_) => &[subject],
            Predicate::Congruent(other) => &[subject, other],
            _ => return Ok(false),
        };
        let Some(parts) = self.parts(phrase, parts, number, place) else {
            return Ok(false);
        };
        let atoms: Vec<Atom> = self.groups[number]
            .vertices
            .iter()
            .map(|(atom, _)| *atom)
            .collect();
        let (rule, strength): (Box<dyn GroupRule>, _) = match (predicate, &parts[..]) {
            (Predicate::Connected(touch), [part]) => {
                let mut kind = vec![false; atoms.len()];
                part.iter().for_each(|&vertex| kind[vertex] = true);
                let own = part
                    .iter()
                    .map(|&vertex| (atoms[vertex], Test::Const(true)));
                let touching = self.touching(&own.collect::<Vec<_>>(), *touch).into_iter();
                let touching = touching.map(|(a, b)| (part[a], part[b]));
                (
                    Box::new(ConnectedPart::new(kind, &touching.collect::<Vec<_>>())),
                    "whether certain members hang together by possible ones",
                )
            }
            (_, [one, other]) => {
                let mut kinds = vec![None; atoms.len()];
                for (kind, part) in [(false, one), (true, other)] {
                    for &vertex in part {
                        if kinds[vertex].replace(kind).is_some() {
                            return Ok(false);
                        }
                    }
                }
                let geometry = &self.data.geometry;
                let cells = atoms.iter().map(|atom| geometry.cell(atom.index));
                (
                    Box::new(CongruentParts::new(&cells.collect::<Vec<Cell>>(), kinds)),
                    "a motion between the certain and possible members of a group",
                )
            }
            _ => return Ok(false),
        };
        let group = self.groups[number].clone();
        let graph = self.graph(&group)?;
        self.at("");
        self.post_as(Groups::new(graph, rule), "groups", strength);
        Ok(true)
    }

    /// `each R r: exactly 1 group g of (A cells in r)`: that these are connected is posted, and that there are some is
    /// returned. `None` if the rule is something else.
    pub(super) fn said_of_pieces(
        &mut self,
        phrase: &Phrase,
        body: &Expr,
        number: usize,
        place: &Place,
    ) -> Made<Option<Expr>> {
        let Node::Quantified(Quantifier::Exactly(times), pieces, None) = &body.node else {
            return Ok(None);
        };
        let ([piece], Node::Number(1)) = (&pieces[..], &times.node) else {
            return Ok(None);
        };
        let Noun::Group(material, touch) = &piece.noun else {
            return Ok(None);
        };
        let made = |node: Node| Expr {
            node,
            span: body.span.clone(),
        };
        let cells = Box::new(made(Node::Phrase(material.clone())));
        let connected = made(Node::Is(cells, false, Predicate::Connected(*touch)));
        let is_said = material.is_of_atoms()
            && material.take.is_none()
            && piece.is_whole()
            && self.post_parts(phrase, &connected, number, place)?;
        let some = Node::Quantified(Quantifier::Some, vec![(**material).clone()], None);
        Ok(is_said.then(|| made(some)))
    }

    /// The vertices of a group that are in each of some parts of it, if that is known of each vertex.
    fn parts(
        &mut self,
        phrase: &Phrase,
        parts: &[&Expr],
        number: usize,
        place: &Place,
    ) -> Option<Vec<Vec<usize>>> {
        let [variable] = &phrase.variables[..] else {
            return None;
        };
        let vertices = Rc::clone(&self.groups[number].vertices);
        if self.data.geometry.boards != 1
            || vertices.iter().any(|(atom, _)| atom.kind != Kind::Cell)
            || !phrase.is_whole()
        {
            return None;
        }
        let whole = Value::Place(Rc::new(place.clone()));
        let depth = self.scope.names.len();
        let defining = self.defining.len();
        self.scope.names.push((variable.name.clone(), whole));
        let outer = self.open_group.replace(number);
        let places: Made<Vec<Rc<Place>>> = parts.iter().map(|part| self.place(part)).collect();
        self.open_group = outer;
        self.scope.names.truncate(depth);
        self.defining.truncate(defining);
        let is_partly = !std::mem::take(&mut self.partly).is_empty();
        // What is wrong with it is reported by the general method.
        let (Ok(places), false) = (places, std::mem::take(&mut self.missing) || is_partly) else {
            self.needs_root = false;
            return None;
        };
        let own = |(atom, test): &(Atom, Test)| {
            let Test::Member(member) = *test else {
                return None;
            };
            let vertex = (member.group() == number).then(|| member.vertex())?;
            (vertices.get(vertex)?.0 == *atom).then_some(vertex)
        };
        let parts = places
            .iter()
            .map(|place| place.members.iter().map(own).collect());
        parts.collect()
    }
}
