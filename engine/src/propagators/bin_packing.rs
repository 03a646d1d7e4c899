//! Items of given sizes in bins.
//!
//! State: none.

use crate::constraint::{Constraint, Scope};
use crate::event::Events;
use crate::literal::Literal;
use crate::propagator::{Conflict, Context, Propagator, Status};
use crate::reason::{Change, Past};
use crate::var::Var;

/// Reason tags: what a change followed from, with the number of a bin in the higher bits.
const KNOWN: u32 = 1;
const POSSIBLE: u32 = 2;
const REST_AT_MOST: u32 = 3;
const REST_AT_LEAST: u32 = 4;
const TOO_MUCH: u32 = 5;
const TOO_LITTLE: u32 = 6;

/// Each item lies in one bin, and the load of each bin is the sum of the sizes of its items. Bins count from 0.
///
/// # Strength and cost
///
/// Sound, and exact once all variables are fixed. The basic rules of Shaw 2004, "A constraint for bin packing": loads
/// lie between what is in a bin and what may be, and add up to all sizes; an item is not in a bin that would be too
/// full with it, and is in a bin that would be too empty without it. There is no search for sums of subsets. O(items ×
/// bins) a run. Reasons are the items in a bin, or not in it, and the bounds of loads.
#[derive(Clone, Debug)]
pub struct BinPacking {
    items: Box<[(Var, i64)]>,
    loads: Box<[Var]>,
    total: i64,
    repeated: bool,
}

impl BinPacking {
    /// `(bin, size)` of each item, and the load of each bin.
    ///
    /// # Panics
    /// If a size is negative.
    pub fn new(items: &[(Var, i32)], loads: &[Var]) -> Self {
        assert!(items.iter().all(|&(_, size)| size >= 0), "a negative size");
        let all: Vec<Var> = items
            .iter()
            .map(|item| item.0)
            .chain(loads.iter().copied())
            .collect();
        Self {
            items: items
                .iter()
                .map(|&(bin, size)| (bin, size.into()))
                .collect(),
            loads: loads.into(),
            total: items.iter().map(|&(_, size)| i64::from(size)).sum(),
            repeated: super::all_different::repeats(&all),
        }
    }
}

impl Constraint for BinPacking {
    type Propagator = Self;

    fn name(&self) -> &'static str {
        "bin packing"
    }

    fn for_each_var(&self, see: &mut dyn FnMut(Var)) {
        self.items.iter().for_each(|&(bin, _)| see(bin));
        self.loads.iter().copied().for_each(see);
    }

    fn attach(self, scope: &mut Scope<'_>) -> Self {
        for &(bin, _) in &self.items {
            scope.on(bin, Events::ANY);
        }
        for &load in &self.loads {
            scope.on(load, Events::BOUNDS);
        }
        self
    }
}

impl Propagator for BinPacking {
    fn propagate(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        let mut changed = false;
        for &(bin, _) in &self.items {
            changed |= cx.at_least(bin, 0)?;
            changed |= cx.at_most(bin, self.loads.len() as i32 - 1)?;
        }
        // A load beyond 32 bits is impossible.
        let fit = |value: i64| i32::try_from(value).map_err(|_| Conflict);
        let clamp = |value: i64| value.clamp(i32::MIN.into(), i32::MAX.into()) as i32;
        for (b, &load) in self.loads.iter().enumerate() {
            let (mut known, mut possible) = (0, 0);
            for &(bin, size) in &self.items {
                if cx.contains(bin, b as i32) {
                    possible += size;
                    known += if cx.is_fixed(bin) { size } else { 0 };
                }
            }
            let because = |cx: &mut Context<'_>, why: u32| cx.because((b as u32) << 3 | why);
            because(cx, KNOWN);
            changed |= cx.at_least(load, fit(known)?)?;
            because(cx, POSSIBLE);
            changed |= cx.at_most(load, clamp(possible))?;
            let (mut least, mut most) = (0, 0);
            for &other in self
                .loads
                .iter()
                .enumerate()
                .filter(|&(o, _)| o != b)
                .map(|(_, l)| l)
            {
                least += i64::from(cx.min(other));
                most += i64::from(cx.max(other));
            }
            because(cx, REST_AT_MOST);
            changed |= cx.at_least(load, clamp(self.total - most))?;
            because(cx, REST_AT_LEAST);
            changed |= cx.at_most(load, clamp(self.total - least))?;
            let (low, high) = (i64::from(cx.min(load)), i64::from(cx.max(load)));
            for &(bin, size) in &self.items {
                if cx.is_fixed(bin) || !cx.contains(bin, b as i32) {
                    continue;
                }
                if known + size > high {
                    because(cx, TOO_MUCH);
                    changed |= cx.remove(bin, b as i32)?;
                    possible -= size;
                } else if possible - size < low {
                    because(cx, TOO_LITTLE);
                    changed |= cx.fix(bin, b as i32)?;
                    known += size;
                }
            }
        }
        Ok(Status::after(changed))
    }

