//! What the pictures of rulebooks show.

use std::collections::BTreeSet;

use crate::draw::{SvgOptions, TerminalOptions, svg, terminal};
use crate::grid::{Cell, Direction};
use crate::picture::{Fill, Picture, Ruling, Stroke, ThreadEnds};
use crate::read::{self, Source};
use crate::solve::{Request, Unwatched, solve};

/// The picture of the first solution.
fn solved(text: &str) -> Picture {
    let source = Source {
        name: "drawn.toml".to_owned(),
        text: text.to_owned(),
    };
    let puzzle = read::parse(&source).expect("a puzzle").puzzle;
    let findings = solve(&puzzle, &Request::default(), &mut Unwatched).expect("solutions");
    let mut picture = puzzle.picture();
    puzzle.fill(&mut picture, &findings.solutions[0]);
    picture
}

#[test]
fn a_given_value_stays_beside_that_of_another_layer() {
    let picture = solved(
        r#"
size = "1x2"
rules = '''
decide digit on cells: 1..2, given
decide letter on cells: A or B or C
data total on cells: 0..9
"The digits differ, and so do the letters."
    all different digit in grid
    exactly 1 cell c: c is A
    no cell c: c is C
"A stands on 2."
    each cell c: c is A exactly when digit of c = 2
'''
digit = '''
1.
'''
total = '''
7.
'''
"#,
    );
    let cell = |column| &picture.cells[Cell::new(0, column)];
    assert_eq!(cell(0).text, "1/B");
    assert_eq!(cell(1).text, "2/A");
    assert!(cell(0).corner.contains('7'), "{:?}", cell(0).corner);
}

#[test]
fn no_data_of_a_cell_is_lost() {
    let picture = solved(
        r#"
rules = '''
data wall on cells: mark
data across on cells: "{p}{q}" with p: A or B; q: A or B
data a, b on cells: 1..9
decide shade on cells: shaded or open
"Open."
    each cell is open
'''
wall = "* . . ."
across = "AB BA . ."
a = ". 3 3 ."
b = ". . 3 4"
"#,
    );
    let texts: Vec<&str> = picture.cells.values().iter().map(|c| &*c.text).collect();
    assert_eq!(texts, ["w/AB", "BA", "3/3", "4"]);
    assert_eq!(picture.cells[Cell::new(0, 1)].corner, "3");
    let drawn = terminal(&picture, TerminalOptions::default());
    assert!(drawn.contains("BA3"), "{drawn}");
}

#[test]
fn what_differs_between_cells_is_marked() {
    let source = Source {
        name: "drawn.toml".to_owned(),
        text:
            "size = \"2x2\"\nrules = '''\ndecide tie on links: joined or apart\n\"Dominoes.\"\n    \
               each cell c: exactly 1 joined link of c\n'''\n"
                .to_owned(),
    };
    let puzzle = read::parse(&source).expect("a puzzle").puzzle;
    let findings = solve(&puzzle, &Request::default(), &mut Unwatched).expect("solutions");
    let [first, second] = &findings.solutions[..] else {
        panic!("two ways to lay them");
    };
    let mut picture = puzzle.picture();
    puzzle.mark_differences(&mut picture, first, second);
    let links = picture.links.unwrap_or_default();
    let doubt = Stroke::Text("?".to_owned());
    assert_eq!(links.len(), 4);
    assert!(links.iter().all(|link| link.stroke == doubt), "{links:?}");
}

#[test]
fn regions_are_filled_if_the_rulebook_says_so() {
    let drawn = |draw: &str| {
        let rules = format!(
            "data area on cells: regions, optional\ndecide digit on cells: 1..2\n\"A.\"\n    \
             each cell c: digit of c = 1\n{draw}"
        );
        let picture = solved(&format!("rules = '''\n{rules}'''\narea = \"a.a\"\n"));
        picture
            .cells
            .values()
            .iter()
            .map(|cell| cell.fill)
            .collect::<Vec<_>>()
    };
    let filled = |fill: Fill| [fill, Fill::Plain, fill];
    assert_eq!(drawn(""), filled(Fill::Plain));
    assert_eq!(drawn("draw area: fill\n"), filled(Fill::Shaded));
    assert_eq!(drawn("draw area: block\n"), filled(Fill::Shaded));
    assert_eq!(drawn("draw area: \"▒\"\n"), filled(Fill::Grey));
}

