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

#[test]
fn all_lines_are_equally_wide_and_colours_change_no_character() {
    for (rows, columns) in [(1, 1), (2, 5), (11, 11), (20, 20), (40, 13), (3, 40)] {
        for picture in [
            numbers(rows, columns),
            shape(rows, columns),
            Picture::blank(rows, columns),
        ] {
            for (ascii, coordinates, width) in [
                (false, false, 80),
                (true, false, 80),
                (false, true, 80),
                (true, true, 20),
                (false, false, 0),
            ] {
                let drawn = terminal(&picture, options(ascii, coordinates, false, width));
                let widths: Vec<usize> = drawn.lines().map(|line| line.chars().count()).collect();
                assert!(widths.iter().all(|width| *width == widths[0]), "{drawn}");
                assert_eq!(drawn.is_ascii(), ascii, "{drawn}");
                let coloured = terminal(&picture, options(ascii, coordinates, true, width));
                assert_eq!(stripped(&coloured), drawn);
            }
        }
    }
}

#[test]
fn twenty_columns_fit_eighty_characters() {
    for (picture, most) in [
        (numbers(18, 18), 80),
        (numbers(20, 20), 80),
        (shape(20, 20), 80),
    ] {
        let drawn = terminal(&picture, options(false, true, false, 80));
        assert!(
            drawn.lines().all(|line| line.chars().count() <= most),
            "{drawn}"
        );
    }
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
fn small_pictures_look_like_this() {
    let mut picture = small();
    let unicode = "\
┏━━━━━━━┳━━━━━━━┓
┃ 7  ███┃ 3*  5?┃  prime
┃   ┏━━━┛   ·   ┃
┃▒2▒┃ *   ~   0 ┃
┗━━━┻━━━━━━━━━━━┛
";
    assert_eq!(terminal(&picture, TerminalOptions::default()), unicode);
    let lines = |lines: &[&str]| lines.join("\n") + "\n";
    assert_eq!(
        terminal(&picture, options(true, true, false, 80)),
        lines(&[
            "     c1  c2  c3  c4 ",
            "   +-------+-------+",
            "r1 | 7  ###| 3*  5?|  prime",
            "   |   +---+   .   |",
            "r2 |[2]| *   ~   0 |",
            "   +---+-----------+",
        ])
    );
    let given = &mut picture.cells[Cell::new(0, 0)];
    (given.text, given.corner, given.given) = ("o".to_owned(), "4".to_owned(), true);
    let drawn = terminal(&picture, TerminalOptions::default());
    assert_eq!(drawn.lines().nth(1), Some("┃ o4  ████┃  3*   5?┃  prime"));
    // Another number in the corner is one of the region, perhaps.
    picture.cells[Cell::new(0, 0)].text = "7".to_owned();
    assert_eq!(terminal(&picture, TerminalOptions::default()), unicode);
    picture.title = "A puzzle".to_owned();
    assert_eq!(
        terminal(&picture, options(true, true, false, 10)),
        lines(&[
            "A puzzle",
            "    1 2 3 4 ",
            "   +---+---+",
            "r1 |7 #|3 ?|  prime",
            "   | +-+ . |",
            "r2 |#|* ~ 0|",
            "   +-+-----+",
        ])
    );

    let mut picture = Picture::blank(2, 3);
    let mut set = |row, column, change: &dyn Fn(&mut CellPicture)| {
        change(&mut picture.cells[Cell::new(row, column)])
    };
    set(0, 0, &|cell| {
        cell.arrows = vec![Direction::North, Direction::South]
    });
    set(0, 1, &|cell| cell.arrows = Direction::ALL.to_vec());
    set(0, 2, &|cell| cell.fill = Fill::Inside);
    set(1, 1, &|cell| {
        cell.text = "4".to_owned();
        cell.mark = Some(MarkPicture::Circle);
    });
    set(1, 2, &|cell| {
        cell.text = "5".to_owned();
        cell.mark = Some(MarkPicture::Square);
    });
    assert_eq!(
        terminal(&picture, TerminalOptions::default()),
        "┌─────────┐\n│ ↕  ↕↔▓▓▓│\n│ · (4)[5]│\n└─────────┘\n"
    );
    assert_eq!(
        terminal(&picture, options(true, false, false, 80)),
        "+---------+\n| |  |-###|\n| . (4)[5]|\n+---------+\n"
    );
}

#[test]
fn texts_of_the_puzzle_cannot_act_on_the_terminal() {
    let mut picture = small();
    picture.title = "\u{1b}[31mred\nline".to_owned();
    picture.row_texts[0] = "a\u{7}b".to_owned();
    let drawn = terminal(&picture, TerminalOptions::default());
    assert!(drawn.starts_with("\u{fffd}[31mred\u{fffd}line\n"));
    assert!(drawn.contains("  a\u{fffd}b\n"));
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
fn svg_is_well_formed_and_escaped() {
    for picture in [
        numbers(5, 5),
        numbers(11, 11),
        shape(20, 20),
        Picture::blank(40, 40),
    ] {
        let mut picture = picture;
        picture.title = "a < b & \"c\" > 'd'\u{0}".to_owned();
        picture.row_texts = vec!["x & y < 3".to_owned(); picture.cells.rows()];
        for coordinates in [false, true] {
            let drawn = svg(
                &picture,
                SvgOptions {
                    coordinates,
                    ..SvgOptions::default()
                },
            );
            let texts = texts(&drawn);
            // Once as the title of the document, once above the grid.
            let title = "a &lt; b &amp; \"c\" &gt; 'd'\u{fffd}";
            assert_eq!(texts.iter().filter(|text| *text == title).count(), 2);
            assert_eq!(
                texts
                    .iter()
                    .filter(|text| *text == "x &amp; y &lt; 3")
                    .count(),
                picture.cells.rows()
            );
            assert_eq!(texts.iter().any(|text| text == "c5"), coordinates);
            assert!(drawn.contains("viewBox=\"0 0 "));
            assert!(!drawn.contains("http") || drawn.matches("http").count() == 1);
        }
    }
}

#[test]
fn svg_shows_marks_locks_amounts_folds_and_the_legend() {
    let mut picture = small();
    let own = "a tile, with the digit that it covers".to_owned();
    picture.key = vec![(Explained::Tile, own)];
    picture.flows = vec![
        Flow {
            from: Cell::new(1, 0),
            towards: Direction::East,
            amount: 8,
        },
        Flow {
            from: Cell::new(1, 0),
            towards: Direction::West,
            amount: 9,
        },
    ];
    picture.folds = vec![(Cell::new(0, 0), Cell::new(1, 0))];
    let drawn = svg(&picture, SvgOptions::default());
    let texts = texts(&drawn);
    let count = |content: &str| texts.iter().filter(|text| *text == content).count();
    // An amount that would leave the grid is not drawn.
    assert_eq!((count("8"), count("9")), (1, 0));
    // The digit on a tile once more in the legend.
    assert_eq!((count("7"), count("2"), count("prime")), (1, 2, 1));
    // In words of its own, where it has such.
    assert_eq!(count("a tile, with the digit that it covers"), 1);
    assert_eq!(count("the amount passed to a neighbour"), 1);
    // The legend has the two colours that occur.
    assert_eq!(
        (
            count("differs"),
            count("not known"),
            count("the same in all solutions")
        ),
        (1, 1, 0)
    );
    assert_eq!(drawn.matches("stroke-dasharray").count(), 1);
    let marks = svg(&shape(4, 8), SvgOptions::default());
    let circles = shape(4, 8)
        .cells
        .values()
        .iter()
        .filter(|cell| cell.mark == Some(MarkPicture::Circle))
        .count();
    assert!(circles > 0);
    assert_eq!(marks.matches("<circle").count(), circles);
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
fn a_line_leaves_room_around_a_text() {
    let mut picture = Picture::blank(1, 3);
    for cell in [Cell::new(0, 0), Cell::new(0, 2)] {
        picture.cells[cell].text = "7".to_owned();
    }
    picture.links = Some(vec![LinkPicture {
        from: Cell::new(0, 0),
        towards: Direction::East,
        stroke: Stroke::Line,
        is_found: true,
    }]);
    let drawn = svg(&picture, SvgOptions::default());
    // Of the two texts, one is on the line.
    assert_eq!(drawn.matches(">\n7\n<").count(), 2, "{drawn}");
    assert_eq!(
        drawn.matches("paint-order=\"stroke\"").count(),
        1,
        "{drawn}"
    );
}

#[test]
fn regions_without_tint_have_borders_alone() {
    let mut picture = Picture::blank(1, 2);
    picture.regions = Grid::from_values(1, 2, vec![0, 1]);
    let tinted = svg(&picture, SvgOptions::default());
    picture.tinted = false;
    let plain = svg(&picture, SvgOptions::default());
    assert!(tinted.contains("#fde4d3") && !plain.contains("#fde4d3"));
    let width = "stroke-width=\"3\"";
    assert_eq!(
        (tinted.contains(width), plain.contains(width)),
        (true, true)
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
fn a_frame_without_a_number_is_seen_and_not_explained() {
    let mut picture = Picture::blank(1, 3);
    picture.cells[Cell::new(0, 0)].mark = Some(MarkPicture::Square);
    picture.cells[Cell::new(0, 1)].mark = Some(MarkPicture::Circle);
    picture.cells[Cell::new(0, 1)].fill = Fill::Shaded;
    let drawn = terminal(&picture, options(false, false, false, 80));
    assert!(drawn.contains(" □ ") && drawn.contains("█○█"), "{drawn}");
    let ascii = terminal(&picture, options(true, false, false, 80));
    assert!(ascii.contains("[ ]") && ascii.contains("( )"), "{ascii}");
    assert_eq!(key(&[&picture], false), "");
    // A number in one of them, or words of the puzzle's own.
    picture.cells[Cell::new(0, 0)].text = "4".to_owned();
    assert_eq!(key(&[&picture], false), "key: [ ] a number in a square\n");
    picture.key = vec![(Explained::Circle, "even".to_owned())];
    assert_eq!(
        key(&[&picture], false),
        "key: ( ) even; [ ] a number in a square\n"
    );
}

#[test]
fn a_text_above_a_column_is_no_wider_than_it() {
    let mut picture = Picture::blank(1, 2);
    picture.outside.top = vec!["0000000".to_owned(), "12".to_owned()];
    let drawn = svg(&picture, SvgOptions::default());
    let sizes: Vec<f64> = drawn
        .split("font-size=\"")
        .skip(1)
        .filter_map(|rest| rest.split('"').next()?.parse().ok())
        .collect();
    // Seven digits of half their size each have less than a cell of 40.
    let [.., wide, narrow] = sizes[..] else {
        panic!("{drawn}");
    };
    assert!(wide < 11.0 && wide > 7.0, "{sizes:?}");
    assert_eq!(narrow, 17.0);
}

#[test]
fn boxes_have_the_thick_borders_beside_regions() {
    let mut picture = Picture::blank(2, 2);
    picture.regions = Grid::from_values(2, 2, vec![0, 0, 0, 1]);
    picture.boxes = Grid::from_values(2, 2, vec![0, 1, 0, 1]);
    let drawn = svg(&picture, SvgOptions::default());
    let path = |mark: &str| {
        let paths = drawn.split("<path").filter(|path| path.contains(mark));
        paths.collect::<String>()
    };
    let (thick, dashed) = (path("stroke-width=\"3\""), path("stroke-dasharray"));
    // Between the two columns, and not between the second row and the cell above it.
    assert!(thick.contains("M56 16v40") && thick.contains("M56 56v40"));
    assert!(!thick.contains("M56 56h40"), "{thick}");
    // The region of three cells goes around the corner at the middle, the other one around its cell.
    for line in [
        "M19.5 19.5L56 19.5",
        "M52.5 52.5L92.5 52.5",
        "M52.5 52.5L52.5 92.5",
        "M59.5 59.5L92.5 59.5",
    ] {
        assert!(dashed.contains(line), "{line}: {dashed}");
    }
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

/// How often a colour strokes something.
fn stroked(drawn: &str, colour: &str) -> usize {
    drawn.matches(&format!("stroke=\"{colour}\"")).count()
}

#[test]
fn what_was_found_on_sides_is_told_from_what_was_given() {
    let edge = |is_found, row| EdgePicture {
        is_level: true,
        point: (row, 0),
        stroke: Stroke::Line,
        is_found,
    };
    let mut picture = Picture::blank(2, 2);
    picture.ruling = Ruling::Bare;
    picture.frame = false;
    picture.edges = Some(vec![edge(true, 0)]);
    let drawn = svg(&picture, SvgOptions::default());
    // The colour of lines through cells, as thick as they are; neither frame nor thin lines, but a dot at each point.
    let found = drawn.lines().find(|line| line.contains("#1b5fa8")).unwrap();
    assert!(found.contains("stroke-width=\"3.6\""), "{found}");
    assert_eq!(
        (stroked(&drawn, "#1f2328"), stroked(&drawn, "#c9ccd1")),
        (0, 0),
        "{drawn}"
    );
    assert_eq!(drawn.matches("<circle").count(), 9);
    picture.edges = Some(vec![edge(true, 0), edge(false, 1)]);
    let drawn = svg(&picture, SvgOptions::default());
    assert_eq!(stroked(&drawn, "#1f2328"), 1, "{drawn}");
}

#[test]
fn some_lines_are_thicker() {
    let mut picture = Picture::blank(7, 11);
    picture.ruling = Ruling::Every(5);
    let drawn = svg(&picture, SvgOptions::default());
    let thicker = drawn
        .lines()
        .find(|line| line.contains("stroke-width=\"1.8\""))
        .unwrap();
    // Below row 5, and on the right of columns 5 and 10: by cell.
    assert_eq!(thicker.matches('M').count(), 11 + 2 * 7, "{thicker}");
    picture.ruling = Ruling::Thin;
    assert!(!svg(&picture, SvgOptions::default()).contains("stroke-width=\"1.8\""));
}

#[test]
fn lists_beside_the_grid_have_a_cell_for_each_part() {
    let mut picture = Picture::blank(1, 2);
    picture.outside.left = vec!["3,10,1".to_owned()];
    picture.outside.top = vec!["2".to_owned(), "4,5".to_owned()];
    picture.outside.are_lists = true;
    let drawn = svg(&picture, SvgOptions::default());
    let place = |content: &str, attribute: &str| -> f64 {
        let line = drawn
            .split("<text ")
            .find(|line| line.contains(&format!(">\n{content}\n")));
        let line = line.unwrap_or_else(|| panic!("{content} in {drawn}"));
        let value = line.split(&format!("{attribute}=\"")).nth(1).unwrap();
        value.split('"').next().unwrap().parse().unwrap()
    };
    // Cells of 24, the last ones at the grid, which begins behind a margin of 16 and three of them.
    let left = 16.0 + 3.0 * 24.0;
    for (content, before) in [("3", 60.0), ("10", 36.0), ("1", 12.0)] {
        assert_eq!(place(content, " x"), left - before);
    }
    assert_eq!(place("2", " x"), left + 20.0);
    assert_eq!(place("4", " x"), left + 60.0);
    assert_eq!(place("5", " y") - place("4", " y"), 24.0);
    assert_eq!(place("5", " y"), place("2", " y"));
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
