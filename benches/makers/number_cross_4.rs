//! Makes Number Cross 4 puzzles: a solved grid is drawn first, then clues are chosen that its rows satisfy.

use quadrille::Puzzle;
use quadrille::clue::Clue;
use quadrille::grid::{Cell, Grid};
use quadrille::puzzle::Built;
use quadrille::regions::Regions;
use quadrille_engine::Rng;
use quadrille_engine::branch::{Brancher, Branching, order::DomWdeg, value::Smallest};

use super::file;
use super::number_cross::{Clues, Rows, around, blanks, clue, numbers, regions};
use super::tighten::Draft;

/// A generated puzzle, with the solution that it was made from; it may have others.
#[derive(Clone, Debug)]
pub(crate) struct Made {
    /// The regions.
    pub(crate) regions: Regions,
    /// The clue of each row.
    pub(crate) clues: Vec<Clue>,
    /// By row and column: the digit, or `None` if shaded.
    pub(crate) solution: Rows<Option<u32>>,
    tighter: Clues,
}

impl Draft for Made {
    fn puzzle(&self) -> Puzzle {
        file::read("made", file::number_cross_4("made", self))
    }

    fn brancher(&self, _: &Built) -> Box<dyn Brancher> {
        Box::new(Branching::new(DomWdeg::default(), Smallest))
    }

    fn tighten(&mut self, open: &[Cell], rng: &mut Rng) -> bool {
        self.tighter.tighten(&mut self.clues, open, rng)
    }
}

/// A puzzle with regions of about `size` cells (nine in the puzzle of May 2024), and clues of about one number in
/// `modulus` (the larger, the tighter).
pub(crate) fn make(rows: usize, columns: usize, size: usize, modulus: u64, seed: u64) -> Made {
    let mut rng = Rng::new(seed);
    loop {
        let of = regions(rows, columns, size, &mut rng);
        let shaded = blanks(rows, columns, &mut rng, |_, _| true);
        let Some(solution) = fill(&of, &shaded, &mut rng) else {
            continue;
        };
        let clues: Vec<Clue> = solution
            .iter()
            .map(|row| clue(&numbers(row), modulus, &mut rng))
            .collect();
        let names = Grid::from_fn(rows, columns, |cell| of[cell.row][cell.column].to_string());
        let tighter = Clues::new(&solution, modulus, &mut rng);
        return Made {
            regions: Regions::new(&names),
            clues,
            solution,
            tighter,
        };
    }
}

/// A digit for each piece of a region: different from neighbouring pieces, and not 0 at the beginning of a number.
fn fill(of: &Rows<usize>, shaded: &Rows<bool>, rng: &mut Rng) -> Option<Rows<Option<u32>>> {
    let (rows, columns) = (of.len(), of[0].len());
    let mut digit: Vec<Option<u32>> = vec![None; rows * columns];
    let open = |at: usize| !shaded[at / columns][at % columns];
    let region = |at: usize| of[at / columns][at % columns];
    for start in (0..rows * columns).filter(|&at| open(at)) {
        if digit[start].is_some() {
            continue;
        }
        let mut piece = vec![start];
        let mut next = 0;
        while let Some(&at) = piece.get(next) {
            next += 1;
            for other in around(rows, columns, at) {
                if open(other) && region(other) == region(start) && !piece.contains(&other) {
                    piece.push(other);
                }
            }
        }
        let leads = piece.iter().any(|&at| at % columns == 0 || !open(at - 1));
        let mut free: Vec<u32> = (u32::from(leads)..10).collect();
        for other in piece.iter().flat_map(|&at| around(rows, columns, at)) {
            free.retain(|&value| digit[other] != Some(value));
        }
        if free.is_empty() {
            return None;
        }
        let value = free[rng.below(free.len() as u64) as usize];
        piece.iter().for_each(|&at| digit[at] = Some(value));
    }
    Some(digit.chunks(columns).map(<[_]>::to_vec).collect())
}
