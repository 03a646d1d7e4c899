//! Words that English speakers try and the language does not have, each with its equivalent.

/// By word, in alphabetical order.
const OTHERWISE: &[(&str, &str)] = &[
    (
        "adjacent",
        "cells that share a side are `neighbours`; `contacts` share a side or a corner",
    ),
    (
        "all",
        "`each cell is …` is about each of them, `shaded cells are …` about all of them together",
    ),
    (
        "any",
        "`some cell …` if one will do, `each cell …` for all of them",
    ),
    (
        "appears",
        "write `exactly 1 cell c in r where digit of c = 3`, or `all different digit in r`",
    ),
    (
        "area",
        "connected cells with one value are `group g of shaded cells`",
    ),
    (
        "areas",
        "connected cells with one value are `group g of shaded cells`",
    ),
    (
        "around",
        "`contacts of c` share a side or a corner with it, `neighbours of c` a side",
    ),
    (
        "between",
        "of numbers, write `1 <= n and n <= 3`; of cells, `cells in r after a before b`",
    ),
    ("biggest", "write `greatest digit in r`"),
    ("bottom", "the side of a view is a direction: `down`"),
    (
        "consecutive",
        "`each step a, b in r` is about consecutive ones",
    ),
    (
        "contains",
        "`some shaded cell in r`; `exactly 2 shaded cells in r`; `all different digit in r`",
    ),
    (
        "cube",
        r#"clues are asked for by `satisfies`: `reading digit in r satisfies "cube"`"#,
    ),
    (
        "diagonally",
        "cells that share a side or a corner are `contacts`",
    ),
    ("different", "`all different digit in r`; `a != b`"),
    (
        "do",
        "say what there is none of: `no pair a, b of neighbours: a is shaded and b is shaded`",
    ),
    (
        "does",
        "say what there is none of: `no pair a, b of neighbours: a is shaded and b is shaded`",
    ),
    (
        "either",
        "write `a or b`; `not (a exactly when b)` is one of the two",
    ),
    ("else", "write `if a then b otherwise c`"),
    ("equals", "write `a = b`"),
    ("even", "write `n mod 2 = 0`"),
    ("every", "write `each row r: …`"),
    (
        "except",
        "write `cells in r besides c`; a ring leaves its own cell out",
    ),
    (
        "excluding",
        "write `cells in r besides c`; a ring leaves its own cell out",
    ),
    ("exists", "write `some shaded cell`"),
    ("false", "write `not` before what must not hold"),
    ("fewer", "`at most 1 shaded cell` is fewer than 2"),
    (
        "fibonacci",
        r#"clues are asked for by `satisfies`: `reading digit in r satisfies "fibonacci"`"#,
    ),
    ("five", "write numbers with digits: `5`"),
    ("for", "leave `for` out: `each row r: …`"),
    (
        "form",
        "write `drawn links are one loop`, `shaded cells are connected`",
    ),
    ("four", "write numbers with digits: `4`"),
    ("highest", "write `greatest digit in r`"),
    ("iff", "write `a exactly when b`"),
    ("implies", "write `if a then b`"),
    ("increase", "write `increasing digit in r`"),
    (
        "island",
        "connected cells with one value are `group g of shaded cells`",
    ),
    (
        "islands",
        "connected cells with one value are `group g of shaded cells`",
    ),
    (
        "it",
        "call the member by its name, as in `each cell c with clue: some neighbour of c …`; `it` is only known after `where`, and only if the member has no name",
    ),
    (
        "joined",
        "what is joined is a noun or in parentheses: `group g of (cells in r) joined by drawn links`",
    ),
    ("largest", "write `greatest digit in r`"),
    (
        "left",
        "`left neighbour of c` is beside c, `cells left of c` are all on that side",
    ),
    ("length", "`size of r` is the number of its cells"),
    (
        "less",
        "`at most 1 shaded cell` is less than 2; `n < 2` compares numbers",
    ),
    ("lowest", "write `least digit in r`"),
    ("max", "write `greatest digit in r`"),
    ("maximum", "write `greatest digit in r`"),
    ("min", "write `least digit in r`"),
    ("minimum", "write `least digit in r`"),
    (
        "more",
        "`at least 3 shaded cells` is more than 2, `at most 2` no more than 2",
    ),
    ("must", "leave `must` out: a rule states what holds"),
    ("neighbor", "write `neighbour`"),
    ("neighbors", "write `neighbours`"),
    ("neither", "write `not a and not b`"),
    ("none", "write `no shaded cell in r`"),
    ("number", "write `count shaded cells in r`"),
    ("odd", "write `n mod 2 = 1`"),
    ("once", "write `exactly 1 shaded cell in r`"),
    ("one", "write numbers with digits: `exactly 1 cell`"),
    (
        "only",
        "write `if … then …` for a condition, `exactly 1 …` for a number",
    ),
    ("orthogonally", "cells that share a side are `neighbours`"),
    ("outside", "write `c is not inside p`"),
    (
        "palindrome",
        r#"clues are asked for by `satisfies`: `reading digit in r satisfies "palindrome"`"#,
    ),
    (
        "prime",
        r#"clues are asked for by `satisfies`: `reading digit in r satisfies "prime"`"#,
    ),
    (
        "region",
        "connected cells with one value are `group g of shaded cells`; `data room on cells: regions` declares regions",
    ),
    (
        "regions",
        "connected cells with one value are `group g of shaded cells`; `data room on cells: regions` declares regions",
    ),
    (
        "right",
        "`right neighbour of c` is beside c, `cells right of c` are all on that side",
    ),
    ("same", "`all equal digit in r`; `a = b`"),
    ("smallest", "write `least digit in r`"),
    (
        "than",
        "`n > 2` and `n < 2` compare numbers; `at least 3 shaded cells` is more than 2, `at most 1` is fewer than 2",
    ),
    (
        "that",
        "say it with `where`, or before the noun: `shaded neighbours of c`",
    ),
    ("the", "leave `the` out: `shaded cells are connected`"),
    ("there", "write `some shaded cell`"),
    ("three", "write numbers with digits: `3`"),
    ("top", "the side of a view is a direction: `up`"),
    ("total", "write `sum digit in r`"),
    (
        "touch",
        "write `no pair a, b of neighbours: a is shaded and b is shaded`",
    ),
    (
        "true",
        "a rule that always holds says nothing: leave it out",
    ),
    ("twice", "write `exactly 2 shaded cells in r`"),
    (
        "two",
        "write numbers with digits: `2`; for two things at once, `no pair a, b of neighbours: …`",
    ),
    ("unique", "write `all different digit in r`"),
    ("unless", "write `if not a then b`"),
    ("xor", "write `not (a exactly when b)`"),
    ("zero", "write numbers with digits: `0`"),
];

/// How to say what this word was probably meant for.
pub(crate) fn otherwise(word: &str) -> Option<&'static str> {
    let found = OTHERWISE.binary_search_by_key(&word, |(known, _)| known);
    found.ok().map(|at| OTHERWISE[at].1)
}

/// How a value is defined and used, for a definition without `of`.
pub(crate) fn of_a_value(name: &str, argument: &str) -> String {
    format!(
        "a value is defined and used with `of`: `define {name} of {argument}: …`, `{name} of {argument}`"
    )
}

#[cfg(test)]
mod tests {
    use super::{OTHERWISE, otherwise};

    #[test]
    fn words_are_sorted_and_found() {
        assert!(OTHERWISE.is_sorted());
        assert_eq!(otherwise("implies"), Some("write `if a then b`"));
        assert_eq!(otherwise("each"), None);
    }
}
