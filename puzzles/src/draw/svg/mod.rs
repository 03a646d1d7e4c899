//! Drawing a picture as SVG.

mod elements;
mod lattice;
mod legend;
mod places;
mod signs;

use svg::node::element::{Circle, Group, Path, Rectangle, Title};
use svg::{Document, Node};

use elements::{
    ROW_TEXT, number, placed, row_text_width, square, strokes, text, text_width, vector,
};
use legend::{LEGEND_LINE, LegendEntry, legend, legend_lines};
pub use places::Places;
use signs::{arrows, badge, lock, shape};

use super::lattice::piece_lines;
use super::{TINTS, lines_below, printable, region_tints, thick_border};
use crate::grid::{Cell, Direction};
use crate::picture::{
    CellPicture, Consensus, Course, Fill, Flow, Highlight, MarkPicture, Picture, Stroke,
};

/// How a picture is drawn as SVG.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SvgOptions {
    /// `c1`, `c2`, … above the columns and `r1`, `r2`, … beside the rows.
    pub coordinates: bool,
}

/// Length of a cell's side, in pixels unless the picture is scaled.
pub(super) const SIDE: f64 = 40.0;
const MARGIN: f64 = 16.0;
/// The fonts of every picture, best first.
pub(crate) const FONT: &str = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif";
pub(super) const INK: &str = "#1f2328";
const HAIR: &str = "#c9ccd1";
const FRAME: &str = "#8c929a";
const SHADED: &str = "#3d434b";
/// Of shaded cells among regions, whose borders must show on it.
const SHADED_REGION: &str = "#7b838d";
const GREY: &str = "#c3c8ce";
const TILE: &str = "#e8c07d";
const TILE_EDGE: &str = "#8a5f1c";
const INSIDE: &str = "#fde8a4";
const OUTSIDE: &str = "#f4f5f7";
const SAME: &str = "#c8e9c4";
const DIFFERS: &str = "#ffb46b";
const UNKNOWN: &str = "#d6d0e6";
const DECIDED: &str = "#ffe04d";
const ASSUMED: &str = "#ffb3b3";
const KNOWN: &str = "#b9dcff";
const CORNER: &str = "#5b3a06";
const TINT_COLOURS: [&str; TINTS] = [
    "#fde4d3", "#d8e9fb", "#ddf2d6", "#efdff5", "#fdf4c2", "#d5f1ee", "#fbdbe4", "#e6e6f9",
];

/// Draws `picture` as a self-contained SVG document.
///
/// Regions are tinted and have thick borders; consensus takes three colours with a legend below. Cells are 40 wide;
/// the view box starts at 0 0 and holds everything, width and height state its size in pixels. Takes time linear in
/// the number of cells.
pub fn svg(picture: &Picture, options: SvgOptions) -> String {
    svg_with_places(picture, options, &[])
}

/// The same with an invisible element for each place of these kinds, in a group for each board: its attribute
/// `data-board` is the number of the board, and the elements' attributes say which place they are, see [`Places`]. There
/// is room beside the grid for the places that are there, even if nothing stands in them.
pub fn svg_with_places(picture: &Picture, options: SvgOptions, places: &[Places]) -> String {
    if picture.further.is_empty() {
        return board(picture, options, 0, places).2;
    }
    let mut first = picture.clone();
    let further = std::mem::take(&mut first.further);
    let boards: Vec<_> = std::iter::once(&first)
        .chain(&further)
        .enumerate()
        .map(|(number, picture)| board(picture, options, number, places))
        .collect();
    lattice::side_by_side(&boards)
}

/// The width, the height and the document of one board.
fn board(
    picture: &Picture,
    options: SvgOptions,
    number_of_board: usize,
    places: &[Places],
) -> (f64, f64, String) {
    let page = Page::of(picture, options, places);
    let mut document = Document::new()
        .set(
            "viewBox",
            format!("0 0 {} {}", number(page.width), number(page.height)),
        )
        .set("width", number(page.width))
        .set("height", number(page.height))
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
            text(&picture.title, MARGIN, 31.0, 20.0)
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

/// The colour of what has a part in a step.
const fn colour_of(part: Highlight) -> &'static str {
    match part {
        Highlight::Decided => DECIDED,
        Highlight::Assumed => ASSUMED,
        Highlight::Known => KNOWN,
    }
}

