//! Makes Shut the Box grids: a random shape is grown first, then numbers and arrows are read off it.

use quadrille_engine::Rng;

/// A generated puzzle, with the shape that it was made from.
#[derive(Clone, Debug)]
pub(crate) struct Made {
    /// Rows and columns.
    pub(crate) side: usize,
    /// By cell, row by row: whether it is inside.
    pub(crate) inside: Vec<bool>,
    /// Position of a cell and the inside cells in the 3×3 block around it.
    pub(crate) numbers: Vec<(usize, u32)>,
    /// Position of a cell and the directions of its nearest inside cells, as letters of `NESW`.
    pub(crate) arrows: Vec<(usize, String)>,
}

/// A shape of about a third of the cells of a `side` × `side` grid, with a number on about one inside cell in five
/// and an arrow on about one outside cell in four: the proportions of the puzzle of November 2025.
///
/// The shape is connected, has no hole and no 2×2 checkerboard: it grows by one cell at a time whose inside
/// neighbours, corner neighbours included, are next to each other.
pub(crate) fn make(side: usize, seed: u64) -> Made {
    let mut rng = Rng::new(seed);
    let inside = grow(side, &mut rng);
    let (mut numbers, mut arrows) = (Vec::new(), Vec::new());
    for at in 0..side * side {
        if inside[at] && rng.below(5) == 0 {
            let count = 1 + ring(side, at)
                .into_iter()
                .flatten()
                .filter(|&c| inside[c])
                .count();
            numbers.push((at, count as u32));
        }
        if !inside[at] && rng.below(4) == 0 {
            let letters = nearest(side, &inside, at);
            if !letters.is_empty() {
                arrows.push((at, letters));
            }
        }
    }
    Made {
        side,
        inside,
        numbers,
        arrows,
    }
}

fn grow(side: usize, rng: &mut Rng) -> Vec<bool> {
    let mut inside = vec![false; side * side];
    let middle = side / 2 * side + side / 2;
    inside[middle] = true;
    let mut size = 1;
    // Cells that may be added, perhaps several times.
    let mut frontier: Vec<usize> = orthogonal(side, middle).collect();
    while size < side * side * 34 / 100 && !frontier.is_empty() {
        let at = frontier.swap_remove(rng.below(frontier.len() as u64) as usize);
        let beside = orthogonal(side, at).filter(|&c| inside[c]).count();
        // Thin shapes make better nets.
        let keeps = !inside[at] && can_join(side, &inside, at);
        if keeps && (beside == 1 || rng.below(4) == 0) {
            inside[at] = true;
            size += 1;
            frontier.extend(orthogonal(side, at));
        }
    }
    inside
}

/// Whether the inside cells around `at` are one run of the ring and touch it along an edge.
fn can_join(side: usize, inside: &[bool], at: usize) -> bool {
    let ring = ring(side, at).map(|cell| cell.is_some_and(|c| inside[c]));
    let runs = (0..8).filter(|&i| ring[i] && !ring[(i + 7) % 8]).count();
    runs == 1 && (0..4).any(|i| ring[2 * i])
}

/// The eight cells around a cell, clockwise from north; `None` off the grid.
fn ring(side: usize, at: usize) -> [Option<usize>; 8] {
    const STEPS: [(isize, isize); 8] = [
        (-1, 0),
        (-1, 1),
        (0, 1),
        (1, 1),
        (1, 0),
        (1, -1),
        (0, -1),
        (-1, -1),
    ];
    STEPS.map(|(down, right)| {
        let row = (at / side).checked_add_signed(down)?;
        let column = (at % side).checked_add_signed(right)?;
        (row < side && column < side).then_some(row * side + column)
    })
}

fn orthogonal(side: usize, at: usize) -> impl Iterator<Item = usize> {
    ring(side, at).into_iter().step_by(2).flatten()
}

/// The directions of the nearest inside cells; empty if none is in sight.
fn nearest(side: usize, inside: &[bool], at: usize) -> String {
    let distances = [0, 2, 4, 6].map(|direction| {
        let step = |&cell: &usize| ring(side, cell)[direction];
        let ray = std::iter::successors(step(&at), step);
        ray.enumerate().find(|&(_, c)| inside[c]).map(|(i, _)| i)
    });
    let least = distances.iter().flatten().min();
    "NESW"
        .chars()
        .zip(distances)
        .filter(|(_, distance)| distance.is_some() && distance.as_ref() == least)
        .map(|(letter, _)| letter)
        .collect()
}
