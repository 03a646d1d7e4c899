//! Vertices and edges that are there always, never, or when a literal holds.

use crate::event::Events;
use crate::kernel::Kernel;
use crate::literal::{Literal, Relation};
use crate::propagator::{Conflict, Context, Scope};
use crate::reason::Past;

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
    pub fn status(self, kernel: &Kernel) -> Option<bool> {
        match self {
            Presence::Always => Some(true),
            Presence::Never => Some(false),
            Presence::If(literal) => kernel.status_of(literal),
        }
    }

    /// The same, with a constant in place of the two literals that hold for every `i32` and have no negation.
    pub(super) fn simplified(self) -> Self {
        match self {
            Presence::If(Literal {
                relation: Relation::AtMost,
                value: i32::MAX,
                ..
            })
            | Presence::If(Literal {
                relation: Relation::AtLeast,
                value: i32::MIN,
                ..
            }) => Presence::Always,
            other => other,
        }
    }

    /// Puts it in or out.
    pub(super) fn decide(self, cx: &mut Context<'_>, there: bool) -> Result<bool, Conflict> {
        match self {
            Presence::If(literal) if there => cx.assert(literal),
            Presence::If(literal) => cx.assert(literal.negated()),
            Presence::Always if there => Ok(false),
            Presence::Never if !there => Ok(false),
            _ => Err(Conflict),
        }
    }

    /// The literal that says that it is in or out; none for a constant.
    pub(super) fn literal(self, there: bool) -> Option<Literal> {
        match self {
            Presence::If(literal) => Some(if there { literal } else { literal.negated() }),
            _ => None,
        }
    }

    /// What was known of it then.
    pub(super) fn status_then(self, past: &Past<'_>) -> Option<bool> {
        let literal = match self {
            Presence::Always => return Some(true),
            Presence::Never => return Some(false),
            Presence::If(literal) => literal,
        };
        let domain = past.domain(literal.var);
        let (min, max, value) = (domain.min()?, domain.max()?, literal.value);
        let is = || {
            if !domain.contains(value) {
                Some(false)
            } else {
                (min == max).then_some(true)
            }
        };
        match literal.relation {
            Relation::Is => is(),
            Relation::IsNot => is().map(|equal| !equal),
            Relation::AtMost if max <= value => Some(true),
            Relation::AtMost => (min > value).then_some(false),
            Relation::AtLeast if min >= value => Some(true),
            Relation::AtLeast => (max < value).then_some(false),
        }
    }

    /// The variable, and the events after which the status may be another.
    pub(super) fn events(self, scope: &Scope<'_>) -> Option<(crate::Var, Events)> {
        let Presence::If(literal) = self else {
            return None;
        };
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
