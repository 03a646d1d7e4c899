//! Nonograms as other programs keep them: `.non` files, and JSON with the runs of the rows and those of the columns.

use std::ops::Range;

use serde_json::{Deserializer, Value};

use crate::document::{Problem, quoted, shown};

/// The rulebook that such a text is a puzzle of.
const BOOK: &str = "nonogram";

/// The runs of each line.
type Runs = Vec<Vec<u64>>;

/// The puzzle file that means the same as a nonogram in one of these formats. `None` if the text is something else.
///
/// Linear in the length of the text.
pub(super) fn to_file(text: &str) -> Option<Result<String, Problem>> {
    match text.trim_start().chars().next()? {
        '{' | '[' => json(text),
        _ => non(text),
    }
}

fn file(title: Option<&str>, source: Option<&str>, rows: &Runs, columns: &Runs) -> String {
    let list = |runs: &Runs| -> String {
        let line = |line: &Vec<u64>| {
            let numbers: Vec<String> = line.iter().map(u64::to_string).collect();
            match numbers.is_empty() {
                true => quoted("0"),
                false => quoted(&numbers.join(",")),
            }
        };
        let lines: Vec<String> = runs.iter().map(line).collect();
        format!("[{}]", lines.join(", "))
    };
    let mut text = format!("kind = \"{BOOK}\"\n");
    for (key, value) in [("title", title), ("source", source)] {
        if let Some(value) = value {
            text.push_str(&format!("{key} = {}\n", quoted(value)));
        }
    }
    text.push_str(&format!(
        "clue.rows = {}\nclue.columns = {}\n",
        list(rows),
        list(columns)
    ));
    text
}

// ---- .non ----

/// The words that begin a line of a `.non` file.
const WORDS: [&str; 12] = [
    "catalogue",
    "title",
    "by",
    "copyright",
    "license",
    "width",
    "height",
    "rows",
    "columns",
    "goal",
    "color",
    "colour",
];

/// A line with its place.
#[derive(Clone, Copy)]
struct Line<'t> {
    at: usize,
    text: &'t str,
}

impl Line<'_> {
    fn span(self) -> Range<usize> {
        self.at..self.at + self.text.len()
    }
}

/// A `.non` file: a word with a value in a line, and after `rows` and `columns` the runs of each line. The solution
/// that it may have under `goal` is not read.
fn non(text: &str) -> Option<Result<String, Problem>> {
    let mut words = text
        .lines()
        .filter(|line| !line.trim_start().starts_with('#'));
    let first = words.find_map(|line| line.split_whitespace().next())?;
    if !WORDS.contains(&first.to_ascii_lowercase().as_str()) {
        return None;
    }
    let mut at = 0;
    let mut lines = Vec::new();
    for line in text.split_inclusive('\n') {
        let trimmed = line.trim();
        let start = at + (line.len() - line.trim_start().len());
        at += line.len();
        if !trimmed.starts_with('#') {
            lines.push(Line {
                at: start,
                text: trimmed,
            });
        }
    }
    let word = |line: &Line<'_>| {
        line.text
            .split_whitespace()
            .next()
            .map(str::to_ascii_lowercase)
    };
    let begins = |wanted: &str| {
        let is_it = |line: &Line<'_>| line.text.eq_ignore_ascii_case(wanted);
        lines.iter().position(is_it)
    };
    let (Some(rows), Some(columns)) = (begins("rows"), begins("columns")) else {
        return None;
    };
    let value = |wanted: &str| {
        let line = lines
            .iter()
            .find(|line| word(line).as_deref() == Some(wanted))?;
        Some((line.text[wanted.len()..].trim().trim_matches('"'), *line))
    };
    let side = |wanted: &str| match value(wanted) {
        None => Ok(None),
        Some((text, line)) => text.parse::<usize>().map(Some).map_err(|_| {
            Problem::new(
                line.span(),
                format!("`{wanted}` is not a number"),
                format!("found `{}`, expected a number", shown(text)),
            )
        }),
    };
    let section = |begin: usize, long: Option<usize>| {
        let rest = &lines[begin + 1..];
        let is_word =
            |line: &Line<'_>| word(line).is_some_and(|word| WORDS.contains(&word.as_str()));
        let end = rest.iter().position(is_word).unwrap_or(rest.len());
        runs(&rest[..end], long)
    };
    let read = || {
        let rows = section(rows, side("height")?)?;
        let columns = section(columns, side("width")?)?;
        let source = value("catalogue").or_else(|| value("by"));
        Ok(file(
            value("title").map(|(text, _)| text),
            source.map(|(text, _)| text),
            &rows,
            &columns,
        ))
    };
    Some(read())
}

