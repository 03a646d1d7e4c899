//! Tests the guide: its commands are run, its puzzle files read and solved, its tables compared with
//! the parser's, and the example programs run.

mod rules_by_example;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;
use std::process::{Command, Output};

use quadrille::clue::{Clue, Vocabulary};
use quadrille::read::{self, ReportStyle, Source};
use quadrille::solve::{Goal, Request, Unwatched, solve};

const TOUR: &str = include_str!("../../puzzles/src/guide/tour.md");
const PUZZLE_FILES: &str = include_str!("../../puzzles/src/guide/puzzle_files.md");
const CLUES: &str = include_str!("../../puzzles/src/guide/clues.md");
const HINTS: &str = include_str!("../../puzzles/src/guide/hints.md");
const SCRIPTS: &str = include_str!("../../puzzles/src/guide/scripts.md");
const EXTENDING: &str = include_str!("../../puzzles/src/guide/extending.md");
const ENGINE: &str = include_str!("../../puzzles/src/guide/engine.md");
const FIFTEEN_MINUTES: &str = include_str!("../../puzzles/src/guide/fifteen_minutes.md");
const GENRES: &str = include_str!("../../puzzles/src/guide/genres.md");
const README: &str = include_str!("../../README.md");
const STORIES: &str = include_str!("../../puzzles/src/guide/stories.md");

/// A fenced block of a chapter.
#[derive(Debug)]
struct Block {
    /// The words after the fence: a language, and perhaps a file name or `wrong`.
    info: Vec<String>,
    /// 1-based line of the fence.
    line: usize,
    text: String,
}

impl Block {
    fn is(&self, language: &str) -> bool {
        self.info.first().is_some_and(|first| first == language)
    }

    fn file(&self) -> Option<&str> {
        let name = self.info.iter().find(|word| word.contains('.'))?;
        Some(name)
    }

    fn is_wrong(&self) -> bool {
        self.info.iter().any(|word| word == "wrong")
    }
}

fn blocks(chapter: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    for (number, line) in chapter.lines().enumerate() {
        match (line.strip_prefix("```"), &mut open) {
            (Some(info), None) => {
                open = Some(Block {
                    info: info.split_whitespace().map(str::to_owned).collect(),
                    line: number + 1,
                    text: String::new(),
                });
            }
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (None, Some(block)) => writeln!(block.text, "{line}").expect("a string"),
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "a block is not closed");
    blocks
}

/// A chapter without its fenced blocks.
fn prose(chapter: &str) -> String {
    let parts = chapter.split("```").step_by(2);
    parts.collect()
}

/// The rows of the tables whose head row begins with the cell `head`, as cells.
fn table<'a>(chapter: &'a str, head: &str) -> Vec<Vec<&'a str>> {
    let cells = |line: &'a str| -> Option<Vec<&'a str>> {
        let inner = line.strip_prefix('|')?.strip_suffix('|')?;
        Some(inner.split('|').map(str::trim).collect())
    };
    let mut rows = Vec::new();
    let mut inside = false;
    for line in chapter.lines() {
        match cells(line) {
            Some(row) if row[0] == head => inside = true,
            Some(row) if inside && !row[0].starts_with("---") => rows.push(row),
            Some(_) => {}
            None => inside = false,
        }
    }
    rows
}

/// The texts between backquotes.
fn quoted(cell: &str) -> Vec<&str> {
    cell.split('`').skip(1).step_by(2).collect()
}

