//! Regions to find that contain exactly one mark each: the mark that a cell belongs to, as an implied variable.
//!
//! A rule such as `each region r: exactly 1 cell in r with number` numbers the regions by their marks, which may be cells
//! as well as links, edges and corners: a region contains one of these if it contains all cells that it touches. Rules
//! about the region of a marked cell, or about each region, are then about variables, and need no groups.

use quadrille_engine::propagators::{Clause, Connected, ReifiedEqual, Test};
use quadrille_engine::{Literal, Relation, Var};

use super::super::logic::{FALSE, TRUE, not, or};
use super::super::places::phrase::Member;
use super::super::recognise::{each, is};
use super::super::value::{Identity, Place, Value};
use super::super::{Cause, Compiler, Made};
use crate::language::geometry::Atom;
use crate::language::syntax::{
    Arithmetic, Comparison, Expr, Kind, Name, Node, Noun, Phrase, Qualifier, Quantifier,
};
use crate::language::walk::{Term, walk_phrase};
use crate::puzzle::Pass;
use std::rc::Rc;

/// The most marks.
pub(super) const MOST_MARKS: usize = 400;

/// By layer of regions to find: the marks, each as the cells that a region contains if it contains the mark, and by
/// cell which of them it belongs to.
#[derive(Clone, Debug)]
pub(crate) struct Owners {
    layer: usize,
    /// The formula that says that each region contains exactly one mark.
    implied: Expr,
    marks: Vec<Vec<usize>>,
    of: Rc<[Var]>,
}

impl Owners {
    pub(crate) fn new(layer: usize, implied: &Expr, marks: Vec<Vec<usize>>, of: Vec<Var>) -> Self {
        let implied = implied.clone();
        Self {
            layer,
            implied,
            marks,
            of: of.into(),
        }
    }

    /// By cell: the variable of the mark that it belongs to.
    pub(crate) fn cells(&self) -> &Rc<[Var]> {
        &self.of
    }

    /// The only cell of a mark, if it has one.
    pub(crate) fn root(&self, mark: i32) -> Option<usize> {
        match self.marks.get(usize::try_from(mark).ok()?)?[..] {
            [cell] => Some(cell),
            _ => None,
        }
    }

    pub(crate) fn layer(&self) -> usize {
        self.layer
    }
}

