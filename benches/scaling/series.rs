//! The series: for each kind its sides, and how a puzzle of a side is made.

use crate::makers::shape_told::Given;
use crate::makers::tighten::{Band, Draft, tighten};
use crate::makers::{block_party, file, number_cross_4, number_cross_5, shape_told};
use quadrille::Puzzle;
use quadrille::clue::Clue;
use quadrille::grid::{Cell, Grid};
use quadrille_engine::Rng;

/// A generated puzzle.
pub(crate) struct Instance {
    /// The puzzle.
    pub(crate) puzzle: Puzzle,
    /// Its file.
    pub(crate) text: String,
    /// The grid that it was made from; none if the puzzle was changed afterwards.
    pub(crate) solution: Option<Grid<String>>,
}

/// How much of its grid a generated puzzle gives away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// So much that few solutions are left.
    Tight,
    /// Too little: there may be very many.
    Loose,
    /// As [`Form::Tight`], but with a wrong clue: there is perhaps no solution.
    Wrong,
}

impl Form {
    /// A third of the seeds each.
    pub(crate) fn of_seed(seed: u64) -> Form {
        [Form::Tight, Form::Loose, Form::Wrong][(seed % 3) as usize]
    }
}

/// One kind of puzzle, and the sides that its series has.
pub(crate) struct Series {
    /// As it is shown.
    pub(crate) name: &'static str,
    /// The beginning of file names.
    pub(crate) file: &'static str,
    /// The sides.
    pub(crate) sides: &'static [usize],
    /// The puzzle of a side and a seed.
    pub(crate) make: fn(usize, u64, Form) -> Instance,
}

/// All of them.
pub(crate) const SERIES: [Series; 4] = [
    Series {
        name: "Number Cross 4",
        file: "number-cross-4",
        sides: &[5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
        make: make_number_cross_4,
    },
    Series {
        name: "Number Cross 5",
        file: "number-cross-5",
        sides: &[5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
        make: make_number_cross_5,
    },
    Series {
        name: "Block Party",
        file: "block-party",
        sides: &[4, 5, 6, 8, 10, 12, 14, 16],
        make: make_block_party,
    },
    Series {
        name: "Shut the Box, no fold",
        file: "shut-the-box",
        sides: &[8, 10, 12, 16, 20, 25, 30, 35, 40],
        make: make_shut_the_box,
    },
];

/// How tight the clues of Number Cross are at first: about one number in this many satisfies them.
const MODULUS: u64 = 300;

/// In large grids more is revealed before the solver first runs: it would take too long.
fn numbers_band(side: usize) -> Band {
    let large = side > 10;
    Band {
        solutions: 2_000,
        nodes: if large { 4_000 } else { 10_000 },
        steps: 1,
        first_steps: if large { side } else { 0 },
    }
}

const GIVENS: Band = Band {
    solutions: 2_000,
    nodes: 50_000,
    steps: 2,
    first_steps: 0,
};

fn title(kind: &str, side: usize, seed: u64) -> String {
    format!("{kind}, made: side {side}, seed {seed}")
}

/// Tightens unless `form` is loose, and makes a clue wrong if asked to; returns whether the solution is kept.
fn shape<D: Draft>(
    draft: &mut D,
    band: Band,
    form: Form,
    seed: u64,
    tell_wrong: impl FnOnce(&mut D, Rng),
) -> bool {
    let mut rng = Rng::new(seed ^ 0x5ca1e);
    if form != Form::Loose {
        tighten(draft, band, &mut rng);
    }
    if form == Form::Wrong {
        tell_wrong(draft, rng);
    }
    form != Form::Wrong
}

/// Swaps the clues of two rows.
fn swap(clues: &mut [Clue], mut rng: Rng) {
    let row = rng.below(clues.len() as u64) as usize;
    clues.rotate_left(row);
    clues.swap(0, 1);
    clues.rotate_right(row);
}

fn make_number_cross_4(side: usize, seed: u64, form: Form) -> Instance {
    let mut made = number_cross_4::make(side, side, 9, MODULUS, seed);
    let kept = shape(&mut made, numbers_band(side), form, seed, |made, rng| {
        swap(&mut made.clues, rng);
    });
    Instance {
        text: file::number_cross_4(&title("Number Cross 4", side, seed), &made),
        puzzle: made.puzzle(),
        solution: kept.then(|| symbols(&made.solution)),
    }
}

fn make_number_cross_5(side: usize, seed: u64, form: Form) -> Instance {
    let mut made = number_cross_5::make(side, side, 13, MODULUS, seed);
    let kept = shape(&mut made, numbers_band(side), form, seed, |made, rng| {
        swap(&mut made.clues, rng);
    });
    Instance {
        text: file::number_cross_5(&title("Number Cross 5", side, seed), &made),
        puzzle: made.puzzle(),
        solution: kept.then(|| symbols(&made.solution)),
    }
}

fn make_block_party(side: usize, seed: u64, form: Form) -> Instance {
    let mut made = block_party::make(side, seed);
    let kept = shape(&mut made, GIVENS, form, seed, |made, rng| {
        tell_wrong_value(made, rng);
    });
    Instance {
        text: file::block_party(&title("Block Party", side, seed), &made),
        puzzle: made.puzzle(),
        solution: kept.then(|| made.solution.map(|&value| value.to_string())),
    }
}

/// Changes one cell of some region to another value of that region.
fn tell_wrong_value(made: &mut block_party::Made, mut rng: Rng) {
    let index = rng.below(made.givens.len() as u64) as usize;
    let cell = made.givens.cells().nth(index).expect("a cell");
    let values = made.regions.cells(made.regions.of(cell)).len() as u64;
    made.givens[cell] = Some(1 + rng.below(values) as u32);
}

fn make_shut_the_box(side: usize, seed: u64, form: Form) -> Instance {
    let mut made = shape_told::make(side, seed);
    let kept = shape(&mut made, GIVENS, form, seed, |made, rng| {
        tell_wrong_number(made, rng);
    });
    let symbol = |&inside: &bool| if inside { "kept" } else { "cut" }.to_owned();
    Instance {
        text: file::shut_the_box(&title("Shut the Box", side, seed), &made),
        puzzle: made.puzzle(),
        solution: kept.then(|| made.inside.map(symbol)),
    }
}

/// Changes one number, if there is any, by one.
fn tell_wrong_number(made: &mut shape_told::Made, mut rng: Rng) {
    let is_number = |at: &Cell| matches!(made.givens[*at], Some(Given::Number(_)));
    let numbers: Vec<Cell> = made.givens.cells().filter(is_number).collect();
    let Some(&at) = numbers.get(rng.below(numbers.len() as u64) as usize) else {
        return;
    };
    if let Some(Given::Number(count)) = &mut made.givens[at] {
        *count = if *count > 1 { *count - 1 } else { 2 };
    }
}

fn symbols(rows: &[Vec<Option<u32>>]) -> Grid<String> {
    Grid::from_fn(rows.len(), rows[0].len(), |cell| {
        rows[cell.row][cell.column].map_or_else(|| "tile".to_owned(), |digit| digit.to_string())
    })
}
