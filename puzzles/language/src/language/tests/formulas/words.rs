//! Tests about words: counts of them, comparisons with them, and whether a place has one.

use super::super::declarations::{Layer, On, Values, chance, one};
use super::super::tree::{Sort, Tree};
use super::Maker;

impl Maker<'_> {
    /// A sum of counts of words, of layers that may have different numbers of them, compared with a small number.
    pub(super) fn counts_of_words(&mut self) -> Tree {
        let nouns = [
            (On::Cells, "cells"),
            (On::Edges, "edges"),
            (On::Links, "links"),
            (On::Corners, "corners"),
        ];
        let known = self.layers.iter().filter_map(|layer| match layer.values {
            Values::Words(words) if layer.found => {
                let noun = nouns.iter().find(|(on, _)| *on == layer.on)?.1;
                Some((words, noun))
            }
            _ => None,
        });
        let known: Vec<(&[&str], &str)> = known.collect();
        if known.is_empty() {
            return self.comparison(0);
        }
        // Words at the same place of their layers have the same number.
        let (place, are_alike) = (self.rng.below(2) as usize, chance(self.rng, 50));
        let mut sum = String::new();
        for _ in 0..2 + self.rng.below(2) {
            let (words, noun) = one(self.rng, &known);
            let (word, sign) = match are_alike {
                true => (words[place], " + "),
                false => (one(self.rng, words), one(self.rng, &[" + ", " - "])),
            };
            let not = one(self.rng, &["", "", "", "not "]);
            let sign = if sum.is_empty() { "" } else { sign };
            sum.push_str(&format!("{sign}(count {not}{word} {noun})"));
        }
        let compared = one(self.rng, &["=", "=", "!=", "<", "<=", ">="]);
        let number = self.rng.below(4);
        Tree::leaf(Sort::Test, &format!("({sum} {compared} {number})"))
    }

    /// Words of layers, directions and names.
    pub(super) fn word_test(&mut self, depth: usize) -> Tree {
        let layers: Vec<&Layer> = self
            .layers
            .iter()
            .filter(|layer| {
                matches!(
                    layer.values,
                    Values::Words(_) | Values::Direction | Values::Name | Values::Mixed(_)
                )
            })
            .collect();
        if layers.is_empty() {
            return self.comparison(depth);
        }
        let layer = layers[self.rng.below(layers.len() as u64) as usize];
        let (name, on, values) = (layer.name, layer.on, layer.values);
        let kind = match on {
            On::Cells => "cell",
            On::Edges => "edge",
            On::Links => "link",
            On::Corners => "corner",
            _ => {
                let word = match values {
                    Values::Words(words) => one(self.rng, words),
                    Values::Mixed(word) => word,
                    _ => return self.comparison(depth),
                };
                let equal = one(self.rng, &["=", "!=", "is", "is not"]);
                return match on {
                    On::Rows => Tree::new(
                        Sort::Test,
                        &format!("(({name} of (row of %)) {equal} {word})"),
                        [self.atom("cell", depth)],
                    ),
                    _ => Tree::leaf(Sort::Test, &format!("({name} {equal} {word})")),
                };
            }
        };
        let atom = self.atom(kind, depth);
        let equal = one(self.rng, &["=", "!="]);
        if chance(self.rng, 25) {
            let other = self.atom(kind, depth);
            return Tree::new(
                Sort::Test,
                &format!("(({name} of %) {equal} ({name} of %))"),
                [atom, other],
            );
        }
        let word = match values {
            Values::Words(words) => Some(one(self.rng, words)),
            Values::Mixed(word) => Some(word),
            _ => None,
        };
        if let Some(word) = word {
            let shape = match self.rng.below(4) {
                0 => format!("(({name} of %) {equal} {word})"),
                1 => format!("(({name} of %) is {word})"),
                2 => format!("(% is not {word})"),
                _ => format!("(% is {word})"),
            };
            return Tree::new(Sort::Test, &shape, [atom]);
        }
        match values {
            Values::Direction => {
                let way = match self.variable("direction") {
                    Some(name) => name,
                    None => one(self.rng, &["up", "right", "down", "left"]).to_owned(),
                };
                Tree::new(
                    Sort::Test,
                    &format!("(({name} of %) {equal} {way})"),
                    [atom],
                )
            }
            _ => Tree::new(
                Sort::Test,
                &format!("(({name} of %) {equal} \"a\")"),
                [atom],
            ),
        }
    }

    pub(super) fn has_test(&mut self, depth: usize) -> Tree {
        let kind = self.kind();
        let Some(layer) = self.layer_on(kind) else {
            return self.comparison(depth);
        };
        let has = one(self.rng, &["has", "has no"]);
        let atom = self.atom(kind, depth);
        Tree::new(Sort::Test, &format!("(% {has} {layer})"), [atom])
    }

    /// A test that is never missing: of numbers of which one may be missing, only comparisons are compiled.
    pub(in super::super) fn certain_test(&mut self) -> Tree {
        let atom = self.atom("cell", 0);
        let words = self.layers.iter().find_map(|layer| match layer.values {
            Values::Words(words) if layer.found && layer.on == On::Cells => Some(words),
            _ => None,
        });
        match (words, self.layer_on("cell")) {
            (Some(words), _) => Tree::new(
                Sort::Test,
                &format!("(% is {})", one(self.rng, words)),
                [atom],
            ),
            (None, Some(layer)) => Tree::new(Sort::Test, &format!("(% has {layer})"), [atom]),
            (None, None) => Tree::new(Sort::Test, "((x of %) > 1)", [atom]),
        }
    }
}
