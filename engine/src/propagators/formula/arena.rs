//! An expression laid out flat: nodes in topological order, equal ones shared.

use std::ops::Range;

use super::expression::Comparison;
use super::group_test::OfGroup;
use crate::event::Events;
use crate::var::Var;

/// A slice of one of the arena's pools.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) start: u32,
    pub(super) end: u32,
}

impl Span {
    pub(super) fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// One node. Nodes are named by number; children have smaller numbers than their parents.
///
/// The spans of the operators over members are runs of children in pairs: test, number, test, number …
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Node {
    /// A number or, 0 or 1, a boolean.
    Const(i128),
    /// A narrow variable takes one of these values.
    Mask(Var, u64),
    /// A wide variable takes a value of these ranges, which are disjoint and ascending.
    Ranges(Var, Span),
    /// `x = y + offset`, for two variables.
    Equal(Var, Var, i64),
    Member(u32),
    /// The number of a test of the group.
    Group(u32),
    Not(u32),
    And(Span),
    Or(Span),
    Iff(u32, u32),
    Compare(u32, Comparison, u32),
    Var(Var),
    /// The value of a variable that lies within these bounds; undefined for others.
    Within(Var, i32, i32),
    /// Entries, sorted by value, each value once.
    Element(Var, Span),
    /// Children, and where their coefficients start.
    Sum(Span, u32),
    Product(u32, u32),
    Quotient(u32, u32),
    Remainder(u32, u32),
    Power(u32, u32),
    Absolute(u32),
    Choose(u32, u32, u32),
    Least(Span),
    Greatest(Span),
    Gcd(Span),
    First(Span),
    Distinct(Span),
}

impl Node {
    /// Whether it is true or false.
    pub(super) fn is_boolean(self) -> bool {
        match self {
            Node::Const(number) => number == 0 || number == 1,
            Node::Mask(..)
            | Node::Ranges(..)
            | Node::Equal(..)
            | Node::Member(_)
            | Node::Group(_)
            | Node::Not(_)
            | Node::And(_)
            | Node::Or(_)
            | Node::Iff(..)
            | Node::Compare(..) => true,
            _ => false,
        }
    }
}

/// The nodes of one expression with the data that they refer to. Constant once built.
#[derive(Clone, Debug, Default)]
pub(super) struct Arena {
    pub(super) nodes: Vec<Node>,
    pub(super) children: Vec<u32>,
    pub(super) coefficients: Vec<i128>,
    pub(super) ranges: Vec<(i32, i32)>,
    pub(super) entries: Vec<(i32, i128)>,
    pub(super) of_group: Vec<OfGroup>,
    pub(super) root: u32,
}

impl Arena {
    pub(super) fn node(&self, node: u32) -> Node {
        self.nodes[node as usize]
    }

    pub(super) fn children(&self, span: Span) -> &[u32] {
        &self.children[span.range()]
    }

    pub(super) fn ranges(&self, span: Span) -> &[(i32, i32)] {
        &self.ranges[span.range()]
    }

    pub(super) fn entries(&self, span: Span) -> &[(i32, i128)] {
        &self.entries[span.range()]
    }

    /// The largest number of members that one node has.
    pub(super) fn most_members(&self) -> usize {
        let members = self.nodes.iter().map(|node| match node {
            Node::Distinct(span) => span.range().len() / 2,
            _ => 0,
        });
        members.max().unwrap_or(0)
    }

