//! Reasons: a component, what it cannot reach, and what was known about the rule's variables.

use super::components::{Components, NONE};
use super::cuts::Element;
use super::spread::Spread;
use super::{Groups, Why};
use crate::literal::Literal;
use crate::propagators::presence::Switch;
use crate::reason::{Change, Past};
use crate::var::Var;

impl Groups {
    fn known_then(&self, past: &Past<'_>) -> Components {
        let mut known = Components::new(&self.graph);
        for (status, there) in known.vertices.iter_mut().zip(&*self.graph.vertices) {
            *status = there.status_then(past);
        }
        for (status, there) in known.edges.iter_mut().zip(&*self.graph.edges) {
            *status = there.status_then(past);
        }
        known.find(&self.graph);
        known
    }

    /// Adds the facts that the component of `vertex` is connected: its vertices, and the edges of a tree.
    fn connection(&self, known: &Components, vertex: u32, facts: &mut Vec<Literal>) {
        let mut reached = vec![false; self.graph.vertices.len()];
        reached[vertex as usize] = true;
        let mut queue = vec![vertex];
        while let Some(v) = queue.pop() {
            facts.extend(self.graph.vertices[v as usize].literal(true));
            for step in self.graph.around(v) {
                let w = step.to as usize;
                let is_connected = known.component[w] == known.component[vertex as usize]
                    && known.edges[step.edge as usize] == Some(true);
                if is_connected && !reached[w] {
                    reached[w] = true;
                    facts.extend(self.graph.edges[step.edge as usize].literal(true));
                    queue.push(step.to);
                }
            }
        }
    }

    /// The facts that a group with `vertex` in it cannot leave the region reached from there without passing `without`.
    fn border(
        &self,
        known: &Components,
        vertex: u32,
        without: Option<Element>,
        facts: &mut Vec<Literal>,
    ) {
        let mut reached = vec![false; self.graph.vertices.len()];
        reached[vertex as usize] = true;
        let mut queue = vec![vertex];
        let allowed = |to: u32, edge: u32| {
            without != Some(Element::Vertex(to)) && without != Some(Element::Edge(edge))
        };
        let mut next = 0;
        while let Some(&v) = queue.get(next) {
            next += 1;
            for &step in self.graph.around(v) {
                let w = step.to as usize;
                if !reached[w] && allowed(step.to, step.edge) && known.is_open(step) {
                    reached[w] = true;
                    queue.push(step.to);
                }
            }
        }
        for v in queue {
            for step in self.graph.around(v) {
                let w = step.to as usize;
                if reached[w] && known.edges[step.edge as usize] == Some(false) {
                    // It makes the path longer.
                    facts.extend(self.graph.edges[step.edge as usize].literal(false));
                }
                if reached[w] || !allowed(step.to, step.edge) {
                    continue;
                }
                if known.vertices[w] == Some(false) {
                    facts.extend(self.graph.vertices[w].literal(false));
                } else {
                    facts.extend(self.graph.edges[step.edge as usize].literal(false));
                }
            }
        }
    }

    /// The one open vertex or edge that the change has put in.
    fn put_in(&self, change: &Change<'_>, known: &Components) -> Option<Element> {
        let put_in = |there: &Switch, status: Option<bool>| {
            status.is_none()
                && there
                    .literal(true)
                    .is_some_and(|literal| Some(literal.var) == change.var)
        };
        let vertices = (0..).zip(self.graph.vertices.iter().zip(&known.vertices));
        let edges = (0..).zip(self.graph.edges.iter().zip(&known.edges));
        let mut all = vertices
            .filter(|(_, (there, status))| put_in(there, **status))
            .map(|(v, _)| Element::Vertex(v))
            .chain(
                edges
                    .filter(|(_, (there, status))| put_in(there, **status))
                    .map(|(edge, _)| Element::Edge(edge)),
            );
        let found = all.next()?;
        all.next().is_none().then_some(found)
    }

