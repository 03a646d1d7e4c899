//! All the numbers of a run whose cells are tied together.
//!
//! A [`Pattern`] is a row of segments; the cells of a segment have the same digit. With such ties few of the numbers of
//! a language fit, and the point is to find them without listing the language: "square" has 316,227 numbers of up to 11
//! digits, and a row whose regions leave six of them is found with a few dozen square roots.

mod leap;
mod list;
mod pattern;
mod sink;
mod walk;

use super::{Clue, Language};

pub use leap::leaps;
pub use pattern::{Pattern, Segment};
pub use sink::{Sink, TooMany, WORK_LIMIT};

/// All the numbers of `clue` that fit `pattern`, from small to large.
///
/// # Errors
/// [`TooMany`] when there are more than `limit`, or when finding them would take more than [`WORK_LIMIT`] steps.
///
/// ```
/// use quadrille_constraints::clue::{Clue, Digits, Pattern, Segment, numbers};
/// let clue = Clue::parse("square")?;
/// // Four cells AABB.
/// let two = Segment { length: 2, digits: Digits::ALL };
/// let pattern = Pattern::new(&[two, two], true).ok_or("no number fits")?;
/// assert_eq!(numbers(&clue, &pattern, 100)?, [7744]); // 88²
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn numbers(clue: &Clue, pattern: &Pattern, limit: usize) -> Result<Vec<u64>, TooMany> {
    let mut sink = Sink::new(limit);
    clue.language().generate(pattern, &mut sink)?;
    sink.tidy();
    Ok(sink.into_numbers())
}

/// A way to find the numbers of a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Walk the automata of the language.
    Automata,
    /// Leap between the pattern and the candidates of the language.
    Leap,
    /// List the pattern.
    List,
}

/// The cheapest way for `language`, and about how many nanoseconds it takes. The constants are measured on one machine
/// and only steer.
pub fn plan<L: Language + ?Sized>(language: &L, pattern: &Pattern) -> (Way, f64) {
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
pub fn by_cheapest_means<L: Language + ?Sized>(
    language: &L,
    pattern: &Pattern,
    sink: &mut Sink<'_>,
) -> Result<(), TooMany> {
    by(plan(language, pattern).0, language, pattern, sink)
}

/// Finds the numbers in a given way.
pub fn by<L: Language + ?Sized>(
    way: Way,
    language: &L,
    pattern: &Pattern,
    sink: &mut Sink<'_>,
) -> Result<(), TooMany> {
    match way {
        Way::List => list::list(language, pattern, sink),
        Way::Leap => leap::leap(language, pattern, sink),
        Way::Automata => walk::walk(language, pattern, sink),
    }
}
