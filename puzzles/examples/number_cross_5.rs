//! Number Cross 5, from the embedded file or the one that is named as an argument, with a time limit.

use std::error::Error;
use std::time::Duration;

use quadrille::draw::{TerminalOptions, terminal};
use quadrille::solve::{Request, Unwatched, solve};
use quadrille_engine::Limits;

fn main() -> Result<(), Box<dyn Error>> {
    let name = std::env::args().nth(1);
    let (_, loaded) = quadrille::read::open(name.as_deref().unwrap_or("number-cross-5"))?;
    let puzzle = &loaded.puzzle;
    let request = Request {
        limits: Limits {
            time: Some(Duration::from_secs(60)),
            ..Limits::default()
        },
        ..Request::default()
    };
    let findings = solve(puzzle, &request, &mut Unwatched)?;
    println!("{}", findings.verdict);
    for completed in &findings.solutions {
        let mut picture = puzzle.picture();
        puzzle.fill(&mut picture, completed);
        print!("{}", terminal(&picture, TerminalOptions::default()));
        for flow in puzzle.flows(completed) {
            let towards = flow.towards.letter();
            println!("{} hands {} over to the {towards}", flow.from, flow.amount);
        }
        print!("{}", puzzle.write(completed));
        let answer = puzzle.answer(completed).ok_or("no answer")?;
        println!("{}: {answer}", puzzle.answer_text());
    }
    Ok(())
}
