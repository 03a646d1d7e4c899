//! Propagation within one area.

use super::Why;
use super::components::{Components, NONE};
use super::cuts::{Candidate, Cuts, Element};
use super::spread::Spread;
use crate::propagator::{Conflict, Context};
use crate::propagators::GroupRule;
use crate::propagators::graph::Graph;

/// Buffers of a run.
#[derive(Clone, Debug, Default)]
pub(super) struct Scratch {
    pub(super) known: Components,
    cuts: Cuts,
    /// By vertex: the two bounds passed to the rule; false between uses.
    certain: Vec<bool>,
    possible: Vec<bool>,
    /// By vertex: whether the group of the current component may reach it, and a queue for finding this.
    near: Vec<bool>,
    queue: Vec<(u32, u32)>,
    /// What groups with a needed vertex may reach.
    covered: Spread,
    /// Open vertices or edges to be put in on trial.
    trials: Vec<Element>,
    /// By vertex: whether it is among them, or a search has met it.
    seen: Vec<bool>,
    /// Elements that must be in, or out.
    found: Vec<Element>,
    /// By area: whether it has shrunk, or variables of the rule have.
    pub(super) changed: Vec<bool>,
    /// By area: whether this concerns all of its components.
    pub(super) changed_all: Vec<bool>,
    /// Vertices where something went out, with their distance from it; by vertex: the distance to there.
    pub(super) lost: Vec<(u32, u32)>,
    distance: Vec<u32>,
    /// By component: whether it has grown.
    pub(super) changed_components: Vec<bool>,
}

impl Scratch {
    pub(super) fn new(graph: &Graph) -> Self {
        let (n, m) = (graph.vertices.len(), graph.ends.len());
        Self {
            known: Components::new(graph),
            cuts: Cuts::new(graph),
            certain: vec![false; n],
            possible: vec![false; n],
            near: vec![false; n],
            queue: Vec::with_capacity(n),
            covered: Spread::new(graph),
            trials: Vec::with_capacity(n + m),
            seen: vec![false; n],
            found: Vec::with_capacity(n + m),
            changed: Vec::with_capacity(n),
            changed_all: Vec::with_capacity(n),
            lost: Vec::with_capacity(n + 4 * m),
            distance: vec![NONE; n],
            changed_components: Vec::with_capacity(n),
        }
    }
}

impl Scratch {
    /// Computes the distance of each vertex from where something went out.
    pub(super) fn find_distances(&mut self, graph: &Graph) {
        let Self {
            known,
            lost,
            distance,
            ..
        } = self;
        distance.fill(NONE);
        // Those at 0 first, so that the queue is in order.
        lost.sort_unstable_by_key(|&(v, away)| (away, v));
        lost.retain(|&(v, away)| {
            let is_new = known.area[v as usize] != NONE && distance[v as usize] == NONE;
            if is_new {
                distance[v as usize] = away;
            }
            is_new
        });
        let mut next = 0;
        while let Some(&(v, away)) = lost.get(next) {
            next += 1;
            // A vertex that went out itself may have been found first from farther away.
            if distance[v as usize] < away {
                continue;
            }
            for step in graph.around(v) {
                let w = step.to as usize;
                if known.area[w] != NONE
                    && known.edges[step.edge as usize] != Some(false)
                    && distance[w] > away + 1
                {
                    distance[w] = away + 1;
                    lost.push((step.to, away + 1));
                }
            }
        }
    }
}

/// One run.
pub(super) struct Pass<'a, 'k> {
    pub(super) graph: &'a Graph,
    pub(super) rule: &'a mut dyn GroupRule,
    /// By vertex: whether the rule restricts groups that contain it.
    pub(super) restricted: &'a [bool],
    pub(super) scratch: &'a mut Scratch,
    pub(super) cx: &'a mut Context<'k>,
}

impl Pass<'_, '_> {
    /// Whether the rule holds for no group between the bounds.
    fn is_refuted(&mut self) -> bool {
        let Scratch {
            certain, possible, ..
        } = &*self.scratch;
        self.cx.spend(self.rule.cost());
        self.rule.judge(self.cx, certain, possible) == Some(false)
    }

