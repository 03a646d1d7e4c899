//! All different, generalised arc consistent: a matching of variables to values, and the strongly connected components
//! around it.
//!
//! State: none on the trail. The matching of the last run is a hint, rechecked at each; the rest is scratch.

use super::all_different::{repeats, without_offsets};
use crate::constraint::{Constraint, Scope};
use crate::event::Events;
use crate::literal::Literal;
use crate::propagator::{Conflict, Context, Propagator, Status};
use crate::queue::Lane;
use crate::reason::{Change, Past};
use crate::var::Var;

mod arrays;
mod explain;
mod one_word;

use arrays::Scratch;

/// No variable, or no value.
const NONE: u32 = u32::MAX;

/// The variables take pairwise different values; domain consistent.
///
/// Narrow and wide variables may be mixed. A variable that is given twice makes the constraint unsatisfiable.
///
/// # Strength and cost
///
/// Régin 1994, "A filtering algorithm for constraints of difference in CSPs": a value is supported if and only if
/// some maximum matching uses it. Take any maximum matching. A value is *releasable* if it is free, or its
/// variable could move to a releasable value; every variable can take a releasable value of its domain. A variable
/// that cannot move to one can take exactly the values in its own strongly connected component of the graph
/// "could take the value of". Everything else is removed.
///
/// When all declared values lie within 64 of each other, a domain is one word from the smallest of them: the
/// matching is augmented by word-wide breadth-first search, and the components are found by merging sets on a path
/// (Purdom 1970 and Munro 1971, in Gabow's 2000 form), one step for each value regardless of the number of arcs: O(n²)
/// word operations at worst, usually O(n). Otherwise the same with arrays and Tarjan's 1972 algorithm: O(n · e) for a
/// broken matching of n variables with domains of e values in total, O(e) if the old one is still valid.
#[derive(Clone, Debug)]
pub struct AllDifferentGac {
    vars: Box<[Var]>,
    repeated: bool,
    /// By variable: what is added to its value.
    offsets: Box<[i32]>,
    /// One-word form, by variable: its value with index 0.
    bases: Box<[i32]>,
    /// Number of value indices if they fill one word, else 0.
    window: usize,
    /// By variable: the index of its value in the matching, or `NONE`.
    value_of: Vec<u32>,
    /// By value index: its variable in the matching, or `NONE`.
    var_of: Vec<u32>,
    /// One-word scratch: by variable its domain; by value the one that discovered it; the path of components.
    domains: Vec<u64>,
    parent: Vec<u32>,
    path: Vec<(u64, u64)>,
    arrays: Scratch,
}

impl AllDifferentGac {
    /// All of `vars` different.
    pub fn new(vars: &[Var]) -> Self {
        Self::with_offsets(&without_offsets(vars))
    }

    /// All `variable + offset` different, as the diagonals of queens are. The sums must fit 32 bits, or else the solver
    /// panics when it is made.
    pub fn with_offsets(terms: &[(Var, i32)]) -> Self {
        let n = terms.len();
        Self {
            vars: terms.iter().map(|&(var, _)| var).collect(),
            repeated: repeats(terms),
            offsets: terms.iter().map(|&(_, offset)| offset).collect(),
            bases: vec![0; n].into(),
            window: 0,
            value_of: vec![NONE; n],
            var_of: Vec::new(),
            domains: vec![0; n],
            parent: Vec::new(),
            path: Vec::with_capacity(n),
            arrays: Scratch::default(),
        }
    }
}

impl Constraint for AllDifferentGac {
    type Propagator = Self;

    fn name(&self) -> &'static str {
        "all different (gac)"
    }

    fn for_each_var(&self, see: &mut dyn FnMut(Var)) {
        self.vars.iter().copied().for_each(see);
    }

    fn lane(&self) -> Lane {
        Lane::Global
    }

    fn attach(mut self, scope: &mut Scope<'_>) -> Self {
        let (mut low, mut high) = (i32::MAX, i32::MIN);
        for (&var, &offset) in self.vars.iter().zip(&self.offsets) {
            scope.on(var, Events::ANY);
            let domain = scope.domain(var);
            let moved = |end: Option<i32>| {
                let end = end.expect("a declared domain is not empty");
                end.checked_add(offset)
                    .unwrap_or_else(|| panic!("{var} + {offset} leaves 32 bits"))
            };
            low = low.min(moved(domain.min()));
            high = high.max(moved(domain.max()));
        }
        if low > high {
            return self;
        }
        let span = i64::from(high) - i64::from(low) + 1;
        let bases = || self.offsets.iter().map(|&offset| low.checked_sub(offset));
        if span <= 64 && bases().all(|base| base.is_some()) {
            self.bases = bases().flatten().collect();
            self.window = span as usize;
            self.var_of = vec![NONE; self.window];
            self.parent = vec![NONE; self.window];
            return self;
        }
        self.attach_arrays(scope);
        self
    }
}

impl Propagator for AllDifferentGac {
    fn propagate(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        if self.repeated {
            return Err(Conflict);
        }
        if self.vars.is_empty() {
            Ok(Status::Entailed)
        } else if self.window > 0 {
            self.propagate_word(cx)
        } else {
            self.propagate_arrays(cx)
        }
    }

    /// For the values lost, the variables of a Hall set that needs all of them; for a failure, variables with too
    /// few values between them.
    fn explain(&self, change: &Change<'_>, past: &Past<'_>, facts: &mut Vec<Literal>) {
        if !self.repeated {
            self.explain_by_hall_set(change, past, facts);
        }
    }
}

#[cfg(test)]
mod tests;
