//! Reasons: the record of who changed what, and the facts that a propagator gives when asked why.

use crate::domain::{Dom, Domain};
use crate::literal::Literal;
use crate::var::{PropagatorId, Var};

/// One recorded change of a domain, numbered from the root; valid until the search backtracks past it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub struct ChangeId(pub(crate) u32);

/// What a propagator is asked to explain: a narrowing, or a failure.
#[derive(Clone, Copy, Debug)]
pub struct Change<'a> {
    /// The variable that was narrowed; for a failure, the variable that would have lost its last value, or
    /// `None` if the propagator failed without naming one.
    pub var: Option<Var>,
    /// The domain just before.
    pub before: Domain<'a>,
    /// The domain just after; empty for a failure.
    pub after: Domain<'a>,
    /// The tag that the propagator had set with [`Context::because`](crate::Context::because).
    pub tag: u32,
}

impl Change<'_> {
    /// The smallest value that was removed. O(words).
    pub fn first_removed(&self) -> Option<i32> {
        (0..self.before.words().len()).find_map(|i| self.removed_of(i).next())
    }

    /// The largest value that was removed. O(words).
    pub fn last_removed(&self) -> Option<i32> {
        let words = (0..self.before.words().len()).rev();
        words.into_iter().find_map(|i| self.removed_of(i).last())
    }

    /// The values that were removed of word `i`.
    fn removed_of(&self, i: usize) -> impl Iterator<Item = i32> + use<> {
        let first = i64::from(self.before.offset()) + 64 * i as i64;
        let gone = self.before.words()[i] & !self.after.window(first);
        Dom::from_bits(gone)
            .iter()
            .map(move |bit| (first + i64::from(bit)) as i32)
    }

    /// The values that were removed.
    pub fn removed(&self) -> impl Iterator<Item = i32> + '_ {
        self.before
            .iter()
            .filter(|&value| !self.after.contains(value))
    }
}

/// An explanation: the facts that held just before and from which the change follows by this propagator alone.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reason {
    /// Who made the change; `None` for a decision or an assumption, which has no facts.
    pub propagator: Option<PropagatorId>,
    /// The conjunction of facts.
    pub facts: Vec<Literal>,
}

/// The domains as they were just before a recorded change.
#[derive(Clone, Copy, Debug)]
pub struct Past<'a> {
    pub(crate) kernel: &'a crate::kernel::Kernel,
    pub(crate) time: u32,
    pub(crate) scope: &'a [Var],
}

impl<'a> Past<'a> {
    /// The variables that the propagator named when it was attached.
    pub fn scope(&self) -> &'a [Var] {
        self.scope
    }

    /// The domain of `var` then. O(later changes of `var`).
    pub fn domain(&self, var: Var) -> Domain<'a> {
        self.kernel.domain_at(var, self.time)
    }

    /// The domain of `var` as it was declared in the model.
    pub fn declared(&self, var: Var) -> Domain<'a> {
        self.kernel.declared(var)
    }

    /// The fewest literals that say all that was known of `var` beyond its declaration: `x = v` if it was fixed,
    /// else its bounds where they moved and `x ≠ v` for each hole.
    pub fn describe(&self, var: Var, facts: &mut Vec<Literal>) {
        let (now, declared) = (self.domain(var), self.declared(var));
        let (Some(min), Some(max)) = (now.min(), now.max()) else {
            return;
        };
        if now.len() == declared.len() {
            return;
        }
        if min == max {
            facts.push(Literal::is(var, min));
            return;
        }
        if declared.min() != Some(min) {
            facts.push(Literal::at_least(var, min));
        }
        if declared.max() != Some(max) {
            facts.push(Literal::at_most(var, max));
        }
        facts.extend(
            declared
                .iter()
                .filter(|v| (min..=max).contains(v) && !now.contains(*v))
                .map(|v| Literal::is_not(var, v)),
        );
    }

    /// Literals that say no more of `var` than that it had none of the values for which `is_kept` does not hold, which
    /// must be so: the bounds, where they rule such values out, and `x ≠ v` for the rest. O(values declared).
    pub fn describe_within(
        &self,
        var: Var,
        is_kept: impl Fn(i32) -> bool,
        facts: &mut Vec<Literal>,
    ) {
        let (mut first, mut last) = (None, None);
        let start = facts.len();
        let mut below = false;
        for value in self.declared(var).iter() {
            if is_kept(value) {
                if first.is_none() && below {
                    facts.push(Literal::at_least(var, value));
                }
                first = first.or(Some(value));
                last = Some((value, facts.len()));
            } else if first.is_none() {
                below = true;
            } else {
                facts.push(Literal::is_not(var, value));
            }
        }
        // What came after the last one kept is said at once.
        if let Some((value, len)) = last
            && len < facts.len()
        {
            facts.truncate(len.max(start));
            facts.push(Literal::at_most(var, value));
        }
    }

    /// All that was known of the whole scope: the reason that is always right and never sharp.
    pub fn describe_scope(&self, facts: &mut Vec<Literal>) {
        for &var in self.scope {
            self.describe(var, facts);
        }
        facts.sort_unstable();
        facts.dedup();
    }
}

/// The record kept in recording mode: a column beside the trail.
#[derive(Debug, Default)]
pub(crate) struct Recorder {
    pub(crate) entries: Vec<Entry>,
    /// Old domain words, an entry's run after another.
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

    /// Out of line, and the recorder behind a pointer, so that a domain change without recording pays for one
    /// comparison with null and nothing else.
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

    /// For a solver with this many levels pushed already, of which nothing is on record.
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

    /// The domain words just before change number `entry`, `width` of them.
    pub(crate) fn old(&self, entry: u32, width: usize) -> &[u64] {
        let start = self.entries[entry as usize].old as usize;
        &self.olds[start..start + width]
    }

    /// The old word of the first change of a narrow variable at or after `time`; `None` if it has not changed since.
    #[inline]
    pub(crate) fn word_at(&self, var: Var, time: u32) -> Option<u64> {
        let mut found = None;
        let mut at = self.last[var.index()];
        while at > time {
            let entry = &self.entries[at as usize - 1];
            found = Some(entry.old);
            at = entry.previous;
        }
        found.map(|old| self.olds[old as usize])
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
