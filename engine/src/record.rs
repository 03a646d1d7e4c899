//! The record of domain changes and their propagators, from which reasons are derived.

use crate::var::Var;

/// The record kept in recording mode, parallel to the trail.
#[derive(Debug, Default)]
pub(crate) struct Recorder {
    pub(crate) entries: Vec<Entry>,
    /// Old domain words, one entry's after another.
    olds: Vec<u64>,
    /// By variable: its latest entry plus one, or 0.
    last: Vec<u32>,
    marks: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub(crate) var: Var,
    /// The propagator's index, or `u32::MAX` for a decision.
    pub(crate) propagator: u32,
    pub(crate) tag: u32,
    old: u32,
    /// The variable's entry before this one plus one, or 0.
    pub(crate) previous: u32,
}

impl Recorder {
    pub(crate) fn new(variables: usize) -> Self {
        Self {
            last: vec![0; variables],
            ..Self::default()
        }
    }

    /// Out of line, and the recorder behind a pointer, so that without recording a domain change costs only one
    /// comparison with null.
    #[cold]
    #[inline(never)]
    pub(crate) fn record(&mut self, var: Var, old: &[u64], propagator: u32, tag: u32) {
        let last = &mut self.last[var.index()];
        self.entries.push(Entry {
            var,
            propagator,
            tag,
            old: self.olds.len() as u32,
            previous: *last,
        });
        self.olds.extend_from_slice(old);
        *last = self.entries.len() as u32;
    }

    #[cold]
    pub(crate) fn push(&mut self) {
        self.marks.push(self.entries.len() as u32);
    }

    #[cold]
    pub(crate) fn pop(&mut self) {
        let mark = self.marks.pop().expect("pop without push") as usize;
        while self.entries.len() > mark {
            let entry = self.entries.pop().expect("longer than the mark");
            self.last[entry.var.index()] = entry.previous;
            self.olds.truncate(entry.old as usize);
        }
    }

    pub(crate) fn len(&self) -> u32 {
        self.entries.len() as u32
    }

    /// For a solver with this many levels pushed already, none of which is on record.
    pub(crate) fn from_level(variables: usize, level: usize) -> Self {
        Self {
            marks: vec![0; level],
            ..Self::new(variables)
        }
    }

    /// The number of the first change of level `level`, counted from 1; that of the next change if there is no such
    /// level.
    pub(crate) fn start_of_level(&self, level: usize) -> u32 {
        self.marks.get(level - 1).copied().unwrap_or(self.len())
    }

    /// The level in which a change was made.
    pub(crate) fn level_of(&self, entry: u32) -> usize {
        self.marks.partition_point(|&mark| mark <= entry)
    }

    /// The latest change of `var` plus one, or 0.
    pub(crate) fn latest(&self, var: Var) -> u32 {
        self.last[var.index()]
    }

    /// The latest change of `var` before change number `time` plus one, or 0.
    pub(crate) fn latest_before(&self, var: Var, time: u32) -> u32 {
        let mut at = self.latest(var);
        while at > time {
            at = self.entries[at as usize - 1].previous;
        }
        at
    }

    /// The domain words just before change number `entry`, `width` of them.
    pub(crate) fn old(&self, entry: u32, width: usize) -> &[u64] {
        let start = self.entries[entry as usize].old as usize;
        &self.olds[start..start + width]
    }

    /// The old word of the first change of a narrow variable at or after `time`, `None` if it has not changed since; and
    /// its latest change before then plus one, or 0.
    #[inline]
    pub(crate) fn word_at(&self, var: Var, time: u32) -> (Option<u64>, u32) {
        let mut found = None;
        let mut at = self.last[var.index()];
        while at > time {
            let entry = &self.entries[at as usize - 1];
            found = Some(entry.old);
            at = entry.previous;
        }
        (found.map(|old| self.olds[old as usize]), at)
    }

    /// The old words of the first change of `var` at or after `time`, `width` of them; `None` if it has not
    /// changed since.
    pub(crate) fn words_at(&self, var: Var, time: u32, width: usize) -> Option<&[u64]> {
        let mut found = None;
        let mut at = self.last[var.index()];
        while at > time {
            let entry = self.entries[at as usize - 1];
            found = Some(entry.old as usize);
            at = entry.previous;
        }
        found.map(|start| &self.olds[start..start + width])
    }
}
