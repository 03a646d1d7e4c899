//! What lies under the content of cells: colours, lines of the grid, shading, lines through cells.

use svg::node::element::{Circle, Path};
use svg::{Document, Node};

use super::super::thick_border;
use super::elements::{number, square, strokes, vector};
use super::{CAGE, Page, SIDE};
use crate::grid::{Cell, Direction};
use crate::picture::{Consensus, Course, Fill, Highlight, Ruling, ThreadEnds};

/// The width of what colours a side of a cell or what joins two cells.
const BAND: f64 = 13.0;

/// Lines between cells and around the grid, as paths.
#[derive(Default)]
struct Lines {
    thin: String,
    on_dark: String,
    /// Every fifth, or so.
    fifth: String,
    frame: String,
    /// Borders of regions and edges of shapes.
    thick: String,
}

impl Page<'_> {
    /// The colour of what has a part in a step.
    const fn colour_of(&self, part: Highlight) -> &'static str {
        match part {
            Highlight::Decided => self.palette.decided,
            Highlight::Assumed => self.palette.assumed,
            Highlight::Known => self.palette.known,
        }
    }

    /// The colour on which a cell is drawn.
    pub(super) fn ground(&self, cell: Cell) -> &'static str {
        let part = self.picture.cells[cell].highlight;
        part.map_or_else(|| self.plain_ground(cell), |part| self.colour_of(part))
    }

    /// The same without its part in a step.
    fn plain_ground(&self, cell: Cell) -> &'static str {
        let drawn = &self.picture.cells[cell];
        let palette = self.palette;
        let regions = self.picture.regions.as_ref();
        match (
            drawn.consensus,
            drawn.fill,
            regions.filter(|_| self.picture.tinted),
        ) {
            (Some(Consensus::Differs), ..) => palette.differs,
            (Some(Consensus::Unknown), ..) => palette.unknown,
            (_, Fill::Inside, _) => palette.inside,
            (_, Fill::Outside, _) => palette.outside,
            (Some(Consensus::Same), ..) => palette.same,
            _ if drawn.is_tinted => palette.tinted,
            (None, _, Some(regions)) if self.picture.unassigned != Some(regions[cell]) => {
                palette.tints[self.tints[regions[cell]]]
            }
            _ => "white",
        }
    }

    pub(super) fn draw_fills(&self, document: &mut Document) {
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
                document.append(square(x, y, 0.0, self.colour_of(part)));
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
            document.append(strokes(&data, self.colour_of(band.part), BAND));
        }
    }

    /// The lines between cells and around the grid, by how they are drawn.
    fn lines(&self) -> Lines {
        let picture = self.picture;
        let mut lines = Lines::default();
        let is_dark = |cell: Cell| picture.cells[cell].fill == Fill::Shaded;
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
                    &mut lines.thick
                } else if picture.ruling == Ruling::Bare {
                    continue;
                } else if next.is_none() {
                    &mut lines.frame
                } else {
                    // The number of rows or columns before the line.
                    let before = match direction {
                        Direction::East => cell.column + 1,
                        _ => cell.row + 1,
                    };
                    match picture.ruling {
                        Ruling::Every(every) if before % every == 0 => &mut lines.fifth,
                        _ if is_dark(cell) && next.is_some_and(is_dark) => &mut lines.on_dark,
                        _ => &mut lines.thin,
                    }
                };
                target.push_str(&self.side(cell, direction));
            }
        }
        lines
    }

    pub(super) fn draw_lines(&self, document: &mut Document) {
        let picture = self.picture;
        let Lines {
            thin,
            on_dark,
            fifth,
            frame,
            thick,
        } = self.lines();
        let palette = self.palette;
        let (colour, width) = palette.hair;
        if !thin.is_empty() {
            document.append(strokes(&thin, colour, width));
        }
        self.draw_dark(document);
        for (lines, (colour, width)) in [
            (on_dark, (palette.on_shaded, width)),
            (fifth, palette.fifth),
        ] {
            if !lines.is_empty() {
                document.append(strokes(&lines, colour, width));
            }
        }
        self.draw_threads(document);
        let (colour, width) = palette.frame;
        if !frame.is_empty() {
            document.append(strokes(&frame, colour, width));
        }
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
                strokes(&dashes, palette.ink, 1.6)
                    .set("stroke-dasharray", "5 5")
                    .set("stroke-dashoffset", "-2.5")
                    .set("stroke-linecap", "butt"),
            );
        }
        if !thick.is_empty() {
            let borders = strokes(&thick, palette.ink, palette.border);
            document.append(borders.set("stroke-linecap", "square"));
        }
        self.draw_cages(document);
    }

    /// Shaded and grey cells and tiles.
    fn draw_dark(&self, document: &mut Document) {
        let palette = self.palette;
        // As one path, so that no gaps show between them.
        let (mut whole, mut grey) = (String::new(), String::new());
        for cell in self.picture.cells.cells() {
            let (x, y) = self.corner(cell);
            let drawn = &self.picture.cells[cell];
            let data = || format!("M{} {}h{SIDE}v{SIDE}h-{SIDE}z", number(x), number(y));
            let is_sure = drawn.consensus.is_none_or(|known| known == Consensus::Same);
            match drawn.fill {
                // The colour of its part shows around it.
                Fill::Shaded | Fill::Rounded if drawn.highlight.is_some() => {
                    document.append(square(x, y, 6.0, palette.shaded).set("rx", "2"));
                }
                Fill::Shaded if is_sure => whole.push_str(&data()),
                Fill::Rounded if is_sure => whole.push_str(&self.hull(cell)),
                Fill::Shaded | Fill::Rounded => {
                    document.append(square(x, y, 9.0, palette.shaded).set("rx", "3"));
                }
                Fill::Grey => grey.push_str(&data()),
                Fill::Tile => {
                    let (fill, edge) = palette.tile;
                    document.append(
                        square(x, y, 3.5, fill)
                            .set("rx", "5")
                            .set("stroke", edge)
                            .set("stroke-width", "1.5"),
                    );
                }
                Fill::Plain | Fill::Inside | Fill::Outside => {}
            }
        }
        for (data, colour) in [(whole, palette.shaded), (grey, palette.grey)] {
            if !data.is_empty() {
                document.append(Path::new().set("d", data).set("fill", colour));
            }
        }
    }

    /// A cell of a shape with round ends.
    fn hull(&self, cell: Cell) -> String {
        let (x, y) = self.corner(cell);
        let is_free = |direction: Direction| {
            let next = self.picture.cells.step(cell, direction);
            next.is_none_or(|next| self.picture.cells[next].fill != Fill::Rounded)
        };
        round_ended((x, y), SIDE, Direction::ALL.map(is_free))
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
            strokes(&dashes, self.palette.aside, 1.2)
                .set("stroke-dasharray", "3 2")
                .set("stroke-linecap", "butt"),
        );
    }

    /// Lines through cells on their colours: thick and pale ones, and thin arrows.
    fn draw_threads(&self, document: &mut Document) {
        for thread in &self.picture.threads {
            let points: Vec<(f64, f64)> =
                thread.cells.iter().map(|&cell| self.centre(cell)).collect();
            let colour = self.palette.threads[thread.kind % self.palette.threads.len()];
            let disc = |(x, y): (f64, f64), radius: f64| {
                let disc = Circle::new().set("cx", number(x)).set("cy", number(y));
                disc.set("r", radius)
            };
            match thread.ends {
                ThreadEnds::Arrow => {
                    let path = arrow_through(&points);
                    document.append(strokes(&path, self.palette.aside, 1.8));
                    if let Some(&first) = points.first() {
                        document.append(
                            disc(first, RING)
                                .set("fill", "none")
                                .set("stroke", self.palette.aside)
                                .set("stroke-width", 1.8),
                        );
                    }
                }
                ThreadEnds::Plain | ThreadEnds::Bulb => {
                    let path = path_through(&points);
                    // White around it, for grey cells.
                    document.append(strokes(&path, "white", 12.0));
                    document.append(strokes(&path, colour, 9.0));
                    if let (ThreadEnds::Bulb, Some(&first)) = (thread.ends, points.first()) {
                        document.append(
                            disc(first, 13.0)
                                .set("fill", colour)
                                .set("stroke", "white")
                                .set("stroke-width", 1.5),
                        );
                    }
                }
            }
        }
    }
}

