//! Rules as other people word them, of a second round: sums over groups, what is seen along a line, runs, sides.

use super::people::Wording;

/// Each means the same as the rulebook.
pub(super) const SECOND_ROUND: &[Wording] = &[
    (
        "genres/nurikabe",
        &[(
            "    each group g of open cells: exactly 1 cell in g with number\n    each group g of open cells: each cell c in g with number: number of c = size of g\n",
            "    each group g of open cells: exactly 1 cell in g with number\n    each group g of open cells: sum number in g = size of g\n",
        )],
    ),
    (
        "genres/nurikabe",
        &[(
            "    each group g of open cells: exactly 1 cell in g with number\n    each group g of open cells: each cell c in g with number: number of c = size of g\n",
            "    each group g of open cells: exactly 1 cell in g with number and size of g = number of (cell in g with number)\n",
        )],
    ),
    (
        "genres/nurikabe",
        &[(
            "    each group g of open cells: exactly 1 cell in g with number\n    each group g of open cells: each cell c in g with number: number of c = size of g\n",
            "    each group g of open cells: exactly 1 cell in g with number\n    each group g of open cells: size of g = (first number in g)\n",
        )],
    ),
    (
        "genres/nurikabe",
        &[(
            "    each group g of open cells: exactly 1 cell in g with number\n    each group g of open cells: each cell c in g with number: number of c = size of g\n",
            "    each cell c with number: count cells reached from c through open cells = number of c\n    each cell c with number: no cell d besides c with number: d is in cells reached from c through open cells\n    each open cell c: some cell d with number: c is in cells reached from d through open cells\n",
        )],
    ),
    (
        "genres/shikaku",
        &[(
            "    each room r: exactly 1 cell in r with number\n    each cell c: number of c = size of room of c\n",
            "    each room r: exactly 1 cell in r with number\n    each room r: sum number in r = size of r\n",
        )],
    ),
    (
        "genres/shikaku",
        &[(
            "    each room r: exactly 1 cell in r with number\n    each cell c: number of c = size of room of c\n",
            "    each room r: exactly 1 cell in r with number and size of r = number of (cell in r with number)\n",
        )],
    ),
    (
        "genres/shikaku",
        &[(
            "    each room r is a rectangle\n",
            "    each room r: size of r = ((greatest over cells c in r: x of c) - (least over cells c in r: x of c) + 1) * ((greatest over cells c in r: y of c) - (least over cells c in r: y of c) + 1)\n",
        )],
    ),
    (
        "genres/shikaku",
        &[(
            "    each cell c: number of c = size of room of c\n",
            "    each cell c with number: number of c = width of room of c * height of room of c\n",
        )],
    ),
    (
        "genres/fillomino",
        &[(
            "    each group g of equal number: each cell c in g: number of c = size of g\n",
            "    each group g of equal number: some cell c in g: number of c = size of g\n",
        )],
    ),
    (
        "genres/kurotto",
        &[(
            "number of c = count shaded cells reached from c through shaded cells",
            "number of c = sum over groups g of shaded cells touching c: size of g",
        )],
    ),
    (
        "genres/kurotto",
        &[(
            "number of c = count shaded cells reached from c through shaded cells",
            "number of c = count (shaded cells d where some neighbour e of c: e is in first group of shaded cells of d)",
        )],
    ),
    (
        "genres/kurotto",
        &[(
            "number of c = count shaded cells reached from c through shaded cells",
            "number of c = count (shaded cells d where some neighbour e of c: e is in cells reached from d through shaded cells)",
        )],
    ),
    (
        "genres/tasquare",
        &[(
            "number of c = count shaded cells reached from c through shaded cells",
            "number of c = sum over groups g of shaded cells touching c: size of g",
        )],
    ),
    (
        "genres/tasquare",
        &[(
            "each group g of shaded cells: g is a square",
            "each group g of shaded cells: width of g = height of g and size of g = width of g ^ 2",
        )],
    ),
    (
        "genres/skyscrapers",
        &[(
            "no cell d in v before c: height of d > height of c",
            "height of c > (greatest height in cells in v before c else 0)",
        )],
    ),
    (
        "genres/skyscrapers",
        &[(
            "count cells c in v where (no cell d in v before c: height of d > height of c)",
            "count cells c in v where height of c = (greatest over cells d in v where d = c or d is in cells in v before c: height of d)",
        )],
    ),
    (
        "genres/skyscrapers",
        &[(
            "count cells c in v where (no cell d in v before c: height of d > height of c)",
            "distinct over cells c in v: max(height of c, (greatest height in cells in v before c) else 0)",
        )],
    ),
    (
        "genres/skyscrapers",
        &[(
            "clue of v = count cells c in v where (no cell d in v before c: height of d > height of c)",
            "clue of v = 1 + count cells c in v where (height of c > (greatest over cells d in v before c: height of d))",
        )],
    ),
    (
        "genres/hidato",
        &[(
            "each cell c without hole: number of c = (count cells without hole) or some contact d of c: number of d = number of c + 1",
            "each cell c without hole: if number of c < (count cells without hole) then some contact d of c: number of d = number of c + 1",
        )],
    ),
    (
        "genres/hidato",
        &[(
            "    each cell c without hole: number of c = (count cells without hole) or some contact d of c: number of d = number of c + 1\n",
            "    each cell c, cell d: if number of d = number of c + 1 then d is in contacts of c\n",
        )],
    ),
    (
        "genres/cave",
        &[(
            "number of c = 1 + count open cells seen from c until shaded",
            "number of c = size of (first run of open cells in (row of c) of c) + size of (first run of open cells in (column of c) of c) - 1",
        )],
    ),
    (
        "genres/cave",
        &[(
            "number of c = 1 + count open cells seen from c until shaded",
            "number of c = (sum over runs n of open cells in (row of c) of c: size of n) + (sum over runs n of open cells in (column of c) of c: size of n) - 1",
        )],
    ),
    (
        "genres/cave",
        &[(
            "number of c = 1 + count open cells seen from c until shaded",
            "number of c + 1 = sum over runs n of open cells of c: size of n",
        )],
    ),
    (
        "genres/cave",
        &[(
            "number of c = 1 + count open cells seen from c until shaded",
            "number of c = (count cells d in row of c where no shaded cell e in row of c: min(x of c, x of d) <= x of e and x of e <= max(x of c, x of d)) + (count cells d in column of c where no shaded cell e in column of c: min(y of c, y of d) <= y of e and y of e <= max(y of c, y of d)) - 1",
        )],
    ),
    (
        "genres/kurodoko",
        &[(
            "number of c = 1 + count open cells seen from c until shaded",
            "number of c + 1 = sum over runs n of open cells of c: size of n",
        )],
    ),
    (
        "genres/canal-view",
        &[(
            "number of c = count cells seen from c until open",
            "number of c = (count shaded cells d in row of c where each cell e in row of c: if (x of e - x of c) * (x of e - x of d) < 0 then e is shaded) + (count shaded cells d in column of c where each cell e in column of c: if (y of e - y of c) * (y of e - y of d) < 0 then e is shaded)",
        )],
    ),
    (
        "genres/aqre",
        &[(
            "    each block b of 1 by 4: some shaded cell in b and some open cell in b\n    each block b of 4 by 1: some shaded cell in b and some open cell in b\n",
            "    each run n of shaded cells: size of n <= 3\n    each run n of open cells: size of n <= 3\n",
        )],
    ),
    (
        "genres/heyawake",
        &[(
            "each line l, run n of open cells in l: at most 1 step a, b in n: link between a and b is parted",
            "each run n of open cells: at most 1 step a, b in n: link between a and b is parted",
        )],
    ),
    (
        "genres/ripple",
        &[(
            "each line l: each pair c, d of cells in l: if number of c = number of d then distance of c and d > number of c",
            "each cell c: no cell d in row of c: x of d > x of c and x of d <= x of c + number of c and number of d = number of c\n    each cell c: no cell d in column of c: y of d > y of c and y of d <= y of c + number of c and number of d = number of c",
        )],
    ),
    (
        "genres/light-and-shadow",
        &[
            (
                "    each group g of equal shade: exactly 1 cell in g with clue\n",
                "    each group g of shaded cells: exactly 1 cell in g with clue\n    each group g of open cells: exactly 1 cell in g with clue\n",
            ),
            (
                "each group g of equal shade: each cell c in g: total of c = size of g",
                "each cell c: total of c = size of (first group of equal shade of c)",
            ),
        ],
    ),
    (
        "genres/square-jam",
        &[(
            "each cell c: number of c = width of tile of c",
            "each cell c with number: size of tile of c = number of c * number of c",
        )],
    ),
    (
        "genres/square-jam",
        &[(
            "each block b of 2 by 2: some pair a, c of neighbours in b: tile of a = tile of c",
            "no block b of 2 by 2: all different over cells c in b: tile of c",
        )],
    ),
    (
        "genres/sashigane",
        &[(
            "each area a: exactly 1 cell c in a: mates of c = 2 and level of c = 1",
            "each area a: exactly 1 cell c in a: mates of c = 2 and (some neighbour d of c: area of d = area of c and x of d = x of c) and (some neighbour d of c: area of d = area of c and y of d = y of c)",
        )],
    ),
    (
        "genres/sandwich-sudoku",
        &[(
            "each line l with clue: let a be first cell in (cells c in l where number of c = 1 or number of c = n), b be last cell in (cells c in l where number of c = 1 or number of c = n): sum number in (cells c in l where x of c + y of c > x of a + y of a and x of c + y of c < x of b + y of b) = clue of l",
            "each line l with clue: clue of l = sum over cells c in l where ((some cell d in l before c: number of d = 1) and (some cell d in l after c: number of d = n) or (some cell d in l before c: number of d = n) and (some cell d in l after c: number of d = 1)): number of c",
        )],
    ),
    (
        "genres/doppelblock",
        &[(
            "    each line l: all different number in l\n",
            "    each line l, value k from 1 to n - 2: exactly 1 cell c in l: number of c = k\n",
        )],
    ),
    (
        "genres/chocona",
        &[(
            "each group g of shaded cells: g is a rectangle",
            "each group g of shaded cells, cell c where (some cell a in g: x of a = x of c) and (some cell b in g: y of b = y of c): c is in g",
        )],
    ),
    (
        "genres/magnets",
        &[
            (
                "each pair a, b of neighbours: not (a is plus and b is plus) and not (a is minus and b is minus)",
                "each pair a, b of neighbours: pole of a != pole of b or a is neutral",
            ),
            (
                "each room r: count plus cells in r = count minus cells in r",
                "each room r: each cell in r is neutral or exactly 1 plus cell in r and exactly 1 minus cell in r",
            ),
        ],
    ),
    (
        "genres/aquarium",
        &[(
            "each water cell a, cell b reached from a through (cells c in room of a where y of c >= y of a): b is water",
            "each water cell a, neighbour b of a in room of a: if y of b >= y of a then b is water",
        )],
    ),
    (
        "genres/easy-as-abc",
        &[(
            "each view v: letter of (first not none cell in v) = clue of v",
            "each view v with clue: some cell c in v: letter of c = clue of v and each cell d in v before c: d is none",
        )],
    ),
];
