//! Patterns and the numbers that fit them against brute force.

use super::super::numbers::{self, Pattern, Segment, Sink, TooMany, Way, numbers};
use super::super::{Digits, Language};
use super::definitions::DEFINITIONS;
use super::{Random, clue, pattern_of};

/// All the numbers of segments, by definition: choose a digit for each and write them out.
fn brute(segments: &[Segment], differ: bool) -> Vec<u64> {
    let mut texts = vec![String::new()];
    for segment in segments.iter().filter(|segment| segment.length > 0) {
        let mut longer = Vec::new();
        for text in &texts {
            for digit in segment.digits {
                let digit = digit.to_string();
                if !(differ && text.ends_with(&digit)) {
                    longer.push(text.clone() + &digit.repeat(segment.length));
                }
            }
        }
        texts = longer;
    }
    texts.retain(|text| text.len() == 1 || !text.starts_with('0') && !text.is_empty());
    texts
        .iter()
        .map(|text| text.parse().expect("digits"))
        .collect()
}

/// Segments of up to 18 cells with no more than about `most` numbers.
fn random_segments(random: &mut Random, most: f64) -> Vec<Segment> {
    loop {
        let longest = [5, 18][random.below(2) as usize];
        let cells = 1 + random.below(longest) as usize;
        let widest = 1 + random.below(10);
        let longest = 1 + random.below(6);
        let mut segments = Vec::new();
        let mut left = cells;
        while left > 0 {
            let length = (1 + random.below(longest) as usize).min(left);
            segments.push(Segment {
                length,
                digits: random.digits(widest),
            });
            left -= length;
        }
        if segments
            .iter()
            .map(|segment| segment.digits.len() as f64)
            .product::<f64>()
            <= most
        {
            return segments;
        }
    }
}

#[test]
fn the_next_number_of_a_pattern_is_the_next_one() {
    let mut random = Random(21);
    for case in 0..600 {
        let segments = random_segments(&mut random, 300.0);
        let differ = case % 2 == 0;
        let numbers = brute(&segments, differ);
        let Some(pattern) = Pattern::new(&segments, differ) else {
            assert!(numbers.is_empty(), "{segments:?}");
            continue;
        };
        assert!(!numbers.is_empty(), "{segments:?}");
        assert!(pattern.count() >= numbers.len() as f64);
        let probes: Vec<u64> = (0..20)
            .map(|_| random.below(10u64.pow(pattern.length() as u32)))
            .collect();
        let near = numbers
            .iter()
            .flat_map(|&n| [n.saturating_sub(1), n, n + 1]);
        for from in near.chain(probes).chain([0, 10u64.pow(18), u64::MAX]) {
            let next = numbers.iter().copied().find(|&n| n >= from);
            assert_eq!(
                pattern.next(from),
                next,
                "{segments:?} differ {differ} from {from}"
            );
            assert_eq!(pattern.fits(from), numbers.contains(&from));
        }
    }
}

#[test]
fn patterns_without_a_number_are_none() {
    let segment = |length, mask| Segment {
        length,
        digits: Digits::from_mask(mask),
    };
    assert!(Pattern::new(&[], true).is_none());
    assert!(Pattern::new(&[segment(0, 3)], true).is_none());
    assert!(Pattern::new(&[segment(2, 0)], false).is_none());
    assert!(Pattern::new(&[segment(2, 1)], false).is_none(), "00");
    assert!(Pattern::new(&[segment(1, 1)], false).is_some(), "0");
    assert!(Pattern::new(&[segment(1, 2), segment(1, 2)], true).is_none());
    assert!(Pattern::new(&[segment(1, 2), segment(1, 2)], false).is_some());
    assert!(Pattern::new(&[segment(19, 2)], false).is_none());
    assert!(Pattern::new(&[segment(usize::MAX, 2), segment(2, 2)], false).is_none());
    assert!(Pattern::new(&[segment(18, 512)], false).is_some());
    // A segment of no cell parts nothing and needs no digit.
    assert!(Pattern::new(&[segment(1, 2), segment(0, 4), segment(1, 2)], true).is_none());
    assert!(Pattern::new(&[segment(1, 2), segment(0, 0)], true).is_some());
}

/// The numbers found by one way, forced.
fn forced(language: &dyn Language, pattern: &Pattern, way: Way) -> Vec<u64> {
    let mut sink = Sink::new(usize::MAX);
    numbers::by(way, language, pattern, &mut sink).expect("little work");
    sink.tidy();
    sink.into_numbers()
}

