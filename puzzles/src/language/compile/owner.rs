//! Regions to find that contain exactly one marked cell each: the mark that a cell belongs to, as an implied variable.
//!
//! A rule such as `each region r: exactly 1 cell in r with number` numbers the regions by their marks. Rules about the
//! region of a marked cell are then about variables, and need no groups.

use quadrille_engine::propagators::{Connected, ReifiedEqual, Test};
use quadrille_engine::{Literal, Relation, Var};

use super::super::geometry::Atom;
use super::super::syntax::{Expr, Ground, Kind, Node, Noun, Phrase, Qualifier, Quantifier};
use super::super::values::Datum;
use super::value::{Identity, Place};
use super::{Cause, Compiler, Made};

/// The most marks: more would need wide variables.
pub(super) const MOST_MARKS: usize = 63;

/// By layer of regions to find: the marked cells, and by cell which of them it belongs to.
#[derive(Clone, Debug)]
pub(super) struct Owners {
    layer: usize,
    /// The layer of data that marks them.
    data: usize,
    marks: Vec<usize>,
    of: Vec<Var>,
}

impl Owners {
    pub(super) fn new(layer: usize, data: usize, marks: Vec<usize>, of: Vec<Var>) -> Self {
        Self {
            layer,
            data,
            marks,
            of,
        }
    }

    pub(super) fn layer(&self) -> usize {
        self.layer
    }
}

impl Compiler<'_> {
    /// Makes the owners of each layer of regions to find that a rule gives marks.
    pub(super) fn find_owners(&mut self, without: &[String]) -> Made<()> {
        let book = std::sync::Arc::clone(&self.data.book);
        let geometry = self.data.geometry;
        if geometry.boards != 1 {
            return Ok(());
        }
        for (layer, declared) in book.layers.iter().enumerate() {
            let cells = geometry.count(Kind::Cell);
            if self.layers.links[layer].is_empty()
                || (0..cells).any(|cell| !self.layers.stands(layer, cell))
            {
                continue;
            }
            let rules = book.rules.iter().enumerate();
            let mut kept = rules.filter(|(_, rule)| !without.iter().any(|id| **id == *rule.id));
            let Some((rule, marking)) = kept.find_map(|(number, rule)| {
                let mut formulas = rule.formulas.iter();
                let marking = formulas.find_map(|formula| marks(formula, &declared.word.name))?;
                Some((number, marking))
            }) else {
                continue;
            };
            let Some(data) = book.layer(marking).filter(|&data| {
                !self.data.is_found(data)
                    && matches!(book.layers[data].on, Ground::Atoms(Kind::Cell, None))
            }) else {
                continue;
            };
            let is_marked = |cell: &usize| {
                !matches!(
                    self.data.layers[data].get(*cell),
                    None | Some(Datum::Missing)
                )
            };
            let marks: Vec<usize> = (0..cells).filter(is_marked).collect();
            if self.post_rectangles(layer, data, &marks, without)? {
                continue;
            }
            if !(2..=MOST_MARKS).contains(&marks.len()) {
                continue;
            }
            self.cause = Cause::Rule(rule);
            self.at("");
            self.post_owners(layer, data, marks);
            self.cause = Cause::Layers;
        }
        Ok(())
    }

    /// Whether a formula is implied by the owners, or by the listed rectangles.
    pub(super) fn is_told_by_owners(&self, formula: &Expr) -> bool {
        let book = &self.data.book;
        if self.listed.iter().any(|(_, told)| told.contains(formula)) {
            return true;
        }
        self.owners.iter().any(|owners| {
            let marking = marks(formula, &book.layers[owners.layer].word.name);
            marking.is_some_and(|marking| book.layer(marking) == Some(owners.data))
        })
    }

    /// A variable for each cell that says which mark it belongs to.
    pub(super) fn owner_vars(&mut self, marks: &[usize]) -> Vec<Var> {
        let cells = 0..self.data.geometry.count(Kind::Cell);
        cells
            .map(|cell| match marks.binary_search(&cell) {
                Ok(mark) => self.model.var_of(&[mark as i32]),
                Err(_) => self.model.var(0..=marks.len() as i32 - 1),
            })
            .collect()
    }

    fn post_owners(&mut self, layer: usize, data: usize, marks: Vec<usize>) {
        let geometry = self.data.geometry;
        let of = self.owner_vars(&marks);
        let mut edges = Vec::new();
        for link in 0..geometry.count(Kind::Link) as u32 {
            let [a, b] = geometry.link_cells(link).map(|cell| cell as usize);
            edges.push((a, b));
            if let Test::Literal(Literal {
                var,
                relation: Relation::Is,
                value: 1,
            }) = self.joined(layer, 0, link)
            {
                self.post_as(
                    ReifiedEqual::vars(var, of[a], of[b]),
                    "owner",
                    "domain consistent",
                );
            }
        }
        for mark in 0..marks.len() {
            self.post_as(
                Connected::new(&of, mark as i32, &edges),
                "connected owner",
                "domain consistent",
            );
        }
        self.owners.push(Owners::new(layer, data, marks, of));
    }

    pub(super) fn has_owners(&self, layer: usize) -> bool {
        self.owners.iter().any(|owners| owners.layer == layer)
    }

    /// The region to find that contains a marked cell.
    pub(super) fn owned(&self, layer: usize, cell: Atom) -> Option<Place> {
        let owners = self.owners.iter().find(|owners| owners.layer == layer)?;
        let mark = owners.marks.binary_search(&(cell.index as usize)).ok()?;
        let members = (0..).zip(&owners.of).map(|(index, &var)| {
            let atom = Atom { index, ..cell };
            (atom, self.tidy(Test::is(var, mark as i32)))
        });
        let mut place = Place::plain([]);
        place.members = members
            .filter(|(_, test)| *test != Test::Const(false))
            .collect();
        place.identity = Identity::AreaOf(layer, cell);
        Some(place)
    }
}

/// The layer of data that marks each region exactly once, if the formula says so.
pub(super) fn marks<'r>(formula: &'r Expr, regions: &str) -> Option<&'r str> {
    let Node::Quantified(Quantifier::Each, phrases, Some(body)) = &formula.node else {
        return None;
    };
    let [
        Phrase {
            take: None,
            adjectives,
            noun: Noun::Regions(word),
            variables,
            qualifiers,
            ..
        },
    ] = &phrases[..]
    else {
        return None;
    };
    let [variable] = &variables[..] else {
        return None;
    };
    if *word.name != *regions || !adjectives.is_empty() || !qualifiers.is_empty() {
        return None;
    }
    let Node::Quantified(Quantifier::Exactly(times), inner, None) = &body.node else {
        return None;
    };
    let ([phrase], Node::Number(1)) = (&inner[..], &times.node) else {
        return None;
    };
    let is_region =
        |expr: &Expr| matches!(&expr.node, Node::Name(name) if **name == *variable.name);
    match (&phrase.noun, &phrase.qualifiers[..]) {
        (
            Noun::Atoms(Kind::Cell),
            [Qualifier::In(place), Qualifier::With(layer)]
            | [Qualifier::With(layer), Qualifier::In(place)],
        ) if is_region(place) && phrase.adjectives.is_empty() && phrase.take.is_none() => {
            Some(&*layer.name)
        }
        _ => None,
    }
}
