//! Number Cross 4, one layer below `solve`: the model of a puzzle file, searched with the engine.

use std::error::Error;

use quadrille::puzzle::BuildOptions;
use quadrille_engine::Uniqueness;

fn main() -> Result<(), Box<dyn Error>> {
    let (_, loaded) = quadrille::read::open("number-cross-4")?;
    let puzzle = &loaded.puzzle;
    let built = puzzle.build(&BuildOptions::default());
    let brancher = (built.brancher)(&built.reading);
    let mut solver = built.model.solver();
    let mut search = solver.search().boxed_brancher(brancher);
    match search.uniqueness() {
        Uniqueness::Unique(solution) => {
            let completed = (built.reading.complete)(&solution);
            assert_eq!(puzzle.check(&completed), [], "the rules as written hold");
            print!("{}", puzzle.write(&completed));
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
