//! Large numbers: around the limits of domains, of variables for groups and of machine integers, and what makes them of
//! small ones.

use super::declarations::{chance, one};
use super::formulas::Maker;
use super::tree::{Sort, Tree};

/// Numbers at which some range may end.
pub(super) const LARGE: &[i64] = &[
    -1_048_577,
    -1000,
    -1,
    9,
    63,
    64,
    127,
    128,
    1000,
    4096,
    65_535,
    65_536,
    131_071,
    131_072,
    262_143,
    262_144,
    262_145,
    1_048_575,
    1_048_576,
    1_048_577,
    2_147_483_647,
    2_147_483_648,
    4_294_967_296,
];

impl Maker<'_> {
    fn large(&mut self) -> Tree {
        let number = one(self.rng, LARGE) + self.rng.below(3) as i64 - 1;
        let text = match number < 0 {
            true => format!("({number})"),
            false => number.to_string(),
        };
        Tree::leaf(Sort::Number, &text)
    }

    /// A number that may be large.
    pub(super) fn large_number(&mut self, depth: usize) -> Tree {
        let sort = Sort::Number;
        if depth == 0 {
            return self.large();
        }
        let less = depth - 1;
        match self.rng.below(8) {
            0 => self.large(),
            1 | 2 => {
                let sign = one(self.rng, &["*", "*", "+", "-", "/", "mod"]);
                let numbers = [self.number(less), self.large()];
                Tree::new(sort, &format!("(% {sign} %)"), numbers)
            }
            3 => {
                let numbers = [self.large(), self.number(less)];
                let sign = one(self.rng, &["-", "/", "mod"]);
                Tree::new(sort, &format!("(% {sign} %)"), numbers)
            }
            4 => Tree::new(sort, "(% ^ %)", [self.number(less), self.number(0)]),
            // A number spelt in some base by the members of a place.
            5 | 6 => {
                let base = one(self.rng, &["7", "10", "100", "600", "1000"]);
                let before = self.variables.len();
                let (phrase, names) = self.binder(less);
                self.variables.extend(names);
                let numbers = [self.number(0), self.number(0)];
                self.variables.truncate(before);
                let [digit, power] = numbers;
                let text = format!("(sum over %: % * {base} ^ %)");
                Tree::new(sort, &text, [phrase, digit, power])
            }
            _ => {
                let before = self.variables.len();
                let (phrase, names) = self.binder(less);
                self.variables.extend(names);
                let numbers = [self.number(less), self.large()];
                self.variables.truncate(before);
                let [number, large] = numbers;
                let measure = one(self.rng, &["sum", "product", "greatest", "least", "gcd"]);
                let text = format!("({measure} over %: % * %)");
                Tree::new(sort, &text, [phrase, number, large])
            }
        }
    }

    /// A comparison with a number that may be large.
    pub(super) fn large_comparison(&mut self, depth: usize) -> Tree {
        if let Some(layer) = self.cell_numbers()
            && chance(self.rng, 20)
        {
            // The digits of a number that is never computed.
            let text = match chance(self.rng, 50) {
                true => format!("(% divides (reading {layer} in %))"),
                false => format!("((reading {layer} in %) mod % = %)"),
            };
            let place = self.place("cell", depth);
            let numbers = [(); 2].map(|()| one(self.rng, &["1", "2", "3", "7", "11", "100"]));
            let [divisor, rest] = numbers.map(|text| Tree::leaf(Sort::Number, text));
            let parts = match text.starts_with("(%") {
                true => vec![divisor, place],
                false => vec![place, divisor, rest],
            };
            return Tree::new(Sort::Test, &text, parts);
        }
        let sign = one(self.rng, &["=", "!=", "<", "<=", "divides"]);
        let mut numbers = [
            self.large_number(depth),
            self.number(depth.saturating_sub(1)),
        ];
        if chance(self.rng, 50) {
            numbers.reverse();
        }
        Tree::new(Sort::Test, &format!("(% {sign} %)"), numbers)
    }
}
