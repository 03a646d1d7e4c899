//! The same pictures in several forms; `characters`, `documents` and `files` have what is of one form.

mod characters;
mod documents;
mod files;
mod points;

use super::*;
use crate::picture::{
    CellPicture, Consensus, EdgePicture, Explained, Fill, Flow, LinkPicture, MarkPicture, Outside,
    Ruling, Stroke,
};
use ::svg::node::element::tag::Type;
use ::svg::parser::Event;

/// A picture with regions in which everything occurs that cells of a number puzzle can show.
fn numbers(rows: usize, columns: usize) -> Picture {
    let mut picture = Picture::blank(rows, columns);
    picture.regions = Some(Grid::from_fn(rows, columns, |cell| {
        (cell.row / 2) * columns + (cell.column + cell.row) / 3
    }));
    for cell in picture.cells.cells() {
        let drawn = &mut picture.cells[cell];
        match (cell.row * 5 + cell.column * 3) % 11 {
            0 => drawn.fill = Fill::Shaded,
            1 => {
                drawn.fill = Fill::Tile;
                drawn.corner = "4".to_owned();
            }
            2 => drawn.locked = true,
            3 => drawn.consensus = Some(Consensus::Differs),
            4 => {
                drawn.consensus = Some(Consensus::Unknown);
                drawn.text = "12".to_owned();
            }
            5 => {
                drawn.text = "10".to_owned();
                drawn.locked = true;
            }
            n => {
                drawn.text = n.to_string();
                drawn.given = n == 7;
            }
        }
    }
    picture
}

/// A picture without regions in which everything occurs that cells of a shape puzzle can show.
fn shape(rows: usize, columns: usize) -> Picture {
    let mut picture = Picture::blank(rows, columns);
    for cell in picture.cells.cells() {
        let drawn = &mut picture.cells[cell];
        let kind = (cell.row * 7 + cell.column * 3) % 16;
        drawn.fill = if kind < 8 {
            Fill::Inside
        } else {
            Fill::Outside
        };
        match kind {
            2 => drawn.text = "4".to_owned(),
            3 | 4 => {
                drawn.text = "9".to_owned();
                drawn.mark = Some(if kind == 3 {
                    MarkPicture::Circle
                } else {
                    MarkPicture::Square
                });
            }
            9 => drawn.arrows = Direction::ALL.to_vec(),
            10 => drawn.arrows = vec![Direction::East],
            5 | 11 => drawn.consensus = Some(Consensus::Differs),
            _ => {}
        }
    }
    picture
}

fn options(ascii: bool, coordinates: bool, colour: bool, width: usize) -> TerminalOptions {
    TerminalOptions {
        ascii,
        colour,
        coordinates,
        width,
    }
}

/// The drawing without its ANSI codes.
fn stripped(drawn: &str) -> String {
    let mut text = String::new();
    for (at, piece) in drawn.split('\u{1b}').enumerate() {
        let rest = match at {
            0 => piece,
            _ => piece.split_once('m').map_or("", |(_, rest)| rest),
        };
        text.push_str(rest);
    }
    text
}

/// Two regions, one of three cells and one of five, with something in every cell.
fn small() -> Picture {
    let mut picture = Picture::blank(2, 4);
    let regions = [0, 0, 1, 1, 0, 1, 1, 1];
    picture.regions = Grid::from_values(2, 4, regions.to_vec());
    picture.row_texts = vec!["prime".to_owned(), String::new()];
    let cell = |text: &str| CellPicture {
        text: text.to_owned(),
        ..CellPicture::default()
    };
    let cells = vec![
        cell("7"),
        CellPicture {
            fill: Fill::Shaded,
            ..cell("")
        },
        CellPicture {
            locked: true,
            ..cell("3")
        },
        CellPicture {
            consensus: Some(Consensus::Differs),
            ..cell("5")
        },
        CellPicture {
            fill: Fill::Tile,
            corner: "2".to_owned(),
            ..cell("")
        },
        CellPicture {
            locked: true,
            ..cell("")
        },
        CellPicture {
            consensus: Some(Consensus::Unknown),
            ..cell("")
        },
        cell("0"),
    ];
    picture.cells = Grid::from_values(2, 4, cells).unwrap();
    picture
}

#[test]
fn regions_that_touch_have_different_tints() {
    for (rows, columns) in [(5, 5), (12, 18), (40, 40)] {
        let picture = numbers(rows, columns);
        let regions = picture.regions.unwrap();
        let tints = region_tints(&regions);
        for (a, b) in regions.adjacent_pairs() {
            let (x, y) = (regions[a], regions[b]);
            assert!(x == y || tints[x] != tints[y]);
        }
        assert!(tints.iter().all(|&tint| tint < TINTS));
    }
    // More neighbours than tints: still a tint each.
    let star = Grid::from_fn(
        1,
        25,
        |cell| if cell.column % 2 == 0 { 0 } else { cell.column },
    );
    assert_eq!(region_tints(&star).len(), 24);
}

