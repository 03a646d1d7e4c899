//! By leaping to and fro between the pattern and the candidates of the language.

use super::{Pattern, Sink, TooMany};
use crate::clue::{Language, POWERS_OF_TEN};

/// About how many steps it takes to leap between `pattern` and candidates, if `candidates` of these have its length.
///
/// For every choice of the first k digits, the numbers that continue it are an interval; a leap enters it once and
/// tests the candidates in it.
pub fn leaps(pattern: &Pattern, candidates: f64) -> f64 {
    let whole = POWERS_OF_TEN[pattern.length] as f64;
    let mut best = candidates;
    let mut prefixes = 1.0;
    for part in pattern.parts() {
        prefixes *= part.digits.len() as f64;
        best = best.min(prefixes * (1.0 + candidates * part.last as f64 / whole));
    }
    best
}

/// Leaps to and fro between the next number of the pattern and the next candidate of the language.
pub(super) fn leap<L: Language + ?Sized>(
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
