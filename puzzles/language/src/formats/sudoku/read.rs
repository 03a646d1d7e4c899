//! Finding the sudokus of a text, and what is wrong with them.

use std::ops::Range;

use super::{Entry, Numerals, SIDES, Sudoku, side_of};
use crate::document::{Problem, shown};
use crate::words::counted;

/// A row of so many signs can mean nothing but a sudoku, even if their number is wrong.
const CLEARLY: Range<usize> = 60..104;

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
