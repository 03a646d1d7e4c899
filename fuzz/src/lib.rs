//! What is fuzzed: every entry point for external text, as functions of arbitrary bytes. They panic if the
//! program would, or if it contradicts itself. The ordinary tests call them too, with mutated inputs.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use quadrille::Puzzle;
use quadrille::address::{self, Layout};
use quadrille::campaign::{Folder, Saving, Task, solve_saved};
use quadrille::clue::{Clue, Digits, Filtered};
use quadrille::embedded;
use quadrille::fold::{self, Charset, Shape};
use quadrille::puzzle::{BestLimits, BuildOptions};
use quadrille::read::{self, ReportStyle, Source};
use quadrille::solve::{Request, Unwatched};
use quadrille_engine::Limits;
use sha2::{Digest, Sha256};

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

/// The most cells of an address that is read: more take time, and nothing else.
const MOST_CELLS: usize = 400;

/// An address, of any genre and site: what it means is a puzzle file that is read, and the address that is written for
/// it is written again for what it means.
pub fn address(data: &[u8]) {
    let text = String::from_utf8_lossy(data).replace(['\n', '/', '\\'], "/");
    if !address::is_address(&text) || text.contains('\0') {
        return;
    }
    let sides = |address: &address::Address| address.rows.saturating_mul(address.columns);
    let meant = address::unescaped(&text);
    for text in [Some(&text), meant.as_ref()].into_iter().flatten() {
        if address::parse(text).is_ok_and(|address| sides(&address) > MOST_CELLS) {
            return;
        }
    }
    let Ok((first, loaded)) = read::open(&text) else {
        return;
    };
    puzzle(&loaded.puzzle);
    let Some(Ok(written)) = loaded.puzzle.address() else {
        return;
    };
    let (meant, again) = read::open(&written).expect("an address that was written");
    assert_eq!(again.puzzle.address(), Some(Ok(written)));
    // Nothing is lost on the way but where the puzzle is from and what its setter says of the rules.
    assert_eq!(data_lines(&meant.text), data_lines(&first.text));
}

/// What a puzzle file that an address means says of the puzzle.
fn data_lines(text: &str) -> Vec<&str> {
    let of_address =
        |line: &&str| !line.starts_with("source = ") && !line.starts_with("variant = ");
    text.lines().filter(of_address).collect()
}

/// The line of a rulebook that declares addresses, and an address in the second line: decoded data are encoded, and
/// mean the same.
pub fn codec(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let Some((declaration, text)) = text.split_once('\n') else {
        return;
    };
    let Ok(layout) = address::parse_declaration(declaration) else {
        return;
    };
    let again = address::parse_declaration(&layout.to_string());
    assert_eq!(
        again.as_ref(),
        Ok::<&Layout, _>(&layout),
        "written and read"
    );
    let Ok(address) = address::parse(text) else {
        return;
    };
    if address.rows.saturating_mul(address.columns) > MOST_CELLS {
        return;
    }
    let Ok(data) = layout.decode(&address) else {
        return;
    };
    let (rows, columns) = (address.rows, address.columns);
    if let Ok(written) = layout.encode("genre", rows, columns, &data) {
        let address = address::parse(&written).expect("an address that was written");
        assert_eq!(layout.decode(&address).as_ref(), Ok(&data), "{written}");
    }
}

/// A puzzle in a format of other programs: what it means is read like any puzzle file.
pub fn other_format(data: &[u8]) {
    if let Ok(meant) = read::to_file(source(data))
        && meant.text.as_bytes() != data
    {
        puzzle_file(meant.text.as_bytes());
    }
}

/// What a formula may speak of.
const DECLARED: &str = "\
data nr on cells: number
data room on cells: regions
data goal: number
decide digit on cells: 1..3
decide shade on cells: shaded or open
decide way on links: drawn or gap
decide area on cells: regions
";

/// A formula about a small puzzle.
pub fn formula(data: &[u8]) {
    let formula = String::from_utf8_lossy(data).replace("'''", "");
    let formula = formula.replace('\n', "\n    ");
    let text = format!(
        "size = \"2x2\"\ngoal = 2\nroom = '''\nAB\nAA\n'''\nnr = '''\n3.\n.?\n'''\n\
         rules = '''\n{DECLARED}\"Rule.\"\n    {formula}\n'''\n"
    );
    puzzle_file(text.as_bytes());
}

/// A grid that is filled in part, for one of the embedded puzzles of genres, selected by the first byte.
pub fn entries(data: &[u8]) {
    let Some((&first, rest)) = data.split_first() else {
        return;
    };
    let puzzles = embedded::genres();
    let (name, text) = puzzles[usize::from(first) % puzzles.len()];
    let source = Source {
        name: name.to_owned(),
        text: text.to_owned(),
    };
    let puzzle = read::parse(&source).expect("an embedded puzzle").puzzle;
    let Ok(entries) = puzzle.read_entries(&String::from_utf8_lossy(rest)) else {
        return;
    };
    let _ = puzzle.check_entries(&entries);
}

/// A folder of this process for files.
fn folder() -> PathBuf {
    let name = format!("quadrille-fuzz-{}", std::process::id());
    let folder = std::env::temp_dir().join(name);
    fs::create_dir_all(&folder).expect("a temporary folder");
    folder
}

/// The puzzle whose search is saved.
pub const SAVED: &str = "kind = \"yinyang\"\nstone = '''\n....\n.o..\n..#.\n....\n'''\n";

/// What a document of a saved search says, without its digest, which is put to it: as a checkpoint that is continued,
/// and as a part and a result of one.
pub fn saved_search(data: &[u8]) {
    let body = String::from_utf8_lossy(data);
    let digest = Sha256::digest(body.as_bytes());
    let digest: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    let sealed = format!("{body},\n  \"digest\": \"{digest}\"\n}}\n");
    let folder = folder();
    let path = |name: &str| folder.join(name).to_string_lossy().into_owned();
    for name in ["checkpoint", "1.part", "1.result"] {
        fs::write(path(name), &sealed).expect("it can be written");
    }
    let source = source(SAVED.as_bytes());
    let loaded = read::parse(&source).expect("a puzzle");
    let task = Task::new(&source, &loaded);
    let request = Request {
        limits: Limits {
            nodes: Some(50),
            ..Limits::default()
        },
        ..Request::default()
    };
    let checkpoint = path("checkpoint");
    let saving = Saving {
        to: &checkpoint,
        from: Some(&checkpoint),
        every: Duration::from_secs(60),
    };
    let _ = solve_saved(&task, &loaded.puzzle, &request, &saving, &mut Unwatched);
    if let Ok(folder) = Folder::read(&folder.to_string_lossy())
        && let Ok(loaded) = folder.task().load()
        && loaded.puzzle.size().0 * loaded.puzzle.size().1 <= SMALL
    {
        let _ = folder.merge(&loaded.puzzle, &request);
        let _ = folder.parts[0].solve(
            &path("1.result"),
            (&loaded.puzzle, &Default::default()),
            &request,
            &Saving {
                to: &path("1.checkpoint"),
                from: None,
                every: Duration::from_secs(60),
            },
            &mut Unwatched,
        );
    }
}
