//! Why an edge is or is not part of the cycle.

use super::blocks::{Block, Blocks};
use super::strand::Strand;
use super::why::{ALL, Why};
use crate::literal::Literal;
use crate::reason::{Change, Past};

impl Strand {
    /// The sharp explanation, for a cycle without an apex.
    pub(super) fn explain(
        &self,
        change: &Change<'_>,
        past: &Past<'_>,
        facts: &mut Vec<Literal>,
    ) -> Option<()> {
        let why = *ALL.get((change.tag & 7) as usize)?;
        let number = change.tag >> 3;
        let failure = change.after.is_empty();
        if why == Why::SelfLoop {
            facts.extend(
                self.self_loops[number as usize]
                    .literal(true)
                    .filter(|_| failure),
            );
            return Some(());
        }
        // The status of every edge is read only where a reason needs more than the edges at one vertex.
        let all = || -> Vec<Option<bool>> {
            let edges = self.graph.edges.iter();
            edges.map(|there| there.status_then(past)).collect()
        };
        let then_of = |edge: u32| self.graph.edges[edge as usize].status_then(past);
        let fact = |edge: u32, there: bool| self.graph.edges[edge as usize].literal(there);
        let edge = match why {
            Why::Count | Why::Needed => number / 2,
            _ => number,
        };
        match why {
            Why::SelfLoop => {}
            Why::Empty => {
                facts.extend(
                    (0..self.graph.edges.len() as u32).filter_map(|edge| fact(edge, false)),
                );
                return Some(());
            }
            Why::Count | Why::Needed => {
                let (a, b) = self.graph.ends[edge as usize];
                let v = if number.is_multiple_of(2) { a } else { b };
                let others = || {
                    let steps = self.graph.around(v).iter().map(|step| step.edge);
                    steps.filter(|&other| other != edge)
                };
                let there = |&other: &u32| then_of(other) == Some(true);
                let two = others().filter(there).count() >= 2;
                if two || why == Why::Needed {
                    let most = if two { 2 } else { 1 };
                    facts.extend(
                        others()
                            .filter(there)
                            .take(most)
                            .filter_map(|e| fact(e, true)),
                    );
                }
                if !two {
                    let out = others().filter(|&other| then_of(other) == Some(false));
                    facts.extend(out.filter_map(|other| fact(other, false)));
                }
            }
            Why::Closing => {
                let then = all();
                let path = self.known_path(&then, edge)?;
                let elsewhere = (0..then.len() as u32)
                    .find(|&e| e != edge && then[e as usize] == Some(true) && !path.contains(&e))?;
                facts.extend(path.iter().filter_map(|&e| fact(e, true)));
                facts.extend(fact(elsewhere, true));
            }
            Why::Closed => {
                let then = all();
                let cycle = self.known_cycle(&then, edge)?;
                facts.extend(cycle.iter().filter_map(|&e| fact(e, true)));
            }
            Why::Block => self.explain_block(&all(), edge, facts)?,
        }
        if failure {
            facts.extend(fact(edge, why != Why::Needed));
        }
        Some(())
    }

    /// For a path: the two edges that were in at one end of an edge that is out, or the edges that were in on a path
    /// between its ends. `None` if the change follows in another way.
    pub(super) fn explain_out(
        &self,
        change: &Change<'_>,
        past: &Past<'_>,
        facts: &mut Vec<Literal>,
    ) -> Option<()> {
        let why = *ALL.get((change.tag & 7) as usize)?;
        let number = change.tag >> 3;
        let edge = match why {
            Why::Count => number / 2,
            Why::Closing | Why::Closed | Why::Block => number,
            Why::SelfLoop | Why::Needed | Why::Empty => return None,
        };
        let own = self.graph.edges.get(edge as usize)?.literal(true);
        let mut then: Vec<Option<bool>> = self
            .graph
            .edges
            .iter()
            .map(|there| there.status_then(past))
            .collect();
        // The edges to the apex are never known.
        then.resize(self.graph.ends.len(), None);
        let (a, b) = self.graph.ends[edge as usize];
        let two = [a, b].into_iter().find_map(|v| {
            let steps = self.graph.around(v).iter().map(|step| step.edge);
            let there = steps.filter(|&e| e != edge && then[e as usize] == Some(true));
            let there: Vec<u32> = there.take(2).collect();
            (there.len() == 2).then_some(there)
        });
        let found = match two {
            Some(two) => two,
            None => self.known_path(&then, edge)?,
        };
        let fact = |edge: u32| self.graph.edges[edge as usize].literal(true);
        facts.extend(found.into_iter().filter_map(fact));
        facts.extend(own.filter(|_| change.after.is_empty()));
        Some(())
    }

