//! Groups: the connected sets of vertices that are in, each of which must satisfy a rule.

use self::area::{Pass, Scratch};
use self::components::NONE;
use super::GroupRule;
use super::graph::Graph;
use super::presence::Switch;
use crate::constraint::{Constraint, Scope};
use crate::event::Events;
use crate::literal::Literal;
use crate::propagator::{Conflict, Context, Propagator, Status};
use crate::queue::Lane;
use crate::reason::{Change, Explanations, Past};
use crate::var::Var;

mod area;
mod components;
mod cuts;
mod explain;
mod sized;
mod spread;

pub use self::sized::SizedGroups;

/// The groups, which are the maximal sets of vertices that are in, connected by edges that are in, each satisfy a rule.
/// An edge counts when it and both its ends are in.
///
/// A group is known by a *component*, a connected set of vertices that are in, and the *area* that it can reach through
/// vertices and edges that are not out. In each area:
/// - the rule must be able to hold for a group between each component and the area, and narrows its variables
///   accordingly;
/// - as long as the rule rejects the component as a whole group, a vertex or a bridge without which it could reach no
///   group that satisfies the rule is in;
/// - an open vertex or edge is out if the rule holds for no group with it and with all components that it joins, up to
///   the area.
///
/// - how far a group can reach is bounded by the largest size that the rule allows, and a vertex that no vertex needed
///   by the rule can reach is out.
///
/// Reasons are as few members as the rule rejects, or a member and the border of what it can reach, with a bound of a
/// variable, if the rule can tell ([`GroupRule::refute`]); otherwise the component, the border of the area, and
/// everything known about the rule's variables. The reason for a vertex out of reach is what blocks the ways to it that
/// would be short enough, with the members without which a needed vertex would be near enough.
///
/// # Strength and cost
///
/// Sound, and exact once all variables are fixed if the rule is. A run finds the components and the areas, O(vertices +
/// edges), and then calls the rule for every component in each area that has shrunk, and for each component that has
/// grown: a few times if nothing follows, and about twice the logarithm of the area for each vertex or edge that is
/// decided. Lane: global.
#[derive(Clone, Debug)]
pub struct Groups {
    graph: Graph,
    rule: Box<dyn GroupRule>,
    root: Option<u32>,
    /// The variables of the rule, each once.
    rule_scope: Vec<Var>,
    /// By tag: a vertex, then the edges, then the variables of the rule, numbered consecutively.
    tracked: Vec<u32>,
    /// The edges that depend on a variable.
    open_edges: Vec<u32>,
    /// By variable of the rule: the vertices for which it matters, if that is known.
    affected_by: Vec<Option<Vec<u32>>>,
    /// By vertex: whether the rule restricts groups that contain it.
    restricted: Vec<bool>,
    scratch: Scratch,
}

/// What a change followed from, as the tag of the change.
#[derive(Clone, Copy, Debug)]
enum Why {
    /// The rule, for the group of this vertex.
    Group(u32),
    /// Without it the group of this vertex could not satisfy the rule.
    Needed(u32),
    /// With this vertex the rule would hold for no group.
    VertexOut(u32),
    EdgeOut(u32),
    /// No needed vertex can reach this vertex.
    OutOfReach(u32),
}

impl Why {
    fn tag(self) -> u32 {
        let (kind, number) = match self {
            Why::Group(vertex) => (0, vertex),
            Why::Needed(vertex) => (1, vertex),
            Why::VertexOut(vertex) => (2, vertex),
            Why::EdgeOut(edge) => (3, edge),
            Why::OutOfReach(vertex) => (4, vertex),
        };
        number << 3 | kind
    }

    fn of(tag: u32) -> Self {
        let number = tag >> 3;
        match tag & 7 {
            0 => Why::Group(number),
            1 => Why::Needed(number),
            2 => Why::VertexOut(number),
            3 => Why::EdgeOut(number),
            _ => Why::OutOfReach(number),
        }
    }
}

impl Groups {
    /// Each group of `graph` must satisfy `rule`.
    pub fn new(graph: Graph, rule: Box<dyn GroupRule>) -> Self {
        Self {
            graph,
            rule,
            root: None,
            rule_scope: Vec::new(),
            tracked: Vec::new(),
            open_edges: Vec::new(),
            affected_by: Vec::new(),
            restricted: Vec::new(),
            scratch: Scratch::default(),
        }
    }

