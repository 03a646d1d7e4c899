//! All different, generalised arc consistent: a matching of variables to values, and the components that it
//! leaves.
//!
//! Régin 1994, "A filtering algorithm for constraints of difference in CSPs": a value is supported if and only if
//! some maximum matching uses it. Take any maximum matching. A value is *releasable* if it is free, or its
//! variable could move to a releasable value; every variable can take a releasable value of its domain. A variable
//! that cannot move to one can take exactly the values in its own strongly connected component of the graph
//! "could take the value of". Everything else goes.
//!
//! When all declared values lie within 64 of each other, a domain is one word from the smallest of them: the
//! matching is augmented by word-wide breadth-first search, and the components are found by merging sets on a path
//! (Purdom 1970 and Munro 1971, in Gabow's 2000 form), one step for each value whatever the number of arcs: O(n²)
//! word operations at worst, usually O(n). Otherwise the same with arrays and Tarjan's 1972 algorithm: O(n · e) for
//! a broken matching of n variables with domains of e values altogether, O(e) when the old one holds.
//!
//! State: none on the trail. The matching of the last run is a hint, rechecked at each; the rest is scratch.

use fxhash::FxHashMap;

use super::all_different::repeats;
use crate::domain::Dom;
use crate::event::Events;
use crate::literal::Literal;
use crate::propagator::{Conflict, Context, Propagator, Scope, Status};
use crate::queue::Lane;
use crate::reason::{Change, Past};
use crate::var::Var;

const NONE: u32 = u32::MAX;

/// The variables take pairwise different values; domain consistent.
///
/// Narrow and wide variables may be mixed. A variable that is given twice makes the constraint unsatisfiable.
#[derive(Clone, Debug)]
pub struct AllDifferentGac {
    vars: Box<[Var]>,
    repeated: bool,
    /// One-word form: the value of index 0.
    base: i32,
    /// Number of value indices if they fill one word, else 0.
    window: usize,
    /// By variable: the index of its value in the matching, or `NONE`.
    value_of: Vec<u32>,
    /// By value index: its variable in the matching, or `NONE`.
    var_of: Vec<u32>,
    /// One-word scratch: by variable its domain; by value who discovered it; the path of components.
    domains: Vec<u64>,
    parent: Vec<u32>,
    path: Vec<(u64, u64)>,
    wide: WideScratch,
}

/// Scratch of the array form, by variable unless said otherwise.
#[derive(Clone, Debug, Default)]
struct WideScratch {
    /// The declared values; a value's index is its place here. (Constant.)
    list: Vec<i32>,
    /// By variable: where its run of `index_of` starts, which goes by the bits of its domain. (Constant.)
    index_start: Vec<u32>,
    index_of: Vec<u32>,
    /// By value index.
    seen: Vec<bool>,
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
    /// The variables of each value, built when the releasable values are looked for.
    takers_start: Vec<u32>,
    takers: Vec<u32>,
    keep: Vec<u64>,
}

impl AllDifferentGac {
    /// All of `vars` different.
    pub fn new(vars: &[Var]) -> Self {
        let n = vars.len();
        Self {
            vars: vars.into(),
            repeated: repeats(vars),
            base: 0,
            window: 0,
            value_of: vec![NONE; n],
            var_of: Vec::new(),
            domains: vec![0; n],
            parent: Vec::new(),
            path: Vec::with_capacity(n),
            wide: WideScratch::default(),
        }
    }

    // ---- one word ----

    /// The domain as a word from `base` on.
    #[inline]
    fn word(&self, cx: &Context<'_>, var: Var) -> u64 {
        if !var.is_wide() {
            return cx.dom(var).shifted(-self.base).bits();
        }
        let domain = cx.domain(var);
        domain.iter().fold(0, |word, value| {
            word | 1 << (i64::from(value) - i64::from(self.base))
        })
    }

