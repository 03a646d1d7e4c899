//! `Σ c·x` compared with a constant by =, ≠, ≤ or ≥.

use super::linear_gac::LinearGac;
use super::sum::{AT_LEAST_THIS, AT_MOST_THIS, FROM_BOUNDS, Sum, Terms, within_reach};
use super::upper_sum::UpperSum;
use crate::constraint::{Constraint, Scope};
use crate::event::Events;
use crate::literal::{Literal, Relation};
use crate::model::Model;
use crate::propagator::{Conflict, Context, Propagator, Status};
use crate::queue::Lane;
use crate::reason::{Change, Explanations, Past};
use crate::var::{PropagatorId, Var};

/// `Σ c·x ⋈ k`, with ⋈ a [`Relation`]: `Is` for =, `IsNot` for ≠, `AtMost` for ≤, `AtLeast` for ≥.
///
/// A variable may occur in several terms; they are merged first.
///
/// # Strength and cost
///
/// ≤, ≥ and ≠ are domain consistent. = is bounds consistent over the integers when all coefficients are 1 or −1,
/// over the reals otherwise; [`LinearGac`](super::LinearGac) is the domain consistent one, and [`linear`] chooses.
/// A run of ≤ or ≥ over more than four terms costs O(terms that changed, and those that could now exceed the bound),
/// any other O(open terms), and for = times the rounds to the fixpoint; fixed terms are folded into one reversible
/// number.
#[derive(Clone, Debug)]
pub struct Linear {
    terms: Terms,
    relation: Relation,
    k: i64,
}

/// The propagator of [`Linear`].
#[derive(Debug)]
pub struct LinearPropagator {
    sum: Bounded,
    relation: Relation,
    k: i64,
}

/// A sum with the data to bound it.
#[derive(Debug)]
enum Bounded {
    Sum(Sum),
    /// For ≤ and ≥ over more than a few terms. For ≥ the terms have the opposite sign: Σ ≥ k is −Σ ≤ −k.
    Upper(Terms, UpperSum),
}

/// Up to this many terms are added up in every run, which is as fast as finding out what changed.
const FEW: usize = 4;

impl Linear {
    /// `Σ c·x ⋈ k` over the `(c, x)` of `terms`.
    ///
    /// # Panics
    /// If the coefficients of one variable add up to more than 2^61 in magnitude; and the solver panics when it is made
    /// if `Σ |c|·max |x|` exceeds 2^61.
    pub fn new(terms: &[(i64, Var)], relation: Relation, k: i64) -> Self {
        Self {
            terms: Terms::new(terms),
            relation,
            k: within_reach(k),
        }
    }

    /// `Σ x ⋈ k`
    pub fn sum(vars: &[Var], relation: Relation, k: i64) -> Self {
        let terms: Vec<(i64, Var)> = vars.iter().map(|&x| (1, x)).collect();
        Self::new(&terms, relation, k)
    }
}

impl Constraint for Linear {
    type Propagator = LinearPropagator;

    fn name(&self) -> &'static str {
        "linear"
    }

    fn for_each_var(&self, see: &mut dyn FnMut(Var)) {
        self.terms.iter().for_each(|(_, x)| see(x));
    }

    fn lane(&self) -> Lane {
        if self.terms.len() <= 2 {
            Lane::Binary
        } else {
            Lane::Linear
        }
    }

    fn attach(self, scope: &mut Scope<'_>) -> LinearPropagator {
        let Self { terms, relation, k } = self;
        let sign = match relation {
            _ if terms.len() <= FEW => None,
            Relation::AtMost => Some(1),
            Relation::AtLeast => Some(-1),
            Relation::Is | Relation::IsNot => None,
        };
        let sum = if let Some(sign) = sign {
            terms.declared(scope);
            let upper = UpperSum::attach(terms.iter().map(|(c, x)| (sign * c, x)), scope);
            Bounded::Upper(terms, upper)
        } else {
            let (sum, _) = terms.attach(scope, |c| match relation {
                Relation::Is => Events::BOUNDS,
                Relation::IsNot => Events::FIXED,
                Relation::AtMost if c > 0 => Events::MIN,
                Relation::AtLeast if c < 0 => Events::MIN,
                Relation::AtMost | Relation::AtLeast => Events::MAX,
            });
            Bounded::Sum(sum)
        };
        LinearPropagator { sum, relation, k }
    }
}

