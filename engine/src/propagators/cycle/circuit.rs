//! Circuits by successors.
//!
//! State: none; scratch only.

use crate::constraint::{Constraint, Scope};
use crate::event::Events;
use crate::literal::Literal;
use crate::model::Model;
use crate::propagator::{Conflict, Context, Propagator, Status};
use crate::propagators::AllDifferentGac;
use crate::queue::Lane;
use crate::reason::{Change, Past};
use crate::var::Var;

/// No vertex.
const NONE: u32 = u32::MAX;

/// Reason tags.
const CHAIN: u32 = 1;
const CLOSED: u32 = 2;

/// `successor[i]` is the vertex after `i` on one directed circuit through all vertices, or through those that are not
/// their own successors.
///
/// For undirected graphs, whose edges are present or absent, use [`Loop`](super::Loop); [`circuit`], [`subcircuit`] and
/// [`path`] post this together with [`AllDifferentGac`].
///
/// # Strength and cost
///
/// Sound, and exact once all variables are fixed. It prevents the last vertex of a chain of known arcs from leading
/// back to the first (Caseau and Laburthe 1997, "Solving small TSPs with constraints") and, when a subcircuit has
/// closed, leaves all other vertices out; that successors differ is left to [`AllDifferentGac`]. O(vertices) a run.
/// Reasons are the arcs of the chain, and for a subcircuit one vertex that must be on it.
#[derive(Clone, Debug)]
pub struct Circuit {
    successors: Box<[Var]>,
    /// Whether a vertex may be left out, as its own successor.
    sub: bool,
    /// Scratch, by vertex: the known vertex before it.
    before: Vec<u32>,
}

impl Circuit {
    /// A circuit through all vertices.
    pub fn new(successors: &[Var]) -> Self {
        Self {
            successors: successors.into(),
            sub: false,
            before: vec![NONE; successors.len()],
        }
    }

    /// A circuit through the vertices that are not their own successors, which may be none.
    pub fn sub(successors: &[Var]) -> Self {
        Self {
            sub: true,
            ..Self::new(successors)
        }
    }

    /// The vertices from `from` on, along the arcs that `next` knows: up to one without a known arc, or back to `from`.
    fn walk(&self, from: usize, next: impl Fn(usize) -> Option<usize>) -> (Vec<usize>, bool) {
        let mut chain = vec![from];
        let mut at = from;
        while chain.len() <= self.successors.len() {
            match next(at) {
                None => return (chain, false),
                Some(to) if to == from => return (chain, true),
                Some(to) => {
                    chain.push(to);
                    at = to;
                }
            }
        }
        (chain, false)
    }

    fn vertex(&self, value: i32) -> Option<usize> {
        usize::try_from(value)
            .ok()
            .filter(|&v| v < self.successors.len())
    }

    /// Adds the arcs from these vertices, which are known.
    fn describe_arcs(&self, vertices: &[usize], past: &Past<'_>, facts: &mut Vec<Literal>) {
        for &v in vertices {
            if let Some(value) = past.domain(self.successors[v]).value() {
                facts.push(Literal::is(self.successors[v], value));
            }
        }
    }

    /// A vertex outside `chain` that is not left out.
    fn needed_outside(&self, chain: &[usize], past: &Past<'_>) -> Option<Literal> {
        let is_on = |v: usize| !past.domain(self.successors[v]).contains(v as i32);
        let found = (0..self.successors.len()).find(|v| is_on(*v) && !chain.contains(v))?;
        Some(Literal::is_not(self.successors[found], found as i32))
    }
}

impl Constraint for Circuit {
    type Propagator = Self;

    fn name(&self) -> &'static str {
        if self.sub { "subcircuit" } else { "circuit" }
    }

    fn for_each_var(&self, see: &mut dyn FnMut(Var)) {
        self.successors.iter().copied().for_each(see);
    }

    fn lane(&self) -> Lane {
        Lane::Heavy
    }

    fn attach(self, scope: &mut Scope<'_>) -> Self {
        for (v, &var) in self.successors.iter().enumerate() {
            // A vertex that can no longer be left out rules out closing other chains.
            let is_watched = self.sub && scope.domain(var).contains(v as i32);
            scope.on(
                var,
                if is_watched {
                    Events::ANY
                } else {
                    Events::FIXED
                },
            );
        }
        self
    }
}

