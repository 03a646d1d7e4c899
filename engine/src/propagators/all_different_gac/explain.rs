//! Why values went: variables that have no more values between them than they need.

use fxhash::FxHashMap;

use super::{AllDifferentGac, NONE};
use crate::literal::Literal;
use crate::reason::{Change, Past};

/// Variables by number, and the values between them, bit `b` for the value `base + b`.
type HallSet = (Vec<u32>, u64);

impl AllDifferentGac {
    /// Says of each variable of a Hall set that it has none of the values outside, which is less than all that was
    /// known.
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
            let is_among = |value: i32| values >> (i64::from(value) - i64::from(self.base)) & 1 == 1;
            for i in hall {
                past.describe_within(self.vars[i as usize], is_among, facts);
            }
            return;
        }
        match self.hall_set_of_any(change, past) {
            Some(hall) => {
                for i in hall {
                    past.describe(self.vars[i], facts);
                }
            }
            None => past.describe_scope(facts),
        }
    }

    /// In the one-word form: the Hall set that explains `change`.
    fn hall_set(&self, change: &Change<'_>, past: &Past<'_>) -> Option<HallSet> {
        let base = i64::from(self.base);
        let domains: Vec<u64> = self
            .vars
            .iter()
            .map(|&var| past.domain(var).window(base))
            .collect();
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
            let Some((mut from, mut value)) = free else {
                return Some((queue, seen));
            };
            taken |= 1 << value;
            loop {
                let old = std::mem::replace(&mut value_of[from as usize], value);
                holder[value as usize] = from;
                if from == i {
                    break;
                }
                value = old;
                from = parent[value as usize];
            }
        }
        let var = change.var?;
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

    /// The variables whose domains, as they were, explain `change`.
    fn hall_set_of_any(&self, change: &Change<'_>, past: &Past<'_>) -> Option<Vec<usize>> {
        let n = self.vars.len();
        let domains: Vec<Vec<i32>> = self
            .vars
            .iter()
            .map(|&var| past.domain(var).iter().collect())
            .collect();
        let mut holder: FxHashMap<i32, usize> = FxHashMap::default();
        let mut short = None;
        for i in 0..n {
            // Breadth first from variable i to a free value.
            let mut parent: FxHashMap<i32, usize> = FxHashMap::default();
            let mut value_of = vec![None; n];
            for (&value, &var) in &holder {
                value_of[var] = Some(value);
            }
            let mut queue = vec![i];
            let mut head = 0;
            let mut free = None;
            'search: while let Some(&from) = queue.get(head) {
                head += 1;
                for &value in &domains[from] {
                    if parent.contains_key(&value) {
                        continue;
                    }
                    parent.insert(value, from);
                    match holder.get(&value) {
                        Some(&var) => queue.push(var),
                        None => {
                            free = Some(value);
                            break 'search;
                        }
                    }
                }
            }
            let Some(mut value) = free else {
                short = Some(queue);
                break;
            };
            loop {
                let var = parent[&value];
                let old = value_of[var];
                holder.insert(value, var);
                match old {
                    Some(old) if var != i => value = old,
                    _ => break,
                }
            }
        }
        if short.is_some() {
            return short;
        }
        let var = change.var?;
        let mut reached = vec![false; n];
        let mut queue = Vec::new();
        let mut visit = |var: usize, queue: &mut Vec<usize>| {
            if !std::mem::replace(&mut reached[var], true) {
                queue.push(var);
            }
        };
        for value in change.removed() {
            visit(*holder.get(&value)?, &mut queue);
        }
        let mut head = 0;
        while let Some(&from) = queue.get(head) {
            head += 1;
            for value in &domains[from] {
                visit(*holder.get(value)?, &mut queue);
            }
        }
        let outside = queue.iter().all(|&i| self.vars[i] != var);
        outside.then_some(queue)
    }
}

/// Calls `f` with the place of each bit.
fn each_bit(mut bits: u64, mut f: impl FnMut(u32)) {
    while bits != 0 {
        f(bits.trailing_zeros());
        bits &= bits - 1;
    }
}
