//! Random terms about beams.

use super::declarations::{On, Values, chance, one};
use super::formulas::Maker;
use super::tree::{Sort, Tree};

impl Maker<'_> {
    /// A layer that turns beams.
    fn mirrors(&mut self) -> Option<&'static str> {
        let turns = |values: &Values| match values {
            Values::Words(words) => words.contains(&"rise") || words.contains(&"lean"),
            Values::Mixed(word) => *word == "rise",
            _ => false,
        };
        let layers = self.layers.iter();
        let names: Vec<&'static str> = layers
            .filter(|layer| layer.on == On::Cells && turns(&layer.values))
            .map(|layer| layer.name)
            .collect();
        (!names.is_empty()).then(|| one(self.rng, &names))
    }

    /// The same, now and then.
    pub(super) fn some_mirrors(&mut self) -> Option<&'static str> {
        let layer = self.mirrors()?;
        chance(self.rng, 20).then_some(layer)
    }

    fn view(&mut self) -> String {
        let view = match self.variable("view") {
            Some(name) if chance(self.rng, 85) => name,
            _ => {
                let views = [
                    "(first view)",
                    "(last view)",
                    "(first top view)",
                    "(first right view)",
                ];
                one(self.rng, &views).to_owned()
            }
        };
        match chance(self.rng, 10) {
            true => format!("(opposite of {view})"),
            false => view,
        }
    }

    /// The list of the stretches.
    pub(super) fn stretches(&mut self, layer: &str) -> Tree {
        let text = format!("(stretches of {} by {layer})", self.view());
        Tree::leaf(Sort::Other, &text)
    }

    pub(super) fn number_of_beam(&mut self, layer: &str, depth: usize) -> Tree {
        let sort = Sort::Number;
        let view = self.view();
        let name = format!("k{}", self.names);
        match self.rng.below(8) {
            0..=2 => Tree::leaf(sort, &format!("(turns of {view} by {layer})")),
            3 | 4 => {
                let measures = [
                    "sum", "product", "product", "least", "greatest", "first", "last",
                ];
                let measure = one(self.rng, &measures);
                self.names += 1;
                let before = self.variables.len();
                self.variables.push((name.clone(), "number"));
                let value = match chance(self.rng, 70) {
                    true => Tree::leaf(sort, &name),
                    false => self.number(depth.saturating_sub(1)),
                };
                self.variables.truncate(before);
                let text =
                    format!("({measure} over values {name} in stretches of {view} by {layer}: %)");
                Tree::new(sort, &text, [value])
            }
            5 => {
                self.names += 1;
                let before = self.variables.len();
                self.variables.push((name.clone(), "number"));
                let test = self.test(depth.saturating_sub(1));
                self.variables.truncate(before);
                let text =
                    format!("(count (values {name} in stretches of {view} by {layer} where %))");
                Tree::new(sort, &text, [test])
            }
            6 => {
                let part = one(self.rng, &["beam", "crossings"]);
                Tree::leaf(sort, &format!("(size of ({part} of {view} by {layer}))"))
            }
            _ => match self
                .layers
                .iter()
                .find(|known| known.on == On::Views && matches!(known.values, Values::Number))
            {
                Some(goal) => {
                    let goal = goal.name;
                    Tree::leaf(sort, &format!("({goal} of (exit of {view} by {layer}))"))
                }
                None => Tree::leaf(sort, &format!("(size of (stretches of {view} by {layer}))")),
            },
        }
    }

    pub(super) fn test_of_beam(&mut self, layer: &str, depth: usize) -> Tree {
        let test = Sort::Test;
        let less = depth.saturating_sub(1);
        let view = self.view();
        match self.rng.below(9) {
            0 | 1 => {
                let other = self.view();
                let equal = one(self.rng, &["=", "!="]);
                Tree::leaf(
                    test,
                    &format!("(exit of {view} by {layer} {equal} {other})"),
                )
            }
            2 => {
                let side = one(self.rng, &["up", "right", "down", "left"]);
                let text = format!("(side of (exit of {view} by {layer}) = {side})");
                Tree::leaf(test, &text)
            }
            3 => {
                let place = one(self.rng, &["beam", "crossings"]);
                let text = format!("(% is in {place} of {view} by {layer})");
                Tree::new(test, &text, [self.atom("cell", less)])
            }
            4 => {
                let list = self.list(less);
                let equal = one(self.rng, &["=", "!="]);
                let text = format!("(% {equal} %)");
                let stretches = self.stretches(layer);
                Tree::new(test, &text, [stretches, list])
            }
            5 => {
                self.names += 1;
                let name = format!("k{}", self.names);
                let before = self.variables.len();
                self.variables.push((name.clone(), "number"));
                let body = self.test(less);
                self.variables.truncate(before);
                let quantifiers = ["each", "some", "no", "exactly 1", "at least 2"];
                let quantifier = one(self.rng, &quantifiers);
                let text =
                    format!("({quantifier} value {name} in stretches of {view} by {layer}: %)");
                Tree::new(test, &text, [body])
            }
            _ => {
                let sign = one(self.rng, &["=", "=", "!=", "<", "<=", ">", "divides"]);
                let numbers = [self.number_of_beam(layer, less), self.number(less)];
                Tree::new(test, &format!("(% {sign} %)"), numbers)
            }
        }
    }

    /// The cells of a beam, as a place.
    pub(super) fn cells_of_beam(&mut self, layer: &str) -> Tree {
        let part = one(self.rng, &["beam", "beam", "crossings"]);
        let text = format!("({part} of {} by {layer})", self.view());
        Tree::leaf(Sort::Place("cell"), &text)
    }
}
