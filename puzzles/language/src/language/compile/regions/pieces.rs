//! Groups of cells that have given shapes: all ways to place each, and which are there.
//!
//! A rule such as `(bag over groups g of shaded cells: shape of g) = piece` says that the groups are these shapes, and `each
//! group g of shaded cells: shape of g is in piece` that they are some of them. They are then a choice among listed
//! placements.

use quadrille_engine::propagators::{Linear, Placement, Presence};
use quadrille_engine::{Literal, Relation, Var};

use super::super::groups::group::{Group, touched};
use super::super::recognise::{each, is};
use super::super::shapes::shape::images;
use super::super::value::Value;
use super::super::{Cause, Compiler, Made};
use super::placed::MOST_PLACEMENTS;
use crate::language::syntax::{
    Expr, Kind, Measure, Name, Node, Noun, Over, Phrase, Predicate, Span, Touch,
};
use crate::puzzle::Pass;
use std::sync::Arc;

/// The cells of a shape.
pub(super) type Shape = Vec<(usize, usize)>;

/// Placements, and by shape the variables that say which of them are there.
pub(super) type Listed = (Vec<Placement>, Vec<Vec<Var>>);

/// Groups that each have one of some shapes.
pub(crate) struct SomePieces {
    group: Group,
    /// By shape: the variables that say which of its placements are there, and how often it is given.
    placed: Vec<(Vec<Var>, i64)>,
}

/// `shape of` a variable.
fn is_shape_of(expr: &Expr, name: &Name) -> bool {
    matches!(&expr.node, Node::Of(word, arguments)
        if &*word.name == "shape" && matches!(&arguments[..], [only] if is(only, name)))
}

/// The phrase of the groups whose shapes a measure or a test is about, and how their cells touch.
fn shapes_over(over: &Over) -> Option<(&Phrase, Touch)> {
    let Over::Phrases(phrases, value) = over else {
        return None;
    };
    let [phrase] = &phrases[..] else {
        return None;
    };
    let ([variable], Noun::Group(material, touch)) = (&phrase.variables[..], &phrase.noun) else {
        return None;
    };
    (phrase.is_whole() && is_shape_of(value, &variable.name)).then_some((material, *touch))
}

/// The phrase of the groups with given shapes, how their cells touch, and the formula for the shapes, if a comparison has
/// this form.
fn pieces<'e>(a: &'e Expr, b: &'e Expr) -> Option<(&'e Phrase, Touch, &'e Expr)> {
    let Node::Measure(Measure::Bag, over) = &a.node else {
        return None;
    };
    let (material, touch) = shapes_over(over)?;
    Some((material, touch, b))
}

/// The same of `each group g of M: shape of g is in GIVEN`.
fn some_pieces(formula: &Expr) -> Option<(&Phrase, Touch, &Expr)> {
    let (name, Noun::Group(material, touch), body) = each(formula)? else {
        return None;
    };
    match &body.node {
        Node::Is(shape, false, Predicate::In(given)) if is_shape_of(shape, name) => {
            Some((material, *touch, given))
        }
        _ => None,
    }
}

/// Whether the cells of a shape are connected.
pub(crate) fn is_connected(shape: &Shape, touch: Touch) -> bool {
    let mut open: Shape = shape.clone();
    let Some(first) = open.pop() else {
        return false;
    };
    let mut queue = vec![first];
    while let Some((row, column)) = queue.pop() {
        open.retain(|&(r, c)| {
            let apart = (r.abs_diff(row), c.abs_diff(column));
            let neighbour = match touch {
                Touch::Sides => apart.0 + apart.1 == 1,
                Touch::Contacts => apart.0.max(apart.1) == 1,
                Touch::Knights => apart.0 * apart.1 == 2,
            };
            if neighbour {
                queue.push((r, c));
            }
            !neighbour
        });
    }
    open.is_empty()
}