/// The width of what colours a side of a cell or what joins two cells.
const BAND: f64 = 13.0;
/// From the border of a cell to the dashed line of its cage.
const CAGE: f64 = 3.5;
const CREDIT: f64 = 13.0;
const FACTS: f64 = 15.0;
const FACTS_LINE: f64 = 19.0;
/// The room that lines about the whole grid have beside a narrow one.
const LEAST_FACTS: f64 = 240.0;
/// The colours of lines through cells, by their kind.
const THREADS: [&str; 6] = [
    "#c9d3dc", "#f0b9a7", "#a9d8ab", "#cdb5ea", "#ecd27a", "#9fd3e6",
];
/// Side of the cells of shapes to be placed.
const PIECE: usize = 14;
/// The colour of texts beside the puzzle.
const ASIDE: &str = "#6a7078";
impl<'a> Page<'a> {
    fn of(picture: &'a Picture, options: SvgOptions, places: &[Places]) -> Self {
        let (rows, columns) = (picture.cells.rows() as f64, picture.cells.columns() as f64);
        let labels = if options.coordinates { 24.0 } else { 0.0 };
        let title = if picture.title.is_empty() { 0.0 } else { 30.0 };
        let texts = picture.row_texts.iter().map(|text| row_text_width(text));
        let texts = texts.fold(0.0, f64::max);
        let beside = if texts > 0.0 { texts + 14.0 } else { 0.0 };
        let wanted = legend(picture)
            .iter()
            .map(|entry| entry.2)
            .fold(text_width(&picture.title, 21.0), f64::max)
            .max(text_width(&picture.credit, CREDIT));
        let mut margins = lattice::margins(&picture.outside);
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
        let legend = legend_lines(picture, width - left - MARGIN);
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
        Self {
            picture,
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

    /// The colour on which a cell is drawn.
    fn ground(&self, cell: Cell) -> &'static str {
        let part = self.picture.cells[cell].highlight;
        part.map_or_else(|| self.plain_ground(cell), colour_of)
    }

    /// The same without its part in a step.
    fn plain_ground(&self, cell: Cell) -> &'static str {
        let drawn = &self.picture.cells[cell];
        let regions = self.picture.regions.as_ref();
        match (
            drawn.consensus,
            drawn.fill,
            regions.filter(|_| self.picture.tinted),
        ) {
            (Some(Consensus::Differs), ..) => DIFFERS,
            (Some(Consensus::Unknown), ..) => UNKNOWN,
            (_, Fill::Inside, _) => INSIDE,
            (_, Fill::Outside, _) => OUTSIDE,
            (Some(Consensus::Same), ..) => SAME,
            (None, _, Some(regions)) if self.picture.unassigned != Some(regions[cell]) => {
                TINT_COLOURS[self.tints[regions[cell]]]
            }
            (None, _, Some(_)) => "white",
            (None, _, None) => "white",
        }
    }

    fn draw_fills(&self, document: &mut Document) {
        // Cells of one colour are one path, so that no gaps show between them.
        let mut grounds: Vec<(&str, String)> = Vec::new();
        for cell in self.picture.cells.cells() {
            let colour = self.plain_ground(cell);
            let (x, y) = self.corner(cell);
            let data = format!("M{} {}h{SIDE}v{SIDE}h-{SIDE}z", number(x), number(y));
            match grounds.iter_mut().find(|ground| ground.0 == colour) {
                Some(ground) => ground.1.push_str(&data),
                None => grounds.push((colour, data)),
            }
        }
        for (colour, data) in grounds {
            document.append(Path::new().set("d", data).set("fill", colour));
        }
        self.draw_parts_in_step(document);
    }

