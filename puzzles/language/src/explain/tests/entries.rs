//! Entries that are wrong, and what entries leave.

use super::*;

fn judged(puzzle: &Puzzle, explainer: &Explainer, grid: &str) -> Verdict {
    let entries = explainer.entries(&puzzle.read_entries(grid).unwrap());
    let (options, until) = (BuildOptions::default(), Interrupt::default());
    judge(puzzle, explainer, &options, &entries, &until)
}

#[test]
fn wrong_entries_are_found() {
    let puzzle = open(SUDOKU);
    let explainer = Explainer::new(&puzzle, &BuildOptions::default()).unwrap();
    // The one solution is 4123 2314 1432 3241.
    let right = judged(&puzzle, &explainer, "4??3\n??14\n1???\n3???\n");
    assert_eq!(
        (right.wrong, right.values.seen),
        (
            None,
            "4123231414323241"
                .bytes()
                .map(|digit| vec![i32::from(digit - b'0')])
                .collect()
        )
    );
    let wrong = judged(&puzzle, &explainer, "4??3\n?214\n1???\n3???\n").wrong;
    let Some(Wrong::Each(wrong)) = wrong else {
        panic!("{wrong:?}");
    };
    assert_eq!(wrong.len(), 1);
    assert_eq!(explainer.words(wrong[0].1.unwrap()), "r2c2 is 2");
    // Without any givens each of two equal digits in a row is in some solution, but not both.
    let puzzle =
        open("kind = \"sudoku\"\nsize = \"4x4\"\nnumber = '''\n....\n....\n....\n....\n'''\n");
    let explainer = Explainer::new(&puzzle, &BuildOptions::default()).unwrap();
    let together = judged(&puzzle, &explainer, "1??1\n????\n?2??\n????\n").wrong;
    let Some(Wrong::Together(facts)) = together else {
        panic!("{together:?}");
    };
    assert_eq!(explainer.list(&facts), "r1c1 is 1 and r1c4 is 1");
}

/// There are 576 Latin squares of order 4, more than are listed, so some values are searched for one by one.
#[test]
fn the_values_seen_are_those_of_all_solutions() {
    let mut rows: Vec<[i32; 4]> = Vec::new();
    for code in 0..256 {
        let row = [0, 2, 4, 6].map(|shift| 1 + (code >> shift & 3));
        if (1..=4).all(|digit| row.contains(&digit)) {
            rows.push(row);
        }
    }
    let mut squares: Vec<Vec<i32>> = vec![Vec::new()];
    for _ in 0..4 {
        let mut longer = Vec::new();
        for square in &squares {
            for row in &rows {
                let mut above = square.chunks(4);
                if above.all(|above| above.iter().zip(row).all(|(a, b)| a != b)) {
                    longer.push([square, &row[..]].concat());
                }
            }
        }
        squares = longer;
    }
    assert_eq!(squares.len(), 576);
    let puzzle = open(
        "size = \"4x4\"\nrules = '''\ndecide n on cells: 1..4\n\"Rows and columns.\"\n    \
         each row r: all different over cells c in r: n of c\n    \
         each column k: all different over cells c in k: n of c\n'''\n",
    );
    let explainer = Explainer::new(&puzzle, &BuildOptions::default()).unwrap();
    for entered in [
        "????????????????",
        "1???2???????????",
        "12????1????2????",
        "1?????????12???4",
    ] {
        let grid: Vec<&str> = (0..4).map(|row| &entered[4 * row..4 * row + 4]).collect();
        let judged = judged(&puzzle, &explainer, &grid.join("\n"));
        let has_entries = |square: &&Vec<i32>| {
            let mut both = entered.bytes().zip(*square);
            both.all(|(known, &value)| known == b'?' || i32::from(known - b'0') == value)
        };
        let squares: Vec<&Vec<i32>> = squares.iter().filter(has_entries).collect();
        assert!(!squares.is_empty());
        let values = |at: usize| {
            let values: std::collections::BTreeSet<i32> = squares.iter().map(|s| s[at]).collect();
            values.into_iter().collect()
        };
        let expected: Vec<Vec<i32>> = (0..16).map(values).collect();
        assert_eq!(
            (judged.wrong, judged.values.seen),
            (None, expected),
            "{entered}"
        );
    }
}

