use std::sync::Arc;

use super::super::values::{Data, Datum};
use super::*;
use crate::document::Source;
use crate::language::library::Shelf;
use crate::language::syntax::Rulebook;

/// Reads a puzzle file of a rulebook: its data, or each problem as `line:column message | label | help`.
fn read_file(rules: &str, file: &str) -> Result<Data, Vec<String>> {
    let mut problems = Problems::default();
    let library = |_: &str| -> Option<Rulebook> { None };
    let mut book = crate::language::parse::parse(rules, 0, &library, &mut problems);
    assert!(problems.is_empty(), "{problems:?}");
    book.name = "test".to_owned();
    check_declarations(&book, &mut problems);
    let source = Source {
        name: "test.toml".to_owned(),
        text: file.to_owned(),
    };
    let document = Document::parse(&source, &mut problems).unwrap();
    let data = read(&document, &Arc::new(book), &mut problems);
    assert_eq!(data.is_some(), problems.is_empty());
    let told = problems.iter().map(|problem| {
        let (line, column) = problem.position(&source).unwrap_or((0, 0));
        let help = problem.help.as_deref().unwrap_or_default();
        format!(
            "{line}:{column} {} | {} | {help}",
            problem.message, problem.label
        )
    });
    data.ok_or_else(|| told.collect())
}

#[track_caller]
fn data(rules: &str, file: &str) -> Data {
    read_file(rules, file).unwrap_or_else(|problems| panic!("{problems:#?}"))
}

/// Asserts that there is exactly one problem, which has these parts.
#[track_caller]
fn refused(rules: &str, file: &str, parts: &[&str]) {
    let problems = read_file(rules, file).unwrap_err();
    assert_eq!(problems.len(), 1, "{problems:#?}");
    for part in parts {
        assert!(problems[0].contains(part), "{part}: {}", problems[0]);
    }
}

/// A layer in short: a sign for each kind of value.
fn layer(data: &Data, name: &str) -> String {
    let layer = data.book.layer(name).unwrap();
    let values = data.layers[layer].iter().map(|datum| match datum {
        Datum::Missing => ".".to_owned(),
        Datum::Untold => "?".to_owned(),
        Datum::Mark => "*".to_owned(),
        Datum::Number(number) => number.to_string(),
        Datum::Word(word) => format!("w{word}"),
        Datum::Name(name) => name.to_string(),
        Datum::Region(region) => data.region_names[layer][*region].clone(),
        Datum::List(list) => format!("{list:?}")
            .replace("Some(", "")
            .replace([')', ' '], ""),
        Datum::Clue(clue) => clue.text().to_owned(),
        Datum::Patterns(texts) => texts.join(", "),
        Datum::Directions(directions) => directions.iter().map(|d| d.letter()).collect(),
        Datum::Shapes(shapes) => format!("{shapes:?}"),
    });
    values.collect::<Vec<_>>().join(" ")
}

#[test]
fn grids_of_all_values_are_read() {
    let rules = "\
data number on cells: 0..9
data pearl on cells: white \"o\" or black
data way on cells: directions
data name on cells: name
data room on cells: regions
data wall on cells: mark
data length on cells: list of number
";
    let rules = rules.replace("data name on cells: name\n", "data tag on cells: name\n");
    let read = data(
        &rules,
        "number = '''\n1?\n.0\n'''\npearl = '''\no black\nwhite .\n'''\nway = '''\n^ NE\n>< down\n'''\n\
         tag = '''\nbig.one x\n? .\n'''\nroom = '''\nAB\nBA\n'''\nwall = '''\n*#\nx.\n'''\n\
         length = '''\n1,3 0\n?,2 .\n'''\n",
    );
    assert_eq!((read.geometry.rows, read.geometry.columns), (2, 2));
    assert_eq!(layer(&read, "number"), "1 ? . 0");
    assert_eq!(layer(&read, "pearl"), "w0 w1 w0 .");
    assert_eq!(layer(&read, "way"), "N NE EW S");
    assert_eq!(layer(&read, "tag"), "big.one x ? .");
    // A region in two pieces stays one.
    assert_eq!(layer(&read, "room"), "A B B A");
    assert_eq!(layer(&read, "wall"), "* * * .");
    assert_eq!(layer(&read, "length"), "[1,3] [] [None,2] .");
}

