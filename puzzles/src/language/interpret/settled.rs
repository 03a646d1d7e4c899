//! Whatever the data of a puzzle alone decides, kept for all its filled grids: for
//! `each pair a, b of neighbours where region of a = region of b`, these pairs.

use std::ptr;
use std::sync::{Arc, PoisonError, RwLock};

use fxhash::FxHashMap;
use smallvec::SmallVec;

use super::super::geometry::Atom;
use super::super::syntax::Phrase;
use super::phrase::{Member, Values};
use super::state::Interpreter;
use super::value::{Read, Truth, Value};

/// Members by the values of their variables.
type Members = Arc<[SmallVec<[Atom; 2]>]>;

/// A phrase of the rulebook, by its address in memory, and the board that it is about.
type Key = (usize, Option<u8>);

/// The atoms of phrases that do not depend on the filled grid. `None` for other phrases.
#[derive(Default)]
pub(crate) struct Settled(RwLock<FxHashMap<Key, Option<Members>>>);

impl<'d> Interpreter<'d> {
    /// The members of a phrase at the head of a rule.
    pub(super) fn leading(&mut self, phrase: &'d Phrase) -> Read<Vec<Member>> {
        let Some(settled) = self.settled.filter(|_| self.is_bare()) else {
            return self.members(phrase);
        };
        let key = (ptr::from_ref(phrase).addr(), self.board);
        let all = settled.0.read().unwrap_or_else(PoisonError::into_inner);
        let known = all.get(&key).cloned();
        drop(all);
        match known {
            Some(Some(members)) => return Ok(members.iter().map(member).collect()),
            Some(None) => return self.members(phrase),
            None => {}
        }
        self.looked.set(false);
        let members = self.members(phrase)?;
        let found = (!self.looked.get()).then(|| atoms_of(&members)).flatten();
        let mut known = settled.0.write().unwrap_or_else(PoisonError::into_inner);
        known.insert(key, found);
        Ok(members)
    }
}

/// The atoms of members that are there for certain, if they are all atoms.
fn atoms_of(members: &[Member]) -> Option<Members> {
    let atoms = members.iter().map(|member| {
        let atom = |value: &Value| match value {
            Value::Atom(atom) if member.truth == Truth::True => Some(*atom),
            _ => None,
        };
        member.values.iter().map(atom).collect()
    });
    atoms.collect()
}

fn member(atoms: &SmallVec<[Atom; 2]>) -> Member {
    Member {
        values: atoms.iter().copied().map(Value::Atom).collect::<Values>(),
        truth: Truth::True,
    }
}
