//! Drawing a picture as SVG.

mod content;
mod elements;
mod ground;
mod lattice;
mod legend;
mod margins;
mod palette;
mod places;
mod signs;

use svg::node::element::{Path, Rectangle, Title};
use svg::{Document, Node};

use elements::{ROW_TEXT, fitted, number, strokes, text, text_width, vector};
use ground::round_ended;
use legend::{LEGEND_LINE, LegendEntry, legend, legend_lines};
use palette::Palette;
pub use palette::Style;
pub use places::Places;
use signs::badge;

use super::lattice::piece_lines;
use super::{lines_below, printable, region_tints};
use crate::grid::{Cell, Direction};
use crate::picture::{CellPicture, Fill, Flow, Picture};

/// How a picture is drawn as SVG.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SvgOptions {
    /// `c1`, `c2`, … above the columns and `r1`, `r2`, … beside the rows.
    pub coordinates: bool,
    /// How it is coloured.
    pub style: Style,
    /// How large it is, by the length of a cell's side; 40 pixels if it is not said.
    pub cell: Option<CellSize>,
}

/// The length of a cell's side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CellSize {
    /// In pixels, of which SVG has 96 to the inch.
    Pixels(f64),
    /// On paper.
    Millimetres(f64),
}

impl CellSize {
    /// The factor by which a length in a picture grows, and the unit that it then has.
    fn scale(size: Option<Self>) -> (f64, &'static str) {
        match size {
            None => (1.0, ""),
            Some(CellSize::Pixels(side)) => (side / SIDE, ""),
            Some(CellSize::Millimetres(side)) => (side / SIDE, "mm"),
        }
    }
}

/// Length of a cell's side, in pixels unless the picture is scaled.
pub(super) const SIDE: f64 = 40.0;
const MARGIN: f64 = 16.0;
/// The fonts of every picture, best first.
pub const FONT: &str = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif";
/// Draws `picture` as a self-contained SVG document.
///
/// Regions are tinted and have thick borders; consensus takes three colours with a legend below. Cells are 40 wide in
/// the view box, which starts at 0 0 and holds everything; width and height state its size. Takes time linear in the
/// number of cells.
pub fn svg(picture: &Picture, options: SvgOptions) -> String {
    svg_with_places(picture, options, &[])
}

/// The same with an invisible element for each place of these kinds, in a group for each board: its attribute
/// `data-board` is the number of the board, and the elements' attributes say which place they are, see [`Places`]. There
/// is room beside the grid for the places that are there, even if nothing stands in them.
pub fn svg_with_places(picture: &Picture, options: SvgOptions, places: &[Places]) -> String {
    if picture.further.is_empty() {
        let scale = CellSize::scale(options.cell);
        return board(picture, options, scale, (0, places)).2;
    }
    let mut first = picture.clone();
    let further = std::mem::take(&mut first.further);
    let boards: Vec<_> = std::iter::once(&first)
        .chain(&further)
        .enumerate()
        .map(|(number, picture)| board(picture, options, (1.0, ""), (number, places)))
        .collect();
    margins::side_by_side(&boards, CellSize::scale(options.cell))
}

/// The width, the height and the document of one board.
fn board(
    picture: &Picture,
    options: SvgOptions,
    (scale, unit): (f64, &str),
    (number_of_board, places): (usize, &[Places]),
) -> (f64, f64, String) {
    let page = Page::of(picture, options, places);
    let mut document = Document::new()
        .set(
            "viewBox",
            format!("0 0 {} {}", number(page.width), number(page.height)),
        )
        .set("width", format!("{}{unit}", number(page.width * scale)))
        .set("height", format!("{}{unit}", number(page.height * scale)))
        .set("font-family", FONT)
        .set("role", "img");
    if !picture.title.is_empty() {
        document.append(Title::new(printable(&picture.title)));
    }
    document.append(
        Rectangle::new()
            .set("width", number(page.width))
            .set("height", number(page.height))
            .set("fill", "white"),
    );
    if !picture.title.is_empty() {
        document.append(
            text(&picture.title, MARGIN, 31.0, 20.0, page.palette.ink)
                .set("font-weight", "bold")
                .set("text-anchor", "start"),
        );
    }
    page.draw_fills(&mut document);
    page.draw_lines(&mut document);
    page.draw_edges(&mut document);
    page.draw_links(&mut document);
    for cell in picture.cells.cells() {
        page.draw_content(&mut document, cell);
    }
    for flow in &picture.flows {
        page.draw_flow(&mut document, flow);
    }
    page.draw_between(&mut document);
    page.draw_outside(&mut document);
    page.draw_texts(&mut document, options);
    page.draw_pieces(&mut document);
    page.draw_legend(&mut document);
    page.draw_facts(&mut document);
    page.draw_credit(&mut document);
    if !places.is_empty() {
        page.draw_places(&mut document, number_of_board, places);
    }
    let mut drawn = document.to_string();
    drawn.push('\n');
    (page.width, page.height, drawn)
}

