//! Groups of equal values, each as large as its value says.

mod explain;

use super::components::{Components, NONE};
use std::sync::Arc;

use super::cuts::{Cuts, Element};
use crate::constraint::{Constraint, Scope};
use crate::event::Events;
use crate::literal::Literal;
use crate::propagator::{Conflict, Context, Propagator, Status};
use crate::propagators::graph::Graph;
use crate::propagators::presence::Switch;
use crate::queue::Lane;
use crate::reason::{Change, Past};
use crate::trail::{AllocateState, ReadState, RevWords, WriteState};
use crate::var::Var;

/// Each maximal connected set of vertices with equal values has as many vertices as that value says.
///
/// Each value is propagated by itself. A vertex *can* have it, and perhaps *has* it; the connected pieces of the
/// vertices that have it are components, each a part of a group, and those of the vertices that can have it are areas
/// in which groups lie. Then
/// - no vertex of an area that is too small has the value;
/// - an open vertex that would join components into more vertices than the value does not have it;
/// - a component grows within the region that it can reach without becoming too large, counting the other components
///   that it joins on the way; this region must be large enough, and an open vertex without which it would not be has
///   the value.
///
/// [`Groups`](super::Groups) can express the same with edges that are in where two values are equal; this propagator
/// needs no such edges, and reasons about where each value can be.
///
/// # Strength and cost
///
/// Sound, and exact once all variables are fixed. A run handles the values that some vertex has lost or been fixed to,
/// O(vertices + edges) for each of them and again for each of its components. Reasons are a border of vertices that
/// cannot have the value, or as few that have it as are too many; if a component may not join another, also these two.
/// Lane: global.
#[derive(Clone, Debug)]
pub struct SizedGroups {
    graph: Graph,
    /// By vertex.
    vars: Vec<Var>,
}

/// The propagator of [`SizedGroups`].
#[derive(Debug)]
pub struct SizedGroupsPropagator {
    graph: Graph,
    vars: Vec<Var>,
    /// By vertex: the values from 0 to the number of vertices that were in the domain at the last run, some words each.
    seen: RevWords,
    scratch: Scratch,
}

/// Buffers of a run.
#[derive(Clone, Debug, Default)]
struct Scratch {
    known: Components,
    cuts: Cuts,
    reach: Reach,
    /// Values to be examined, as words.
    values: Vec<u64>,
    /// Open vertices beside a component; by vertex: whether it is among them.
    border: Vec<u32>,
    is_border: Vec<bool>,
}

/// Where a component may grow to.
#[derive(Clone, Debug, Default)]
struct Reach {
    /// By vertex.
    near: Vec<bool>,
    /// By distance: vertices from which to continue.
    queue: Vec<Vec<u32>>,
}

/// What a change followed from, as the tag of the change.
#[derive(Clone, Copy, Debug)]
enum Why {
    /// No group has this size.
    Size,
    /// The area of this vertex is too small.
    Enclosed(u32),
    /// With this vertex the group would be too large.
    Over(u32),
    /// The component of this vertex cannot reach enough vertices otherwise.
    Reach(u32),
}

impl Why {
    fn tag(self) -> u32 {
        let (kind, vertex) = match self {
            Why::Size => (0, 0),
            Why::Enclosed(vertex) => (1, vertex),
            Why::Over(vertex) => (2, vertex),
            Why::Reach(vertex) => (3, vertex),
        };
        vertex << 2 | kind
    }

    fn of(tag: u32) -> Self {
        match tag & 3 {
            0 => Why::Size,
            1 => Why::Enclosed(tag >> 2),
            2 => Why::Over(tag >> 2),
            _ => Why::Reach(tag >> 2),
        }
    }
}

impl SizedGroups {
    /// A variable for each vertex, and edges by the two vertices that they join.
    ///
    /// # Panics
    /// If an edge names a vertex that does not exist.
    pub fn new(vars: &[Var], edges: &[(usize, usize)]) -> Self {
        let there = vars.iter().map(|_| Switch::Constant(true)).collect();
        Self {
            graph: Graph::of(there, Arc::default(), edges.iter().copied()),
            vars: vars.to_vec(),
        }
    }
}

