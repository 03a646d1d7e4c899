//! A Block Party puzzle made in code, with both ways to measure distance.

use std::error::Error;

use quadrille::block_party::{AnswerExpression, BlockParty, Metric};
use quadrille::grid::Grid;
use quadrille::regions::Regions;
use quadrille::solve::{Goal, Request, Unwatched, solve};

fn main() -> Result<(), Box<dyn Error>> {
    let regions = ["ABBCD", "ABBCD", "AEBFD", "AEGHI", "GGGGI"];
    let givens = ["....1", ".25..", ".1...", ".....", "....."];
    let signs = |rows: [&str; 5]| -> Vec<char> { rows.concat().chars().collect() };
    let names = signs(regions).into_iter().map(String::from).collect();
    let givens = signs(givens).into_iter().map(|c| c.to_digit(10)).collect();
    let mut puzzle = BlockParty {
        regions: Regions::new(&Grid::from_values(5, 5, names).ok_or("not 5×5")?),
        givens: Grid::from_values(5, 5, givens).ok_or("not 5×5")?,
        metric: Metric::Taxicab,
        answer: AnswerExpression::SumOfRowProducts,
    };
    let request = Request {
        goal: Goal::All,
        ..Request::default()
    };
    for metric in [Metric::Taxicab, Metric::Line] {
        puzzle.metric = metric;
        let findings = solve(&puzzle, &request, &mut Unwatched)?;
        println!("{metric:?}: {}", findings.verdict);
        for completed in &findings.solutions {
            println!("{}", quadrille::symbol::write_grid(&completed.grid));
        }
        for answer in findings.answers.iter().flatten() {
            println!("{}: {answer}", puzzle.answer.text());
        }
    }
    Ok(())
}
