//! The checker: the rules as written, applied to a filled grid. It shares nothing with the model but what a clue means.

use std::cmp::Ordering;
use std::collections::BTreeMap;

pub(super) mod displacement;

use super::NumberCross5;
use displacement::{Explained, MOST_WORK, Part};

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
        let rule = match last.cmp(&first[cell]) {
            Ordering::Equal => continue,
            _ if puzzle.locked[cell] => "a locked cell is never changed",
            Ordering::Less => "a cell holds its region's digit and what arrives, never less",
            Ordering::Greater if !beside_tile => "only the neighbours of a tile are incremented",
            Ordering::Greater => continue,
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
    let split = part.split(grid, |cell| first[cell]);
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
    let message = match displacement::explain(puzzle, &completed.grid, &candidates, MOST_WORK) {
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
pub(super) mod tests;
