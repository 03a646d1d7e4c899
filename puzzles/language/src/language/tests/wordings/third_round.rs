//! Rules as other people word them, of a third round: from the first cell on, by pairs, by values, of each cell.

use super::people::Wording;

/// Each means the same as the rulebook.
pub(super) const THIRD_ROUND: &[Wording] = &[
    (
        "genres/tetrominous",
        &[(
            "each piece r: size of r = 4 or some hole cell in r",
            "each cell c: c is hole or size of piece of c = 4",
        )],
    ),
    (
        "genres/masyu",
        &[(
            "    drawn links are one loop\n",
            "    each cell c: count drawn links of c is one of 0, 2\n    drawn links are connected\n    some drawn link\n",
        )],
    ),
    (
        "genres/kurodoko",
        &[(
            "number of c = 1 + count open cells seen from c until shaded",
            "number of c = size of (first run of open cells in (row of c) of c) + size of (first run of open cells in (column of c) of c) - 1",
        )],
    ),
    (
        "genres/cave",
        &[
            (
                "open cells are connected",
                "each pair a, b of open cells: b is in cells reached from a through open cells",
            ),
            (
                "number of c = 1 + count open cells seen from c until shaded",
                "number of c + 1 = size of (first run of open cells in (row of c) of c) + size of (first run of open cells in (column of c) of c)",
            ),
        ],
    ),
    (
        "genres/shikaku",
        &[
            (
                "each room r is a rectangle",
                "each block b of 2 by 2, room r: count cells of b in r != 3",
            ),
            (
                "each room r: exactly 1 cell in r with number",
                "each cell c: exactly 1 cell d with number: room of d = room of c",
            ),
        ],
    ),
    (
        "genres/shikaku",
        &[(
            "each room r is a rectangle",
            "no room r: size of r < width of r * height of r",
        )],
    ),
    (
        "genres/compass",
        &[(
            "count cells d in region of c where y of d < y of c",
            "count cells d where region of d = region of c and y of d < y of c",
        )],
    ),
    (
        "genres/yinyang",
        &[
            (
                "black cells are connected",
                "each pair a, b of cells where a is black and b is black: b is in (first group of equal stone of a)",
            ),
            (
                "white cells are connected",
                "each white cell c: size of (first group of equal stone of c) = count white cells",
            ),
        ],
    ),
    (
        "genres/chocobanana",
        &[(
            "each group g of equal shade: each cell c in g with number: number of c = size of g",
            "each shaded cell c with number: size of (first group of shaded cells of c) = number of c\n    each open cell c with number: size of (first group of open cells of c) = number of c",
        )],
    ),
    (
        "genres/norinori",
        &[
            (
                "each room r: exactly 2 shaded cells in r",
                "each cell c: count shaded cells in room of c = 2",
            ),
            (
                "each shaded cell c: exactly 1 shaded neighbour of c",
                "each group g of shaded cells: size of g = 2",
            ),
        ],
    ),
    (
        "genres/square-jam",
        &[(
            "    each tile t is a square\n",
            "    each tile t is a rectangle\n    each tile t: width of t = height of t\n",
        )],
    ),
    (
        "genres/nonogram",
        &[(
            "each line l: clue of l = list over runs n of shaded cells in l: size of n",
            "each row r: clue of r = list over groups g of (shaded cells in r): width of g\n    each column k: clue of k = list over runs n of not open cells in k: y of last cell in n - y of first cell in n + 1",
        )],
    ),
    (
        "genres/sudoku",
        &[(
            "each line l: all different number in l",
            "each row r: distinct number in r = n\n    each column k, cell c in k: exactly 1 cell d in k: number of d = number of c",
        )],
    ),
    (
        "genres/fillomino",
        &[(
            "each group g of equal number: each cell c in g: number of c = size of g",
            "each value k from 1 to rows * columns, group g of (cells c where number of c = k): size of g = k",
        )],
    ),
];
