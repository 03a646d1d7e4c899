//! Regular expressions whose letters are words and numbers, read from their text.

use std::iter::Peekable;
use std::str::Chars;

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

/// The deepest nesting of parentheses and the most repetitions.
const MAX_DEPTH: usize = 40;
const MAX_REPEAT: usize = 10_000;

/// Reads a pattern over a layer with these words, or says what is wrong with it.
pub(super) fn pattern(text: &str, words: &[String]) -> Result<Pattern, String> {
    let mut signs = text.chars().peekable();
    let read = choice(&mut signs, words, MAX_DEPTH)?;
    match signs.next() {
        None => Ok(read),
        Some(sign) => Err(format!("`{sign}` is unexpected in the pattern")),
    }
}

fn blank(signs: &mut Peekable<Chars<'_>>) {
    while signs.next_if(|sign| sign.is_whitespace()).is_some() {}
}

fn choice(
    signs: &mut Peekable<Chars<'_>>,
    words: &[String],
    depth: usize,
) -> Result<Pattern, String> {
    let mut choices = vec![sequence(signs, words, depth)?];
    while signs.next_if_eq(&'|').is_some() {
        choices.push(sequence(signs, words, depth)?);
    }
    Ok(if choices.len() == 1 {
        choices.remove(0)
    } else {
        Pattern::Choice(choices)
    })
}

fn sequence(
    signs: &mut Peekable<Chars<'_>>,
    words: &[String],
    depth: usize,
) -> Result<Pattern, String> {
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
                let inner = choice(signs, words, depth)?;
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
                // What is no word of the layer is spelled, and a sign after it repeats the last letter.
                match word.char_indices().next_back() {
                    Some((last, _)) if last > 0 && !words.contains(&word) => {
                        let letter = word.split_off(last);
                        let before = word.chars().map(|letter| Pattern::Word(letter.into()));
                        parts.extend(before);
                        Pattern::Word(letter)
                    }
                    _ => Pattern::Word(word),
                }
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