#[test]
fn words_of_regions_are_written_out() {
    let drawn = |words: &str, values: &str, more: &str| {
        let rules = format!(
            "data gate on cells: regions\ndata lie on gate: {words}\n\
             decide shade on cells: shaded or open\n\"A.\"\n    each cell is shaded\n{more}"
        );
        let picture = solved(&format!(
            "rules = '''\n{rules}'''\ngate = \"abb\"\nlie = {{ {values} }}\n"
        ));
        let corners = picture.cells.values().iter();
        corners.map(|cell| cell.corner.clone()).collect::<Vec<_>>()
    };
    let signs = "flat \"-\" or upright \"|\"";
    assert_eq!(drawn(signs, "a = \"-\", b = \"|\"", ""), ["-", "|", ""]);
    // Neither word is drawn as nothing, or as the first letter of the layer.
    let values = "a = \"flat\", b = \"upright\"";
    let plain = "flat or upright";
    assert_eq!(drawn(plain, values, ""), ["flat", "upright", ""]);
    let draw = "draw lie: flat \"=\", upright \"!\"\n";
    assert_eq!(drawn(plain, values, draw), ["=", "!", ""]);
}

#[test]
fn cells_of_no_region_are_told_from_a_region() {
    let rules = "data room on cells: regions\ndecide shade on cells: shaded or open\n\"A.\"\n    each cell is shaded\n";
    let drawn = |room: &str, more: &str| {
        solved(&format!(
            "rules = '''\n{rules}{more}'''\nroom = '''\n{room}\n'''\n"
        ))
    };
    let open = drawn("ab.", "");
    assert_eq!(open.unassigned, Some(2));
    assert_eq!(
        open.regions.map(|regions| regions.values().to_vec()),
        Some(vec![0, 1, 2])
    );
    assert_eq!(drawn("abb", "").unassigned, None);
    // The names of regions, everywhere or once.
    let texts = |picture: &Picture, corner: bool| -> Vec<String> {
        let cells = picture.cells.values().iter();
        let text = |cell: &crate::picture::CellPicture| match corner {
            true => cell.corner.clone(),
            false => cell.text.clone(),
        };
        cells.map(text).collect()
    };
    assert_eq!(texts(&drawn("abb", ""), false), ["", "", ""]);
    let named = drawn("abb", "draw room: text\n");
    assert_eq!(texts(&named, false), ["a", "b", "b"]);
    let named = drawn("abb", "draw room: corner\n");
    assert_eq!(texts(&named, true), ["a", "b", ""]);
}

#[test]
fn boxes_are_drawn_beside_regions_if_rules_are_about_them() {
    let drawn = |rule: &str| {
        solved(&format!(
            "rules = '''\ndata cage on cells: regions\ndecide digit on cells: 1..2\n\"A.\"\n    {rule}\n\
             draw boxes of 1 by 2\n'''\ncage = '''\nabbc\n'''\n"
        ))
    };
    let both = drawn("each box b of 1 by 2: all different digit in b");
    assert_eq!(
        both.boxes.map(|boxes| boxes.values().to_vec()),
        Some(vec![0, 0, 1, 1])
    );
    assert_eq!(
        both.regions.map(|regions| regions.values().to_vec()),
        Some(vec![0, 1, 1, 2])
    );
    let regions = drawn("each cage g: all different digit in g");
    assert_eq!((regions.boxes, regions.tinted), (None, true));
}

/// Numbers to find on links are bridges. Of the data, a 0 vanished, and a 2 was two lines.
#[test]
fn numbers_and_marks_of_the_data_on_links_are_seen() {
    let picture = solved(
        r#"
size = "1x5"
rules = '''
data   total on links: 0..
data   dot on links: mark
decide bridge on links: 0..2
"Bridges."
    each link k with total: bridge of k = total of k
    each link k with dot: bridge of k = 1
    (sum over links k: bridge of k) = 3
draw dot: circle
'''
total.horizontal = "0 2 . ."
dot.horizontal = "..*."
"#,
    );
    let text = |text: &str| Stroke::Text(text.to_owned());
    let links: Vec<Stroke> = picture
        .links
        .unwrap()
        .into_iter()
        .map(|link| link.stroke)
        .collect();
    let of_data = [text("0"), text("2"), text("●")];
    assert_eq!(
        links,
        [&of_data[..], &[Stroke::Double, Stroke::Line]].concat()
    );
}

