//! Random formulas.

mod words;

use quadrille_engine::Rng;

use super::declarations::{Layer, On, Values, chance, one};
use super::repeated::Said;
use super::tree::{Sort, Tree};

/// Makes formulas over some layers.
pub(super) struct Maker<'a> {
    pub(super) rng: &'a mut Rng,
    pub(super) layers: &'a [Layer],
    /// Names in scope, and what they stand for.
    pub(super) variables: Vec<(String, &'static str)>,
    pub(super) names: usize,
    pub(super) defined: Defined,
    /// What was said before, and of what groups and runs were made.
    pub(super) said: Vec<Said>,
    pub(super) materials: Vec<String>,
}

/// Which definitions there are.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Defined {
    pub(super) lucky: bool,
    pub(super) worth: bool,
    friendly: bool,
    pub(super) gap: bool,
    pub(super) lofty: bool,
    pub(super) shapes: bool,
}

/// Definitions and rules.
pub(super) fn book(rng: &mut Rng, layers: &[Layer]) -> (Vec<Tree>, Vec<Tree>) {
    let mut maker = Maker {
        rng,
        layers,
        variables: Vec::new(),
        names: 0,
        defined: Defined::default(),
        said: Vec::new(),
        materials: Vec::new(),
    };
    let mut definitions = Vec::new();
    let cells = |names: &[&str]| {
        names
            .iter()
            .map(|name| ((*name).to_owned(), "cell"))
            .collect::<Vec<_>>()
    };
    if chance(maker.rng, 20) {
        maker.variables = cells(&["p"]);
        let body = maker.test(1);
        definitions.push(Tree::new(Sort::Other, "define lucky p: %", [body]));
        maker.defined.lucky = true;
    }
    if chance(maker.rng, 12) {
        maker.variables = cells(&["p"]);
        let body = maker.number(1);
        definitions.push(Tree::new(Sort::Other, "define worth of p: %", [body]));
        maker.defined.worth = true;
    }
    if chance(maker.rng, 12) {
        maker.variables = cells(&["p", "q"]);
        let body = maker.test(1);
        definitions.push(Tree::new(Sort::Other, "define friendly p to q: %", [body]));
        maker.defined.friendly = true;
    }
    if chance(maker.rng, 8) {
        maker.variables = cells(&["p", "q"]);
        let body = maker.number(1);
        definitions.push(Tree::new(Sort::Other, "define gap of p to q: %", [body]));
        maker.defined.gap = true;
    }
    if chance(maker.rng, 8) {
        maker.variables = cells(&["p"]);
        maker.variables.push(("w".to_owned(), "group"));
        let body = maker.test(1);
        definitions.push(Tree::new(Sort::Other, "define lofty p in w: %", [body]));
        maker.defined.lofty = true;
    }
    if chance(maker.rng, 8) {
        let shapes = [
            r###"ell: "##" "#.""###,
            r###"bar: "#" "#" "#""###,
            r###"spot: "#""###,
        ];
        let shapes = shapes.map(|shape| Tree::leaf(Sort::Other, &format!("shape {shape}")));
        definitions.extend(shapes);
        maker.defined.shapes = true;
    }
    maker.variables.clear();
    let mut formulas = Vec::new();
    for _ in 0..1 + maker.rng.below(2) {
        let depth = 1 + maker.rng.below(3) as usize;
        formulas.push(maker.rule(depth));
    }
    (definitions, formulas)
}

