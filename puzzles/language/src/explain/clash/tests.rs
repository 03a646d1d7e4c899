//! What is said of conflicts, held against trying all values.

use quadrille_engine::clock::Instant;
use std::collections::BTreeSet;

use quadrille_engine::Interrupt;

use super::super::explainer::Explainer;
use super::super::instance::InstanceId;
use super::super::solved::Rest;
use super::inquiry::Inquiry;
use super::{Minimal, Nearly};
use crate::language::Puzzle;
use crate::puzzle::BuildOptions;
use crate::puzzle::Origin;
use crate::read::{Source, parse};
use crate::solve::tests::{FOREVER, RING, odd_ring};

/// The rules are known to conflict, but then there is no time to leave any out, or a stop is requested.
#[test]
fn what_could_not_be_judged_is_kept() {
    for is_cancelled in [false, true] {
        let ring = odd_ring(|_| ()).puzzle();
        let explainer = Explainer::new(&ring, &BuildOptions::default()).unwrap();
        let mut inquiry = Inquiry::new(
            &ring,
            &BuildOptions::default(),
            explainer,
            Instant::now() + FOREVER,
        );
        let all: Vec<InstanceId> = inquiry.explainer.all().collect();
        let rules = inquiry.without_distant(&all).unwrap();
        match is_cancelled {
            true => inquiry.explainer.set_interrupt(Interrupt::when(|| true)),
            false => inquiry.deadline = Instant::now(),
        }
        let (kept, minimal) = inquiry.reduced(rules.clone());
        assert_eq!((&kept, minimal), (&rules, Minimal::Unknown));
        assert!(
            RING.iter()
                .all(|rule| inquiry.texts(&kept).contains(&(*rule).to_owned()))
        );
    }
}

/// There is no time to refute the rules once more, but a search may have done so.
#[test]
fn what_a_search_refuted_is_a_conflict_without_another_search() {
    for is_refuted in [false, true] {
        let ring = odd_ring(|_| ()).puzzle();
        let (mut inquiry, all) = inquiry(&ring);
        inquiry.is_refuted = is_refuted;
        inquiry.deadline = Instant::now();
        assert_eq!(
            inquiry.without_distant(&all),
            is_refuted.then(|| all.clone())
        );
        // Of some of the rules nothing is known.
        assert_eq!(inquiry.without_distant(&all[1..]), None);
    }
}

/// Whether a sudoku of four by four cells with these givens has a solution, by trying all values.
fn has_solution(grid: &mut [u8; 16]) -> bool {
    let sees = |a: usize, b: usize| {
        let block = |cell: usize| (cell / 8, cell % 4 / 2);
        a != b && (a / 4 == b / 4 || a % 4 == b % 4 || block(a) == block(b))
    };
    let is_wrong = |grid: &[u8; 16], cell: usize| {
        grid[cell] > 0 && (0..16).any(|other| sees(cell, other) && grid[other] == grid[cell])
    };
    if (0..16).any(|cell| is_wrong(grid, cell)) {
        return false;
    }
    let Some(cell) = grid.iter().position(|&value| value == 0) else {
        return true;
    };
    let has = (1..=4).any(|value| {
        grid[cell] = value;
        has_solution(grid)
    });
    grid[cell] = 0;
    has
}

