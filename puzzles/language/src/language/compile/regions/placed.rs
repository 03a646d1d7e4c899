//! Regions that are rectangles with one number each: all placements of each, and which are used; and what all listed
//! placements of regions have in common.

use quadrille_engine::propagators::{Clause, Placement, Placements, Presence};
use quadrille_engine::{Literal, Var};

use super::super::recognise::{each, is};
use super::super::{Cause, Compiler, Made};
use super::owner::{MOST_MARKS, Owners, marks_layer as owner_marks};
use crate::grid::Direction;
use crate::language::geometry::Geometry;
use crate::language::syntax::{
    Arithmetic, Comparison, Expr, Kind, Name, Node, Noun, Over, Predicate, Qualifier, Rulebook,
    Span,
};
use crate::language::values::Datum;
use crate::language::walk::{Term, walk};

/// The most placements listed for a rule.
pub(super) const MOST_PLACEMENTS: usize = 100_000;

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

impl Compiler<'_> {
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
