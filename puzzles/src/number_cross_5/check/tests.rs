//! The published solution, every rule broken alone, and changed solutions against a second reading.

use super::*;
use crate::filled::testing::{assert_only, clues, filled, perturbations, regions};
use crate::grid::Direction;
use crate::regions::Regions;
use displacement::{candidates, explain};
use quadrille_engine::Rng;

/// Jane Street's puzzle of May 2025, "Number Cross 5".
pub(crate) fn published() -> NumberCross5 {
    let locked = [
        "...........",
        "...**......",
        "....*....*.",
        "........**.",
        "...........",
        ".....*.....",
        ".**..**....",
        ".*...*.....",
        "....**.....",
        "....*......",
        "...........",
    ];
    NumberCross5 {
        regions: regions(&[
            "AAAAAAAAAAA",
            "ABAAAAAAAAA",
            "BBCCCCEEEAE",
            "BCCBCDEEEEE",
            "BCCBCDDEEDE",
            "BBBBBDDDDDE",
            "BHFFBBDDFDD",
            "BHFFFFFFFGG",
            "HHHHFHFGGGG",
            "HHHHHHHHHHH",
            "HHIIIIIIHHH",
        ]),
        locked: locked_cells(&locked),
        clues: clues(&[
            "square",
            "product of digits is 20",
            "multiple of 13",
            "multiple of 32",
            "divisible by each of its digits",
            "product of digits is 25",
            "divisible by each of its digits",
            "odd & a palindrome",
            "fibonacci",
            "product of digits is 2025",
            "prime",
        ]),
    }
}

fn locked_cells(rows: &[&str]) -> Grid<bool> {
    Grid::from_fn(rows.len(), rows[0].len(), |cell| {
        rows[cell.row].as_bytes()[cell.column] == b'*'
    })
}

/// The solution whose sum is the answer published by Jane Street, with its region digits.
pub(crate) fn solution() -> Completed {
    let mut completed = filled(&[
        "#342225#324",
        "54#225#252#",
        "#5343#65#26",
        "736#32#544#",
        "#555#22#816",
        "55#551#155#",
        "#3674412#15",
        "737#969#99#",
        "34#46368#89",
        "53593#5995#",
        "#47#887#433",
    ]);
    let digits = [
        ("A", 2),
        ("B", 4),
        ("C", 3),
        ("E", 4),
        ("D", 1),
        ("H", 3),
        ("F", 6),
        ("G", 7),
        ("I", 7),
    ];
    completed.named = digits
        .map(|(name, digit)| (name.to_owned(), digit))
        .to_vec();
    completed
}

#[test]
fn the_published_solution_breaks_no_rule_with_or_without_region_digits() {
    assert_eq!(check(&published(), &solution()), []);
    let bare = Completed::of_grid(solution().grid);
    assert_eq!(check(&published(), &bare), []);
}

/// Regions A and B side by side, and a row of C below; any number will do.
fn small() -> NumberCross5 {
    NumberCross5 {
        regions: regions(&["AAABBB", "CCCCCC"]),
        locked: locked_cells(&["*.....", "......"]),
        clues: clues(&["odd or even", "odd or even"]),
    }
}

/// A grid of [`small`] with A = 2, B = 3 and C = 4: a tile on r1c3 hands 1 to each side.
fn good() -> Completed {
    let mut completed = filled(&["23#433", "444444"]);
    completed.named = [("A", 2), ("B", 3), ("C", 4)]
        .map(|(name, digit)| (name.to_owned(), digit))
        .to_vec();
    completed
}

fn flow(row: usize, column: usize, towards: Direction, amount: u32) -> Flow {
    Flow {
        from: Cell::new(row, column),
        towards,
        amount,
    }
}