    fn put_component(&mut self, component: u32, there: bool) {
        let Scratch { known, certain, .. } = &mut *self.scratch;
        for &v in known.in_component(component) {
            certain[v as usize] = there;
        }
    }

    fn put_area(&mut self, area: u32, there: bool) {
        let Scratch {
            known, possible, ..
        } = &mut *self.scratch;
        for &v in known.in_area(area) {
            possible[v as usize] = there;
        }
    }

    /// Puts in a trial element together with the components that it joins: an open vertex with those to which it has an
    /// edge that is in, an open edge with those of its ends.
    fn put_trial(&mut self, element: Element, there: bool) {
        match element {
            Element::Vertex(v) => {
                self.scratch.certain[v as usize] = there;
                for step in self.graph.around(v) {
                    let component = self.scratch.known.component[step.to as usize];
                    if component != NONE
                        && self.scratch.known.edges[step.edge as usize] == Some(true)
                    {
                        self.put_component(component, there);
                    }
                }
            }
            Element::Edge(edge) => {
                let (a, b) = self.graph.ends[edge as usize];
                for end in [a, b] {
                    self.put_component(self.scratch.known.component[end as usize], there);
                }
            }
        }
    }

    /// Finds those of the trials `from..to` with which the rule holds for no group, together with `component` if there
    /// is one. It tries many at a time: if all of them together are not refuted, none of them is.
    fn try_in(&mut self, component: u32, from: usize, to: usize) {
        if from == to {
            return;
        }
        for trial in from..to {
            self.put_trial(self.scratch.trials[trial], true);
        }
        if component != NONE {
            self.put_component(component, true);
        }
        let refuted = self.is_refuted();
        for trial in from..to {
            self.put_trial(self.scratch.trials[trial], false);
        }
        if component != NONE {
            self.put_component(component, false);
        }
        if !refuted {
        } else if to == from + 1 {
            self.scratch.found.push(self.scratch.trials[from]);
        } else {
            let middle = from.midpoint(to);
            self.try_in(component, from, middle);
            self.try_in(component, middle, to);
        }
    }

    /// Finds those of the candidates `from..to` without which the rule holds for no group; the bounds are those of
    /// a component and its area.
    fn try_without(&mut self, from: usize, to: usize) {
        if from == to {
            return;
        }
        self.put_lost(from, to, false);
        let refuted = self.is_refuted();
        self.put_lost(from, to, true);
        if !refuted {
        } else if to == from + 1 {
            let Candidate { element, .. } = self.scratch.cuts.candidates[from];
            self.scratch.found.push(element);
        } else {
            let middle = from.midpoint(to);
            self.try_without(from, middle);
            self.try_without(middle, to);
        }
    }

    /// Puts in, or out, what is lost without the candidates `from..to`.
    ///
    /// If one candidate is lost without another, so is all that is lost without it. The outermost candidates come last:
    /// going back from them, no vertex is put twice (a seventh of the time of a nurikabe of 20×20).
    fn put_lost(&mut self, from: usize, to: usize, there: bool) {
        let Scratch { cuts, possible, .. } = &mut *self.scratch;
        for &candidate in cuts.candidates[from..to].iter().rev() {
            if possible[cuts.first_lost(candidate) as usize] != there {
                cuts.for_each_lost(candidate, |v| possible[v as usize] = there);
            }
        }
    }

    /// Decides the elements found, if they are still open.
    fn decide_found(&mut self, there: bool, component: u32) -> Result<bool, Conflict> {
        let mut changed = false;
        for i in 0..self.scratch.found.len() {
            let element = self.scratch.found[i];
            let presence = match element {
                Element::Vertex(v) => self.graph.vertices[v as usize],
                Element::Edge(edge) => self.graph.edges[edge as usize],
            };
            if presence.status(self.cx).is_some() {
                continue;
            }
            let why = match element {
                _ if there => Why::Needed(self.first_of(component)),
                Element::Vertex(v) => Why::VertexOut(v),
                Element::Edge(edge) => Why::EdgeOut(edge),
            };
            self.cx.because(why.tag());
            presence.decide(self.cx, there)?;
            changed = true;
        }
        self.scratch.found.clear();
        Ok(changed)
    }

