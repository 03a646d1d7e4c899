//! Vertices and edges that are there always, never, or when a literal holds.

use crate::constraint::Scope;
use crate::event::Events;
use crate::literal::{Literal, Relation};
use crate::propagator::{Conflict, Context};
use crate::reason::Past;
use crate::store::Store;
use crate::var::Var;

/// Whether a vertex or an edge of a graph is there ("in") or not ("out").
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// In, whatever the variables.
    Always,
    /// Out, whatever the variables.
    Never,
    /// In when the literal holds, out when its negation does.
    If(Literal),
}

impl Presence {
    /// Whether it is in (`Some(true)`), out (`Some(false)`), or open. O(1).
    #[inline]
    pub fn status(self, store: &Store) -> Option<bool> {
        match self {
            Presence::Always => Some(true),
            Presence::Never => Some(false),
            Presence::If(literal) => store.status_of(literal),
        }
    }

    /// The same at the time of a change that is being explained.
    pub fn status_then(self, past: &Past<'_>) -> Option<bool> {
        Switch::new(self).status_then(past)
    }
}

/// A presence as a propagator keeps it: fast to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Switch {
    Constant(bool),
    /// With the values that make the literal true.
    Narrow(Literal, u64),
    Wide(Literal),
}

impl Switch {
    pub(super) fn new(there: Presence) -> Self {
        match there {
            Presence::Always => Switch::Constant(true),
            Presence::Never => Switch::Constant(false),
            // These two hold for every `i32` and have no negation.
            Presence::If(Literal {
                relation: Relation::AtMost,
                value: i32::MAX,
                ..
            })
            | Presence::If(Literal {
                relation: Relation::AtLeast,
                value: i32::MIN,
                ..
            }) => Switch::Constant(true),
            Presence::If(literal) if literal.var.is_wide() => Switch::Wide(literal),
            Presence::If(literal) => Switch::Narrow(literal, literal.narrow().bits()),
        }
    }

    /// The variable that decides, if one does.
    pub(super) fn var(self) -> Option<Var> {
        match self {
            Switch::Constant(_) => None,
            Switch::Narrow(literal, _) | Switch::Wide(literal) => Some(literal.var),
        }
    }

    /// Whether it is in, out or open.
    #[inline]
    pub(super) fn status(self, store: &Store) -> Option<bool> {
        match self {
            Switch::Constant(there) => Some(there),
            Switch::Narrow(literal, mask) => status_in(store.dom(literal.var).bits(), mask),
            Switch::Wide(literal) => store.status_of(literal),
        }
    }

    /// Puts it in or out.
    pub(super) fn decide(self, cx: &mut Context<'_>, there: bool) -> Result<bool, Conflict> {
        match self.literal(there) {
            Some(literal) => cx.assert(literal),
            None if self == Switch::Constant(there) => Ok(false),
            None => Err(Conflict),
        }
    }

    /// The literal that says that it is in or out; none for a constant.
    pub(super) fn literal(self, there: bool) -> Option<Literal> {
        match self {
            Switch::Constant(_) => None,
            Switch::Narrow(literal, _) | Switch::Wide(literal) if there => Some(literal),
            Switch::Narrow(literal, _) | Switch::Wide(literal) => Some(literal.negated()),
        }
    }

    /// What was known of it at that time.
    #[inline]
    pub(super) fn status_then(self, past: &Past<'_>) -> Option<bool> {
        self.dated_then(past).0
    }

    /// The same, with the latest change of its variable before then plus one, or 0; no date if it is constant.
    #[inline(always)]
    pub(super) fn dated_then(self, past: &Past<'_>) -> (Option<bool>, Option<u32>) {
        let (status, date) = match self {
            Switch::Constant(there) => return (Some(there), None),
            Switch::Narrow(literal, mask) => {
                let (bits, date) = past.kernel.bits_at(literal.var, past.time);
                (status_in(bits, mask), date)
            }
            Switch::Wide(literal) => (
                literal.status_in(past.domain(literal.var)),
                past.kernel.record().latest_before(literal.var, past.time),
            ),
        };
        (status, Some(date))
    }

    /// The variable, and the events that can change the status.
    pub(super) fn events(self, scope: &Scope<'_>) -> Option<(Var, Events)> {
        let literal = self.literal(true)?;
        let events = if scope.domain(literal.var).len() <= 2 {
            Events::FIXED
        } else {
            match literal.relation {
                Relation::Is | Relation::IsNot => Events::ANY,
                Relation::AtMost | Relation::AtLeast => Events::BOUNDS,
            }
        };
        Some((literal.var, events))
    }

    /// Subscribes to its changes; the tag, unless it is a constant.
    pub(super) fn track(self, scope: &mut Scope<'_>) -> Option<u32> {
        let (var, events) = self.events(scope)?;
        Some(scope.track(var, events))
    }
}

/// The status by the values left and those that make the literal true.
#[inline]
fn status_in(left: u64, mask: u64) -> Option<bool> {
    if left & mask == 0 {
        Some(false)
    } else {
        (left & !mask == 0).then_some(true)
    }
}