impl SizedGroupsPropagator {
    /// Words of values from 0 to the number of vertices.
    fn words(&self) -> usize {
        words(self.vars.len())
    }

    /// Records the values that vertices have lost or been fixed to since the last run.
    fn look(&self, cx: &mut Context<'_>, values: &mut [u64]) {
        values.fill(0);
        let seen = self.seen;
        let words = self.words();
        let all = cx.runs_afresh();
        for i in 0..cx.fired().len() {
            let vertex = cx.fired()[i] as usize;
            let var = self.vars[vertex];
            let is_fixed = cx.is_fixed(var);
            for (word, values) in values.iter_mut().enumerate() {
                let now = cx.domain(var).window(64 * word as i64);
                let place = words * vertex + word;
                let before = cx.words(seen)[place];
                *values |= before & !now;
                if is_fixed || all {
                    *values |= now;
                }
                cx.set_word(seen, place, now);
            }
        }
    }

    /// Propagates one value. It uses the state at the beginning; changes are handled in the next run.
    fn revise(
        &self,
        cx: &mut Context<'_>,
        value: usize,
        scratch: &mut Scratch,
    ) -> Result<(), Conflict> {
        let Scratch {
            known,
            cuts,
            reach,
            border,
            is_border,
            ..
        } = scratch;
        // Every vertex is looked at, and again for each component that is to grow.
        let looks = self.vars.len() as u64 / 4;
        cx.spend(looks);
        for (status, &var) in known.vertices.iter_mut().zip(&self.vars) {
            *status = match cx.contains(var, value as i32) {
                false => Some(false),
                true => cx.is_fixed(var).then_some(true),
            };
        }
        known.find(&self.graph);
        for area in 0..known.area_count() as u32 {
            if known.in_area(area).len() >= value {
                continue;
            }
            for &v in known.in_area(area) {
                cx.because(Why::Enclosed(v).tag());
                cx.remove(self.vars[v as usize], value as i32)?;
            }
        }
        for component in 0..known.component_count() as u32 {
            let members = known.in_component(component);
            if members.len() > value {
                cx.because(Why::Over(members[0]).tag());
                return Err(Conflict);
            }
            border.clear();
            is_border.fill(false);
            for &v in members {
                for step in self.graph.around(v) {
                    let to = step.to as usize;
                    if known.vertices[to].is_none() && !std::mem::replace(&mut is_border[to], true)
                    {
                        border.push(step.to);
                    }
                }
            }
            for &v in border.iter() {
                if 1 + adjacent_size(&self.graph, known, v) > value {
                    cx.because(Why::Over(v).tag());
                    cx.remove(self.vars[v as usize], value as i32)?;
                }
            }
            if members.len() == value {
                continue;
            }
            cx.spend(looks);
            let reached = reach.find(&self.graph, known, component, value);
            cx.because(Why::Reach(members[0]).tag());
            if reached < value {
                return Err(Conflict);
            }
            cuts.find(&self.graph, known, component, &reach.near);
            for &candidate in &cuts.candidates {
                let mut left = reached;
                cuts.for_each_lost(candidate, |_| left -= 1);
                if let Element::Vertex(v) = candidate.element
                    && left < value
                {
                    cx.fix(self.vars[v as usize], value as i32)?;
                }
            }
        }
        Ok(())
    }
}

/// The number of vertices in the components beside a vertex.
fn adjacent_size(graph: &Graph, known: &Components, vertex: u32) -> usize {
    let around = graph.around(vertex);
    let components = around.iter().map(|step| known.component[step.to as usize]);
    let components: smallvec::SmallVec<[u32; 8]> =
        components.filter(|&component| component != NONE).collect();
    let first = |(i, component): &(usize, &u32)| !components[..*i].contains(component);
    let firsts = components.iter().enumerate().filter(first);
    firsts
        .map(|(_, &component)| known.in_component(component).len())
        .sum()
}

impl Reach {
    fn new(vertices: usize) -> Self {
        Self {
            near: vec![false; vertices],
            queue: vec![Vec::new(); vertices + 1],
        }
    }

