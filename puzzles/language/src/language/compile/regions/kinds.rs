//! Kinds of regions whose placements are listed: a variable at each cell says which form its region has.

use std::rc::Rc;

use fxhash::FxHashMap;
use quadrille_engine::Var;
use quadrille_engine::bits::BitsRef;
use quadrille_engine::propagators::{Among, Comparison as Sign, Number, Test};

use super::super::logic::{FALSE, compare};
use super::super::recognise::is;
use super::super::shapes::shape::images;
use super::super::value::{Identity, Place};
use super::super::{Compiler, Made};
use crate::language::syntax::{
    Expr, Node, Noun, Over, PairOf, Phrase, Predicate, Quantifier, STANDING,
};
use crate::language::walk::{Term, says};

/// Forms of a region, moved to the upper left and sorted, with their kinds.
pub(super) type Forms = FxHashMap<Vec<(usize, usize)>, usize>;

/// Which forms are one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    /// The images of each known shape, and one kind for all others.
    Known,
    /// Those that are images of each other.
    Turned,
    /// Each is a kind of its own.
    Standing,
}

/// By layer of regions to find: the kind of the form of each cell's region.
#[derive(Clone, Debug)]
pub(crate) struct Kinds {
    layer: usize,
    sort: Sort,
    forms: Rc<Forms>,
    of: Vec<Var>,
}

impl Kinds {
    /// The most kinds.
    const MOST: usize = 64;

    pub(super) fn new(layer: usize, sort: Sort, forms: Forms, of: Vec<Var>) -> Self {
        let forms = Rc::new(forms);
        Self {
            layer,
            sort,
            forms,
            of,
        }
    }
}

impl Compiler<'_> {
    /// The sorts of kinds that rules ask for, each with the kinds of these forms and the last kind.
    pub(super) fn forms_to_tell(
        &self,
        of_sets: &[Vec<(usize, usize)>],
    ) -> Vec<(Sort, Forms, usize)> {
        let book = &self.data.book;
        let single = vec![(0, 0)];
        let all = || of_sets.iter().chain([&single]);
        let mut sorts = Vec::new();
        let shapes = self.known_shapes();
        if !shapes.is_empty() {
            let mut known = Forms::default();
            for (number, shape) in shapes.iter().enumerate() {
                for image in images(shape) {
                    known.entry(image).or_insert(number);
                }
            }
            sorts.push((Sort::Known, known, shapes.len()));
        }
        let is_congruent =
            |part: &Term<'_>| matches!(part, Term::Predicate(Predicate::Congruent(_)));
        if says(book, &is_congruent) {
            let mut turned = Forms::default();
            let mut next = 0;
            for form in all() {
                if !turned.contains_key(form) {
                    turned.extend(images(form).into_iter().map(|image| (image, next)));
                    next += 1;
                }
            }
            sorts.push((Sort::Turned, turned, next - 1));
        }
        let is_standing = |part: &Term<'_>| match part {
            Term::Expr(expr) => matches!(&expr.node, Node::Of(word, _) if *word.name == *STANDING),
            _ => false,
        };
        if says(book, &is_standing) {
            let mut own = Forms::default();
            for form in all() {
                let number = own.len();
                own.entry(form.clone()).or_insert(number);
            }
            let most = own.len() - 1;
            sorts.push((Sort::Standing, own, most));
        }
        sorts.retain(|(_, _, most)| *most < Kinds::MOST);
        sorts
    }

    /// By cell: a variable for the kind of its region, which is one of these, or `single` for cells alone.
    pub(super) fn kind_vars(&mut self, open: &BitsRef, kinds: &[usize], single: usize) -> Vec<Var> {
        let mut values: Vec<i32> = kinds.iter().map(|&kind| kind as i32).collect();
        values.sort_unstable();
        values.dedup();
        let vars = open.iter().by_vals().map(|open| match open {
            true => self.model.var_of(&values),
            false => self.model.var_of(&[single as i32]),
        });
        vars.collect()
    }

    fn kinds_of(&self, layer: usize, sort: Sort) -> Option<&Kinds> {
        let fits = |kinds: &&Kinds| kinds.layer == layer && kinds.sort == sort;
        self.regions.kinds.iter().find(fits)
    }

    /// The variable of the form of a place by its kind, and the kinds, if it is a region whose placements are listed.
    fn listed_form(&self, place: &Place, sort: Sort) -> Option<(Var, Rc<Forms>)> {
        let Identity::AreaOf(layer, atom) = place.identity else {
            return None;
        };
        let kinds = self.kinds_of(layer, sort)?;
        Some((kinds.of[atom.index as usize], Rc::clone(&kinds.forms)))
    }

    /// The same of its form as it stands.
    pub(crate) fn listed_standing(&self, place: &Place) -> Option<(Var, Rc<Forms>)> {
        self.listed_form(place, Sort::Standing)
    }

    /// The test that two regions whose placements are listed have one form, as they stand or perhaps turned.
    pub(crate) fn have_one_form(&self, places: [&Place; 2], is_standing: bool) -> Option<Test> {
        let sort = match is_standing {
            true => Sort::Standing,
            false => Sort::Turned,
        };
        let (one, _) = self.listed_form(places[0], sort)?;
        let (other, _) = self.listed_form(places[1], sort)?;
        Some(compare(Number::Var(one), Sign::Equal, Number::Var(other)))
    }

    /// The tests that the region of a cell has each of the known shapes, if its placements are listed.
    pub(crate) fn listed_shape(&self, place: &Place) -> Option<Vec<Test>> {
        let (var, _) = self.listed_form(place, Sort::Known)?;
        let shapes = self.known_shapes().len() as i32;
        let domain = self.model.domain(var);
        let test = |kind: i32| match domain.contains(kind) {
            true => self.tidy(Test::is(var, kind)),
            false => FALSE,
        };
        Some((0..shapes).map(test).collect())
    }

    /// Posts that no two regions have one shape, if values that differ say so and their placements are listed.
    pub(crate) fn post_different_regions(&mut self, over: &Over) -> Made<bool> {
        match with_different_shapes(over) {
            Some((layer, sort)) => self.post_different_forms(layer, sort),
            None => Ok(false),
        }
    }

    /// The same if each two regions are said not to be congruent.
    pub(crate) fn post_none_congruent(
        &mut self,
        quantifier: &Quantifier,
        phrases: &[Phrase],
        body: &Expr,
    ) -> Made<bool> {
        match with_none_congruent(quantifier, phrases, body) {
            Some(layer) => self.post_different_forms(layer, Sort::Turned),
            None => Ok(false),
        }
    }

    /// Posts that no two regions of a layer have one form, of this sort, if their placements are listed: no more cells are
    /// of a kind than one region of it has. Where the others are too small to fill the grid, each kind also has as many
    /// cells as they leave. False if they are not listed.
    fn post_different_forms(&mut self, layer: &str, sort: Sort) -> Made<bool> {
        let layer = self.data.book.layer(layer);
        let Some((layer, kinds)) = layer.and_then(|own| Some((own, self.kinds_of(own, sort)?)))
        else {
            return Ok(false);
        };
        let forms = Rc::clone(&kinds.forms);
        // Cells without a region have a kind, too.
        let cells = kinds.of.iter().enumerate();
        let in_regions = cells.filter(|(cell, _)| self.layers.stands(layer, *cell));
        let vars: Vec<Var> = in_regions.map(|(_, var)| *var).collect();
        let mut sizes: FxHashMap<usize, usize> = FxHashMap::default();
        sizes.extend(forms.iter().map(|(form, kind)| (*kind, form.len())));
        let mut sizes: Vec<(usize, usize)> = sizes.into_iter().collect();
        sizes.sort_unstable();
        let is_any = |kind: usize| {
            vars.iter()
                .any(|&var| self.model.domain(var).contains(kind as i32))
        };
        sizes.retain(|(kind, _)| is_any(*kind));
        // Known shapes leave a kind for all others, of which there may be any number.
        let others = self.known_shapes().len();
        let are_all = sort != Sort::Known || !is_any(others);
        let most: usize = sizes.iter().map(|(_, size)| size).sum();
        for (kind, size) in sizes {
            let values = [kind as i32];
            self.post_as(
                Among::at_most(&vars, &values, size),
                "count",
                "domain consistent",
            );
            let left = vars.len().saturating_sub(most - size);
            if are_all && left > 0 {
                self.post_as(
                    Among::at_least(&vars, &values, left),
                    "count",
                    "domain consistent",
                );
            }
        }
        Ok(true)
    }
}

