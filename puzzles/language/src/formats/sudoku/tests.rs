use super::*;

/// From a booklet of our own making; its rows one by one.
const ROWS: [&str; 9] = [
    "9.5.3.6..",
    ".6...85..",
    "3..5....9",
    "....19..3",
    ".7.....9.",
    "1..72....",
    "5....4..7",
    "..12...6.",
    "..6.8.9.4",
];

fn expected() -> Vec<Option<usize>> {
    let digits = ROWS
        .concat()
        .chars()
        .map(|c| c.to_digit(10))
        .collect::<Vec<_>>();
    digits
        .into_iter()
        .map(|digit| digit.map(|digit| digit as usize))
        .collect()
}

fn one(text: &str) -> Sudoku {
    let found = read(text).unwrap_or_else(|| panic!("no sudoku:\n{text}"));
    assert_eq!(found.len(), 1, "{text}");
    found[0]
        .sudoku
        .clone()
        .unwrap_or_else(|problem| panic!("{problem:?}\n{text}"))
}

#[test]
fn a_sudoku_is_read_however_it_is_drawn() {
    let line = ROWS.concat();
    let boxed = |empty: char, bar: &str, ruling: &str| -> String {
        let row = |row: &&str| -> String {
            let row = row.replace('.', &empty.to_string());
            format!(
                "{bar}{}{bar}{}{bar}{}{bar}\n",
                &row[..3],
                &row[3..6],
                &row[6..]
            )
        };
        let rows: Vec<String> = ROWS.iter().map(row).collect();
        let parts: Vec<String> = rows.chunks(3).map(<[String]>::concat).collect();
        format!("{ruling}{}{ruling}", parts.join(ruling))
    };
    let spaced = |empty: &str, gap: &str| -> String {
        let words = |row: &&str| {
            let cells: Vec<String> = row
                .chars()
                .map(|c| c.to_string().replace('.', empty))
                .collect();
            cells.join(gap) + "\n"
        };
        ROWS.iter().map(words).collect()
    };
    let texts = [
        line.clone(),
        format!("{line}\n"),
        line.replace('.', "0"),
        line.replace('.', "*"),
        line.replace('.', "_"),
        line.replace('.', "-"),
        format!("{line} # hard"),
        format!("{line},8.3,a rating"),
        ROWS.join("\n"),
        ROWS.join(" "),
        ROWS.join("\r\n"),
        format!("# by nobody\n\n[Puzzle]\n{}\n", ROWS.join("\n")),
        format!("Grid 01\n{}", ROWS.join("\n")),
        boxed('.', "|", "+---+---+---+\n"),
        boxed('.', "|", "*-----------*\n"),
        boxed('*', "|", "|---|---|---|\n"),
        boxed('0', " ", "------+-------+------\n"),
        boxed('_', " │ ", "├───┼───┼───┤\n"),
        boxed('.', "|", "=====\n"),
        boxed('-', "|", "\n"),
        boxed('.', "", ""),
        spaced("0", ","),
        spaced(".", " "),
        spaced("_", "  "),
        line.as_bytes()
            .chunks(27)
            .map(|part| String::from_utf8_lossy(part) + "\n")
            .collect(),
    ];
    for text in &texts {
        let sudoku = one(text);
        assert_eq!((sudoku.side, &sudoku.givens), (9, &expected()), "{text}");
    }
    // A row without any given, all dashes, is a row.
    let dashes = ROWS
        .join("\n")
        .replace('.', "-")
        .replace("1--72----", "---------");
    assert_eq!(one(&dashes).givens.iter().flatten().count(), 25);
}

