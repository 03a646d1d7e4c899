//! What the pictures of rulebooks show.

use std::collections::BTreeSet;

use crate::draw::{TerminalOptions, terminal};
use crate::grid::{Cell, Direction};
use crate::picture::{Fill, Picture, Stroke};
use crate::read::{self, Source};
use crate::solve::{Request, Unwatched, solve};

/// The picture of the first solution.
fn solved(text: &str) -> Picture {
    let source = Source {
        name: "drawn.toml".to_owned(),
        text: text.to_owned(),
    };
    let puzzle = read::parse(&source).expect("a puzzle").puzzle;
    let findings = solve(&*puzzle, &Request::default(), &mut Unwatched).expect("solutions");
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
    let findings = solve(&*puzzle, &Request::default(), &mut Unwatched).expect("solutions");
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
    assert!(picture.threads.iter().all(|thread| thread.has_bulb));
    assert!(
        picture
            .cells
            .values()
            .iter()
            .all(|cell| cell.corner.is_empty())
    );
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
