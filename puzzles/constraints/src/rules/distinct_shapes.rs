//! Groups of cells of which no two have the same shape.

use fxhash::FxHashMap;
use quadrille_engine::bits::none_of;
use quadrille_engine::propagators::Presence;
use quadrille_engine::{
    Change, Conflict, Constraint, Context, Events, Lane, Literal, Past, Propagator, Scope, Status,
    Var,
};

use crate::grid::Cell;

/// No two groups of cells have the same one of some shapes. A group is a maximal set of cells that are in, connected by
/// links that are in; any other shape may occur as often as it likes.
///
/// # Strength and cost
///
/// Exact once all groups are known. A known group forbids its shape to every other one: if just one cell or link is open
/// that would let a group of this shape grow, it is in. O(cells + links) a run, and the size of each group times its
/// logarithm. Lane: heavy. The reasons are the cells and links of both groups, and what is around them.
#[derive(Clone, Debug)]
pub struct DistinctShapes {
    cells: Vec<Cell>,
    vertices: Vec<Presence>,
    links: Vec<Presence>,
    /// By cell: its neighbours, and the links to them.
    around: Vec<Vec<(u32, u32)>>,
    /// Each image of a shape, moved to the upper left and in order, with the number of its shape.
    shapes: FxHashMap<Vec<(usize, usize)>, u32>,
    /// The most cells of a shape.
    most: usize,
}

/// A reason tag is two cells, of this many bits each: one of either group.
const HALF: u32 = 16;

/// What is known of a cell or a link.
type Known<'k> = &'k dyn Fn(Presence) -> Option<bool>;

/// The certain cells of a group.
struct Group {
    members: Vec<u32>,
    /// The open cells and links beside them.
    open: Vec<Presence>,
}

impl DistinctShapes {
    /// Over cells, and links by the numbers of their cells, each with its presence. Of each shape there are all images that
    /// count as the same, moved to the upper left, in order of rows and columns.
    ///
    /// # Panics
    /// If there are not as many presences as cells, if there are 65,536 or more of them, or if a link names a cell that
    /// does not exist.
    pub fn new(
        cells: &[Cell],
        vertices: Vec<Presence>,
        links: &[(usize, usize, Presence)],
        shapes: &[Vec<Vec<(usize, usize)>>],
    ) -> Self {
        assert_eq!(cells.len(), vertices.len(), "a presence for each cell");
        assert!(cells.len() < 1 << HALF, "less than 65,536 cells");
        let mut around = vec![Vec::new(); cells.len()];
        for (link, &(a, b, _)) in (0..).zip(links) {
            around[a].push((b as u32, link));
            around[b].push((a as u32, link));
        }
        let numbered = (0..).zip(shapes);
        let images = numbered.flat_map(|(number, images)| images.iter().map(move |i| (i, number)));
        let sizes = shapes.iter().flatten().map(Vec::len);
        Self {
            cells: cells.to_vec(),
            vertices,
            links: links.iter().map(|link| link.2).collect(),
            around,
            most: sizes.max().unwrap_or(0),
            shapes: images
                .map(|(image, number)| (image.clone(), number))
                .collect(),
        }
    }

    /// The certain cells of the group of a certain cell, by what is known.
    fn group(&self, first: u32, known: Known<'_>) -> Group {
        let mut members = vec![first];
        let mut next = 0;
        while let Some(&cell) = members.get(next) {
            next += 1;
            for &(to, link) in &self.around[cell as usize] {
                let is_in = |there| known(there) == Some(true);
                let joins = is_in(self.links[link as usize]) && is_in(self.vertices[to as usize]);
                if joins && !members.contains(&to) {
                    members.push(to);
                }
            }
        }
        let mut open = Vec::new();
        for (there, link) in self.around(&members) {
            let (there, link) = (self.vertices[there as usize], self.links[link as usize]);
            if known(there) != Some(false) && known(link) != Some(false) {
                for one in [there, link] {
                    if known(one).is_none() && !open.contains(&one) {
                        open.push(one);
                    }
                }
            }
        }
        Group { members, open }
    }

    /// The cells beside a group, with the links to them.
    fn around(&self, members: &[u32]) -> impl Iterator<Item = (u32, u32)> {
        let steps = members.iter().flat_map(|&cell| &self.around[cell as usize]);
        steps.copied().filter(|(to, _)| !members.contains(to))
    }

    /// The number of the shape of these cells, if it is one of the shapes.
    fn shape(&self, members: &[u32]) -> Option<u32> {
        if members.len() > self.most {
            return None;
        }
        let cells = || members.iter().map(|&cell| self.cells[cell as usize]);
        let top = cells().map(|cell| cell.row).min()?;
        let left = cells().map(|cell| cell.column).min()?;
        let mut image: Vec<(usize, usize)> = cells()
            .map(|cell| (cell.row - top, cell.column - left))
            .collect();
        image.sort_unstable();
        self.shapes.get(&image).copied()
    }

    /// Adds why a cell is in the group that it is in, and nothing else is, as far as that was known.
    fn tell(&self, first: u32, past: &Past<'_>, facts: &mut Vec<Literal>) {
        let known = |there: Presence| there.status_then(past);
        let group = self.group(first, &known);
        let mut add = |there: Presence, is_in: bool| match there {
            Presence::If(literal) if is_in => facts.push(literal),
            Presence::If(literal) => facts.push(literal.negated()),
            _ => {}
        };
        for &cell in &group.members {
            add(self.vertices[cell as usize], true);
            for &(to, link) in &self.around[cell as usize] {
                let link = self.links[link as usize];
                if group.members.contains(&to) && known(link) == Some(true) {
                    add(link, true);
                }
            }
        }
        for (there, link) in self.around(&group.members) {
            let (there, link) = (self.vertices[there as usize], self.links[link as usize]);
            if known(there) == Some(false) {
                add(there, false);
            } else if known(link) == Some(false) {
                add(link, false);
            }
        }
    }
}