/// The radius of the ring from which an arrow comes.
const RING: f64 = 15.0;

/// A line from point to point.
fn path_through(points: &[(f64, f64)]) -> String {
    let mut path = String::new();
    for &(x, y) in points {
        let step = if path.is_empty() { 'M' } else { 'L' };
        path.push_str(&format!("{step}{} {}", number(x), number(y)));
    }
    path
}

/// The same from a ring around the first point on, with the head of an arrow at the last.
fn arrow_through(points: &[(f64, f64)]) -> String {
    let towards = |(x, y): (f64, f64), (ex, ey): (f64, f64)| {
        let length = (ex - x).hypot(ey - y).max(1.0);
        ((ex - x) / length, (ey - y) / length)
    };
    let (&[first, second, ..], &[.., before, (x, y)]) = (points, points) else {
        return String::new();
    };
    let (dx, dy) = towards(first, second);
    let mut points = points.to_vec();
    points[0] = (first.0 + dx * RING, first.1 + dy * RING);
    let (dx, dy) = towards(before, (x, y));
    let wing = |side: f64| {
        (
            x - 7.0 * dx - side * 5.0 * dy,
            y - 7.0 * dy + side * 5.0 * dx,
        )
    };
    path_through(&points) + &path_through(&[wing(1.0), (x, y), wing(-1.0)])
}

/// The outline of a square whose sides are free (above, on the right, below, on the left) or joined to others like it:
/// there is some room beyond a free side, and the corner between two of them is round.
pub(super) fn round_ended((x, y): (f64, f64), side: f64, free: [bool; 4]) -> String {
    let room = side * 0.1;
    let inset = free.map(|is_free| if is_free { room } else { 0.0 });
    let [above, right, below, left] = inset;
    let radius = side * 0.4;
    // The corners clockwise from the upper left one, each with the sides before and behind it.
    let corners = [
        (
            (x + left, y + above),
            (0.0, -1.0),
            (1.0, 0.0),
            free[3] && free[0],
        ),
        (
            (x + side - right, y + above),
            (1.0, 0.0),
            (0.0, 1.0),
            free[0] && free[1],
        ),
        (
            (x + side - right, y + side - below),
            (0.0, 1.0),
            (-1.0, 0.0),
            free[1] && free[2],
        ),
        (
            (x + left, y + side - below),
            (-1.0, 0.0),
            (0.0, -1.0),
            free[2] && free[3],
        ),
    ];
    let mut data = String::new();
    for ((x, y), to, from, is_round) in corners {
        let step = if data.is_empty() { 'M' } else { 'L' };
        let radius = if is_round { radius } else { 0.0 };
        let (ax, ay) = (x - to.0 * radius, y - to.1 * radius);
        data.push_str(&format!("{step}{} {}", number(ax), number(ay)));
        if is_round {
            let (bx, by) = (x + from.0 * radius, y + from.1 * radius);
            let radius = number(radius);
            data.push_str(&format!(
                "A{radius} {radius} 0 0 1 {} {}",
                number(bx),
                number(by)
            ));
        }
    }
    data.push('z');
    data
}
