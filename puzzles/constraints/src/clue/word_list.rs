//! Clues with few numbers of a length: all of these, as sets of bits, so that a run is filtered at once.

use std::sync::OnceLock;

use super::digits::Digits;
use super::{Filtered, Language, MAX_DIGITS, POWERS_OF_TEN, digits_upwards, filter};

/// The most candidates of a length whose numbers are listed. A filter of as many takes some microseconds; to leap
/// between the run and the candidates takes a hundred times as long, and was two thirds of the time that a clash of
/// Number Cross 5 with a cube in it took to explain.
const MOST: f64 = 4096.0;

/// The most candidates that are ever listed, where lists are only made once they pay.
pub(super) const MANY: f64 = 16_384.0;

/// The most words of a set of numbers: how many numbers there are is only estimated. Most lists are not that wide.
const WIDE: usize = 2 * MOST as usize / 64;
const WIDEST: usize = 2 * MANY as usize / 64;

/// The numbers of one length of a language.
#[derive(Debug)]
struct WordList {
    /// How many words of 64 bits a set of numbers takes.
    width: usize,
    /// By cell and digit, one after another: the numbers that have the digit there, in the order of their size.
    with: Vec<u64>,
    all: Vec<u64>,
}

/// The lists of a clue, made when a length is first asked for.
#[derive(Debug)]
pub(super) struct WordLists {
    by_length: [OnceLock<Option<WordList>>; MAX_DIGITS + 1],
    most: f64,
}

impl Default for WordLists {
    fn default() -> Self {
        Self::up_to(MOST)
    }
}

impl WordLists {
    /// Lists of at most so many candidates, themselves at most [`MANY`].
    pub(super) const fn up_to(most: f64) -> Self {
        Self {
            by_length: [const { OnceLock::new() }; MAX_DIGITS + 1],
            most,
        }
    }

    /// Filters a run by the list for its length. `None` if there is none: the language has too many candidates.
    pub(super) fn filter(&self, language: &dyn Language, run: &mut [Digits]) -> Option<Filtered> {
        let list = self.of(language, run.len())?;
        let is_left = filter::prepare(run)
            && match list.width <= WIDE {
                true => list.filter::<WIDE>(run),
                false => list.filter::<WIDEST>(run),
            };
        Some(match is_left {
            true => Filtered::Exact,
            false => Filtered::NoWord,
        })
    }

    /// As [`filter`](Self::filter), but only whether there is a word.
    pub(super) fn has_word(&self, language: &dyn Language, run: &[Digits]) -> Option<bool> {
        let list = self.of(language, run.len())?;
        // No number of several digits in the list begins with 0.
        Some(match list.width <= WIDE {
            true => list.has_word::<WIDE>(run),
            false => list.has_word::<WIDEST>(run),
        })
    }

    /// Makes the list for a length, if there is to be one.
    pub(super) fn make(&self, language: &dyn Language, length: usize) {
        let _made = self.of(language, length);
    }

    fn of(&self, language: &dyn Language, length: usize) -> Option<&WordList> {
        let made = self.by_length.get(length)?;
        made.get_or_init(
            || match length > 0 && language.candidates(length) <= self.most {
                true => WordList::new(language, length),
                false => None,
            },
        )
        .as_ref()
    }
}

impl WordList {
    /// `None` if there are more than twice as many candidates as are ever listed.
    fn new(language: &dyn Language, length: usize) -> Option<WordList> {
        // Numbers of two or more digits do not begin with 0.
        let mut from = match length {
            1 => 0,
            _ => POWERS_OF_TEN[length - 1],
        };
        let mut numbers = Vec::new();
        let mut looked = 0.0;
        while let Some(number) = language.next_candidate(from) {
            if number >= POWERS_OF_TEN[length] {
                break;
            }
            // How many there are was an estimate.
            looked += 1.0;
            if looked > 2.0 * MANY {
                return None;
            }
            if language.contains(number) {
                numbers.push(number);
            }
            from = number + 1;
        }
        let width = numbers.len().div_ceil(64);
        let mut list = WordList {
            width,
            with: vec![0; 10 * length * width],
            all: vec![0; width],
        };
        for (at, &number) in numbers.iter().enumerate() {
            let (word, bit) = (at / 64, 1 << (at % 64));
            list.all[word] |= bit;
            // Numbers shorter than the run cannot occur: the least one has its length.
            for (cell, digit) in (0..length).rev().zip(digits_upwards(number)) {
                list.with[(10 * cell + usize::from(digit)) * width + word] |= bit;
            }
        }
        Some(list)
    }

