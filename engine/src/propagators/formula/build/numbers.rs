//! Numbers: sums and products in a normal form, tables, members.

use smallvec::smallvec;

use super::{Builder, Known, Linear};
use crate::propagators::formula::arena::{Node, Span, pooled};
use crate::propagators::formula::expression::{Member, Number, Test};
use crate::propagators::formula::interval::LARGEST;
use crate::var::Var;

/// What is made of members that count if their tests hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Members {
    Least,
    Greatest,
    Gcd,
    First,
    Distinct,
}

impl Builder {
    pub(super) fn number(&mut self, number: &Number) -> u32 {
        match number {
            Number::Const(number) => self.constant(*number),
            Number::Var(var) => {
                // Regardless of the kind of the variable, so that a narrow one is treated like the same variable as a
                // wide one.
                let known = Known {
                    size: 1 << 31,
                    total: true,
                };
                self.intern(smallvec![10, var.index() as i128], known, |_| {
                    Node::Var(*var)
                })
            }
            Number::Element(var, table) => self.element(*var, table),
            Number::Sum(terms) => {
                let terms: Vec<(u32, i128)> = terms
                    .iter()
                    .map(|(c, number)| (self.number(number), *c))
                    .collect();
                self.sum_of(&terms)
            }
            Number::Product(numbers) => {
                let nodes: Vec<u32> = numbers.iter().map(|number| self.number(number)).collect();
                self.product(nodes)
            }
            Number::Quotient(a, b) => {
                let (a, b) = (self.number(a), self.number(b));
                self.quotient(a, b)
            }
            Number::Remainder(a, b) => {
                let (a, b) = (self.number(a), self.number(b));
                self.remainder(a, b)
            }
            Number::Power(number, exponent) => {
                let node = self.number(number);
                self.power(node, *exponent)
            }
            Number::Absolute(number) => {
                let node = self.number(number);
                self.absolute(node)
            }
            Number::Choose(test, a, b) => {
                let test = self.test(test, false);
                let (a, b) = (self.number(a), self.number(b));
                self.choose(test, a, b)
            }
            Number::Truth(test) => self.test(test, false),
            Number::Least(members) => self.members(Members::Least, members),
            Number::Greatest(members) => self.members(Members::Greatest, members),
            Number::Gcd(members) => self.members(Members::Gcd, members),
            Number::First(members) => self.members(Members::First, members),
            Number::Distinct(members) => self.members(Members::Distinct, members),
            Number::Members { group, vertices } => {
                let members = vertices.clone().map(|vertex| Member::new(*group, vertex));
                let terms: Vec<(u32, i128)> = members
                    .map(|member| (self.test(&Test::Member(member), false), 1))
                    .collect();
                self.sum_of(&terms)
            }
        }
    }

    pub(super) fn quotient(&mut self, a: u32, b: u32) -> u32 {
        let known = Known {
            size: self.known(a).size,
            total: self.divides(a, b),
        };
        self.binary(12, a, b, known, Node::Quotient)
    }

    pub(super) fn remainder(&mut self, a: u32, b: u32) -> u32 {
        let known = Known {
            size: self.known(b).size,
            total: self.divides(a, b) && self.known(b).size <= LARGEST as u128,
        };
        self.binary(13, a, b, known, Node::Remainder)
    }

    pub(super) fn absolute(&mut self, node: u32) -> u32 {
        let known = self.known(node);
        self.intern(smallvec![15, node.into()], known, |_| Node::Absolute(node))
    }