#[test]
fn each_rule_alone_is_told_with_its_place() {
    assert_eq!(check(&small(), &good()), []);
    let with = |rows: [&str; 2]| Completed {
        grid: filled(&rows).grid,
        ..good()
    };
    let only = |completed: &Completed, rule, cells: &[(usize, usize)], message| {
        assert_only(&check(&small(), completed), rule, cells, message);
    };
    only(
        &with(["23#43.", "444444"]),
        "every cell holds a digit 1–9 or a tile",
        &[(0, 5)],
        "r1c6 holds .",
    );
    // What a tile hands out cannot be judged where a cell holds nothing.
    only(
        &with(["23#.33", "444444"]),
        "every cell holds a digit 1–9 or a tile",
        &[(0, 3)],
        "r1c4 holds .",
    );
    // Two tiles below each other: all that they cover, 2 and 4, goes east and west.
    only(
        &with(["23#433", "46#644"]),
        "two tiles never share an edge",
        &[(0, 2), (1, 2)],
        "r1c3 and r2c3 are both tiles",
    );
    let named = |digits: [i32; 3]| {
        let mut other = good();
        for (named, digit) in other.named.iter_mut().zip(digits) {
            named.1 = digit;
        }
        other
    };
    let mut same = named([2, 3, 3]);
    same.grid = filled(&["23#433", "333333"]).grid;
    only(
        &same,
        "regions B and C touch: their digits differ",
        &[(0, 3), (1, 3)],
        "both first hold 3, as at r1c4 and r2c4",
    );
    only(
        &named([2, 3, 10]),
        "region C first holds one digit 1–9",
        &[],
        "10 is stated",
    );
    // Then no other digits are looked for, which would not explain this grid either.
    let mut unexplained = named([2, 3, 10]);
    unexplained.grid = filled(&["23#533", "444444"]).grid;
    only(
        &unexplained,
        "region C first holds one digit 1–9",
        &[],
        "10 is stated",
    );
    let mut unknown = good();
    unknown.named.push(("D".to_owned(), 1));
    only(
        &unknown,
        "region D first holds one digit 1–9",
        &[],
        "there is no region of this name",
    );
    unknown.named.truncate(2);
    only(
        &unknown,
        "region C first holds one digit 1–9",
        &[],
        "no digit is stated",
    );
    only(
        &with(["23#434", "444444"]),
        "only the neighbours of a tile are incremented",
        &[(0, 5)],
        "r1c6 first holds 3 (region B) and ends as 4",
    );
    only(
        &with(["23#432", "444444"]),
        "a cell holds its region's digit and what arrives, never less",
        &[(0, 5)],
        "r1c6 first holds 3 (region B) and ends as 2",
    );
    only(
        &with(["33#433", "444444"]),
        "a locked cell is never changed",
        &[(0, 0)],
        "r1c1 first holds 2 (region A) and ends as 3",
    );
    only(
        &with(["23#533", "444444"]),
        "a tile splits exactly the digit that it covers among its neighbours",
        &[(0, 1), (0, 2), (0, 3), (1, 2)],
        "what is covered at r1c3 is 2 in all, r1c2, r1c4 and r2c3 gained 3, and at most 2 of it can have come from there",
    );
}

#[test]
fn rules_about_numbers_are_told_with_their_row() {
    let told = |rows: [&str; 2], first: &str| -> Vec<String> {
        let mut puzzle = small();
        puzzle.clues = clues(&[first, "odd or even"]);
        let completed = Completed {
            grid: filled(&rows).grid,
            ..good()
        };
        check(&puzzle, &completed)
            .iter()
            .map(ToString::to_string)
            .collect()
    };
    assert_eq!(
        told(["23#433", "444444"], "not 2 more than a multiple of 21"),
        ["row 1: not 2 more than a multiple of 21: 23 at r1c1–r1c2 is not"]
    );
    assert_eq!(
        told(["2#4333", "444444"], "even or odd"),
        ["row 1: numbers have at least two digits: 2 at r1c1 has one"]
    );
    let mut twice = good();
    twice.grid = filled(&["23#433", "23#433"]).grid;
    let found = check_repeats(&twice.grid);
    assert_eq!(found.len(), 2);
    assert_eq!(
        found[0].to_string(),
        "no number occurs twice in the whole grid: 23 stands at r1c1–r1c2 and r2c1–r2c2"
    );
    assert_eq!(found[1].cells.len(), 6);
    let all = check(&small(), &twice);
    assert!(found.iter().all(|repeat| all.contains(repeat)), "{all:?}");
    assert_eq!(
        check_size(&twice.grid, (2, 5)).map(|v| v.rule),
        Some("size of the grid".to_owned())
    );
}

#[test]
fn a_tile_on_a_locked_cell_is_told() {
    let mut puzzle = small();
    puzzle.locked[Cell::new(0, 2)] = true;
    let found = check(&puzzle, &good());
    assert_eq!(
        found[0].to_string(),
        "a tile never stands on a locked cell: r1c3 is locked and holds a tile"
    );
}

