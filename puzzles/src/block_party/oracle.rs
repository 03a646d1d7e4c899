//! The old checker against the rulebook's, until it goes.

use std::collections::BTreeSet;

use quadrille_engine::Rng;

use super::BlockParty;
use crate::grid::{Cell, Grid};
use crate::puzzle::{BuildOptions, Completed, Puzzle};
use crate::read::{Source, parse};
use crate::symbol::{Symbol, write_grid};

fn sources() -> Vec<Source> {
    let mut found = vec![Source {
        name: "starter.toml".to_owned(),
        text: include_str!("starter.toml").to_owned(),
    }];
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    for folder in ["../benches/scaling/made", "instances"] {
        for entry in std::fs::read_dir(root.join(folder)).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            if name.starts_with("block-party") && name.ends_with(".toml") {
                let text = std::fs::read_to_string(&path).unwrap();
                found.push(Source {
                    name: "x".to_owned() + &name,
                    text,
                });
            }
        }
    }
    let lines = found.iter().map(|source| Source {
        name: source.name.clone(),
        text: source.text.replace("\"taxicab\"\n", "\"line\"\n"),
    });
    let lines: Vec<Source> = lines.collect();
    found.extend(lines);
    found
}

fn solved(puzzle: &dyn Puzzle) -> Option<Completed> {
    let built = puzzle.build(&BuildOptions::default());
    let mut solver = built.model.solver();
    let mut search = solver
        .search()
        .limits(quadrille_engine::Limits {
            nodes: Some(3000),
            ..Default::default()
        })
        .boxed_brancher((built.brancher)(&built.reading));
    matches!(search.step(), quadrille_engine::Step::Solution)
        .then(|| (built.reading.complete)(&search.solution()))
}

#[test]
fn old_and_new_agree() {
    let mut rng = Rng::new(20);
    let (mut grids, mut valid, mut refused, mut same_answers) = (0, 0, 0, 0);
    let sources = sources();
    assert!(sources.len() >= 18, "{}", sources.len());
    for source in &sources {
        let old = BlockParty::parse(source).unwrap();
        let new = parse(source).unwrap().puzzle;
        assert_eq!(new.rules().len(), 2);
        let (rows, columns) = old.size();
        let solution = solved(&old).map(|completed| completed.grid);
        let found = solved(&*new).map(|completed| new.write(&completed));
        assert_eq!(
            solution.is_some(),
            found.is_some(),
            "{}",
            source.name
        );
        if let (Some(one), Some(other)) = (&solution, &found) {
            assert_eq!(
                write_grid(one).split_whitespace().collect::<Vec<_>>(),
                other.split_whitespace().collect::<Vec<_>>()
            );
        }
        // Where there is none, each region holds its numbers in order.
        let base = solution.clone().unwrap_or_else(|| {
            Grid::from_fn(rows, columns, |cell| {
                let mates = old.regions.cells(old.regions.of(cell));
                let place = mates.iter().position(|&mate| mate == cell).unwrap();
                Symbol::Number(place as u32 + 1)
            })
        });
        for round in 0..620 {
            let mut grid = base.clone();
            let cells: Vec<Cell> = grid.cells().collect();
            let any = |rng: &mut Rng| cells[rng.below(cells.len() as u64) as usize];
            match round % 3 {
                // Swaps within regions.
                0 => {
                    for _ in 0..rng.below(4) {
                        let one = any(&mut rng);
                        let mates = old.regions.cells(old.regions.of(one));
                        let other = mates[rng.below(mates.len() as u64) as usize];
                        let held = grid[one];
                        grid[one] = grid[other];
                        grid[other] = held;
                    }
                }
                // Some cells anew, in range and beyond.
                1 => {
                    for _ in 0..1 + rng.below(3) {
                        let cell = any(&mut rng);
                        let most = old.regions.cells(old.regions.of(cell)).len() as u64;
                        let beyond = u64::from(rng.below(10) == 0);
                        grid[cell] = Symbol::Number(1 + rng.below(most + beyond) as u32);
                    }
                }
                _ => {
                    grid = Grid::from_fn(rows, columns, |cell| {
                        let most = old.regions.cells(old.regions.of(cell)).len() as u64;
                        Symbol::Number(1 + rng.below(most) as u32)
                    });
                }
            }
            grids += 1;
            let text = write_grid(&grid);
            let completed = Completed::of_grid(grid);
            let before = old.check(&completed);
            let Ok(filled) = new.read_filled(&text) else {
                refused += 1;
                assert!(!before.is_empty());
                continue;
            };
            let after = new.check(&filled);
            let kinds = |violations: &[crate::symbol::Violation]| -> BTreeSet<(u8, String)> {
                violations
                    .iter()
                    .map(|violation| {
                        let rule = &violation.rule;
                        if rule.starts_with("region ") {
                            let name = rule.split(&[' ', ':'][..]).nth(1).unwrap();
                            (0, name.to_owned())
                        } else if rule.starts_with("A region") {
                            let name = rule.rsplit("region ").next().unwrap();
                            (0, name.trim_end_matches(')').to_owned())
                        } else if rule.contains("iven") {
                            (1, violation.cells[0].to_string())
                        } else {
                            assert!(rule.contains("nearest"), "{rule}");
                            (2, violation.cells[0].to_string())
                        }
                    })
                    .collect()
            };
            assert_eq!(kinds(&before), kinds(&after), "{text}\n{before:?}\n{after:?}");
            valid += usize::from(before.is_empty());
            if let Some(answer) = old.answer(&completed) {
                let new = new.answer_in_full(&filled).unwrap().to_string();
                assert_eq!(answer.to_string(), new);
                same_answers += 1;
                if matches!(old.answer, super::AnswerExpression::SumOfRowProducts) {
                    assert_eq!(old.report(&completed), parse(source).unwrap().puzzle.report(&filled));
                }
            }
        }
    }
    eprintln!("{grids} grids of {} puzzles, {valid} valid, {refused} refused when read, {same_answers} answers the same", sources.len());
}
