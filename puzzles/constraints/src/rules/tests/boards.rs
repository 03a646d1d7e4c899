//! Rules about groups of cells, each held against brute force in small grids.

use quadrille_engine::bits::{Bits, BitsRef, all_of};
use quadrille_engine::propagators::{Graph, GroupRule, Groups, Presence};
use quadrille_engine::testing::PropagatorTest;
use quadrille_engine::{Literal, Model, Var};

use crate::grid::Cell;

/// A grid of cells and the links between neighbours, by the numbers of their cells.
pub(in crate::rules) struct Board {
    pub(in crate::rules) cells: Vec<Cell>,
    pub(in crate::rules) links: Vec<(usize, usize)>,
}

impl Board {
    pub(in crate::rules) fn new(rows: usize, columns: usize) -> Self {
        let cells: Vec<Cell> = (0..rows * columns)
            .map(|i| Cell::new(i / columns, i % columns))
            .collect();
        let mut links = Vec::new();
        for (i, a) in cells.iter().enumerate() {
            let below = cells.iter().enumerate().skip(i);
            let beside = below.filter(|(_, b)| a.taxicab(**b) == 1);
            links.extend(beside.map(|(j, _)| (i, j)));
        }
        Self { cells, links }
    }

    /// The sets of the cells that are there that hang together by some links.
    pub(in crate::rules) fn groups(
        &self,
        there: &BitsRef,
        is_joined: impl Fn(usize) -> bool,
    ) -> Vec<Vec<usize>> {
        let all = 0..self.cells.len();
        let mut group: Vec<usize> = all.clone().collect();
        for _ in all.clone() {
            for (link, &(a, b)) in self.links.iter().enumerate() {
                if is_joined(link) && there[a] && there[b] {
                    let least = group[a].min(group[b]);
                    (group[a], group[b]) = (least, least);
                }
            }
        }
        let members = |of: usize| {
            all.clone()
                .filter(|&cell| there[cell] && group[cell] == of)
                .collect()
        };
        let groups = all.clone().map(members);
        groups
            .filter(|members: &Vec<usize>| !members.is_empty())
            .collect()
    }

    /// Posts a rule about the groups of cells, and holds it against what is right for each group.
    pub(in crate::rules) fn test_cells<R: GroupRule + 'static>(
        &self,
        rounds: usize,
        rule: impl Fn() -> R,
        is_right: impl Fn(&[usize]) -> bool,
    ) {
        let post = |model: &mut Model, vars: &[Var]| {
            let vertices = vars.iter().map(|&var| Presence::If(Literal::is(var, 1)));
            let links = self.links.iter().map(|&(a, b)| (a, b, Presence::Always));
            let graph = Graph::new(&vertices.collect::<Vec<_>>(), &links.collect::<Vec<_>>());
            model.post(Groups::new(graph, Box::new(rule())));
        };
        let holds = |values: &[i32]| {
            let there: Bits = values.iter().map(|&value| value == 1).collect();
            self.groups(&there, |_| true)
                .iter()
                .all(|group| is_right(group))
        };
        PropagatorTest::new(post, holds).random(rounds, self.cells.len(), 0..=1);
    }

    /// The same of all cells, in groups by the links that are there.
    pub(in crate::rules) fn test_links<R: GroupRule + 'static>(
        &self,
        rounds: usize,
        rule: impl Fn() -> R,
        is_right: impl Fn(&[usize]) -> bool,
    ) {
        let post = |model: &mut Model, vars: &[Var]| {
            let vertices = vec![Presence::Always; self.cells.len()];
            let links = self.links.iter().zip(vars);
            let links = links.map(|(&(a, b), &var)| (a, b, Presence::If(Literal::is(var, 1))));
            let graph = Graph::new(&vertices, &links.collect::<Vec<_>>());
            model.post(Groups::new(graph, Box::new(rule())));
        };
        let holds = |values: &[i32]| {
            let there = all_of(self.cells.len());
            self.groups(&there, |link| values[link] == 1)
                .iter()
                .all(|group| is_right(group))
        };
        PropagatorTest::new(post, holds).random(rounds, self.links.len(), 0..=1);
    }
}
