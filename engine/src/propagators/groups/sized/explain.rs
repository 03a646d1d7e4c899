//! Reasons of groups of a given size: borders, and members that are too many.

use super::super::components::{Components, NONE};
use super::{Reach, SizedGroupsPropagator, Why};
use crate::literal::Literal;
use crate::reason::{Change, Past};
use crate::var::Var;

impl SizedGroupsPropagator {
    pub(super) fn explain_change(
        &self,
        change: &Change<'_>,
        past: &Past<'_>,
        facts: &mut Vec<Literal>,
    ) {
        let failed = change.after.is_empty();
        let value_of = |vertex: u32| past.domain(self.vars[vertex as usize]).value();
        let explained = match Why::of(change.tag) {
            Why::Size if failed => None,
            Why::Size => Some(()),
            Why::Enclosed(vertex) => change.first_removed().map(|value| {
                let known = self.known_then(past, value, vertex, None);
                self.explain_area(&known, vertex, value, None, facts);
                if failed {
                    facts.push(self.is(vertex, value));
                }
            }),
            Why::Over(vertex) if failed => value_of(vertex).map(|value| {
                let known = self.known_then(past, value, vertex, None);
                self.explain_excess(&known, vertex, value, facts);
                facts.push(self.is(vertex, value));
            }),
            Why::Over(vertex) => change.first_removed().map(|value| {
                let known = self.known_then(past, value, vertex, None);
                self.explain_excess(&known, vertex, value, facts);
            }),
            Why::Reach(vertex) => value_of(vertex).map(|value| {
                // The change fixed a vertex to the value: suppose that the vertex does not have it.
                let own = |var: &Var| Some(*var) == change.var && !failed;
                let out = self.vars.iter().position(own).map(|v| v as u32);
                let known = self.known_then(past, value, vertex, out);
                self.explain_reach(&known, vertex, value, out, facts);
            }),
        };
        if explained.is_none() {
            past.describe_scope(facts);
        }
        facts.sort_unstable();
        facts.dedup();
    }

    /// What was known at that time about a value in the area of a vertex that could have it, assuming that `out` does
    /// not have it.
    fn known_then(&self, past: &Past<'_>, value: i32, vertex: u32, out: Option<u32>) -> Components {
        let status = |v: u32| {
            let domain = past.domain(self.vars[v as usize]);
            match domain.contains(value) && out != Some(v) {
                false => Some(false),
                true => (domain.len() == 1).then_some(true),
            }
        };
        let mut known = Components::new(&self.graph);
        known.find_around(&self.graph, vertex, status, |_| Some(true));
        known
    }

    fn is(&self, vertex: u32, value: i32) -> Literal {
        Literal::is(self.vars[vertex as usize], value)
    }

    /// Adds the facts that bound the area of a vertex.
    fn explain_area(
        &self,
        known: &Components,
        vertex: u32,
        value: i32,
        out: Option<u32>,
        facts: &mut Vec<Literal>,
    ) {
        for &v in known.in_area(known.area[vertex as usize]) {
            for step in self.graph.around(v) {
                if known.vertices[step.to as usize] == Some(false) && out != Some(step.to) {
                    facts.push(Literal::is_not(self.vars[step.to as usize], value));
                }
            }
        }
    }

    /// Adds that vertices around this one have the value: so many that with it they are too many.
    fn explain_excess(
        &self,
        known: &Components,
        vertex: u32,
        value: i32,
        facts: &mut Vec<Literal>,
    ) {
        let mut reached = vec![false; self.vars.len()];
        reached[vertex as usize] = true;
        let mut queue = vec![vertex];
        let mut next = 0;
        while let Some(&v) = queue.get(next) {
            next += 1;
            for step in self.graph.around(v) {
                if queue.len() > value.max(0) as usize {
                    break;
                }
                let to = step.to as usize;
                if known.vertices[to] == Some(true) && !std::mem::replace(&mut reached[to], true) {
                    queue.push(step.to);
                }
            }
        }
        facts.extend(queue[1..].iter().map(|&v| self.is(v, value)));
    }

    /// Adds what the component of a vertex can reach, and why no more.
    fn explain_reach(
        &self,
        known: &Components,
        vertex: u32,
        value: i32,
        out: Option<u32>,
        facts: &mut Vec<Literal>,
    ) {
        let area = known.area[vertex as usize];
        if known.in_area(area).len() < value as usize {
            facts.push(self.is(vertex, value));
            self.explain_area(known, vertex, value, out, facts);
            return;
        }
        let component = known.component[vertex as usize];
        if known.in_component(component).len() > value as usize {
            // Vertices fixed in the same run may join components into more than there is room for.
            facts.push(self.is(vertex, value));
            self.explain_excess(known, vertex, value, facts);
            return;
        }
        let mut reach = Reach::new(self.vars.len());
        reach.find(&self.graph, known, component, value as usize);
        // Components that count: its own, those that it joins, and those that it may not join.
        let mut counted = vec![false; known.component_count()];
        let mut count = |v: u32| {
            if known.component[v as usize] != NONE {
                counted[known.component[v as usize] as usize] = true;
            }
        };
        for v in (0..self.vars.len() as u32).filter(|&v| reach.near[v as usize]) {
            count(v);
            for step in self.graph.around(v) {
                let to = step.to as usize;
                if reach.near[to] {
                    continue;
                }
                match known.vertices[to] {
                    Some(false) if out == Some(step.to) => {}
                    Some(false) => facts.push(Literal::is_not(self.vars[to], value)),
                    Some(true) => count(step.to),
                    None => {
                        let around = self.graph.around(step.to).iter();
                        around.for_each(|step| count(step.to));
                    }
                }
            }
        }
        for (component, _) in (0..).zip(&counted).filter(|(_, counted)| **counted) {
            let members = known.in_component(component).iter();
            facts.extend(members.map(|&v| self.is(v, value)));
        }
    }
}
