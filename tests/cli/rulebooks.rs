//! Puzzles of rulebooks: from the library, beside the puzzle file, and inline.

use super::*;

/// A rulebook whose rule always holds.
const FREE: &str = "about \"anything goes\"\ndata hint on views: number\ndecide shade on cells: shaded or open\n\
                    decide fence on links: drawn or gap\n\n\"There is a cell.\"\n    some cell\n";

#[test]
fn the_rulebook_beside_the_puzzle_counts() {
    let folder = Folder::new();
    let puzzle = folder.file(
        "mine.toml",
        "kind = \"nurikabe\"\nsize = \"1x2\"\nhint.left = [3]\n",
    );
    // The library's nurikabe has no hints.
    run(&["show", &puzzle]).assert_bad_input("unknown key `hint`");
    folder.file("nurikabe.rules", FREE);
    let shown = run(&["show", &puzzle]);
    assert_eq!(shown.code, Some(0), "{}", shown.err);
    assert!(shown.out.contains("nurikabe, 1×2"), "{}", shown.out);
    assert!(
        shown.out.lines().any(|line| line.starts_with("3 ")),
        "{}",
        shown.out
    );

    // 2 values of each of the three places.
    let counted = run(&["solve", &puzzle, "--count"]);
    assert_eq!(counted.first_line(), "8 solutions", "{}", counted.err);
    let all = run(&["solve", &puzzle, "--all", "--json"]).out;
    let first: serde_json::Value = serde_json::from_str(all.lines().next().unwrap()).unwrap();
    assert_eq!(first["layers"]["shade"][0].as_array().unwrap().len(), 2);
    assert!(first["layers"]["fence"]["horizontal"][0][0].is_string());
    // What solve writes, check reads.
    for line in all.lines().take(8) {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        let grid: Vec<&str> = line["grid"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(|row| row.as_str())
            .collect();
        let path = folder.file("grid.txt", grid.join("\n"));
        let checked = run(&["check", &puzzle, &path]);
        assert_eq!(checked.out, "all rules hold\n", "{}", checked.err);
    }
    let wrong = folder.file("grid.txt", "shade:\n#x\nfence:\n+-+\n");
    run(&["check", &puzzle, &wrong]).assert_bad_input("line 2, column 2: found `x`");
}

#[test]
fn two_solutions_and_all_are_compared_place_by_place() {
    let folder = Folder::new();
    folder.file("free.rules", FREE);
    let puzzle = folder.file("mine.toml", "kind = \"free\"\nsize = \"1x2\"\n");
    let solved = run(&["solve", &puzzle, "--consensus"]);
    assert_eq!(solved.code, Some(3), "{}", solved.err);
    assert_eq!(solved.first_line(), "8 solutions");
    assert!(
        solved
            .out
            .contains("consensus: 0 of 3 places are the same in all 8 solutions"),
        "{}",
        solved.out
    );
    assert!(
        solved
            .out
            .contains("fence of the link r1c1-r1c2 (drawn or gap)"),
        "{}",
        solved.out
    );
    let json = run(&["solve", &puzzle, "--consensus", "--json"]).out;
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["consensus"]["places"].as_array().unwrap().len(), 3);
}

#[test]
fn mistakes_in_rules_are_told_where_they_are() {
    let folder = Folder::new();
    let inline = folder.file(
        "inline.toml",
        "size = \"2x2\"\nrules = '''\ndecide shade on cells: shaded or open\n\"One.\"\n    some shded cell\n'''\n",
    );
    let ran = run(&["solve", &inline]);
    ran.assert_bad_input("inline.toml:5:");
    folder.file("broken.rules", "decide shade on cels: shaded or open\n");
    let puzzle = folder.file("p.toml", "kind = \"broken\"\n");
    let ran = run(&["solve", &puzzle]);
    ran.assert_bad_input("broken.rules:1:");
    assert!(!ran.err.contains("p.toml"), "{}", ran.err);
    let both = folder.file("both.toml", "kind = \"nurikabe\"\nrules = '''\n'''\n");
    run(&["solve", &both]).assert_bad_input("a kind beside rules");
    let unknown = folder.file("unknown.toml", "kind = \"nurikabee\"\n");
    run(&["solve", &unknown]).assert_bad_input("did you mean `nurikabe`?");
    let outside = folder.file("outside.toml", "kind = \"../broken\"\n");
    run(&["solve", &outside]).assert_bad_input("unknown `kind`");
}

