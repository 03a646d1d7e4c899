//! Mutated and random bytes for everything that reads text: no panic, no contradiction, no long wait. The
//! functions are those that `fuzz/` gives to a coverage-guided fuzzer. Tried first, where they are: `fuzz/corpus`, the
//! inputs that the fuzzer has kept on this machine, and `fuzz/regressions`, what it or these tests have found.

use std::panic::catch_unwind;
use std::path::Path;
use std::time::{Duration, Instant};

use quadrille::embedded;
use quadrille::read::{self, Source};
use quadrille_engine::Rng;

#[allow(
    unreachable_pub,
    reason = "public in the fuzz crate, whose file this is"
)]
#[path = "../fuzz/src/lib.rs"]
mod entries;

/// Far more than any of these inputs takes, on a slow and busy machine.
const LONGEST: Duration = Duration::from_secs(20);

/// Runs `entry`; a panic or a long wait is reported with the input.
fn feed(entry: fn(&[u8]), data: &[u8]) {
    let started = Instant::now();
    let outcome = catch_unwind(|| entry(data));
    let spent = started.elapsed();
    assert!(
        outcome.is_ok() && spent < LONGEST,
        "{spent:?} for the input b\"{}\"",
        data.escape_ascii()
    );
}

/// One to eight small changes: bytes removed, duplicated, replaced, inserted, and pieces of other inputs.
fn mutate(rng: &mut Rng, data: &[u8], others: &[Vec<u8>]) -> Vec<u8> {
    const PIECES: [&[u8]; 24] = [
        b"'''",
        b"\"",
        b"\n",
        b"[",
        b"]",
        b"=",
        b"#",
        b".",
        b" ",
        b"\t",
        b"\r\n",
        b"0",
        b"-1",
        b"64",
        b"999999999999999999999",
        b"(",
        b" or ",
        b"&",
        b"not ",
        b"\xff",
        b"\0",
        "é".as_bytes(),
        b"multiple of ",
        b"\x1b[0m",
    ];
    let mut data = data.to_vec();
    for _ in 0..=rng.below(8) {
        let below = |rng: &mut Rng, n: usize| rng.below(n as u64) as usize;
        let at = below(rng, data.len() + 1);
        let end = (at + 1 + below(rng, 12)).min(data.len());
        match rng.below(7) {
            0 => data.truncate(at),
            1 => drop(data.drain(at..end)),
            2 => {
                let piece = data[at..end].to_vec();
                data.splice(at..at, piece);
            }
            3 => {
                let piece = PIECES[below(rng, PIECES.len())];
                data.splice(at..at, piece.iter().copied());
            }
            4 => {
                if let Some(byte) = data.get_mut(at) {
                    *byte = rng.next_u64() as u8;
                }
            }
            5 => {
                // Another character of the same text, since it is meaningful there.
                let other = data.get(below(rng, data.len().max(1))).copied();
                if let (Some(other), Some(byte)) = (other, data.get_mut(at)) {
                    *byte = other;
                }
            }
            _ => {
                let other = &others[below(rng, others.len())];
                let from = below(rng, other.len() + 1);
                let to = (from + below(rng, 40)).min(other.len());
                data.splice(at..end.max(at), other[from..to].iter().copied());
            }
        }
    }
    data
}

fn hammer(entry: fn(&[u8]), kept: &str, seeds: &[Vec<u8>], rounds: usize, seed: u64) {
    let fuzz = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz");
    let files = |folder: &str| -> Vec<_> {
        let folder = std::fs::read_dir(fuzz.join(folder).join(kept));
        let files = folder.into_iter().flatten();
        files
            .map(|file| file.expect("a file that was kept").path())
            .collect()
    };
    let corpus = files("corpus");
    for file in files("regressions").into_iter().chain(corpus) {
        feed(entry, &std::fs::read(&file).expect("it can be read"));
    }
    let mut rng = Rng::new(seed);
    for seed in seeds {
        feed(entry, seed);
    }
    for _ in 0..rounds {
        let base = &seeds[rng.below(seeds.len() as u64) as usize];
        feed(entry, &mutate(&mut rng, base, seeds));
    }
    // Entirely random bytes.
    for _ in 0..rounds / 10 {
        let length = rng.below(200) as usize;
        let noise: Vec<u8> = (0..length).map(|_| rng.next_u64() as u8).collect();
        feed(entry, &noise);
    }
}

fn rounds(normal: usize) -> usize {
    std::env::var("QUADRILLE_ROUNDS").map_or(normal, |text| text.parse().expect("a number"))
}

#[test]
fn puzzle_files() {
    let whole = embedded::all().iter().map(|&(_, text)| text);
    let seeds: Vec<Vec<u8>> = whole.map(Into::into).collect();
    hammer(
        entries::puzzle_file,
        "puzzle_file",
        &seeds,
        rounds(1500),
        11,
    );
}

