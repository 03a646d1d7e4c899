//! Whether a loop visits a vertex: a variable, twice which is the number of edges of the loop there.
//!
//! A rule may ask whether some edge of a cell is drawn. Alone, that says that there is one; with the loop, that there are
//! two. Koburin of 10×10 takes a tenth of the nodes, yajilin a fifth.

use fxhash::FxHashMap;
use quadrille_engine::propagators::{SubformulaMut, Test, linear, reified_clause};
use quadrille_engine::{Literal, Relation, RuleId, Var};
use smallvec::SmallVec;

use super::super::{Compiler, Made};
use crate::language::geometry::Atom;
use crate::language::syntax::{Kind, Node, Predicate};
use crate::puzzle::Pass;

/// The vertices of a loop.
#[derive(Debug)]
pub(crate) struct Visits {
    vertices: Vec<Vertex>,
    /// By fact that an edge is drawn: the two vertices that it joins.
    ends: FxHashMap<Literal, SmallVec<[usize; 2]>>,
    /// The rule of the model that says that there is a loop, once it is posted.
    rule: Option<RuleId>,
}

#[derive(Debug, Default)]
struct Vertex {
    /// Facts, that the edges there are drawn.
    edges: Vec<Literal>,
    /// Whether it is visited, if a rule asks for that.
    var: Option<Var>,
}

impl Visits {
    /// The vertices that are visited if one of some facts holds, since these have all edges there.
    fn among(&self, facts: &[Literal]) -> Vec<usize> {
        let mut found = Vec::new();
        for fact in facts {
            for &vertex in self.ends.get(fact).into_iter().flatten() {
                let edges = &self.vertices[vertex].edges;
                if edges.len() > 1
                    && edges.len() <= facts.len()
                    && !found.contains(&vertex)
                    && edges.iter().all(|edge| facts.contains(edge))
                {
                    found.push(vertex);
                }
            }
        }
        found
    }
}

impl Compiler<'_> {
    /// Looks for a rule that some links or edges form one loop. Rules that are switched off one by one speak for themselves.
    pub(crate) fn find_visits(&mut self, without: &[String]) -> Made<()> {
        let data = self.data;
        if self.options.apart || data.geometry.boards > 1 || !self.uses(Pass::Visits) {
            return Ok(());
        }
        let rules = data.book.rules.iter();
        let rules = rules.filter(|rule| !without.iter().any(|id| **id == *rule.id));
        for formula in rules.flat_map(|rule| &rule.formulas) {
            let Node::Is(subject, false, Predicate::OneLoop) = &formula.node else {
                continue;
            };
            let place = self.certain_place(subject)?;
            let is_missing = std::mem::take(&mut self.eval.missing);
            let Some(place) = place.filter(|_| !is_missing) else {
                continue;
            };
            self.facts.visits = self.visits_of(&place.members);
            break;
        }
        Ok(())
    }

    /// The vertices of a loop of these links or edges. `None` if they are not facts about a variable each.
    fn visits_of(&self, members: &[(Atom, Test)]) -> Option<Visits> {
        let geometry = &self.data.geometry;
        let mut vertices: Vec<Vertex> = Vec::new();
        let mut ends: FxHashMap<Literal, SmallVec<[usize; 2]>> = FxHashMap::default();
        for (atom, drawn) in members {
            let joined = match atom.kind {
                Kind::Link => geometry.link_cells(atom.index),
                Kind::Edge => geometry.edge_corners(atom.index),
                _ => return None,
            };
            let drawn = match drawn {
                Test::Const(false) => continue,
                Test::Literal(drawn) => *drawn,
                _ => return None,
            };
            let values: SmallVec<[i32; 4]> = self.model.domain(drawn.var).iter().collect();
            if !matches!(values[..], [low, high] if high == low + 1) {
                return None;
            }
            let joined = joined.map(|vertex| vertex as usize);
            vertices.resize_with(
                vertices.len().max(joined[0].max(joined[1]) + 1),
                Vertex::default,
            );
            for vertex in joined {
                vertices[vertex].edges.push(drawn);
            }
            ends.insert(drawn, joined.into());
        }
        Some(Visits {
            vertices,
            ends,
            rule: None,
        })
    }

    /// Notes that the loop is posted now.
    pub(crate) fn loop_is_posted(&mut self) {
        let rule = self.model.resume(RuleId::NAMELESS);
        self.model.resume(rule);
        if let Some(visits) = &mut self.facts.visits {
            visits.rule = Some(rule);
        }
    }

    /// The test with a variable for each part of it that asks whether the loop visits a vertex.
    pub(crate) fn with_visits(&mut self, mut test: Test) -> Test {
        let Some(mut visits) = self.facts.visits.take() else {
            return test;
        };
        let model = &mut self.model;
        let mut has_some = false;
        test.walk_mut(&mut |part| {
            let SubformulaMut::Test(part) = part else {
                return;
            };
            let is_some = matches!(part, Test::Or(_));
            let (Test::Or(parts) | Test::And(parts)) = &*part else {
                return;
            };
            let fact = |test: &Test| match test {
                Test::Literal(literal) if is_some => Some(*literal),
                Test::Literal(literal) => Some(literal.negated()),
                _ => None,
            };
            let facts: SmallVec<[Literal; 8]> = parts.iter().filter_map(fact).collect();
            let found = visits.among(&facts);
            if found.is_empty() {
                return;
            }
            has_some = true;
            let is_of = |test: &Test| {
                let edge = fact(test);
                let mut vertices = found.iter().map(|&vertex| &visits.vertices[vertex]);
                edge.is_some_and(|edge| vertices.any(|vertex| vertex.edges.contains(&edge)))
            };
            let rest = parts.iter().filter(|test| !is_of(test)).cloned();
            let mut rest: Vec<Test> = rest.collect();
            for &vertex in &found {
                let var = visits.vertices[vertex].var;
                let var = var.unwrap_or_else(|| model.var(0..=1));
                visits.vertices[vertex].var = Some(var);
                rest.push(Test::is(var, i32::from(is_some)));
            }
            *part = match rest.len() {
                1 => rest.swap_remove(0),
                _ if is_some => Test::Or(rest),
                _ => Test::And(rest),
            };
        });
        self.facts.visits = Some(visits);
        if has_some {
            self.fired(Pass::Visits);
        }
        test
    }

    /// Posts what the variables mean.
    pub(crate) fn post_visits(&mut self) -> Made<()> {
        let Some(visits) = self.facts.visits.take() else {
            return Ok(());
        };
        for Vertex { edges, var } in visits.vertices {
            let Some(var) = var else {
                continue;
            };
            let Some(rule) = visits.rule else {
                // Without the loop, one edge is enough.
                self.define(var, |compiler| {
                    compiler.note("clause", "domain consistent");
                    reified_clause(&mut compiler.model, Literal::is(var, 1), &edges);
                    Ok(())
                })?;
                continue;
            };
            let mut terms: Vec<(i64, Var)> = vec![(-2, var)];
            let mut constant = 0;
            for edge in edges {
                // It has two values, one after the other.
                let high = i64::from(self.model.domain(edge.var).max().unwrap_or(0));
                match edge.admits(high as i32) {
                    true => {
                        terms.push((1, edge.var));
                        constant += 1 - high;
                    }
                    false => {
                        terms.push((-1, edge.var));
                        constant += high;
                    }
                }
            }
            let before = self.model.resume(rule);
            self.note("linear", "bounds consistent");
            linear(&mut self.model, &terms, Relation::Is, -constant);
            self.model.resume(before);
        }
        Ok(())
    }
}
