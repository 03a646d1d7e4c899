//! Reads the text of a clue.
//!
//! # Grammar
//!
//! ```text
//! clue    = all { "or" all }
//! all     = one { ("&" | "and") one }
//! one     = "not" one
//!         | NUMBER ("more" | "less") "than" one
//!         | "(" clue ")"
//!         | a phrase of the vocabulary, such as `multiple of 37`
//! ```
//!
//! `not` and `N more than` bind tighter than `&`, and `&` tighter than `or`: `1 more than a palindrome & odd` are the
//! odd numbers that are 1 more than a palindrome; write `1 more than a (palindrome & odd)` for the other meaning. `a`
//! and `an` may precede any word, number or parenthesis and mean nothing. Case and white space do not matter. The
//! number that a clue is more or less than is at least 0.
//!
//! # Limits
//!
//! A text has at most [`MAX_TEXT`] bytes, parentheses, `not` and `more than` nest at most [`MAX_DEPTH`] deep, numbers
//! are below 10^18, and so is the sum of the numbers in nested `N less than`. Beyond that the text is refused.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use super::combine::{And, Not, Or};
use super::shift::shifted;
use super::vocabulary::{Phrase, Vocabulary, is_article};
use super::{Language, MAX_DIGITS, POWERS_OF_TEN};

/// The longest text of a clue, in bytes.
pub const MAX_TEXT: usize = 1000;

/// How deep clues may nest.
pub const MAX_DEPTH: usize = 50;

/// Where and why a text is not a clue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClueError {
    /// The bytes of the text that are wrong; empty at the end of the text if something is missing there.
    pub span: Range<usize>,
    /// The text found.
    pub found: String,
    /// What was expected, or what is wrong with it.
    pub expected: String,
    /// How it might be fixed.
    pub help: Option<String>,
}

impl fmt::Display for ClueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {}, found {}", self.expected, self.found)?;
        match &self.help {
            Some(help) => write!(f, " ({help})"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for ClueError {}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    /// In lower case.
    Word(String),
    Number(u64),
    And,
    Open,
    Close,
    End,
}

#[derive(Debug)]
struct Lexeme {
    token: Token,
    span: Range<usize>,
    /// Where an article before it begins.
    article: Option<Range<usize>>,
}

/// The language of `text`.
pub(super) fn parse(text: &str, vocabulary: &Vocabulary) -> Result<Arc<dyn Language>, ClueError> {
    if text.len() > MAX_TEXT {
        return Err(ClueError {
            span: 0..text.len(),
            found: format!("{} bytes", text.len()),
            expected: format!("a clue of at most {MAX_TEXT} bytes"),
            help: None,
        });
    }
    let tokens = lex(text)?;
    let mut parser = Parser {
        text,
        tokens,
        at: 0,
        vocabulary,
        left: POWERS_OF_TEN[MAX_DIGITS],
    };
    let language = parser.any(0)?;
    match parser.peek() {
        Token::End => Ok(language),
        Token::Close => Err(parser.error(
            "the end, `&` or `or`",
            Some("no `(` belongs to this `)`".to_owned()),
        )),
        Token::Word(word) if matches!(word.as_str(), "number" | "numbers") => {
            let help = format!("leave out `{word}`: all clues are about numbers");
            Err(parser.error("the end, `&` or `or`", Some(help)))
        }
        _ => {
            let help = parser.nearest(&["or", "and"]);
            Err(parser.error("the end, `&` or `or`", help))
        }
    }
}

/// Numbers as words, which clues write in digits.
const NUMBER_WORDS: [&str; 13] = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve",
];

fn lex(text: &str) -> Result<Vec<Lexeme>, ClueError> {
    let mut tokens = Vec::new();
    let mut article: Option<Range<usize>> = None;
    let mut at = 0;
    while let Some(sign) = text[at..].chars().next() {
        let run = |belongs: fn(char) -> bool| {
            text[at..]
                .find(|c| !belongs(c))
                .map_or(text.len(), |end| at + end)
        };
        let (token, end) = match sign {
            _ if sign.is_whitespace() => {
                at += sign.len_utf8();
                continue;
            }
            '&' => (Token::And, at + 1),
            '(' => (Token::Open, at + 1),
            ')' => (Token::Close, at + 1),
            '0'..='9' => {
                let end = run(|c| c.is_ascii_digit());
                let number = text[at..end]
                    .parse()
                    .ok()
                    .filter(|&number| number < POWERS_OF_TEN[MAX_DIGITS]);
                let Some(number) = number else {
                    return Err(ClueError {
                        span: at..end,
                        found: "a larger one".to_owned(),
                        expected: format!("a number of at most {MAX_DIGITS} digits"),
                        help: None,
                    });
                };
                (Token::Number(number), end)
            }
            _ if sign.is_alphabetic() => {
                let end = run(char::is_alphabetic);
                let word = &text[at..end];
                if is_article(word) && article.is_none() {
                    article = Some(at..end);
                    at = end;
                    continue;
                }
                (Token::Word(word.to_lowercase()), end)
            }
            _ => {
                return Err(ClueError {
                    span: at..at + sign.len_utf8(),
                    found: format!("`{}`", sign.escape_debug()),
                    expected: "a word, a number, `&` or a parenthesis".to_owned(),
                    help: None,
                });
            }
        };
        tokens.push(Lexeme {
            token,
            span: at..end,
            article: article.take(),
        });
        at = end;
    }
    tokens.push(Lexeme {
        token: Token::End,
        span: text.len()..text.len(),
        article,
    });
    match tokens.iter().find_map(|lexeme| lone_article(text, lexeme)) {
        Some(error) => Err(error),
        None => Ok(tokens),
    }
}

