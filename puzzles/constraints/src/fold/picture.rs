//! Pictures as SVG: the net to cut out and fold, and the folded box from two opposite corners.

use std::fmt::Write as _;

use svg::node::element::{Circle, Group, Path, Rectangle, Text};
use svg::{Document, Node};

use crate::draw::FONT;
use crate::grid::{Cell, Direction, Grid};

use super::Mark;
use super::search::Fold;
use super::surface::{BoxSize, Face, SurfaceCell};

/// Light colours in the order of [`Face::ALL`]; opposite faces are near in hue.
const COLOURS: [&str; 6] = [
    "#fdf0b3", "#cfe6fb", "#d3efcf", "#dcd7f7", "#c9ece6", "#fbd9c4",
];
const INK: &str = "#222222";
const FAINT: &str = "#b9b9b9";

/// A coordinate with at most two decimals.
fn coordinate(x: f64) -> String {
    let text = format!("{x:.2}");
    let short = text.trim_end_matches('0').trim_end_matches('.');
    if short == "-0" { "0" } else { short }.to_owned()
}

fn point((x, y): (f64, f64)) -> String {
    format!("{} {}", coordinate(x), coordinate(y))
}

/// A path of strokes without filling.
fn strokes(data: &str, colour: &str, width: f64) -> Path {
    Path::new()
        .set("d", data)
        .set("fill", "none")
        .set("stroke", colour)
        .set("stroke-width", coordinate(width))
        .set("stroke-linecap", "round")
        .set("stroke-linejoin", "round")
}

/// A number with its mark, centred on the origin, for cells of this side.
fn number_group(number: u32, mark: Option<Mark>, side: f64) -> Group {
    let mut group = Group::new();
    let stroke = coordinate(side * 0.035);
    match mark {
        Some(Mark::Circle) => group.append(
            Circle::new()
                .set("r", coordinate(side * 0.36))
                .set("fill", "none")
                .set("stroke", INK)
                .set("stroke-width", stroke),
        ),
        Some(Mark::Square) => group.append(
            Rectangle::new()
                .set("x", coordinate(side * -0.34))
                .set("y", coordinate(side * -0.34))
                .set("width", coordinate(side * 0.68))
                .set("height", coordinate(side * 0.68))
                .set("fill", "none")
                .set("stroke", INK)
                .set("stroke-width", stroke),
        ),
        None => {}
    }
    // Digits reach 0.72 of the font size above the line: shifting by half of that centres them everywhere.
    let size = side * if number < 10 { 0.52 } else { 0.42 };
    group.append(
        Text::new(number.to_string())
            .set("y", coordinate(size * 0.36))
            .set("font-size", coordinate(size))
            .set("text-anchor", "middle")
            .set("fill", INK),
    );
    group
}

