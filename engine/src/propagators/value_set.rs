//! A set of values under construction, in the shape of a variable's domain: scratch for supports.

use crate::bits::Bits;
use crate::constraint::Scope;
use crate::domain::Domain;
use crate::propagator::{Conflict, Context};
use crate::var::Var;

/// Scratch: rebuilt for a variable, filled with the values that have a support, and then kept.
#[derive(Clone, Debug, Default)]
pub(super) struct ValueSet {
    var: Option<Var>,
    offset: i64,
    /// By value from the offset on, in as many words as the domain has.
    bits: Bits,
}

impl ValueSet {
    /// Makes room for the domain of `var`, so that no later [`start`](Self::start) for it allocates.
    pub(super) fn reserve(&mut self, scope: &Scope<'_>, var: Var) {
        self.bits.reserve(scope.domain(var).bits().len());
    }

    /// Empties the set, for values of `var`.
    pub(super) fn start(&mut self, cx: &Context<'_>, var: Var) {
        let domain = cx.domain(var);
        self.var = Some(var);
        self.offset = i64::from(domain.offset());
        self.bits.clear();
        self.bits.resize(domain.bits().len(), false);
    }

    /// Adds `value` if it is within the variable's declared bounds.
    #[inline]
    pub(super) fn insert(&mut self, value: i32) {
        if let Ok(bit) = usize::try_from(i64::from(value) - self.offset)
            && let Some(mut bit) = self.bits.get_mut(bit)
        {
            *bit = true;
        }
    }

    /// Adds each value of `domain` plus `shift`.
    pub(super) fn insert_shifted(&mut self, domain: Domain<'_>, shift: i64) {
        let mut from = self.offset - shift;
        for word in self.bits.as_raw_mut_slice() {
            *word |= domain.window(from);
            from += 64;
        }
    }

    /// Removes every other value from the variable.
    pub(super) fn keep(&self, cx: &mut Context<'_>) -> Result<bool, Conflict> {
        let var = self.var.expect("started for a variable");
        cx.keep_words(var, self.offset, self.bits.as_raw_slice())
    }
}
