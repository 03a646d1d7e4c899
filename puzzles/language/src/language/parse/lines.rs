//! The statements of a rulebook: lines that begin at the margin, with the indented lines that belong to them.

use super::super::syntax::Span;
use super::super::token::{Placed, Token, tokens};

/// A statement.
#[derive(Debug)]
pub(super) struct Statement<'t> {
    /// The line at the margin.
    pub(super) head: Line<'t>,
    /// The indented lines, without empty ones and comments.
    pub(super) body: Vec<Line<'t>>,
    /// All lines of the body unchanged, from the first to the last that is not empty.
    pub(super) raw: &'t str,
    /// All its lines in the text, whose first byte is 0.
    pub(super) whole: Span,
}

/// A line without its indentation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'t> {
    pub(super) text: &'t str,
    /// Its first byte in the whole text.
    pub(super) at: usize,
    pub(super) indent: usize,
}

impl Line<'_> {
    pub(super) fn span(&self) -> Span {
        self.at..self.at + self.text.len()
    }
}

/// The statements of a text that begins at byte `at`.
pub(super) fn statements(text: &str, at: usize) -> Vec<Statement<'_>> {
    let mut statements: Vec<Statement<'_>> = Vec::new();
    let mut body_start = 0;
    let mut start = 0;
    for whole in text.split_inclusive('\n') {
        let content = whole.trim_end();
        let trimmed = content.trim_start();
        let indent = content.len() - trimmed.len();
        let line = Line {
            text: trimmed,
            at: at + start + indent,
            indent,
        };
        start += whole.len();
        let is_silent = trimmed.is_empty() || trimmed.starts_with('#');
        match statements.last_mut() {
            _ if is_silent && (indent == 0 || trimmed.is_empty()) => {}
            Some(statement) if indent > 0 => {
                statement.raw = &text[body_start..start];
                statement.whole.end = start;
                if !is_silent {
                    statement.body.push(line);
                }
            }
            _ if is_silent => {}
            _ => {
                body_start = start;
                statements.push(Statement {
                    head: line,
                    body: Vec::new(),
                    raw: &text[start..start],
                    whole: start - whole.len()..start,
                });
            }
        }
    }
    statements
}

/// The tokens of the head and all lines of the body, as one sequence.
pub(super) fn all_tokens(statement: &Statement<'_>) -> Vec<Placed> {
    let mut found = Vec::new();
    for line in std::iter::once(&statement.head).chain(&statement.body) {
        tokens(line.text, line.at, &mut found);
    }
    found
}

/// Words that no formula begins with: a line that begins with one continues the line before.
const GOING_ON: [&str; 5] = ["and", "exactly", "or", "otherwise", "then"];

/// The formulas of a body. A line continues the one before if it is indented deeper than the first, begins with a
/// word such as `and` or `then`, or if that one ends with a colon, a comma or an open parenthesis.
pub(super) fn formulas(body: &[Line<'_>]) -> Vec<Vec<Placed>> {
    let mut found: Vec<Vec<Placed>> = Vec::new();
    let margin = body.first().map_or(0, |line| line.indent);
    for line in body {
        let mut own = Vec::new();
        tokens(line.text, line.at, &mut own);
        let goes_on = match own.first().map(|placed| &placed.token) {
            Some(Token::Word(word)) if word == "exactly" => {
                matches!(own.get(1).map(|placed| &placed.token), Some(Token::Word(next)) if next == "when")
            }
            Some(Token::Word(word)) => GOING_ON.contains(&word.as_str()),
            _ => false,
        };
        match found.last_mut() {
            Some(formula) if goes_on || line.indent > margin || is_open(formula) => {
                formula.extend(own)
            }
            _ => found.push(own),
        }
    }
    found
}

fn is_open(formula: &[Placed]) -> bool {
    let depth: i64 = formula
        .iter()
        .map(|placed| match placed.token {
            Token::Sign("(") => 1,
            Token::Sign(")") => -1,
            _ => 0,
        })
        .sum();
    let last = formula.last().map(|placed| &placed.token);
    depth > 0
        || matches!(
            last,
            Some(Token::Sign(
                ":" | "," | "+" | "-" | "*" | "=" | "<" | ">" | "<=" | ">="
            ))
        )
}
