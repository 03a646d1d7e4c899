//! From the tree of an expression to the [`Arena`]: equal parts are shared, and expressions on which interval reasoning
//! is weak are rewritten into equivalent ones on which it is strong.
//!
//! Tests of one variable are merged into one set of values; sums are flattened, and a comparison of two sums that
//! share a term becomes one of a sum with a constant; `x = y + c` and a table compared with a constant get exact nodes.

mod numbers;

use fxhash::FxHashMap;
use smallvec::{SmallVec, smallvec};

use crate::bits::none_of;

use super::arena::{Arena, Node, Span, pooled};
use super::expression::{Comparison, Number, Test};
use super::interval::{LARGEST, ceil_div, floor_div};
use crate::domain::Dom;
use crate::literal::{Literal, Relation};
use crate::var::Var;

/// A set of integers as disjoint, rising ranges that do not touch.
type Set = Vec<(i32, i32)>;

/// What a node is made of.
type Key = SmallVec<[i128; 4]>;

/// The nodes of a sum with their coefficients, sorted by node, and a constant.
type Linear = (Vec<(u32, i128)>, i128);

/// What is known of a node regardless of the domains.
#[derive(Clone, Copy, Debug)]
struct Known {
    /// A bound on its magnitude.
    size: u128,
    /// Whether it is always defined.
    total: bool,
}

#[derive(Debug, Default)]
pub(super) struct Builder {
    arena: Arena,
    known: Vec<Known>,
    shared: FxHashMap<Key, u32>,
    /// The values that the tests of one variable admit.
    sets: FxHashMap<u32, (Var, Set)>,
}

impl Builder {
    /// The arena of a test.
    pub(super) fn of_test(test: &Test) -> Arena {
        let mut builder = Builder::default();
        let root = builder.test(test, false);
        builder.finish(root)
    }

    /// The arena of a number.
    pub(super) fn of_number(number: &Number) -> Arena {
        let mut builder = Builder::default();
        let root = builder.number(number);
        builder.finish(root)
    }

    /// Drops the nodes that normalisation has left without a parent.
    fn finish(self, root: u32) -> Arena {
        let old = self.arena;
        let mut used = none_of(old.nodes.len());
        used.set(root as usize, true);
        for n in (0..old.nodes.len()).rev() {
            if used[n] {
                old.for_each_child(n as u32, |child| used.set(child as usize, true));
            }
        }
        let mut new = Arena {
            children: Vec::with_capacity(old.children.len()),
            ..Arena::default()
        };
        let mut names = vec![u32::MAX; old.nodes.len()];
        for n in (0..old.nodes.len()).filter(|&n| used[n]) {
            names[n] = new.nodes.len() as u32;
            let node = new.moved(&old, old.nodes[n], &names);
            new.nodes.push(node);
        }
        new.root = names[root as usize];
        new
    }

    fn intern(&mut self, key: Key, known: Known, make: impl FnOnce(&mut Arena) -> Node) -> u32 {
        if let Some(&node) = self.shared.get(&key) {
            return node;
        }
        let node = make(&mut self.arena);
        let name = self.arena.nodes.len() as u32;
        self.arena.nodes.push(node);
        self.known.push(known);
        self.shared.insert(key, name);
        name
    }

    /// A node with children in a span; `kind` tells the operators apart.
    fn spanning(
        &mut self,
        kind: i128,
        children: &[u32],
        known: Known,
        make: impl FnOnce(Span) -> Node,
    ) -> u32 {
        let key = std::iter::once(kind).chain(children.iter().map(|&c| c.into()));
        self.intern(key.collect(), known, |arena| {
            make(pooled(&mut arena.children, children.iter().copied()))
        })
    }

    fn known(&self, node: u32) -> Known {
        self.known[node as usize]
    }

    fn constant(&mut self, number: i128) -> u32 {
        let number = number.max(-i128::MAX);
        let known = Known {
            size: number.unsigned_abs(),
            total: true,
        };
        self.intern(smallvec![0, number], known, |_| Node::Const(number))
    }

    fn as_constant(&self, node: u32) -> Option<i128> {
        match self.arena.node(node) {
            Node::Const(number) => Some(number),
            _ => None,
        }
    }

    const BOOLEAN: Known = Known {
        size: 1,
        total: true,
    };

    fn truth(&mut self, truth: bool) -> u32 {
        self.constant(truth.into())
    }