    fn propagate_word(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        let n = self.vars.len();
        let (mut union, mut total) = (0, 0);
        for i in 0..n {
            let word = self.word(cx, self.vars[i]);
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
            if self.value_of[i] != NONE {
                self.var_of[self.value_of[i] as usize] = i as u32;
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
            cx.keep_words(var, self.base, &[keep])
        } else {
            cx.keep(var, Dom::from_bits(keep).shifted(self.base))
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

    /// Cuts each variable that holds a value of `nodes` to its strongly connected component.
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

    // ---- arrays ----

    fn propagate_wide(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        let n = self.vars.len();
        let scratch = &mut self.wide;
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
            let kept = value != NONE && cx.contains(self.vars[i], scratch.list[value as usize]);
            if kept {
                self.var_of[value as usize] = i as u32;
            } else {
                self.value_of[i] = NONE;
            }
        }
        for i in 0..n {
            if self.value_of[i] == NONE {
                self.augment_wide(i as u32)?;
            }
        }
        self.release_wide();
        self.components_wide();
        for i in 0..n {
            let (first, last) = (self.wide.starts[i], self.wide.starts[i + 1]);
            if last - first == 1 {
                continue;
            }
            let var = self.vars[i];
            let domain = cx.domain(var);
            let (offset, len) = (domain.offset(), domain.words().len());
            self.wide.keep[..len].fill(0);
            let mut kept = 0;
            let indices = &self.wide.values[first as usize..last as usize];
            for (&index, value) in indices.iter().zip(domain.iter()) {
                let holder = self.var_of[index as usize];
                let supported = self.wide.seen[index as usize]
                    || holder == i as u32
                    || (holder != NONE
                        && self.wide.component[holder as usize] == self.wide.component[i]);
                if supported {
                    let bit = (value - offset) as usize;
                    self.wide.keep[bit / 64] |= 1 << (bit % 64);
                    kept += 1;
                }
            }
            if kept < last - first {
                cx.keep_words(var, offset, &self.wide.keep[..len])?;
            }
            open -= u32::from(kept == 1);
        }
        Ok(if open <= 1 {
            Status::Entailed
        } else {
            Status::Fixpoint
        })
    }

    fn augment_wide(&mut self, i: u32) -> Result<(), Conflict> {
        let scratch = &mut self.wide;
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
                if std::mem::replace(&mut scratch.seen[value as usize], true) {
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
    fn release_wide(&mut self) {
        let scratch = &mut self.wide;
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
                scratch.seen[value] = true;
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
                if !std::mem::replace(&mut scratch.seen[moved as usize], true) {
                    scratch.queue.push(moved);
                }
            }
        }
    }

    /// Numbers the strongly connected components of the variables (Tarjan 1972, without recursion).
    fn components_wide(&mut self) {
        let scratch = &mut self.wide;
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

impl Propagator for AllDifferentGac {
    fn name(&self) -> &'static str {
        "all different (gac)"
    }

    fn lane(&self) -> Lane {
        Lane::Global
    }

    fn attach(&mut self, scope: &mut Scope<'_>) {
        let (mut low, mut high) = (i32::MAX, i32::MIN);
        for &var in &self.vars {
            scope.on(var, Events::ANY);
            let domain = scope.domain(var);
            low = low.min(domain.min().unwrap_or(i32::MAX));
            high = high.max(domain.max().unwrap_or(i32::MIN));
        }
        if low > high {
            return;
        }
        let span = i64::from(high) - i64::from(low) + 1;
        if span <= 64 {
            self.base = low;
            self.window = span as usize;
            self.var_of = vec![NONE; self.window];
            self.parent = vec![NONE; self.window];
            return;
        }
        let mut list: Vec<i32> = Vec::new();
        for &var in &self.vars {
            list.extend(scope.domain(var).iter());
        }
        let declared = list.len();
        list.sort_unstable();
        list.dedup();
        let mut index_of = Vec::new();
        let mut index_start = Vec::with_capacity(self.vars.len());
        let mut most_words = 0;
        for &var in &self.vars {
            let domain = scope.domain(var);
            let start = index_of.len();
            index_start.push(start as u32);
            index_of.resize(start + 64 * domain.words().len(), NONE);
            for value in domain.iter() {
                let index = list.binary_search(&value).expect("collected above");
                index_of[start + (value - domain.offset()) as usize] = index as u32;
            }
            most_words = most_words.max(domain.words().len());
        }
        let (n, values) = (self.vars.len(), list.len());
        self.var_of = vec![NONE; values];
        self.parent = vec![NONE; values];
        self.wide = WideScratch {
            list,
            index_start,
            index_of,
            seen: vec![false; values],
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

    fn propagate(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        if self.repeated {
            return Err(Conflict);
        }
        if self.vars.is_empty() {
            Ok(Status::Entailed)
        } else if self.window > 0 {
            self.propagate_word(cx)
        } else {
            self.propagate_wide(cx)
        }
    }

    /// For the values lost, the variables of a Hall set that needs them all; for a failure, variables with too
    /// few values between them.
    fn explain(&self, change: &Change<'_>, past: &Past<'_>, facts: &mut Vec<Literal>) {
        if self.repeated {
            return;
        }
        match self.hall_set(change, past) {
            Some(hall) => {
                for i in hall {
                    past.describe(self.vars[i], facts);
                }
            }
            None => past.describe_scope(facts),
        }
    }
}

impl AllDifferentGac {
    /// The variables whose domains, as they were, explain `change`.
    fn hall_set(&self, change: &Change<'_>, past: &Past<'_>) -> Option<Vec<usize>> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Count;
    use crate::model::Model;
    use crate::propagators::NotEqual;
    use crate::testing::{PropagatorTest, Strength};

    fn different(values: &[i32]) -> bool {
        (1..values.len()).all(|i| !values[..i].contains(&values[i]))
    }

    fn test() -> PropagatorTest<'static> {
        PropagatorTest::new(
            |model, vars| {
                model.post(AllDifferentGac::new(vars));
            },
            different,
        )
        .strength(Strength::Domain)
    }

    #[test]
    fn against_brute_force_in_one_word() {
        test().random(600, 4, 0..=4);
        test().random(400, 5, 1..=5);
        test().random(100, 6, 0..=5);
        test().random(400, 4, -3..=1);
        test().random(300, 3, 60..=66);
        test().random(50, 1, 0..=3);
        test().random(1, 0, 0..=3);
        test().domains(&[&[0, 40], &[-20, 40], &[-20, 0], &[0, 3, 40]]);
    }

    /// Domains that lie more than 64 apart take the array form.
    #[test]
    fn against_brute_force_in_arrays() {
        for far in [200, 1_000_000_000] {
            let values = [-3, 0, 63, far, far + 1];
            let mut rng = crate::Rng::new(far as u64);
            for _ in 0..600 {
                let n = 2 + rng.below(4) as usize;
                let boxes: Vec<Vec<i32>> = (0..n)
                    .map(|_| {
                        // Ends that lie far apart only in different variables: a domain is at most 2^20 wide.
                        let part = if far == 200 {
                            &values[..]
                        } else if rng.below(2) == 0 {
                            &values[..3]
                        } else {
                            &values[3..]
                        };
                        let domain =
                            crate::testing::random_domain(&mut rng, 0..=part.len() as i32 - 1);
                        domain.iter().map(|&i| part[i as usize]).collect()
                    })
                    .collect();
                let boxes: Vec<&[i32]> = boxes.iter().map(Vec::as_slice).collect();
                test().domains(&boxes);
            }
        }
    }

    #[test]
    fn a_repeated_variable_is_never_different_from_itself() {
        PropagatorTest::new(
            |model, vars| {
                model.post(AllDifferentGac::new(&[vars[0], vars[1], vars[0]]));
            },
            |_| false,
        )
        .random(30, 2, 0..=3);
    }

    /// A reason names the Hall set and nobody else.
    #[test]
    fn the_reason_is_a_hall_set() {
        let mut model = Model::new();
        let vars = model.vars(4, 1..=5);
        model.post(AllDifferentGac::new(&vars));
        let mut solver = model.solver();
        solver.record();
        solver.propagate().unwrap();
        solver.push();
        let pair = [Literal::at_most(vars[0], 2), Literal::at_most(vars[1], 2)];
        for literal in pair {
            solver.assume(literal).unwrap();
        }
        solver.assume(Literal::is_not(vars[3], 4)).unwrap();
        solver.propagate().unwrap();
        let id = solver
            .changes()
            .find(|&id| solver.change(id).0.var == Some(vars[2]))
            .unwrap();
        assert_eq!(solver.change(id).0.removed().collect::<Vec<_>>(), [1, 2]);
        let mut facts = solver.reason(id).facts;
        facts.sort_unstable();
        assert_eq!(facts, pair);
    }

    /// Numbers of Latin squares: OEIS A002860.
    #[test]
    fn latin_squares() {
        for low in [0, 1, -100] {
            let mut model = Model::new();
            let cells = model.vars(16, low..=low + 3);
            for i in 0..4 {
                let row: Vec<Var> = (0..4).map(|j| cells[i * 4 + j]).collect();
                let column: Vec<Var> = (0..4).map(|j| cells[j * 4 + i]).collect();
                model.post(AllDifferentGac::new(&row));
                model.post(AllDifferentGac::new(&column));
            }
            assert_eq!(model.solver().solutions().count(), Count::Exactly(576));
        }
        let mut model = Model::new();
        let cells = model.vars(25, 1..=5);
        for i in 0..5 {
            let row: Vec<Var> = (0..5).map(|j| cells[i * 5 + j]).collect();
            let column: Vec<Var> = (0..5).map(|j| cells[j * 5 + i]).collect();
            model.post(AllDifferentGac::new(&row));
            model.post(AllDifferentGac::new(&column));
        }
        assert_eq!(model.solver().solutions().count(), Count::Exactly(161_280));
    }

    /// Numbers of ways to place n queens: OEIS A000170.
    #[test]
    fn queens() {
        let n = 8;
        let mut model = Model::new();
        let queens = model.vars(n, 0..=n as i32 - 1);
        model.post(AllDifferentGac::new(&queens));
        for i in 0..n {
            for j in 0..i {
                for offset in [(i - j) as i32, -((i - j) as i32)] {
                    model.post(NotEqual::with_offset(queens[i], queens[j], offset));
                }
            }
        }
        assert_eq!(model.solver().solutions().count(), Count::Exactly(92));
    }
}