#[test]
fn sides_links_corners_and_lines_are_read() {
    let rules = "\
data wall on edges: mark
data dot on links: white \"o\" or black
data corner_sum on corners: number
data clue on views: 1..
data kind on rows: clue
data total on lines: number
";
    let rules = rules.replace("data kind ", "data rule ");
    let read = data(
        &rules,
        "corner_sum = '''\n1...\n.2..\n...3\n'''\ndot.horizontal = '''\no.\n.black\n'''\n"
            .replace("o.\n.black", "o .\n. black")
            .as_str(),
    );
    assert_eq!((read.geometry.rows, read.geometry.columns), (2, 3));
    assert_eq!(layer(&read, "corner_sum"), "1 . . . . 2 . . . . . 3");
    assert_eq!(layer(&read, "dot"), "w0 . . w1 . . .");
    assert_eq!(layer(&read, "wall"), ". ".repeat(17).trim_end());
    let read = data(
        &rules,
        "size = '2x3'\nwall = '''\n  +-+ + +\n  |\n  + + + +\n        |\n  + + +-+\n'''\n\
         clue = { left = [1, 2], top = '. ? 3', bottom = ['4', '.', '.'] }\nrule = ['prime', '1 more than a square']\n\
         total.columns = [1, -2, 3]\n",
    );
    assert_eq!(layer(&read, "wall"), "* . . . . . . . * * . . . . . . *");
    assert_eq!(layer(&read, "clue"), "1 2 . . . ? 3 4 . .");
    assert_eq!(layer(&read, "rule"), "prime 1 more than a square");
    assert_eq!(layer(&read, "total"), ". . 1 -2 3");
}

#[test]
fn values_of_regions_come_from_tables_and_grids() {
    let rules = "data room on cells: regions\ndata total on room: 1..\n";
    let rooms = "room = '''\nAAB\nCCB\n'''\n";
    let table = data(rules, &format!("{rooms}total = {{ B = 7, A = 3 }}\n"));
    assert_eq!(layer(&table, "total"), "3 7 .");
    let grid = data(rules, &format!("{rooms}total = '''\n..7\n.4.\n'''\n"));
    assert_eq!(layer(&grid, "total"), ". 7 4");
    refused(
        rules,
        &format!("{rooms}total = '''\n..7\n..8\n'''\n"),
        &["7:3 ", "r2c3", "the region has its value in another cell"],
    );
    refused(
        rules,
        &format!("{rooms}total = {{ D = 7 }}\n"),
        &["5:11", "no region `D`"],
    );
    refused(
        rules,
        "total = { A = 7 }\nsize = '2x2'\n",
        &["`room` is missing"],
    );
}

#[test]
fn words_of_a_shared_grid_fit_exactly_one_layer() {
    let rules = "\
data number on cells in grid_of_all: 0..4
data wall on cells in grid_of_all: mark
data tag on cells in other: name
data size_of on cells in other: 1..9
";
    let read = data(rules, "grid_of_all = '''\n1#\n.4\n'''\n");
    assert_eq!(layer(&read, "number"), "1 . . 4");
    assert_eq!(layer(&read, "wall"), ". * . .");
    refused(
        rules,
        "grid_of_all = '''\n15\n'''\n",
        &["2:2", "r1c2", "found `5`", "from 0 to 4", "a mark"],
    );
    // 3 is a name as well as a number, and what is unknown may be either.
    refused(
        rules,
        "other = '''\na3\n'''\n",
        &["2:2", "only one of them"],
    );
    refused(
        rules,
        "other = '''\na?\n'''\n",
        &["2:2", "only one of them"],
    );
}

#[test]
fn templates_bring_several_layers() {
    let rules = "data hint on cells: \"{arrow}{total}\" with arrow: direction; total: 0..\n\
                 data sums on cells: \"{down_sum}/{right_sum}\" with down_sum: 1..45; right_sum: 1..45\n";
    let read = data(
        rules,
        "hint = '''\n>12 ^\n3 ?\n'''\nsums = '''\n12/3 /4\n12 .\n'''\n",
    );
    assert_eq!(layer(&read, "arrow"), "E N . ?");
    assert_eq!(layer(&read, "total"), "12 . 3 ?");
    assert_eq!(layer(&read, "hint"), "* * * *");
    assert_eq!(layer(&read, "down_sum"), "12 . 12 .");
    assert_eq!(layer(&read, "right_sum"), "3 4 . .");
    // A name could be all that follows it.
    let named = "data lamp on rows: \"{letter}{hits}\" with letter: name; hits: 0..\n\
                 data bulb on rows: \"{tag}-{worth}\" with tag: name; worth: 0..\n";
    let read = data(
        named,
        "size = \"3x1\"\nlamp = [\"ab12\", \"a\", \".\"]\nbulb = [\"a-2\", \"b\", \".\"]\n",
    );
    assert_eq!(layer(&read, "letter"), "ab a .");
    assert_eq!(layer(&read, "hits"), "12 . .");
    assert_eq!(layer(&read, "tag"), "a b .");
    assert_eq!(layer(&read, "worth"), "2 . .");
    refused(
        rules,
        "hint = '''\n>x .\n'''\n",
        &["2:1", "found `>x`", "a direction", "then a number"],
    );
}

