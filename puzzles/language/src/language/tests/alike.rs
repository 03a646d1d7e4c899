//! Wordings that mean the same: each list must become one in normal words, and be accepted alike by the checker.

/// Declarations for the wordings below.
pub(super) const DECLARED: &str = r##"
data   number on cells: 1..9
data   hint on lines: list of number
data   total: list of number
data   mark on cells: mark
data   room on cells: regions
decide shade on cells: shaded "#" or open "."
decide digit on cells: 1..9
decide area on cells: regions
decide tract on cells without mark: regions
decide fence on links: drawn or free
"##;

/// Wordings that mean the same.
pub(super) const ALIKE: &[&[&str]] = &[
    &[
        "each room r: exactly 1 shaded cell in r",
        "each room r: some shaded cell in r and at most 1 shaded cell in r",
        "each room r: count shaded cells in r = 1",
        "each room r: 1 = count cells c in r where c is shaded",
        "each room r: (sum over cells c in r: if c is shaded then 1 otherwise 0) = 1",
        "each room r: let n be count shaded cells in r: n >= 1 and n < 2",
        "no room r: count shaded cells in r != 1",
    ],
    &[
        "each area r: at least 1 cell in r with mark\n    each area r: at most 1 cell in r with mark",
        "each area r: exactly 1 cell in r with mark",
    ],
    &[
        "each group g of open cells: size of g >= 2",
        "each group g of open cells: size of g != 1",
        "each group g of open cells: count cells in g > 1",
        "no group g of open cells: size of g = 1",
    ],
    &[
        "each line l: hint of l = list over runs n of shaded cells in l: size of n",
        "each line l: hint of l = list over runs n of shaded cells in l: count cells in n",
        "each line l: let x be list over runs n of shaded cells in l: size of n: x = hint of l",
        "each line l: hint of l = list over groups g of (shaded cells in l): size of g",
        "each line l: hint of l = list over runs n of not open cells in l: count shaded cells in n",
    ],
    &[
        "each cell c: size of area of c = 4",
        "each cell c: exactly 3 cells d besides c: area of d = area of c",
        "each cell c: (count cells in area of c besides c) = 3",
    ],
    &[
        "shaded cells are connected",
        "each pair a, b of shaded cells: distance from a to b through shaded cells >= 1",
    ],
    &[
        "each area r is a rectangle",
        "each area r: size of r = height of r * width of r",
        "each area r: size of r / width of r = height of r and size of r mod width of r = 0",
        "each area r: size of r >= width of r * height of r",
        "no area r: size of r < width of r * height of r",
        "each area r: each block b of 2 by 2: not exactly 3 cells c in b: c is in r",
        "each block b of 2 by 2, area r: (count cells c in b where area of c = r) is one of 0, 1, 2, 4",
        "each block b of 2 by 2, cell c in b: (count cells d in b where area of d = area of c) != 3",
        "each block b of 2 by 2, area r: count cells of b in r != 3",
    ],
    &[
        "each cell c: number of c = size of area of c",
        "each cell c with number: size of area of c = number of c",
        "each area r, cell c in r with number: number of c = size of r",
        "each area r: each cell c in r: if c has number then number of c = size of r",
    ],
    &[
        "each group g of shaded cells: each cell c in g with number: number of c = size of g",
        "each shaded cell c: number of c = size of (first group of shaded cells of c)",
    ],
    &[
        "each cell c: nearest equal digit of c = digit of c",
        "each cell c: digit of c = (least over cells d besides c where digit of d = digit of c: distance of c and d)",
    ],
    &[
        "each cell c: nearest equal digit of c in cells seen from c = digit of c",
        "each cell c: digit of c = (least over cells d seen from c where digit of d = digit of c and d != c: distance of c and d)",
    ],
    &[
        "each shaded cell c: digit of c > 2",
        "each cell c: if c is shaded then digit of c >= 3",
        "each cell c: if digit of c < 3 then c is not shaded",
        "each cell c: c is not shaded or not digit of c <= 2",
        "no shaded cell c: digit of c <= 2",
    ],
    &[
        "each cell c, value k from 1 to 3: some neighbour d of c: digit of d = k",
        "each value k from 1 to 3: each cell c: not no neighbour d of c: digit of d = k",
    ],
    &[
        "no shaded cell c: some shaded neighbour of c",
        "each pair a, b of neighbours: a is open or b is open",
        "each shaded cell c: each neighbour d of c is open",
        "each shaded cell c: no shaded neighbour of c",
        "each shaded cell c, shaded neighbour d of c: 1 = 0",
        "each line l, run n of shaded cells in l: size of n = 1",
        "each run n of shaded cells: size of n < 2",
        "each group g of shaded cells: size of g = 1",
    ],
    &[
        "each pair a, b of neighbours: area of a = area of b or a is shaded",
        "each pair a, b of neighbours: if area of b != area of a then a is shaded",
    ],
    &[
        "each cell c: digit of c is one of 1, 2, 5",
        "each cell c: digit of c = 5 or digit of c <= 2",
        "each cell c: digit of c != 3 and digit of c != 4 and digit of c < 6",
    ],
    &[
        "each cell c: c is shaded or digit of c = 1",
        "each cell c: digit of c = 1 or c is shaded or digit of c = 1",
    ],
    &[
        "each room r: (sum over shaded cells c in r: 2) = 6",
        "each room r: exactly 3 shaded cells in r",
    ],
    &[
        "each room r: (sum over lines l: (sum over cells c in l where c is shaded: digit of c)) = 30",
        "each room r: (sum over lines l, shaded cells c in l: digit of c) = 30",
    ],
    &[
        "each area r is a square",
        "each area r: r is a rectangle and height of r = width of r",
        "each area r is a rectangle\n    each area r: width of r = height of r",
        "each area r: size of r = width of r ^ 2 and size of r = height of r ^ 2",
    ],
    &[
        "each area r: exactly 2 cells in r with mark",
        "each cell c: let r be area of c: exactly 2 cells in r with mark",
        "each cell c: exactly 2 cells in area of c with mark",
        "each cell c: exactly 2 cells d with mark: area of d = area of c",
    ],
    &[
        "each group g of shaded cells: some border cell in g",
        "each shaded cell c: let g be (first group of shaded cells of c): some border cell in g",
        "each shaded cell c: some border cell in cells reached from c through shaded cells",
        "each group g of shaded cells: some border cell c: c is in g",
        "each shaded cell c: some shaded border cell in (first group of shaded cells of c)",
        "each shaded cell c: not each cell d reached from c through shaded cells: not d is border",
    ],
    &[
        "each group g of shaded cells is a square",
        "each shaded cell c: let g be (first group of shaded cells of c): g is a square",
    ],
    &[
        "each room r: all different digit in r",
        "each room r: each pair a, b of (cells in r): digit of a != digit of b",
        "each room r, cell a in r: no cell b besides a in r: digit of b = digit of a",
        "each room r: each value k from 1 to 9: at most 1 cell a in r: digit of a = k",
        "each value k from 1 to 9, room r: (count cells a in r where digit of a = k) < 2",
        "each pair a, b of cells where room of a = room of b: digit of a != digit of b",
        "each room r, cell c in r: exactly 1 cell d in r: digit of d = digit of c",
        "each room r: distinct digit in r = size of r",
    ],
    &[
        "each row r: all different digit in r\n    each column r: all different digit in r",
        "each cell c: no cell d besides c in row of c: digit of d = digit of c\n    each cell c, cell d besides c in column of c: digit of c != digit of d",
    ],
    &[
        "each line r: all different digit in r",
        "each cell c: no cell d seen from c: digit of d = digit of c",
    ],
    &[
        "each row r: each value k from 1 to 9: some cell c in r: digit of c = k",
        "each value k from 1 to 9: each row r: (count cells c in r where digit of c = k) >= 1",
    ],
    &[
        "each cell c: digit of c < 4 and (if c is shaded then digit of c > 1)",
        "each cell c: digit of c < 4\n    each shaded cell c: digit of c != 1",
    ],
    &[
        "each pair a, b of neighbours: digit of b > digit of a and digit of b = digit of a",
        "each pair a, b of neighbours: digit of a < digit of b and digit of a = digit of b",
    ],
    &[
        "shaded cells are connected",
        "at most 1 group of shaded cells",
        "count groups of shaded cells < 2",
        "each group g of shaded cells, group h of shaded cells: g = h",
        "each shaded cell c, shaded cell d besides c: d is in first group of shaded cells of c",
        "each shaded cell c: each shaded cell d: c = d or d is in cells reached from c through shaded cells",
        "shaded cells are connected or no shaded cell",
        "exactly 1 group of shaded cells or no shaded cell",
        "if some shaded cell then count groups of shaded cells = 1",
        "no group of shaded cells or exactly 1 group of shaded cells",
    ],
    &[
        "open cells are connected",
        "each open cell a, open cell b: b is in cells reached from a through open cells",
        "each pair a, b of open cells: first group of open cells of a = first group of open cells of b",
        "each pair a, b of open cells: a is in first group of open cells of b",
        "each group g of open cells, open cell c: c is in g",
        "all equal over open cells c: first group of open cells of c",
        "no open cell c, group g of open cells: not c is in g",
        "each pair a, b of open cells: b is in cells reached from a through open cells",
        "each open cell c: c is in cells reached from (first open cell) through open cells",
        "size of (cells reached from (first open cell) through open cells) = count open cells",
        "each open cell c: c is in first group of open cells",
        "each pair a, b of open cells: distance from a to b through open cells >= 0",
        "each pair a, b of cells where a is open and b is open: b is in (first group of equal shade of a)",
        "each open cell c: size of (first group of equal shade of c) = count open cells",
        "each group g of open cells: size of g = count open cells",
    ],
    &[
        "each not shaded cell c: digit of c > 2",
        "each open cell c: digit of c > 2",
        "each cell c: c is shaded or digit of c > 2",
    ],
    &[
        "each area r: at most 1 cell in r with mark",
        "each pair a, b of cells with mark: area of a != area of b",
        "all different over cells c with mark: area of c",
        "each cell a with mark, cell b with mark: a = b or area of a != area of b",
    ],
    &[
        "open cells are connected and some open cell",
        "some open cell a: each open cell b: b is in cells reached from a through open cells",
        "some group g of open cells: each open cell c: c is in g",
    ],
    &[
        "each group g of open cells: exactly 1 cell in g with mark",
        "each group g of open cells: exactly 1 cell c with mark: c is in g",
        "each open cell c: exactly 1 cell d with mark: d is in cells reached from c through open cells",
    ],
    &[
        "exactly 1 group of open cells by contacts",
        "open cells are connected by contacts and some open cell",
    ],
    &[
        "each group g of equal digit: each cell c in g: digit of c = size of g",
        "each cell c: size of (first group of equal digit of c) = digit of c",
        "each group g of equal digit: first digit in g = size of g",
        "each group g of equal digit: some cell c in g: digit of c = size of g",
        "no group g of equal digit: size of g != (greatest digit in g)",
        "each cell c: digit of c = count cells d reached from c through (cells e where digit of e = digit of c)",
        "each value k from 1 to 9, group g of (cells c where digit of c = k): size of g = k",
    ],
    &[
        "each row r: 2 * count shaded cells in r = 6",
        "each row r: exactly 3 shaded cells in r",
    ],
    &[
        "each cell c: number of c = (count shaded cells reached from c through shaded cells) - (if c is shaded and no shaded neighbour of c then 1 otherwise 0)",
        "each cell c with number: number of c = sum over groups g of shaded cells touching c: size of g",
        "each cell c: number of c = sum over group g of shaded cells where (some neighbour d of c: d is in g): size of g",
        "each cell c: number of c = sum over group g of shaded cells where (some cell in g is in neighbours of c): size of g",
        "each cell c: number of c = count (shaded cells d where some neighbour e of c: e is in first group of shaded cells of d)",
        "each cell c: number of c = count shaded cells d where (some shaded neighbour e of c: d is in first group of shaded cells of e)",
        "each cell c: number of c = count shaded cells d where (some shaded neighbour e of c: d is in cells reached from e through shaded cells)",
    ],
    &[
        "each group g of open cells: exactly 1 cell in g with number\n    each group g of open cells: each cell c in g with number: number of c = size of g",
        "each group g of open cells: exactly 1 cell in g with number\n    each group g of open cells: sum number in g = size of g",
        "each group g of open cells: exactly 1 cell in g with number\n    each group g of open cells: size of g = (first number in g)",
        "each group g of open cells: exactly 1 cell in g with number and (greatest number in g) = size of g",
        "each group g of open cells: exactly 1 cell in g with number and size of g = number of (cell in g with number)",
        "each group g of open cells: size of g = number of (cell in g with number)",
    ],
    &[
        "each area r: exactly 1 cell in r with mark\n    each area r: each cell c in r with mark: digit of c < size of r",
        "each area r: digit of (cell in r with mark) < size of r",
    ],
    &[
        "each line l, run n of shaded cells in l: size of n <= 2",
        "each run n of shaded cells: size of n <= 2",
        "no run n of shaded cells: size of n > 2",
    ],
    &[
        "each area r: width of r = 2",
        "each area r: (greatest over cells c in r: x of c) - (least over cells c in r: x of c) + 1 = 2",
        "each area r: (least over cells c in r: x of c) + 1 = (greatest over cells c in r: x of c)",
    ],
    &[
        "each area r is a square",
        "each area r: height of r = width of r and size of r = width of r ^ 2",
        "each area r: size of r = height of r * height of r and width of r = height of r",
    ],
    &[
        "each row r, run n of shaded cells in r: size of n <= 2",
        "each row r, run n of shaded cells in r: width of n <= 2",
        "each row r, run n of shaded cells in r: x of (last cell in n) - x of (first cell in n) < 2",
    ],
    &[
        "each shaded cell c: exactly 1 shaded neighbour of c",
        "each group g of shaded cells: size of g = 2",
    ],
    &[
        "each shaded cell c, contact d of c: digit of d > 2",
        "each shaded cell c, cell d in ring of c: digit of d > 2",
    ],
    &[
        "each line l: exactly 1 cell c in l: digit of c <= 2",
        "each line l: size of l - (count cells c in l where digit of c > 2) = 1",
    ],
    &[
        "each room r: at most 1 shaded cell in r",
        "no pair a, b of shaded cells: room of a = room of b",
        "each pair a, b of cells where room of a = room of b: a is open or b is open",
        "each room r: no pair a, b of cells in r: a is shaded and b is shaded",
        "each shaded cell c: no shaded cell d besides c: room of d = room of c",
        "each room r, shaded cell c in r, shaded cell d in r: c = d",
    ],
    &[
        "drawn links are one loop",
        "each cell c: count drawn links of c is one of 0, 2\n    drawn links are connected\n    some drawn link",
    ],
    &[
        "each cell c: number of c = size of (first group of equal shade of c)",
        "each shaded cell c: number of c = size of (first group of shaded cells of c)\n    each open cell c: number of c = size of (first group of open cells of c)",
    ],
    &[
        "each cell c: digit of c = size of (first run of open cells in (row of c) of c) + size of (first run of open cells in (column of c) of c)",
        "each cell c: c is open and digit of c = 2 + count open cells seen from c until shaded or c is shaded and digit of c = 0",
    ],
    &[
        "each row r, run n of shaded cells in r: size of n >= 2 and first digit in n > 2",
        "each row r, run n of shaded cells in r: size of n > 1\n    each row r, run n of shaded cells in r: first digit in n >= 3",
    ],
    &[
        "each room r: exactly 2 shaded cells in r",
        "each cell c: exactly 2 shaded cells in room of c",
    ],
    &[
        "at most 1 group of cells joined by drawn links",
        "each cell c, cell d: d is in first group of cells joined by drawn links of c",
        "each group g of cells joined by drawn links, cell c: c is in g",
        "each group g of cells joined by drawn links, group h of cells joined by drawn links: g = h",
        "all equal over cells c: first group of cells joined by drawn links of c",
    ],
    &[
        "each cell c: number of c = count shaded neighbours of c",
        "each cell c with number: exactly (number of c) shaded neighbours of c",
    ],
    &[
        "each room r, value k from 1 to size of r: some cell c in r: digit of c = k",
        "each room r, value k from 1 to (count cells in r): (count cells c in r where digit of c = k) >= 1",
    ],
    &[
        "each line l: at most 1 shaded cell in l",
        "each line l: at most 1 shaded cell in l and (at most 1 shaded cell in l or some cell in l with mark)",
        "each line l: at most 1 shaded cell in l or (each cell in l has mark) and at most 1 shaded cell in l",
    ],
    &[
        "all different over rows r, runs n of shaded cells in r: reading digit in n",
        "(distinct over rows r, runs n of shaded cells in r: reading digit in n) = sum over rows r: count runs of shaded cells in r",
    ],
    &[
        "each shaded cell c: exactly 1 shaded neighbour of c",
        "each shaded cell c: some shaded neighbour d of c: no shaded neighbour e of c: e != d",
        "each shaded cell c: some shaded neighbour d of c: each neighbour e of c besides d: e is not shaded",
    ],
    &[
        "each cell c: digit of c = count shaded neighbours of c",
        "each value k from 1 to 9, cell c: if digit of c = k then exactly k neighbours d of c: d is shaded",
        "each cell c, value k from 1 to 9 where digit of c = k: count shaded neighbours of c = k",
    ],
    &[
        "each open cell c: number of c = 1 + count open cells seen from c until shaded",
        "each open cell c, run n of open cells in row of c, run m of open cells in column of c: if c is in n and c is in m then number of c = size of n + size of m - 1",
        "each cell c, run n of open cells in row of c, run m of open cells in column of c where c is in m and c is in n: number of c + 1 = size of n + size of m",
    ],
    &[
        "each line l: sum digit in l = 5",
        "each line l: (sum over cells c in l: (digit of c else 0)) = 5",
        "each line l: (sum over cells c in l with digit: digit of c) = 5",
    ],
    &[
        "each cell c with mark: size of area of c = 1",
        "each cell c with mark: no neighbour d of c: area of d = area of c",
        "each cell c with mark, neighbour d of c: area of c != area of d",
        "each cell c with mark: no neighbour d of c: d is in area of c",
        "each cell c with mark, cell d besides c: area of d != area of c",
        "each cell c with mark: no cell d besides c: d is in area of c",
        "each cell c with mark: no cell d besides c in area of c",
        "each pair a, b of neighbours: if a has mark or b has mark then area of a != area of b",
        "each pair a, b of neighbours where area of a = area of b: a has no mark and b has no mark",
        "each cell c, neighbour d of c with mark: area of d != area of c",
    ],
    &[
        "each cell c where number of c = 1: size of area of c = 1",
        "each cell c where number of c = 1: no neighbour d of c: area of d = area of c",
        "each pair a, b of neighbours: if number of a = 1 or number of b = 1 then area of a != area of b",
    ],
    &[
        "each area r: exactly 1 cell in r with mark",
        "count area r = count cells with mark\n    each area r: some cell in r with mark",
        "count area r = count cells with mark\n    each area r: at most 1 cell in r with mark",
        "count area r - count cells with mark = 0\n    each pair a, b of cells with mark: area of a != area of b",
        "count area r = count cells with mark\n    each area r: not each cell c in r: c has no mark",
    ],
    &[
        "each tract r: exactly 1 cell c in r: number of c = 2",
        "count tract r = count cells c without mark where number of c = 2\n    each tract r: some cell c in r: number of c = 2",
        "count tract r = count cells c without mark where number of c = 2\n    each tract r: at most 1 cell c in r: number of c = 2",
    ],
    &[
        "each cell with number has no mark\n    each tract r: exactly 1 cell in r with number",
        "count tract r = count cells with number\n    each tract r: some cell in r with number",
    ],
    &[
        "each cell with mark is open\n    each group g of open cells: exactly 1 cell in g with mark",
        "count groups of open cells = count cells with mark\n    each group g of open cells: some cell in g with mark",
        "count groups of open cells = count cells with mark\n    each open cell c: some cell d with mark: d is in cells reached from c through open cells",
        "each cell with mark is open\n    count groups of open cells = count cells with mark\n    each group g of open cells: at most 1 cell in g with mark",
    ],
    &[
        "each group g of open cells: exactly 1 cell in g with number",
        "count groups of open cells = count open cells with number\n    each group g of open cells: at most 1 cell in g with number",
        "count groups of open cells = count open cells with number\n    no open cell c with number, open cell d besides c with number: d is in cells reached from c through open cells",
    ],
    &[
        "each pair a, b of neighbours: a is shaded or digit of a = digit of b or b is shaded",
        "each group g of open cells, pair a, b of neighbours in g: digit of a = digit of b",
        "each group g of open cells: each pair a, b of neighbours in g: digit of a = digit of b",
        "each group g of open cells, cell a in g, neighbour b of a in g: digit of a = digit of b",
        "each open cell a, neighbour b of a in first group of open cells of a: digit of b = digit of a",
        "each open cell a, neighbour b of a: if b is in cells reached from a through open cells then digit of b = digit of a",
    ],
    &[
        "each pair a, b of contacts: a is shaded or digit of a + digit of b < 7 or b is shaded",
        "each group g of open cells by contacts, pair a, b of contacts in g: digit of a + digit of b <= 6",
    ],
    &[
        "each pair a, b of neighbours where area of a = area of b: digit of a = digit of b",
        "each area r, pair a, b of neighbours in r: digit of a = digit of b",
    ],
    &[
        "each room r, group g of (shaded cells in r), pair a, b of neighbours in g: digit of a != digit of b",
        "each room r, pair a, b of neighbours in r where a is shaded and b is shaded: digit of a != digit of b",
    ],
    &[
        "each area r, area s touching r: size of r != size of s",
        "each pair a, b of neighbours: area of a = area of b or size of area of a != size of area of b",
        "each cell a, neighbour b of a: if area of a != area of b then size of area of a != size of area of b",
        "no cell a, neighbour b of a where area of a != area of b: size of area of a = size of area of b",
    ],
    &[
        "each tract r, tract s touching r: size of r != size of s",
        "each pair a, b of neighbours where a has no mark and b has no mark: tract of a = tract of b or size of tract of a != size of tract of b",
        "each cell a without mark, neighbour b of a without mark: if tract of a != tract of b then size of tract of a != size of tract of b",
    ],
    &[
        "each tract r: size of r = 3",
        "each cell c without mark: size of tract of c = 3",
        "each cell c without mark: exactly 3 cells in tract of c",
    ],
    &[
        "drawn links are connected",
        "at most 1 group g of cells joined by drawn links: size of g > 1",
        "at most 1 group g of cells joined by drawn links where size of g >= 2",
        "at most 1 group g of cells joined by drawn links where some drawn link in g",
    ],
    &[
        "drawn links are connected and some drawn link",
        "exactly 1 group g of cells joined by drawn links: size of g > 1",
    ],
    &[
        "at least 2 groups of cells joined by drawn links",
        "some cell c, cell d: d is not in first group of cells joined by drawn links of c",
        "some group g of cells joined by drawn links, cell c: c is not in g",
    ],
    &[
        "drawn links are without loop",
        "count drawn links + count groups of cells joined by drawn links = count cells",
        "count drawn links = count cells - count groups of cells joined by drawn links",
        "count groups of cells joined by drawn links + count drawn links <= count cells",
    ],
    &[
        "each group g of shaded cells is a rectangle",
        "each block b of 2 by 2: not exactly 3 shaded cells in b",
        "each block b of 2 by 2: count shaded cells in b != 3",
        "each block b of 2 by 2, group g of shaded cells: count cells in b in g != 3",
        "each group g of shaded cells: no block b of 2 by 2: exactly 3 cells c in b: c is in g",
        "no block b of 2 by 2: exactly 3 shaded cells of b",
    ],
    &[
        "shaded cells are connected and open cells are connected",
        "at most 2 groups of equal shade",
        "count groups of equal shade < 3",
    ],
    &[
        "at most 1 cell with mark",
        "each cell c with mark, cell d with mark: c = d",
        "no cell c with mark, cell d with mark: c != d",
    ],
    &[
        "at least 2 groups of shaded cells",
        "some shaded cell c, shaded cell d: d is not in cells reached from c through shaded cells",
        "at least 2 groups of shaded cells and some shaded cell",
        "count groups of shaded cells > 1",
    ],
    &[
        "each cell c: number of c = count shaded cells s besides c reached from c through shaded cells",
        "each cell c: number of c = count shaded cells s where distance from c to s through shaded cells >= 1",
    ],
    &[
        "each room r: shaded cells in r are connected",
        "each room r, shaded cell c in r, shaded cell d in r: d is in cells reached from c through (shaded cells in r)",
        "each room r: each shaded cell c in r, shaded cell d in r besides c: d is in cells reached from c through (shaded cells in r)",
        "each room r, pair a, b of (shaded cells in r): b is in first group of (shaded cells in r) of a",
        "each room r, shaded cell c in r, group g of (shaded cells in r): c is in g",
    ],
    &[
        "(bag over groups g of shaded cells: size of g) = total",
        "each group g of shaded cells: size of g is in total\n    total = bag over groups g of shaded cells: size of g",
        "(bag over groups g of shaded cells: size of g) = total\n    no group g of shaded cells: not size of g is in total",
    ],
    &[
        "each row r, run n of shaded cells in r: first digit in n > 2",
        "each row r, run n of shaded cells in r: digit of (first cell in n) > 2",
        "each row r, run n of shaded cells in r: digit of first cell in n >= 3",
    ],
    &[
        "open cells are connected",
        "each cell a, cell b after a: if a is open and b is open then a is in cells reached from b through open cells",
        "each open cell a, open cell b after a: a is in cells reached from b through open cells",
    ],
    &[
        "each room r, pair a, b of cells in r: digit of a < digit of b",
        "each room r, cell a in r, cell b in r after a: digit of a < digit of b",
        "each room r: each cell a in r: each cell b in r after a: digit of b > digit of a",
    ],
    &[
        "each line l: (sum digit in (cells in l after (first shaded cell in l) before (last shaded cell in l))) != 7",
        "each line l: (sum over cells c in l where x of c + y of c > x of (first shaded cell in l) + y of (first shaded cell in l) and x of (last shaded cell in l) + y of (last shaded cell in l) > x of c + y of c: digit of c) != 7",
        "each line l: let a be first shaded cell in l, b be last shaded cell in l: (sum digit in (cells c in l where x of c + y of c > x of a + y of a and x of c + y of c < x of b + y of b)) != 7",
    ],
    &[
        "each row r: no shaded cell in r after (first cell in r with number)",
        "each row r: no shaded cell c in r where x of c > x of (first cell in r with number)",
        "each row r, shaded cell c in r: not x of (first cell in r with number) < x of c",
    ],
];