    /// The node of `test`, or of its negation.
    fn test(&mut self, test: &Test, negated: bool) -> u32 {
        match test {
            Test::Const(truth) => self.truth(*truth != negated),
            Test::In(var, values) => {
                let set = merged(values.iter().map(|&v| (v, v)).collect());
                self.unary(*var, &set, negated)
            }
            Test::Literal(literal) => self.unary(literal.var, &set_of_literal(*literal), negated),
            Test::Not(test) => self.test(test, !negated),
            Test::And(tests) => self.junction(tests, !negated, negated),
            Test::Or(tests) => self.junction(tests, negated, negated),
            Test::Iff(a, b) => {
                let (a, b) = (self.test(a, false), self.test(b, negated));
                self.iff(a, b)
            }
            Test::Compare(a, comparison, b) => {
                let (a, b) = (self.number(a), self.number(b));
                if negated && self.known(a).total && self.known(b).total {
                    match comparison {
                        Comparison::Equal => self.compare(a, Comparison::NotEqual, b),
                        Comparison::NotEqual => self.compare(a, Comparison::Equal, b),
                        Comparison::Less => self.compare(b, Comparison::AtMost, a),
                        Comparison::AtMost => self.compare(b, Comparison::Less, a),
                    }
                } else {
                    let node = self.compare(a, *comparison, b);
                    if negated { self.not(node) } else { node }
                }
            }
            Test::Member(member) => {
                let vertex = member.vertex() as u32;
                let node = self.intern(smallvec![1, vertex.into()], Self::BOOLEAN, |_| {
                    Node::Member(vertex)
                });
                if negated { self.not(node) } else { node }
            }
            Test::Group(of) => {
                let node = self.intern(smallvec![24, of.key()], Self::BOOLEAN, |arena| {
                    arena.of_group.push(of.clone());
                    Node::Group(arena.of_group.len() as u32 - 1)
                });
                if negated { self.not(node) } else { node }
            }
        }
    }

    fn not(&mut self, node: u32) -> u32 {
        if let Some((var, set)) = self.as_set(node) {
            return self.unary(var, &set, true);
        }
        match self.arena.node(node) {
            Node::Const(number) => self.truth(number == 0),
            Node::Not(child) => child,
            _ => self.intern(smallvec![2, node.into()], Self::BOOLEAN, |_| {
                Node::Not(node)
            }),
        }
    }

    fn iff(&mut self, a: u32, b: u32) -> u32 {
        let (a, b) = (a.min(b), a.max(b));
        if a == b {
            return self.truth(true);
        }
        for (one, other) in [(a, b), (b, a)] {
            match self.as_constant(one) {
                Some(1) => return other,
                Some(_) => return self.not(other),
                None => {}
            }
        }
        self.intern(smallvec![3, a.into(), b.into()], Self::BOOLEAN, |_| {
            Node::Iff(a, b)
        })
    }

    /// The node of all tests (or, without `all`, one of them), or of its negation.
    fn junction(&mut self, tests: &[Test], all: bool, negated: bool) -> u32 {
        let nodes: Vec<u32> = tests.iter().map(|test| self.test(test, negated)).collect();
        self.join(&nodes, all)
    }

    fn join(&mut self, nodes: &[u32], all: bool) -> u32 {
        let mut parts = Vec::new();
        let mut sets: Vec<(Var, Set, u32)> = Vec::new();
        let mut flat = Vec::new();
        for &node in nodes {
            match self.arena.node(node) {
                Node::And(span) if all => flat.extend_from_slice(self.arena.children(span)),
                Node::Or(span) if !all => flat.extend_from_slice(self.arena.children(span)),
                _ => flat.push(node),
            }
        }
        for node in flat {
            if let Some(truth) = self.as_constant(node) {
                if (truth == 0) == all {
                    return node;
                }
            } else if let Some((var, set)) = self.sets.get(&node) {
                sets.push((*var, set.clone(), node));
            } else {
                parts.push(node);
            }
        }
        // The tests of one variable become one. (The sort is stable, so the result is deterministic.)
        sets.sort_by_key(|set| set.0);
        let mut sets = sets.into_iter().peekable();
        while let Some((var, mut set, mut node)) = sets.next() {
            let mut is_merged = false;
            while let Some((_, other, _)) = sets.next_if(|other| other.0 == var) {
                set = if all {
                    complement(&merged([complement(&set), complement(&other)].concat()))
                } else {
                    merged([set, other].concat())
                };
                is_merged = true;
            }
            if is_merged {
                node = self.unary(var, &set, false);
            }
            match self.as_constant(node) {
                Some(truth) if (truth == 0) == all => return node,
                Some(_) => {}
                None => parts.push(node),
            }
        }
        parts.sort_unstable();
        parts.dedup();
        match parts[..] {
            [] => self.truth(all),
            [node] => node,
            _ if all => self.spanning(4, &parts, Self::BOOLEAN, Node::And),
            _ => self.spanning(5, &parts, Self::BOOLEAN, Node::Or),
        }
    }

