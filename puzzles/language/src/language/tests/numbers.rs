//! Random numbers for formulas.

use super::declarations::{On, Values, chance, one};
use super::formulas::Maker;
use super::tree::{Sort, Tree};

impl Maker<'_> {
    /// The value of a layer of numbers at some place.
    fn layer_number(&mut self, depth: usize) -> Option<Tree> {
        let layers: Vec<(&'static str, On, u64)> = self
            .layers
            .iter()
            .filter(|layer| matches!(layer.values, Values::Number | Values::Mixed(_)))
            .map(|layer| (layer.name, layer.on, if layer.found { 4 } else { 1 }))
            .collect();
        let weight: u64 = layers.iter().map(|layer| layer.2).sum();
        if weight == 0 {
            return None;
        }
        let mut pick = self.rng.below(weight);
        let &(name, on, _) = layers.iter().find(|layer| {
            let found = pick < layer.2;
            pick = pick.saturating_sub(layer.2);
            found
        })?;
        let sort = Sort::Number;
        let of = |atom: Tree| Tree::new(sort, &format!("({name} of %)"), [atom]);
        Some(match on {
            On::Cells => of(self.atom("cell", depth)),
            On::Edges => of(self.atom("edge", depth)),
            On::Links => of(self.atom("link", depth)),
            On::Corners => of(self.atom("corner", depth)),
            On::Puzzle => Tree::leaf(sort, name),
            On::Rows | On::Columns => {
                let noun = if on == On::Rows { "row" } else { "column" };
                match self.variable(noun) {
                    Some(line) => Tree::leaf(sort, &format!("({name} of {line})")),
                    None if chance(self.rng, 30) => of(self.atom("cell", depth)),
                    None => Tree::new(
                        sort,
                        &format!("({name} of ({noun} of %))"),
                        [self.atom("cell", depth)],
                    ),
                }
            }
            On::Lines => match self.variable("line").or_else(|| self.variable("row")) {
                Some(line) => Tree::leaf(sort, &format!("({name} of {line})")),
                None => Tree::new(
                    sort,
                    &format!("({name} of (row of %))"),
                    [self.atom("cell", depth)],
                ),
            },
            On::Views => {
                let view = self.variable("view")?;
                Tree::leaf(sort, &format!("({name} of {view})"))
            }
            On::Diagonals => {
                let diagonal = self.variable("diagonal")?;
                Tree::leaf(sort, &format!("({name} of {diagonal})"))
            }
            On::Rooms => match self.variable("room") {
                Some(room) => Tree::leaf(sort, &format!("({name} of {room})")),
                None if chance(self.rng, 40) => of(self.atom("cell", depth)),
                None => Tree::new(
                    sort,
                    &format!("({name} of (room of %))"),
                    [self.atom("cell", depth)],
                ),
            },
        })
    }

    /// A number.
    pub(super) fn number(&mut self, depth: usize) -> Tree {
        self.again_or(Sort::Number, depth, |maker| maker.new_number(depth))
    }

    fn new_number(&mut self, depth: usize) -> Tree {
        let sort = Sort::Number;
        if chance(self.rng, 25)
            && let Some(name) = self.variable("number")
        {
            return Tree::leaf(sort, &name);
        }
        if depth == 0 {
            return match self.rng.below(10) {
                0..=6 => match self.layer_number(0) {
                    Some(number) => number,
                    None => Tree::leaf(sort, one(self.rng, &["1", "2"])),
                },
                7 => Tree::leaf(sort, one(self.rng, &["0", "1", "1", "2", "2", "3", "4"])),
                8 => Tree::leaf(sort, one(self.rng, &["rows", "columns"])),
                _ => {
                    let axis = one(self.rng, &["x", "y"]);
                    Tree::new(sort, &format!("({axis} of %)"), [self.atom("cell", 0)])
                }
            };
        }
        let less = depth - 1;
        if let Some(layer) = self.some_mirrors() {
            return self.number_of_beam(layer, depth);
        }
        match self.rng.below(44) {
            38..=41 => self.rare_number(depth),
            42 | 43 => self.large_number(less),
            36 | 37 => match self.cell_values(true) {
                Some(name) if chance(self.rng, 50) => Tree::new(
                    sort,
                    &format!("(nearest equal {name} of %)"),
                    [self.atom("cell", less)],
                ),
                Some(name) => Tree::new(
                    sort,
                    &format!("(nearest equal {name} of % in %)"),
                    [self.atom("cell", less), self.place("cell", less)],
                ),
                None => self.number(less),
            },
            0..=7 => match self.layer_number(less) {
                Some(number) => number,
                None => self.number(less),
            },
            8..=13 => {
                let kind = self.kind();
                let phrase = self.phrase(kind, None, depth);
                let of = one(self.rng, &["count", "count", "count of"]);
                let phrase = Tree::new(Sort::Phrase(kind), "(%)", [phrase]);
                Tree::new(sort, &format!("({of} %)"), [phrase])
            }
            14 => {
                let before = self.variables.len();
                let (phrase, names) = self.binder(less);
                self.variables.extend(names);
                let (second, _) = self.binder(less);
                self.variables.truncate(before);
                if chance(self.rng, 70) {
                    return Tree::new(sort, "(count %)", [phrase]);
                }
                Tree::new(sort, "(count %, %)", [phrase, second])
            }
            15..=19 => {
                let measure = one(
                    self.rng,
                    &[
                        "sum", "sum", "sum", "product", "least", "greatest", "gcd", "first",
                        "last", "distinct", "reading",
                    ],
                );
                match self.cell_values(measure == "distinct") {
                    Some(layer) if chance(self.rng, 75) => {
                        let place = self.place("cell", less);
                        Tree::new(sort, &format!("({measure} {layer} in %)"), [place])
                    }
                    _ => {
                        let measure = if measure == "reading" { "sum" } else { measure };
                        let before = self.variables.len();
                        let (phrase, names) = self.binder(less);
                        self.variables.extend(names);
                        let value = self.number(less);
                        self.variables.truncate(before);
                        Tree::new(sort, &format!("({measure} over %: %)"), [phrase, value])
                    }
                }
            }
            20 if chance(self.rng, 50) => {
                let text = format!("(size of {})", self.first_group());
                Tree::new(sort, &text, [self.atom("cell", less)])
            }
            20..=22 => {
                let size = one(self.rng, &["size", "size", "width", "height"]);
                let place = self.place("cell", less);
                Tree::new(sort, &format!("({size} of %)"), [place])
            }
            23 => {
                let axis = one(self.rng, &["x", "y"]);
                Tree::new(sort, &format!("({axis} of %)"), [self.atom("cell", less)])
            }
            24 if chance(self.rng, 40) => {
                let through = match chance(self.rng, 50) {
                    true => self.material(),
                    false => "%".to_owned(),
                };
                let mut ends = vec![self.atom("cell", less), self.atom("cell", less)];
                if through == "%" {
                    ends.push(match self.phrase("cell", None, less) {
                        phrase if phrase.text().starts_with('(') => phrase,
                        phrase => Tree::new(Sort::Phrase("cell"), "(%)", [phrase]),
                    });
                }
                Tree::new(
                    sort,
                    &format!("(distance from % to % through {through})"),
                    ends,
                )
            }
            24 => Tree::new(
                sort,
                "(distance of % and %)",
                [self.atom("cell", less), self.atom("cell", less)],
            ),
            25..=29 => {
                let sign = one(self.rng, &["+", "+", "-", "-", "*", "/", "mod"]);
                Tree::new(
                    sort,
                    &format!("(% {sign} %)"),
                    [self.number(less), self.number(less)],
                )
            }
            30 => {
                let power = one(self.rng, &["0", "1", "2", "3"]);
                Tree::new(sort, &format!("(% ^ {power})"), [self.number(less)])
            }
            31 if chance(self.rng, 50) => match self.rng.below(3) {
                0 => Tree::new(sort, "max(%, %)", [self.number(less), self.number(less)]),
                1 => Tree::new(sort, "min(%, %)", [self.number(less), self.number(less)]),
                _ => Tree::new(sort, "abs(%)", [self.number(less)]),
            },
            31 => Tree::new(sort, "(- %)", [self.number(less)]),
            32 => Tree::new(sort, "(% else %)", [self.number(less), self.number(less)]),
            33 => Tree::new(
                sort,
                "(if % then % otherwise %)",
                [self.certain_test(), self.number(less), self.number(less)],
            ),
            34 if self.defined.worth => Tree::new(sort, "(worth of %)", [self.atom("cell", less)]),
            34 if self.defined.gap => Tree::new(
                sort,
                "(gap of % to %)",
                [self.atom("cell", less), self.atom("cell", less)],
            ),
            _ => self.number(0),
        }
    }
}
