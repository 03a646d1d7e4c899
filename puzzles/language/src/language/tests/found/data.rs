//! Data that is missing, not told or given.

use super::*;

#[test]
fn a_missing_place_says_nothing() {
    let text =
        format!("data room on cells: regions\n{SHADE}some shaded cell in room of (first cell)\n");
    assert_eq!(solutions(&text, 1, 2, &[]), 4);
}

#[test]
fn no_word_fits_missing_data() {
    let text = "data mood on cells: good or bad\ndecide k: 1..3\n\"Rule.\"\n    each group g of not bad cells: 1 = 2\n";
    // The cell is not bad, and a group by itself.
    assert_eq!(solutions(text, 1, 1, &[]), 0);
}

#[test]
fn both_branches_hold_without_their_condition() {
    assert_eq!(of_k("if limit = 1 then k = 2 otherwise k = 2", 1, 1), 1);
}

#[test]
fn one_branch_may_be_missing() {
    assert_eq!(of_k("(if k = 1 then 1 otherwise limit) < 1", 1, 1), 2);
}

#[test]
fn what_is_not_told_is_not_replaced() {
    let text = format!("{K}(limit else 2) = k\n");
    assert_eq!(solutions(&text, 1, 1, &[("limit", &[Datum::Untold])]), 3);
    assert_eq!(solutions(&text, 1, 1, &[]), 1);
}

#[test]
fn a_given_beyond_the_range_is_no_word() {
    let text = "decide digit on cells: blank or 0, given\n\"Rule.\"\n    1 = 1\n";
    assert_eq!(solutions(text, 1, 1, &[("digit", &[Datum::Number(1)])]), 0);
}

#[test]
fn numbers_that_are_not_told_have_no_sum() {
    let text = format!("{K}k = (sum over cell c: limit)\n");
    assert_eq!(solutions(&text, 1, 1, &[("limit", &[Datum::Untold])]), 3);
}

#[test]
fn a_number_may_be_compared_with_the_word_for_none() {
    let text =
        "decide digit on cells: 1..2 or blank\n\"Rule.\"\n    each cell c: (digit of c) != blank\n";
    assert_eq!(solutions(text, 1, 2, &[]), 4);
}

#[test]
fn equal_branches_need_no_condition() {
    assert_eq!(of_k("k = (if limit = 1 then 2 otherwise 2)", 1, 1), 1);
}

/// What differs between the branches depends on the solution, and so does whether the value is missing.
#[test]
fn branches_that_may_be_equal_need_no_condition() {
    let text = |rule: &str| format!("data clue on cells: number\n{SHADE}{rule}\n");
    for (columns, rule, expected) in [
        (
            3,
            "some cell c: (if clue of c = 1 then x of (first shaded cell in row 1) otherwise x of (last shaded cell in row 1)) = 2",
            // Only the middle one.
            1,
        ),
        (
            3,
            "(sum over shaded cells c: (if clue of c = 1 then count shaded cells otherwise 1)) = 1",
            // One of the three.
            3,
        ),
        (
            2,
            "(if clue of (first cell) = 1 then count shaded cells otherwise count open cells) = 2",
            // Of one each it is 1; of both or none nothing is said.
            2,
        ),
    ] {
        assert_eq!(solutions(&text(rule), 1, columns, &[]), expected, "{rule}");
    }
}

/// What is not known yet may turn out equal. The first part leaves the formula to the interpreter.
#[test]
fn branches_that_are_not_known_may_be_equal() {
    let text = |rule: &str| {
        format!("data clue: number\n{SHADE}column of (first shaded cell) = (column 3) or {rule}\n")
    };
    for (rule, expected) in [
        ("(if clue = 1 then 1 otherwise count shaded cells) = 1", 8),
        ("(if clue = 1 then 1 otherwise count shaded cells) = 2", 6),
        (
            "not (if clue = 1 then some shaded cell otherwise some open cell)",
            3,
        ),
    ] {
        assert_eq!(solutions(&text(rule), 1, 3, &[]), expected, "{rule}");
    }
}

