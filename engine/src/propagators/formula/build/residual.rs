//! What is left of a test once some of its variables have values, and from it the diagram of all assignments that
//! pass.

use fxhash::FxHashMap;

use super::Builder;
use super::numbers::Members;
use crate::domain::Dom;
use crate::propagators::formula::arena::Node;
use crate::propagators::formula::domains::Domains;
use crate::propagators::formula::evaluate::{Group, slot};
use crate::propagators::formula::expression::Test;
use crate::propagators::formula::interval::Slot;
use crate::propagators::mdd::Mdd;
use crate::var::Var;

/// The most nodes of expressions, on average, for each state that is allowed.
const NODES_A_STATE: usize = 4;

impl Mdd {
    /// The diagram of the assignments that pass `test`: place `i` of a word is the value of `vars[i]`, one of
    /// `domains[i]`. `None` if more than `limit` states are reached, before equal ones are merged, or four times as many
    /// nodes of expressions. Also how many of the latter were made, as a measure of the time that it took.
    ///
    /// The variables get their values one after the other, and a state is what is left of the test: constants are
    /// folded, tests of one variable are one set, and what the domains decide is decided. Equal rests are one state, so
    /// a sum needs one for each partial sum, and a greatest number one for each that it can be so far. The same idea
    /// makes decision diagrams of boolean formulas (Bryant 1986, "Graph-based algorithms for Boolean function
    /// manipulation"); here the rest is simplified by arithmetic, too.
    ///
    /// O(limit · parts of a rest) at worst.
    ///
    /// ```
    /// use quadrille_engine::Model;
    /// use quadrille_engine::propagators::{Comparison, Mdd, Number, Test};
    ///
    /// let mut model = Model::new();
    /// let vars = [model.var(1..=9), model.var(1..=9), model.var(1..=9)];
    /// let [x, y, z] = vars.map(Number::Var);
    /// let product = Test::compare(Number::Product(vec![x, y]), Comparison::Equal, z);
    /// let domains = vec![(1..=9).collect::<Vec<i32>>(); 3];
    /// let mdd = Mdd::of_test(1000, &vars, &domains, &product).0.unwrap();
    /// assert!(mdd.contains(&[2, 4, 8]) && !mdd.contains(&[2, 4, 9]));
    /// assert_eq!(mdd.words(), 23);
    /// ```
    ///
    /// # Panics
    /// If `vars` are not different, in rising order and all variables of the test, or have not as many domains; or if
    /// the test contains [`Test::Member`] or [`Number::Members`](super::super::expression::Number::Members).
    pub fn of_test(
        limit: usize,
        vars: &[Var],
        domains: &[Vec<i32>],
        test: &Test,
    ) -> (Option<Mdd>, usize) {
        assert!(!test.has_member(), "a test of membership");
        assert!(vars.is_sorted_by(|a, b| a < b), "not in rising order");
        assert_eq!(vars.len(), domains.len(), "a domain for each variable");
        let mut builder = Builder::default();
        let root = builder.test(test, false);
        let mut residual = Residual {
            builder,
            slots: Vec::new(),
            first: Vec::new(),
            ends: Vec::new(),
            given: Given { vars, domains },
            known: FxHashMap::default(),
            place: 0,
        };
        let root = residual.decided(root);
        let [never, always] = [false, true].map(|truth| residual.builder.truth(truth));
        if root == never {
            // No state at all: the diagram of no words.
            let none = Mdd::unroll_within(1, domains, (), |_, (), _| None, |()| false);
            return (none, residual.builder.arena.nodes.len());
        }
        let mut is_within = true;
        let mdd = Mdd::unroll_within(
            limit,
            domains,
            root,
            |place, &rest, value| {
                is_within &= residual.builder.arena.nodes.len() / NODES_A_STATE <= limit;
                let rest = is_within.then(|| residual.after(rest, place, value))?;
                (rest != never).then_some(rest)
            },
            |&rest| rest == always,
        );
        (
            mdd.filter(|_| is_within),
            residual.builder.arena.nodes.len(),
        )
    }
}

/// The variables, rising, and their domains.
struct Given<'a> {
    vars: &'a [Var],
    domains: &'a [Vec<i32>],
}

impl Given<'_> {
    fn place(&self, var: Var) -> usize {
        let place = self.vars.binary_search(&var);
        place.expect("every variable of the test is named")
    }

    fn domain(&self, var: Var) -> &[i32] {
        &self.domains[self.place(var)]
    }
}

impl Domains for Given<'_> {
    fn bounds(&self, var: Var) -> (i32, i32) {
        let domain = self.domain(var).iter().copied();
        (domain.clone().min().unwrap_or(1), domain.max().unwrap_or(0))
    }

    fn word(&self, var: Var) -> u64 {
        let bits = self.domain(var).iter().map(|&v| Dom::range(v..=v).bits());
        bits.fold(0, |word, bit| word | bit)
    }

    fn contains(&self, var: Var, value: i32) -> bool {
        self.domain(var).contains(&value)
    }

    fn size(&self, var: Var) -> u64 {
        self.domain(var).len() as u64
    }

    fn meets(&self, var: Var, low: i32, high: i32) -> bool {
        self.domain(var).iter().any(|v| (low..=high).contains(v))
    }

    fn bounds_within(&self, var: Var, low: i32, high: i32) -> Option<(i32, i32)> {
        let left = self.domain(var).iter().filter(|v| (low..=high).contains(v));
        let bounds = (left.clone().min()?, left.max()?);
        Some((*bounds.0, *bounds.1))
    }

    fn can_be_equal(&self, x: Var, y: Var, offset: i64) -> bool {
        let (x, y) = (self.domain(x), self.domain(y));
        let meets = |&v: &i32| y.iter().any(|&w| i64::from(v) == i64::from(w) + offset);
        x.iter().any(meets)
    }
}