    /// The node that `var` takes a value in `set`, or, `negated`, none.
    fn unary(&mut self, var: Var, set: &[(i32, i32)], negated: bool) -> u32 {
        let complemented;
        let set = if negated {
            complemented = complement(set);
            &complemented
        } else {
            set
        };
        // A narrow variable has no values outside its word, but using that here would treat it differently from the
        // same variable as a wide one.
        match set {
            [] => return self.truth(false),
            [(i32::MIN, i32::MAX)] => return self.truth(true),
            _ => {}
        }
        let ends = set
            .iter()
            .flat_map(|&(low, high)| [low.into(), high.into()]);
        let key = [6, var.index() as i128].into_iter().chain(ends).collect();
        let node = self.intern(key, Self::BOOLEAN, |arena| {
            if var.is_wide() {
                Node::Ranges(var, pooled(&mut arena.ranges, set.iter().copied()))
            } else {
                let words = set.iter().map(|&(low, high)| Dom::range(low..=high).bits());
                Node::Mask(var, words.fold(0, |mask, word| mask | word))
            }
        });
        let own = || (var, set.to_vec());
        self.sets.entry(node).or_insert_with(own);
        node
    }

    /// The values for which the node is true, if it tests one variable.
    fn as_set(&self, node: u32) -> Option<(Var, Set)> {
        self.sets.get(&node).cloned()
    }

    fn compare(&mut self, a: u32, comparison: Comparison, b: u32) -> u32 {
        if let (Some(a), Some(b)) = (self.as_constant(a), self.as_constant(b)) {
            return self.truth(comparison.holds(a, b));
        }
        let (left, right) = (self.known(a), self.known(b));
        if left.size.saturating_add(right.size) > LARGEST as u128 {
            return self.compare_as_is(a, comparison, b);
        }
        // If nothing overflows, the right side may be moved to the left.
        let (mut terms, left) = self.linear(a);
        let (others, right) = self.linear(b);
        let apart = terms.len() + others.len();
        terms.extend(others.iter().map(|&(node, c)| (node, -c)));
        let terms = self.collected(terms);
        let k = right - left;
        match terms[..] {
            [] => self.truth(comparison.holds(0, k)),
            [(node, c)] if c != 0 => self.compare_one(node, c, comparison, k),
            [(x, c), (y, d)]
                if c.abs() == 1
                    && c == -d
                    && matches!(comparison, Comparison::Equal | Comparison::NotEqual)
                    && self.as_value(x).is_some()
                    && self.as_value(y).is_some() =>
            {
                let (Some((x, low, high)), Some((y, least, most))) =
                    (self.as_value(x), self.as_value(y))
                else {
                    return self.compare_as_is(a, comparison, b);
                };
                let mut equal = self.equal(x, y, k * c);
                if comparison == Comparison::NotEqual {
                    equal = self.not(equal);
                }
                let defined = [
                    self.unary(x, &[(low, high)], false),
                    self.unary(y, &[(least, most)], false),
                ];
                self.join(&[equal, defined[0], defined[1]], true)
            }
            _ if terms.len() < apart || others.is_empty() => {
                let sum = self.sum(terms, 0);
                let k = self.constant(k);
                self.compare_as_is(sum, comparison, k)
            }
            _ => self.compare_as_is(a, comparison, b),
        }
    }

    fn compare_as_is(&mut self, a: u32, comparison: Comparison, b: u32) -> u32 {
        let symmetric = matches!(comparison, Comparison::Equal | Comparison::NotEqual);
        let (a, b) = if symmetric && a > b { (b, a) } else { (a, b) };
        // a ≠ b is the negation of a = b, so that both share a node.
        let total = self.known(a).total && self.known(b).total;
        if symmetric && self.arena.node(a).is_boolean() && self.arena.node(b).is_boolean() {
            let node = self.iff(a, b);
            return if comparison == Comparison::Equal {
                node
            } else {
                self.not(node)
            };
        }
        if comparison == Comparison::NotEqual && total {
            let node = self.compare_as_is(a, Comparison::Equal, b);
            return self.not(node);
        }
        let key = smallvec![7, comparison as i128, a.into(), b.into()];
        self.intern(key, Self::BOOLEAN, |_| Node::Compare(a, comparison, b))
    }

