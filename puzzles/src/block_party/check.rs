//! The checker: the rules as written, applied to a filled grid. It shares no code with the model.
//!
//! A grid once published as a solution of Block Party 4, with answer 16842072, is none: the program behind it looped
//! over each region's index where it needed the region's size, so that the nearest-K rule was missing for the
//! larger values of the regions named early. That grid breaks the rule in eight cells, its program admits 1584
//! grids, and the rule as stated admits exactly one.

use super::{BlockParty, Metric, rules};
use crate::filled::{check_size, list};
use crate::grid::{Cell, Grid};
use crate::puzzle::Completed;
use crate::symbol::{Symbol, Violation};

/// Every broken rule: regions first, then givens, then the nearest-K rule cell by cell.
pub(super) fn check(puzzle: &BlockParty, completed: &Completed) -> Vec<Violation> {
    let grid = &completed.grid;
    let size = (puzzle.givens.rows(), puzzle.givens.columns());
    if let Some(violation) = check_size(grid, size) {
        return vec![violation];
    }
    let mut violations = check_regions(puzzle, grid);
    for cell in grid.cells() {
        if let Some(given) = puzzle.givens[cell]
            && grid[cell] != Symbol::Number(given)
        {
            violations.push(Violation {
                rule: rules::given(given, cell),
                cells: vec![cell],
                message: format!("{cell} holds {}", grid[cell]),
            });
        }
    }
    for cell in grid.cells() {
        if let Symbol::Number(value) = grid[cell]
            && value > 0
            && !is_nearest_as_told(puzzle.metric, grid, cell, value)
        {
            violations.push(nearest_violation(puzzle.metric, grid, cell, value));
        }
    }
    violations
}

/// Each region of N cells holds each of 1…N once: one violation for each region.
fn check_regions(puzzle: &BlockParty, grid: &Grid<Symbol>) -> Vec<Violation> {
    let mut violations = Vec::new();
    for region in 0..puzzle.regions.len() {
        let cells = puzzle.regions.cells(region);
        let mut times = vec![0; cells.len()];
        for &cell in cells {
            if let Symbol::Number(value @ 1..) = grid[cell]
                && let Some(times) = times.get_mut(value as usize - 1)
            {
                *times += 1;
            }
        }
        if times.iter().all(|&times| times == 1) {
            continue;
        }
        let mut broken = Vec::new();
        let mut told = Vec::new();
        for &cell in cells {
            let fits =
                matches!(grid[cell], Symbol::Number(n) if n >= 1 && n as usize <= cells.len());
            if !fits {
                broken.push(cell);
                told.push(format!("{cell} holds {}", grid[cell]));
            }
        }
        for value in (1..).take(cells.len()) {
            let holds = |cell: &Cell| grid[*cell] == Symbol::Number(value);
            let holders: Vec<Cell> = cells.iter().copied().filter(holds).collect();
            match holders.len() {
                1 => {}
                0 => told.push(format!("no cell holds {value}")),
                _ => {
                    told.push(format!("{} hold {value}", list(&holders)));
                    broken.extend(holders);
                }
            }
        }
        broken.sort();
        violations.push(Violation {
            rule: rules::region(puzzle.regions.name(region), cells.len()),
            cells: broken,
            message: told.join("; "),
        });
    }
    violations
}

/// Whether the nearest other cell with the value K of `cell` is exactly K away. Looks no further than that.
fn is_nearest_as_told(metric: Metric, grid: &Grid<Symbol>, cell: Cell, value: u32) -> bool {
    let away = value as usize;
    let reach = |at: usize, by: usize, size: usize| at.saturating_sub(by)..(at + by + 1).min(size);
    let mut is_found = false;
    for row in reach(cell.row, away, grid.rows()) {
        let down = row.abs_diff(cell.row);
        let across = match metric {
            Metric::Line if down > 0 => 0,
            _ => away - down,
        };
        for column in reach(cell.column, across, grid.columns()) {
            let other = Cell::new(row, column);
            if other != cell && grid[other] == Symbol::Number(value) {
                if other.taxicab(cell) < away {
                    return false;
                }
                is_found = true;
            }
        }
    }
    is_found
}