impl Maker<'_> {
    pub(super) fn has(&self, name: &str) -> bool {
        self.layers.iter().any(|layer| layer.name == name)
    }

    /// A variable that stands for something of this kind.
    pub(super) fn variable(&mut self, kind: &str) -> Option<String> {
        let names: Vec<&String> = self
            .variables
            .iter()
            .filter(|(_, own)| *own == kind)
            .map(|(name, _)| name)
            .collect();
        let at = self.rng.below(names.len() as u64) as usize;
        names.get(at).map(|name| (*name).clone())
    }

    /// A formula that is a rule: mostly a quantifier.
    fn rule(&mut self, depth: usize) -> Tree {
        if chance(self.rng, 6) {
            let rule = self.rule(depth);
            return Tree::new(Sort::Test, "(not %)", [rule]);
        }
        if chance(self.rng, 65) {
            self.each("each", depth)
        } else {
            self.test(depth)
        }
    }

    pub(super) fn each(&mut self, quantifier: &str, depth: usize) -> Tree {
        let before = self.variables.len();
        let mut text = format!("({quantifier} ");
        let mut children = Vec::new();
        if quantifier.ends_with('%') {
            children.push(self.number(depth.saturating_sub(1)));
        }
        for number in 0..1 + usize::from(chance(self.rng, 15)) {
            let (phrase, names) = self.binder(depth.min(2));
            self.variables.extend(names);
            text += if number > 0 { ", %" } else { "%" };
            children.push(phrase);
        }
        text += ": %)";
        children.push(self.test(depth.saturating_sub(1)));
        self.variables.truncate(before);
        Tree::new(Sort::Test, &text, children)
    }

    pub(super) fn kind(&mut self) -> &'static str {
        let kinds: Vec<&'static str> = self
            .layers
            .iter()
            .filter(|layer| layer.found)
            .map(|layer| match layer.on {
                On::Edges => "edge",
                On::Links => "link",
                On::Corners => "corner",
                _ => "cell",
            })
            .collect();
        if chance(self.rng, 10) {
            one(self.rng, &["link", "edge", "corner"])
        } else {
            one(self.rng, &kinds)
        }
    }

    /// A formula.
    pub(super) fn test(&mut self, depth: usize) -> Tree {
        self.again_or(Sort::Test, depth, |maker| maker.new_test(depth))
    }

    fn new_test(&mut self, depth: usize) -> Tree {
        let test = Sort::Test;
        if depth == 0 {
            return match self.rng.below(10) {
                0..=4 => self.word_test(0),
                5..=8 => self.comparison(0),
                _ => self.has_test(0),
            };
        }
        let less = depth - 1;
        if let Some(layer) = self.some_mirrors() {
            return self.test_of_beam(layer, depth);
        }
        match self.rng.below(86) {
            74..=81 => self.rare_test(depth),
            82 | 83 => self.large_comparison(less),
            84 | 85 => self.compared_with_another(less),
            71..=73 => self.counts_of_words(),
            70 if self.has("area") => {
                let before = self.variables.len();
                let areas = [("u", "area"), ("v", "area")];
                self.variables
                    .extend(areas.map(|(name, kind)| (name.to_owned(), kind)));
                let body = match chance(self.rng, 40) {
                    true => {
                        let text = "(shape of u as it stands != shape of v as it stands)";
                        Tree::leaf(test, text)
                    }
                    false => self.test(less),
                };
                self.variables.truncate(before);
                let each = match chance(self.rng, 30) {
                    true => "(each area u: some area v touching u: %)",
                    false => "(each area u, area v touching u: %)",
                };
                Tree::new(test, each, [body])
            }
            68 | 69 => match chance(self.rng, 50) {
                true => {
                    let equal = one(self.rng, &["=", "!="]);
                    let lists = [self.list(less), self.list(less)];
                    Tree::new(test, &format!("(% {equal} %)"), lists)
                }
                false => {
                    let is = one(self.rng, &["is in", "is not in"]);
                    let (number, list) = (self.number(less), self.list(less));
                    Tree::new(test, &format!("(% {is} %)"), [number, list])
                }
            },
            64 | 65 => self.sight(depth),
            66 | 67 => self.no_loop(depth),
            0..=5 => self.comparison(depth),
            6..=10 => self.word_test(depth),
            11 | 12 => self.has_test(depth),
            13 | 14 => Tree::new(test, "(% and %)", [self.test(less), self.test(less)]),
            15 | 16 => Tree::new(test, "(% or %)", [self.test(less), self.test(less)]),
            17 | 18 => Tree::new(test, "(not %)", [self.test(less)]),
            19 => Tree::new(
                test,
                "(% exactly when %)",
                [self.test(less), self.test(less)],
            ),
            20 => Tree::new(test, "(if % then %)", [self.test(less), self.test(less)]),
            21 => Tree::new(
                test,
                "(if % then % otherwise %)",
                [self.test(less), self.test(less), self.test(less)],
            ),
            22..=29 => {
                let quantifier = one(
                    self.rng,
                    &[
                        "each",
                        "each",
                        "some",
                        "some",
                        "no",
                        "exactly %",
                        "at least %",
                        "at most %",
                    ],
                );
                self.each(quantifier, depth)
            }
            30 | 31 => {
                // A quantifier without a formula, or with a test of the phrase itself.
                let kind = self.kind();
                let phrase = self.phrase(kind, None, depth);
                let quantifier = one(
                    self.rng,
                    &["some", "no", "exactly 1", "at least 2", "at most 1"],
                );
                match self.adjective(kind) {
                    Some(word) if chance(self.rng, 50) => {
                        let is = one(self.rng, &["is", "is not"]);
                        Tree::new(test, &format!("({quantifier} % {is} {word})"), [phrase])
                    }
                    _ => Tree::new(test, &format!("({quantifier} %)"), [phrase]),
                }
            }
            32..=34 => {
                let kind = one(self.rng, &["all different", "all equal", "increasing"]);
                match self.cell_values(kind != "increasing") {
                    Some(layer) if chance(self.rng, 70) => {
                        let place = self.place("cell", less);
                        Tree::new(test, &format!("({kind} {layer} in %)"), [place])
                    }
                    _ => {
                        let before = self.variables.len();
                        let (phrase, names) = self.binder(less);
                        self.variables.extend(names);
                        let value = self.number(less);
                        self.variables.truncate(before);
                        Tree::new(test, &format!("({kind} over %: %)"), [phrase, value])
                    }
                }
            }
            35..=38 => {
                let kind = self.kind();
                let place = self.place(kind, depth);
                let form = match kind {
                    "link" | "edge" => one(
                        self.rng,
                        &[
                            "connected",
                            "one loop",
                            "one loop",
                            "one path",
                            "without loop",
                            "symmetric",
                        ],
                    ),
                    "corner" => one(self.rng, &["connected", "symmetric"]),
                    _ => one(
                        self.rng,
                        &[
                            "connected",
                            "connected",
                            "a rectangle",
                            "a square",
                            "symmetric",
                            "symmetric under mirror",
                            "symmetric under half turn",
                            "symmetric under quarter turn",
                        ],
                    ),
                };
                let is = one(self.rng, &["is", "are", "are not"]);
                if kind == "cell" && chance(self.rng, 25) {
                    let other = self.place("cell", less);
                    if chance(self.rng, 50) {
                        let equal = one(self.rng, &["=", "!="]);
                        let text =
                            format!("(shape of % as it stands {equal} shape of % as it stands)");
                        return Tree::new(test, &text, [place, other]);
                    }
                    return Tree::new(test, &format!("(% {is} congruent to %)"), [place, other]);
                }
                if form.starts_with("symmetric") && chance(self.rng, 50) {
                    let centre = one(self.rng, &["cell", "cell", "link", "edge", "corner"]);
                    let about = self.atom(centre, less);
                    return Tree::new(test, &format!("(% {is} {form} about %)"), [place, about]);
                }
                Tree::new(test, &format!("(% {is} {form})"), [place])
            }
            39 if self.has("way_") || self.has("way") => {
                let kind = if self.has("way_") { "link" } else { "edge" };
                let curve = self.place(kind, 1);
                let atom = self.atom("cell", less);
                Tree::new(test, "(% is inside %)", [atom, curve])
            }
            40 => {
                let clue = one(self.rng, &["prime", "square", "even", "odd"]);
                let number = self.number(less);
                if self.has("kind") && chance(self.rng, 50) {
                    return match self.variable("row") {
                        Some(row) => {
                            Tree::new(test, &format!("(% satisfies (kind of {row}))"), [number])
                        }
                        None => Tree::new(
                            test,
                            "(% satisfies (kind of (row of %)))",
                            [number, self.atom("cell", less)],
                        ),
                    };
                }
                Tree::new(test, &format!("(% satisfies \"{clue}\")"), [number])
            }
            41 | 42 => {
                let words = self.layers.iter().find_map(|layer| match layer.values {
                    Values::Words(words) if layer.on == On::Cells && layer.found => {
                        Some((layer.name, words.to_vec()))
                    }
                    Values::Number if layer.on == On::Cells && layer.found => {
                        Some((layer.name, vec!["1", "2", "0"]))
                    }
                    Values::Mixed(word) if layer.on == On::Cells => {
                        Some((layer.name, vec!["1", "2", word]))
                    }
                    _ => None,
                });
                let Some((layer, words)) = words else {
                    return self.comparison(less);
                };
                let mut pattern = String::new();
                for _ in 0..1 + self.rng.below(4) {
                    let word = one(self.rng, &words);
                    let other = one(self.rng, &words);
                    let piece = match self.rng.below(5) {
                        0 => ".".to_owned(),
                        1 => format!("({word} | {other} {word})"),
                        _ => word.to_owned(),
                    };
                    let times = one(self.rng, &["", "", "*", "+", "?", "{2}", "{1,3}"]);
                    pattern += &format!("{piece}{times} ");
                }
                let place = self.place("cell", less);
                let verb = one(self.rng, &["reads", "reads", "contains"]);
                Tree::new(
                    test,
                    &format!("({layer} in % {verb} \"{}\")", pattern.trim()),
                    [place],
                )
            }
            43..=45 => {
                let n = [self.number(less), self.number(less), self.number(less)];
                Tree::new(test, "(% is one of %, %)", n)
            }
            46 => {
                let (atom, place) = (self.atom("cell", less), self.place("cell", less));
                let is = one(self.rng, &["is in", "is not in"]);
                Tree::new(test, &format!("(% {is} %)"), [atom, place])
            }
            47 | 48 => {
                self.names += 1;
                let name = format!("n{}", self.names);
                // What is named may not be missing for some solutions only.
                let value = self.number(0);
                self.variables.push((name.clone(), "number"));
                let body = self.test(less);
                self.variables.pop();
                Tree::new(test, &format!("(let {name} be %: %)"), [value, body])
            }
            49 if self.defined.friendly => Tree::new(
                test,
                "(% is friendly to %)",
                [self.atom("cell", less), self.atom("cell", less)],
            ),
            50 | 51 => {
                let equal = one(self.rng, &["=", "!="]);
                let regions: Vec<&str> = ["room", "area"]
                    .into_iter()
                    .filter(|name| self.has(name))
                    .collect();
                if regions.is_empty() {
                    let kind = self.kind();
                    let (a, b) = (self.atom(kind, less), self.atom(kind, less));
                    return Tree::new(test, &format!("(% {equal} %)"), [a, b]);
                }
                let name = one(self.rng, &regions);
                let (a, b) = (self.atom("cell", less), self.atom("cell", less));
                Tree::new(
                    test,
                    &format!("(({name} of %) {equal} ({name} of %))"),
                    [a, b],
                )
            }
            52 | 53 if self.has("lengths") || self.has("tuple") => {
                let (list, at) = match (self.has("lengths"), self.variable("line")) {
                    (true, Some(line)) => ("lengths", line),
                    (true, None) => ("lengths", "(first row)".to_owned()),
                    _ => ("tuple", self.atom("cell", 0).text()),
                };
                if chance(self.rng, 25) {
                    let is = one(self.rng, &["is in", "is not in"]);
                    let text = format!("(% {is} ({list} of {at}))");
                    return Tree::new(test, &text, [self.number(less)]);
                }
                let tree = self.list(less);
                let equal = one(self.rng, &["=", "=", "!="]);
                Tree::new(test, &format!("(% {equal} ({list} of {at}))"), [tree])
            }
            54 => {
                // A boolean as a number of occurrences.
                let (a, b) = (self.test(less), self.test(less));
                Tree::new(test, "(% = %)", [a, b])
            }
            55 if chance(self.rng, 40) => {
                let cells = [self.atom("cell", less), self.atom("cell", less)];
                let text = match self.rng.below(2) {
                    0 => format!("(% is in {})", self.first_group()),
                    _ => format!("({} = {})", self.first_group(), self.first_group()),
                };
                Tree::new(test, &text, cells)
            }
            55 => {
                let (a, b) = (self.place("cell", less), self.place("cell", less));
                let equal = one(self.rng, &["=", "!="]);
                Tree::new(test, &format!("(% {equal} %)"), [a, b])
            }
            _ => self.comparison(depth),
        }
    }

    /// A list or a bag.
    pub(super) fn list(&mut self, depth: usize) -> Tree {
        self.again_or(Sort::List, depth, |maker| maker.new_list(depth))
    }

    fn new_list(&mut self, depth: usize) -> Tree {
        let what = one(self.rng, &["list", "bag"]);
        let before = self.variables.len();
        let tree = match self.rng.below(4) {
            0 => {
                let (material, place) = (self.material(), self.place("cell", depth));
                let of_run = match self.cell_numbers() {
                    Some(value) if chance(self.rng, 40) => format!("sum {value} in z"),
                    _ => "size of z".to_owned(),
                };
                let text = format!("({what} over run z of {material} in %: {of_run})");
                Tree::new(Sort::List, &text, [place])
            }
            1 => {
                let (phrase, names) = self.binder(depth);
                self.variables.extend(names);
                let value = self.number(depth);
                Tree::new(Sort::List, &format!("({what} over %: %)"), [phrase, value])
            }
            _ => {
                let place = self.place("cell", depth);
                let text = match self.cell_numbers() {
                    Some(value) => format!("({what} {value} in %)"),
                    None => format!("({what} over cells z in %: y of z)"),
                };
                Tree::new(Sort::List, &text, [place])
            }
        };
        self.variables.truncate(before);
        tree
    }

    /// Pairs that join cells or corners without a closed curve.
    fn no_loop(&mut self, depth: usize) -> Tree {
        self.names += 1;
        let number = self.names;
        let (kind, of) = one(
            self.rng,
            &[
                ("cell", "neighbours"),
                ("cell", "contacts"),
                ("cell", "cells"),
                ("corner", "corners of c"),
            ],
        );
        let outer = if kind == "corner" { "cells c, " } else { "" };
        let before = self.variables.len();
        for name in ["p", "q"] {
            self.variables.push((format!("{name}{number}"), kind));
        }
        let body = self.test(depth.saturating_sub(1));
        self.variables.truncate(before);
        let text = format!("(no loop over {outer}pairs p{number}, q{number} of {of}: %)");
        Tree::new(Sort::Test, &text, [body])
    }

    /// In which directions the nearest cells are, against directions of the data.
    fn sight(&mut self, depth: usize) -> Tree {
        let less = depth.saturating_sub(1);
        let given = |layer: &&Layer| {
            let is_found = layer.name == "heading";
            layer.on == On::Cells
                && !is_found
                && matches!(layer.values, Values::Directions | Values::Direction)
        };
        let names: Vec<&'static str> = self.layers.iter().filter(given).map(|l| l.name).collect();
        let equal = one(self.rng, &["=", "=", "!="]);
        let nearest = self.material();
        let from = self.atom("cell", less);
        if names.is_empty() || chance(self.rng, 20) {
            let way = one(self.rng, &["up", "right", "down", "left"]);
            let text = format!("(directions from % to nearest {nearest} {equal} {way})");
            return Tree::new(Sort::Test, &text, [from]);
        }
        let text = format!(
            "(directions from % to nearest {nearest} {equal} {} of %)",
            one(self.rng, &names)
        );
        Tree::new(Sort::Test, &text, [from, self.atom("cell", less)])
    }

    /// A layer on cells whose values can be compared with each other.
    /// A layer with a value for each cell, some of them by row, column or region.
    pub(super) fn cell_values(&mut self, words_too: bool) -> Option<&'static str> {
        let names: Vec<&'static str> = self
            .layers
            .iter()
            .filter(|layer| {
                matches!(layer.on, On::Cells | On::Rooms | On::Rows | On::Columns)
                    && match layer.values {
                        Values::Number | Values::Mixed(_) => true,
                        Values::Words(_) | Values::Direction | Values::Name => words_too,
                        _ => false,
                    }
            })
            .map(|layer| layer.name)
            .collect();
        (!names.is_empty()).then(|| one(self.rng, &names))
    }

    pub(super) fn cell_numbers(&mut self) -> Option<&'static str> {
        self.cell_values(false)
    }

    pub(super) fn comparison(&mut self, depth: usize) -> Tree {
        let sign = one(
            self.rng,
            &["=", "=", "=", "!=", "<", "<=", ">", ">=", "divides"],
        );
        let (a, b) = (self.number(depth), self.number(depth.saturating_sub(1)));
        Tree::new(Sort::Test, &format!("(% {sign} %)"), [a, b])
    }
}