    /// The variables that are read, sorted, each once, with the events that can change the value of a node.
    pub(super) fn subscriptions(&self) -> Vec<(Var, Events)> {
        let mut found: Vec<(Var, Events)> = Vec::new();
        for &node in &self.nodes {
            match node {
                Node::Var(var) => found.push((var, Events::BOUNDS)),
                // The bounds decide whether x ≤ v.
                Node::Mask(var, mask) => {
                    let end =
                        mask & mask.wrapping_add(1) == 0 || !mask & (!mask).wrapping_add(1) == 0;
                    found.push((var, if end { Events::BOUNDS } else { Events::ANY }));
                }
                Node::Ranges(var, span) => {
                    let end = matches!(self.ranges(span), [(i32::MIN, _)] | [(_, i32::MAX)]);
                    found.push((var, if end { Events::BOUNDS } else { Events::ANY }));
                }
                Node::Within(var, ..) | Node::Element(var, _) => found.push((var, Events::ANY)),
                Node::Equal(x, y, _) => found.extend([(x, Events::ANY), (y, Events::ANY)]),
                _ => {}
            }
        }
        found.sort_unstable_by_key(|&(var, _)| var);
        found.dedup_by(|later, earlier| {
            let same = later.0 == earlier.0;
            if same {
                earlier.1 = earlier.1 | later.1;
            }
            same
        });
        found
    }
}

impl Arena {
    pub(super) fn for_each_child(&self, node: u32, mut f: impl FnMut(u32)) {
        match self.node(node) {
            Node::Const(_)
            | Node::Mask(..)
            | Node::Ranges(..)
            | Node::Equal(..)
            | Node::Member(_)
            | Node::Group(_)
            | Node::Var(_)
            | Node::Within(..)
            | Node::Element(..) => {}
            Node::Not(a) | Node::Power(a, _) | Node::Absolute(a) => f(a),
            Node::Iff(a, b)
            | Node::Compare(a, _, b)
            | Node::Product(a, b)
            | Node::Quotient(a, b)
            | Node::Remainder(a, b) => {
                f(a);
                f(b);
            }
            Node::Choose(a, b, c) => {
                f(a);
                f(b);
                f(c);
            }
            Node::And(span)
            | Node::Or(span)
            | Node::Sum(span, _)
            | Node::Least(span)
            | Node::Greatest(span)
            | Node::Gcd(span)
            | Node::First(span)
            | Node::Distinct(span) => self.children(span).iter().copied().for_each(f),
        }
    }

    /// `node` of `old` with its children renamed, and its data moved to this arena's pools.
    pub(super) fn moved(&mut self, old: &Arena, node: Node, names: &[u32]) -> Node {
        let name = |node: u32| names[node as usize];
        let mut span = |span: Span| {
            let children = old.children(span).iter().map(|&child| name(child));
            pooled(&mut self.children, children)
        };
        match node {
            Node::Const(_)
            | Node::Mask(..)
            | Node::Equal(..)
            | Node::Member(_)
            | Node::Var(_)
            | Node::Within(..) => node,
            Node::Group(test) => {
                self.of_group.push(old.of_group[test as usize].clone());
                Node::Group(self.of_group.len() as u32 - 1)
            }
            Node::Ranges(var, span) => {
                let ranges = old.ranges(span).iter().copied();
                Node::Ranges(var, pooled(&mut self.ranges, ranges))
            }
            Node::Element(var, span) => {
                let entries = old.entries(span).iter().copied();
                Node::Element(var, pooled(&mut self.entries, entries))
            }
            Node::Not(a) => Node::Not(name(a)),
            Node::Power(a, exponent) => Node::Power(name(a), exponent),
            Node::Absolute(a) => Node::Absolute(name(a)),
            Node::Iff(a, b) => Node::Iff(name(a), name(b)),
            Node::Compare(a, comparison, b) => Node::Compare(name(a), comparison, name(b)),
            Node::Product(a, b) => Node::Product(name(a), name(b)),
            Node::Quotient(a, b) => Node::Quotient(name(a), name(b)),
            Node::Remainder(a, b) => Node::Remainder(name(a), name(b)),
            Node::Choose(a, b, c) => Node::Choose(name(a), name(b), name(c)),
            Node::And(s) => Node::And(span(s)),
            Node::Or(s) => Node::Or(span(s)),
            Node::Least(s) => Node::Least(span(s)),
            Node::Greatest(s) => Node::Greatest(span(s)),
            Node::Gcd(s) => Node::Gcd(span(s)),
            Node::First(s) => Node::First(span(s)),
            Node::Distinct(s) => Node::Distinct(span(s)),
            Node::Sum(s, start) => {
                let moved = span(s);
                let coefficients = &old.coefficients[start as usize..][..s.range().len()];
                let start = self.coefficients.len() as u32;
                self.coefficients.extend_from_slice(coefficients);
                Node::Sum(moved, start)
            }
        }
    }
}

/// Puts `items` at the end of a pool.
pub(super) fn pooled<T>(pool: &mut Vec<T>, items: impl Iterator<Item = T>) -> Span {
    let start = pool.len() as u32;
    pool.extend(items);
    Span {
        start,
        end: pool.len() as u32,
    }
}
