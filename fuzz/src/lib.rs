//! What is fuzzed: every entry point for external text, as functions of arbitrary bytes. They panic if the
//! program would, or if it contradicts itself. The ordinary tests call them too, with mutated inputs.

use quadrille::Puzzle;
use quadrille::clue::{Clue, Digits, Filtered};
use quadrille::embedded;
use quadrille::fold::{self, Charset, Shape};
use quadrille::puzzle::{BestLimits, BuildOptions};
use quadrille::read::{self, ReportStyle, Source};
use quadrille_engine::Limits;

/// Cells of a puzzle that is also solved, with few nodes.
const SMALL: usize = 36;

fn source(data: &[u8]) -> Source {
    Source {
        name: "fuzzed.toml".to_owned(),
        text: String::from_utf8_lossy(data).into_owned(),
    }
}

/// A puzzle file: read it; show what is wrong with it, or draw it and its examples, and search small ones for a moment.
pub fn puzzle_file(data: &[u8]) {
    let source = source(data);
    match read::parse(&source) {
        Err(problems) => {
            assert!(!problems.is_empty(), "refused without a reason");
            let report = problems.render(
                &source,
                ReportStyle {
                    colour: data.len().is_multiple_of(2),
                    ascii: data.len().is_multiple_of(3),
                },
            );
            assert!(!report.is_empty());
        }
        Ok(loaded) => {
            puzzle(&loaded.puzzle);
            for example in loaded.examples() {
                puzzle(&example.puzzle);
            }
        }
    }
}

fn puzzle(puzzle: &Puzzle) {
    let (rows, columns) = puzzle.size();
    let _ = puzzle.picture();
    if rows * columns > SMALL {
        return;
    }
    let built = puzzle.build(&BuildOptions {
        best_limits: BestLimits {
            nodes: Some(50),
            ..BestLimits::default()
        },
        ..BuildOptions::default()
    });
    let mut solver = built.model.solver();
    let brancher = (built.brancher)(&built.reading);
    let mut search = solver.search().boxed_brancher(brancher).limits(Limits {
        nodes: Some(50),
        ..Limits::default()
    });
    while let Some(Ok(solution)) = search.next() {
        let completed = (built.reading.complete)(&solution);
        let broken = puzzle.check(&completed);
        assert!(broken.is_empty(), "a solution breaks {broken:?}");
        let _ = (puzzle.answer(&completed), puzzle.report(&completed));
    }
}

/// A rulebook, as the rules of a small puzzle without data: read it, and continue as with a puzzle file.
pub fn rulebook(data: &[u8]) {
    let rules = String::from_utf8_lossy(data).replace("'''", "");
    puzzle_file(format!("size = \"3x3\"\nrules = '''\n{rules}\n'''\n").as_bytes());
}

/// A clue: parse it, ask it about numbers, filter a run with it.
pub fn clue(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let Ok(clue) = Clue::parse(&text) else {
        return;
    };
    for number in [0, 1, 9, 10, 99, 100, 12_321, 999_999_999_999_999_999] {
        let _ = clue.contains(number);
    }
    // A second reading means the same.
    let again = Clue::parse(clue.text()).expect("the text of a clue is a clue");
    // Two digits, of which the first has lost some: filtering is sound, and exact if it says so.
    let first = Digits::from_mask(0b10_1101_0110);
    let mut run = [first, Digits::from_mask(0b11_1111_1111)];
    let filtered = clue.filter(&mut run);
    let words: Vec<(u32, u32)> = (1..=9u32)
        .filter(|a| first.mask() >> a & 1 == 1)
        .flat_map(|a| (0..10u32).map(move |b| (a, b)))
        .filter(|&(a, b)| clue.contains(u64::from(10 * a + b)))
        .collect();
    for &(a, b) in &words {
        assert!(again.contains(u64::from(10 * a + b)));
        assert!(filtered != Filtered::NoWord, "{a}{b} fits");
        assert!(run[0].mask() >> a & 1 == 1 && run[1].mask() >> b & 1 == 1);
    }
    if filtered == Filtered::Exact {
        let (a, b) = words
            .iter()
            .fold((0, 0), |(a, b), word| (a | 1 << word.0, b | 1 << word.1));
        assert_eq!(run.map(|d| u32::from(d.mask())), [a, b], "not exact");
    }
}

/// A filled grid for one of the embedded puzzles, selected by the first byte: read it and check it.
pub fn filled_grid(data: &[u8]) {
    let Some((&first, rest)) = data.split_first() else {
        return;
    };
    let puzzles = embedded::all();
    let (name, text) = puzzles[usize::from(first) % puzzles.len()];
    let source = Source {
        name: name.to_owned(),
        text: text.to_owned(),
    };
    let puzzle = read::parse(&source).expect("an embedded puzzle").puzzle;
    let Ok(completed) = puzzle.read_filled(&String::from_utf8_lossy(rest)) else {
        return;
    };
    let written = puzzle.write(&completed);
    let back = puzzle.read_filled(&written);
    assert_eq!(back.as_ref(), Ok(&completed), "written and read back");
    if puzzle.check(&completed).is_empty() {
        let _ = (puzzle.answer(&completed), puzzle.report(&completed));
    }
    let mut picture = puzzle.picture();
    puzzle.fill(&mut picture, &completed);
}

/// A shape: fold it, check every way, draw it.
pub fn shape(data: &[u8]) {
    let Ok(shape) = Shape::parse(&String::from_utf8_lossy(data)) else {
        return;
    };
    for way in fold::folds(&shape) {
        assert_eq!(way.size().surface(), shape.count());
        assert_eq!(fold::check_fold(shape.cells(), &way, &[], None), []);
        for charset in [Charset::Unicode, Charset::Ascii] {
            assert!(!fold::net_text(&way, &[], charset).is_empty());
            assert!(!fold::faces_text(&way, &[], charset, 80).is_empty());
        }
        assert!(fold::net_svg(&way, &[]).starts_with("<svg"));
        assert!(fold::box_svg(&way, &[]).starts_with("<svg"));
    }
}
