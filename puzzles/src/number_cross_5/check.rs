//! The checker: the rules as written, applied to a filled grid. It shares no code with the model.

use std::collections::BTreeMap;

pub(super) mod displacement;

use super::NumberCross5;
use displacement::{Explained, Part};

use crate::filled::{
    check_hashes_apart, check_numbers, check_size, check_symbols, list, row_numbers,
};
use crate::grid::{Cell, Grid};
use crate::picture::Flow;
use crate::puzzle::Completed;
use crate::symbol::{Symbol, Violation};

/// Every broken rule, in the order of the rules.
///
/// Region digits that are missing, and amounts that are missing, are looked for: then the grid breaks no rule if
/// any would do. Amounts that are there are checked as they are.
pub(super) fn check(puzzle: &NumberCross5, completed: &Completed) -> Vec<Violation> {
    let grid = &completed.grid;
    let size = (puzzle.locked.rows(), puzzle.locked.columns());
    if let Some(violation) = check_size(grid, size) {
        return vec![violation];
    }
    let mut violations = check_symbols(grid, "every cell holds a digit 1–9 or a tile", |symbol| {
        matches!(symbol, Symbol::Number(1..=9) | Symbol::Hash)
    });
    let readable = violations.is_empty();
    violations.extend(check_hashes_apart(grid, "tiles"));
    for cell in grid.cells() {
        if grid[cell] == Symbol::Hash && puzzle.locked[cell] {
            violations.push(Violation {
                rule: "a tile never stands on a locked cell".to_owned(),
                cells: vec![cell],
                message: format!("{cell} is locked and holds a tile"),
            });
        }
    }
    let before = violations.len();
    let digits = if completed.named.is_empty() {
        None
    } else {
        stated_digits(puzzle, &completed.named, &mut violations)
    };
    // Without a digit for each region, or with symbols that are none, there is no ground to explain the grid on.
    if readable {
        match digits {
            Some(digits) => {
                violations.extend(check_region_borders(puzzle, &digits));
                violations.extend(check_displacement(puzzle, completed, &digits));
            }
            None if before < violations.len() => {}
            None => violations.extend(check_without_digits(puzzle, completed)),
        }
    }
    violations.extend(check_numbers(grid, &puzzle.clues));
    violations.extend(check_repeats(grid));
    violations
}

/// The digit of each region, if each is stated once and is 1–9; otherwise violations.
fn stated_digits(
    puzzle: &NumberCross5,
    named: &[(String, i32)],
    violations: &mut Vec<Violation>,
) -> Option<Vec<u32>> {
    let before = violations.len();
    let mut broken = |region: &str, message: String| {
        violations.push(Violation {
            rule: format!("region {region} first holds one digit 1–9"),
            cells: Vec::new(),
            message,
        });
    };
    let mut digits = Vec::new();
    for region in 0..puzzle.regions.len() {
        let name = puzzle.regions.name(region);
        let stated: Vec<i32> = named
            .iter()
            .filter(|(other, _)| other == name)
            .map(|&(_, value)| value)
            .collect();
        match stated[..] {
            [] => broken(name, "no digit is stated".to_owned()),
            [value] => match u32::try_from(value) {
                Ok(digit @ 1..=9) => digits.push(digit),
                _ => broken(name, format!("{value} is stated")),
            },
            _ => broken(name, format!("{} digits are stated", stated.len())),
        }
    }
    for (name, _) in named {
        if (0..puzzle.regions.len()).all(|region| puzzle.regions.name(region) != name) {
            broken(name, "there is no region of this name".to_owned());
        }
    }
    (violations.len() == before).then_some(digits)
}

/// Regions that touch hold different digits; one violation for each two regions.
fn check_region_borders(puzzle: &NumberCross5, digits: &[u32]) -> Vec<Violation> {
    let regions = &puzzle.regions;
    let mut touching: BTreeMap<(usize, usize), (Cell, Cell)> = BTreeMap::new();
    for (a, b) in puzzle.locked.adjacent_pairs() {
        let (x, y) = (regions.of(a), regions.of(b));
        if x != y && digits[x] == digits[y] {
            touching.entry((x.min(y), x.max(y))).or_insert((a, b));
        }
    }
    touching
        .into_iter()
        .map(|((x, y), (a, b))| Violation {
            rule: format!(
                "regions {} and {} touch: their digits differ",
                regions.name(x),
                regions.name(y)
            ),
            cells: vec![a, b],
            message: format!("both first hold {}, as at {a} and {b}", digits[x]),
        })
        .collect()
}