/// The net to print, cut out along the solid line and fold back along the dashed lines, printed side outward.
///
/// Cells on one face share a light colour, the same as in [`box_svg`]. The outline has no flaps for glue; it is
/// one closed path, plus one for each hole. The stated size in millimetres fits on an A4 sheet, upright or, where
/// the net is wider than high, lying, with cells of at most 25 mm. An empty fold gives an empty picture.
pub fn net_svg(fold: &Fold, numbers: &[(Cell, u32, Option<Mark>)]) -> String {
    const SIDE: f64 = 40.0;
    const MARGIN: f64 = 20.0;
    let spots = fold.spots();
    let inside = |cell: &Cell| spots[*cell].is_some();
    let placed: Vec<Cell> = spots.cells().filter(inside).collect();
    let range = |values: &dyn Fn(&Cell) -> usize| {
        let least = placed.iter().map(values).min().unwrap_or(0);
        let most = placed.iter().map(values).max().map_or(0, |most| most + 1);
        (least, most - least)
    };
    let (top, rows) = range(&|cell| cell.row);
    let (left, columns) = range(&|cell| cell.column);
    let at = |row: usize, column: usize| {
        (
            MARGIN + SIDE * (column as f64 - left as f64),
            MARGIN + SIDE * (row as f64 - top as f64),
        )
    };

    let mut page = Group::new().set("font-family", FONT);
    for face in Face::ALL {
        let mut data = String::new();
        for &cell in placed.iter().filter(|&&cell| fold.face(cell) == Some(face)) {
            let corner = point(at(cell.row, cell.column));
            let _ = write!(data, "M{corner}h{SIDE}v{SIDE}h-{SIDE}z");
        }
        if !data.is_empty() {
            let colour = COLOURS[face as usize];
            page.append(strokes(&data, FAINT, 1.0).set("fill", colour));
        }
    }
    let folds = fold_segments(fold)
        .into_iter()
        .map(|(from, to)| format!("M{}L{}", point(at(from.0, from.1)), point(at(to.0, to.1))))
        .collect::<String>();
    page.append(
        strokes(&folds, INK, 1.6)
            .set("stroke-dasharray", "5 5")
            .set("stroke-linecap", "butt"),
    );
    let mut cut = String::new();
    for outline in outlines(spots) {
        for (i, &(row, column)) in outline.iter().enumerate() {
            let _ = write!(
                cut,
                "{}{}",
                if i == 0 { 'M' } else { 'L' },
                point(at(row, column))
            );
        }
        cut.push('z');
    }
    page.append(strokes(&cut, INK, 2.4));
    for &(cell, number, mark) in numbers {
        if fold.spot(cell).is_some() {
            let (x, y) = at(cell.row, cell.column);
            let centre = point((x + SIDE / 2.0, y + SIDE / 2.0));
            page.append(
                number_group(number, mark, SIDE).set("transform", format!("translate({centre})")),
            );
        }
    }

    let width = columns as f64 * SIDE + 2.0 * MARGIN;
    let height = rows as f64 * SIDE + 2.0 * MARGIN;
    // A4 less 10 mm on every side.
    let (short, long) = (width.min(height), width.max(height));
    let scale = (190.0 / short).min(277.0 / long).min(25.0 / SIDE);
    document(width, height)
        .set("width", format!("{}mm", coordinate(width * scale)))
        .set("height", format!("{}mm", coordinate(height * scale)))
        .add(page)
        .to_string()
}

fn document(width: f64, height: f64) -> Document {
    Document::new()
        .set("viewBox", format!("0 0 {}", point((width, height))))
        .set("width", coordinate(width))
        .set("height", coordinate(height))
        .add(
            Rectangle::new()
                .set("width", "100%")
                .set("height", "100%")
                .set("fill", "white"),
        )
}

/// A corner of grid cells: row and column of the cell to its south-east.
type Corner = (usize, usize);

/// The fold lines as straight segments, as long as they go, so that their dashes run on.
fn fold_segments(fold: &Fold) -> Vec<(Corner, Corner)> {
    let mut segments: Vec<(Corner, Corner)> = Vec::new();
    for (x, y) in fold.fold_lines() {
        let from = (y.row, y.column);
        let to = if x.row == y.row {
            (y.row + 1, y.column)
        } else {
            (y.row, y.column + 1)
        };
        let straight = |segment: &(Corner, Corner)| {
            segment.1 == from && (segment.0.0 == to.0 || segment.0.1 == to.1)
        };
        match segments.iter_mut().find(|segment| straight(segment)) {
            Some(segment) => segment.1 = to,
            None => segments.push((from, to)),
        }
    }
    segments
}

/// The border between cells with and without a spot as closed walks, each given by the corners where it turns.
///
/// Where two cells touch at a corner only, the walk keeps to its cell, so that a pocket which is closed by such a
/// corner does not split the outline in two.
fn outlines<T>(spots: &Grid<Option<T>>) -> Vec<Vec<Corner>> {
    let inside = |cell: Cell| spots.get(cell).is_some_and(Option::is_some);
    // The side of `cell` towards `direction` is on the border; it is walked with the inside on the right.
    let border =
        |cell: Cell, direction| inside(cell) && !spots.step(cell, direction).is_some_and(inside);
    let clockwise = |direction: Direction| Direction::ALL[(direction as usize + 1) % 4];
    let mut walked = spots.map(|_| [false; 4]);
    let mut all = Vec::new();
    for first in spots.cells() {
        for first_side in Direction::ALL {
            if !border(first, first_side) || walked[first][first_side as usize] {
                continue;
            }
            let mut corners = Vec::new();
            let (mut cell, mut side) = (first, first_side);
            loop {
                walked[cell][side as usize] = true;
                // The walk along this side goes in the direction `ahead`.
                let ahead = clockwise(side);
                if border(cell, ahead) {
                    corners.push(end_of_side(cell, side));
                    side = ahead;
                } else if let Some(next) = spots.step(cell, ahead) {
                    if border(next, side) {
                        cell = next;
                    } else if let Some(beyond) = spots.step(next, side) {
                        corners.push(end_of_side(cell, side));
                        cell = beyond;
                        side = clockwise(clockwise(ahead));
                    }
                }
                if (cell, side) == (first, first_side) {
                    break;
                }
            }
            all.push(corners);
        }
    }
    all
}

