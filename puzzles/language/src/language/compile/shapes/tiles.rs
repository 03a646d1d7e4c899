//! Groups of cells that are rectangles or squares, said of neighbouring cells.

use fxhash::FxHashMap;
use quadrille_engine::propagators::Test;

use super::super::logic::{FALSE, and, not, or};
use super::super::{Compiler, Made};
use crate::grid::Direction;
use crate::language::geometry::{Atom, Geometry};
use crate::language::syntax::Kind;

/// Cells of which neighbours in one group are joined.
pub(crate) struct Tiles {
    geometry: Geometry,
    /// By cell: the test that it is in a group.
    inside: FxHashMap<u32, Test>,
    /// By two neighbours: the test that the second is in the group of the first if the first is in any; a literal or a
    /// constant.
    steps: FxHashMap<(u32, u32), Test>,
}

impl Tiles {
    /// The cells of a group by sides; `None` if it has other atoms, or is on several boards.
    pub(crate) fn of(compiler: &mut Compiler<'_>, number: usize) -> Made<Option<Self>> {
        let group = compiler.groups.all[number].clone();
        let board = group.vertices.first().map(|(atom, _)| atom.board);
        let is_here = |atom: &Atom| atom.kind == Kind::Cell && Some(atom.board) == board;
        if !group.vertices.iter().all(|(atom, _)| is_here(atom)) {
            return Ok(None);
        }
        let vertices = group.vertices.iter();
        let inside: FxHashMap<u32, Test> = vertices
            .map(|(atom, test)| (atom.index, test.clone()))
            .collect();
        let mut steps = FxHashMap::default();
        for (a, b, edge) in group.edges.iter() {
            let [a, b] = [*a, *b].map(|vertex| group.vertices[vertex].0.index);
            for (from, to) in [(a, b), (b, a)] {
                let step = and([inside[&to].clone(), edge.clone()]);
                steps.insert((from, to), compiler.literal_test(step)?);
            }
        }
        Ok(Some(Self {
            geometry: compiler.data.geometry,
            inside,
            steps,
        }))
    }

    fn inside(&self, cell: u32) -> Test {
        self.inside.get(&cell).cloned().unwrap_or(FALSE)
    }

    fn step(&self, from: u32, to: u32) -> Test {
        self.steps.get(&(from, to)).cloned().unwrap_or(FALSE)
    }

    /// No block of two by two has three cells of a group without the fourth: each group is a rectangle.
    pub(crate) fn three_of_four(&self) -> Vec<Test> {
        let mut tests = Vec::new();
        for corner in 0..self.geometry.count(Kind::Corner) as u32 {
            let [a, b, c, d] = self.geometry.corner_cells(corner)[..] else {
                continue;
            };
            // Each way to go around one cell of the block: the two steps, and the cell opposite.
            for (middle, first, second, opposite) in
                [(a, b, c, d), (b, a, d, c), (c, a, d, b), (d, b, c, a)]
            {
                let three = and([
                    self.inside(middle),
                    self.step(middle, first),
                    self.step(middle, second),
                ]);
                let fourth = and([self.step(first, opposite), self.step(second, opposite)]);
                tests.push(or([not(three), fourth]));
            }
        }
        tests
    }

    /// Of a rectangle, the cells to the right of the upper left one are as many as those below it: each group is a
    /// square if it is a rectangle.
    pub(crate) fn equal_sides(&self) -> Vec<Test> {
        let mut tests = Vec::new();
        for cell in 0..self.geometry.count(Kind::Cell) as u32 {
            let to = |direction| self.geometry.neighbour(cell, direction);
            let is_first = [Direction::West, Direction::North]
                .map(|direction| to(direction).map_or(FALSE, |before| self.step(cell, before)));
            let [first_row, first_column] = is_first;
            let start = or([not(self.inside(cell)), first_row, first_column]);
            for (along, across) in [
                (Direction::East, Direction::South),
                (Direction::South, Direction::East),
            ] {
                let (along, across) = (self.ray(cell, along), self.ray(cell, across));
                let mut shorter = start.clone();
                for (at, step) in along.into_iter().enumerate() {
                    shorter = or([shorter, not(step)]);
                    let other = across.get(at).cloned().unwrap_or(FALSE);
                    tests.push(or([shorter.clone(), other]));
                }
            }
        }
        tests
    }

    /// The steps from a cell to the border, one after the other.
    fn ray(&self, from: u32, direction: Direction) -> Vec<Test> {
        let mut steps = Vec::new();
        let mut at = from;
        while let Some(next) = self.geometry.neighbour(at, direction) {
            steps.push(self.step(at, next));
            at = next;
        }
        steps
    }
}