    /// Adds as few facts as the rule needs, if it can tell.
    pub(super) fn explain_sharply(
        &self,
        why: Why,
        change: &Change<'_>,
        past: &Past<'_>,
        facts: &mut Vec<Literal>,
    ) -> Option<()> {
        let mut known = self.known_then(past);
        let failed = change.after.is_empty();
        let mut supposed = None;
        // The assumption against the change, which is not a fact.
        let (base, element) = match why {
            Why::Group(vertex) => {
                if !failed {
                    let (first, last) = (change.first_removed()?, change.last_removed()?);
                    supposed = Some((change.var?, first, last));
                }
                (vertex, None)
            }
            _ if failed => return None,
            Why::Needed(vertex) => (vertex, Some((self.put_in(change, &known)?, false))),
            Why::VertexOut(vertex) => (vertex, Some((Element::Vertex(vertex), true))),
            Why::EdgeOut(edge) => {
                let (end, _) = self.graph.ends[edge as usize];
                (end, Some((Element::Edge(edge), true)))
            }
            Why::OutOfReach(_) => return None,
        };
        match element {
            Some((Element::Vertex(v), there)) => known.vertices[v as usize] = Some(there),
            Some((Element::Edge(edge), there)) => known.edges[edge as usize] = Some(there),
            None => {}
        }
        if element.is_some() {
            known.find(&self.graph);
        }
        let component =
            Some(known.component[base as usize]).filter(|&component| component != NONE)?;
        let start = facts.len();
        let case = Case {
            groups: self,
            past,
            known: &known,
            supposed,
            members: known.in_component(component),
            element: element.map(|(element, _)| element),
        };
        let explained = case.explain(self.root, facts);
        if explained.is_none() {
            facts.truncate(start);
        }
        explained
    }

    /// The explanation by one group, if there is one.
    pub(super) fn explain_by_group(
        &self,
        why: Why,
        change: &Change<'_>,
        past: &Past<'_>,
        facts: &mut Vec<Literal>,
    ) -> Option<()> {
        let known = self.known_then(past);
        match why {
            Why::Group(vertex) => {
                // The rule may have failed without naming the variable that lost a value: then there is nothing to add.
                self.connection(&known, vertex, facts);
                self.border(&known, vertex, None, facts);
            }
            Why::OutOfReach(_) => return None,
            _ if change.after.is_empty() => return None,
            Why::VertexOut(vertex) => {
                for step in self.graph.around(vertex) {
                    if known.component[step.to as usize] != NONE
                        && known.edges[step.edge as usize] == Some(true)
                    {
                        self.connection(&known, step.to, facts);
                        facts.extend(self.graph.edges[step.edge as usize].literal(true));
                    }
                }
                self.border(&known, vertex, None, facts);
            }
            Why::EdgeOut(edge) => {
                let (a, b) = self.graph.ends[edge as usize];
                self.connection(&known, a, facts);
                self.connection(&known, b, facts);
                self.border(&known, a, None, facts);
            }
            Why::Needed(vertex) => {
                let element = self.put_in(change, &known)?;
                self.connection(&known, vertex, facts);
                self.border(&known, vertex, Some(element), facts);
            }
        }
        for &var in &self.rule_scope {
            past.describe(var, facts);
        }
        facts.sort_unstable();
        facts.dedup();
        Some(())
    }

