//! Drawing a [`Picture`]: in a terminal, as SVG and, with the feature `png`, as PNG and PDF.
//!
//! A picture says what each cell looks like and knows nothing of puzzles, so every kind is drawn by the same code:
//!
//! ```
//! use quadrille_board::draw::{TerminalOptions, terminal};
//! use quadrille_board::grid::Cell;
//! use quadrille_board::picture::{Fill, Picture};
//!
//! let mut picture = Picture::blank(2, 3);
//! picture.cells[Cell::new(0, 1)].text = "7".to_owned();
//! picture.cells[Cell::new(1, 2)].fill = Fill::Shaded;
//! let drawn = terminal(&picture, TerminalOptions { ascii: true, ..TerminalOptions::default() });
//! assert_eq!(drawn, "+---------+\n| .  7  . |\n| .  . ###|\n+---------+\n");
//! ```

mod key;
mod lattice;
#[cfg(feature = "png")]
mod pdf;
#[cfg(feature = "png")]
mod png;
mod sheet;
mod svg;
mod terminal;

pub use key::widest_line;
pub use key::{key, name_regions};
#[cfg(feature = "png")]
pub use pdf::pdf;
#[cfg(feature = "png")]
pub use png::{PngError, png};
pub use sheet::sheet;
pub use svg::FONT;
pub use svg::{CellSize, Places, Style, SvgOptions, svg, svg_with_places};
pub use terminal::{TerminalOptions, terminal};

use crate::grid::{Cell, Direction, Grid};
use crate::picture::Picture;

/// A text as lines of at most so many characters, where spaces and commas let it be broken; none if it is empty.
fn folded(text: &str, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for part in text.split_inclusive([' ', ',']) {
        let length = part.trim_end().chars().count();
        match lines.last_mut() {
            Some(line) if line.chars().count() + length <= most => line.push_str(part),
            _ => lines.push(part.to_owned()),
        }
    }
    for line in &mut lines {
        line.truncate(line.trim_end().len());
    }
    lines
}

/// What stands in lines below a picture, each of at most so many characters where it can be broken.
fn lines_below(picture: &Picture, most: usize) -> Vec<String> {
    let texts = picture.notes.iter().chain(std::iter::once(&picture.facts));
    texts
        .flat_map(|text| folded(&printable(text), most))
        .collect()
}

/// The number of different tints of regions.
const TINTS: usize = 8;

/// A tint for each region, such that regions that touch, even at a corner, have different ones where [`TINTS`]
/// allow it: each region in turn takes the tint that its neighbours have least, then the one that is least used.
fn region_tints(regions: &Grid<usize>) -> Vec<usize> {
    let count = regions.values().iter().max().map_or(0, |&last| last + 1);
    let mut touching = vec![Vec::new(); count];
    for cell in regions.cells() {
        for near in regions.block(cell) {
            if regions[near] != regions[cell] {
                touching[regions[cell]].push(regions[near]);
            }
        }
    }
    let mut tints: Vec<Option<usize>> = vec![None; count];
    let mut used = [0; TINTS];
    for region in 0..count {
        touching[region].sort_unstable();
        touching[region].dedup();
        let near = |tint: usize| {
            let same = |&&other: &&usize| tints[other] == Some(tint);
            touching[region].iter().filter(same).count()
        };
        let tint = (0..TINTS).min_by_key(|&tint| (near(tint), used[tint], tint));
        let tint = tint.unwrap_or(0);
        used[tint] += 1;
        tints[region] = Some(tint);
    }
    tints.into_iter().map(|tint| tint.unwrap_or(0)).collect()
}

/// Whether a border between regions lies between `cell` and its neighbour in `direction`, or the edge of the grid.
fn thick_border(picture: &Picture, cell: Cell, direction: Direction) -> bool {
    match (picture.cells.step(cell, direction), &picture.regions) {
        (None, _) => true,
        (Some(other), Some(regions)) => regions[cell] != regions[other],
        (Some(_), None) => false,
    }
}

/// Text of a puzzle file as it may be printed and drawn: nothing that a terminal obeys, and only characters that XML
/// allows.
pub fn printable(text: &str) -> String {
    let shown = |c: char| if obeys(c) { '\u{fffd}' } else { c };
    text.chars().map(shown).collect()
}

/// Whether a character would not be shown but obeyed: control characters, and marks that turn the direction of writing,
/// by which a text can show something else than it holds. The two that are no characters and that XML has not are told
/// with them.
pub fn obeys(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{fffe}' | '\u{ffff}')
}

#[cfg(test)]
mod tests;
