//! What is shown of the puzzle and of its solutions: picture, report, answer.

use super::{AnswerExpression, BlockParty};
use crate::grid::Cell;
use crate::picture::Picture;
use crate::puzzle::Completed;
use crate::symbol::Symbol;

pub(super) fn picture(puzzle: &BlockParty) -> Picture {
    let mut picture = Picture::blank(puzzle.givens.rows(), puzzle.givens.columns());
    picture.regions = Some(puzzle.regions.grid().clone());
    picture.region_names = puzzle.regions.names().to_vec();
    for cell in puzzle.givens.cells() {
        if let Some(given) = puzzle.givens[cell] {
            let drawn = &mut picture.cells[cell];
            drawn.text = given.to_string();
            drawn.given = true;
        }
    }
    picture
}

pub(super) fn fill(_puzzle: &BlockParty, picture: &mut Picture, completed: &Completed) {
    for cell in picture.cells.cells() {
        if let Some(symbol) = completed.grid.get(cell) {
            picture.cells[cell].text = symbol.to_string();
        }
    }
}

/// The parts of the answer, a line each.
pub(super) fn report(puzzle: &BlockParty, completed: &Completed) -> Vec<String> {
    let (parts, _) = parts(puzzle, completed);
    let joined = |cells: &[Cell], by: &str| {
        let mut text = String::new();
        for &cell in cells {
            if !text.is_empty() {
                text.push_str(by);
            }
            text.push_str(&completed.grid[cell].to_string());
        }
        text
    };
    let digits = parts.len().to_string().len();
    let numbered = |name: &str, at: usize| format!("{name} {:digits$}", at + 1);
    let told = |(at, part): (usize, &Part)| match puzzle.answer {
        AnswerExpression::SumOfRowProducts => (numbered("row", at), joined(&part.cells, " × ")),
        AnswerExpression::SumOfAllCells => (numbered("row", at), joined(&part.cells, " + ")),
        AnswerExpression::ProductOfColumnSums => {
            (numbered("column", at), joined(&part.cells, " + "))
        }
        AnswerExpression::SumOfLargestRegionRowNumbers => (
            format!("region {}", puzzle.regions.name(at)),
            format!("from {}", crate::filled::list(&part.cells)),
        ),
    };
    let told: Vec<(String, String)> = parts.iter().enumerate().map(told).collect();
    let wide_name = told.iter().map(|(name, _)| name.chars().count()).max();
    let wide = told.iter().map(|(_, from)| from.chars().count()).max();
    let (wide_name, wide) = (wide_name.unwrap_or(0), wide.unwrap_or(0));
    told.iter()
        .zip(&parts)
        .map(|((name, from), part)| {
            let value = match part.value {
                Some(value) => value.to_string(),
                None => "?".to_owned(),
            };
            format!("{name:wide_name$}  {from:wide$}  = {value}")
        })
        .collect()
}

/// The value of the answer expression.
pub(super) fn answer(puzzle: &BlockParty, completed: &Completed) -> Option<u128> {
    let (parts, joined_by) = parts(puzzle, completed);
    let mut values = parts.iter().map(|part| part.value);
    match joined_by {
        Join::Sum => values.try_fold(0u128, |sum, value| sum.checked_add(value?)),
        Join::Product => values.try_fold(1u128, |product, value| product.checked_mul(value?)),
    }
}

/// How the parts make the answer.
#[derive(Clone, Copy)]
enum Join {
    Sum,
    Product,
}

/// A part of the answer: a row, a column or a region.
#[derive(Default)]
struct Part {
    /// The cells that it is made from.
    cells: Vec<Cell>,
    /// `None` if a cell holds no number, or the value is too large.
    value: Option<u128>,
}