/// Whether a text fits a line in which `...` stands for anything.
fn line_fits(pattern: &str, line: &str) -> bool {
    let pieces: Vec<&str> = pattern.trim_end().split("...").collect();
    let [first, middle @ .., last] = &pieces[..] else {
        return pieces.first() == Some(&line.trim_end());
    };
    let Some(mut rest) = line.trim_end().strip_prefix(first) else {
        return false;
    };
    for piece in middle {
        match rest.find(piece) {
            Some(at) => rest = &rest[at + piece.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}

/// Whether lines fit a pattern in which a line `...` stands for any number of lines.
fn lines_fit(pattern: &[&str], lines: &[&str]) -> bool {
    match (pattern, lines) {
        ([], []) => true,
        (["...", rest @ ..], _) => (0..=lines.len()).any(|skip| lines_fit(rest, &lines[skip..])),
        ([first, rest @ ..], [line, lines @ ..]) => {
            line_fits(first, line) && lines_fit(rest, lines)
        }
        _ => false,
    }
}

#[test]
fn wildcards_stand_for_anything_and_nothing_else() {
    assert!(line_fits("a...c", "abbc") && line_fits("...", "") && line_fits("abc", "abc  "));
    assert!(!line_fits("a...c", "abb") && !line_fits("abc", "abcd") && !line_fits("", "a"));
    assert!(!line_fits("ab...bc", "abc"), "no letter fits twice");
    assert!(lines_fit(&["a", "...", "c"], &["a", "c"]));
    assert!(lines_fit(&["a", "...", "c"], &["a", "b", "b", "c"]));
    assert!(!lines_fit(&["a", "...", "c"], &["a", "c", "d"]));
    assert!(!lines_fit(&["a"], &["a", "b"]) && !lines_fit(&["a", "b"], &["a"]));
}

/// Runs a line after `$ ` in `folder`: `quadrille` with arguments, perhaps in quotes, and perhaps `> FILE` at the end.
fn run(line: &str, folder: &Path) -> (String, i32) {
    let (command, file) = match line.split_once(" > ") {
        Some((command, file)) => (command, Some(file)),
        None => (line, None),
    };
    let mut words = command
        .split_whitespace()
        .map(|word| word.trim_matches('\''));
    assert_eq!(words.next(), Some("quadrille"), "in `{line}`");
    let Output {
        status,
        stdout,
        stderr,
    } = Command::new(env!("CARGO_BIN_EXE_quadrille"))
        .args(words)
        .current_dir(folder)
        .output()
        .expect("the command starts");
    let mut shown = String::from_utf8(stdout).expect("UTF-8");
    if let Some(file) = file {
        std::fs::write(folder.join(file), shown).expect("a file in a temporary folder");
        shown = String::new();
    }
    shown.push_str(&String::from_utf8(stderr).expect("UTF-8"));
    (shown, status.code().expect("no signal"))
}

/// Writes the files of a chapter and runs its commands, in the order of the text, in a folder of their own.
fn run_chapter(name: &str, chapter: &str) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut commands = 0;
    let mut code = 0;
    for block in blocks(chapter) {
        if let Some(file) = block.file() {
            std::fs::write(folder.path().join(file), &block.text).expect("a file");
        }
        if !block.is("console") {
            continue;
        }
        let mut lines = block.text.lines().peekable();
        while let Some(line) = lines.next() {
            let command = line.strip_prefix("$ ");
            let command = command.unwrap_or_else(|| panic!("{name}, line {}: no `$ `", block.line));
            let mut expected = Vec::new();
            while let Some(line) = lines.next_if(|line| !line.starts_with("$ ")) {
                expected.push(line);
            }
            let shown;
            if command == "echo $?" {
                shown = code.to_string();
            } else {
                (shown, code) = run(command, folder.path());
                commands += 1;
            }
            let found: Vec<&str> = shown.lines().collect();
            assert!(
                lines_fit(&expected, &found),
                "{name}, block in line {}: `{command}` (exit code {code}) prints\n{shown}\nand not\n{}",
                block.line,
                expected.join("\n")
            );
        }
    }
    assert!(commands > 0, "{name} has no commands");
}

#[test]
fn commands_of_the_tour() {
    run_chapter("tour", TOUR);
}

#[test]
fn commands_of_fifteen_minutes() {
    run_chapter("fifteen minutes", FIFTEEN_MINUTES);
}

#[test]
fn commands_for_hints() {
    run_chapter("hints", HINTS);
}

#[test]
fn commands_for_scripts() {
    run_chapter("scripts", SCRIPTS);
}

#[test]
fn commands_of_the_genres() {
    run_chapter("genres", GENRES);
}

#[test]
fn commands_of_the_readme() {
    run_chapter("README", README);
}

/// What the README says that a reader could try: the commands of its text, its links, and its figures.
#[test]
fn the_readme_is_true() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for block in blocks(README).iter().filter(|block| block.is("sh")) {
        for line in block.text.lines() {
            match line.split_whitespace().collect::<Vec<_>>()[..] {
                ["cargo", "run", "--release", "--", ..] => {
                    let command = line.replacen("cargo run --release --", "quadrille", 1);
                    assert_eq!(run(&command, &root).1, 0, "{line}");
                }
                // It is this one that runs here, and the one of the checks.
                ["cargo", "test", "--workspace"] => {
                    assert!(include_str!("../../.ci/run").contains(&format!("step {line}\n")));
                }
                _ => panic!("not tried: {line}"),
            }
        }
    }
    assert!(README.contains("`cargo install --path puzzles --locked`"));
    assert!(root.join("puzzles/Cargo.toml").is_file());
    let manifest = include_str!("../../Cargo.toml");
    assert!(manifest.contains("rust-version = \"1.88\"") && README.contains("Rust 1.88 "));
    // Links and pictures that are files.
    for start in ["](", "src=\""] {
        for rest in README.split(start).skip(1) {
            let target = rest.split([')', '"']).next().unwrap_or_default();
            if !target.contains("://") && !target.starts_with('#') {
                assert!(root.join(target).is_file(), "{target}");
            }
        }
    }
    // Commands in the text.
    let commands = quoted(README)
        .into_iter()
        .filter_map(|words| words.strip_prefix("quadrille "));
    for command in commands.filter_map(|words| words.split_whitespace().next()) {
        let help = run(&format!("quadrille {command} --help"), &root);
        assert_eq!(help.1, 0, "{command}");
    }
    // Killer sudoku in seven lines.
    let killer = blocks(README)
        .into_iter()
        .find(|block| block.file() == Some("my-killer.rules"));
    assert_eq!(killer.expect("it is there").text.lines().count(), 7);
    // The ratios of the table.
    let mut ratios = 0;
    for row in table(README, "puzzle") {
        let number =
            |text: &str| -> f64 { text.replace(',', "").trim().parse().expect("a number") };
        let own = number(row[1]);
        for cell in &row[2..] {
            let (time, ratio) = cell.trim_end_matches(')').split_once('(').expect("a ratio");
            let (found, told) = (number(time) / own, number(ratio));
            // The times are rounded, ours to one digit after the point.
            assert!(
                (found - told).abs() <= told * 0.03 + 0.5,
                "{row:?}: {found}"
            );
            ratios += 1;
        }
    }
    assert_eq!(ratios, 12);
}

/// The pictures of the guide and the README are what the program draws, and both show all of them.
#[test]
fn pictures_of_genres_are_up_to_date() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let drawn = tempfile::tempdir().expect("a temporary folder");
    let solved = Command::new(env!("CARGO_BIN_EXE_quadrille"))
        .arg("solve")
        .arg(root.join("language/instances/genres"))
        .arg("--svg")
        .arg(drawn.path())
        .output()
        .expect("the command starts");
    assert!(solved.status.success(), "{solved:?}");
    let mut pictures = 0;
    for entry in std::fs::read_dir(drawn.path()).expect("a folder") {
        let name = entry.expect("a picture").file_name();
        let read = |folder: &Path| std::fs::read_to_string(folder.join(&name)).unwrap_or_default();
        let name = name.to_string_lossy();
        assert!(
            read(drawn.path()) == read(&root.join("pictures/genres")),
            "{name} is not what `quadrille solve language/instances/genres --svg pictures/genres` draws"
        );
        let shown = format!("<img src=\"../../pictures/genres/{name}\"");
        assert_eq!(GENRES.matches(&shown).count(), 1, "{shown}");
        pictures += 1;
    }
    let kept = std::fs::read_dir(root.join("pictures/genres")).expect("a folder");
    assert_eq!(kept.count(), pictures);
}

