//! Small puzzles with known numbers of solutions.

use super::*;

const NURIKABE: &str = r#"
data   number on cells: number
decide shade on cells: shaded "@" or open "."

"The shaded cells form one group."
    shaded cells are connected
"No block of two by two cells is all shaded."
    each block b of 2 by 2: some open cell in b
"Cells with a number stay open."
    each cell with number is open
"Every island holds exactly one number: the number of its cells."
    each group g of open cells: exactly 1 cell in g with number
    each group g of open cells: each cell c in g with number: number of c = size of g
"#;

#[test]
fn nurikabe() {
    let puzzle = data(NURIKABE, 3, 3, &[("number", ". 1 . . . . 2 . .")]);
    assert_eq!(solutions(&puzzle), ["#.####..#"]);
}

#[test]
fn slitherlink() {
    let book = r#"
data number on cells: 0..4
decide way on edges: drawn or blank
"A number counts the drawn sides of its cell."
    each cell c: count drawn edges of c = number of c
"The drawn edges form one loop."
    drawn edges are one loop
"#;
    // Loops around the cells of a 2 by 2 grid: connected sets without holes that touch at no corner alone.
    assert_eq!(solutions(&data(book, 2, 2, &[])).len(), 13);
    assert_eq!(
        solutions(&data(book, 2, 2, &[("number", "3 . . 3")])).len(),
        2
    );
    assert_eq!(
        solutions(&data(book, 2, 2, &[("number", "2 2 2 2")])).len(),
        1
    );
}

#[test]
fn latin_squares_and_towers() {
    let book = r#"
grid n by n
data clue on views: 1..n
decide height on cells: 1..n, given
define tall c in v: each cell d in v before c: height of d < height of c
"Every row and every column holds each height once."
    each line l: all different height in l
"A number outside counts the buildings seen from there."
    each view v: count (cells c in v where c is tall in v) = clue of v
"#;
    assert_eq!(solutions(&data(book, 3, 3, &[])).len(), 12);
    assert_eq!(
        solutions(&data(book, 3, 3, &[("clue", "3 . . . . . . . . . . .")])).len(),
        2
    );
}

#[test]
fn partitions() {
    let book = r#"
decide area: regions
"#;
    // Partitions of a 2 by 2 grid into connected regions.
    assert_eq!(solutions(&data(book, 2, 2, &[])).len(), 12);
    let book = r#"
data number on cells: number
decide area: regions
"Every region is a rectangle."
    each area b: b is a rectangle
"Its number is the number of its cells."
    each area b: exactly 1 cell in b with number
    each area b: size of b = sum number in b
"#;
    assert_eq!(
        solutions(&data(book, 2, 3, &[("number", "2 . . . 4 .")])),
        ["ABBABB"]
    );
}

#[test]
fn fillomino() {
    let book = r#"
decide number on cells: 1..rows * columns, given
"Every group of equal numbers has as many cells as its number says."
    each group g of equal number: each cell c in g: number of c = size of g
"#;
    let one = solutions(&data(book, 1, 3, &[]));
    assert_eq!(one, ["122", "221", "333"]);
    assert_eq!(
        solutions(&data(book, 2, 2, &[("number", "3 . . 1")])),
        ["3331"]
    );
}

#[test]
fn a_ring_at_the_border_is_no_circle() {
    let book = r#"
decide shade on cells: shaded or open
"The cells around the middle of the first row form one run."
    each cell c where x of c = 2 and y of c = 1: exactly 1 run n of shaded cells in ring of c
"The middle is open."
    each cell c where x of c = 2 and y of c = 1: c is open
"#;
    // The stretches of a path of five.
    assert_eq!(solutions(&data(book, 2, 3, &[])).len(), 15);
}

/// An arrow points to all nearest shaded cells: a 3 by 3 grid with an arrow in its middle, which is open.
#[test]
fn arrows_to_the_nearest() {
    let book = r#"
data arrow on cells: directions
decide shade on cells: shaded or open
"Arrow cells are open."
    each cell with arrow is open
"An arrow points to all nearest shaded cells."
    each cell c with arrow: directions from c to nearest shaded cells = arrow of c
"#;
    let arrows = |words: &str| solutions(&data(book, 3, 3, &[("arrow", words)])).len();
    // The four corners are free, each side of the middle is known.
    assert_eq!(arrows(". . . . N . . . ."), 16);
    assert_eq!(arrows(". . . . NSEW . . . ."), 16);
    // Seen from a corner two ways lead off the grid; one step away or two, at the same distance.
    assert_eq!(arrows("ES . . . . . . . ."), 64 + 16);
    assert_eq!(arrows("E . . . . . . . ."), 64 + 16);
    assert_eq!(arrows("N . . . . . . . ."), 0);
}

/// What is open is connected with the border.
#[test]
fn no_holes() {
    let book = r#"
decide shade on cells: shaded or open
"There are no holes."
    each group g of open cells: some border cell in g
"#;
    // Of all ways to shade a 3 by 3 grid, only a ring around an open middle has one.
    assert_eq!(solutions(&data(book, 3, 3, &[])).len(), 512 - 16);
}