struct Residual<'a> {
    builder: Builder,
    /// By node: what it can be.
    slots: Vec<Slot>,
    /// By node: the place of the first of its variables, or `usize::MAX`.
    first: Vec<usize>,
    /// Scratch.
    ends: Vec<(i128, i128)>,
    given: Given<'a>,
    /// What is left of a node after a value at the current place.
    known: FxHashMap<(u32, i32), u32>,
    place: usize,
}

impl Residual<'_> {
    /// The node, or the constant that it is whatever the variables are.
    fn decided(&mut self, node: u32) -> u32 {
        let builder = &mut self.builder;
        for n in self.slots.len()..builder.arena.nodes.len() {
            let made = builder.arena.nodes[n];
            self.slots.push(slot(
                &builder.arena,
                &self.slots,
                &mut self.ends,
                made,
                &self.given,
                Group::None,
            ));
            let mut first = match made {
                Node::Mask(var, _)
                | Node::Ranges(var, _)
                | Node::Var(var)
                | Node::Within(var, ..)
                | Node::Element(var, _) => self.given.place(var),
                Node::Equal(x, y, _) => self.given.place(x).min(self.given.place(y)),
                _ => usize::MAX,
            };
            builder.arena.for_each_child(n as u32, |child| {
                first = first.min(self.first[child as usize])
            });
            self.first.push(first);
        }
        let slot = self.slots[node as usize];
        if let Some(value) = slot.value() {
            builder.constant(value)
        } else if slot.is_nothing() {
            // The least of no numbers: one node for all that is undefined.
            builder.members_of(Members::Least, Vec::new())
        } else {
            node
        }
    }

    /// What is left of a node after the variable at `place` got a value; those before it have theirs.
    fn after(&mut self, node: u32, place: usize, value: i32) -> u32 {
        if place != self.place {
            self.place = place;
            self.known.clear();
        }
        let first = match self.first.get(node as usize) {
            Some(&first) => first,
            None => {
                self.decided(node);
                self.first[node as usize]
            }
        };
        if first > place {
            return node;
        }
        if let Some(&rest) = self.known.get(&(node, value)) {
            return rest;
        }
        let made = self.made_after(node, place, value);
        let rest = self.decided(made);
        self.known.insert((node, value), rest);
        rest
    }

    fn made_after(&mut self, node: u32, place: usize, value: i32) -> u32 {
        let var = self.given.vars[place];
        let made = self.builder.arena.node(node);
        let mut rests = Vec::new();
        self.builder
            .arena
            .for_each_child(node, |child| rests.push(child));
        for rest in &mut rests {
            *rest = self.after(*rest, place, value);
        }
        let builder = &mut self.builder;
        let members = |kind: Members, builder: &mut Builder| {
            let pairs = rests.chunks_exact(2).map(|pair| (pair[0], pair[1]));
            builder.members_of(kind, pairs.collect())
        };
        match (made, &rests[..]) {
            (Node::Mask(..) | Node::Ranges(..), _) => {
                let (_, set) = &builder.sets[&node];
                let holds = set.iter().any(|&(low, high)| (low..=high).contains(&value));
                builder.truth(holds)
            }
            (Node::Var(_), _) => builder.constant(value.into()),
            (Node::Within(_, low, high), _) => {
                if (low..=high).contains(&value) {
                    builder.constant(value.into())
                } else {
                    builder.members_of(Members::Least, Vec::new())
                }
            }
            (Node::Element(_, span), _) => {
                let entries = builder.arena.entries(span);
                match entries.iter().find(|entry| entry.0 == value) {
                    Some(&(_, number)) => builder.constant(number),
                    None => builder.members_of(Members::Least, Vec::new()),
                }
            }
            (Node::Equal(x, y, offset), _) => {
                let (other, wanted) = if x == var {
                    (y, i64::from(value) - offset)
                } else {
                    (x, i64::from(value) + offset)
                };
                match i32::try_from(wanted) {
                    Ok(wanted) => builder.unary(other, &[(wanted, wanted)], false),
                    Err(_) => builder.truth(false),
                }
            }
            (Node::Not(_), &[a]) => builder.not(a),
            (Node::And(_), parts) => builder.join(parts, true),
            (Node::Or(_), parts) => builder.join(parts, false),
            (Node::Iff(..), &[a, b]) => builder.iff(a, b),
            (Node::Compare(_, comparison, _), &[a, b]) => builder.compare(a, comparison, b),
            (Node::Sum(_, start), terms) => {
                let coefficients = builder.arena.coefficients[start as usize..].iter();
                let terms = terms.iter().copied().zip(coefficients.copied());
                let terms: Vec<(u32, i128)> = terms.collect();
                builder.sum_of(&terms)
            }
            (Node::Product(..), factors) => builder.product(factors.to_vec()),
            (Node::Quotient(..), &[a, b]) => builder.quotient(a, b),
            (Node::Remainder(..), &[a, b]) => builder.remainder(a, b),
            (Node::Power(_, exponent), &[a]) => builder.power(a, exponent),
            (Node::Absolute(_), &[a]) => builder.absolute(a),
            (Node::Choose(..), &[test, a, b]) => builder.choose(test, a, b),
            (Node::Least(_), _) => members(Members::Least, builder),
            (Node::Greatest(_), _) => members(Members::Greatest, builder),
            (Node::Gcd(_), _) => members(Members::Gcd, builder),
            (Node::First(_), _) => members(Members::First, builder),
            (Node::Distinct(_), _) => members(Members::Distinct, builder),
            // Without variables.
            _ => node,
        }
    }
}
