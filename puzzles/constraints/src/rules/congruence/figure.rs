//! A set of cells, and what is known of it.

use quadrille_engine::Literal;
use quadrille_engine::bits::{Bits, BitsRef, all_of, none_of};
use quadrille_engine::propagators::Presence;

use super::super::plane::{Position, VertexAt, position};
use crate::grid::Cell;

/// What is known of a vertex or a link.
pub(super) trait Known: Fn(Presence) -> Option<bool> {}

impl<K: Fn(Presence) -> Option<bool>> Known for K {}

/// A set of cells: those that are in, or only those that links join to one of them.
#[derive(Clone, Debug)]
pub struct Figure {
    pub(super) cells: Vec<Position>,
    pub(super) vertices: Vec<Presence>,
    /// By vertex: its neighbours, and the links to them.
    pub(super) around: Vec<Vec<(u32, Presence)>>,
    /// The vertex to whose group the cells belong.
    pub(super) root: Option<u32>,
    /// By vertex: whether its cell belongs to the set if it is in the group.
    pub(super) counts: Bits,
    /// The vertices that count.
    pub(super) at: VertexAt,
}

/// What is known of a figure.
#[derive(Clone, Debug, Default)]
pub(super) struct Bounds {
    pub(super) certain: Bits,
    pub(super) possible: Bits,
    /// The certain cells that count.
    pub(super) sure: Vec<u32>,
    /// The number of possible ones.
    pub(super) most: usize,
    /// Scratch.
    pub(super) stack: Vec<u32>,
}

impl Bounds {
    pub(super) fn is_closed(&self) -> bool {
        self.sure.len() == self.most
    }
}

impl Figure {
    /// The cells that are in.
    ///
    /// # Panics
    /// If there are not as many presences as cells.
    pub fn of_cells(cells: &[Cell], vertices: Vec<Presence>) -> Self {
        assert_eq!(cells.len(), vertices.len(), "a presence for each cell");
        Self {
            cells: cells.iter().map(position).collect(),
            vertices,
            around: vec![Vec::new(); cells.len()],
            root: None,
            counts: all_of(cells.len()),
            at: VertexAt::of_cells(cells),
        }
    }

    /// Of these only the cells in the group of a root, by the links that are in. The set is empty if the root is out.
    ///
    /// # Panics
    /// If there is no such cell, or no such end of a link.
    #[must_use]
    pub fn in_group_of(mut self, root: usize, links: &[(usize, usize, Presence)]) -> Self {
        assert!(root < self.cells.len(), "the root is a cell");
        self.root = Some(root as u32);
        for &(a, b, link) in links {
            self.around[a].push((b as u32, link));
            self.around[b].push((a as u32, link));
        }
        self
    }

    /// Of these only the ones with `true`, by vertex; groups may still lead through others.
    ///
    /// # Panics
    /// If there are not as many as cells.
    #[must_use]
    pub fn counting(mut self, counts: Bits) -> Self {
        assert_eq!(counts.len(), self.cells.len(), "whether each cell counts");
        self.at.retain(|vertex| counts[vertex as usize]);
        self.counts = counts;
        self
    }

