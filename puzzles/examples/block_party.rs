//! A Block Party puzzle made in code, with both ways to measure distance.

use std::error::Error;

use quadrille::read::{Source, parse};
use quadrille::solve::{Goal, Request, Unwatched, solve};

fn main() -> Result<(), Box<dyn Error>> {
    let regions = ["ABBCD", "ABBCD", "AEBFD", "AEGHI", "GGGGI"].join("\n");
    let givens = ["....1", ".25..", ".1...", ".....", "....."].join("\n");
    let request = Request {
        goal: Goal::All,
        ..Request::default()
    };
    for metric in ["taxicab", "line"] {
        let text = format!(
            "kind = 'block-party'\nmetric = '{metric}'\nanswer = 'sum of row products'\n\
             regions = '''\n{regions}\n'''\ngivens = '''\n{givens}\n'''\n"
        );
        let source = Source {
            name: metric.to_owned(),
            text,
        };
        let loaded = match parse(&source) {
            Ok(loaded) => loaded,
            Err(problems) => return Err(problems.render(&source, Default::default()).into()),
        };
        let puzzle = &loaded.puzzle;
        let findings = solve(puzzle, &request, &mut Unwatched)?;
        println!("{metric}: {}", findings.verdict);
        for completed in &findings.solutions {
            println!("{}", puzzle.write(completed));
        }
        for answer in findings.answers.iter().flatten() {
            println!("{}: {answer}", puzzle.answer_text());
        }
    }
    Ok(())
}
