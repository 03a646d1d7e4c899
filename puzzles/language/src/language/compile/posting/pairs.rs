//! Tests about two variables with few values, as the pairs of values that pass.

use std::sync::Arc;

use fxhash::{FxHashMap, FxHashSet};
use quadrille_engine::propagators::{Number, Pairs, Test};
use quadrille_engine::{Dom, Literal, Var};

use super::super::value::Value;
use super::super::{Cause, Compiler, MOST_TUPLES, Made};
use super::post::{POSTING, clauses};
use crate::language::syntax::{
    Domain, Expr, Ground, Kind, Name, Node, Predicate, Role, Rulebook, Span,
};
use crate::language::values::position;
use crate::language::walk::{Term, walk};
use crate::puzzle::Pass;

/// A variable and its values, none above 63.
type Side = (Var, Dom);

/// The values that two variables may have at once.
#[derive(Clone, Debug)]
pub(crate) enum Allowed {
    Pairs(Arc<Pairs>),
    /// One of these holds: the first is about the first variable, the second about the other.
    Either([Literal; 2]),
}

/// What is posted for a formula about two cells.
#[derive(Clone, Debug)]
enum Posted {
    /// It holds anyway.
    Nothing,
    Allowed(Allowed),
    /// `post` may have a better propagator.
    AsAnyTest,
}

impl Allowed {
    /// The values of `all` that one of the variables may have if the other is one of `values`: the first, if
    /// `first_is_known`, which is the one of `values`.
    pub(crate) fn partners(&self, first_is_known: bool, values: Dom, all: Dom) -> Dom {
        match self {
            Allowed::Pairs(pairs) if first_is_known => pairs.seconds(values) & all,
            Allowed::Pairs(pairs) => pairs.firsts(values) & all,
            Allowed::Either(facts) => {
                let [own, other] = match first_is_known {
                    true => facts,
                    false => &[facts[1], facts[0]],
                };
                match values.iter().any(|value| own.admits(value)) {
                    true => all,
                    false => all.iter().filter(|&value| other.admits(value)).collect(),
                }
            }
        }
    }
}

/// What a formula about two cells depends on.
#[derive(Clone, Debug)]
struct Speaks {
    /// The values of a layer in the cells with these names.
    layer: usize,
    names: [Name; 2],
    /// How far they are from each other.
    of_distance: bool,
}

/// A formula, the values of two variables, and the distance of their cells if it matters.
type Pair = (Span, Dom, Dom, Option<usize>);

/// Formulas that depend only on the values of two cells in one layer, and perhaps on the distance of these: they are the
/// same for all cells with the same values that are as far from each other.
#[derive(Debug, Default)]
pub(crate) struct PairMemo {
    /// By formula: what it depends on, if it is of that kind.
    speaks: FxHashMap<Span, Option<Speaks>>,
    posted: FxHashMap<Pair, Posted>,
    /// By test, with stand-ins for its variables, and their values: the pairs that pass.
    passing: FxHashMap<(Test, Dom, Dom), Arc<Pairs>>,
    /// By rule: the pairs of two variables that it has posted, as the values of the second for each value of the first.
    before: FxHashSet<(Whence, [Var; 2], Box<[Dom]>)>,
    /// By rule: its clauses of two facts.
    clauses: FxHashSet<(Whence, [Literal; 2])>,
}

/// A rule, by its number, and if rules can be left out at single places, what it is said of there, in order: of two places
/// that say the same, each says it by itself.
type Whence = (usize, Vec<Box<str>>);

