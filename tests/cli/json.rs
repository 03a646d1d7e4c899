//! Machine output, field by field as documented.

use serde_json::Value;

use super::*;

fn parse(ran: &Ran) -> Value {
    assert_eq!(ran.err, "");
    assert_eq!(ran.out.lines().count(), 1, "one document, one line");
    serde_json::from_str(&ran.out).expect("it is JSON")
}

fn keys(value: &Value) -> Vec<&str> {
    let mut keys: Vec<&str> = value
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();
    keys.sort_unstable();
    keys
}

const RESULT: [&str; 12] = [
    "answer",
    "best",
    "consensus",
    "entries",
    "no_solution",
    "puzzle",
    "solutions",
    "statistics",
    "type",
    "verdict",
    "version",
    "weak_rules",
];

#[test]
fn one_solution() {
    let json = parse(&run(&["solve", "number-cross-5", "--json"]));
    assert_eq!(keys(&json), RESULT);
    assert_eq!(json["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(json["type"], "result");
    let puzzle = &json["puzzle"];
    assert_eq!(
        keys(puzzle),
        [
            "columns", "kind", "name", "notes", "rows", "source", "title", "variant"
        ]
    );
    assert_eq!(puzzle["name"], "number-cross-5");
    assert_eq!(puzzle["kind"], "number-cross-5");
    assert_eq!(puzzle["title"], "Number Cross 5");
    assert_eq!(puzzle["source"], "Jane Street, May 2025");
    assert_eq!(puzzle["notes"], Value::Null);
    assert_eq!(
        (&puzzle["rows"], &puzzle["columns"]),
        (&11.into(), &11.into())
    );
    let verdict = &json["verdict"];
    assert_eq!(
        keys(verdict),
        [
            "checked",
            "exhausted",
            "exit_code",
            "found",
            "stopped",
            "text"
        ]
    );
    assert_eq!(verdict["text"], "exactly one solution");
    assert_eq!(verdict["found"], 1);
    assert_eq!(verdict["exhausted"], true);
    assert_eq!(verdict["stopped"], Value::Null);
    assert_eq!(verdict["exit_code"], 0);
    let answer = &json["answer"];
    assert_eq!(keys(answer), ["same", "text", "values"]);
    assert_eq!(answer["text"], "sum of all the numbers");
    assert_eq!(answer["values"], serde_json::json!(["4135658"]));
    assert_eq!(answer["same"], true);
    assert_eq!(json["consensus"], Value::Null);
    assert_eq!(json["no_solution"], Value::Null);

    let solutions = json["solutions"].as_array().unwrap();
    assert_eq!(solutions.len(), 1);
    let solution = &solutions[0];
    assert_eq!(
        keys(solution),
        ["amounts", "answer", "grid", "layers", "report"]
    );
    let grid: Vec<&str> = solution["grid"]
        .as_array()
        .unwrap()
        .iter()
        .map(|line| line.as_str().unwrap())
        .collect();
    assert_eq!(
        grid[..3],
        [
            "base: A=2 B=4 C=3 E=4 D=1 H=3 F=6 G=7 I=7",
            "digit:",
            "#342225#324"
        ]
    );
    assert_eq!(grid.len(), 13);
    assert_eq!(solution["layers"]["base"]["B"], 4);
    assert_eq!(solution["layers"]["base"].as_object().unwrap().len(), 9);
    assert_eq!(solution["layers"]["digit"][0][1], 3);
    assert_eq!(solution["answer"], "4135658");
    assert!(solution["report"][0].is_string());
    // Each tile distributes the digit of its region; the tile on r1c1 is in region A, a 2.
    let from_first: u64 = solution["amounts"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|amount| amount["from"] == "r1c1")
        .map(|amount| {
            assert!(["N", "E", "S", "W"].contains(&amount["towards"].as_str().unwrap()));
            amount["amount"].as_u64().unwrap()
        })
        .sum();
    assert_eq!(from_first, 2);

    let statistics = &json["statistics"];
    assert_eq!(
        keys(statistics),
        [
            "changes",
            "failures",
            "no_goods",
            "nodes",
            "peak_depth",
            "propagations",
            "propagators",
            "restarts",
            "seconds",
            "solutions",
        ]
    );
    assert_eq!(
        keys(&statistics["seconds"]),
        ["build", "parse", "root", "search", "total"]
    );
    assert!(statistics["seconds"]["total"].as_f64().unwrap() > 0.0);
    assert_eq!(statistics["solutions"], 1);
    let propagator = &statistics["propagators"][0];
    assert_eq!(
        keys(propagator),
        ["calls", "failures", "name", "number", "prunings"]
    );
    assert!(propagator["calls"].as_u64().unwrap() > 0);
}

#[test]
fn several_solutions_and_their_consensus() {
    let json = parse(&run(&[
        "solve",
        "shut-the-box",
        "--no-fold",
        "--json",
        "--consensus",
    ]));
    // The verdict knows what the consensus knows.
    assert_eq!(json["verdict"]["text"], "72 solutions");
    assert_eq!(json["verdict"]["found"], 72);
    assert_eq!(json["verdict"]["stopped"], Value::Null);
    assert_eq!(json["verdict"]["exhausted"], true);
    assert_eq!(json["verdict"]["exit_code"], 3);
    assert_eq!(json["solutions"].as_array().unwrap().len(), 2);
    let consensus = &json["consensus"];
    assert_eq!(
        keys(consensus),
        ["cells", "complete", "places", "solutions"]
    );
    assert_eq!(consensus["complete"], true);
    assert_eq!(consensus["solutions"], 72);
    let cells: Vec<&Value> = consensus["cells"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|row| row.as_array().unwrap())
        .collect();
    assert_eq!(cells.len(), 400);
    let same = cells
        .iter()
        .filter(|cell| cell["seen"].as_array().unwrap().len() == 1);
    assert_eq!(same.count(), 392);
    assert!(
        cells.iter().all(|cell| keys(cell) == ["seen", "undecided"]
            && cell["undecided"] == serde_json::json!([]))
    );
    assert_eq!(
        consensus["cells"][0][5]["seen"],
        serde_json::json!(["kept", "cut"])
    );
}

#[test]
fn all_solutions_are_lines() {
    let lines = |threads: &str| {
        let ran = run(&[
            "solve",
            "shut-the-box",
            "--no-fold",
            "--json",
            "--all",
            "--threads",
            threads,
        ]);
        assert_eq!(ran.code, Some(3), "{}", ran.err);
        ran.out
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect::<Vec<Value>>()
    };
    let one = lines("1");
    assert_eq!(one.len(), 73);
    for (number, line) in (1..).zip(&one[..72]) {
        assert_eq!(line["type"], "solution");
        assert_eq!(line["number"], number);
        assert_eq!(line["version"], env!("CARGO_PKG_VERSION"));
        assert_eq!(line["grid"].as_array().unwrap().len(), 20);
    }
    let last = &one[72];
    assert_eq!(last["type"], "result");
    assert_eq!(last["verdict"]["found"], 72);
    assert_eq!(last["verdict"]["exhausted"], true);
    assert_eq!(last["solutions"], Value::Null);
    assert_eq!(one[..72], lines("2")[..72]);
}

#[test]
fn a_count() {
    let json = parse(&run(&[
        "solve",
        "shut-the-box",
        "--no-fold",
        "--json",
        "--count",
    ]));
    assert_eq!(json["verdict"]["found"], 72);
    assert_eq!(json["solutions"], serde_json::json!([]));
    assert_eq!(json["answer"]["same"], Value::Null);
}

#[test]
fn no_solution() {
    let folder = Folder::new();
    let json = parse(&run(&["solve", &folder.file("none.toml", NONE), "--json"]));
    assert_eq!(json["verdict"]["exit_code"], 1);
    let reason = &json["no_solution"];
    assert_eq!(
        keys(reason),
        [
            "culprits",
            "culprits_complete",
            "further",
            "minimal",
            "minimal_by_clue",
            "minimal_by_sentence",
            "nearly",
            "refuted_by",
            "rules",
            "to_blame",
            "to_blame_complete",
            "to_change",
            "together"
        ]
    );
    let clue = "row 2: The numbers of a row satisfy its clue.";
    assert_eq!(reason["refuted_by"], clue);
    assert_eq!(reason["minimal"], true);
    assert_eq!(reason["to_blame_complete"], true);
    let rules = reason["rules"].as_array().unwrap();
    assert!(rules.iter().any(|rule| rule == clue), "{rules:?}");
    assert_eq!(reason["culprits"], reason["rules"]);
    assert_eq!(reason["further"], Value::Null);
    assert_eq!(json["solutions"], serde_json::json!([]));
}

#[test]
fn a_stopped_search() {
    let folder = Folder::new();
    let path = folder.file("endless.toml", endless());
    let json = parse(&run(&[
        "solve",
        &path,
        "--no-fold",
        "--json",
        "--count",
        "--nodes",
        "100",
    ]));
    assert_eq!(json["verdict"]["stopped"], "nodes");
    assert_eq!(json["verdict"]["exhausted"], false);
    assert_eq!(json["verdict"]["exit_code"], 4);
    assert_eq!(json["statistics"]["nodes"], 100);
}

#[test]
fn a_batch_is_lines() {
    let folder = Folder::new();
    let bad = folder.file("bad.toml", "kind = 1\n");
    let ran = run(&["solve", "block-party-4", &bad, "--json"]);
    assert_eq!(ran.code, Some(2));
    let lines: Vec<Value> = ran
        .out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines.len(), 3);
    assert_eq!(keys(&lines[0]), RESULT);
    assert_eq!(keys(&lines[1]), ["name", "report", "type", "version"]);
    assert_eq!(lines[1]["type"], "bad_input");
    assert_eq!(lines[1]["name"], bad);
    assert!(
        lines[1]["report"]
            .as_str()
            .unwrap()
            .contains("bad.toml:1:8")
    );
    let summary = &lines[2];
    assert_eq!(
        keys(summary),
        [
            "broken_off",
            "exactly_one",
            "failed",
            "none",
            "puzzles",
            "several",
            "stopped",
            "type",
            "version"
        ]
    );
    assert_eq!(
        (
            &summary["puzzles"],
            &summary["exactly_one"],
            &summary["failed"]
        ),
        (&2.into(), &1.into(), &1.into())
    );
}

#[test]
fn a_check() {
    // Two values of the solution exchanged; the second line says so of the region.
    let right = "24111\n32523\n11312\n42111\n53242\n";
    let starter = run(&["new", "block-party", "--example"]).out;
    let folder = Folder::new();
    let puzzle = folder.file("mine.toml", starter);
    let check = |grid: &str| {
        let ran = run_with_input(&["check", &puzzle, "-", "--json"], grid.as_bytes());
        (ran.code, parse(&ran))
    };
    let (code, holds) = check(right);
    assert_eq!(code, Some(0));
    assert_eq!(
        keys(&holds),
        [
            "broken", "deep", "holds", "open", "places", "solved", "type", "value", "version"
        ]
    );
    assert_eq!(holds["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(holds["solved"], true);
    assert_eq!(
        (&holds["type"], &holds["holds"]),
        (&"check".into(), &true.into())
    );
    assert_eq!(holds["broken"], serde_json::json!([]));

    let wrong = right.replace("42111", "32111");
    let (code, broken) = check(&wrong);
    assert_eq!(code, Some(1));
    assert_eq!(broken["holds"], false);
    let words = run_with_input(&["check", &puzzle, "-"], wrong.as_bytes()).out;
    let list = broken["broken"].as_array().unwrap();
    assert!(!list.is_empty());
    for (violation, line) in list.iter().zip(words.lines().skip(1)) {
        assert_eq!(keys(violation), ["cells", "id", "message", "rule"]);
        let text = |key: &str| violation[key].as_str().unwrap();
        assert_eq!(line, format!("  {}: {}", text("rule"), text("message")));
        for cell in violation["cells"].as_array().unwrap() {
            let cell = cell.as_str().unwrap();
            let place = cell.strip_prefix('r').and_then(|rest| rest.split_once('c'));
            let (row, column) = place.expect("rRcC");
            for number in [row, column] {
                assert!((1..=5).contains(&number.parse::<u32>().unwrap()), "{cell}");
            }
        }
    }
    assert_eq!(words.lines().count(), list.len() + 1);
}

/// Every field that a document has is in the tables, and every field of the tables is in some document.
#[test]
fn the_documents_have_the_fields_told() {
    let told = include_str!("../../puzzles/src/protocol/documents.md");
    let fields = |section: &str| -> Vec<&str> {
        let after = told.split_once(section).expect(section).1;
        let rows = after
            .lines()
            .skip_while(|line| !line.starts_with("|---"))
            .skip(1)
            .take_while(|line| line.starts_with('|'));
        let mut names: Vec<&str> = rows
            .flat_map(|row| {
                let cell = row.split('|').nth(1).unwrap();
                cell.split('`').skip(1).step_by(2)
            })
            .collect();
        names.sort_unstable();
        names
    };
    let one = parse(&run(&["solve", "number-cross-5", "--json", "--consensus"]));
    assert_eq!(keys(&one), fields("prints one JSON document on one line:"));
    for part in ["puzzle", "verdict", "answer", "consensus", "statistics"] {
        assert_eq!(keys(&one[part]), fields(&format!("`{part}`:")), "{part}");
    }
    assert_eq!(keys(&one["solutions"][0]), fields("A solution:"));
    let folder = Folder::new();
    let none = folder.file("none.toml", NONE);
    let none = parse(&run(&["solve", &none, "--json"]));
    assert_eq!(keys(&none["no_solution"]), fields("`no_solution`:"));

    let input = run_with_input(
        &["check", "block-party-4", "-", "--json"],
        [["1"; 10].concat().as_str(); 10].join("\n").as_bytes(),
    );
    let check = parse(&input);
    assert_eq!(
        keys(&check),
        fields("`quadrille check PUZZLE GRID --json`:")
    );
    assert_eq!(keys(&check["broken"][0]), fields("A broken rule:"));
    // 10 is not in the first cell: the grid cannot be completed, and the entry is reported.
    let input = format!(
        "10{}\n{}",
        " ?".repeat(9),
        ["? ".repeat(10).as_str(); 9].join("\n")
    );
    let deep = run_with_input(
        &["check", "block-party-4", "-", "--json", "--deep"],
        input.as_bytes(),
    );
    let deep = parse(&deep);
    assert_eq!(keys(&deep["deep"]), fields("What `--deep` found:"));
    assert_eq!(keys(&deep["deep"]["entries"]), fields("`entries` (of"));

    let compared = [
        "compare",
        "block-party-4",
        "--orders",
        "input",
        "--seeds",
        "1",
        "--json",
    ];
    let compared = parse(&run(&compared));
    assert_eq!(
        keys(&compared),
        fields("`quadrille compare --json` prints a line for each puzzle:")
    );
    assert_eq!(keys(&compared["combinations"][0]), fields("A combination:"));
}

#[test]
fn one_bad_file_is_a_document_like_one_of_many() {
    let folder = Folder::new();
    let path = folder.file("bad.toml", "kind = 1\n");
    let alone = run(&["solve", &path, "--json"]);
    alone.assert_failed_with("bad.toml:1:8");
    let document: serde_json::Value = serde_json::from_str(&alone.out).unwrap();
    assert_eq!(document["type"], "bad_input");
    let many = run(&["solve", &path, "block-party-4", "--json"]);
    assert_eq!(many.first_line(), alone.out.trim_end());
    run(&["solve", &path]).assert_bad_input("bad.toml:1:8");
}

/// A title may hold anything: texts for people show it harmlessly, and JSON escapes it.
#[test]
fn what_a_terminal_obeys_is_never_printed() {
    let evil = "a\u{1b}]0;b\u{7}c\u{0}d\u{202e}e\u{9b}2J";
    let escaped = "a\\u001b]0;b\\u0007c\\u0000d\\u202ee\\u009b2J";
    let folder = Folder::new();
    let path = folder.file(
        "evil.toml",
        format!("title = \"{escaped}\"\nsource = \"{escaped}\"\nnotes = \"{escaped}\"\n{NONE}"),
    );
    let svg = folder.name("evil.svg");
    let obeyed = |c: char| c != '\n' && (c.is_control() || c == '\u{202e}');
    for arguments in [
        &["show", &path, "--svg", &svg][..],
        &["solve", &path, "--svg", &svg],
        &["solve", &path, "--json"],
        &["solve", &path, "--color", "always"],
    ] {
        let ran = run(arguments);
        let plain = ran.out.replace("\u{1b}[", "").replace('\u{1b}', "!");
        let plain = if arguments.contains(&"always") {
            &plain
        } else {
            &ran.out
        };
        assert!(!plain.contains(obeyed), "{arguments:?}: {plain:?}");
    }
    assert!(!std::fs::read_to_string(&svg).unwrap().contains(obeyed));
    let document = parse(&run(&["solve", &path, "--json"]));
    assert_eq!(document["puzzle"]["title"], evil);
}

#[test]
fn what_had_no_time_has_all_fields() {
    for command in ["steps", "grade"] {
        let whole = parse(&run(&[command, "block-party-4", "--json"]));
        let none = parse(&run(&[command, "block-party-4", "--json", "--time", "0s"]));
        assert_eq!(keys(&none), keys(&whole));
        assert_eq!(none["end"], "late");
        assert_eq!(none["version"], whole["version"]);
        assert_eq!(none["type"], command);
    }
}

#[test]
fn a_contradiction_at_the_end_of_steps() {
    let folder = Folder::new();
    let steps = parse(&run(&["steps", &folder.file("none.toml", NONE), "--json"]));
    assert_eq!(steps["end"], "clash");
    assert_eq!(keys(&steps["conflict"]), ["known", "rules"]);
    let text = steps["text"].as_str().unwrap();
    let rules = steps["conflict"]["rules"].as_array().unwrap();
    assert!(!rules.is_empty());
    for rule in rules {
        let sentence = rule["sentence"].as_str().unwrap();
        assert!(text.contains(sentence.trim_end_matches('.')), "{text}");
    }
}