impl Propagator for LinearPropagator {
    fn propagate(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        let k = self.k;
        let entailed = match &mut self.sum {
            Bounded::Upper(_, upper) if self.relation == Relation::AtMost => {
                upper.at_most(cx, k, AT_LEAST_THIS)?
            }
            Bounded::Upper(_, upper) => upper.at_most(cx, -k, AT_MOST_THIS)?,
            Bounded::Sum(sum) => match self.relation {
                Relation::IsNot => return sum.not_equal(cx, k),
                Relation::Is => {
                    let range = sum.range(cx);
                    sum.equal(cx, range, k)?
                }
                Relation::AtMost => {
                    let range = sum.range(cx);
                    sum.at_most(cx, range.least, k)?;
                    range.most <= k
                }
                Relation::AtLeast => {
                    let range = sum.range(cx);
                    sum.at_least(cx, range.most, k)?;
                    range.least >= k
                }
            },
        };
        Ok(if entailed {
            Status::Entailed
        } else {
            Status::Fixpoint
        })
    }

    fn explain(&self, change: &Change<'_>, past: &Past<'_>, facts: &mut Vec<Literal>) {
        let terms = match &self.sum {
            Bounded::Upper(terms, _) => terms,
            Bounded::Sum(sum) => sum.terms(),
        };
        terms.explain(change, past, (self.k, self.k), facts);
    }

    fn explanations(&self) -> Explanations<'_> {
        FROM_BOUNDS
    }
}

/// Work units (terms × values × words of sums) up to which [`linear`] takes the domain consistent propagator.
const SMALL: u128 = 2048;

/// Posts `Σ c·x ⋈ k`: [`LinearGac`] for an equality over domains small enough that a run of it costs at most a few
/// microseconds, else [`Linear`].
///
/// # Panics
/// As [`Linear::new`], or if a variable is of another model.
#[track_caller]
pub fn linear(model: &mut Model, terms: &[(i64, Var)], relation: Relation, k: i64) -> PropagatorId {
    if relation == Relation::Is && linear_gac_pays(model, terms, k) {
        model.post(LinearGac::new(terms, k))
    } else {
        model.post(Linear::new(terms, relation, k))
    }
}

