//! Where the numbers of a clue are collected, within bounds of number and work.

use std::fmt;

/// Why a list of numbers was not finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TooMany {
    /// There are more numbers than the limit that was given.
    Numbers,
    /// Finding them would take more than [`WORK_LIMIT`] steps.
    Work,
}

impl fmt::Display for TooMany {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            TooMany::Numbers => "more numbers than the limit",
            TooMany::Work => "the numbers cannot be listed with reasonable work",
        })
    }
}

impl std::error::Error for TooMany {}

/// The most steps (numbers tested, or choices of a digit) that one call of [`numbers`](super::numbers) takes: some
/// tenths of a second.
pub const WORK_LIMIT: u64 = 20_000_000;

/// Where [`Language::generate`](crate::clue::Language::generate) puts the numbers that it finds.
pub struct Sink<'a> {
    accept: Option<&'a dyn Fn(u64) -> bool>,
    numbers: Vec<u64>,
    limit: usize,
    work: u64,
}

impl fmt::Debug for Sink<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sink")
            .field("numbers", &self.numbers)
            .field("limit", &self.limit)
            .field("work", &self.work)
            .finish()
    }
}

impl<'a> Sink<'a> {
    pub(crate) fn new(limit: usize) -> Sink<'a> {
        Sink {
            accept: None,
            numbers: Vec::new(),
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

    /// Takes a number.
    ///
    /// # Errors
    /// [`TooMany::Numbers`] when there are more than the limit. Repeated numbers do not count.
    #[inline]
    pub fn offer(&mut self, number: u64) -> Result<(), TooMany> {
        if self.accept.is_none_or(|accept| accept(number)) {
            if self.numbers.len() >= self.limit {
                self.tidy();
                // A repeated number is not one too many.
                if self.numbers.len() >= self.limit && self.numbers.binary_search(&number).is_err()
                {
                    return Err(TooMany::Numbers);
                }
            }
            self.numbers.push(number);
        }
        Ok(())
    }

    /// Lets `run` fill this sink through a narrower one that takes only what `accept` accepts.
    pub fn narrowed(
        &mut self,
        accept: &dyn Fn(u64) -> bool,
        run: impl FnOnce(&mut Sink<'_>) -> Result<(), TooMany>,
    ) -> Result<(), TooMany> {
        let outer = self.accept;
        let both = move |number| accept(number) && outer.is_none_or(|outer| outer(number));
        let mut inner = Sink {
            accept: Some(&both),
            numbers: std::mem::take(&mut self.numbers),
            limit: self.limit,
            work: self.work,
        };
        let result = run(&mut inner);
        self.numbers = std::mem::take(&mut inner.numbers);
        self.work = inner.work;
        result
    }

    /// The numbers, in the order they were offered unless [`Sink::tidy`] was called.
    pub fn into_numbers(self) -> Vec<u64> {
        self.numbers
    }

    /// Sorts the numbers and drops repeated ones.
    pub fn tidy(&mut self) {
        if !self.numbers.is_sorted_by(|a, b| a < b) {
            self.numbers.sort_unstable();
            self.numbers.dedup();
        }
    }
}
