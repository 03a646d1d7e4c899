//! When to stop early: one type for all long-running work.

use crate::clock::Instant;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Says when to stop early: long-running work, such as making a solver or searching, polls it. Never due by default.
///
/// ```
/// use std::sync::Arc;
/// use std::sync::atomic::{AtomicBool, Ordering};
/// use quadrille_engine::{Count, Interrupt, Limits, Model, Stop};
///
/// let flag = Arc::new(AtomicBool::new(false));
/// let interrupt = Interrupt::from(&flag);
/// let mut model = Model::new();
/// model.vars(3, 0..=1);
/// let mut solver = model.solver_until(&interrupt).expect("not yet");
/// // From here on, say by another thread.
/// flag.store(true, Ordering::Relaxed);
/// let limits = Limits { interrupt, ..Limits::default() };
/// assert_eq!(solver.search().limits(limits).count(), Count::AtLeast(0, Stop::Interrupted));
/// ```
#[derive(Clone, Default)]
pub struct Interrupt(Option<Arc<Cause>>);

enum Cause {
    Flag(Arc<AtomicBool>),
    Deadline(Instant),
    Asked(Box<dyn Fn() -> bool + Send + Sync>),
    Either(Interrupt, Interrupt),
}

impl Cause {
    fn is_due(&self) -> bool {
        match self {
            Cause::Flag(flag) => flag.load(Ordering::Relaxed),
            Cause::Deadline(deadline) => Instant::now() >= *deadline,
            Cause::Asked(is_due) => is_due(),
            Cause::Either(one, other) => one.is_due() || other.is_due(),
        }
    }
}

impl Interrupt {
    /// Due when `is_due` says so. It may be asked from several threads, and as often as once at each node of a search.
    pub fn when(is_due: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        Self::by(Cause::Asked(Box::new(is_due)))
    }

    /// Due from `deadline` on. A search polls it at every node, and so reads the clock each time; it reads it seldom if
    /// it is given the time in its [`Limits`](crate::Limits) instead.
    pub fn at(deadline: Instant) -> Self {
        Self::by(Cause::Deadline(deadline))
    }

    /// Due as soon as this one or the other is.
    #[must_use]
    pub fn or(self, other: impl Into<Interrupt>) -> Self {
        match (self, other.into()) {
            (only, Self(None)) | (Self(None), only) => only,
            (one, other) => Self::by(Cause::Either(one, other)),
        }
    }

    fn by(cause: Cause) -> Self {
        Self(Some(Arc::new(cause)))
    }

    /// Whether it is time to stop.
    #[inline]
    pub fn is_due(&self) -> bool {
        self.0.as_ref().is_some_and(|cause| cause.is_due())
    }
}

/// Due as soon as the flag is set.
impl From<&Arc<AtomicBool>> for Interrupt {
    fn from(flag: &Arc<AtomicBool>) -> Self {
        Self::by(Cause::Flag(Arc::clone(flag)))
    }
}

/// Due at a deadline, if there is one.
impl From<Option<Instant>> for Interrupt {
    fn from(deadline: Option<Instant>) -> Self {
        deadline.map_or_else(Self::default, Self::at)
    }
}

impl From<&Interrupt> for Interrupt {
    fn from(interrupt: &Interrupt) -> Self {
        interrupt.clone()
    }
}

impl fmt::Debug for Interrupt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Some(cause) => cause.fmt(f),
            None => f.write_str("Never"),
        }
    }
}

impl fmt::Debug for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cause::Flag(flag) => f.debug_tuple("Flag").field(flag).finish(),
            Cause::Deadline(deadline) => f.debug_tuple("Deadline").field(deadline).finish(),
            Cause::Asked(_) => f.write_str("Asked"),
            Cause::Either(one, other) => f.debug_tuple("Either").field(one).field(other).finish(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn due_as_soon_as_one_of_its_causes_is() {
        assert!(!Interrupt::default().is_due());
        let flag = Arc::new(AtomicBool::new(false));
        let later = Instant::now().checked_add(Duration::from_secs(3600));
        let interrupt = Interrupt::from(&flag)
            .or(later)
            .or(Interrupt::when(|| false));
        assert!(!interrupt.is_due());
        assert!(interrupt.clone().or(Interrupt::at(Instant::now())).is_due());
        assert!(interrupt.clone().or(Interrupt::when(|| true)).is_due());
        flag.store(true, Ordering::Relaxed);
        assert!(interrupt.is_due());
    }
}
