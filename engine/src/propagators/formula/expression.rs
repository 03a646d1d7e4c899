//! Boolean and integer expressions: the content of a [`Formula`](super::Formula).

use std::ops::Range;

use super::group_test::OfGroup;
use crate::literal::Literal;
use crate::var::Var;

/// How two numbers compare; `>` and `≥` are these with the sides swapped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Comparison {
    /// `a = b`
    Equal,
    /// `a ≠ b`
    NotEqual,
    /// `a < b`
    Less,
    /// `a ≤ b`
    AtMost,
}

/// A vertex as a member of a group. The author of an expression about several groups numbers them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Member {
    group: u32,
    vertex: u32,
}

impl Member {
    /// Vertex number `vertex` of group number `group`.
    ///
    /// # Panics
    /// If a number does not fit in 32 bits.
    pub fn new(group: usize, vertex: usize) -> Self {
        let number = |n| u32::try_from(n).expect("groups and vertices have numbers of 32 bits");
        Self {
            group: number(group),
            vertex: number(vertex),
        }
    }

    /// The number of the group.
    pub fn group(self) -> usize {
        self.group as usize
    }

    /// The number of the vertex.
    pub fn vertex(self) -> usize {
        self.vertex as usize
    }
}

/// A boolean expression over integer variables. It is always true or false: a comparison one of whose numbers is
/// undefined (see [`Number`]) is false.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Test {
    /// Always, or never.
    Const(bool),
    /// The variable takes one of these values.
    In(Var, Box<[i32]>),
    /// A fact about one variable.
    Literal(Literal),
    /// The test does not hold.
    Not(Box<Test>),
    /// All hold; true for none.
    And(Vec<Test>),
    /// One of them holds; false for none.
    Or(Vec<Test>),
    /// Both hold or neither.
    Iff(Box<Test>, Box<Test>),
    /// Both numbers are defined and compare like this.
    Compare(Box<Number>, Comparison, Box<Number>),
    /// Whether the vertex belongs to the group; only within a rule about groups ([`FormulaRule`](super::FormulaRule)).
    Member(Member),
    /// A test of the group as a whole; as [`Test::Member`], only in a rule about groups.
    Group(OfGroup),
}

/// An integer expression.
///
/// A number may be *undefined*: a quotient by 0, the least of no numbers, a table without an entry for the
/// variable's value, or any result of arithmetic beyond ±2^100 (intermediate ones too). A number computed from an
/// undefined one is undefined, and the innermost comparison around it is false. For another outcome guard the
/// comparison: `Or([Not(defined), comparison])` with [`Number::defined`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Number {
    /// A constant, of any size; `i128::MIN` counts as `-i128::MAX`.
    Const(i128),
    /// The value of a variable.
    Var(Var),
    /// The number that a table has for the value of a variable; undefined for a value without an entry. Of several
    /// entries for one value the first counts.
    Element(Var, Box<[(i32, i128)]>),
    /// `Σ coefficient · number`
    Sum(Vec<(i128, Number)>),
    /// The product, from left to right; 1 for none.
    Product(Vec<Number>),
    /// The quotient, rounded towards 0; undefined for a divisor of 0.
    Quotient(Box<Number>, Box<Number>),
    /// The remainder r of Euclidean division, 0 ≤ r < |divisor|; undefined for a divisor of 0.
    Remainder(Box<Number>, Box<Number>),
    /// The power; any number to the power 0 is 1.
    Power(Box<Number>, u32),
    /// The absolute value.
    Absolute(Box<Number>),
    /// The least number among the members whose test holds; undefined for none.
    Least(Vec<(Test, Number)>),
    /// The greatest number among the members whose test holds; undefined for none.
    Greatest(Vec<(Test, Number)>),
    /// The greatest common divisor of the numbers of the members whose test holds; 0 for none.
    Gcd(Vec<(Test, Number)>),
    /// The first number if the test holds, else the second; the other one need not be defined.
    Choose(Box<Test>, Box<Number>, Box<Number>),
    /// 1 if the test holds, else 0.
    Truth(Box<Test>),
    /// The number of the first member whose test holds; undefined if there is none.
    First(Vec<(Test, Number)>),
    /// The number of different numbers among the members whose test holds.
    Distinct(Vec<(Test, Number)>),
    /// How many of these vertices belong to the group; as [`Test::Member`], only in a rule about groups. It means the sum
    /// of the truths of these tests, in one word instead of one for each vertex.
    Members {
        /// The number of the group.
        group: usize,
        /// The numbers of the vertices.
        vertices: Range<usize>,
    },
}

