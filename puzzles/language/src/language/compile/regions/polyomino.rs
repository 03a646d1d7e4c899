//! Regions to find that all have the same number of cells: all ways to place them, and the shape at each cell.

use quadrille_engine::bits::{Bits, BitsRef};
use quadrille_engine::propagators::{Clause, Presence, Test};
use quadrille_engine::{Literal, Var};

use super::super::logic::TRUE;
use super::super::recognise::{each, each_of, is};
use super::super::value::Value;
use super::super::{Cause, Compiler, Made};
use super::kinds::Kinds;
use super::placed::{MOST_PLACEMENTS, region_of};
use crate::grid::Direction;
use crate::language::geometry::Geometry;
use crate::language::syntax::{
    Comparison, Expr, Kind, Node, Noun, Phrase, Qualifier, Quantifier, Rulebook,
};
use crate::puzzle::Pass;

/// The most cells of a region whose placements are listed.
const MOST_CELLS: usize = 6;

/// `each R r: size of r = K`, perhaps with `or some A cell in r`, or `each not A cell c: size of R of c = K`: the number,
/// and the cells that may be alone.
fn size_of_all(formula: &Expr, regions: &str) -> Option<(usize, Option<Phrase>)> {
    if let Some((size, others)) = size_of_each(formula, regions) {
        let mut alone = others.clone();
        let [(is_negated, _)] = &mut alone.adjectives[..] else {
            return None;
        };
        *is_negated = !*is_negated;
        return Some((size, Some(alone)));
    }
    let (name, Noun::Regions(word), body) = each(formula)? else {
        return None;
    };
    if *word.name != *regions {
        return None;
    }
    let size = |expr: &Expr| size_is(expr, &|of| is(of, name));
    let Node::Or(parts) = &body.node else {
        return Some((size(body)?, None));
    };
    let [one, other] = &parts[..] else {
        return None;
    };
    let (size, alone) = match size(one) {
        Some(size) => (size, other),
        None => (size(other)?, one),
    };
    let Node::Quantified(Quantifier::Some, phrases, None) = &alone.node else {
        return None;
    };
    let [phrase] = &phrases[..] else {
        return None;
    };
    let within = matches!(&phrase.qualifiers[..], [Qualifier::In(place)] if is(place, name));
    let is_cell = matches!(phrase.noun, Noun::Atoms(Kind::Cell));
    (within && is_cell && phrase.take.is_none()).then(|| (size, Some(phrase.clone())))
}

/// `each A cell c: size of R of c = K`: the number and the cells.
fn size_of_each<'e>(formula: &'e Expr, regions: &str) -> Option<(usize, &'e Phrase)> {
    let (name, phrase, body) = each_of(formula)?;
    let is_region = |of: &Expr| match &of.node {
        Node::Of(word, arguments) => {
            *word.name == *regions && matches!(&arguments[..], [cell] if is(cell, name))
        }
        _ => false,
    };
    let is_plain = matches!(phrase.noun, Noun::Atoms(Kind::Cell))
        && phrase.take.is_none()
        && phrase.qualifiers.is_empty();
    let size = size_is(body, &is_region)?;
    is_plain.then_some((size, phrase))
}

/// The number in `size of X = NUMBER`.
pub(super) fn size_is(expr: &Expr, is_meant: &dyn Fn(&Expr) -> bool) -> Option<usize> {
    let Node::Compare(Comparison::Equal, a, b) = &expr.node else {
        return None;
    };
    let (Node::Of(word, arguments), Node::Number(number)) = (&a.node, &b.node) else {
        return None;
    };
    let [argument] = &arguments[..] else {
        return None;
    };
    (&*word.name == "size" && is_meant(argument)).then(|| usize::try_from(*number).ok())?
}

/// Whether a formula says that each cell of the kind of a phrase is a region of its own.
fn are_alone(formula: &Expr, alone: &Phrase, regions: &str) -> bool {
    let Some((1, phrase)) = size_of_each(formula, regions) else {
        return false;
    };
    let words = |phrase: &Phrase| {
        let adjectives = phrase.adjectives.iter();
        let words = adjectives.map(|(negated, word)| (*negated, word.name.clone()));
        words.collect::<Vec<_>>()
    };
    words(phrase) == words(alone)
}

