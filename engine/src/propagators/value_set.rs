//! A set of values under construction, in the shape of a variable's domain: scratch for supports.

use crate::constraint::Scope;
use crate::domain::Domain;
use crate::propagator::{Conflict, Context};
use crate::var::Var;

/// Scratch: rebuilt for a variable, filled with the values that have a support, and then kept.
#[derive(Clone, Debug, Default)]
pub(super) struct ValueSet {
    var: Option<Var>,
    offset: i64,
    /// As those of the domain, which are narrowed word by word.
    words: Vec<u64>,
}

impl ValueSet {
    /// Makes room for the domain of `var`, so that no later [`start`](Self::start) for it allocates.
    pub(super) fn reserve(&mut self, scope: &Scope<'_>, var: Var) {
        self.words.reserve(scope.domain(var).words().len());
    }

    /// Empties the set, for values of `var`.
    pub(super) fn start(&mut self, cx: &Context<'_>, var: Var) {
        let domain = cx.domain(var);
        self.var = Some(var);
        self.offset = i64::from(domain.offset());
        self.words.clear();
        self.words.resize(domain.words().len(), 0);
    }

    /// Adds `value` if it is within the variable's declared bounds.
    #[inline]
    pub(super) fn insert(&mut self, value: i32) {
        let bit = i64::from(value) - self.offset;
        if let Ok(bit) = usize::try_from(bit)
            && let Some(word) = self.words.get_mut(bit / 64)
        {
            *word |= 1 << (bit % 64);
        }
    }

    /// Adds each value of `domain` plus `shift`.
    pub(super) fn insert_shifted(&mut self, domain: Domain<'_>, shift: i64) {
        let mut from = self.offset - shift;
        for word in &mut self.words {
            *word |= domain.window(from);
            from += 64;
        }
    }

    /// Removes every other value from the variable.
    pub(super) fn keep(&self, cx: &mut Context<'_>) -> Result<bool, Conflict> {
        let var = self.var.expect("started for a variable");
        cx.keep_words(var, self.offset, &self.words)
    }
}
