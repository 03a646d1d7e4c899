//! Tests the guide's examples of the language of rules: each formula is true of the first grid and
//! false of the second, for the checker and for the solver.

use quadrille::read::{self, Source};
use quadrille::solve::{Goal, Request, Unwatched, solve};

const CHAPTER: &str = include_str!("../../puzzles/src/guide/rules_by_example.md");

/// A formula with its grids, and what it is about.
struct Row<'a> {
    rules: &'a str,
    data: &'a str,
    formula: String,
    grids: [String; 2],
}

fn rows() -> Vec<Row<'static>> {
    let (mut rules, mut data) = ("", "");
    let mut found = Vec::new();
    for (number, piece) in CHAPTER.split("```").enumerate() {
        if number % 2 == 1 {
            let (language, text) = piece.split_once('\n').expect("a language");
            match language {
                "rules" => (rules, data) = (text, ""),
                "toml" => data = text,
                other => panic!("a block of {other}"),
            }
            continue;
        }
        for line in piece.lines().filter(|line| line.starts_with("| `")) {
            let line = line.replace("\\|", "\u{1}");
            let cells: Vec<String> = line
                .split('|')
                .map(|cell| cell.trim().trim_matches('`').replace('\u{1}', "|"))
                .collect();
            let [_, formula, one, other, _] = &cells[..] else {
                panic!("{line}");
            };
            found.push(Row {
                rules,
                data,
                formula: formula.clone(),
                grids: [one, other].map(|grid| grid.replace('/', "\n")),
            });
        }
    }
    found
}

#[test]
fn each_formula_is_true_of_the_first_grid_and_false_of_the_second() {
    let rows = rows();
    assert!(rows.len() > 130, "{}", rows.len());
    let mut wrong = Vec::new();
    for row in &rows {
        let text = format!(
            "rules = '''\n{}\"The rule.\"\n    {}\n'''\n{}",
            row.rules, row.formula, row.data
        );
        let source = Source {
            name: "example.toml".to_owned(),
            text,
        };
        let loaded = match read::parse(&source) {
            Ok(loaded) => loaded,
            Err(problems) => {
                wrong.push(problems.render(&source, read::ReportStyle::default()));
                continue;
            }
        };
        let puzzle = &loaded.puzzle;
        let all = Request {
            goal: Goal::All,
            ..Request::default()
        };
        let findings = solve(puzzle, &all, &mut Unwatched).expect("solver and checker agree");
        for (grid, is_true) in row.grids.iter().zip([true, false]) {
            let completed = match puzzle.read_filled(grid) {
                Ok(completed) => completed,
                Err(error) => {
                    wrong.push(format!("{}: {error}\n{grid}", row.formula));
                    continue;
                }
            };
            let broken = puzzle.check(&completed);
            if broken.is_empty() != is_true {
                wrong.push(format!(
                    "{}: not {is_true} of\n{grid}\n{broken:?}",
                    row.formula
                ));
            }
            if findings.solutions.contains(&completed) != is_true {
                wrong.push(format!(
                    "{}: the solver says not {is_true} of\n{grid}",
                    row.formula
                ));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}