impl Test {
    /// `var = value`
    pub fn is(var: Var, value: i32) -> Test {
        Test::Literal(Literal::is(var, value))
    }

    /// `var ≠ value`
    pub fn is_not(var: Var, value: i32) -> Test {
        Test::Literal(Literal::is_not(var, value))
    }

    /// `var ≥ value`
    pub fn at_least(var: Var, value: i32) -> Test {
        Test::Literal(Literal::at_least(var, value))
    }

    /// `var ≤ value`
    pub fn at_most(var: Var, value: i32) -> Test {
        Test::Literal(Literal::at_most(var, value))
    }

    /// The fact `literal`.
    pub fn literal(literal: Literal) -> Test {
        Test::Literal(literal)
    }

    /// `left` compared with `right`.
    pub fn compare(left: Number, comparison: Comparison, right: Number) -> Test {
        Test::Compare(Box::new(left), comparison, Box::new(right))
    }

    /// The test that holds exactly when this one does not.
    pub fn negated(self) -> Test {
        match self {
            Test::Const(truth) => Test::Const(!truth),
            Test::Not(test) => *test,
            test => Test::Not(Box::new(test)),
        }
    }

    /// The variables that occur in it, each once, sorted. O(size · log size).
    pub fn variables(&self) -> Vec<Var> {
        sorted(|found| self.walk(&mut |part| found.extend(part.var())))
    }

    /// Whether [`Test::Member`], [`Test::Group`] or [`Number::Members`] occurs in it. O(size).
    pub fn has_member(&self) -> bool {
        let mut found = false;
        self.walk(&mut |part| found |= part.group().is_some());
        found
    }
}

/// The variables that `walk` adds, each once, sorted.
fn sorted(walk: impl FnOnce(&mut Vec<Var>)) -> Vec<Var> {
    let mut found = Vec::new();
    walk(&mut found);
    found.sort_unstable();
    found.dedup();
    found
}

impl Number {
    /// The variables that occur in it, each once, sorted. O(size · log size).
    pub fn variables(&self) -> Vec<Var> {
        sorted(|found| self.walk(&mut |part| found.extend(part.var())))
    }

    /// Whether [`Test::Member`], [`Test::Group`] or [`Number::Members`] occurs in it. O(size).
    pub fn has_member(&self) -> bool {
        let mut found = false;
        self.walk(&mut |part| found |= part.group().is_some());
        found
    }

    /// The largest result of arithmetic, in either direction: 2^100, about 1.27·10^30.
    pub const LARGEST: u128 = 1 << 100;

