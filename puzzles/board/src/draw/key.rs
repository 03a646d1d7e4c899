//! What signs in a drawing mean, and the names of regions in its cells.

use crate::picture::{CellPicture, Explained, Fill, MarkPicture, Picture};
use quadrille_engine::bits::none_of;

/// The meaning of the signs in terminal drawings of these pictures: a line that ends in a line feed, or nothing.
///
/// Signs that are explained where they are used (`?` and `~`) and those in a puzzle's rules are left out.
pub fn key(pictures: &[&Picture], ascii: bool) -> String {
    let has = |is: &dyn Fn(&CellPicture) -> bool| {
        let mut boards = pictures
            .iter()
            .flat_map(|picture| std::iter::once(*picture).chain(&picture.further));
        boards.any(|board| board.cells.values().iter().any(is))
    };
    let mut told = Vec::new();
    let mut tell = |sign: &str, explained| {
        let words = pictures
            .first()
            .map_or("", |picture| picture.words_for(explained));
        told.push(format!("{sign} {words}"));
    };
    if has(&|cell| cell.locked) {
        tell("*", Explained::Lock);
    }
    if has(&|cell| cell.fill == Fill::Tile && !cell.corner.is_empty()) {
        tell(if ascii { "[2]" } else { "▒2▒" }, Explained::Tile);
    }
    // Without a number in it, a frame is a sign of the puzzle's own.
    let is_own = |explained| {
        let mut keys = pictures.iter().flat_map(|picture| &picture.key);
        keys.any(|(known, _)| *known == explained)
    };
    let marked = |cell: &CellPicture, mark, explained| {
        cell.mark == Some(mark) && (!cell.text.is_empty() || is_own(explained))
    };
    if has(&|cell| marked(cell, MarkPicture::Circle, Explained::Circle)) {
        tell("( )", Explained::Circle);
    }
    if has(&|cell| marked(cell, MarkPicture::Square, Explained::Square)) {
        tell("[ ]", Explained::Square);
    }
    match told.is_empty() {
        true => String::new(),
        false => format!("key: {}\n", told.join("; ")),
    }
}

/// Writes the names of regions into small corners of their cells: of all that have none yet, or only of the first cell
/// of each region.
pub fn name_regions(picture: &mut Picture, everywhere: bool) {
    let Picture {
        cells,
        regions,
        region_names,
        ..
    } = &mut *picture;
    if let Some(regions) = regions {
        let mut is_named = none_of(region_names.len());
        for cell in regions.cells() {
            let region = regions[cell];
            let (Some(name), drawn) = (region_names.get(region), &mut cells[cell]) else {
                continue;
            };
            if (everywhere || !is_named[region])
                && drawn.corner.is_empty()
                && drawn.fill == Fill::Plain
            {
                drawn.corner.clone_from(name);
                is_named.set(region, true);
            }
        }
    }
    for board in &mut picture.further {
        name_regions(board, everywhere);
    }
}

/// The number of characters of the widest line of a text.
pub fn widest_line(text: &str) -> usize {
    text.lines()
        .map(|line| line.chars().count())
        .max()
        .unwrap_or(0)
}
