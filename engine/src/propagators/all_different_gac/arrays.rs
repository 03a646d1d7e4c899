//! The version for any values: arrays over the declared values.

use super::{AllDifferentGac, NONE};
use crate::bits::{Bits, none_of};
use crate::constraint::Scope;
use crate::propagator::{Conflict, Context, Status};

/// Scratch, by variable unless said otherwise.
#[derive(Clone, Debug, Default)]
pub(super) struct Scratch {
    /// The declared values, with their offsets; a value's index is its place here. (Constant.)
    list: Vec<i32>,
    /// By variable: where its part of `index_of` starts, which is indexed by the bits of its domain. (Constant.)
    index_start: Vec<u32>,
    index_of: Vec<u32>,
    /// By value index.
    seen: Bits,
    queue: Vec<u32>,
    /// The domains as value indices, one after another.
    starts: Vec<u32>,
    values: Vec<u32>,
    number: Vec<u32>,
    low: Vec<u32>,
    component: Vec<u32>,
    stack: Vec<u32>,
    /// (variable, next place in its domain)
    calls: Vec<(u32, u32)>,
    /// The variables of each value, built to find the releasable values.
    takers_start: Vec<u32>,
    takers: Vec<u32>,
    keep: Vec<u64>,
}

impl AllDifferentGac {
    /// Numbers the declared values and lays out the scratch.
    pub(super) fn attach_arrays(&mut self, scope: &Scope<'_>) {
        let mut list: Vec<i32> = Vec::new();
        for (&var, &offset) in self.vars.iter().zip(&self.offsets) {
            list.extend(scope.domain(var).iter().map(|value| value + offset));
        }
        let declared = list.len();
        list.sort_unstable();
        list.dedup();
        let mut index_of = Vec::new();
        let mut index_start = Vec::with_capacity(self.vars.len());
        let mut most_words = 0;
        for (&var, &offset) in self.vars.iter().zip(&self.offsets) {
            let domain = scope.domain(var);
            let start = index_of.len();
            index_start.push(start as u32);
            index_of.resize(start + 64 * domain.words().len(), NONE);
            for value in domain.iter() {
                let index = list
                    .binary_search(&(value + offset))
                    .expect("collected above");
                index_of[start + (value - domain.offset()) as usize] = index as u32;
            }
            most_words = most_words.max(domain.words().len());
        }
        let (n, values) = (self.vars.len(), list.len());
        self.var_of = vec![NONE; values];
        self.parent = vec![NONE; values];
        self.arrays = Scratch {
            list,
            index_start,
            index_of,
            seen: none_of(values),
            queue: Vec::with_capacity(n.max(values)),
            starts: Vec::with_capacity(n + 1),
            values: Vec::with_capacity(declared),
            number: vec![NONE; n],
            low: vec![0; n],
            component: vec![NONE; n],
            stack: Vec::with_capacity(n),
            calls: Vec::with_capacity(n),
            takers_start: vec![0; values + 1],
            takers: Vec::with_capacity(declared),
            keep: vec![0; most_words],
        };
    }

    pub(super) fn propagate_arrays(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        let n = self.vars.len();
        let scratch = &mut self.arrays;
        scratch.values.clear();
        scratch.starts.clear();
        let mut open = 0;
        for (i, &var) in self.vars.iter().enumerate() {
            scratch.starts.push(scratch.values.len() as u32);
            let domain = cx.domain(var);
            let index_of = &scratch.index_of[scratch.index_start[i] as usize..];
            let indices = domain
                .iter()
                .map(|v| index_of[(v - domain.offset()) as usize]);
            scratch.values.extend(indices);
            open += u32::from(!cx.is_fixed(var));
        }
        scratch.starts.push(scratch.values.len() as u32);
        self.var_of.fill(NONE);
        for i in 0..n {
            let value = self.value_of[i];
            let kept = value != NONE
                && cx.contains(self.vars[i], scratch.list[value as usize] - self.offsets[i]);
            if kept {
                self.var_of[value as usize] = i as u32;
            } else {
                self.value_of[i] = NONE;
            }
        }
        for i in 0..n {
            if self.value_of[i] == NONE {
                self.augment(i as u32)?;
            }
        }
        self.release();
        self.number_components();
        for i in 0..n {
            let (first, last) = (self.arrays.starts[i], self.arrays.starts[i + 1]);
            if last - first == 1 {
                continue;
            }
            let var = self.vars[i];
            let domain = cx.domain(var);
            let (offset, len) = (domain.offset(), domain.words().len());
            self.arrays.keep[..len].fill(0);
            let mut kept = 0;
            let indices = &self.arrays.values[first as usize..last as usize];
            for (&index, value) in indices.iter().zip(domain.iter()) {
                let holder = self.var_of[index as usize];
                let supported = self.arrays.seen[index as usize]
                    || holder == i as u32
                    || (holder != NONE
                        && self.arrays.component[holder as usize] == self.arrays.component[i]);
                if supported {
                    let bit = (value - offset) as usize;
                    self.arrays.keep[bit / 64] |= 1 << (bit % 64);
                    kept += 1;
                }
            }
            if kept < last - first {
                cx.keep_words(var, offset, &self.arrays.keep[..len])?;
            }
            open -= u32::from(kept == 1);
        }
        Ok(if open <= 1 {
            Status::Entailed
        } else {
            Status::Fixpoint
        })
    }