/// A formula about a beam that is not told says nothing, but those after it do.
#[test]
fn what_is_missing_in_one_rule_is_not_in_the_next() {
    let text = "data glass on cells: lean \"/\" or drop \"\\\"\ndecide digit on cells: 1..2\n\
        \"One.\"\n    (reading digit in (crossings of (last view) by glass)) mod 7 = 7\n\
        \"Two.\"\n    each cell c: digit of c = 2\n\
        \"Three.\"\n    each value k from 1 to 2: 2 divides reading digit in beam of (last view) by glass\n";
    let glass = [Datum::Missing, Datum::Missing, Datum::Untold];
    assert_eq!(solutions(text, 3, 1, &[("glass", &glass)]), 1);
}

/// Whether a value is told is not known before it is known of what.
#[test]
fn what_is_not_known_may_be_told_or_not() {
    let text = |rule: &str| {
        format!(
            "data arrow on cells: direction\n{SHADE}column of (first shaded cell) = (column 2) or {rule}\n"
        )
    };
    // Of none shaded an empty value is told, and of some it is missing: only the former breaks the rule.
    let rule = "(1 = 2 exactly when arrow of (last shaded cell) is told)";
    assert_eq!(solutions(&text(rule), 1, 2, &[]), 3);
}

/// Two numbers that do not exist are not the same.
#[test]
fn equal_branches_that_are_empty_need_a_condition() {
    let text = |rule: &str| {
        format!("data clue: number\ndecide digit on cells: 1 or blank\n\"Rule.\"\n    {rule}\n")
    };
    let both = "(if clue = 1 then digit of (first cell) otherwise digit of (first cell))";
    assert_eq!(solutions(&text(&format!("{both} = 2")), 1, 1, &[]), 1);
    assert_eq!(solutions(&text(&format!("not {both} = 1")), 1, 1, &[]), 1);
}

/// A sum skips what is missing, and is missing with what is not told.
#[test]
fn what_is_missing_is_not_told_either() {
    let text = |rule: &str| {
        format!(
            "data clue on cells: number\ndata other on cells: number\ndecide shade on cells: shaded or open\n\
            define worth of p: clue of p\ndefine both of p: clue of p + other of p\n\
            define middle of p: if p is shaded then clue of (first shaded cell) otherwise other of (first cell)\n\
            \"Rule.\"\n    {rule}\n"
        )
    };
    let of = |rule: &str, clue: &[Datum], other: &[Datum]| {
        solutions(&text(rule), 1, 2, &[("clue", clue), ("other", other)])
    };
    let (missing, untold, one) = (Datum::Missing, Datum::Untold, Datum::Number(1));
    let clues = [missing.clone(), one.clone()];
    let others = [untold.clone(), one.clone()];
    for rule in [
        "(sum over cells c: clue of c + other of c) = 2",
        "(sum both in cells) = 2",
        "(sum over cells c: if clue of c = 1 then 2 otherwise other of c) = 2",
        "(sum worth in cells) = 1",
        "not (sum over cells c: clue of c + other of c) = 3",
        "not (increasing over cells c: if clue of c = 1 then 3 otherwise other of c) or 1 = 1",
    ] {
        assert_eq!(of(rule, &clues, &others), 4, "{rule}");
    }
    // The value is missing for one shaded cell, or for two: none is left.
    assert_eq!(
        of(
            "(sum middle in cells) = 5",
            &clues,
            &[one.clone(), missing.clone()]
        ),
        0
    );
    assert_eq!(of("(sum middle in shaded cells) = 0", &clues, &others), 3);
    assert_eq!(of("(sum worth in cells) = 3", &[untold, one], &others), 4);
}

#[test]
fn one_cell_that_may_not_exist_is_told() {
    let text = format!(
        "data clue on cells: number\n{SHADE}clue of (last shaded cell in (left neighbour of r1c2)) is not told\n"
    );
    // Without a cell there is an empty value.
    assert_eq!(
        solutions(&text, 1, 2, &[("clue", &[Datum::Number(1), Datum::Untold])]),
        0
    );
    assert_eq!(
        solutions(&text, 1, 2, &[("clue", &[Datum::Untold, Datum::Untold])]),
        2
    );
    assert_eq!(solutions(&text, 1, 2, &[]), 2);
}

