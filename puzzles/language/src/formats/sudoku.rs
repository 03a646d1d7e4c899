//! Sudokus as text: the 81 characters in which collections and forums exchange them.
//!
//! A cell is a digit, a letter in large grids, or one of `.`, `0`, `*`, `_`, `-` and `?` where it is empty. White space,
//! bars, commas and rows of dashes between boxes mean nothing, and neither do comments (lines that begin with `#`, `;`
//! or `//`, or stand in brackets) and headings such as `Grid 01`. A text has one sudoku, one in each line (whatever
//! follows it there, such as a rating, is ignored), or several one below the other.

use std::ops::Range;

use crate::document::{Problem, shown};
use crate::words::counted;

/// The rulebook that such a text is a puzzle of.
pub const BOOK: &str = "sudoku";

/// The sides of the grids that are read, likeliest first.
const SIDES: [usize; 7] = [9, 16, 4, 6, 25, 12, 8];

/// A row of so many signs can mean nothing but a sudoku, even if their number is wrong.
const CLEARLY: Range<usize> = 60..104;

/// A sudoku as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sudoku {
    /// The number of rows.
    pub side: usize,
    /// By cell: its value from 1 on, if it is given.
    pub(crate) givens: Vec<Option<usize>>,
    numerals: Numerals,
}

/// A sudoku of a text that may have several, or what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The line in which it begins, from 1 on.
    pub line: usize,
    /// The sudoku, or its first mistake.
    pub sudoku: Result<Sudoku, Problem>,
}

/// How values are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Numerals {
    /// 1 to 9, then A for 10.
    FromOne,
    /// 0 to 9, then A for 11: `0` is a value, and something else an empty cell.
    FromZero,
    /// A for 1.
    Letters,
    /// Numbers with white space between them.
    Numbers,
}

impl Sudoku {
    /// The puzzle file that means the same.
    pub fn to_file(&self) -> String {
        format!("kind = \"{BOOK}\"\nnumber = '''\n{}'''\n", self.rows())
    }

    /// The grid as it is drawn in a puzzle file.
    pub fn rows(&self) -> String {
        let mut rows = String::with_capacity(3 * self.givens.len());
        for row in self.givens.chunks(self.side) {
            for (at, given) in row.iter().enumerate() {
                if self.side > 9 && at > 0 {
                    rows.push(' ');
                }
                match given {
                    Some(value) if *value < 10 => rows.extend(char::from_digit(*value as u32, 10)),
                    Some(value) => rows.push_str(&value.to_string()),
                    None => rows.push('.'),
                }
            }
            rows.push('\n');
        }
        rows
    }

    /// A grid that is drawn as in a puzzle file, in a line as this sudoku was written.
    pub fn line_of(&self, rows: &str) -> String {
        match self.side > 9 {
            true => self.line(rows.split_whitespace().map(|word| word.parse().ok())),
            false => {
                let signs = rows.chars().filter(|c| !c.is_whitespace());
                self.line(signs.map(|c| c.to_digit(10).map(|digit| digit as usize)))
            }
        }
    }

    /// The grid of the same size without givens.
    pub fn emptied(&self) -> Self {
        Self {
            givens: vec![None; self.givens.len()],
            ..*self
        }
    }

    /// Cells with these values (`None` for an empty one) in one line, written as this sudoku is.
    fn line(&self, values: impl IntoIterator<Item = Option<usize>>) -> String {
        let mut line = String::with_capacity(self.givens.len());
        for (at, value) in values.into_iter().enumerate() {
            let digit = |number: usize| char::from_digit(number as u32, 36);
            let sign = value.and_then(|value| match self.numerals {
                Numerals::FromOne => digit(value),
                Numerals::FromZero => digit(value - 1),
                Numerals::Letters => digit(value + 9),
                Numerals::Numbers => None,
            });
            match (self.numerals, value) {
                (Numerals::Numbers, value) => {
                    let gap = if at > 0 { " " } else { "" };
                    let word = value.map_or_else(|| ".".to_owned(), |value| value.to_string());
                    line.push_str(&format!("{gap}{word}"));
                }
                _ => line.push(sign.map_or('.', |sign| sign.to_ascii_uppercase())),
            }
        }
        line
    }

    /// The sudoku of a grid that is drawn as in a puzzle file, to be written with the numerals that are usual.
    pub fn of_rows(rows: &str) -> Option<Self> {
        let side = rows.lines().count();
        let is_spaced = rows.trim().contains([' ', '\t']);
        let cells: Vec<&str> = match is_spaced {
            true => rows.split_whitespace().collect(),
            false => rows
                .split("")
                .filter(|sign| !sign.trim().is_empty())
                .collect(),
        };
        let value = |cell: &&str| match *cell {
            "." | "?" => Some(None),
            cell => cell
                .parse()
                .ok()
                .filter(|value| (1..=side).contains(value))
                .map(Some),
        };
        let givens: Option<Vec<Option<usize>>> = cells.iter().map(value).collect();
        let givens = givens.filter(|givens| side_of(givens.len()) == Some(side))?;
        Some(Self {
            side,
            givens,
            numerals: Numerals::FromOne,
        })
    }
}

