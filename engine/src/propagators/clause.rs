//! A disjunction of literals.

use fxhash::FxHashSet;

use crate::constraint::{Constraint, Scope};
use crate::event::Events;
use crate::literal::{Literal, Relation};
use crate::model::Model;
use crate::propagator::{Conflict, Context, Propagator, Status};
use crate::reason::{Change, Explanations, Past};
use crate::var::Var;

/// At least one of the literals holds. The empty clause has no solution.
///
/// # Strength and cost
///
/// Domain consistent when no variable occurs in two literals, else unit propagation (each literal by itself). Each
/// literal wakes the clause by the one event that can make it false. A run looks at two literals that were not
/// false when last seen, O(1), and goes through the others only when one of these has become false.
#[derive(Clone, Debug)]
pub struct Clause {
    /// Constant: distinct literals.
    literals: Box<[Literal]>,
    /// Hint: two places to look at first.
    watched: [usize; 2],
}

/// The most literals of a short clause.
const SHORT: usize = 8;

impl Clause {
    /// The disjunction of `literals`; one that is given twice counts once.
    pub fn new(literals: &[Literal]) -> Self {
        let long = literals.len() * usize::from(literals.len() > SHORT);
        let mut seen: FxHashSet<Literal> =
            FxHashSet::with_capacity_and_hasher(long, Default::default());
        let mut distinct: Vec<Literal> = Vec::with_capacity(literals.len());
        for &literal in literals {
            // Most clauses are short: a set of their literals would cost more than all else here.
            let is_new = match literals.len() <= SHORT {
                true => !distinct.contains(&literal),
                false => seen.insert(literal),
            };
            if is_new {
                distinct.push(literal);
            }
        }
        Self {
            watched: [0, distinct.len().saturating_sub(1)],
            literals: distinct.into(),
        }
    }
}

impl Clause {
    /// If `condition` holds, then so does at least one of `literals`: a half-reified clause.
    ///
    /// # Panics
    /// If `condition` has no negation (`x ≤ i32::MAX`, `x ≥ i32::MIN`).
    pub fn implied_by(condition: Literal, literals: &[Literal]) -> Self {
        let mut all = vec![condition.negated()];
        all.extend_from_slice(literals);
        Self::new(&all)
    }
}

/// `truth` holds if and only if at least one of `literals` does.
///
/// A half-reified clause and an implication for each literal, which together are domain consistent when no variable
/// occurs in two literals: as long as `truth` is open, either so are all literals, or it follows.
///
/// # Panics
/// If a literal has no negation (`x ≤ i32::MAX`, `x ≥ i32::MIN`).
pub fn reified_clause(model: &mut Model, truth: Literal, literals: &[Literal]) {
    model.post(Clause::implied_by(truth, literals));
    for &literal in literals {
        model.post(Clause::implied_by(literal, &[truth]));
    }
}

/// The state of a clause.
enum Left {
    True,
    /// Two literals that are not false, by place.
    Two([usize; 2]),
    One(usize),
    None,
}

impl Clause {
    /// Looks at all literals, or until one is true or two are open.
    fn look(&self, cx: &Context<'_>) -> Left {
        let mut found = None;
        for (place, &literal) in self.literals.iter().enumerate() {
            match (cx.status_of(literal), found) {
                (Some(true), _) => return Left::True,
                (None, None) => found = Some(place),
                (None, Some(first)) => return Left::Two([first, place]),
                (Some(false), _) => {}
            }
        }
        found.map_or(Left::None, Left::One)
    }
}

impl Constraint for Clause {
    type Propagator = Self;

    fn name(&self) -> &'static str {
        "clause"
    }

    fn for_each_var(&self, see: &mut dyn FnMut(Var)) {
        self.literals.iter().for_each(|literal| see(literal.var));
    }

    fn attach(self, scope: &mut Scope<'_>) -> Self {
        for literal in &self.literals {
            match literal.relation {
                Relation::Is => scope.on_loss(literal.var, literal.value),
                Relation::IsNot => scope.on_taking(literal.var, literal.value),
                Relation::AtMost => scope.on(literal.var, Events::MIN),
                Relation::AtLeast => scope.on(literal.var, Events::MAX),
            }
        }
        self
    }
}

impl Propagator for Clause {
    fn propagate(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        let [first, second] = self.watched;
        if first != second {
            match [first, second].map(|place| cx.status_of(self.literals[place])) {
                [Some(true), _] | [_, Some(true)] => return Ok(Status::Entailed),
                [None, None] => return Ok(Status::Fixpoint),
                _ => {}
            }
        }
        match self.look(cx) {
            Left::True => {}
            Left::Two(open) => {
                self.watched = open;
                return Ok(Status::Fixpoint);
            }
            Left::One(place) => {
                cx.because(place as u32);
                cx.assert(self.literals[place])?;
            }
            Left::None => return Err(Conflict),
        }
        Ok(Status::Entailed)
    }