    /// The facts that no needed vertex can reach `vertex`: what blocks the ways that would be short enough for a group,
    /// and, of a group that could still come near with one of its members alone, all members.
    ///
    /// What is out is no part of the reason if a way over it would be too long even if nothing else were out. All that is
    /// out and of this sort can be left out together: up to the first of it, a way leads through what is not out.
    pub(super) fn explain_out_of_reach(
        &self,
        vertex: u32,
        change: &Change<'_>,
        past: &Past<'_>,
        facts: &mut Vec<Literal>,
    ) -> Option<()> {
        let known = self.known_then(past);
        let graph = &self.graph;
        let vertices = graph.vertices.len() as u32;
        let mut around = Spread::new(graph);
        around.start(vertex, usize::MAX);
        around.find(graph, |step| known.is_open(step));
        // How many steps away it is through what is not out.
        let away = |v: u32| around.left(v).map(|left| vertices - left);
        let is_beyond = |v: u32, steps: usize| away(v).is_none_or(|away| away as usize > steps);
        let start = facts.len();
        let mut sources = Spread::new(graph);
        let mut certain = vec![false; vertices as usize];
        for &needed in self.rule.needed() {
            certain.fill(false);
            certain[needed as usize] = true;
            let (most, limit) = self.rule.largest_then(past, &certain);
            if is_beyond(needed, most.saturating_sub(1)) {
                sources.start(needed, most.saturating_sub(1));
                facts.extend(limit);
                continue;
            }
            let component =
                Some(known.component[needed as usize]).filter(|&component| component != NONE);
            let members = component.map_or(&[][..], |component| known.in_component(component));
            for &v in members {
                certain[v as usize] = true;
            }
            let (most, limit) = self.rule.largest_then(past, &certain);
            let steps = most.saturating_sub(members.len());
            if members.is_empty() || !members.iter().all(|&v| is_beyond(v, steps)) {
                facts.truncate(start);
                return None;
            }
            members.iter().for_each(|&v| sources.start(v, steps));
            facts.extend(limit);
            self.connection(&known, needed, facts);
        }
        let never = |there: Switch| there == Switch::Constant(false);
        sources.find(graph, |step| {
            !never(graph.vertices[step.to as usize]) && !never(graph.edges[step.edge as usize])
        });
        if change.after.is_empty() {
            facts.extend(graph.vertices[vertex as usize].literal(true));
        }
        for (v, away) in (0..vertices).filter_map(|v| Some((v, away(v)?))) {
            for step in graph.around(v) {
                let (to, edge) = (step.to as usize, step.edge as usize);
                if sources.left(step.to) <= Some(away) {
                    continue;
                }
                if known.edges[edge] == Some(false) {
                    facts.extend(graph.edges[edge].literal(false));
                } else if known.vertices[to] == Some(false) {
                    facts.extend(graph.vertices[to].literal(false));
                }
            }
        }
        facts.sort_unstable();
        facts.dedup();
        Some(())
    }
}

/// How many members of a component are tried as the root of a reason.
const MOST_ROOTS: usize = 8;

/// A component at the time of a change, and the assumption against the change.
struct Case<'a> {
    groups: &'a Groups,
    past: &'a Past<'a>,
    known: &'a Components,
    supposed: Option<(Var, i32, i32)>,
    members: &'a [u32],
    /// The element that the change decided.
    element: Option<Element>,
}

