//! Number Cross 4, one layer below `solve`: the model of a puzzle file, searched with the engine.

use std::error::Error;

use quadrille::number_cross_4::NumberCross4;
use quadrille::puzzle::{BuildOptions, Puzzle};
use quadrille::read::ReportStyle;
use quadrille_engine::Uniqueness;

fn main() -> Result<(), Box<dyn Error>> {
    let source = quadrille::read::load("number-cross-4")?;
    let puzzle = NumberCross4::parse(&source)
        .map_err(|found| found.render(&source, ReportStyle::default()))?;
    let built = puzzle.build(&BuildOptions::default());
    let brancher = (built.brancher)(&built.reading);
    let mut solver = built.model.solver();
    let mut search = solver.search().boxed_brancher(brancher);
    match search.uniqueness() {
        Uniqueness::Unique(solution) => {
            let completed = (built.reading.complete)(&solution);
            assert_eq!(puzzle.check(&completed), [], "the rules as written hold");
            print!("{}", quadrille::symbol::write_grid(&completed.grid));
            for line in puzzle.report(&completed) {
                println!("{line}");
            }
            let answer = puzzle.answer(&completed).ok_or("no answer")?;
            println!("{}: {answer}", puzzle.answer_text());
        }
        other => println!("not exactly one solution: {other:?}"),
    }
    println!("nodes: {}", search.stats().nodes);
    Ok(())
}
