//! The simplest step comes first, and people see singles.

use std::collections::BTreeSet;

use quadrille_engine::{Relation, Rng};

use super::super::tests::open;
use super::super::{Pattern, Step, walk};
use super::*;

const SIDE: usize = 9;

/// A partly filled sudoku; 0 is open.
#[derive(Clone)]
struct Grid([u8; SIDE * SIDE]);

/// The groups of cells that hold each number once.
fn houses() -> Vec<Vec<usize>> {
    let mut houses = Vec::new();
    for n in 0..SIDE {
        houses.push((0..SIDE).map(|k| n * SIDE + k).collect());
        houses.push((0..SIDE).map(|k| k * SIDE + n).collect());
        let corner = n / 3 * 3 * SIDE + n % 3 * 3;
        houses.push((0..SIDE).map(|k| corner + k / 3 * SIDE + k % 3).collect());
    }
    houses
}

impl Grid {
    fn text(&self) -> String {
        let rows = self.0.chunks(SIDE).map(|row| -> String {
            let sign = |&n: &u8| if n == 0 { '.' } else { char::from(b'0' + n) };
            row.iter().map(sign).collect()
        });
        let rows: Vec<String> = rows.collect();
        format!(
            "kind = \"sudoku\"\nnumber = '''\n{}\n'''\n",
            rows.join("\n")
        )
    }

    /// The cells with a number that are the only place for it in a house, or that have no other number left.
    fn singles(&self, houses: &[Vec<usize>]) -> BTreeSet<(usize, u8)> {
        let may = |cell: usize, n: u8| {
            let mut own = houses.iter().filter(|house| house.contains(&cell));
            self.0[cell] == 0 && own.all(|house| house.iter().all(|&other| self.0[other] != n))
        };
        let mut singles = BTreeSet::new();
        for cell in 0..SIDE * SIDE {
            let left: Vec<u8> = (1..=9).filter(|&n| may(cell, n)).collect();
            singles.extend((left.len() == 1).then(|| (cell, left[0])));
        }
        for house in houses {
            for n in 1..=9 {
                let left: Vec<usize> = house.iter().copied().filter(|&c| may(c, n)).collect();
                singles.extend((left.len() == 1).then(|| (left[0], n)));
            }
        }
        singles
    }

    fn is_solved_by_singles(&self, houses: &[Vec<usize>]) -> bool {
        let mut grid = self.clone();
        loop {
            let singles = grid.singles(houses);
            if singles.is_empty() {
                return grid.0.iter().all(|&n| n > 0);
            }
            singles.into_iter().for_each(|(cell, n)| grid.0[cell] = n);
        }
    }

    /// One with as few givens as singles can do with.
    fn random(rng: &mut Rng, houses: &[Vec<usize>]) -> Self {
        let rows = lines(rng);
        let columns = lines(rng);
        let numbers = shuffled(rng, 9);
        let mut grid = Self([0; SIDE * SIDE]);
        for (at, cell) in grid.0.iter_mut().enumerate() {
            let (row, column) = (rows[at / SIDE], columns[at % SIDE]);
            *cell = 1 + numbers[(row % 3 * 3 + row / 3 + column) % 9] as u8;
        }
        for cell in shuffled(rng, SIDE * SIDE) {
            let number = std::mem::take(&mut grid.0[cell]);
            if !grid.is_solved_by_singles(houses) {
                grid.0[cell] = number;
            }
        }
        grid
    }
}

fn shuffled(rng: &mut Rng, n: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..n).collect();
    for at in (1..n).rev() {
        order.swap(at, rng.below(at as u64 + 1) as usize);
    }
    order
}

/// The lines of a sudoku in an order that keeps those of a band together.
fn lines(rng: &mut Rng) -> Vec<usize> {
    let mut lines = Vec::new();
    for band in shuffled(rng, 3) {
        lines.extend(shuffled(rng, 3).into_iter().map(|line| 3 * band + line));
    }
    lines
}