/// With these region digits, the final digits are what the tiles make of them.
fn check_displacement(
    puzzle: &NumberCross5,
    completed: &Completed,
    digits: &[u32],
) -> Vec<Violation> {
    let grid = &completed.grid;
    let mut violations = Vec::new();
    let first = puzzle.regions.grid().map(|&region| digits[region]);
    for cell in grid.cells() {
        let Symbol::Number(last) = grid[cell] else {
            continue;
        };
        let beside_tile = grid.neighbours(cell).any(|n| grid[n] == Symbol::Hash);
        let rule = if last == first[cell] {
            continue;
        } else if puzzle.locked[cell] {
            "a locked cell is never changed"
        } else if last < first[cell] {
            "a cell holds its region's digit and what arrives, never less"
        } else if !beside_tile {
            "only the neighbours of a tile are incremented"
        } else {
            continue;
        };
        violations.push(Violation {
            rule: rule.to_owned(),
            cells: vec![cell],
            message: format!(
                "{cell} first holds {} (region {}) and ends as {last}",
                first[cell],
                puzzle.regions.name(puzzle.regions.of(cell))
            ),
        });
    }
    if completed.flows.is_empty() {
        if violations.is_empty() {
            violations.extend(
                displacement::parts(grid, &puzzle.locked)
                    .iter()
                    .filter_map(|part| check_part(grid, &first, part)),
            );
        }
    } else {
        violations.extend(check_flows(puzzle, completed, &first));
    }
    violations
}

/// Some amounts take everything that these tiles cover to their neighbours and make them what they are.
fn check_part(grid: &Grid<Symbol>, first: &Grid<u32>, part: &Part) -> Option<Violation> {
    let split = part.split(grid, first);
    let (covered, added) = (split.covered, split.added);
    (!split.is_exact()).then(|| Violation {
        rule: "a tile splits exactly the digit that it covers among its neighbours".to_owned(),
        cells: part.cells(),
        message: format!(
            "what is covered at {} is {covered} in all, {} gained {added}, and at most {} of it can have come from there",
            list(&part.tiles),
            list(&part.receivers),
            split.most()
        ),
    })
}

/// The stated amounts, as they are.
fn check_flows(puzzle: &NumberCross5, completed: &Completed, first: &Grid<u32>) -> Vec<Violation> {
    let grid = &completed.grid;
    let mut violations = Vec::new();
    let mut given = grid.map(|_| 0u64);
    let mut arrived = grid.map(|_| 0u64);
    for flow in &completed.flows {
        let mut broken = |rule: &str, message: String| {
            violations.push(Violation {
                rule: rule.to_owned(),
                cells: vec![flow.from],
                message: format!("{} from {} {message}", flow.amount, flow.from),
            });
        };
        if grid.get(flow.from) != Some(&Symbol::Hash) {
            broken("only tiles displace digits", "has no tile".to_owned());
            continue;
        }
        let Some(to) = grid.step(flow.from, flow.towards) else {
            broken(
                "a tile hands its digit to neighbours inside the grid",
                format!("towards {} leaves the grid", flow.towards.letter()),
            );
            continue;
        };
        given[flow.from] += u64::from(flow.amount);
        arrived[to] += u64::from(flow.amount);
        if puzzle.locked[to] && flow.amount > 0 {
            broken(
                "a locked cell is never changed",
                format!("arrives on {to}, which is locked"),
            );
        }
    }
    for cell in grid.cells() {
        let digit = u64::from(first[cell]);
        match grid[cell] {
            Symbol::Number(last) if digit + arrived[cell] != u64::from(last) => {
                violations.push(Violation {
                    rule: "a cell ends as its region's digit and what arrives".to_owned(),
                    cells: vec![cell],
                    message: format!(
                        "{cell} first holds {digit}, {} arrives, and it ends as {last}",
                        arrived[cell]
                    ),
                });
            }
            Symbol::Hash if given[cell] != digit => violations.push(Violation {
                rule: "a tile splits exactly the digit that it covers".to_owned(),
                cells: vec![cell],
                message: format!(
                    "the tile at {cell} covers {digit} and hands out {}",
                    given[cell]
                ),
            }),
            _ => {}
        }
    }
    violations
}

/// The region digits are not stated: some must explain the grid.
fn check_without_digits(puzzle: &NumberCross5, completed: &Completed) -> Vec<Violation> {
    let regions = &puzzle.regions;
    let with = |digits: &[u32]| {
        let mut violations = check_region_borders(puzzle, digits);
        violations.extend(check_displacement(puzzle, completed, digits));
        violations
    };
    if !completed.flows.is_empty() {
        // Every cell then tells the digit that it first held.
        return match digits_of_flows(puzzle, completed) {
            Ok(digits) => with(&digits),
            Err(violation) => vec![violation],
        };
    }
    let candidates = displacement::candidates(puzzle, &completed.grid);
    let mut violations = Vec::new();
    for (region, candidates) in candidates.iter().enumerate() {
        if candidates.digits.is_empty() {
            let told: Vec<String> = candidates
                .reasons
                .iter()
                .map(|&(cell, last, unchanged)| {
                    let why = if !unchanged {
                        "only grew"
                    } else if puzzle.locked[cell] {
                        "is locked"
                    } else {
                        "is beside no tile"
                    };
                    format!("{cell} {why} and ends as {last}")
                })
                .collect();
            violations.push(Violation {
                rule: format!("region {} first holds one digit 1–9", regions.name(region)),
                cells: candidates.reasons.iter().map(|reason| reason.0).collect(),
                message: told.join(", "),
            });
        }
    }
    if !violations.is_empty() {
        return violations;
    }
    let only: Vec<u32> = candidates.iter().map(|c| c.digits[0]).collect();
    if candidates.iter().all(|c| c.digits.len() == 1) {
        return with(&only);
    }
    let message = match displacement::explain(puzzle, &completed.grid, &candidates) {
        Explained::Digits(_) => return Vec::new(),
        Explained::No => "no digits for the regions lead to this grid",
        Explained::Undecided => {
            "too many digits are possible for the regions to try them all: state them"
        }
    };
    vec![Violation {
        rule: "every region first holds one digit 1–9, and tiles displace the digits they cover"
            .to_owned(),
        cells: Vec::new(),
        message: message.to_owned(),
    }]
}

