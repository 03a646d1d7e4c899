//! Phrases at the head of a rule, whose members may depend only on the data.

use std::ptr;

use smallvec::SmallVec;

use super::super::geometry::Atom;
use super::super::syntax::Phrase;
use super::determined::{Dependence, Members};
use super::member::{Member, Values};
use super::memo::Key;
use super::state::Interpreter;
use super::value::{Read, Truth, Value};

impl<'d> Interpreter<'d> {
    /// The members of a phrase at the head of a rule.
    pub(super) fn leading(&mut self, phrase: &'d Phrase) -> Read<Leading> {
        let Some(determined) = self.determined.filter(|_| self.is_bare() && !self.looks) else {
            return Ok(Leading::new(None, self.members(phrase)?));
        };
        let key = (ptr::from_ref(phrase).addr(), self.board);
        match determined.known(key) {
            Some(Dependence::Atoms(atoms)) => Ok(Leading {
                atoms: Some(atoms),
                ..Leading::new(Some(key), Vec::new())
            }),
            Some(Dependence::Data) => Ok(Leading::new(Some(key), self.members(phrase)?)),
            Some(Dependence::Grid) => Ok(Leading::new(None, self.members(phrase)?)),
            None => {
                let (members, reads) = self.looking(|this| this.members(phrase));
                let members = members?;
                let dependence = match reads.all() {
                    Some([]) => atoms_of(&members).map_or(Dependence::Data, Dependence::Atoms),
                    _ => Dependence::Grid,
                };
                determined.keep(key, dependence);
                Ok(Leading::new(None, members))
            }
        }
    }
}

/// The members of a phrase at the head of a rule, as an iterator: those determined are not copied.
pub(super) struct Leading {
    /// If they depend on the data alone.
    pub(super) key: Option<Key>,
    atoms: Option<Members>,
    next: usize,
    others: std::vec::IntoIter<Member>,
}

impl Leading {
    fn new(key: Option<Key>, others: Vec<Member>) -> Self {
        Self {
            key,
            atoms: None,
            next: 0,
            others: others.into_iter(),
        }
    }
}

impl Iterator for Leading {
    type Item = Member;

    fn next(&mut self) -> Option<Member> {
        let Some(atoms) = &self.atoms else {
            return self.others.next();
        };
        let next = atoms.get(self.next)?;
        self.next += 1;
        Some(member(next))
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