/// Without any work on steps, one step tells all that a search has found out: the values of each cell that occur in some
/// of the squares that are enumerated here.
#[test]
fn the_rest_is_what_occurs_in_solutions() {
    // Rows in order of their numbers, columns without repetition.
    let rows: Vec<[i32; 3]> = (0..27)
        .map(|n| [n / 9 + 1, n / 3 % 3 + 1, n % 3 + 1])
        .collect();
    let differ = |a: &[i32; 3], b: &[i32; 3]| a.iter().zip(b).all(|(a, b)| a != b);
    let is_mixed = |row: &&[i32; 3]| row[0] != row[1] && row[1] != row[2] && row[0] != row[2];
    let rows: Vec<[i32; 3]> = rows.iter().filter(is_mixed).copied().collect();
    let mut squares = Vec::new();
    for a in rows.iter().filter(|a| a[0] == 2) {
        for b in rows.iter().filter(|b| differ(a, b)) {
            let last = rows.iter().filter(|c| differ(a, c) && differ(b, c));
            squares.extend(last.map(|c| [*a, *b, *c].concat()));
        }
    }
    let more = "\"More.\"\n    n of r2c3 = 1\n";
    for (more, number, end) in [("", 4, Next::Open), (more, 1, Next::Solved)] {
        let is_meant = |square: &&Vec<i32>| more.is_empty() || square[5] == 1;
        let squares: Vec<&Vec<i32>> = squares.iter().filter(is_meant).collect();
        assert_eq!(squares.len(), number);
        let puzzle = open(&format!(
            "size = \"3x3\"\nrules = '''\ndecide n on cells: 1..3\n\"Rows and columns.\"\n    \
             each row r: all different over cells c in r: n of c\n    \
             each column k: all different over cells c in k: n of c\n\
             \"Corner.\"\n    n of r1c1 = 2\n{more}'''\n"
        ));
        let mut guide = Guide::new(&puzzle, &BuildOptions::default()).unwrap();
        let values = judged(&puzzle, guide.explainer(), "???\n???\n???").values;
        guide.tell_values(values);
        guide.allow(0);
        let way = Way::of(&mut guide);
        assert_eq!(way.end, end);
        let [step] = &way.steps[..] else {
            panic!("several steps")
        };
        assert!(matches!(step.means, Means::Rest(nodes) if nodes > 0));
        let why = guide.explainer().why(step);
        assert!(why[0].contains("by search alone"), "{why:?}");
        for (at, spot) in guide.explainer().spots().iter().enumerate() {
            let told = step.conclusions.iter().filter(|fact| fact.var == spot.var);
            let told: Vec<&Literal> = told.collect();
            for value in 1..=3 {
                let occurs = squares.iter().any(|square| square[at] == value);
                assert_eq!(told.iter().all(|fact| fact.admits(value)), occurs);
            }
        }
    }
}

#[test]
fn pencil_marks_ask_for_the_least_that_is_enough() {
    let demand = |columns: u32, most: u32, rules: &[&str]| {
        let rules: String = (1..)
            .zip(rules)
            .map(|(number, rule)| format!("\"Rule {number}.\"\n    {rule}\n"))
            .collect();
        let puzzle = open(&format!(
            "size = \"1x{columns}\"\nrules = '''\ndecide n on cells: 1..{most}\n{rules}'''\n"
        ));
        let mut walked = walk(
            &puzzle,
            std::time::Duration::from_secs(60),
            &std::sync::Arc::default(),
        )
        .unwrap();
        assert_eq!(walked.way.end, Next::Solved, "{rules}");
        walked.grade().demand
    };
    // Each cell is decided by one rule and what was decided before.
    let known = ["n of r1c1 = 1", "n of r1c1 != n of r1c2"];
    assert_eq!(demand(2, 2, &known), Demand::Rounds(1));
    // 1 or 2, and 2 or 3, after one round; both are 2 after another.
    let marked = ["n of r1c1 < 3", "n of r1c2 > 1", "n of r1c1 = n of r1c2"];
    assert_eq!(demand(2, 3, &marked), Demand::Rounds(2));
    // If r1c1 is 1, r1c2 and r1c3 are 2 at once, which the last rule forbids.
    let decided = [
        "n of r1c1 != n of r1c2",
        "n of r1c1 != n of r1c3",
        "n of r1c2 = 1 or n of r1c3 = 1",
    ];
    assert_eq!(demand(3, 2, &decided), Demand::Deciding);
    // If r1c1 is 1, r1c2 is 2 and r1c4 is 1 at once; nothing is left for r1c3 then. It is the same around the ring.
    let ring = [
        "n of r1c1 != n of r1c2",
        "n of r1c2 != n of r1c3",
        "n of r1c3 != n of r1c4",
        "n of r1c1 = 2 or n of r1c4 = 1",
    ];
    assert_eq!(demand(4, 2, &ring), Demand::Chain(2));
}
