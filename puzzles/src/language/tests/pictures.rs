//! What the pictures of rulebooks show.

use crate::grid::Cell;
use crate::picture::Picture;
use crate::read::{self, Source};
use crate::solve::{Request, Unwatched, solve};

/// The picture of the first solution.
fn solved(text: &str) -> Picture {
    let source = Source {
        name: "drawn.toml".to_owned(),
        text: text.to_owned(),
    };
    let puzzle = read::parse(&source).expect("a puzzle").puzzle;
    let findings = solve(&*puzzle, &Request::default(), &mut Unwatched).expect("solutions");
    let mut picture = puzzle.picture();
    puzzle.fill(&mut picture, &findings.solutions[0]);
    picture
}

#[test]
fn a_given_value_stays_beside_that_of_another_layer() {
    let picture = solved(
        r#"
size = "1x2"
rules = '''
decide digit on cells: 1..2, given
decide letter on cells: A or B or C
data total on cells: 0..9
"The digits differ, and so do the letters."
    all different digit in grid
    exactly 1 cell c: c is A
    no cell c: c is C
"A stands on 2."
    each cell c: c is A exactly when digit of c = 2
'''
digit = '''
1.
'''
total = '''
7.
'''
"#,
    );
    let cell = |column| &picture.cells[Cell::new(0, column)];
    assert_eq!(cell(0).text, "1/B");
    assert_eq!(cell(1).text, "2/A");
    assert!(cell(0).corner.contains('7'), "{:?}", cell(0).corner);
}
