//! Shapes to be placed, and rectangles around numbers: all placements of each, and which are used.
//!
//! A rule such as `(bag over group g of shaded cells: shape of g) = piece` says that the groups are these shapes. The
//! groups are then a choice among listed placements, and so are regions that are rectangles with one number each.

use quadrille_engine::propagators::{Clause, Linear, Placement, Placements, Presence};
use quadrille_engine::{Literal, Relation, Var};

use super::super::groups::group::{Group, touched};
use super::super::recognise::{each, is};
use super::super::shapes::shape::images;
use super::super::value::Value;
use super::super::{Cause, Compiler, Made};
use super::owner::{MOST_MARKS, Owners, marks_layer as owner_marks};
use crate::grid::Direction;
use crate::language::geometry::Geometry;
use crate::language::syntax::{
    Arithmetic, Comparison, Expr, Kind, Measure, Name, Node, Noun, Over, Phrase, Predicate,
    Qualifier, Rulebook, Span, Touch,
};
use crate::language::values::Datum;
use crate::language::walk::{Term, walk};

/// The most placements listed for a rule.
pub(super) const MOST_PLACEMENTS: usize = 100_000;

/// The cells of a shape.
pub(super) type Shape = Vec<(usize, usize)>;

/// Placements, and by shape the variables that say which of them are there.
pub(super) type Listed = (Vec<Placement>, Vec<Vec<Var>>);

/// The phrase of the groups with given shapes, how their cells touch, and the formula for the shapes, if a comparison has
/// this form.
fn pieces<'e>(a: &'e Expr, b: &'e Expr) -> Option<(&'e Phrase, Touch, &'e Expr)> {
    let (Node::Measure(Measure::Bag, Over::Phrases(phrases, value)), given) = (&a.node, b) else {
        return None;
    };
    let [phrase] = &phrases[..] else {
        return None;
    };
    let ([variable], Noun::Group(material, touch)) = (&phrase.variables[..], &phrase.noun) else {
        return None;
    };
    let Node::Of(function, arguments) = &value.node else {
        return None;
    };
    let is_shape =
        &*function.name == "shape" && matches!(&arguments[..], [only] if is(only, &variable.name));
    (phrase.is_whole() && is_shape).then_some((material, *touch, given))
}

/// Whether a formula says that each region of a layer is a rectangle; whether it says a square.
fn are_rectangles(formula: &Expr, regions: &str) -> Option<bool> {
    let (name, Noun::Regions(word), body) = each(formula)? else {
        return None;
    };
    stated_rectangle(body, name).filter(|_| *word.name == *regions)
}

/// Whether a formula says that the cells of this name fill a rectangle, by its name or as `size of r = width of r *
/// height of r`; whether it says a square.
pub(crate) fn stated_rectangle(formula: &Expr, name: &Name) -> Option<bool> {
    let of = |measure: &str, expr: &Expr| {
        matches!(&expr.node, Node::Of(word, arguments)
            if *word.name == *measure && matches!(&arguments[..], [only] if is(only, name)))
    };
    let is_area = |expr: &Expr| match &expr.node {
        Node::Arithmetic(Arithmetic::Multiply, a, b) => {
            (of("width", a) && of("height", b)) || (of("height", a) && of("width", b))
        }
        _ => false,
    };
    match &formula.node {
        Node::Is(subject, false, form @ (Predicate::Rectangle | Predicate::Square)) => {
            is(subject, name).then_some(*form == Predicate::Square)
        }
        Node::Compare(Comparison::Equal, a, b) => {
            let is_full = (of("size", a) && is_area(b)) || (of("size", b) && is_area(a));
            is_full.then_some(false)
        }
        _ => None,
    }
}

