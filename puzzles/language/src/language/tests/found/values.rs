//! Numbers, words, lists and expressions along a line.

use super::*;

#[test]
fn what_is_left_is_never_negative() {
    assert_eq!(of_k("k - 2 = (1 - 2) / 2", 1, 1), 1);
    assert_eq!(of_k("k = (1 - 2) mod 3", 1, 1), 1);
}

#[test]
fn what_is_left_of_variables_is_never_negative() {
    assert_eq!(of_k("(k - 3) / 2 = - 1", 1, 1), 2);
    assert_eq!(of_k("(1 - 3) / (k - 2) = 2", 1, 1), 1);
}

#[test]
fn a_word_that_the_solution_picks_can_be_compared() {
    let letters = |rule: &str| {
        let text = format!(
            "data clue: number\ndecide letter on cells: A or B or none \".\"\n\"Rule.\"\n    {rule}\n"
        );
        solutions(&text, 1, 3, &[])
    };
    let first = "letter of (first cell where it is not none)";
    // Of 27 rows one has no letter; in half of the others, B is first.
    assert_eq!(letters(&format!("{first} = B")), 13);
    assert_eq!(letters(&format!("{first} is A")), 13);
    assert_eq!(letters(&format!("{first} != A")), 14);
    // One letter; two or three of which the ends are equal: 3 * 2, 3 * 2, 4.
    let last = "letter of (last cell where it is not none)";
    assert_eq!(letters(&format!("{first} = {last}")), 16);
}

#[test]
fn bags_of_data_are_compared() {
    let text = "data number on cells: 0..\ndecide half on links: joined or apart\n\"Rule.\"\n    \
                no pair a, b of joined links: bag number in cells of a = bag number in cells of b\n";
    // 1 2 1: the two links have the same numbers, so at most one is joined.
    let numbers = [Datum::Number(1), Datum::Number(2), Datum::Number(1)];
    assert_eq!(solutions(text, 1, 3, &[("number", &numbers)]), 3);
}

#[test]
fn large_numbers_are_right_up_to_the_limit() {
    let power = "decide digit on cells: 2..9\n\"Rule.\"\n    each cell c: digit of c ^ 31 > 5\n";
    assert_eq!(solutions(power, 1, 1, &[]), 8);
    // 3 · 10^11 squared is 9 · 10^22.
    let square = "decide digit on cells: 2..3\n\"Rule.\"\n    let a be reading digit in grid: a ^ 2 > 9 * 10 ^ 22\n";
    assert_eq!(solutions(square, 1, 12, &[]), 1 << 11);
}

#[test]
fn lists_that_are_found_are_compared() {
    let text = |rule: &str| {
        format!(
            "data list_: list of number\ndecide digit on cells: 1..2 or none\n\"Rule.\"\n    {rule}\n"
        )
    };
    let told = [Datum::List(vec![Some(2), None])];
    for (rule, wanted) in [
        // Of 9 rows of two cells: (), 1, 2 in two places each, and four without gap.
        (
            "(list digit in row 1) = (list digit in row 2)",
            1 + 4 + 4 + 4,
        ),
        (
            "(bag digit in row 1) = (bag digit in row 2)",
            1 + 4 + 4 + 1 + 1 + 4,
        ),
        (
            "(list digit in row 1) = (bag digit in row 2)",
            1 + 4 + 4 + 1 + 1 + 4,
        ),
        // The first digit of the upper row: none in 1 row, 1 or 2 in 4 each.
        (
            "(first digit in row 1) is in (list digit in row 2)",
            2 * 4 * 5,
        ),
        // 2 is in it, of anything else nothing is said, and what is not there is not in it.
        ("(first digit in grid) is in list_", 80),
        ("(first digit in grid) is not in list_", 81 - 40),
    ] {
        assert_eq!(
            solutions(&text(rule), 2, 2, &[("list_", &told)]),
            wanted,
            "{rule}"
        );
    }
}