/// A name or the other side of `else` matters where it is used.
#[test]
fn what_is_not_used_may_be_missing() {
    let text = |rule: &str| {
        format!(
            "data clue on cells: number\ndecide shade on cells: shaded or open\n\"Rule.\"\n    {rule}\n"
        )
    };
    let clues = [Datum::Missing, Datum::Number(2)];
    for (rule, expected) in [
        ("let n be clue of (first shaded cell): 1 = 2", 0),
        (
            "let n be clue of (first shaded cell): n = 2 or some open cell",
            4,
        ),
        (
            "some cell c: let n be clue of (first shaded cell): n = 2",
            1,
        ),
        (
            "(sum over cells c: let n be clue of (first shaded cell): 1) = 2",
            4,
        ),
        // Missing for the first cell, 2 for the second, else empty.
        (
            "(count shaded cells else clue of (first shaded cell)) = 5",
            0,
        ),
        (
            "((clue of (first shaded cell)) else (least over shaded cells c where 1 = 2: 1)) = 2",
            1,
        ),
        (
            "((clue of (first shaded cell)) else (least over shaded cells c where 1 = 2: 1)) != 2",
            3,
        ),
    ] {
        assert_eq!(
            solutions(&text(rule), 1, 2, &[("clue", &clues)]),
            expected,
            "{rule}"
        );
    }
}

/// Sums of 262,145 and more were left out of the range of a variable, and solutions were lost; those beyond that of any
/// variable are left to the interpreter.
#[test]
fn large_sums_of_regions_and_groups() {
    for large in [262_144, 262_145, 300_000, 2_000_000, -2_000_000] {
        let clues = [large, 1, 5].map(Datum::Number);
        let text = |rule: &str| {
            format!(
                "data clue on cells: number\ndecide area on cells: regions\n\"Rule.\"\n    {rule}\n"
            )
        };
        let of = |rule: &str| solutions(&text(rule), 1, 3, &[("clue", &clues)]);
        assert_eq!(of("no area a: sum clue in a = 7"), 4, "{large}");
        assert_eq!(of("some area a: sum clue in a = 7"), 0, "{large}");
        assert_eq!(
            of(&format!(
                "(sum clue in area of (first cell)) = {}",
                large + 1
            )),
            1,
            "{large}"
        );
    }
}

#[test]
fn a_sum_with_a_number_that_is_not_told_is_missing() {
    let numbers = [Datum::Untold, Datum::Number(2)];
    let text = format!("data number on cells: number\n{SHADE}(sum number in (shaded cells)) > 1\n");
    assert_eq!(solutions(&text, 1, 2, &[("number", &numbers)]), 3);
    let numbers = [Datum::Untold, Datum::Missing];
    let text = "data number on cells: number\ndecide area: regions\n\"Rule.\"\n    \
        each area b: size of b = sum number in b\n";
    assert_eq!(solutions(text, 1, 2, &[("number", &numbers)]), 1);
}

#[test]
fn values_that_are_not_told_may_be_anything() {
    let numbers = [Datum::Untold, Datum::Missing];
    let text = "data number on cells: number\ndecide k: 1..3\n\"Rule.\"\n    \
        if (all equal number in cells) then 1 = 2 otherwise 1 = 1\n";
    assert_eq!(solutions(text, 1, 2, &[("number", &numbers)]), 3);
}

#[test]
fn a_replacement_may_be_missing() {
    let text = "data limit: number\ndecide digit on cells: 1..2 or blank\n\"Rule.\"\n    \
        each cell c: ((digit of c) else limit) = 1\n";
    // 1, or blank: then nothing is said.
    assert_eq!(solutions(text, 1, 1, &[]), 2);
}