/// The texts of a document whose elements are all closed in order.
pub(crate) fn texts(document: &str) -> Vec<String> {
    let mut open = Vec::new();
    let mut texts = Vec::new();
    for event in ::svg::read(document).unwrap() {
        match event {
            Event::Tag(tag, Type::Start, _) => open.push(tag),
            Event::Tag(tag, Type::End, _) => assert_eq!(open.pop(), Some(tag)),
            Event::Text(text) => texts.push(text.to_owned()),
            Event::Error(error) => panic!("{error}"),
            _ => {}
        }
    }
    assert!(open.is_empty());
    texts
}

#[test]
fn an_empty_picture_is_drawn() {
    for (rows, columns) in [(0, 0), (0, 3), (3, 0)] {
        let mut picture = Picture::blank(rows, columns);
        for regions in [None, Some(Grid::from_fn(rows, columns, |_| 0))] {
            picture.regions = regions;
            picture.row_texts = vec!["text".to_owned(); rows];
            assert!(!terminal(&picture, options(false, true, true, 80)).is_empty());
            texts(&svg(
                &picture,
                SvgOptions {
                    coordinates: true,
                    ..SvgOptions::default()
                },
            ));
        }
    }
}

#[cfg(feature = "png")]
#[test]
fn png_has_the_size_of_the_document() {
    let document = svg(&small(), SvgOptions::default());
    let bytes = png(&document, 2.0).unwrap();
    assert_eq!(bytes[..8], *b"\x89PNG\r\n\x1a\n");
    let width = u32::from_be_bytes([bytes[16], bytes[17], bytes[18], bytes[19]]);
    let stated: f32 = document
        .split("width=\"")
        .nth(1)
        .unwrap()
        .split('"')
        .next()
        .unwrap()
        .parse()
        .unwrap();
    assert_eq!(width, (2.0 * stated).ceil() as u32);
    assert!(png("<svg", 1.0).is_err());
    assert!(png(&document, 0.0).is_err());
    assert!(png(&document, 1e9).is_err());
    assert!(png(&document, f32::NAN).is_err());
}

/// A frame of four sides around the left one of two cells, a double link, texts beside the grid and on a point.
#[test]
fn what_stands_between_and_beside_cells_is_drawn() {
    use crate::picture::{EdgePicture, LinkPicture, Stroke};
    let mut picture = Picture::blank(1, 2);
    picture.frame = false;
    let sides = [
        (true, (0, 0)),
        (true, (1, 0)),
        (false, (0, 0)),
        (false, (0, 1)),
    ];
    let edge = |(is_level, point)| EdgePicture {
        is_level,
        point,
        stroke: Stroke::Line,
        is_found: true,
    };
    picture.edges = Some(sides.into_iter().map(edge).collect());
    picture.outside.left = vec!["7".to_owned()];
    picture.outside.top = vec!["1,3".to_owned(), String::new()];
    picture.points = vec![(0, 2, "5".to_owned())];
    let ascii = TerminalOptions {
        ascii: true,
        ..TerminalOptions::default()
    };
    let drawn = terminal(&picture, ascii);
    let lines: Vec<&str> = drawn.lines().map(str::trim_end).collect();
    // Two lines of clues, then three of the grid.
    assert_eq!(lines.len(), 5, "{drawn}");
    assert_eq!((lines[0].trim(), lines[1].trim()), ("1", "3"));
    assert!(
        lines[2].trim().starts_with("+-") && lines[2].ends_with('5'),
        "{drawn}"
    );
    assert!(
        lines[3].starts_with("7 |") && lines[3].matches('|').count() == 2,
        "{drawn}"
    );
    assert!(lines[4].ends_with("+   ."), "{drawn}");

    let mut bridge = Picture::blank(1, 2);
    bridge.links = Some(vec![LinkPicture {
        from: Cell::new(0, 0),
        towards: Direction::East,
        stroke: Stroke::Double,
        is_found: true,
    }]);
    assert!(
        terminal(&bridge, ascii).contains("-==="),
        "{}",
        terminal(&bridge, ascii)
    );
    // Two parallel lines are a wide one with a white one in it, which meet at bends.
    let drawn = svg(&bridge, SvgOptions::default());
    let paths = drawn
        .split("<path")
        .filter(|path| path.contains("M36 36l40 0"));
    let strokes: Vec<bool> = paths.map(|path| path.contains("#1b5fa8")).collect();
    assert_eq!(strokes, [true, false], "{drawn}");
    bridge.further = vec![picture];
    // The row of one board is beside the second line of clues of the other.
    let both = terminal(&bridge, ascii);
    let beside = |line: &str| line.contains("-===") && line.ends_with('3');
    assert!(both.lines().any(beside), "{both}");
    assert_eq!(
        svg(&bridge, SvgOptions::default()).matches("<svg ").count(),
        3
    );
}