/// The other pictures of the README: the page with all genres, and a hint.
#[test]
fn pictures_of_the_readme_are_up_to_date() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (picture, command) in [
        ("gallery.svg", "quadrille list --sheet"),
        ("hint.svg", "quadrille hint suguru --svg"),
        ("number-cross-4.svg", "quadrille solve number-cross-4 --svg"),
    ] {
        assert!(
            README.contains(&format!("puzzles/pictures/{picture}")),
            "{picture}"
        );
        let folder = tempfile::tempdir().expect("a temporary folder");
        let (shown, code) = run(&format!("{command} {picture}"), folder.path());
        assert_eq!(code, 0, "{shown}");
        let read =
            |folder: &Path| std::fs::read_to_string(folder.join(picture)).unwrap_or_default();
        assert!(
            read(folder.path()) == read(&root.join("pictures")),
            "puzzles/pictures/{picture} is not what `{command} puzzles/pictures/{picture}` draws"
        );
    }
}

/// The chapter says about each rulebook of the library what the rulebook says about itself.
#[test]
fn no_genre_is_forgotten() {
    let listed = Command::new(env!("CARGO_BIN_EXE_quadrille"))
        .arg("list")
        .output()
        .expect("the command starts");
    let listed = String::from_utf8(listed.stdout).expect("UTF-8");
    let (_, genres) = listed.split_once("\nGenres (").expect("a list of genres");
    let mut told = 0;
    for line in genres.lines().skip(1).filter(|line| !line.is_empty()) {
        let found = match line.strip_suffix(':') {
            Some(family) => GENRES.contains(&format!("# {family}\n")),
            None => {
                let (name, about) = line.trim().split_once(' ').expect("a name and a text");
                told += 1;
                GENRES.contains(&format!("| `{name}` | {} |", about.trim()))
            }
        };
        assert!(found, "the chapter does not tell: {line}");
    }
    assert_eq!(GENRES.matches("\n| `").count(), told);
}

