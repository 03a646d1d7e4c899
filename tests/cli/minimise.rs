//! `minimise`: what is redundant, and what would have to be given.

use super::*;

/// A square of four with all of its sixteen numbers but one given, and a remark.
const FULL: &str = "\
# my square
kind = \"sudoku\"
number = '''
4123  
231.
1432
3241
''' # all of it
";

/// How many squares of four (rows, columns and boxes) have these numbers; 0 is open. By plain enumeration.
fn squares(grid: &mut [u8; 16]) -> usize {
    let Some(at) = grid.iter().position(|&number| number == 0) else {
        return 1;
    };
    let mut count = 0;
    for number in 1..=4 {
        let meets = |other: usize| {
            let (row, column) = (at / 4, at % 4);
            let (r, c) = (other / 4, other % 4);
            row == r || column == c || (row / 2, column / 2) == (r / 2, c / 2)
        };
        if (0..16).all(|other| other == at || !meets(other) || grid[other] != number) {
            grid[at] = number;
            count += squares(grid);
            grid[at] = 0;
        }
    }
    count
}

fn numbers(file: &str) -> [u8; 16] {
    let block = file.split("'''").nth(1).unwrap();
    let signs: Vec<u8> = block.bytes().filter(|b| !b.is_ascii_whitespace()).collect();
    let number = |sign: u8| if sign == b'.' { 0 } else { sign - b'0' };
    std::array::from_fn(|at| number(signs[at]))
}

#[test]
fn what_is_left_has_one_solution_and_none_of_it_can_go() {
    let folder = Folder::new();
    let path = folder.file("full.toml", FULL);
    let mut all = Vec::new();
    for seed in ["0", "1", "2"] {
        let ran = run(&["minimise", &path, "--seed", seed]);
        assert_eq!(ran.code, Some(0), "{}", ran.err);
        assert!(ran.out.starts_with("# my square\n") && ran.out.ends_with("''' # all of it\n"));
        let mut left = numbers(&ran.out);
        assert_eq!(squares(&mut left), 1, "{}", ran.out);
        let given: Vec<usize> = (0..16).filter(|&at| left[at] != 0).collect();
        assert!(
            ran.err
                .starts_with(&format!("{} of 15 givens", 15 - given.len())),
            "{}",
            ran.err
        );
        for at in given {
            let number = std::mem::take(&mut left[at]);
            assert!(squares(&mut left) > 1, "{}", ran.out);
            left[at] = number;
        }
        all.push(ran.out);
    }
    assert!(all[0] != all[1] || all[1] != all[2]);
    assert_eq!(run(&["minimise", &path, "--seed", "2"]).out, all[2]);

    let out = folder.name("thin.toml");
    let kept = run(&[
        "minimise", &path, "--keep", "r1c1", "--keep", "r4c4", "-o", &out,
    ]);
    assert_eq!(kept.code, Some(0), "{}", kept.err);
    let left = numbers(&std::fs::read_to_string(&out).unwrap());
    assert_eq!((left[0], left[15]), (4, 1));
    assert_eq!(run(&["solve", &out]).code, Some(0));
    let none = run(&["minimise", &path, "--keep", "number"]);
    assert_eq!(none.out, FULL);
    run(&["minimise", &path, "--keep", "numbr"]).assert_bad_input("did you mean `number`");
}

#[test]
fn clues_can_go_too() {
    let folder = Folder::new();
    let rulebooks = ["skyscrapers", "kakuro", "nurikabe", "slitherlink"];
    for name in rulebooks {
        let path = folder.file("puzzle.toml", &run(&["new", name, "--example"]).out);
        let before = run(&["solve", &path, "--json"]);
        let ran = run(&["minimise", &path]);
        assert_eq!(ran.code, Some(0), "{name}: {}", ran.err);
        let thin = folder.file("thin.toml", &ran.out);
        let after = run(&["solve", &thin, "--json"]);
        let grid = |ran: &Ran| {
            let json: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
            json["solutions"][0]["grid"].clone()
        };
        assert_eq!(
            (after.code, grid(&after)),
            (Some(0), grid(&before)),
            "{name}"
        );
    }
}

/// A black cell stays one, with a number or without.
#[test]
fn blocks_stay_where_their_numbers_go() {
    let folder = Folder::new();
    let path = folder.file(
        "akari.toml",
        "kind = \"akari\"\nnumber = \"\"\"\n# .\n. 2\n\"\"\"\n",
    );
    assert_eq!(run(&["solve", &path]).code, Some(0));
    let left = run(&["minimise", &path]).out;
    assert!(left.contains("# .\n. #\n"), "{left}");
    let path = folder.file(
        "akari.toml",
        "kind = \"akari\"\nnumber = \"\"\"\n1 .\n# #\n\"\"\"\n",
    );
    let left = run(&["minimise", &path]).out;
    assert!(left.contains("# .\n# #\n"), "{left}");
}