/// The numbers are those of a program that tries all grids.
#[test]
fn one_of_several_equals_another() {
    let text = |rule: &str| format!("decide digit on cells: 1..4\n\"Rule.\"\n    {rule}\n");
    for (rule, wanted) in [
        (
            "each cell c: digit of c = 4 or some contact d of c: digit of d = digit of c + 1",
            945,
        ),
        (
            "each cell c: some contact d of c: digit of d = digit of c",
            328,
        ),
        (
            "some contact d of r1c2: digit of d < 2 and digit of d = digit of r1c2 - 2",
            781,
        ),
    ] {
        assert_eq!(solutions(&text(rule), 2, 3, &[]), wanted, "{rule}");
    }
}

#[test]
fn expressions_of_one_line_are_one_automaton() {
    // Three shaded cells, or one shaded cell in the middle.
    let rule =
        "each row r: shade in r reads \"shaded{3}\" or shade in r reads \"open shaded open\"";
    assert_eq!(shades(rule, 2, 3), 4);
}

#[test]
fn negative_numbers_are_read_by_the_dot_alone() {
    // 27 lines of three numbers; one of them is 1 0 1, and 1 -1 1 is another.
    let head = "decide n on cells: -1..1\n\"r\"\n    ";
    let count = |formula: &str| solutions(&format!("{head}{formula}\n"), 1, 3, &[]);
    assert_eq!(count("n in row 1 reads \"1 0 1\""), 1);
    assert_eq!(count("not (n in row 1 reads \"1 0 1\")"), 26);
    assert_eq!(count("n in row 1 reads \"1 . 1\""), 3);
    // Within a formula: 1 0 1, or a zero in front.
    assert_eq!(count("n in row 1 reads \"1 0 1\" or n of r1c1 = 0"), 10);
}

#[test]
fn cells_have_the_values_of_their_regions_and_rows() {
    // Of the three cells of the first region, which has the value 2, two are shaded; the fourth cell has no value.
    let rooms = [0, 0, 0, 1].map(Datum::Region);
    let values = [Datum::Number(2), Datum::Missing];
    let head = "data room on cells: regions\ndata worth on room: number\ndecide shade on cells: shaded or open\n\"r\"\n    ";
    let count = |formula: &str| {
        let text = format!("{head}{formula}\n");
        solutions(&text, 2, 2, &[("room", &rooms), ("worth", &values)])
    };
    assert_eq!(count("sum worth in shaded cells = 4"), 6);
    assert_eq!(count("sum over shaded cells c: worth of c = 4"), 6);
}

#[test]
fn exponents_may_be_numbers_to_find() {
    assert_eq!(of_k("2 ^ k = 8", 1, 1), 1);
    assert_eq!(of_k("k ^ k > 3", 1, 1), 2);
    // A half is no whole number: it equals nothing.
    assert_eq!(of_k("2 ^ (k - 2) = 1", 1, 1), 1);
    assert_eq!(of_k("not (2 ^ (k - 2) = 1)", 1, 1), 2);
    assert_eq!(of_k("2 ^ (0 - 1) = 0", 1, 1), 0);
    assert_eq!(of_k("(k - 2) ^ (k - 1) = 1 ^ (k - 1)", 1, 1), 2);
}

/// Against listing all values of three layers of two to four words on a row of two cells.
#[test]
fn counts_of_words_of_different_layers_add_up() {
    let mut rng = quadrille_engine::Rng::new(5);
    for _ in 0..200 {
        // Words at the same place of their layers have the same number.
        let counted = rng.below(2) as usize;
        let layers: Vec<(usize, usize)> = (0..3)
            .map(|_| (2 + rng.below(3) as usize, counted))
            .collect();
        let factors = [[1, 1, 1], [1, 1, 1], [-1, -1, -1], [1, -1, 2]][rng.below(4) as usize];
        let (sign, bound) = (
            ["=", "!=", "<", ">="][rng.below(4) as usize],
            rng.below(4) as i64,
        );
        let mut text = String::new();
        let mut sum = String::from("0");
        for (at, &(words, counted)) in layers.iter().enumerate() {
            let words: Vec<String> = (0..words).map(|word| format!("word{at}{word}")).collect();
            text += &format!("decide layer{at} on cells: {}\n", words.join(" or "));
            sum += &format!(" + {} * (count {} cells)", factors[at], words[counted]);
        }
        text += &format!("\"Rule.\"\n    {sum} {sign} {bound}\n");
        let ways = layers
            .iter()
            .map(|&(words, _)| words * words)
            .product::<usize>();
        let is_solution = |way: &usize| {
            let mut rest = *way;
            let mut sum = 0;
            for (&(words, counted), factor) in layers.iter().zip(&factors) {
                for _ in 0..2 {
                    sum += factor * i64::from(rest % words == counted);
                    rest /= words;
                }
            }
            match sign {
                "=" => sum == bound,
                "!=" => sum != bound,
                "<" => sum < bound,
                _ => sum >= bound,
            }
        };
        let expected = (0..ways).filter(is_solution).count();
        assert_eq!(solutions(&text, 1, 2, &[]), expected, "{text}");
    }
}

