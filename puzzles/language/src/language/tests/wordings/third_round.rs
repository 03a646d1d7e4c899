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
    (
        "genres/tetrominous",
        &[
            (
                "each hole cell c: size of piece of c = 1",
                "each hole cell c, neighbour d of c: piece of c != piece of d",
            ),
            (
                "each pair c, d of neighbours: piece of c = piece of d or shape of piece of c != shape of piece of d",
                "each piece p: no piece q touching p: shape of q = shape of p",
            ),
        ],
    ),
    (
        "genres/heteromino",
        &[
            (
                "each area a: size of a = 3",
                "each cell c without hole: exactly 3 cells in area of c",
            ),
            (
                "each area a, area b touching a: shape of a as it stands != shape of b as it stands",
                "each pair a, b of neighbours: area of a = area of b or shape of area of a as it stands != shape of area of b as it stands",
            ),
        ],
    ),
    (
        "genres/compass",
        &[(
            "each region r: exactly 1 cell in r with north",
            "count regions = count cells with north\n    each cell c with north: no cell d besides c with north: region of d = region of c",
        )],
    ),
    (
        "genres/galaxies",
        &[(
            "    each galaxy g: (count cells in g with dot) + (count links in g with side_dot) + (count corners in g with corner_dot) = 1\n",
            "    each galaxy g: some cell in g with dot or some link in g with side_dot or some corner in g with corner_dot\n    count galaxy g = (count cells with dot) + (count links with side_dot) + (count corners with corner_dot)\n",
        )],
    ),
    (
        "genres/shikaku",
        &[
            (
                "each room r is a rectangle",
                "each room r: each block b of 2 by 2: not exactly 3 cells c in b: c is in r",
            ),
            (
                "each room r: exactly 1 cell in r with number",
                "count rooms = count cells with number\n    each pair a, b of cells with number: room of a != room of b",
            ),
        ],
    ),
    (
        "genres/nurikabe",
        &[(
            "each group g of open cells: exactly 1 cell in g with number",
            "count groups of open cells = count cells with number\n    each group g of open cells: some cell in g with number",
        )],
    ),
    (
        "genres/yinyang",
        &[(
            "white cells are connected",
            "count groups of equal stone <= 2",
        )],
    ),
    (
        "genres/coral",
        &[(
            "shaded cells are connected",
            "each group g of shaded cells, group h of shaded cells: g = h",
        )],
    ),
    (
        "genres/litherslink",
        &[
            (
                "at least 2 groups of corners joined by drawn edges",
                "some corner p, corner q: q is not in first group of corners joined by drawn edges of p",
            ),
            (
                "drawn edges are without loop",
                "count drawn edges + count groups of corners joined by drawn edges = count corners",
            ),
        ],
    ),
    (
        "genres/keywest",
        &[(
            "drawn links are connected",
            "at most 1 group g of cells joined by drawn links where size of g > 1",
        )],
    ),
    (
        "genres/chocona",
        &[(
            "each group g of shaded cells: g is a rectangle",
            "each block b of 2 by 2: not exactly 3 shaded cells in b",
        )],
    ),
    (
        "genres/heyawake",
        &[(
            "each line l, run n of open cells in l: at most 1 step a, b in n: link between a and b is parted",
            "each line l: no run n of open cells in l: distinct room in n >= 3 and at least 2 parted links in n or at least 2 parted links in n",
        )],
    ),
    (
        "genres/japanese-sums",
        &[(
            "each line l: all different number in l",
            "each line l: distinct number in l = count cells in l with number",
        )],
    ),
    (
        "genres/norinori",
        &[(
            "each shaded cell c: exactly 1 shaded neighbour of c",
            "each shaded cell c: some shaded neighbour d of c: no shaded neighbour e of c: e != d",
        )],
    ),
    (
        "genres/kurodoko",
        &[(
            "each cell c with number: number of c = 1 + count open cells seen from c until shaded",
            "each cell c with number, run n of open cells in row of c, run m of open cells in column of c: if c is in n and c is in m then number of c = size of n + size of m - 1",
        )],
    ),
    (
        "genres/lits",
        &[(
            "each room r: piece of r is one of L, I, T, S",
            "each room r: exactly 4 shaded cells in r\n    each room r: shaded cells in r are connected",
        )],
    ),
    (
        "genres/inverse-litso",
        &[(
            "each room r: piece of r is one of L, I, T, S, O",
            "each room r: (open cells in r) are connected and exactly 4 open cells in r",
        )],
    ),
    (
        "number-cross-5",
        &[(
            "all different over rows r, runs n of not tile cells in r: reading digit in n",
            "(distinct over rows r, runs n of not tile cells in r: reading digit in n) = sum over rows r: count runs of not tile cells in r",
        )],
    ),
    (
        "genres/statue-park",
        &[(
            "(bag over group g of shaded cells: shape of g) = piece",
            "each group g of shaded cells: shape of g is in piece\n    piece = bag over group g of shaded cells: shape of g",
        )],
    ),
];