/// The rulebooks of the library.
fn library() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("puzzles/language/rulebooks");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("the library")
        .map(|file| file.expect("a rulebook").path())
        .collect();
    files.sort();
    let texts = files.into_iter().map(std::fs::read_to_string);
    texts.map(|text| text.expect("UTF-8")).collect()
}

/// Mutations of rulebooks, alone and in puzzle files with the data of their examples.
#[test]
fn rulebooks() {
    let books = library();
    let alone: Vec<Vec<u8>> = books.iter().map(|text| text.clone().into_bytes()).collect();
    let inline: Vec<Vec<u8>> = books
        .iter()
        .filter_map(|text| {
            let (rules, example) = text.split_once("\nexample\n")?;
            let data = example.split("\nexample\n").next()?;
            let data: String = data
                .lines()
                .map(|line| format!("{}\n", line.strip_prefix("    ").unwrap_or(line)))
                .collect();
            Some(format!("rules = '''\n{rules}\n'''\n{data}").into_bytes())
        })
        .collect();
    assert!(inline.len() > 50);
    let mut rng = Rng::new(15);
    for (entry, seeds) in [
        (entries::rulebook as fn(&[u8]), &alone),
        (entries::puzzle_file, &inline),
    ] {
        for _ in 0..rounds(300) {
            let base = &seeds[rng.below(seeds.len() as u64) as usize];
            feed(entry, &mutate(&mut rng, base, seeds));
        }
    }
}

/// What a puzzle may declare: layers on everything on which there are any.
const DECLARED: &str = "\
data nr on rows: number
data room on cells: regions
data price on room: number
data goal: number
data sizes: list of number
decide t: 1 or 2
decide m on rows: 1 or 2
decide pr on room: 1 or 2
decide slant on cells: rise or fall
decide way on links: drawn or gap
decide side on edges: thick or thin
decide dot on corners: 1 or 2
decide area on cells: regions
decide dig on cells: 1 or 2 or blank
decide arrow on cells: direction
";

/// Its data.
const DATA: &str = r#"
size = "3x3"
room = '''
A A A
A A A
B B B
'''
price = {A = 1, B = 2}
nr = [1, 2, 3]
goal = 2
sizes = [1, 2]
"#;