impl Compiler<'_> {
    /// Posts a test about two variables, if both are narrow. False if they are not.
    pub(super) fn post_pairs(&mut self, vars: &[Var], test: &Test) -> bool {
        let &[first, second] = vars else { return false };
        if first.is_wide() || second.is_wide() {
            return false;
        }
        // Once for all tests that differ only in their variables: a fifth of the time of reading a large ripple effect.
        let alike = self.alike(vars, test);
        let key = (alike, self.values_of(first), self.values_of(second));
        let pairs = match self.memo.pairs.passing.get(&key) {
            Some(known) => Arc::clone(known),
            None => {
                let pairs = self.pairs_that_pass(test, first, second);
                self.memo.pairs.passing.insert(key, Arc::clone(&pairs));
                pairs
            }
        };
        self.post_allowed(first, second, Allowed::Pairs(pairs));
        true
    }

    /// Posts a formula about two cells bound to names as for others with the same values, or keeps its pairs for these.
    /// False if it is not of this kind.
    pub(crate) fn post_as_before(&mut self, body: &Expr) -> Made<bool> {
        if self.options.learns {
            return Ok(false);
        }
        if !self.memo.pairs.speaks.contains_key(&body.span) {
            let speaks = speaks_of_two(&self.data.book, body);
            self.memo.pairs.speaks.insert(body.span.clone(), speaks);
        }
        let Some(speaks) = &self.memo.pairs.speaks[&body.span] else {
            return Ok(false);
        };
        let geometry = &self.data.geometry;
        let of = |name: &Name| match self.eval.scope.get(name) {
            Some(Value::Atom(cell)) if cell.kind == Kind::Cell => {
                let var = self.layers.var(speaks.layer, position(geometry, *cell))?;
                (!var.is_wide()).then_some((var, geometry.cell(cell.index)))
            }
            _ => None,
        };
        let (Some((a, from)), Some((b, to))) = (of(&speaks.names[0]), of(&speaks.names[1])) else {
            return Ok(false);
        };
        let distance = speaks.of_distance.then(|| from.taxicab(to));
        let key = (
            body.span.clone(),
            self.values_of(a),
            self.values_of(b),
            distance,
        );
        if a == b || key.1.len() * key.2.len() > MOST_TUPLES {
            return Ok(false);
        }
        let posted = match self.memo.pairs.posted.get(&key) {
            Some(posted) => posted.clone(),
            None => {
                let test = self.truth(body)?.stands();
                let test = self.tidy(test);
                let posted = self.posted(&test, a, b);
                // If it is no such test once, it is none for other cells either, unless the distance decides.
                if matches!(posted, Posted::AsAnyTest) && distance.is_none() {
                    self.memo.pairs.speaks.insert(body.span.clone(), None);
                }
                self.memo.pairs.posted.insert(key, posted.clone());
                posted
            }
        };
        match posted {
            Posted::AsAnyTest => return Ok(false),
            Posted::Nothing => self.spend(1, &body.span)?,
            Posted::Allowed(allowed) => {
                self.spend(POSTING, &body.span)?;
                self.post_allowed(a, b, allowed);
            }
        }
        Ok(true)
    }

    /// What is posted for a test about two variables.
    fn posted(&self, test: &Test, a: Var, b: Var) -> Posted {
        let either =
            |first: Literal, second: Literal| Posted::Allowed(Allowed::Either([first, second]));
        match test {
            Test::Or(parts) => match parts[..] {
                [Test::Literal(x), Test::Literal(y)] if (x.var, y.var) == (a, b) => {
                    return either(x, y);
                }
                [Test::Literal(x), Test::Literal(y)] if (x.var, y.var) == (b, a) => {
                    return either(y, x);
                }
                _ if clauses(parts).is_some() => return Posted::AsAnyTest,
                _ => {}
            },
            Test::Not(_) | Test::Iff(..) => {}
            Test::Const(true) => return Posted::Nothing,
            _ => return Posted::AsAnyTest,
        }
        Posted::Allowed(Allowed::Pairs(self.pairs_that_pass(test, a, b)))
    }

    fn post_allowed(&mut self, first: Var, second: Var, allowed: Allowed) {
        match allowed {
            Allowed::Pairs(pairs) => self.post_tie(first, second, pairs),
            Allowed::Either([mut a, mut b]) => {
                (a.var, b.var) = (first, second);
                self.post_clause(&[a, b]);
            }
        }
    }

    /// The current rule, where it is posted.
    fn whence(&self) -> Option<Whence> {
        let Cause::Rule(rule) = self.current.cause else {
            return None;
        };
        let mut members: Vec<Box<str>> = Vec::new();
        if self.options.apart {
            members.extend(self.current.place.split(", ").map(Box::from));
            members.sort_unstable();
        }
        Some((rule, members))
    }

    /// Whether the current rule has posted the same for two variables: `each region r, region s touching r` names both
    /// regions in both orders.
    pub(crate) fn is_posted_before(&mut self, first: Var, second: Var, pairs: &Pairs) -> bool {
        let Some(whence) = self.whence() else {
            return false;
        };
        let turned = second < first;
        let vars = if turned {
            [second, first]
        } else {
            [first, second]
        };
        let values = self.values_of(vars[0]).iter().map(Dom::single);
        let partners = values.map(|value| match turned {
            true => pairs.firsts(value),
            false => pairs.seconds(value),
        });
        let is_known = !self
            .memo
            .pairs
            .before
            .insert((whence, vars, partners.collect()));
        self.is_once(is_known)
    }

    /// The same for a clause of two facts.
    pub(crate) fn is_clause_posted_before(&mut self, clause: &[Literal]) -> bool {
        let (Some(whence), &[a, b]) = (self.whence(), clause) else {
            return false;
        };
        let key = |fact: &Literal| (fact.var, fact.value, fact.relation as u8);
        let facts = if key(&b) < key(&a) { [b, a] } else { [a, b] };
        let is_known = !self.memo.pairs.clauses.insert((whence, facts));
        self.is_once(is_known)
    }

    fn is_once(&mut self, is_known: bool) -> bool {
        let is_once = is_known && self.uses(Pass::Once);
        if is_once {
            self.fired(Pass::Once);
        }
        is_once
    }

    fn pairs_that_pass(&self, test: &Test, first: Var, second: Var) -> Arc<Pairs> {
        let [a, b] = [first, second].map(|var| (var, self.values_of(var)));
        Arc::new(Pairs::new(a.1.iter().zip(passing(test, a, b))))
    }

    /// The values of a narrow variable.
    pub(crate) fn values_of(&self, var: Var) -> Dom {
        self.model.domain(var).as_dom().unwrap_or(Dom::EMPTY)
    }
}