#[test]
fn rulebooks_that_extend_each_other() {
    let folder = Folder::new();
    folder.file("base.rules", FREE);
    folder.file("child.rules", "like base\n\"Another.\"\n    some cell\n");
    let puzzle = folder.file("p.toml", "kind = \"child\"\nsize = \"1x1\"\n");
    let solved = run(&["solve", &puzzle, "--count"]);
    assert_eq!(solved.first_line(), "2 solutions", "{}", solved.err);
    folder.file("a.rules", "like b\n");
    folder.file("b.rules", "like a\n");
    let circle = folder.file("c.toml", "kind = \"a\"\nsize = \"1x1\"\n");
    run(&["solve", &circle]).assert_bad_input("a circle: `a` extends `b` extends `a`");
    folder.file("d0.rules", FREE);
    for number in 1..=8 {
        folder.file(
            &format!("d{number}.rules"),
            format!("like d{}\n", number - 1),
        );
    }
    let deep =
        |number: usize| folder.file("d.toml", format!("kind = \"d{number}\"\nsize = \"1x1\"\n"));
    assert_eq!(
        run(&["solve", &deep(7), "--count"]).first_line(),
        "2 solutions"
    );
    run(&["solve", &deep(8)]).assert_bad_input("more than 8 rulebooks");
}

#[test]
fn rulebooks_are_listed_printed_and_begun() {
    let listed = run(&["list"]).out;
    let of_nurikabe = listed.lines().find(|line| line.starts_with("  nurikabe "));
    assert!(
        of_nurikabe.is_some_and(|line| line.contains(" shade cells so that")),
        "{listed}"
    );
    let printed = run(&["rules", "nurikabe"]);
    assert_eq!(printed.code, Some(0));
    assert!(
        printed
            .out
            .contains("each block b of 2 by 2: some open cell in b")
    );
    run(&["rules", "nurikabbe"]).assert_bad_input("did you mean `nurikabe`?");
    let folder = Folder::new();
    let own = folder.file("own.rules", FREE);
    assert_eq!(run(&["rules", &own]).out, FREE);
    let starter = run(&["new", "slitherlink", "--example"]).out;
    assert!(
        starter.contains("# number: a grid of cells; a number from 0 to 4"),
        "{starter}"
    );
    let shown = run_with_input(&["show", "-"], starter.as_bytes());
    assert_eq!(shown.code, Some(0), "{}", shown.err);
}

#[test]
fn examples_of_rulebooks_are_tested() {
    let folder = Folder::new();
    let example = "\nexample\n    size = \"1x1\"\n    expected.solutions = 2\n    expected.solution.shade = \"#\"\n";
    let good = folder.file("good.rules", format!("{FREE}{example}"));
    let tested = run(&["test", &good]);
    assert_eq!(tested.code, Some(0), "{}{}", tested.out, tested.err);
    assert!(
        tested.out.contains("example 1: as expected: 2 solutions"),
        "{}",
        tested.out
    );
    // A rule that always holds is not broken.
    let wrong =
        format!("{FREE}{example}    wrong.there-is-a-cell = '''\n    shade:\n    #\n    '''\n");
    let tested = run(&["test", &folder.file("wrong.rules", wrong)]);
    assert_eq!(tested.code, Some(1), "{}{}", tested.out, tested.err);
    assert!(
        tested
            .out
            .contains("a grid that should break this rule does not: there-is-a-cell"),
        "{}",
        tested.out
    );
    let unknown = format!("{FREE}{example}    wrong.nothing = \"shade: #\"\n");
    let tested = run(&["test", &folder.file("unknown.rules", unknown)]);
    assert_eq!(tested.code, Some(2));
    assert!(
        tested.err.contains("there is no rule `nothing`"),
        "{}",
        tested.err
    );
    assert!(tested.err.contains("unknown.rules:13:"), "{}", tested.err);
}