impl Compiler<'_> {
    /// Makes the owners of each layer of regions to find that a rule gives marks.
    pub(crate) fn find_owners(&mut self, without: &[String]) -> Made<()> {
        let book = &self.data.book;
        let geometry = self.data.geometry;
        if geometry.boards != 1 || !self.uses(Pass::Owners) && !self.uses(Pass::MarkedRectangles) {
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
            let kept = rules.filter(|(_, rule)| !without.iter().any(|id| **id == *rule.id));
            let mut formulas =
                kept.flat_map(|(number, rule)| rule.formulas.iter().map(move |of| (number, of)));
            let Some((rule, formula, phrases)) = formulas.find_map(|(number, formula)| {
                Some((number, formula, marking(formula, &declared.word.name)?))
            }) else {
                continue;
            };
            let Some(marks) = self.marks_of(&phrases)? else {
                continue;
            };
            if let Some(data) = marks_layer(formula, &declared.word.name)
                .and_then(|marking| book.layer(&marking))
                .filter(|&data| !self.data.is_found(data))
            {
                let cells: Vec<usize> = marks.iter().flatten().copied().collect();
                if self.pass(Pass::MarkedRectangles, |this| {
                    this.post_rectangles(layer, data, &cells, formula, without)
                })? {
                    continue;
                }
            }
            if !(2..=MOST_MARKS).contains(&marks.len()) || !self.uses(Pass::Owners) {
                continue;
            }
            self.current.cause = Cause::Rule(rule);
            self.at("");
            self.fired(Pass::Owners);
            self.post_owners(layer, formula, marks)?;
            self.current.cause = Cause::Layers;
        }
        Ok(())
    }

    /// The cells of each of the marks that these phrases name, if the data determines them.
    fn marks_of(&mut self, phrases: &[Phrase]) -> Made<Option<Vec<Vec<usize>>>> {
        let mut marks = Vec::new();
        for phrase in phrases {
            let members = self.members(phrase);
            if std::mem::take(&mut self.eval.missing)
                || !std::mem::take(&mut self.eval.absence.when).is_empty()
            {
                return Ok(None);
            }
            // What is wrong with it is reported when its rule is compiled.
            let Ok(members) = members else {
                return Ok(None);
            };
            for (value, test) in members {
                let (Value::Atom(atom), TRUE) = (value, test) else {
                    return Ok(None);
                };
                let cells = self.cells_of(atom).into_iter();
                marks.push(cells.map(|cell| cell.index as usize).collect());
            }
        }
        // Marks of one cell are found by it.
        marks.sort();
        Ok(Some(marks))
    }

    /// Whether a formula is implied by the owners, or by the listed rectangles.
    pub(crate) fn is_implied_by_owners(&self, formula: &Expr) -> bool {
        let mut listed = self.regions.listed.iter();
        let mut owners = self.regions.owners.iter();
        listed.any(|(_, implied)| implied.contains(formula))
            || owners.any(|owners| owners.implied == *formula)
    }

    /// A variable for each cell that says which mark it belongs to.
    pub(super) fn owner_vars(&mut self, marks: &[Vec<usize>]) -> Vec<Var> {
        let mut alone = vec![None; self.data.geometry.count(Kind::Cell)];
        for (mark, cells) in marks.iter().enumerate() {
            if let [cell] = cells[..] {
                alone[cell] = Some(mark as i32);
            }
        }
        let vars = alone.into_iter().map(|alone| match alone {
            Some(mark) => self.model.var_of(&[mark]),
            None => self.model.var(0..=marks.len() as i32 - 1),
        });
        vars.collect()
    }

    fn post_owners(&mut self, layer: usize, implied: &Expr, marks: Vec<Vec<usize>>) -> Made<()> {
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
        let is_owned = |cell: usize, mark: usize| Literal::is(of[cell], mark as i32);
        for (mark, cells) in marks.iter().enumerate() {
            self.post_as(
                Connected::new(&of, mark as i32, &edges),
                "connected owner",
                "domain consistent",
            );
            let is_sure = |&cell: &usize| self.model.domain(of[cell]).value() == Some(mark as i32);
            if cells.iter().all(is_sure) {
                continue;
            }
            self.spend_here(of.len() * cells.len())?;
            for cell in 0..of.len() {
                // Whatever has a cell of this owner has the whole mark.
                for &part in cells.iter().filter(|&&part| part != cell) {
                    let literals = [is_owned(cell, mark).negated(), is_owned(part, mark)];
                    self.post_as(Clause::new(&literals), "owner", "domain consistent");
                }
            }
            // Whatever has the whole mark is of this owner: its cells hang together by sides.
            let mut apart = Vec::new();
            for (link, &(a, b)) in edges.iter().enumerate() {
                if cells.contains(&a) && cells.contains(&b) {
                    apart.push(not(self.joined(layer, 0, link as u32)));
                }
            }
            for &cell in cells {
                let own = Test::is(of[cell], mark as i32);
                self.post(self.tidy(or(apart.iter().cloned().chain([own]))))?;
            }
        }
        self.regions
            .owners
            .push(Owners::new(layer, implied, marks, of));
        Ok(())
    }

    pub(crate) fn has_owners(&self, layer: usize) -> bool {
        self.regions
            .owners
            .iter()
            .any(|owners| owners.layer == layer)
    }

    /// Whether two cells belong to one mark, if the regions of the layer have marks.
    pub(crate) fn same_owner(&mut self, layer: usize, a: Atom, b: Atom) -> Option<Test> {
        let owners = self
            .regions
            .owners
            .iter()
            .find(|owners| owners.layer == layer)?;
        let [a, b] = [a, b].map(|cell| owners.of[cell.index as usize]);
        let known = |var: Var| self.model.domain(var).value();
        Some(match (known(a), known(b)) {
            (Some(mark), _) => self.tidy(Test::is(b, mark)),
            (_, Some(mark)) => self.tidy(Test::is(a, mark)),
            (None, None) => {
                let same = self.model.var(0..=1);
                self.post_as(ReifiedEqual::vars(same, a, b), "owner", "domain consistent");
                Test::is(same, 1)
            }
        })
    }

    /// The region to find that contains a cell of which it is known whose it is.
    pub(crate) fn owned(&self, layer: usize, cell: Atom) -> Option<Place> {
        let owners = self
            .regions
            .owners
            .iter()
            .find(|owners| owners.layer == layer)?;
        let mark = self.model.domain(owners.of[cell.index as usize]).value()?;
        Some(self.place_owned(owners, mark as usize, cell))
    }

    /// Each region of a layer with owners, and whether it exists: it does unless its mark lies in several. Not in
    /// reading order.
    pub(crate) fn all_owned(&self, layer: usize) -> Option<Vec<Member>> {
        let owners = self
            .regions
            .owners
            .iter()
            .find(|owners| owners.layer == layer)?;
        let marks = owners.marks.iter().enumerate();
        let places = marks.map(|(mark, cells)| {
            let cell = Atom {
                kind: Kind::Cell,
                board: 0,
                index: cells[0] as u32,
            };
            let is_whole = self.tidy(Test::is(owners.of[cells[0]], mark as i32));
            let mut place = self.place_owned(owners, mark, cell);
            place.name = format!("the region of {}", self.data.geometry.name(cell));
            (Value::Place(Rc::new(place)), is_whole)
        });
        Some(places.filter(|(_, test)| *test != FALSE).collect())
    }

    /// The region of a mark, which contains a cell.
    fn place_owned(&self, owners: &Owners, mark: usize, cell: Atom) -> Place {
        let members = (0..).zip(&*owners.of).map(|(index, &var)| {
            let atom = Atom { index, ..cell };
            (atom, self.tidy(Test::is(var, mark as i32)))
        });
        let mut place = Place::plain([]);
        place.members = members.filter(|(_, test)| *test != FALSE).collect();
        place.identity = Identity::AreaOf(owners.layer, cell);
        place
    }
}

