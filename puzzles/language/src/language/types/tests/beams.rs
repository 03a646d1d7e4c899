//! Formulas about beams and the numbers of lists.

/// As [`FORMULAS`](super::formulas::FORMULAS).
pub(super) const BEAMS: &[(&str, &str, &str, &str)] = &[
    (
        "each view v: turns of v = 2",
        "`turns` by which mirrors?",
        "turns of v",
        "as in `turns of v by mirror`",
    ),
    (
        "each view v: turns of v by shade = 2",
        "`shade` has no mirrors",
        "shade",
        "no word of `shade` is written `/` or `\\`",
    ),
    (
        "each view v: turns of v by fence = 2",
        "`fence` has no mirrors",
        "fence",
        "`fence` is declared on links",
    ),
    (
        "each row r: turns of r by mirror = 2",
        "a beam enters at a view",
        "r",
        "found a row, expected a view",
    ),
    (
        "each view v: turns of v by miror = 2",
        "unknown layer `miror`",
        "miror",
        "did you mean `mirror`?",
    ),
    (
        "each view v: exit of v by mirror = 2",
        "two different sorts of things",
        "exit of v by mirror = 2",
        "",
    ),
    (
        "each row r: sum over values k in list digit in r: k = 3",
        "these are not the values of a list",
        "list digit in r",
        "found a list of values",
    ),
    (
        "each row r: sum over values k in r: k = 3",
        "these are not the values of a list",
        "r",
        "found a row",
    ),
];