/// The layer of data that gives each region's size at cells, if a formula has this meaning.
pub(crate) fn sizes<'e>(formula: &'e Expr, regions: &str) -> Option<&'e str> {
    let (name, Noun::Atoms(Kind::Cell), body) = each(formula)? else {
        return None;
    };
    let Node::Compare(Comparison::Equal, a, b) = &body.node else {
        return None;
    };
    let of = |expr: &'e Expr| match &expr.node {
        Node::Of(word, arguments) => match &arguments[..] {
            [argument] => Some((&*word.name, argument)),
            _ => None,
        },
        _ => None,
    };
    let one_way = |size: &'e Expr, given: &'e Expr| {
        let ("size", region) = of(size)? else {
            return None;
        };
        let (layer, cell) = of(region)?;
        let (data, at) = of(given)?;
        (layer == regions && is(cell, name) && is(at, name)).then_some(data)
    };
    one_way(a, b).or_else(|| one_way(b, a))
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
        let geometry = self.data.geometry;
        let Some((material, touch, given)) = pieces(a, b).or_else(|| pieces(b, a)) else {
            return Ok(false);
        };
        let Value::Shapes(wanted) = self.value(given)? else {
            return Ok(false);
        };
        if geometry.boards != 1
            || !matches!(material.noun, Noun::Atoms(Kind::Cell))
            || !wanted.iter().all(|shape| is_connected(shape, touch))
        {
            return Ok(false);
        }
        let shapes = by_images(&wanted);
        let group = self.material_group(material, touch)?;
        if std::mem::take(&mut self.eval.missing) {
            return Ok(false);
        }
        let Some(elements) = self.elements(&group)? else {
            return Ok(false);
        };
        let all: Vec<Vec<Shape>> = shapes.iter().map(|(all, _)| all.clone()).collect();
        let Some((placements, vars)) = self.placements_of(&elements, &all, touch, span)? else {
            return Ok(false);
        };
        for (vars, (_, times)) in vars.iter().zip(&shapes) {
            self.post_times(vars, *times);
        }
        self.post_placements(&elements, &placements);
        Ok(true)
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

    /// Posts that the regions to find of a layer are rectangles, or squares, with one mark each, if the rules say so. If
    /// rules are about the regions in other ways, too, variables say which mark each cell belongs to. False if the rules
    /// do not say so.
    pub(super) fn post_rectangles(
        &mut self,
        layer: usize,
        data: usize,
        marks: &[usize],
        marking: &Expr,
        without: &[String],
    ) -> Made<bool> {
        let book = &self.data.book;
        let name = &book.layers[layer].word.name;
        let mut implied = Vec::new();
        let (mut rule, mut sized, mut spoken_of) = (None, false, false);
        let mut are_squares = false;
        for (number, kept) in book.rules.iter().enumerate() {
            if without.iter().any(|id| **id == *kept.id) {
                continue;
            }
            for formula in &kept.formulas {
                if let Some(is_square) = are_rectangles(formula, name) {
                    rule = Some(number);
                    are_squares |= is_square;
                } else if sizes(formula, name).is_some_and(|word| book.layer(word) == Some(data)) {
                    sized = true;
                } else if owner_marks(formula, name)
                    .is_none_or(|word| book.layer(&word) != Some(data))
                {
                    spoken_of |= speaks_of(book, formula, name);
                    continue;
                }
                implied.push(formula.clone());
            }
        }
        let Some(rule) = rule else {
            return Ok(false);
        };
        if spoken_of && !(2..=MOST_MARKS).contains(&marks.len()) {
            return Ok(false);
        }
        let span = book.rules[rule].span.clone();
        let mut lists = Vec::new();
        let mut total = 0;
        for &mark in marks {
            let size = match self.data.layers[data].get(mark) {
                Some(Datum::Number(size)) if sized => Some(*size),
                _ => None,
            };
            let mut list = self.rectangles_around(marks, mark, size);
            if are_squares {
                list.retain(|[top, bottom, left, right]| bottom - top == right - left);
            }
            total += list.len();
            if total > MOST_PLACEMENTS {
                return Ok(false);
            }
            lists.push(list);
        }
        self.current.cause = Cause::Rule(rule);
        self.at("");
        let alone: Vec<Vec<usize>> = marks.iter().map(|&mark| vec![mark]).collect();
        let of = if spoken_of {
            self.owner_vars(&alone)
        } else {
            Vec::new()
        };
        self.list_rectangles(layer, &lists, &of, &span)?;
        if spoken_of {
            self.regions
                .owners
                .push(Owners::new(layer, marking, alone, of));
        }
        self.current.cause = Cause::Layers;
        self.regions.listed.push((layer, implied));
        Ok(true)
    }

    /// The rectangles that contain exactly one of the marked cells, of a given size if there is one: first and last row
    /// and column.
    fn rectangles_around(
        &self,
        marks: &[usize],
        mark: usize,
        size: Option<i64>,
    ) -> Vec<[usize; 4]> {
        let geometry = &self.data.geometry;
        let (rows, columns) = (geometry.rows, geometry.columns);
        let (row, column) = geometry.position(mark as u32);
        let others = marks.iter().filter(|&&other| other != mark);
        let others: Vec<(usize, usize)> =
            others.map(|&cell| geometry.position(cell as u32)).collect();
        let mut found = Vec::new();
        for top in 0..=row {
            for bottom in row..rows {
                for left in 0..=column {
                    for right in column..columns {
                        let area = (bottom - top + 1) * (right - left + 1);
                        let fits = size.is_none_or(|size| i64::try_from(area) == Ok(size));
                        let holds = |&(r, c): &(usize, usize)| {
                            (top..=bottom).contains(&r) && (left..=right).contains(&c)
                        };
                        if fits && !others.iter().any(holds) {
                            found.push([top, bottom, left, right]);
                        }
                    }
                }
            }
        }
        found
    }

    /// Posts which of its rectangles each mark has: all cells are covered, and two adjacent cells are joined if one
    /// rectangle covers both. `of` gives by cell the owner of its rectangle, or nothing.
    fn list_rectangles(
        &mut self,
        layer: usize,
        lists: &[Vec<[usize; 4]>],
        of: &[Var],
        span: &Span,
    ) -> Made<()> {
        let geometry = self.data.geometry;
        let cells = geometry.count(Kind::Cell);
        let mut elements = self.link_elements(layer, (0..cells).map(|_| Presence::Always))?;
        let first_owner = elements.len();
        for &var in of {
            let marks = 0..lists.len() as i32;
            elements.extend(marks.map(|mark| Presence::If(Literal::is(var, mark))));
        }
        let mut placements = Vec::new();
        for (mark, list) in lists.iter().enumerate() {
            if list.is_empty() {
                self.post_as(Clause::new(&[]), "never", "exact");
                return Ok(());
            }
            let which = self.model.var(0..=list.len() as i32 - 1);
            for (number, &[top, bottom, left, right]) in list.iter().enumerate() {
                let rows = (top..=bottom).map(|row| row * geometry.columns);
                let region = rows.flat_map(|row| (left..=right).map(move |column| row + column));
                let region: Vec<usize> = region.collect();
                let is_within = |cell: usize| {
                    let (r, c) = geometry.position(cell as u32);
                    (top..=bottom).contains(&r) && (left..=right).contains(&c)
                };
                let there = Presence::If(Literal::is(which, number as i32));
                let mut placement = region_of(&geometry, region.clone(), &is_within, there);
                if !of.is_empty() {
                    let owner = |cell: &usize| first_owner + cell * lists.len() + mark;
                    placement.members.extend(region.iter().map(owner));
                }
                self.spend(placement.members.len() / 4, span)?;
                placements.push(placement);
            }
        }
        self.post_placements(&elements, &placements);
        Ok(())
    }

    /// The elements of regions of a layer: the given cells, and after them the links, which are in if they join two
    /// cells of a region.
    pub(super) fn link_elements(
        &mut self,
        layer: usize,
        cells: impl Iterator<Item = Presence>,
    ) -> Made<Vec<Presence>> {
        let mut elements: Vec<Presence> = cells.collect();
        for link in 0..self.data.geometry.count(Kind::Link) as u32 {
            let joined = self.joined(layer, 0, link);
            elements.push(self.presence(&joined)?);
        }
        Ok(elements)
    }

    /// Posts that so many of these 0-1 variables are 1.
    pub(super) fn post_times(&mut self, vars: &[Var], times: i64) {
        for relation in [Relation::AtMost, Relation::AtLeast] {
            let enough = Linear::sum(vars, relation, times);
            self.post_as(enough, "linear", "domain consistent");
        }
    }

    pub(super) fn post_placements(&mut self, elements: &[Presence], placements: &[Placement]) {
        self.post_as(
            Placements::new(elements, placements),
            "placements",
            "unit propagation",
        );
    }
}