#[test]
fn sudokus_that_need_singles_only_get_nothing_but_singles() {
    let houses = houses();
    let mut rng = Rng::new(60);
    let mut seen = [0; 3];
    for _ in 0..6 {
        let mut grid = Grid::random(&mut rng, &houses);
        let puzzle = open(&grid.text());
        let mut guide = Guide::new(&puzzle, &BuildOptions::default()).unwrap();
        loop {
            let step = match guide.step() {
                Next::Step(step) => step,
                end => {
                    assert_eq!(end, Next::Solved);
                    break;
                }
            };
            let singles = grid.singles(&houses);
            let told = guide.explainer().why(&step);
            let &[fact] = &step.conclusions[..] else {
                panic!("{told:?}");
            };
            let spot = guide.explainer().spot_of(fact.var).unwrap();
            let single = (spot, fact.value as u8);
            let is_single = fact.relation == Relation::Is && singles.contains(&single);
            assert!(is_single, "{told:?}");
            match step.pattern {
                Some(Pattern::Place { .. }) => {
                    seen[usize::from(step.shrunk.question.rules.len() == 1)] += 1;
                    let number = format!("the only place for {} in ", fact.value);
                    assert!(told[0].starts_with(&number), "{told:?}");
                }
                Some(Pattern::Value { .. }) => seen[2] += 1,
                _ => panic!("{told:?}"),
            }
            grid.0[spot] = single.1;
        }
    }
    assert!(seen.iter().all(|&count| count > 3), "{seen:?}");
}

/// What comes next depends on what is known, and not on the steps before, but for ties.
#[test]
fn a_step_is_no_harder_than_a_hint_at_its_place() {
    let towers = "kind = \"skyscrapers\"\nclue.left = [\".\", 2, \".\", 2]\nclue.top = [3, \".\", 2, \".\"]\n\
                  clue.right = [\".\", \".\", 3, \".\"]\n";
    let texts = [
        towers.to_owned(),
        "kind = \"slitherlink\"\nnumber = '''\n3..3\n.2..\n2..3\n'''\n".to_owned(),
    ];
    let mut compared = 0;
    for text in &texts {
        let puzzle = open(text);
        let mut guide = Guide::new(&puzzle, &BuildOptions::default()).unwrap();
        loop {
            let is_first = !guide.has_more();
            let known = guide.facts().to_vec();
            let Next::Step(step) = guide.step() else {
                break;
            };
            if !is_first {
                continue;
            }
            let mut hinting = Guide::new(&puzzle, &BuildOptions::default()).unwrap();
            known.iter().rev().for_each(|&fact| hinting.learn(fact));
            let Next::Step(hint) = hinting.step() else {
                panic!("no hint after {known:?}");
            };
            assert_eq!(
                step.cost(),
                hint.cost(),
                "{:?}",
                guide.explainer().why(&step)
            );
            compared += 1;
        }
    }
    assert!(compared > 12, "{compared}");
}

/// The first of the steps to a puzzle that are told by a certain pattern.
fn first(text: &str, is_meant: impl Fn(&Step) -> bool) -> Vec<String> {
    let puzzle = open(text);
    let time = std::time::Duration::from_secs(60);
    let walked = walk(&puzzle, time, &Interrupt::default()).unwrap();
    let step = walked.way.steps.iter().find(|step| is_meant(step));
    let step = step.unwrap_or_else(|| panic!("no such step"));
    walked.guide.explainer().why(step)
}

/// In area A 1 can only be in row 1, so it is not at r1c3.
#[test]
fn a_value_confined_to_a_line_is_told_as_such() {
    let told = first(
        "rules = '''\ndata area on cells: regions\ndecide n on cells: 1..3\n\"Rows.\"\n    \
         each row r: all different n in r\n\"Areas.\"\n    each area a: all different n in a\n\
         \"Never.\"\n    n of r2c1 != 1\n'''\narea = '''\nAAB\nABB\n'''\n",
        |step| matches!(step.pattern, Some(Pattern::NoPlace { .. })),
    );
    let expected = [
        "all places left for 1 in the area of r1c1 (Areas) are in row 1 (Rows)",
        "Never: r2c1 is not 1",
    ];
    assert_eq!(told, expected);
}