#[test]
fn single_values_shapes_and_givens() {
    let rules = "\
data target: 1..9
data places: list of number
data pieces: shapes
decide digit on cells: 1..3 or shaded \"#\", given
";
    let file =
        "target = 4\nplaces = [1, 3]\npieces = ['##./.##', '.#']\ndigit = '''\n.1?\n#..\n'''\n";
    let read = data(rules, file);
    assert_eq!(layer(&read, "target"), "4");
    assert_eq!(layer(&read, "places"), "[1,3]");
    assert_eq!(
        layer(&read, "pieces"),
        "[[(0, 0), (0, 1), (1, 1), (1, 2)], [(0, 0)]]"
    );
    // Nothing is given where there is no data.
    assert_eq!(layer(&read, "digit"), ". 1 ? w0 . .");
    let missing = read_file(rules, "size = '2x2'\n").unwrap_err();
    assert_eq!(missing.len(), 3, "{missing:#?}");
    assert!(missing.iter().all(|problem| problem.contains("is missing")));
    refused(
        rules,
        &file.replace("= 4", "= 10"),
        &["1:10", "the puzzle", "found `10`"],
    );
    refused(
        rules,
        &file.replace(".#'", ".x'"),
        &["not a shape", "found `.x`"],
    );
}

#[test]
fn boards_have_tables_and_regions_of_their_own() {
    let rules =
        "boards 2\ndata room on cells: regions\ndata total on room: number\ndata target: number\n";
    let file = "target = 3\n[[board]]\nroom = '''\nAB\n'''\ntotal = { A = 1 }\n[[board]]\nroom = '''\nAA\n'''\ntotal = { A = 2 }\n";
    let read = data(rules, file);
    assert_eq!(layer(&read, "room"), "1.A 1.B 2.A 2.A");
    assert_eq!(layer(&read, "total"), "1 . 2");
    refused(
        rules,
        "target = 3\nboard = [{ room = 'AB' }]\n",
        &["2:9", "found 1 table", "expected 2"],
    );
    refused(
        rules,
        &file.replace("'''\nAA\n'''", "'''\nAAA\n'''"),
        &[
            "`room` and `room` of the first board are of different sizes",
            "found 3 columns",
            "expected 2",
        ],
    );
}

#[test]
fn sizes_agree() {
    let rules = "grid n by n\ndata number on cells: number\ndata clue on views: number\n";
    assert_eq!(data(rules, "clue.left = [1, 2, 3]\n").geometry.columns, 3);
    refused(
        rules,
        "number = '''\n12\n'''\n",
        &["1:1", "not a square", "found 1 row and 2 columns"],
    );
    refused(
        rules,
        "size = '2x2'\nnumber = '''\n12\n34\n56\n'''\n",
        &[
            "5:1",
            "`number` and `size` are of different sizes",
            "found 3 rows, expected 2",
        ],
    );
    refused(
        rules,
        "number = '''\n12\n34\n'''\nclue.top = [1, 2, 3]\n",
        &["5:19", "more values than there are columns"],
    );
    refused(
        rules,
        "number = '''\n12\n34\n'''\nclue.top = [1]\n",
        &["fewer values", "`.` stands for no value"],
    );
    refused(
        rules,
        "size = '2001x2001'\n",
        &["1:8", "at most 1000000 cells"],
    );
    refused(
        rules,
        "size = 'large'\n",
        &["1:8", "found `large`", "6 rows and 7 columns"],
    );
    refused(
        rules,
        "title = 'x'\n",
        &["the size of the grid is not given"],
    );
    let fixed = "grid 2 by 3\ndata number on cells: number\n";
    assert_eq!(data(fixed, "title = 'x'\n").layers[0].len(), 6);
    refused(
        fixed,
        "size = '3x3'\n",
        &["not the size that the rules require", "expected 2x3"],
    );
}

#[test]
fn mistakes_are_told_together_with_their_places() {
    let rules = "data number on cells: 1..9\ndata clue on rows: clue\ndata dot on links: mark\n";
    let problems = read_file(
        rules,
        "numbr = 1\nnumber = '''\n1a\n0.\n'''\nclue = ['prime', 'prine']\ndot = '''\n+-+\n|\n++\n'''\n",
    )
    .unwrap_err();
    for part in [
        "1:1 unknown key `numbr` | no such key is expected here | did you mean `number`?",
        "3:2 r1c2: not a possible value here | found `a`, expected a number from 1 to 9 or `.` for nothing",
        "4:1 r2c1",
        "6:19 the clue of row 2 cannot be read",
        "10:3 `dot` is not a picture of this grid | found 1 grid points in this line, expected 2",
    ] {
        let found = problems
            .iter()
            .any(|problem| problem.starts_with(part) || problem.contains(part));
        assert!(found, "{part}: {problems:#?}");
    }
    assert_eq!(problems.len(), 5, "{problems:#?}");
    refused(
        rules,
        "size = '2x2'\ndot.upright = ''\n",
        &["unknown key `upright`"],
    );
    refused(
        rules,
        "size = '2x2'\nnumber = 3\n",
        &["`number` is of the wrong type"],
    );
}