#[test]
fn given_links_are_drawn_like_those_found() {
    let picture = solved(
        r#"
size = "2x3"
rules = '''
decide route on links: drawn or free, given
"One loop around the first four cells."
    drawn links are one loop
    count drawn links = 4
'''
route.horizontal = '''
drawn .
. free
'''
"#,
    );
    let links = picture.links.expect("links");
    let strokes = links
        .iter()
        .map(|link| (link.from, link.towards, &link.stroke));
    let lines = strokes
        .clone()
        .filter(|(_, _, stroke)| **stroke == Stroke::Line);
    let found: BTreeSet<(Cell, Direction)> = lines.map(|(from, to, _)| (from, to)).collect();
    let [east, south] = [Direction::East, Direction::South];
    let expected = [
        (Cell::new(0, 0), east),
        (Cell::new(0, 0), south),
        (Cell::new(0, 1), south),
        (Cell::new(1, 0), east),
    ];
    assert_eq!(found, BTreeSet::from(expected));
    let crosses: Vec<Cell> = strokes
        .filter(|(_, _, stroke)| **stroke == Stroke::Text("×".to_owned()))
        .map(|(from, ..)| from)
        .collect();
    assert_eq!(crosses, [Cell::new(1, 1)]);
}

#[test]
fn lines_through_cells_go_by_name_and_number() {
    let text = |style: &str| {
        format!(
            "rules = '''\ndata wire on cells: \"{{strand}}{{place}}\" with strand: name; place: 1..\n\
             decide shade on cells: shaded or open\n\"All.\"\n    each cell is shaded\n\
             draw wire: {style}\n'''\nwire = '''\na1 b2 .\nb1 a2 a3\n'''\n"
        )
    };
    let picture = solved(&text("thermometer"));
    let threads: Vec<(&str, &[Cell])> = picture
        .threads
        .iter()
        .map(|thread| (&*thread.name, &*thread.cells))
        .collect();
    let at = Cell::new;
    let (a, b) = ([at(0, 0), at(1, 1), at(1, 2)], [at(1, 0), at(0, 1)]);
    assert_eq!(threads, [("a", &a[..]), ("b", &b[..])]);
    let all_are = |picture: &Picture, ends: ThreadEnds| {
        picture.threads.iter().all(|thread| thread.ends == ends)
    };
    assert!(all_are(&picture, ThreadEnds::Bulb));
    assert!(all_are(&solved(&text("shaft")), ThreadEnds::Arrow));
    assert!(
        picture
            .cells
            .values()
            .iter()
            .all(|cell| cell.corner.is_empty())
    );
    // In the terminal with the numbers of the file, also behind a gap.
    let gap = solved(&text("thread").replace("b1 a2 a3", "b1 a3 a4"));
    let drawn = terminal(&gap, TerminalOptions::default());
    for name in ["a1", "a3", "a4"] {
        assert!(gap.threads[0].numbers.contains(&name[1..].parse().unwrap()));
    }
    assert!(!drawn.contains("a2"), "{drawn}");
    // As texts in the corners.
    let picture = solved(&text("corner"));
    assert!(picture.threads.is_empty());
    let puzzle = |wire: &str| {
        let text = text("thread").replace("a1 b2 .\nb1 a2 a3", wire);
        let source = Source {
            name: "drawn.toml".to_owned(),
            text,
        };
        read::parse(&source).expect("a puzzle").puzzle
    };
    let parts = puzzle("a1 b2 .\nb1 a2 a3").parts_of_file();
    assert_eq!(parts.len(), 5);
    assert!(parts.iter().all(|part| part.is_structure));
    let remarks = |wire: &str| puzzle(wire).remarks();
    assert!(remarks("a1 b2 .\nb1 a2 a3").is_empty());
    assert_eq!(
        remarks("a1 b2 .\nb2 a3 ."),
        [
            "there is `a3` in r2c2, but no `a2`",
            "`b2` is there twice, once in r2c1"
        ]
    );
}