/// The layer of regions of which no two have the same shape, if values that differ say so.
fn with_different_shapes(over: &Over) -> Option<(&str, Sort)> {
    let Over::Phrases(phrases, value) = over else {
        return None;
    };
    let ([phrase], Node::Of(function, arguments)) = (&phrases[..], &value.node) else {
        return None;
    };
    let ([variable], Noun::Regions(layer), [of]) =
        (&phrase.variables[..], &phrase.noun, &arguments[..])
    else {
        return None;
    };
    let sort = match &*function.name {
        "shape" => Sort::Known,
        STANDING => Sort::Standing,
        _ => return None,
    };
    (phrase.is_whole() && is(of, &variable.name)).then_some((&layer.name, sort))
}

/// The layer of regions of which no two are congruent, if formulas about each two say so.
fn with_none_congruent<'e>(
    quantifier: &Quantifier,
    phrases: &'e [Phrase],
    body: &Expr,
) -> Option<&'e str> {
    let is_no = match quantifier {
        Quantifier::No => true,
        Quantifier::Each => false,
        _ => return None,
    };
    let ([phrase], Node::Is(one, is_not, Predicate::Congruent(other))) = (phrases, &body.node)
    else {
        return None;
    };
    let (Noun::Pair(PairOf::Atoms(of)), [a, b]) = (&phrase.noun, &phrase.variables[..]) else {
        return None;
    };
    let Noun::Regions(layer) = &of.noun else {
        return None;
    };
    let are_both =
        (is(one, &a.name) && is(other, &b.name)) || (is(one, &b.name) && is(other, &a.name));
    (phrase.is_whole() && of.is_whole() && are_both && is_no != *is_not).then_some(&*layer.name)
}
