//! All the numbers of a run whose cells are tied together: the words of a pattern.
//!
//! A [`Pattern`] is a row of segments; the cells of a segment hold one digit. Where cells are tied so, few of the numbers of a language
//! fit, and the point is to reach them without listing the language: "square" has 316,227 numbers of up to 11 digits, and a row whose
//! regions leave six of them is found with some dozens of square roots.

use std::fmt;

use smallvec::SmallVec;

use super::automaton::Automaton;
use super::digits::Digits;
use super::{Clue, Language, MAX_DIGITS, POWERS_OF_TEN};

/// Some neighbouring cells of a run that hold one digit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Segment {
    /// How many cells.
    pub length: usize,
    /// The digits that they can take.
    pub digits: Digits,
}

/// A run of cells cut into segments: the numbers that fit have one digit for each segment, repeated over its cells.
///
/// Numbers of two or more digits do not begin with 0.
#[derive(Clone, Debug)]
pub struct Pattern {
    parts: SmallVec<[Part; MAX_DIGITS]>,
    differ: bool,
    length: usize,
}

/// A segment with what the walks over a pattern need of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part {
    /// The digits that some choice of the segments after it allows; never empty.
    pub(crate) digits: Digits,
    pub(crate) length: usize,
    /// What the segment adds to the number for each unit of its digit.
    pub(crate) weight: u64,
    /// The place value of its first cell.
    pub(crate) first: u64,
    /// The place value of its last cell: the numbers that agree with the run up to this segment lie in an interval of this length.
    pub(crate) last: u64,
}

impl Pattern {
    /// The pattern of `segments`; with `differ`, neighbouring segments hold different digits.
    ///
    /// Returns `None` when no number fits: a segment without digits, segments that cannot differ, no cell at all, or more than
    /// [`MAX_DIGITS`] cells. Segments of length 0 are left out, as if not written.
    #[must_use]
    pub fn new(segments: &[Segment], differ: bool) -> Option<Pattern> {
        let mut length = 0usize;
        for segment in segments {
            length = length
                .checked_add(segment.length)
                .filter(|&all| all <= MAX_DIGITS)?;
        }
        if length == 0 {
            return None;
        }
        let mut parts: SmallVec<[Part; MAX_DIGITS]> = SmallVec::new();
        let mut before = length;
        for segment in segments.iter().filter(|segment| segment.length > 0) {
            let after = before - segment.length;
            let (first, last) = (POWERS_OF_TEN[before - 1], POWERS_OF_TEN[after]);
            // 11…1 with as many ones as cells, at the place of the segment.
            let weight = (POWERS_OF_TEN[before] - last) / 9;
            let mut digits = segment.digits;
            if before == length && length > 1 {
                digits.remove(0);
            }
            parts.push(Part {
                digits,
                length: segment.length,
                weight,
                first,
                last,
            });
            before = after;
        }
        // A segment can only be in the way of its neighbours when it is down to one digit.
        for at in (0..parts.len()).rev() {
            if differ && let Some(only) = parts.get(at + 1).and_then(|part| part.digits.value()) {
                parts[at].digits.remove(only);
            }
            if parts[at].digits.is_empty() {
                return None;
            }
        }
        Some(Pattern {
            parts,
            differ,
            length,
        })
    }

    /// The pattern of a run of single cells, free of each other.
    #[must_use]
    pub fn of_run(run: &[Digits]) -> Option<Pattern> {
        let segments: SmallVec<[Segment; MAX_DIGITS]> = run
            .iter()
            .map(|&digits| Segment { length: 1, digits })
            .collect();
        Pattern::new(&segments, false)
    }

    /// How many cells the run has, 1 to [`MAX_DIGITS`].
    #[must_use]
    pub fn length(&self) -> usize {
        self.length
    }

    /// Whether neighbouring segments hold different digits.
    #[must_use]
    pub fn differ(&self) -> bool {
        self.differ
    }

    pub(crate) fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// About how many numbers fit; an upper bound.
    #[must_use]
    pub fn count(&self) -> f64 {
        self.parts
            .iter()
            .map(|part| part.digits.len() as f64)
            .product()
    }

    /// Whether `number` fits.
    #[must_use]
    pub fn fits(&self, number: u64) -> bool {
        self.next(number) == Some(number)
    }

    /// The digits that the segment `at` can take after a segment of digit `before` (10: there is none).
    #[inline]
    fn open(&self, at: usize, before: u8) -> Digits {
        let digits = self.parts[at].digits;
        if self.differ {
            digits - Digits::single(before)
        } else {
            digits
        }
    }

    /// `value` with the segments from `at` on as small as possible.
    #[inline]
    fn fill(&self, mut value: u64, at: usize, mut before: u8) -> u64 {
        for at in at..self.parts.len() {
            let digit = self.open(at, before).min().unwrap_or(0);
            value += u64::from(digit) * self.parts[at].weight;
            before = digit;
        }
        value
    }

