//! `shade in r reads "…"`: regular expressions whose letters are words and numbers.

use std::rc::Rc;
use std::sync::Arc;

use quadrille_engine::bits::{Bits, BitsRef, all_of, none_of};

use super::super::syntax::{Expr, Extent, Word};
use super::regex::{Pattern, pattern};
use super::state::Interpreter;
use super::value::{Read, Truth, Value, trouble, word_name};

/// The input of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Letter {
    Number(i128),
    Word(String),
}

impl Pattern {
    /// Whether the whole word fits.
    pub(super) fn fits(&self, letters: &[Letter]) -> bool {
        let mut start = none_of(letters.len() + 1);
        start.set(0, true);
        self.ends(letters, &start)[letters.len()]
    }

    /// Whether some unbroken stretch of the word fits.
    fn occurs(&self, letters: &[Letter]) -> bool {
        let anywhere = all_of(letters.len() + 1);
        self.ends(letters, &anywhere).any()
    }

    /// Where a part that fits may end, by where it may start.
    fn ends(&self, letters: &[Letter], starts: &BitsRef) -> Bits {
        let one = |fits: &dyn Fn(&Letter) -> bool| {
            let mut ends = none_of(starts.len());
            for (at, letter) in letters.iter().enumerate() {
                ends.set(at + 1, starts[at] && fits(letter));
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
                .fold(starts.to_bitvec(), |at, part| part.ends(letters, &at)),
            Pattern::Choice(choices) => {
                let mut all = none_of(starts.len());
                for choice in choices {
                    all |= choice.ends(letters, starts);
                }
                all
            }
            Pattern::Repeat(part, least, most) => {
                let mut at = starts.to_bitvec();
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
                    let before = all.count_ones();
                    all |= &at;
                    if all.count_ones() == before {
                        break;
                    }
                }
                all
            }
        }
    }
}

impl Interpreter<'_> {
    /// The pattern of a text over the values of a layer, read once.
    fn pattern(&mut self, layer: &Word, text: &Arc<str>) -> Read<Rc<Pattern>> {
        let key = (Arc::clone(&layer.name), Arc::clone(text));
        if let Some(known) = self.patterns.get(&key) {
            return Ok(Rc::clone(known));
        }
        match pattern(text, &self.book.words_of(&layer.name)) {
            Ok(read) => {
                let read = Rc::new(read);
                self.patterns.insert(key, Rc::clone(&read));
                Ok(read)
            }
            Err(problem) => trouble(problem),
        }
    }

    pub(super) fn reads_as(
        &mut self,
        layer: &Word,
        place: &Expr,
        extent: Extent,
        pattern: &Expr,
    ) -> Read<Truth> {
        let texts = match self.eval(pattern)? {
            Value::Name(text) => vec![text],
            Value::List(entries, _) => {
                let texts = entries.iter().map(|entry| match entry {
                    Some(Value::Name(text)) => Ok(Arc::clone(text)),
                    _ => trouble("expected patterns"),
                });
                texts.collect::<Read<_>>()?
            }
            other => {
                return match other.gap() {
                    Some(stop) => stop.truth(),
                    None => trouble("expected a pattern"),
                };
            }
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
                _ => return trouble("expected a place or a list"),
            }
        }
        if missing {
            return Ok(Truth::Missing);
        }
        let mut fits = false;
        for text in &texts {
            let read = self.pattern(layer, text)?;
            fits |= match extent {
                Extent::Whole => read.fits(&letters),
                Extent::Part => read.occurs(&letters),
            };
        }
        Ok(Truth::from(fits))
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
        pattern(text, &[]).unwrap().fits(&letters)
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
            assert!(pattern(text, &[]).is_err(), "{text}");
        }
        assert!(pattern(&"(".repeat(1000), &[]).is_err());
        assert!(pattern(&format!("a{}", "*".repeat(1000)), &[]).is_err());
    }
}