/// Rules about a layer `L`, right for some layers and wrong for others.
const ABOUT: &[&str] = &[
    "each cell c: L of c = L of c",
    "each cell c: c has L",
    "each row r: L of r = L of r",
    "each row r: r has L",
    "each cell c: nearest equal L of c = 1",
    "each cell c: nearest equal L of c in row 1 = 1",
    "each link c: L of c = L of c",
    "each edge c: c has no L",
    "each corner c: L of c = L of c",
    "each view v: L of v = L of v",
    "each room r: L of r = L of r",
    "each room r: r has L",
    "each area r: L of r = L of r",
    "each area r: r has L",
    "each group g of equal L: size of g > 0",
    "each group g of cells with L: size of g > 0",
    "each group g of cells: L of g = L of g",
    "cells with L are connected",
    "links with L form one loop",
    "links with L are one loop",
    "each cell c with L: c is border",
    "each row r with L: first cell of r is border",
    "each room r with L: size of r > 1",
    "each area r with L: size of r > 1",
    "all different L in grid",
    "all different L in row 1",
    "all equal L in row 1",
    "increasing L in row 1",
    "L in row 1 reads \".*\"",
    "list L in row 1 = list L in row 2",
    "bag L in row 1 = bag L in row 2",
    "distinct L in row 1 = 1",
    "sum L in row 1 > 1",
    "sum L in grid > 1",
    "least L in row 1 = 1",
    "first L in row 1 = 1",
    "reading L in row 1 > 1",
    "sum over cells c: L of c > 1",
    "all different over rows r: L of r",
    "bag over rows r: L of r = sizes",
    "each value v in L: v > 0",
    "each value v in L of first cell: v > 0",
    "each value v in (list L in row 1): v > 0",
    "count cells where L of it = 1 > 0",
    "some L r: size of r = 1",
    "count L > 0",
    "L = L",
    "L = 1",
    "L is 1",
    "L > 0",
    "1 is in L",
    "each cell c: 1 is in L of c",
    "each L r: all different dig in r",
    "each L r, L s: r touches s",
    "each pair a, b of L: a != b",
    "each cell c: L of c",
    "each cell c: c is L",
    "each L c: 1 = 1",
    "each step a, b in L of first cell: a != b",
    "each cell c: neighbour of c towards L of c is rise",
    "each cell c: some neighbour of c towards L of c is rise",
    "each cell c: direction of L",
    "each cell c: cells seen from c towards L are rise",
    "first cell in L of first cell is rise",
    "each cell c: c is in L of c",
    "each cell c: L of c has nr",
    "each cell c, d: distance of c and d = L of c",
    "each cell c: L of c satisfies \"even\"",
    "each room r: size of r = L of r",
    "each row r: L of first cell of r = L of r",
    "each room r: L of first cell in r = L of r",
    "each area r: L of first cell in r = L of r",
    "each row r: count cells in r where L of it = L of r > 0",
    "each cell c: count cells d where L of d = L of c > 0",
    "L of grid = 1",
    "each row r: L of r + L of first cell > 1",
    "each row r: row L of r has nr",
    "cell at row L column L is rise",
    "row L has nr",
    "column (L of first cell) has rise cells",
    "each cell c: shift c by L of c right is rise",
    "nr of row L = 2",
    "block L by L",
    "each block b of L by L: some cell in b",
    "regions L are all of size 2",
    "each column k: L of k = L of k",
    "each line l: L of l = L of l",
    "each diagonal l: L of l = L of l",
    "each line l: l has L",
    "each view l: l has L",
    "each board b: L of b = L of b",
    "each cell c: (L of c) mod 2 = 0",
    "each cell c: 2 ^ L of c = 2",
    "each cell c: 6 / L of c = 3",
    "each cell c: if L of c = 1 then c is rise",
    "let k be L of first cell: k = k",
    "each run n of cells with L in row 1: size of n > 0",
    "each cell c: L of c in sizes",
    "each cell c: L of c is in sizes",
    "size of L of first cell = 1",
    "each cell c: size of L of c = 1",
    "rows of L of first cell",
    "lines of L of first cell are rise",
    "each cell c: some cell of L of c is rise",
    "each edge e: some cell of e has L",
    "each cell c: edges of L of c are thick",
    "shape of L of first cell = shape of room of first cell",
    "area of first cell is congruent to L of first cell",
    "L of first cell is symmetric",
    "L of first cell is rectangle",
    "each L r: r is rectangle",
    "each L r: r is connected",
    "each L r: shape of r = shape of r",
    "each L r: r is congruent to row 1",
    "each L r, cell c in r: c is rise",
    "x of L of first cell = 1",
    "L in row 1 is increasing",
    "2 divides L",
    "gcd L in row 1 = 1",
    "product L in row 1 = 1",
    "greatest L in grid = 1",
    "nr of row = 2",
    "nr of row L = 2",
    "nr of (row where L of it = 2) = 2",
    "nr of column = 2",
    "some cell in row is rise",
    "some cell in column L is rise",
    "size of row = 3",
    "count rows > 0",
    "count (rows) > 0",
    "each value v from 1 to (rows): v > 0",
    "each room r with L: L of r = 1",
    "each pair a, b of room: L of a = L of b",
    "cells with L = cells",
    "L of row = 1",
    "L of room = 1",
    "L of group of rise cells = 1",
    "L of (cells) = 1",
    "all different over cells c with L: L of c",
    "links with L form a loop",
    "edges with L form loops",
    "corners with L are connected",
    "first cell with L is rise",
    "size of (first group of equal L of first cell) = 1",
    "each cell c: count cells in first group of equal L of c = 1",
];

/// What may be said of one layer and not of another is told before anything is solved, or means the same to the solver
/// and to the checker.
#[test]
fn every_layer_in_every_phrase() {
    let layers: Vec<&str> = DECLARED
        .lines()
        .map(|line| line.split([' ', ':']).nth(1).expect("a name"))
        .collect();
    let mut right = 0;
    for rule in ABOUT {
        for layer in &layers {
            let words = rule.split_inclusive(|c: char| !c.is_ascii_alphanumeric());
            let named = words.map(|word| match word.strip_prefix('L') {
                Some(rest) if !rest.starts_with(|c: char| c.is_ascii_alphanumeric()) => {
                    format!("{layer}{rest}")
                }
                _ => word.to_owned(),
            });
            let formula: String = named.collect();
            let text = format!("{DATA}rules = '''\n{DECLARED}\"Rule.\"\n    {formula}\n'''\n");
            feed(entries::puzzle_file, text.as_bytes());
            let source = Source {
                name: "layers.toml".to_owned(),
                text,
            };
            right += usize::from(read::parse(&source).is_ok());
        }
    }
    let wrong = ABOUT.len() * layers.len() - right;
    assert!(right > 500 && wrong > 500, "{right} right, {wrong} wrong");
}

