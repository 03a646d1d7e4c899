//! The files that `quadrille new` writes.

use super::*;
use crate::symbol::Symbol;

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

#[test]
fn the_starter_box_folds_in_one_way_that_keeps_the_marks() {
    use crate::fold::{Shape, folds};
    use crate::shut_the_box::{Given, ShutTheBox};

    let text = source(crate::shut_the_box::KIND.starter());
    let givens = ShutTheBox::parse(&text).unwrap().givens;
    let numbers: Vec<_> = givens
        .cells()
        .filter_map(|cell| match givens[cell] {
            Given::Number { count, mark } => Some((cell, count, mark)),
            _ => None,
        })
        .collect();
    let expected = parse(&text).unwrap().expected;
    let kept = expected
        .solution
        .unwrap()
        .grid
        .map(|symbol| *symbol == Symbol::Hash);
    let folds = folds(&Shape::new(kept).unwrap());
    assert_eq!(folds.len(), 1);
    assert!(folds[0].keeps_marks(&numbers));
    let product: u64 = folds[0].face_sums(&numbers).iter().product();
    assert_eq!(Some(u128::from(product).into()), expected.answer);
}
