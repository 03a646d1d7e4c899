//! Whole genres.

use super::*;

const NURIKABE: &str = r##"
data   number on cells: number
decide shade on cells: shaded "#" or open "."

"The shaded cells form one group."
    shaded cells are connected
"No block of two by two cells is all shaded."
    each block b of 2 by 2: some open cell in b
"Cells with a number stay open."
    each cell with number is open
"Every island holds exactly one number: the number of its cells."
    each group g of open cells: exactly 1 cell in g with number
    each group g of open cells: each cell c in g with number: number of c = size of g
"##;

#[test]
fn nurikabe() {
    let mut puzzle = bench(NURIKABE, 3, 3);
    puzzle.put("number", "2../.../..1");
    puzzle.put("shade", "..#/###/##.");
    assert_eq!(puzzle.told(), ["the block at r2c1: there is none"]);
    puzzle.put("shade", "..#/###/...");
    assert_eq!(
        puzzle.told(),
        ["the group of r3c1 (3 cells), r3c3: size is 3, must be 1"]
    );
    puzzle.put("shade", "#../###/##.");
    let told = puzzle.told();
    assert_eq!(told[0], "the block at r2c1: there is none");
    assert!(told.contains(&"r1c1: r1c1 must be open".to_owned()));
    puzzle
        .put("number", "2../.../2.2")
        .put("shade", "..#/.##/#..");
    assert_eq!(puzzle.told()[0], "the grid: falls into 2 groups");
}

/// How long a large grid takes, measured without asserting a figure that a busy machine cannot keep.
#[test]
fn a_large_grid_is_checked_in_time() {
    let mut puzzle = bench(NURIKABE, 20, 20);
    let numbers = "1".repeat(400);
    let open: String = (0..400)
        .map(|at| {
            if (at / 20 + at % 20) % 2 == 0 {
                '.'
            } else {
                '#'
            }
        })
        .collect();
    puzzle.put("number", &numbers).put("shade", &open);
    let start = quadrille_engine::clock::Instant::now();
    let broken = puzzle.check();
    let took = start.elapsed();
    assert!(!broken.is_empty());
    println!("{took:?}");
    assert!(took.as_secs() < 5, "{took:?}");
}