    fn first_of(&self, component: u32) -> u32 {
        self.scratch.known.in_component(component)[0]
    }

    /// Whether the changes may matter to a component.
    pub(super) fn is_concerned(&mut self, component: u32) -> bool {
        let Scratch {
            known,
            changed,
            changed_all,
            changed_components,
            distance,
            certain,
            ..
        } = &mut *self.scratch;
        let members = known.in_component(component);
        let area = known.area[members[0] as usize] as usize;
        if !changed[area] && !changed_components[component as usize] {
            return false;
        }
        if changed_components[component as usize] {
            return true;
        }
        // What follows for it and other components together is found from those.
        let may_join = |v: u32| {
            self.graph.around(v).iter().any(|step| {
                known.vertices[step.to as usize].is_none() && self.restricted[step.to as usize]
            })
        };
        if !members
            .iter()
            .any(|&v| self.restricted[v as usize] || may_join(v))
        {
            return false;
        }
        if changed_all[area] {
            return true;
        }
        let away = members.iter().map(|&v| distance[v as usize]).min();
        let Some(away) = away.filter(|&away| away != NONE) else {
            return false;
        };
        certain.fill(false);
        for &v in members {
            certain[v as usize] = true;
        }
        let steps = self
            .rule
            .largest(self.cx, certain)
            .saturating_sub(members.len());
        away as usize <= steps
    }

    /// Applies the rule to the group of a component. True if something changed.
    pub(super) fn revise_component(&mut self, component: u32) -> Result<bool, Conflict> {
        let area = self.scratch.known.area[self.first_of(component) as usize];
        self.scratch.certain.fill(false);
        self.scratch.possible.fill(false);
        self.scratch.found.clear();
        self.put_component(component, true);
        let tag = Why::Group(self.first_of(component)).tag();
        self.cx.because(tag);
        let most = self.rule.largest(self.cx, &self.scratch.certain);
        let whole = self.find_near(component, most)?;
        let Scratch { possible, near, .. } = &mut *self.scratch;
        possible.copy_from_slice(near);
        self.cx.spend(self.rule.cost());
        match self
            .rule
            .judge(self.cx, &self.scratch.certain, &self.scratch.possible)
        {
            Some(false) => return Err(Conflict),
            // The rule holds whatever else in its area joins it.
            Some(true) if whole => return Ok(false),
            _ => {}
        }
        let before = self.cx.changes();
        let Scratch {
            certain, possible, ..
        } = &*self.scratch;
        self.cx.spend(2 * self.rule.cost());
        self.rule.revise(self.cx, certain, possible)?;
        let mut changed = self.cx.changes() != before;
        let closed = self.scratch.known.in_component(component).len()
            == self.scratch.known.in_area(area).len();
        if closed {
            return Ok(changed);
        }
        // As long as the component may be a whole group, nothing else has to be in.
        self.scratch.possible.fill(false);
        for i in 0..self.scratch.known.in_component(component).len() {
            let v = self.scratch.known.in_component(component)[i];
            self.scratch.possible[v as usize] = true;
        }
        let must_grow = self.is_refuted();
        let may_need = must_grow && !self.is_free_around(component);
        self.scratch.possible.copy_from_slice(&self.scratch.near);
        if may_need {
            let Scratch {
                cuts, known, near, ..
            } = &mut *self.scratch;
            cuts.find(self.graph, known, component, near);
            self.cx.spend(known.in_area(area).len() as u64 / 2);
            let candidates = cuts.candidates.len();
            self.try_without(0, candidates);
            changed |= self.decide_found(true, component)?;
        }
        self.put_component(component, false);
        self.collect_border(component);
        self.try_in(component, 0, self.scratch.trials.len());
        changed |= self.decide_found(false, component)?;
        Ok(changed)
    }

