//! Makes Number Cross 5 puzzles: a solved grid is drawn first, then clues are chosen that its rows satisfy.

use quadrille::Puzzle;
use quadrille::clue::Clue;
use quadrille::grid::{Cell, Grid};
use quadrille::regions::Regions;
use quadrille_engine::Rng;

use super::file;
use super::number_cross::{Clues, Rows, around, blanks, clue, numbers, regions};
use super::tighten::Draft;

/// A generated puzzle, with the solution that it was made from; it may have others.
#[derive(Clone, Debug)]
pub(crate) struct Made {
    /// The regions.
    pub(crate) regions: Regions,
    /// The cells that no tile may cover or change.
    pub(crate) locked: Grid<bool>,
    /// The clue of each row.
    pub(crate) clues: Vec<Clue>,
    /// By row and column: the final digit, or `None` under a tile.
    pub(crate) solution: Rows<Option<u32>>,
    tighter: Clues,
}

impl Draft for Made {
    fn puzzle(&self) -> Puzzle {
        file::read("made", file::number_cross_5("made", self))
    }

    fn tighten(&mut self, open: &[Cell], rng: &mut Rng) -> bool {
        self.tighter.tighten(&mut self.clues, open, rng)
    }
}

/// A puzzle with regions of about `size` cells (thirteen in the puzzle of May 2025), one cell in seven locked, and
/// clues of about one number in `modulus` (the larger, the tighter).
pub(crate) fn make(rows: usize, columns: usize, size: usize, modulus: u64, seed: u64) -> Made {
    let mut rng = Rng::new(seed);
    loop {
        let of = regions(rows, columns, size, &mut rng);
        let mut locked = vec![vec![false; columns]; rows];
        for cell in locked.iter_mut().flatten() {
            *cell = rng.below(7) == 0;
        }
        let tiles = blanks(rows, columns, &mut rng, |row, column| !locked[row][column]);
        let Some(first) = region_digits(&of, &mut rng) else {
            continue;
        };
        let Some(solution) = displace(&first, &locked, &tiles, &mut rng) else {
            continue;
        };
        let all: Vec<Vec<u64>> = solution.iter().map(|row| numbers(row)).collect();
        let mut different: Vec<u64> = all.iter().flatten().copied().collect();
        let count = different.len();
        different.sort_unstable();
        different.dedup();
        if different.len() < count {
            continue;
        }
        let clues: Vec<Clue> = all
            .iter()
            .map(|numbers| clue(numbers, modulus, &mut rng))
            .collect();
        let names = Grid::from_fn(rows, columns, |cell| of[cell.row][cell.column].to_string());
        let tighter = Clues::new(&solution, modulus, &mut rng);
        return Made {
            regions: Regions::new(&names),
            locked: Grid::from_fn(rows, columns, |cell| locked[cell.row][cell.column]),
            clues,
            solution,
            tighter,
        };
    }
}

/// By cell: the digit of its region, so that regions that touch differ. Small digits are more likely: they leave room.
fn region_digits(of: &Rows<usize>, rng: &mut Rng) -> Option<Vec<u32>> {
    let (rows, columns) = (of.len(), of[0].len());
    let flat: Vec<usize> = of.iter().flatten().copied().collect();
    let count = flat.iter().max().map_or(0, |last| last + 1);
    let mut digits: Vec<Option<u32>> = vec![None; count];
    for region in 0..count {
        let mut free: Vec<u32> = (1..=9).chain(1..=6).chain(1..=4).collect();
        for at in (0..flat.len()).filter(|&at| flat[at] == region) {
            for other in around(rows, columns, at).filter(|&other| flat[other] != region) {
                free.retain(|&value| digits[flat[other]] != Some(value));
            }
        }
        if free.is_empty() {
            return None;
        }
        digits[region] = Some(free[rng.below(free.len() as u64) as usize]);
    }
    flat.iter().map(|&region| digits[region]).collect()
}

/// Every tile distributes its digit, unit by unit, to neighbours that have room; a tile that finds no room is removed.
fn displace(
    first: &[u32],
    locked: &Rows<bool>,
    tiles: &Rows<bool>,
    rng: &mut Rng,
) -> Option<Rows<Option<u32>>> {
    let (rows, columns) = (tiles.len(), tiles[0].len());
    let mut last: Vec<Option<u32>> = first.iter().copied().map(Some).collect();
    for at in 0..last.len() {
        if !tiles[at / columns][at % columns] {
            continue;
        }
        let before = last.clone();
        last[at] = None;
        for _ in 0..first[at] {
            let room: Vec<usize> = around(rows, columns, at)
                .filter(|&to| {
                    !locked[to / columns][to % columns]
                        && !tiles[to / columns][to % columns]
                        && last[to].is_some_and(|digit| digit < 9)
                })
                .collect();
            if room.is_empty() {
                last = before;
                break;
            }
            let to = room[rng.below(room.len() as u64) as usize];
            last[to] = last[to].map(|digit| digit + 1);
        }
    }
    Some(last.chunks(columns).map(<[_]>::to_vec).collect())
}