    pub(super) fn choose(&mut self, test: u32, a: u32, b: u32) -> u32 {
        match self.as_constant(test) {
            Some(0) => return b,
            Some(_) => return a,
            None if a == b => return a,
            None => {}
        }
        let (left, right) = (self.known(a), self.known(b));
        if let (Some(held), Some(not)) = (self.as_constant(a), self.as_constant(b))
            && left.size.max(right.size) <= LARGEST as u128 / 2
        {
            // Terms of a sum that depend on one test are one term then.
            return self.sum(vec![(test, held - not)], not);
        }
        let known = Known {
            size: left.size.max(right.size),
            total: left.total && right.total,
        };
        let key = smallvec![16, test.into(), a.into(), b.into()];
        self.intern(key, known, |_| Node::Choose(test, a, b))
    }

    fn binary(
        &mut self,
        kind: i128,
        a: u32,
        b: u32,
        known: Known,
        make: impl FnOnce(u32, u32) -> Node,
    ) -> u32 {
        self.intern(smallvec![kind, a.into(), b.into()], known, |_| make(a, b))
    }

    /// Whether a division of `a` by `b` is never undefined.
    fn divides(&self, a: u32, b: u32) -> bool {
        let a = self.known(a);
        a.total && a.size <= LARGEST as u128 && self.as_constant(b).is_some_and(|b| b != 0)
    }

    fn element(&mut self, var: Var, table: &[(i32, i128)]) -> u32 {
        let mut entries = table.to_vec();
        // The sort is stable, so the first entry of a value stays first.
        entries.sort_by_key(|entry| entry.0);
        entries.dedup_by_key(|entry| entry.0);
        for entry in &mut entries {
            entry.1 = entry.1.max(-i128::MAX);
        }
        if let Some(shifted) = self.shifted(var, &entries) {
            return shifted;
        }
        let known = Known {
            size: entries
                .iter()
                .map(|e| e.1.unsigned_abs())
                .max()
                .unwrap_or(0),
            total: false,
        };
        let flat = entries
            .iter()
            .flat_map(|&(value, number)| [value.into(), number]);
        let key = [11, var.index() as i128].into_iter().chain(flat).collect();
        self.intern(key, known, |arena| {
            Node::Element(var, pooled(&mut arena.entries, entries.iter().copied()))
        })
    }

    /// The node of a table in which the values follow one another and the numbers grow with them. Where a number may be
    /// "none" this is the usual table, and its value takes two bounds instead of all entries.
    fn shifted(&mut self, var: Var, entries: &[(i32, i128)]) -> Option<u32> {
        let (&(low, first), &(high, _)) = (entries.first()?, entries.last()?);
        let shift = first.checked_sub(low.into())?;
        let follows = |(value, entry): (i32, &(i32, i128))| {
            entry.0 == value && entry.1 == i128::from(value) + shift
        };
        if shift.unsigned_abs() > LARGEST as u128 / 2 || !(low..=high).zip(entries).all(follows) {
            return None;
        }
        let known = Known {
            size: low.unsigned_abs().max(high.unsigned_abs()).into(),
            total: false,
        };
        let key = smallvec![23, var.index() as i128, low.into(), high.into()];
        let within = self.intern(key, known, |_| Node::Within(var, low, high));
        Some(self.sum(vec![(within, 1)], shift))
    }

    /// The node as a sum. Only if its coefficients times their nodes stay small.
    pub(super) fn linear(&self, node: u32) -> Linear {
        match self.arena.node(node) {
            Node::Const(number) => (Vec::new(), number),
            Node::Sum(span, coefficients) if self.known(node).size <= LARGEST as u128 => {
                let coefficients = &self.arena.coefficients[coefficients as usize..];
                let mut k = 0;
                let mut terms = Vec::new();
                for (&child, &c) in self.arena.children(span).iter().zip(coefficients) {
                    match self.as_constant(child) {
                        Some(number) => k += c * number,
                        None => terms.push((child, c)),
                    }
                }
                (terms, k)
            }
            _ => (vec![(node, 1)], 0),
        }
    }

