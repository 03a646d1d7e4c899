//! Shut the Box: how many shapes satisfy the grid, which one folds, and into what.

use std::error::Error;

use quadrille::fold::{Shape, folds};
use quadrille::solve::{Goal, Request, Unwatched, solve};

fn main() -> Result<(), Box<dyn Error>> {
    let (_, loaded) = quadrille::read::open("shut-the-box")?;
    let puzzle = &loaded.puzzle;
    let count = Request {
        goal: Goal::Count,
        ..Request::default()
    };
    let without_fold = puzzle.without(&puzzle.rules_about_folding());
    let shapes = solve(&without_fold, &count, &mut Unwatched)?;
    println!("without the fold: {}", shapes.verdict);

    let findings = solve(puzzle, &Request::default(), &mut Unwatched)?;
    println!("with the fold: {}", findings.verdict);
    for completed in &findings.solutions {
        let shape = Shape::parse(&puzzle.write(completed))?;
        for fold in folds(&shape) {
            println!("{} cells fold into {}", shape.count(), fold.size());
        }
        for line in puzzle.report(completed) {
            println!("{line}");
        }
        let answer = puzzle.answer(completed).ok_or("no answer")?;
        println!("{}: {answer}", puzzle.answer_text());
    }
    Ok(())
}