    /// The node of `c · node` compared with `k`.
    fn compare_one(&mut self, node: u32, c: i128, comparison: Comparison, k: i128) -> u32 {
        // The integers that it may be, as a range; for ≠, those that it may not be.
        let differs = comparison == Comparison::NotEqual;
        let (low, high) = match comparison {
            Comparison::Equal | Comparison::NotEqual if k % c == 0 => (k / c, k / c),
            Comparison::Equal => return self.truth(false),
            Comparison::NotEqual => (1, 0),
            Comparison::Less | Comparison::AtMost => {
                let k = k - i128::from(comparison == Comparison::Less);
                if c > 0 {
                    (-i128::MAX, floor_div(k, c))
                } else {
                    (ceil_div(k, c), i128::MAX)
                }
            }
        };
        if let Some((var, first, last)) = self.as_value(node) {
            let (first, last) = (i128::from(first), i128::from(last));
            let ranges = if differs {
                [(first, last.min(low - 1)), (first.max(high + 1), last)]
            } else {
                [(first.max(low), last.min(high)), (1, 0)]
            };
            let ranges = ranges.into_iter().filter(|(from, to)| from <= to);
            // They lie within the bounds of the variable's values.
            let set = merged(ranges.map(|(from, to)| (from as i32, to as i32)).collect());
            return self.unary(var, &set, false);
        }
        let admitted = |number: i128| (low..=high).contains(&number) != differs;
        match self.arena.node(node) {
            Node::Element(var, span) => {
                let entries = self.arena.entries(span).iter();
                let values = entries.filter(|entry| admitted(entry.1));
                let set = merged(values.map(|entry| (entry.0, entry.0)).collect());
                self.unary(var, &set, false)
            }
            other if other.is_boolean() => match (admitted(0), admitted(1)) {
                (false, false) => self.truth(false),
                (true, true) => self.truth(true),
                (false, true) => node,
                (true, false) => self.not(node),
            },
            // Then it need only be defined.
            _ if low > high && self.known(node).total => self.truth(true),
            _ if low > high => self.compare_as_is(node, Comparison::Equal, node),
            _ if low == high => {
                let value = self.constant(low);
                self.compare_as_is(node, comparison, value)
            }
            _ if high == i128::MAX => {
                let low = self.constant(low);
                self.compare_as_is(low, Comparison::AtMost, node)
            }
            _ => {
                let high = self.constant(high);
                self.compare_as_is(node, Comparison::AtMost, high)
            }
        }
    }

    /// The variable whose value a node is, and the bounds within which it is defined.
    fn as_value(&self, node: u32) -> Option<(Var, i32, i32)> {
        match self.arena.node(node) {
            Node::Var(var) => Some((var, i32::MIN, i32::MAX)),
            Node::Within(var, low, high) => Some((var, low, high)),
            _ => None,
        }
    }

    /// `x = y + offset`
    fn equal(&mut self, x: Var, y: Var, offset: i128) -> u32 {
        let (x, y, offset) = if x > y {
            (y, x, -offset)
        } else {
            (x, y, offset)
        };
        if x == y {
            return self.truth(offset == 0);
        }
        // No two values of variables are farther apart.
        if offset.abs() > 1 << 32 {
            return self.truth(false);
        }
        let key = smallvec![8, x.index() as i128, y.index() as i128, offset];
        self.intern(key, Self::BOOLEAN, |_| Node::Equal(x, y, offset as i64))
    }
}

fn set_of_literal(literal: Literal) -> Set {
    let value = literal.value;
    match literal.relation {
        Relation::Is => vec![(value, value)],
        Relation::IsNot => complement(&[(value, value)]),
        Relation::AtMost => vec![(i32::MIN, value)],
        Relation::AtLeast => vec![(value, i32::MAX)],
    }
}

/// The union of ranges in any order.
fn merged(mut ranges: Set) -> Set {
    ranges.sort_unstable();
    ranges.dedup_by(|later, earlier| {
        let touch = i64::from(later.0) <= i64::from(earlier.1) + 1;
        if touch {
            earlier.1 = earlier.1.max(later.1);
        }
        touch
    });
    ranges
}

fn complement(set: &[(i32, i32)]) -> Set {
    let mut others = Set::new();
    let mut next = Some(i32::MIN);
    for &(low, high) in set {
        if let Some(from) = next
            && from < low
        {
            others.push((from, low - 1));
        }
        next = high.checked_add(1);
    }
    others.extend(next.map(|from| (from, i32::MAX)));
    others
}
