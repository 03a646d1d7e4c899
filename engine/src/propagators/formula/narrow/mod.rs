//! The downward pass: from what the root must be to what each node and finally each variable must be (HC4-revise).
//!
//! A node is visited only if its parents have narrowed it: an operator whose result may be all that its operands can
//! give demands nothing of them.

use super::arena::{Arena, Node, Span};
use super::domains::Narrow;
use super::evaluate::{Evaluation, Group, compare, corners, parts, scaled};
use super::expression::Comparison;
use super::interval::{LARGEST, Slot, ceil_div, floor_div, root, root_above, times};
use super::readers::Readers;
use crate::propagator::{Conflict, Status};
use crate::var::Var;

/// Narrows the domains until nothing changes, at most `rounds` times, given that the root is true.
pub(super) fn revise<D: Narrow>(
    arena: &Arena,
    readers: &Readers,
    evaluation: &mut Evaluation,
    domains: &mut D,
    group: Group<'_>,
    rounds: usize,
) -> Result<Status, Conflict> {
    for _ in 0..rounds {
        let root = evaluation.update(arena, readers, domains, group);
        if root.is_true() {
            return Ok(Status::Entailed);
        }
        if root.is_false() {
            return Err(Conflict);
        }
        let mut descent = Descent {
            arena,
            evaluation,
            domains,
            changed: false,
        };
        descent.run()?;
        if !descent.changed {
            return Ok(Status::Fixpoint);
        }
    }
    Ok(Status::Active)
}

/// One downward pass.
struct Descent<'a, D> {
    arena: &'a Arena,
    evaluation: &'a mut Evaluation,
    domains: &'a mut D,
    /// Whether a domain was narrowed.
    changed: bool,
}