/// Segments that `number` fits: its stretches of equal digits, some of them cut, some with more candidates.
fn segments_around(random: &mut Random, number: u64, differ: bool) -> Vec<Segment> {
    let text = number.to_string();
    let cut = |a: &u8, b: &u8| a == b && (differ || number.is_multiple_of(2));
    let mut segments: Vec<Segment> = text
        .as_bytes()
        .chunk_by(cut)
        .map(|stretch| Segment {
            length: stretch.len(),
            digits: Digits::single(stretch[0] - b'0'),
        })
        .collect();
    for _ in 0..2 {
        let at = random.below(segments.len() as u64) as usize;
        segments[at].digits |= random.digits(9);
    }
    segments
}

#[test]
fn numbers_are_those_that_brute_force_finds_whatever_the_way() {
    let mut random = Random(22);
    for &(text, definition) in DEFINITIONS {
        let clue = clue(text);
        // That `contains` is right up to a million is tested elsewhere.
        let members: Vec<u64> = (0..200_000).filter(|&n| clue.contains(n)).collect();
        let mut some = 0;
        for case in 0..60 {
            let differ = case % 3 > 0;
            let segments = match case % 4 {
                0 => random_segments(&mut random, 3000.0),
                1 | 2 => random_segments(&mut random, 400.0),
                _ if members.is_empty() => continue,
                _ => {
                    let member = members[random.below(members.len() as u64) as usize];
                    segments_around(&mut random, member, differ)
                }
            };
            let expected: Vec<u64> = brute(&segments, differ)
                .into_iter()
                .filter(|&n| definition(n))
                .collect();
            let Some(pattern) = Pattern::new(&segments, differ) else {
                continue;
            };
            some += expected.len();
            let what = format!("{text} {segments:?} differ {differ}");
            assert_eq!(
                numbers(&clue, &pattern, usize::MAX).as_ref(),
                Ok(&expected),
                "{what}"
            );
            let language = clue.language();
            assert_eq!(
                forced(language, &pattern, Way::List),
                expected,
                "list {what}"
            );
            assert_eq!(
                forced(language, &pattern, Way::Leap),
                expected,
                "leap {what}"
            );
            if !language.automata(pattern.length()).list.is_empty() {
                assert_eq!(
                    forced(language, &pattern, Way::Automata),
                    expected,
                    "walk {what}"
                );
            }
            // The limit is a limit on numbers, neither more nor less.
            assert_eq!(
                numbers(&clue, &pattern, expected.len()).as_ref(),
                Ok(&expected),
                "{what}"
            );
            if let Some(fewer) = expected.len().checked_sub(1) {
                assert_eq!(
                    numbers(&clue, &pattern, fewer),
                    Err(TooMany::Numbers),
                    "{what}"
                );
            }
        }
        let never = ["is 11", "is 1000", "is 162"]
            .iter()
            .any(|end| text.ends_with(end));
        assert!(some > 0 || never, "{text}: no pattern had a word");
    }
}

#[test]
fn numbers_of_primes_agree_with_brute_force() {
    let mut random = Random(23);
    for text in [
        "prime",
        "not prime",
        "prime & palindrome",
        "prime or square",
        "4 less than a prime",
        "prime & sum of digits is 13",
    ] {
        let clue = clue(text);
        for _ in 0..30 {
            let segments = random_segments(&mut random, 400.0);
            let expected: Vec<u64> = brute(&segments, true)
                .into_iter()
                .filter(|&n| clue.contains(n))
                .collect();
            let Some(pattern) = Pattern::new(&segments, true) else {
                continue;
            };
            assert_eq!(
                numbers(&clue, &pattern, usize::MAX),
                Ok(expected),
                "{text} {segments:?}"
            );
        }
    }
}

#[test]
fn free_runs_have_as_many_numbers_as_counted() {
    let free = |cells| Pattern::of_run(&vec![Digits::ALL; cells]).expect("numbers");
    let count = |text: &str, cells| {
        numbers(&clue(text), &free(cells), 1_000_000).map(|numbers| numbers.len())
    };
    // Squares of 11 digits: ⌊√(10^11 − 1)⌋ − ⌈√(10^10)⌉ + 1 = 316,227 − 100,000 + 1.
    assert_eq!(count("square", 11), Ok(216_228));
    // 9 · 10^5 palindromes of 11 or 12 digits.
    assert_eq!(count("palindrome", 11), Ok(900_000));
    assert_eq!(count("palindrome", 12), Ok(900_000));
    // Fibonacci numbers of 18 digits: F(84) = 160500643816367088 to F(87).
    assert_eq!(count("fibonacci", 18), Ok(4));
    // 2, 3, 5 digits' primes by OEIS A006879.
    assert_eq!(count("prime", 2), Ok(21));
    assert_eq!(count("prime", 3), Ok(143));
    assert_eq!(count("prime", 5), Ok(8363));
    // Strings of 18 digits with sum 2 and no leading zero: 2 0…0, or 1 and another 1.
    assert_eq!(count("sum of digits is 2", 18), Ok(18));
    assert_eq!(count("odd", 18), Err(TooMany::Numbers));
    assert_eq!(count("prime", 18), Err(TooMany::Numbers));
    assert_eq!(count("not odd & odd", 18), Ok(0));
}

