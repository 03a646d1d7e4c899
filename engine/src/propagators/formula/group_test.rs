//! Tests of a group as a whole, which expressions about its members would say only at length.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use crate::propagators::group_rule::GroupRule;

/// A test of the set of vertices that a group has.
pub trait GroupTest: fmt::Debug + Send + Sync {
    /// How many vertices it looks at; those with this number and larger ones do not matter.
    fn vertices(&self) -> usize;

    /// Whether it holds for every (`Some(true)`) or no (`Some(false)`) set between `certain` and `possible` (by vertex;
    /// certain implies possible; a vertex beyond a list is in none). An answer must hold for all bounds between these,
    /// and there must be one for equal bounds.
    fn status(&self, certain: &[bool], possible: &[bool]) -> Option<bool>;

    /// What an answer costs, about, in the units of [`Context::spend`](crate::Context::spend).
    fn cost(&self) -> u64;
}

/// A test that is said of one group. Two are equal if they are about the same group and one is a clone of the other.
#[derive(Clone, Debug)]
pub struct OfGroup {
    group: u32,
    test: Arc<dyn GroupTest>,
}

impl OfGroup {
    /// This test of group number `group`.
    ///
    /// # Panics
    /// If the number does not fit in 32 bits.
    pub fn new(group: usize, test: Arc<dyn GroupTest>) -> Self {
        let group = u32::try_from(group).expect("groups have numbers of 32 bits");
        Self { group, test }
    }

    /// The number of the group.
    pub fn group(&self) -> usize {
        self.group as usize
    }

    /// The same test of another group with the same vertices.
    pub fn said_of(self, group: usize) -> Self {
        Self::new(group, self.test)
    }

    /// What an answer costs, about, in the units of [`Context::spend`](crate::Context::spend).
    pub fn cost(&self) -> u64 {
        self.test.cost()
    }

    /// Whether it holds for the group of which `is_member` tells the vertices, by number.
    pub fn holds(&self, is_member: &dyn Fn(usize) -> bool) -> bool {
        let members: Vec<bool> = (0..self.test.vertices()).map(is_member).collect();
        self.test.status(&members, &members) == Some(true)
    }

    pub(super) fn status(&self, certain: &[bool], possible: &[bool]) -> Option<bool> {
        self.test.status(certain, possible)
    }

    /// A number of its own for each test, whatever the group.
    pub(super) fn key(&self) -> i128 {
        Arc::as_ptr(&self.test).addr() as i128
    }
}

impl PartialEq for OfGroup {
    fn eq(&self, other: &Self) -> bool {
        self.group == other.group && self.key() == other.key()
    }
}

impl Eq for OfGroup {}

impl Hash for OfGroup {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.group, self.key()).hash(state);
    }
}

/// As a rule about groups; the number of the group does not matter.
impl GroupRule for OfGroup {
    fn cost(&self) -> u64 {
        self.test.cost()
    }

    fn status(&self, certain: &[bool], possible: &[bool]) -> Option<bool> {
        self.test.status(certain, possible)
    }
}