#[test]
fn the_library_solves_its_examples() {
    for name in ["nurikabe", "skyscrapers", "slitherlink"] {
        let tested = run(&["test", name]);
        assert_eq!(tested.code, Some(0), "{name}: {}{}", tested.out, tested.err);
        let starter = run(&["new", name, "--example"]).out;
        let solved = run_with_input(&["solve", "-"], starter.as_bytes());
        assert_eq!(solved.code, Some(0), "{name}: {}{}", solved.out, solved.err);
    }
}

/// Two rules, of which the first is the beginning of the second.
const TWO: &str = "grid 1 by 2\ndecide shade on cells: shaded or open\n\n\"Some cell is shaded.\"\n    some shaded cell\n\n\
                   # The second.\nsecond: \"Some cell is shaded (the first).\"\n    first cell in grid is shaded\n";

#[test]
fn rules_are_left_out_by_name_or_sentence() {
    let folder = Folder::new();
    let two = folder.file("two.rules", TWO);
    let puzzle = folder.file("p.toml", "kind = \"two\"\n");
    let count = |more: &[&str]| {
        let words = [&["solve", &puzzle, "--count"], more].concat();
        run(&words).first_line().to_owned()
    };
    // All grids are ##, #., .#, ..; without the second rule three are left, without the first two.
    assert_eq!(count(&[]), "2 solutions");
    assert_eq!(count(&["--without", "second"]), "3 solutions");
    assert_eq!(count(&["--without", "Some cell is shaded."]), "2 solutions");
    let both = ["--without", "second", "--without", "some-cell-is-shaded"];
    assert_eq!(count(&both), "4 solutions");
    let unknown = ["solve", &puzzle, "--without", "secnd"];
    run(&unknown).assert_bad_input("there is no rule `secnd`\n  help: did you mean `second`?");
    let batch = run(&["solve", &puzzle, &puzzle, "--without", "second"]);
    assert!(batch.out.contains("2 with several"), "{}", batch.out);
    let other = ["solve", "number-cross-5", "--without", "second"];
    run(&other).assert_bad_input("there is no rule `second`");

    let grid = folder.file("grid.txt", ".#\n");
    let checked = run(&["check", &puzzle, &grid]);
    assert_eq!(checked.first_line(), "1 rule is broken");
    let json = run(&["check", &puzzle, &grid, "--json"]).out;
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["broken"][0]["id"], "second");
    let checked = run(&["check", &puzzle, &grid, "--without", "second"]);
    assert_eq!(checked.out, "all rules hold\n");

    let rest = TWO.split("second:").next().unwrap();
    let printed = run(&["rules", &two, "--without", "second"]);
    assert_eq!(printed.out, rest);
    // An inherited rule is left out where it is inherited.
    let child = folder.file(
        "child.rules",
        "like two # all of it\n\"It is not.\"\n    some open cell\n",
    );
    let printed = run(&[
        "rules",
        &child,
        "--without",
        "second",
        "--without",
        "it-is-not",
    ]);
    assert_eq!(
        printed.out, "like two without \"second\" # all of it\n",
        "{}",
        printed.err
    );
    let compiled = run(&["rules", &puzzle, "--compiled", "--without", "second"]);
    assert!(!compiled.out.contains("the first"), "{}", compiled.out);
}

/// The propagators of a rule need not be posted one after another.
#[test]
fn what_became_of_a_rule_is_told_in_one_place() {
    let compiled = run(&["rules", "--compiled", "number-cross-5"]).out;
    let titles = compiled.lines().filter(|line| !line.starts_with(' '));
    let by_address = run(&[
        "rules",
        "--compiled",
        "https://puzz.link/p?nurikabe/3/2/g4i.",
    ]);
    assert!(by_address.out.contains(" × "), "{}", by_address.err);
    let mut titles: Vec<&str> = titles.collect();
    assert!(titles.len() > 5, "{compiled}");
    titles.sort_unstable();
    let all = titles.len();
    titles.dedup();
    assert_eq!(titles.len(), all, "{compiled}");
}

