//! The meaning of the signs and colours of a picture, in lines below it.

use svg::node::element::Rectangle;
use svg::{Document, Node};

use super::palette::Palette;
use super::signs::{badge, lock};
use super::{MARGIN, Page, number, printable, text, text_width};
use crate::picture::{CellPicture, Consensus, Explained, Fill, Picture};

/// A sign, its meaning, and the width of the entry.
pub(super) type LegendEntry = (Sign, String, f64);

/// A sign that the legend explains.
#[derive(Clone, Copy)]
pub(super) enum Sign {
    /// A colour of cells.
    Colour(&'static str),
    /// The lock of a cell.
    Lock,
    /// The digit on a tile.
    Tile,
    /// An amount that crosses an edge.
    Badge,
}

/// From one line of the legend to the next.
pub(super) const LEGEND_LINE: f64 = 22.0;

impl Page<'_> {
    pub(super) fn draw_legend(&self, document: &mut Document) {
        let palette = self.palette;
        for (line, entries) in self.legend.iter().rev().enumerate() {
            let y = self.height - self.credit - MARGIN - 14.0 - LEGEND_LINE * line as f64;
            let mut x = self.left;
            for &(sign, ref content, width) in entries {
                let patch = |colour: &str, edge: &str| {
                    Rectangle::new()
                        .set("x", number(x))
                        .set("y", number(y))
                        .set("width", "14")
                        .set("height", "14")
                        .set("fill", colour)
                        .set("stroke", edge)
                };
                match sign {
                    Sign::Colour(colour) => document.append(patch(colour, palette.frame.0)),
                    Sign::Lock => document.append(lock(x + 2.0, y + 1.0, palette.aside)),
                    Sign::Tile => {
                        let (fill, edge) = palette.tile;
                        document.append(patch(fill, edge).set("rx", "2"));
                        document.append(text("2", x + 5.0, y + 10.0, 9.0, palette.corner));
                    }
                    Sign::Badge => {
                        document.append(badge("1", x + 6.0, y + 7.0, (1.0, 0.0), palette))
                    }
                }
                let label = text(content, x + 20.0, y + 12.0, 14.0, palette.ink);
                document.append(label.set("text-anchor", "start"));
                x += width;
            }
        }
    }
}

/// The legend in lines of at most `width`.
pub(super) fn legend_lines(
    picture: &Picture,
    width: f64,
    palette: &Palette,
) -> Vec<Vec<LegendEntry>> {
    let mut lines: Vec<Vec<LegendEntry>> = Vec::new();
    let mut filled = 0.0;
    for entry in legend(picture, palette) {
        if lines.is_empty() || filled + entry.2 > width {
            lines.push(Vec::new());
            filled = 0.0;
        }
        filled += entry.2;
        lines.last_mut().expect("one was pushed").push(entry);
    }
    lines
}

/// The meaning of the signs of a picture and the colours of a consensus, if it has any.
pub(super) fn legend(picture: &Picture, palette: &Palette) -> Vec<LegendEntry> {
    let cells = picture.cells.values();
    let entry = |sign, content: &str| {
        let width = text_width(content, 14.0) + 36.0;
        (sign, content.to_owned(), width)
    };
    let told = |sign, explained| entry(sign, &printable(picture.words_for(explained)));
    let mut entries = Vec::new();
    let any = |is: &dyn Fn(&CellPicture) -> bool| cells.iter().any(is);
    if any(&|cell| cell.locked) {
        entries.push(told(Sign::Lock, Explained::Lock));
    }
    if any(&|cell| cell.fill == Fill::Tile && !cell.corner.is_empty()) {
        entries.push(told(Sign::Tile, Explained::Tile));
    }
    if !picture.flows.is_empty() {
        entries.push(told(Sign::Badge, Explained::Amount));
    }
    for (consensus, colour, content) in [
        (Consensus::Same, palette.same, "the same in all solutions"),
        (Consensus::Differs, palette.differs, "differs"),
        (Consensus::Unknown, palette.unknown, "not known"),
    ] {
        let with = |fills: &[Fill]| {
            cells
                .iter()
                .any(|cell| cell.consensus == Some(consensus) && fills.contains(&cell.fill))
        };
        if consensus == Consensus::Same {
            for (fill, colour, content) in [
                (Fill::Inside, palette.inside, "kept in all solutions"),
                (Fill::Outside, palette.outside, "cut away in all solutions"),
            ] {
                if with(&[fill]) {
                    entries.push(entry(Sign::Colour(colour), content));
                }
            }
            if with(&[Fill::Plain, Fill::Shaded, Fill::Rounded, Fill::Tile]) {
                entries.push(entry(Sign::Colour(colour), content));
            }
        } else if cells.iter().any(|cell| cell.consensus == Some(consensus)) {
            entries.push(entry(Sign::Colour(colour), content));
        }
    }
    entries
}