#[test]
fn places_that_share_values_are_told_as_such() {
    let told = first(
        "size = \"1x4\"\nrules = '''\ndecide n on cells: 1..5\n\"Row.\"\n    each row r: all different n in r\n\
         \"Low.\"\n    n of r1c1 < 3\n    n of r1c2 < 3\n\"Middle.\"\n    n of r1c3 < 4\n'''\n",
        |step| !step.shared.is_empty(),
    );
    let last = told.last().map(String::as_str);
    assert_eq!(
        last,
        Some("row 1 (Row), where r1c1 and r1c2 take 1 and 2: r1c3 is 3")
    );
}

/// The steps to a puzzle, each with what it concludes.
fn all(text: &str) -> Vec<(String, Vec<String>)> {
    let puzzle = open(text);
    let time = std::time::Duration::from_secs(60);
    let walked = walk(&puzzle, time, &Interrupt::default()).unwrap();
    let explainer = walked.guide.explainer();
    let told = |step: &Step| (explainer.conclusion(step), explainer.why(step));
    walked.way.steps.iter().map(told).collect()
}

/// All edges of a 0 are free: there is nothing else that could be, whether one of them is known or not.
#[test]
fn a_rule_without_other_places_is_told_by_itself() {
    let steps = all("kind = \"slitherlink\"\nnumber = '''\n00.\n...\n..3\n'''\n");
    for cell in ["r1c1", "r1c2"] {
        let is_of_cell =
            |(_, why): &&(String, Vec<String>)| why[0].starts_with(&format!("{cell} ("));
        let (_, why) = steps.iter().find(is_of_cell).expect("a step by the 0");
        assert!(!why[0].contains("nothing else"), "{why:?}");
    }
}

/// That r1c1 is 2 would make both cells beside it 3. As column 2 has its 2 in row 2, only r1c3 is left in row 1.
#[test]
fn what_follows_after_a_refutation_is_told_as_the_only_place() {
    let steps = all(
        "size = \"3x3\"\nrules = '''\ndecide n on cells: 1..3\n\"Rows.\"\n    each row r: all different n in r\n\
         \"Columns.\"\n    each column k: all different n in k\n\"Low.\"\n    n of r2c2 = 2\n\
         \"Odd.\"\n    if n of r1c1 = 2 then n of r1c2 = 3\n    if n of r1c1 = 2 then n of r1c3 = 3\n'''\n",
    );
    let words: Vec<&str> = steps
        .iter()
        .flat_map(|(_, why)| why)
        .map(String::as_str)
        .collect();
    assert!(words.contains(&"suppose that r1c1 is 2"), "{steps:#?}");
    let only = "the only place for 2 in row 1 (Rows)";
    assert!(words.contains(&only), "{steps:#?}");
}

/// That cells with a number are not shaded is one step, and one line.
#[test]
fn what_a_rule_says_of_each_place_by_itself_is_one_step() {
    let puzzle = open("kind = \"nurikabe\"\nnumber = '''\n2..1\n....\n.3.?\n'''\n");
    let mut guide = Guide::new(&puzzle, &BuildOptions::default()).expect("nothing stops it");
    let Next::Step(step) = guide.step() else {
        panic!("there is a step");
    };
    let explainer = guide.explainer();
    let said = explainer.conclusion(&step);
    assert_eq!(said, "r1c1, r1c4, r3c2 and r3c4 are open");
    let why = explainer.why(&step);
    assert_eq!(
        why,
        ["r1c1, r1c4, r3c2 and r3c4 (Cells with a number stay open)"]
    );
    // It is as easy as to see one of them.
    assert_eq!(step.cost(), 1);
}
