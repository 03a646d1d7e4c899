//! Puzzles in other formats than puzzle files: sudokus as text, nonograms as lists.

use super::*;

/// The sudoku of the file `genres/sudoku`, and the solution that the file has.
const SUDOKU: &str =
    "9.5.3.6...6...85..3..5....9....19..3.7.....9.1..72....5....4..7..12...6...6.8.9.4";
const SOLVED: &str =
    "945137682267948531318562479654819723872453196139726845583694217491275368726381954";

/// The same drawn.
fn drawn() -> String {
    let row = |row: &str| format!("|{}|{}|{}|\n", &row[..3], &row[3..6], &row[6..]);
    let rows: Vec<String> = (0..9).map(|at| row(&SUDOKU[9 * at..9 * at + 9])).collect();
    let boxes: Vec<String> = rows.chunks(3).map(<[String]>::concat).collect();
    boxes.join("+---+---+---+\n")
}

#[test]
fn a_sudoku_as_text_is_read_wherever_a_puzzle_is() {
    let folder = Folder::new();
    let file = folder.file("drawn.txt", drawn());
    let several = folder.file("several.txt", format!("{SOLVED}\n{SUDOKU}\n"));
    let second = format!("{several}:2");
    for name in [SUDOKU, &SUDOKU.replace('.', "0"), &file, &second] {
        let ran = run(&["solve", name, "--solution"]);
        assert_eq!(
            (ran.code, ran.out.trim_end()),
            (Some(0), SOLVED),
            "{}",
            ran.err
        );
        let ran = run(&["solve", name]);
        assert_eq!(
            (ran.code, ran.first_line()),
            (Some(0), "exactly one solution")
        );
        for command in ["show", "hint", "grade", "link"] {
            assert_eq!(run(&[command, name]).code, Some(0), "{command}");
        }
        assert_eq!(run(&["link", name, "--sudoku"]).out.trim_end(), SUDOKU);
    }
    let ran = run_with_input(&["solve", "-", "--solution"], drawn().as_bytes());
    assert_eq!((ran.code, ran.out.trim_end()), (Some(0), SOLVED));
    let solution = folder.file("solution.txt", NINE);
    let ran = run(&["check", SUDOKU, &solution]);
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
    // A single line in a puzzle file.
    let toml = folder.file(
        "one.toml",
        format!("kind = \"sudoku\"\nnumber = '{SUDOKU}'\n"),
    );
    let ran = run(&["solve", &toml, "--solution"]);
    assert_eq!(ran.out.replace('\n', ""), SOLVED);
    assert_eq!(run(&["link", &toml, "--sudoku"]).out.trim_end(), SUDOKU);
    run(&["link", "genres/nurikabe", "--sudoku"]).assert_bad_input("only a sudoku");
    run(&["show", &SUDOKU[1..]]).assert_bad_input("found 80 cells, expected 81");
}

/// The solution in rows.
const NINE: &str = "945137682\n267948531\n318562479\n654819723\n872453196\n139726845\n583694217\n491275368\n726381954\n";

