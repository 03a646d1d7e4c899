//! Interrupting long work.

use std::fmt;
use std::sync::Arc;

/// Says when to stop early: long work, such as building a model, polls it now and then. Never due by default.
#[derive(Clone, Default)]
pub struct Interrupt(Option<Arc<dyn Fn() -> bool + Send + Sync>>);

impl Interrupt {
    /// Due when `is_due` says so. It may be asked from several threads, some hundred times in a second.
    pub fn when(is_due: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(is_due)))
    }

    /// Whether it is time to stop.
    pub fn is_due(&self) -> bool {
        self.0.as_ref().is_some_and(|is_due| is_due())
    }
}

impl fmt::Debug for Interrupt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let when = if self.0.is_some() {
            "when due"
        } else {
            "never"
        };
        f.debug_tuple("Interrupt").field(&when).finish()
    }
}