    /// What has a part in a step, over what does not change from step to step.
    fn draw_parts_in_step(&self, document: &mut Document) {
        for cell in self.picture.cells.cells() {
            if let Some(part) = self.picture.cells[cell].highlight {
                let (x, y) = self.corner(cell);
                document.append(square(x, y, 0.0, colour_of(part)));
            }
        }
        for band in &self.picture.bands {
            let (x, y, is_level) = match band.course {
                Course::Side { is_level, point } => {
                    let (x, y) = self.corner(Cell::new(point.0, point.1));
                    (x, y, is_level)
                }
                Course::Link { from, towards } => {
                    let (x, y) = self.centre(from);
                    (x, y, towards == Direction::East)
                }
            };
            let step = if is_level { 'h' } else { 'v' };
            let data = format!("M{} {}{step}{SIDE}", number(x), number(y));
            document.append(strokes(&data, colour_of(band.part), BAND));
        }
    }

    fn draw_lines(&self, document: &mut Document) {
        let picture = self.picture;
        let (mut thin, mut thick) = (String::new(), String::new());
        let inside = |cell: Cell| {
            let drawn = picture.cells.get(cell);
            drawn.is_some_and(|cell| cell.fill == Fill::Inside)
        };
        let sure = |cell: Cell| {
            let drawn = picture.cells.get(cell);
            drawn.is_none_or(|cell| matches!(cell.consensus, None | Some(Consensus::Same)))
        };
        let shapes = picture
            .cells
            .values()
            .iter()
            .any(|cell| cell.fill == Fill::Inside);
        let mut frame = String::new();
        for cell in picture.cells.cells() {
            for direction in Direction::ALL {
                let next = picture.cells.step(cell, direction);
                // Between two cells, the earlier one draws.
                if next.is_some_and(|next| next < cell) {
                    continue;
                }
                let edge =
                    inside(cell) != next.is_some_and(inside) && sure(cell) && next.is_none_or(sure);
                let bare = next.is_none() && !picture.frame;
                let is_thick = match (&picture.boxes, next) {
                    (Some(boxes), Some(next)) => boxes[cell] != boxes[next],
                    _ => thick_border(picture, cell, direction),
                };
                let target = if edge || (!shapes && !bare && is_thick) {
                    &mut thick
                } else if next.is_none() {
                    &mut frame
                } else {
                    &mut thin
                };
                target.push_str(&self.side(cell, direction));
            }
        }
        document.append(strokes(&thin, HAIR, 1.0));
        let shaded = match picture.regions {
            Some(_) => SHADED_REGION,
            None => SHADED,
        };
        for cell in picture.cells.cells() {
            let (x, y) = self.corner(cell);
            let drawn = &picture.cells[cell];
            match drawn.fill {
                // The colour of its part shows around it.
                Fill::Shaded if drawn.highlight.is_some() => {
                    document.append(square(x, y, 6.0, shaded).set("rx", "2"));
                }
                Fill::Shaded if drawn.consensus.is_none_or(|c| c == Consensus::Same) => {
                    document.append(square(x, y, 0.0, shaded));
                }
                Fill::Shaded => {
                    document.append(square(x, y, 9.0, shaded).set("rx", "3"));
                }
                Fill::Grey => document.append(square(x, y, 0.0, GREY)),
                Fill::Tile => document.append(
                    square(x, y, 3.5, TILE)
                        .set("rx", "5")
                        .set("stroke", TILE_EDGE)
                        .set("stroke-width", "1.5"),
                ),
                _ => {}
            }
        }
        self.draw_threads(document);
        document.append(strokes(&frame, FRAME, 1.5));
        let mut dashes = String::new();
        for &(x, y) in &picture.folds {
            let towards = Direction::ALL
                .into_iter()
                .find(|&direction| picture.cells.step(x, direction) == Some(y));
            if let Some(direction) = towards {
                dashes.push_str(&self.side(x, direction));
            }
        }
        if !dashes.is_empty() {
            document.append(
                strokes(&dashes, INK, 1.6)
                    .set("stroke-dasharray", "5 5")
                    .set("stroke-dashoffset", "-2.5")
                    .set("stroke-linecap", "butt"),
            );
        }
        document.append(strokes(&thick, INK, 3.0).set("stroke-linecap", "square"));
        self.draw_cages(document);
    }