#[test]
fn keys_of_all_files_cannot_be_layers() {
    let mut problems = Problems::default();
    let rules = "data title on cells: number\ndata sign on cells in notes: mark\n";
    let book = crate::language::parse::parse(rules, 0, &|_| None, &mut problems);
    assert!(problems.is_empty(), "{problems:?}");
    check_declarations(&book, &mut problems);
    assert_eq!(problems.len(), 2);
}

/// The list of the library is that of the folder, and every rulebook with its examples can be read.
#[test]
fn the_library_is_the_folder() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("rulebooks");
    let mut files: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    files.sort();
    let listed: Vec<String> = crate::language::genres::names()
        .iter()
        .map(|name| format!("{name}.rules"))
        .collect();
    assert_eq!(files, listed);
    let shelf = Shelf::library();
    for name in crate::language::genres::names() {
        let mut problems = Problems::default();
        let kind = shelf.kind(name, &mut problems).unwrap();
        let kind = kind.unwrap_or_else(|_| panic!("{name}: {problems:?}"));
        let examples = crate::language::loaded::examples(&kind);
        assert!(!examples.is_empty(), "{name} has no example");
        for example in examples {
            if let Err((source, problems)) = example {
                panic!(
                    "{}",
                    problems.render(&source, crate::document::ReportStyle::default())
                );
            }
        }
    }
}

#[test]
fn patterns_are_read_where_they_stand() {
    let rules = "\
data words: patterns of letter
data across on rows: pattern of letter
decide letter on cells: A..C
";
    let read = data(
        rules,
        "words = [\"AB\", \"A (B|C)*\"]\nacross = [\"A B\", \".\", \"?\"]\nsize = \"3x2\"\n",
    );
    assert_eq!(layer(&read, "words"), "AB, A (B|C)*");
    assert_eq!(layer(&read, "across"), "A B . ?");
    for (found, wanted) in [
        (
            "words = [\"AB\", \"AD\"]",
            ["1:17", "found `D` in `AD`", "A, B, C"],
        ),
        (
            "words = [\"A[BC]\"]",
            ["1:11", "found `[`", "words of the layer"],
        ),
        (
            "words = 3",
            ["1:9", "a list of patterns of `letter`", "found"],
        ),
        (
            "words = []\nacross = [\"A\", \"(\", \"B\"]",
            ["2:17", "`across`: `(` cannot be read", "expected `)`"],
        ),
    ] {
        refused(rules, &format!("{found}\nsize = \"3x2\"\n"), &wanted);
    }
}

#[test]
fn the_end_of_a_range_may_depend_on_the_size() {
    refused(
        "decide view_of on cells: 0..rows + columns - 2 or empty, given\n",
        "view_of = \"\"\"\n9..\n...\n\"\"\"\n",
        &["2:1", "found `9`", "a number from 0 to 3"],
    );
}

#[test]
fn a_grid_may_be_written_in_one_line() {
    let square = "grid n by n\ndecide number on cells: 1..n, given\n";
    let read = data(square, "number = '12344321........'\n");
    assert_eq!((read.geometry.rows, read.geometry.columns), (4, 4));
    let drawn = data(square, "number = \"\"\"\n1234\n4321\n....\n....\n\"\"\"\n");
    assert_eq!(layer(&read, "number"), layer(&drawn, "number"));
    let read = data(square, "number = '4 3 2 1 . . . . . . . . . . . 1'\n");
    assert!(layer(&read, "number").starts_with("4 3 2 1 ."));
    // Of other shapes, if the size is known.
    let any = "decide number on cells: 1..9, given\n";
    let read = data(any, "size = \"2x3\"\nnumber = '123456'\n");
    assert_eq!(layer(&read, "number"), "1 2 3 4 5 6");
    assert_eq!(data(any, "number = '123456'\n").geometry.columns, 6);
    refused(square, "number = '123'\n", &["the grid is not a square"]);
    refused(
        any,
        "size = \"2x2\"\nnumber = '12'\n",
        &["found 1 row, expected 2 as in `size`"],
    );
}
