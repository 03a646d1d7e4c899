//! Whether a shift, a turn or a reflection maps some members of a group to others.

use quadrille_engine::propagators::GroupTest;
use smallvec::SmallVec;

/// The row and the column of a cell.
type Cell = (i32, i32);

/// Turns and reflections about the first cell: the factors of row and column, for either coordinate of the image.
const TURNS: [[Cell; 2]; 8] = [
    [(1, 0), (0, 1)],
    [(1, 0), (0, -1)],
    [(-1, 0), (0, 1)],
    [(-1, 0), (0, -1)],
    [(0, 1), (1, 0)],
    [(0, 1), (-1, 0)],
    [(0, -1), (1, 0)],
    [(0, -1), (-1, 0)],
];

/// A motion maps the members of a group in one place onto those in another. No members at all are mapped to none.
///
/// If the places have no vertex in common, it holds for some set between the bounds, exactly, if a motion takes what is
/// certain in either place to what is possible in the other: these, with their images, are such a set. O(motions that take
/// one certain member to a possible one · certain members), as a rule a few steps for each motion.
#[derive(Clone, Debug)]
pub struct CongruentGroup {
    /// By place: each vertex there with its cell.
    places: [Vec<(usize, Cell)>; 2],
    /// By place: the vertex at each cell of a box around all of them, by rows.
    at: [Vec<Option<usize>>; 2],
    /// The smallest row and column, and how many there are.
    corner: Cell,
    rows: i32,
    columns: i32,
    vertices: usize,
}

impl CongruentGroup {
    /// For two places in a group of so many vertices, each given by its vertices and the row and column of their cells.
    ///
    /// # Panics
    /// If a place has two vertices at one cell, or a vertex is beyond the group.
    pub fn new(places: [&[(usize, Cell)]; 2], vertices: usize) -> Self {
        let cells = || {
            places
                .iter()
                .flat_map(|place| place.iter().map(|own| own.1))
        };
        let (rows, columns) = (|| cells().map(|cell| cell.0), || cells().map(|cell| cell.1));
        let corner = (rows().min().unwrap_or(0), columns().min().unwrap_or(0));
        let mut test = Self {
            places: places.map(<[_]>::to_vec),
            at: [Vec::new(), Vec::new()],
            corner,
            rows: rows().max().map_or(0, |last| last - corner.0 + 1),
            columns: columns().max().map_or(0, |last| last - corner.1 + 1),
            vertices,
        };
        for (number, place) in places.iter().enumerate() {
            let mut at = vec![None; (test.rows * test.columns) as usize];
            for &(vertex, cell) in *place {
                assert!(vertex < vertices, "the vertices are those of the group");
                let slot = test.slot(cell).expect("the box is around all cells");
                assert!(at[slot].is_none(), "each cell is one vertex");
                at[slot] = Some(vertex);
            }
            test.at[number] = at;
        }
        test
    }

    fn slot(&self, (row, column): Cell) -> Option<usize> {
        let (row, column) = (row - self.corner.0, column - self.corner.1);
        let is_inside = (0..self.rows).contains(&row) && (0..self.columns).contains(&column);
        is_inside.then_some((row * self.columns + column) as usize)
    }

    /// Whether a vertex of a place lies at a cell, and is in a set.
    fn has(&self, place: usize, cell: Cell, set: &[bool]) -> bool {
        let vertex = self.slot(cell).and_then(|slot| self.at[place][slot]);
        vertex.is_some_and(|vertex| set.get(vertex) == Some(&true))
    }

    /// The cells of a place whose vertices are in a set.
    fn cells(&self, place: usize, set: &[bool]) -> impl Iterator<Item = Cell> {
        let vertices = self.places[place].iter();
        vertices.filter_map(|&(vertex, cell)| (set.get(vertex) == Some(&true)).then_some(cell))
    }
}

/// A cell relative to another.
fn from((row, column): Cell, origin: Cell) -> Cell {
    (row - origin.0, column - origin.1)
}

/// `turn` of a cell, moved by `by`.
fn turned((row, column): Cell, turn: &[Cell; 2], by: Cell) -> Cell {
    let of = |factors: Cell| factors.0 * row + factors.1 * column;
    (of(turn[0]) + by.0, of(turn[1]) + by.1)
}

/// The turn that undoes another: these are orthogonal.
fn undone(turn: &[Cell; 2]) -> [Cell; 2] {
    [(turn[0].0, turn[1].0), (turn[0].1, turn[1].1)]
}