/// Numbers of several digits are written one after the other, and others are not read at all.
#[test]
fn remainders_of_numbers_of_several_digits() {
    let text = |values: &str, rule: &str| {
        format!(
            "data clue on cells: number\ndecide digit on cells: {values}\n\"Rule.\"\n    {rule}\n"
        )
    };
    let clues = [Datum::Untold, Datum::Number(1)];
    for (values, rule, expected) in [
        // 11, 112, 121, 1212
        ("1 or 12", "7 divides reading digit in grid", 1),
        ("1 or 12", "(reading digit in grid) mod 10 = 2", 2),
        (
            "1..2",
            "2 divides reading over cells c: (if c = first cell then digit of c otherwise clue of c)",
            0,
        ),
        (
            "1..2",
            "2 divides reading over cells c: (if c = first cell then clue of c otherwise digit of c)",
            4,
        ),
    ] {
        let found = solutions(&text(values, rule), 1, 2, &[("clue", &clues)]);
        assert_eq!(found, expected, "{rule}");
    }
}

/// The sum of a run with a number that is not told may be any.
#[test]
fn runs_with_a_number_that_is_not_told() {
    let text = "data clue on cells: number\ndata wanted: list of number\ndecide shade on cells: shaded or open\n\"Rule.\"\n    (list over runs n of shaded cells in row 1: sum clue in n) = wanted\n";
    let clues = [Datum::Number(1), Datum::Untold, Datum::Missing];
    let of = |wanted: &[i64]| {
        let wanted = Datum::List(wanted.iter().map(|&number| Some(number)).collect());
        solutions(text, 1, 3, &[("clue", &clues), ("wanted", &[wanted])])
    };
    // The first cell, or one of its neighbours with or without others beside it.
    assert_eq!(of(&[1]), 5);
    assert_eq!(of(&[1, 0]), 1);
}

/// Such a fact has no negation.
#[test]
fn numbers_compared_with_the_largest_of_32_bits() {
    for (rule, expected) in [
        ("(1 = 2) = (k < 2147483648)", 0),
        ("not (k <= 2147483647)", 0),
        ("not (k >= 0 - 2147483648)", 0),
        ("not (k > 2147483647)", 3),
    ] {
        assert_eq!(of_k(rule, 1, 1), expected, "{rule}");
    }
}

#[test]
fn a_sum_that_may_have_one_value_too_many() {
    let text = "data total on rows: number\ndecide shade on cells: shaded or open\n\"Rule.\"\n    sum total in (cells reached from (first cell) through shaded cells) = 1\n";
    let totals = [Datum::Number(1), Datum::Missing, Datum::Number(1 << 20)];
    // All but those in which the second and the third cell are shaded.
    for totals in [
        totals.clone(),
        totals.map(|datum| match datum {
            Datum::Number(number) if number > 1 => Datum::Number(number - 1),
            datum => datum,
        }),
    ] {
        assert_eq!(solutions(text, 3, 1, &[("total", &totals)]), 6);
    }
}

#[test]
fn a_sum_beyond_64_bits() {
    let text = "data total on rows: number\ndecide k: 1..3\n\"Rule.\"\n    1 < (sum over cells c: k * 1000 ^ (total of c))\n";
    assert_eq!(solutions(text, 1, 4, &[("total", &[Datum::Number(6)])]), 3);
}