/// What is wrong with the distance from `cell`, which holds `value`.
fn nearest_violation(metric: Metric, grid: &Grid<Symbol>, cell: Cell, value: u32) -> Violation {
    let nearest = grid
        .cells()
        .filter(|&other| other != cell && grid[other] == Symbol::Number(value))
        .filter(|other| match metric {
            Metric::Taxicab => true,
            Metric::Line => other.row == cell.row || other.column == cell.column,
        })
        .min_by_key(|other| other.taxicab(cell));
    let found = match nearest {
        Some(other) => format!(
            "the nearest other {value}, at {other}, is {} away",
            other.taxicab(cell)
        ),
        None => format!("there is no other {value}"),
    };
    let within = match (metric, nearest) {
        (Metric::Line, None) => " in its row and column",
        _ => "",
    };
    Violation {
        rule: rules::nearest(metric, value),
        cells: vec![cell],
        message: format!("{cell} holds {value}; {found}{within}"),
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::block_party::AnswerExpression;
    use crate::filled::testing::{assert_only, filled, perturbations, regions};

    /// Jane Street's puzzle of June 2022, "Block Party 4".
    pub(crate) fn published() -> BlockParty {
        let givens = [
            ". 3 . . . 7 . . . .",
            ". . . 4 . . . . . .",
            ". . . . . . . . 2 .",
            ". . . 1 . . . . . .",
            "6 . 1 . . . . . . .",
            ". . . . . . . 3 . 6",
            ". . . . . . 2 . . .",
            ". 2 . . . . . . . .",
            ". . . . . . 6 . . .",
            ". . . . 5 . . . 2 .",
        ];
        BlockParty {
            regions: regions(&[
                "ABBBCCCCCC",
                "AABBBCDDCC",
                "AAEEFFGDHH",
                "AAIEJGGGHH",
                "AIIJJKLGGH",
                "AMINOKPPHH",
                "AQRNNNPUUU",
                "QQRSNTWVVW",
                "QQQSSWWVVW",
                "QQQQSSWWWW",
            ]),
            givens: filled(&givens).grid.map(|symbol| match symbol {
                Symbol::Number(given) => Some(*given),
                _ => None,
            }),
            metric: Metric::Taxicab,
            answer: AnswerExpression::SumOfRowProducts,
        }
    }

    /// The solution whose sum of row products is the answer published by Jane Street.
    pub(crate) fn solution() -> Completed {
        filled(&[
            "4 3 6 5 3 7 4 9 6 5",
            "8 10 2 4 1 1 2 3 8 2",
            "9 2 3 2 1 2 5 1 2 4",
            "5 7 2 1 2 6 3 1 1 3",
            "6 3 1 1 3 2 1 4 2 7",
            "1 1 4 5 1 1 1 3 5 6",
            "3 1 2 3 2 4 2 1 2 3",
            "4 2 1 1 1 1 3 1 4 9",
            "5 8 3 4 2 1 6 2 3 8",
            "7 6 9 10 5 3 4 7 2 5",
        ])
    }

    /// The grid once published as a solution, which is none.
    pub(crate) fn mistaken() -> Completed {
        filled(&[
            "9 3 6 2 3 7 4 9 6 5",
            "8 7 5 4 1 1 2 3 8 2",
            "10 5 3 2 1 2 5 1 2 4",
            "4 1 2 1 2 6 3 1 1 3",
            "6 3 1 1 3 2 1 4 2 7",
            "2 1 4 5 1 1 1 3 5 6",
            "3 1 2 3 2 4 2 1 2 3",
            "7 2 1 1 1 1 3 1 4 9",
            "5 8 3 4 2 1 6 2 3 8",
            "4 6 9 10 5 3 4 7 2 5",
        ])
    }

    #[test]
    fn the_published_solution_breaks_no_rule() {
        assert_eq!(check(&published(), &solution()), []);
    }

    #[test]
    fn the_mistaken_grid_breaks_the_rule_in_eight_cells() {
        let found: Vec<String> = check(&published(), &mistaken())
            .iter()
            .map(ToString::to_string)
            .collect();
        // Cell, value and distance as found by hand and by others before.
        let expected = [
            ("r1c1", 9, "r1c8", 7),
            ("r1c6", 7, "r2c2", 5),
            ("r1c8", 9, "r1c1", 7),
            ("r2c2", 7, "r1c6", 5),
            ("r2c3", 5, "r3c2", 2),
            ("r3c2", 5, "r2c3", 2),
            ("r4c2", 1, "r4c4", 2),
            ("r6c1", 2, "", 3),
        ];
        assert_eq!(found.len(), expected.len(), "{found:#?}");
        for (found, (cell, value, at, away)) in found.iter().zip(expected) {
            let begins = format!(
                "each {value}: the nearest other {value} is exactly {value} away: {cell} holds {value}; the nearest other {value}, at {at}"
            );
            assert!(found.starts_with(&begins), "{found}");
            assert!(found.ends_with(&format!(", is {away} away")), "{found}");
        }
    }

    fn small(names: &[&str], given: &[&str], metric: Metric) -> BlockParty {
        BlockParty {
            regions: regions(names),
            givens: filled(given).grid.map(|symbol| match symbol {
                Symbol::Number(given) => Some(*given),
                _ => None,
            }),
            metric,
            answer: AnswerExpression::SumOfAllCells,
        }
    }

    #[test]
    fn each_rule_alone_is_told_with_its_place() {
        let blank = ["....", "...."];
        let rows = ["1212", "1111"];
        for metric in [Metric::Taxicab, Metric::Line] {
            let only = |names: [&str; 2], given, rows, rule, cells: &[(usize, usize)], message| {
                let found = check(&small(&names, given, metric), &filled(rows));
                assert_only(&found, rule, cells, message);
            };
            let names = ["ABCA", "DEFB"];
            assert_eq!(check(&small(&names, &blank, metric), &filled(&rows)), []);
            only(
                names,
                &blank,
                &["1212", "1.11"],
                "region E holds 1",
                &[(1, 1)],
                "r2c2 holds .; no cell holds 1",
            );
            only(
                ["AABC", "ADEC"],
                &blank,
                &rows,
                "region A: each of 1–3 once",
                &[(0, 0), (1, 0)],
                "r1c1 and r2c1 hold 1; no cell holds 3",
            );
            // A cell is named where it stands, whatever is wrong with it.
            only(
                ["AABC", "ADEF"],
                &blank,
                &["1111", "0111"],
                "region A: each of 1–3 once",
                &[(0, 0), (0, 1), (1, 0)],
                "r2c1 holds 0; r1c1 and r1c2 hold 1; no cell holds 2; no cell holds 3",
            );
            only(
                names,
                &["..2.", "...."],
                &rows,
                "given 2 at r1c3",
                &[(0, 2)],
                "r1c3 holds 1",
            );
            only(
                names,
                &blank,
                &["1212", "1111", "1111"],
                "size of the grid",
                &[],
                "expected 2 rows of 4 cells, found 3 rows of 4 cells",
            );
        }
    }

    #[test]
    fn the_metric_decides_what_is_near() {
        let told = |metric| -> Vec<String> {
            let puzzle = small(&["AAB", "CDD"], &["...", "..."], metric);
            let found = check(&puzzle, &filled(&["121", "112"]));
            found
                .into_iter()
                .map(|violation| violation.message)
                .collect()
        };
        let near = "r1c3 holds 1; the nearest other 1, at r1c1, is 2 away";
        assert_eq!(told(Metric::Taxicab), [near]);
        let alone = ["r1c2", "r2c3"]
            .map(|cell| format!("{cell} holds 2; there is no other 2 in its row and column"));
        assert_eq!(told(Metric::Line), [&alone[0], near, &alone[1]]);
    }

    /// The rules once more: distances are walked outwards, step by step.
    fn second_reading(puzzle: &BlockParty, grid: &Grid<Symbol>) -> bool {
        let held = |cell: Cell| match grid[cell] {
            Symbol::Number(value) => value as usize,
            _ => 0,
        };
        let permuted = (0..puzzle.regions.len()).all(|region| {
            let mut values: Vec<usize> = puzzle
                .regions
                .cells(region)
                .iter()
                .map(|&c| held(c))
                .collect();
            values.sort_unstable();
            values == (1..=values.len()).collect::<Vec<_>>()
        });
        let at = |cell: Cell, away: usize| {
            grid.cells().any(|other| {
                let (rows, columns) = (
                    cell.row.abs_diff(other.row),
                    cell.column.abs_diff(other.column),
                );
                let counts = match puzzle.metric {
                    Metric::Taxicab => rows + columns == away,
                    Metric::Line => (rows, columns) == (away, 0) || (rows, columns) == (0, away),
                };
                counts && held(other) == held(cell)
            })
        };
        permuted
            && grid.cells().all(|cell| {
                let value = held(cell);
                puzzle.givens[cell].is_none_or(|given| given as usize == value)
                    && at(cell, value)
                    && !(1..value).any(|away| at(cell, away))
            })
    }

    #[test]
    fn changed_solutions_are_judged_as_by_a_second_reading() {
        let mut symbols: Vec<Symbol> = (0..12).map(Symbol::Number).collect();
        symbols.extend([Symbol::Hash, Symbol::Dot]);
        let mut kept = 0;
        for grid in perturbations(&solution().grid, &symbols, 3000) {
            let holds = second_reading(&published(), &grid);
            let found = check(&published(), &Completed::of_grid(grid));
            assert_eq!(holds, found.is_empty(), "{found:?}");
            kept += usize::from(holds);
        }
        assert!(kept < 20, "{kept}");
    }

    /// Both metrics, on every filling of a small grid with 1 to 3.
    #[test]
    fn small_grids_are_judged_as_by_a_second_reading() {
        for metric in [Metric::Taxicab, Metric::Line] {
            let puzzle = small(&["ABCA", "DEFB"], &["....", "...."], metric);
            let mut holding = 0;
            for code in 0..3u32.pow(8) {
                let grid = Grid::from_fn(2, 4, |cell| {
                    Symbol::Number(1 + code / 3u32.pow((4 * cell.row + cell.column) as u32) % 3)
                });
                let holds = second_reading(&puzzle, &grid);
                let found = check(&puzzle, &Completed::of_grid(grid));
                assert_eq!(holds, found.is_empty(), "{found:?}");
                holding += usize::from(holds);
            }
            // Counted by a program that permutes the values of each region.
            assert_eq!(holding, 1);
        }
    }
}