    /// An upper bound on its absolute value when each variable lies within the bounds that `domain` gives (smallest,
    /// largest); often not tight, and `u128::MAX` if an intermediate result may exceed [`LARGEST`](Self::LARGEST).
    /// Otherwise it is never undefined for being too large. O(size).
    ///
    /// ```
    /// use quadrille_engine::Model;
    /// use quadrille_engine::propagators::Number;
    ///
    /// let x = Model::new().var(-7..=5);
    /// let power = Number::Power(Box::new(Number::Var(x)), 3);
    /// assert_eq!(power.magnitude(&|_| (-7, 5)), 343);
    /// ```
    pub fn magnitude(&self, domain: &dyn Fn(Var) -> (i32, i32)) -> u128 {
        let of = |number: &Number| number.magnitude(domain);
        let largest = |members: &[(Test, Number)]| {
            let sizes = members.iter().map(|(_, number)| of(number));
            sizes.max().unwrap_or(0)
        };
        match self {
            Number::Const(constant) => constant.unsigned_abs(),
            Number::Var(var) => {
                let (low, high) = domain(*var);
                low.unsigned_abs().max(high.unsigned_abs()).into()
            }
            Number::Element(_, table) => {
                let sizes = table.iter().map(|entry| entry.1.unsigned_abs());
                sizes.max().unwrap_or(0)
            }
            Number::Sum(terms) => terms
                .iter()
                .map(|(c, number)| c.unsigned_abs().saturating_mul(of(number)))
                .fold(0, u128::saturating_add),
            // An intermediate product is not smaller than the final one.
            Number::Product(numbers) => numbers.iter().fold(1, |product: u128, number| {
                product.saturating_mul(of(number).max(1))
            }),
            Number::Quotient(a, b) | Number::Remainder(a, b) => match (of(a), of(b)) {
                (a, b) if a.max(b) > Self::LARGEST => u128::MAX,
                (a, _) if matches!(self, Number::Quotient(..)) => a,
                (_, b) => b,
            },
            Number::Power(number, power) => match of(number) {
                size if size > Self::LARGEST => u128::MAX,
                size => size.saturating_pow(*power),
            },
            Number::Absolute(number) => of(number),
            Number::Choose(_, a, b) => of(a).max(of(b)),
            Number::Truth(_) => 1,
            Number::Least(members)
            | Number::Greatest(members)
            | Number::Gcd(members)
            | Number::First(members) => largest(members),
            Number::Distinct(members) => largest(members).max(members.len() as u128),
            Number::Members { vertices, .. } => vertices.len() as u128,
        }
    }

    /// The test for being defined, except for results beyond ±2^100, which it does not cover.
    pub fn defined(&self) -> Test {
        let not = |test: &Test| test.clone().negated();
        match self {
            Number::Const(_) | Number::Var(_) | Number::Truth(_) | Number::Members { .. } => {
                Test::Const(true)
            }
            Number::Element(var, table) => {
                Test::In(*var, table.iter().map(|entry| entry.0).collect())
            }
            Number::Sum(terms) => all(terms.iter().map(|(_, number)| number.defined())),
            Number::Product(numbers) => all(numbers.iter().map(Number::defined)),
            Number::Quotient(a, b) | Number::Remainder(a, b) => {
                let zero = Number::Const(0);
                let divides = Test::compare((**b).clone(), Comparison::NotEqual, zero);
                all([a.defined(), b.defined(), divides])
            }
            Number::Power(number, _) | Number::Absolute(number) => number.defined(),
            Number::Least(members) | Number::Greatest(members) => {
                let tests = members.iter().map(|(test, _)| test.clone());
                all([Test::Or(tests.collect()), held_are_defined(members)])
            }
            Number::Gcd(members) | Number::Distinct(members) => held_are_defined(members),
            Number::Choose(test, a, b) => all([
                implies(not(test), a.defined()),
                implies((**test).clone(), b.defined()),
            ]),
            Number::First(members) => Test::Or(
                (0..members.len())
                    .map(|i| {
                        let earlier = members[..i].iter().map(|(test, _)| not(test));
                        let (test, number) = &members[i];
                        all(earlier.chain([test.clone(), number.defined()]))
                    })
                    .collect(),
            ),
        }
    }
}

/// All of `tests`, without those that are always true.
fn all(tests: impl IntoIterator<Item = Test>) -> Test {
    let mut tests: Vec<Test> = tests
        .into_iter()
        .filter(|test| *test != Test::Const(true))
        .collect();
    match tests.len() {
        0 => Test::Const(true),
        1 => tests.swap_remove(0),
        _ => Test::And(tests),
    }
}

/// `test`, unless `exception` holds.
fn implies(exception: Test, test: Test) -> Test {
    match test {
        Test::Const(true) => test,
        test => Test::Or(vec![exception, test]),
    }
}

fn held_are_defined(members: &[(Test, Number)]) -> Test {
    all(members
        .iter()
        .map(|(test, number)| implies(test.clone().negated(), number.defined())))
}
