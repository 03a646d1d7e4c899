//! Facts, of which learnt no-goods consist: the value of a variable is in a set.

use crate::domain::{Dom, Domain};
use crate::kernel::Kernel;
use crate::literal::{Literal, Relation};
use crate::propagator::Conflict;
use crate::var::Var;

/// A fact about one variable. For a narrow variable it names any set of values, so that a no-good needs one fact for
/// each variable, however many of its values matter (the generalised no-goods of Katsirelos and Bacchus 2005); for a
/// wide one it names an interval, inside or outside which the value lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Fact {
    pub(super) var: Var,
    /// Wide variables only: the value lies outside the interval.
    outside: bool,
    /// The bits of the set, or the ends of the interval.
    set: u64,
}

impl Fact {
    pub(super) fn of(literal: Literal) -> Self {
        let Literal {
            var,
            relation,
            value,
        } = literal;
        if var.is_wide() {
            return match relation {
                Relation::Is => Self::inside(var, value, value),
                Relation::IsNot => Self::outside(var, value, value),
                Relation::AtMost => Self::inside(var, i32::MIN, value),
                Relation::AtLeast => Self::inside(var, value, i32::MAX),
            };
        }
        Self::among(var, literal.narrow().bits())
    }

    /// The value of a narrow variable is one of these.
    pub(super) fn among(var: Var, set: u64) -> Self {
        debug_assert!(!var.is_wide());
        Self {
            var,
            outside: false,
            set,
        }
    }

    /// The value of a wide variable is within these.
    pub(super) fn inside(var: Var, low: i32, high: i32) -> Self {
        Self {
            var,
            outside: false,
            set: u64::from(low.cast_unsigned()) | u64::from(high.cast_unsigned()) << 32,
        }
    }

    /// The value of a wide variable is not within these.
    pub(super) fn outside(var: Var, low: i32, high: i32) -> Self {
        Self {
            outside: true,
            ..Self::inside(var, low, high)
        }
    }

    /// The set of a narrow variable.
    pub(super) fn bits(self) -> u64 {
        debug_assert!(!self.var.is_wide());
        self.set
    }

    /// The bits of the set, or the ends of the interval, of a fact that is not `outside`.
    pub(super) fn set(self) -> u64 {
        debug_assert!(!self.outside);
        self.set
    }

    /// The fact that [`set`](Self::set) has encoded.
    #[inline]
    pub(super) fn of_set(var: Var, set: u64) -> Self {
        Self {
            var,
            outside: false,
            set,
        }
    }

    pub(super) fn is_outside(self) -> bool {
        self.outside
    }

    /// The interval of a wide variable.
    pub(super) fn ends(self) -> (i32, i32) {
        debug_assert!(self.var.is_wide());
        (
            (self.set as u32).cast_signed(),
            ((self.set >> 32) as u32).cast_signed(),
        )
    }

    /// A bound that decides the fact when it is reached; wide variables only.
    pub(super) fn bound(self) -> Option<i32> {
        if !self.var.is_wide() {
            return None;
        }
        match self.ends() {
            (i32::MIN, high) => high.checked_add(1),
            (low, _) => Some(low),
        }
    }

    /// The conjunction of two facts about one variable, neither of which is `outside`.
    pub(super) fn and(self, other: Fact) -> Fact {
        debug_assert!(self.var == other.var && !self.outside && !other.outside);
        if self.var.is_wide() {
            let ((a, b), (c, d)) = (self.ends(), other.ends());
            Self::inside(self.var, a.max(c), b.min(d))
        } else {
            Self::among(self.var, self.set & other.set)
        }
    }

    /// Whether this fact is true whenever `other`, about the same variable, is.
    pub(super) fn follows_from(self, other: Fact) -> bool {
        debug_assert!(self.var == other.var);
        if !self.var.is_wide() {
            return other.set & !self.set == 0;
        }
        let ((a, b), (c, d)) = (self.ends(), other.ends());
        match (self.outside, other.outside) {
            (false, false) => a <= c && d <= b,
            (true, false) => d < a || b < c,
            (true, true) => c <= a && b <= d,
            (false, true) => false,
        }
    }

    /// Whether a value makes it true.
    pub(super) fn admits(self, value: i32) -> bool {
        if self.var.is_wide() {
            let (low, high) = self.ends();
            (low <= value && value <= high) != self.outside
        } else {
            Dom::from_bits(self.set).contains(value)
        }
    }