impl GroupTest for CongruentGroup {
    fn vertices(&self) -> usize {
        self.vertices
    }

    fn cost(&self) -> u64 {
        let most = self.places[0].len().max(self.places[1].len());
        (TURNS.len() * most) as u64
    }

    fn status(&self, certain: &[bool], possible: &[bool]) -> Option<bool> {
        let here: [SmallVec<[Cell; 16]>; 2] =
            [0, 1].map(|place| self.cells(place, certain).collect());
        // The place with more certain members is mapped to the other.
        let one = usize::from(here[1].len() > here[0].len());
        let other = 1 - one;
        let is_held = here[one].first().is_none_or(|&first| {
            self.cells(other, possible).any(|image| {
                TURNS.iter().any(|turn| {
                    let back = undone(turn);
                    let to = |cell: Cell| turned(from(cell, first), turn, image);
                    let fro = |cell: Cell| turned(from(cell, image), &back, first);
                    let mut all = here[one].iter();
                    let mut images = here[other].iter();
                    all.all(|&cell| self.has(other, to(cell), possible))
                        && images.all(|&cell| self.has(one, fro(cell), possible))
                })
            })
        });
        match is_held {
            false => Some(false),
            true => (certain == possible).then_some(true),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether two sets of cells are equal after some turns and reflections, moved to the upper left, by trying all.
    fn are_congruent(one: &[Cell], other: &[Cell]) -> bool {
        let moved = |cells: Vec<Cell>| {
            let top = cells.iter().map(|cell| cell.0).min().unwrap_or(0);
            let left = cells.iter().map(|cell| cell.1).min().unwrap_or(0);
            let mut moved: Vec<Cell> = cells.iter().map(|c| (c.0 - top, c.1 - left)).collect();
            moved.sort_unstable();
            moved
        };
        let turn = |cells: &[Cell]| cells.iter().map(|&(r, c)| (c, -r)).collect::<Vec<_>>();
        let flip = |cells: &[Cell]| cells.iter().map(|&(r, c)| (r, -c)).collect::<Vec<_>>();
        let wanted = moved(other.to_vec());
        let mut image = one.to_vec();
        (0..4).any(|_| {
            image = turn(&image);
            moved(image.clone()) == wanted || moved(flip(&image)) == wanted
        })
    }

    /// All that can be known of a group, against the sets between the bounds.
    #[test]
    fn against_brute_force() {
        let cells: Vec<Cell> = (0..2).flat_map(|r| (0..4).map(move |c| (r, c))).collect();
        // By vertex: whether it is in the first place, and in the second.
        for (first, second) in [
            (0b0000_1111, 0b1111_0000),
            (0b0101_1010, 0b1010_0101),
            (0b0011_0011, 0b1000_1100),
            (0b0000_0111, 0),
            (0b1111_1111, 0b0111_1111),
        ] {
            let place = |set: usize| {
                let vertices = (0..cells.len()).filter(move |at| set >> at & 1 == 1);
                vertices.map(|at| (at, cells[at])).collect::<Vec<_>>()
            };
            let test = CongruentGroup::new([&place(first), &place(second)], cells.len());
            let of = |set: usize| place(set).into_iter().map(|own| own.1).collect::<Vec<_>>();
            let holds: Vec<bool> = (0..1usize << cells.len())
                .map(|set| are_congruent(&of(set & first), &of(set & second)))
                .collect();
            let list = |set: usize| {
                (0..cells.len())
                    .map(|at| set >> at & 1 == 1)
                    .collect::<Vec<bool>>()
            };
            for possible in 0..1 << cells.len() {
                for certain in (0..1 << cells.len()).filter(|certain| certain & !possible == 0) {
                    let sets = (0..1usize << cells.len())
                        .filter(|set| certain & !set == 0 && set & !possible == 0);
                    let is_some = sets.clone().any(|set| holds[set]);
                    let is_all = sets.clone().all(|set| holds[set]);
                    match test.status(&list(certain), &list(possible)) {
                        Some(false) => assert!(!is_some, "{certain:b} {possible:b}"),
                        Some(true) => assert!(is_all, "{certain:b} {possible:b}"),
                        None => {
                            assert!(certain != possible);
                            assert!(is_some || first & second != 0, "{certain:b} {possible:b}");
                        }
                    }
                }
            }
        }
    }
}