#[test]
fn passes_are_told_and_can_be_left_out() {
    let compiled = run(&["rules", "suguru", "--compiled"]).out;
    assert!(compiled.contains("(passes)\n"), "{compiled}");
    assert!(compiled.contains(" × cliques: "), "{compiled}");
    let without = run(&["rules", "suguru", "--compiled", "--without-pass", "cliques"]).out;
    assert!(!without.contains(" × cliques: "), "{without}");
    run(&["rules", "suguru", "--without-pass", "cliques"]).assert_bad_input("it needs --compiled");
    let solved = |more: &[&str]| run(&[&["solve", "genres/suguru", "--solution"], more].concat());
    let plain = solved(&[]).out;
    assert_eq!(
        solved(&["--without-pass", "cliques", "--without-pass", "pairs"]).out,
        plain
    );
    for command in ["solve", "compare"] {
        let named = run(&[command, "genres/suguru", "--without-pass", "clique"]);
        named.assert_bad_input("known are normal-words, nearest");
    }
    let saved = ["--without-pass", "pairs", "--checkpoint", "search"];
    solved(&saved).assert_bad_input("--without-pass cannot be combined with --checkpoint");
}

#[test]
fn normal_words_are_printed() {
    let folder = Folder::new();
    let own = folder.file(
        "own.rules",
        "decide shade on cells: shaded or open\n\"One in each row.\"\n    each row r: some shaded cell in r\n    each row r: not 1 < count shaded cells in r\n",
    );
    let printed = run(&["rules", &own, "--core"]).out;
    let said = "One in each row.\n    each row r: exactly 1 shaded cell in r\n\nLaws applied:\n";
    assert!(printed.starts_with(said), "{printed}");
    assert!(printed.contains(" × join each: "), "{printed}");
    let rules = std::fs::read_to_string(&own).unwrap();
    let file = folder.file(
        "own.toml",
        format!("rules = '''\n{rules}'''\nsize = \"2x2\"\n"),
    );
    assert_eq!(run(&["rules", &file, "--core"]).out, printed);
    let none = run(&["rules", "shut-the-box", "--core"]).out;
    assert!(none.contains("    (as it is written)\n"), "{none}");
}

#[test]
fn tests_notice_a_rule_that_is_left_out() {
    let folder = Folder::new();
    let example = "\nexample\n    expected.solutions = 2\n    wrong.some-cell-is-shaded = \"..\"\n";
    let two = folder.file("two.rules", format!("{TWO}{example}"));
    assert_eq!(run(&["test", &two]).code, Some(0));
    // The first rule follows from the second: leaving it out changes nothing.
    let tested = run(&["test", &two, "--without", "some-cell-is-shaded"]);
    assert_eq!(tested.code, Some(0), "{}", tested.out);
    let tested = run(&["test", &two, "--without", "second"]);
    assert_eq!(tested.code, Some(1));
    assert!(
        tested
            .out
            .contains("3 solutions (stopped at the limit), expected 2"),
        "{}",
        tested.out
    );
    let both = [
        "test",
        &two,
        "--without",
        "second",
        "--without",
        "some-cell-is-shaded",
    ];
    let tested = run(&both);
    assert!(
        tested
            .out
            .contains("a wrong grid is accepted without the rule: some-cell-is-shaded"),
        "{}",
        tested.out
    );
}

