//! Which passes are made, and how often each has done something. What there is to make is told in `puzzle/pass`.

use super::{Compiler, Made};
use crate::puzzle::Pass;

/// Which passes are made, and how often each has done something.
#[derive(Clone, Debug)]
pub(crate) struct Passes {
    without: [bool; Pass::ALL.len()],
    fired: [u32; Pass::ALL.len()],
}

impl Default for Passes {
    fn default() -> Self {
        Self::without(&[])
    }
}

impl Passes {
    /// All but these.
    pub(crate) fn without(passes: &[Pass]) -> Self {
        let mut left_out = [false; Pass::ALL.len()];
        passes
            .iter()
            .for_each(|pass| left_out[*pass as usize] = true);
        Self {
            without: left_out,
            fired: [0; Pass::ALL.len()],
        }
    }

    pub(super) fn uses(&self, pass: Pass) -> bool {
        !self.without[pass as usize]
    }

    pub(super) fn note(&mut self, pass: Pass) {
        self.fired[pass as usize] += 1;
    }

    /// How often a pass has done something.
    pub(crate) fn fired(&self, pass: Pass) -> u32 {
        self.fired[pass as usize]
    }
}

impl Compiler<'_> {
    /// Whether a pass is made.
    pub(super) fn uses(&self, pass: Pass) -> bool {
        self.passes.uses(pass)
    }

    /// Counts that a pass has done something.
    pub(super) fn fired(&mut self, pass: Pass) {
        self.passes.note(pass);
    }

    /// What a pass posts, if it is made: whether that is all of what it was to post, which is counted.
    pub(super) fn pass(
        &mut self,
        pass: Pass,
        post: impl FnOnce(&mut Self) -> Made<bool>,
    ) -> Made<bool> {
        let is_posted = self.uses(pass) && post(self)?;
        if is_posted {
            self.fired(pass);
        }
        Ok(is_posted)
    }

    /// The same for what a pass finds.
    pub(super) fn found<T>(
        &mut self,
        pass: Pass,
        find: impl FnOnce(&mut Self) -> Made<Option<T>>,
    ) -> Made<Option<T>> {
        let found = match self.uses(pass) {
            true => find(self)?,
            false => None,
        };
        if found.is_some() {
            self.fired(pass);
        }
        Ok(found)
    }
}