/// The rules on the sizes of the regions of a layer: the rule, the size, the single cells, and the formulas that say
/// so.
fn stated_sizes<'b>(
    book: &'b Rulebook,
    regions: &str,
    without: &[String],
) -> Option<(usize, usize, Option<Phrase>, Vec<&'b Expr>)> {
    let rules = book.rules.iter().enumerate();
    let kept = rules.filter(|(_, rule)| !without.iter().any(|id| **id == *rule.id));
    let formulas = kept.flat_map(|(number, rule)| rule.formulas.iter().map(move |f| (number, f)));
    formulas.clone().find_map(|(number, formula)| {
        let (size, alone) = size_of_all(formula, regions)?;
        let mut implied = vec![formula];
        if let Some(alone) = &alone {
            let (_, singles) = formulas
                .clone()
                .find(|(_, formula)| are_alone(formula, alone, regions))?;
            implied.push(singles);
        }
        Some((number, size, alone, implied))
    })
}

/// Calls `found` with each connected set of `size` of the cells that are `open`, in order, until it returns false
/// (Redelmeier 1981, "Counting polyominoes: yet another attack").
fn for_each_polyomino(
    size: usize,
    open: &BitsRef,
    neighbours: &dyn Fn(usize) -> Vec<usize>,
    found: &mut dyn FnMut(&[usize]) -> bool,
) -> bool {
    /// Sets that contain all of `cells`, none of the cells skipped, and at least one of `border`, unless complete.
    fn grow(
        size: usize,
        cells: &mut Vec<usize>,
        mut border: Vec<usize>,
        seen: &mut Bits,
        neighbours: &dyn Fn(usize) -> Vec<usize>,
        found: &mut dyn FnMut(&[usize]) -> bool,
    ) -> bool {
        while let Some(cell) = border.pop() {
            cells.push(cell);
            if cells.len() == size {
                if !found(cells) {
                    return false;
                }
            } else {
                let new: Vec<usize> = neighbours(cell).into_iter().filter(|&c| !seen[c]).collect();
                new.iter().for_each(|&c| seen.set(c, true));
                let further = border.iter().chain(&new).copied().collect();
                if !grow(size, cells, further, seen, neighbours, found) {
                    return false;
                }
                new.iter().for_each(|&c| seen.set(c, false));
            }
            cells.pop();
        }
        true
    }
    // Each set is found from its first cell: those before it count as seen.
    let mut seen: Bits = open.iter().map(|open| !open).collect();
    for first in 0..open.len() {
        if open[first] {
            seen.set(first, true);
            if !grow(
                size,
                &mut Vec::new(),
                vec![first],
                &mut seen,
                neighbours,
                found,
            ) {
                return false;
            }
        }
    }
    true
}

