//! Whatever the data of a puzzle alone decides, kept for all its filled grids: for
//! `each pair a, b of neighbours where region of a = region of b`, these pairs. And what checking grids has found out.

use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock};

use fxhash::FxHashMap;
use smallvec::SmallVec;

use super::super::geometry::Atom;
use super::super::syntax::Rulebook;
use super::Ranges;
use super::memo::{Key, Memo};
use super::plan::Plans;

/// Members by the values of their variables.
pub(super) type Members = Arc<[SmallVec<[Atom; 2]>]>;

/// What the members of a phrase at the head of a rule depend on.
#[derive(Clone)]
pub(super) enum Dependence {
    /// On the data alone: these atoms.
    Atoms(Members),
    /// On the data alone, but they are not atoms.
    Data,
    /// On the filled grid.
    Grid,
}

/// By position of a layer: whether the layer covers it, and the numbers that it may have there, if these depend on the
/// data alone.
pub(super) type Possible = Arc<[(bool, Option<Ranges>)]>;

/// What is known of all filled grids of a puzzle.
#[derive(Default)]
pub(crate) struct Determined {
    phrases: RwLock<FxHashMap<Key, Dependence>>,
    /// By layer.
    possible: RwLock<FxHashMap<usize, Possible>>,
    /// One for each thread that checks, while it does not: of partly filled grids and of others, in which an instance
    /// reads its places in another order, since conditions of the data come first.
    memos: [Mutex<Vec<Memo>>; 2],
    plans: OnceLock<Plans>,
}

impl Determined {
    /// What is known of a phrase.
    pub(super) fn known(&self, key: Key) -> Option<Dependence> {
        let all = self.phrases.read().unwrap_or_else(PoisonError::into_inner);
        all.get(&key).cloned()
    }

    pub(super) fn keep(&self, key: Key, dependence: Dependence) {
        let mut all = self.phrases.write().unwrap_or_else(PoisonError::into_inner);
        all.insert(key, dependence);
    }

    /// What is possible on a layer, determined by `make` the first time.
    pub(super) fn possible(&self, layer: usize, make: impl FnOnce() -> Possible) -> Possible {
        let known = self.possible.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = known.get(&layer) {
            return Arc::clone(known);
        }
        drop(known);
        let made = make();
        let mut all = self
            .possible
            .write()
            .unwrap_or_else(PoisonError::into_inner);
        Arc::clone(all.entry(layer).or_insert(made))
    }

    /// What the words of the rulebook show.
    pub(super) fn plans(&self, book: &Rulebook) -> &Plans {
        self.plans.get_or_init(|| Plans::of(book))
    }

    /// The instances that are known to hold, for the check of one grid.
    pub(super) fn take_memo(&self, whole: bool) -> Memo {
        let mut memos = self.memos[usize::from(whole)]
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        memos.pop().unwrap_or_default()
    }

    /// Gives them back.
    pub(super) fn put_memo(&self, whole: bool, memo: Memo) {
        let mut memos = self.memos[usize::from(whole)]
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        memos.push(memo);
    }
}