/// Values that belong to no place, listed one by one.
#[test]
fn listed_values() {
    let listed = |rule: &str| {
        let text = format!(
            "decide a, b, c: 1..3 or unused\ndecide shade on cells: black or white\n\"Rule.\"\n    {rule}\n    \
             each cell is white\n"
        );
        solutions(&text, 1, 1, &[])
    };
    // Of 64 grids: 6 without a word, 3 times 6 with one, 3 times 3 with two, one with three.
    assert_eq!(listed("all different (a, b, c)"), 34);
    assert_eq!(
        listed("not (a is unused or b is unused or c is unused) and all different (a, b, c)"),
        6
    );
    assert_eq!(listed("sum (a, b * 2, 1) = 5"), 8);
    assert_eq!(listed("greatest (a, b) = 3 and c is unused"), 7);
}

#[test]
fn expressions_that_are_all_different_have_ranks() {
    let of = |formula: &str| {
        let text = format!(
            "decide a, b on cells: 1..2\n\"Rule.\"\n    all different over cells c: {formula}\n"
        );
        solutions(&text, 1, 3, &[])
    };
    // Three of the four pairs, in any order.
    assert_eq!(of("a of c * 10 + b of c"), 4 * 3 * 2);
    assert_eq!(of("b of c - 3 * a of c"), 4 * 3 * 2);
    // The sums 2, 3 and 4, of which 3 comes about in two ways.
    assert_eq!(of("a of c + b of c"), 6 * 2);
    // There are two products of odd numbers only.
    assert_eq!(of("a of c mod 2"), 0);
    // What is divided by 0 is not there: one a at most is 2, whatever the b are.
    assert_eq!(of("4 / (a of c - 1)"), (1 + 3) * 8);
}

/// Posted as a clause for each value of the cell in the middle, with up to four alternatives for each neighbour or a set.
#[test]
fn one_of_two_neighbours_stands_in_a_relation() {
    type Relation = fn(i32, i32) -> bool;
    let relations: [(&str, Relation); 4] = [
        ("abs(digit of d - digit of r1c2) = 1", |d, c| {
            (d - c).abs() == 1
        }),
        ("(digit of d + digit of r1c2) mod 5 = 0", |d, c| {
            (d + c) % 5 == 0
        }),
        ("digit of d > 2 * digit of r1c2", |d, c| d > 2 * c),
        ("digit of d * digit of r1c2 = 12", |d, c| d * c == 12),
    ];
    for (said, holds) in relations {
        let text = format!(
            "decide digit on cells: 1..12\n\"Rule.\"\n    some neighbour d of r1c2: {said}\n"
        );
        let one = |c: i32| (1..=12).filter(|&d| holds(d, c)).count();
        let expected: usize = (1..=12).map(|c| 144 - (12 - one(c)) * (12 - one(c))).sum();
        assert_eq!(solutions(&text, 1, 3, &[]), expected, "{said}");
    }
}

/// Laws make both sides of these the same: what is left is a constant, and that the sides are there.
#[test]
fn sides_that_laws_make_equal_cancel_out() {
    for (rule, expected) in [
        ("first digit in r = digit of (first cell in r)", 4),
        ("first digit in r + 1 = digit of (first cell in r) + 1", 4),
        ("first digit in r - digit of (first cell in r) < 1", 4),
        ("first digit in r != digit of (first cell in r)", 0),
        ("first digit in r = digit of (first cell in r) + 1", 0),
        (
            "first digit in r - digit of (first cell in r) + digit of (last cell in r) = 2",
            2,
        ),
    ] {
        let text = format!("decide digit on cells: 1..2\n\"Rule.\"\n    each row r: {rule}\n");
        assert_eq!(solutions(&text, 1, 2, &[]), expected, "{rule}");
    }
    for (rule, expected) in [
        ("count shaded cells reached from c through shaded cells", 4),
        (
            "(sum over groups g of shaded cells touching c: size of g)",
            2,
        ),
    ] {
        let text = format!(
            "decide shade on cells: shaded or open\n\"Rule.\"\n    each shaded cell c: \
            size of (first group of shaded cells of c) = {rule}\n"
        );
        assert_eq!(solutions(&text, 1, 2, &[]), expected, "{rule}");
    }
}

#[test]
fn a_comma_after_a_count_begins_a_further_name() {
    let rule = "let n be count shaded cells, m be count open cells, k be 1: n = m + k";
    assert_eq!(shades(rule, 1, 3), 3);
}
