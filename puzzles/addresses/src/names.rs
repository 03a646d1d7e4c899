//! The words of coded values.

use std::fmt::Write;

/// The content of a coded place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sign {
    Nothing,
    Unknown,
    Value(u32),
}

/// Words for values. Without names a value is its decimal number, `?` is the unknown one and `.` is nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Names {
    words: Vec<(Sign, String)>,
    /// Values without a word do not exist.
    closed: bool,
}

impl Names {
    /// No names: numbers.
    pub(super) fn none() -> Names {
        Names {
            words: Vec::new(),
            closed: false,
        }
    }

    /// One word for each value, from `first` on, and no other values.
    pub(super) fn list(first: u32, words: &[&str]) -> Names {
        let words = (first..)
            .map(Sign::Value)
            .zip(words.iter().map(|&word| word.to_owned()));
        Names {
            words: words.collect(),
            closed: true,
        }
    }

    /// A word for the places of the only value's absence, whose presence is nothing.
    pub(super) fn absence(word: &str) -> Names {
        let words = vec![
            (Sign::Nothing, word.to_owned()),
            (Sign::Value(1), ".".to_owned()),
        ];
        Names {
            words,
            closed: true,
        }
    }

    /// Reads parameters: words are for the values from `first` on, `5=word` for the value 5, `?=word` for the
    /// unknown value. With words for consecutive values no others exist.
    pub(super) fn parse(
        parameters: &[&str],
        first: u32,
        last: u32,
        unknown: bool,
    ) -> Result<Names, String> {
        let mut names = Names::none();
        let mut next = first;
        for parameter in parameters {
            let (sign, word) = match parameter.split_once('=') {
                Some(("?", word)) if unknown => (Sign::Unknown, word),
                Some(("?", _)) => return Err("there are no unknown values here".to_owned()),
                Some((value, word)) if !value.is_empty() => {
                    let value = value
                        .parse()
                        .map_err(|_| format!("“{value}” is not a value; write 5=word or ?=word"))?;
                    (Sign::Value(value), word)
                }
                _ => {
                    names.closed = true;
                    next += 1;
                    (Sign::Value(next - 1), *parameter)
                }
            };
            if let Sign::Value(value) = sign
                && !(first..=last).contains(&value)
            {
                return Err(format!(
                    "the values here go from {first} to {last}; {value} is not one of them"
                ));
            }
            if word.is_empty() || word == "." || (word == "?" && sign != Sign::Unknown) {
                return Err(format!("“{word}” cannot be the word for a value"));
            }
            if names
                .words
                .iter()
                .any(|(other, name)| *other == sign || name == word)
            {
                return Err(format!("“{parameter}” repeats a value or a word"));
            }
            names.words.push((sign, word.to_owned()));
        }
        let number = |(_, word): &&(Sign, String)| word.bytes().all(|byte| byte.is_ascii_digit());
        match names.words.iter().find(number) {
            Some((_, word)) if !names.closed => Err(format!(
                "“{word}” would be both a number and the word for another"
            )),
            _ => Ok(names),
        }
    }

    /// The word for the content of a place, if there is one.
    pub(super) fn word(&self, sign: Sign) -> Option<String> {
        let named = self.words.iter().find(|(other, _)| *other == sign);
        match (named, sign) {
            (Some((_, word)), _) => Some(word.clone()),
            (None, Sign::Nothing) => Some(".".to_owned()),
            (None, Sign::Unknown) => Some("?".to_owned()),
            (None, Sign::Value(value)) => (!self.closed).then(|| value.to_string()),
        }
    }

    /// The inverse of [`Names::word`].
    pub(super) fn sign(&self, word: &str) -> Option<Sign> {
        if let Some((sign, _)) = self.words.iter().find(|(_, name)| name == word) {
            return Some(*sign);
        }
        let sign = match word {
            "." => Sign::Nothing,
            "?" => Sign::Unknown,
            _ => Sign::Value(number(word)?),
        };
        // A renamed value has no other name.
        (self.word(sign)? == word).then_some(sign)
    }

    /// The words that there are, for messages.
    pub(super) fn all(&self) -> String {
        let mut text = String::new();
        for (_, word) in &self.words {
            let comma = if text.is_empty() { "" } else { ", " };
            let _ = write!(text, "{comma}{word}");
        }
        text
    }
}

/// A decimal number without sign or leading zeros.
pub(super) fn number(word: &str) -> Option<u32> {
    let plain =
        word.bytes().all(|byte| byte.is_ascii_digit()) && (word == "0" || !word.starts_with('0'));
    if plain { word.parse().ok() } else { None }
}
