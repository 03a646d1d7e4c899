//! Rules that take too many steps, and those that cannot be compiled.

use super::super::budget::MOST_STEPS;
use super::*;

#[test]
fn rules_that_would_take_too_long_are_refused() {
    let book = "decide shade on cells: shaded or open
\"No two groups have the same size.\"
    all different over groups g of shaded cells: size of g
";
    let refused = compile(&data(book, 30, 30, &[]), &Selection::default());
    let problems = refused.err().expect("it is too large");
    assert_eq!(problems[0].message, "the rules are too large for this grid");
    // The formula that most steps went into is underlined, not the one that took the last of them.
    let heavy = "all different over groups g of shaded cells: size of g";
    let light = "    all different over groups g of open cells: size of g\n";
    let book = format!("decide shade on cells: shaded or open\n\"Both.\"\n    {heavy}\n{light}");
    let mut side = 10;
    // The largest grid for which the first formula alone is not refused.
    let alone = |side| {
        let alone = book.replace(light, "");
        compile(&data(&alone, side, side, &[]), &Selection::default()).is_ok()
    };
    while alone(side + 1) {
        side += 1;
    }
    if let Err(problems) = compile(&data(&book, side, side, &[]), &Selection::default()) {
        let span = problems[0].span.clone().expect("it has a place");
        assert_eq!(&book[span], heavy);
    } else {
        panic!("{side} by {side} is not too large");
    }
}

#[test]
fn rules_told_apart_do_without_those_that_take_too_long() {
    let light = "decide shade on cells: shaded or open
\"Each row has a shaded cell.\"
    each row r: some cell in r is shaded
";
    let heavy = "\"No two groups have the same size.\"
    all different over groups g of shaded cells: size of g
";
    let last = "\"Each column has one.\"
    each column c: exactly 1 cell in c is shaded
";
    let found = |parts: &[&str], most_steps| {
        let selection = Selection {
            apart: true,
            most_steps,
            ..Selection::default()
        };
        let mut found = solutions_with(&data(&parts.concat(), 3, 3, &[]), &selection);
        found.sort();
        found
    };
    let whole = |most_steps| found(&[light, heavy, last], most_steps);
    let without = found(&[light, last], MOST_STEPS);
    let mut all = solutions(&data(&[light, heavy, last].concat(), 3, 3, &[]));
    all.sort();
    assert!(all.len() < without.len());
    let by_limit: Vec<_> = (5..24).map(|power| whole(1 << power)).collect();
    assert!(by_limit.contains(&without));
    assert_eq!(by_limit.last(), Some(&all));
    // Nothing wrong follows, however much was left out.
    for found in by_limit {
        assert!(all.iter().all(|solution| found.contains(solution)));
    }
}

/// A row that is found in two steps has long tests, which a rectangle repeats for each two of its cells.
#[test]
fn a_rectangle_repeats_no_long_tests() {
    let text = "decide shade on cells: shaded or open\n\n\"Rule.\"\n    \
        (row of (first shaded cell in (row of last shaded cell))) is a rectangle\n";
    let compiled = compile(&data(text, 3, 4, &[]), &Selection::default()).expect("it fits");
    assert!(compiled.steps < MOST_STEPS / 10, "{}", compiled.steps);
}

/// What only the interpreter judges is asked for by a hidden value.
#[test]
fn what_cannot_be_asked_for_is_said_to_be_hidden() {
    let way = "distance from r1c1 to r1c3 through shaded cells";
    let shade = "decide shade on cells: shaded or open\n";
    let text = format!("{shade}greatest ({way})\n\"Some.\"\n    some cell is shaded\n");
    let refused = compile(&data(&text, 1, 3, &[]), &Selection::default()).map(drop);
    let help = refused.map_err(|problems| problems[0].help.clone());
    assert!(matches!(help, Err(Some(help)) if help.contains("hidden best: 0..100")));
    // There is a way in two of the eight grids: only its first cell may be open.
    let text = format!("{shade}hidden best: 0..9\n\"Way.\"\n    best = {way}\n");
    let found = solutions(&data(&text, 1, 3, &[]));
    assert_eq!(found.len(), 2);
}
