//! Pictures as SVG.

use super::*;

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