#[test]
fn commands_of_the_stories() {
    run_chapter("stories", STORIES);
}

#[test]
fn no_other_chapter_has_commands() {
    for chapter in [PUZZLE_FILES, CLUES, EXTENDING, ENGINE] {
        assert!(!blocks(chapter).iter().any(|block| block.is("console")));
    }
}

#[test]
fn puzzle_files_are_read_and_solved() {
    for (name, chapter) in [("tour", TOUR), ("puzzle files", PUZZLE_FILES)] {
        for block in blocks(chapter).iter().filter(|block| block.is("toml")) {
            let place = format!("{name}, line {}", block.line);
            let source = Source {
                name: place.clone(),
                text: block.text.clone(),
            };
            match read::parse(&source) {
                Ok(loaded) => {
                    assert!(!block.is_wrong(), "{place} is not wrong");
                    let request = Request {
                        goal: Goal::All,
                        ..Request::default()
                    };
                    let found = solve(&loaded.puzzle, &request, &mut Unwatched).expect("checked");
                    let expected = loaded.expected();
                    assert_eq!(Some(found.verdict.found), expected.solutions, "{place}");
                    if let Some(answer) = &expected.answer {
                        assert_eq!(found.answers, [Some(answer.clone())], "{place}");
                    }
                    if let Some(solution) = &expected.solution {
                        // A layer that the solution does not tell stands there as `?`.
                        let write = |grid| loaded.puzzle.write(grid);
                        let (found, told) = (write(&found.solutions[0]), write(solution));
                        assert_eq!(found.lines().count(), told.lines().count(), "{place}");
                        let mut lines = found.lines().zip(told.lines());
                        let is_same =
                            |(found, told): (&str, &str)| found == told || told.contains('?');
                        assert!(lines.all(is_same), "{place}: {found}");
                    }
                }
                Err(problems) => {
                    let report = problems.render(&source, ReportStyle::default());
                    let first = block.text.lines().next().unwrap_or_default();
                    let wrong = first.strip_prefix("# wrong: ");
                    let wrong = wrong.unwrap_or_else(|| panic!("{place} is wrong:\n{report}"));
                    assert!(block.is_wrong(), "{place} is not marked as wrong");
                    // The file itself is quoted in the report, and so may be its first line.
                    let mut said = report.lines().filter(|line| !line.contains(first));
                    assert!(
                        said.any(|line| line.contains(wrong)),
                        "{place}: `{wrong}` is not in\n{report}"
                    );
                }
            }
        }
    }
}

