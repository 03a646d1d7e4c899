//! `solve`: verdicts, reports, limits, batches.

use super::*;

/// The published answers.
#[test]
fn the_four_puzzles() {
    for (name, answer) in [
        ("number-cross-4", "sum of all the numbers: 88243711283"),
        ("number-cross-5", "sum of all the numbers: 4135658"),
        ("block-party-4", "sum of row products: 24405360"),
        (
            "shut-the-box",
            "product of the sums of the six faces: 16414860",
        ),
    ] {
        let ran = run(&["solve", name]);
        assert_eq!(ran.code, Some(0), "{}", ran.err);
        assert_eq!(ran.first_line(), "exactly one solution");
        assert!(ran.out.lines().any(|line| line == answer), "{}", ran.out);
        assert!(
            ran.out
                .contains("solutions found: 1; the whole space was searched")
        );
        assert_eq!(ran.err, "");
        // The puzzle is printed before the result.
        let title = ran.out.lines().nth(2).unwrap();
        assert!(
            title.contains(&format!("{name},")) || title.contains("block-party,"),
            "{title}"
        );
    }
}

/// Of the 72 shapes 392 cells are the same: published with the puzzle's data.
#[test]
fn shapes_without_the_fold() {
    let counted = run(&["solve", "shut-the-box", "--no-fold", "--count"]);
    assert_eq!(counted.code, Some(3));
    assert_eq!(counted.first_line(), "72 solutions");

    let all = run(&["solve", "shut-the-box", "--no-fold", "--all"]);
    assert_eq!(all.code, Some(3));
    assert_eq!(all.first_line(), "72 solutions");
    assert!(all.out.contains("\nsolution 72\n") && !all.out.contains("\nsolution 73\n"));

    let two = run(&["solve", "shut-the-box", "--no-fold", "--consensus"]);
    assert_eq!(two.code, Some(3));
    assert_eq!(two.first_line(), "72 solutions");
    assert!(!two.out.contains("the first two solutions differ"));
    assert!(!two.out.contains("at least"));
    assert!(
        two.out
            .contains("solutions found: 72; the whole space was searched\n")
    );
    assert!(
        two.out
            .contains("392 of 400 places are the same in all 72 solutions")
    );
    for cell in [
        "r1c6", "r1c7", "r1c18", "r2c17", "r3c17", "r4c20", "r5c20", "r18c16",
    ] {
        assert!(two.out.contains(&format!("{cell} (kept or cut)")), "{cell}");
    }

    // The only solution is not drawn again, unless it has not been drawn at all.
    for (more, pictures) in [(&[][..], 2), (&["--count"], 1)] {
        let unique = run(&[&["solve", "block-party-4", "--consensus"], more].concat());
        assert_eq!(unique.code, Some(0));
        let frames = unique.out.lines().filter(|line| line.starts_with('┏'));
        assert_eq!(frames.count(), pictures, "{}", unique.out);
        assert!(unique.out.contains("100 of 100"), "{}", unique.out);
    }

    let some = run(&["solve", "shut-the-box", "--no-fold", "--limit", "5"]);
    assert_eq!(some.code, Some(3));
    assert_eq!(
        some.first_line(),
        "at least 5 solutions (stopped at the limit)"
    );
    let first = run(&["solve", "shut-the-box", "--no-fold", "--limit", "1"]);
    assert_eq!(
        first.code,
        Some(4),
        "one was found, but is it the only one?"
    );
    assert_eq!(
        first.first_line(),
        "at least 1 solution (stopped at the limit)"
    );
}

#[test]
fn the_output_is_the_same_for_every_number_of_threads() {
    let all = |threads: &str| {
        let ran = run(&[
            "solve",
            "shut-the-box",
            "--no-fold",
            "--all",
            "--threads",
            threads,
        ]);
        (ran.code, ran.out)
    };
    let one = all("1");
    assert_eq!(one.0, Some(3));
    for threads in ["2", "3"] {
        assert!(all(threads) == one, "{threads} threads");
    }
    let searched = |order: &str| {
        run(&[
            "solve",
            "number-cross-4",
            "--order",
            order,
            "--values",
            "largest",
            "--split",
            "halving",
            "--restarts",
            "luby",
            "--seed",
            "7",
            "--threads",
            "2",
        ])
        .out
    };
    assert!(searched("input").contains("88243711283"));
    assert_eq!(searched("input"), searched("dom/wdeg"));
    run(&["solve", "number-cross-4", "--order", "cleverest"])
        .assert_bad_input("unknown variable order `cleverest`; known: input,");
}