pub(super) struct Page<'a> {
    pub(super) picture: &'a Picture,
    palette: &'static Palette,
    /// Whether texts in corners have the cells for themselves.
    corners_are_large: bool,
    /// Whether all texts of cells leave room for those in corners, so that they stand in line.
    texts_are_low: bool,
    tints: Vec<usize>,
    left: f64,
    top: f64,
    legend: Vec<Vec<LegendEntry>>,
    /// Where the shapes to be placed begin.
    pieces: f64,
    /// The lines about the whole grid, and where they end.
    facts: Vec<String>,
    facts_end: f64,
    /// Room for the line that says where the puzzle comes from.
    credit: f64,
    width: f64,
    height: f64,
}

/// From the border of a cell to the dashed line of its cage.
const CAGE: f64 = 3.5;
const CREDIT: f64 = 13.0;
const FACTS: f64 = 15.0;
const FACTS_LINE: f64 = 19.0;
/// The room that lines about the whole grid have beside a narrow one.
const LEAST_FACTS: f64 = 240.0;
/// Side of the cells of shapes to be placed.
const PIECE: usize = 14;

impl<'a> Page<'a> {
    fn of(picture: &'a Picture, options: SvgOptions, places: &[Places]) -> Self {
        let (rows, columns) = (picture.cells.rows() as f64, picture.cells.columns() as f64);
        let palette = options.style.palette();
        let labels = if options.coordinates { 24.0 } else { 0.0 };
        let title = if picture.title.is_empty() { 0.0 } else { 30.0 };
        let texts = picture
            .row_texts
            .iter()
            .map(|text| text_width(text, ROW_TEXT));
        let texts = texts.fold(0.0, f64::max);
        let beside = if texts > 0.0 { texts + 14.0 } else { 0.0 };
        let wanted = legend(picture, palette)
            .iter()
            .map(|entry| entry.2)
            .fold(text_width(&picture.title, 22.0), f64::max)
            .max(text_width(&picture.credit, CREDIT));
        let mut margins = margins::margins(&picture.outside);
        let sides = [Places::Left, Places::Right, Places::Top, Places::Bottom];
        for (margin, side) in margins.iter_mut().zip(sides) {
            if places.contains(&side) {
                *margin = margin.max(places::BESIDE);
            }
        }
        let [on_left, on_right, above, under] = margins;
        let (left, top) = (MARGIN + labels + on_left, MARGIN + labels + title + above);
        let room = (columns * SIDE + on_right).max(LEAST_FACTS);
        let facts = lines_below(picture, (room / text_width("0", FACTS)) as usize);
        let of_facts = facts
            .iter()
            .map(|line| text_width(line, FACTS))
            .fold(0.0, f64::max);
        let width = (left + columns * SIDE + on_right + beside)
            .max(wanted + MARGIN)
            .max(left + of_facts)
            + MARGIN;
        let legend = legend_lines(picture, width - left - MARGIN, palette);
        let below = match legend.len() {
            0 => 0.0,
            lines => 12.0 + LEGEND_LINE * lines as f64,
        };
        let pieces = piece_lines(&picture.pieces, columns as usize * SIDE as usize / PIECE, 1);
        let pieces: usize = pieces.iter().map(|(_, height)| PIECE * (height + 1)).sum();
        let of_facts = match facts.is_empty() {
            true => 0.0,
            false => 26.0 + FACTS_LINE * (facts.len() - 1) as f64,
        };
        let facts_end = top + rows * SIDE + under + pieces as f64 + of_facts;
        let credit = match picture.credit.is_empty() {
            true => 0.0,
            false => 22.0,
        };
        let is_small = |cell: &CellPicture| {
            let is_alone = cell.text.is_empty() && cell.second.is_empty();
            let is_long = cell.corner.chars().count() > 3;
            !cell.corner.is_empty() && (!is_alone || is_long || !cell.candidates.is_empty())
        };
        Self {
            picture,
            palette,
            texts_are_low: picture.cells.values().iter().any(|cell| {
                !cell.corner.is_empty() && !cell.text.is_empty() && cell.fill != Fill::Tile
            }),
            corners_are_large: !picture.cells.values().iter().any(is_small),
            tints: picture
                .regions
                .as_ref()
                .map(region_tints)
                .unwrap_or_default(),
            left,
            top,
            legend,
            width,
            credit,
            pieces: top + rows * SIDE + under + PIECE as f64,
            facts,
            facts_end,
            height: facts_end + below + credit + MARGIN,
        }
    }

    /// The upper left corner of a cell.
    pub(super) fn corner(&self, cell: Cell) -> (f64, f64) {
        (
            self.left + cell.column as f64 * SIDE,
            self.top + cell.row as f64 * SIDE,
        )
    }

    pub(super) fn centre(&self, cell: Cell) -> (f64, f64) {
        let (x, y) = self.corner(cell);
        (x + SIDE / 2.0, y + SIDE / 2.0)
    }

