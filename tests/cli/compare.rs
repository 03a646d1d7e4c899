//! `compare`: the same figures as `solve`, side by side.

use serde_json::Value;

use super::*;

fn parse(ran: &Ran) -> Value {
    assert_eq!(ran.err, "");
    assert_eq!(ran.out.lines().count(), 1, "one document, one line");
    serde_json::from_str(&ran.out).expect("it is JSON")
}

fn keys(value: &Value) -> Vec<&str> {
    value
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect()
}

/// Nodes and failures of every run are those that `solve` reports.
#[test]
fn figures_are_those_of_solve() {
    let json = parse(&run(&[
        "compare",
        "number-cross-5",
        "--orders",
        "default,dom/wdeg,last-conflict:dom/deg",
        "--values",
        "largest",
        "--restarts",
        "never,geometric",
        "--seeds",
        "2",
        "--json",
    ]));
    assert_eq!(
        keys(&json),
        [
            "version",
            "type",
            "puzzle",
            "solutions",
            "exhausted",
            "combinations"
        ]
    );
    assert_eq!(json["type"], "comparison");
    assert_eq!(json["puzzle"], "number-cross-5");
    assert_eq!(
        (&json["solutions"], &json["exhausted"]),
        (&1.into(), &true.into())
    );
    let combinations = json["combinations"].as_array().unwrap();
    assert_eq!(combinations.len(), 6);
    for combination in combinations {
        assert_eq!(
            keys(combination),
            [
                "order", "values", "split", "restarts", "stopped", "nodes", "failures", "seconds",
                "runs"
            ]
        );
        let text = |key: &str| combination[key].as_str().map(str::to_owned);
        let mut of_runs = [Vec::new(), Vec::new()];
        for (seed, told) in (0..).zip(combination["runs"].as_array().unwrap()) {
            assert_eq!(
                keys(told),
                [
                    "seed",
                    "solutions",
                    "stopped",
                    "nodes",
                    "failures",
                    "seconds"
                ]
            );
            assert_eq!(told["seed"], seed);
            assert_eq!(
                (&told["solutions"], &told["stopped"]),
                (&1.into(), &Value::Null)
            );
            assert!(told["seconds"].as_f64().unwrap() > 0.0);
            let order = text("order").unwrap();
            let seed = seed.to_string();
            let mut arguments = vec!["solve", "number-cross-5", "--count", "--json", "--restarts"];
            let restarts = text("restarts").unwrap();
            arguments.push(&restarts);
            let (values, split) = (text("values"), text("split"));
            if let (Some(values), Some(split)) = (&values, &split) {
                arguments.extend(["--order", &order, "--seed", &seed]);
                arguments.extend(["--values", values, "--split", split]);
            } else {
                assert_eq!(order, "default");
            }
            let solved = parse(&run(&arguments));
            for (key, figures) in ["nodes", "failures"].iter().zip(&mut of_runs) {
                assert_eq!(
                    told[key], solved["statistics"][key],
                    "{key} of {arguments:?}"
                );
                figures.push(told[key].as_u64().unwrap());
            }
        }
        for (key, figures) in ["nodes", "failures"].iter().zip(&of_runs) {
            // Of two, the lower is the middle one.
            let (low, high) = (figures.iter().min(), figures.iter().max());
            assert_eq!(
                combination[key],
                serde_json::json!({ "median": low, "min": low, "max": high })
            );
        }
    }
}

#[test]
fn a_table_for_people_and_one_for_spreadsheets() {
    let compare = |more: &[&str]| {
        let mut arguments = vec!["compare", "shut-the-box", "--no-fold", "--orders"];
        arguments.extend(["default,input", "--seeds", "1"]);
        arguments.extend_from_slice(more);
        let ran = run(&arguments);
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
        ran.out
    };
    let table = compare(&[]);
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines[0], "shut-the-box: 72 solutions");
    assert_eq!(
        lines[1],
        "values smallest, split binary, restarts never, seed 0"
    );
    assert_eq!(
        lines[2].split_whitespace().collect::<Vec<_>>(),
        ["order", "nodes", "failures", "seconds"]
    );
    assert!(lines[3].starts_with("  default ") && lines[4].starts_with("  input "));
    assert_eq!(lines.len(), 5);

    // The table and the document agree.
    let json: Value = serde_json::from_str(&compare(&["--json"])).unwrap();
    assert_eq!(json["solutions"], 72);
    let [own, input] = [&json["combinations"][0], &json["combinations"][1]];
    assert_eq!(
        (&own["order"], &own["values"]),
        (&"default".into(), &Value::Null)
    );
    assert_eq!(
        (&input["order"], &input["split"]),
        (&"input".into(), &"binary".into())
    );
    let nodes = |line: &str| line.split_whitespace().nth(1).unwrap().replace(',', "");
    assert_eq!(nodes(lines[4]), input["nodes"]["median"].to_string());

    let first = compare(&["--limit", "5", "--values", "largest"]);
    assert!(first.starts_with("shut-the-box: at least 5 solutions (stopped at the limit)\n"));
}

#[test]
fn a_stopped_run_is_not_shown_as_finished() {
    // Smallest domain first takes thousands of nodes, the puzzle's own order hundreds.
    let arguments = ["compare", "number-cross-5", "--orders", "default,smallest"];
    let limits = ["--nodes", "1000", "--seeds", "1"];
    let ran = run(&[&arguments[..], &limits].concat());
    assert_eq!(ran.code, Some(4), "{}", ran.err);
    let lines: Vec<&str> = ran.out.lines().collect();
    assert_eq!(lines[0], "number-cross-5: exactly one solution");
    assert!(lines[2].ends_with("  stopped"), "{}", ran.out);
    assert!(!lines[3].contains('>') && !lines[3].contains("of"));
    assert!(
        lines[4].contains("> 1,000") && lines[4].ends_with("1 of 1"),
        "{}",
        ran.out
    );

    let json = run(&[&arguments[..], &limits, &["--json"]].concat());
    assert_eq!(json.code, Some(4));
    let json: Value = serde_json::from_str(&json.out).unwrap();
    let stopped = &json["combinations"][1];
    assert_eq!(stopped["stopped"], 1);
    assert_eq!(stopped["nodes"]["median"], Value::Null);
    assert_eq!(stopped["runs"][0]["stopped"], "nodes");
    assert_eq!(stopped["runs"][0]["nodes"], 1000);

    let none = run(&["compare", "number-cross-5", "--nodes", "3", "--seeds", "1"]);
    assert_eq!(none.code, Some(4));
    assert_eq!(
        none.first_line(),
        "number-cross-5: no solution found yet (stopped after 3 nodes); no run came to its end"
    );
}

#[test]
fn names_that_are_not_known() {
    let compare = |option: &str| run(&["compare", "block-party-4", option, "smallest,cleverest"]);
    compare("--orders").assert_bad_input(
        "unknown variable order `cleverest`; known: default, input, smallest, dom/deg",
    );
    compare("--values").assert_bad_input("unknown value order `cleverest`; known: smallest,");
    compare("--splits")
        .assert_bad_input("unknown split `smallest`; known: binary, values, halving");
    compare("--restarts").assert_bad_input("known are never, luby and geometric");
    run(&["compare", "block-party-4", "--seeds", "0"]).assert_bad_input("--seeds");
    run(&["compare", "block-party-4", "no-such-file"]).assert_bad_input("there is no file");
    let folder = Folder::new();
    run(&["compare", &folder.name("")]).assert_bad_input("has no puzzle file");
}
