//! The upward pass: from the domains of the variables to the slot of each node.

mod members;

pub(super) use members::pairs;
use members::{common_divisor, distinct, extreme, first};

use super::arena::{Arena, Node, Span};
use super::domains::{Domains, Stored};
use super::expression::Comparison;
use super::interval::{Slot, divided, power, times};
use super::marks::Marks;
use super::readers::Readers;
use crate::domain::Domain;
use crate::event::Events;
use crate::var::Var;

/// What is known of the current group.
#[derive(Clone, Copy, Debug)]
pub(super) enum Group<'a> {
    /// There is no group.
    None,
    /// Nothing is known about it.
    Open,
    /// By vertex: whether it certainly or possibly belongs to it.
    Known {
        certain: &'a [bool],
        possible: &'a [bool],
    },
}

/// Whether a vertex belongs to the current group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
enum Membership {
    Out,
    Open,
    In,
}

impl Group<'_> {
    #[inline]
    fn membership(self, vertex: u32) -> Membership {
        let of = |set: &[bool]| set.get(vertex as usize).copied().unwrap_or(false);
        match self {
            Group::Open => Membership::Open,
            Group::Known { certain, .. } if of(certain) => Membership::In,
            Group::Known { possible, .. } if of(possible) => Membership::Open,
            Group::None | Group::Known { .. } => Membership::Out,
        }
    }
}

/// Nodes up to which all are computed again rather than looking for those that changed. Tests also take the other way.
const FEW: usize = if cfg!(test) { 4 } else { 12 };

/// The slots of an expression, and what they were computed from.
///
/// The next pass computes only what depends on a domain or a membership that differs from then, whatever happened in
/// between: nothing has to be undone on backtracking. On puzzles that live on formulas this takes half of the time.
#[derive(Clone, Debug)]
pub(super) struct Evaluation {
    slots: Vec<Slot>,
    /// Scratch for counting different numbers.
    ends: Vec<(i128, i128)>,
    /// Whether there was a pass that the next one can start from.
    valid: bool,
    /// What the latest pass has seen of each variable: the words of its domain, or the bounds where these decide.
    seen: Vec<u64>,
    /// What it has seen of each test of membership.
    seen_members: Vec<Membership>,
    /// The nodes to compute again.
    stale: Marks,
    /// The nodes that the downward pass has narrowed and not yet visited.
    narrowed: Marks,
    /// What was in the slots before that pass narrowed them.
    before: Vec<(u32, Slot)>,
}

impl Evaluation {
    pub(super) fn for_arena(arena: &Arena) -> Evaluation {
        let nodes = arena.nodes.len();
        Evaluation {
            slots: vec![Slot::NOTHING; nodes],
            ends: Vec::with_capacity(arena.most_members()),
            valid: false,
            seen: Vec::new(),
            seen_members: Vec::new(),
            stale: Marks::none_of(nodes),
            narrowed: Marks::none_of(nodes),
            before: Vec::new(),
        }
    }

    #[inline]
    pub(super) fn of(&self, node: u32) -> Slot {
        self.slots[node as usize]
    }

    /// Narrows the slot of a node to `low..=high` and defined values, until the next upward pass.
    #[inline]
    pub(super) fn narrow(&mut self, node: u32, low: i128, high: i128) -> Slot {
        let slot = &mut self.slots[node as usize];
        if self.valid && !slot.narrowed {
            self.before.push((node, *slot));
        }
        slot.low = slot.low.max(low);
        slot.high = slot.high.min(high);
        slot.undefined = false;
        slot.narrowed = true;
        self.narrowed.mark(node);
        *slot
    }

    /// The last node up to `to` that was narrowed and not returned yet.
    #[inline]
    pub(super) fn take_narrowed(&mut self, to: u32) -> Option<u32> {
        self.narrowed.take_to(to)
    }

    /// Fills in all slots and gives that of the root, for domains that are not kept. O(size of the expression), plus
    /// the domains for sets and tables.
    pub(super) fn once<D: Domains>(
        &mut self,
        arena: &Arena,
        domains: &D,
        group: Group<'_>,
    ) -> Slot {
        for n in 0..arena.nodes.len() {
            self.slots[n] = slot(
                arena,
                &self.slots,
                &mut self.ends,
                arena.nodes[n],
                domains,
                group,
            );
        }
        self.slots[arena.root as usize]
    }

