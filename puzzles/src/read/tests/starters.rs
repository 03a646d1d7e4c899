//! The files that `quadrille new` writes.

use super::*;

#[test]
fn starters_are_read() {
    for kind in crate::kinds::all() {
        let text = source(kind.starter());
        let loaded = parse(&text).unwrap_or_else(|problems| {
            panic!("{}", problems.render(&text, ReportStyle::default()))
        });
        assert_eq!(loaded.kind.name(), kind.name());
        assert_eq!(loaded.puzzle.size(), (5, 5));
        assert_eq!(loaded.expected().solutions, Some(1));
    }
}