    pub(super) fn presences(&self) -> impl Iterator<Item = Presence> + '_ {
        let links = self.around.iter().flatten().map(|(_, link)| *link);
        self.vertices.iter().copied().chain(links)
    }

    /// The vertex that counts at a position.
    pub(super) fn vertex(&self, position: Position) -> Option<u32> {
        self.at.get(position)
    }

    /// The cells that are joined to the root by vertices and links that pass a test.
    fn reach(&self, reached: &mut BitsRef, stack: &mut Vec<u32>, test: impl Fn(Presence) -> bool) {
        let Some(root) = self.root else {
            for (mut reached, &there) in reached.iter_mut().zip(&self.vertices) {
                *reached = test(there);
            }
            return;
        };
        if test(self.vertices[root as usize]) {
            reached.set(root as usize, true);
            stack.push(root);
        }
        while let Some(from) = stack.pop() {
            for &(to, link) in &self.around[from as usize] {
                if !reached[to as usize] && test(link) && test(self.vertices[to as usize]) {
                    reached.set(to as usize, true);
                    stack.push(to);
                }
            }
        }
    }

    pub(super) fn bound(&self, known: &impl Known, bounds: &mut Bounds) {
        let Bounds {
            certain,
            possible,
            sure,
            most,
            stack,
        } = bounds;
        for reached in [&mut *certain, &mut *possible] {
            reached.clear();
            reached.resize(self.cells.len(), false);
        }
        self.reach(certain, stack, |there| known(there) == Some(true));
        self.reach(possible, stack, |there| known(there) != Some(false));
        let own = (0..self.cells.len()).filter(|&vertex| self.counts[vertex]);
        *most = own.clone().filter(|&vertex| possible[vertex]).count();
        sure.clear();
        sure.extend(own.filter(|&v| certain[v]).map(|v| v as u32));
    }

    /// The open literals that decide whether the figure grows beyond its certain cells, at the next step.
    pub(super) fn frontier(&self, known: &impl Known, bounds: &Bounds, open: &mut Vec<Literal>) {
        let mut add = |there: Presence| {
            if let Presence::If(literal) = there
                && known(there).is_none()
                && !open.contains(&literal)
            {
                open.push(literal);
            }
        };
        match self.root {
            None => self.vertices.iter().for_each(|&there| add(there)),
            Some(root) => add(self.vertices[root as usize]),
        }
        for (from, _) in bounds.certain.iter().enumerate().filter(|(_, sure)| **sure) {
            for &(to, link) in &self.around[from] {
                let there = self.vertices[to as usize];
                let is_open = known(link) != Some(false) && known(there) != Some(false);
                if is_open && !bounds.certain[to as usize] {
                    add(there);
                    add(link);
                }
            }
        }
    }

    /// Adds why these vertices are certain.
    pub(super) fn tell_certain(
        &self,
        certain: &[u32],
        known: &impl Known,
        facts: &mut Vec<Literal>,
    ) {
        let Some(root) = self.root else {
            return certain
                .iter()
                .for_each(|&v| add(self.vertices[v as usize], facts));
        };
        // By vertex: where the shortest way from the root comes from.
        let mut from: Vec<Option<(u32, Presence)>> = vec![None; self.cells.len()];
        from[root as usize] = Some((root, Presence::Always));
        let mut queue = vec![root];
        let mut next = 0;
        while let Some(&at) = queue.get(next) {
            next += 1;
            for &(to, link) in &self.around[at as usize] {
                let is_in = |there| known(there) == Some(true);
                let is_new = from[to as usize].is_none();
                if is_new && is_in(link) && is_in(self.vertices[to as usize]) {
                    from[to as usize] = Some((at, link));
                    queue.push(to);
                }
            }
        }
        for &vertex in certain {
            let mut at = vertex;
            while let Some((before, link)) = from[at as usize].take() {
                add(self.vertices[at as usize], facts);
                add(link, facts);
                at = before;
            }
        }
    }

    /// Adds why these vertices are not possible.
    pub(super) fn tell_impossible(
        &self,
        certain: &[u32],
        known: &impl Known,
        bounds: &Bounds,
        facts: &mut Vec<Literal>,
    ) {
        let is_out = |there| known(there) == Some(false);
        if let Some(root) = self.root.map(|root| self.vertices[root as usize])
            && is_out(root)
            && !certain.is_empty()
        {
            return add_negated(root, facts);
        }
        // The cells from which these may be reached.
        let mut beyond = none_of(self.cells.len());
        let mut stack = Vec::new();
        for &vertex in certain {
            let there = self.vertices[vertex as usize];
            if is_out(there) {
                add_negated(there, facts);
            } else {
                beyond.set(vertex as usize, true);
                stack.push(vertex);
            }
        }
        if stack.is_empty() {
            return;
        }
        while let Some(from) = stack.pop() {
            for &(to, link) in &self.around[from as usize] {
                let is_cut = is_out(link) || is_out(self.vertices[to as usize]);
                if !is_cut && !beyond[to as usize] {
                    beyond.set(to as usize, true);
                    stack.push(to);
                }
            }
        }
        // The shorter of the borders of these, and of the possible cells.
        let border = |inside: &BitsRef| {
            let mut border = Vec::new();
            for (from, _) in inside.iter().enumerate().filter(|(_, inside)| **inside) {
                for &(to, link) in &self.around[from] {
                    if !inside[to as usize] {
                        let there = self.vertices[to as usize];
                        add_negated(if is_out(there) { there } else { link }, &mut border);
                    }
                }
            }
            border.sort_unstable();
            border.dedup();
            border
        };
        let (near, far) = (border(&bounds.possible), border(&beyond));
        facts.extend(if near.len() < far.len() { near } else { far });
    }
}

fn add(there: Presence, facts: &mut Vec<Literal>) {
    if let Presence::If(literal) = there {
        facts.push(literal);
    }
}

fn add_negated(there: Presence, facts: &mut Vec<Literal>) {
    if let Presence::If(literal) = there {
        facts.push(literal.negated());
    }
}