    /// The same, by computing again what can have changed since the last time. O(variables + nodes to compute).
    pub(super) fn update<D: Stored>(
        &mut self,
        arena: &Arena,
        readers: &Readers,
        domains: &D,
        group: Group<'_>,
    ) -> Slot {
        // After a conflict some narrowed nodes were not visited.
        self.narrowed.clear();
        if arena.nodes.len() <= FEW {
            return self.once(arena, domains, group);
        }
        self.restore();
        if !self.valid {
            self.valid = true;
            // Room for all that will ever be needed, so that a search does not allocate.
            self.before.reserve_exact(arena.nodes.len());
            self.seen.clear();
            for (i, input) in readers.inputs().iter().enumerate() {
                let domain = domains.domain_at(i, input.var);
                match ends(input.var, input.events, domain) {
                    Some(ends) => self.seen.extend(ends),
                    None => self.seen.extend_from_slice(domain.words()),
                }
            }
            let members = readers.members.iter();
            let members = members.map(|&(_, vertex)| group.membership(vertex));
            self.seen_members.extend(members);
            return self.once(arena, domains, group);
        }
        self.mark_changes(readers, domains, group);
        let mut next = 0;
        while let Some(n) = self.stale.take_from(next) {
            let node = arena.nodes[n as usize];
            let slot = slot(arena, &self.slots, &mut self.ends, node, domains, group);
            let old = &mut self.slots[n as usize];
            if *old != slot {
                *old = slot;
                for &parent in readers.parents(n) {
                    self.stale.mark(parent);
                }
            }
            next = n + 1;
        }
        self.slots[arena.root as usize]
    }

    /// Marks the nodes that read what differs from the last time, and remembers what it is now.
    fn mark_changes<D: Stored>(&mut self, readers: &Readers, domains: &D, group: Group<'_>) {
        let mut at = 0;
        for (i, input) in readers.inputs().iter().enumerate() {
            let domain = domains.domain_at(i, input.var);
            let ends = ends(input.var, input.events, domain);
            let now = ends.as_ref().map_or(domain.words(), |ends| &ends[..]);
            let seen = &mut self.seen[at..at + now.len()];
            at += now.len();
            if seen != now {
                seen.copy_from_slice(now);
                for &node in readers.of_input(i) {
                    self.stale.mark(node);
                }
            }
        }
        for (seen, &(node, vertex)) in self.seen_members.iter_mut().zip(&readers.members) {
            let now = group.membership(vertex);
            if *seen != now {
                *seen = now;
                self.stale.mark(node);
            }
        }
        // What these have seen of the group is not remembered.
        for &node in &readers.of_group {
            self.stale.mark(node);
        }
    }

    /// Undoes the downward pass.
    fn restore(&mut self) {
        for (node, slot) in self.before.drain(..) {
            self.slots[node as usize] = slot;
        }
    }
}

/// The bounds of a wide variable if they decide the value of all that reads it.
#[inline]
fn ends(var: Var, events: Events, domain: Domain<'_>) -> Option<[u64; 2]> {
    (var.is_wide() && events == Events::BOUNDS).then(|| {
        // An empty domain has no bounds; it fails as soon as it arises.
        [domain.min(), domain.max()].map(|end| end.map_or(u64::MAX, |end| end as u64))
    })
}