    /// The smallest number that fits and is at least `from`. O(segments).
    #[must_use]
    pub fn next(&self, from: u64) -> Option<u64> {
        if from >= POWERS_OF_TEN[self.length] {
            return None;
        }
        let mut value = 0;
        let mut before = 10;
        // The deepest segment seen so far whose digit could grow: (value before it, segment, grown digit).
        let mut grow = None;
        for (at, part) in self.parts.iter().enumerate() {
            let rest = from - value;
            let digit = (rest / part.first) as u8;
            let open = self.open(at, before);
            let above = Digits::from_mask(open.mask() & !((2u16 << digit) - 1)).min();
            let mut tight = false;
            if open.contains(digit) {
                let repeated = u64::from(digit) * part.weight;
                if repeated > rest {
                    return Some(self.fill(value + repeated, at + 1, digit));
                }
                tight = rest - repeated < part.last;
            }
            if let Some(above) = above {
                if !tight {
                    return Some(self.fill(value + u64::from(above) * part.weight, at + 1, above));
                }
                grow = Some((value, at, above));
            } else if !tight {
                let (value, at, digit) = grow?;
                return Some(self.fill(
                    value + u64::from(digit) * self.parts[at].weight,
                    at + 1,
                    digit,
                ));
            }
            value += u64::from(digit) * part.weight;
            before = digit;
        }
        Some(value)
    }
}

/// Why a list of words was not finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TooMany {
    /// There are more words than the limit that was given.
    Words,
    /// Finding them would take more than [`WORK_LIMIT`] steps.
    Work,
}

impl fmt::Display for TooMany {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            TooMany::Words => "more words than the limit",
            TooMany::Work => "the words cannot be listed with reasonable work",
        })
    }
}

impl std::error::Error for TooMany {}

/// The most steps (numbers looked at, or choices of a digit) that one call of [`words`] takes: some tenths of a second.
pub const WORK_LIMIT: u64 = 20_000_000;

/// Where [`Language::generate`] puts the words that it finds.
pub struct Sink<'a> {
    accept: Option<&'a dyn Fn(u64) -> bool>,
    words: Vec<u64>,
    limit: usize,
    work: u64,
}

impl fmt::Debug for Sink<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sink")
            .field("words", &self.words)
            .field("limit", &self.limit)
            .field("work", &self.work)
            .finish()
    }
}

impl<'a> Sink<'a> {
    pub(crate) fn new(limit: usize) -> Sink<'a> {
        Sink {
            accept: None,
            words: Vec::new(),
            limit,
            work: WORK_LIMIT,
        }
    }

    /// Counts `steps` of work.
    ///
    /// # Errors
    /// [`TooMany::Work`] when the bound is passed.
    #[inline]
    pub fn spend(&mut self, steps: u64) -> Result<(), TooMany> {
        self.work = self.work.checked_sub(steps).ok_or(TooMany::Work)?;
        Ok(())
    }

    /// Takes a word.
    ///
    /// # Errors
    /// [`TooMany::Words`] when there are more than the limit. Words offered twice are told apart from new ones before that is said.
    #[inline]
    pub fn offer(&mut self, number: u64) -> Result<(), TooMany> {
        if self.accept.is_none_or(|accept| accept(number)) {
            if self.words.len() >= self.limit {
                self.tidy();
                // A repeated word is not one too many.
                if self.words.len() >= self.limit && self.words.binary_search(&number).is_err() {
                    return Err(TooMany::Words);
                }
            }
            self.words.push(number);
        }
        Ok(())
    }

    /// Lets `run` fill this sink through a narrower one that takes only what `accept` accepts.
    pub(crate) fn narrowed(
        &mut self,
        accept: &dyn Fn(u64) -> bool,
        run: impl FnOnce(&mut Sink<'_>) -> Result<(), TooMany>,
    ) -> Result<(), TooMany> {
        let outer = self.accept;
        let both = move |number| accept(number) && outer.is_none_or(|outer| outer(number));
        let mut inner = Sink {
            accept: Some(&both),
            words: std::mem::take(&mut self.words),
            limit: self.limit,
            work: self.work,
        };
        let result = run(&mut inner);
        self.words = std::mem::take(&mut inner.words);
        self.work = inner.work;
        result
    }

    /// The words, in the order they were offered unless [`Sink::tidy`] was called.
    pub(crate) fn into_words(self) -> Vec<u64> {
        self.words
    }

    /// Sorts the words and drops repeated ones.
    pub(crate) fn tidy(&mut self) {
        if !self.words.is_sorted_by(|a, b| a < b) {
            self.words.sort_unstable();
            self.words.dedup();
        }
    }
}

