//! Temporary measurement.
use std::time::Instant;
use quadrille::{clue::Clue, grid::Grid, puzzle::*, regions::Regions, number_cross_4::NumberCross4, number_cross_5::NumberCross5, symbol::write_grid};
use quadrille_engine::Step;
fn grid(rows: &[&str]) -> Grid<String> {
    Grid::from_values(rows.len(), rows[0].len(), rows.iter().flat_map(|r| r.chars().map(|c| c.to_string())).collect()).unwrap()
}
fn main() {
    let which = std::env::args().nth(1).unwrap();
    let t0 = Instant::now();
    let puzzle: Box<dyn Puzzle> = if which == "4" {
        Box::new(NumberCross4 { regions: Regions::new(&grid(&["AAABBBCCDDD","AEEEBBCDDDF","AEEBBBCDDDF","AEEBBGGDFFF","AEBBDDGDFHF","ADDDDDDDHHI","JDDDDKKDHHH","JJLDLKKDDHD","JJLLLKKDDDD","JLLJJJKDDDM","JJJJJKKKDDM"])),
        clues: ["square","1 more than a palindrome","prime raised to a prime power","sum of digits is 7","fibonacci","square","multiple of 37","palindrome & multiple of 23","product of digits ends in 1","multiple of 88","1 less than a palindrome"].iter().map(|c| Clue::parse(c).unwrap()).collect() })
    } else {
        Box::new(NumberCross5 { regions: Regions::new(&grid(&["AAAAAAAAAAA","ABAAAAAAAAA","BBCCCCEEEAE","BCCBCDEEEEE","BCCBCDDEEDE","BBBBBDDDDDE","BHFFBBDDFDD","BHFFFFFFFGG","HHHHFHFGGGG","HHHHHHHHHHH","HHIIIIIIHHH"])),
        locked: grid(&["...........","...**......","....*....*.","........**.","...........",".....*.....",".**..**....",".*...*.....","....**.....","....*......","..........."]).map(|s| s == "*"),
        clues: ["square","product of digits is 20","multiple of 13","multiple of 32","divisible by each of its digits","product of digits is 25","divisible by each of its digits","odd & a palindrome","fibonacci","product of digits is 2025","prime"].iter().map(|c| Clue::parse(c).unwrap()).collect() })
    };
    println!("parse {:?}", t0.elapsed());
    let built = puzzle.build(&BuildOptions::default());
    println!("model {:?}", t0.elapsed());
    let mut solver = built.model.solver();
    println!("solver {:?}", t0.elapsed());
    use quadrille_engine::branch::{*, order::*, value::*};
    let brancher: Box<dyn Brancher> = match std::env::args().nth(2).as_deref() {
        Some("wdeg") => Box::new(Branching::new(DomWdeg::default(), Smallest)),
        Some("large") => Box::new(Branching::new(SmallestDomain, Largest)),
        Some("halve") => Box::new(Branching::new(SmallestDomain, Smallest).split(Split::Halving)),
        Some("values") => Box::new(Branching::new(SmallestDomain, Smallest).split(Split::Values)),
        _ => (built.brancher)(&built.reading) };
    let mut search = solver.search().boxed_brancher(brancher);
    loop {
        match search.step() {
            Step::Solution => { let c = (built.reading.complete)(&search.solution()); println!("{:?} {:?}\n{}", t0.elapsed(), c.named, write_grid(&c.grid)); }
            s => { println!("{s:?} {:?}", t0.elapsed()); break }
        }
    }
    println!("{:?}", search.stats());
    drop(search);
    let mut m = std::collections::BTreeMap::new();
    for (_, n, _, c) in solver.propagators() { let e = m.entry(n).or_insert((0,0,0)); e.0 += c.calls; e.1 += c.pruning; e.2 += c.failing; }
    println!("{m:?}");
}
