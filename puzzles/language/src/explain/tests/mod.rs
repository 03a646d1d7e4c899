//! The explainer on small puzzles of several rulebooks.

mod entries;
mod steps;

use super::refute::Weights;
use super::settle::Searched;
use super::*;
use crate::language::Puzzle;
use crate::puzzle::BuildOptions;
use crate::read::{Source, parse};

use quadrille_engine::{Interrupt, Literal, Relation};

pub(super) fn open(text: &str) -> Puzzle {
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
            let explainer = Explainer::new(&open(text), &BuildOptions::default()).unwrap();
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

/// A small puzzle, and the possible values of its cells.
struct Small {
    text: &'static str,
    signs: &'static str,
}

const SMALL: &[Small] = &[
    Small {
        text: "kind = \"skyscrapers\"\nclue.left = [\".\", 2, \".\"]\nclue.top = [3, \".\", \".\"]\nclue.bottom = [\".\", 2, \".\"]\n",
        signs: "123",
    },
    Small {
        text: "kind = \"unequal\"\nnumber = '''\n...\n2..\n...\n'''\nsign.horizontal = '''\n>.\n..\n<.\n'''\nsign.vertical = '''\n.^.\n...\n'''\n",
        signs: "123",
    },
    Small {
        text: "kind = \"keen\"\ncage = '''\nAAB\nCDB\nCDE\n'''\nclue = { A = \"2/\", B = \"5+\", C = \"6*\", D = \"2-\" }\n",
        signs: "123",
    },
    Small {
        text: "kind = \"akari\"\nnumber = '''\n....\n0..0\n...1\n'''\n",
        signs: "*.",
    },
    Small {
        text: "kind = \"nurikabe\"\nnumber = '''\n.3..\n...1\n....\n'''\n",
        signs: "#.",
    },
    Small {
        text: "kind = \"hitori\"\nnumber = '''\n241\n412\n214\n132\n'''\n",
        signs: "#.",
    },
    Small {
        text: "kind = \"heyawake\"\nroom = '''\nABC\nABC\nADD\n'''\nwanted = { A = 1, C = 1 }\n",
        signs: "#.",
    },
    // Its sizes are variables with definitions.
    Small {
        text: r##"rules = """
data number on cells: 1..
decide shade on cells: shaded "#" or open "."
"Open groups are rectangles."
    each group g of open cells: g is a rectangle
"A number is the size of its group."
    each cell c with number: c is open and size of (first group of open cells of c) = number of c
"All groups hang together by their corners."
    open cells are connected by contacts
"No block of two by two cells is all shaded."
    each block b of 2 by 2: some open cell in b
"""
number = """
...
...
2..
..3
"""
"##,
        signs: "#.",
    },
    Small {
        text: "kind = \"cave\"\nnumber = '''\n...\n4..\n..2\n.3.\n'''\n",
        signs: "#.",
    },
];

/// For each way of filling the grid: the value at each spot, and the broken rules, as the checker names them.
fn all_fillings(small: &Small, explainer: &Explainer) -> Vec<(Vec<i32>, Vec<String>)> {
    let puzzle = open(small.text);
    let (rows, columns) = puzzle.size();
    let signs: Vec<char> = small.signs.chars().collect();
    let mut fillings = Vec::new();
    for mut code in 0..signs.len().pow((rows * columns) as u32) {
        let mut text = String::new();
        for _ in 0..rows {
            for _ in 0..columns {
                text.push(signs[code % signs.len()]);
                code /= signs.len();
            }
            text.push('\n');
        }
        let completed = puzzle.read_filled(&text).unwrap();
        let entries = puzzle.read_entries(&text).unwrap();
        let entries = explainer.entries(&entries).into_iter();
        let values = entries.map(|(_, fact)| fact.unwrap().value).collect();
        let broken = puzzle.check(&completed).into_iter();
        fillings.push((values, broken.map(|violation| violation.rule).collect()));
    }
    fillings
}

/// Whether the checker, which is told that `broken` are broken, means this instance by one of them.
fn is_broken(instance: &Instance, broken: &[String]) -> bool {
    let sentence = instance.sentence.trim_end_matches('.');
    let named = match &instance.place[..] {
        "" => sentence.to_owned(),
        place => format!("{sentence} ({place})"),
    };
    broken.iter().any(|rule| match &instance.place[..] {
        // The checker may know better where in the grid it is.
        "" => rule.starts_with(sentence),
        // A stretch of cells has no article in the model.
        _ => rule.replace("the run from ", "") == named,
    })
}

/// Each rule of a step is told to derive something only of what it is about.
pub(super) fn tells_of_its_own(explainer: &Explainer, step: &Step) {
    for link in &step.shrunk.support.links {
        let rule = explainer.instance(link.rule.expect("made by a rule"));
        let spot = &explainer.spots()[link.spot].name;
        assert!(rule.spots.contains(&link.spot), "{}: {spot}", rule.words());
    }
}