#[test]
fn cells_of_no_region_are_not_tinted() {
    let mut picture = Picture::blank(1, 3);
    picture.regions = Grid::from_values(1, 3, vec![0, 1, 1]);
    let tinted = svg(&picture, SvgOptions::default());
    picture.unassigned = Some(1);
    let open = svg(&picture, SvgOptions::default());
    assert!(tinted.contains("#d8e9fb") && !open.contains("#d8e9fb"));
    assert!(open.contains("#fde4d3"));
    let coloured = |picture: &Picture| terminal(picture, options(false, false, true, 80));
    let with_tint = coloured(&picture);
    picture.unassigned = None;
    assert_ne!(coloured(&picture), with_tint);
}

#[test]
fn long_lines_about_the_grid_are_folded() {
    let mut picture = Picture::blank(3, 3);
    picture.facts = format!("words: {}", vec!["123456"; 40].join(","));
    let options = TerminalOptions::default();
    let drawn = terminal(&picture, options);
    let lines: Vec<&str> = drawn.lines().collect();
    assert!(
        lines
            .iter()
            .all(|line| line.chars().count() <= options.width),
        "{drawn}"
    );
    // Nothing is lost.
    let from = lines
        .iter()
        .position(|line| line.starts_with("words"))
        .unwrap();
    assert_eq!(lines[from..].concat(), picture.facts);
    assert!(lines.len() > from + 2);
    let narrow = svg(&picture, SvgOptions::default());
    assert_eq!(narrow.matches("123456").count(), 40);
    let width: f64 = narrow
        .split("width=\"")
        .nth(1)
        .and_then(|rest| rest.split('"').next()?.parse().ok())
        .unwrap();
    assert!(width < 400.0, "{width}");
}

/// Long clues of columns stand below the grid in the terminal, by column, and are turned in SVG.
#[test]
fn long_texts_above_columns_do_not_widen_the_grid() {
    let mut picture = Picture::blank(1, 2);
    picture.outside.top = vec!["ABCDEF".to_owned(), "12".to_owned()];
    let drawn = |picture: &Picture, width| terminal(picture, options(true, false, false, width));
    assert_eq!(drawn(&picture, 80).lines().next(), Some("  ABCDEF    12"));
    picture.outside.top[0] = "ABC DEFG".to_owned();
    let lines = "  c1  c2\n+--------+\n|  .   . |\n+--------+\nc1: ABC DEFG\nc2: 12\n";
    assert_eq!(drawn(&picture, 80), lines);
    assert_eq!(drawn(&picture, 8), lines.replace("ABC DEFG", "ABC\nDEFG"));
    picture.outside.bottom = vec![String::new(), "9".to_owned()];
    assert!(
        drawn(&picture, 80).ends_with("above c1: ABC DEFG\nabove c2: 12\nbelow c2: 9\n"),
        "{}",
        drawn(&picture, 80)
    );
    let turned = |picture: &Picture| {
        svg(picture, SvgOptions::default())
            .matches("rotate(-90)")
            .count()
    };
    picture.outside = Outside::default();
    picture.outside.top = vec!["ABCDEFGHIJKLMNOPQRSTUVWXYZ".to_owned(), "12".to_owned()];
    assert_eq!(turned(&picture), 2);
    picture.outside.top[0] = "3,4,5,6,7,8".to_owned();
    assert_eq!(turned(&picture), 0);
}

#[test]
fn shapes_with_round_ends_are_round_where_they_end() {
    let arcs = |picture: &Picture| svg(picture, SvgOptions::default()).matches('A').count();
    let mut picture = Picture::blank(3, 3);
    let plain = arcs(&picture);
    picture.cells[Cell::new(0, 0)].fill = Fill::Rounded;
    assert_eq!(arcs(&picture) - plain, 4);
    picture.cells[Cell::new(0, 1)].fill = Fill::Rounded;
    assert_eq!(arcs(&picture) - plain, 4);
    // A bend: two at either end, and its outer corner.
    picture.cells[Cell::new(1, 1)].fill = Fill::Rounded;
    assert_eq!(arcs(&picture) - plain, 5);
    let ascii = terminal(&picture, options(true, false, false, 80));
    assert!(ascii.contains("|###### . |"), "{ascii}");
}

/// An arrow above a number, or on its right; in the terminal before it.
#[test]
fn an_arrow_stands_beside_the_number() {
    let mut picture = Picture::blank(1, 1);
    let cell = &mut picture.cells[Cell::new(0, 0)];
    cell.text = "12".to_owned();
    cell.arrows = vec![Direction::West];
    let drawn = svg(&picture, SvgOptions::default());
    assert!(texts(&drawn).concat().contains("12") && !drawn.contains('←'));
    assert!(terminal(&picture, options(false, false, false, 80)).contains("←12"));
    picture.cells[Cell::new(0, 0)].arrows.push(Direction::North);
    assert!(svg(&picture, SvgOptions::default()).contains("←↑12"));
}