    /// Regions beside boxes, which have the thick borders: a dashed line along the inside of each.
    fn draw_cages(&self, document: &mut Document) {
        let (Some(regions), Some(_)) = (&self.picture.regions, &self.picture.boxes) else {
            return;
        };
        let is_same = |one: Cell, other: Cell| regions[one] == regions[other];
        let is_side = |cell: Cell, direction: Direction| {
            let next = regions.step(cell, direction);
            next.is_none_or(|next| !is_same(cell, next))
        };
        let mut dashes = String::new();
        for cell in regions.cells() {
            if self.picture.unassigned == Some(regions[cell]) {
                continue;
            }
            let (x, y) = self.centre(cell);
            for direction in Direction::ALL
                .into_iter()
                .filter(|&side| is_side(cell, side))
            {
                let (dx, dy) = vector(direction);
                // How far the line goes on either way: to that of the next side, or of the next cell.
                let reach = |along: Direction| match regions.step(cell, along) {
                    Some(next) if is_same(cell, next) => match is_side(next, direction) {
                        true => SIDE / 2.0,
                        false => SIDE / 2.0 + CAGE,
                    },
                    _ => SIDE / 2.0 - CAGE,
                };
                let across = match direction {
                    Direction::North | Direction::South => [Direction::West, Direction::East],
                    _ => [Direction::North, Direction::South],
                };
                let from = SIDE / 2.0 - CAGE;
                let mut step = 'M';
                for along in across {
                    let (ax, ay) = vector(along);
                    let reach = reach(along);
                    let (x, y) = (x + dx * from + ax * reach, y + dy * from + ay * reach);
                    dashes.push_str(&format!("{step}{} {}", number(x), number(y)));
                    step = 'L';
                }
            }
        }
        document.append(
            strokes(&dashes, ASIDE, 1.2)
                .set("stroke-dasharray", "3 2")
                .set("stroke-linecap", "butt"),
        );
    }