#[test]
fn a_missing_number_of_members_says_nothing() {
    let text = format!(
        "data number on cells: number\n{SHADE}each value k from 1 to (sum number in (shaded cells)): 1 = 2\n"
    );
    // Neither, or the cell that is not told.
    let numbers = [Datum::Untold, Datum::Number(2)];
    assert_eq!(solutions(&text, 1, 2, &[("number", &numbers)]), 3);
}

#[test]
fn a_gap_in_a_branch_that_is_not_taken_says_nothing() {
    let text = format!(
        "data number on cells: number\n{SHADE}(if ((first cell) is open) then (sum number in (shaded cells)) otherwise 1) > 1\n"
    );
    // Where the first cell is shaded, 1 > 1 is false; else the sum is 0, or missing.
    let numbers = [Datum::Missing, Datum::Untold];
    assert_eq!(solutions(&text, 1, 2, &[("number", &numbers)]), 1);
}

#[test]
fn whether_data_is_told_can_be_asked() {
    let text = format!(
        "data number on cells: number\n{SHADE}each cell c where number of c is told: c is shaded\n"
    );
    // The second is not told, and of the third nothing is said: it is passed over.
    let numbers = [Datum::Number(2), Datum::Untold, Datum::Missing];
    assert_eq!(solutions(&text, 1, 3, &[("number", &numbers)]), 4);
    let text = format!(
        "data number on cells: number\n{SHADE}each cell c: number of c is told exactly when c is shaded\n"
    );
    assert_eq!(solutions(&text, 1, 3, &[("number", &numbers)]), 2);
}

#[test]
fn what_is_not_told_is_not_replaced_in_a_measure() {
    let text = format!(
        "data number on cells: number\n{SHADE}sum over shaded cells c: (number of c else 1) = 1\n"
    );
    // With the first, the sum is not told; the second alone counts 1.
    let numbers = [Datum::Untold, Datum::Missing];
    assert_eq!(solutions(&text, 1, 2, &[("number", &numbers)]), 3);
}

#[test]
fn nothing_of_a_number_is_nothing() {
    let text = "decide digit on cells: 1..3\n\"Rule.\"\n    (0 * (last digit in cells)) = 0\n";
    assert_eq!(solutions(text, 1, 1, &[]), 3);
}

#[test]
fn nothing_is_not_passed_over_for_what_follows() {
    let text = "decide digit on cells: 1..2 or blank\ndecide shade on cells: shaded or open\n\
        \"Rule.\"\n    ((if ((first cell) is open) then (nearest equal digit of (first cell)) \
        otherwise 1) <= 1)\n";
    assert_eq!(solutions(text, 1, 1, &[]), 3);
}

#[test]
fn of_an_unknown_number_in_a_list_nothing_is_said() {
    let counted = |rule: &str, list: &[Option<i64>]| {
        let text = format!(
            "data parts: list of number\ndecide digit on cells: 1..3\n\"Rule.\"\n    {rule}\n"
        );
        solutions(&text, 1, 2, &[("parts", &[Datum::List(list.to_vec())])])
    };
    // Of nine pairs, five contain a 3.
    let each = "each value k in parts: some cell c: digit of c = k";
    assert_eq!(counted(each, &[Some(3)]), 5);
    assert_eq!(counted(each, &[None, Some(3)]), 5);
    assert_eq!(counted(each, &[None]), 9);
    assert_eq!(counted(each, &[Some(1), None, Some(3)]), 2);
    let told = "each value k in parts where k is told: some cell c: digit of c = k";
    assert_eq!(counted(told, &[None, Some(3)]), 5);
    // One told number that some cell has; an unknown one is none of those that no cell has.
    let count = "(count values k in parts where no cell c: digit of c = k) = 0";
    assert_eq!(counted(count, &[None, Some(3)]), 5);
    let none = "no value k in parts where no cell c: digit of c = k";
    assert_eq!(counted(none, &[None, Some(3)]), 5);
    // Asked for, it is there.
    assert_eq!(counted("exactly 2 values k in parts", &[None, Some(3)]), 9);
    assert_eq!(
        counted(
            "exactly 1 value k in parts: k is not told",
            &[None, Some(3)]
        ),
        9
    );
    assert_eq!(
        counted(
            "some value k in parts where k is not told",
            &[Some(1), Some(3)]
        ),
        0
    );
    // A sum over an unknown number says nothing; over those that are told, 3 is less than the sum of six pairs.
    let sum = "sum over value k in parts: k";
    assert_eq!(
        counted(&format!("{sum} < sum digit in cells"), &[None, Some(3)]),
        9
    );
    let known = "sum over value k in parts where k is told: k";
    assert_eq!(
        counted(&format!("({known}) < sum digit in cells"), &[None, Some(3)]),
        6
    );
}