/// The keys that the reader of a kind knows, from what it says about a key that it does not know.
fn known_keys(kind: &str) -> BTreeSet<String> {
    let stranger = "zzzzzzzzzzzzzzzz";
    let source = Source {
        name: String::new(),
        text: format!("kind = \"{kind}\"\n{stranger} = 1\n"),
    };
    let problems = read::parse(&source).expect_err("an unknown key");
    let report = problems.render(&source, ReportStyle::default());
    let line = report.lines().find(|line| line.contains("known are"));
    let line = line.expect("a list of the known keys");
    // These belong to the language of rules.
    let of_rulebooks = ["rules", "size", "wrong"];
    let keys = quoted(line).into_iter();
    keys.filter(|key| !of_rulebooks.contains(key))
        .map(str::to_owned)
        .collect()
}

#[test]
fn every_key_of_a_kind_is_in_its_table() {
    let prose = prose(PUZZLE_FILES);
    let mut sections = prose.split("\n# ");
    let keys = |section: &str| -> BTreeSet<String> {
        let rows = table(section, "key");
        let names = rows.iter().flat_map(|row| quoted(row[0]));
        names.map(str::to_owned).collect()
    };
    let common = keys(sections.next().expect("an introduction"));
    let mut told = BTreeMap::new();
    for section in sections {
        let kind = section.lines().next().unwrap_or_default();
        told.insert(kind, &common | &keys(section));
    }
    let known: BTreeMap<_, _> = told.keys().map(|kind| (*kind, known_keys(kind))).collect();
    assert_eq!(told, known);
}

#[test]
fn sizes_are_those_told() {
    let section = PUZZLE_FILES
        .split("\n# ")
        .find(|s| s.starts_with("shut-the-box"));
    assert!(section.is_some_and(|s| s.contains("up to 60 rows and 60 columns")));
    let may_have_size = |rows: usize, columns: usize| {
        let grid = format!("{}\n", ". ".repeat(columns)).repeat(rows);
        let source = Source {
            name: String::new(),
            text: format!("kind = 'shut-the-box'\ngrid = '''\n{grid}'''\n"),
        };
        read::parse(&source).is_ok()
    };
    assert!(may_have_size(1, 2) && may_have_size(60, 60));
    assert!(!may_have_size(61, 2) && !may_have_size(2, 61));
}

#[test]
fn cells_of_shut_the_box_are_read_as_told() {
    let cells = table(PUZZLE_FILES, "cell");
    assert!(!cells.is_empty());
    for cell in cells.iter().flat_map(|row| quoted(row[0])) {
        let source = Source {
            name: String::new(),
            text: format!("kind = 'shut-the-box'\ngrid = '''\n. . .\n. {cell} .\n. . .\n'''\n"),
        };
        assert!(read::parse(&source).is_ok(), "{cell}");
    }
}

#[test]
fn every_answer_expression_is_told() {
    let rulebook = include_str!("../../puzzles/language/rulebooks/block-party.rules");
    let answers = rulebook
        .lines()
        .filter_map(|line| line.strip_prefix("answer \"")?.split_once('"'));
    let answers: Vec<&str> = answers.map(|(name, _)| name).collect();
    assert_eq!(answers.len(), 4);
    for answer in answers {
        let item = format!("\n* `{answer}`\n");
        assert!(PUZZLE_FILES.contains(&item), "{item}");
    }
}

#[test]
fn every_phrase_of_the_clue_language_is_told_and_no_other() {
    let told: Vec<(String, String)> = table(CLUES, "phrase")
        .iter()
        .map(|row| (quoted(row[0]).concat(), row[1].to_owned()))
        .collect();
    let vocabulary = Vocabulary::standard();
    let known: Vec<(String, String)> = vocabulary
        .phrases()
        .map(|(phrase, meaning)| (phrase.to_owned(), meaning.to_owned()))
        .collect();
    assert_eq!(told, known);
}

/// Each phrase has an example that uses its words, with numbers that satisfy it.
#[test]
fn every_phrase_has_an_example() {
    for row in table(CLUES, "phrase") {
        let (phrase, example) = (quoted(row[0])[0], quoted(row[2])[0]);
        let clue = Clue::parse(example).unwrap_or_else(|why| panic!("{example}: {why}"));
        let words = phrase.split(' ').zip(example.split(' '));
        assert!(words.clone().all(|(a, b)| a == "N" || a == b), "{example}");
        assert_eq!(words.count(), phrase.split(' ').count());
        let mut numbers = 0;
        for number in row[3].split(", ") {
            let number = number.parse().unwrap_or_else(|_| panic!("{row:?}"));
            assert!(clue.contains(number), "{clue}: {number}");
            numbers += 1;
        }
        assert!(numbers >= 2, "{row:?}");
    }
}

