//! Formulas in plain English, and how they are to be said.

/// As [`FORMULAS`](super::formulas::FORMULAS).
pub(super) const ENGLISH: &[(&str, &str, &str, &str)] = &[
    (
        "each row r: digits in r are distinct",
        END,
        "in",
        "`all different digit in r`",
    ),
    (
        "each row r: the digits in r are all different",
        END,
        "in",
        "`sum digit in r`",
    ),
    (
        "each row r: cells in r are distinct",
        "expected the name of a layer, or `over`",
        "",
        "write `all different digit in r`",
    ),
    (
        "each row r: values in r are distinct",
        "expected `from` and two numbers, as in `value k from 1 to 9`",
        "in",
        "those in a place: `all different digit in r`",
    ),
    (
        "each row r: each digit appears once in r",
        "`digit` is not a noun",
        "digit",
        "`each value k from 1 to 9`",
    ),
    (
        "each row r: max of digit in r = 3",
        END,
        "in",
        "write `greatest digit in r`",
    ),
    (
        "shaded cells do not touch",
        END,
        "not",
        "`no pair a, b of neighbours: a is shaded and b is shaded`",
    ),
    (
        "each cell c: digit of c in 1..2",
        END,
        "in",
        "`x is one of 1, 2`",
    ),
    (
        "each cell c: |digit of c - 2| <= 1",
        "expected a formula, a number or a place",
        "|",
        "`abs(n)`",
    ),
    (
        "each row r: the digits increase from left to right",
        END,
        "increase",
        "`sum digit in r`",
    ),
    (
        "each pair a, b of cells in the same row: digit of a != digit of b",
        "expected `:` and what holds for each, or `is`, or `has`",
        "row",
        "`each row r, pair a, b of cells in r: …`",
    ),
    (
        "each row r and column c: all different digit in r",
        "expected `:` and what holds for each, or `is`, or `has`",
        "and",
        "commas: `each row r, column c: …`",
    ),
    (
        "each 2 by 2 block b: some shaded cell in b",
        "expected a noun such as `cell`, `row`, `group` or the name of regions",
        "2",
        "`block b of 2 by 2`",
    ),
    (
        "each cell c in row 1 where digit of c > 1: c is shaded",
        "unknown name `c`",
        "c",
        "as in `each cell c in (row 1) where …`",
    ),
    (
        "each view v where side of v = top: some shaded cell in v",
        "unknown name `top`",
        "top",
        "a direction: `up`",
    ),
    (
        "the shaded cells form one group",
        END,
        "one",
        "`shaded cells are connected`",
    ),
];

const END: &str = "expected `and`, `or` or the end of the formula";