    /// Whether all values of `domain` make it true.
    pub(super) fn holds_in(self, domain: Domain<'_>) -> bool {
        if !self.var.is_wide() {
            return domain.words()[0] & !self.set == 0;
        }
        let (low, high) = self.ends();
        if self.outside {
            domain.next_from(low).is_none_or(|value| value > high)
        } else {
            domain.min() >= Some(low) && domain.max() <= Some(high)
        }
    }

    /// Whether every remaining value makes it true.
    #[inline]
    pub(super) fn is_true(self, kernel: &Kernel) -> bool {
        if !self.var.is_wide() {
            return kernel.dom(self.var).bits() & !self.set == 0;
        }
        let (low, high) = self.ends();
        if self.outside {
            self.holds_in(kernel.domain(self.var))
        } else {
            kernel.min(self.var) >= low && kernel.max(self.var) <= high
        }
    }

    /// Whether no remaining value makes it true. For a wide variable only its bounds are checked.
    #[inline]
    pub(super) fn is_false(self, kernel: &Kernel) -> bool {
        if !self.var.is_wide() {
            return kernel.dom(self.var).bits() & self.set == 0;
        }
        let ((low, high), (min, max)) = (self.ends(), (kernel.min(self.var), kernel.max(self.var)));
        if self.outside {
            min >= low && max <= high
        } else {
            max < low || min > high
        }
    }

    /// Removes all values that make it true.
    pub(super) fn refute(self, kernel: &mut Kernel) -> Result<bool, Conflict> {
        if !self.var.is_wide() {
            return kernel.keep(self.var, !Dom::from_bits(self.set));
        }
        let (low, high) = self.ends();
        if self.outside {
            let raised = kernel.at_least(self.var, low)?;
            Ok(kernel.at_most(self.var, high)? || raised)
        } else {
            kernel.remove_range(self.var, low, high)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rng;

    fn random(rng: &mut Rng, var: Var) -> Fact {
        if var.is_wide() {
            let low = rng.below(90) as i32 - 10;
            let high = low + rng.below(30) as i32;
            match rng.below(4) {
                0 => Fact::outside(var, low, high),
                1 => Fact::inside(var, i32::MIN, high),
                2 => Fact::inside(var, low, i32::MAX),
                _ => Fact::inside(var, low, high),
            }
        } else {
            Fact::among(var, rng.next_u64() & rng.next_u64() | rng.next_u64())
        }
    }

    /// Each method agrees with a check of the values one by one.
    #[test]
    fn facts_mean_their_values() {
        let mut rng = Rng::new(1);
        for case in 0..4000 {
            let mut model = crate::Model::new();
            let range = if case % 2 == 0 { 0..=63 } else { -10..=110 };
            let var = model.var_of(&crate::testing::random_domain(&mut rng, range));
            let mut solver = model.solver();
            let kernel = &mut solver.kernel;
            let values: Vec<i32> = kernel.domain(var).iter().collect();
            let (a, b) = (random(&mut rng, var), random(&mut rng, var));
            let all = values.iter().all(|&v| a.admits(v));
            let none = values.iter().all(|&v| !a.admits(v));
            assert_eq!(a.holds_in(kernel.domain(var)), all);
            assert_eq!(a.is_true(kernel), all);
            assert!(none || !a.is_false(kernel));
            let integers = || (-20..130).filter(|v| var.is_wide() || (0..64).contains(v));
            if a.follows_from(b) {
                assert!(integers().all(|v| !b.admits(v) || a.admits(v)));
            }
            if !a.is_outside() && !b.is_outside() {
                let both = a.and(b);
                assert!(integers().all(|v| both.admits(v) == (a.admits(v) && b.admits(v))));
                assert_eq!(a.follows_from(b), both == b);
            }
            let left: Vec<i32> = values.iter().copied().filter(|&v| !a.admits(v)).collect();
            let outcome = a.refute(kernel);
            assert_eq!(outcome.is_err(), all);
            if !all {
                assert!(kernel.domain(var).iter().eq(left));
            }
        }
    }

    #[test]
    fn facts_mean_their_literals() {
        for var in [Var::narrow(0), Var::wide(0)] {
            for relation in [
                Relation::Is,
                Relation::IsNot,
                Relation::AtMost,
                Relation::AtLeast,
            ] {
                for value in [-1, 0, 5, 63, 64] {
                    let literal = Literal {
                        var,
                        relation,
                        value,
                    };
                    for v in 0..64 {
                        assert_eq!(Fact::of(literal).admits(v), literal.admits(v), "{literal}");
                    }
                }
            }
        }
    }
}