    /// Finds the vertices that may be in one group of `size` vertices with a component, and their number.
    ///
    /// The distance of a vertex is the number of vertices beyond the component on the way to it, counting other
    /// components in full; taking in a vertex takes in all components beside it.
    fn find(&mut self, graph: &Graph, known: &Components, component: u32, size: usize) -> usize {
        let Self { near, queue } = self;
        let members = known.in_component(component);
        near.fill(false);
        let mut reached = members.len();
        let room = size - reached;
        for &v in members {
            near[v as usize] = true;
            queue[0].push(v);
        }
        for away in 0..=room {
            while let Some(v) = queue[away].pop() {
                for step in graph.around(v) {
                    let to = step.to as usize;
                    if near[to] {
                        continue;
                    }
                    match known.vertices[to] {
                        Some(false) => {}
                        Some(true) => {
                            let other = known.in_component(known.component[to]);
                            if away + other.len() > room {
                                continue;
                            }
                            for &w in other {
                                near[w as usize] = true;
                                queue[away + other.len()].push(w);
                            }
                            reached += other.len();
                        }
                        None => {
                            let here = [component, known.component[v as usize]];
                            let around = graph.around(step.to).iter();
                            let around = around.map(|step| known.component[step.to as usize]);
                            let others = around.filter(|p| *p != NONE && !here.contains(p));
                            let largest = others.map(|p| known.in_component(p).len()).max();
                            if away + 1 + largest.unwrap_or(0) > room {
                                continue;
                            }
                            near[to] = true;
                            queue[away + 1].push(step.to);
                            reached += 1;
                        }
                    }
                }
            }
        }
        reached
    }
}

/// Words of values from 0 to the number of vertices.
fn words(vertices: usize) -> usize {
    vertices / 64 + 1
}

impl Constraint for SizedGroups {
    type Propagator = SizedGroupsPropagator;

    fn name(&self) -> &'static str {
        "sized groups"
    }

    fn for_each_var(&self, see: &mut dyn FnMut(Var)) {
        self.vars.iter().copied().for_each(see);
    }

    fn lane(&self) -> Lane {
        Lane::Global
    }

    fn attach(self, scope: &mut Scope<'_>) -> SizedGroupsPropagator {
        let Self { graph, vars } = self;
        let n = vars.len();
        let words = words(n);
        let mut seen = Vec::with_capacity(words * n);
        for &var in &vars {
            scope.track(var, Events::ANY);
            let domain = scope.domain(var);
            seen.extend((0..words).map(|word| domain.window(64 * word as i64)));
        }
        let mut known = Components::new(&graph);
        known.edges.fill(Some(true));
        let scratch = Scratch {
            known,
            cuts: Cuts::new(&graph),
            reach: Reach::new(n),
            values: vec![0; words],
            border: Vec::with_capacity(n),
            is_border: vec![false; n],
        };
        SizedGroupsPropagator {
            graph,
            vars,
            seen: scope.new_words(&seen),
            scratch,
        }
    }
}

impl Propagator for SizedGroupsPropagator {
    fn propagate(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        let mut scratch = std::mem::take(&mut self.scratch);
        self.look(cx, &mut scratch.values);
        let before = cx.changes();
        let mut outcome = Ok(());
        if cx.runs_afresh() {
            let sizes = 1..=self.vars.len() as i32;
            cx.because(Why::Size.tag());
            outcome = self
                .vars
                .iter()
                .try_for_each(|&var| cx.keep_if(var, |value| sizes.contains(&value)).map(drop));
        }
        for value in 1..=self.vars.len() {
            if outcome.is_ok() && scratch.values[value / 64] >> (value % 64) & 1 == 1 {
                outcome = self.revise(cx, value, &mut scratch);
            }
        }
        self.scratch = scratch;
        outcome?;
        Ok(match cx.changes() == before {
            true => Status::Fixpoint,
            false => Status::Active,
        })
    }

    fn explain(&self, change: &Change<'_>, past: &Past<'_>, facts: &mut Vec<Literal>) {
        self.explain_change(change, past, facts);
    }
}

#[cfg(test)]
mod tests;