#[test]
fn directions_on_dark_cells_are_arrows() {
    let picture = solved(
        "rules = '''
data arrow on cells: directions
decide shade on cells: shaded or open
draw arrow: block
\"A.\"
    each cell is open
'''
arrow = '''
E . NW
'''
",
    );
    let first = &picture.cells[Cell::new(0, 0)];
    assert_eq!((first.fill, &first.text[..]), (Fill::Shaded, ""));
    assert_eq!(first.arrows, [Direction::East]);
    assert_eq!(picture.cells[Cell::new(0, 1)].fill, Fill::Plain);
    let options = TerminalOptions {
        ascii: true,
        ..TerminalOptions::default()
    };
    assert!(terminal(&picture, options).contains("#>#"));
}

#[test]
fn a_second_value_is_beside_the_first_and_the_sum_of_a_cage() {
    let picture = solved(
        r#"
rules = '''
data cage on cells: regions, optional
data total on cage: number
data hint on cells: 0..9
decide digit on cells: 0..9, given
decide second on cells: 1..9 or none "."
"A cell of a cage has both."
    each cell c: c has second exactly when c has cage
    each cell c with second: second of c = digit of c + 2
    each cell c without cage: digit of c = 7
    each cage g: sum digit in g = total of g
draw second: corner; hint: corner
'''
cage = "a.b"
total = { a = 1, b = 3 }
hint = "8 9 ."
digit = "1 . ."
"#,
    );
    let cells = picture.cells.values().iter();
    let texts: Vec<[&str; 3]> = cells
        .map(|cell| [&*cell.text, &*cell.corner, &*cell.second])
        .collect();
    let expected = [["1", "1", "8 3"], ["7", "9", ""], ["3", "3", "5"]];
    assert_eq!(texts, expected);
    let drawn = terminal(&picture, TerminalOptions::default());
    let line = drawn.lines().nth(1).unwrap_or_default();
    let words: Vec<&str> = line
        .split([' ', '┃'])
        .filter(|word| !word.is_empty())
        .collect();
    assert_eq!(words, ["1/8/3", "7", "3/5"], "{drawn}");
    let drawn = svg(&picture, SvgOptions::default());
    // In two corners, and no text has both.
    assert!(
        drawn.contains("text-anchor=\"end\"") && !drawn.contains("3 5"),
        "{drawn}"
    );
}

#[test]
fn lines_of_several_layers_have_different_colours() {
    let picture = solved(
        r#"
rules = '''
data wire on cells: "{a}{b}" with a: name; b: 1..
data cord on cells: "{c}{d}" with c: name; d: 1..
data pipe on cells: "{e}{f}" with e: name; f: 1..
decide shade on cells: shaded or open
"Open."
    each cell is open
draw wire: thread; pipe: thermometer; cord: none
'''
wire = "a1 a2 . b1 b2 ."
pipe = ". . x1 . . x2"
"#,
    );
    let kinds: Vec<(&str, usize)> = picture
        .threads
        .iter()
        .map(|thread| (&*thread.name, thread.kind))
        .collect();
    assert_eq!(kinds, [("a", 0), ("b", 0), ("x", 1)]);
    let drawn = svg(&picture, SvgOptions::default());
    let widths = drawn
        .split("<path")
        .filter(|path| path.contains("stroke-width=\"9\""));
    let colours: Vec<&str> = widths
        .filter_map(|path| path.split("stroke=\"").nth(1)?.split('"').next())
        .collect();
    assert_eq!(colours.len(), 3, "{drawn}");
    assert_eq!((colours[0], colours[0]), (colours[1], "#c9d3dc"));
    assert_ne!(colours[2], colours[0]);
}

#[test]
fn clues_of_diagonals_have_arrows_beside_the_grid() {
    let picture = solved(
        r#"
size = "2x3"
rules = '''
data killer on diagonals: number
data far on diagonals: mark
decide digit on cells: 0..9
"Sums."
    each diagonal d: sum digit in d = killer of d
    each cell c: digit of c < 3
    each diagonal d with far: sum digit in d = 0
'''
killer = ". 1 . 2 . . 2 ."
far = ". . . . . . . *"
"#,
    );
    // Falling ones from the lower left, then rising ones from the upper left. An arrow points to the first cell.
    let outside = &picture.outside;
    assert_eq!(outside.top, ["", "2↘", ""]);
    assert_eq!(outside.right, ["*↙", ""]);
    assert!(outside.left.is_empty() && outside.bottom.is_empty());
    // Before a corner of the grid there is no place.
    let notes = ["killer: 1 from r1c1 to r2c2; 2 from r1c3 to r2c2"];
    assert_eq!(picture.notes, notes);
    let drawn = terminal(&picture, TerminalOptions::default());
    let lines: Vec<&str> = drawn.lines().collect();
    assert!(lines.ends_with(&notes), "{drawn}");
    let drawn = svg(&picture, SvgOptions::default());
    assert!(
        drawn.contains("2↘") && drawn.contains("1 from r1c1"),
        "{drawn}"
    );
}

#[test]
fn regions_in_pieces_are_named_in_their_cells() {
    let drawn = |area: &str, more: &str| {
        let picture = solved(&format!(
            "rules = '''\ndata area on cells: regions\ndecide digit on cells: 1..2\n\"A.\"\n    \
             each cell c: digit of c = 1\n{more}'''\narea = '''\n{area}\n'''\n"
        ));
        let cells = picture.cells.values().iter();
        let texts = cells.map(|cell| format!("{}{}", cell.text, cell.corner));
        texts.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(drawn("ab\nba", ""), "1a 1b 1b 1a");
    assert_eq!(drawn("ab\nab", ""), "1 1 1 1");
    // Cells that touch at a corner alone are in pieces, and one such region names all.
    assert_eq!(drawn("aab\nccc\nbcc", "").matches('a').count(), 2);
    assert_eq!(drawn("ab\nba", "draw area: corner\n"), "1a 1b 1 1");
}