    fn draw_content(&self, document: &mut Document, cell: Cell) {
        let drawn: &CellPicture = &self.picture.cells[cell];
        let (x, y) = self.centre(cell);
        let mut group = Group::new();
        let ink = match (drawn.fill, drawn.mark) {
            (Fill::Shaded, None) => "white",
            _ => INK,
        };
        match drawn.mark {
            Some(MarkPicture::Circle) => group.append(
                Circle::new()
                    .set("cx", number(x))
                    .set("cy", number(y))
                    .set("r", "14")
                    .set("fill", "white")
                    .set("stroke", INK)
                    .set("stroke-width", "1.5"),
            ),
            Some(MarkPicture::Square) => group.append(
                square(x - SIDE / 2.0, y - SIDE / 2.0, 4.0, "white")
                    .set("stroke", INK)
                    .set("stroke-width", "1.5"),
            ),
            None => {}
        }
        if !drawn.arrows.is_empty() {
            let width = if drawn.given { 3.0 } else { 2.0 };
            group.append(strokes(&arrows(&drawn.arrows, x, y), ink, width));
        }
        let unsure = match drawn.consensus {
            Some(Consensus::Differs | Consensus::Unknown) => drawn.fill != Fill::Shaded,
            _ => false,
        };
        let listed = drawn.text.is_empty() && (2..=9).contains(&drawn.candidates.len());
        if listed {
            for (number, word) in drawn.candidates.iter().enumerate() {
                let (row, column) = ((number / 3) as f64 - 1.0, (number % 3) as f64 - 1.0);
                let size = if word.chars().count() > 1 { 8.0 } else { 11.0 };
                let y = y + row * 12.0 + size * 0.36;
                group.append(text(word, x + column * 12.0, y, size));
            }
        }
        let content = match drawn.text.as_str() {
            "" if listed => "",
            "" if unsure && drawn.arrows.is_empty() => "?",
            content => content,
        };
        if !drawn.parts.is_empty() {
            self.draw_parts(&mut group, drawn, (x, y), ink);
        } else if let Some(shape) = shape(content, (x, y), ink) {
            group.append(shape);
        } else {
            // A long text in the corner needs room, and so do two, and one beside several digits.
            let is_wide = content.chars().count() > 1;
            let (smaller, right, down) =
                match (drawn.corner.chars().count(), drawn.second.is_empty()) {
                    (1, true) if is_wide => (4.0, 4.0, 4.0),
                    (0 | 1, true) => (0.0, 0.0, 0.0),
                    (_, true) => (5.0, 5.0, 5.0),
                    (0 | 1, false) => (5.0, -1.0, 2.0),
                    (_, false) => (5.0, -2.0, 4.0),
                };
            let is_on_line =
                !content.is_empty() && ink == INK && drawn.mark.is_none() && self.has_line(cell);
            let texts = placed(content).into_iter();
            for (content, dx, dy, size) in texts.filter(|(content, ..)| !content.is_empty()) {
                let (dx, dy, size) = (dx + right, dy + down, size - smaller);
                let mut content = text(content, x + dx, y + dy + size * 0.36, size);
                content.assign("fill", ink);
                if is_on_line {
                    // A line through the cell leaves room around it.
                    content.assign("stroke", self.ground(cell));
                    content.assign("stroke-width", "3.5");
                    content.assign("stroke-linejoin", "round");
                    content.assign("paint-order", "stroke");
                }
                if drawn.given {
                    content.assign("font-weight", "bold");
                }
                group.append(content);
            }
        }
        let (left, top) = (x - SIDE / 2.0, y - SIDE / 2.0);
        if !drawn.corner.is_empty() {
            group.append(
                text(&drawn.corner, left + 8.0, top + 16.5, 12.0)
                    .set("text-anchor", "start")
                    .set("fill", if ink == INK { CORNER } else { ink }),
            );
        }
        if !drawn.second.is_empty() {
            group.append(
                text(
                    &printable(&drawn.second),
                    left + SIDE - 6.0,
                    top + SIDE - 6.0,
                    12.0,
                )
                .set("text-anchor", "end")
                .set("fill", ink),
            );
        }
        if drawn.locked {
            let above = match drawn.second.is_empty() {
                true => SIDE - 15.0,
                false => 3.0,
            };
            group.append(lock(left + SIDE - 12.5, top + above));
        }
        if group.get_children().is_some_and(|parts| !parts.is_empty()) {
            document.append(group);
        }
    }

    /// Whether a line is drawn through the middle of a cell.
    fn has_line(&self, cell: Cell) -> bool {
        let links = self.picture.links.iter().flatten();
        let mut lines = links.filter(|link| !matches!(link.stroke, Stroke::Text(_)));
        lines.any(|link| {
            let to = self.picture.cells.step(link.from, link.towards);
            link.from == cell || to == Some(cell)
        })
    }

    /// The diagonals of a cell and the values between them.
    fn draw_parts(&self, group: &mut Group, drawn: &CellPicture, (x, y): (f64, f64), ink: &str) {
        let half = SIDE / 2.0;
        let (left, top) = (number(x - half), number(y - half));
        let mut lines = format!("M{left} {top}l{SIDE} {SIDE}");
        let places: &[(f64, f64)] = match drawn.parts.len() {
            2 => &[(8.0, -9.0), (-8.0, 10.0)],
            _ => {
                lines.push_str(&format!("m0 -{SIDE}l-{SIDE} {SIDE}"));
                &[(0.0, -12.5), (12.5, 0.0), (0.0, 12.5), (-12.5, 0.0)]
            }
        };
        group.append(strokes(&lines, FRAME, 1.0));
        for (content, (dx, dy)) in drawn.parts.iter().zip(places) {
            if !content.is_empty() && content != "?" {
                let content = text(content, x + dx, y + dy + 4.7, 13.0);
                group.append(content.set("fill", ink));
            }
        }
    }

