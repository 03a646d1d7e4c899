//! `hint`, `steps` and `grade`.

use serde_json::Value;

use super::*;

const TOWERS: &str = "kind = \"skyscrapers\"\nclue.left = \". . 4 .\"\nclue.right = \". 2 . 2\"\nclue.top = [\".\", 3, 2, 2]\n";

const SOLUTION: [&str; 4] = ["4123", "2341", "1234", "3412"];

fn json(arguments: &[&str]) -> Value {
    let ran = run(arguments);
    serde_json::from_str(&ran.out).unwrap_or_else(|error| panic!("{error}: {}{}", ran.out, ran.err))
}

/// Whether a conclusion `r3c4 is 7` or `r3c4 is not 7` holds in the solution.
fn is_true(text: &str) -> bool {
    let words: Vec<&str> = text.split(' ').collect();
    let place: Vec<usize> = words[0][1..]
        .split('c')
        .map(|n| n.parse().unwrap())
        .collect();
    let stands = SOLUTION[place[0] - 1]
        .chars()
        .nth(place[1] - 1)
        .unwrap()
        .to_string();
    match words[1..] {
        ["is", value] => stands == value,
        ["is", "not", value] => stands != value,
        _ => panic!("`{text}`"),
    }
}

/// A conclusion that takes forty assumptions is not shown as one step: the simplest of them is.
#[test]
fn a_hint_on_a_large_puzzle_is_short() {
    let hint = json(&["hint", "number-cross-4", "--json"]);
    let steps = hint["steps"].as_array().unwrap();
    assert_eq!((steps.len(), &steps[0]["minimal"]), (1, &Value::Bool(true)));
    assert!(steps[0]["why"].as_array().unwrap().len() <= 8, "{hint}");
    let text = steps[0]["conclusions"][0]["text"].as_str().unwrap();
    let (place, value) = text.split_once(" is not ").unwrap();
    let told = run(&["hint", "number-cross-4"]);
    assert!(
        told.out.contains("(this only rules a value out;"),
        "{}",
        told.out
    );
    // The published solution, which the file records.
    let file = embedded("number-cross-4");
    let (_, solution) = file.split_once("solution = '''\n").unwrap();
    let (row, column) = place[1..].split_once('c').unwrap();
    let [row, column] = [row, column].map(|n| n.parse::<usize>().unwrap() - 1);
    let stands = solution
        .lines()
        .nth(row)
        .unwrap()
        .chars()
        .nth(column)
        .unwrap();
    let value = if value == "shaded" { "#" } else { value };
    assert_ne!(stands.to_string(), value, "{text}");
}

#[test]
fn a_hint_names_a_cell_what_stands_there_and_why() {
    let folder = Folder::new();
    let puzzle = folder.file("towers.toml", TOWERS);
    let grid = folder.file("grid.txt", "????\n?3?1\n1???\n????\n");
    let hint = json(&["hint", &puzzle, &grid, "--json"]);
    assert_eq!(
        (&hint["type"], &hint["level"]),
        (&"hint".into(), &"why".into())
    );
    for step in hint["steps"].as_array().unwrap() {
        assert_eq!(step["minimal"], true);
        assert!(!step["rules"].as_array().unwrap().is_empty());
        for conclusion in step["conclusions"].as_array().unwrap() {
            assert!(
                is_true(conclusion["text"].as_str().unwrap()),
                "{conclusion}"
            );
        }
    }
    let last = hint["steps"].as_array().unwrap().last().unwrap().clone();
    let place = last["conclusions"][0]["place"].as_str().unwrap().to_owned();
    let text = last["conclusions"][0]["text"].as_str().unwrap().to_owned();
    let svg = folder.name("hint.svg");
    let told = run(&["hint", &puzzle, &grid, "--level", "where", "--svg", &svg]);
    assert_eq!(told.code, Some(0), "{}", told.err);
    assert!(
        told.first_line().starts_with(&format!("look at {place}")),
        "{}",
        told.out
    );
    assert!(!told.out.contains(&text), "{}", told.out);
    assert!(std::fs::read_to_string(&svg).unwrap().contains("#ffe04d"));
    let told = run(&["hint", &puzzle, &grid, "--level", "what"]);
    assert!(told.first_line().starts_with(&text), "{}", told.out);
    assert!(
        told.out.contains('!') && !told.out.contains("houses seen"),
        "{}",
        told.out
    );
    let told = run(&["hint", &puzzle, &grid]);
    // From the right two are seen: the 1, and what hides the 3 and all the rest.
    let (lines, _) = told.out.split_once("\n\n").unwrap();
    assert_eq!(
        lines,
        "r2c3 is 4\n  row 2 from the right (A clue is the number of houses seen from there: higher ones hide lower \
         ones behind them)\n  known: r2c2 is 3 and r2c4 is 1"
    );
}