#[test]
fn a_place_that_is_missing_for_each_cell_says_nothing() {
    let text = |rule: &str| {
        format!(
            "data room on cells: regions\ndata size_ on cells: list of number\n\
             decide shade on cells: shaded or open\n\"Rule.\"\n    {rule}\n"
        )
    };
    let place = "(room of (if (first cell) is open then (first cell) otherwise (last cell)))";
    let rooms = |first, last| [first, Datum::Region(0), Datum::Region(0), last];
    let sizes = [2, 2, 2, 2].map(|size| Datum::List(vec![Some(size)]));
    for (rule, neither, last) in [
        // Where the first cell is open nothing is said, or the last three cells are meant.
        (
            format!("shade in {place} reads \"shaded shaded open\""),
            16,
            8 + 1,
        ),
        (format!("(cells in {place}) are connected"), 16, 16),
        (
            format!("(bag over runs n of shaded cells in {place}: size of n) = size_ of r1c1"),
            16,
            8 + 2,
        ),
    ] {
        for (end, wanted) in [(Datum::Missing, neither), (Datum::Region(0), last)] {
            let given: &[(&str, &[Datum])] =
                &[("room", &rooms(Datum::Missing, end)), ("size_", &sizes)];
            let found = solutions(&text(&rule), 1, 4, given);
            assert_eq!(found, wanted, "{rule}");
        }
    }
}

#[test]
fn what_is_measured_of_the_untold_is_not_told() {
    let text = "data knot on corners: number\ndecide k: 1..2\n\"Rule.\"\n    \
        (least over pair v, w of neighbours: (gcd over corner p: knot of p)) >= 1\n";
    let knots = [2, 0, 0, 0, 0, 0].map(|knot| match knot {
        0 => Datum::Missing,
        _ => Datum::Untold,
    });
    assert_eq!(solutions(text, 1, 2, &[("knot", &knots)]), 2);
}

#[test]
fn what_lies_in_no_known_direction_has_nothing_to_say() {
    let text = "data number on cells: number\ndata way on cells: direction\ndecide k: 1..2\n\
        \"Rule.\"\n    (first cell towards (way of first cell) from (first cell)) has number\n";
    assert_eq!(solutions(text, 2, 1, &[]), 2);
}

#[test]
fn what_is_given_is_told_by_the_data() {
    let text = "decide digit on cells: 1..2, given\n\"Rule.\"\n    each cell c: digit of c = 2 exactly when c is given\n    exactly 1 given cell\n";
    let given = [Datum::Number(2), Datum::Missing];
    assert_eq!(solutions(text, 1, 2, &[("digit", &given)]), 1);
    assert_eq!(solutions(text, 1, 2, &[]), 0);
}

#[test]
fn whether_a_number_is_told_may_depend_on_the_solution() {
    // None is shaded, or the second cell alone, of whose number nothing is said.
    let numbers = [Datum::Untold, Datum::Missing];
    let text =
        format!("data number on cells: number\n{SHADE}number of first shaded cell is told\n");
    assert_eq!(solutions(&text, 1, 2, &[("number", &numbers)]), 2);
}

