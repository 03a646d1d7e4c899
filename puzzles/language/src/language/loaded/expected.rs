//! What a puzzle file declares as known about its puzzle.

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::document::{
    Document, Problem, Problems, block_text, inside, known_words, report_unknown, shown, wrong_type,
};
use crate::language::Puzzle;
use crate::puzzle::{Answer, Completed};
use crate::violation::NotationError;

/// The table `[expected]` of a puzzle file. It is for comparing with what solving found; solving never sees it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expected {
    /// How many solutions there are.
    pub solutions: Option<u64>,
    /// The answer that the puzzle asks for.
    pub answer: Option<Answer>,
    /// A solution.
    pub solution: Option<Completed>,
    /// Filled grids that break a rule, each with the name of the rule or its sentence. Only of rulebooks' puzzles.
    pub wrong: Vec<(String, Completed)>,
}

impl Expected {
    /// Reads the table, and that of wrong grids. Without the puzzle, filled grids are not read.
    pub(super) fn read(
        document: &Document<'_>,
        puzzle: Option<&Puzzle>,
        problems: &mut Problems,
    ) -> Self {
        let wrong = puzzle.map_or_else(Vec::new, |puzzle| wrong(document, puzzle, problems));
        Self {
            wrong,
            ..Self::read_table(document, puzzle, problems)
        }
    }

    fn read_table(
        document: &Document<'_>,
        puzzle: Option<&Puzzle>,
        problems: &mut Problems,
    ) -> Self {
        let Some(table) = document.table("expected", problems) else {
            return Self::default();
        };
        report_unknown(table, &["solutions", "answer", "solution"], problems);
        let solutions = table.get("solutions").and_then(|value| {
            let expected = "a whole number that is not negative and below 2^64";
            u64::try_from(number("solutions", value, expected, problems)?)
                .inspect_err(|_| problems.push(wrong_type("solutions", value, expected)))
                .ok()
        });
        let answer = table
            .get("answer")
            .and_then(|value| answer(value, problems));
        let solution = table
            .get("solution")
            .and_then(|value| solution(document, "solution", value, puzzle?, problems));
        Self {
            solutions,
            answer,
            solution,
            wrong: Vec::new(),
        }
    }
}

/// The answer: a number or a list of numbers.
fn answer(value: &Spanned<DeValue<'_>>, problems: &mut Problems) -> Option<Answer> {
    let one = |value: &Spanned<DeValue<'_>>| -> Option<i128> {
        match value.get_ref() {
            DeValue::Integer(number) => i128::from_str_radix(number.as_str(), number.radix()).ok(),
            DeValue::String(text) => text.trim().parse().ok(),
            _ => None,
        }
    };
    let found = match value.get_ref() {
        DeValue::Array(list) => list.iter().map(one).collect(),
        DeValue::String(text) => match text.trim().parse::<u128>() {
            Ok(number) => Some(number.into()),
            Err(_) => text
                .split(',')
                .map(|part| part.trim().parse::<i128>().ok())
                .collect(),
        },
        _ => one(value).map(Answer::from),
    };
    if found.is_none() {
        problems.push(wrong_type(
            "answer",
            value,
            "a whole number below 2^128 or a list of whole numbers",
        ));
    }
    found
}

/// Filled grids under the names of rules that they break.
fn wrong(
    document: &Document<'_>,
    puzzle: &Puzzle,
    problems: &mut Problems,
) -> Vec<(String, Completed)> {
    let rules = puzzle.rules();
    if rules.is_empty() {
        return Vec::new();
    }
    let Some(table) = document.table("wrong", problems) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for (key, value) in table.iter() {
        let name: &str = key.get_ref();
        if !rules
            .iter()
            .any(|(id, sentence)| id == name || sentence == name)
        {
            let known: Vec<&str> = rules.iter().map(|(id, _)| id.as_str()).collect();
            problems.push(
                Problem::new(
                    key.span(),
                    format!("there is no rule `{}`", shown(name)),
                    "expected the name of a rule or its sentence",
                )
                .help(known_words(name, &known)),
            );
            continue;
        }
        let completed = solution(document, "wrong", value, puzzle, problems);
        found.extend(completed.map(|completed| (name.to_owned(), completed)));
    }
    found
}