/// That an article stands before no word, if so.
fn lone_article(text: &str, lexeme: &Lexeme) -> Option<ClueError> {
    let span = lexeme.article.clone()?;
    let found = match lexeme.token {
        Token::End => "the end".to_owned(),
        Token::And | Token::Close => format!("`{}`", &text[lexeme.span.clone()]),
        _ => return None,
    };
    Some(ClueError {
        found,
        expected: format!("a word after `{}`", &text[span.clone()]),
        span,
        help: None,
    })
}

struct Parser<'a> {
    text: &'a str,
    /// Ends in [`Token::End`].
    tokens: Vec<Lexeme>,
    at: usize,
    vocabulary: &'a Vocabulary,
    /// What nested `N less than` may still add up to, without reaching it.
    left: u64,
}

impl Parser<'_> {
    fn peek(&self) -> &Token {
        &self.tokens[self.at].token
    }

    /// Not beyond the end, which no word of a phrase matches.
    fn token(&self, ahead: usize) -> &Token {
        &self.tokens[self.at + ahead].token
    }

    fn is_word(&self, word: &str) -> bool {
        matches!(self.peek(), Token::Word(found) if found == word)
    }

    /// The error that something other than the current token was expected.
    fn error(&self, expected: impl Into<String>, help: Option<String>) -> ClueError {
        let span = self.tokens[self.at].span.clone();
        let found = if span.is_empty() {
            "the end".to_owned()
        } else {
            format!("`{}`", &self.text[span.clone()])
        };
        ClueError {
            span,
            found,
            expected: expected.into(),
            help,
        }
    }

    /// A hint at the word that the current one may be a misspelling of.
    fn nearest(&self, words: &[&str]) -> Option<String> {
        let Token::Word(found) = self.peek() else {
            return None;
        };
        let measured = words.iter().map(|word| (distance(found, word), *word));
        let (distance, word) = measured.min_by_key(|&(distance, _)| distance)?;
        (distance <= found.chars().count().max(3) / 3 + 1)
            .then(|| format!("did you mean `{word}`?"))
    }

    /// The number that the current word names, if it does.
    fn number_word(&self) -> Option<usize> {
        match self.peek() {
            Token::Word(word) => NUMBER_WORDS.iter().position(|known| known == word),
            _ => None,
        }
    }

    /// `clue` of the grammar.
    fn any(&mut self, depth: usize) -> Result<Arc<dyn Language>, ClueError> {
        let mut parts = vec![self.all(depth)?];
        while self.is_word("or") {
            self.at += 1;
            parts.push(self.all(depth)?);
        }
        Ok(if parts.len() == 1 {
            parts.remove(0)
        } else {
            Arc::new(Or::new(parts))
        })
    }

    fn all(&mut self, depth: usize) -> Result<Arc<dyn Language>, ClueError> {
        let mut parts = vec![self.one(depth)?];
        while *self.peek() == Token::And || self.is_word("and") {
            self.at += 1;
            parts.push(self.one(depth)?);
        }
        Ok(if parts.len() == 1 {
            parts.remove(0)
        } else {
            Arc::new(And::new(parts))
        })
    }

    fn one(&mut self, depth: usize) -> Result<Arc<dyn Language>, ClueError> {
        if depth > MAX_DEPTH {
            return Err(self.error(format!("clues nested at most {MAX_DEPTH} deep"), None));
        }
        match self.peek().clone() {
            Token::Open => {
                self.at += 1;
                let inner = self.any(depth + 1)?;
                if *self.peek() != Token::Close {
                    return Err(self.error("`)`", self.nearest(&["or", "and"])));
                }
                self.at += 1;
                Ok(inner)
            }
            Token::Word(word) if word == "not" => {
                self.at += 1;
                Ok(Arc::new(Not::new(self.one(depth + 1)?)))
            }
            Token::Word(_) => self.phrase(),
            Token::Number(by) => self.shift(by, depth),
            _ => Err(self.error(
                "a clue",
                Some("for example `prime`, `multiple of 7` or `1 more than a square`".to_owned()),
            )),
        }
    }

    fn shift(&mut self, by: u64, depth: usize) -> Result<Arc<dyn Language>, ClueError> {
        let number = self.at;
        self.at += 1;
        let up = self.is_word("more");
        if !up && !self.is_word("less") {
            let help = self.nearest(&["more", "less"]);
            return Err(self.error("`more than` or `less than`", help));
        }
        self.at += 1;
        if !self.is_word("than") {
            return Err(self.error("`than`", self.nearest(&["than"])));
        }
        self.at += 1;
        let left = self.left;
        if !up {
            if by >= left {
                self.at = number;
                return Err(self.error("smaller numbers in nested `less than`", None));
            }
            self.left -= by;
        }
        let inner = self.one(depth + 1)?;
        self.left = left;
        Ok(shifted(inner, by, up))
    }

    /// The number of tokens that the words of `phrase` match here.
    fn matched(&self, phrase: &Phrase) -> usize {
        let words = phrase.words.iter().enumerate();
        let fits = words.take_while(|(ahead, word)| match (word, self.token(*ahead)) {
            (Some(word), Token::Word(found)) => word == found,
            (None, Token::Number(_)) => true,
            _ => false,
        });
        fits.count()
    }

    fn phrase(&mut self) -> Result<Arc<dyn Language>, ClueError> {
        let known = self.vocabulary.list();
        let matched: Vec<usize> = known.iter().map(|phrase| self.matched(phrase)).collect();
        let whole = known
            .iter()
            .zip(&matched)
            .filter(|(phrase, matched)| phrase.words.len() == **matched);
        if let Some((phrase, &length)) = whole.max_by_key(|(_, matched)| **matched) {
            let here = self.at..self.at + length;
            let numbers: Vec<u64> = self.tokens[here.clone()]
                .iter()
                .filter_map(Lexeme::number)
                .collect();
            let language = (phrase.build)(&numbers).map_err(|why| {
                let span = self.tokens[here.start].span.start..self.tokens[here.end - 1].span.end;
                ClueError {
                    found: format!("`{}`", &self.text[span.clone()]),
                    span,
                    expected: format!("`{}`", phrase.text),
                    help: Some(why),
                }
            })?;
            self.at += length;
            return Ok(language);
        }
        let deepest = matched.iter().copied().max().unwrap_or(0);
        if deepest == 0 {
            let mut words: Vec<&str> = known
                .iter()
                .filter_map(|phrase| phrase.words.first()?.as_deref())
                .collect();
            words.push("not");
            let help = match self.number_word() {
                Some(number) => format!("write the number in digits: `{number} more than …`"),
                None => self.nearest(&words).unwrap_or_else(|| {
                    let all: Vec<&str> = known.iter().map(|phrase| phrase.text.as_str()).collect();
                    format!("known are `{}`", all.join("`, `"))
                }),
            };
            return Err(self.error("a clue", Some(help)));
        }
        let begun: Vec<&Phrase> = known
            .iter()
            .zip(&matched)
            .filter(|(_, matched)| **matched == deepest)
            .map(|(phrase, _)| phrase)
            .collect();
        self.at += deepest;
        let mut next: Vec<&str> = begun
            .iter()
            .filter_map(|phrase| phrase.words[deepest].as_deref())
            .collect();
        next.sort_unstable();
        next.dedup();
        let mut expected: Vec<String> = next.iter().map(|word| format!("`{word}`")).collect();
        if begun.iter().any(|phrase| phrase.words[deepest].is_none()) {
            expected.push("a number".to_owned());
        }
        // The most common mistake: `divisible by 9`.
        let is_divisible = begun
            .iter()
            .any(|phrase| phrase.text.starts_with("divisible by"));
        let multiple = match self.peek() {
            Token::Number(number) if is_divisible => {
                Some(format!("that is written `multiple of {number}`"))
            }
            _ => None,
        };
        let help = multiple.or_else(|| self.nearest(&next)).or_else(|| {
            let phrases: Vec<String> = begun
                .iter()
                .map(|phrase| format!("`{}`", phrase.text))
                .collect();
            Some(format!("as in {}", phrases.join(", ")))
        });
        Err(self.error(expected.join(" or "), help))
    }
}

impl Lexeme {
    fn number(&self) -> Option<u64> {
        match self.token {
            Token::Number(number) => Some(number),
            _ => None,
        }
    }
}

/// The number of letters to add, take away or change that make `from` into `to` (Levenshtein).
pub fn distance(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (i, a) in from.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, b) in to.iter().enumerate() {
            let change = diagonal + usize::from(a != *b);
            diagonal = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[to.len()]
}