#[test]
fn wrong_entries_come_first() {
    let folder = Folder::new();
    let puzzle = folder.file("towers.toml", TOWERS);
    let grid = folder.file("grid.txt", "????\n?4?1\n1???\n????\n");
    let told = run(&["hint", &puzzle, &grid]);
    assert_eq!(told.code, Some(1), "{}", told.err);
    assert_eq!(told.first_line(), "r2c2 is 4 in no solution");
    let wrong = json(&["hint", &puzzle, &grid, "--json"]);
    assert_eq!(
        (&wrong["type"], &wrong["places"]),
        (&"wrong".into(), &serde_json::json!(["r2c2"]))
    );
    let full = folder.file("grid.txt", "4123\n2341\n1234\n3412\n");
    let told = run(&["hint", &puzzle, &full]);
    assert_eq!(
        (told.first_line(), told.code),
        ("everything is decided", Some(0))
    );
    run(&["hint", &puzzle, &folder.file("bad.txt", "412\n")]).assert_bad_input("line 1");
}

#[test]
fn steps_lead_to_the_solution() {
    let folder = Folder::new();
    let puzzle = folder.file("towers.toml", TOWERS);
    let page = folder.name("steps.html");
    let way = json(&["steps", &puzzle, "--json", "--html", &page]);
    assert_eq!(way["end"], "solved");
    let mut decided = std::collections::BTreeSet::new();
    for step in way["steps"].as_array().unwrap() {
        for conclusion in step["conclusions"].as_array().unwrap() {
            let text = conclusion["text"].as_str().unwrap();
            assert!(is_true(text), "{text}");
            if !text.contains("not") {
                decided.insert(conclusion["place"].as_str().unwrap().to_owned());
            }
        }
    }
    // The last value that is left of several needs no step of its own.
    assert!(decided.len() > 8, "{decided:?}");
    let page = std::fs::read_to_string(page).unwrap();
    assert!(page.contains("<svg") && page.contains("type=\"range\"") && !page.contains("{{"));
    // Nothing is fetched: the only addresses are names of XML.
    for part in page.split("http").skip(1) {
        assert!(part.starts_with("://www.w3.org/"), "{}", &part[..40]);
    }
    let told = run(&["steps", &puzzle]);
    assert_eq!(told.code, Some(0), "{}", told.err);
    assert!(
        told.out.starts_with("1. ") && told.out.ends_with("everything is decided\n"),
        "{}",
        told.out
    );
}

#[test]
fn what_has_several_solutions_or_none_is_told_as_such() {
    let folder = Folder::new();
    let open = folder.file(
        "open.toml",
        "kind = \"skyscrapers\"\nclue.top = [\".\", 3, \".\"]\nsize = \"3x3\"\n",
    );
    let told = run(&["steps", &open]);
    assert_eq!(told.code, Some(3), "{}{}", told.out, told.err);
    assert!(
        told.out.contains("differ between solutions"),
        "{}",
        told.out
    );
    let none = folder.file(
        "none.toml",
        "kind = \"skyscrapers\"\nclue.top = [3, 3, \".\"]\n",
    );
    let told = run(&["hint", &none]);
    assert_eq!(told.code, Some(1), "{}{}", told.out, told.err);
    assert!(told.out.contains("these rules conflict"), "{}", told.out);
    let at_once = folder.file(
        "at_once.toml",
        "size = \"1x2\"\nrules = '''\ndecide shade on cells: shaded or open\n\"All are shaded.\"\n    \
         each cell c: c is shaded\n\"One is open.\"\n    some open cell\n'''\n",
    );
    let told = run(&["grade", &at_once]);
    assert_eq!(told.code, Some(1), "{}{}", told.out, told.err);
    assert!(told.out.contains("nothing to grade"), "{}", told.out);
    let told = run(&["grade", &folder.file("towers.toml", TOWERS)]);
    assert_eq!(told.code, Some(0), "{}", told.err);
    let number = told
        .first_line()
        .split(',')
        .next()
        .unwrap()
        .parse::<f64>()
        .unwrap();
    assert!(number > 0.0);
    let told = run(&["steps", "number-cross-5", "--time", "1ms"]);
    assert_eq!(told.code, Some(4), "{}{}", told.out, told.err);
}

