//! Clues for numbers: what the compiler makes of them against the interpreter.

use super::found::solutions;
use super::*;
use crate::clue::Clue;

const CLUES: &[&str] = &[
    "prime",
    "square",
    "multiple of 3",
    "palindrome",
    "sum of digits is 4",
    "1 more than a multiple of 5",
    "divisible by each of its digits",
];

fn clues(texts: &[&str]) -> Vec<Datum> {
    let clue = |text: &&str| match *text {
        "." => Datum::Missing,
        text => Datum::Clue(Clue::parse(text).expect("a known clue")),
    };
    texts.iter().map(clue).collect()
}

/// Runs of a line in all their forms: what belongs to a run, the layer, and what else is said of it.
#[test]
fn runs_satisfy_their_clues() {
    let mut rng = Rng::new(14);
    let mut told = 0;
    for round in 0..300 {
        let (values, words) = [
            (
                "0..2 or shaded",
                &["not shaded cells", "cells with digit"][..],
            ),
            (
                "1..3 or shaded",
                &["not shaded cells", "cells with digit"][..],
            ),
            ("0..3", &["cells", "big cells", "cells without wall"][..]),
            ("0..1 or shaded", &["not shaded cells without wall"][..]),
        ][round % 4];
        let (rows, columns) = [(1, 4), (2, 3), (1, 5), (4, 1)][rng.below(4) as usize];
        let material = declarations::one(&mut rng, words);
        let (of, line) = declarations::one(&mut rng, &[("row", "rows"), ("column", "columns")]);
        let mut parts = vec![declarations::one(
            &mut rng,
            &[
                "reading digit in n satisfies clue of l",
                "reading digit in n satisfies clue of l and reading digit in n satisfies \"odd\"",
                "not (reading digit in n satisfies clue of l)",
            ],
        )];
        for (chance, part) in [
            (50, "size of n >= 2"),
            (20, "1 < size of n"),
            (50, "first digit in n > 0"),
            (20, "first digit in n != 0"),
            (20, "size of n <= 3"),
        ] {
            if rng.below(100) < chance {
                parts.push(part);
            }
        }
        let text = format!(
            "data clue on {line}: clue\ndata wall on cells: mark\ndefine big c: digit of c > 1\n\
             decide digit on cells: {values}\n\"Rule.\"\n    each {of} l, run n of {material} in l: {}\n",
            parts.join(" and ")
        );
        let count = if line == "rows" { rows } else { columns };
        let texts: Vec<&str> = (0..count)
            .map(|_| match rng.below(5) {
                0 => ".",
                _ => declarations::one(&mut rng, CLUES),
            })
            .collect();
        let walls: Vec<Datum> = (0..rows * columns)
            .map(|_| match rng.below(4) {
                0 => Datum::Mark,
                _ => Datum::Missing,
            })
            .collect();
        let given = [("clue", &clues(&texts)[..]), ("wall", &walls[..])];
        told += usize::from(solutions(&text, rows, columns, &given) > 0);
    }
    assert!(told > 200, "{told}");
}

/// Numbers that must, must not, or may satisfy a clue.
#[test]
fn numbers_satisfy_their_clues() {
    let mut told = 0;
    for (round, clue) in CLUES.iter().cycle().take(56).enumerate() {
        let rule = [
            "each row r: reading digit in r satisfies clue of r",
            "each room c: reading digit in c satisfies hint of c",
            "each row r: not (reading digit in r satisfies clue of r)",
            "each row r: reading digit in r satisfies clue of r exactly when digit of first cell in r = 1",
            "exactly 1 row r: reading digit in r satisfies clue of r",
            "each row r: if first digit in r > 1 then reading digit in r satisfies clue of r",
            "each column l: reading digit in l satisfies \"square\"",
            "some cell c: digit of c satisfies clue of (row of c)",
        ][round % 8];
        let values = ["0..2", "1..3", "0..3"][round % 3];
        let text = format!(
            "data clue on rows: clue\ndata room on cells: regions\ndata hint on room: clue\n\
             decide digit on cells: {values}\n\"Rule.\"\n    {rule}\n"
        );
        let (rows, columns) = [(2, 3), (1, 5), (3, 2)][round / 8 % 3];
        let of_rows = clues(&vec![*clue; rows]);
        let rooms: Vec<Datum> = (0..rows * columns)
            .map(|at| Datum::Region(at / 3))
            .collect();
        let of_rooms = clues(&vec![*clue; (rows * columns).div_ceil(3)]);
        let given = [
            ("clue", &of_rows[..]),
            ("room", &rooms[..]),
            ("hint", &of_rooms[..]),
        ];
        told += usize::from(solutions(&text, rows, columns, &given) > 0);
    }
    assert!(told > 30, "{told}");
}