    /// The edges that were in on a path between the ends of `edge`.
    fn known_path(&self, then: &[Option<bool>], edge: u32) -> Option<Vec<u32>> {
        let (from, to) = self.graph.ends[edge as usize];
        let mut path = Vec::new();
        let (mut v, mut by) = (from, edge);
        while v != to {
            let known = |step: &&crate::propagators::graph::Step| {
                step.edge != by && step.edge != edge && then[step.edge as usize] == Some(true)
            };
            let step = self.graph.around(v).iter().find(known)?;
            // No vertex has more than two: a walk this long is a cycle.
            if path.len() > self.graph.vertices.len() {
                return None;
            }
            path.push(step.edge);
            (v, by) = (step.to, step.edge);
        }
        Some(path)
    }

    /// The edges of a cycle that was closed and does not go through `edge`: if two close at once, only the other one is a
    /// reason why an edge is out.
    fn known_cycle(&self, then: &[Option<bool>], edge: u32) -> Option<Vec<u32>> {
        (0..then.len() as u32)
            .filter(|&e| then[e as usize] == Some(true))
            .find_map(|e| {
                let mut cycle = self.known_path(then, e)?;
                cycle.push(e);
                (!cycle.contains(&edge)).then_some(cycle)
            })
    }

    /// A bridge is explained by what is out around one of its sides; another edge by one that was in, a vertex that
    /// cuts it off from there, and what is out around the part cut off. Of several explanations it takes the one with
    /// the fewest facts.
    fn explain_block(
        &self,
        then: &[Option<bool>],
        edge: u32,
        facts: &mut Vec<Literal>,
    ) -> Option<()> {
        let possible = |e: u32| then[e as usize] != Some(false);
        let mut blocks = Blocks::new(&self.graph);
        blocks.find(&self.graph, self.graph.ends[edge as usize].0, possible);
        let its = blocks.of[edge as usize];
        let block = blocks.blocks[its as usize];
        // The edges that lead out of the vertices below a block and are not `allowed` to.
        let border = |blocks: &Blocks, block: Block, allowed: &dyn Fn(u32, u32, u32) -> bool| {
            let below = |v: u32| (block.first..=block.last).contains(&blocks.order[v as usize]);
            let edges = (0u32..).zip(&*self.graph.ends);
            edges
                .filter(|&(e, &(a, b))| below(a) != below(b) && !allowed(e, a, b))
                .filter_map(|(e, _)| self.graph.edges[e as usize].literal(false))
                .collect::<Vec<_>>()
        };
        let mut best = (block.edges == 1).then(|| border(&blocks, block, &|e, _, _| e == edge));
        let apart = (0..then.len() as u32)
            .find(|&e| then[e as usize] == Some(true) && blocks.of[e as usize] != its);
        if let Some(apart) = apart {
            let (root, other) = self.graph.ends[apart as usize];
            blocks.find(&self.graph, root, possible);
            let inner = blocks.blocks[blocks.of[edge as usize] as usize];
            // Searching from one end of the edge that was in: the blocks with `edge` below them, but not the other end.
            let hanging = blocks.blocks.iter().filter(|block| {
                let holds = |number: u32| (block.first..=block.last).contains(&number);
                holds(inner.first) && !holds(blocks.order[other as usize])
            });
            for &block in hanging {
                let top = block.top;
                let mut found = border(&blocks, block, &|_, a, b| a == top || b == top);
                found.extend(self.graph.edges[apart as usize].literal(true));
                if best.as_ref().is_none_or(|best| found.len() < best.len()) {
                    best = Some(found);
                }
            }
        }
        facts.extend(best?);
        Some(())
    }
}