/// The runs in these lines, of which there are `long`, if that is known: then empty lines are lines of the grid without
/// runs, unless there are as many others.
fn runs(lines: &[Line<'_>], long: Option<usize>) -> Result<Runs, Problem> {
    let filled: Vec<Line<'_>> = lines
        .iter()
        .copied()
        .filter(|line| !line.text.is_empty())
        .collect();
    let counted = match long {
        Some(long) if filled.len() < long && lines.len() >= long => &lines[..long],
        _ => &filled[..],
    };
    let numbers = |line: &Line<'_>| {
        let words = line
            .text
            .split([',', ' ', '\t'])
            .filter(|word| !word.is_empty());
        let numbers = words.map(|word| {
            word.parse::<u64>().map_err(|_| {
                let at = line.at + (word.as_ptr().addr() - line.text.as_ptr().addr());
                Problem::new(
                    at..at + word.len(),
                    "not the length of a run",
                    format!("found `{}`, expected a number", shown(word)),
                )
                .help("nonograms with several colours are not known to the rulebook `nonogram`")
            })
        });
        let numbers: Result<Vec<u64>, Problem> = numbers.collect();
        numbers.map(without_zeros)
    };
    counted.iter().map(numbers).collect()
}

/// A line without runs may be written as 0.
fn without_zeros(numbers: Vec<u64>) -> Vec<u64> {
    numbers.into_iter().filter(|&number| number > 0).collect()
}

// ---- JSON ----

/// JSON: an object with a list of runs for the rows and one for the columns, under one of the names in use; or these
/// two lists, the rows first.
fn json(text: &str) -> Option<Result<String, Problem>> {
    let values: Result<Vec<Value>, _> = Deserializer::from_str(text).into_iter().collect();
    let values = values.ok()?;
    let (object, lists) = match &values[..] {
        [Value::Object(object)] => (Some(object), lists_of(object)?),
        [Value::Array(both)] => match &both[..] {
            [rows, columns] => (None, [rows, columns]),
            _ => return None,
        },
        [rows, columns] => (None, [rows, columns]),
        _ => return None,
    };
    let [rows, columns] = lists.map(runs_of);
    let (rows, columns) = (rows?, columns?);
    let text = |key: &str| object.and_then(|object| object.get(key)?.as_str());
    let source = text("source").or_else(|| text("author"));
    Some(Ok(file(
        text("title").or_else(|| text("name")),
        source,
        &rows,
        &columns,
    )))
}

/// The lists of the rows and of the columns in an object, or in one within it.
fn lists_of(object: &serde_json::Map<String, Value>) -> Option<[&Value; 2]> {
    let find = |names: &[&str]| {
        let mut named = object
            .iter()
            .filter(|(key, _)| names.contains(&bare(key).as_str()));
        named
            .find(|(_, value)| value.is_array())
            .map(|(_, value)| value)
    };
    let rows = find(&[
        "row",
        "rows",
        "horizontal",
        "hor",
        "h",
        "left",
        "across",
        "side",
        "y",
    ]);
    let columns = find(&[
        "column", "columns", "col", "cols", "vertical", "ver", "vert", "v", "top", "up", "down",
        "x",
    ]);
    match (rows, columns) {
        (Some(rows), Some(columns)) => Some([rows, columns]),
        _ => object
            .values()
            .find_map(|value| lists_of(value.as_object()?)),
    }
}

