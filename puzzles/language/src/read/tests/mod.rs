//! Reading puzzle files: correct ones here, faulty and oversized ones in the files below.

mod any_text;
mod instances;
mod limits;
mod mistakes;
mod reports;

use super::*;

fn source(text: &str) -> Source {
    Source {
        name: "test.toml".to_owned(),
        text: text.to_owned(),
    }
}

fn embedded(name: &str) -> Source {
    super::load(name).unwrap()
}

/// Each problem as `line:column message | label | help`.
fn problems(text: &str) -> Vec<String> {
    let source = source(text);
    match parse(&source) {
        Ok(_) => Vec::new(),
        Err(problems) => problems
            .iter()
            .map(|problem| {
                let (line, column) = problem.position(&source).unwrap_or((0, 0));
                let help = problem.help.as_deref().unwrap_or_default();
                format!(
                    "{line}:{column} {} | {} | {help}",
                    problem.message, problem.label
                )
            })
            .collect(),
    }
}

const CROSS_4: &str = r#"kind = "number-cross-4"
regions = '''
AAB
ACB
'''
clues = ["square", "prime"]
"#;

const PARTY: &str = r#"kind = "block-party"
metric = "taxicab"
answer = "sum of all cells"
regions = """
a1 a1 b1
a1 b1 b1
"""
givens = """
. 3 .
. . 2
"""
"#;

const BOX: &str = r#"kind = "shut-the-box"
grid = '''
ES  .   .
.  [3]  W
(4) .   .
'''
"#;

#[test]
fn small_puzzles_are_read() {
    for text in [CROSS_4, PARTY, BOX] {
        assert_eq!(problems(text), Vec::<String>::new(), "{text}");
    }
}

#[test]
fn directions_of_an_arrow_in_any_order() {
    let read = |arrow: &str| format!("{:?}", parse(&source(&BOX.replace("ES", arrow))).unwrap());
    assert_eq!(read("SE"), read("ES"));
    // It has no solution, and is read.
    assert_ne!(read("SWE"), read("ES"));
}

#[test]
fn line_ends_and_missing_line_ends_make_no_difference() {
    for (name, text) in crate::embedded::all() {
        let unix = format!("{:?}", parse(&source(text)).unwrap());
        for other in [text.replace('\n', "\r\n"), text.trim_end().to_owned()] {
            assert_eq!(
                format!("{:?}", parse(&source(&other)).unwrap()),
                unix,
                "{name}"
            );
        }
    }
    let windows = CROSS_4.replace("prime", "prine").replace('\n', "\r\n");
    assert!(problems(&windows)[0].starts_with("6:21 "));
}

#[test]
fn embedded_puzzles_are_read() {
    for (name, text) in crate::embedded::all() {
        match parse(&source(text)) {
            Ok(loaded) => {
                assert!(loaded.puzzle.size().0 >= 10, "{name}");
                assert_eq!(loaded.expected().solutions, Some(1));
                assert!(loaded.expected().answer.is_some());
                assert!(loaded.expected().solution.is_some());
            }
            Err(problems) => panic!("{}", problems.render(&source(text), ReportStyle::default())),
        }
    }
}
