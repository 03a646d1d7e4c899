//! Random small graphs for tests: elements that are there always, never, or by a literal of their own variable.

use crate::literal::{Literal, Relation};
use crate::propagators::{Graph, Presence};
use crate::random::Rng;
use crate::var::Var;

/// A presence before there are variables.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Draft {
    Always,
    Never,
    If(usize, Relation, i32),
}

impl Draft {
    fn with(self, vars: &[Var]) -> Presence {
        match self {
            Draft::Always => Presence::Always,
            Draft::Never => Presence::Never,
            Draft::If(var, relation, value) => Presence::If(Literal {
                var: vars[var],
                relation,
                value,
            }),
        }
    }

    fn holds(self, values: &[i32]) -> bool {
        match self {
            Draft::Always => true,
            Draft::Never => false,
            Draft::If(var, relation, value) => match relation {
                Relation::Is => values[var] == value,
                Relation::IsNot => values[var] != value,
                Relation::AtMost => values[var] <= value,
                Relation::AtLeast => values[var] >= value,
            },
        }
    }
}

/// A graph as drafts, over `vars` variables.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) vertices: Vec<Draft>,
    pub(crate) edges: Vec<(usize, usize, Draft)>,
    pub(crate) vars: usize,
}

/// How the presences of a case are drawn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mix {
    /// Whether vertices have variables; without, they are always there.
    pub(crate) vertices: bool,
    /// Whether edges have variables; without, they are always there.
    pub(crate) edges: bool,
    /// Relations and values over 0..=3 in place of `= 1` over 0..=1.
    pub(crate) relations: bool,
    /// The largest number of variables; all other elements are constant.
    pub(crate) most: usize,
}

impl Case {
    /// Presences for `vertices` and `edges`.
    pub(crate) fn of(rng: &mut Rng, vertices: usize, edges: &[(usize, usize)], mix: Mix) -> Self {
        let mut vars = 0;
        let mut draw = |variable: bool| {
            if !variable {
                return Draft::Always;
            }
            match rng.below(12) {
                0 => return Draft::Always,
                1 => return Draft::Never,
                n if vars == mix.most => {
                    return if n == 2 { Draft::Always } else { Draft::Never };
                }
                _ => {}
            }
            vars += 1;
            if !mix.relations {
                return Draft::If(vars - 1, Relation::Is, 1);
            }
            const RELATIONS: [Relation; 4] = [
                Relation::Is,
                Relation::IsNot,
                Relation::AtMost,
                Relation::AtLeast,
            ];
            let relation = RELATIONS[rng.below(4) as usize];
            Draft::If(vars - 1, relation, rng.below(4) as i32)
        };
        let edges = edges
            .iter()
            .map(|&(a, b)| (a, b, draw(mix.edges)))
            .collect();
        let vertices = (0..vertices).map(|_| draw(mix.vertices)).collect();
        Self {
            vertices,
            edges,
            vars,
        }
    }

    /// A random graph, sparse or dense, without parallel edges.
    pub(crate) fn random(rng: &mut Rng, vertices: usize, mix: Mix) -> Self {
        let one_in = 1 + rng.below(4);
        let mut edges = Vec::new();
        for a in 0..vertices {
            for b in 0..a {
                if rng.below(one_in) == 0 {
                    edges.push(if rng.below(2) == 0 { (a, b) } else { (b, a) });
                }
            }
        }
        // The order decides which of them get the variables.
        for i in (1..edges.len()).rev() {
            edges.swap(i, rng.below(i as u64 + 1) as usize);
        }
        Self::of(rng, vertices, &edges, mix)
    }

    /// Random graphs whose edges have variables, each with its number and the largest value of these.
    pub(crate) fn of_edges(seed: u64) -> impl Iterator<Item = (u64, Self, i32)> {
        let mut rng = Rng::new(seed);
        (0..150).map(move |number| {
            let relations = number % 3 == 0;
            let mix = Mix {
                vertices: false,
                edges: true,
                relations,
                most: if relations { 5 } else { 9 },
            };
            let case = Self::random(&mut rng, 1 + number as usize % 7, mix);
            (number, case, if relations { 3 } else { 1 })
        })
    }

    /// The edges between the cells of a rectangle.
    pub(crate) fn grid(rows: usize, columns: usize) -> Vec<(usize, usize)> {
        let mut edges = Vec::new();
        for v in 0..rows * columns {
            if v % columns + 1 < columns {
                edges.push((v, v + 1));
            }
            if v + columns < rows * columns {
                edges.push((v, v + columns));
            }
        }
        edges
    }

    /// The graph over these variables.
    pub(crate) fn with(&self, vars: &[Var]) -> Graph {
        Graph::new(&self.vertices_with(vars), &self.edges_with(vars))
    }

    pub(crate) fn vertices_with(&self, vars: &[Var]) -> Vec<Presence> {
        self.vertices.iter().map(|draft| draft.with(vars)).collect()
    }

    pub(crate) fn edges_with(&self, vars: &[Var]) -> Vec<(usize, usize, Presence)> {
        let with = |&(a, b, draft): &(usize, usize, Draft)| (a, b, draft.with(vars));
        self.edges.iter().map(with).collect()
    }

    /// The vertices that are in.
    pub(crate) fn vertices_in(&self, values: &[i32]) -> Vec<bool> {
        let vertices = self.vertices.iter();
        vertices.map(|draft| draft.holds(values)).collect()
    }

    /// The edges that are in.
    pub(crate) fn edges_in(&self, values: &[i32]) -> Vec<(usize, usize)> {
        let edges = self
            .edges
            .iter()
            .filter(|(_, _, draft)| draft.holds(values));
        edges.map(|&(a, b, _)| (a, b)).collect()
    }

    /// The sets of vertices in `members` that `edges` connect: by merging labels until nothing changes.
    pub(crate) fn parts(members: &[bool], edges: &[(usize, usize)]) -> Vec<Vec<usize>> {
        let n = members.len();
        let mut labels: Vec<usize> = (0..n).collect();
        for _ in 0..n {
            for &(a, b) in edges {
                if members[a] && members[b] {
                    let least = labels[a].min(labels[b]);
                    (labels[a], labels[b]) = (least, least);
                }
            }
        }
        (0..n)
            .map(|label| {
                (0..n)
                    .filter(|&v| members[v] && labels[v] == label)
                    .collect::<Vec<_>>()
            })
            .filter(|part| !part.is_empty())
            .collect()
    }
}
