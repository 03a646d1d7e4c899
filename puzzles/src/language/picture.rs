//! Pictures of puzzles of a rulebook.

use super::notation;
use super::syntax::{Ground, Kind};
use super::values::{Data, Filled, Filling};
use crate::grid::Cell;
use crate::picture::{Consensus, Fill, Picture};

pub(super) fn of_puzzle(data: &Data) -> Picture {
    Picture::blank(data.geometry.rows, data.geometry.columns)
}

pub(super) fn fill(picture: &mut Picture, data: &Data, filling: &Filling) {
    for (number, layer) in notation::visible(&data.book) {
        if let Ground::Atoms(Kind::Cell, _) = layer.on {
            for (at, &value) in filling.layers[number].iter().enumerate() {
                let cell = data.geometry.cell(at as u32);
                match value {
                    Filled::Word(0) => picture.cells[cell].fill = Fill::Shaded,
                    Filled::Word(_) => {}
                    value => picture.cells[cell].text = notation::text_of(layer, value),
                }
            }
        }
    }
}

pub(super) fn mark(picture: &mut Picture, _: usize, cell: Cell, consensus: Consensus) {
    picture.cells[cell].consensus = Some(consensus);
}