#[test]
fn who_is_to_blame_for_no_solution() {
    let folder = Folder::new();
    // The square of 4..3 / .... / .... / 3241 with a wrong guess: in its solution r2c1 is 2.
    let guess = "kind = \"sudoku\"\nnumber = '''\n4..3\n1...\n....\n3241\n'''\n";
    let ran = run(&["solve", &folder.file("guess.toml", guess)]);
    assert_eq!(ran.first_line(), "no solution");
    assert!(ran.out.contains("without one of these"), "{}", ran.out);
    assert!(ran.out.contains("number of r2c1"), "{}", ran.out);
    // Two independent conflicts: two numbers twice in a row each.
    let two = "kind = \"sudoku\"\nnumber = '''\n11..\n....\n....\n..22\n'''\n";
    let ran = run(&["solve", &folder.file("two.toml", two)]);
    assert!(!ran.out.contains("without one of these"), "{}", ran.out);
    assert!(
        ran.out
            .contains("leaving out one rule at one place is not enough"),
        "{}",
        ran.out
    );
    assert_eq!(
        ran.out
            .matches("these rules have no solution together")
            .count(),
        2,
        "{}",
        ran.out
    );
}

/// Every part needs a clue, so leaving one out never helps.
#[test]
fn another_value_of_a_clue_that_gives_a_solution_is_told() {
    let folder = Folder::new();
    let rules = "rules = '''
data sign on cells: plus \"+\" or wide \"-\"
data area on cells: 1..9
decide part on cells: regions
\"Each part is a rectangle with one clue.\"
    each part p: p is a rectangle and count cells c in p where c is plus or c is wide or c has area = 1
\"Parts with + are squares, and parts with - are wider than tall.\"
    each plus cell c: width of part of c = height of part of c
    each wide cell c: width of part of c > height of part of c
\"A number is the size of its part.\"
    each cell c with area: size of part of c = area of c
'''\n";
    for (clue, told) in [
        ("sign = '''\n-.\n..\n'''\n", "sign of r1c1 (plus)"),
        ("area = '''\n2.\n..\n'''\n", "area of r1c1 (4)"),
    ] {
        let path = folder.file("clue.toml", format!("{rules}{clue}size = \"2x2\"\n"));
        let ran = run(&["solve", &path]);
        assert_eq!(ran.first_line(), "no solution");
        assert!(!ran.out.contains("without one of these"), "{}", ran.out);
        let (_, changed) = ran
            .out
            .split_once("with another value of one of these, the puzzle would have a solution:")
            .expect(&ran.out);
        assert!(changed.trim_start().starts_with(told), "{}", ran.out);
    }
}

/// One rule about the whole grid, which fails with either clue alone.
#[test]
fn it_is_told_that_no_clue_is_to_blame() {
    let folder = Folder::new();
    let totals = "size = \"2x2\"\ntotal = [9, 9]\nrules = '''
data total on rows: 0..
decide number on cells: 1..2
\"The cells add up to the totals.\"
    sum number in grid = sum over rows r: total of r
'''\n";
    let path = folder.file("totals.toml", totals);
    let ran = run(&["solve", &path]);
    assert_eq!(ran.first_line(), "no solution");
    let told = "leaving out one clue or given is not enough for a solution";
    assert!(ran.out.contains(told), "{}", ran.out);
    let one = folder.file("one.toml", totals.replace("[9, 9]", "[9, 4]"));
    assert!(!run(&["solve", &one]).out.contains(told));
}

#[test]
fn no_solution_is_explained() {
    let folder = Folder::new();
    let path = folder.file("none.toml", NONE);
    let ran = run(&["solve", &path]);
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    assert_eq!(ran.first_line(), "no solution");
    // The puzzle is echoed nevertheless.
    assert!(ran.out.contains("number-cross-4, 2×2"));
    let (_, clash) = ran
        .out
        .split_once("no solution")
        .unwrap()
        .1
        .split_once("solution")
        .unwrap();
    assert!(
        clash.contains("  * row 2: The numbers of a row satisfy its clue.\n"),
        "{}",
        ran.out
    );
    assert!(!clash.contains("row 1"), "{}", ran.out);

    // 1 at r1c1 and r1c2 of one region of two cells.
    let givens = "kind = \"block-party\"\nmetric = \"taxicab\"\nanswer = \"sum of all cells\"\nregions = '''\nAAB\nCCB\n'''\ngivens = '''\n1 1 .\n. . .\n'''\n";
    let ran = run(&["solve", &folder.file("givens.toml", givens)]);
    assert_eq!(ran.code, Some(1), "{}{}", ran.out, ran.err);
    assert!(ran.first_line().starts_with("no solution"));
    let clash = ran
        .out
        .split_once("no solution together")
        .expect("several rules clash")
        .1;
    assert!(
        clash.contains("r1c1") && clash.contains("r1c2"),
        "{}",
        ran.out
    );

    let silent = run(&["solve", &path, "--explain", "0"]);
    assert_eq!(silent.code, Some(1));
    assert!(!silent.out.contains("\n  row 2: square\n"));
}

#[test]
fn limits_stop_the_search_and_say_so() {
    let folder = Folder::new();
    let path = folder.file("endless.toml", endless());
    let stopped = |arguments: &[&str]| {
        let mut all = vec!["solve", &path, "--no-fold", "--count"];
        all.extend_from_slice(arguments);
        let ran = run(&all);
        assert_eq!(ran.code, Some(4), "{}{}", ran.out, ran.err);
        assert_eq!(ran.err, "");
        ran.first_line().to_owned()
    };
    let time = stopped(&["--time", "1500ms"]);
    assert!(
        time.starts_with("at least ") && time.ends_with("(stopped after 1.5 s)"),
        "{time}"
    );
    let nodes = stopped(&["--nodes", "1000", "--time", "60s"]);
    assert!(nodes.ends_with("(stopped after 1,000 nodes)"), "{nodes}");
    // The endless one hardly ever fails.
    let failures = run(&[
        "solve",
        "number-cross-5",
        "--order",
        "input",
        "--failures",
        "10",
    ]);
    assert_eq!(failures.code, Some(4));
    assert!(
        failures
            .first_line()
            .ends_with("(stopped after 10 failures)"),
        "{}",
        failures.first_line()
    );
    if cfg!(target_os = "linux") {
        // The solutions kept fill the memory one right after the other.
        let held = run(&[
            "solve",
            &path,
            "--no-fold",
            "--all",
            "--memory",
            "16MiB",
            "--time",
            "60s",
        ]);
        assert_eq!(held.code, Some(4), "{}", held.err);
        assert!(
            held.first_line().ends_with("(stopped at 16 MiB of memory)"),
            "{}",
            held.first_line()
        );
        let memory = stopped(&["--memory", "1MiB", "--time", "60s"]);
        assert!(memory.ends_with("(stopped at 1 MiB of memory)"), "{memory}");
        let memory = stopped(&["--memory", "1MiB", "--threads", "2", "--time", "60s"]);
        assert!(memory.ends_with("(stopped at 1 MiB of memory)"), "{memory}");
    }
    run(&["solve", &path, "--time", "soon"]).assert_bad_input("expected ms, s, m or h");
    run(&["solve", &path, "--memory", "lots"]).assert_bad_input("expected kB, MB");
}

#[test]
fn statistics_on_request() {
    let with = run(&["solve", "block-party-4", "--stats"]);
    for word in [
        "parse",
        "build",
        "root",
        "search",
        "nodes",
        "failures",
        "propagations",
        "did nothing",
        "nearest equal",
    ] {
        assert!(with.out.contains(word), "{word}: {}", with.out);
    }
    if cfg!(target_os = "linux") {
        let mut lines = with.out.lines().skip_while(|line| *line != "memory, MiB");
        let peak = lines
            .nth(1)
            .and_then(|line| line.trim().strip_prefix("peak"));
        let peak: f64 = peak.unwrap().trim().parse().unwrap();
        assert!((1.0..1000.0).contains(&peak), "{peak}");
    }
    let without = run(&["solve", "block-party-4"]);
    assert!(!without.out.contains("propagations"));
    // Without figures of time the output is the same every time.
    assert_eq!(without.out, run(&["solve", "block-party-4"]).out);
}

#[test]
fn many_puzzles_are_a_line_each() {
    let folder = Folder::new();
    folder.file("a.toml", embedded("block-party-4"));
    folder.file("b.toml", "kind = \"no such\"\n");
    folder.file("c.toml", NONE);
    folder.file("notes.txt", "not a puzzle");
    let path = folder.name("");
    let ran = run(&["solve", &path]);
    assert_eq!(ran.code, Some(2), "the worst of all");
    let lines: Vec<&str> = ran.out.lines().collect();
    assert_eq!(lines.len(), 4, "{}", ran.out);
    assert!(lines[0].ends_with("a.toml: exactly one solution; sum of row products: 24405360"));
    assert!(lines[1].ends_with("b.toml: bad input"));
    assert!(
        lines[2].contains("c.toml: no solution; to blame: clue of row 2; conflicting rules: "),
        "{}",
        lines[2]
    );
    assert_eq!(
        lines[3],
        "3 puzzles: 1 with exactly one solution, 1 without a solution, 1 failed"
    );
    assert!(ran.err.contains("b.toml:1:9"), "{}", ran.err);

    let good = run(&["solve", "block-party-4", "number-cross-4"]);
    assert_eq!(good.code, Some(0));
    assert!(
        good.out
            .ends_with("2 puzzles: 2 with exactly one solution\n"),
        "{}",
        good.out
    );
    let mixed = run(&["solve", "--no-fold", "block-party-4", "shut-the-box"]);
    assert_eq!(mixed.code, Some(3));

    std::fs::create_dir(folder.path("empty")).unwrap();
    let empty = run(&["solve", &folder.name("empty")]);
    assert_eq!(empty.code, Some(2));
    assert!(empty.err.contains("has no puzzle file"), "{}", empty.err);
}

/// After the first line of the output, Ctrl-C ends the second puzzle, and the third is not tried.
#[cfg(unix)]
#[test]
fn a_batch_ends_when_asked_to() {
    use std::io::{BufRead, BufReader, Read};
    let folder = Folder::new();
    folder.file("a.toml", embedded("block-party-4"));
    folder.file("b.toml", endless());
    folder.file("c.toml", NONE);
    let path = folder.name("");
    for (arguments, last) in [
        (
            vec!["solve", "--no-fold", "--count", &path],
            "the rest was not tried",
        ),
        (
            vec!["solve", "--no-fold", "--all", "--json", &path],
            "\"broken_off\":true}",
        ),
        (vec!["test", &path], "; the rest was not tried"),
    ] {
        let mut child = command(&arguments).spawn().unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut text = String::new();
        out.read_line(&mut text).unwrap();
        assert!(text.contains("a.toml"), "{text}");
        let sent = Command::new("kill")
            .args(["-INT", &child.id().to_string()])
            .status();
        assert!(sent.unwrap().success());
        out.read_to_string(&mut text).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(4), "{text}");
        assert!(!text.contains("c.toml"), "{text}");
        let end = text.lines().next_back().unwrap();
        assert!(end.ends_with(last), "{text}");
    }
}

/// Building this model takes five times as long as the limit, reading the file an eighth of it. On a busy machine
/// reading may take longer: then it is what is stopped.
#[test]
fn limits_act_while_a_model_is_built() {
    let cells: Vec<String> = (0..50)
        .map(|row| {
            let names = (0..18).map(|column| format!("R{}-{}", row / 2, column / 2));
            names.collect::<Vec<_>>().join(" ")
        })
        .collect();
    let clues = ["'prime and palindrome'"; 50].join(", ");
    let text = format!(
        "kind = 'number-cross-4'\nclues = [{clues}]\nregions = \"\"\"\n{}\n\"\"\"\n",
        cells.join("\n")
    );
    let folder = Folder::new();
    let path = folder.file("heavy.toml", text);
    for threads in ["1", "2"] {
        let ran = run(&["solve", &path, "--time", "100ms", "--threads", threads]);
        assert_eq!(ran.code, Some(4), "{}{}", ran.out, ran.err);
        let is_building = ran.first_line() == "no solution found yet (stopped after 0.1 s)";
        assert!(
            is_building || ran.err.contains("stopped while it was read"),
            "{}{}",
            ran.out,
            ran.err
        );
    }
}

#[test]
fn a_puzzle_from_standard_input() {
    let ran = run_with_input(&["solve", "-"], embedded("block-party-4").as_bytes());
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(ran.out.contains("24405360"));
    run(&["solve", "-", "-"]).assert_bad_input("only once");
}

#[test]
fn colours_only_where_wanted() {
    let coloured = |ran: Ran| ran.out.contains('\x1b');
    assert!(
        !coloured(run(&["solve", "block-party-4"])),
        "not into a pipe"
    );
    assert!(coloured(run(&[
        "--color",
        "always",
        "solve",
        "block-party-4"
    ])));
    assert!(coloured(run(&[
        "solve",
        "block-party-4",
        "--color",
        "always"
    ])));
    let mut no = command(&["solve", "block-party-4"]);
    no.env("NO_COLOR", "1");
    assert!(!coloured(no.output().unwrap().into()));
}

#[test]
fn ascii_drawings_and_reports_are_ascii() {
    let bad = "kind = \"number-cross-4\"\nregions = \"\"\"\nAA\nB\n\"\"\"\nclues = [\"even\", \"sqare\"]\n";
    for command in ["solve", "show"] {
        let ran = run_with_input(&[command, "-", "--ascii"], bad.as_bytes());
        ran.assert_bad_input("did you mean `square`?");
        assert!(ran.err.is_ascii(), "{}", ran.err);
    }
    run_with_input(&["solve", "-"], bad.as_bytes()).assert_bad_input("│");
    let ran = run(&["solve", "shut-the-box", "--ascii", "--coordinates"]);
    let drawing: Vec<&str> = ran.out.lines().skip(2).take(25).collect();
    assert!(drawing.iter().all(|line| line.is_ascii()), "{drawing:?}");
    assert!(
        drawing.iter().any(|line| line.contains("r20")),
        "{drawing:?}"
    );
}

#[test]
fn the_verdict_comes_last_and_alone() {
    let ran = run(&["solve", "number-cross-4"]);
    assert_eq!(ran.out.lines().next_back(), Some("exactly one solution"));
    let stats = run(&["solve", "number-cross-4", "--stats"]);
    assert_eq!(stats.out.lines().next_back(), Some("exactly one solution"));
    let quiet = run(&["solve", "number-cross-4", "-q"]);
    assert_eq!(
        quiet.out,
        "exactly one solution\nsum of all the numbers: 88243711283\n"
    );
    let none = run_with_input(&["solve", "-", "--quiet"], NONE.as_bytes());
    assert_eq!((none.code, none.out.as_str()), (Some(1), "no solution\n"));
    // Counting shows no drawing.
    let counted = run(&["solve", "shut-the-box", "--no-fold", "--count"]).out;
    assert!(
        counted.contains("shut-the-box, 20×20") && !counted.contains('┌'),
        "{counted}"
    );
    run(&["solve", "number-cross-4", "--memory", "2"]).assert_bad_input("such as 2MiB");
}

/// A file that the rules contradict is not a bad file.
#[test]
fn givens_that_cannot_be_are_no_solution() {
    for (cell, broken) in [
        ("N", "An arrow points to all nearest kept cells"),
        ("7", "A number counts the kept cells"),
        ("0", "A number counts the kept cells"),
    ] {
        let text = format!("kind = \"shut-the-box\"\ngrid = '''\n{cell} . .\n. . .\n. . .\n'''\n");
        let ran = run_with_input(&["solve", "-"], text.as_bytes());
        assert_eq!(
            (ran.code, ran.first_line().starts_with("no solution")),
            (Some(1), true),
            "{}",
            ran.err
        );
        assert!(ran.out.contains(broken), "{}{}", ran.out, ran.err);
    }
}

/// Of two places of a rule that say the same, or that both ask for too much, neither alone is to blame.
#[test]
fn what_another_place_says_as_well_is_not_to_blame() {
    let folder = Folder::new();
    // Two cells have at most two shaded ones about them.
    let path = folder.file("mosaic.toml", "kind = \"mosaic\"\nnumber = \"6 5\"\n");
    let ran = run(&["solve", &path]);
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    assert!(!ran.out.contains("would give"), "{}", ran.out);
    // Two open cells ask each for a shaded neighbour: without one of them the other still does.
    let path = folder.file(
        "context.toml",
        "kind = \"context\"\nnumber = \"\"\"\n1\n1\n\"\"\"\n",
    );
    let ran = run(&["solve", &path, "--json"]);
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    let json: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    let culprits = json["no_solution"]["culprits"].to_string();
    assert!(!culprits.contains("open cell"), "{culprits}");
}
