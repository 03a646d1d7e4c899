//! What is known of the value of a node, and integer arithmetic on bounds.

/// Arithmetic beyond this is undefined, so that no sum of bounds ever overflows.
pub(super) const LARGEST: i128 = 1 << 100;

/// The values that a node can have: those of an interval, and perhaps none at all (it is *undefined* then). A boolean
/// lies within 0..=1 and is always defined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Slot {
    /// Above `high` if it cannot be defined.
    pub(super) low: i128,
    pub(super) high: i128,
    /// It may be undefined.
    pub(super) undefined: bool,
    /// The downward pass has narrowed it.
    pub(super) narrowed: bool,
}

impl Slot {
    pub(super) const NOTHING: Slot = Slot {
        low: 1,
        high: 0,
        undefined: true,
        narrowed: false,
    };

    pub(super) const fn new(low: i128, high: i128, undefined: bool) -> Slot {
        if low > high {
            return Slot::NOTHING;
        }
        Slot {
            low,
            high,
            undefined,
            narrowed: false,
        }
    }

    pub(super) const fn point(number: i128) -> Slot {
        Slot::new(number, number, false)
    }

    pub(super) const fn truth(truth: Option<bool>) -> Slot {
        match truth {
            None => Slot::new(0, 1, false),
            Some(truth) => Slot::point(truth as i128),
        }
    }

    /// The result of arithmetic: within these bounds, or too large and then undefined.
    pub(super) fn limited(low: i128, high: i128, undefined: bool) -> Slot {
        let beyond = low < -LARGEST || high > LARGEST;
        Slot::new(low.max(-LARGEST), high.min(LARGEST), undefined || beyond)
    }

    /// It cannot be defined.
    pub(super) const fn is_nothing(self) -> bool {
        self.low > self.high
    }

    /// Its value, if it is known to be defined and only one is left.
    pub(super) fn value(self) -> Option<i128> {
        (self.low == self.high && !self.undefined).then_some(self.low)
    }

    pub(super) fn contains(self, number: i128) -> bool {
        (self.low..=self.high).contains(&number)
    }

    pub(super) fn meets(self, other: Slot) -> bool {
        self.low.max(other.low) <= self.high.min(other.high)
    }

    /// Of a boolean: it is true.
    pub(super) const fn is_true(self) -> bool {
        self.low == 1
    }

    /// Of a boolean: it is false.
    pub(super) const fn is_false(self) -> bool {
        self.high == 0
    }

    /// The largest magnitude of its values.
    pub(super) fn most(self) -> i128 {
        self.low.abs().max(self.high.abs())
    }

    /// The least magnitude of its values.
    pub(super) fn least(self) -> i128 {
        self.low.max(-self.high).max(0)
    }
}

/// The product, saturating. A short path for small numbers, which most are.
pub(super) fn times(a: i128, b: i128) -> i128 {
    match (i64::try_from(a), i64::try_from(b)) {
        (Ok(a), Ok(b)) => i128::from(a) * i128::from(b),
        _ => a.saturating_mul(b),
    }
}

/// `a / b` rounded down, for `b` ≠ 0.
pub(super) fn floor_div(a: i128, b: i128) -> i128 {
    let (quotient, exact) = divided(a, b);
    quotient - i128::from(!exact && (a < 0) != (b < 0))
}

/// `a / b` rounded up, for `b` ≠ 0.
pub(super) fn ceil_div(a: i128, b: i128) -> i128 {
    let (quotient, exact) = divided(a, b);
    quotient + i128::from(!exact && (a < 0) == (b < 0))
}

/// The quotient rounded towards 0, and whether it is exact.
pub(super) fn divided(a: i128, b: i128) -> (i128, bool) {
    match (i64::try_from(a), i64::try_from(b)) {
        // The quotient of i64::MIN and −1 does not fit i64.
        (Ok(a), Ok(b)) if a != i64::MIN => ((a / b).into(), a % b == 0),
        _ => (a.saturating_div(b), a.wrapping_rem(b) == 0),
    }
}

/// The power, saturating.
pub(super) fn power(base: i128, exponent: u32) -> i128 {
    base.saturating_pow(exponent)
}

/// The largest r ≥ 0 with r^exponent ≤ `number`, for a number ≥ 0 and an exponent ≥ 1.
pub(super) fn root(number: i128, exponent: u32) -> i128 {
    if exponent == 1 || number <= 1 {
        return number;
    }
    let bits = 128 - number.leading_zeros();
    // The root has at most this many bits, so it lies below 2^that.
    let (mut low, mut high) = (1, 1i128 << bits.div_ceil(exponent));
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        match middle.checked_pow(exponent) {
            Some(power) if power <= number => low = middle,
            _ => high = middle,
        }
    }
    low
}

/// The least r ≥ 0 with r^exponent ≥ `number`, for an exponent ≥ 1.
pub(super) fn root_above(number: i128, exponent: u32) -> i128 {
    if number <= 0 {
        return 0;
    }
    root(number - 1, exponent) + 1
}

/// The greatest common divisor of the magnitudes; 0 for 0 and 0. Neither is `i128::MIN`.
pub(super) fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.abs(), b.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotients_and_roots() {
        for a in -40i128..=40 {
            for b in (-7i128..=7).filter(|&b| b != 0) {
                let exact = a as f64 / b as f64;
                assert_eq!(floor_div(a, b), exact.floor() as i128);
                assert_eq!(ceil_div(a, b), exact.ceil() as i128);
                let large = 1i128 << 90;
                assert_eq!(floor_div(a * large, b * large), exact.floor() as i128);
                assert_eq!(ceil_div(a * large, b * large), exact.ceil() as i128);
            }
        }
        assert_eq!(floor_div(i64::MIN.into(), -1), 1 << 63);
        for exponent in 1..=5 {
            for number in 0..=300 {
                let below = (0i128..).take_while(|r| r.pow(exponent) <= number).last();
                assert_eq!(Some(root(number, exponent)), below);
                let above = (0i128..).find(|r| r.pow(exponent) >= number);
                assert_eq!(Some(root_above(number, exponent)), above);
            }
        }
        assert_eq!(root(1 << 100, 2), 1 << 50);
        assert_eq!(root((1 << 100) - 1, 2), (1 << 50) - 1);
        assert_eq!(root(i128::MAX, 200), 1);
    }
}
