//! Why values were removed: Hall sets, which are variables with no more values between them than they need.

use super::{AllDifferentGac, NONE};
use crate::bits::{Bits, BitsRef, none_of};
use crate::literal::Literal;
use crate::reason::{Change, Past};
use crate::var::Var;

/// The variables by number, and their values together, bit `b` for the value `base + b`.
type HallSet = (Vec<u32>, u64);

impl AllDifferentGac {
    /// For each variable of a Hall set, that it has none of the values outside, which is less than everything known.
    pub(super) fn explain_by_hall_set(
        &self,
        change: &Change<'_>,
        past: &Past<'_>,
        facts: &mut Vec<Literal>,
    ) {
        if self.window > 0 {
            let Some((hall, values)) = self.hall_set(change, past) else {
                return past.describe_scope(facts);
            };
            for i in hall {
                let base = i64::from(self.bases[i as usize]);
                let is_among = |value: i32| values >> (i64::from(value) - base) & 1 == 1;
                past.describe_within(self.vars[i as usize], is_among, facts);
            }
            return;
        }
        match self.hall_set_of_any(change, past) {
            Some((hall, values)) => {
                for i in hall {
                    let offset = self.offsets[i as usize];
                    let is_among = |value: i32| values.binary_search(&(value + offset)).is_ok();
                    past.describe_within(self.vars[i as usize], is_among, facts);
                }
            }
            None => past.describe_scope(facts),
        }
    }

    /// The position of `var`, if it has only one.
    fn only_place(&self, var: Var) -> Option<usize> {
        let mut places = (0..self.vars.len()).filter(|&i| self.vars[i] == var);
        let first = places.next()?;
        places.next().is_none().then_some(first)
    }

    /// In the one-word form: the Hall set that explains `change`.
    fn hall_set(&self, change: &Change<'_>, past: &Past<'_>) -> Option<HallSet> {
        let domains: Vec<u64> = (self.vars.iter().zip(&self.bases))
            .map(|(&var, &base)| past.domain(var).window(i64::from(base)))
            .collect();
        if let Some(holders) = self.holders(change, &domains) {
            return Some(holders);
        }
        let mut holder = [NONE; 64];
        let mut value_of = vec![NONE; domains.len()];
        let mut taken = 0u64;
        let mut queue: Vec<u32> = Vec::with_capacity(domains.len());
        let mut parent = [NONE; 64];
        for i in 0..domains.len() as u32 {
            // Breadth first to a free value.
            queue.clear();
            queue.push(i);
            let (mut seen, mut head) = (0, 0);
            let free = loop {
                let Some(&from) = queue.get(head) else {
                    break None;
                };
                head += 1;
                let new = domains[from as usize] & !seen;
                if new & !taken != 0 {
                    break Some((from, (new & !taken).trailing_zeros()));
                }
                seen |= new;
                each_bit(new, |value| {
                    parent[value as usize] = from;
                    queue.push(holder[value as usize]);
                });
            };
            let Some((from, value)) = free else {
                return Some((queue, seen));
            };
            taken |= 1 << value;
            augment(&mut value_of, &mut holder, &parent, i, from, value);
        }
        let var = change.var?;
        let base = i64::from(self.bases[self.only_place(var)?]);
        let mut seen = change.before.window(base) & !change.after.window(base);
        queue.clear();
        let (mut new, mut head) = (seen, 0);
        loop {
            if new & !taken != 0 {
                return None;
            }
            each_bit(new, |value| queue.push(holder[value as usize]));
            let Some(&from) = queue.get(head) else {
                break;
            };
            head += 1;
            new = domains[from as usize] & !seen;
            seen |= new;
        }
        let outside = queue.iter().all(|&i| self.vars[i as usize] != var);
        outside.then_some((queue, seen))
    }

    /// The fixed variables that have the removed values, if each value has one: the smallest Hall sets.
    fn holders(&self, change: &Change<'_>, domains: &[u64]) -> Option<HallSet> {
        let own = self.only_place(change.var?)?;
        let base = i64::from(self.bases[own]);
        let lost = change.before.window(base) & !change.after.window(base);
        if change.after.is_empty() {
            return None;
        }
        let mut left = lost;
        let mut holders = Vec::new();
        for (i, &domain) in domains.iter().enumerate() {
            if domain & left != 0 && domain.is_power_of_two() && i != own {
                left &= !domain;
                holders.push(i as u32);
            }
        }
        (left == 0).then_some((holders, lost))
    }