/// The cells of a row, each with its place in the text.
type Row = Vec<(usize, char)>;

/// A line of a text with what matters of it.
#[derive(Clone, Copy, Debug)]
struct Line<'t> {
    number: usize,
    /// The first byte in the text.
    at: usize,
    text: &'t str,
}

impl Line<'_> {
    fn span(&self) -> Range<usize> {
        self.at..self.at + self.text.len()
    }
}

/// The sudokus of a text. `None` if it is something else.
///
/// Linear in the length of the text.
pub fn read(text: &str) -> Option<Vec<Entry>> {
    let lines = lines(text)?;
    if lines.is_empty() {
        return None;
    }
    for is_drawn in [true, false] {
        let kept: Vec<Line<'_>> = lines
            .iter()
            .copied()
            .filter(|line| !(is_drawn && is_ruling(line.text)))
            .collect();
        let found = one_a_line(&kept)
            .or_else(|| in_blocks(&kept))
            .or_else(|| in_one_piece(&kept));
        if found.is_some() {
            return found;
        }
    }
    let kept = lines.iter().filter(|line| !is_ruling(line.text));
    let kept: Vec<Line<'_>> = kept.copied().collect();
    mistaken(&kept)
}

/// The lines that are neither empty nor comments or headings. `None` as soon as one can only belong to another kind of
/// file.
fn lines(text: &str) -> Option<Vec<Line<'_>>> {
    let mut lines = Vec::new();
    let mut at = 0;
    for (number, line) in (1..).zip(text.split_inclusive('\n')) {
        let trimmed = line.trim();
        let start = at + (line.len() - line.trim_start().len());
        at += line.len();
        let is_comment = trimmed.starts_with(['#', ';', '[', '%']) || trimmed.starts_with("//");
        if trimmed.is_empty() || is_comment || is_heading(trimmed) {
            continue;
        }
        if is_key(trimmed) {
            return None;
        }
        lines.push(Line {
            number,
            at: start,
            text: trimmed,
        });
    }
    Some(lines)
}

/// Whether a line is a key of a puzzle file with its value.
fn is_key(line: &str) -> bool {
    let Some((key, _)) = line.split_once('=') else {
        return false;
    };
    let key = key.trim();
    key.starts_with(|c: char| c.is_alphabetic() || c == '"')
        && !key.contains(char::is_whitespace)
        && key.chars().any(char::is_lowercase)
}

/// Whether a line is a heading: words, and then perhaps a number. (`quizzes,solutions` is one.)
fn is_heading(line: &str) -> bool {
    let words = line
        .trim_end_matches([':', '.'])
        .trim_end_matches(|c: char| c.is_ascii_digit());
    let words = words.trim_end_matches([' ', '#', '\t']);
    let letters = words.chars().filter(|c| c.is_alphabetic()).count();
    letters >= 3
        && words.starts_with(char::is_alphabetic)
        && words.chars().all(|c| c.is_alphabetic() || " ,_".contains(c))
        // Unlike a row of a large grid.
        && words.chars().any(char::is_lowercase)
        && !SIDES.contains(&line.chars().count())
}