#[test]
fn a_mark_with_a_frame_is_around_the_other_value() {
    let text = |style: &str| {
        format!(
            "rules = '''\ndata circle on cells: mark\ndecide digit on cells: 1..9, given\n\"A.\"\n    \
             each cell c: digit of c = 5\ndraw circle: {style}\n'''\ncircle = \"* * .\"\ndigit = \"5 . .\"\n"
        )
    };
    let source = Source {
        name: "drawn.toml".to_owned(),
        text: text("circle"),
    };
    let puzzle = read::parse(&source).expect("a puzzle").puzzle;
    let words = |picture: &Picture| -> Vec<String> {
        let drawn = terminal(picture, TerminalOptions::default());
        let line = drawn.lines().nth(1).unwrap_or_default();
        line.split([' ', '│'])
            .filter(|word| !word.is_empty())
            .map(str::to_owned)
            .collect()
    };
    assert_eq!(words(&puzzle.picture()), ["(5)", "○", "·"]);
    assert_eq!(words(&solved(&text("circle"))), ["(5)(5)", "5"]);
    assert_eq!(words(&solved(&text("square"))), ["[5][5]", "5"]);
    let drawn = svg(&solved(&text("circle")), SvgOptions::default());
    // Around the digits, which are no smaller than others.
    assert_eq!(drawn.matches("r=\"14\"").count(), 2, "{drawn}");
    assert_eq!(drawn.matches("font-size=\"22\"").count(), 3, "{drawn}");
}

#[test]
fn marks_beside_the_grid_are_stars() {
    let picture = solved(
        r#"
rules = '''
data room on cells: regions
data total on rows: number
data even on rows: mark
data odd on views: mark
data full on room: mark
decide digit on cells: 0..9
"Sums."
    each row r: sum digit in r = total of r
    each row r with even: sum digit in r = 4
    each view v with odd: first digit in v = 1
    each room r with full: first digit in r = 3
'''
room = "ab"
total = "4"
even = "*"
odd.left = "."
odd.right = "*"
odd.top = ". ."
odd.bottom = ". ."
full = { a = "*" }
"#,
    );
    assert_eq!(picture.outside.left, ["4 *"]);
    assert_eq!(picture.outside.right, ["*"]);
    assert_eq!(picture.cells[Cell::new(0, 0)].corner, "*");
}

#[test]
fn two_words_to_find_on_regions_are_dark_cells() {
    let picture = solved(
        r#"
size = "1x3"
rules = '''
data room on cells: regions
decide shade on room: shaded or open
"The larger room is shaded, the other one is not."
    each room r: r is shaded exactly when size of r = 2
'''
room = '''
ABB
'''
"#,
    );
    let shaded = picture
        .cells
        .cells()
        .map(|cell| picture.cells[cell].fill == Fill::Shaded);
    assert_eq!(shaded.collect::<Vec<bool>>(), [false, true, true]);
    let mut cells = picture.cells.cells().map(|cell| &picture.cells[cell]);
    assert!(cells.all(|cell| cell.corner.is_empty()));
}