impl Compiler<'_> {
    /// Lists the placements of the regions of each layer that rules give one size, or shapes.
    pub(crate) fn find_polyominoes(&mut self, without: &[String]) -> Made<()> {
        let book = &self.data.book;
        let geometry = self.data.geometry;
        let cells = geometry.count(Kind::Cell);
        if geometry.boards != 1 || !self.uses(Pass::Polyominoes) {
            return Ok(());
        }
        for (layer, declared) in book.layers.iter().enumerate() {
            if self.layers.links[layer].is_empty()
                || self.regions.listed.iter().any(|(own, _)| *own == layer)
            {
                continue;
            }
            let Some((rule, size, alone, implied)) =
                stated_sizes(book, &declared.word.name, without)
            else {
                self.place_given_shapes(layer, without)?;
                continue;
            };
            if !(1..=MOST_CELLS).contains(&size) {
                continue;
            }
            let mut open: Bits = (0..cells)
                .map(|cell| self.layers.stands(layer, cell))
                .collect();
            if let Some(alone) = alone {
                let phrase = Phrase {
                    qualifiers: Vec::new(),
                    ..alone
                };
                let members = self.members(&phrase)?;
                let is_told = |(_, test): &(Value, Test)| *test == TRUE;
                if std::mem::take(&mut self.eval.missing) || !members.iter().all(is_told) {
                    continue;
                }
                for (value, _) in members {
                    if let Value::Atom(atom) = value {
                        open.set(atom.index as usize, false);
                    }
                }
            }
            let neighbours = |cell: usize| {
                let sides = Direction::ALL.iter();
                let neighbours = sides.filter_map(|&d| geometry.neighbour(cell as u32, d));
                neighbours.map(|cell| cell as usize).collect()
            };
            let mut sets: Vec<Vec<usize>> = Vec::new();
            let all = for_each_polyomino(size, &open, &neighbours, &mut |cells| {
                sets.push(cells.to_vec());
                sets.len() < MOST_PLACEMENTS
            });
            if !all {
                continue;
            }
            self.current.cause = Cause::Rule(rule);
            self.at("");
            let span = book.rules[rule].span.clone();
            self.spend(sets.len() * size / 2, &span)?;
            self.fired(Pass::Polyominoes);
            self.place_polyominoes(layer, &open, &sets)?;
            self.current.cause = Cause::Layers;
            self.regions
                .listed
                .push((layer, implied.into_iter().cloned().collect()));
        }
        Ok(())
    }

    /// Posts that the regions of a layer are some of these sets, and all cells that are not `open` alone.
    /// Variables say which of them are there.
    pub(super) fn place_polyominoes(
        &mut self,
        layer: usize,
        open: &BitsRef,
        sets: &[Vec<usize>],
    ) -> Made<Vec<Var>> {
        let geometry = self.data.geometry;
        if sets.is_empty() && open.any() {
            self.post_as(Clause::new(&[]), "never", "exact");
            return Ok(Vec::new());
        }
        let of_sets: Vec<_> = sets.iter().map(|set| form(&geometry, set)).collect();
        let sorts = self.forms_to_tell(&of_sets);
        let presences = open.iter().by_vals().map(|open| match open {
            true => Presence::Always,
            false => Presence::Never,
        });
        let mut elements = self.link_elements(layer, presences)?;
        let mut kinds_of_sets = Vec::new();
        for (sort, forms, most) in sorts {
            let kind = |form: &Vec<(usize, usize)>| forms.get(form).copied().unwrap_or(most);
            let single = kind(&vec![(0, 0)]);
            let kinds: Vec<usize> = of_sets.iter().map(kind).collect();
            let of = self.kind_vars(open, &kinds, single);
            kinds_of_sets.push((elements.len(), most + 1, kinds));
            for (&var, open) in of.iter().zip(open.iter().by_vals()) {
                let domain = self.model.domain(var);
                elements.extend((0..=most as i32).map(|kind| {
                    match open && domain.contains(kind) {
                        true => Presence::If(Literal::is(var, kind)),
                        false => Presence::Never,
                    }
                }));
            }
            let kinds = Kinds::new(layer, sort, forms, of);
            self.regions.kinds.push(kinds);
        }
        let mut placements = Vec::with_capacity(sets.len());
        let mut vars = Vec::with_capacity(sets.len());
        for (number, set) in sets.iter().enumerate() {
            let var = self.model.var(0..=1);
            vars.push(var);
            let there = Presence::If(Literal::is(var, 1));
            let is_within = |cell: usize| set.contains(&cell);
            let mut placement = region_of(&geometry, set.clone(), &is_within, there);
            for (first, count, kinds) in &kinds_of_sets {
                let of = |&cell: &usize| first + cell * count + kinds[number];
                placement.members.extend(set.iter().map(of));
            }
            placements.push(placement);
        }
        self.post_placements(&elements, &placements);
        Ok(vars)
    }
}

/// Cells moved to the upper left and sorted.
fn form(geometry: &Geometry, set: &[usize]) -> Vec<(usize, usize)> {
    let positions = set.iter().map(|&cell| geometry.position(cell as u32));
    let positions: Vec<(usize, usize)> = positions.collect();
    let top = positions.iter().map(|p| p.0).min().unwrap_or(0);
    let left = positions.iter().map(|p| p.1).min().unwrap_or(0);
    let moved = positions.iter().map(|&(r, c)| (r - top, c - left));
    let mut form: Vec<(usize, usize)> = moved.collect();
    form.sort_unstable();
    form
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_engine::bits::all_of;

    /// As many fixed polyominoes as are known (OEIS A001168), on a square on which each fits in all ways.
    #[test]
    fn polyominoes_are_counted() {
        for (size, known) in [(1, 1), (2, 2), (3, 6), (4, 19), (5, 63), (6, 216)] {
            let n = 2 * size - 1;
            let neighbours = |cell: usize| {
                let (r, c) = (cell / n, cell % n);
                let mut found = Vec::new();
                found.extend((r > 0).then(|| cell - n));
                found.extend((r + 1 < n).then_some(cell + n));
                found.extend((c > 0).then(|| cell - 1));
                found.extend((c + 1 < n).then_some(cell + 1));
                found
            };
            let mut forms: Vec<Vec<(usize, usize)>> = Vec::new();
            let mut sets: Vec<Vec<usize>> = Vec::new();
            for_each_polyomino(size, &all_of(n * n), &neighbours, &mut |cells| {
                let mut set = cells.to_vec();
                set.sort_unstable();
                let top = set.iter().map(|c| c / n).min().unwrap_or(0);
                let left = set.iter().map(|c| c % n).min().unwrap_or(0);
                let form = set.iter().map(|c| (c / n - top, c % n - left));
                let form: Vec<(usize, usize)> = form.collect();
                if !forms.contains(&form) {
                    forms.push(form);
                }
                sets.push(set);
                true
            });
            assert_eq!(forms.len(), known, "{size} cells");
            let count = sets.len();
            sets.sort_unstable();
            sets.dedup();
            assert_eq!(sets.len(), count, "each once");
        }
    }
}
