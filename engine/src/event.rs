//! The events of a domain, as a mask that is matched against subscriptions.

use std::ops::BitOr;

/// A set of events. A propagator subscribes to (variable, events) and is woken when one of them happens.
///
/// Every change raises [`ANY`](Self::ANY), and those of the others that apply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Events(u8);

impl Events {
    /// The variable has one value left.
    pub const FIXED: Events = Events(1);
    /// The smallest value was removed.
    pub const MIN: Events = Events(2);
    /// The largest value was removed.
    pub const MAX: Events = Events(4);
    /// The smallest or the largest value was removed.
    pub const BOUNDS: Events = Events(6);
    /// Some value was removed.
    pub const ANY: Events = Events(8);

    /// Whether the two sets share an event.
    #[inline]
    pub const fn intersects(self, other: Events) -> bool {
        self.0 & other.0 != 0
    }

    /// The events of a narrow domain going from `old` to its proper non-empty subset `new`.
    #[inline]
    pub(crate) const fn between(old: u64, new: u64) -> Events {
        // Branch-free: this runs once for each domain change.
        let min = (old.trailing_zeros() != new.trailing_zeros()) as u8;
        let max = (old.leading_zeros() != new.leading_zeros()) as u8;
        let fixed = new.is_power_of_two() as u8;
        Events(8 | fixed | min << 1 | max << 2)
    }

    /// The events of a domain whose bounds went from `old` to `new` (each `(smallest, largest)`).
    pub(crate) const fn between_bounds(old: (u32, u32), new: (u32, u32)) -> Events {
        let min = (old.0 != new.0) as u8;
        let max = (old.1 != new.1) as u8;
        let fixed = (new.0 == new.1) as u8;
        Events(8 | fixed | min << 1 | max << 2)
    }
}

impl BitOr for Events {
    type Output = Events;
    fn bitor(self, other: Events) -> Events {
        Events(self.0 | other.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Dom;

    #[test]
    fn events_say_what_happened() {
        for old in 1u64..64 {
            for new in (1..old).filter(|new| new & !old == 0) {
                let events = Events::between(old, new);
                let (old, new) = (Dom::from_bits(old), Dom::from_bits(new));
                assert!(events.intersects(Events::ANY));
                assert_eq!(events.intersects(Events::FIXED), new.len() == 1);
                assert_eq!(events.intersects(Events::MIN), new.min() > old.min());
                assert_eq!(events.intersects(Events::MAX), new.max() < old.max());
                let bounds = |d: Dom| (d.min() as u32, d.max() as u32);
                assert_eq!(events, Events::between_bounds(bounds(old), bounds(new)));
            }
        }
    }
}