/// With regions of any number of numbers, r1c1 could be a region of its own: how regions are cut is not reason enough.
#[test]
fn hints_about_regions_name_what_gives_each_its_mark() {
    let folder = Folder::new();
    let puzzle = folder.file(
        "rooms.toml",
        "rules = '''\ndata number on cells: 1..\ndecide room on cells: regions\n\"Every room has one number, its size.\"\n    \
         each room r: exactly 1 cell in r with number\n    each cell c: number of c = size of room of c\n'''\n\
         size = \"1x3\"\nnumber = \".21\"\n",
    );
    let ran = run(&["hint", &puzzle]);
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
    for told in [
        "r1c1 and r1c2 are in one region",
        "Every room has one number",
    ] {
        assert!(ran.out.contains(told), "{}", ran.out);
    }
}

/// 1 + 3 or 4 alone: of the first and the third cell both are shaded or none is.
#[test]
fn places_that_may_take_the_same_value_do_not_share_two() {
    let folder = Folder::new();
    let puzzle = folder.file(
        "row.toml",
        "size = \"1x4\"\nrules = '''\ndecide shade on cells: shaded or open\n\"Positions add up to 4.\"\n    \
         (sum over shaded cells c: x of c) = 4\n'''\n",
    );
    let ran = run(&["hint", &puzzle]);
    assert!(ran.out.starts_with("r1c2 is open"), "{}", ran.out);
    assert!(!ran.out.contains(" take "), "{}", ran.out);
}

/// Of three cells in a row, the outer two are in two regions: the middle one cannot be with either.
#[test]
fn hints_use_the_names_of_regions_that_are_far_apart() {
    let folder = Folder::new();
    let puzzle = folder.file(
        "areas.toml",
        "rules = '''\ngrid 1 by 3\ndecide area on cells: regions\n\"No region has two cells.\"\n    \
         each area a: size of a != 2\n'''\n",
    );
    let grid = folder.file("areas.grid", "A?B\n");
    let ran = run(&["hint", &puzzle, &grid]);
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
    assert!(
        ran.out.starts_with("a border runs between r1c1 and r1c2\n"),
        "{}",
        ran.out
    );
    assert!(
        ran.out.contains("Cells of one name are in one region"),
        "{}",
        ran.out
    );
    // In one region, they would need the middle one, too.
    let grid = folder.file("areas.grid", "A?A\n");
    let ran = run(&["hint", &puzzle, &grid]);
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
    assert!(
        ran.out.contains("are in one region\n  Cells of one name"),
        "{}",
        ran.out
    );
    // Not in one with a border between.
    let puzzle = folder.file(
        "borders.toml",
        "rules = '''\ngrid 1 by 3\ndecide area on cells: regions\n\"Each region has at most two cells.\"\n    \
         each area a: size of a <= 2\n'''\n",
    );
    let ran = run(&["hint", &puzzle, &grid]);
    assert_eq!(ran.code, Some(1), "{}{}", ran.out, ran.err);
    assert!(ran.out.contains("these rules conflict"), "{}", ran.out);
    // The puzzle has solutions.
    assert!(
        ran.out.starts_with("no solution has these regions"),
        "{}",
        ran.out
    );
    let ran = run(&["hint", &puzzle, &grid, "--json"]);
    let told: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(told["type"], "wrong");
    let ran = run(&["solve", &puzzle, "--from", &grid, "-q"]);
    assert_eq!(ran.code, Some(1), "{}{}", ran.out, ran.err);
}

