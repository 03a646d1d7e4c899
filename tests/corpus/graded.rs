//! Puzzles of a generator in its own format: as addresses of their genre, or as puzzle files if it has none.

use std::fmt::Write;

use quadrille::address::{Datum, genre_named};
use quadrille::read::{self, Loaded, Source};
use serde_json::{Value, json};

use super::answers::Told;

/// The rulebook for the puzzles of a file.
pub(crate) fn genre(file: &str) -> &str {
    match file {
        "bridges" => "hashi",
        "filling" => "fillomino",
        "lightup" => "akari",
        "loopy" => "slitherlink",
        "pattern" => "nonogram",
        "pearl" => "masyu",
        "singles" => "hitori",
        "solo" => "sudoku",
        "towers" => "skyscrapers",
        same => same,
    }
}

fn list(value: &Value) -> &[Value] {
    value
        .as_array()
        .unwrap_or_else(|| panic!("not a list: {value}"))
}

fn size(value: &Value) -> usize {
    usize::try_from(value.as_u64().unwrap()).unwrap()
}

/// A row of a grid: of values, or of the characters of a text.
fn row(value: &Value) -> Vec<Value> {
    match value {
        Value::String(text) => text.chars().map(|c| c.to_string().into()).collect(),
        _ => list(value).to_vec(),
    }
}

/// The words of a list, by what each value becomes.
fn words(values: &[Value], word: impl Fn(&str) -> String) -> Vec<String> {
    let plain = |value: &Value| match value {
        Value::String(text) => text.clone(),
        value => value.to_string(),
    };
    values.iter().map(|value| word(&plain(value))).collect()
}

/// 0 and null mean no clue.
fn clue(text: &str) -> String {
    if matches!(text, "0" | "null") {
        "."
    } else {
        text
    }
    .to_owned()
}

/// Reads a puzzle.
///
/// # Errors
/// Why it cannot be read.
pub(crate) fn open(genre: &str, file: &str, puzzle: &Value) -> Result<Loaded, String> {
    let text = match file {
        "keen" => keen(puzzle),
        "unequal" => unequal(puzzle),
        _ => {
            let address = address(genre, file, puzzle);
            return super::open(&address).map_err(|message| format!("{address}: {message}"));
        }
    };
    let name = format!("{file}.toml");
    read::parse(&Source {
        name,
        text: text.clone(),
    })
    .map_err(|problems| {
        problems.render(
            &Source {
                name: file.to_owned(),
                text,
            },
            read::ReportStyle::default(),
        )
    })
}

/// The address of a puzzle whose genre has addresses.
fn address(genre: &str, file: &str, puzzle: &Value) -> String {
    let (rows, columns) = (size(&puzzle["rows"]), size(&puzzle["cols"]));
    let data = &puzzle["data"];
    let cells = |key: &str, word: fn(&str) -> String| {
        let values: Vec<Value> = list(&data[key]).iter().flat_map(row).collect();
        let words = words(&values, word);
        Datum::Cells {
            rows,
            columns,
            words,
        }
    };
    let side = |key: &str, word: fn(&str) -> String| words(list(&data[key]), word);
    let none = |length: usize| vec![".".to_owned(); length];
    let same: fn(&str) -> String = str::to_owned;
    let runs = |key: &str| -> Vec<String> {
        list(&data[key])
            .iter()
            .map(|runs| words(list(runs), same).join(","))
            .collect()
    };
    let data: Vec<(&str, Datum)> = match file {
        "bridges" => vec![("number", cells("islands", clue))],
        "filling" => vec![("number", cells("clues", clue))],
        "lightup" => vec![("number", cells("grid", same))],
        "loopy" => vec![(
            "number",
            cells("clues", |text| {
                if text == "null" { "." } else { text }.to_owned()
            }),
        )],
        "singles" => vec![("number", cells("numbers", same))],
        "solo" => vec![("number", cells("givens", clue))],
        "pearl" => vec![(
            "pearl",
            cells("pearls", |text| match text {
                "B" => "black".to_owned(),
                "W" => "white".to_owned(),
                nothing => nothing.to_owned(),
            }),
        )],
        "pattern" => vec![(
            "clue",
            Datum::Sides {
                left: runs("rows"),
                right: none(rows),
                top: runs("columns"),
                bottom: none(columns),
            },
        )],
        "tents" => vec![
            (
                "clue",
                Datum::Sides {
                    left: side("tents_per_row", same),
                    right: none(rows),
                    top: side("tents_per_column", same),
                    bottom: none(columns),
                },
            ),
            (
                "tree",
                cells("trees", |text| {
                    if text == "T" { "#" } else { "." }.to_owned()
                }),
            ),
        ],
        "towers" => vec![
            (
                "clue",
                Datum::Sides {
                    left: side("left", clue),
                    right: side("right", clue),
                    top: side("top", clue),
                    bottom: side("bottom", clue),
                },
            ),
            ("number", cells("givens", clue)),
        ],
        _ => panic!("{file} has no addresses"),
    };
    let data: Vec<(String, Datum)> = data
        .into_iter()
        .map(|(name, datum)| (name.to_owned(), datum))
        .collect();
    let genre = genre_named(genre).unwrap_or_else(|| panic!("no addresses of {genre}"));
    let layout = genre.layout().unwrap();
    layout.encode(genre.names[0], rows, columns, &data).unwrap()
}

