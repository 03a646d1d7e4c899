//! `shade in r reads "…"`: regular expressions whose letters are words and numbers.

use std::iter::Peekable;
use std::rc::Rc;
use std::str::Chars;

use super::super::syntax::{Expr, Word};
use super::state::Interpreter;
use super::value::{Read, Truth, Value, trouble, word_name};

/// A regular expression over words and numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Pattern {
    /// Any value.
    Any,
    Word(String),
    Number(i128),
    Sequence(Vec<Pattern>),
    Choice(Vec<Pattern>),
    /// So many times; without a second number as often as one likes.
    Repeat(Box<Pattern>, usize, Option<usize>),
}

/// The input of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Letter {
    Number(i128),
    Word(String),
}

/// The deepest nesting of parentheses and the most repetitions.
const MAX_DEPTH: usize = 40;
const MAX_REPEAT: usize = 10_000;

/// Reads a pattern, or says what is wrong with it.
pub(super) fn pattern(text: &str) -> Result<Pattern, String> {
    let mut signs = text.chars().peekable();
    let read = choice(&mut signs, MAX_DEPTH)?;
    match signs.next() {
        None => Ok(read),
        Some(sign) => Err(format!("`{sign}` is unexpected in the pattern")),
    }
}

fn blank(signs: &mut Peekable<Chars<'_>>) {
    while signs.next_if(|sign| sign.is_whitespace()).is_some() {}
}

fn choice(signs: &mut Peekable<Chars<'_>>, depth: usize) -> Result<Pattern, String> {
    let mut choices = vec![sequence(signs, depth)?];
    while signs.next_if_eq(&'|').is_some() {
        choices.push(sequence(signs, depth)?);
    }
    Ok(if choices.len() == 1 {
        choices.remove(0)
    } else {
        Pattern::Choice(choices)
    })
}

fn sequence(signs: &mut Peekable<Chars<'_>>, depth: usize) -> Result<Pattern, String> {
    let mut parts = Vec::new();
    loop {
        blank(signs);
        let Some(&sign) = signs.peek() else {
            return Ok(Pattern::Sequence(parts));
        };
        let part = match sign {
            '|' | ')' => return Ok(Pattern::Sequence(parts)),
            '(' => {
                let Some(depth) = depth.checked_sub(1) else {
                    return Err("the pattern is nested too deeply".to_owned());
                };
                signs.next();
                let inner = choice(signs, depth)?;
                if signs.next() != Some(')') {
                    return Err("a parenthesis of the pattern is not closed".to_owned());
                }
                inner
            }
            '.' => {
                signs.next();
                Pattern::Any
            }
            '0'..='9' => number(signs)?,
            '-' => {
                signs.next();
                match number(signs)? {
                    Pattern::Number(number) => Pattern::Number(-number),
                    other => other,
                }
            }
            _ if sign.is_alphabetic() || sign == '_' => {
                let mut word = String::new();
                while let Some(sign) = signs.next_if(|sign| sign.is_alphanumeric() || *sign == '_')
                {
                    word.push(sign);
                }
                Pattern::Word(word)
            }
            sign => return Err(format!("`{sign}` is unexpected in the pattern")),
        };
        parts.push(repeated(signs, part)?);
    }
}

fn number(signs: &mut Peekable<Chars<'_>>) -> Result<Pattern, String> {
    let mut digits = String::new();
    while let Some(digit) = signs.next_if(char::is_ascii_digit) {
        digits.push(digit);
    }
    let number = digits
        .parse()
        .map_err(|_| "a number is missing in the pattern, or too large".to_owned())?;
    Ok(Pattern::Number(number))
}

fn repeated(signs: &mut Peekable<Chars<'_>>, mut part: Pattern) -> Result<Pattern, String> {
    // Signs after each other, as in `a+?`, would nest without end.
    for _ in 0..MAX_DEPTH {
        blank(signs);
        let (least, most) = match signs.peek() {
            Some('*') => (0, None),
            Some('+') => (1, None),
            Some('?') => (0, Some(1)),
            Some('{') => {
                let inside: String = signs
                    .by_ref()
                    .skip(1)
                    .take_while(|sign| *sign != '}')
                    .collect();
                let bound = |text: &str| match text.trim().parse::<usize>() {
                    Ok(number) if number <= MAX_REPEAT => Ok(number),
                    _ => Err(format!("`{{{inside}}}` is not a number of repetitions")),
                };
                let (least, most) = match inside.split_once(',') {
                    None => (bound(&inside)?, Some(bound(&inside)?)),
                    Some((least, "")) => (bound(least)?, None),
                    Some((least, most)) => (bound(least)?, Some(bound(most)?)),
                };
                part = Pattern::Repeat(Box::new(part), least, most);
                continue;
            }
            _ => return Ok(part),
        };
        signs.next();
        part = Pattern::Repeat(Box::new(part), least, most);
    }
    Err("too many repetitions in the pattern".to_owned())
}

impl Pattern {
    /// Whether the whole word fits.
    pub(super) fn fits(&self, letters: &[Letter]) -> bool {
        let mut start = vec![false; letters.len() + 1];
        start[0] = true;
        self.ends(letters, &start)[letters.len()]
    }