#[test]
fn stated_amounts_are_checked_as_they_are() {
    use Direction::{East, North, South, West};
    let told = |flows: &[Flow]| -> Vec<String> {
        let mut completed = good();
        completed.flows = flows.to_vec();
        check(&small(), &completed)
            .iter()
            .map(ToString::to_string)
            .collect()
    };
    assert_eq!(told(&[flow(0, 2, East, 1), flow(0, 2, West, 1)]), [""; 0]);
    assert_eq!(
        told(&[flow(0, 2, West, 1)]),
        [
            "a tile splits exactly the digit that it covers: the tile at r1c3 covers 2 and hands out 1",
            "a cell ends as its region's digit and what arrives: r1c4 first holds 3, 0 arrives, and it ends as 4",
        ]
    );
    let good = [flow(0, 2, East, 1), flow(0, 2, West, 1)];
    assert_eq!(
        told(&[good[0], good[1], flow(1, 2, North, 1)]),
        ["only tiles displace digits: 1 from r2c3 has no tile"]
    );
    // Nor does such an amount arrive.
    assert_eq!(
        told(&[good[0], good[1], flow(1, 2, East, 1)]),
        ["only tiles displace digits: 1 from r2c3 has no tile"]
    );
    assert_eq!(
        told(&[good[0], good[1], flow(0, 2, North, 1)]),
        [
            "a tile hands its digit to neighbours inside the grid: 1 from r1c3 towards N leaves the grid"
        ]
    );
    assert_eq!(
        told(&[good[0], good[1], flow(0, 2, South, 1)]),
        [
            "a tile splits exactly the digit that it covers: the tile at r1c3 covers 2 and hands out 3",
            "a cell ends as its region's digit and what arrives: r2c3 first holds 4, 1 arrives, and it ends as 4",
        ]
    );
    let mut locked = small();
    locked.locked[Cell::new(0, 1)] = true;
    let mut completed = self::good();
    completed.flows = good.to_vec();
    let found = check(&locked, &completed);
    assert!(found.iter().any(|v| v.to_string()
        == "a locked cell is never changed: 1 from r1c3 arrives on r1c2, which is locked"));
    // An amount of 0 changes nothing.
    let mut other = self::good();
    other.grid = filled(&["22#533", "444444"]).grid;
    other.flows = vec![flow(0, 2, East, 2), flow(0, 2, West, 0)];
    assert_eq!(check(&locked, &other), []);
    // Amounts without region digits: the digits follow.
    completed.named.clear();
    assert_eq!(check(&small(), &completed), []);
    completed.flows[0].amount = 9;
    assert!(!check(&small(), &completed).is_empty());
    // The first cell of B is a tile on a 3, of which one goes to A.
    let mut first = Completed::of_grid(filled(&["223#53", "444444"]).grid);
    first.flows = vec![flow(0, 3, West, 1), flow(0, 3, East, 2)];
    assert_eq!(check(&small(), &first), []);
}

#[test]
fn missing_region_digits_are_looked_for() {
    let told = |rows: [&str; 2]| -> Vec<String> {
        let found = check(&small(), &Completed::of_grid(filled(&rows).grid));
        found.iter().map(ToString::to_string).collect()
    };
    assert_eq!(told(["23#433", "444444"]), [""; 0]);
    // A is locked at 2, so that the tile hands out 2, and B is 3: only 1 is missing.
    assert_eq!(
        told(["23#333", "444444"]),
        [
            "a tile splits exactly the digit that it covers among its neighbours: what is covered at r1c3 is 2 in all, \
             r1c2, r1c4 and r2c3 gained 1, and at most 1 of it can have come from there"
        ]
    );
    // r1c1 is locked, and r1c2 is beside the tile.
    assert_eq!(
        told(["32#333", "444444"]),
        [
            "region A first holds one digit 1–9: r1c1 is locked and ends as 3, r1c2 only grew and ends as 2"
        ]
    );
    assert_eq!(
        told(["23#433", "444454"]),
        [
            "region C first holds one digit 1–9: r2c1 is beside no tile and ends as 4, r2c5 is beside no tile and ends as 5"
        ]
    );
    assert_eq!(told(["23#433", "777777"]), [""; 0]);
}

/// The rules once more with known region digits.
fn second_reading(puzzle: &NumberCross5, completed: &Completed) -> bool {
    let digits: Vec<u32> = completed.named.iter().map(|named| named.1 as u32).collect();
    numbers_and_tiles_are_right(puzzle, &completed.grid)
        && can_have_become(puzzle, &digits, &completed.grid)
}

