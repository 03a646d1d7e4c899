//! Which text a place belongs to: rulebooks extend others, and an error names the file that contains it.
//!
//! Places are bytes. Those of the rulebook that was asked for count from its beginning, those of the one that it
//! extends from [`APART`], those of the one that this extends from twice that, and so on.

use std::sync::Arc;

use super::syntax::{Rulebook, Span};
use crate::document::{Problem, Problems, Source};

/// How far the places of a rulebook are from those of the one that it extends: more than any text is long.
const APART: usize = usize::MAX / 16;

/// Where the places of a rulebook begin, by the number of those that extend it.
pub(super) fn beginning(depth: usize) -> usize {
    depth * APART
}

/// The number of rulebooks that extend the one with this position.
pub(super) fn depth(span: &Span) -> usize {
    span.start / APART
}

impl Rulebook {
    /// Whether a position is in the rulebook itself, not in one that it extends.
    pub(crate) fn is_own(&self, span: &Span) -> bool {
        depth(span) == 0
    }

    /// The text that contains a position, and the position in it. `None` for the rulebook itself.
    fn origin(&self, span: &Span) -> Option<(Arc<Source>, Span)> {
        let depth = depth(span);
        let source = self.extended.get(depth.checked_sub(1)?)?;
        let start = beginning(depth);
        Some((
            Arc::clone(source),
            span.start - start..span.end.saturating_sub(start),
        ))
    }

    /// Tells a problem of the text where it is.
    pub(crate) fn settle(&self, mut problem: Problem) -> Problem {
        if problem.source.is_none()
            && let Some((source, span)) = problem.span.as_ref().and_then(|span| self.origin(span))
        {
            problem.source = Some(source);
            problem.span = Some(span);
        }
        problem
    }

    /// The same for several.
    pub(crate) fn settle_all(&self, problems: Problems) -> Problems {
        problems.map(|problem| self.settle(problem))
    }
}
