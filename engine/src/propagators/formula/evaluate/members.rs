//! The slots of operators over members, each of which counts if its test holds.

use super::hull;
use crate::propagators::formula::interval::{Slot, gcd};

/// The tests and numbers of members.
pub(in super::super) fn pairs(members: &[u32]) -> impl Iterator<Item = (u32, u32)> + '_ {
    members.chunks_exact(2).map(|pair| (pair[0], pair[1]))
}

/// The least number; with the numbers mirrored, the greatest.
pub(super) fn extreme(members: &[u32], slots: &[Slot], look: impl Fn(Slot) -> Slot) -> Slot {
    let (mut low, mut high) = (i128::MAX, -i128::MAX);
    // The least upper end of the members that certainly count.
    let mut certain = None;
    let mut undefined = false;
    for (test, number) in pairs(members) {
        let (test, number) = (slots[test as usize], look(slots[number as usize]));
        if test.is_false() {
            continue;
        }
        undefined |= number.undefined;
        if test.is_true() {
            if number.is_nothing() {
                return Slot::NOTHING;
            }
            certain = Some(number.high.min(certain.unwrap_or(i128::MAX)));
        }
        if !number.is_nothing() {
            low = low.min(number.low);
            high = high.max(number.high);
        }
    }
    match certain {
        Some(high) => Slot::new(low, high, undefined),
        None => Slot::new(low, high, true),
    }
}

pub(super) fn common_divisor(members: &[u32], slots: &[Slot]) -> Slot {
    // Of the certain members: the divisor of the fixed ones, and the least magnitude that a number ≠ 0 can reach.
    let (mut fixed, mut reach, mut certain_not_zero) = (0, i128::MAX, false);
    // Of all possible members: their divisor if all are fixed, and their largest magnitude.
    let (mut all, mut all_fixed, mut most) = (0, true, 0);
    let mut undefined = false;
    for (test, number) in pairs(members) {
        let (test, number) = (slots[test as usize], slots[number as usize]);
        if test.is_false() {
            continue;
        }
        undefined |= number.undefined;
        if number.is_nothing() {
            if test.is_true() {
                return Slot::NOTHING;
            }
            continue;
        }
        most = most.max(number.most());
        if number.low == number.high {
            all = gcd(all, number.low);
        } else {
            all_fixed = false;
        }
        if test.is_true() {
            if !number.contains(0) {
                certain_not_zero = true;
                reach = reach.min(number.most());
            }
            if number.low == number.high {
                fixed = gcd(fixed, number.low);
            }
        }
    }
    if fixed != 0 {
        reach = reach.min(fixed);
    }
    let low = match (certain_not_zero, all_fixed) {
        (false, _) => 0,
        (true, true) => all,
        (true, false) => 1,
    };
    Slot::new(low, most.min(reach), undefined)
}

pub(super) fn first(members: &[u32], slots: &[Slot]) -> Slot {
    let mut result = Slot::NOTHING;
    result.undefined = false;
    for (test, number) in pairs(members) {
        let (test, number) = (slots[test as usize], slots[number as usize]);
        if !test.is_false() {
            result = hull(result, number);
        }
        if test.is_true() {
            return result;
        }
    }
    result.undefined = true;
    result
}

pub(super) fn distinct(members: &[u32], slots: &[Slot], ends: &mut Vec<(i128, i128)>) -> Slot {
    // There are at least as many numbers as certain members with pairwise disjoint ranges, found by taking the earliest
    // end first, and at most the different fixed numbers and one for each other member.
    let mut undefined = false;
    let mut open = 0;
    ends.clear();
    for (test, number) in pairs(members) {
        let (test, number) = (slots[test as usize], slots[number as usize]);
        if test.is_true() {
            if number.is_nothing() {
                return Slot::NOTHING;
            }
            ends.push((number.high, number.low));
        }
        if !test.is_false() {
            undefined |= number.undefined;
        }
    }
    ends.sort_unstable();
    let (mut least, mut last) = (0, None);
    for &(high, low) in &*ends {
        if last.is_none_or(|last| low > last) {
            least += 1;
            last = Some(high);
        }
    }
    ends.clear();
    for (test, number) in pairs(members) {
        let (test, number) = (slots[test as usize], slots[number as usize]);
        if test.is_false() || number.is_nothing() {
            continue;
        }
        if number.low == number.high {
            ends.push((number.low, number.low));
        } else {
            open += 1;
        }
    }
    ends.sort_unstable();
    ends.dedup();
    Slot::new(least, ends.len() as i128 + open, undefined)
}