/// A region as a placement among [`link_elements`](Compiler::joints): it covers its cells and the links between them, and the
/// links around it are out.
pub(super) fn region_of(
    geometry: &Geometry,
    region: Vec<usize>,
    is_within: &dyn Fn(usize) -> bool,
    there: Presence,
) -> Placement {
    let cells = geometry.count(Kind::Cell);
    let (mut links, mut around) = (Vec::new(), Vec::new());
    for &cell in &region {
        for direction in Direction::ALL {
            let (Some(link), Some(neighbour)) = (
                geometry.link(cell as u32, direction),
                geometry.neighbour(cell as u32, direction),
            ) else {
                continue;
            };
            let link = cells + link as usize;
            if !is_within(neighbour as usize) {
                around.push(link);
            } else if neighbour as usize > cell {
                links.push(link);
            }
        }
    }
    let mut members = region;
    members.extend(links);
    Placement {
        there,
        members,
        around,
    }
}

/// Whether a formula, or a definition that it may use, names a layer.
pub(super) fn speaks_of(book: &Rulebook, formula: &Expr, name: &Name) -> bool {
    let mut found = false;
    let mut look = |expr: &Expr| {
        walk(expr, &mut |part| {
            found |= match part {
                Term::Expr(expr) => match &expr.node {
                    Node::Of(word, _)
                    | Node::Has(_, _, word)
                    | Node::Reads(word, ..)
                    | Node::Nearest(word, ..)
                    | Node::Beam(_, _, word)
                    | Node::Measure(_, Over::Layer(word, _))
                    | Node::Values(_, Over::Layer(word, _)) => word.name == *name,
                    Node::Name(own) => own == name,
                    _ => false,
                },
                Term::Phrase(phrase) => {
                    let noun = match &phrase.noun {
                        Noun::Regions(word) | Noun::EqualGroup(word) => word.name == *name,
                        _ => false,
                    };
                    let mut qualifiers = phrase.qualifiers.iter();
                    noun || qualifiers.any(|qualifier| {
                        matches!(qualifier, Qualifier::With(word) | Qualifier::Without(word) if word.name == *name)
                    })
                }
                Term::Predicate(_) => false,
            }
        });
    };
    look(formula);
    book.definitions
        .iter()
        .for_each(|definition| look(&definition.body));
    found
}