fn numbers_and_tiles_are_right(puzzle: &NumberCross5, grid: &Grid<Symbol>) -> bool {
    let mut seen = Vec::new();
    let rows = (0..grid.rows()).all(|row| {
        let text: String = grid.row(row).iter().map(Symbol::to_string).collect();
        text.split('#').filter(|run| !run.is_empty()).all(|run| {
            let Ok(number) = run.parse::<u64>() else {
                return false;
            };
            let new = !seen.contains(&number);
            seen.push(number);
            new && run.len() > 1 && !run.contains('0') && puzzle.clues[row].contains(number)
        })
    });
    let tile = |cell: Cell| grid[cell] == Symbol::Hash;
    let alone = grid
        .cells()
        .filter(|&c| tile(c))
        .all(|cell| !puzzle.locked[cell] && grid.neighbours(cell).all(|next| !tile(next)));
    rows && alone
}

/// Whether the grid can come of these region digits: all ways to hand out, tile by tile.
fn can_have_become(puzzle: &NumberCross5, digits: &[u32], grid: &Grid<Symbol>) -> bool {
    let digit = |cell: Cell| digits[puzzle.regions.of(cell)];
    let tile = |cell: Cell| grid[cell] == Symbol::Hash;
    let differ = grid
        .adjacent_pairs()
        .all(|(a, b)| puzzle.regions.same(a, b) || digit(a) != digit(b));
    // What each cell still lacks; impossible if it is negative.
    let mut lacks: Vec<i64> = grid
        .cells()
        .map(|cell| match grid[cell] {
            Symbol::Number(last) => i64::from(last) - i64::from(digit(cell)),
            _ => 0,
        })
        .collect();
    let tiles: Vec<Cell> = grid.cells().filter(|&c| tile(c)).collect();
    // Tile by tile, neighbour by neighbour, every amount.
    fn hand_out(
        grid: &Grid<Symbol>,
        locked: &Grid<bool>,
        lacks: &mut [i64],
        tiles: &[(Cell, u32)],
        from: usize,
    ) -> bool {
        let Some((&(tile, digit), rest)) = tiles.split_first() else {
            return lacks.iter().all(|&lack| lack == 0);
        };
        let neighbours: Vec<Cell> = grid.neighbours(tile).collect();
        let Some(&to) = neighbours.get(from) else {
            return digit == 0 && hand_out(grid, locked, lacks, rest, 0);
        };
        let at = grid.index(to);
        (0..=digit).any(|amount| {
            let last = !rest.iter().any(|other| other.0.taxicab(to) == 1);
            let lack = lacks[at] - i64::from(amount);
            if lack < 0 || last && lack > 0 || amount > 0 && locked[to] {
                return false;
            }
            lacks[at] = lack;
            let mut next = tiles.to_vec();
            next[0].1 -= amount;
            let done = hand_out(grid, locked, lacks, &next, from + 1);
            lacks[at] = lack + i64::from(amount);
            done
        })
    }
    let tiles: Vec<(Cell, u32)> = tiles.into_iter().map(|cell| (cell, digit(cell))).collect();
    differ && lacks.iter().all(|&lack| lack >= 0) && {
        hand_out(grid, &puzzle.locked, &mut lacks, &tiles, 0)
    }
}

#[test]
fn changed_solutions_are_judged_as_by_a_second_reading() {
    let mut symbols: Vec<Symbol> = (0..10).map(Symbol::Number).collect();
    symbols.extend([Symbol::Hash, Symbol::Dot]);
    assert!(second_reading(&published(), &solution()));
    for (puzzle, solution, more, least) in [
        (published(), solution(), 500, 0),
        (small(), good(), 5000, 2),
    ] {
        let mut kept = 0;
        for grid in perturbations(&solution.grid, &symbols, more) {
            let changed = Completed {
                grid,
                ..solution.clone()
            };
            let holds = second_reading(&puzzle, &changed);
            let found = check(&puzzle, &changed);
            assert_eq!(holds, found.is_empty(), "{:?} {found:?}", changed.grid);
            kept += usize::from(holds);
        }
        assert!(kept >= least, "{kept}");
    }
}