pub(super) fn slot<D: Domains>(
    arena: &Arena,
    slots: &[Slot],
    ends: &mut Vec<(i128, i128)>,
    node: Node,
    domains: &D,
    group: Group<'_>,
) -> Slot {
    let of = |node: u32| slots[node as usize];
    match node {
        Node::Const(number) => Slot::point(number),
        Node::Mask(var, mask) => {
            let word = domains.word(var);
            Slot::new((word & !mask == 0).into(), (word & mask != 0).into(), false)
        }
        Node::Ranges(var, span) => ranges(arena.ranges(span), var, domains),
        Node::Equal(x, y, offset) => Slot::truth(equal(x, y, offset, domains)),
        Node::Member(vertex) => Slot::truth(match group.membership(vertex) {
            Membership::Out => Some(false),
            Membership::Open => None,
            Membership::In => Some(true),
        }),
        Node::Group(test) => Slot::truth(match group {
            Group::Known { certain, possible } => {
                arena.of_group[test as usize].status(certain, possible)
            }
            Group::None | Group::Open => None,
        }),
        Node::Not(a) => Slot::new(1 - of(a).high, 1 - of(a).low, false),
        Node::And(span) => {
            let (mut low, mut high) = (1, 1);
            for &child in arena.children(span) {
                low &= of(child).low;
                high &= of(child).high;
            }
            Slot::new(low, high, false)
        }
        Node::Or(span) => {
            let (mut low, mut high) = (0, 0);
            for &child in arena.children(span) {
                low |= of(child).low;
                high |= of(child).high;
            }
            Slot::new(low, high, false)
        }
        Node::Iff(a, b) => Slot::truth(match (of(a).value(), of(b).value()) {
            (Some(a), Some(b)) => Some(a == b),
            _ => None,
        }),
        Node::Compare(a, comparison, b) => Slot::truth(compare(of(a), comparison, of(b))),
        Node::Var(var) => {
            let (low, high) = domains.bounds(var);
            Slot::new(low.into(), high.into(), false)
        }
        Node::Within(var, low, high) => within(var, low, high, domains),
        Node::Element(var, span) => element(arena.entries(span), var, domains),
        Node::Sum(span, coefficients) => sum(arena, slots, span, coefficients),
        Node::Product(a, b) => product(of(a), of(b)),
        Node::Quotient(a, b) => quotient(of(a), of(b)),
        Node::Remainder(a, b) => remainder(of(a), of(b)),
        Node::Power(a, exponent) => powered(of(a), exponent),
        Node::Absolute(a) => {
            let a = of(a);
            if a.is_nothing() {
                return a;
            }
            Slot::new(a.least(), a.most(), a.undefined)
        }
        Node::Choose(test, a, b) => match of(test).value() {
            Some(1) => of(a),
            Some(_) => of(b),
            None => hull(of(a), of(b)),
        },
        Node::Least(span) => extreme(arena.children(span), slots, |slot| slot),
        Node::Greatest(span) => extreme(arena.children(span), slots, Slot::mirrored).mirrored(),
        Node::Gcd(span) => common_divisor(arena.children(span), slots),
        Node::First(span) => first(arena.children(span), slots),
        Node::Distinct(span) => distinct(arena.children(span), slots, ends),
    }
}

impl Slot {
    /// The values with opposite sign.
    pub(super) fn mirrored(self) -> Slot {
        if self.is_nothing() {
            return Slot::NOTHING;
        }
        Slot::new(-self.high, -self.low, self.undefined)
    }
}

/// The least slot that contains both.
fn hull(a: Slot, b: Slot) -> Slot {
    let undefined = a.undefined || b.undefined;
    if a.is_nothing() {
        Slot { undefined, ..b }
    } else if b.is_nothing() {
        Slot { undefined, ..a }
    } else {
        Slot::new(a.low.min(b.low), a.high.max(b.high), undefined)
    }
}

fn ranges<D: Domains>(ranges: &[(i32, i32)], var: Var, domains: &D) -> Slot {
    let (min, max) = domains.bounds(var);
    let inside = ranges
        .iter()
        .any(|&(low, high)| low <= max && min <= high && domains.meets(var, low, high));
    // The gaps between, before and after the ranges.
    let mut outside = false;
    let mut next = Some(i32::MIN);
    for &(low, high) in ranges {
        outside |= next.is_some_and(|from| from < low && domains.meets(var, from, low - 1));
        next = high.checked_add(1);
    }
    outside |= next.is_some_and(|from| domains.meets(var, from, i32::MAX));
    Slot::new((!outside).into(), inside.into(), false)
}

fn equal<D: Domains>(x: Var, y: Var, offset: i64, domains: &D) -> Option<bool> {
    let (low, high) = domains.bounds(x);
    let (other_low, other_high) = domains.bounds(y);
    if low == high && other_low == other_high {
        Some(i64::from(low) == i64::from(other_low) + offset)
    } else if domains.can_be_equal(x, y, offset) {
        None
    } else {
        Some(false)
    }
}

fn within<D: Domains>(var: Var, low: i32, high: i32, domains: &D) -> Slot {
    let (min, max) = domains.bounds(var);
    let undefined = min < low || high < max;
    domains
        .bounds_within(var, low, high)
        .map_or(Slot::NOTHING, |(least, greatest)| {
            Slot::new(least.into(), greatest.into(), undefined)
        })
}

fn element<D: Domains>(entries: &[(i32, i128)], var: Var, domains: &D) -> Slot {
    let (mut low, mut high) = (i128::MAX, -i128::MAX);
    let mut found = 0;
    for &(value, number) in entries {
        if domains.contains(var, value) {
            low = low.min(number);
            high = high.max(number);
            found += 1;
        }
    }
    let undefined = found < domains.size(var);
    if found == 0 {
        Slot::NOTHING
    } else {
        Slot::new(low, high, undefined)
    }
}