#[test]
fn a_sum_may_be_of_what_is_missing_or_not_told() {
    // With the first cell shaded, of whose number nothing is said, anything goes; otherwise the sum is 0.
    let numbers = [Datum::Untold, Datum::Missing];
    let text = format!(
        "data number on cells: number\n{SHADE}(sum over rows r: number of first shaded cell) = 1\n"
    );
    assert_eq!(solutions(&text, 1, 2, &[("number", &numbers)]), 2);
}

#[test]
fn a_list_of_sums_with_an_unknown_number_is_unknown() {
    // The first number is unknown, so that nothing is required where the first cell is open and another shaded: . #.
    // Where none is shaded both lists are empty; # . has 1 and 1; # # has 1 1 and 0 0.
    let text = "data wt on cells: number\ndecide shade on cells: shaded or open\n\"r\"\n    \
                (list over shaded cells c: 1) = list over shaded cells c: (sum over open cells d: wt of d)\n";
    let given = [Datum::Untold, Datum::Number(1)];
    assert_eq!(solutions(text, 1, 2, &[("wt", &given)]), 3);
}

#[test]
fn an_unknown_value_of_a_row_is_unknown_for_its_cells() {
    // The second row has an unknown value, so that nothing is required of any sum with one of its cells.
    let text = "data total on rows: number\ndecide shade on cells: shaded or open\n\"r\"\n    \
                sum total in shaded cells = 1\n";
    let total = [Datum::Number(1), Datum::Untold];
    // The second cell is shaded in two grids; of the others one has the sum 1.
    assert_eq!(solutions(text, 2, 1, &[("total", &total)]), 3);
}

/// They are read again once everything is declared.
#[test]
fn definitions_may_stand_above_what_they_use() {
    let text = "define tight c: count drawn links of c = 2\ndecide route on links: drawn or free\n\"Rule.\"\n    \
                each cell is tight\n";
    assert_eq!(solutions(text, 2, 2, &[]), 1);
}

/// Such definitions are resolved once, for compiler and checker alike. Of four cells one has nothing, two have one mark
/// each and one has both.
#[test]
fn definitions_about_data_alone_mean_what_they_say() {
    let (none, mark) = (Datum::Missing, Datum::Mark);
    let a = [&none, &mark, &none, &mark].map(Clone::clone);
    let b = [&none, &none, &mark, &mark].map(Clone::clone);
    let word = Datum::Word(0);
    let number = [word, Datum::Number(3), Datum::Missing, Datum::Untold];
    let given: [(&str, &[Datum]); 3] = [("a", &a), ("b", &b), ("n", &number)];
    for (test, open) in [
        ("c has a or c has b", 1),
        ("c has a and c has b", 3),
        ("c has a and not c has b", 3),
        ("not (c has a or c has b)", 3),
        ("not c has a", 2),
        // A word among numbers is none; what is not told is there.
        ("c has n", 2),
        ("c has n or c has b", 1),
    ] {
        let text = format!(
            "data a on cells: mark\ndata b on cells: mark\ndata n on cells: blank or 1..9\n\
             define meant c: {test}\ndecide shade on cells: shaded or open\n\"Rule.\"\n    \
             each meant cell is shaded\n"
        );
        assert_eq!(solutions(&text, 2, 2, &given), 1 << open, "{test}");
    }
}

#[test]
fn a_list_may_be_missing_for_some_of_what_is_counted() {
    // There is nothing to say of any row, whichever cell is meant, so that `each` holds.
    for cell in [
        "first cell",
        "(if first cell is shaded then first cell otherwise last cell)",
    ] {
        let text = format!(
            "data sizes on cells: list of number\n{SHADE}not (each line l, value k in (sizes of {cell}): k = 1)\n"
        );
        assert_eq!(solutions(&text, 1, 2, &[]), 0, "{cell}");
    }
}

