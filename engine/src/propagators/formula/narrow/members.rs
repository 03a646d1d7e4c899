//! The downward pass through the operators over members.

use super::Descent;
use crate::propagator::Conflict;
use crate::propagators::formula::arena::Span;
use crate::propagators::formula::domains::Narrow;
use crate::propagators::formula::evaluate::pairs;
use crate::propagators::formula::interval::Slot;

impl<D: Narrow> Descent<'_, D> {
    pub(super) fn least(&mut self, slot: Slot, span: Span) -> Result<(), Conflict> {
        self.extreme(slot, span, |slot| (slot.low, i128::MAX))
    }

    pub(super) fn greatest(&mut self, slot: Slot, span: Span) -> Result<(), Conflict> {
        self.extreme(slot, span, |slot| (i128::MIN, slot.high))
    }

    /// Members that count lie within what `reach` makes of the result, and some member lies within the result.
    fn extreme(
        &mut self,
        slot: Slot,
        span: Span,
        reach: impl Fn(Slot) -> (i128, i128),
    ) -> Result<(), Conflict> {
        let members = self.arena.children(span);
        let (low, high) = reach(slot);
        for (test, number) in pairs(members) {
            if self.of(test).is_true() {
                self.demand(number, low, high)?;
            } else if !self.of(number).meets(Slot::new(low, high, false)) {
                self.require(test, false)?;
            }
        }
        self.someone(slot, span)
    }

    /// Some member counts whose number lies in `slot`.
    fn someone(&mut self, slot: Slot, span: Span) -> Result<(), Conflict> {
        let mut only = None;
        for (test, number) in pairs(self.arena.children(span)) {
            if !self.of(test).is_false() && self.of(number).meets(slot) {
                if only.is_some() {
                    return Ok(());
                }
                only = Some((test, number));
            }
        }
        let (test, number) = only.ok_or(Conflict)?;
        self.require(test, true)?;
        self.demand(number, slot.low, slot.high)
    }

    pub(super) fn common_divisor(&mut self, slot: Slot, span: Span) -> Result<(), Conflict> {
        let exact = (slot.low == slot.high).then_some(slot.low);
        for (test, number) in pairs(self.arena.children(span)) {
            if self.of(test).is_false() {
                continue;
            }
            let counts = self.of(test).is_true();
            if counts {
                self.defined(number)?;
            }
            let mut left = self.of(number);
            // A divisor is not larger than what it divides, except for 0.
            if left.is_nothing() || (!left.contains(0) && left.most() < slot.low) {
                self.require(test, false)?;
                continue;
            }
            if counts && !left.contains(0) {
                self.demand_magnitude(number, slot.low, i128::MAX)?;
                left = self.of(number);
            }
            // And it divides.
            let (low, high) = match exact {
                None => continue,
                Some(0) => (0, 0),
                // A constant may be as large as they come.
                Some(divisor) => (
                    super::ceil_div(left.low, divisor).saturating_mul(divisor),
                    super::floor_div(left.high, divisor).saturating_mul(divisor),
                ),
            };
            if counts {
                self.demand(number, low, high)?;
            } else if low.max(left.low) > high.min(left.high) {
                self.require(test, false)?;
            }
        }
        // A nonzero divisor divides some nonzero member.
        if slot.low > 0 {
            let members = self.arena.children(span);
            let mut able = pairs(members).filter(|&(test, number)| {
                !self.of(test).is_false() && self.of(number).most() >= slot.low
            });
            let only = able.next().ok_or(Conflict)?;
            if able.next().is_none() {
                self.require(only.0, true)?;
                self.demand_magnitude(only.1, slot.low, i128::MAX)?;
            }
        }
        Ok(())
    }

    pub(super) fn first(&mut self, slot: Slot, span: Span) -> Result<(), Conflict> {
        // A member that cannot have the number must not come first, so those before the first that can do not count.
        let members = self.arena.children(span);
        let mut able = None;
        for (test, number) in pairs(members) {
            let (holds, left) = (self.of(test), self.of(number));
            if holds.is_false() {
                continue;
            }
            if left.meets(slot) {
                if able.is_some() {
                    // Two members can: it is open which.
                    return Ok(());
                }
                able = Some((test, number));
                if holds.is_true() {
                    break;
                }
            } else if able.is_none() {
                self.require(test, false)?;
            } else if holds.is_true() {
                break;
            }
        }
        let (test, number) = able.ok_or(Conflict)?;
        self.require(test, true)?;
        self.demand(number, slot.low, slot.high)
    }

    pub(super) fn distinct(&mut self, slot: Slot, span: Span) -> Result<(), Conflict> {
        let members = self.arena.children(span);
        let mut possible = 0;
        for (test, number) in pairs(members) {
            if self.of(test).is_true() {
                self.defined(number)?;
            } else if slot.high == 0 || self.of(number).is_nothing() {
                self.require(test, false)?;
            }
            possible += i128::from(!self.of(test).is_false());
        }
        if possible < slot.low {
            return Err(Conflict);
        }
        if possible > slot.low {
            return Ok(());
        }
        // All must count, and all differ.
        for (test, number) in pairs(members) {
            if !self.of(test).is_false() {
                self.require(test, true)?;
                self.defined(number)?;
            }
        }
        for (i, (test, number)) in pairs(members).enumerate() {
            let fixed = self.of(number);
            if self.of(test).is_false() || fixed.low != fixed.high {
                continue;
            }
            for (j, (test, other)) in pairs(members).enumerate() {
                if i != j && !self.of(test).is_false() {
                    self.exclude(other, fixed.low)?;
                }
            }
        }
        Ok(())
    }
}