    fn augment(&mut self, i: u32) -> Result<(), Conflict> {
        let scratch = &mut self.arrays;
        scratch.seen.fill(false);
        scratch.queue.clear();
        scratch.queue.push(i);
        let mut head = 0;
        while let Some(&from) = scratch.queue.get(head) {
            head += 1;
            let (first, last) = (
                scratch.starts[from as usize],
                scratch.starts[from as usize + 1],
            );
            for &value in &scratch.values[first as usize..last as usize] {
                if scratch.seen.replace(value as usize, true) {
                    continue;
                }
                self.parent[value as usize] = from;
                let holder = self.var_of[value as usize];
                if holder != NONE {
                    scratch.queue.push(holder);
                    continue;
                }
                let mut value = value;
                loop {
                    let var = self.parent[value as usize];
                    let old = std::mem::replace(&mut self.value_of[var as usize], value);
                    self.var_of[value as usize] = var;
                    if var == i {
                        return Ok(());
                    }
                    value = old;
                }
            }
        }
        Err(Conflict)
    }

    /// Marks the releasable values in `seen`.
    fn release(&mut self) {
        let scratch = &mut self.arrays;
        let values = scratch.list.len();
        // By value, the variables that could take it: a counting sort that fills each run from its end.
        scratch.takers_start.fill(0);
        for &value in &scratch.values {
            scratch.takers_start[value as usize] += 1;
        }
        let mut end = 0;
        for start in &mut scratch.takers_start {
            end += *start;
            *start = end;
        }
        scratch.takers.clear();
        scratch.takers.resize(scratch.values.len(), 0);
        for i in 0..self.vars.len() {
            let (first, last) = (scratch.starts[i], scratch.starts[i + 1]);
            for &value in &scratch.values[first as usize..last as usize] {
                let place = &mut scratch.takers_start[value as usize];
                *place -= 1;
                scratch.takers[*place as usize] = i as u32;
            }
        }
        scratch.seen.fill(false);
        scratch.queue.clear();
        for value in 0..values {
            if self.var_of[value] == NONE {
                scratch.seen.set(value, true);
                scratch.queue.push(value as u32);
            }
        }
        let mut head = 0;
        while let Some(&value) = scratch.queue.get(head) {
            head += 1;
            let (first, last) = (
                scratch.takers_start[value as usize],
                scratch.takers_start[value as usize + 1],
            );
            for &var in &scratch.takers[first as usize..last as usize] {
                let moved = self.value_of[var as usize];
                if !scratch.seen.replace(moved as usize, true) {
                    scratch.queue.push(moved);
                }
            }
        }
    }

    /// Numbers the strongly connected components of the variables (Tarjan 1972, without recursion).
    fn number_components(&mut self) {
        let scratch = &mut self.arrays;
        scratch.number.fill(NONE);
        scratch.component.fill(NONE);
        scratch.stack.clear();
        scratch.calls.clear();
        let mut count = 0;
        for root in 0..self.vars.len() as u32 {
            if scratch.number[root as usize] != NONE {
                continue;
            }
            scratch.calls.push((root, scratch.starts[root as usize]));
            while let Some(&mut (var, ref mut place)) = scratch.calls.last_mut() {
                let v = var as usize;
                if scratch.number[v] == NONE {
                    scratch.number[v] = count;
                    scratch.low[v] = count;
                    count += 1;
                    scratch.stack.push(var);
                }
                if *place < scratch.starts[v + 1] {
                    let holder = self.var_of[scratch.values[*place as usize] as usize];
                    *place += 1;
                    if holder == NONE {
                        continue;
                    }
                    let h = holder as usize;
                    if scratch.number[h] == NONE {
                        scratch.calls.push((holder, scratch.starts[h]));
                    } else if scratch.component[h] == NONE {
                        scratch.low[v] = scratch.low[v].min(scratch.number[h]);
                    }
                    continue;
                }
                scratch.calls.pop();
                if let Some(&(caller, _)) = scratch.calls.last() {
                    let c = caller as usize;
                    scratch.low[c] = scratch.low[c].min(scratch.low[v]);
                }
                if scratch.low[v] == scratch.number[v] {
                    while let Some(member) = scratch.stack.pop() {
                        scratch.component[member as usize] = var;
                        if member == var {
                            break;
                        }
                    }
                }
            }
        }
    }
}
