//! Random groups, runs, regions, and other parts of the grid that a formula speaks of.

use super::declarations::{On, Values, chance, one};
use super::formulas::Maker;
use super::tree::{Sort, Tree};

/// Variables of a phrase, and what they stand for.
type Names = Vec<(String, &'static str)>;

impl Maker<'_> {
    /// A phrase for parts whose extent mostly depends on the solution, with the variables that stand for them.
    pub(super) fn part(&mut self, name: &str, depth: usize) -> (Tree, Names) {
        let less = depth.saturating_sub(1);
        let (phrase, kind) = match self.rng.below(10) {
            0..=2 => {
                let material = self.material();
                let by = one(self.rng, &["", "", " by contacts", " by knights"]);
                let text = format!("group {name} of {material}{by}");
                (Tree::leaf(Sort::Other, &text), "group")
            }
            3 => {
                let (noun, kind) = one(
                    self.rng,
                    &[
                        ("link", "link group"),
                        ("edge", "edge group"),
                        ("corner", "corner group"),
                    ],
                );
                let word = self.adjective(noun).unwrap_or_default();
                let text = format!("group {name} of {word} {noun}s");
                (Tree::leaf(Sort::Other, &text), kind)
            }
            4 => {
                let (noun, joint) = match self.has("way") {
                    true => ("corner", "edge"),
                    false => ("cell", "link"),
                };
                let joint_word = self.adjective(joint).unwrap_or_default();
                let kind = match noun {
                    "corner" => "corner group",
                    _ => "group",
                };
                let text = format!("group {name} of {noun}s joined by {joint_word} {joint}s");
                (Tree::leaf(Sort::Other, &text), kind)
            }
            5 | 6 => {
                let material = self.material();
                let text = match self.rng.below(3) {
                    0 => format!("group {name} of {material} in %"),
                    1 => format!("group {name} of {material} touching %"),
                    _ => format!("group {name} of ({material} in %)"),
                };
                let place = self.place("cell", less);
                (Tree::new(Sort::Other, &text, [place]), "group")
            }
            7 => {
                let text = format!("run {name} of {}", self.material());
                (Tree::leaf(Sort::Other, &text), "run")
            }
            _ => match self.regions() {
                Some(noun) => {
                    let text = match self.variable(noun) {
                        Some(other) => {
                            let beside = one(self.rng, &["besides", "touching"]);
                            format!("{noun} {name} {beside} {other}")
                        }
                        None => format!("{noun} {name}"),
                    };
                    (Tree::leaf(Sort::Other, &text), noun)
                }
                None => {
                    let text = format!("group {name} of {}", self.material());
                    (Tree::leaf(Sort::Other, &text), "group")
                }
            },
        };
        let names = vec![(name.to_owned(), kind)];
        if depth > 0 && chance(self.rng, 20) {
            let before = self.variables.len();
            self.variables.extend(names.iter().cloned());
            let test = self.test(less);
            self.variables.truncate(before);
            let phrase = Tree::new(Sort::Other, "(% where %)", [phrase, test]);
            return (phrase, names);
        }
        (phrase, names)
    }

    fn regions(&mut self) -> Option<&'static str> {
        let names = ["room", "area"].into_iter();
        let known: Vec<&'static str> = names.filter(|name| self.has(name)).collect();
        (!known.is_empty()).then(|| one(self.rng, &known))
    }

    /// A phrase that is rarely used, with its variables.
    pub(super) fn rare_binder(&mut self, name: &str, depth: usize) -> (Tree, Names) {
        let less = depth.saturating_sub(1);
        match self.rng.below(6) {
            0 => {
                let side = one(self.rng, &["left", "right", "top", "bottom"]);
                let text = format!("{side} view {name}");
                (
                    Tree::leaf(Sort::Other, &text),
                    vec![(name.to_owned(), "view")],
                )
            }
            1 => {
                let ends = [self.number(0), self.number(0)];
                let text = format!("value {name} from % to %");
                (
                    Tree::new(Sort::Other, &text, ends),
                    vec![(name.to_owned(), "number")],
                )
            }
            2 => {
                let names = vec![(name.to_owned(), "number")];
                self.variables.extend(names.iter().cloned());
                let test = self.test(less);
                self.variables.pop();
                let text = format!("(value {name} from 0 to 3 where %)");
                (Tree::new(Sort::Other, &text, [test]), names)
            }
            3 if self.has("tuple") => {
                let text = format!("value {name} in (tuple of %)");
                let cell = self.atom("cell", less);
                (
                    Tree::new(Sort::Other, &text, [cell]),
                    vec![(name.to_owned(), "number")],
                )
            }
            4 => {
                let end = one(self.rng, &["first", "last"]);
                let count = self.rng.below(4);
                let material = self.material();
                let text = match material.strip_prefix("cells") {
                    Some(rest) => format!("{end} {count} cells {name}{rest}"),
                    None => format!("{end} {count} {material} {name}"),
                };
                (
                    Tree::leaf(Sort::Other, &text),
                    vec![(name.to_owned(), "cell")],
                )
            }
            _ => {
                let noun = one(self.rng, &["row", "column", "diagonal"]);
                let (first, second) = (format!("{name}a"), format!("{name}b"));
                let text = format!("{noun} {first}, {noun} {second} besides {first}");
                (
                    Tree::leaf(Sort::Other, &text),
                    vec![(first, noun), (second, noun)],
                )
            }
        }
    }

    /// A place that is rarely named like this.
    pub(super) fn rare_place(&mut self, depth: usize) -> Tree {
        let sort = Sort::Place("cell");
        let less = depth.saturating_sub(1);
        match self.rng.below(6) {
            0 => {
                let line = one(self.rng, &["row 1", "row 2", "column 1", "column 2"]);
                Tree::leaf(sort, &format!("(cells in {line})"))
            }
            1 => {
                let (line, axis) = one(self.rng, &[("row", "y"), ("column", "x")]);
                let by = one(self.rng, &["+ 1", "- 1"]);
                let text = format!("({line} ({axis} of % {by}))");
                Tree::new(sort, &text, [self.atom("cell", less)])
            }
            2 => {
                let end = one(self.rng, &["first", "last"]);
                let material = self.material();
                Tree::leaf(sort, &format!("({end} 2 {material})"))
            }
            3 => {
                let noun = one(self.rng, &["neighbours", "contacts", "knights"]);
                Tree::new(sort, &format!("({noun} of %)"), [self.place("cell", less)])
            }
            4 => {
                let text = format!("(cells of {})", self.first_group());
                Tree::new(sort, &text, [self.atom("cell", less)])
            }
            _ => match self.kinds_of_group() {
                Some((name, noun)) => Tree::leaf(sort, &format!("(cells of {noun}s in {name})")),
                None => Tree::new(sort, "(cells in lines of %)", [self.atom("cell", less)]),
            },
        }
    }

    /// A variable for a group of links, edges or corners.
    fn kinds_of_group(&mut self) -> Option<(String, &'static str)> {
        for (kind, noun) in [
            ("link group", "link"),
            ("edge group", "edge"),
            ("corner group", "corner"),
        ] {
            if let Some(name) = self.variable(kind) {
                return Some((name, noun));
            }
        }
        None
    }

    /// Links, edges or corners in a place or of one, or a group of them.
    pub(super) fn place_of_others(&mut self, kind: &'static str, depth: usize) -> Option<Tree> {
        let sort = Sort::Place(kind);
        let group = match kind {
            "link" => "link group",
            "edge" => "edge group",
            "corner" => "corner group",
            _ => return None,
        };
        if let Some(name) = self.variable(group)
            && chance(self.rng, 70)
        {
            return Some(Tree::leaf(sort, &name));
        }
        if depth == 0 || chance(self.rng, 85) {
            return None;
        }
        let word = self.adjective(kind).unwrap_or_default();
        let place = self.place("cell", depth - 1);
        Some(Tree::new(sort, &format!("({word} {kind}s of %)"), [place]))
    }

    /// Words of a layer on cells to find.
    pub(super) fn words_of_cells(&mut self) -> Option<&'static [&'static str]> {
        self.layers.iter().find_map(|layer| match layer.values {
            Values::Words(words) if layer.found && layer.on == On::Cells => Some(words),
            _ => None,
        })
    }
}