/// The address of a puzzle that has only clues in cells, written from these.
pub(crate) fn address_of_clues(genre: &str, puzzle: &Value) -> Option<String> {
    let rows = puzzle["given"]["clues"].as_array()?;
    let cells: Vec<Value> = rows.iter().flat_map(row).collect();
    let word = |cell: &Value| match cell {
        Value::Array(list) => words(list, str::to_owned).join(","),
        cell => words(std::slice::from_ref(cell), str::to_owned).concat(),
    };
    let genre = genre_named(genre)?;
    let layout = genre.layout().ok()?;
    // A codec and the name of its only data.
    let declaration = layout.to_string();
    let (_, name) = declaration
        .split_once(' ')
        .filter(|(_, name)| !name.contains([' ', ',']))?;
    let columns = cells.len() / rows.len();
    let datum = Datum::Cells {
        rows: rows.len(),
        columns,
        words: cells.iter().map(word).collect(),
    };
    let data = [(name.to_owned(), datum)];
    layout
        .encode(genre.names[0], rows.len(), columns, &data)
        .ok()
}

/// A grid of words with spaces between them.
fn block(key: &str, words: &[String], columns: usize) -> String {
    let rows = words.chunks(columns).map(|row| row.join(" "));
    format!(
        "{key} = '''\n{}\n'''\n",
        rows.collect::<Vec<_>>().join("\n")
    )
}

fn keen(puzzle: &Value) -> String {
    let n = size(&puzzle["data"]["n"]);
    let mut cage_of = vec![String::new(); n * n];
    let mut clues = String::new();
    for (number, cage) in list(&puzzle["data"]["cages"]).iter().enumerate() {
        for cell in list(&cage["cells"]) {
            cage_of[size(&cell[0]) * n + size(&cell[1])] = number.to_string();
        }
        let _ = writeln!(
            clues,
            "clue.{number} = \"{}{}\"",
            cage["value"],
            cage["op"].as_str().unwrap()
        );
    }
    format!("kind = \"keen\"\n{}{clues}", block("cage", &cage_of, n))
}

fn unequal(puzzle: &Value) -> String {
    let n = size(&puzzle["data"]["n"]);
    let givens: Vec<Value> = list(&puzzle["data"]["givens"])
        .iter()
        .flat_map(row)
        .collect();
    let mut across = vec![".".to_owned(); n * (n - 1)];
    let mut down = vec![".".to_owned(); (n - 1) * n];
    for pair in list(&puzzle["data"]["greater_than"]) {
        let [a, b] = [0, 1].map(|end| (size(&pair[end][0]), size(&pair[end][1])));
        let (row, column) = (a.0.min(b.0), a.1.min(b.1));
        if a.0 == b.0 {
            across[row * (n - 1) + column] = if a.1 < b.1 { ">" } else { "<" }.to_owned();
        } else {
            down[row * n + column] = if a.0 < b.0 { "v" } else { "^" }.to_owned();
        }
    }
    format!(
        "kind = \"unequal\"\nsize = \"{n}x{n}\"\n{}{}{}",
        block("number", &words(&givens, clue), n),
        block("sign.horizontal", &across, n - 1),
        block("sign.vertical", &down, n)
    )
}

/// The recorded solution.
pub(crate) fn solution(file: &str, puzzle: &Value) -> Told {
    let solution = &puzzle["solution"];
    // 1 where this sign is.
    let marks = |rows: &Value, sign: &str| -> Vec<Vec<Value>> {
        let mark = |value: Value| Value::from(u8::from(value == sign));
        list(rows)
            .iter()
            .map(|line| row(line).into_iter().map(mark).collect())
            .collect()
    };
    match file {
        "bridges" => bridges(puzzle),
        "lightup" => Told::cells(marks(solution, "o")),
        "pattern" | "singles" => Told::cells(marks(solution, "#")),
        "tents" => Told::cells(marks(solution, "^")),
        "loopy" => Told::strokes(
            marks(&solution["horizontal"], "-"),
            marks(&solution["vertical"], "|"),
        ),
        "pearl" => {
            let mut right = marks(&solution["right"], "-");
            right.iter_mut().for_each(|row| drop(row.pop()));
            let mut down = marks(&solution["down"], "|");
            down.pop();
            Told::strokes(right, down)
        }
        _ => Told::cells(list(solution).iter().map(row).collect()),
    }
}

/// The number of bridges between each two neighbours.
fn bridges(puzzle: &Value) -> Told {
    let (rows, columns) = (size(&puzzle["rows"]), size(&puzzle["cols"]));
    let mut right = vec![vec![json!(0); columns - 1]; rows];
    let mut down = vec![vec![json!(0); columns]; rows - 1];
    for bridge in list(&puzzle["solution"]) {
        let [a, b] = ["a", "b"].map(|end| (size(&bridge[end][0]), size(&bridge[end][1])));
        let number = &bridge["bridges"];
        (a.1.min(b.1)..a.1.max(b.1)).for_each(|column| right[a.0][column] = number.clone());
        (a.0.min(b.0)..a.0.max(b.0)).for_each(|row| down[row][a.1] = number.clone());
    }
    Told::strokes(right, down)
}
