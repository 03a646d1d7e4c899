//! Regions to find that have given shapes, or are single cells: all ways to place them, and how often each shape is there.

use quadrille_engine::bits::Bits;

use super::super::recognise::{each, is};
use super::super::value::Value;
use super::super::{Cause, Compiler, Made};
use super::pieces::{by_images, is_connected};
use super::placed::MOST_PLACEMENTS;
use super::polyomino::size_is;
use crate::language::syntax::{
    Comparison, Expr, Kind, Measure, Name, Node, Noun, Over, Predicate, Qualifier, Rulebook, Touch,
};
use crate::puzzle::Pass;

/// What a formula says of the regions of a layer.
struct Stated<'b> {
    rule: usize,
    formula: &'b Expr,
    /// The shapes.
    given: &'b Expr,
    /// Whether regions of one cell are not meant.
    has_singles: bool,
}

/// `shape of r`, or another function of it.
fn is_of(expr: &Expr, function: &str, name: &Name) -> bool {
    matches!(&expr.node, Node::Of(word, arguments)
        if *word.name == *function && matches!(&arguments[..], [only] if is(only, name)))
}

/// `each R r: shape of r is in GIVEN`, perhaps with `or size of r = 1`.
fn are_among<'e>(formula: &'e Expr, regions: &str) -> Option<(&'e Expr, bool)> {
    let (name, Noun::Regions(word), body) = each(formula)? else {
        return None;
    };
    let among = |expr: &'e Expr| match &expr.node {
        Node::Is(shape, false, Predicate::In(given)) => {
            is_of(shape, "shape", name).then_some(&**given)
        }
        _ => None,
    };
    let is_single = |expr: &Expr| size_is(expr, &|of| is(of, name)) == Some(1);
    if *word.name != *regions {
        return None;
    }
    match &body.node {
        Node::Or(parts) => match &parts[..] {
            [a, b] if is_single(b) => Some((among(a)?, true)),
            [a, b] if is_single(a) => Some((among(b)?, true)),
            _ => None,
        },
        _ => Some((among(body)?, false)),
    }
}

/// `(bag over R r: shape of r) = GIVEN`, perhaps only over those `where size of r > 1`.
fn are_all<'e>(formula: &'e Expr, regions: &str) -> Option<(&'e Expr, bool)> {
    let Node::Compare(Comparison::Equal, a, b) = &formula.node else {
        return None;
    };
    let one_way = |bag: &'e Expr, given: &'e Expr| {
        let Node::Measure(Measure::Bag, Over::Phrases(phrases, shape)) = &bag.node else {
            return None;
        };
        let ([phrase], Node::Of(..)) = (&phrases[..], &shape.node) else {
            return None;
        };
        let ([variable], Noun::Regions(word)) = (&phrase.variables[..], &phrase.noun) else {
            return None;
        };
        let name = &variable.name;
        let has_singles = match &phrase.qualifiers[..] {
            [] => false,
            [Qualifier::Where(test)] if is_several(test, name) => true,
            _ => return None,
        };
        let is_plain = phrase.take.is_none() && phrase.adjectives.is_empty();
        (is_plain && *word.name == *regions && is_of(shape, "shape", name))
            .then_some((given, has_singles))
    };
    one_way(a, b).or_else(|| one_way(b, a))
}

/// Whether a test says that a region has several cells.
fn is_several(test: &Expr, name: &Name) -> bool {
    let Node::Compare(comparison, a, b) = &test.node else {
        return false;
    };
    let (comparison, number) = match (&a.node, &b.node) {
        (_, &Node::Number(number)) if is_of(a, "size", name) => (*comparison, number),
        (&Node::Number(number), _) if is_of(b, "size", name) => (comparison.turned(), number),
        _ => return false,
    };
    matches!(
        (comparison, number),
        (Comparison::AtLeast, 2) | (Comparison::Greater | Comparison::NotEqual, 1)
    )
}