/// How many solutions, counted up to `most`, some of these rules of a sudoku of four by four cells with these givens have
/// together, by trying all values. Rules are known by their cells.
fn solutions(inquiry: &Inquiry<'_>, rules: &[InstanceId], givens: &[u8; 16], most: usize) -> usize {
    fn fillings(
        grid: &mut [u8; 16],
        at: usize,
        fixed: &[u8; 16],
        units: &[&[usize]],
        most: usize,
    ) -> usize {
        if at == 16 {
            return 1;
        }
        let mut number = 0;
        for value in 1..=4 {
            if number >= most {
                break;
            }
            grid[at] = value;
            let twice = |unit: &&[usize]| {
                unit.contains(&at) && unit.iter().any(|&cell| cell < at && grid[cell] == value)
            };
            let is_right = fixed[at] == 0 || fixed[at] == value;
            if is_right && !units.iter().any(twice) {
                number += fillings(grid, at + 1, fixed, units, most - number);
            }
        }
        grid[at] = 0;
        number
    }
    let mut fixed = [0; 16];
    let mut units: Vec<&[usize]> = Vec::new();
    for &rule in rules {
        let own = inquiry.explainer.instance(rule);
        match own.is_given {
            true => fixed[own.spots[0]] = givens[own.spots[0]],
            false => units.push(&own.spots),
        }
    }
    fillings(&mut [0; 16], 0, &fixed, &units, most)
}

fn have_solution(inquiry: &Inquiry<'_>, rules: &[InstanceId], givens: &[u8; 16]) -> bool {
    solutions(inquiry, rules, givens, 1) > 0
}

fn sudoku(givens: &[u8; 16]) -> Puzzle {
    let rows = givens.chunks(4).map(|row| {
        let signs = row.iter().map(|&value| match value {
            0 => ".".to_owned(),
            value => value.to_string(),
        });
        signs.collect::<String>()
    });
    let rows: Vec<String> = rows.collect();
    let puzzle = parse(&Source {
        name: "test.toml".to_owned(),
        text: format!(
            "kind = \"sudoku\"\nnumber = '''\n{}\n'''\n",
            rows.join("\n")
        ),
    });
    puzzle.unwrap().puzzle
}

/// An inquiry with all the time that it needs, and all rules.
fn inquiry(puzzle: &Puzzle) -> (Inquiry<'_>, Vec<InstanceId>) {
    let options = BuildOptions::default();
    let explainer = Explainer::new(puzzle, &options).unwrap();
    let inquiry = Inquiry::new(puzzle, &options, explainer, Instant::now() + FOREVER);
    let all = inquiry.explainer.all().collect();
    (inquiry, all)
}

/// Sudokus without a solution, made from one by changing a given.
fn wrong_sudokus() -> Vec<[u8; 16]> {
    let right: [u8; 16] = [4, 0, 0, 3, 0, 3, 0, 4, 1, 0, 3, 2, 3, 0, 0, 0];
    let changed = (0..16).filter(|&cell| right[cell] > 0).flat_map(|cell| {
        (1..4).map(move |more| {
            let mut givens = right;
            givens[cell] = (givens[cell] + more - 1) % 4 + 1;
            givens
        })
    });
    let wrong: Vec<[u8; 16]> = changed
        .filter(|givens| !has_solution(&mut givens.clone()))
        .collect();
    assert!(wrong.len() > 10);
    wrong
}