    /// Finds the vertices that a group with a component in it may reach if it has at most `most` vertices. True if
    /// these are certainly the whole area.
    fn find_near(&mut self, component: u32, most: usize) -> Result<bool, Conflict> {
        let Scratch {
            known, near, queue, ..
        } = &mut *self.scratch;
        let members = known.in_component(component);
        let area = known.area[members[0] as usize];
        near.fill(false);
        let Some(steps) = most.checked_sub(members.len()) else {
            return Err(Conflict);
        };
        if steps >= known.in_area(area).len() {
            for &v in known.in_area(area) {
                near[v as usize] = true;
            }
            return Ok(true);
        }
        queue.clear();
        for &v in members {
            near[v as usize] = true;
            queue.push((v, 0));
        }
        let mut next = 0;
        while let Some(&(v, distance)) = queue.get(next) {
            next += 1;
            if distance as usize == steps {
                continue;
            }
            for &step in self.graph.around(v) {
                let w = step.to as usize;
                if !near[w] && known.is_open(step) {
                    near[w] = true;
                    queue.push((step.to, distance + 1));
                }
            }
        }
        Ok(false)
    }

    /// Whether the rule certainly needs none of the open vertices and edges: it can hold with what is a few steps away,
    /// and still can if any one of these is left out. False if that is not known.
    ///
    /// Most components are in the open, and what is near them is much more: a quarter of the time of a nurikabe of
    /// 36×20.
    fn is_free_around(&mut self, component: u32) -> bool {
        if !self.find_sufficient(component) {
            return false;
        }
        let Scratch {
            cuts,
            known,
            possible,
            ..
        } = &mut *self.scratch;
        cuts.find(self.graph, known, component, possible);
        self.try_without(0, self.scratch.cuts.candidates.len());
        let is_free = self.scratch.found.is_empty();
        self.scratch.found.clear();
        is_free
    }

    /// Makes possible what is around the component, far enough that the rule can hold, and two steps farther, so that
    /// there is a way around. False if that is no small part of what is near.
    fn find_sufficient(&mut self, component: u32) -> bool {
        let Scratch {
            known,
            possible,
            queue,
            ..
        } = &mut *self.scratch;
        possible.fill(false);
        queue.clear();
        let members = known.in_component(component);
        for &v in members {
            possible[v as usize] = true;
            queue.push((v, 0));
        }
        let most = known.in_area(known.area[members[0] as usize]).len() / 4;
        // All vertices up to `pause` steps away are possible when the first of those so far away is next.
        let (mut next, mut pause, mut suffices) = (0, 1, false);
        while let Some(&(v, distance)) = self.scratch.queue.get(next) {
            if distance == pause {
                if suffices || self.scratch.queue.len() > most {
                    break;
                }
                suffices = !self.is_refuted();
                pause += if suffices { 2 } else { 1 + pause / 4 };
                continue;
            }
            next += 1;
            let Scratch {
                known,
                possible,
                near,
                queue,
                ..
            } = &mut *self.scratch;
            for step in self.graph.around(v) {
                let w = step.to as usize;
                if near[w] && known.edges[step.edge as usize] != Some(false) && !possible[w] {
                    possible[w] = true;
                    queue.push((step.to, distance + 1));
                }
            }
        }
        suffices && next < self.scratch.queue.len()
    }

