//! Formulas about places that do not exist, or are several where one is meant, and what is said about them.

/// As the list of wrong formulas.
pub(super) const PLACES: &[(&str, &str, &str, &str)] = &[
    // Several things where one is meant.
    (
        "no pair a, b of contacts: b is neighbour of a",
        "a single cell is compared with several",
        "b is neighbour of a",
        "`b is in neighbours of a`",
    ),
    (
        "each cell c: cells in row 1 != c",
        "a single cell is compared with several",
        "cells in row 1 != c",
        "`x is in p`",
    ),
    (
        "each cell c: digit of cell left of c = 1",
        "this may be several cells",
        "cell left of c",
        "`first cell in p`",
    ),
    (
        "each cell c: digit of neighbour of c = 1",
        "this may be several cells",
        "neighbour of c",
        "say it of each",
    ),
    (
        "each row r: distance of (cell in r) and first cell = 1",
        "this may be several cells",
        "(cell in r)",
        "say it of each",
    ),
    // Typing errors in words of the language.
    (
        "each row r: exacly 1 shaded cell in r",
        "expected `and`, `or` or the end of the formula",
        "1",
        "did you mean `exactly` instead of `exacly`?",
    ),
    (
        "shaded cells are conected",
        "unknown name `conected`",
        "conected",
        "did you mean `connected`?",
    ),
    (
        "exactly 1 shaded cell in row",
        "which row?",
        "row",
        "`each row x: … x …`",
    ),
    (
        "shaded cells in room are connected",
        "which room?",
        "room",
        "`first room`",
    ),
    (
        "some shaded neighbour of cell",
        "which cell?",
        "cell",
        "`each cell x: … x …`",
    ),
    (
        "each row r: r is in grid",
        "this is a line",
        "r",
        "say it of each",
    ),
    (
        "each row r: some cell left of r is shaded",
        "this may be several cells",
        "r",
        "`first cell in p`",
    ),
    (
        "some group g of equal clue: g is border",
        "`clue` is not declared on cells",
        "clue",
        "it is declared on rows",
    ),
    (
        "each row r: bag target in r = bag digit in r",
        "`target` has one value for the whole puzzle",
        "target",
        "its value is `target` alone",
    ),
    (
        "each row r: target in r reads \"1*\"",
        "`target` has one value for the whole puzzle",
        "target",
        "its value is `target` alone",
    ),
    (
        "each cell c: some image of c is shaded",
        "images in what?",
        "image of c",
        "`image d of c in r`",
    ),
    (
        "each row r: some image in r is shaded",
        "images of what?",
        "image in r",
        "write `images of c in r`",
    ),
    (
        "distance from first cell to last cell through links > 3",
        "a walk goes through cells",
        "links",
        "cells joined by drawn links",
    ),
    (
        "distance from first cell through shaded cells > 3",
        "expected `to` as in `distance from a to b through open cells`",
        "through",
        "found `through`",
    ),
    // Sides of nothing.
    (
        "each left cell c: c is shaded",
        "on which side of what?",
        "left cell c",
        "`left link of c`",
    ),
    (
        "each cell c: no not left neighbour of c is shaded",
        "a side is not negated",
        "left",
        "besides left neighbour of c",
    ),
    (
        "each cell c: no up corner of c in grid",
        "this has no sides",
        "up corner of c in grid",
        "corners have edges",
    ),
    (
        "each cell c, neighbour d of c: d is left",
        "`left` of what?",
        "left",
        "`d = left neighbour of c`",
    ),
    (
        "each group g of shaded cells: g is border",
        "`border` does not fit this",
        "border",
        "cells, edges and corners lie at the border",
    ),
    (
        "each row r: r is left",
        "`left` does not fit this",
        "left",
        "found a row",
    ),
];