/// What the rules say with one of these forms.
fn stated<'b>(
    book: &'b Rulebook,
    without: &[String],
    form: impl Fn(&'b Expr) -> Option<(&'b Expr, bool)>,
) -> Option<Stated<'b>> {
    let rules = book.rules.iter().enumerate();
    let mut kept = rules.filter(|(_, rule)| !without.iter().any(|id| **id == *rule.id));
    kept.find_map(|(rule, kept)| {
        kept.formulas.iter().find_map(|formula| {
            let (given, has_singles) = form(formula)?;
            Some(Stated {
                rule,
                formula,
                given,
                has_singles,
            })
        })
    })
}

impl Compiler<'_> {
    /// Lists the placements of the regions of a layer if rules give all their shapes. False if they do not.
    pub(super) fn place_given_shapes(&mut self, layer: usize, without: &[String]) -> Made<bool> {
        let book = &self.data.book;
        let name = &book.layers[layer].word.name;
        let among = stated(book, without, |formula| are_among(formula, name));
        let all = stated(book, without, |formula| are_all(formula, name));
        let Some(first) = all.as_ref().or(among.as_ref()) else {
            return Ok(false);
        };
        let (rule, mut has_singles) = (first.rule, first.has_singles);
        let mut said = vec![first.formula.clone()];
        if let (Some(all), Some(among)) = (&all, &among)
            && all.given.node == among.given.node
        {
            has_singles &= among.has_singles;
            said.push(among.formula.clone());
        }
        // A list of shapes in the file has a name.
        if !matches!(first.given.node, Node::Name(_)) {
            return Ok(false);
        }
        let given = self.value(first.given)?;
        let is_missing = std::mem::take(&mut self.eval.missing);
        let Value::Shapes(given) = given else {
            return Ok(false);
        };
        let is_known =
            |shape: &Vec<(usize, usize)>| shape.len() > 1 && is_connected(shape, Touch::Sides);
        if is_missing || !given.iter().all(is_known) {
            return Ok(false);
        }
        let shapes = by_images(&given);
        let cells = self.data.geometry.count(Kind::Cell);
        let ways: usize = shapes.iter().map(|(images, _)| images.len()).sum();
        if ways * cells > MOST_PLACEMENTS {
            return Ok(false);
        }
        let stands = (0..cells).map(|cell| self.layers.stands(layer, cell));
        let open: Bits = stands.collect();
        let mut sets: Vec<Vec<usize>> = Vec::new();
        let mut ends = Vec::with_capacity(shapes.len());
        for (images, _) in &shapes {
            for image in images {
                let placed = (0..cells as u32).filter_map(|origin| self.shifted(image, origin));
                sets.extend(placed.filter(|set| set.iter().all(|&cell| open[cell])));
            }
            ends.push(sets.len());
        }
        if has_singles {
            sets.extend(open.iter_ones().map(|cell| vec![cell]));
        }
        let is_counted = all.is_some();
        self.current.cause = Cause::Rule(rule);
        self.at("");
        let span = self.data.book.rules[rule].span.clone();
        self.spend(sets.iter().map(Vec::len).sum::<usize>() / 2, &span)?;
        self.fired(Pass::Polyominoes);
        let there = self.place_polyominoes(layer, &open, &sets)?;
        if is_counted && there.len() == sets.len() {
            let mut from = 0;
            for (&to, (_, times)) in ends.iter().zip(&shapes) {
                self.post_times(&there[from..to], *times);
                from = to;
            }
            // Implied: single cells are what the shapes leave. Six pieces of seven cells in 5×12 are found in a tenth of the time.
            let covered: i64 = given.iter().map(|shape| shape.len() as i64).sum();
            self.post_times(&there[from..], open.count_ones() as i64 - covered);
        }
        self.current.cause = Cause::Layers;
        self.regions.listed.push((layer, said));
        Ok(true)
    }
}
