//! Number Cross 5 as a rulebook, beside the kind of its own: the same solutions, and the same judgement of filled grids.

use quadrille_engine::{Limits, Rng, Step};

use super::super::values::Filled;
use crate::puzzle::{BuildOptions, Completed, Puzzle};
use crate::read::{Source, parse};
use crate::symbol::{Symbol, write_grid};

const RULES: &str = include_str!("number_cross_5.rules");

/// The same puzzle of the kind, and of the rulebook.
struct Both {
    kind: Box<dyn Puzzle>,
    rulebook: Box<dyn Puzzle>,
}

impl Both {
    /// The puzzle with these keys.
    fn with(keys: &str) -> Self {
        let load = |head: &str| {
            let source = Source {
                name: "cross.toml".to_owned(),
                text: format!("{head}\n{keys}"),
            };
            match parse(&source) {
                Ok(loaded) => loaded.puzzle,
                Err(problems) => panic!("{}", problems.render(&source, Default::default())),
            }
        };
        Self {
            kind: load("kind = \"number-cross-5\""),
            rulebook: load(&format!("rules = '''\n{RULES}\n'''")),
        }
    }

    fn published() -> Self {
        let text = crate::embedded::find("number-cross-5").expect("it is part of the program");
        let (_, keys) = text.split_once("regions =").expect("regions");
        let (keys, _) = keys.split_once("[expected]").expect("what is known");
        Self::with(&format!("regions ={keys}"))
    }

    /// A filled grid of the kind as one of the rulebook.
    fn translated(&self, completed: &Completed) -> Completed {
        let digits = completed.named.iter();
        let digits: Vec<String> = digits
            .map(|(name, digit)| format!("{name}={digit}"))
            .collect();
        let text = format!(
            "digit:\n{}base: {}\n",
            write_grid(&completed.grid),
            digits.join(" ")
        );
        self.rulebook.read_filled(&text).expect("a filled grid")
    }
}

/// At most so many solutions of a puzzle, and whether there are no more.
fn solutions(puzzle: &dyn Puzzle, options: &BuildOptions, most: usize) -> (Vec<Completed>, bool) {
    let built = puzzle.build(options);
    let brancher = (built.brancher)(&built.reading);
    let mut solver = built.model.solver();
    let mut search = solver.search().boxed_brancher(brancher).limits(Limits {
        nodes: Some(20_000),
        ..Limits::default()
    });
    let mut found = Vec::new();
    while found.len() <= most {
        match search.step() {
            Step::Solution => found.push((built.reading.complete)(&search.solution())),
            step => return (found, step == Step::Exhausted),
        }
    }
    (found, false)
}

/// What makes solutions of the rulebook different.
fn told(puzzle: &dyn Puzzle, completed: &[Completed]) -> Vec<String> {
    let mut texts: Vec<String> = completed.iter().map(|one| puzzle.write(one)).collect();
    texts.sort_unstable();
    texts
}

const CLUES: [&str; 16] = [
    "square",
    "prime",
    "fibonacci",
    "triangular",
    "palindrome",
    "multiple of 3",
    "multiple of 7",
    "multiple of 11",
    "multiple of 13",
    "power of 2",
    "sum of digits is 9",
    "product of digits is 12",
    "divisible by each of its digits",
    "1 more than a palindrome",
    "square or prime",
    "multiple of 5 & odd",
];

/// The keys of a puzzle: regions grown by taking over a neighbour's, or drawn cell by cell.
fn random_keys(rng: &mut Rng, rows: usize, columns: usize) -> String {
    let names = b"ABCDE";
    let most = 2 + rng.below(3);
    let mut regions: Vec<u8> = Vec::new();
    for cell in 0..rows * columns {
        regions.push(match rng.below(10) {
            0..=3 if cell % columns > 0 => regions[cell - 1],
            4..=7 if cell >= columns => regions[cell - columns],
            _ => names[rng.below(most) as usize],
        });
    }
    let locked: Vec<u8> = (0..rows * columns)
        .map(|_| if rng.below(6) == 0 { b'*' } else { b'.' })
        .collect();
    let block = |cells: &[u8]| -> String {
        let lines = cells.chunks(columns);
        lines
            .map(|row| String::from_utf8_lossy(row) + "\n")
            .collect()
    };
    let clues: Vec<&str> = (0..rows)
        .map(|_| CLUES[rng.below(CLUES.len() as u64) as usize])
        .collect();
    format!(
        "regions = '''\n{}'''\nlocked = '''\n{}'''\nclues = {clues:?}\n",
        block(&regions),
        block(&locked)
    )
}