/// A filled grid: one text, or a table with a text (or values by name) for each layer.
fn solution(
    document: &Document<'_>,
    key: &str,
    value: &Spanned<DeValue<'_>>,
    puzzle: &Puzzle,
    problems: &mut Problems,
) -> Option<Completed> {
    let text = document.source.text.as_str();
    if let DeValue::Table(layers) = value.get_ref()
        && !puzzle.rules().is_empty()
    {
        return of_layers(text, layers, puzzle, problems);
    }
    let block = block_text(text, key, value, problems)?;
    puzzle
        .read_filled(block.text)
        .map_err(|error| problems.push(not_filled(key, block.text, block.at, error)))
        .ok()
}

fn not_filled(key: &str, text: &str, at: usize, error: NotationError) -> Problem {
    let start = place(text, error.line, error.column);
    let rest = text[start..].split_whitespace().next();
    let length = rest.map_or(0, str::len);
    Problem::new(
        at + start..at + start + length,
        format!("`{key}` is not a filled grid of this puzzle"),
        error.message,
    )
}

/// Joins the texts of layers into one, and maps mistakes in it back to their origin.
fn of_layers(
    text: &str,
    layers: &DeTable<'_>,
    puzzle: &Puzzle,
    problems: &mut Problems,
) -> Option<Completed> {
    let mut whole = String::new();
    // Where the content of a layer begins in the whole text and in the file, if it is unchanged there.
    let mut parts: Vec<(usize, Option<usize>, std::ops::Range<usize>)> = Vec::new();
    for (name, value) in layers.iter() {
        whole.push_str(name.get_ref());
        whole.push_str(":\n");
        let at = whole.len();
        let mut exact = None;
        match value.get_ref() {
            DeValue::String(_) => match inside(text, value) {
                Some(piece) => {
                    exact = Some(piece.at);
                    whole.push_str(piece.text);
                }
                None => whole.push_str(value.get_ref().as_str().unwrap_or_default()),
            },
            DeValue::Integer(number) => whole.push_str(number.as_str()),
            DeValue::Table(values) => {
                for (name, value) in values.iter() {
                    let value = match value.get_ref() {
                        DeValue::Integer(number) => number.as_str().to_owned(),
                        other => other.as_str().unwrap_or("?").to_owned(),
                    };
                    whole.push_str(&format!("{}={value} ", name.get_ref()));
                }
            }
            _ => problems.push(wrong_type(
                name.get_ref(),
                value,
                "a text, or values by name",
            )),
        }
        whole.push('\n');
        let span = if at == whole.len() {
            name.span()
        } else {
            value.span()
        };
        parts.push((at, exact, span));
    }
    let error = match puzzle.read_filled(&whole) {
        Ok(completed) => return Some(completed),
        Err(error) => error,
    };
    let start = place(&whole, error.line, error.column);
    let part = parts.iter().rev().find(|part| part.0 <= start);
    let problem = match part {
        Some(&(from, Some(at), _)) => {
            let length = whole[start..].split_whitespace().next().map_or(0, str::len);
            let start = at + start - from;
            Problem::new(
                start..start + length,
                "this is not a filled grid of this puzzle",
                error.message,
            )
        }
        _ => {
            let span = part.map_or(0..0, |part| part.2.clone());
            Problem::new(
                span,
                "this is not a filled grid of this puzzle",
                error.message,
            )
        }
    };
    problems.push(problem);
    None
}

/// A whole number that is not negative; as a text, if it is too large for TOML.
fn number(
    key: &str,
    value: &Spanned<DeValue<'_>>,
    expected: &str,
    problems: &mut Problems,
) -> Option<u128> {
    let number = match value.get_ref() {
        DeValue::Integer(number) => u128::from_str_radix(number.as_str(), number.radix()).ok(),
        DeValue::String(text) => text.parse().ok(),
        _ => None,
    };
    if number.is_none() {
        problems.push(wrong_type(key, value, expected));
    }
    number
}

/// The byte at 1-based `line` and `column`, in characters, or the end of the text.
fn place(text: &str, line: usize, column: usize) -> usize {
    let mut start = 0;
    for (number, content) in text.split_inclusive('\n').enumerate() {
        if number + 1 == line {
            let within = content.trim_end_matches(['\n', '\r']);
            let column = within.char_indices().nth(column - 1);
            return start + column.map_or(within.len(), |(at, _)| at);
        }
        start += content.len();
    }
    text.len()
}