    fn explanations(&self) -> Explanations<'_> {
        Explanations::Clause(&self.literals)
    }

    fn explain(&self, change: &Change<'_>, _: &Past<'_>, facts: &mut Vec<Literal>) {
        // A failure involves all literals and names no variable.
        let asserted = change.var.map(|_| change.tag as usize);
        let others = self.literals.iter().enumerate();
        facts.extend(
            others
                .filter(|&(place, _)| Some(place) != asserted)
                .map(|(_, literal)| literal.negated()),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{PropagatorTest, Strength};
    use crate::{Rng, Var};

    const RELATIONS: [Relation; 4] = [
        Relation::Is,
        Relation::IsNot,
        Relation::AtMost,
        Relation::AtLeast,
    ];

    #[test]
    fn reified() {
        for half in [false, true] {
            PropagatorTest::new(
                |model, v| {
                    let truth = Literal::is(v[0], 1);
                    let literals = [
                        Literal::is(v[1], 2),
                        Literal::at_most(v[2], 0),
                        Literal::is_not(v[3], 1),
                    ];
                    if half {
                        model.post(Clause::implied_by(truth, &literals));
                    } else {
                        reified_clause(model, truth, &literals);
                    }
                },
                |v| {
                    let any = v[1] == 2 || v[2] <= 0 || v[3] != 1;
                    if half {
                        v[0] != 1 || any
                    } else {
                        (v[0] == 1) == any
                    }
                },
            )
            .strength(Strength::Domain)
            .random(150, 4, -1..=2);
        }
    }

    /// Literals as (variable's number, relation, value).
    type Shape = Vec<(usize, Relation, i32)>;

    fn test(shape: &Shape) -> PropagatorTest<'_> {
        let literals = |vars: &[Var]| -> Vec<Literal> {
            shape
                .iter()
                .map(|&(i, relation, value)| Literal {
                    var: vars[i],
                    relation,
                    value,
                })
                .collect()
        };
        PropagatorTest::new(
            move |model, vars| {
                model.post(Clause::new(&literals(vars)));
            },
            move |v| {
                shape.iter().any(|&(i, relation, value)| match relation {
                    Relation::Is => v[i] == value,
                    Relation::IsNot => v[i] != value,
                    Relation::AtMost => v[i] <= value,
                    Relation::AtLeast => v[i] >= value,
                })
            },
        )
    }

    fn random_shape(rng: &mut Rng, vars: impl Iterator<Item = usize>) -> Shape {
        vars.map(|i| {
            let relation = RELATIONS[rng.below(4) as usize];
            (i, relation, rng.below(6) as i32 - 2)
        })
        .collect()
    }

    #[test]
    fn distinct_variables() {
        let mut rng = Rng::new(11);
        for _ in 0..400 {
            let n = 1 + rng.below(5) as usize;
            let shape = random_shape(&mut rng, 0..n);
            let low = rng.below(3) as i32 - 2;
            test(&shape)
                .strength(Strength::Domain)
                .seed(rng.next_u64())
                .random(5, n, low..=3);
        }
    }

    #[test]
    fn repeated_variables() {
        let mut rng = Rng::new(12);
        for _ in 0..300 {
            let n = 1 + rng.below(3) as usize;
            let picks: Vec<usize> = (0..5).map(|_| rng.below(n as u64) as usize).collect();
            let shape = random_shape(&mut rng, picks.into_iter());
            test(&shape).seed(rng.next_u64()).random(5, n, -2..=3);
        }
        let twice = vec![(0, Relation::Is, 1), (0, Relation::Is, 1)];
        test(&twice).strength(Strength::Domain).random(20, 1, 0..=2);
    }

    #[test]
    fn wide_variables_extreme_values_and_no_literal() {
        let shape = vec![
            (0, Relation::Is, 200),
            (1, Relation::AtMost, i32::MIN),
            (2, Relation::IsNot, 63),
            (1, Relation::AtLeast, i32::MAX),
        ];
        let ends: [&[i32]; 2] = [
            &[i32::MIN, i32::MIN + 1, i32::MIN + 100],
            &[i32::MAX, i32::MAX - 1],
        ];
        for end in ends {
            test(&shape).domains(&[&[0, 64, 200], end, &[0, 63]]);
        }
        for relation in [Relation::AtMost, Relation::AtLeast] {
            let value = if relation == Relation::AtMost {
                i32::MAX
            } else {
                i32::MIN
            };
            test(&vec![(0, relation, value), (1, Relation::Is, 0)])
                .strength(Strength::Domain)
                .random(10, 2, 0..=2);
        }
        test(&Vec::new())
            .strength(Strength::Domain)
            .random(5, 1, 0..=2);
    }
}