impl Propagator for Circuit {
    fn propagate(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        let n = self.successors.len();
        let size = n as i32;
        for (v, &var) in self.successors.iter().enumerate() {
            cx.at_least(var, 0)?;
            cx.at_most(var, size - 1)?;
            if !self.sub && n > 1 {
                cx.remove(var, v as i32)?;
            }
        }
        self.before.fill(NONE);
        // Vertices that are certainly on the circuit, and those among them that have a known arc.
        let mut on = 0;
        let mut open = false;
        for (v, &var) in self.successors.iter().enumerate() {
            let known = cx.value(var);
            open |= known.is_none();
            if !self.sub || !cx.contains(var, v as i32) {
                on += 1;
            }
            if let Some(to) = known {
                let before = &mut self.before[to as usize];
                if std::mem::replace(before, v as u32) != NONE {
                    return Err(Conflict);
                }
            }
        }
        for last in 0..n {
            if cx.is_fixed(self.successors[last]) {
                continue;
            }
            // It goes back along the known arcs, and ends: no known arc leads from a cycle of these to an open vertex.
            let (mut first, mut length, mut surely) = (last, 1, 0);
            loop {
                let var = self.successors[first];
                surely += usize::from(!self.sub || !cx.contains(var, first as i32));
                let before = self.before[first];
                if before == NONE {
                    break;
                }
                // Another vertex is its predecessor.
                cx.because(CHAIN);
                cx.remove(self.successors[last], first as i32)?;
                first = before as usize;
                length += 1;
            }
            let is_closed_too_early = if self.sub {
                length > 1 && surely < on
            } else {
                length < n
            };
            if is_closed_too_early {
                cx.because(CHAIN);
                cx.remove(self.successors[last], first as i32)?;
            }
        }
        for from in 0..n {
            let next = |v: usize| cx.value(self.successors[v]);
            if next(from).is_none_or(|to| to == from as i32) && (self.sub || n > 1) {
                continue;
            }
            let (mut at, mut length) = (from, 0);
            let closed = loop {
                match next(at) {
                    None => break false,
                    // Each cycle is examined from its smallest vertex.
                    Some(to) if (to as usize) < from => break false,
                    Some(to) => {
                        length += 1;
                        at = to as usize;
                        if at == from {
                            break true;
                        }
                        if length > n {
                            break false;
                        }
                    }
                }
            };
            if !closed {
                continue;
            }
            cx.because(CLOSED);
            if !self.sub {
                if length < n {
                    return Err(Conflict);
                }
                return Ok(Status::Entailed);
            }
            // This run may have put more vertices on the circuit.
            let is_on = |&v: &usize| !cx.contains(self.successors[v], v as i32);
            if (0..n).filter(is_on).count() > length {
                return Err(Conflict);
            }
            for v in 0..n {
                if !cx.is_fixed(self.successors[v]) {
                    cx.fix(self.successors[v], v as i32)?;
                }
            }
            return Ok(Status::Entailed);
        }
        Ok(if open {
            Status::Active
        } else {
            Status::Entailed
        })
    }

    fn explain(&self, change: &Change<'_>, past: &Past<'_>, facts: &mut Vec<Literal>) {
        let next = |v: usize| self.vertex(past.domain(self.successors[v]).value()?);
        let repeats = super::super::all_different::repeats(&self.successors);
        match change.tag {
            _ if repeats => past.describe_scope(facts),
            CHAIN => {
                let Some(var) = change.var else {
                    return past.describe_scope(facts);
                };
                let last = (0..self.successors.len()).find(|&v| self.successors[v] == var);
                if change.after.is_empty() {
                    past.describe(var, facts);
                }
                for first in change.removed().filter_map(|value| self.vertex(value)) {
                    if Some(first) == last {
                        let before = (0..self.successors.len()).find(|&v| next(v) == last);
                        self.describe_arcs(before.as_slice(), past, facts);
                        continue;
                    }
                    let (chain, _) =
                        self.walk(first, |v| if Some(v) == last { None } else { next(v) });
                    if chain.last().copied() != last {
                        facts.clear();
                        return past.describe_scope(facts);
                    }
                    self.describe_arcs(&chain[..chain.len() - 1], past, facts);
                    if self.sub {
                        facts.extend(self.needed_outside(&chain, past));
                    }
                }
            }
            CLOSED => {
                let cycle = (0..self.successors.len()).find_map(|from| {
                    let (cycle, closed) = self.walk(from, next);
                    (closed && (cycle.len() > 1 || !self.sub)).then_some(cycle)
                });
                let Some(cycle) = cycle else {
                    return past.describe_scope(facts);
                };
                self.describe_arcs(&cycle, past, facts);
                if self.sub && change.var.is_none() {
                    facts.extend(self.needed_outside(&cycle, past));
                }
            }
            _ => match change.var {
                // A value that is not a vertex, and the vertex itself, need no reason; a failure needs the rest of the
                // domain.
                Some(var) if change.after.is_empty() => past.describe(var, facts),
                Some(_) => {}
                None => {
                    for a in 0..self.successors.len() {
                        let pair = (0..a).find(|&b| next(a).is_some() && next(a) == next(b));
                        if let Some(b) = pair {
                            return self.describe_arcs(&[a, b], past, facts);
                        }
                    }
                    past.describe_scope(facts);
                }
            },
        }
    }
}