    /// The side of `cell` towards `direction` as a path.
    fn side(&self, cell: Cell, direction: Direction) -> String {
        let (x, y) = self.corner(cell);
        let (start_x, start_y, step) = match direction {
            Direction::North => (x, y, 'h'),
            Direction::South => (x, y + SIDE, 'h'),
            Direction::West => (x, y, 'v'),
            Direction::East => (x + SIDE, y, 'v'),
        };
        format!("M{} {}{step}{SIDE}", number(start_x), number(start_y))
    }

    /// The shapes to be placed, below the grid.
    fn draw_pieces(&self, document: &mut Document) {
        let columns = self.picture.cells.columns() * SIDE as usize / PIECE;
        let side = PIECE as f64;
        let mut squares = String::new();
        let mut top = self.pieces;
        for (pieces, height) in piece_lines(&self.picture.pieces, columns, 1) {
            for (left, piece) in pieces {
                for cell in piece {
                    let x = self.left + (left + cell.column) as f64 * side;
                    let y = top + cell.row as f64 * side;
                    if !self.picture.rounded {
                        let (x, y) = (number(x), number(y));
                        squares.push_str(&format!("M{x} {y}h{side}v{side}h-{side}z"));
                        continue;
                    }
                    let is_free = |direction: Direction| match direction {
                        Direction::North => !piece
                            .iter()
                            .any(|other| other.row + 1 == cell.row && other.column == cell.column),
                        Direction::South => !piece
                            .iter()
                            .any(|other| other.row == cell.row + 1 && other.column == cell.column),
                        Direction::West => !piece
                            .iter()
                            .any(|other| other.column + 1 == cell.column && other.row == cell.row),
                        Direction::East => !piece
                            .iter()
                            .any(|other| other.column == cell.column + 1 && other.row == cell.row),
                    };
                    squares.push_str(&round_ended((x, y), side, Direction::ALL.map(is_free)));
                }
            }
            top += (height + 1) as f64 * side;
        }
        let palette = self.palette;
        match (squares.is_empty(), self.picture.rounded) {
            (true, _) => {}
            (_, true) => document.append(Path::new().set("d", squares).set("fill", palette.shaded)),
            (_, false) => {
                document.append(strokes(&squares, palette.ink, 1.5).set("fill", palette.grey));
            }
        }
    }

    /// A tag across the edge, with the amount on it.
    fn draw_flow(&self, document: &mut Document, flow: &Flow) {
        if self.picture.cells.step(flow.from, flow.towards).is_none() {
            return;
        }
        let (x, y) = self.centre(flow.from);
        let (dx, dy) = vector(flow.towards);
        let (x, y) = (x + dx * (SIDE / 2.0 - 1.0), y + dy * (SIDE / 2.0 - 1.0));
        let amount = flow.amount.to_string();
        document.append(badge(&amount, x, y, (dx, dy), self.palette));
    }

    fn draw_texts(&self, document: &mut Document, options: SvgOptions) {
        let (rows, columns) = (self.picture.cells.rows(), self.picture.cells.columns());
        for (row, content) in self.picture.row_texts.iter().enumerate().take(rows) {
            if content.is_empty() {
                continue;
            }
            let (x, y) = self.centre(Cell::new(row, columns.saturating_sub(1)));
            let x = x + SIDE / 2.0 + 12.0;
            let drawn = text(content, x, y + 5.5, ROW_TEXT, self.palette.ink);
            // In any font, it is as wide as its room.
            document.append(fitted(
                drawn.set("text-anchor", "start"),
                text_width(content, ROW_TEXT),
            ));
        }
        if !options.coordinates {
            return;
        }
        // Beyond the clues around the grid.
        let [left, _, above, _] = margins::margins(&self.picture.outside);
        for column in 0..columns {
            let (x, y) = self.centre(Cell::new(0, column));
            let label = format!("c{}", column + 1);
            document.append(text(
                &label,
                x,
                y - above - SIDE / 2.0 - 8.0,
                12.0,
                self.palette.aside,
            ));
        }
        for row in 0..rows {
            let (x, y) = self.centre(Cell::new(row, 0));
            let label = format!("r{}", row + 1);
            document.append(
                text(
                    &label,
                    x - left - SIDE / 2.0 - 7.0,
                    y + 4.3,
                    12.0,
                    self.palette.aside,
                )
                .set("text-anchor", "end"),
            );
        }
    }

    fn draw_facts(&self, document: &mut Document) {
        for (below, content) in self.facts.iter().rev().enumerate() {
            let y = self.facts_end - 4.0 - FACTS_LINE * below as f64;
            let line = text(content, self.left, y, FACTS, self.palette.ink);
            document.append(line.set("text-anchor", "start"));
        }
    }

    fn draw_credit(&self, document: &mut Document) {
        if !self.picture.credit.is_empty() {
            let content = printable(&self.picture.credit);
            let line = text(
                &content,
                MARGIN,
                self.height - MARGIN,
                CREDIT,
                self.palette.aside,
            );
            document.append(line.set("text-anchor", "start"));
        }
    }
}