    /// Only the group of `vertex` must satisfy the rule; if that vertex is out, nothing is required.
    ///
    /// # Panics
    /// If the vertex does not exist.
    pub fn rooted(mut self, vertex: usize) -> Self {
        assert!(
            vertex < self.graph.vertices.len(),
            "the root is none of the {} vertices that there are",
            self.graph.vertices.len()
        );
        self.root = Some(vertex as u32);
        self
    }

    /// Reads the statuses in the area of the root and finds its components. False if nothing changed there.
    ///
    /// The many propagators of one group each on a large grid spend most of their time here: a hint for a Fillmat with
    /// 72 of them took a sixth more instructions with the whole graph read each time.
    fn look_around(&self, root: u32, cx: &Context<'_>, scratch: &mut Scratch) -> bool {
        let known = &mut scratch.known;
        let vertex_status = |v: u32| self.graph.vertices[v as usize].status(cx);
        let edge_status = |edge: u32| self.graph.edges[edge as usize].status(cx);
        known.find_around(&self.graph, root, vertex_status, edge_status);
        if cx.runs_afresh() || known.area[root as usize] == NONE {
            return true;
        }
        let edges = self.graph.vertices.len() as u32;
        let variables = edges + self.graph.edges.len() as u32;
        let is_there = |v: u32| known.area[v as usize] != NONE;
        cx.fired()
            .iter()
            .any(|&tag| match self.tracked[tag as usize] {
                v if v < edges => {
                    is_there(v) || self.graph.around(v).iter().any(|step| is_there(step.to))
                }
                edge if edge < variables => {
                    let (a, b) = self.graph.ends[(edge - edges) as usize];
                    is_there(a) || is_there(b)
                }
                _ => true,
            })
    }

    /// Reads the statuses, finds components and areas, and marks those in which something changed.
    ///
    /// An element that was put in matters only to its own component: its neighbours are tried from there. An element
    /// that went out matters to the whole area, as far as a group may reach, and so do the rule's variables, if it is
    /// not known for which vertices they matter.
    fn look(&self, cx: &Context<'_>, scratch: &mut Scratch) {
        let Scratch {
            known,
            changed,
            changed_all,
            changed_components,
            lost,
            ..
        } = scratch;
        for (status, there) in known.vertices.iter_mut().zip(&*self.graph.vertices) {
            *status = there.status(cx);
        }
        for &edge in &self.open_edges {
            known.edges[edge as usize] = self.graph.edges[edge as usize].status(cx);
        }
        known.find(&self.graph);
        for pieces in [&mut *changed, changed_all, changed_components] {
            pieces.clear();
        }
        lost.clear();
        let all = cx.runs_afresh();
        changed.resize(known.area_count(), all);
        changed_all.resize(known.area_count(), all);
        changed_components.resize(known.component_count(), all);
        if all {
            return;
        }
        let mark = |changed: &mut [bool], piece: u32| {
            if piece != NONE {
                changed[piece as usize] = true;
            }
        };
        let edges = self.graph.vertices.len() as u32;
        let variables = edges + self.graph.edges.len() as u32;
        for &tag in cx.fired() {
            match self.tracked[tag as usize] {
                v if v < edges => {
                    if known.vertices[v as usize] == Some(false) {
                        // It has divided what is around it.
                        for step in self.graph.around(v) {
                            mark(changed, known.area[step.to as usize]);
                            lost.push((step.to, 1));
                        }
                    }
                    mark(changed_components, known.component[v as usize]);
                }
                edge if edge < variables => {
                    let edge = edge - edges;
                    let (a, b) = self.graph.ends[edge as usize];
                    for end in [a, b] {
                        if known.edges[edge as usize] == Some(false) {
                            mark(changed, known.area[end as usize]);
                            lost.push((end, 0));
                        }
                        mark(changed_components, known.component[end as usize]);
                    }
                }
                variable => match &self.affected_by[(variable - variables) as usize] {
                    Some(affected_by) => {
                        for &holder in affected_by {
                            let (component, area) = (
                                known.component[holder as usize],
                                known.area[holder as usize],
                            );
                            mark(changed_components, component);
                            if component == NONE {
                                mark(changed, area);
                                mark(changed_all, area);
                            }
                        }
                    }
                    None => {
                        changed.fill(true);
                        changed_all.fill(true);
                    }
                },
            }
        }
        scratch.find_distances(&self.graph);
    }
}