#[test]
fn many_sudokus_are_solved_line_by_line() {
    let folder = Folder::new();
    let several = SUDOKU.replacen('9', ".", 2).replacen('3', ".", 2);
    let none = format!("99{}", &SUDOKU[2..]);
    let lines = [
        SUDOKU,
        &SUDOKU[1..],
        &several,
        &none,
        SUDOKU,
        "4..3...41...3...",
    ];
    let text = format!("# six\n{}\n", lines.join("\n"));
    let path = folder.file("many.sdm", &text);
    let path = path.as_str();
    let ran = run(&["solve", path, "--solution"]);
    assert_eq!(ran.code, Some(2));
    let out: Vec<&str> = ran.out.lines().collect();
    assert_eq!(out.len(), 6);
    for at in [0, 4] {
        assert_eq!(out[at], SOLVED);
    }
    assert!(out[1].ends_with(":3: bad input") && ran.err.contains("many.sdm:3:1"));
    assert!(out[2].starts_with("at least 2 solutions"), "{}", out[2]);
    assert_eq!(out[3], "no solution");
    assert_eq!(out[5], "4123231414323241");
    // Each as if it were a file, on any number of threads, and from standard input.
    let words = run(&["solve", path]);
    let summary =
        "6 puzzles: 3 with exactly one solution, 1 with several, 1 without a solution, 1 failed\n";
    assert!(words.out.ends_with(summary), "{}", words.out);
    assert!(
        words
            .out
            .starts_with(&format!("{path}:2: exactly one solution\n"))
    );
    for threads in ["2", "3"] {
        let again = run(&["solve", path, "--threads", threads]);
        assert_eq!((again.code, &again.out), (words.code, &words.out));
        let again = run(&["solve", path, "--solution", "--threads", threads]);
        assert_eq!((again.code, &again.out), (ran.code, &ran.out));
    }
    let piped = run_with_input(&["solve", "-", "--solution"], text.as_bytes());
    assert_eq!(piped.out.replace("standard input", path), ran.out);
    // What the quick way leaves out is asked of each as of a file.
    let json = run(&["solve", path, "--json"]);
    assert_eq!(json.out.lines().count(), 7);
    assert!(json.out.lines().next().unwrap().contains("945137682"));
    // One of them.
    assert_eq!(
        run(&["solve", &format!("{path}:6"), "--solution"])
            .out
            .replace('\n', ""),
        SOLVED
    );
    run(&["show", path]).assert_bad_input("one puzzle is expected here");
    run(&["show", &format!("{path}:1")]).assert_bad_input("no sudoku begins in line 1");
    run(&["solve", path, "--from", path]).assert_bad_input("--from has the grid of one puzzle");
}

#[test]
fn nonograms_of_other_programs_are_read() {
    let folder = Folder::new();
    let non = "title \"Ours\"\nwidth 4\nheight 3\nrows\n2,1\n0\n4\ncolumns\n1,1\n1,1\n1\n1,1\n";
    let json = "{\"rows\": [[2,1],[],[4]], \"columns\": [[1,1],[1,1],[1],[1,1]]}";
    let solved = "##.#\n....\n####\n";
    let non = folder.file("ours.non", non);
    let file = folder.file("ours.json", json);
    for name in [non.as_str(), &file, json] {
        let ran = run(&["solve", name, "--solution"]);
        assert_eq!(
            (ran.code, ran.out.as_str()),
            (Some(0), solved),
            "{}",
            ran.err
        );
    }
    let shown = run(&["show", &non]);
    assert!(shown.out.contains("Ours"), "{}", shown.out);
    let coloured = folder.file("two.non", "width 1\nheight 1\nrows\n1a\ncolumns\n1a\n");
    run(&["show", &coloured]).assert_bad_input("not the length of a run");
}

#[test]
fn a_file_is_solved_again_when_it_is_saved() {
    use std::io::{BufRead, BufReader};

    let folder = Folder::new();
    let file = |row: &str| {
        format!("kind = \"nonogram\"\nclue.rows = [\"{row}\"]\nclue.columns = [\"1\", \".\"]\n")
    };
    let path = folder.file("saved.toml", file("1"));
    let mut child = command(&["watch", &path, "solve", "--quiet"])
        .spawn()
        .expect("it runs");
    let mut lines = BufReader::new(child.stdout.take().expect("it is piped")).lines();
    let mut next = || lines.next().expect("another line").expect("a line");
    assert_eq!(next(), "exactly one solution");
    folder.file("saved.toml", file("2"));
    assert_eq!(next(), "exactly one solution");
    // A file that cannot be read is no reason to end.
    folder.file("saved.toml", "kind = ");
    std::thread::sleep(std::time::Duration::from_millis(600));
    folder.file("saved.toml", file("2,2"));
    assert_eq!(next(), "no solution");
    child.kill().expect("it still runs");
    child.wait().expect("it ends");
    run(&["watch", &folder.name("missing")]).assert_bad_input("there is no file");
}

#[test]
fn lists_and_chapters_fit_the_terminal() {
    for words in [&["guide"][..], &["guide", "clues"]] {
        for line in run(words)
            .out
            .lines()
            .filter(|line| !line.starts_with("    "))
        {
            assert!(line.chars().count() <= 80, "{line}");
        }
    }
}