/// What is said of conflicts is true by trying all values: that they are conflicts, which rules and sentences they
/// need, and what the model that is solved says of them.
#[test]
fn what_is_said_to_be_needed_is() {
    let [mut parts, mut whole, mut spread] = [0; 3];
    for givens in wrong_sudokus() {
        let puzzle = sudoku(&givens);
        let (mut inquiry, all) = inquiry(&puzzle);
        let (rules, minimal) = inquiry.shrunk(&all).expect("there is no solution");
        assert_eq!(minimal, Minimal::Places);
        assert!(!have_solution(&inquiry, &rules, &givens));
        for rule in &rules {
            let rest: Vec<InstanceId> = rules.iter().copied().filter(|own| own != rule).collect();
            assert!(have_solution(&inquiry, &rest, &givens));
        }
        for &part in &inquiry.parts {
            let given = (0..16).filter(|&cell| givens[cell] > 0).nth(part).unwrap();
            let mut less = givens;
            less[given] = 0;
            assert!(has_solution(&mut less), "{givens:?} without part {part}");
            parts += 1;
        }
        for sentence in inquiry.places(&all).into_keys() {
            let less = inquiry.without_sentences_of(&[&sentence].into(), &all);
            let can_be = have_solution(&inquiry, &less, &givens);
            match inquiry.ask_whole(&less, &[], FOREVER) {
                Rest::Solved(_) => assert!(can_be, "{givens:?} without {sentence}"),
                // It has all givens.
                Rest::Refuted if sentence != Origin::GIVEN => assert!(!can_be),
                _ => continue,
            }
            whole += 1;
            if !can_be {
                let kept = inquiry.places(&less).into_keys();
                let kept = kept.filter(|own| own != Origin::GIVEN).collect();
                let Some(wide) = inquiry.spread(&all, kept, BTreeSet::new()) else {
                    continue;
                };
                assert!(!have_solution(&inquiry, &wide, &givens));
                for sentence in inquiry.needed_sentences.clone() {
                    let rest = inquiry.without_sentences_of(&[&sentence].into(), &wide);
                    assert!(have_solution(&inquiry, &rest, &givens));
                }
                spread += 1;
            }
        }
    }
    assert!(
        parts > 0 && whole > 0 && spread > 0,
        "{parts} {whole} {spread}"
    );
}

/// Of a sudoku with a wrong given, the culprit is a given without which there are solutions, and it is told even if
/// there is no time to try it again.
#[test]
fn the_culprit_is_what_others_can_do_without() {
    let mut found = 0;
    let right: [u8; 16] = [4, 0, 0, 3, 0, 3, 0, 4, 1, 0, 3, 2, 3, 0, 0, 0];
    let mut without = right;
    assert!(has_solution(&mut without), "as it is");
    for wrong in (0..16).filter(|&cell| right[cell] > 0) {
        let mut givens = right;
        givens[wrong] = givens[wrong] % 4 + 1;
        if has_solution(&mut givens) {
            continue;
        }
        let is_culprit: Vec<bool> = (0..16)
            .map(|cell| {
                let mut less = givens;
                less[cell] = 0;
                givens[cell] > 0 && has_solution(&mut less)
            })
            .collect();
        let puzzle = sudoku(&givens);
        let explainer = Explainer::new(&puzzle, &BuildOptions::default()).unwrap();
        let mut inquiry = Inquiry::new(
            &puzzle,
            &BuildOptions::default(),
            explainer,
            Instant::now() + FOREVER,
        );
        let all: Vec<InstanceId> = inquiry.explainer.all().collect();
        let rules = inquiry.without_distant(&all).unwrap();
        inquiry.find_culprit(&all, &rules);
        let culprit = inquiry.culprit.expect("the wrong given is one");
        let place = &inquiry.explainer.instance(culprit).text;
        let is_named =
            |cell: &usize| place.contains(&format!("r{}c{}", cell / 4 + 1, cell % 4 + 1));
        if let Some(cell) = (0..16).find(is_named) {
            assert!(is_culprit[cell], "{place}: {givens:?}");
            found += 1;
        }
        assert!(inquiry.needed.contains(&culprit));
    }
    assert!(found > 0, "some given is the culprit");
}

