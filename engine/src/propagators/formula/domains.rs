//! The domains that an expression reads and narrows: those of a solver, given bounds, or trial domains for an
//! explanation.

use crate::domain::{Dom, Domain};
use crate::propagator::{Conflict, Context};
use crate::propagators::value_set::ValueSet;
use crate::store::Store;
use crate::var::Var;

/// Domains to read.
pub(super) trait Domains {
    fn bounds(&self, var: Var) -> (i32, i32);
    /// The word of a narrow variable.
    fn word(&self, var: Var) -> u64;
    fn contains(&self, var: Var, value: i32) -> bool;
    /// Number of values.
    fn size(&self, var: Var) -> u64;
    /// Whether a value of `low..=high` is left.
    fn meets(&self, var: Var, low: i32, high: i32) -> bool;
    /// The smallest and the largest value of `low..=high` that is left.
    fn bounds_within(&self, var: Var, low: i32, high: i32) -> Option<(i32, i32)>;
    /// Whether `x = y + offset` for some values left.
    fn can_be_equal(&self, x: Var, y: Var, offset: i64) -> bool;
}

/// Domains that are kept as sets.
pub(super) trait Stored: Domains {
    /// The domain of `var`, which is number `i` of the variables of the expression, in their order.
    fn domain_at(&self, i: usize, var: Var) -> Domain<'_>;
}

/// Domains to narrow. Each method says whether it removed something.
pub(super) trait Narrow: Stored {
    /// Removes values outside `low..=high`.
    fn within(&mut self, var: Var, low: i32, high: i32) -> Result<bool, Conflict>;
    /// Of a narrow variable: removes values not in `mask`.
    fn mask(&mut self, var: Var, mask: u64) -> Result<bool, Conflict>;
    fn remove(&mut self, var: Var, value: i32) -> Result<bool, Conflict>;
    fn keep_if(&mut self, var: Var, test: impl Fn(i32) -> bool) -> Result<bool, Conflict>;
    /// Makes the values of `x` and of `y + offset` the same; the variables differ.
    fn equate(&mut self, x: Var, y: Var, offset: i64) -> Result<bool, Conflict>;
}

impl Domains for Store {
    #[inline]
    fn bounds(&self, var: Var) -> (i32, i32) {
        (self.min(var), self.max(var))
    }

    #[inline]
    fn word(&self, var: Var) -> u64 {
        self.dom(var).bits()
    }

    #[inline]
    fn contains(&self, var: Var, value: i32) -> bool {
        Store::contains(self, var, value)
    }

    fn size(&self, var: Var) -> u64 {
        Store::size(self, var) as u64
    }

    fn meets(&self, var: Var, low: i32, high: i32) -> bool {
        // Most ranges are decided by the bounds.
        let (min, max) = Domains::bounds(self, var);
        if (low..=high).contains(&min) || (low..=high).contains(&max) {
            return true;
        }
        min < high && low < max && meets_range(self.domain(var), low, high)
    }

    fn bounds_within(&self, var: Var, low: i32, high: i32) -> Option<(i32, i32)> {
        let (min, max) = Domains::bounds(self, var);
        if low <= min && max <= high {
            return Some((min, max));
        }
        self.domain(var).bounds_within(low, high)
    }

    fn can_be_equal(&self, x: Var, y: Var, offset: i64) -> bool {
        self.domain(x).meets(self.domain(y), offset)
    }
}

impl Stored for Store {
    #[inline]
    fn domain_at(&self, _: usize, var: Var) -> Domain<'_> {
        self.domain(var)
    }
}

/// Whether the set has a value within `low..=high`. O(words between).
pub(super) fn meets_range(domain: Domain<'_>, low: i32, high: i32) -> bool {
    domain.next_from(low).is_some_and(|value| value <= high)
}

/// The domains of a solver, to be narrowed.
pub(super) struct CurrentDomains<'a, 'b> {
    pub(super) cx: &'a mut Context<'b>,
    /// Scratch.
    pub(super) image: &'a mut ValueSet,
}

