//! The explainer on small puzzles of several rulebooks.

use super::*;
use crate::puzzle::{BuildOptions, Puzzle};
use crate::read::{Source, parse};

fn open(text: &str) -> Box<dyn Puzzle> {
    let source = Source {
        name: "test.toml".to_owned(),
        text: text.to_owned(),
    };
    parse(&source).unwrap().puzzle
}

const SUDOKU: &str = "kind = \"sudoku\"\nnumber = '''\n4..3\n...4\n1...\n3...\n'''\n";

#[test]
fn instances_have_names_of_their_own_that_stay() {
    for text in [SUDOKU, crate::embedded::find("number-cross-5").unwrap()] {
        let names = || -> Vec<String> {
            let explainer = Explainer::new(&*open(text), &BuildOptions::default()).unwrap();
            explainer.instances().iter().map(|i| i.id.clone()).collect()
        };
        let (first, second) = (names(), names());
        assert_eq!(first, second);
        let mut distinct = first.clone();
        distinct.sort();
        distinct.dedup();
        assert_eq!(distinct.len(), first.len());
    }
}

#[test]
fn a_conclusion_follows_from_what_is_named_and_from_nothing_less() {
    let puzzle = open(SUDOKU);
    let mut explainer = Explainer::new(&*puzzle, &BuildOptions::default()).unwrap();
    assert_eq!(explainer.givens().len(), 5);
    let all = Question {
        rules: explainer.rules(),
        facts: explainer.givens().to_vec(),
        assumed: Vec::new(),
    };
    // r4c4 sees 4 and 3 in its column and 3 in its row; r3c4 sees the 1 as well: it is 2, and then r4c4 is 1.
    let spot = explainer
        .spots()
        .iter()
        .position(|spot| spot.name == "r3c4")
        .unwrap();
    let goal = Goal::Fact(quadrille_engine::Literal::is(
        explainer.spots()[spot].var,
        2,
    ));
    let shrunk = explainer.shrink(&all, goal).unwrap();
    assert!(shrunk.is_minimal);
    let places: Vec<&str> = shrunk
        .question
        .rules
        .iter()
        .map(|&id| &explainer.instance(id).place[..])
        .collect();
    assert_eq!(places, ["row 3", "column 4"]);
    let facts: Vec<String> = shrunk
        .question
        .facts
        .iter()
        .map(|&f| explainer.words(f))
        .collect();
    assert_eq!(facts, ["r1c4 is 3", "r2c4 is 4", "r3c1 is 1"]);
    assert!(explainer.follows(&shrunk.question, goal));
    for at in 0..2 {
        let mut less = shrunk.question.clone();
        less.rules.remove(at);
        assert!(!explainer.follows(&less, goal));
    }
    for at in 0..3 {
        let mut less = shrunk.question.clone();
        less.facts.remove(at);
        assert!(!explainer.follows(&less, goal));
    }
}

#[test]
fn an_assumption_is_refuted() {
    let puzzle = open(SUDOKU);
    let mut explainer = Explainer::new(&*puzzle, &BuildOptions::default()).unwrap();
    let spot = explainer
        .spots()
        .iter()
        .position(|spot| spot.name == "r3c4")
        .unwrap();
    let question = Question {
        rules: explainer.rules(),
        facts: explainer.givens().to_vec(),
        assumed: vec![quadrille_engine::Literal::is(
            explainer.spots()[spot].var,
            4,
        )],
    };
    let shrunk = explainer.shrink(&question, Goal::Clash).unwrap();
    let facts: Vec<String> = shrunk
        .question
        .facts
        .iter()
        .map(|&f| explainer.words(f))
        .collect();
    assert_eq!(
        (shrunk.question.rules.len(), facts),
        (1, vec!["r2c4 is 4".to_owned()])
    );
}