/// The links of the chapters lead to files of the repository, and every chapter can be reached from the command.
#[test]
fn links_lead_somewhere_and_no_chapter_is_forgotten() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/guide");
    let listed = Command::new(env!("CARGO_BIN_EXE_quadrille"))
        .arg("guide")
        .output()
        .expect("the command starts");
    let listed = String::from_utf8(listed.stdout).expect("UTF-8");
    let mut links = 0;
    for entry in std::fs::read_dir(&folder).expect("the folder of the guide") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|extension| extension != "md") {
            continue;
        }
        let stem = path
            .file_stem()
            .and_then(|name| name.to_str())
            .expect("a name");
        let name = stem.replace('_', "-");
        let is_listed = listed
            .lines()
            .any(|line| line.split_whitespace().next() == Some(&name));
        assert!(is_listed, "`quadrille guide` does not list {name}");
        let text = std::fs::read_to_string(&path).expect("a chapter");
        assert!(
            !text.contains("](crate::"),
            "{name}: a link that no file reader can follow"
        );
        for line in text.lines().filter(|line| line.starts_with("[`")) {
            if let Some((_, target)) = line.split_once("]: ") {
                assert!(folder.join(target).exists(), "{name}: {target}");
                links += 1;
            }
        }
    }
    assert!(links > 10);
}

#[test]
fn numbers_in_the_clue_examples_are_right() {
    let examples = table(CLUES, "clue");
    assert!(!examples.is_empty());
    for row in examples {
        let clue = Clue::parse(quoted(row[0])[0]).unwrap_or_else(|why| panic!("{row:?}: {why}"));
        for (cell, belongs) in [(row[1], true), (row[2], false)] {
            for number in cell.split(", ") {
                let number = number.parse().unwrap_or_else(|_| panic!("{row:?}"));
                assert_eq!(clue.contains(number), belongs, "{clue}: {number}");
            }
        }
    }
}

#[test]
fn wrong_clues_are_refused_with_the_reason_told() {
    let examples = table(CLUES, "wrong");
    assert!(!examples.is_empty());
    for row in examples {
        let error = Clue::parse(quoted(row[0])[0]).expect_err(row[0]);
        assert!(error.to_string().contains(row[1]), "{}: {error}", row[0]);
    }
}

#[test]
fn the_limits_of_clues_are_those_told() {
    use quadrille::clue::parse::{MAX_DEPTH, MAX_TEXT};
    let told = format!("at most {MAX_TEXT} bytes and nests at most {MAX_DEPTH} deep");
    assert!(CLUES.contains(&told), "{told}");
}

/// Runs an example program of the puzzles package. `cargo test` builds it beside the command.
fn example(name: &str) -> String {
    let command = Path::new(env!("CARGO_BIN_EXE_quadrille"));
    let folder = command.parent().expect("a folder").join("examples");
    let path = folder.join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    let output = Command::new(&path).output();
    let output = output.unwrap_or_else(|why| {
        panic!(
            "{}: {why}; `cargo build --examples` makes it",
            path.display()
        )
    });
    assert!(output.status.success(), "{name}: {output:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// The answers are the published ones.
#[test]
fn example_programs_find_the_answers() {
    for (name, lines) in [
        (
            "number_cross_4",
            vec!["sum of all the numbers: 88243711283"],
        ),
        (
            "number_cross_5",
            vec!["exactly one solution", "sum of all the numbers: 4135658"],
        ),
        (
            "block_party",
            vec!["taxicab: exactly one solution", "sum of row products: 442"],
        ),
        (
            "shut_the_box",
            vec![
                "without the fold: 72 solutions",
                "with the fold: exactly one solution",
                "136 cells fold into 2×6×7",
                "product of the sums of the six faces: 16414860",
            ],
        ),
    ] {
        let shown = example(name);
        for line in lines {
            assert!(shown.lines().any(|found| found == line), "{line}:\n{shown}");
        }
    }
}