    /// Terms of one node are added. A term that vanishes stays if it may be undefined.
    pub(super) fn collected(&self, mut terms: Vec<(u32, i128)>) -> Vec<(u32, i128)> {
        terms.sort_unstable_by_key(|term| term.0);
        terms.dedup_by(|later, earlier| {
            let same = later.0 == earlier.0;
            if same {
                earlier.1 += later.1;
            }
            same
        });
        terms.retain(|&(node, c)| c != 0 || !self.known(node).total);
        terms
    }

    /// The sum of any terms.
    pub(super) fn sum_of(&mut self, terms: &[(u32, i128)]) -> u32 {
        let size = terms.iter().fold(0u128, |size, &(node, c)| {
            size.saturating_add(self.known(node).size.saturating_mul(c.unsigned_abs()))
        });
        if size > LARGEST as u128 {
            return self.raw_sum(terms);
        }
        let mut flat = Vec::new();
        let mut k = 0;
        for &(node, c) in terms {
            let (inner, constant) = self.linear(node);
            flat.extend(inner.iter().map(|&(node, d)| (node, c * d)));
            k += c * constant;
        }
        let flat = self.collected(flat);
        self.sum(flat, k)
    }

    /// The sum of collected terms, none of which is a constant, and of a constant; it stays small.
    pub(super) fn sum(&mut self, mut terms: Vec<(u32, i128)>, k: i128) -> u32 {
        match terms[..] {
            [] => return self.constant(k),
            [(node, 1)] if k == 0 => return node,
            _ => {}
        }
        if k != 0 {
            terms.push((self.constant(k), 1));
        }
        self.raw_sum(&terms)
    }

    fn raw_sum(&mut self, terms: &[(u32, i128)]) -> u32 {
        let (mut size, mut total) = (0u128, true);
        for &(node, c) in terms {
            let known = self.known(node);
            size = size.saturating_add(known.size.saturating_mul(c.unsigned_abs()));
            total &= known.total;
        }
        let known = Known {
            size,
            total: total && size <= LARGEST as u128,
        };
        let flat = terms.iter().flat_map(|&(node, c)| [node.into(), c]);
        let key = std::iter::once(9).chain(flat).collect();
        self.intern(key, known, |arena| {
            let start = arena.coefficients.len() as u32;
            arena.coefficients.extend(terms.iter().map(|term| term.1));
            let span = pooled(&mut arena.children, terms.iter().map(|term| term.0));
            Node::Sum(span, start)
        })
    }

    pub(super) fn product(&mut self, nodes: Vec<u32>) -> u32 {
        let size = nodes.iter().fold(1u128, |size, &node| {
            size.saturating_mul(self.known(node).size.max(1))
        });
        if size > LARGEST as u128 {
            // Left to right, as defined: an intermediate result may be too large.
            let mut nodes = nodes.into_iter();
            let Some(first) = nodes.next() else {
                return self.constant(1);
            };
            return nodes.fold(first, |product, node| self.times(product, node));
        }
        let mut constant = 1;
        let mut factors = Vec::new();
        for node in nodes {
            match self.as_constant(node) {
                Some(number) => constant *= number,
                None => match self.linear(node) {
                    (terms, 0) if terms.len() == 1 => {
                        constant *= terms[0].1;
                        factors.push(terms[0].0);
                    }
                    _ => factors.push(node),
                },
            }
        }
        factors.sort_unstable();
        let powers: Vec<u32> = factors
            .chunk_by(|a, b| a == b)
            .map(|same| (same[0], same.len() as u32))
            .collect::<Vec<_>>()
            .into_iter()
            .map(|(node, exponent)| self.power(node, exponent))
            .collect();
        let product = powers
            .into_iter()
            .reduce(|product, node| self.times(product, node));
        match product {
            None => self.constant(constant),
            Some(product) if constant == 1 => product,
            Some(product) => {
                let (terms, k) = self.linear(product);
                let terms = terms.into_iter().map(|(node, c)| (node, c * constant));
                let terms = self.collected(terms.collect());
                self.sum(terms, k * constant)
            }
        }
    }

