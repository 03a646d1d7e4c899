//! Forms that puzzles rarely use.

use super::declarations::{Layer, On, chance, one};
use super::formulas::Maker;
use super::tree::{Sort, Tree};

impl Maker<'_> {
    pub(super) fn rare_test(&mut self, depth: usize) -> Tree {
        let test = Sort::Test;
        let less = depth.saturating_sub(1);
        let is = one(self.rng, &["is", "are", "are not"]);
        match self.rng.below(16) {
            0 | 1 => {
                let given = |layer: &&Layer| layer.on == On::Cells && !layer.found;
                let names = self.layers.iter().filter(given).map(|layer| layer.name);
                let names: Vec<&'static str> = names.collect();
                if names.is_empty() {
                    return self.comparison(depth);
                }
                let name = one(self.rng, &names);
                let told = one(self.rng, &["is told", "is not told"]);
                let text = format!("(({name} of %) {told})");
                Tree::new(test, &text, [self.atom("cell", less)])
            }
            2 => {
                let by = one(self.rng, &["contacts", "knights"]);
                let place = self.place("cell", less);
                Tree::new(test, &format!("(% {is} connected by {by})"), [place])
            }
            3 => {
                let kind = one(self.rng, &["link", "edge"]);
                let place = self.place(kind, less);
                let text = format!("(% {is} one loop with crossings)");
                Tree::new(test, &text, [place])
            }
            4 => {
                let kind = one(self.rng, &["link", "edge"]);
                let curve = self.place(kind, less);
                let place = self.atom("corner", less);
                Tree::new(test, "(% is inside %)", [place, curve])
            }
            5 => match self.variable("room") {
                Some(room) => {
                    let motion = one(self.rng, &["", " under half turn", " under mirror"]);
                    let text = format!("(% {is} symmetric{motion} about {room})");
                    Tree::new(test, &text, [self.place("cell", less)])
                }
                None => self.comparison(depth),
            },
            6 | 7 if self.defined.shapes => {
                let stands = one(self.rng, &["", " as it stands"]);
                let shape = one(self.rng, &["ell", "bar", "spot", "one of ell, spot"]);
                let place = self.place("cell", less);
                Tree::new(test, &format!("(shape of %{stands} is {shape})"), [place])
            }
            8 => {
                let kind = self.kind();
                let phrase = self.phrase(kind, None, depth);
                let said = match (self.adjective(kind), self.layer_on(kind)) {
                    (_, Some(layer)) if chance(self.rng, 40) => {
                        let has = one(self.rng, &["has", "has no"]);
                        format!("{has} {layer}")
                    }
                    (Some(word), _) => {
                        let is = one(self.rng, &["is", "is not"]);
                        format!("{is} {word}")
                    }
                    _ => return self.comparison(depth),
                };
                let quantifier = one(self.rng, &["each", "each", "no", "at most 1"]);
                Tree::new(test, &format!("({quantifier} % {said})"), [phrase])
            }
            9 => match (self.words_of_cells(), self.layer_on("cell")) {
                (Some(words), _) if chance(self.rng, 60) => {
                    let text = format!("(cells in % are {})", one(self.rng, words));
                    Tree::new(test, &text, [self.place("cell", less)])
                }
                (_, Some(layer)) => {
                    let text = format!("(cells in % have {layer})");
                    Tree::new(test, &text, [self.place("cell", less)])
                }
                _ => self.comparison(depth),
            },
            10 => {
                let numbers = [self.number(less), self.number(less)];
                let is = one(self.rng, &["is", "is not"]);
                Tree::new(test, &format!("(% {is} %)"), numbers)
            }
            11 => {
                let tests = [(); 5].map(|()| self.test(less));
                let text = "(if % then % otherwise if % then % otherwise %)";
                Tree::new(test, text, tests)
            }
            12 if self.defined.lofty => {
                let parts = [self.atom("cell", less), self.place("cell", less)];
                Tree::new(test, "(% is lofty in %)", parts)
            }
            13 => {
                self.names += 1;
                let name = format!("n{}", self.names);
                let value = self.number(less);
                self.variables.push((name.clone(), "number"));
                let body = self.test(less);
                self.variables.pop();
                Tree::new(test, &format!("(let {name} be %: %)"), [value, body])
            }
            14 => {
                let quantifier = one(self.rng, &["no", "each", "some"]);
                let each = self.each(quantifier, depth);
                Tree::new(test, "(not %)", [each])
            }
            _ => {
                let parts = [self.large_or_not(less), self.list(less), self.list(less)];
                let [number, a, b] = parts;
                let text = "(if (% is in %) then (% = %) otherwise (% != %))";
                let trees = [number.clone(), a.clone(), a.clone(), b.clone(), a, b];
                Tree::new(test, text, trees)
            }
        }
    }

    fn large_or_not(&mut self, depth: usize) -> Tree {
        match chance(self.rng, 20) {
            true => self.large_number(depth),
            false => self.number(depth),
        }
    }

    pub(super) fn rare_number(&mut self, depth: usize) -> Tree {
        let sort = Sort::Number;
        let less = depth.saturating_sub(1);
        match self.rng.below(8) {
            // Under any condition, even one that is missing.
            0 | 1 => {
                let parts = [self.test(less), self.number(less), self.number(less)];
                Tree::new(sort, "(if % then % otherwise %)", parts)
            }
            2 => {
                let tests = [self.test(less), self.test(less)];
                let numbers = [(); 3].map(|()| self.number(less));
                let [first, second] = tests;
                let [a, b, c] = numbers;
                let text = "(if % then % otherwise if % then % otherwise %)";
                Tree::new(sort, text, [first, a, second, b, c])
            }
            3 if self.defined.worth => {
                let measure = one(
                    self.rng,
                    &["sum", "product", "least", "greatest", "first", "distinct"],
                );
                let place = self.place("cell", less);
                Tree::new(sort, &format!("({measure} worth in %)"), [place])
            }
            4 => {
                let numbers = [(); 3].map(|()| self.number(less));
                let measure = one(self.rng, &["max", "min"]);
                Tree::new(sort, &format!("{measure}(%, %, %)"), numbers)
            }
            5 => {
                let before = self.variables.len();
                let (outer, names) = self.binder(less);
                self.variables.extend(names);
                let (inner, _) = self.binder(less);
                self.variables.truncate(before);
                let measure = one(self.rng, &["sum", "greatest", "least", "product"]);
                let text = format!("({measure} over %: count %)");
                Tree::new(sort, &text, [outer, inner])
            }
            6 => {
                let kind = self.kind();
                let kind = match (kind, self.layers.iter().any(|layer| layer.on == On::Links)) {
                    ("cell", true) => "link",
                    (kind, _) => kind,
                };
                let text = "(size of %)";
                Tree::new(sort, text, [self.place(kind, less)])
            }
            _ => {
                let noun = one(self.rng, &["cells", "rows", "columns", "lines"]);
                let place = self.place("cell", less);
                let text = match noun {
                    "cells" => "(count cells in %)".to_owned(),
                    noun => format!("(count {noun} of %)"),
                };
                Tree::new(sort, &text, [place])
            }
        }
    }
}