/// Whether the domains are small enough for [`LinearGac`].
#[track_caller]
pub(crate) fn linear_gac_pays(model: &Model, terms: &[(i64, Var)], k: i64) -> bool {
    let (mut least, mut most, mut values) = (0i128, 0i128, 0u128);
    for &(c, x) in terms {
        let domain = model.domain(x);
        values += domain.len() as u128;
        let [low, high] =
            [domain.min(), domain.max()].map(|v| i128::from(c) * i128::from(v.unwrap_or_default()));
        least += low.min(high);
        most += low.max(high);
    }
    let k = i128::from(k);
    let sums = (k - least).min(most - k).max(0).unsigned_abs() + 1;
    values.saturating_mul(sums.div_ceil(64)) <= SMALL
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{PropagatorTest, Strength};

    const RELATIONS: [Relation; 4] = [
        Relation::Is,
        Relation::IsNot,
        Relation::AtMost,
        Relation::AtLeast,
    ];

    /// The variables of the test, by number, with their coefficients.
    fn test<'a>(terms: &'a [(i64, usize)], relation: Relation, k: i64) -> PropagatorTest<'a> {
        PropagatorTest::new(
            move |model, vars| {
                let terms: Vec<(i64, Var)> = terms.iter().map(|&(c, i)| (c, vars[i])).collect();
                model.post(Linear::new(&terms, relation, k));
            },
            move |v| {
                let sum: i128 = terms
                    .iter()
                    .map(|&(c, i)| i128::from(c) * i128::from(v[i]))
                    .sum();
                let k = i128::from(k);
                match relation {
                    Relation::Is => sum == k,
                    Relation::IsNot => sum != k,
                    Relation::AtMost => sum <= k,
                    Relation::AtLeast => sum >= k,
                }
            },
        )
    }

    #[test]
    fn unit_coefficients() {
        for relation in RELATIONS {
            let strength = match relation {
                Relation::Is => Strength::Bounds,
                _ => Strength::Domain,
            };
            for k in [-4, 0, 3, 7] {
                test(&[(1, 0)], relation, k)
                    .strength(strength)
                    .random(60, 1, -5..=8);
                test(&[(1, 0), (-1, 1)], relation, k)
                    .strength(strength)
                    .random(100, 2, -4..=4);
                test(&[(1, 0), (1, 1), (1, 2)], relation, k)
                    .strength(strength)
                    .random(100, 3, -2..=4);
                test(&[(-1, 0), (1, 1), (-1, 2), (1, 3)], relation, k)
                    .strength(strength)
                    .random(60, 4, 0..=3);
            }
            test(&[(1, 0), (1, 1), (1, 2), (1, 3), (1, 4)], relation, 6)
                .strength(strength)
                .random(60, 5, 0..=2);
            test(&[(1, 0), (1, 1), (-1, 2)], relation, 70)
                .strength(strength)
                .domains(&[&[0, 1, 63], &[5, 63, 64, 130], &[-64, 0, 60]]);
        }
    }

    #[test]
    fn other_coefficients() {
        for relation in RELATIONS {
            let strength = match relation {
                // Bounds over the reals: 2x + 2y = 3 is not seen to fail.
                Relation::Is => Strength::Sound,
                _ => Strength::Domain,
            };
            for (a, b, c, k) in [
                (2, 3, -5, 1),
                (2, 2, 2, 7),
                (-7, 1, 4, -3),
                (1000, 100, 10, 2340),
            ] {
                test(&[(a, 0), (b, 1), (c, 2)], relation, k)
                    .strength(strength)
                    .random(150, 3, -3..=5);
                test(&[(a, 0), (b, 1), (c, 2), (b, 3)], relation, k)
                    .strength(strength)
                    .random(50, 4, 0..=3);
            }
        }
    }

    /// For = with any coefficients, each bound satisfies the formula of bounds consistency over the reals:
    /// k − Σ of the others' terms, taken over their bounds, reaches c·bound; and that of no value outside.
    #[test]
    fn equality_reaches_the_real_bounds() {
        let mut rng = crate::Rng::new(7);
        for case in 0..3000 {
            let n = 1 + rng.below(5) as usize;
            let mut model = Model::new();
            let terms: Vec<(i64, Var)> = (0..n)
                .map(|_| {
                    let values = crate::testing::random_domain(&mut rng, -3..=6);
                    let c = [-7, -3, -1, 1, 2, 5][rng.below(6) as usize];
                    (c, model.var_of(&values))
                })
                .collect();
            let k = rng.below(40) as i64 - 15;
            model.post(Linear::new(&terms, Relation::Is, k));
            let mut solver = model.solver();
            let failed = solver.propagate().is_err();
            let bounds = |x: Var| {
                let domain = solver.domain(x);
                (
                    i64::from(domain.min().unwrap()),
                    i64::from(domain.max().unwrap()),
                )
            };
            let ends = |&(c, x): &(i64, Var)| {
                let (min, max) = bounds(x);
                ((c * min).min(c * max), (c * min).max(c * max))
            };
            if failed {
                continue;
            }
            for term in &terms {
                let others = terms.iter().filter(|other| other.1 != term.1).map(ends);
                let (low, high) = others.fold((0, 0), |(l, h), (a, b)| (l + a, h + b));
                let (least, most) = ends(term);
                for end in [least, most] {
                    assert!((low..=high).contains(&(k - end)), "case {case}");
                }
            }
        }
    }

    /// So many terms that a run looks only at those that changed.
    #[test]
    fn many_terms() {
        for relation in [Relation::AtMost, Relation::AtLeast] {
            for k in [-3, 0, 4] {
                test(&[(2, 0), (-1, 1), (3, 2), (1, 3), (-2, 4)], relation, k)
                    .strength(Strength::Domain)
                    .random(80, 5, -1..=2);
            }
            test(
                &[(1, 0), (70, 1), (-1, 2), (2, 0), (3, 3), (1, 4)],
                relation,
                65,
            )
            .strength(Strength::Domain)
            .random(60, 5, 0..=2);
        }
    }

    #[test]
    fn repeated_variables_are_merged() {
        for relation in RELATIONS {
            let strength = match relation {
                Relation::Is => Strength::Sound,
                _ => Strength::Domain,
            };
            for k in [-2, 0, 4] {
                test(&[(1, 0), (1, 1), (1, 0)], relation, k)
                    .strength(strength)
                    .random(100, 2, -3..=4);
                test(&[(1, 0), (3, 1), (-1, 0)], relation, k)
                    .strength(strength)
                    .random(100, 2, -3..=4);
                test(&[(2, 0), (-2, 0)], relation, k)
                    .strength(Strength::Domain)
                    .random(20, 1, -3..=4);
                test(&[], relation, k)
                    .strength(Strength::Domain)
                    .random(5, 1, 0..=2);
            }
        }
    }

    #[test]
    fn sums_and_right_hand_sides_of_any_size() {
        const BIG: i64 = 1 << 28;
        for relation in RELATIONS {
            for k in [i64::MIN, i64::MAX, 3 * BIG * i64::from(i32::MAX), 0] {
                test(&[(BIG, 0), (-BIG, 1), (BIG, 2)], relation, k).domains(&[
                    &[i32::MAX, i32::MAX - 1, i32::MAX - 70],
                    &[i32::MIN, i32::MIN + 1],
                    &[-1, 0, 5],
                ]);
            }
        }
    }

    #[test]
    #[should_panic(expected = "2^61")]
    fn a_sum_beyond_64_bits_is_refused() {
        let mut model = Model::new();
        let x = model.var(0..=1000);
        model.post(Linear::new(&[(1 << 60, x)], Relation::Is, 0));
        model.solver();
    }

    /// The magic squares of order 3 are one square in its 8 positions (the Lo Shu).
    #[test]
    fn magic_squares() {
        for gac in [false, true] {
            let mut model = Model::new();
            let cells = model.vars(9, 1..=9);
            for (i, &x) in cells.iter().enumerate() {
                for &y in &cells[..i] {
                    model.post(crate::propagators::NotEqual::new(x, y));
                }
            }
            let lines = [
                [0, 1, 2],
                [3, 4, 5],
                [6, 7, 8],
                [0, 3, 6],
                [1, 4, 7],
                [2, 5, 8],
                [0, 4, 8],
                [2, 4, 6],
            ];
            for line in lines {
                let line = line.map(|i| (1, cells[i]));
                if gac {
                    model.post(LinearGac::new(&line, 15));
                } else {
                    model.post(Linear::new(&line, Relation::Is, 15));
                }
            }
            let mut solver = model.solver();
            assert_eq!(solver.solutions().count(), crate::Count::Exactly(8));
        }
    }

    #[test]
    fn the_choice_of_propagator() {
        let name = |width: i32, relation: Relation| {
            let mut model = Model::new();
            let terms: Vec<(i64, Var)> = (0..4).map(|i| (i + 1, model.var(0..=width))).collect();
            linear(&mut model, &terms, relation, 20);
            model.solver().propagators().next().map(|p| p.1)
        };
        assert_eq!(name(9, Relation::Is), Some("linear (domain consistent)"));
        assert_eq!(name(9, Relation::AtMost), Some("linear"));
        assert_eq!(name(5000, Relation::Is), Some("linear"));
    }
}
