//! `check` of partly filled grids, and `solve --from`.

use super::*;

/// The published solution.
const NUMBER_CROSS_5: &str = "\
#342225#324
54#225#252#
#5343#65#26
736#32#544#
#555#22#816
55#551#155#
#3674412#15
737#969#99#
34#46368#89
53593#5995#
#47#887#433
";

/// A square of four with one solution.
const SQUARE: &str = "\
kind = \"sudoku\"
number = '''
4..3
....
....
3241
'''
";

/// The first three rows of the solution of Number Cross 4, as in its file.
fn three_rows() -> String {
    let solved = run(&["solve", "number-cross-4", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&solved.out).unwrap();
    let rows = json["solutions"][0]["grid"].as_array().unwrap();
    let rows = rows.iter().enumerate();
    let row = |(at, row): (usize, &serde_json::Value)| match at {
        0..3 => format!("{}\n", row.as_str().unwrap()),
        _ => format!("{}\n", "?".repeat(11)),
    };
    rows.map(row).collect()
}

#[test]
fn three_right_rows_break_nothing() {
    let rows = three_rows();
    let ran = run_with_input(&["check", "number-cross-4", "-", "--deep"], rows.as_bytes());
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
    assert_eq!(
        ran.out,
        "no rule is broken so far\n88 of 121 places are open\nit can be completed in exactly one way\n"
    );
    // One digit changed: the entry is named, and the region that it is in.
    let at = rows.find('\n').unwrap() + 1;
    let wrong = format!("{}{}{}", &rows[..at], "13333#3444#", &rows[at + 11..]);
    let ran = run_with_input(
        &["check", "number-cross-4", "-", "--deep"],
        wrong.as_bytes(),
    );
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    assert!(ran.out.contains("(r1c5, r2c5)"), "{}", ran.out);
    assert!(
        ran.out
            .ends_with("it cannot be completed\nthese entries occur in no solution: r2c5 (3)\n"),
        "{}",
        ran.out
    );
    let folder = Folder::new();
    let path = folder.file("wrong.txt", &wrong);
    let solved = run(&["solve", "number-cross-4", "--from", &path]);
    assert_eq!(solved.code, Some(1));
    assert!(
        solved
            .out
            .contains("these entries occur in no solution: r2c5 (3)"),
        "{}",
        solved.out
    );
}

#[test]
fn a_saved_output_is_a_grid() {
    let folder = Folder::new();
    let square = folder.file("square.toml", SQUARE);
    for name in [
        square.as_str(),
        "number-cross-5",
        "block-party-4",
        "shut-the-box",
    ] {
        for more in [
            &[][..],
            &["--json"],
            &["--all"],
            &["--all", "--json"],
            &["--ascii", "--consensus"],
        ] {
            let solved = run(&[&["solve", name], more].concat());
            assert_eq!(solved.code, Some(0), "{}", solved.err);
            let saved = folder.file("saved", &solved.out);
            let ran = run(&["check", name, &saved]);
            assert_eq!(
                (ran.code, ran.first_line()),
                (Some(0), "all rules hold"),
                "{name} {more:?}: {}",
                ran.err
            );
        }
    }
    let none = folder.file("none.toml", NONE);
    let saved = folder.file("saved", &run(&["solve", &none]).out);
    run(&["check", &none, &saved]).assert_bad_input("it has no filled grid of this puzzle");
    let saved = folder.file("saved", &run(&["solve", &none, "--json"]).out);
    run(&["check", &none, &saved]).assert_bad_input("it has no filled grid of this puzzle");
    // Grids of another puzzle do not fit.
    let saved = folder.file("saved", &run(&["solve", "block-party-4"]).out);
    run(&["check", "number-cross-5", &saved])
        .assert_bad_input("it has no filled grid of this puzzle");
}

#[test]
fn partly_filled_grids_of_rulebooks() {
    let folder = Folder::new();
    let square = folder.file("square.toml", SQUARE);
    let check = |grid: &str, more: &[&str]| {
        let grid = folder.file("grid", grid);
        run(&[&["check", &square, &grid], more].concat())
    };
    // Given cells need not be written again.
    let open = check("????\n????\n....\n????\n", &["--deep"]);
    assert_eq!(open.code, Some(0), "{}", open.err);
    assert_eq!(
        open.out,
        "no rule is broken so far\n10 of 16 places are open\nit can be completed in exactly one way\n"
    );
    // 4 twice in the first row, with the one that is given; no solution has it.
    let wrong = check("?4??\n????\n????\n????\n", &["--deep", "--json"]);
    assert_eq!(wrong.code, Some(1));
    let json: serde_json::Value = serde_json::from_str(&wrong.out).unwrap();
    assert_eq!(
        (&json["holds"], &json["places"], &json["open"]),
        (&false.into(), &16.into(), &9.into())
    );
    assert_eq!(json["deep"]["completable"], false);
    assert_eq!(json["deep"]["ways"], 0);
    let entries = serde_json::json!([{ "place": "r1c2", "listed": ["4"], "never": ["4"] }]);
    assert_eq!(json["deep"]["entries"]["wrong"], entries);
    // Nothing is broken yet, but it cannot be completed: in the solution r2c1 is 2.
    let hidden = check("????\n1???\n????\n????\n", &[]);
    assert_eq!(hidden.code, Some(0), "{}", hidden.out);
    let deep = check("????\n1???\n????\n????\n", &["--deep"]);
    assert_eq!(deep.code, Some(1));
    assert!(
        deep.out
            .contains("these entries occur in no solution: r2c1 (1)"),
        "{}",
        deep.out
    );
    // Candidates: one of them is the solution's.
    let listed = check("? {1,2} ? ?\n{1, 2} ? ? ?\n? ? ? ?\n? ? ? ?\n", &["--deep"]);
    assert_eq!(listed.code, Some(0), "{}{}", listed.out, listed.err);
    assert!(
        listed
            .out
            .contains("these candidates occur in no solution: r1c2 (2 of 1, 2), r2c1 (1 of 1, 2)"),
        "{}",
        listed.out
    );
    assert!(!listed.out.contains("has all of them"), "{}", listed.out);
    check("????\n????\n????\n???x\n", &[])
        .assert_bad_input("line 4, column 4: found `x`, expected a number of at least 1");
    check("{1,x}???\n????\n????\n????\n", &[])
        .assert_bad_input("line 1, column 1: found `x` among possible values");
    // An impossible number is not a syntax error but a broken rule.
    let beyond = check("9???\n????\n????\n????\n", &[]);
    assert_eq!(beyond.code, Some(1), "{}{}", beyond.out, beyond.err);
    assert!(
        beyond
            .out
            .contains("is 9, which is not among the possible values"),
        "{}",
        beyond.out
    );
}

/// A name says of cells that do not touch, too, that they are in one region: where only borders between neighbours were
/// looked at, a region in two pieces was two.
#[test]
fn a_region_in_two_pieces_is_wrong() {
    let folder = Folder::new();
    let pieces =
        "1 rule is broken\n  Each `area` hangs together (the area of r1c1): falls into 2 pieces\n";
    let named = "perhaps one name stands for two regions, or two names for one\n";
    let layers = [
        "",
        "hidden mass on cells: 1..3\n",
        "decide mass on cells: 1..3\n",
    ];
    for layer in layers {
        let rule = match layer {
            "" => "each area a: size of a <= 2",
            _ => "each cell c: mass of c = size of area of c",
        };
        let puzzle = format!(
            "size = \"1x3\"\nrules = '''\ndecide area on cells: regions\n{layer}\"Sizes.\"\n    {rule}\n'''\n"
        );
        let puzzle = folder.file("sizes.toml", &puzzle);
        let ran = run_with_input(&["check", &puzzle, "-", "--deep"], b"area:\nABA\n");
        assert_eq!(ran.code, Some(1), "{}{}", ran.out, ran.err);
        assert!(ran.out.starts_with(pieces), "{}", ran.out);
        assert!(ran.out.ends_with(named), "{}", ran.out);
        // Regions of one cell each would be as small as this.
        if layer.is_empty() {
            let large = std::fs::read_to_string(&puzzle).unwrap();
            let large = large.replace("<= 2", ">= 2").replace("1x3", "1x4");
            let puzzle = folder.file("large.toml", &large);
            let ran = run_with_input(&["check", &puzzle, "-"], b"ABA?\n");
            assert_eq!(ran.out, format!("{pieces}1 of 4 places is open\n"));
        }
        let ran = run_with_input(&["hint", &puzzle, "-"], b"area:\nABA\n");
        assert_eq!(ran.code, Some(1), "{}{}", ran.out, ran.err);
        let told = format!("no solution has these regions: {}", named.trim_end());
        assert!(ran.out.starts_with(&told), "{}", ran.out);
    }
}

/// Who has shaded all that is to be shaded is done.
#[test]
fn a_grid_without_what_stays_open_is_a_solution() {
    let folder = Folder::new();
    let puzzle = folder.file(
        "one.toml",
        "kind = \"nurikabe\"\nnumber = '''\n1.\n..\n'''\n",
    );
    let grid = folder.file("grid", "?#\n##\n");
    let ran = run(&["check", &puzzle, &grid]);
    assert_eq!(
        ran.out,
        "no rule is broken so far\n1 of 4 places is open\n\
         with the same word in all of these it is a solution\n"
    );
    let less = folder.file("grid", "?#\n#?\n");
    assert!(!run(&["check", &puzzle, &less]).out.contains("solution"));
}

#[test]
fn solving_goes_on_from_a_grid() {
    let folder = Folder::new();
    let several = folder.file("several.toml", "kind = \"sudoku\"\nsize = \"4x4\"\n");
    let all = run(&["solve", &several, "--count"]);
    // 288 squares of four with boxes; a quarter has 1 in the corner.
    assert!(all.out.starts_with("288 solutions"), "{}", all.out);
    let grid = folder.file("grid", "1???\n????\n????\n????\n");
    let from = run(&["solve", &several, "--from", &grid, "--count"]);
    assert!(from.out.starts_with("72 solutions"), "{}", from.out);
    // The entries are drawn with the puzzle.
    let drawn = run(&["solve", &several, "--from", &grid, "--ascii"]).out;
    let puzzle = drawn.split("the first solution").next().unwrap();
    assert!(
        puzzle.lines().skip(2).any(|line| line.contains(" 1 ")),
        "{drawn}"
    );
    let threads = run(&[
        "solve",
        &several,
        "--from",
        &grid,
        "--count",
        "--threads",
        "2",
    ]);
    assert!(threads.out.starts_with("72 solutions"), "{}", threads.out);
    let listed = folder.file("grid", "{1,2} ? ? ?\n? ? ? ?\n? ? ? ?\n? ? ? ?\n");
    let listed = run(&["solve", &several, "--from", &listed, "--count"]);
    assert!(listed.out.starts_with("144 solutions"), "{}", listed.out);
    let ways = run(&["check", &several, &grid, "--deep", "--limit", "10"]);
    assert!(
        ways.out
            .contains("it can be completed in at least 10 ways (stopped at the limit)"),
        "{}",
        ways.out
    );
    run(&["solve", &several, &several, "--from", &grid])
        .assert_bad_input("--from has the grid of one puzzle");
    run(&["solve", "-", "--from", "-"]).assert_bad_input("only once");
}

#[test]
fn a_file_without_a_grid_is_refused() {
    let folder = Folder::new();
    let puzzle = folder.file("mine.toml", run(&["new", "block-party", "--example"]).out);
    let empty = folder.file("empty.txt", " \n\n");
    run(&["check", &puzzle, &empty]).assert_bad_input("there is no grid in it");
}

#[test]
fn check_reads_what_solve_prints() {
    let ran = run_with_input(&["check", "number-cross-5", "-"], NUMBER_CROSS_5.as_bytes());
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
    assert_eq!(ran.first_line(), "all rules hold");
    assert!(ran.out.contains("sum of all the numbers: 4135658"));
    let digits = "A=2 B=4 C=3 D=1 E=4 F=6 G=7 H=3 I=7\n";
    let right = format!("{NUMBER_CROSS_5}{digits}");
    assert_eq!(
        run_with_input(&["check", "number-cross-5", "-"], right.as_bytes()).code,
        Some(0)
    );
    let wrong = right.replace("D=1", "D=9");
    let ran = run_with_input(&["check", "number-cross-5", "-"], wrong.as_bytes());
    assert_eq!(ran.code, Some(1));
    assert!(ran.out.contains("broken"));

    // A sudoku in one line, as it is printed alone.
    let posed = run(&["link", "sudoku", "--sudoku"]).out;
    let line = run(&["solve", posed.trim(), "--solution"]).out;
    assert_eq!(line.trim().len(), 81);
    let ran = run_with_input(&["check", "sudoku", "-"], line.as_bytes());
    assert_eq!(ran.first_line(), "all rules hold", "{}", ran.err);
    let open = line.replacen(|c: char| c.is_ascii_digit(), "?", 3);
    let ran = run_with_input(&["check", "sudoku", "-"], open.as_bytes());
    assert_eq!(ran.code, Some(0), "{}", ran.err);

    // The grid printed below each drawing can be read back.
    for name in [
        "number-cross-4",
        "number-cross-5",
        "block-party-4",
        "shut-the-box",
    ] {
        let solved = run(&["solve", name, "--json"]);
        let json: serde_json::Value = serde_json::from_str(&solved.out).unwrap();
        let mut grid = String::new();
        for row in json["solutions"][0]["grid"].as_array().unwrap() {
            grid.push_str(row.as_str().unwrap());
            grid.push('\n');
        }
        assert!(
            run(&["solve", name]).out.contains(&format!("\n\n{grid}")),
            "{name}"
        );
        let checked = run_with_input(&["check", name, "-"], grid.as_bytes());
        assert_eq!(checked.code, Some(0), "{name}: {}", checked.out);
    }
}

/// A layer of regions that was left out cannot be filled up with one word.
#[test]
fn check_takes_a_grid_without_its_regions() {
    let folder = Folder::new();
    let puzzle = folder.file(
        "areas.toml",
        "size = '1x2'\nrules = '''\ndecide area on cells: regions\ndecide num on cells: 1..2\n\"Some.\"\n    \
         some area\n'''\n",
    );
    for grid in ["num:\n1 ?\n", "area:\nA ?\n"] {
        let grid = folder.file("part.grid", grid);
        let ran = run(&["check", &puzzle, &grid]);
        assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
        assert_eq!(ran.first_line(), "no rule is broken so far");
    }
}

#[test]
fn check_refuses_what_is_no_grid() {
    let check = |grid: &str| run_with_input(&["check", "number-cross-5", "-"], grid.as_bytes());
    check("12\n34\n").assert_bad_input("line 1, column 3: found 2 cells in row 1, expected 11");
    check("").assert_bad_input("there is no grid in it");
    check(&NUMBER_CROSS_5.replace('#', "!")).assert_bad_input("line 1, column 1: found `!`");
    check(&format!("{NUMBER_CROSS_5}Z=2\n")).assert_bad_input("line 12, column 1: found `Z`");
    run(&["check", "-", "-"]).assert_bad_input("only once");
    run(&["check", "number-cross-5", "number-cross-5"]).assert_bad_input("there is no file");
}

/// A broken rule about values that nobody writes is named, too, where the grid does not keep its givens.
#[test]
fn what_is_hidden_is_judged_beside_a_broken_given() {
    let folder = Folder::new();
    let rooms = "kind = \"roma\"\nroom = \"A B C D\"\n";
    let free = folder.file("free.toml", rooms);
    let given = folder.file("given.toml", format!("{rooms}arrow = \". . . ^\"\n"));
    // Nobody leaves the first two cells.
    let broken = |path: &str| {
        let ran = run_with_input(&["check", path, "-"], b"><<O\n");
        assert_eq!(ran.code, Some(1), "{}", ran.err);
        ran.out
    };
    let rule = "comes to Rome";
    assert!(broken(&free).contains(rule), "{}", broken(&free));
    let both = broken(&given);
    assert!(
        both.contains(rule) && both.contains("given values"),
        "{both}"
    );
}
