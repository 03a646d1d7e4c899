//! The checker: the rules as written, applied to a filled grid. It shares nothing with the model but what a clue means.

use super::NumberCross4;
use crate::filled::{check_hashes_apart, check_numbers, check_size, check_symbols};
use crate::puzzle::Completed;
use crate::symbol::{Symbol, Violation};

/// Every broken rule, in the order of the rules.
///
/// That shaded cells cut a region into separate ones needs no walk over the pieces: two cells of one piece are
/// joined by steps between neighbours of one region, and two pieces of a region never touch.
pub(super) fn check(puzzle: &NumberCross4, completed: &Completed) -> Vec<Violation> {
    let grid = &completed.grid;
    let regions = &puzzle.regions;
    let size = (regions.grid().rows(), regions.grid().columns());
    if let Some(violation) = check_size(grid, size) {
        return vec![violation];
    }
    let mut violations = check_symbols(
        grid,
        "every cell holds a digit 0–9 or is shaded",
        |symbol| matches!(symbol, Symbol::Number(0..=9) | Symbol::Hash),
    );
    violations.extend(check_hashes_apart(grid, "shaded cells"));
    for (a, b) in grid.adjacent_pairs() {
        let (Symbol::Number(x), Symbol::Number(y)) = (grid[a], grid[b]) else {
            continue;
        };
        let (here, there) = (regions.name(regions.of(a)), regions.name(regions.of(b)));
        let rule = if regions.same(a, b) && x != y {
            format!("region {here}: unshaded neighbours hold the same digit")
        } else if !regions.same(a, b) && x == y {
            format!("regions {here} and {there}: neighbours hold different digits")
        } else {
            continue;
        };
        violations.push(Violation {
            rule,
            cells: vec![a, b],
            message: format!("{a} holds {x}, {b} holds {y}"),
        });
    }
    violations.extend(check_numbers(grid, &puzzle.clues));
    violations
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::filled::testing::{assert_only, clues, filled, perturbations, regions};
    use crate::grid::{Cell, Grid};

    /// Jane Street's puzzle of May 2024, "Number Cross 4".
    pub(crate) fn published() -> NumberCross4 {
        NumberCross4 {
            regions: regions(&[
                "AAABBBCCDDD",
                "AEEEBBCDDDF",
                "AEEBBBCDDDF",
                "AEEBBGGDFFF",
                "AEBBDDGDFHF",
                "ADDDDDDDHHI",
                "JDDDDKKDHHH",
                "JJLDLKKDDHD",
                "JJLLLKKDDDD",
                "JLLJJJKDDDM",
                "JJJJJKKKDDM",
            ]),
            clues: clues(&[
                "square",
                "1 more than a palindrome",
                "prime raised to a prime power",
                "sum of digits is 7",
                "fibonacci",
                "square",
                "multiple of 37",
                "palindrome & multiple of 23",
                "product of digits ends in 1",
                "multiple of 88",
                "1 less than a palindrome",
            ]),
        }
    }

    /// The solution whose sum is the answer published by Jane Street.
    pub(crate) fn solution() -> Completed {
        filled(&[
            "11122233444",
            "13332#3444#",
            "1331#734449",
            "133#100411#",
            "13#144#4181",
            "1444#444889",
            "74444#74888",
            "7714177#989",
            "77111779999",
            "#1144#79992",
            "444443#3992",
        ])
    }

    /// Four regions of two cells; the numbers of the first row are even, those of the second are any.
    fn small() -> NumberCross4 {
        NumberCross4 {
            regions: regions(&["AABB", "CCDD"]),
            clues: clues(&["even", "odd or even"]),
        }
    }

    #[test]
    fn the_published_solution_breaks_no_rule() {
        assert_eq!(check(&published(), &solution()), []);
        assert_eq!(check(&small(), &filled(&["1122", "2244"])), []);
    }

    #[test]
    fn each_rule_alone_is_told_with_its_place() {
        let only = |rows: [&str; 2], rule, cells: &[(usize, usize)], message| {
            assert_only(&check(&small(), &filled(&rows)), rule, cells, message);
        };
        only(
            ["11.2", "2244"],
            "every cell holds a digit 0–9 or is shaded",
            &[(0, 2)],
            "r1c3 holds .",
        );
        only(
            ["22##", "1144"],
            "two shaded cells never share an edge",
            &[(0, 2), (0, 3)],
            "r1c3 and r1c4 are both shaded cells",
        );
        only(
            ["1322", "2244"],
            "region A: unshaded neighbours hold the same digit",
            &[(0, 0), (0, 1)],
            "r1c1 holds 1, r1c2 holds 3",
        );
        only(
            ["2222", "1133"],
            "regions A and B: neighbours hold different digits",
            &[(0, 1), (0, 2)],
            "r1c2 holds 2, r1c3 holds 2",
        );
        only(
            ["4#22", "1133"],
            "row 1: numbers have at least two digits",
            &[(0, 0)],
            "4 at r1c1 has one",
        );
        only(
            ["0022", "1133"],
            "row 1: numbers have no leading zero",
            &[(0, 0), (0, 1), (0, 2), (0, 3)],
            "0022 at r1c1–r1c4 begins with 0",
        );
        only(
            ["1155", "2244"],
            "row 1: even",
            &[(0, 0), (0, 1), (0, 2), (0, 3)],
            "1155 at r1c1–r1c4 is not",
        );
    }

    #[test]
    fn a_shaded_cell_cuts_a_region() {
        let puzzle = NumberCross4 {
            regions: regions(&["AAAAA", "BBCDD"]),
            clues: clues(&["odd or even", "odd or even"]),
        };
        assert_eq!(check(&puzzle, &filled(&["11#22", "33#44"])).len(), 1);
        assert_eq!(check(&puzzle, &filled(&["11#22", "33544"])), []);
    }

    #[test]
    fn a_grid_of_another_size_is_told_so_and_nothing_else() {
        assert_only(
            &check(&small(), &filled(&["1122"])),
            "size of the grid",
            &[],
            "expected 2 rows of 4 cells, found 1 rows of 4 cells",
        );
    }

    /// The rules once more, read off the rows as text and off all pairs of cells.
    fn second_reading(puzzle: &NumberCross4, grid: &Grid<Symbol>) -> bool {
        let rows: Vec<String> = (0..grid.rows())
            .map(|row| grid.row(row).iter().map(Symbol::to_string).collect())
            .collect();
        let numbers = rows.iter().zip(&puzzle.clues).all(|(row, clue)| {
            row.split('#').filter(|run| !run.is_empty()).all(|run| {
                let number: u64 = run.parse().unwrap_or(0);
                number.to_string().len() == run.len() && number > 9 && clue.contains(number)
            })
        });
        let apart = |a: Cell, b: Cell| match (grid[a], grid[b]) {
            (Symbol::Hash, Symbol::Hash) => false,
            (Symbol::Hash, _) | (_, Symbol::Hash) => true,
            (x, y) => (x == y) == puzzle.regions.same(a, b),
        };
        numbers
            && grid.cells().all(|a| {
                grid.cells()
                    .filter(|b| b.taxicab(a) == 1)
                    .all(|b| apart(a, b))
            })
    }

    #[test]
    fn changed_solutions_are_judged_as_by_a_second_reading() {
        let mut symbols: Vec<Symbol> = (0..10).map(Symbol::Number).collect();
        symbols.extend([Symbol::Hash, Symbol::Dot]);
        for (puzzle, solution) in [
            (published(), solution()),
            (small(), filled(&["1122", "2244"])),
        ] {
            let (mut kept, mut rejected) = (0, 0);
            for grid in perturbations(&solution.grid, &symbols, 3000) {
                let holds = second_reading(&puzzle, &grid);
                let found = check(&puzzle, &Completed::of_grid(grid));
                assert_eq!(holds, found.is_empty(), "{found:?}");
                *(if holds { &mut kept } else { &mut rejected }) += 1;
            }
            assert!(rejected > 1000);
            // Some changes of the small grid lead to another solution, or change nothing.
            assert!(kept > 0);
        }
    }
}
