//! Why: a part, what it cannot reach, and what was known of the rule's variables.

use super::cuts::Element;
use super::parts::{NONE, Parts};
use super::{Groups, Why};
use crate::literal::Literal;
use crate::propagators::presence::Switch;
use crate::reason::{Change, Past};

impl Groups {
    fn known_then(&self, past: &Past<'_>) -> Parts {
        let mut known = Parts::new(&self.graph);
        for (status, there) in known.vertices.iter_mut().zip(&self.vertices) {
            *status = there.status_then(past);
        }
        for (status, there) in known.edges.iter_mut().zip(&self.edges) {
            *status = there.status_then(past);
        }
        known.find(&self.graph);
        known
    }

    /// That the part of `vertex` hangs together: its vertices, and the edges of a tree.
    fn togetherness(&self, known: &Parts, vertex: u32, facts: &mut Vec<Literal>) {
        let mut reached = vec![false; self.graph.vertices];
        reached[vertex as usize] = true;
        let mut queue = vec![vertex];
        while let Some(v) = queue.pop() {
            facts.extend(self.vertices[v as usize].literal(true));
            for step in self.graph.around(v) {
                let w = step.to as usize;
                let joined = known.part[w] == known.part[vertex as usize]
                    && known.edges[step.edge as usize] == Some(true);
                if joined && !reached[w] {
                    reached[w] = true;
                    facts.extend(self.edges[step.edge as usize].literal(true));
                    queue.push(step.to);
                }
            }
        }
    }

    /// That a group with `vertex` in it cannot leave what is reached from there without passing `without`.
    fn border(
        &self,
        known: &Parts,
        vertex: u32,
        without: Option<Element>,
        facts: &mut Vec<Literal>,
    ) {
        let mut reached = vec![false; self.graph.vertices];
        reached[vertex as usize] = true;
        let mut queue = vec![vertex];
        let allowed = |to: u32, edge: u32| {
            without != Some(Element::Vertex(to)) && without != Some(Element::Edge(edge))
        };
        let mut next = 0;
        while let Some(&v) = queue.get(next) {
            next += 1;
            for step in self.graph.around(v) {
                let w = step.to as usize;
                if !reached[w]
                    && allowed(step.to, step.edge)
                    && known.vertices[w] != Some(false)
                    && known.edges[step.edge as usize] != Some(false)
                {
                    reached[w] = true;
                    queue.push(step.to);
                }
            }
        }
        for v in queue {
            for step in self.graph.around(v) {
                let w = step.to as usize;
                if reached[w] && known.edges[step.edge as usize] == Some(false) {
                    // It makes the way longer.
                    facts.extend(self.edges[step.edge as usize].literal(false));
                }
                if reached[w] || !allowed(step.to, step.edge) {
                    continue;
                }
                if known.vertices[w] == Some(false) {
                    facts.extend(self.vertices[w].literal(false));
                } else {
                    facts.extend(self.edges[step.edge as usize].literal(false));
                }
            }
        }
    }

    /// The one open vertex or edge that the change has put in.
    fn put_in(&self, change: &Change<'_>, known: &Parts) -> Option<Element> {
        let put_in = |there: &Switch, status: Option<bool>| {
            status.is_none()
                && there
                    .literal(true)
                    .is_some_and(|literal| Some(literal.var) == change.var)
        };
        let vertices = (0..).zip(self.vertices.iter().zip(&known.vertices));
        let edges = (0..).zip(self.edges.iter().zip(&known.edges));
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

    /// The explanation by one group, if there is one.
    pub(super) fn explain_by_group(
        &self,
        change: &Change<'_>,
        past: &Past<'_>,
        facts: &mut Vec<Literal>,
    ) -> Option<()> {
        let known = self.known_then(past);
        match Why::of(change.tag)? {
            Why::Group(vertex) => {
                // The rule may have failed without naming who lost a value: then there is nothing to add.
                self.togetherness(&known, vertex, facts);
                self.border(&known, vertex, None, facts);
            }
            Why::VertexOut(_) | Why::EdgeOut(_) | Why::Needed(_) if change.after.is_empty() => {
                return None;
            }
            Why::VertexOut(vertex) => {
                for step in self.graph.around(vertex) {
                    if known.part[step.to as usize] != NONE
                        && known.edges[step.edge as usize] == Some(true)
                    {
                        self.togetherness(&known, step.to, facts);
                        facts.extend(self.edges[step.edge as usize].literal(true));
                    }
                }
                self.border(&known, vertex, None, facts);
            }
            Why::EdgeOut(edge) => {
                let (a, b) = self.graph.ends[edge as usize];
                self.togetherness(&known, a, facts);
                self.togetherness(&known, b, facts);
                self.border(&known, a, None, facts);
            }
            Why::Needed(vertex) => {
                let element = self.put_in(change, &known)?;
                self.togetherness(&known, vertex, facts);
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
}
