use super::*;

fn source(text: &str) -> Source {
    Source {
        name: "test.toml".to_owned(),
        text: text.to_owned(),
    }
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
            Err(problems) => panic!("{}", problems.render(&source(text), false)),
        }
    }
}