/// The corner at the clockwise end of a side of a cell.
fn end_of_side(cell: Cell, side: Direction) -> Corner {
    match side {
        Direction::North => (cell.row, cell.column + 1),
        Direction::East => (cell.row + 1, cell.column + 1),
        Direction::South => (cell.row + 1, cell.column),
        Direction::West => (cell.row, cell.column),
    }
}

/// A point of the page, as sum of multiples of vectors.
fn along(from: (f64, f64), steps: &[(f64, (f64, f64))]) -> (f64, f64) {
    steps
        .iter()
        .fold(from, |(x, y), &(k, (dx, dy))| (x + k * dx, y + k * dy))
}

/// One of the two isometric views, from opposite corners of the box.
#[derive(Clone, Copy)]
struct View {
    size: BoxSize,
    /// False: from the front, right and above. True: from the back, left and below, with the bottom drawn up, as
    /// a box seen from below looks like the inside of a room.
    bottom_up: bool,
    /// Length of a cell's side.
    cell: f64,
    /// Where the left front bottom corner of the box is on the page.
    origin: (f64, f64),
}

impl View {
    /// The page vector of a vector in space (x to the right, y to the back, z up).
    fn vector(&self, v: [i32; 3]) -> (f64, f64) {
        let [x, y, z] = v.map(|coordinate| self.cell * f64::from(coordinate));
        let cosine = 3f64.sqrt() / 2.0;
        let down = (x - y) / 2.0 - z;
        let down = if self.bottom_up { -down } else { down };
        (cosine * (x + y), down)
    }

    /// The page vectors along a row and down a column of a face, and the page point where both start.
    fn frame(&self, face: Face) -> [(f64, f64); 3] {
        let [east, south, _] = face.axes();
        let (x, y) = self.vector(self.size.corner(face));
        let corner = (self.origin.0 + x, self.origin.1 + y);
        [self.vector(east), self.vector(south), corner]
    }
}

/// The folded box in two isometric views side by side, from the front, right and above and, turned bottom up, from
/// the opposite corner, so that every face and every number is seen.
///
/// Each face has a light colour and is named below its view, with the sum of its numbers if there are any at all. Thin
/// lines are cells, thick lines inside a face are where the cut edges of the net meet. Width, height and view box are
/// in pixels.
pub fn box_svg(fold: &Fold, numbers: &[(Cell, u32, Option<Mark>)]) -> String {
    const MARGIN: f64 = 24.0;
    const LEGEND: f64 = 64.0;
    const LEAST_WIDTH: f64 = 3.0 * ENTRY;
    let size = fold.size();
    let [a, b, c] = size.lengths().map(|length| length as f64);
    let cosine = 3f64.sqrt() / 2.0;
    let cell = (LEAST_WIDTH / ((b + c) * cosine)).clamp(36.0, 110.0);
    let drawn = (b + c) * cosine * cell;
    let view_width = drawn.max(LEAST_WIDTH);
    let view_height = ((b + c) / 2.0 + a) * cell;
    let sums = fold.face_sums(numbers);
    let mut page = Group::new().set("font-family", FONT);
    for bottom_up in [false, true] {
        let left = if bottom_up {
            3.0 * MARGIN + view_width
        } else {
            MARGIN
        };
        let above_origin = if bottom_up { c / 2.0 } else { b / 2.0 + a };
        let view = View {
            size,
            bottom_up,
            cell,
            origin: (
                left + (view_width - drawn) / 2.0,
                MARGIN + above_origin * cell,
            ),
        };
        let (faces, caption) = if bottom_up {
            (
                [Face::Left, Face::Bottom, Face::Back],
                "from the opposite corner, bottom up",
            )
        } else {
            (
                [Face::Front, Face::Top, Face::Right],
                "from the front, right and above",
            )
        };
        for face in faces {
            page.append(face_group(fold, numbers, view, face));
        }
        let (middle, below) = (left + view_width / 2.0, MARGIN + view_height + 30.0);
        let names = faces.map(|face| match numbers {
            [] => (face, face.to_string()),
            _ => (face, format!("{face}: {}", sums[face as usize])),
        });
        add_legend(&mut page, (middle, below), caption, names);
    }
    document(
        2.0 * view_width + 4.0 * MARGIN,
        view_height + 2.0 * MARGIN + LEGEND,
    )
    .add(page)
    .to_string()
}