/// All the numbers of `clue` that fit `pattern`, from small to large.
///
/// # Errors
/// [`TooMany`] when there are more than `limit`, or when finding them would take more than [`WORK_LIMIT`] steps.
///
/// ```
/// use quadrille::clue::{Clue, Digits, Pattern, Segment, words};
/// let clue = Clue::parse("square")?;
/// // Four cells AABB.
/// let two = Segment { length: 2, digits: Digits::ALL };
/// let pattern = Pattern::new(&[two, two], true).ok_or("no number fits")?;
/// assert_eq!(words(&clue, &pattern, 100)?, [7744]); // 88²
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn words(clue: &Clue, pattern: &Pattern, limit: usize) -> Result<Vec<u64>, TooMany> {
    let mut sink = Sink::new(limit);
    clue.language().generate(pattern, &mut sink)?;
    sink.tidy();
    Ok(sink.into_words())
}

/// A way to find the words of a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// Walk the automata of the language.
    Automata,
    /// Leap between the pattern and the candidates of the language.
    Leap,
    /// List the pattern.
    List,
}

/// About how many steps it takes to leap between `pattern` and candidates of which there are `candidates` of its length.
///
/// For every choice of the first k digits, the numbers that go on from it are an interval; a leap enters it once and looks at the
/// candidates in it.
pub(crate) fn leaps(pattern: &Pattern, candidates: f64) -> f64 {
    let whole = POWERS_OF_TEN[pattern.length] as f64;
    let mut best = candidates;
    let mut prefixes = 1.0;
    for part in pattern.parts() {
        prefixes *= part.digits.len() as f64;
        best = best.min(prefixes * (1.0 + candidates * part.last as f64 / whole));
    }
    best
}

/// The cheapest way for `language`, and about how many nanoseconds it takes. The constants are measured on one machine and only steer.
pub(crate) fn plan<L: Language + ?Sized>(language: &L, pattern: &Pattern) -> (Way, f64) {
    let count = pattern.count();
    let mut best = (Way::List, 10.0 * count);
    let candidates = language.candidates(pattern.length);
    let leap = 50.0 * leaps(pattern, candidates);
    if leap < best.1 {
        best = (Way::Leap, leap);
    }
    if best.1 < 200.0 {
        return best;
    }
    let automata = language.automata(pattern.length);
    if !automata.list.is_empty() {
        let mut cost = 100.0;
        let mut left = count;
        for automaton in automata.list {
            let states = automaton.states() as f64;
            let mut prefixes = 1.0;
            for part in pattern.parts() {
                cost += 15.0 * states.min(prefixes) * part.length as f64;
                prefixes *= part.digits.len() as f64;
            }
            left *= automaton.accepting_states() as f64 / states;
        }
        cost += 10.0 * left * automata.list.len() as f64;
        if cost < best.1 {
            best = (Way::Automata, cost);
        }
    }
    best
}

/// The default of [`Language::generate`].
pub(crate) fn by_cheapest_means<L: Language + ?Sized>(
    language: &L,
    pattern: &Pattern,
    sink: &mut Sink<'_>,
) -> Result<(), TooMany> {
    by(plan(language, pattern).0, language, pattern, sink)
}

/// Finds the words in a given way.
pub(crate) fn by<L: Language + ?Sized>(
    way: Way,
    language: &L,
    pattern: &Pattern,
    sink: &mut Sink<'_>,
) -> Result<(), TooMany> {
    match way {
        Way::List => list(language, pattern, sink),
        Way::Leap => leap(language, pattern, sink),
        Way::Automata => walk(language, pattern, sink),
    }
}

/// Looks at every number of the pattern.
fn list<L: Language + ?Sized>(
    language: &L,
    pattern: &Pattern,
    sink: &mut Sink<'_>,
) -> Result<(), TooMany> {
    fn go<L: Language + ?Sized>(
        language: &L,
        pattern: &Pattern,
        sink: &mut Sink<'_>,
        at: usize,
        value: u64,
        before: u8,
    ) -> Result<(), TooMany> {
        let open = pattern.open(at, before);
        let part = pattern.parts[at];
        sink.spend(open.len() as u64)?;
        for digit in open {
            let value = value + u64::from(digit) * part.weight;
            if at + 1 < pattern.parts.len() {
                go(language, pattern, sink, at + 1, value, digit)?;
            } else if language.contains(value) {
                sink.offer(value)?;
            }
        }
        Ok(())
    }
    go(language, pattern, sink, 0, 0, 10)
}

/// Leaps to and fro between the next number of the pattern and the next candidate of the language.
fn leap<L: Language + ?Sized>(
    language: &L,
    pattern: &Pattern,
    sink: &mut Sink<'_>,
) -> Result<(), TooMany> {
    let mut from = 0;
    while let Some(number) = pattern.next(from) {
        sink.spend(1)?;
        let Some(candidate) = language.next_candidate(number) else {
            break;
        };
        if candidate == number {
            if language.contains(number) {
                sink.offer(number)?;
            }
            from = number + 1;
        } else {
            from = candidate;
        }
    }
    Ok(())
}