impl<D: Narrow> Descent<'_, D> {
    fn run(&mut self) -> Result<(), Conflict> {
        self.require(self.arena.root, true)?;
        // A visit narrows only nodes below the visited one.
        let mut last = self.arena.root;
        while let Some(node) = self.evaluation.take_narrowed(last) {
            self.visit(node)?;
            last = node;
        }
        Ok(())
    }

    #[inline]
    fn of(&self, node: u32) -> Slot {
        self.evaluation.of(node)
    }

    /// Makes a node defined and brings it within `low..=high`.
    fn demand(&mut self, node: u32, low: i128, high: i128) -> Result<(), Conflict> {
        let slot = self.of(node);
        if slot.low >= low && slot.high <= high && !slot.undefined {
            return if slot.is_nothing() {
                Err(Conflict)
            } else {
                Ok(())
            };
        }
        if self.evaluation.narrow(node, low, high).is_nothing() {
            return Err(Conflict);
        }
        Ok(())
    }

    fn defined(&mut self, node: u32) -> Result<(), Conflict> {
        self.demand(node, i128::MIN, i128::MAX)
    }

    /// Gives a boolean node this truth value.
    fn require(&mut self, node: u32, truth: bool) -> Result<(), Conflict> {
        let truth = truth.into();
        self.demand(node, truth, truth)
    }

    /// Makes a node defined and brings its magnitude within `low..=high`.
    fn demand_magnitude(&mut self, node: u32, low: i128, high: i128) -> Result<(), Conflict> {
        let slot = self.of(node);
        let (mut from, mut to) = (slot.low.max(-high), slot.high.min(high));
        if -low < from && from < low {
            from = low;
        }
        if -low < to && to < low {
            to = -low;
        }
        self.demand(node, from, to)
    }

    /// Makes a node defined and different from `number`.
    fn exclude(&mut self, mut node: u32, mut number: i128) -> Result<(), Conflict> {
        loop {
            self.defined(node)?;
            let slot = self.of(node);
            if !slot.contains(number) {
                return Ok(());
            }
            let low = slot.low + i128::from(slot.low == number);
            let high = slot.high - i128::from(slot.high == number);
            self.demand(node, low, high)?;
            match self.arena.node(node) {
                Node::Var(var) | Node::Within(var, ..) => {
                    // A number in the slot is a value of the variable.
                    self.changed |= self.domains.remove(var, number as i32)?;
                    return Ok(());
                }
                Node::Element(var, span) => {
                    let entries = self.arena.entries(span);
                    self.changed |= self.domains.keep_if(var, |value| {
                        entry(entries, value).is_some_and(|n| n != number)
                    })?;
                    return Ok(());
                }
                Node::Choose(test, a, b) => match self.of(test).value() {
                    Some(1) => node = a,
                    Some(_) => node = b,
                    None => return Ok(()),
                },
                // If a single term is open, the others determine what it must not be.
                Node::Sum(span, coefficients) => {
                    let coefficients = &self.arena.coefficients[coefficients as usize..];
                    let children = self.arena.children(span);
                    let mut open = None;
                    for (&child, &c) in children.iter().zip(coefficients) {
                        let slot = self.of(child);
                        if slot.low != slot.high {
                            if open.replace((child, c)).is_some() {
                                return Ok(());
                            }
                        } else {
                            number -= scaled(c, slot).low;
                        }
                    }
                    match open {
                        Some((child, c)) if c != 0 && number % c == 0 => {
                            node = child;
                            number /= c;
                        }
                        _ => return Ok(()),
                    }
                }
                _ => return Ok(()),
            }
        }
    }

    fn visit(&mut self, node: u32) -> Result<(), Conflict> {
        let arena = self.arena;
        let slot = self.of(node);
        // Nothing follows for the operands of a node that may still be undefined.
        debug_assert!(!slot.undefined, "narrowing a node makes it defined");
        match arena.node(node) {
            Node::Const(_) | Node::Member(_) | Node::Group(_) => {}
            Node::Mask(var, mask) => {
                let mask = if slot.is_true() { mask } else { !mask };
                self.changed |= self.domains.mask(var, mask)?;
            }
            Node::Ranges(var, span) => self.ranges(var, span, slot.is_true())?,
            Node::Equal(x, y, offset) => self.equal(x, y, offset, slot.is_true())?,
            Node::Not(a) => self.require(a, slot.is_false())?,
            Node::And(span) => self.junction(span, true, slot.is_true())?,
            Node::Or(span) => self.junction(span, false, slot.is_true())?,
            Node::Iff(a, b) => {
                for (a, b) in [(a, b), (b, a)] {
                    if let Some(truth) = self.of(a).value() {
                        self.require(b, (truth == 1) == slot.is_true())?;
                    }
                }
            }
            Node::Compare(a, comparison, b) => self.compare(a, comparison, b, slot.is_true())?,
            Node::Var(var) | Node::Within(var, ..) => {
                // Both bounds lie between values of the variable.
                self.changed |= self
                    .domains
                    .within(var, slot.low as i32, slot.high as i32)?;
            }
            Node::Element(var, span) => {
                let entries = arena.entries(span);
                self.changed |= self.domains.keep_if(var, |value| {
                    entry(entries, value).is_some_and(|number| slot.contains(number))
                })?;
            }
            Node::Sum(span, coefficients) => self.sum(slot, span, coefficients)?,
            Node::Product(a, b) => {
                self.defined(a)?;
                self.defined(b)?;
                self.factor(slot, a, b)?;
                self.factor(slot, b, a)?;
            }
            Node::Quotient(a, b) => self.quotient(slot, a, b)?,
            Node::Remainder(a, b) => self.remainder(slot, a, b)?,
            Node::Power(a, exponent) => self.power(slot, a, exponent)?,
            Node::Absolute(a) => self.demand_magnitude(a, slot.low, slot.high)?,
            Node::Choose(test, a, b) => {
                for (truth, number) in [(true, a), (false, b)] {
                    if !self.of(number).meets(slot) {
                        self.require(test, !truth)?;
                    }
                }
                match self.of(test).value() {
                    Some(1) => self.demand(a, slot.low, slot.high)?,
                    Some(_) => self.demand(b, slot.low, slot.high)?,
                    None => {}
                }
            }
            Node::Least(span) => self.least(slot, span)?,
            Node::Greatest(span) => self.greatest(slot, span)?,
            Node::Gcd(span) => self.common_divisor(slot, span)?,
            Node::First(span) => self.first(slot, span)?,
            Node::Distinct(span) => self.distinct(slot, span)?,
        }
        Ok(())
    }

    fn ranges(&mut self, var: Var, span: Span, inside: bool) -> Result<(), Conflict> {
        let ranges = self.arena.ranges(span);
        self.changed |= match (ranges, inside) {
            (&[(low, high)], true) => self.domains.within(var, low, high)?,
            (&[(i32::MIN, high)], false) => self.domains.within(var, high + 1, i32::MAX)?,
            (&[(low, i32::MAX)], false) => self.domains.within(var, i32::MIN, low - 1)?,
            (&[(low, high)], false) if low == high => self.domains.remove(var, low)?,
            _ => self.domains.keep_if(var, |value| {
                let after = ranges.partition_point(|range| range.0 <= value);
                let within = after > 0 && value <= ranges[after - 1].1;
                within == inside
            })?,
        };
        Ok(())
    }

    fn equal(&mut self, x: Var, y: Var, offset: i64, truth: bool) -> Result<(), Conflict> {
        if truth {
            self.changed |= self.domains.equate(x, y, offset)?;
            return Ok(());
        }
        for (x, y, offset) in [(x, y, offset), (y, x, -offset)] {
            let (low, high) = self.domains.bounds(x);
            if low == high
                && let Ok(value) = i32::try_from(i64::from(low) - offset)
            {
                self.changed |= self.domains.remove(y, value)?;
            }
        }
        Ok(())
    }

    /// Narrows the operands of a conjunction (`all`), or of a disjunction, that has this truth value.
    fn junction(&mut self, span: Span, all: bool, truth: bool) -> Result<(), Conflict> {
        let children = self.arena.children(span);
        if all == truth {
            for &child in children {
                self.require(child, truth)?;
            }
            return Ok(());
        }
        // At least one must have this truth value; it is forced when it is the only one that can.
        let mut only = None;
        for &child in children {
            match self.of(child).value() {
                Some(number) if (number == 1) == truth => return Ok(()),
                Some(_) => {}
                None if only.is_some() => return Ok(()),
                None => only = Some(child),
            }
        }
        match only {
            Some(child) => self.require(child, truth),
            None => Err(Conflict),
        }
    }

    fn compare(
        &mut self,
        a: u32,
        comparison: Comparison,
        b: u32,
        truth: bool,
    ) -> Result<(), Conflict> {
        if truth {
            self.defined(a)?;
            self.defined(b)?;
        } else if self.of(a).undefined || self.of(b).undefined {
            return Ok(());
        }
        // Both are defined here, so the negation of a comparison is the opposite comparison.
        let (a, comparison, b) = match (comparison, truth) {
            (_, true) => (a, comparison, b),
            (Comparison::Equal, _) => (a, Comparison::NotEqual, b),
            (Comparison::NotEqual, _) => (a, Comparison::Equal, b),
            (Comparison::Less, _) => (b, Comparison::AtMost, a),
            (Comparison::AtMost, _) => (b, Comparison::Less, a),
        };
        let (left, right) = (self.of(a), self.of(b));
        if compare(left, comparison, right) == Some(false) {
            return Err(Conflict);
        }
        match comparison {
            Comparison::Equal => {
                self.demand(a, right.low, right.high)?;
                self.demand(b, left.low, left.high)
            }
            Comparison::NotEqual => {
                if left.low == left.high {
                    self.exclude(b, left.low)?;
                }
                if right.low == right.high {
                    self.exclude(a, right.low)?;
                }
                Ok(())
            }
            Comparison::Less => {
                self.demand(a, i128::MIN, right.high - 1)?;
                self.demand(b, left.low + 1, i128::MAX)
            }
            Comparison::AtMost => {
                self.demand(a, i128::MIN, right.high)?;
                self.demand(b, left.low, i128::MAX)
            }
        }
    }

    fn sum(&mut self, slot: Slot, span: Span, coefficients: u32) -> Result<(), Conflict> {
        let arena = self.arena;
        let children = arena.children(span);
        let coefficients = &arena.coefficients[coefficients as usize..];
        let (mut low, mut high) = (0i128, 0i128);
        for (&child, &c) in children.iter().zip(coefficients) {
            self.defined(child)?;
            let term = scaled(c, self.of(child));
            if term.is_nothing() {
                return Err(Conflict);
            }
            low = low.saturating_add(term.low);
            high = high.saturating_add(term.high);
        }
        for (&child, &c) in children.iter().zip(coefficients) {
            if c == 0 {
                continue;
            }
            let term = scaled(c, self.of(child));
            // The part of the sum that the others leave for this term. (A node that occurs twice has narrowed since.)
            let least = slot.low.saturating_sub(high.saturating_sub(term.high));
            let most = slot.high.saturating_sub(low.saturating_sub(term.low));
            if term.low >= least && term.high <= most {
                continue;
            }
            let (from, to) = match c {
                1 => (least, most),
                _ if c > 0 => (ceil_div(least, c), floor_div(most, c)),
                _ => (ceil_div(most, c), floor_div(least, c)),
            };
            self.demand(child, from, to)?;
        }
        Ok(())
    }

    /// Narrows `a`, given that `a · b` lies in `slot`.
    fn factor(&mut self, slot: Slot, a: u32, b: u32) -> Result<(), Conflict> {
        let other = self.of(b);
        if slot.contains(0) {
            if other.contains(0) {
                return Ok(());
            }
        } else {
            self.demand_magnitude(a, 1, i128::MAX)?;
        }
        // `b` is not 0 from here on, so its two parts are complete.
        let (mut low, mut high) = (i128::MAX, i128::MIN);
        for (from, to) in parts(other) {
            if from <= to {
                let products = (slot.low, slot.high);
                low = low.min(corners(products, (from, to), ceil_div).0);
                high = high.max(corners(products, (from, to), floor_div).1);
            }
        }
        self.demand(a, low, high)
    }

    fn quotient(&mut self, slot: Slot, a: u32, b: u32) -> Result<(), Conflict> {
        self.defined(a)?;
        self.exclude(b, 0)?;
        let divisor = self.of(b);
        // a = q · b + r with |r| < |b| and the sign of a.
        let (mut low, mut high) = (i128::MAX, i128::MIN);
        for (from, to, least, most) in {
            let [below, above] = parts(divisor);
            [
                (-below.1, -below.0, -slot.high, -slot.low),
                (above.0, above.1, slot.low, slot.high),
            ]
        } {
            if from > to {
                continue;
            }
            let down = if least <= 0 {
                times(least, to).saturating_sub(to - 1)
            } else {
                times(least, from)
            };
            let up = if most >= 0 {
                times(most, to).saturating_add(to - 1)
            } else {
                times(most, from)
            };
            low = low.min(down);
            high = high.max(up);
        }
        self.demand(a, low, high)?;
        // |q| · |b| ≤ |a| < (|q| + 1) · |b|
        let dividend = self.of(a);
        let most = match slot.least() {
            0 => i128::MAX,
            least => dividend.most() / least,
        };
        let least = dividend.least() / (slot.most() + 1) + 1;
        self.demand_magnitude(b, least, most)
    }

    fn remainder(&mut self, slot: Slot, a: u32, b: u32) -> Result<(), Conflict> {
        self.defined(a)?;
        self.exclude(b, 0)?;
        self.demand_magnitude(b, slot.low + 1, i128::MAX)?;
        let divisor = self.of(b);
        if divisor.low != divisor.high {
            return Ok(());
        }
        let modulus = divisor.most();
        let dividend = self.of(a);
        if dividend.most().max(modulus) > LARGEST {
            return Ok(());
        }
        // The next number above and the next one below whose remainder fits.
        let residue = dividend.low.rem_euclid(modulus);
        let mut low = dividend.low - residue;
        low = if residue <= slot.low {
            low + slot.low
        } else if residue <= slot.high {
            low + residue
        } else {
            low + modulus + slot.low
        };
        let residue = dividend.high.rem_euclid(modulus);
        let mut high = dividend.high - residue;
        high = if residue >= slot.high {
            high + slot.high
        } else if residue >= slot.low {
            high + residue
        } else {
            high - modulus + slot.high
        };
        self.demand(a, low, high)?;
        if let Node::Var(var) = self.arena.node(a) {
            self.changed |= self.domains.keep_if(var, |value| {
                slot.contains(i128::from(value).rem_euclid(modulus))
            })?;
        }
        Ok(())
    }

    fn power(&mut self, slot: Slot, a: u32, exponent: u32) -> Result<(), Conflict> {
        self.defined(a)?;
        if exponent == 0 {
            return Ok(());
        }
        if exponent.is_multiple_of(2) {
            if slot.high < 0 {
                return Err(Conflict);
            }
            return self.demand_magnitude(
                a,
                root_above(slot.low, exponent),
                root(slot.high, exponent),
            );
        }
        let low = if slot.low >= 0 {
            root_above(slot.low, exponent)
        } else {
            -root(-slot.low, exponent)
        };
        let high = if slot.high >= 0 {
            root(slot.high, exponent)
        } else {
            -root_above(-slot.high, exponent)
        };
        self.demand(a, low, high)
    }
}

/// The number of `value` in a sorted table.
fn entry(entries: &[(i32, i128)], value: i32) -> Option<i128> {
    let at = entries.binary_search_by_key(&value, |entry| entry.0).ok()?;
    Some(entries[at].1)
}

mod members;
