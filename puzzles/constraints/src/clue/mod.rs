//! Clues about numbers: a small language of text, and for each clue the means to reason with it.
//!
//! A clue such as `1 more than a palindrome` or `odd & a palindrome` is a *language*: a set of numbers below 10^18.
//! [`Clue::parse`] reads the text (grammar and words: [`parse`]), and [`Language`] is what every clue answers: is this
//! number in it, which digits can each cell of a run still take, which small automata describe it, and which is the
//! next number worth looking at. [`numbers()`] lists the numbers of a run whose cells are tied together by regions. A
//! library user adds a clue by implementing [`Language`] and, to use it in text, by adding a line to a [`Vocabulary`]:
//!
//! ```
//! use std::sync::Arc;
//! use quadrille_constraints::clue::{Clue, Digits, Filtered, Language, Vocabulary, is_prime};
//!
//! #[derive(Debug)]
//! struct CubeOfPrime;
//!
//! impl Language for CubeOfPrime {
//!     fn contains(&self, number: u64) -> bool {
//!         let root = (0..).find(|r| r * r * r >= number).unwrap_or(0);
//!         root * root * root == number && is_prime(root)
//!     }
//! }
//!
//! let mut vocabulary = Vocabulary::standard();
//! vocabulary.add("cube of a prime", |_| Ok(Arc::new(CubeOfPrime)))?;
//! let clue = Clue::parse_with("an odd & cube of a prime", &vocabulary)?;
//! assert!(clue.contains(343) && !clue.contains(8) && !clue.contains(729));
//!
//! // Three cells that may be 1–3, 2–4 and 3–4: only 343 is left.
//! let mut run = [Digits::from_mask(0b1110), Digits::from_mask(0b11100), Digits::from_mask(0b11000)];
//! assert_eq!(clue.filter(&mut run), Filtered::Exact);
//! assert_eq!(run.map(|digits| digits.value()), [Some(3), Some(4), Some(3)]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

mod automaton;
mod cache;
mod combine;
mod digit_divisors;
mod digit_product;
mod digit_sum;
mod digits;
mod entry;
mod fibonacci;
mod filter;
pub mod line;
mod number_clue;
pub mod numbers;
mod palindrome;
pub mod parse;
mod powers;
mod prime;
mod prime_power;
mod remainders;
mod residue;
mod run_clue;
mod scratch;
mod shift;
mod triangular;
mod vocabulary;
mod word_list;

pub use automaton::{Automata, Automaton};
pub use cache::FilterCache;
pub use digits::{DigitIter, Digits};
pub use number_clue::NumberClue;
pub use numbers::{Pattern, Segment, Sink, TooMany, numbers};
pub use parse::ClueError;
pub use prime::is_prime;
pub use run_clue::{RunClue, Runs};
pub use vocabulary::{PhraseError, Vocabulary};

/// The largest number of digits of a number in a grid: a number is a `u64` below 10^18.
pub const MAX_DIGITS: usize = 18;

/// The result of a call of [`Language::filter`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Filtered {
    /// No number of the language fits the run. The candidates left in the run then have no meaning.
    NoWord,
    /// Every candidate left is a digit of some number of the language that fits the run (generalised arc consistency).
    Exact,
    /// Only digits without support were removed, but some of those left may have none either.
    Relaxed,
}

/// A set of numbers: the meaning of a clue.
///
/// Only [`contains`](Language::contains) must be written; the other methods have defaults that are correct for every
/// language and use each other: a sparse [`next_candidate`](Language::next_candidate) or some
/// [`automata`](Language::automata) make the default [`filter`](Language::filter) and [`generate`](Language::generate)
/// strong and fast.
pub trait Language: fmt::Debug + Send + Sync {
    /// Whether `number` is in the language. Must be exact for every number below 10^18; the languages of this crate are
    /// exact for every `u64`.
    fn contains(&self, number: u64) -> bool;

    /// Removes from every cell of `run` (most significant first) digits that no number of the language has there, given
    /// the candidates of the other cells. Never removes a digit that has support.
    ///
    /// Numbers of two or more digits do not begin with 0; a run of one cell may be 0. A run of no cell or of more than
    /// [`MAX_DIGITS`] has no word. When every cell has one candidate the answer is exact, never [`Filtered::Relaxed`].
    ///
    /// The default is exact when the language has a single exact automaton, when few numbers fit the run (512), or when
    /// few candidates of [`next_candidate`](Language::next_candidate) have to be tested (about 4,000); otherwise it
    /// filters by each automaton in turn to a fixpoint and returns [`Filtered::Relaxed`].
    fn filter(&self, run: &mut [Digits]) -> Filtered {
        filter::by_cheapest_means(self, run)
    }

    /// Whether these candidates have a word, which may be known sooner than which digits it leaves. Never false where
    /// [`filter`](Language::filter) leaves one. The default looks for one by the same means as that of `filter`; a
    /// language with a filter of its own should have this as well.
    fn has_word(&self, run: &[Digits]) -> bool {
        filter::has_word_by_cheapest_means(self, run)
    }