#[test]
fn what_is_declared_again_replaces_what_was_there() {
    let folder = Folder::new();
    folder.file(
        "base.rules",
        "grid 1 by 2\ndecide digit on cells: 1..9\ndefine small c: digit of c <= 3\nsmall: \"All are small.\"\n    each cell is small\n",
    );
    let told = |rules: &str| {
        let puzzle = folder.file("p.toml", format!("rules = '''\n{rules}'''\n"));
        let ran = run(&["solve", &puzzle, "--count"]);
        format!("{}{}", ran.first_line(), ran.err)
    };
    let count = |rules: &str| told(&format!("like base\n{rules}"));
    assert_eq!(count(""), "9 solutions");
    assert_eq!(
        count("define small c: digit of c = 1\n"),
        "exactly one solution"
    );
    assert_eq!(count("decide digit on cells: 1..2\n"), "4 solutions");
    assert_eq!(
        count("small: \"All are.\"\n    each cell c: digit of c <= 2\n"),
        "4 solutions"
    );
    let twice = "define few c: digit of c = 1\ndefine few c: digit of c = 2\n";
    assert!(count(twice).contains("`few` is declared twice"));
    let late = told("define few c: digit of c = 1\nlike base\n");
    assert!(late.contains("`like` after other statements"), "{late}");
    let second = count("like base\n");
    assert!(second.contains("is like only once"), "{second}");
}

#[test]
fn mistakes_in_an_extended_rulebook_are_told_of_its_file() {
    let folder = Folder::new();
    // The mistake in `base` shows only with the data of a puzzle.
    folder.file(
        "base.rules",
        "# A first line.\ndecide digit on cells: 1..9\n\"One.\"\n    digit of r = 1\n",
    );
    folder.file("child.rules", "like base\n\"Two.\"\n    digit of s = 1\n");
    let puzzle = folder.file("p.toml", "kind = \"child\"\nsize = \"1x1\"\n");
    let ran = run(&["solve", &puzzle]);
    ran.assert_bad_input("unknown name `r`");
    assert!(ran.err.contains("base.rules:4:14"), "{}", ran.err);
    assert!(ran.err.contains("child.rules:3:14"), "{}", ran.err);
}

#[test]
fn rules_about_boards_speak_of_all_of_them() {
    let folder = Folder::new();
    let count = |rule: &str| {
        let puzzle = folder.file(
            "p.toml",
            format!(
                "rules = '''\ngrid 1 by 2\nboards 2\ndecide shade on cells: shaded or open\n\"The rule.\"\n    {rule}\n'''\n"
            ),
        );
        let ran = run(&["solve", &puzzle, "--count"]);
        format!("{}{}", ran.first_line(), ran.err)
    };
    // Of the 4 grids of a board, 2 have one shaded cell and 3 at least one; of the 16 of both, 6 have two shaded cells.
    for (rule, expected) in [
        ("each board b: exactly 1 shaded cell on b", "4 solutions"),
        ("each board b: exactly 1 shaded cell in b", "4 solutions"),
        ("exactly 1 shaded cell", "4 solutions"),
        ("some cell in grid is shaded", "9 solutions"),
        ("each board b: exactly 2 shaded cells", "6 solutions"),
        (
            "exactly 1 board b: exactly 1 pair x, y of neighbours where x is shaded and y is shaded and board of x = b",
            "6 solutions",
        ),
        (
            "each board b: exactly 1 row r on b: some shaded cell in r",
            "9 solutions",
        ),
    ] {
        assert_eq!(count(rule), expected, "{rule}");
    }
}

#[test]
fn a_solve_that_is_cut_short_says_which_rules_had_only_a_weak_method() {
    let folder = Folder::new();
    let puzzle = folder.file(
        "mine.toml",
        "size = \"4x4\"\nrules = '''\ndecide digit on cells: 1..9\n\"No digit twice in a row.\"\n    \
         each row r: all different digit in r\n\"The products leave 5.\"\n    \
         (sum over rows r: product digit in r) mod 97 = 5\n'''\n",
    );
    let cut = run(&["solve", &puzzle, "--count", "--nodes", "5"]);
    assert_eq!(cut.code, Some(4), "{}", cut.err);
    let told: Vec<&str> = cut
        .out
        .lines()
        .skip_while(|line| !line.contains("weak method"))
        .skip(1)
        .take_while(|line| line.starts_with("  "))
        .collect();
    assert_eq!(told, ["  The products leave 5."], "{}", cut.out);
    let json = run(&["solve", &puzzle, "--count", "--nodes", "5", "--json"]).out;
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(
        json["weak_rules"],
        serde_json::json!(["The products leave 5."])
    );
    // No hint after a quick solve.
    let quick = run(&["solve", &puzzle]);
    assert!(!quick.out.contains("weak method"), "{}", quick.out);
}