#[test]
fn clues() {
    let seeds: Vec<Vec<u8>> = [
        "square",
        "a cube & not odd",
        "prime or fibonacci",
        "1 more than a palindrome",
        "2 less than a prime raised to a prime power",
        "product of digits ends in 1",
        "divisible by each of its digits",
        "(sum of digits is 7 or multiple of 37) & not triangular",
        "power of 2",
        "product of digits is 20",
        "even",
        "not not not prime",
        "((((square))))",
    ]
    .iter()
    .map(|text| text.as_bytes().to_vec())
    .collect();
    hammer(entries::clue, "clue", &seeds, rounds(3000), 12);
}

#[test]
fn filled_grids() {
    let mut seeds = Vec::new();
    for (first, (rows, columns, cell)) in (0u8..).zip([
        (11, 11, "7"),
        (11, 11, "#"),
        (10, 10, "3 "),
        (20, 20, "."),
        (11, 11, "10 "),
        (20, 20, "#"),
    ]) {
        let row = format!("{}\n", cell.repeat(columns));
        let text = [vec![first], row.repeat(rows).into_bytes()].concat();
        seeds.push(text);
    }
    hammer(
        entries::filled_grid,
        "filled_grid",
        &seeds,
        rounds(1500),
        13,
    );
}

#[test]
fn shapes() {
    let seeds: Vec<Vec<u8>> = [
        ".#..\n####\n.#..\n",
        "#\n",
        "##\n",
        "..##\n.##.\n##..\n",
        "#.#\n###\n#.#\n",
        "\n\n",
        // Folds into 1x1x5 and 1x2x3 are among the shapes of 22 cells; here is one of the first.
        "#....\n#####\n#####\n#####\n#####\n#....\n",
    ]
    .iter()
    .map(|text| text.as_bytes().to_vec())
    .collect();
    hammer(entries::shape, "shape", &seeds, rounds(3000), 14);
}

/// What reads a text, the folder of its findings, and texts to begin with.
type Reader<'a> = (fn(&[u8]), &'a str, &'a [&'a str]);

/// Texts for the other readers: each of them, mutated.
#[test]
fn other_readers() {
    let sudoku = "53..7....\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n.6....28.\n...419..5\n....8..79\n";
    let checkpoint = "{\n  \"quadrille\": \"checkpoint\",\n  \"format\": 2,\n  \"open\": [\n    \"1e0 0 x1=2\"\n  ]";
    let readers: [Reader<'_>; 6] = [
        (
            entries::address,
            "address",
            &[
                "puzz.link/p?nurikabe/3/3/g2i1h",
                "https://puzz.link/p?roma/2/2/00534.g",
                "pzv.jp/p.html?heyawake/4/3/9g00f0g2",
                "puzz.link/p?tentaisho/3/3/67eg",
            ],
        ),
        (
            entries::codec,
            "codec",
            &[
                "number16 number\npuzz.link/p?x/3/2/g4i.",
                "borders room wall, number10(1=^,2=v,3=<,4=>,5=O) arrow\nx/p?x/2/2/00534.g",
            ],
        ),
        (
            entries::other_format,
            "other_format",
            &[
                sudoku,
                "width 3\nheight 2\n\nrows\n1\n2\n\ncolumns\n1\n1\n1\n",
                "{\"rows\": [[1], [2]], \"columns\": [[1], [2]]}",
                "------\n\n",
            ],
        ),
        (
            entries::formula,
            "formula",
            &[
                "each cell c: digit of c + nr of c > goal",
                "each area a: size of a = 2",
                "drawn links are one loop",
            ],
        ),
        (
            entries::entries,
            "entries",
            &["\u{3}?.1#\n{1,2}?.\n?.\n", "\u{9}? ? ?\n"],
        ),
        (entries::saved_search, "saved_search", &[checkpoint]),
    ];
    for (seed, (entry, kept, seeds)) in (16..).zip(readers) {
        let seeds: Vec<Vec<u8>> = seeds.iter().map(|text| text.as_bytes().to_vec()).collect();
        hammer(entry, kept, &seeds, rounds(300), seed);
    }
}

/// A megabyte, the most that a puzzle file may have, of one piece over and over.
#[test]
fn huge_inputs() {
    let pieces: [&[u8]; 16] = [
        b"[",
        b"{a=",
        b"a=[",
        b"(",
        b"not ",
        b"1 more than a ",
        b"square & ",
        b"9",
        b"#",
        b"#\n",
        b"# ",
        b"\n",
        b"'''\n",
        b"kind = 'number-cross-4'\n",
        b"\xff",
        b"multiple of 7 or ",
    ];
    for piece in pieces {
        let data = piece.repeat((1 << 20) / piece.len());
        for entry in [
            entries::puzzle_file,
            entries::clue,
            entries::filled_grid,
            entries::shape,
        ] {
            feed(entry, &data);
        }
        // The same where a value is expected.
        let deep = [b"kind = 'number-cross-4'\nclues = ", &data[..]].concat();
        feed(entries::puzzle_file, &deep);
    }
}