    /// Automata whose intersection contains all the numbers of `length` digits of the language, if there are small
    /// ones. The default is none.
    fn automata(&self, length: usize) -> Automata<'_> {
        let _ = length;
        Automata::NONE
    }

    /// Whether the digits of the numbers of a length can be chosen independently of each other, as with "odd". A
    /// conjunction with such a language filters exactly if the other one does. The default says no, which is always
    /// right.
    fn has_independent_digits(&self) -> bool {
        false
    }

    /// The smallest *candidate* that is at least `from`. Candidates are a set that holds the language, sparse and cheap
    /// to walk, such as the squares for "square of a prime". `None` means that no number from `from` on is in the
    /// language (at least up to 10^18). The default takes every number for a candidate.
    fn next_candidate(&self, from: u64) -> Option<u64> {
        Some(from)
    }

    /// About how many candidates of [`next_candidate`](Language::next_candidate) have `length` digits. Only speed
    /// depends on it. The default is all numbers.
    fn candidates(&self, length: usize) -> f64 {
        10f64.powi(length as i32)
    }

    /// About how many nanoseconds [`generate`](Language::generate) takes for `pattern`. Only speed depends on it.
    fn generation_cost(&self, pattern: &Pattern) -> f64 {
        numbers::plan(self, pattern).1
    }

    /// Passes to `sink` every number of the language that fits `pattern`, in any order, repeated ones allowed; stops
    /// when the sink says so. The default uses the cheapest of: walking the automata, leaping between pattern and
    /// candidates, or listing the pattern.
    ///
    /// # Errors
    /// [`TooMany`], passed on from the sink.
    fn generate(&self, pattern: &Pattern, sink: &mut Sink<'_>) -> Result<(), TooMany> {
        numbers::by_cheapest_means(self, pattern, sink)
    }

    /// The language of the numbers that are `by` more (if `up`) or less than a number of this one, where a better form
    /// is known than the general one. The default knows none.
    fn shifted(&self, by: u64, up: bool) -> Option<Arc<dyn Language>> {
        let _ = (by, up);
        None
    }
}

/// A clue: its text and its language. Cheap to clone.
#[derive(Clone)]
pub struct Clue(Arc<Named>);

struct Named {
    text: String,
    language: Arc<dyn Language>,
    lists: word_list::WordLists,
    id: u64,
}

impl Clue {
    /// Clues are exact for numbers below this: those of up to 18 digits.
    pub const EXACT_BELOW: u64 = 10u64.pow(18);

    /// Reads a clue with the standard words; see [`parse`] for the grammar and the limits.
    ///
    /// # Errors
    /// A [`ClueError`] that says where the text goes wrong.
    pub fn parse(text: &str) -> Result<Clue, ClueError> {
        Clue::parse_with(text, vocabulary::standard())
    }

    /// Reads a clue with the words of `vocabulary`.
    ///
    /// # Errors
    /// A [`ClueError`] that says where the text goes wrong.
    pub fn parse_with(text: &str, vocabulary: &Vocabulary) -> Result<Clue, ClueError> {
        Ok(Clue::new(text, parse::parse(text, vocabulary)?))
    }

    /// The clue that every number satisfies.
    pub fn any() -> Clue {
        Clue::new("any number", Arc::new(run_clue::AnyNumber))
    }

    /// A clue from a custom language; it prints as `text`.
    #[must_use]
    pub fn new(text: &str, language: Arc<dyn Language>) -> Clue {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let id = NEXT.fetch_add(1, Ordering::Relaxed);
        Clue(Arc::new(Named {
            text: text.to_owned(),
            language,
            lists: word_list::WordLists::default(),
            id,
        }))
    }

    /// The text as written.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.0.text
    }

    /// The language of the clue.
    #[must_use]
    pub fn language(&self) -> &dyn Language {
        &*self.0.language
    }

    /// A number that this clue shares with its clones and with no other clue of the process.
    #[must_use]
    pub fn id(&self) -> u64 {
        self.0.id
    }

    /// Whether `number` is in the language. See [`Language::contains`].
    #[must_use]
    pub fn contains(&self, number: u64) -> bool {
        self.0.language.contains(number)
    }

    /// Prunes the candidates of a run. See [`Language::filter`]; where the language has few candidates of the length, by
    /// a list of its numbers, made once.
    pub fn filter(&self, run: &mut [Digits]) -> Filtered {
        let Named {
            language, lists, ..
        } = &*self.0;
        let listed = lists.filter(&**language, run);
        listed.unwrap_or_else(|| language.filter(run))
    }

    /// Whether [`filter`](Self::filter) leaves a word of these candidates. See [`Language::has_word`].
    #[must_use]
    pub fn has_word(&self, run: &[Digits]) -> bool {
        let Named {
            language, lists, ..
        } = &*self.0;
        let listed = lists.has_word(&**language, run);
        listed.unwrap_or_else(|| language.has_word(run))
    }

    /// Makes what is made when numbers of `length` digits are first asked for.
    pub fn prepare(&self, length: usize) {
        let _made = self.automata(length);
        self.0.lists.make(&*self.0.language, length);
    }

    /// The automata for numbers of `length` digits. See [`Language::automata`].
    #[must_use]
    pub fn automata(&self, length: usize) -> Automata<'_> {
        self.0.language.automata(length)
    }
}

impl fmt::Display for Clue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.text)
    }
}

impl fmt::Debug for Clue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Clue({:?})", self.0.text)
    }
}

/// How many decimal digits `number` has; 0 has one.
pub fn length(number: u64) -> usize {
    number.checked_ilog10().map_or(1, |log| log as usize + 1)
}

/// The decimal digits of `number`, least significant first.
pub fn digits_upwards(number: u64) -> impl Iterator<Item = u8> {
    let mut rest = Some(number);
    std::iter::from_fn(move || {
        let number = rest?;
        rest = (number >= 10).then_some(number / 10);
        Some((number % 10) as u8)
    })
}

/// 10^0 to 10^19.
pub const POWERS_OF_TEN: [u64; 20] = {
    let mut powers = [1; 20];
    let mut at = 1;
    while at < 20 {
        powers[at] = powers[at - 1] * 10;
        at += 1;
    }
    powers
};

#[cfg(test)]
mod tests;
