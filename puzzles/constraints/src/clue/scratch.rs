//! Memory for filters to work in.
//!
//! A language is shared and has no room of its own, and what its filter needs for a long run may be too much for the
//! stack. Each thread keeps one buffer.

use std::cell::RefCell;

thread_local! {
    static BUFFER: RefCell<Vec<u64>> = const { RefCell::new(Vec::new()) };
}

/// Makes sure that this thread has `words` words, so that a filter that needs that many does not allocate when it runs
/// on the thread that made it.
pub(super) fn reserve(words: usize) {
    with(words, |_| ());
}

/// The number of words of this thread.
#[cfg(test)]
pub(super) fn reserved() -> usize {
    BUFFER.with_borrow(Vec::len)
}

/// Lends `words` words of any content to `work`, which must not call this again.
pub(super) fn with<R>(words: usize, work: impl FnOnce(&mut [u64]) -> R) -> R {
    BUFFER.with_borrow_mut(|buffer| {
        if buffer.len() < words {
            buffer.resize(words, 0);
        }
        work(&mut buffer[..words])
    })
}