/// Two cells, of which at most one of a group is shaded: with the other shaded, the second is open. That this follows
/// takes a trial, which is left out only if the value occurs together with all that was entered.
#[test]
fn entered_and_given_names_of_regions_leave_nothing_open() {
    let folder = Folder::new();
    let rules = "decide shade on cells: shaded \"#\" or open \".\"\n\"Alone.\"\n    \
        no group g of shaded cells: at least 2 shaded cells in g\n";
    let text = format!("size = '1x2'\nrules = '''\ndecide area on cells: regions\n{rules}'''\n");
    let puzzle = folder.file("named.toml", text);
    let grid = folder.file("named.grid", "area:\nA A\nshade:\n# ?\n");
    let ran = run(&["hint", &puzzle, &grid]);
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
    assert_eq!(ran.first_line(), "shade of r1c2 is open");
    for (area, told) in [
        ("AA", "r1c1 and r1c2 are in one region"),
        ("AB", "a border runs between r1c1 and r1c2"),
    ] {
        let text = format!(
            "size = '1x2'\narea = '{area}'\nrules = '''\ndecide area on cells: regions, given\n{rules}    \
             first cell is shaded\n'''\n"
        );
        let puzzle = folder.file("given.toml", text);
        let ran = run(&["steps", &puzzle]);
        assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
        assert!(ran.out.contains(told), "{}", ran.out);
        assert!(ran.out.contains("everything is decided"), "{}", ran.out);
    }
}

/// Grids are read as `check` reads them: with candidates, and as saved by `solve`.
#[test]
fn hints_read_candidates_and_saved_solutions() {
    let folder = Folder::new();
    let puzzle = folder.file("towers.toml", TOWERS);
    let bare = json(&["hint", &puzzle, "--json"]);
    assert_eq!(bare["type"], "hint");
    // r1c1 is 4; it is none of these.
    let row = "? ? ? ?\n";
    let wrong = folder.file("wrong.txt", format!("{{1,2}} ? ? ?\n{row}{row}{row}"));
    let told = json(&["hint", &puzzle, &wrong, "--json"]);
    assert_eq!(
        (&told["type"], &told["places"][0]),
        (&"wrong".into(), &"r1c1".into())
    );
    let right = folder.file("right.txt", format!("{{1,4}} ? ? ?\n{row}{row}{row}"));
    assert_eq!(json(&["hint", &puzzle, &right, "--json"])["type"], "hint");
    for saved in [&["solve", &puzzle][..], &["solve", &puzzle, "--json"]] {
        let saved = folder.file("saved", run(saved).out);
        let told = run(&["hint", &puzzle, &saved]);
        assert_eq!(told.first_line(), "everything is decided", "{}", told.err);
    }
}

/// Text, page, JSON and grade tell the same steps; a page has a picture for each, the puzzle and the end.
#[test]
fn there_is_one_count_of_steps() {
    let folder = Folder::new();
    let slitherlink = "kind = \"slitherlink\"\nnumber = '''\n.11\n.1.\n.1.\n'''\n";
    for puzzle in [TOWERS, slitherlink] {
        let puzzle = folder.file("puzzle.toml", puzzle);
        let page = folder.name("steps.html");
        let text = run(&["steps", &puzzle, "--html", &page]).out;
        let is_number = |line: &&str| {
            let (number, _) = line.split_once(". ").unwrap_or_default();
            !number.is_empty() && number.bytes().all(|sign| sign.is_ascii_digit())
        };
        let told = text.lines().filter(is_number).count();
        let page = std::fs::read_to_string(page).unwrap();
        assert_eq!(page.matches("<section>").count(), told + 2);
        assert!(page.contains(&format!("max=\"{}\"", told + 1)));
        let way = json(&["steps", &puzzle, "--json"]);
        assert_eq!(way["steps"].as_array().unwrap().len(), told);
        let grade = json(&["grade", &puzzle, "--json"]);
        assert_eq!(grade["steps"], told);
        assert_eq!(grade["profile"].as_array().unwrap().len(), told);
        assert!(told > 3, "{text}");
    }
}

/// A page holds of each picture only what changes.
#[test]
fn a_page_of_steps_is_small() {
    let folder = Folder::new();
    let rows = [
        "53..7....",
        "6..195...",
        ".98....6.",
        "8...6...3",
        "4..8.3..1",
        "7...2...6",
        ".6....28.",
        "...419..5",
        "....8..79",
    ];
    let text = format!(
        "kind = \"sudoku\"\ntitle = \"A & B\"\nnumber = '''\n{}\n'''\n",
        rows.join("\n")
    );
    let puzzle = folder.file("sudoku.toml", text);
    let page = folder.name("steps.html");
    let ran = run(&["steps", &puzzle, "--html", &page]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let page = std::fs::read_to_string(page).unwrap();
    assert!(page.len() < 150_000, "{} bytes", page.len());
    assert!(page.contains("<title>A &amp; B: steps</title>"));
}