    fn explain(&self, change: &Change<'_>, past: &Past<'_>, facts: &mut Vec<Literal>) {
        if self.repeated {
            return past.describe_scope(facts);
        }
        let b = (change.tag >> 3) as usize;
        if change.after.is_empty()
            && let Some(var) = change.var
        {
            past.describe(var, facts);
        }
        let Some(&load) = self.loads.get(b) else {
            return;
        };
        let items = || {
            self.items
                .iter()
                .filter(|&&(bin, _)| change.var != Some(bin))
        };
        let bin = b as i32;
        let inside = |facts: &mut Vec<Literal>| {
            facts.extend(
                items()
                    .filter(|&&(x, size)| size > 0 && past.domain(x).value() == Some(bin))
                    .map(|&(x, _)| Literal::is(x, bin)),
            );
        };
        let outside = |facts: &mut Vec<Literal>| {
            facts.extend(
                items()
                    .filter(|&&(x, size)| size > 0 && !past.domain(x).contains(bin))
                    .map(|&(x, _)| Literal::is_not(x, bin)),
            );
        };
        let bound = |load: Var, above: bool| {
            let domain = past.domain(load);
            if above {
                domain.max().map(|max| Literal::at_most(load, max))
            } else {
                domain.min().map(|min| Literal::at_least(load, min))
            }
        };
        let others = || self.loads.iter().copied().filter(|&other| other != load);
        match change.tag & 7 {
            KNOWN => inside(facts),
            POSSIBLE => outside(facts),
            REST_AT_MOST => facts.extend(others().filter_map(|load| bound(load, true))),
            REST_AT_LEAST => facts.extend(others().filter_map(|load| bound(load, false))),
            TOO_MUCH => {
                facts.extend(bound(load, true));
                inside(facts);
            }
            TOO_LITTLE => {
                facts.extend(bound(load, false));
                outside(facts);
            }
            // A value that is not a bin needs no reason.
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::PropagatorTest;

    fn holds(bins: &[i32], sizes: &[i32], loads: &[i32]) -> bool {
        let of = |b: usize| -> i32 {
            let inside = bins.iter().zip(sizes).filter(|&(&bin, _)| bin == b as i32);
            inside.map(|(_, size)| size).sum()
        };
        let real = bins.iter().all(|bin| (0..loads.len() as i32).contains(bin));
        real && (0..loads.len()).all(|b| of(b) == loads[b])
    }

    #[test]
    fn against_brute_force() {
        let cases: [(&[i32], usize); 5] = [
            (&[], 1),
            (&[2], 2),
            (&[1, 2], 2),
            (&[2, 0, 1], 2),
            (&[2, 1, 1], 3),
        ];
        for (sizes, bins) in cases {
            let n = sizes.len();
            PropagatorTest::new(
                |model, v| {
                    let items: Vec<(Var, i32)> =
                        v[..n].iter().copied().zip(sizes.iter().copied()).collect();
                    model.post(BinPacking::new(&items, &v[n..]));
                },
                |v| holds(&v[..n], sizes, &v[n..]),
            )
            .random(150, n + bins, -1..=3);
        }
        PropagatorTest::new(
            |model, v| {
                model.post(BinPacking::new(
                    &[(v[0], 1), (v[1], 2), (v[0], 1)],
                    &[v[2], v[1]],
                ));
            },
            |v| holds(&[v[0], v[1], v[0]], &[1, 2, 1], &[v[2], v[1]]),
        )
        .random(100, 3, 0..=4);
    }
}