#[test]
fn work_is_bounded() {
    // No number is a palindrome of even length and 1 more than a multiple of 11, but nothing here knows that.
    let free = Pattern::of_run(&[Digits::ALL; 18]).expect("numbers");
    assert_eq!(
        numbers(
            &clue("palindrome & 1 more than a multiple of 11"),
            &free,
            10
        ),
        Err(TooMany::Work)
    );
    // Squares that end in 2 or 3 do not exist either.
    let mut run = [Digits::ALL; 17];
    run[16] = Digits::from_mask(0b1100);
    let pattern = Pattern::of_run(&run).expect("numbers");
    assert!(
        numbers(
            &clue("cube & square & not 0 more than a power of 10"),
            &pattern,
            10
        )
        .is_ok()
    );
}

#[test]
fn moved_palindromes_are_found_from_both_ends() {
    // So many that they are walked, and not listed; that `contains` is right up to a million is tested elsewhere.
    let free = Pattern::of_run(&[Digits::ALL; 6]).expect("numbers");
    for text in [
        "1995 more than a palindrome",
        // 900009 and this is 1400009, which is too long, and not 400009.
        "500000 more than a palindrome",
        "90909 less than a palindrome",
    ] {
        let clue = clue(text);
        let expected = (100_000..1_000_000).filter(|&n| clue.contains(n)).collect();
        assert_eq!(numbers(&clue, &free, usize::MAX), Ok(expected), "{text}");
    }
}

#[test]
fn the_palindrome_may_be_more_than_twice_as_long_as_the_run() {
    // The only palindrome from 2000100 + 100 to 2000100 + 999 is 2001002.
    let free = Pattern::of_run(&[Digits::ALL; 3]).expect("numbers");
    let clue = clue("2000100 less than a palindrome");
    assert_eq!(numbers(&clue, &free, 10), Ok(vec![902]));
}

#[test]
fn digits_that_differ_from_others_may_not_differ_from_each_other() {
    // Either of the two in the middle is 2 where its other neighbour is 1; but in a palindrome they are the same.
    let mut segments = [Segment {
        length: 1,
        digits: Digits::ALL,
    }; 8];
    segments[3].digits = Digits::from_mask(0b110);
    segments[4].digits = segments[3].digits;
    let pattern = Pattern::new(&segments, true).expect("numbers");
    assert_eq!(numbers(&clue("palindrome"), &pattern, 10), Ok(vec![]));
}

#[test]
fn every_word_takes_a_step_of_work() {
    let steps_and_numbers = |find: &dyn Fn(&mut Sink<'_>) -> Result<(), TooMany>| {
        let mut sink = Sink::new(usize::MAX);
        find(&mut sink).expect("little work");
        let bits = (0..30).rev().map(|bit| 1 << bit);
        let left: u64 = bits.filter(|&steps| sink.spend(steps).is_ok()).sum();
        sink.tidy();
        (numbers::WORK_LIMIT - left, sink.into_numbers().len() as u64)
    };
    let free = |cells| Pattern::of_run(&vec![Digits::ALL; cells]).expect("numbers");
    // The last has three automata, of 3, 3 and 11 states: to ask for the digits of all of them takes less than its
    // numbers.
    for (text, way, cells) in [
        ("odd", Way::List, 4),
        ("square", Way::Leap, 8),
        ("multiple of 7", Way::Automata, 5),
        ("multiple of 1100", Way::Automata, 7),
    ] {
        let (clue, pattern) = (clue(text), free(cells));
        let (steps, numbers) =
            steps_and_numbers(&|sink| numbers::by(way, clue.language(), &pattern, sink));
        assert!(
            steps >= numbers && numbers > 1300,
            "{text}: {steps} {numbers}"
        );
    }
    // Walked from both ends; the second is found through a narrower sink.
    for (text, expected) in [("palindrome", 9000), ("palindrome & odd", 5000)] {
        let (clue, pattern) = (clue(text), free(7));
        let (steps, numbers) = steps_and_numbers(&|sink| clue.language().generate(&pattern, sink));
        assert!(
            steps >= numbers && numbers == expected,
            "{text}: {steps} {numbers}"
        );
    }
    assert!(TooMany::Numbers.to_string().contains("limit"));
    assert!(TooMany::Work.to_string().contains("work"));
}

#[test]
fn the_published_square_rows_have_six_and_thirty_run_compositions_from_few_leaps() {
    // Row 1 of Number Cross 4: six numbers in all, found with about one root for each choice of the first three
    // regions.
    let pattern = pattern_of("AAABBBCCDDD");
    let square = clue("square");
    let candidates = square.language().candidates(11);
    assert!(candidates > 200_000.0);
    assert!(numbers::leaps(&pattern, candidates) < 1_000.0);
}