    /// The numbers that have a digit in a cell.
    fn with(&self, cell: usize, digit: u8) -> &[u64] {
        let start = (10 * cell + usize::from(digit)) * self.width;
        &self.with[start..start + self.width]
    }

    /// Leaves the digits of the numbers that fit. Whether there is one.
    fn filter<const WORDS: usize>(&self, run: &mut [Digits]) -> bool {
        let mut fit = [0; WORDS];
        if !self.fit(run, &mut fit) {
            return false;
        }
        for (cell, digits) in run.iter_mut().enumerate() {
            let is_there = |&digit: &u8| {
                let with = self.with(cell, digit).iter();
                with.zip(&fit).any(|(with, fit)| with & fit != 0)
            };
            *digits = digits.iter().filter(is_there).collect();
        }
        true
    }

    /// Whether there is a number that fits.
    fn has_word<const WORDS: usize>(&self, run: &[Digits]) -> bool {
        self.fit(run, &mut [0; WORDS])
    }

    /// The numbers that fit. Whether there is one. A set of numbers has at most `WORDS` words.
    fn fit<const WORDS: usize>(&self, run: &[Digits], fit: &mut [u64; WORDS]) -> bool {
        let fit = &mut fit[..self.width];
        fit.copy_from_slice(&self.all);
        let mut some = [0; WORDS];
        for (cell, &digits) in run.iter().enumerate() {
            // Each number has one digit here, so those with another one may be taken away instead.
            let is_few = digits.len() <= 5;
            let some = &mut some[..self.width];
            some.fill(0);
            for digit in if is_few { digits } else { !digits } {
                for (some, with) in some.iter_mut().zip(self.with(cell, digit)) {
                    *some |= with;
                }
            }
            let flip = if is_few { 0 } else { u64::MAX };
            for (fit, some) in fit.iter_mut().zip(&*some) {
                *fit &= *some ^ flip;
            }
        }
        fit.iter().any(|&word| word != 0)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Clue;
    use super::*;
    use quadrille_engine::Rng;

    /// By definition: the digits of the numbers that fit.
    fn expected(clue: &Clue, run: &[Digits]) -> Option<Vec<Digits>> {
        let mut found = vec![Digits::EMPTY; run.len()];
        for number in 0..POWERS_OF_TEN[run.len()] {
            let text = number.to_string();
            let digits: Vec<u8> = text.bytes().map(|byte| byte - b'0').collect();
            let fits = digits.len() == run.len()
                && digits
                    .iter()
                    .zip(run)
                    .all(|(&digit, set)| set.contains(digit));
            if fits && clue.contains(number) {
                for (found, digit) in found.iter_mut().zip(digits) {
                    found.insert(digit);
                }
            }
        }
        (!found[0].is_empty()).then_some(found)
    }

    #[test]
    fn lists_filter_by_definition() {
        let mut rng = Rng::new(5);
        for text in ["cube", "square", "fibonacci", "odd & square", "power of 2"] {
            let clue = Clue::parse(text).unwrap();
            for length in 1..=4 {
                let lists = WordLists::default();
                for _ in 0..30 {
                    let any = |rng: &mut Rng| rng.next_u64() | rng.next_u64();
                    let mut run: Vec<Digits> = (0..length)
                        .map(|_| Digits::from_mask(any(&mut rng) as u16))
                        .collect();
                    let expected = expected(&clue, &run);
                    let answer = lists.filter(clue.language(), &mut run).unwrap();
                    match expected {
                        None => assert_eq!(answer, Filtered::NoWord),
                        Some(left) => assert_eq!((answer, run), (Filtered::Exact, left), "{text}"),
                    }
                }
            }
        }
    }

    #[test]
    fn languages_with_many_candidates_are_not_listed() {
        let mut run = [Digits::ALL; 6];
        let lists = WordLists::default();
        let clue = Clue::parse("multiple of 7").unwrap();
        assert_eq!(lists.filter(clue.language(), &mut run), None);
    }
}
