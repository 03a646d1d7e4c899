//! The words of the clue language: the phrases of each family of clues.
//!
//! A family is one file with a table `ENTRIES` and one line in [`FAMILIES`].

use std::fmt;
use std::sync::{Arc, OnceLock};

use super::entry::{Built, Entry};
use super::{
    Language, digit_divisors, digit_product, digit_sum, fibonacci, palindrome, powers, prime,
    prime_power, residue, triangular,
};

const FAMILIES: &[&[Entry]] = &[
    powers::ENTRIES,
    prime::ENTRIES,
    prime_power::ENTRIES,
    fibonacci::ENTRIES,
    triangular::ENTRIES,
    palindrome::ENTRIES,
    residue::ENTRIES,
    digit_sum::ENTRIES,
    digit_product::ENTRIES,
    digit_divisors::ENTRIES,
];

type Build = Arc<dyn Fn(&[u64]) -> Built + Send + Sync>;

/// A phrase and its meaning.
#[derive(Clone)]
pub(super) struct Phrase {
    /// Words in lower case without articles; `None` is a number.
    pub(super) words: Vec<Option<String>>,
    /// As it was given, for messages.
    pub(super) text: String,
    pub(super) build: Build,
    meaning: String,
}

/// The phrases that [`Clue::parse_with`](super::Clue::parse_with) knows.
#[derive(Clone)]
pub struct Vocabulary {
    phrases: Vec<Phrase>,
}

/// Why a phrase cannot be added to a [`Vocabulary`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PhraseError(String);

impl fmt::Display for PhraseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for PhraseError {}

/// The standard vocabulary, built once.
pub(super) fn standard() -> &'static Vocabulary {
    static STANDARD: OnceLock<Vocabulary> = OnceLock::new();
    STANDARD.get_or_init(|| {
        let entries = FAMILIES.iter().copied().flatten();
        Vocabulary {
            phrases: entries
                .map(|entry| phrase(entry.phrase, entry.meaning, Arc::new(entry.build)))
                .collect(),
        }
    })
}

fn phrase(text: &str, meaning: &str, build: Build) -> Phrase {
    let words = text.split_whitespace().filter(|word| !is_article(word));
    let words = words
        .map(|word| (word != "N").then(|| word.to_ascii_lowercase()))
        .collect();
    Phrase {
        words,
        text: text.to_owned(),
        build,
        meaning: meaning.to_owned(),
    }
}

pub(super) fn is_article(word: &str) -> bool {
    word.eq_ignore_ascii_case("a") || word.eq_ignore_ascii_case("an")
}

impl Vocabulary {
    /// The phrases of the standard clue language.
    #[must_use]
    pub fn standard() -> Vocabulary {
        standard().clone()
    }

    /// Adds a phrase, such as `"cube of a prime"` or `"between N and N"`: `N` is a number below 10^18, and `a`
    /// and `an` may be written or left out. `build` is given the numbers, as many as there are `N` in the phrase, and
    /// returns the language or a sentence that says what is wrong with them. If two phrases fit a text the longer one
    /// is taken.
    ///
    /// # Errors
    /// If the phrase has no word, does not begin with a letter, has characters other than letters, or is known already,
    /// or if its first word is one of the language's own (`not`, `or`, `and`).
    pub fn add(
        &mut self,
        text: &str,
        build: impl Fn(&[u64]) -> Result<Arc<dyn Language>, String> + Send + Sync + 'static,
    ) -> Result<(), PhraseError> {
        let fresh = phrase(text, "", Arc::new(build));
        let refuse = |why: &str| Err(PhraseError(format!("the phrase {text:?} {why}")));
        let Some(Some(first)) = fresh.words.first() else {
            return refuse("does not begin with a word");
        };
        let signs = fresh
            .words
            .iter()
            .flatten()
            .any(|word| !word.chars().all(char::is_alphabetic));
        if signs {
            return refuse("has signs that are not letters");
        }
        if ["not", "or", "and"].contains(&first.as_str()) {
            return refuse("begins with a word that joins clues");
        }
        if self.phrases.iter().any(|known| known.words == fresh.words) {
            return refuse("is known already");
        }
        self.phrases.push(fresh);
        Ok(())
    }

    /// The phrases and what they mean, for help texts.
    pub fn phrases(&self) -> impl Iterator<Item = (&str, &str)> {
        self.phrases
            .iter()
            .map(|phrase| (phrase.text.as_str(), phrase.meaning.as_str()))
    }

    pub(super) fn list(&self) -> &[Phrase] {
        &self.phrases
    }
}

impl fmt::Debug for Vocabulary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list()
            .entries(self.phrases.iter().map(|phrase| &phrase.text))
            .finish()
    }
}
