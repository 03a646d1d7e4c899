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
    assert!(
        solved.out.contains("the first two solutions differ in"),
        "{}",
        solved.out
    );
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
            .contains("fence of the link of r1c1 and r1c2 (drawn or gap)"),
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
    assert!(
        listed.contains("  nurikabe           shade cells so that"),
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
    let starter = run(&["new", "slitherlink"]).out;
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
            .contains("a grid that should break it does not: there-is-a-cell"),
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
        let starter = run(&["new", name]).out;
        let solved = run_with_input(&["solve", "-"], starter.as_bytes());
        assert_eq!(solved.code, Some(0), "{name}: {}{}", solved.out, solved.err);
    }
}
