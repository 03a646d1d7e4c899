//! The version for values within 64 of each other: a domain is one word.

use super::{AllDifferentGac, NONE};
use crate::domain::Dom;
use crate::propagator::{Conflict, Context, Status};

impl AllDifferentGac {
    /// The domain of variable `i` as a word from its base on.
    #[inline]
    fn word(&self, cx: &Context<'_>, i: usize) -> u64 {
        let (var, base) = (self.vars[i], self.bases[i]);
        if !var.is_wide() {
            return cx.dom(var).shifted(-base).bits();
        }
        let domain = cx.domain(var);
        domain.iter().fold(0, |word, value| {
            word | 1 << (i64::from(value) - i64::from(base))
        })
    }

    pub(super) fn propagate_word(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        let n = self.vars.len();
        let (mut union, mut total) = (0, 0);
        for i in 0..n {
            let word = self.word(cx, i);
            self.domains[i] = word;
            union |= word;
            total += word.count_ones();
        }
        if union.count_ones() < n as u32 {
            return Err(Conflict);
        }
        if union.count_ones() == total {
            return Ok(Status::Entailed);
        }
        let mut matched = 0u64;
        for i in 0..n {
            let value = self.value_of[i];
            if value != NONE && self.domains[i] >> value & 1 == 1 {
                matched |= 1 << value;
            } else {
                self.value_of[i] = NONE;
            }
        }
        for i in 0..n {
            if self.value_of[i] == NONE {
                matched |= self.augment_word(i, matched)?;
            }
        }
        // Releasable values: free ones, and those whose variable could take one.
        let mut releasable = union & !matched;
        let mut fixed_side = matched;
        while releasable != 0 {
            let mut found = 0;
            for value in Dom::from_bits(fixed_side).iter() {
                if self.domains[self.var_of[value as usize] as usize] & releasable != 0 {
                    found |= 1 << value;
                }
            }
            if found == 0 {
                break;
            }
            releasable |= found;
            fixed_side &= !found;
        }
        for value in Dom::from_bits(matched & releasable).iter() {
            self.keep_word(cx, self.var_of[value as usize] as usize, releasable)?;
        }
        self.components_word(cx, fixed_side)?;
        Ok(Status::Fixpoint)
    }

    #[inline]
    fn keep_word(&self, cx: &mut Context<'_>, i: usize, keep: u64) -> Result<bool, Conflict> {
        if self.domains[i] & !keep == 0 {
            return Ok(false);
        }
        let var = self.vars[i];
        if var.is_wide() {
            cx.keep_words(var, self.bases[i], &[keep])
        } else {
            cx.keep(var, Dom::from_bits(keep).shifted(self.bases[i]))
        }
    }

    /// Finds a value for variable `i`, moving others; returns the newly matched value's bit.
    fn augment_word(&mut self, i: usize, matched: u64) -> Result<u64, Conflict> {
        let mut seen = 0u64;
        let mut frontier = 0u64;
        let mut from = i as u32;
        loop {
            let fresh = self.domains[from as usize] & !seen;
            let free = fresh & !matched;
            if free != 0 {
                let found = free & free.wrapping_neg();
                let mut value = free.trailing_zeros();
                let mut var = from;
                loop {
                    let old = std::mem::replace(&mut self.value_of[var as usize], value);
                    self.var_of[value as usize] = var;
                    if var == i as u32 {
                        return Ok(found);
                    }
                    value = old;
                    var = self.parent[value as usize];
                }
            }
            for value in Dom::from_bits(fresh).iter() {
                self.parent[value as usize] = from;
            }
            seen |= fresh;
            frontier |= fresh;
            if frontier == 0 {
                return Err(Conflict);
            }
            from = self.var_of[frontier.trailing_zeros() as usize];
            frontier &= frontier - 1;
        }
    }

    /// Restricts each variable matched to a value of `nodes` to its strongly connected component.
    fn components_word(&mut self, cx: &mut Context<'_>, nodes: u64) -> Result<(), Conflict> {
        let mut left = nodes;
        let mut path = std::mem::take(&mut self.path);
        path.clear();
        // Each entry: the values of a growing component, and the values that their variables could take. All
        // values on the path are in `on_path`.
        let mut on_path = 0u64;
        let mut outcome = Ok(());
        while left != 0 {
            if path.is_empty() {
                let value = left.trailing_zeros();
                let var = self.var_of[value as usize] as usize;
                path.push((1 << value, self.domains[var]));
                on_path = 1 << value;
            }
            let &(members, reach) = path.last().expect("just filled");
            let next = reach & left & !members;
            if next == 0 {
                path.pop();
                left &= !members;
                on_path &= !members;
                for value in Dom::from_bits(members).iter() {
                    let var = self.var_of[value as usize] as usize;
                    outcome = outcome.and(self.keep_word(cx, var, members).map(|_| ()));
                }
                continue;
            }
            let back = next & on_path;
            if back == 0 {
                let value = next.trailing_zeros();
                let var = self.var_of[value as usize] as usize;
                path.push((1 << value, self.domains[var]));
                on_path |= 1 << value;
            } else {
                // A cycle: everything above the deepest of them is one component.
                let (mut members, mut reach) = path.pop().expect("not empty");
                while back & !members != 0 {
                    let (more, further) = path.pop().expect("the values are on the path");
                    members |= more;
                    reach |= further;
                }
                path.push((members, reach));
            }
        }
        self.path = path;
        outcome
    }
}