    fn times(&mut self, a: u32, b: u32) -> u32 {
        let (left, right) = (self.known(a), self.known(b));
        let size = left.size.saturating_mul(right.size);
        let known = Known {
            size,
            total: left.total && right.total && size <= LARGEST as u128,
        };
        self.binary(14, a, b, known, Node::Product)
    }

    pub(super) fn power(&mut self, node: u32, exponent: u32) -> u32 {
        let inner = self.known(node);
        let size = inner.size.max(1).saturating_pow(exponent);
        let known = Known {
            size,
            total: inner.total && size <= LARGEST as u128,
        };
        match exponent {
            0 if known.total => self.constant(1),
            1 if size <= LARGEST as u128 => node,
            _ => self.intern(smallvec![22, node.into(), exponent.into()], known, |_| {
                Node::Power(node, exponent)
            }),
        }
    }

    fn members(&mut self, kind: Members, members: &[(Test, Number)]) -> u32 {
        let mut pairs = Vec::with_capacity(members.len());
        for (test, number) in members {
            let test = self.test(test, false);
            // What cannot count, and what comes after the first, takes no nodes.
            match self.as_constant(test) {
                Some(0) => {}
                Some(_) if kind == Members::First => {
                    pairs.push((test, self.number(number)));
                    break;
                }
                _ => pairs.push((test, self.number(number))),
            }
        }
        self.members_of(kind, pairs)
    }

    /// The node of these members: test and number.
    pub(super) fn members_of(&mut self, kind: Members, mut pairs: Vec<(u32, u32)>) -> u32 {
        let is = |builder: &Self, test: u32, truth: i128| builder.as_constant(test) == Some(truth);
        pairs.retain(|&(test, _)| !is(self, test, 0));
        if kind == Members::First {
            // Nothing after it can be the first.
            if let Some(certain) = pairs.iter().position(|&(test, _)| is(self, test, 1)) {
                pairs.truncate(certain + 1);
            }
            if let [(test, number), ..] = pairs[..]
                && is(self, test, 1)
            {
                return number;
            }
        } else {
            pairs = self.merged_members(pairs);
        }
        let numbers = pairs.iter().map(|&(_, number)| self.known(number));
        let (size, total) = numbers.fold((0, true), |(size, total), known| {
            (known.size.max(size), total && known.total)
        });
        let certain = pairs.iter().any(|&(test, _)| is(self, test, 1));
        let known = match kind {
            Members::Least | Members::Greatest | Members::First => Known {
                size,
                total: total && certain,
            },
            Members::Gcd => Known { size, total },
            Members::Distinct => Known {
                size: pairs.len() as u128,
                total,
            },
        };
        let pairs: Vec<u32> = pairs.into_iter().flat_map(<[u32; 2]>::from).collect();
        let (key, make): (i128, fn(Span) -> Node) = match kind {
            Members::Least => (17, Node::Least),
            Members::Greatest => (18, Node::Greatest),
            Members::Gcd => (19, Node::Gcd),
            Members::First => (20, Node::First),
            Members::Distinct => (21, Node::Distinct),
        };
        self.spanning(key, &pairs, known, make)
    }

    /// Members with the same number are one, which counts if any of them does: of a room's cells those of each row, where
    /// its height is asked for. Then little has to be computed again when a cell joins the room.
    fn merged_members(&mut self, mut pairs: Vec<(u32, u32)>) -> Vec<(u32, u32)> {
        pairs.sort_by_key(|&(_, number)| number);
        let same = pairs.chunk_by(|a, b| a.1 == b.1);
        let tests: Vec<(Vec<u32>, u32)> = same
            .map(|same| (same.iter().map(|pair| pair.0).collect(), same[0].1))
            .collect();
        let merged = tests.into_iter();
        merged
            .map(|(tests, number)| (self.join(&tests, false), number))
            .collect()
    }
}