    /// As [`hall_set`](Self::hall_set) for values of any spread, with the values of the variables in rising order.
    fn hall_set_of_any(
        &self,
        change: &Change<'_>,
        past: &Past<'_>,
    ) -> Option<(Vec<u32>, Vec<i32>)> {
        let with_offset =
            |(var, offset): (Var, i32)| past.domain(var).iter().map(move |v| v + offset);
        let terms = || self.vars.iter().copied().zip(self.offsets.iter().copied());
        let mut values: Vec<i32> = terms().flat_map(with_offset).collect();
        values.sort_unstable();
        values.dedup();
        let place = |value: i32| values.binary_search(&value).ok().map(|at| at as u32);
        let domains: Vec<Vec<u32>> = terms()
            .map(|term| with_offset(term).filter_map(place).collect())
            .collect();
        let named = |seen: &BitsRef| -> Vec<i32> {
            let named = values.iter().zip(seen).filter(|(_, seen)| **seen);
            named.map(|(&value, _)| value).collect()
        };
        let holder = match holders_of(values.len(), &domains) {
            Ok(holder) => holder,
            Err((hall, seen)) => return Some((hall, named(&seen))),
        };
        let var = change.var?;
        let offset = self.offsets[self.only_place(var)?];
        let removed: Vec<u32> = change
            .removed()
            .map(|value| place(value + offset))
            .collect::<Option<_>>()?;
        let (hall, seen) = closure(&removed, &domains, &holder)?;
        let outside = hall.iter().all(|&i| self.vars[i as usize] != var);
        outside.then(|| (hall, named(&seen)))
    }
}

/// Gives each variable a value of its own: returns by value the variable that has it. If they have too few between them,
/// the variables and values of a Hall set without room for one more of them. Values by number.
fn holders_of(values: usize, domains: &[Vec<u32>]) -> Result<Vec<u32>, (Vec<u32>, Bits)> {
    let mut holder = vec![NONE; values];
    let mut value_of = vec![NONE; domains.len()];
    let mut parent = vec![NONE; values];
    let mut seen = none_of(values);
    let mut queue: Vec<u32> = Vec::with_capacity(domains.len());
    for i in 0..domains.len() as u32 {
        queue.clear();
        queue.push(i);
        let mut head = 0;
        let free = domains[i as usize]
            .iter()
            .find(|&&value| holder[value as usize] == NONE);
        if let Some(&value) = free {
            augment(&mut value_of, &mut holder, &parent, i, i, value);
            continue;
        }
        seen.fill(false);
        let (from, value) = 'search: loop {
            let Some(&from) = queue.get(head) else {
                return Err((queue, seen));
            };
            head += 1;
            for &value in &domains[from as usize] {
                if seen.replace(value as usize, true) {
                    continue;
                }
                parent[value as usize] = from;
                match holder[value as usize] {
                    NONE => break 'search (from, value),
                    var => queue.push(var),
                }
            }
        };
        augment(&mut value_of, &mut holder, &parent, i, from, value);
    }
    Ok(holder)
}

/// The variables that hold these values, the values that they could have instead, and so on: variables and values, or
/// `None` if a value that nobody holds is among them.
fn closure<'a>(
    mut new: &'a [u32],
    domains: &'a [Vec<u32>],
    holder: &[u32],
) -> Option<(Vec<u32>, Bits)> {
    let mut seen = none_of(holder.len());
    let mut queue: Vec<u32> = Vec::with_capacity(domains.len());
    let mut head = 0;
    loop {
        for &value in new {
            if !seen.replace(value as usize, true) {
                match holder[value as usize] {
                    NONE => return None,
                    var => queue.push(var),
                }
            }
        }
        let Some(&from) = queue.get(head) else {
            return Some((queue, seen));
        };
        head += 1;
        new = &domains[from as usize];
    }
}

/// Calls `f` with the place of each bit.
fn each_bit(mut bits: u64, mut f: impl FnMut(u32)) {
    while bits != 0 {
        f(bits.trailing_zeros());
        bits &= bits - 1;
    }
}

/// Gives `start` a value along the path on which a free one was found: from `from`, which takes `value`, back over the
/// places that held the values before.
fn augment(
    value_of: &mut [u32],
    holder: &mut [u32],
    parent: &[u32],
    start: u32,
    mut from: u32,
    mut value: u32,
) {
    loop {
        let old = std::mem::replace(&mut value_of[from as usize], value);
        holder[value as usize] = from;
        if from == start {
            return;
        }
        value = old;
        from = parent[value as usize];
    }
}