/// Rows of five cells with tiles at both ends and in the middle by turns, so that most cells can have grown; regions
/// that touch may have held the same digit, and in every second grid some cell is changed.
fn random_grid(rng: &mut Rng, names: u64) -> (NumberCross5, Option<Grid<Symbol>>) {
    let (rows, columns) = (3, 5);
    let names: Vec<String> = (0..rows * columns)
        .map(|cell| match rng.below(3) {
            0 => rng.below(names).to_string(),
            _ => (cell as u64 % 5 * names / 5).to_string(),
        })
        .collect();
    let mut puzzle = NumberCross5 {
        regions: Regions::new(&Grid::from_values(rows, columns, names).expect("a rectangle")),
        locked: Grid::from_fn(rows, columns, |_| rng.below(8) == 0),
        clues: clues(&["odd or even"; 3]),
    };
    let tiles: Vec<Cell> = [(0, 0), (0, 4), (1, 2), (2, 0), (2, 4)]
        .map(|(row, column)| Cell::new(row, column))
        .into_iter()
        .filter(|_| rng.below(6) > 0)
        .collect();
    let digits: Vec<u32> = (0..puzzle.regions.len())
        .map(|_| 1 + rng.below(3) as u32)
        .collect();
    let mut holds = puzzle.regions.grid().map(|&region| digits[region]);
    for &tile in &tiles {
        puzzle.locked[tile] = false;
        let to: Vec<Cell> = holds
            .neighbours(tile)
            .filter(|&cell| !puzzle.locked[cell])
            .collect();
        for _ in 0..digits[puzzle.regions.of(tile)] {
            if !to.is_empty() {
                holds[to[rng.below(to.len() as u64) as usize]] += 1;
            }
        }
    }
    if rng.below(2) == 0 {
        let changed = Cell::new(rng.below(3) as usize, rng.below(5) as usize);
        holds[changed] = (holds[changed] + 2 * rng.below(2) as u32).saturating_sub(1);
    }
    let possible = holds.values().iter().all(|digit| (1..=9).contains(digit));
    let mut grid = holds.map(|&digit| Symbol::Number(digit));
    for tile in tiles {
        grid[tile] = Symbol::Hash;
    }
    (puzzle, possible.then_some(grid))
}

#[test]
fn missing_region_digits_are_found_where_trying_all_finds_some() {
    let mut rng = Rng::new(5);
    // Those alone in which single cells leave some region more than one digit.
    let (mut explained, mut not) = (0, 0);
    for round in 0..400 {
        let (puzzle, grid) = random_grid(&mut rng, 2 + round % 2);
        let Some(grid) = grid.filter(|grid| numbers_and_tiles_are_right(&puzzle, grid)) else {
            continue;
        };
        let regions = puzzle.regions.len() as u32;
        let all: Vec<Vec<u32>> = (0..9u32.pow(regions))
            .map(|code| (0..regions).map(|at| code / 9u32.pow(at) % 9 + 1).collect())
            .filter(|digits: &Vec<u32>| can_have_become(&puzzle, digits, &grid))
            .collect();
        let left = candidates(&puzzle, &grid);
        let open =
            left.iter().all(|c| !c.digits.is_empty()) && left.iter().any(|c| c.digits.len() > 1);
        let found = check(&puzzle, &Completed::of_grid(grid));
        assert_eq!(
            found.is_empty(),
            !all.is_empty(),
            "round {round}: {all:?} {found:?}"
        );
        not += usize::from(open && all.is_empty());
        explained += usize::from(open && !all.is_empty());
    }
    assert!(explained >= 20 && not >= 20, "{explained} {not}");
}

#[test]
fn the_search_for_region_digits_has_an_end() {
    let explained = |regions: Regions, grid: &Grid<Symbol>, work| {
        let puzzle = NumberCross5 {
            locked: grid.map(|_| false),
            clues: clues(&["odd or even"]),
            regions,
        };
        explain(&puzzle, grid, &candidates(&puzzle, grid), work)
    };
    let row = |names, row, work| explained(regions(&[names]), &filled(&[row]).grid, work);
    // A tile on a digit makes its neighbour twice as much: all up to that are tried.
    assert_eq!(row("AA", "#8", 1000), Explained::Digits(vec![4]));
    assert_eq!(row("AA", "#9", 1000), Explained::No);
    // Nine digits, and the amounts of each.
    assert_eq!(row("AA", "#9", 9), Explained::Undecided);
    // Digits count although they go no further than to be compared with their neighbours'.
    assert_eq!(row("AABB", "5555", 1000), Explained::No);
    assert_eq!(row("AABB", "5555", 1), Explained::Undecided);
    // A chequered grid whose cells are a region each: one part, and nothing to begin with.
    let grid = Grid::from_fn(50, 18, |cell| match (cell.row + cell.column) % 2 {
        0 => Symbol::Hash,
        _ => Symbol::Number(9),
    });
    let names = Grid::from_fn(50, 18, |cell| cell.to_string());
    assert_eq!(
        explained(Regions::new(&names), &grid, 100_000),
        Explained::Undecided
    );
}