/// What a walk knows of one automaton: for each segment and state, the digits that lead to an accepted end.
struct Guide<'a> {
    automaton: &'a Automaton,
    /// `segments × states`; [`UNKNOWN`] where nobody has asked.
    open: Vec<u16>,
}

const UNKNOWN: u16 = u16::MAX;

impl Guide<'_> {
    /// The digits of segment `at` from `state` on which an accepted end lies. With one automaton the walk never turns back: the digit
    /// of a segment is only allowed if the next one has a digit that differs from it.
    fn open(
        &mut self,
        pattern: &Pattern,
        at: usize,
        state: usize,
        sink: &mut Sink<'_>,
    ) -> Result<Digits, TooMany> {
        let slot = at * self.automaton.states() + state;
        if self.open[slot] != UNKNOWN {
            return Ok(Digits::from_mask(self.open[slot]));
        }
        let part = pattern.parts[at];
        sink.spend(part.digits.len() as u64)?;
        let mut open = Digits::EMPTY;
        for digit in part.digits {
            let Some(next) = self.automaton.step_run(state, digit, part.length) else {
                continue;
            };
            let leads_on = if at + 1 < pattern.parts.len() {
                let mut after = self.open(pattern, at + 1, next, sink)?;
                if pattern.differ {
                    after.remove(digit);
                }
                !after.is_empty()
            } else {
                self.automaton.is_accepting(next)
            };
            if leads_on {
                open.insert(digit);
            }
        }
        self.open[slot] = open.mask();
        Ok(open)
    }
}

/// Walks the automata of the language side by side through the pattern.
fn walk<L: Language + ?Sized>(
    language: &L,
    pattern: &Pattern,
    sink: &mut Sink<'_>,
) -> Result<(), TooMany> {
    let automata = language.automata(pattern.length);
    let mut guides: SmallVec<[Guide<'_>; 4]> = SmallVec::new();
    for automaton in automata.list {
        sink.spend(automaton.states() as u64)?;
        guides.push(Guide {
            automaton,
            open: vec![UNKNOWN; automaton.states() * pattern.parts.len()],
        });
    }
    let start: SmallVec<[usize; 4]> = guides.iter().map(|guide| guide.automaton.start()).collect();
    let check = |number| automata.exact || language.contains(number);
    if let [guide] = &mut guides[..] {
        return step_alone(&check, pattern, guide, start[0], sink, (0, 0, 10));
    }
    step(&check, pattern, &mut guides, &start, sink, (0, 0, 10))
}

/// As [`step`], for one automaton.
fn step_alone(
    check: &impl Fn(u64) -> bool,
    pattern: &Pattern,
    guide: &mut Guide<'_>,
    state: usize,
    sink: &mut Sink<'_>,
    (at, value, before): (usize, u64, u8),
) -> Result<(), TooMany> {
    let open = pattern.open(at, before) & guide.open(pattern, at, state, sink)?;
    sink.spend(open.len() as u64)?;
    let part = pattern.parts[at];
    for digit in open {
        let value = value + u64::from(digit) * part.weight;
        if at + 1 == pattern.parts.len() {
            if check(value) {
                sink.offer(value)?;
            }
        } else if let Some(next) = guide.automaton.step_run(state, digit, part.length) {
            step_alone(check, pattern, guide, next, sink, (at + 1, value, digit))?;
        }
    }
    Ok(())
}

/// One level of [`walk`]: chooses the digit of the segment `at`, given the value so far and the digit before.
fn step(
    check: &dyn Fn(u64) -> bool,
    pattern: &Pattern,
    guides: &mut [Guide<'_>],
    states: &[usize],
    sink: &mut Sink<'_>,
    (at, value, before): (usize, u64, u8),
) -> Result<(), TooMany> {
    let mut open = pattern.open(at, before);
    for (guide, &state) in guides.iter_mut().zip(states) {
        open &= guide.open(pattern, at, state, sink)?;
    }
    sink.spend(open.len() as u64)?;
    let part = pattern.parts[at];
    for digit in open {
        let value = value + u64::from(digit) * part.weight;
        if at + 1 < pattern.parts.len() {
            let next: Option<SmallVec<[usize; 4]>> = guides
                .iter()
                .zip(states)
                .map(|(guide, &state)| guide.automaton.step_run(state, digit, part.length))
                .collect();
            if let Some(next) = next {
                step(check, pattern, guides, &next, sink, (at + 1, value, digit))?;
            }
        } else if check(value) {
            sink.offer(value)?;
        }
    }
    Ok(())
}