/// Compares the solutions of `rounds` random puzzles; how many had some, and how many were not searched to the end.
fn compare_solutions(seed: u64, rounds: usize) -> [usize; 2] {
    const MOST: usize = 300;
    let sizes = [(3, 3), (3, 4), (4, 3), (4, 4), (3, 5)];
    let mut rng = Rng::new(seed);
    let [mut some, mut cut] = [0, 0];
    for round in 0..rounds {
        let (rows, columns) = sizes[round % sizes.len()];
        let keys = random_keys(&mut rng, rows, columns);
        let both = Both::with(&keys);
        let options = BuildOptions::default();
        let (expected, true) = solutions(&*both.kind, &options, MOST) else {
            cut += 1;
            continue;
        };
        let translated: Vec<Completed> = expected.iter().map(|one| both.translated(one)).collect();
        let expected = told(&*both.rulebook, &translated);
        some += usize::from(!expected.is_empty());
        // Told apart, few rules are strong: only small ones end.
        for join_rules in [true, false] {
            let options = BuildOptions {
                join_rules,
                ..BuildOptions::default()
            };
            let (found, is_all) = solutions(&*both.rulebook, &options, MOST);
            if is_all || join_rules {
                let found = told(&*both.rulebook, &found);
                assert_eq!(found, expected, "round {round}, {join_rules}: {keys}");
            }
        }
    }
    [some, cut]
}

#[test]
fn random_puzzles_have_the_solutions_of_the_kind() {
    let [some, cut] = compare_solutions(5, 120);
    assert!(some >= 20 && cut <= 40, "{some} {cut}");
}

#[test]
#[ignore = "takes minutes"]
fn random_puzzles_have_the_solutions_of_the_kind_at_length() {
    let [some, cut] = compare_solutions(6, 2_000);
    assert!(some >= 300, "{some} {cut}");
}

/// Compares what both say of grids in which little was changed; how many broke no rule.
fn compare_grids(both: &Both, from: &[Completed], rng: &mut Rng, changes: usize) -> usize {
    let mut right = 0;
    for change in 0..changes {
        let mut completed = from[change % from.len()].clone();
        completed.flows.clear();
        for _ in 0..rng.below(4) {
            if rng.below(4) == 0 {
                let at = rng.below(completed.named.len() as u64) as usize;
                completed.named[at].1 = 1 + rng.below(9) as i32;
                continue;
            }
            let at = rng.below(completed.grid.len() as u64) as usize;
            let cell = completed.grid.cells().nth(at).expect("a cell");
            completed.grid[cell] = match rng.below(10) {
                0 => Symbol::Hash,
                digit => Symbol::Number(digit as u32),
            };
        }
        let breaks = !both.kind.check(&completed).is_empty();
        let translated = both.translated(&completed);
        let told = both.rulebook.check(&translated);
        assert_eq!(told.is_empty(), !breaks, "{completed:?}\n{told:?}");
        right += usize::from(!breaks);
    }
    right
}

/// Compares so many filled grids of random puzzles that have solutions.
fn compare_grids_of_random_puzzles(seed: u64, changes: usize) -> [usize; 2] {
    let mut rng = Rng::new(seed);
    let [mut compared, mut right] = [0, 0];
    while compared < changes {
        let keys = random_keys(&mut rng, 3, 3);
        let both = Both::with(&keys);
        let (found, _) = solutions(&*both.kind, &BuildOptions::default(), 50);
        if !found.is_empty() {
            right += compare_grids(&both, &found, &mut rng, 100);
            compared += 100;
        }
    }
    [compared, right]
}

#[test]
fn filled_grids_are_judged_as_the_kind_judges_them() {
    let [compared, right] = compare_grids_of_random_puzzles(7, 800);
    assert!(
        compared >= 800 && (150..500).contains(&right),
        "{compared} {right}"
    );
    let both = Both::published();
    let (found, true) = solutions(&*both.kind, &BuildOptions::default(), 1) else {
        panic!("one solution");
    };
    let right = compare_grids(&both, &found, &mut Rng::new(8), 40);
    assert!((5..35).contains(&right), "{right}");
}

#[test]
#[ignore = "takes minutes"]
fn filled_grids_are_judged_as_the_kind_judges_them_at_length() {
    let [compared, right] = compare_grids_of_random_puzzles(9, 10_000);
    assert!(compared >= 10_000 && right >= 2_000, "{compared} {right}");
}

#[test]
fn the_published_puzzle_has_its_solution_and_no_other() {
    let both = Both::published();
    let options = BuildOptions::default();
    let (expected, true) = solutions(&*both.kind, &options, 1) else {
        panic!("one solution");
    };
    let (found, true) = solutions(&*both.rulebook, &options, 1) else {
        panic!("one solution");
    };
    assert_eq!(found.len(), 1);
    let translated = both.translated(&expected[0]);
    assert_eq!(
        both.rulebook.write(&found[0]),
        both.rulebook.write(&translated)
    );
    assert_eq!(both.rulebook.check(&found[0]), []);
    let answer = both.rulebook.answer_in_full(&found[0]).expect("an answer");
    assert_eq!(answer.to_string(), "4135658");
    // A cell that hands something out is a tile.
    let filling = found[0].filling.as_ref().expect("layers");
    assert!(
        filling
            .layers
            .iter()
            .flatten()
            .all(|value| *value != Filled::Unknown)
    );
}