#[test]
fn many_are_read_one_a_line_or_one_below_the_other() {
    let line = ROWS.concat();
    let found = read(&format!(
        "# two\n{line}\n\n{} 17 easy\n",
        line.replace('.', "0")
    ))
    .unwrap();
    let lines: Vec<usize> = found.iter().map(|entry| entry.line).collect();
    assert_eq!(lines, [2, 4]);
    assert!(
        found
            .iter()
            .all(|entry| entry.sudoku.as_ref().unwrap().givens == expected())
    );
    let grids = format!("Grid 01\n{0}\nGrid 02\n{0}\n", ROWS.join("\n"));
    let lines: Vec<usize> = read(&grids)
        .unwrap()
        .iter()
        .map(|entry| entry.line)
        .collect();
    assert_eq!(lines, [2, 12]);
    // Solutions beside them are not looked at.
    let table = format!(
        "quizzes,solutions\n{line},{0}\n{line},{0}\n",
        "1".repeat(81)
    );
    assert_eq!(read(&table).unwrap().len(), 2);
    // A mistake in one does not hide the others.
    let bad = read(&format!(
        "{line}\n{line}.\n{line}\n{}\n",
        line.replace('5', "x")
    ))
    .unwrap();
    let wrong: Vec<bool> = bad.iter().map(|entry| entry.sudoku.is_err()).collect();
    assert_eq!(wrong, [false, true, false, true]);
}

#[test]
fn large_grids_are_written_in_four_ways() {
    let row: Vec<usize> = (1..=16).collect();
    let grid: Vec<Vec<Option<usize>>> = (0..16)
        .map(|at| {
            (0..16)
                .map(|to| (to % 3 > 0).then(|| row[(at + to) % 16]))
                .collect()
        })
        .collect();
    let written = |sign: &dyn Fn(usize) -> String, empty: &str, gap: &str| -> String {
        let line = |row: &Vec<Option<usize>>| {
            let cells: Vec<String> = row
                .iter()
                .map(|cell| cell.map_or_else(|| empty.to_owned(), sign))
                .collect();
            cells.join(gap)
        };
        grid.iter().map(line).collect::<Vec<String>>().join("\n")
    };
    let digit = |shift: usize| {
        move |value: usize| {
            let sign = char::from_digit((value + shift) as u32, 36).unwrap();
            sign.to_ascii_uppercase().to_string()
        }
    };
    let from_zero = |value: usize| digit(0)(value - 1);
    for text in [
        written(&digit(0), ".", ""),
        written(&digit(0), "0", ""),
        written(&digit(0), ".", "").replace('\n', ""),
        written(&from_zero, ".", ""),
        written(&digit(9), ".", ""),
        written(&digit(9), "0", ""),
        written(&|value| value.to_string(), ".", " "),
        written(&|value| value.to_string(), "0", " | "),
        written(&digit(0), ".", "").to_lowercase(),
    ] {
        let sudoku = one(&text);
        assert_eq!(
            (sudoku.side, &sudoku.givens),
            (16, &grid.concat()),
            "{text}"
        );
        let again = one(&sudoku.line_of(&sudoku.rows()));
        assert_eq!(again.givens, sudoku.givens);
    }
    let small = one("4..3...41...3...");
    assert_eq!(
        (small.side, small.givens[0], small.givens[7]),
        (4, Some(4), Some(4))
    );
    // Sixteen small ones, and not a large one.
    let many = "4..3...41...3...\n".repeat(16);
    assert_eq!(read(&many).unwrap().len(), 16);
}

#[test]
fn what_cannot_be_a_sudoku_is_left_alone() {
    for text in [
        "",
        "kind = \"sudoku\"\nnumber = '''\n53..7....\n'''\n",
        "# a comment\nnumber = '53..7....'\n",
        "number-cross-4",
        "genres/sudoku",
        "https://puzz.link/p?sudoku/9/9/g1k3",
        "12",
        "my-puzzle.toml",
        "my-hard-puzzle-1",
        "..#\n#..\n...\n",
        "{\"rows\": [[1], [2]], \"columns\": [[1], [2]]}",
    ] {
        assert_eq!(read(text), None, "{text}");
    }
}

#[test]
fn mistakes_are_found_where_they_are() {
    let line = ROWS.concat();
    let problem = |text: &str| read(text).unwrap()[0].sudoku.clone().unwrap_err();
    assert_eq!(
        problem(&line[..80]).label.split(',').next(),
        Some("found 80 cells")
    );
    let short = ROWS.join("\n").replace(".6...85..", ".6...85.");
    let found = problem(&short);
    assert!(found.message.contains("row 2"), "{found:?}");
    assert_eq!(found.span, Some(10..18));
    let large = "4..3...41...5...";
    assert_eq!(problem(large).span, Some(12..13));
}