fn parts(puzzle: &BlockParty, completed: &Completed) -> (Vec<Part>, Join) {
    let grid = &completed.grid;
    let held = |cell: Cell| match grid[cell] {
        Symbol::Number(value) => Some(u128::from(value)),
        _ => None,
    };
    let row = |row: usize| -> Vec<Cell> {
        (0..grid.columns())
            .map(move |column| Cell::new(row, column))
            .collect()
    };
    let column = |column: usize| {
        (0..grid.rows())
            .map(move |row| Cell::new(row, column))
            .collect()
    };
    let sum = |cells: &[Cell]| {
        let mut values = cells.iter().map(|&cell| held(cell));
        values.try_fold(0u128, |sum, value| sum.checked_add(value?))
    };
    let product = |cells: &[Cell]| {
        let mut values = cells.iter().map(|&cell| held(cell));
        values.try_fold(1u128, |product, value| product.checked_mul(value?))
    };
    let rows = || (0..grid.rows()).map(row);
    match puzzle.answer {
        AnswerExpression::SumOfRowProducts => (each(rows(), product), Join::Sum),
        AnswerExpression::SumOfAllCells => (each(rows(), sum), Join::Sum),
        AnswerExpression::ProductOfColumnSums => {
            let columns = (0..grid.columns()).map(column);
            (each(columns, sum), Join::Product)
        }
        AnswerExpression::SumOfLargestRegionRowNumbers => {
            let number = |cells: &[Cell]| {
                let digits = cells.iter().map(|&cell| held(cell));
                let text: Option<String> = digits.map(|digit| Some(digit?.to_string())).collect();
                text?.parse().ok()
            };
            let part = |region: usize| {
                let of = |cell: &Cell| puzzle.regions.of(*cell) == region;
                let in_rows = rows().map(|row| row.into_iter().filter(of).collect());
                let parts = each(
                    in_rows.filter(|cells: &Vec<Cell>| !cells.is_empty()),
                    number,
                );
                // A number that is not known may be the largest.
                let largest = |part: &Part| (part.value.is_none(), part.value);
                parts.into_iter().max_by_key(largest).unwrap_or_default()
            };
            ((0..puzzle.regions.len()).map(part).collect(), Join::Sum)
        }
    }
}

/// A part for each of some lists of cells.
fn each(
    lists: impl Iterator<Item = Vec<Cell>>,
    value: impl Fn(&[Cell]) -> Option<u128>,
) -> Vec<Part> {
    let part = |cells: Vec<Cell>| Part {
        value: value(&cells),
        cells,
    };
    lists.map(part).collect()
}

#[cfg(test)]
mod tests {
    use super::super::check::tests::{mistaken, published, solution};
    use super::*;
    use crate::filled::testing::{filled, regions};
    use crate::grid::Grid;

    #[test]
    fn the_answers_are_the_published_ones() {
        assert_eq!(answer(&published(), &solution()), Some(24_405_360));
        assert_eq!(answer(&published(), &mistaken()), Some(16_842_072));
    }

    #[test]
    fn every_expression_is_told_with_its_parts() {
        let told = |expression| {
            let puzzle = BlockParty {
                regions: regions(&["AAB", "BAB"]),
                givens: Grid::from_fn(2, 3, |_| None),
                answer: expression,
                ..published()
            };
            let filled = filled(&["2 3 10", "1 4 5"]);
            (report(&puzzle, &filled), answer(&puzzle, &filled))
        };
        for (expression, lines, answer) in [
            (
                AnswerExpression::SumOfRowProducts,
                vec!["row 1  2 × 3 × 10  = 60", "row 2  1 × 4 × 5   = 20"],
                80,
            ),
            (
                AnswerExpression::SumOfAllCells,
                vec!["row 1  2 + 3 + 10  = 15", "row 2  1 + 4 + 5   = 10"],
                25,
            ),
            (
                AnswerExpression::ProductOfColumnSums,
                vec![
                    "column 1  2 + 1   = 3",
                    "column 2  3 + 4   = 7",
                    "column 3  10 + 5  = 15",
                ],
                315,
            ),
            (
                AnswerExpression::SumOfLargestRegionRowNumbers,
                vec![
                    "region A  from r1c1 and r1c2  = 23",
                    "region B  from r2c1 and r2c3  = 15",
                ],
                38,
            ),
        ] {
            assert_eq!(
                told(expression),
                (lines.into_iter().map(str::to_owned).collect(), Some(answer))
            );
        }
    }

    #[test]
    fn what_does_not_fit_or_is_no_number_has_no_answer() {
        let wide = |symbol: &str| {
            let row = vec![symbol; 30].join(" ");
            let names = "A".repeat(30);
            let puzzle = BlockParty {
                regions: regions(&[&names, &names]),
                givens: Grid::from_fn(2, 30, |_| None),
                ..published()
            };
            answer(&puzzle, &filled(&[&row, &row]))
        };
        // 2 · 7³⁰ fits 128 bits, 60³⁰ does not.
        assert_eq!(wide("7"), Some(2 * 7u128.pow(30)));
        assert_eq!(wide("60"), None);
        assert_eq!(wide("."), None);
    }

    #[test]
    fn givens_stay_marked_as_such_in_a_solution() {
        let mut drawn = picture(&published());
        let (given, found) = (Cell::new(0, 1), Cell::new(1, 1));
        assert_eq!(
            (drawn.cells[given].text.as_str(), drawn.cells[given].given),
            ("3", true)
        );
        assert_eq!(drawn.cells[found].text, "");
        fill(&published(), &mut drawn, &solution());
        assert_eq!(
            (drawn.cells[given].text.as_str(), drawn.cells[given].given),
            ("3", true)
        );
        assert_eq!(
            (drawn.cells[found].text.as_str(), drawn.cells[found].given),
            ("10", false)
        );
    }
}
