//! Why a formula narrowed a variable, or failed.

use super::arena::Arena;
use crate::literal::Literal;
use crate::reason::{Change, Past};

pub(super) fn explain(
    _arena: &Arena,
    _change: &Change<'_>,
    past: &Past<'_>,
    facts: &mut Vec<Literal>,
) {
    past.describe_scope(facts);
}
