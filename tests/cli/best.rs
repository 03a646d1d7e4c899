//! Puzzles that ask for the best grids.

use serde_json::Value;

use super::{Folder, run};

/// Cells of which no two are neighbours, as many as there can be.
fn apart(rows: usize, columns: usize) -> String {
    format!(
        "rules = '''
decide shade on cells: shaded \"#\" or open \".\"
greatest count shaded cells
\"No two shaded cells are neighbours.\"
    no pair a, b of neighbours: a is shaded and b is shaded
'''
size = \"{rows}x{columns}\"
"
    )
}

#[test]
fn the_best_value_is_told() {
    let folder = Folder::new();
    let puzzle = folder.file("apart.toml", apart(3, 3));
    // Five on nine cells, the corners and the middle.
    for threads in ["1", "2"] {
        let solved = run(&["solve", &puzzle, "--threads", threads]);
        assert_eq!(solved.code, Some(0), "{}{}", solved.out, solved.err);
        assert!(solved.out.contains("the greatest value: 5\n"));
        assert!(solved.out.contains("#.#\n.#.\n#.#\n"));
    }
    let solved = run(&["solve", &puzzle, "--json"]);
    let document: Value = serde_json::from_str(&solved.out).unwrap();
    let best = &document["best"];
    assert_eq!(
        (&best["wanted"], &best["value"]),
        (&"greatest".into(), &5.into())
    );
    assert_eq!((&best["proved"], &best["bound"]), (&true.into(), &5.into()));
    assert_eq!(best["solution"], Value::Null);
}

/// A grid in which the value is empty is no solution, also if it is empty in all of them.
#[test]
fn nothing_is_best_where_there_is_no_value() {
    let folder = Folder::new();
    let values = [
        "least over shaded cells c where (c is open): x of c",
        "greatest over cells c where x of c > 5: 1",
        "least over cells c where x of c > 5 and c is shaded: y of c",
    ];
    for value in values {
        let asked = format!("greatest ({value})");
        let puzzle = apart(2, 2).replace("greatest count shaded cells", &asked);
        let solved = run(&["solve", &folder.file("none.toml", &puzzle)]);
        assert_eq!(
            solved.code,
            Some(1),
            "{value}: {}{}",
            solved.out,
            solved.err
        );
        assert!(!solved.out.contains("greatest value"), "{}", solved.out);
    }
}

#[test]
fn what_was_found_before_a_limit_is_told() {
    let folder = Folder::new();
    let puzzle = folder.file("apart.toml", apart(30, 31));
    let solved = run(&["solve", &puzzle, "--time", "3s", "--stats"]);
    assert_eq!(solved.code, Some(4), "{}{}", solved.out, solved.err);
    assert_eq!(
        solved.first_line(),
        "a grid, not known to be the best (stopped after 3 s)"
    );
    let json = run(&["solve", &puzzle, "--time", "3s", "--json"]);
    let document: Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!(document["verdict"]["text"], *solved.first_line());
    assert_eq!(document["verdict"]["found"], 0);
    assert_ne!(document["best"]["solution"], Value::Null);
    assert!(
        solved.out.contains("the best grid so far has the value "),
        "{}",
        solved.out
    );
    assert!(
        solved.out.contains("; none is above 930\n"),
        "{}",
        solved.out
    );
    let seconds = |name: &str| -> f64 {
        let line = solved
            .out
            .lines()
            .find(|line| line.trim_start().starts_with(name));
        line.unwrap()
            .split_whitespace()
            .nth(1)
            .unwrap()
            .parse()
            .unwrap()
    };
    assert!(seconds("search") > 0.0, "{}", solved.out);
    let parts = ["parse", "build", "root", "search"]
        .map(seconds)
        .iter()
        .sum::<f64>();
    // What is in none of the parts, such as starting the process, is little.
    let missing = (seconds("total") - parts) / seconds("total");
    assert!((-0.01..0.2).contains(&missing), "{}", solved.out);
    let solved = run(&["solve", &puzzle, "--time", "3s", "--json"]);
    let document: Value = serde_json::from_str(&solved.out).unwrap();
    let best = &document["best"];
    assert_eq!(best["proved"], false);
    let grid = best["solution"]["grid"].as_array().unwrap();
    let shaded = grid
        .iter()
        .map(|row| row.as_str().unwrap().matches('#').count());
    assert_eq!(best["value"], shaded.sum::<usize>());
}

#[test]
fn a_grid_that_is_not_the_best_obeys_the_rules() {
    let folder = Folder::new();
    let puzzle = folder.file("apart.toml", apart(3, 3));
    let check = |grid: &str, deep: bool| {
        let grid = folder.file("grid.txt", grid);
        let deep = if deep { &["--deep"][..] } else { &[] };
        run(&[&["check", &puzzle, &grid], deep].concat())
    };
    let (few, best) = ("#.#\n...\n#.#\n", "#.#\n.#.\n#.#\n");
    let checked = check(few, false);
    assert_eq!(checked.code, Some(0));
    assert_eq!(
        checked.out,
        "all rules hold\nthe greatest value is asked for, and this grid has 4; --deep checks whether this is it\n"
    );
    let checked = check(few, true);
    assert_eq!(checked.code, Some(1));
    assert_eq!(
        checked.out,
        "all rules hold\nthe greatest value is asked for, and this grid has 4\nit is not the best: the greatest value is 5\n"
    );
    let checked = check(best, true);
    assert_eq!(checked.code, Some(0));
    assert!(
        checked
            .out
            .ends_with("it is a solution: the greatest value is 5\n")
    );
    let checked = check(".??\n???\n???\n", true);
    assert_eq!(checked.code, Some(1));
    assert!(
        checked.out.contains(
            "it can be completed so that all rules hold, but not with the greatest value, 5\n\
             these entries occur in no grid with the greatest value (5): r1c1 (open)\n"
        ),
        "{}",
        checked.out
    );
    let from = folder.file("from.txt", few);
    let solved = run(&["solve", &puzzle, "--from", &from]);
    assert_eq!(solved.code, Some(1));
    assert!(
        solved
            .out
            .contains("these entries occur in no grid with the greatest value (5): r2c2 (open)"),
        "{}",
        solved.out
    );
    let hint = run(&["hint", &puzzle, &from]);
    assert!(
        hint.out
            .contains("the solutions are the grids with the greatest value (5)"),
        "{}",
        hint.out
    );
}

#[test]
fn limits_hold_for_the_search_for_the_best() {
    let folder = Folder::new();
    let puzzle = folder.file("apart.toml", apart(30, 31));
    for threads in ["1", "2"] {
        for (limit, told) in [("--nodes", "50 nodes"), ("--failures", "20 failures")] {
            let number = told.split(' ').next().unwrap();
            let solved = run(&["solve", &puzzle, limit, number, "--threads", threads]);
            assert_eq!(solved.code, Some(4), "{}{}", solved.out, solved.err);
            let first = solved.first_line();
            assert!(
                first.ends_with(&format!("(stopped after {told})")),
                "{first}"
            );
        }
    }
}

/// Where there is no solution, that is not the fault of what is asked for.
#[test]
fn no_solution_is_explained_without_the_best() {
    let folder = Folder::new();
    let puzzle = folder.file(
        "none.toml",
        "size = \"2x2\"\nrules = '''\ndecide shade on cells: shaded \"#\" or open \".\"\n\
         few: \"At most one is shaded.\"\n    at most 1 shaded cell\n\
         many: \"At least two are shaded.\"\n    at least 2 shaded cells\n\
         greatest count shaded cells\n'''\n",
    );
    let ran = run(&["solve", &puzzle]);
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    for told in ["  * At most one is shaded.", "  * At least two are shaded."] {
        assert!(ran.out.contains(told), "{}", ran.out);
    }
    assert!(!ran.out.contains("the best"), "{}", ran.out);
}