    /// Lines through cells, thick and pale, on the colours of the cells.
    fn draw_threads(&self, document: &mut Document) {
        for thread in &self.picture.threads {
            let points = thread.cells.iter().map(|&cell| self.centre(cell));
            let mut path = String::new();
            for (x, y) in points {
                let step = if path.is_empty() { 'M' } else { 'L' };
                path.push_str(&format!("{step}{} {}", number(x), number(y)));
            }
            let colour = THREADS[thread.kind % THREADS.len()];
            // White around it, for grey cells.
            document.append(strokes(&path, "white", 12.0));
            document.append(strokes(&path, colour, 9.0));
            if let (true, Some(&first)) = (thread.has_bulb, thread.cells.first()) {
                let (x, y) = self.centre(first);
                let bulb = Circle::new().set("cx", number(x)).set("cy", number(y));
                document.append(
                    bulb.set("r", 13)
                        .set("fill", colour)
                        .set("stroke", "white")
                        .set("stroke-width", 1.5),
                );
            }
        }
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
                    squares.push_str(&format!(
                        "M{} {}h{side}v{side}h-{side}z",
                        number(x),
                        number(y)
                    ));
                }
            }
            top += (height + 1) as f64 * side;
        }
        if !squares.is_empty() {
            document.append(strokes(&squares, INK, 1.5).set("fill", GREY));
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
        document.append(badge(&amount, x, y, (dx, dy)));
    }

    fn draw_texts(&self, document: &mut Document, options: SvgOptions) {
        let (rows, columns) = (self.picture.cells.rows(), self.picture.cells.columns());
        for (row, content) in self.picture.row_texts.iter().enumerate().take(rows) {
            if content.is_empty() {
                continue;
            }
            let (x, y) = self.centre(Cell::new(row, columns.saturating_sub(1)));
            document.append(
                text(
                    &printable(content),
                    x + SIDE / 2.0 + 12.0,
                    y + 5.5,
                    ROW_TEXT,
                )
                .set("text-anchor", "start")
                // In any font: it is as wide as its room.
                .set("textLength", number(row_text_width(content)))
                .set("lengthAdjust", "spacingAndGlyphs"),
            );
        }
        if !options.coordinates {
            return;
        }
        // Beyond the clues around the grid.
        let [left, _, above, _] = lattice::margins(&self.picture.outside);
        for column in 0..columns {
            let (x, y) = self.centre(Cell::new(0, column));
            let label = format!("c{}", column + 1);
            document
                .append(text(&label, x, y - above - SIDE / 2.0 - 8.0, 12.0).set("fill", "#6a7078"));
        }
        for row in 0..rows {
            let (x, y) = self.centre(Cell::new(row, 0));
            let label = format!("r{}", row + 1);
            document.append(
                text(&label, x - left - SIDE / 2.0 - 7.0, y + 4.3, 12.0)
                    .set("text-anchor", "end")
                    .set("fill", "#6a7078"),
            );
        }
    }

    fn draw_facts(&self, document: &mut Document) {
        for (below, content) in self.facts.iter().rev().enumerate() {
            let y = self.facts_end - 4.0 - FACTS_LINE * below as f64;
            let line = text(content, self.left, y, FACTS);
            document.append(line.set("text-anchor", "start"));
        }
    }

    fn draw_credit(&self, document: &mut Document) {
        if !self.picture.credit.is_empty() {
            let content = printable(&self.picture.credit);
            let line = text(&content, MARGIN, self.height - MARGIN, CREDIT);
            document.append(line.set("text-anchor", "start").set("fill", ASIDE));
        }
    }
}