#[test]
fn signs_in_the_corner_are_there() {
    let picture = solved(
        r#"
size = "1x3"
rules = '''
decide number on cells: 10..12
decide foot on cells: plumb or aslant or none
"They increase."
    increasing number in grid
"Each its own."
    r1c1 is plumb and r1c2 is aslant and r1c3 is none
draw foot: corner plumb "↓", aslant "↘", none ""
'''
"#,
    );
    let cells = picture.cells.values().iter();
    let drawn = cells.map(|cell| (cell.text.as_str(), cell.second.as_str()));
    assert_eq!(
        drawn.collect::<Vec<_>>(),
        [("10", "↓"), ("11", "↘"), ("12", "")]
    );
}

#[test]
fn marks_on_grid_points_are_stars() {
    let picture = solved(
        r#"
size = "1x1"
rules = '''
data knob on corners: mark
decide shade on cells: shaded or open
"Knobs are at open cells."
    each corner k with knob: no shaded cell of k
'''
knob = '''
.*
..
'''
"#,
    );
    assert_eq!(picture.points, [(0, 1, "*".to_owned())]);
}

#[test]
fn a_rulebook_says_which_lines_and_tints_there_are() {
    let book = |draw: &str| {
        format!(
            "size = \"2x3\"\nrules = '''\ndata ice on cells: mark\ndecide shade on cells: shaded or open\n\
             define wet c: c is shaded or some shaded cell seen from c until ice\n\
             \"A.\"\n    exactly 1 shaded cell\n    each cell c with ice: c is open\n\
             \"B.\"\n    first cell is shaded\n{draw}'''\nice = '''\n.#.\n...\n'''\n"
        )
    };
    let picture = solved(&book("draw wet cells: tint\n"));
    let tinted = picture
        .cells
        .cells()
        .filter(|&cell| picture.cells[cell].is_tinted);
    // A cell with ice is the end of what others see.
    let expected = [(0, 0), (0, 1), (1, 0)].map(|(row, column)| Cell::new(row, column));
    assert_eq!(tinted.collect::<Vec<_>>(), expected);
    assert_eq!((picture.ruling, picture.frame), (Ruling::Thin, true));
    let picture = solved(&book("draw lines every 5\n"));
    assert_eq!((picture.ruling, picture.frame), (Ruling::Every(5), true));
    let picture = solved(&book("draw no lines\n"));
    assert_eq!((picture.ruling, picture.frame), (Ruling::Bare, false));
    let picture = solved(&book("draw shade: rounded\n"));
    assert_eq!(picture.cells[Cell::new(0, 0)].fill, Fill::Rounded);
    // What the data says is seen before anything is found.
    let drawn = |draw: &str| {
        let source = Source {
            name: "drawn.toml".to_owned(),
            text: book(draw),
        };
        read::parse(&source).map(|loaded| loaded.puzzle.picture())
    };
    let picture = drawn("draw cells with ice: tint\n").unwrap();
    assert!(picture.cells[Cell::new(0, 1)].is_tinted && !picture.cells[Cell::new(0, 0)].is_tinted);
    for wrong in [
        "draw lines every 1\n",
        "draw lines every five\n",
        "draw links: tint\n",
        "draw wet links: tint\n",
        "draw wet cells: red\n",
    ] {
        assert!(drawn(wrong).is_err(), "{wrong}");
    }
}

/// Whichever of the two words comes first.
#[test]
fn a_circle_that_is_called_white_is_white() {
    for words in ["white \"o\" or black \"*\"", "black \"*\" or white \"o\""] {
        let picture = solved(&format!(
            "size = \"1x2\"\nrules = '''\ndata pearl on cells: {words}\ndecide k: 1..2\n\"A.\"\n    k = 1\ndraw pearl: circle\n'''\npearl = \"\"\"\no*\n\"\"\"\n"
        ));
        let text = |column| &picture.cells[Cell::new(0, column)].text;
        assert_eq!([text(0), text(1)], ["○", "●"], "{words}");
    }
}