#[test]
fn the_nearest_of_nothing_in_what_is_missing_is_missing() {
    // Nothing can be said: which of the cells is meant is unknown, and so is where the beam goes.
    let glass = [Datum::Untold, Datum::Untold];
    for cell in ["(cell o where 1 = 1)", "(first cell left of first cell)"] {
        let rule =
            format!("nearest equal shade of {cell} in (beam of (first right view) by glass) >= 1");
        let text = format!("data glass on cells: lean \"/\" or drop \"\\\"\n{SHADE}{rule}\n");
        assert_eq!(solutions(&text, 1, 2, &[("glass", &glass)]), 4, "{cell}");
    }
}

#[test]
fn what_is_compared_with_missing_data_says_nothing_of_the_only_one() {
    let clues = |clues: [i64; 3]| {
        clues.map(|clue| match clue {
            0 => Datum::Missing,
            clue => Datum::Number(clue),
        })
    };
    // The cell in the middle repeats the first clue, whatever the others are.
    let text = "data clue on cells: 1..3\ndecide digit on cells: 1..3\n\"Rule.\"\n    \
        each cell c CONDITION: digit of (cell in row of c where x of it = x of c + clue of c) = clue of c\n";
    for condition in ["with clue", "where clue of c > 0", ""] {
        let text = text.replace("CONDITION", condition);
        let given = clues([1, 0, 0]);
        assert_eq!(
            solutions(&text, 1, 3, &[("clue", &given)]),
            9,
            "{condition}"
        );
    }
    // If the first cell is shaded, so is its neighbour, and nothing is asked of others.
    let text = "data clue on cells: 1..3\ndecide shade on cells: shaded or open\n\"Rule.\"\n    \
        each shaded cell c with clue: clue of (shaded neighbour of c) = clue of c\n";
    assert_eq!(solutions(text, 1, 3, &[("clue", &clues([1, 0, 0]))]), 6);
    // Of two rows one has a goal, and its second cell the number 2.
    let text = "data goal on rows: number\ndecide digit on cells: 1..2\n\"Rule.\"\n    \
        each row r with goal: digit of (cell in r where x of it = goal of r) = goal of r\n";
    let goal = [Datum::Number(2), Datum::Missing];
    assert_eq!(solutions(text, 2, 2, &[("goal", &goal)]), 8);
}

/// The numbers are those of a program that reads the guide, and of the checker: a value that is missing leaves out what is
/// said with it, even where the other value is empty.
#[test]
fn either_of_two_single_things_may_have_no_value() {
    let [none, untold] = [Datum::Missing, Datum::Untold];
    for (rule, rows, given, wanted) in [
        (
            "each column p: num of (cell in p where it is shaded) > num of (cell in p where x of it > 1)",
            1,
            &[Datum::Number(3)][..],
            0,
        ),
        (
            "each column p: num of (cell in p where it is shaded) + num of (cell in p where x of it = 2) = 1",
            2,
            &[none.clone(), none.clone()],
            2,
        ),
        (
            "each row p: num of (shaded cell in p where x of it = 0) < num of (shaded cell in p where x of it = 2)",
            1,
            &[untold.clone(), none.clone()],
            2,
        ),
        (
            "each row p: num of (cell in p where x of it = 3) >= num of (shaded cell in p)",
            1,
            &[Datum::Number(2), none.clone()],
            1,
        ),
        (
            "each cell p: num of p = num of (cell in (row of p) where it is shaded)",
            1,
            &[untold],
            2,
        ),
        (
            "each row p: 3 >= num of (shaded cell in p where num of it = 1) + (num of r1c1 else 0)",
            1,
            &[none.clone(), none],
            0,
        ),
    ] {
        let text = format!("data num on cells: number\n{SHADE}{rule}\n");
        let found = solutions(&text, rows, given.len() / rows, &[("num", given)]);
        assert_eq!(found, wanted, "{rule}");
    }
    // The value of a room is that of all its cells.
    let text = format!(
        "data room on cells: regions\ndata quota on room: number\n{SHADE}\
         each room p: quota of (cell in p where it is open) = quota of p\n"
    );
    let given = [
        ("room", &[Datum::Region(0), Datum::Region(0)][..]),
        ("quota", &[Datum::Number(1)]),
    ];
    assert_eq!(solutions(&text, 1, 2, &given), 3);
}
