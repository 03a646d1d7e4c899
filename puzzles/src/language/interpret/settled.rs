//! Whatever the data of a puzzle alone decides, kept for all its filled grids: for
//! `each pair a, b of neighbours where region of a = region of b`, these pairs.

use std::sync::{Arc, PoisonError, RwLock};

use fxhash::FxHashMap;
use smallvec::SmallVec;

use super::super::geometry::Atom;

/// Members by the values of their variables.
pub(super) type Members = Arc<[SmallVec<[Atom; 2]>]>;

/// A phrase of the rulebook, by its address in memory, and the board that it is about.
pub(super) type Key = (usize, Option<u8>);

/// The atoms of phrases that do not depend on the filled grid. `None` for other phrases.
#[derive(Default)]
pub(crate) struct Settled(RwLock<FxHashMap<Key, Option<Members>>>);

impl Settled {
    /// What is known of a phrase.
    pub(super) fn known(&self, key: Key) -> Option<Option<Members>> {
        let all = self.0.read().unwrap_or_else(PoisonError::into_inner);
        all.get(&key).cloned()
    }

    pub(super) fn keep(&self, key: Key, members: Option<Members>) {
        let mut all = self.0.write().unwrap_or_else(PoisonError::into_inner);
        all.insert(key, members);
    }
}
