//! What is drawn on grid points.

use super::*;

#[test]
fn signs_on_grid_points_are_shapes() {
    let mut picture = Picture::blank(2, 2);
    picture.points = vec![
        (1, 1, "/".to_owned()),
        (0, 0, "●".to_owned()),
        (2, 2, "3".to_owned()),
    ];
    let drawn = svg(&picture, SvgOptions::default());
    assert_eq!(texts(&drawn), ["3"]);
    assert!(drawn.contains("M-15 15L15-15"), "{drawn}");
    // A ring around the number, and the dot.
    assert_eq!(drawn.matches("<circle").count(), 2);
}

/// A grid of two rows whose points between them have these texts.
fn with_points(columns: usize, texts: &[(usize, &str)]) -> Picture {
    let mut picture = Picture::blank(2, columns);
    for cell in picture.cells.cells() {
        picture.cells[cell].text = (cell.column + 1).to_string();
    }
    let points = texts
        .iter()
        .map(|&(column, text)| (1, column, text.to_owned()));
    picture.points = points.collect();
    picture
}

#[test]
fn long_texts_on_grid_points_stay_whole() {
    let texts = [(1, "1,2,5,6"), (2, "1,2,6,6"), (3, "2,2"), (4, "12,13")];
    let mut picture = with_points(4, &texts);
    picture.links = Some(vec![LinkPicture {
        from: Cell::new(0, 1),
        towards: Direction::South,
        stroke: Stroke::Text("v".to_owned()),
        is_found: true,
    }]);
    let drawn = terminal(&picture, TerminalOptions::default());
    let lines: Vec<&str> = drawn.lines().collect();
    let words: Vec<&str> = lines[2].split_whitespace().collect();
    assert_eq!(words[..4], ["┃", "1,2,5,6", "v", "1,2,6,6"], "{drawn}");
    assert_eq!(words[4..], ["2,2", "12,13"], "{drawn}");
    // In the grid, whose lines remain equally wide, and centred on their points below the digits of both cells.
    let width = |line: &&str| line.chars().count();
    assert!(
        lines.iter().all(|line| width(line) == width(&lines[0])),
        "{drawn}"
    );
    let at = |line: usize, text: &str| {
        let byte = lines[line].find(text).unwrap();
        lines[line][..byte].chars().count()
    };
    let middle = at(2, "1,2,5,6") + 3;
    assert_eq!(at(1, "2") - middle, middle - at(1, "1"), "{drawn}");

    // Where the grid would be too wide, they are below it, by place.
    let narrow = TerminalOptions {
        width: 28,
        ..TerminalOptions::default()
    };
    let drawn = terminal(&picture, narrow);
    assert!(
        drawn.lines().all(|line| line.chars().count() <= 28),
        "{drawn}"
    );
    let below: String = drawn.lines().skip(5).collect();
    let places = [
        "* r1c1/r2c2: 1,2,5,6;",
        "  r1c2/r2c3: 1,2,6,6;",
        "  r1c3/r2c4: 2,2;",
        "  right of r1c4/r2c4: 12,13",
    ];
    assert_eq!(below, places.concat(), "{drawn}");
    assert_eq!(
        drawn.lines().nth(2).unwrap().matches('*').count(),
        4,
        "{drawn}"
    );
    // Single characters are where they were.
    let short = terminal(&with_points(2, &[(0, "1"), (1, "2"), (2, "3")]), narrow);
    assert_eq!(short.lines().nth(2), Some("1   2   3"));
}

#[test]
fn rings_on_grid_points_have_room_for_their_texts() {
    let ring = |text: &str| {
        let drawn = svg(&with_points(2, &[(1, text)]), SvgOptions::default());
        let value = |part: &str, name: &str| -> f64 {
            let rest = part.split(&format!("{name}=\"")).nth(1).unwrap();
            rest.split('"').next().unwrap().parse().unwrap()
        };
        let (_, after) = drawn.split_once("<circle").unwrap();
        let radius = value(after, " r");
        let size = value(after, "font-size");
        (radius, size, texts(&format!("<svg><circle{after}")))
    };
    assert_eq!(ring("7"), (8.5, 12.5, vec!["7".to_owned()]));
    let (radius, size, lines) = ring("1,2,5,6");
    assert_eq!(lines, ["1 2", "5 6"]);
    // Half of three characters of about half their size each.
    assert!(radius > 0.75 * size && radius < 18.0, "{radius} {size}");
    // The values of two layers.
    assert_eq!(ring("1 2").2, ["1 2"]);
    let (radius, size, lines) = ring("123456");
    assert_eq!(lines, ["123456"]);
    assert!(
        2.0 * radius > 3.0 * size && radius < 18.0,
        "{radius} {size}"
    );
}
