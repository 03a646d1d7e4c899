//! The languages against naive definitions, brute force and published counts.

use super::*;

fn clue(text: &str) -> Clue {
    Clue::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The decimal digits as text reads them, for definitions that share nothing with the code under test.
fn text_digits(number: u64) -> Vec<u64> {
    number
        .to_string()
        .bytes()
        .map(|byte| u64::from(byte - b'0'))
        .collect()
}

fn naive_palindrome(number: u64) -> bool {
    let text = number.to_string();
    text.chars().rev().collect::<String>() == text
}

/// k with k^power = number, by bisection in 128 bits.
fn naive_root(number: u64, power: u32) -> Option<u64> {
    let (mut low, mut high) = (0u128, 1u128 << (64 / power + 1));
    while low < high {
        let middle = (low + high) / 2;
        if middle
            .checked_pow(power)
            .is_some_and(|value| value < u128::from(number))
        {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    (low.pow(power) == u128::from(number)).then_some(low as u64)
}

/// Trial division over the wheel of 6.
fn naive_prime(number: u64) -> bool {
    if number < 4 {
        return number >= 2;
    }
    if number % 2 == 0 || number % 3 == 0 {
        return false;
    }
    (5..)
        .step_by(6)
        .take_while(|d| d * d <= number)
        .all(|d| number % d != 0 && number % (d + 2) != 0)
}

type Naive = Box<dyn Fn(u64) -> bool>;

/// Clues with their definitions, as independent of the code as may be. Fast enough for every number up to 10^6.
fn definitions() -> Vec<(&'static str, Naive)> {
    let product = |number: u64| text_digits(number).iter().product::<u64>();
    let prime_power = |number: u64| {
        (2..64).any(|q| naive_prime(q) && naive_root(number, q as u32).is_some_and(naive_prime))
    };
    let fibonacci = |number: u64| {
        // Gessel 1972: n is a Fibonacci number if and only if 5n²+4 or 5n²−4 is a square.
        let square = |value: u128| {
            let root = (value as f64).sqrt() as u128;
            (root.saturating_sub(1 << 12)..=root + (1 << 12)).any(|root| root * root == value)
        };
        let five = 5 * u128::from(number) * u128::from(number);
        number < 1_000_000_000 && (square(five + 4) || five >= 4 && square(five - 4))
    };
    vec![
        ("square", Box::new(|n| naive_root(n, 2).is_some())),
        ("cube", Box::new(|n| naive_root(n, 3).is_some())),
        ("prime", Box::new(naive_prime)),
        ("fibonacci", Box::new(fibonacci)),
        (
            "triangular",
            Box::new(|n| naive_root(8 * n + 1, 2).is_some()),
        ),
        ("a palindrome", Box::new(naive_palindrome)),
        ("odd", Box::new(|n| n % 2 == 1)),
        ("an even", Box::new(|n| n % 2 == 0)),
        ("multiple of 37", Box::new(|n| n % 37 == 0)),
        ("multiple of 88", Box::new(|n| n % 88 == 0)),
        ("multiple of 1", Box::new(|_| true)),
        ("multiple of 7919", Box::new(|n| n % 7919 == 0)),
        ("multiple of 6000", Box::new(|n| n % 6000 == 0)),
        ("power of 2", Box::new(|n| n.is_power_of_two())),
        ("power of 0", Box::new(|n| n < 2)),
        ("power of 1", Box::new(|n| n == 1)),
        (
            "power of 10",
            Box::new(|n| n.to_string().trim_end_matches('0') == "1"),
        ),
        (
            "sum of digits is 7",
            Box::new(|n| text_digits(n).iter().sum::<u64>() == 7),
        ),
        ("sum of digits is 0", Box::new(|n| n == 0)),
        ("sum of digits is 163", Box::new(|_| false)),
        (
            "product of digits is 20",
            Box::new(move |n| product(n) == 20),
        ),
        ("product of digits is 0", Box::new(move |n| product(n) == 0)),
        ("product of digits is 11", Box::new(|_| false)),
        (
            "product of digits ends in 1",
            Box::new(move |n| product(n).to_string().ends_with('1')),
        ),
        (
            "product of digits ends in 0",
            Box::new(move |n| product(n).to_string().ends_with('0')),
        ),
        (
            "product of digits ends in 25",
            Box::new(move |n| product(n).to_string().ends_with("25")),
        ),
        (
            "divisible by each of its digits",
            Box::new(|n| text_digits(n).iter().all(|&d| d > 0 && n % d == 0)),
        ),
        ("a prime raised to a prime power", Box::new(prime_power)),
        (
            "1 more than a palindrome",
            Box::new(|n| n >= 1 && naive_palindrome(n - 1)),
        ),
        (
            "1 less than a palindrome",
            Box::new(|n| naive_palindrome(n + 1)),
        ),
        (
            "1995 more than a palindrome",
            Box::new(|n| n >= 1995 && naive_palindrome(n - 1995)),
        ),
        (
            "90909 less than a palindrome",
            Box::new(|n| naive_palindrome(n + 90909)),
        ),
        (
            "3 more than a multiple of 37",
            Box::new(|n| n >= 3 && n % 37 == 3),
        ),
        (
            "40 more than a multiple of 37",
            Box::new(|n| n >= 40 && n % 37 == 3),
        ),
        ("3 less than a multiple of 37", Box::new(|n| n % 37 == 34)),
        (
            "17 more than a sum of digits is 7",
            Box::new(|n| n >= 17 && text_digits(n - 17).iter().sum::<u64>() == 7),
        ),
        (
            "985 less than a product of digits is 20",
            Box::new(move |n| product(n + 985) == 20),
        ),
        (
            "5 less than a square",
            Box::new(|n| naive_root(n + 5, 2).is_some()),
        ),
        (
            "1 more than a 2 less than a palindrome",
            Box::new(|n| n >= 1 && naive_palindrome(n + 1)),
        ),
        (
            "odd & a palindrome",
            Box::new(|n| n % 2 == 1 && naive_palindrome(n)),
        ),
        (
            "palindrome & multiple of 23",
            Box::new(|n| n % 23 == 0 && naive_palindrome(n)),
        ),
        (
            "square or cube",
            Box::new(|n| naive_root(n, 2).is_some() || naive_root(n, 3).is_some()),
        ),
        (
            "not prime & odd",
            Box::new(|n| n % 2 == 1 && !naive_prime(n)),
        ),
        (
            "not (multiple of 3 or multiple of 5)",
            Box::new(|n| n % 3 != 0 && n % 5 != 0),
        ),
        (
            "sum of digits is 9 or multiple of 11",
            Box::new(|n| text_digits(n).iter().sum::<u64>() == 9 || n % 11 == 0),
        ),
        (
            "not divisible by each of its digits",
            Box::new(|n| !text_digits(n).iter().all(|&d| d > 0 && n % d == 0)),
        ),
    ]
}

/// The rows of Number Cross 4 (Jane Street, May 2024): regions and clues.
const NUMBER_CROSS_4: [(&str, &str); 11] = [
    ("AAABBBCCDDD", "square"),
    ("AEEEBBCDDDF", "1 more than a palindrome"),
    ("AEEBBBCDDDF", "prime raised to a prime power"),
    ("AEEBBGGDFFF", "sum of digits is 7"),
    ("AEBBDDGDFHF", "fibonacci"),
    ("ADDDDDDDHHI", "square"),
    ("JDDDDKKDHHH", "multiple of 37"),
    ("JJLDLKKDDHD", "palindrome & multiple of 23"),
    ("JJLLLKKDDDD", "product of digits ends in 1"),
    ("JLLJJJKDDDM", "multiple of 88"),
    ("JJJJJKKKDDM", "1 less than a palindrome"),
];

/// The pattern of a run of region letters: a stretch of one letter is a segment.
fn pattern_of(letters: &str) -> Pattern {
    let stretches = letters.as_bytes().chunk_by(|a, b| a == b);
    let segments: Vec<Segment> = stretches
        .map(|stretch| Segment {
            length: stretch.len(),
            digits: Digits::ALL,
        })
        .collect();
    Pattern::new(&segments, true).expect("a run of regions has numbers")
}

/// The runs (start, end) between the shaded cells of a mask.
fn runs(mask: u32, width: usize) -> Vec<(usize, usize)> {
    let mut runs = Vec::new();
    let mut start = 0;
    for at in 0..=width {
        if at == width || mask >> at & 1 == 1 {
            if at > start {
                runs.push((start, at));
            }
            start = at + 1;
        }
    }
    runs
}

#[test]
fn rows_of_number_cross_4_have_the_published_numbers_of_words() {
    // A row: no two shaded cells adjacent, every run at least two cells. An 11-wide row has 54 such masks.
    let masks: Vec<u32> = (0..1 << 11)
        .filter(|mask| {
            mask & (mask >> 1) == 0 && runs(*mask, 11).iter().all(|(start, end)| end - start > 1)
        })
        .collect();
    assert_eq!(masks.len(), 54);
    // The figures come from automata built for another solver.
    let expected = [6, 38_159, 116, 934, 619, 30, 4_731, 145, 970, 9_076, 1_458];
    for ((letters, text), expected) in NUMBER_CROSS_4.into_iter().zip(expected) {
        let clue = clue(text);
        let count = |(start, end): (usize, usize)| {
            words(&clue, &pattern_of(&letters[start..end]), 1_000_000).map(|words| words.len())
        };
        let all: usize = masks
            .iter()
            .map(|&mask| {
                runs(mask, 11)
                    .into_iter()
                    .map(|run| count(run).expect("few words"))
                    .product::<usize>()
            })
            .sum();
        assert_eq!(all, expected, "{letters} {text}");
    }
}

#[test]
#[ignore = "measurement: prints the time of all the runs of Number Cross 4"]
fn time_of_number_cross_4() {
    for _ in 0..5 {
        let mut total = 0.0;
        for (letters, text) in NUMBER_CROSS_4 {
            let begin = std::time::Instant::now();
            let clue = clue(text);
            let mut found = 0;
            for start in 0..11 {
                for end in start + 2..=11 {
                    found += words(&clue, &pattern_of(&letters[start..end]), 1_000_000)
                        .map_or(0, |words| words.len());
                }
            }
            let micros = begin.elapsed().as_secs_f64() * 1e6;
            total += micros;
            println!("{micros:9.1} µs {found:6} words  {letters} {text}");
        }
        println!("{total:9.1} µs");
    }
}

#[test]
fn every_number_up_to_a_million_agrees_with_its_definition() {
    for (text, naive) in definitions() {
        let clue = clue(text);
        // Where the definition is slow, all small numbers and then a sample.
        let step = |n: u64| {
            if n < 30_000 || !text.contains("fib") {
                1
            } else {
                7
            }
        };
        let mut n = 0;
        while n <= 1_000_000 {
            assert_eq!(clue.contains(n), naive(n), "{text}: {n}");
            n += step(n);
        }
    }
}