/// The digit that the first cell of each region first held, told from the amounts.
fn digits_of_flows(puzzle: &NumberCross5, completed: &Completed) -> Result<Vec<u32>, Violation> {
    let grid = &completed.grid;
    let regions = &puzzle.regions;
    let digit = |region: usize| {
        let cell = regions.cells(region)[0];
        let sum = |of: &dyn Fn(&Flow) -> bool| -> i64 {
            let amounts = completed.flows.iter().filter(|flow| of(flow));
            amounts.map(|flow| i64::from(flow.amount)).sum()
        };
        let found = match grid[cell] {
            Symbol::Number(last) => {
                i64::from(last) - sum(&|flow| grid.step(flow.from, flow.towards) == Some(cell))
            }
            _ => sum(&|flow| flow.from == cell),
        };
        match u32::try_from(found) {
            Ok(digit @ 1..=9) => Ok(digit),
            _ => Err(Violation {
                rule: format!("region {} first holds one digit 1–9", regions.name(region)),
                cells: vec![cell],
                message: format!("by the amounts, {cell} first holds {found}"),
            }),
        }
    };
    (0..regions.len()).map(digit).collect()
}

/// No number occurs twice in the whole grid; one violation for each number that does.
fn check_repeats(grid: &Grid<Symbol>) -> Vec<Violation> {
    let mut places: BTreeMap<u64, Vec<_>> = BTreeMap::new();
    for number in (0..grid.rows()).flat_map(|row| row_numbers(grid, row)) {
        if let Some(value) = number.value {
            places.entry(value).or_default().push(number);
        }
    }
    places
        .into_iter()
        .filter(|(_, numbers)| numbers.len() > 1)
        .map(|(value, numbers)| {
            let at: Vec<String> = numbers.iter().map(|number| number.place()).collect();
            Violation {
                rule: "no number occurs twice in the whole grid".to_owned(),
                cells: numbers.iter().flat_map(|number| number.cells()).collect(),
                message: format!("{value} stands at {}", at.join(" and ")),
            }
        })
        .collect()
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::filled::testing::{assert_only, clues, filled, perturbations, regions};
    use crate::grid::Direction;

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
        let mut completed = super::tests::good();
        completed.flows = good.to_vec();
        let found = check(&locked, &completed);
        assert!(found.iter().any(|v| v.to_string()
            == "a locked cell is never changed: 1 from r1c3 arrives on r1c2, which is locked"));
        // Amounts without region digits: the digits follow.
        completed.named.clear();
        assert_eq!(check(&small(), &completed), []);
        completed.flows[0].amount = 9;
        assert!(!check(&small(), &completed).is_empty());
    }

    #[test]
    fn missing_region_digits_are_looked_for() {
        let told = |rows: [&str; 2]| -> Vec<String> {
            let found = check(&small(), &Completed::of_grid(filled(&rows).grid));
            found.iter().map(ToString::to_string).collect()
        };
        assert_eq!(told(["23#433", "444444"]), [""; 0]);
        // A is locked at 2, so that the tile hands out 2, and B is 3: only 1 is missing.
        assert_eq!(told(["23#333", "444444"]).len(), 1);
        assert_eq!(
            told(["23#433", "444454"]),
            [
                "region C first holds one digit 1–9: r2c1 is beside no tile and ends as 4, r2c5 is beside no tile and ends as 5"
            ]
        );
        assert_eq!(told(["23#433", "777777"]), [""; 0]);
    }

    /// The rules once more with known region digits: all ways to hand out, tile by tile.
    fn second_reading(puzzle: &NumberCross5, completed: &Completed) -> bool {
        let grid = &completed.grid;
        let digit = |cell: Cell| completed.named[puzzle.regions.of(cell)].1 as u32;
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
        rows && alone && differ && lacks.iter().all(|&lack| lack >= 0) && {
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
}