/// Without the clue of r1c2 that of r1c1 is not needed any more.
#[test]
fn what_was_needed_before_another_went_can_go_too() {
    let folder = Folder::new();
    let path = folder.file(
        "order.toml",
        "\
rules = '''
data clue on cells: 0..9
decide digit on cells: 1..2
\"A clue is the digit of its cell.\"
    each cell c with clue: digit of c = clue of c
\"Without a clue in r1c2 all digits are 1.\"
    (each cell c: digit of c = 1) or r1c2 has clue
'''
clue = '''
11
'''
",
    );
    let ran = run(&["minimise", &path]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(ran.err.starts_with("2 of 2 givens"), "{}", ran.err);
}

#[test]
fn only_one_solution_can_be_thinned() {
    let folder = Folder::new();
    let several = folder.file("several.toml", "kind = \"sudoku\"\nsize = \"4x4\"\n");
    let ran = run(&["minimise", &several]);
    assert_eq!(ran.code, Some(3));
    assert!(ran.err.contains("--add"), "{}", ran.err);
    assert_eq!(
        run(&["minimise", &folder.file("none.toml", NONE)]).code,
        Some(1)
    );
}

#[test]
fn the_fewest_cells_are_told() {
    let folder = Folder::new();
    // Two solutions: one cell will do.
    let two = "kind = \"sudoku\"\nnumber = '''\n12..\n34..\n2143\n4321\n'''\n";
    let mut grid = numbers(two);
    assert_eq!(squares(&mut grid), 1);
    let two = two
        .replace("2143", "..43")
        .replace("4321", "..21")
        .replace("12..", "12.4");
    let mut open = numbers(&two);
    let count = squares(&mut open);
    let path = folder.file("two.toml", &two);
    let ran = run(&["minimise", &path, "--add"]);
    if count == 1 {
        assert_eq!(ran.first_line(), "exactly one solution");
    } else {
        assert!(
            ran.out.contains("would leave exactly one solution"),
            "{}",
            ran.out
        );
    }
    // All squares of four: it is known that four givens are the fewest.
    let all = folder.file("all.toml", "kind = \"sudoku\"\nsize = \"4x4\"\n");
    let ran = run(&["minimise", &all, "--add"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let given = ran.out.matches(" = ").count();
    assert!(given >= 4, "{}", ran.out);
    let mut grid = [0; 16];
    for part in ran
        .out
        .split([' ', ',', '\n'])
        .collect::<Vec<_>>()
        .windows(3)
    {
        if part[1] == "=" {
            let place: Vec<usize> = part[0][1..]
                .split('c')
                .map(|n| n.parse().unwrap())
                .collect();
            grid[(place[0] - 1) * 4 + place[1] - 1] = part[2].parse().unwrap();
        }
    }
    assert_eq!(squares(&mut grid), 1, "{}", ran.out);
}

#[test]
fn only_what_the_genre_gives_is_proposed() {
    let folder = Folder::new();
    // Four grids; whichever layer is given, the other one follows.
    let puzzle = |first: &str, second: &str| {
        format!(
            "rules = \"\"\"\ndecide low on cells: 1..2{first}\ndecide high on cells: 3..4{second}\n\
             \"High is two more.\"\n    each cell c: high of c = low of c + 2\n\"\"\"\nsize = \"1x2\"\n"
        )
    };
    let proposed = |first: &str, second: &str| {
        let path = folder.file("two.toml", puzzle(first, second));
        let ran = run(&["minimise", &path, "--add"]);
        assert!(ran.out.contains("giving 2 cells"), "{}", ran.out);
        ["low", "high"].map(|layer| ran.out.matches(layer).count())
    };
    assert_eq!(proposed(", given", ""), [2, 0]);
    assert_eq!(proposed("", ", given"), [0, 2]);
    assert_eq!(proposed("", "").iter().sum::<usize>(), 2);
}

#[test]
fn minimised_for_machines() {
    let folder = Folder::new();
    let path = folder.file("full.toml", FULL);
    let plain = run(&["minimise", &path]);
    let json = run(&["minimise", &path, "--json"]);
    let document: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!(document["file"], *plain.out);
    let left_out = document["left_out"].as_array().unwrap().len();
    let dots = |text: &str| text.split("'''").nth(1).unwrap().matches('.').count();
    // One is open to begin with.
    assert_eq!(left_out + 1, dots(&plain.out));
    assert_eq!(
        (&document["minimal"], &document["of"]),
        (&true.into(), &15.into())
    );
    let empty = folder.file("empty.toml", "kind = \"sudoku\"\nsize = \"4x4\"\n");
    let several = run(&["minimise", &empty, "--json"]);
    let document: serde_json::Value = serde_json::from_str(&several.out).unwrap();
    assert_eq!(
        (several.code, &document["type"]),
        (Some(3), &"verdict".into())
    );
    let add = run(&["minimise", &path, "--add", "--json"]);
    let document: serde_json::Value = serde_json::from_str(&add.out).unwrap();
    assert_eq!(document["text"], "exactly one solution");
}

#[test]
fn signs_in_blocks_can_go() {
    let folder = Folder::new();
    // One given and a chain of equal neighbours: of the seven signs five are enough.
    let rules = "data sign on links: same \"=\" or other \"x\"\ndecide bit on cells: zero \"0\" or unit \"1\", given\n\
                 \"Signs tell which neighbours are the same.\"\n    each same link k: all equal bit in cells of k\n";
    let path = folder.file(
        "signs.toml",
        format!(
            "rules = \"\"\"{}\"\"\"\nbit = \"\"\"\n0..\n...\"\"\"\nsign.horizontal = \"\"\"\n==\n==\"\"\"\nsign.vertical = \"\"\"\n===\"\"\"\n",
            rules.replace('"', "\\\"")
        )
        .replace("\"\"\"", "'''")
        .replace("\\\"", "\""),
    );
    for seed in ["0", "1", "2", "3"] {
        let thinned = run(&["minimise", &path, "--seed", seed]);
        assert_eq!(thinned.code, Some(0), "{}", thinned.err);
        let kept = thinned.out.split("sign.horizontal").nth(1).unwrap();
        assert_eq!(kept.matches('=').count() - 2, 5, "{}", thinned.out);
        let path = folder.file("thinned.toml", &thinned.out);
        assert_eq!(run(&["solve", &path]).code, Some(0));
    }
}

#[test]
fn marks_go_where_that_is_asked_for() {
    // Each mark says that a cell is shaded, and so does the clue beside it.
    let folder = Folder::new();
    let puzzle = folder.file(
        "marks.toml",
        "rules = '''
data dot on links: mark
data dark on cells: mark
decide shade on cells: shaded \"#\" or open \".\"
\"The cells of a dot are shaded, and so are dark ones; no others.\"
    each link l with dot: each cell c of l: c is shaded
    each cell with dark is shaded
    exactly 2 shaded cells
'''
dot.horizontal = '''
*.
..
'''
dot.vertical = '''
...
'''
dark = '''
#..
...
'''
",
    );
    let ran = run(&["minimise", &puzzle]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(
        ran.err.contains("but marks can be left out (see --marks)"),
        "{}",
        ran.err
    );
    // The dot determines everything.
    let ran = run(&["minimise", &puzzle, "--marks"]);
    assert!(
        ran.err
            .contains("1 of 2 givens and clues can go\nleft out: dark of r1c1\n"),
        "{}",
        ran.err
    );
    let ran = run(&[
        "minimise",
        &puzzle,
        "--marks",
        "--keep",
        "dark",
        "--keep",
        "dot.horizontal",
    ]);
    assert!(ran.err.contains("0 of 2"), "{}", ran.err);
    let ran = run(&["minimise", &puzzle, "--marks", "--keep", "dot.vertical"]);
    ran.assert_bad_input("there is nothing to keep under `dot.vertical`");
}

#[test]
fn what_no_solution_can_do_without_is_told() {
    // A row without a clue is asked to have one.
    let folder = Folder::new();
    let text = "rules = '''
grid 1 by 2
data clue on rows: number
decide shade on cells: shaded or open
\"One cell is shaded, in the column of the clue.\"
    exactly 1 shaded cell
    each row r: some shaded cell c in r: x of c = clue of r
'''
clue = [2]
";
    let puzzle = folder.file("clues.toml", text);
    let ran = run(&["minimise", &puzzle]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(
        ran.err.starts_with(
            "the only given or clue cannot go\nneeded for any solution at all: clue of row 1\n"
        ),
        "{}",
        ran.err
    );
    let ran = run(&["minimise", &puzzle, "--json"]);
    assert!(
        ran.out.contains(r#""indispensable":[{"keys":["#),
        "{}",
        ran.out
    );
    // With `with clue` the row may then be anything.
    let meant = text.replace("each row r:", "each row r with clue:");
    let puzzle = folder.file("meant.toml", &meant);
    let ran = run(&["minimise", &puzzle]);
    assert_eq!(ran.err, "the only given or clue cannot go\n");
}