/// What is there because of clues, and what it takes for a conflict to need all of its clues.
#[test]
fn clues_are_what_goes_with_the_parts_of_the_file() {
    let cross = crate::embedded::find("number-cross-5").unwrap();
    let cross = parse(&Source {
        name: "test.toml".to_owned(),
        text: cross.to_owned(),
    });
    let cross = cross.unwrap().puzzle;
    let sudoku = sudoku(&wrong_sudokus()[0]);
    for (puzzle, own) in [(&cross, "clues"), (&sudoku, Origin::GIVEN)] {
        let (mut inquiry, all) = inquiry(puzzle);
        let is_own = |rule: &&InstanceId| inquiry.explainer.instance(**rule).rule == own;
        let (own, others): (BTreeSet<InstanceId>, Vec<InstanceId>) = (
            all.iter().filter(is_own).copied().collect(),
            all.iter().filter(|rule| !is_own(rule)).copied().collect(),
        );
        let clues = inquiry.of_clues();
        assert_eq!(clues, own);
        assert_eq!(inquiry.known_minimal(&all, &clues), Minimal::Unknown);
        inquiry.needed_sentences = inquiry.places(&all).into_keys().collect();
        assert_eq!(inquiry.known_minimal(&all, &clues), Minimal::Sentences);
        inquiry.needed.clone_from(&own);
        assert_eq!(inquiry.known_minimal(&all, &clues), Minimal::Clues);
        inquiry.needed.extend(&others);
        assert_eq!(inquiry.known_minimal(&all, &clues), Minimal::Places);
        inquiry.needed.pop_first();
        assert_ne!(inquiry.known_minimal(&all, &clues), Minimal::Places);
    }
}

/// Sentences without which there are solutions, and how many, by trying all values.
#[test]
fn what_is_told_of_the_other_rules_is_true() {
    let mut told = 0;
    for givens in wrong_sudokus() {
        let puzzle = sudoku(&givens);
        let (mut inquiry, all) = inquiry(&puzzle);
        let counted = puzzle.rules().into_iter().map(|(name, sentence)| {
            let less = inquiry.without_sentences_of(&[&name].into(), &all);
            let number = solutions(&inquiry, &less, &givens, 1001);
            let is_own = |rule: &InstanceId| inquiry.explainer.instance(*rule).rule == name;
            let own: Vec<InstanceId> = all.iter().copied().filter(is_own).collect();
            (
                number,
                name,
                sentence,
                have_solution(&inquiry, &own, &givens),
            )
        });
        let known = counted.filter(|(number, ..)| (1..=1000).contains(number));
        let expected = known
            .min()
            .map(|(solutions, _, sentence, is_possible)| Nearly {
                sentence,
                solutions: Some(solutions),
                is_possible,
            });
        assert_eq!(inquiry.nearly(&all, FOREVER), expected);
        let later = Instant::now() + FOREVER;
        for &rule in &all {
            let alone = Nearly {
                sentence: inquiry.explainer.instance(rule).text.clone(),
                solutions: None,
                is_possible: true,
            };
            let is_possible = have_solution(&inquiry, &[rule], &givens);
            assert_eq!(inquiry.alone(rule, later), is_possible.then_some(alone));
        }
        told += usize::from(expected.is_some());
    }
    assert!(told > 5, "{told}");
}

/// Whether the sentences that are not known to be needed are needed together, by trying all values.
#[test]
fn parts_that_are_needed_together_are() {
    let mut needed = [0; 2];
    for givens in wrong_sudokus() {
        let puzzle = sudoku(&givens);
        let (mut inquiry, all) = inquiry(&puzzle);
        let sentences: Vec<String> = inquiry.places(&all).into_keys().collect();
        for some in 0..1 << sentences.len() {
            let known = sentences.iter().enumerate();
            let known = known.filter(|(at, _)| some >> at & 1 == 1);
            let known: BTreeSet<&String> = known.map(|(_, sentence)| sentence).collect();
            let open = inquiry.without_sentences_of(&known, &all);
            let rest: Vec<InstanceId> = all
                .iter()
                .copied()
                .filter(|rule| !open.contains(rule))
                .collect();
            inquiry.needed.clear();
            inquiry.needed_sentences = known.into_iter().cloned().collect();
            let is_needed = !rest.is_empty() && have_solution(&inquiry, &rest, &givens);
            let told = inquiry.needed_together(&all, Instant::now() + FOREVER);
            assert_eq!(told, is_needed.then_some(open));
            needed[usize::from(is_needed)] += 1;
        }
    }
    assert!(needed.iter().all(|&number| number > 20), "{needed:?}");
}
