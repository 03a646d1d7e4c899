use super::*;

/// The value of a blank.
const BLANK: i32 = 10;

const AMPLE: Cost = Cost {
    words: 100_000,
    nanoseconds: 1e9,
};

/// The ties between cells of these regions.
fn ties_of<T: PartialEq>(regions: &[T]) -> Vec<Tie> {
    let tie = |pair: &[T]| match pair[0] == pair[1] {
        true => Tie::Same,
        false => Tie::Different,
    };
    regions.windows(2).map(tie).collect()
}

/// Something of the line of cells of these regions that may be anything, or are never blank.
fn with_line<T: PartialEq, R>(
    regions: &[T],
    highest: i32,
    clue: &str,
    ask: impl FnOnce(Line<'_>) -> R,
) -> R {
    ask(Line {
        ties: &ties_of(regions),
        domains: &vec![Dom::range(0..=highest); regions.len()],
        blank: BLANK,
        shortest: SHORTEST,
        clue: &Clue::parse(clue).expect(clue),
    })
}

/// The regions and clues of the puzzle of May 2024, from the figures published with it: the number of words of
/// each row was found independently with automata.
#[test]
fn the_rows_of_number_cross_4_have_the_known_numbers_of_words() {
    let rows = [
        ("AAABBBCCDDD", "square", 6),
        ("AEEEBBCDDDF", "1 more than a palindrome", 38_159),
        ("AEEBBBCDDDF", "prime raised to a prime power", 116),
        ("AEEBBGGDFFF", "sum of digits is 7", 934),
        ("AEBBDDGDFHF", "fibonacci", 619),
        ("ADDDDDDDHHI", "square", 30),
        ("JDDDDKKDHHH", "multiple of 37", 4_731),
        ("JJLDLKKDDHD", "palindrome & multiple of 23", 145),
        ("JJLLLKKDDDD", "product of digits ends in 1", 970),
        ("JLLJJJKDDDM", "multiple of 88", 9_076),
        ("JJJJJKKKDDM", "1 less than a palindrome", 1_458),
    ];
    for (regions, clue, expected) in rows {
        let words = with_line(regions.as_bytes(), BLANK, clue, |line| {
            line.words(AMPLE, &mut AMPLE.clone()).expect(clue)
        });
        assert!(words.chunks(11).is_sorted(), "{clue}");
        assert_eq!(words.len() / 11, expected, "{clue}");
    }
}

/// Where 0 is no digit, it can stand for a blank.
#[test]
fn the_blank_may_be_any_value_that_is_no_digit() {
    let clue = Clue::parse("odd").unwrap();
    let words = |blank: i32| {
        let line = Line {
            ties: &ties_of(b"AABBC"),
            domains: &[Dom::range(1..=4) | Dom::single(blank); 5],
            blank,
            shortest: SHORTEST,
            clue: &clue,
        };
        let words = line.words(AMPLE, &mut AMPLE.clone()).unwrap();
        let words = words
            .into_iter()
            .map(|value| if value == blank { -1 } else { value });
        let words: Vec<i32> = words.collect();
        let mut words: Vec<Vec<i32>> = words.chunks(5).map(<[i32]>::to_vec).collect();
        words.sort();
        words
    };
    let expected = words(10);
    assert!(expected.len() > 50);
    assert_eq!(words(0), expected);
    assert_eq!(words(40), expected);
}

#[test]
fn a_line_is_given_up_above_its_cost() {
    let with = |words, nanoseconds| {
        with_line(&[0, 0, 1, 1, 2], BLANK, "odd", |line| {
            let words = line.words(Cost { words, nanoseconds }, &mut AMPLE.clone());
            words.map(|cells| cells.len() / 5)
        })
    };
    let words = with(100_000, 1e9).unwrap();
    assert_eq!(with(words, 1e9), Ok(words));
    assert_eq!(with(words - 1, 1e9), Err(TooMany::Numbers));
    assert_eq!(with(words, 1.0), Err(TooMany::Work));
}

/// Where no cell can be blank there is one run, and what it costs is all that is taken.
#[test]
fn what_a_line_costs_is_taken_from_what_is_left() {
    with_line(&[0, 0, 1, 1, 2], 9, "odd", |line| {
        let whole = line.pattern(0, 5).expect("a pattern");
        let nanoseconds = line.clue.language().generation_cost(&whole);
        let enough = Cost {
            nanoseconds,
            ..AMPLE
        };
        let mut left = AMPLE;
        let words = line.words(enough, &mut left).unwrap().len() / 5;
        assert_eq!(left.words, AMPLE.words - words);
        assert!((AMPLE.nanoseconds - left.nanoseconds - nanoseconds).abs() < 1e-3);
        // As much again is not left.
        let mut left = enough;
        assert!(line.words(AMPLE, &mut left).is_ok());
        assert_eq!(line.words(AMPLE, &mut left), Err(TooMany::Work));
    });
}

#[test]
fn estimates_are_near_the_number_of_words() {
    for clue in ["multiple of 7", "square", "triangular"] {
        for regions in [[0, 1, 2, 3], [0, 0, 1, 2]] {
            let ratio = with_line(&regions, 9, clue, |line| {
                let words = line.words(AMPLE, &mut AMPLE.clone()).unwrap();
                line.estimate() / (words.len() / 4) as f64
            });
            assert!((0.5..2.0).contains(&ratio), "{clue}: {ratio}");
        }
    }
}

/// Whether a row keeps the ties and what is said of runs, and its numbers are `right`.
fn satisfies(regions: &[i32], row: &[i32], right: impl Fn(u64) -> bool) -> bool {
    let apart = row.windows(2).zip(regions.windows(2)).all(|(values, of)| {
        if values.contains(&BLANK) {
            values[0] != values[1]
        } else {
            (values[0] == values[1]) == (of[0] == of[1])
        }
    });
    let number = |run: &[i32]| run.iter().fold(0, |number, &d| number * 10 + d as u64);
    apart
        && row
            .split(|&value| value == BLANK)
            .filter(|run| !run.is_empty())
            .all(|run| run.len() > 1 && run[0] != 0 && right(number(run)))
}

/// Every row of five cells, each against the rule as written.
#[test]
fn the_words_are_the_rows_that_keep_the_rule() {
    for (text, regions) in [
        ("multiple of 7", [0, 0, 1, 2, 2]),
        ("sum of digits is 9", [0, 1, 2, 1, 0]),
        ("divisible by each of its digits", [0, 1, 1, 2, 3]),
        ("2 more than a multiple of 13", [0, 1, 2, 2, 3]),
        ("30 more than a multiple of 7", [0, 1, 2, 3, 3]),
        ("prime", [0, 1, 2, 3, 3]),
        ("odd & square", [0, 0, 1, 2, 3]),
    ] {
        let clue = Clue::parse(text).unwrap();
        let words = with_line(&regions, BLANK, text, |line| {
            line.words(AMPLE, &mut AMPLE.clone()).expect(text)
        });
        let rows = (0..11i32.pow(5))
            .map(|code| [4, 3, 2, 1, 0].map(|place| code / 11i32.pow(place) % 11))
            .filter(|row| satisfies(&regions, row, |number| clue.contains(number)));
        assert_eq!(words, rows.flatten().collect::<Vec<i32>>(), "{text}");
    }
}