/// The phrases of the marks of which each region contains exactly one, if the formula says so: `each region r: exactly
/// 1 cell in r with number`, or a sum of such numbers.
fn marking(formula: &Expr, regions: &str) -> Option<Vec<Phrase>> {
    let (name, Noun::Regions(word), body) = each(formula)? else {
        return None;
    };
    if *word.name != *regions {
        return None;
    }
    let mut phrases = Vec::new();
    match &body.node {
        Node::Quantified(Quantifier::Exactly(times), inner, None) => {
            let ([phrase], Node::Number(1)) = (&inner[..], &times.node) else {
                return None;
            };
            phrases.push(marks_within(phrase, name)?);
        }
        Node::Compare(Comparison::Equal, a, b) => {
            let sum = match (&a.node, &b.node) {
                (_, Node::Number(1)) => a,
                (Node::Number(1), _) => b,
                _ => return None,
            };
            let mut terms = vec![&**sum];
            while let Some(term) = terms.pop() {
                match &term.node {
                    Node::Arithmetic(Arithmetic::Add, a, b) => terms.extend([&**a, &**b]),
                    Node::Count(counted) => {
                        let [phrase] = &counted[..] else {
                            return None;
                        };
                        phrases.push(marks_within(phrase, name)?);
                    }
                    _ => return None,
                }
            }
        }
        _ => return None,
    }
    Some(phrases)
}

/// A phrase of atoms in a region without the region, if it speaks of the region in no other way.
fn marks_within(phrase: &Phrase, region: &Name) -> Option<Phrase> {
    if !matches!(phrase.noun, Noun::Atoms(_)) || phrase.take.is_some() {
        return None;
    }
    let is_within =
        |qualifier: &Qualifier| matches!(qualifier, Qualifier::In(place) if is(place, region));
    let is_condition = |qualifier: &Qualifier| {
        matches!(
            qualifier,
            Qualifier::With(_) | Qualifier::Without(_) | Qualifier::Where(_)
        )
    };
    let mut free = phrase.clone();
    free.qualifiers.retain(|qualifier| !is_within(qualifier));
    let is_marked = free.qualifiers.len() + 1 == phrase.qualifiers.len()
        && free.qualifiers.iter().all(is_condition);
    let mut speaks_of_it = false;
    walk_phrase(&free, &mut |part| {
        if let Term::Expr(expr) = part {
            speaks_of_it |= is(expr, region);
        }
    });
    (is_marked && !speaks_of_it).then_some(free)
}

/// The layer of data that marks each region exactly once, if the formula says so.
pub(super) fn marks_layer(formula: &Expr, regions: &str) -> Option<Name> {
    let phrases = marking(formula, regions)?;
    match &phrases[..] {
        [
            Phrase {
                adjectives,
                noun: Noun::Atoms(Kind::Cell),
                qualifiers,
                ..
            },
        ] if adjectives.is_empty() => match &qualifiers[..] {
            [Qualifier::With(layer)] => Some(layer.name.clone()),
            _ => None,
        },
        _ => None,
    }
}