/// Whether a line only separates boxes: at least three dashes or the like in a row, and no cell.
fn is_ruling(line: &str) -> bool {
    let is_dash = |c: char| matches!(c, '-' | '=' | '─' | '━' | '═' | '—');
    let mut run = 0;
    let mut longest = 0;
    for c in line.chars().filter(|c| !c.is_whitespace()) {
        if !is_dash(c) && !is_gap(c) && !matches!(c, '*' | '.') {
            return false;
        }
        run = if is_dash(c) { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    longest >= 3
}

/// Whether a sign stands between cells and means nothing.
fn is_gap(c: char) -> bool {
    c.is_whitespace()
        || matches!(
            c,
            '|' | '!' | ':' | '+' | ',' | ';' | '\'' | '"' | '=' | '¦' | '/'
        )
        || ('\u{2500}'..='\u{257f}').contains(&c)
}

/// Whether a sign can only be an empty cell (`0` is a value in some large grids).
fn is_empty(c: char) -> bool {
    matches!(c, '.' | '*' | '_' | '-' | '?' | '·')
}

/// The cells of a line, each with its place, or the first sign that is none.
fn cells(line: &Line<'_>) -> Result<Row, (usize, char)> {
    let mut cells = Vec::with_capacity(line.text.len());
    for (at, c) in line.text.char_indices() {
        match c {
            c if c.is_ascii_alphanumeric() || is_empty(c) => cells.push((line.at + at, c)),
            c if is_gap(c) => {}
            c => return Err((line.at + at, c)),
        }
    }
    Ok(cells)
}

/// The side of a grid of so many cells.
fn side_of(cells: usize) -> Option<usize> {
    SIDES.into_iter().find(|side| side * side == cells)
}

/// The side of the grid that these cells are, if they can be one: letters are values of large grids only.
fn grid_of(cells: &[(usize, char)]) -> Option<usize> {
    side_of(cells.len())
        .filter(|&side| side > 9 || cells.iter().all(|&(_, c)| !c.is_ascii_alphabetic()))
}

/// The cells of a line that has a whole grid: all of it, or all before a rating, a name or a solution.
fn grid_in_line(line: &Line<'_>) -> Option<Row> {
    if let Ok(cells) = cells(line)
        && grid_of(&cells).is_some()
    {
        return Some(cells);
    }
    let end = line.text.find([' ', '\t', ',', ';', '#', ':', '"'])?;
    let first = Line {
        text: &line.text[..end],
        ..*line
    };
    let cells = cells(&first).ok()?;
    // Four signs before a comma are more likely to be anything else.
    grid_of(&cells).filter(|side| *side >= 6)?;
    Some(cells)
}

/// A grid in each line. The others, fewer than half, are mistakes.
fn one_a_line(lines: &[Line<'_>]) -> Option<Vec<Entry>> {
    let grids: Vec<_> = lines.iter().map(grid_in_line).collect();
    let right = grids.iter().flatten().count();
    if right == 0 || 2 * right < lines.len() {
        return None;
    }
    // Sixteen rows of sixteen cells are one grid, unless all values are small.
    let is_small = |grid: &Row| {
        let is_value = |&(_, c): &(usize, char)| is_empty(c) || ('0'..='4').contains(&c);
        grid.iter().all(is_value)
    };
    if lines.len() > 1 && grids.iter().flatten().all(|grid| grid.len() == 16) {
        let are_rows = lines.len() == 16 && !grids.iter().flatten().all(is_small);
        if are_rows || right < lines.len() {
            return None;
        }
    }
    let entry = |(line, grid): (&Line<'_>, Option<Row>)| Entry {
        line: line.number,
        sudoku: match grid {
            Some(cells) => of_cells(&cells),
            None => Err(not_a_grid(line)),
        },
    };
    Some(lines.iter().zip(grids).map(entry).collect())
}

/// Grids of as many lines as each has cells, one below the other.
fn in_blocks(lines: &[Line<'_>]) -> Option<Vec<Entry>> {
    if let Some(numbers) = in_numbers(lines) {
        return Some(numbers);
    }
    let rows: Result<Vec<_>, _> = lines.iter().map(cells).collect();
    let rows = rows.ok()?;
    // A text may have no line but those that are skipped.
    let side = rows.first()?.len();
    if !SIDES.contains(&side) || rows.iter().any(|row| row.len() != side) {
        return None;
    }
    let blocks = rows.chunks(side).map(<[_]>::concat);
    if blocks.into_iter().any(|cells| grid_of(&cells).is_none()) {
        return None;
    }
    let blocks = lines.chunks(side).zip(rows.chunks(side));
    let entry = |(lines, rows): (&[Line<'_>], &[Row])| Entry {
        line: lines[0].number,
        sudoku: of_cells(&rows.concat()),
    };
    Some(blocks.map(entry).collect())
}

/// A grid whose cells are numbers with gaps between them.
fn in_numbers(lines: &[Line<'_>]) -> Option<Vec<Entry>> {
    let mut givens = Vec::new();
    let mut places = Vec::new();
    let mut is_needed = false;
    for line in lines {
        for word in line.text.split(is_gap).filter(|word| !word.is_empty()) {
            let number = match word.parse::<usize>() {
                Ok(number) => Some(number).filter(|&number| number > 0),
                Err(_) if word.chars().all(is_empty) && word.chars().count() == 1 => None,
                Err(_) => return None,
            };
            if number.is_some_and(|number| number > 25) {
                return None;
            }
            is_needed |= number.is_some_and(|number| number > 9);
            places.push(line.at + (word.as_ptr().addr() - line.text.as_ptr().addr()));
            givens.push(number);
        }
    }
    let side = side_of(givens.len()).filter(|_| is_needed)?;
    let sudoku = match givens
        .iter()
        .position(|given| given.is_some_and(|value| value > side))
    {
        None => Ok(Sudoku {
            side,
            givens,
            numerals: Numerals::Numbers,
        }),
        Some(at) => {
            let found = givens[at].unwrap_or_default().to_string();
            Err(too_large(places[at], &found, side))
        }
    };
    Some(vec![Entry {
        line: lines[0].number,
        sudoku,
    }])
}

/// One grid, however it is divided into lines.
fn in_one_piece(lines: &[Line<'_>]) -> Option<Vec<Entry>> {
    let rows: Result<Vec<_>, _> = lines.iter().map(cells).collect();
    let cells = rows.ok()?.concat();
    // Fewer cells in several lines are more likely to be a grid of something else.
    grid_of(&cells).filter(|side| *side >= 9 || lines.len() == 1)?;
    Some(vec![Entry {
        line: lines[0].number,
        sudoku: of_cells(&cells),
    }])
}

/// The sudoku of these cells, as many as a grid has.
fn of_cells(cells: &[(usize, char)]) -> Result<Sudoku, Problem> {
    let side = side_of(cells.len()).unwrap_or_default();
    let has = |is_there: &dyn Fn(char) -> bool| cells.iter().any(|&(_, c)| is_there(c));
    let has_letters = has(&|c| c.is_ascii_alphabetic());
    let numerals = if has_letters && !has(&|c| ('1'..='9').contains(&c)) {
        Numerals::Letters
    } else if side > 9 && has(&|c| c == '0') && has(&is_empty) {
        Numerals::FromZero
    } else {
        Numerals::FromOne
    };
    let mut givens = Vec::with_capacity(cells.len());
    for &(at, c) in cells {
        let digit = c.to_digit(36).map(|digit| digit as usize);
        let value = match numerals {
            Numerals::FromZero => digit.map(|digit| digit + 1),
            // Less than A is no letter: the empty cells are written as 0.
            Numerals::Letters => digit.filter(|&digit| digit > 9).map(|digit| digit - 9),
            Numerals::FromOne | Numerals::Numbers => digit.filter(|&digit| digit > 0),
        };
        if value.is_some_and(|value| value > side) {
            return Err(too_large(at, &c.to_string(), side));
        }
        givens.push(value);
    }
    Ok(Sudoku {
        side,
        givens,
        numerals,
    })
}

fn too_large(at: usize, found: &str, side: usize) -> Problem {
    let side = side.to_string();
    Problem::new(
        at..at + found.len(),
        format!("not a value of a sudoku with {side} rows"),
        format!("found `{found}`, expected a number from 1 to {side}, or `.` for an empty cell"),
    )
}

/// What is wrong with a line that should have a whole grid.
fn not_a_grid(line: &Line<'_>) -> Problem {
    let cells = cells(line).and_then(|cells| {
        let odd = cells.iter().find(|(_, c)| c.is_ascii_alphabetic());
        odd.map_or(Ok(cells.len()), |&odd| Err(odd))
    });
    match cells {
        Err((at, c)) => Problem::new(
            at..at + c.len_utf8(),
            "not a cell of a sudoku",
            format!(
                "found `{}`, expected a digit, or `.` for an empty cell",
                shown(&c.to_string())
            ),
        ),
        Ok(number) => wrong_number(number, line.span()),
    }
}

fn wrong_number(found: usize, span: Range<usize>) -> Problem {
    Problem::new(
        span,
        "not as many cells as a sudoku has",
        format!(
            "found {}, expected 81 (or 16, 36, 64, 144, 256 or 625)",
            counted(found as u64, "cell")
        ),
    )
    .help("a cell is a digit, or `.`, `0`, `*`, `_` or `-` where it is empty")
}

/// A text that can only be meant as a sudoku, but has too many or too few cells.
fn mistaken(lines: &[Line<'_>]) -> Option<Vec<Entry>> {
    let first = lines.first()?;
    let rows: Result<Vec<_>, _> = lines.iter().map(cells).collect();
    let rows = rows.ok()?;
    let total: usize = rows.iter().map(Vec::len).sum();
    let are_digits = rows.iter().flatten().all(|(_, c)| !c.is_ascii_alphabetic());
    if !are_digits || !CLEARLY.contains(&total) {
        return None;
    }
    let end = lines.last()?.span().end;
    let problem = match rows.iter().position(|row| row.len() != 9) {
        Some(odd) if lines.len() == 9 => {
            let found = counted(rows[odd].len() as u64, "cell");
            Problem::new(
                lines[odd].span(),
                format!("row {} of the sudoku has the wrong length", odd + 1),
                format!("found {found}, expected 9"),
            )
        }
        _ => wrong_number(total, first.at..end),
    };
    Some(vec![Entry {
        line: first.number,
        sudoku: Err(problem),
    }])
}

#[cfg(test)]
mod tests {
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
}