/// A key without what says no more than that it has clues: `rowClues`, `row_hints`, `row-numbers`.
fn bare(key: &str) -> String {
    let key: String = key.chars().filter(char::is_ascii_alphanumeric).collect();
    let key = key.to_ascii_lowercase();
    let endings = [
        "clues", "clue", "hints", "hint", "numbers", "runs", "labels", "keys",
    ];
    let ending = endings
        .iter()
        .find(|ending| key.ends_with(*ending) && key.len() > ending.len());
    key[..key.len() - ending.map_or(0, |ending| ending.len())].to_owned()
}

/// The runs of each line: a list of numbers each, a number, or a text with numbers.
fn runs_of(list: &Value) -> Option<Runs> {
    let line = |value: &Value| match value {
        Value::Array(numbers) => numbers
            .iter()
            .map(Value::as_u64)
            .collect::<Option<Vec<u64>>>(),
        Value::Number(number) => Some(vec![number.as_u64()?]),
        Value::String(text) => {
            let words = text.split([',', ' ', '.']).filter(|word| !word.is_empty());
            words.map(|word| word.parse().ok()).collect()
        }
        Value::Null => Some(Vec::new()),
        _ => None,
    };
    let lines: Option<Runs> = list.as_array()?.iter().map(line).collect();
    let lines = lines?.into_iter().map(without_zeros).collect::<Runs>();
    (!lines.is_empty()).then_some(lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROWS: &str = "clue.rows = [\"2,1\", \"0\", \"4\"]\n";
    const COLUMNS: &str = "clue.columns = [\"1,1\", \"1,1\", \"1\", \"1,1\"]\n";

    fn read(text: &str) -> String {
        to_file(text)
            .unwrap_or_else(|| panic!("no nonogram:\n{text}"))
            .unwrap()
    }

    #[test]
    fn a_non_file_is_read() {
        let written = "catalogue \"booklet 7\"\ntitle \"Two \\ one\"\nby \"us\"\nwidth 4\nheight 3\n\nrows\n2,1\n0\n4\n\n\
                       columns\n1,1\n1,1\n1\n1,1\n\ngoal \"110100001111\"\n";
        let file = read(written);
        let head = "kind = \"nonogram\"\ntitle = \"Two \\\\ one\"\nsource = \"booklet 7\"\n";
        assert_eq!(file, format!("{head}{ROWS}{COLUMNS}"));
        // An empty line is a line without runs, where the height tells.
        let short = "width 4\nheight 3\nrows\n2,1\n\n4\ncolumns\n1,1\n1 1\n1\n1,1\n";
        assert_eq!(read(short), format!("kind = \"nonogram\"\n{ROWS}{COLUMNS}"));
        let coloured = short.replace("2,1", "2a,1b");
        let problem = to_file(&coloured).unwrap().unwrap_err();
        assert_eq!(problem.span.map(|span| &coloured[span]), Some("2a"));
    }

    #[test]
    fn lists_of_runs_are_read() {
        let (rows, columns) = ("[[2,1],[],[4]]", "[[1,1],[1,1],[1],[1,1]]");
        for text in [
            format!("{{\"rows\": {rows}, \"columns\": {columns}}}"),
            format!("{{\"cols\": {columns}, \"rows\": {rows}, \"width\": 4}}"),
            format!("{{\"clues\": {{\"columnHints\": {columns}, \"rowHints\": {rows}}}}}"),
            format!("{{\"row_clues\": [\"2 1\", \"0\", \"4\"], \"column_clues\": {columns}}}"),
            format!("{{\"ver\": {columns}, \"hor\": [[2,1],[0],[4]]}}"),
            format!("[{rows}, {columns}]"),
            format!("{rows}\n{columns}\n"),
        ] {
            assert_eq!(
                read(&text),
                format!("kind = \"nonogram\"\n{ROWS}{COLUMNS}"),
                "{text}"
            );
        }
        for text in [
            "[1, 2]",
            "{\"rows\": [[1]]}",
            "[expected]\nsolutions = 1\n",
            "{}",
            "[[a]]",
        ] {
            assert_eq!(to_file(text), None, "{text}");
        }
    }
}
