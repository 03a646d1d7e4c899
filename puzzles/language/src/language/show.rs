//! What words of the language add to a filled grid: lines of the report, marks in its picture,
//! pictures of their own.
//!
//! A word with output of its own adds it here, from the results of its part of the interpreter (`interpret::folded`);
//! it is then in the reports, JSON and pictures of all puzzles. So far these are folding, and amounts that cells pass
//! to each other (`draw NAME: flow`).

use super::interpret::Folded;
use super::picture::{self, of_puzzle};
use super::values::{Data, Filling};
use crate::fold::{Mark, box_svg, net_svg};
use crate::grid::{Cell, Grid};
use crate::picture::{Flow, MarkPicture, Picture};
use crate::words::counted;

/// Lines of the report, before the parts of the answer.
pub(super) fn report(data: &Data, filling: &Filling, folded: &[Folded]) -> Vec<String> {
    let line = |Folded { board, cells, ways }: &Folded| {
        let board = match data.geometry.boards {
            1 => String::new(),
            _ => format!("board {}: ", board + 1),
        };
        let ways = match &ways[..] {
            [] => "do not fold into a box".to_owned(),
            [only] => format!("fold into a {} box in exactly one way", only.size()),
            [first, ..] => format!(
                "fold into a {} box in {}, the first of which is",
                first.size(),
                counted(ways.len() as u64, "way")
            ),
        };
        format!("{board}{cells} cells {ways}")
    };
    let mut lines: Vec<String> = folded.iter().map(line).collect();
    lines.extend(handed_over(data, filling));
    lines
}

/// The amounts that flow between cells, each with its board, in the order of the cells that give.
pub(super) fn flows(data: &Data, filling: &Filling) -> Vec<(usize, Flow)> {
    if !picture::has_flows(&data.book) {
        return Vec::new();
    }
    let mut drawn = of_puzzle(data);
    picture::fill(&mut drawn, data, filling);
    picture::flows(&drawn, data, filling)
}

/// A line for each cell that passes on something: `amount from r1c1: 1 to r1c2, 1 to r2c1`.
fn handed_over(data: &Data, filling: &Filling) -> Vec<String> {
    let cells = Grid::from_fn(data.geometry.rows, data.geometry.columns, |_| ());
    let of_cell = |flows: &[(usize, Flow)]| {
        let (board, Flow { from, .. }) = flows[0];
        let place = match data.geometry.boards {
            1 => from.to_string(),
            _ => format!("{from} on board {}", board + 1),
        };
        let parts = flows.iter().filter_map(|(_, flow)| {
            let to = cells.step(from, flow.towards)?;
            Some(format!("{} to {to}", flow.amount))
        });
        let parts: Vec<String> = parts.collect();
        format!("{place} passes on {}", parts.join(", "))
    };
    let flows = flows(data, filling);
    flows
        .chunk_by(|a, b| (a.0, a.1.from) == (b.0, b.1.from))
        .map(of_cell)
        .collect()
}

/// Adds fold lines to the picture of the filled grid.
pub(super) fn draw(picture: &mut Picture, folded: &[Folded]) {
    for Folded { board, ways, .. } in folded {
        let picture = match board.checked_sub(1) {
            None => Some(&mut *picture),
            Some(further) => picture.further.get_mut(further),
        };
        if let (Some(picture), Some(fold)) = (picture, ways.first()) {
            picture.folds.extend(fold.fold_lines());
        }
    }
}

/// Further pictures, by name: net and box of the first way to fold.
pub(super) fn pictures(data: &Data, folded: &[Folded]) -> Vec<(&'static str, String)> {
    let mut boards = folded.iter();
    let first = boards.find_map(|folded| Some((folded.board, folded.ways.first()?)));
    let Some((board, fold)) = first else {
        return Vec::new();
    };
    let numbers = numbers(&of_puzzle(data), board);
    vec![
        ("net", net_svg(fold, &numbers)),
        ("box", box_svg(fold, &numbers)),
    ]
}

/// The numbers that the puzzle shows in cells of a board, with what is drawn around them.
fn numbers(picture: &Picture, board: usize) -> Vec<(Cell, u32, Option<Mark>)> {
    let picture = match board.checked_sub(1) {
        None => Some(picture),
        Some(further) => picture.further.get(further),
    };
    let Some(picture) = picture else {
        return Vec::new();
    };
    let number = |cell: Cell| {
        let drawn = &picture.cells[cell];
        let mark = drawn.mark.map(|mark| match mark {
            MarkPicture::Circle => Mark::Circle,
            MarkPicture::Square => Mark::Square,
        });
        Some((cell, drawn.text.parse().ok()?, mark))
    };
    picture.cells.cells().filter_map(number).collect()
}