    /// Every group contains a needed vertex: a vertex that none of those can reach is out. True if something changed.
    pub(super) fn cover(&mut self) -> Result<bool, Conflict> {
        if self.rule.needed().is_empty() {
            return Ok(false);
        }
        self.scratch.covered.clear();
        for i in 0..self.rule.needed().len() {
            let vertex = self.rule.needed()[i];
            let component = self.scratch.known.component[vertex as usize];
            if component == NONE {
                // If it is put in, its group may reach anything in its area.
                if self.scratch.known.area[vertex as usize] != NONE {
                    self.scratch.covered.start(vertex, usize::MAX);
                }
                continue;
            }
            self.scratch.certain.fill(false);
            self.put_component(component, true);
            let most = self.rule.largest(self.cx, &self.scratch.certain);
            let Scratch { known, covered, .. } = &mut *self.scratch;
            let members = known.in_component(component);
            let Some(steps) = most.checked_sub(members.len()) else {
                self.cx.because(Why::Group(members[0]).tag());
                return Err(Conflict);
            };
            members.iter().for_each(|&v| covered.start(v, steps));
        }
        let Scratch { known, covered, .. } = &mut *self.scratch;
        covered.find(self.graph, |step| known.is_open(step));
        let mut changed = false;
        for v in 0..self.graph.vertices.len() as u32 {
            if covered.left(v).is_some() || known.area[v as usize] == NONE {
                continue;
            }
            self.cx.because(Why::OutOfReach(v).tag());
            changed |= self.graph.vertices[v as usize].decide(self.cx, false)?;
        }
        Ok(changed)
    }

    /// Collects the open vertices that an edge that is in joins to the component, and the open edges from it to others.
    fn collect_border(&mut self, component: u32) {
        let Scratch {
            known,
            trials,
            seen,
            ..
        } = &mut *self.scratch;
        trials.clear();
        seen.fill(false);
        for &v in known.in_component(component) {
            for step in self.graph.around(v) {
                let (to, edge) = (step.to as usize, step.edge);
                match (known.vertices[to], known.edges[edge as usize]) {
                    (None, Some(true)) if !std::mem::replace(&mut seen[to], true) => {
                        trials.push(Element::Vertex(step.to));
                    }
                    (Some(true), None) if known.component[to] != component => {
                        trials.push(Element::Edge(edge));
                    }
                    _ => {}
                }
            }
        }
    }

    /// Tries each open vertex of an area that no edge that is in joins to a component. True if something changed.
    pub(super) fn try_apart(&mut self, area: u32) -> Result<bool, Conflict> {
        let Scratch {
            known,
            trials,
            certain,
            possible,
            found,
            ..
        } = &mut *self.scratch;
        trials.clear();
        for &v in known.in_area(area) {
            let is_joined = || {
                self.graph.around(v).iter().any(|step| {
                    known.component[step.to as usize] != NONE
                        && known.edges[step.edge as usize] == Some(true)
                })
            };
            if known.vertices[v as usize].is_none() && self.restricted[v as usize] && !is_joined() {
                trials.push(Element::Vertex(v));
            }
        }
        certain.fill(false);
        possible.fill(false);
        found.clear();
        self.put_area(area, true);
        self.try_in(NONE, 0, self.scratch.trials.len());
        self.decide_found(false, NONE)
    }

    /// Tries one open vertex, with the components that it joins. True if something changed.
    pub(super) fn try_vertex(&mut self, vertex: u32) -> Result<bool, Conflict> {
        let area = self.scratch.known.area[vertex as usize];
        self.scratch.certain.fill(false);
        self.scratch.possible.fill(false);
        self.scratch.found.clear();
        self.scratch.trials.clear();
        self.scratch.trials.push(Element::Vertex(vertex));
        self.put_area(area, true);
        self.try_in(NONE, 0, 1);
        self.decide_found(false, NONE)
    }

    /// Whether the rule holds for a component that cannot grow.
    pub(super) fn holds(&mut self, component: u32) -> bool {
        self.scratch.certain.fill(false);
        self.scratch.possible.fill(false);
        for i in 0..self.scratch.known.in_component(component).len() {
            let v = self.scratch.known.in_component(component)[i] as usize;
            self.scratch.certain[v] = true;
            self.scratch.possible[v] = true;
        }
        let Scratch {
            certain, possible, ..
        } = &*self.scratch;
        self.cx.spend(self.rule.cost());
        self.rule.judge(self.cx, certain, possible) == Some(true)
    }
}