/// What a formula speaks of, if it depends only on the values of a layer to find in two cells, and on their distance.
fn speaks_of_two(book: &Rulebook, body: &Expr) -> Option<Speaks> {
    let mut names: Vec<Name> = Vec::new();
    let mut layers: Vec<usize> = Vec::new();
    let (mut is_plain, mut of_distance) = (true, false);
    let is_known = |word: &str| {
        book.definitions
            .iter()
            .any(|known| *known.word.name == *word)
    };
    walk(body, &mut |part| match part {
        Term::Expr(expr) => match &expr.node {
            Node::Number(_)
            | Node::Not(_)
            | Node::And(_)
            | Node::Or(_)
            | Node::Iff(..)
            | Node::If(..)
            | Node::Compare(..)
            | Node::Arithmetic(..)
            | Node::Negative(_)
            | Node::Is(..) => {}
            Node::Name(name) => names.push(name.clone()),
            Node::Of(word, of) => match (&of[..], book.layer(&word.name)) {
                ([_], Some(layer)) => layers.push(layer),
                ([a, b], None) if *word.name == *"distance" && !is_known(&word.name) => {
                    let are_names = [a, b].map(|cell| matches!(cell.node, Node::Name(_)));
                    is_plain &= are_names == [true; 2];
                    of_distance = true;
                }
                _ => is_plain = false,
            },
            _ => is_plain = false,
        },
        Term::Predicate(Predicate::Adjective(word, of)) if of.is_empty() => {
            match book.symbol(&word.name).filter(|_| !is_known(&word.name)) {
                Some((layer, _)) => layers.push(layer),
                None => is_plain = false,
            }
        }
        Term::Predicate(Predicate::Value(_) | Predicate::OneOf(_)) => {}
        Term::Predicate(_) | Term::Phrase(_) => is_plain = false,
    });
    names.sort_unstable();
    names.dedup();
    layers.dedup();
    let (&[layer], [_, _]) = (&layers[..], &names[..]) else {
        return None;
    };
    let declared = &book.layers[layer];
    (is_plain
        && declared.role != Role::Data
        && matches!(declared.domain, Domain::Values { .. })
        && matches!(declared.on, Ground::Atoms(Kind::Cell, _))
        && !is_known(&declared.word.name))
    .then(|| Speaks {
        layer,
        names: names.try_into().expect("two names"),
        of_distance,
    })
}

