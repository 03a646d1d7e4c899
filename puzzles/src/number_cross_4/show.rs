//! What is shown of the puzzle and of its solutions: picture, report, answer.

use super::NumberCross4;
use crate::filled::{number_lines, sum_of_numbers};
use crate::picture::{Fill, Picture};
use crate::puzzle::Completed;
use crate::symbol::Symbol;

pub(super) fn picture(puzzle: &NumberCross4) -> Picture {
    let regions = puzzle.regions.grid();
    let mut picture = Picture::blank(regions.rows(), regions.columns());
    picture.regions = Some(regions.clone());
    picture.region_names = puzzle.regions.names().to_vec();
    picture.row_texts = puzzle.clues.iter().map(ToString::to_string).collect();
    picture
}

pub(super) fn fill(_puzzle: &NumberCross4, picture: &mut Picture, completed: &Completed) {
    for cell in picture.cells.cells() {
        let drawn = &mut picture.cells[cell];
        match completed.grid.get(cell) {
            Some(Symbol::Hash) => drawn.fill = Fill::Shaded,
            Some(symbol) => drawn.text = symbol.to_string(),
            None => {}
        }
    }
}

/// A line for each row: its numbers, their sum, and the clue.
pub(super) fn report(puzzle: &NumberCross4, completed: &Completed) -> Vec<String> {
    number_lines(&completed.grid, &puzzle.clues)
}

/// The sum of all numbers.
pub(super) fn answer(_puzzle: &NumberCross4, completed: &Completed) -> Option<u128> {
    sum_of_numbers(&completed.grid)
}

#[cfg(test)]
mod tests {
    use super::super::check::tests::{published, solution};
    use super::*;
    use crate::grid::Cell;

    #[test]
    fn the_answer_is_the_published_one() {
        assert_eq!(answer(&published(), &solution()), Some(88_243_711_283));
    }

    #[test]
    fn each_row_is_told_with_its_numbers_sum_and_clue() {
        let lines = report(&published(), &solution());
        assert_eq!(lines.len(), 11);
        assert_eq!(lines[0], "row  1  11122233444      = 11122233444  square");
        assert_eq!(
            lines[4],
            "row  5  13 + 144 + 4181  = 4338         fibonacci"
        );
    }

    #[test]
    fn the_picture_shows_regions_clues_and_the_solution() {
        let mut drawn = picture(&published());
        assert_eq!(drawn.row_texts[2], "prime raised to a prime power");
        assert_eq!(drawn.cells[Cell::new(0, 0)].text, "");
        fill(&published(), &mut drawn, &solution());
        assert_eq!(drawn.cells[Cell::new(0, 10)].text, "4");
        assert_eq!(drawn.cells[Cell::new(1, 5)].fill, Fill::Shaded);
        assert_eq!(drawn.cells[Cell::new(1, 5)].text, "");
    }
}