pub(super) fn compare(a: Slot, comparison: Comparison, b: Slot) -> Option<bool> {
    if a.is_nothing() || b.is_nothing() {
        return Some(false);
    }
    let (always, never) = match comparison {
        Comparison::Equal | Comparison::NotEqual => {
            let same = a.low == a.high && b.low == b.high && a.low == b.low;
            let apart = !a.meets(b);
            if comparison == Comparison::Equal {
                (same, apart)
            } else {
                (apart, same)
            }
        }
        Comparison::Less => (a.high < b.low, a.low >= b.high),
        Comparison::AtMost => (a.high <= b.low, a.low > b.high),
    };
    if never {
        Some(false)
    } else if always && !a.undefined && !b.undefined {
        Some(true)
    } else {
        None
    }
}

/// One term of a sum.
pub(super) fn scaled(c: i128, slot: Slot) -> Slot {
    if slot.is_nothing() {
        return Slot::NOTHING;
    }
    let (a, b) = if c == 1 {
        (slot.low, slot.high)
    } else {
        (times(c, slot.low), times(c, slot.high))
    };
    Slot::limited(a.min(b), a.max(b), slot.undefined)
}

fn sum(arena: &Arena, slots: &[Slot], span: Span, coefficients: u32) -> Slot {
    let coefficients = &arena.coefficients[coefficients as usize..];
    let (mut low, mut high, mut undefined) = (0i128, 0i128, false);
    for (&child, &c) in arena.children(span).iter().zip(coefficients) {
        let term = scaled(c, slots[child as usize]);
        if term.is_nothing() {
            return Slot::NOTHING;
        }
        low = low.saturating_add(term.low);
        high = high.saturating_add(term.high);
        undefined |= term.undefined;
    }
    Slot::limited(low, high, undefined)
}

/// Bounds of what `f` gives at the four corners.
pub(super) fn corners(
    a: (i128, i128),
    b: (i128, i128),
    f: impl Fn(i128, i128) -> i128,
) -> (i128, i128) {
    let [p, q, r, s] = [f(a.0, b.0), f(a.0, b.1), f(a.1, b.0), f(a.1, b.1)];
    (p.min(q).min(r.min(s)), p.max(q).max(r.max(s)))
}

fn product(a: Slot, b: Slot) -> Slot {
    if a.is_nothing() || b.is_nothing() {
        return Slot::NOTHING;
    }
    let (low, high) = corners((a.low, a.high), (b.low, b.high), times);
    Slot::limited(low, high, a.undefined || b.undefined)
}

/// The parts of a divisor's range below and above 0, each perhaps empty.
pub(super) fn parts(b: Slot) -> [(i128, i128); 2] {
    [(b.low, b.high.min(-1)), (b.low.max(1), b.high)]
}

fn quotient(a: Slot, b: Slot) -> Slot {
    if a.is_nothing() || b.is_nothing() {
        return Slot::NOTHING;
    }
    let (mut low, mut high) = (i128::MAX, -i128::MAX);
    for (from, to) in parts(b) {
        if from <= to {
            // On either side of 0 the quotient is monotone in both arguments.
            let (l, h) = corners((a.low, a.high), (from, to), |a, b| divided(a, b).0);
            low = low.min(l);
            high = high.max(h);
        }
    }
    Slot::limited(low, high, a.undefined || b.undefined || b.contains(0))
}

fn remainder(a: Slot, b: Slot) -> Slot {
    if a.is_nothing() || b.is_nothing() || b.most() == 0 {
        return Slot::NOTHING;
    }
    let undefined = a.undefined || b.undefined || b.contains(0);
    let (least, most) = (b.least().max(1), b.most());
    if a.low >= 0 && a.high < least {
        return Slot::limited(a.low, a.high, undefined);
    }
    if b.low == b.high && a.low.div_euclid(most) == a.high.div_euclid(most) {
        let (low, high) = (a.low.rem_euclid(most), a.high.rem_euclid(most));
        return Slot::limited(low, high, undefined);
    }
    let high = if a.low >= 0 {
        a.high.min(most - 1)
    } else {
        most - 1
    };
    Slot::limited(0, high, undefined)
}

fn powered(a: Slot, exponent: u32) -> Slot {
    if a.is_nothing() {
        return a;
    }
    let (low, high) = if exponent % 2 == 1 {
        (a.low, a.high)
    } else if exponent == 0 {
        (1, 1)
    } else {
        (a.least(), a.most())
    };
    Slot::limited(power(low, exponent), power(high, exponent), a.undefined)
}
