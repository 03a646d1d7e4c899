//! Phrases at the head of a rule, whose members may depend only on the data.

use std::ptr;

use smallvec::SmallVec;

use super::super::geometry::Atom;
use super::super::syntax::Phrase;
use super::member::{Member, Values};
use super::settled::Members;
use super::state::Interpreter;
use super::value::{Read, Truth, Value};

impl<'d> Interpreter<'d> {
    /// The members of a phrase at the head of a rule.
    pub(super) fn leading(&mut self, phrase: &'d Phrase) -> Read<Vec<Member>> {
        let Some(settled) = self.settled.filter(|_| self.is_bare()) else {
            return self.members(phrase);
        };
        let key = (ptr::from_ref(phrase).addr(), self.board);
        match settled.known(key) {
            Some(Some(members)) => return Ok(members.iter().map(member).collect()),
            Some(None) => return self.members(phrase),
            None => {}
        }
        self.looked.set(false);
        let members = self.members(phrase)?;
        let found = (!self.looked.get()).then(|| atoms_of(&members)).flatten();
        settled.keep(key, found);
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