#[test]
fn a_solution_is_drawn_over_the_data() {
    let folder = Folder::new();
    // Of 1 to 3 the first cell is given and the second is the other odd number, so the third is 2.
    let path = folder.file(
        "tops.toml",
        "rules = '''\ndata top on cells: number\ndecide number on cells: 1..3, given\n\"Each number once.\"\n    \
         all different number in grid\n\"A number is no larger than the top.\"\n    each cell c: number of c <= top of c\n\
         '''\nnumber = \"3 . .\"\ntop = \"9 1 8\"\n",
    );
    let solved = run(&["solve", &path, "--ascii"]);
    assert_eq!(solved.code, Some(0), "{}", solved.err);
    let drawn: Vec<&str> = solved
        .out
        .lines()
        .filter(|line| line.starts_with("| "))
        .collect();
    assert_eq!(drawn.last(), Some(&"| 3  1  2 |"), "{}", solved.out);
}

#[test]
fn what_is_told_once_is_not_told_twice() {
    let folder = Folder::new();
    for (line, what) in [
        ("grid 2 by 3", "the size of the grid"),
        ("least count shaded cells", "least or greatest"),
    ] {
        let rules = format!(
            "grid 1 by 2\ndecide shade on cells: shaded or open\ngreatest count open cells\n{line}\n\"A.\"\n    some cell\n"
        );
        let path = folder.file("twice.toml", format!("rules = '''\n{rules}'''\n"));
        run(&["solve", &path]).assert_bad_input(what);
    }
}

/// What is said of one cell is not said of several at once: neither side guesses which is meant.
#[test]
fn several_cells_are_not_one() {
    let folder = Folder::new();
    let rules = [
        "white cell is open",
        "white cells is open",
        "grid is open",
        "shade of white cell = open",
        "white cell has circle",
        "let c be white cell: c is open",
    ];
    for rule in rules {
        let puzzle = format!(
            "rules = '''\ndata circle on cells: black \"b\" or white \"w\"\n\
             decide shade on cells: shaded \"#\" or open \".\"\n\"A.\"\n    {rule}\n'''\n\
             circle = '''\nw.\n.w\n'''\n"
        );
        let path = folder.file("white.toml", &puzzle);
        run(&["solve", &path]).assert_bad_input("this may be several things");
        // One will do.
        let one = folder.file("one.toml", puzzle.replace("\n.w", "\n.."));
        let code = run(&["solve", &one, "--count"]).code;
        let many = rule == "grid is open";
        assert_eq!(code, Some(if many { 2 } else { 3 }), "{rule}");
    }
}

/// In the plural it is said of each: the two white cells of four are open, or shaded.
#[test]
fn cells_in_the_plural_are_each_of_them() {
    let folder = Folder::new();
    let rules = [
        "white cells are open",
        "white cells are not open",
        "not some white cell is shaded",
        "cells with circle have shade and white cells are open",
        "each black cell is open",
    ];
    for (rule, count) in rules.iter().zip([4, 4, 4, 4, 16]) {
        let puzzle = format!(
            "rules = '''\ndata circle on cells: black \"b\" or white \"w\"\n\
             decide shade on cells: shaded \"#\" or open \".\"\n\"A.\"\n    {rule}\n'''\n\
             circle = '''\nw.\n.w\n'''\n"
        );
        let counted = run(&["solve", &folder.file("white.toml", &puzzle), "--count"]);
        let told = format!("{count} solutions");
        assert_eq!(counted.first_line(), told, "{rule}: {}", counted.err);
    }
}