/// The width of a face's entry below a view.
const ENTRY: f64 = 116.0;

/// Names a view and the faces that are seen in it.
fn add_legend(
    page: &mut Group,
    (middle, top): (f64, f64),
    caption: &str,
    faces: [(Face, String); 3],
) {
    page.append(
        Text::new(caption)
            .set("x", coordinate(middle))
            .set("y", coordinate(top))
            .set("font-size", "14")
            .set("text-anchor", "middle")
            .set("fill", "#666666"),
    );
    for (i, (face, name)) in faces.into_iter().enumerate() {
        let left = middle + (i as f64 - 1.5) * ENTRY;
        page.append(
            Rectangle::new()
                .set("x", coordinate(left + 8.0))
                .set("y", coordinate(top + 14.0))
                .set("width", "16")
                .set("height", "16")
                .set("fill", COLOURS[face as usize])
                .set("stroke", INK),
        );
        page.append(
            Text::new(name)
                .set("x", coordinate(left + 30.0))
                .set("y", coordinate(top + 27.0))
                .set("font-size", "14")
                .set("fill", INK),
        );
    }
}

fn face_group(fold: &Fold, numbers: &[(Cell, u32, Option<Mark>)], view: View, face: Face) -> Group {
    let [east, south, corner] = view.frame(face);
    let (rows, columns) = view.size.face_size(face);
    let at = |row: f64, column: f64| along(corner, &[(column, east), (row, south)]);
    let line = |from: (f64, f64), to: (f64, f64)| format!("M{}L{}", point(from), point(to));
    let (height, width) = (rows as f64, columns as f64);
    let frame = format!(
        "M{}L{}L{}L{}z",
        point(at(0.0, 0.0)),
        point(at(0.0, width)),
        point(at(height, width)),
        point(at(height, 0.0))
    );
    // Lines between cells of the face: faint where the net is whole, strong where its cut edges meet.
    let (mut whole, mut seams) = (String::new(), String::new());
    let on = |row, column| fold.cell_on(SurfaceCell { face, row, column });
    let mut between = |x: Option<Cell>, y: Option<Cell>, segment: String| {
        match (x, y) {
            (Some(x), Some(y)) if x.taxicab(y) == 1 => whole.push_str(&segment),
            _ => seams.push_str(&segment),
        };
    };
    for row in 0..rows {
        for column in 0..columns {
            let (r, c) = (row as f64, column as f64);
            if column > 0 {
                let segment = line(at(r, c), at(r + 1.0, c));
                between(on(row, column - 1), on(row, column), segment);
            }
            if row > 0 {
                let segment = line(at(r, c), at(r, c + 1.0));
                between(on(row - 1, column), on(row, column), segment);
            }
        }
    }
    let mut group = Group::new()
        .add(
            Path::new()
                .set("d", frame.as_str())
                .set("fill", COLOURS[face as usize]),
        )
        .add(strokes(&whole, FAINT, 1.0))
        .add(strokes(&seams, "#555555", 1.8))
        .add(strokes(&frame, INK, 2.2));
    for &(cell, number, mark) in numbers {
        let Some(spot) = fold.spot(cell).filter(|spot| spot.on.face == face) else {
            continue;
        };
        let (x, y) = at(spot.on.row as f64 + 0.5, spot.on.column as f64 + 0.5);
        // On an upside-down box the faces are upside down, too, but numbers are drawn upright.
        let back = |v| along((0.0, 0.0), &[(-1.0, v)]);
        let ((ex, ey), (sx, sy)) = match face {
            Face::Bottom => (south, back(east)),
            _ if view.bottom_up => (back(east), back(south)),
            _ => (east, south),
        };
        let matrix = [ex, ey, sx, sy]
            .map(|v| format!("{:.4}", v / view.cell))
            .join(" ");
        group.append(
            number_group(number, mark, view.cell)
                .set("transform", format!("matrix({matrix} {})", point((x, y)))),
        );
    }
    group
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fold::{Shape, folds};

    /// The texts of a document.
    fn texts(document: &str) -> Vec<String> {
        let document = roxmltree::Document::parse(document).unwrap();
        let texts = document.descendants().filter(|node| node.is_text());
        texts
            .filter_map(|node| node.text().map(|text| text.trim().to_owned()))
            .collect()
    }

    fn grid(rows: &str) -> Grid<Option<()>> {
        let rows: Vec<&[u8]> = rows.split_whitespace().map(str::as_bytes).collect();
        Grid::from_fn(rows.len(), rows[0].len(), |cell| {
            (rows[cell.row][cell.column] == b'#').then_some(())
        })
    }

    /// Twice the signed area of a closed walk (Gauss's formula); positive when the inside is on the right on the page.
    fn doubled_area(corners: &[Corner]) -> i64 {
        (0..corners.len())
            .map(|i| {
                let [(y, x), (next_y, next_x)] = [corners[i], corners[(i + 1) % corners.len()]];
                x as i64 * next_y as i64 - next_x as i64 * y as i64
            })
            .sum()
    }

    #[test]
    fn outlines_enclose_the_cells_and_nothing_else() {
        for (rows, loops) in [
            ("#", 1),
            ("## #.", 1),
            (".#. ### .#.", 1),
            ("### #.# ###", 2),
            // Pockets closed by a corner only: the outline runs in and out through the corner.
            ("### #.# ##.", 1),
            // Two pockets that meet at a corner, but neither meets the outside: one walk for both.
            ("#### #.## ##.# ####", 2),
            ("#.# ... #.#", 4),
        ] {
            let cells = grid(rows);
            let found = outlines(&cells);
            assert_eq!(found.len(), loops, "{rows}");
            let count = cells.values().iter().flatten().count() as i64;
            let area: i64 = found.iter().map(|corners| doubled_area(corners)).sum();
            assert_eq!(area, 2 * count, "{rows}");
            for corners in &found {
                for (i, from) in corners.iter().enumerate() {
                    let to = corners[(i + 1) % corners.len()];
                    assert!(
                        (from.0 == to.0) != (from.1 == to.1),
                        "{rows}: {from:?} to {to:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn both_pictures_show_each_number_once_and_the_net_its_outline_and_folds() {
        let shape = Shape::parse(".#..\n####\n.#..").unwrap();
        let fold = &folds(&shape)[0];
        let numbers = [
            (Cell::new(0, 1), 31, Some(Mark::Circle)),
            (Cell::new(1, 3), 42, Some(Mark::Square)),
            (Cell::new(2, 1), 53, None),
            (Cell::new(1, 0), 64, None),
            (Cell::new(0, 0), 75, None),
        ];
        for picture in [net_svg(fold, &numbers), box_svg(fold, &numbers)] {
            let texts = texts(&picture);
            for (number, times) in [("31", 1), ("42", 1), ("53", 1), ("64", 1), ("75", 0)] {
                assert_eq!(texts.iter().filter(|text| *text == number).count(), times);
            }
            assert_eq!(picture.matches("<circle").count(), 1);
            let dimensions = ["width=\"", "height=\"", "viewBox=\"0 0 "];
            assert!(dimensions.iter().all(|part| picture.contains(part)));
        }
        // The cross has 12 corners, one outline, and five fold lines, two of them in each of two pairs of rows.
        let net = net_svg(fold, &numbers);
        let cut = net
            .split('"')
            .find(|part| part.starts_with('M') && part.ends_with('z') && part.contains('L'));
        let cut = cut.unwrap();
        assert_eq!(
            (cut.matches('M').count(), cut.matches('L').count()),
            (1, 11)
        );
        assert_eq!(fold_segments(fold).len(), 5);
        let (sums, bare) = (texts(&box_svg(fold, &numbers)), texts(&box_svg(fold, &[])));
        for face in Face::ALL {
            let sum = fold.face_sums(&numbers)[face as usize];
            assert!(sums.contains(&format!("{face}: {sum}")));
            assert!(bare.contains(&face.to_string()));
        }
    }
}