impl Constraint for DistinctShapes {
    type Propagator = Self;

    fn name(&self) -> &'static str {
        "distinct shapes"
    }

    fn for_each_var(&self, see: &mut dyn FnMut(Var)) {
        for there in self.vertices.iter().chain(&self.links) {
            if let Presence::If(literal) = there {
                see(literal.var);
            }
        }
    }

    fn lane(&self) -> Lane {
        Lane::Heavy
    }

    fn attach(self, scope: &mut Scope<'_>) -> Self {
        self.for_each_var(&mut |var| scope.on(var, Events::ANY));
        self
    }
}

impl Propagator for DistinctShapes {
    fn propagate(&mut self, cx: &mut Context<'_>) -> Result<Status, Conflict> {
        let mut seen = none_of(self.cells.len());
        // By shape: a cell of the group that is known to have it.
        let mut whole: FxHashMap<u32, u32> = FxHashMap::default();
        // A group that had this shape if it did not grow by one thing.
        let mut almost: Vec<(u32, u32, Literal)> = Vec::new();
        for first in 0..self.cells.len() as u32 {
            let is_in = self.vertices[first as usize].status(cx) == Some(true);
            if seen[first as usize] || !is_in {
                continue;
            }
            let group = self.group(first, &|there| there.status(cx));
            for &cell in &group.members {
                seen.set(cell as usize, true);
            }
            if group.open.len() > 1 {
                continue;
            }
            let Some(shape) = self.shape(&group.members) else {
                continue;
            };
            match group.open[..] {
                [Presence::If(literal)] => almost.push((shape, first, literal)),
                _ => {
                    if let Some(other) = whole.insert(shape, first) {
                        cx.because(other << HALF | first);
                        return Err(Conflict);
                    }
                }
            }
        }
        let mut changed = false;
        for (shape, first, literal) in almost {
            if let Some(&other) = whole.get(&shape) {
                cx.because(other << HALF | first);
                changed |= cx.assert(literal)?;
            }
        }
        Ok(match changed {
            true => Status::Active,
            false => Status::Fixpoint,
        })
    }

    fn explain(&self, change: &Change<'_>, past: &Past<'_>, facts: &mut Vec<Literal>) {
        let tag = change.tag;
        self.tell(tag >> HALF, past, facts);
        self.tell(tag & ((1 << HALF) - 1), past, facts);
    }
}

#[cfg(test)]
mod tests {
    use quadrille_engine::testing::PropagatorTest;

    use super::*;
    use crate::rules::tests::boards::Board;
    use quadrille_engine::bits::{Bits, all_of};

    /// The shapes of one to three cells, each with its images, drawn by hand.
    fn small_shapes() -> Vec<Vec<Vec<(usize, usize)>>> {
        vec![
            vec![vec![(0, 0)]],
            vec![vec![(0, 0), (0, 1)], vec![(0, 0), (1, 0)]],
            vec![
                vec![(0, 0), (0, 1), (1, 0)],
                vec![(0, 0), (0, 1), (1, 1)],
                vec![(0, 0), (1, 0), (1, 1)],
                vec![(0, 1), (1, 0), (1, 1)],
            ],
        ]
    }

    /// Whether two groups have the same of these shapes: its size, and whether it is straight, tell which one it is.
    fn is_right(board: &Board, groups: &[Vec<usize>]) -> bool {
        let mut found: Vec<usize> = Vec::new();
        for group in groups {
            let rows: Vec<usize> = group.iter().map(|&cell| board.cells[cell].row).collect();
            let columns: Vec<usize> = group.iter().map(|&c| board.cells[c].column).collect();
            let is_line = |at: &[usize]| at.iter().all(|&one| one == at[0]);
            let is_straight = is_line(&rows) || is_line(&columns);
            if group.len() < 3 || group.len() == 3 && !is_straight {
                found.push(group.len());
            }
        }
        let all = found.len();
        found.sort_unstable();
        found.dedup();
        found.len() == all
    }

    #[test]
    fn random_grids_against_brute_force() {
        for (rows, columns) in [(1, 6), (2, 3), (3, 3), (2, 5)] {
            let board = Board::new(rows, columns);
            let all = all_of(board.cells.len());
            PropagatorTest::new(
                |model, vars| {
                    let vertices = vars.iter().map(|&var| Presence::If(Literal::is(var, 1)));
                    let links = board.links.iter().map(|&(a, b)| (a, b, Presence::Always));
                    model.post(DistinctShapes::new(
                        &board.cells,
                        vertices.collect(),
                        &links.collect::<Vec<_>>(),
                        &small_shapes(),
                    ));
                },
                |values| {
                    let there: Bits = values.iter().map(|&value| value == 1).collect();
                    is_right(&board, &board.groups(&there, |_| true))
                },
            )
            .random(40, board.cells.len(), 0..=1);
            PropagatorTest::new(
                |model, vars| {
                    let links = board.links.iter().zip(vars);
                    let links =
                        links.map(|(&(a, b), &var)| (a, b, Presence::If(Literal::is(var, 1))));
                    model.post(DistinctShapes::new(
                        &board.cells,
                        vec![Presence::Always; board.cells.len()],
                        &links.collect::<Vec<_>>(),
                        &small_shapes(),
                    ));
                },
                |values| is_right(&board, &board.groups(&all, |link| values[link] == 1)),
            )
            .random(20, board.links.len(), 0..=1);
        }
    }
}
