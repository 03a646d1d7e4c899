//! What is shown of the puzzle and of its solutions: picture, report, answer.

use super::NumberCross5;
use super::check::displacement::parts;
use crate::filled::{number_lines, sum_of_numbers};
use crate::grid::Grid;
use crate::picture::{Fill, Flow, Picture};
use crate::puzzle::Completed;
use crate::symbol::Symbol;

pub(super) fn picture(puzzle: &NumberCross5) -> Picture {
    let regions = puzzle.regions.grid();
    let mut picture = Picture::blank(regions.rows(), regions.columns());
    picture.regions = Some(regions.clone());
    picture.region_names = puzzle.regions.names().to_vec();
    picture.row_texts = puzzle.clues.iter().map(ToString::to_string).collect();
    for cell in puzzle.locked.cells() {
        picture.cells[cell].locked = puzzle.locked[cell];
    }
    picture
}

pub(super) fn fill(puzzle: &NumberCross5, picture: &mut Picture, completed: &Completed) {
    let first = first_digits(puzzle, completed);
    for cell in picture.cells.cells() {
        let drawn = &mut picture.cells[cell];
        match completed.grid.get(cell) {
            Some(Symbol::Hash) => {
                drawn.fill = Fill::Tile;
                if let Some(first) = &first {
                    drawn.corner = first[cell].to_string();
                }
            }
            Some(symbol) => drawn.text = symbol.to_string(),
            None => {}
        }
    }
    picture.flows = flows(puzzle, completed);
}

/// The region digits, where each tile stands and what it hands out, and a line for each row.
pub(super) fn report(puzzle: &NumberCross5, completed: &Completed) -> Vec<String> {
    let mut lines = Vec::new();
    if !completed.named.is_empty() {
        let digits = completed.named.iter();
        let digits: Vec<String> = digits
            .map(|(name, digit)| format!("{name} = {digit}"))
            .collect();
        lines.push(format!("region digits: {}", digits.join(", ")));
    }
    if let Some(first) = first_digits(puzzle, completed) {
        let flows = flows(puzzle, completed);
        for cell in completed.grid.cells() {
            if completed.grid[cell] != Symbol::Hash {
                continue;
            }
            let handed: Vec<String> = flows
                .iter()
                .filter(|flow| flow.from == cell && flow.amount > 0)
                .filter_map(|flow| {
                    let to = completed.grid.step(cell, flow.towards)?;
                    Some(format!("{} to {to}", flow.amount))
                })
                .collect();
            lines.push(format!(
                "tile at {cell} covers {}: {}",
                first[cell],
                handed.join(", ")
            ));
        }
    }
    lines.extend(number_lines(&completed.grid, &puzzle.clues));
    lines
}

/// The sum of all numbers.
pub(super) fn answer(_puzzle: &NumberCross5, completed: &Completed) -> Option<u128> {
    sum_of_numbers(&completed.grid)
}

/// The digit that each cell first held, if the digit of each region is known.
fn first_digits(puzzle: &NumberCross5, completed: &Completed) -> Option<Grid<u32>> {
    let digit = |region: usize| {
        let name = puzzle.regions.name(region);
        let (_, digit) = completed.named.iter().find(|(other, _)| other == name)?;
        u32::try_from(*digit).ok()
    };
    let digits: Option<Vec<u32>> = (0..puzzle.regions.len()).map(digit).collect();
    let digits = digits?;
    Some(puzzle.regions.grid().map(|&region| digits[region]))
}

/// The amounts of the solution, or some that explain it where it has none of its own.
fn flows(puzzle: &NumberCross5, completed: &Completed) -> Vec<Flow> {
    let grid = &completed.grid;
    let same_size =
        (grid.rows(), grid.columns()) == (puzzle.locked.rows(), puzzle.locked.columns());
    match first_digits(puzzle, completed) {
        Some(first) if completed.flows.is_empty() && same_size => {
            let mut flows: Vec<Flow> = parts(grid, &puzzle.locked)
                .iter()
                .flat_map(|part| part.split(grid, |cell| first[cell]).flows)
                .collect();
            flows.sort_by_key(|flow| (flow.from, flow.towards));
            flows
        }
        _ => completed.flows.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::check::tests::{published, solution};
    use super::*;
    use crate::grid::{Cell, Direction};

    #[test]
    fn the_answer_is_the_published_one() {
        assert_eq!(answer(&published(), &solution()), Some(4_135_658));
    }

    #[test]
    fn the_report_tells_digits_tiles_and_numbers() {
        let lines = report(&published(), &solution());
        let tiles = solution()
            .grid
            .values()
            .iter()
            .filter(|&&s| s == Symbol::Hash)
            .count();
        assert_eq!(lines.len(), 1 + tiles + 11);
        assert_eq!(
            lines[0],
            "region digits: A = 2, B = 4, C = 3, E = 4, D = 1, H = 3, F = 6, G = 7, I = 7"
        );
        // The first tile stands on a 2; r1c2 became 3 and r2c1 became 5.
        assert_eq!(lines[1], "tile at r1c1 covers 2: 1 to r1c2, 1 to r2c1");
        assert_eq!(
            lines[1 + tiles],
            "row  1  342225 + 324     = 342549   square"
        );
    }

    #[test]
    fn every_tile_hands_out_what_it_covers() {
        let first = first_digits(&published(), &solution()).unwrap();
        let flows = flows(&published(), &solution());
        assert!(flows.iter().all(|flow| flow.amount > 0));
        for cell in first.cells() {
            let given: u32 = flows
                .iter()
                .filter(|f| f.from == cell)
                .map(|f| f.amount)
                .sum();
            let tile = solution().grid[cell] == Symbol::Hash;
            assert_eq!(given, if tile { first[cell] } else { 0 });
        }
        let checked = Completed {
            flows,
            ..solution()
        };
        assert_eq!(super::super::check::check(&published(), &checked), []);
    }

    #[test]
    fn the_picture_shows_locks_tiles_and_amounts() {
        let mut drawn = picture(&published());
        assert!(drawn.cells[Cell::new(1, 3)].locked);
        assert!(drawn.flows.is_empty());
        fill(&published(), &mut drawn, &solution());
        let corner = &drawn.cells[Cell::new(0, 0)];
        assert_eq!((corner.fill, corner.corner.as_str()), (Fill::Tile, "2"));
        let given = Flow {
            from: Cell::new(0, 0),
            towards: Direction::East,
            amount: 1,
        };
        assert!(drawn.flows.contains(&given));
        assert_eq!(drawn.cells[Cell::new(0, 1)].text, "3");
    }
}