/// By value of `a` in order: the values of `b` with which the test holds.
fn passing(test: &Test, a: Side, b: Side) -> Vec<Dom> {
    let combine = |parts: &[Test], all: bool| {
        let mut sets = vec![if all { b.1 } else { Dom::EMPTY }; a.1.len()];
        for part in parts {
            for (set, also) in sets.iter_mut().zip(passing(part, a, b)) {
                *set = if all { *set & also } else { *set | also };
            }
        }
        sets
    };
    match test {
        Test::And(parts) => combine(parts, true),
        Test::Or(parts) => combine(parts, false),
        Test::Not(inner) => {
            let sets = passing(inner, a, b).into_iter();
            sets.map(|set| b.1 - set).collect()
        }
        Test::Iff(one, other) => {
            let sets = passing(one, a, b).into_iter().zip(passing(other, a, b));
            sets.map(|(x, y)| (x & y) | (b.1 - x - y)).collect()
        }
        Test::Const(_) | Test::In(..) | Test::Literal(_) => {
            let of_a = matches!(test, Test::In(var, _) if *var == a.0)
                || matches!(test, Test::Literal(literal) if literal.var == a.0);
            if of_a {
                let holds = |value: i32| {
                    if test.holds(&|_| value) {
                        b.1
                    } else {
                        Dom::EMPTY
                    }
                };
                a.1.iter().map(holds).collect()
            } else {
                let holds = |value: &i32| test.holds(&|_| *value);
                vec![b.1.iter().filter(holds).collect(); a.1.len()]
            }
        }
        Test::Compare(x, sign, y) => {
            let values = |number: &Number, side: Side| -> Vec<(i32, i128)> {
                let of = |value: i32| Some((value, number.value(&|_| value)?));
                side.1.iter().filter_map(of).collect()
            };
            match (only_variable(x), only_variable(y)) {
                (Some(one), Some(other)) if one != other => {
                    let turned = one == b.0;
                    let (of_a, of_b) = if turned {
                        (values(y, a), values(x, b))
                    } else {
                        (values(x, a), values(y, b))
                    };
                    let mut of_a = of_a.into_iter().peekable();
                    let with = |value: i32| {
                        let Some((_, m)) = of_a.next_if(|&(known, _)| known == value) else {
                            return Dom::EMPTY;
                        };
                        let holds = |&(_, n): &(i32, i128)| {
                            let (left, right) = if turned { (n, m) } else { (m, n) };
                            sign.holds(left, right)
                        };
                        let fitting = of_b.iter().copied().filter(holds);
                        fitting.map(|(value, _)| value).collect()
                    };
                    a.1.iter().map(with).collect()
                }
                _ => one_by_one(test, a, b),
            }
        }
        Test::Member(_) | Test::Group(_) => one_by_one(test, a, b),
    }
}

fn only_variable(number: &Number) -> Option<Var> {
    match number {
        Number::Var(var) | Number::Element(var, _) => Some(*var),
        _ => match number.variables()[..] {
            [var] => Some(var),
            _ => None,
        },
    }
}

/// The same for any test.
fn one_by_one(test: &Test, a: Side, b: Side) -> Vec<Dom> {
    let with = |first: i32| {
        let holds = |second: &i32| test.holds(&|var| if var == a.0 { first } else { *second });
        b.1.iter().filter(holds).collect()
    };
    a.1.iter().map(with).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_engine::propagators::Comparison;
    use quadrille_engine::{Literal, Model, Rng};

    /// A random test of two variables with the values 0 to 4.
    fn random(rng: &mut Rng, vars: [Var; 2], depth: usize) -> Test {
        let var = vars[rng.below(2) as usize];
        let number = |rng: &mut Rng, var: Var| match rng.below(3) {
            0 => Number::Var(var),
            1 => Number::Element(var, [(0, 3), (2, 1), (3, 3)].into()),
            _ => Number::Sum(vec![(2, Number::Var(vars[0])), (-1, Number::Var(var))]),
        };
        let value = rng.below(5) as i32;
        match rng.below(if depth == 0 { 3 } else { 7 }) {
            0 => Test::Literal(Literal::is(var, value)),
            1 => Test::In(var, [value, 1].into()),
            2 => {
                let signs = [Comparison::Equal, Comparison::Less, Comparison::NotEqual];
                let sign = signs[rng.below(3) as usize];
                let (x, y) = (number(rng, vars[0]), number(rng, vars[1]));
                if rng.below(2) == 0 {
                    Test::compare(x, sign, y)
                } else {
                    Test::compare(y, sign, x)
                }
            }
            kind => {
                let one = random(rng, vars, depth - 1);
                let other = random(rng, vars, depth - 1);
                match kind {
                    3 => Test::And(vec![one, other]),
                    4 => Test::Or(vec![one, other]),
                    5 => Test::Iff(Box::new(one), Box::new(other)),
                    _ => Test::Not(Box::new(one)),
                }
            }
        }
    }

    #[test]
    fn the_pairs_are_those_that_pass_one_by_one() {
        let mut rng = Rng::new(3);
        let mut model = Model::new();
        let vars = [model.var(0..=4), model.var(0..=4)];
        let (a, b) = ((vars[0], Dom::range(0..=4)), (vars[1], Dom::range(1..=4)));
        for _ in 0..2000 {
            let test = random(&mut rng, vars, 3);
            let expected = one_by_one(&test, a, b);
            assert_eq!(passing(&test, a, b), expected, "{test:?}");
        }
    }
}