impl Domains for CurrentDomains<'_, '_> {
    #[inline]
    fn bounds(&self, var: Var) -> (i32, i32) {
        Domains::bounds(&**self.cx, var)
    }
    #[inline]
    fn word(&self, var: Var) -> u64 {
        Domains::word(&**self.cx, var)
    }
    #[inline]
    fn contains(&self, var: Var, value: i32) -> bool {
        self.cx.contains(var, value)
    }
    fn size(&self, var: Var) -> u64 {
        Domains::size(&**self.cx, var)
    }
    fn meets(&self, var: Var, low: i32, high: i32) -> bool {
        Domains::meets(&**self.cx, var, low, high)
    }
    fn bounds_within(&self, var: Var, low: i32, high: i32) -> Option<(i32, i32)> {
        Domains::bounds_within(&**self.cx, var, low, high)
    }
    fn can_be_equal(&self, x: Var, y: Var, offset: i64) -> bool {
        Domains::can_be_equal(&**self.cx, x, y, offset)
    }
}

impl Stored for CurrentDomains<'_, '_> {
    #[inline]
    fn domain_at(&self, _: usize, var: Var) -> Domain<'_> {
        self.cx.domain(var)
    }
}

impl Narrow for CurrentDomains<'_, '_> {
    #[inline]
    fn within(&mut self, var: Var, low: i32, high: i32) -> Result<bool, Conflict> {
        Ok(self.cx.at_least(var, low)? | self.cx.at_most(var, high)?)
    }

    #[inline]
    fn mask(&mut self, var: Var, mask: u64) -> Result<bool, Conflict> {
        self.cx.keep(var, Dom::from_bits(mask))
    }

    #[inline]
    fn remove(&mut self, var: Var, value: i32) -> Result<bool, Conflict> {
        self.cx.remove(var, value)
    }

    fn keep_if(&mut self, var: Var, test: impl Fn(i32) -> bool) -> Result<bool, Conflict> {
        self.cx.keep_if(var, test)
    }

    fn equate(&mut self, x: Var, y: Var, offset: i64) -> Result<bool, Conflict> {
        let mut changed = false;
        for (x, y, offset) in [(x, y, offset), (y, x, -offset)] {
            changed |= if x.is_wide() || y.is_wide() {
                self.image.start(self.cx, x);
                self.image.insert_shifted(self.cx.domain(y), offset);
                self.image.keep(self.cx)?
            } else {
                // A shift by 64 empties a word, as any longer one would.
                let shifted = self.cx.dom(y).shifted(offset.clamp(-64, 64) as i32);
                self.cx.keep(x, shifted)?
            };
        }
        Ok(changed)
    }
}

/// All values between bounds.
pub(super) struct Spans<'a>(pub(super) &'a dyn Fn(Var) -> (i32, i32));

impl Domains for Spans<'_> {
    fn bounds(&self, var: Var) -> (i32, i32) {
        (self.0)(var)
    }
    fn word(&self, var: Var) -> u64 {
        let (low, high) = (self.0)(var);
        Dom::range(low..=high).bits()
    }
    fn contains(&self, var: Var, value: i32) -> bool {
        let (low, high) = (self.0)(var);
        (low..=high).contains(&value)
    }
    fn size(&self, var: Var) -> u64 {
        let (low, high) = (self.0)(var);
        (i64::from(high) - i64::from(low) + 1).max(0) as u64
    }
    fn meets(&self, var: Var, low: i32, high: i32) -> bool {
        let (min, max) = (self.0)(var);
        min.max(low) <= max.min(high)
    }
    fn bounds_within(&self, var: Var, low: i32, high: i32) -> Option<(i32, i32)> {
        let (min, max) = (self.0)(var);
        let (low, high) = (min.max(low), max.min(high));
        (low <= high).then_some((low, high))
    }
    fn can_be_equal(&self, x: Var, y: Var, offset: i64) -> bool {
        let ((x_low, x_high), (y_low, y_high)) = ((self.0)(x), (self.0)(y));
        i64::from(x_low).max(i64::from(y_low) + offset)
            <= i64::from(x_high).min(i64::from(y_high) + offset)
    }
}