impl Pass<'_, '_> {
    fn all_groups(&mut self) -> Result<Status, Conflict> {
        // What goes out here is handled in the next run; the changes handled now must not be lost for it.
        let mut changed = self.cover()?;
        for component in 0..self.scratch.known.component_count() as u32 {
            if self.is_concerned(component) {
                changed |= self.revise_component(component)?;
            }
        }
        for area in 0..self.scratch.known.area_count() as u32 {
            if self.scratch.changed[area as usize] {
                changed |= self.try_apart(area)?;
            }
        }
        if changed {
            return Ok(Status::Active);
        }
        // Each area is one component: the groups are known.
        let known = &self.scratch.known;
        let is_known = known.component_count() == known.area_count()
            && known.vertices.iter().all(|status| status.is_some());
        let components = known.component_count() as u32;
        if is_known && (0..components).all(|component| self.holds(component)) {
            return Ok(Status::Entailed);
        }
        Ok(Status::Fixpoint)
    }

    fn one_group(&mut self, root: u32) -> Result<Status, Conflict> {
        let known = &self.scratch.known;
        let (component, area) = (known.component[root as usize], known.area[root as usize]);
        if area == NONE {
            return Ok(Status::Entailed);
        }
        // What it would join may have grown, so it is checked each time.
        let changed = if component == NONE {
            self.try_vertex(root)?
        } else {
            self.revise_component(component)?
        };
        if changed {
            return Ok(Status::Active);
        }
        let known = &self.scratch.known;
        let is_known =
            component != NONE && known.in_component(component).len() == known.in_area(area).len();
        if is_known && self.holds(component) {
            return Ok(Status::Entailed);
        }
        Ok(Status::Fixpoint)
    }
}

impl Constraint for Groups {
    type Propagator = Self;

    fn name(&self) -> &'static str {
        "groups"
    }

    fn for_each_var(&self, see: &mut dyn FnMut(Var)) {
        self.graph.for_each_var(see);
        self.rule.scope().into_iter().for_each(see);
    }

    fn lane(&self) -> Lane {
        Lane::Global
    }

    fn attach(mut self, scope: &mut Scope<'_>) -> Self {
        self.tracked = self.graph.track(scope);
        self.rule_scope = self.rule.scope();
        self.rule_scope.sort_unstable();
        self.rule_scope.dedup();
        let n = self.graph.vertices.len() as u32;
        for (number, &var) in (n + self.graph.edges.len() as u32..).zip(&self.rule_scope) {
            scope.track(var, Events::ANY);
            self.tracked.push(number);
            self.affected_by.push(self.rule.affected_by(var));
        }
        self.restricted = (0..n).map(|v| self.rule.restricts(v)).collect();
        self.scratch = Scratch::new(&self.graph);
        let known = &mut self.scratch.known;
        for ((edge, there), status) in (0..).zip(&*self.graph.edges).zip(&mut known.edges) {
            match there {
                Switch::Constant(there) => *status = Some(*there),
                _ => self.open_edges.push(edge),
            }
        }
        self
    }
}

impl Propagator for Groups {
    fn propagate(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        let mut scratch = std::mem::take(&mut self.scratch);
        let is_concerned = match self.root {
            Some(root) => self.look_around(root, cx, &mut scratch),
            None => {
                self.look(cx, &mut scratch);
                true
            }
        };
        if !is_concerned {
            self.scratch = scratch;
            return Ok(Status::Fixpoint);
        }
        let mut run = Pass {
            graph: &self.graph,
            rule: &mut *self.rule,
            restricted: &self.restricted,
            scratch: &mut scratch,
            cx,
        };
        let outcome = match self.root {
            None => run.all_groups(),
            Some(root) => run.one_group(root),
        };
        self.scratch = scratch;
        outcome
    }

    fn explain(&self, change: &Change<'_>, past: &Past<'_>, facts: &mut Vec<Literal>) {
        let explained = match Why::of(change.tag) {
            Why::OutOfReach(vertex) => self.explain_out_of_reach(vertex, change, past, facts),
            why => self
                .explain_sharply(why, change, past, facts)
                .or_else(|| self.explain_by_group(why, change, past, facts)),
        };
        if explained.is_none() {
            past.describe_scope(facts);
        }
    }

    fn explanations(&self) -> Explanations<'_> {
        Explanations::ByTrial
    }
}

#[cfg(test)]
mod tests;
