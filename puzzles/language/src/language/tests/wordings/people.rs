//! Rules as other people word them: written from the guide, for the rulebooks of the program.

/// An embedded puzzle, and texts of its rulebook with what is said instead.
pub(super) type Wording = (&'static str, &'static [(&'static str, &'static str)]);

/// Each means the same as the rulebook.
pub(super) const BY_PEOPLE: &[Wording] = &[
    (
        "genres/akari",
        &[(
            "each not black cell c: c is lamp or some lamp cell seen from c until black",
            "each not black cell c: count lamp cells seen from c until black + (if c is lamp then 1 otherwise 0) >= 1",
        )],
    ),
    (
        "genres/akari",
        &[(
            "each lamp cell c: no lamp cell seen from c until black",
            "each line l, run n of not black cells in l: at most 1 lamp cell in n",
        )],
    ),
    (
        "genres/aqre",
        &[
            (
                "each block b of 1 by 4: some shaded cell in b and some open cell in b",
                "each block b of 1 by 4: (count shaded cells in b) is one of 1, 2, 3",
            ),
            (
                "each block b of 4 by 1: some shaded cell in b and some open cell in b",
                "each block b of 4 by 1: not all equal shade in b",
            ),
        ],
    ),
    (
        "genres/binairo",
        &[
            (
                "each line l: 2 * (sum digit in l) = size of l",
                "each line l: (count cells c in l where digit of c = 1) = (count cells c in l where digit of c = 0)",
            ),
            (
                "each block b of 1 by 3: not all equal digit in b",
                "each block b of 1 by 3: sum digit in b is one of 1, 2",
            ),
        ],
    ),
    (
        "genres/castle-wall",
        &[(
            "each cell c with shade: no drawn link of c",
            "each cell c with shade, link k of c: k is free",
        )],
    ),
    (
        "genres/chocona",
        &[(
            "each group g of shaded cells: g is a rectangle",
            "each block b of 2 by 2: count shaded cells in b != 3",
        )],
    ),
    (
        "genres/chocona",
        &[(
            "each group g of shaded cells: g is a rectangle",
            "each group g of shaded cells: size of g = width of g * height of g",
        )],
    ),
    (
        "genres/coral",
        &[(
            "each group g of open cells: some border cell in g",
            "each open cell c: some open border cell d: d is in cells reached from c through open cells",
        )],
    ),
    (
        "genres/country-road",
        &[(
            "each room r: wanted of r = count visited cells in r",
            "each room r: wanted of r = sum over cells c in r: if c is visited then 1 otherwise 0",
        )],
    ),
    (
        "genres/cave",
        &[(
            "each group g of shaded cells: some border cell in g",
            "each shaded cell c: some border cell in cells reached from c through shaded cells",
        )],
    ),
    (
        "genres/cave",
        &[(
            "number of c = 1 + count open cells seen from c until shaded",
            "number of c = 1 + size of (cells left of c until shaded) + size of (cells right of c until shaded) + size of (cells above c until shaded) + size of (cells below c until shaded)",
        )],
    ),
    (
        "genres/fillomino",
        &[(
            "each group g of equal number: each cell c in g: number of c = size of g",
            "each cell c: size of (first group of equal number of c) = number of c",
        )],
    ),
    (
        "genres/fillomino",
        &[(
            "each group g of equal number: each cell c in g: number of c = size of g",
            "each group g of equal number: first number in g = size of g",
        )],
    ),
    (
        "genres/fillomino",
        &[(
            "each group g of equal number: each cell c in g: number of c = size of g",
            "each cell c: number of c = count cells d reached from c through (cells e where number of e = number of c)",
        )],
    ),
    (
        "genres/heyawake",
        &[(
            "each pair a, b of neighbours: a is open or b is open",
            "each shaded cell c: each neighbour d of c is open",
        )],
    ),
    (
        "genres/heyawake",
        &[(
            "each line l, run n of open cells in l: at most 1 step a, b in n: link between a and b is parted",
            "each line l, run n of open cells in l: count (parted links in n) <= 1",
        )],
    ),
    (
        "genres/heyawake",
        &[(
            "open cells are connected",
            "each open cell a, open cell b: b is in cells reached from a through open cells",
        )],
    ),
    (
        "genres/heyawake",
        &[(
            "open cells are connected",
            "each pair a, b of open cells: first group of open cells of a = first group of open cells of b",
        )],
    ),
    (
        "genres/heyawake",
        &[(
            "open cells are connected",
            "some group g of open cells: each open cell c: c is in g",
        )],
    ),
    (
        "genres/hitori",
        &[(
            "each line l: all different number in open cells in l",
            "each line l: each pair a, b of cells in l: if number of a = number of b then a is shaded or b is shaded",
        )],
    ),
    (
        "genres/kakuro",
        &[(
            "each blocked cell c: all different digit in (cells right of c until blocked)",
            "each row r, run n of not blocked cells in r: all different digit in n",
        )],
    ),
    (
        "genres/kurodoko",
        &[(
            "each pair a, b of neighbours: a is open or b is open",
            "no shaded cell c: some shaded neighbour of c",
        )],
    ),
    (
        "genres/lits",
        &[(
            "each block b of 2 by 2: some open cell in b",
            "no block b of 2 by 2: count shaded cells in b = 4",
        )],
    ),
    (
        "genres/lits",
        &[(
            "each block b of 2 by 2: some open cell in b",
            "each block b of 2 by 2: not each cell in b is shaded",
        )],
    ),
    (
        "genres/masyu",
        &[(
            "define straight c: left link of c is drawn and right link of c is drawn or up link of c is drawn and down link of c is drawn",
            "define straight c: count drawn horizontal links of c = 2 or count drawn vertical links of c = 2",
        )],
    ),
    (
        "genres/masyu",
        &[(
            "each black cell c: each neighbour d of c: if link between c and d is drawn then d is straight",
            "each black cell c, neighbour d of c: link between c and d is free or d is straight",
        )],
    ),
    (
        "genres/minesweeper",
        &[(
            "each cell c with number: number of c = count mine contacts of c",
            "each cell c with number: exactly number of c mine contacts of c",
        )],
    ),
    (
        "genres/mosaic",
        &[(
            "count shaded contacts of c + (if c is shaded then 1 otherwise 0)",
            "count (cells d where x of d >= x of c - 1 and x of d <= x of c + 1 and y of d >= y of c - 1 and y of d <= y of c + 1 and d is shaded)",
        )],
    ),
    (
        "genres/norinori",
        &[(
            "each room r: exactly 2 shaded cells in r",
            "each room r: (sum over cells c in r: if c is shaded then 1 otherwise 0) = 2",
        )],
    ),
    (
        "genres/norinori",
        &[(
            "each shaded cell c: exactly 1 shaded neighbour of c",
            "each group g of shaded cells: size of g = 2",
        )],
    ),
    (
        "genres/nurikabe",
        &[(
            "each group g of open cells: each cell c in g with number: number of c = size of g",
            "each cell c with number: number of c = count cells reached from c through open cells",
        )],
    ),
    (
        "genres/nurikabe",
        &[(
            "each group g of open cells: each cell c in g with number: number of c = size of g",
            "each group g of open cells: size of g = sum over cells c in g with number: number of c",
        )],
    ),
    (
        "genres/nurikabe",
        &[(
            "each group g of open cells: exactly 1 cell in g with number",
            "each open cell c: exactly 1 cell d reached from c through (open cells) with number",
        )],
    ),
    (
        "genres/shikaku",
        &[(
            "    each cell c: number of c = size of room of c\n",
            "    each room r: size of r = sum over cells c in r with number: number of c\n",
        )],
    ),
    (
        "genres/shikaku",
        &[(
            "    each cell c: number of c = size of room of c\n",
            "    each room r: size of r = (first number in r)\n",
        )],
    ),
    (
        "genres/skyscrapers",
        &[(
            "count cells c in v where (no cell d in v before c: height of d > height of c)",
            "count cells c in v where (each cell d in v before c: height of d < height of c)",
        )],
    ),
    (
        "genres/skyscrapers",
        &[(
            "count cells c in v where (no cell d in v before c: height of d > height of c)",
            "count cells c in v where (height of c > (greatest over cells d in v before c: height of d) or no cell d in v before c)",
        )],
    ),
    (
        "genres/skyscrapers",
        &[(
            "each line l: all different height in l",
            "each cell c: no cell d seen from c: height of d = height of c",
        )],
    ),
    (
        "genres/slitherlink",
        &[(
            "drawn edges are one loop",
            "drawn edges are connected\n    each corner p: count drawn edges of p is one of 0, 2\n    some drawn edge",
        )],
    ),
    (
        "genres/simple-loop",
        &[(
            "each cell c without wall: exactly 2 drawn links of c",
            "each cell c without wall: some drawn link of c",
        )],
    ),
    (
        "genres/simple-loop",
        &[(
            "drawn links are one loop",
            "drawn links are connected\n    each cell c: no drawn link of c or exactly 2 drawn links of c",
        )],
    ),
    (
        "genres/snake",
        &[(
            "exactly 2 shaded cells c: exactly 1 shaded neighbour of c",
            "(count shaded cells c where count shaded neighbours of c = 1) = 2",
        )],
    ),
    (
        "genres/star-battle",
        &[(
            "each pair a, b of contacts: a is none or b is none",
            "each star cell c: no star contact of c",
        )],
    ),
    (
        "genres/star-battle",
        &[(
            "each pair a, b of contacts: a is none or b is none",
            "each block b of 2 by 2: at most 1 star cell in b",
        )],
    ),
    (
        "genres/sudoku",
        &[(
            "each line l: all different number in l",
            "each line l, value k from 1 to n: some cell c in l: number of c = k",
        )],
    ),
    (
        "genres/sudoku",
        &[
            (
                "each line l: all different number in l",
                "each value k from 1 to n: each line l: exactly 1 cell c in l: number of c = k",
            ),
            (
                "each box b of (side of n) by (n / side of n): all different number in b",
                "each box b of (side of n) by (n / side of n): each value k from 1 to n: exactly 1 cell c in b: number of c = k",
            ),
        ],
    ),
    (
        "genres/sudoku",
        &[(
            "each line l: all different number in l",
            "each cell a: no cell b besides a in row of a: number of a = number of b\n    each cell a: no cell b besides a in column of a: number of a = number of b",
        )],
    ),
    (
        "genres/sudoku",
        &[(
            "each line l: all different number in l",
            "each line l: distinct number in l = n",
        )],
    ),
    (
        "genres/suguru",
        &[(
            "each room r: all different number in r",
            "each room r: each value k from 1 to (size of r): exactly 1 cell c in r: number of c = k",
        )],
    ),
    (
        "genres/tents",
        &[(
            "each pair a, b of contacts: not (a is tent and b is tent)",
            "each tent cell c: no tent contact of c",
        )],
    ),
    (
        "genres/tents",
        &[(
            "each tied link k: some cell of k with tree and some tent cell of k",
            "each tied link k: (first cell of k has tree and last cell of k is tent) or (first cell of k is tent and last cell of k has tree)",
        )],
    ),
    (
        "genres/yajilin",
        &[(
            "each cell c without arrow: c is shaded exactly when not c is visited",
            "each cell c without arrow: count drawn links of c = (if c is shaded then 0 otherwise 2)",
        )],
    ),
    (
        "genres/yajilin",
        &[(
            "each pair c, d of neighbours: c is open or d is open",
            "each shaded cell c: each neighbour d of c is open",
        )],
    ),
    (
        "genres/yinyang",
        &[(
            "white cells are connected",
            "all equal over white cells c: first group of white cells of c",
        )],
    ),
    (
        "genres/yinyang",
        &[(
            "each block b of 2 by 2: some black cell in b and some white cell in b",
            "each block b of 2 by 2: count black cells in b != 0 and count black cells in b != 4",
        )],
    ),
    (
        "genres/yinyang",
        &[(
            "each block b of 2 by 2: some black cell in b and some white cell in b",
            "no block b of 2 by 2: all equal stone in b",
        )],
    ),
    (
        "genres/kurotto",
        &[(
            "number of c = count shaded cells reached from c through shaded cells",
            "number of c = sum over group g of shaded cells where (some cell in g is in neighbours of c): size of g",
        )],
    ),
    (
        "genres/compass",
        &[(
            "each cell c: north of c = count cells d in region of c where y of d < y of c",
            "each region r: each cell c in r with north: north of c = count cells d in r where y of d < y of c",
        )],
    ),
    (
        "genres/unequal",
        &[(
            "each line l: all different number in l",
            "each line l, value k from 1 to n: exactly 1 cell c in l: number of c = k",
        )],
    ),
    (
        "genres/kakurasu",
        &[(
            "each row r: sum over shaded cells c in r: x of c = total of r",
            "each row r: total of r = (sum over cells c in r: if c is shaded then x of c otherwise 0)",
        )],
    ),
    (
        "genres/fillmat",
        &[(
            "each block b of 2 by 2: some pair a, c of neighbours in b: mat of a = mat of c",
            "no block b of 2 by 2: distinct mat in b = 4",
        )],
    ),
    (
        "genres/fillmat",
        &[(
            "each mat m, mat n touching m: size of m != size of n",
            "each pair a, b of neighbours where mat of a != mat of b: size of mat of a != size of mat of b",
        )],
    ),
    (
        "genres/nonogram",
        &[(
            "each line l: clue of l = list over runs n of shaded cells in l: size of n",
            "each row l: clue of l = list over runs n of shaded cells in l: count shaded cells in n\n    each column l: clue of l = list over runs n of shaded cells in l: size of n",
        )],
    ),
    (
        "genres/ripple",
        &[(
            "each line l: each pair c, d of cells in l: if number of c = number of d then distance of c and d > number of c",
            "each cell c: each cell d seen from c: if number of d = number of c then distance of c and d > number of d",
        )],
    ),
    (
        "genres/statue-park",
        &[("open cells are connected", "exactly 1 group of open cells")],
    ),
    (
        "genres/tapa",
        &[(
            "shaded cells are connected",
            "at most 1 group of shaded cells",
        )],
    ),
    (
        "genres/killer-sudoku",
        &[(
            "all different number in g",
            "no pair a, b of (cells in g): number of a = number of b",
        )],
    ),
    (
        "genres/thermo-sudoku",
        &[(
            "each cell c, cell d where tube of c = tube of d and place of d = place of c + 1: number of c < number of d",
            "each cell c, cell d: if tube of c = tube of d and place of d = place of c + 1 then number of d >= number of c + 1",
        )],
    ),
    (
        "genres/fourcells",
        &[(
            "each region r: size of r = 4 or some hole cell in r",
            "each cell c: count cells in region of c = 4 or some hole cell in region of c",
        )],
    ),
];