/// One directed circuit through all vertices: [`Circuit`] and [`AllDifferentGac`] over the successors.
///
/// ```
/// use quadrille_engine::{Count, Model, propagators::circuit};
///
/// let mut model = Model::new();
/// let successors = model.vars(5, 0..=4);
/// circuit(&mut model, &successors);
/// assert_eq!(model.solver().solutions().count(), Count::Exactly(24)); // 4!
/// ```
pub fn circuit(model: &mut Model, successors: &[Var]) {
    model.post(AllDifferentGac::new(successors));
    model.post(Circuit::new(successors));
}

/// One directed circuit through some vertices, or none: a vertex left out is its own successor. [`Circuit::sub`] and
/// [`AllDifferentGac`].
pub fn subcircuit(model: &mut Model, successors: &[Var]) {
    model.post(AllDifferentGac::new(successors));
    model.post(Circuit::sub(successors));
}

/// A directed path from vertex `from` to vertex `to` through some of the others; a vertex left out is its own
/// successor. It is a [`subcircuit`] that goes from `to` back to `from`, so `successors[to]` is `from`.
///
/// # Panics
/// If a vertex does not exist.
pub fn path(model: &mut Model, successors: &[Var], from: usize, to: usize) {
    assert!(from < successors.len(), "the path starts at no vertex");
    subcircuit(model, successors);
    model.post(successors[to].eq(from as i32));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Count;
    use crate::testing::PropagatorTest;

    /// Vertices on the cycle of vertex `from`, if every vertex has another successor.
    fn cycle(v: &[i32], from: usize) -> Option<usize> {
        let n = v.len();
        let mut seen = vec![false; n];
        for &to in v {
            let to = usize::try_from(to).ok().filter(|&to| to < n)?;
            if std::mem::replace(&mut seen[to], true) {
                return None;
            }
        }
        let (mut at, mut length) = (from, 0);
        loop {
            at = v[at] as usize;
            length += 1;
            if at == from {
                return Some(length);
            }
        }
    }

    fn is_subcircuit(v: &[i32]) -> bool {
        if v.is_empty() {
            return true;
        }
        let on = (0..v.len()).filter(|&i| v[i] != i as i32);
        let all: Vec<usize> = on.collect();
        let first = all.first().copied().unwrap_or(0);
        match cycle(v, first) {
            None => false,
            Some(length) => all.is_empty() || length == all.len(),
        }
    }

    #[test]
    fn circuits() {
        for n in 0..=5 {
            for with_others in [false, true] {
                PropagatorTest::new(
                    |model, vars| {
                        if with_others {
                            circuit(model, vars);
                        } else {
                            model.post(Circuit::new(vars));
                        }
                    },
                    |v| v.is_empty() || cycle(v, 0) == Some(v.len()),
                )
                .random(if n < 4 { 100 } else { 200 }, n, -1..=n as i32);
            }
        }
    }

    #[test]
    fn subcircuits() {
        for n in 0..=5 {
            for with_others in [false, true] {
                PropagatorTest::new(
                    |model, vars| {
                        if with_others {
                            subcircuit(model, vars);
                        } else {
                            model.post(Circuit::sub(vars));
                        }
                    },
                    is_subcircuit,
                )
                .random(if n < 4 { 100 } else { 200 }, n, -1..=n as i32);
            }
        }
    }

    #[test]
    fn paths() {
        PropagatorTest::new(
            |model, vars| path(model, vars, 0, 2),
            |v| v[2] == 0 && is_subcircuit(v),
        )
        .random(200, 4, 0..=3);
    }

    /// Of n vertices, k on the circuit: C(n, k) · (k − 1)!, and the empty one.
    #[test]
    fn counted() {
        for (n, expected) in [
            (3, 1 + 3 + 2),
            (4, 1 + 6 + 8 + 6),
            (5, 1 + 10 + 20 + 30 + 24),
        ] {
            let mut model = Model::new();
            let successors = model.vars(n, 0..=n as i32 - 1);
            subcircuit(&mut model, &successors);
            assert_eq!(model.solver().solutions().count(), Count::Exactly(expected));
        }
    }
}