    /// Where a part that fits may end, by where it may start.
    fn ends(&self, letters: &[Letter], starts: &[bool]) -> Vec<bool> {
        let one = |fits: &dyn Fn(&Letter) -> bool| {
            let mut ends = vec![false; starts.len()];
            for (at, letter) in letters.iter().enumerate() {
                ends[at + 1] = starts[at] && fits(letter);
            }
            ends
        };
        match self {
            Pattern::Any => one(&|_| true),
            Pattern::Word(word) => {
                one(&|letter| matches!(letter, Letter::Word(own) if own == word))
            }
            Pattern::Number(number) => one(&|letter| *letter == Letter::Number(*number)),
            Pattern::Sequence(parts) => parts
                .iter()
                .fold(starts.to_vec(), |at, part| part.ends(letters, &at)),
            Pattern::Choice(choices) => {
                let mut all = vec![false; starts.len()];
                for choice in choices {
                    for (any, end) in all.iter_mut().zip(choice.ends(letters, starts)) {
                        *any |= end;
                    }
                }
                all
            }
            Pattern::Repeat(part, least, most) => {
                let mut at = starts.to_vec();
                for _ in 0..*least {
                    let next = part.ends(letters, &at);
                    if next == at {
                        break;
                    }
                    at = next;
                }
                let mut all = at.clone();
                for _ in *least..most.unwrap_or(usize::MAX) {
                    at = part.ends(letters, &at);
                    let mut grows = false;
                    for (any, &end) in all.iter_mut().zip(&at) {
                        grows |= end && !*any;
                        *any |= end;
                    }
                    if !grows {
                        break;
                    }
                }
                all
            }
        }
    }
}

impl Interpreter<'_> {
    pub(super) fn reads_as(&mut self, layer: &Word, place: &Expr, text: &str) -> Read<Truth> {
        let read = match self.patterns.get(text) {
            Some(known) => Rc::clone(known),
            None => match pattern(text) {
                Ok(read) => {
                    let read = Rc::new(read);
                    self.patterns.insert(text.to_owned(), Rc::clone(&read));
                    read
                }
                Err(problem) => return trouble(problem),
            },
        };
        let mut letters = Vec::new();
        let mut missing = false;
        for (value, truth) in self.along(layer, place)? {
            if truth != Truth::True {
                return Ok(Truth::Unknown);
            }
            match value {
                Value::Number(number) => letters.push(Letter::Number(number)),
                Value::Word(layer, word) | Value::Blank(layer, word) => {
                    letters.push(Letter::Word(word_name(self.book, layer, word).to_owned()));
                }
                Value::Unknown => return Ok(Truth::Unknown),
                Value::Missing | Value::Untold => missing = true,
                Value::Empty => {}
                other => return trouble(format!("{} cannot be read", other.kind())),
            }
        }
        if missing {
            return Ok(Truth::Missing);
        }
        Ok(Truth::from(read.fits(&letters)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fits(text: &str, letters: &str) -> bool {
        let letter = |letter: &str| match letter.parse() {
            Ok(number) => Letter::Number(number),
            Err(_) => Letter::Word(letter.to_owned()),
        };
        let letters: Vec<Letter> = letters.split_whitespace().map(letter).collect();
        pattern(text).unwrap().fits(&letters)
    }

    #[test]
    fn patterns_fit_whole_words() {
        for (text, letters, holds) in [
            ("", "", true),
            ("", "a", false),
            ("a b", "a b", true),
            ("a b", "a", false),
            ("a* b+", "b", true),
            ("a* b+", "a a", false),
            ("a* b+", "a a b b", true),
            ("(a | b b)*", "a b b a", true),
            ("(a | b b)*", "a b a", false),
            ("a{2}", "a a", true),
            ("a{2}", "a a a", false),
            ("a{1,3}", "", false),
            ("a{1,3}", "a a a", true),
            ("a{1,3}", "a a a a", false),
            ("a{2,}", "a a a a", true),
            (". 12 .", "x 12 3", true),
            (". 12 .", "x 1 3", false),
            ("a?b?", "b", true),
            ("(a?)*", "a a", true),
            ("(a*){3} b", "b", true),
            ("((a|b){2}){2}", "a b b a", true),
            ("((a|b){2}){2}", "a b b", false),
            ("-3", "-3", true),
            ("(b? (a b)* a?){0,2}", "b a b a a b", true),
        ] {
            assert_eq!(fits(text, letters), holds, "{text} on {letters}");
        }
    }

    #[test]
    fn bad_patterns_are_refused() {
        for text in [
            "(",
            "a)",
            "*",
            "a{x}",
            "a{",
            "a{99999}",
            "&",
            "9999999999999999999999999999999999999999999",
        ] {
            assert!(pattern(text).is_err(), "{text}");
        }
        assert!(pattern(&"(".repeat(1000)).is_err());
        assert!(pattern(&format!("a{}", "*".repeat(1000))).is_err());
    }
}