impl Case<'_> {
    fn refute(&self, certain: &[bool], possible: &[bool], facts: &mut Vec<Literal>) -> bool {
        let rule = &self.groups.rule;
        rule.refute(self.past, self.supposed, certain, possible, facts)
    }

    fn push_vertex(&self, vertex: u32, there: bool, facts: &mut Vec<Literal>) {
        if self.element != Some(Element::Vertex(vertex)) {
            facts.extend(self.groups.graph.vertices[vertex as usize].literal(there));
        }
    }

    fn push_edge(&self, edge: u32, there: bool, facts: &mut Vec<Literal>) {
        if self.element != Some(Element::Edge(edge)) {
            facts.extend(self.groups.graph.edges[edge as usize].literal(there));
        }
    }

    /// First explanations without a border: some member alone, or as few members as are too many; then one member and
    /// the border of what it can reach, then all members and theirs.
    fn explain(&self, root: Option<u32>, facts: &mut Vec<Literal>) -> Option<()> {
        let n = self.groups.graph.vertices.len();
        let roots: Vec<u32> = match root {
            // The rule is about its group only, so the explanation must start from there.
            Some(root) => vec![self.members.iter().copied().find(|&v| v == root)?],
            None => {
                let restricted = self.members.iter().copied();
                let restricted = restricted.filter(|&v| self.groups.restricted[v as usize]);
                restricted.take(MOST_ROOTS).collect()
            }
        };
        let mut certain = vec![false; n];
        let all = vec![true; n];
        for &v in self.members {
            certain[v as usize] = true;
        }
        let mut ignored = Vec::new();
        if self.refute(&certain, &all, &mut ignored) {
            return self.explain_excess(&roots, facts);
        }
        for &root in &roots {
            certain.fill(false);
            certain[root as usize] = true;
            for limited in [false, true] {
                if self.explain_border(&[root], &certain, limited, facts) {
                    self.push_vertex(root, true, facts);
                    return Some(());
                }
            }
        }
        for &v in self.members {
            certain[v as usize] = true;
        }
        for limited in [false, true] {
            if self.explain_border(self.members, &certain, limited, facts) {
                self.explain_connection(self.members[0], self.members.len(), facts);
                return Some(());
            }
        }
        None
    }

    /// Members around one of the roots, as few as the rule rejects whatever else is in the group.
    fn explain_excess(&self, roots: &[u32], facts: &mut Vec<Literal>) -> Option<()> {
        let all = vec![true; self.groups.graph.vertices.len()];
        let mut best: Option<(u32, usize)> = None;
        let mut own = Vec::new();
        for &root in roots {
            let order = self.around(root);
            let mut certain = vec![false; all.len()];
            for (count, &(v, _)) in (1..).zip(&order) {
                if best.is_some_and(|(_, least)| count >= least) {
                    break;
                }
                certain[v as usize] = true;
                own.clear();
                if self.refute(&certain, &all, &mut own) {
                    best = Some((root, count));
                }
            }
        }
        let (root, count) = best?;
        let order = self.around(root);
        let mut certain = vec![false; all.len()];
        for &(v, _) in &order[..count] {
            certain[v as usize] = true;
        }
        self.refute(&certain, &all, facts);
        self.explain_connection(root, count, facts);
        Some(())
    }

    /// The members in the order of their distance from one of them, each with the edge that leads to it.
    fn around(&self, root: u32) -> Vec<(u32, Option<u32>)> {
        let (graph, known) = (&self.groups.graph, self.known);
        let mut seen = vec![false; graph.vertices.len()];
        seen[root as usize] = true;
        let mut order = vec![(root, None)];
        let mut next = 0;
        while let Some(&(v, _)) = order.get(next) {
            next += 1;
            for step in graph.around(v) {
                let w = step.to as usize;
                if !seen[w]
                    && known.component[w] == known.component[root as usize]
                    && known.edges[step.edge as usize] == Some(true)
                {
                    seen[w] = true;
                    order.push((step.to, Some(step.edge)));
                }
            }
        }
        order
    }

    /// Adds the facts that the first `count` members around `root` are connected.
    fn explain_connection(&self, root: u32, count: usize, facts: &mut Vec<Literal>) {
        for &(v, edge) in &self.around(root)[..count] {
            self.push_vertex(v, true, facts);
            if let Some(edge) = edge {
                self.push_edge(edge, true, facts);
            }
        }
    }

    /// Explains why the rule holds for no group with `from` in it, by what that can reach; `limited` by the largest
    /// size that it may have. False, with nothing added, if that is not a reason.
    fn explain_border(
        &self,
        from: &[u32],
        certain: &[bool],
        limited: bool,
        facts: &mut Vec<Literal>,
    ) -> bool {
        let (graph, known) = (&self.groups.graph, self.known);
        let mut steps = usize::MAX;
        let mut limit = None;
        if limited {
            let (most, fact) = self.groups.rule.largest_then(self.past, certain);
            steps = most.saturating_sub(from.len());
            limit = fact;
            // The assumption about the variable is not a fact.
            let supposed = self.supposed.map(|(var, ..)| var);
            if most == usize::MAX || limit.is_some_and(|fact| Some(fact.var) == supposed) {
                return false;
            }
        }
        let mut reached = vec![false; graph.vertices.len()];
        let mut queue: Vec<(u32, usize)> = from.iter().map(|&v| (v, 0)).collect();
        from.iter().for_each(|&v| reached[v as usize] = true);
        let mut next = 0;
        while let Some(&(v, away)) = queue.get(next) {
            next += 1;
            if away == steps {
                continue;
            }
            for &step in graph.around(v) {
                let w = step.to as usize;
                if !reached[w] && known.is_open(step) {
                    reached[w] = true;
                    queue.push((step.to, away + 1));
                }
            }
        }
        if !self.refute(certain, &reached, facts) {
            return false;
        }
        facts.extend(limit);
        for (v, away) in queue {
            if away == steps {
                continue;
            }
            for step in graph.around(v) {
                let w = step.to as usize;
                if known.vertices[w] == Some(false) {
                    self.push_vertex(step.to, false, facts);
                } else if known.edges[step.edge as usize] == Some(false) && (limited || !reached[w])
                {
                    self.push_edge(step.edge, false, facts);
                }
            }
        }
        facts.sort_unstable();
        facts.dedup();
        true
    }
}
