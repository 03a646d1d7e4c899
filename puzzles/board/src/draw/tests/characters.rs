//! Pictures in the terminal.

use super::*;

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