/// The images of each of these shapes, and how often it is among them, turned and mirrored ones counted as the same.
pub(super) fn by_images(given: &[Shape]) -> Vec<(Vec<Shape>, i64)> {
    let mut shapes: Vec<(Vec<Shape>, i64)> = Vec::new();
    for shape in given {
        let images = images(shape);
        match shapes.iter_mut().find(|(own, _)| own.contains(&images[0])) {
            Some((_, times)) => *times += 1,
            None => shapes.push((images, 1)),
        }
    }
    shapes
}

impl Compiler<'_> {
    /// Posts that the groups of some cells are the shapes of the data. False if a comparison does not have this
    /// meaning.
    pub(crate) fn post_pieces(&mut self, a: &Expr, b: &Expr, span: &Span) -> Made<bool> {
        let Some((material, touch, given)) = pieces(a, b).or_else(|| pieces(b, a)) else {
            return Ok(false);
        };
        let Some(pieces) = self.list_pieces(material, touch, given, span)? else {
            return Ok(false);
        };
        for (vars, times) in pieces.placed {
            self.post_times(&vars, times);
        }
        Ok(true)
    }

    /// Lists the placements of the groups of which rules say that each has one of the given shapes, whatever the order of
    /// these rules and of those about the same groups.
    pub(crate) fn find_pieces(&mut self, without: &[String]) -> Made<()> {
        let book = Arc::clone(&self.data.book);
        for (number, rule) in book.rules.iter().enumerate() {
            let is_kept = self.uses(Pass::Pieces) && !without.iter().any(|id| **id == *rule.id);
            for formula in rule.formulas.iter().filter(|_| is_kept) {
                let Some((material, touch, given)) = some_pieces(formula) else {
                    continue;
                };
                self.current.cause = Cause::Rule(number);
                self.at("");
                let listed = self.list_pieces(material, touch, given, &formula.span)?;
                if let Some(pieces) = listed {
                    self.fired(Pass::Pieces);
                    self.regions.pieces.push((formula.clone(), pieces));
                }
                // Shapes that are not given are for the rule itself to tell.
                self.eval.missing = false;
                self.current.cause = Cause::Layers;
            }
        }
        Ok(())
    }

    /// Whether listed placements say all that a formula says.
    pub(crate) fn is_said_by_pieces(&self, formula: &Expr) -> bool {
        self.regions.pieces.iter().any(|(own, _)| own == formula)
    }

    /// Posts that no two of the groups whose placements are listed have one shape. False if the values are not the shapes of
    /// such groups.
    pub(crate) fn post_different_pieces(&mut self, over: &Over) -> Made<bool> {
        let Some((material, touch)) = shapes_over(over).filter(|_| !self.regions.pieces.is_empty())
        else {
            return Ok(false);
        };
        let group = self.material_group(material, touch)?;
        let mut pieces = self.regions.pieces.iter().map(|(_, pieces)| pieces);
        let Some(own) = pieces.find(|own| own.group.is_like(&group)) else {
            return Ok(false);
        };
        for (vars, _) in own.placed.clone() {
            let once = Linear::sum(&vars, Relation::AtMost, 1);
            self.post_as(once, "linear", "domain consistent");
        }
        Ok(true)
    }

    /// All placements of given shapes as the groups of some cells. `None` if they are not listed.
    fn list_pieces(
        &mut self,
        material: &Phrase,
        touch: Touch,
        given: &Expr,
        span: &Span,
    ) -> Made<Option<SomePieces>> {
        let geometry = self.data.geometry;
        let Value::Shapes(wanted) = self.value(given)? else {
            return Ok(None);
        };
        if geometry.boards != 1
            || !matches!(material.noun, Noun::Atoms(Kind::Cell))
            || !wanted.iter().all(|shape| is_connected(shape, touch))
        {
            return Ok(None);
        }
        let shapes = by_images(&wanted);
        let group = self.material_group(material, touch)?;
        if std::mem::take(&mut self.eval.missing) {
            return Ok(None);
        }
        let Some(elements) = self.elements(&group)? else {
            return Ok(None);
        };
        let all: Vec<Vec<Shape>> = shapes.iter().map(|(all, _)| all.clone()).collect();
        let Some((placements, vars)) = self.placements_of(&elements, &all, touch, span)? else {
            return Ok(None);
        };
        self.post_placements(&elements, &placements);
        let times = shapes.into_iter().map(|(_, times)| times);
        let placed = vars.into_iter().zip(times).collect();
        Ok(Some(SomePieces { group, placed }))
    }

    /// By cell of the only board: whether it is in a group. `None` if there are several boards, or other vertices.
    fn elements(&mut self, group: &Group) -> Made<Option<Vec<Presence>>> {
        let geometry = self.data.geometry;
        let mut vertices = group.vertices.iter();
        if geometry.boards != 1 || vertices.any(|(atom, _)| atom.kind != Kind::Cell) {
            return Ok(None);
        }
        let mut elements = vec![Presence::Never; geometry.rows * geometry.columns];
        for (atom, test) in group.vertices.iter() {
            let test = self.reify(test.clone())?;
            elements[atom.index as usize] = self.presence(&test)?;
        }
        Ok(Some(elements))
    }

    /// All placements of shapes, each given by its images, as groups of their own, and by shape the variables that say which
    /// of them are there. `None` if there are too many.
    pub(super) fn placements_of(
        &mut self,
        elements: &[Presence],
        shapes: &[Vec<Shape>],
        touch: Touch,
        span: &Span,
    ) -> Made<Option<Listed>> {
        let ways: usize = shapes.iter().map(Vec::len).sum();
        if ways * elements.len() > MOST_PLACEMENTS {
            return Ok(None);
        }
        let mut placements = Vec::new();
        let mut of_shapes = Vec::new();
        for images in shapes {
            let mut vars: Vec<Var> = Vec::new();
            for image in images {
                for origin in 0..elements.len() as u32 {
                    let Some(members) = self.shifted(image, origin) else {
                        continue;
                    };
                    self.spend(members.len(), span)?;
                    if let Some(placement) = self.piece(elements, members, touch) {
                        let var = self.model.var(0..=1);
                        let there = Presence::If(Literal::is(var, 1));
                        placements.push(Placement { there, ..placement });
                        vars.push(var);
                    }
                }
            }
            of_shapes.push(vars);
        }
        Ok(Some((placements, of_shapes)))
    }

    /// The cells of a shape moved so that its upper left corner is on a cell, if they are all in the grid.
    pub(super) fn shifted(&self, shape: &Shape, origin: u32) -> Option<Vec<usize>> {
        let geometry = &self.data.geometry;
        let (row, column) = geometry.position(origin);
        let cells = shape.iter().map(|&(r, c)| {
            let (r, c) = (row + r, column + c);
            (r < geometry.rows && c < geometry.columns).then_some(r * geometry.columns + c)
        });
        cells.collect()
    }

    /// Cells as a group of their own, if they can be one.
    fn piece(&self, elements: &[Presence], members: Vec<usize>, touch: Touch) -> Option<Placement> {
        let mut around = Vec::new();
        for &cell in &members {
            if elements[cell] == Presence::Never {
                return None;
            }
            for neighbour in touched(&self.data.geometry, cell as u32, touch) {
                let neighbour = neighbour as usize;
                if members.contains(&neighbour)
                    || around.contains(&neighbour)
                    || elements[neighbour] == Presence::Never
                {
                    continue;
                }
                if elements[neighbour] == Presence::Always {
                    return None;
                }
                around.push(neighbour);
            }
        }
        Some(Placement {
            there: Presence::Always,
            members,
            around,
        })
    }

    /// Posts that so many of these 0-1 variables are 1.
    pub(super) fn post_times(&mut self, vars: &[Var], times: i64) {
        for relation in [Relation::AtMost, Relation::AtLeast] {
            let enough = Linear::sum(vars, relation, times);
            self.post_as(enough, "linear", "domain consistent");
        }
    }
}
