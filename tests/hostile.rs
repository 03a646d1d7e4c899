//! Mutated and random bytes for everything that reads text: no panic, no contradiction, no long wait. The
//! functions are those that `fuzz/` gives to a coverage-guided fuzzer. Tried first: `fuzz/corpus`, a few inputs that
//! together reach everything that it reached in an hour, and `fuzz/regressions`, everything that it or these tests ever
//! found.

use std::panic::catch_unwind;
use std::path::Path;
use std::time::{Duration, Instant};

use quadrille::{embedded, kinds};
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
    assert!(corpus.len() > 10, "no corpus for {kept}");
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
    let starters = kinds::all().iter().map(|kind| kind.starter());
    let whole = embedded::all().iter().map(|&(_, text)| text);
    let seeds: Vec<Vec<u8>> = starters.chain(whole).map(Into::into).collect();
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
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("puzzles/rulebooks");
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
