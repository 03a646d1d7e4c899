//! By looking at every number of the pattern.

use super::{Pattern, Sink, TooMany};
use crate::clue::Language;

/// Looks at every number of the pattern.
pub(super) fn list<L: Language + ?Sized>(
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
