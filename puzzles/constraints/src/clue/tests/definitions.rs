//! What each clue means, said a second time and plainly, and compared number by number.

use super::super::{is_prime, palindrome};
use super::{Random, clue};

/// The decimal digits, least significant first.
fn digits(number: u64) -> impl DoubleEndedIterator<Item = u64> + Clone {
    let places = (1..20)
        .find(|&places| u128::from(number) < 10u128.pow(places))
        .unwrap_or(20);
    (0..places).map(move |place| number / 10u64.pow(place) % 10)
}

fn digit_sum(number: u64) -> u64 {
    digits(number).sum()
}

fn digit_product(number: u64) -> u64 {
    digits(number).product()
}

fn each_digit_divides(number: u64) -> bool {
    digits(number).all(|digit| digit > 0 && number.is_multiple_of(digit))
}

fn mirrored(number: u64) -> bool {
    digits(number).eq(digits(number).rev())
}

/// k with k^power = value, by bisection in 128 bits.
fn root(value: u128, power: u32) -> Option<u64> {
    let (mut low, mut high) = (0u128, 1 << (127 / power));
    while low < high {
        let middle = (low + high) / 2;
        if middle.pow(power) < value {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    (low.pow(power) == value).then_some(low as u64)
}

fn is_root(number: u64, power: u32) -> bool {
    root(u128::from(number), power).is_some()
}

/// Trial division.
fn prime(number: u64) -> bool {
    number >= 2
        && (number < 4 || !number.is_multiple_of(2))
        && (3..)
            .step_by(2)
            .take_while(|divisor| divisor * divisor <= number)
            .all(|divisor| !number.is_multiple_of(divisor))
}

fn prime_to_prime(number: u64) -> bool {
    [
        2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59,
    ]
    .into_iter()
    .take_while(|&q| number >> q > 0)
    .any(|q| root(u128::from(number), q).is_some_and(prime))
}

/// Gessel 1972: n is a Fibonacci number if and only if 5n² + 4 or 5n² − 4 is a square.
fn fibonacci(number: u64) -> bool {
    let five = 5 * u128::from(number) * u128::from(number);
    root(five + 4, 2).is_some() || five >= 4 && root(five - 4, 2).is_some()
}

type Definition = fn(u64) -> bool;

/// Clues and what they mean, but for `prime`, which has its own tests.
pub(super) const DEFINITIONS: &[(&str, Definition)] = &[
    ("square", |n| is_root(n, 2)),
    ("cube", |n| is_root(n, 3)),
    ("fibonacci", fibonacci),
    ("triangular", |n| root(8 * u128::from(n) + 1, 2).is_some()),
    ("a palindrome", mirrored),
    ("odd", |n| n % 2 == 1),
    ("an even", |n| n % 2 == 0),
    ("multiple of 37", |n| n % 37 == 0),
    ("multiple of 88", |n| n % 88 == 0),
    ("multiple of 1", |_| true),
    ("multiple of 7919", |n| n % 7919 == 0),
    ("multiple of 6000", |n| n % 6000 == 0),
    ("multiple of 123456789", |n| n % 123_456_789 == 0),
    // 2 has an automaton, the prime 4099 has none.
    ("multiple of 8198", |n| n % 8198 == 0),
    ("power of 2", |n| n.count_ones() == 1),
    ("power of 0", |n| n < 2),
    ("power of 1", |n| n == 1),
    ("power of 10", |n| {
        digit_sum(n) == 1 && digits(n).next_back() == Some(1)
    }),
    ("sum of digits is 7", |n| digit_sum(n) == 7),
    ("sum of digits is 0", |n| n == 0),
    ("sum of digits is 162", |n| n == 999_999_999_999_999_999),
    ("sum of digits is 1000", |_| false),
    ("product of digits is 20", |n| digit_product(n) == 20),
    ("product of digits is 2025", |n| digit_product(n) == 2025),
    ("product of digits is 0", |n| {
        digits(n).any(|digit| digit == 0)
    }),
    ("product of digits is 1", |n| {
        digits(n).all(|digit| digit == 1)
    }),
    ("product of digits is 11", |_| false),
    ("product of digits ends in 1", |n| {
        digit_product(n).to_string().ends_with('1')
    }),
    ("product of digits ends in 0", |n| {
        digit_product(n).to_string().ends_with('0')
    }),
    ("product of digits ends in 25", |n| {
        digit_product(n).to_string().ends_with("25")
    }),
    ("product of digits ends in 12096", |n| {
        digit_product(n).to_string().ends_with("12096")
    }),
    ("divisible by each of its digits", each_digit_divides),
    ("a prime raised to a prime power", prime_to_prime),
    ("1 more than a palindrome", |n| n >= 1 && mirrored(n - 1)),
    ("1 less than a palindrome", |n| mirrored(n + 1)),
    // 9 = 0 + 9 and 0 = 9 − 9 have one digit, as the palindrome and the number between them.
    ("9 more than a palindrome", |n| n >= 9 && mirrored(n - 9)),
    ("9 less than a palindrome", |n| mirrored(n + 9)),
    ("1995 more than a palindrome", |n| {
        n >= 1995 && mirrored(n - 1995)
    }),
    ("90909 less than a palindrome", |n| mirrored(n + 90909)),
    ("500 more than a square", |n| {
        n >= 500 && (n - 500).isqrt().pow(2) == n - 500
    }),
    ("7 less than a cube", |n| {
        (0..).map(|k: u64| k.pow(3)).find(|cube| *cube >= n + 7) == Some(n + 7)
    }),
    ("3 more than a multiple of 37", |n| n >= 3 && n % 37 == 3),
    ("40 more than a multiple of 37", |n| n >= 40 && n % 37 == 3),
    // 53 leaves the same remainder and is below 90.
    ("odd & 90 more than a multiple of 37", |n| {
        n % 2 == 1 && n >= 90 && n % 37 == 16
    }),
    // One automaton, and two.
    ("multiple of 3 & multiple of 7", |n| n % 21 == 0),
    ("multiple of 37 & multiple of 29", |n| n % (37 * 29) == 0),
    // No automaton knows all of what is not to be.
    ("not (multiple of 3 or multiple of 8198)", |n| {
        n % 3 != 0 && n % 8198 != 0
    }),
    // For each length one automaton of the first and another of the second: 9590 is 500 less than 10 · 1009.
    (
        "500 less than a (multiple of 1009 & 3 more than a sum of digits is 16)",
        |n| (n + 500) % 1009 == 0 && digit_sum(n + 497) == 16,
    ),
    ("3 less than a multiple of 37", |n| n % 37 == 34),
    ("3 less than a 90 more than a multiple of 37", |n| {
        n >= 87 && n % 37 == 13
    }),
    ("100 less than a 3 more than a multiple of 37", |n| {
        (n + 97) % 37 == 0
    }),
    ("1 more than an even & palindrome", |n| {
        n % 2 == 1 && mirrored(n)
    }),
    // As the multiples of 10, but for 0.
    ("10 more than a multiple of 10", |n| n >= 10 && n % 10 == 0),
    // Two automata of remainders, for one would be too large; 1927 leaves the same remainders and is not among them.
    ("3000 more than (multiple of 37 & multiple of 29)", |n| {
        n >= 3000 && (n - 3000) % (37 * 29) == 0
    }),
    // Moved, its automaton is too large for long numbers.
    ("3 more than (multiple of 29 or multiple of 31)", |n| {
        n >= 3 && ((n - 3) % 29 == 0 || (n - 3) % 31 == 0)
    }),
    ("17 more than a sum of digits is 7", |n| {
        n >= 17 && digit_sum(n - 17) == 7
    }),
    ("985 less than a product of digits is 20", |n| {
        digit_product(n + 985) == 20
    }),
    ("8 more than divisible by each of its digits", |n| {
        n >= 8 && each_digit_divides(n - 8)
    }),
    ("5 less than a square", |n| is_root(n + 5, 2)),
    ("1 more than a 2 less than a palindrome", |n| {
        n >= 1 && mirrored(n + 1)
    }),
    ("odd & a palindrome", |n| n % 2 == 1 && mirrored(n)),
    ("palindrome & multiple of 23", |n| {
        n % 23 == 0 && mirrored(n)
    }),
    (
        "multiple of 4 & sum of digits is 9 and odd or multiple of 25",
        |n| n % 25 == 0,
    ),
    ("square or cube", |n| is_root(n, 2) || is_root(n, 3)),
    ("square & cube", |n| is_root(n, 6)),
    ("not square & odd", |n| n % 2 == 1 && !is_root(n, 2)),
    ("not (multiple of 3 or multiple of 5)", |n| {
        n % 3 != 0 && n % 5 != 0
    }),
    ("sum of digits is 9 or multiple of 11", |n| {
        digit_sum(n) == 9 || n % 11 == 0
    }),
    ("not divisible by each of its digits", |n| {
        !each_digit_divides(n)
    }),
    ("not 1 more than a palindrome", |n| {
        n == 0 || !mirrored(n - 1)
    }),
];

#[test]
fn every_number_up_to_a_million_agrees_with_its_definition() {
    // Bisection is slow; these are small enough to be listed by their formulas.
    let listed = |of: fn(u64) -> u64| {
        (0..)
            .map(of)
            .take_while(|&n| n <= 1_000_010)
            .collect::<std::collections::BTreeSet<u64>>()
    };
    let squares = listed(|k| k * k);
    let cubes = listed(|k| k * k * k);
    let triangular = listed(|k| k * (k + 1) / 2);
    for &(text, definition) in DEFINITIONS {
        let clue = clue(text);
        let agree = |n: u64, means: bool| assert_eq!(clue.contains(n), means, "{text}: {n}");
        match text {
            "square" => (0..=1_000_000).for_each(|n| agree(n, squares.contains(&n))),
            "cube" => (0..=1_000_000).for_each(|n| agree(n, cubes.contains(&n))),
            "triangular" => (0..=1_000_000).for_each(|n| agree(n, triangular.contains(&n))),
            "5 less than a square" => {
                (0..=1_000_000).for_each(|n| agree(n, squares.contains(&(n + 5))))
            }
            "square or cube" => {
                (0..=1_000_000).for_each(|n| agree(n, squares.contains(&n) || cubes.contains(&n)))
            }
            "square & cube" => {
                (0..=1_000_000).for_each(|n| agree(n, squares.contains(&n) && cubes.contains(&n)))
            }
            "not square & odd" => {
                (0..=1_000_000).for_each(|n| agree(n, n % 2 == 1 && !squares.contains(&n)))
            }
            "fibonacci" => {
                let mut known = vec![0, 1];
                while known[known.len() - 1] < 1_000_000 {
                    known.push(known[known.len() - 1] + known[known.len() - 2]);
                }
                (0..=1_000_000).for_each(|n| agree(n, known.contains(&n)));
            }
            "a prime raised to a prime power" => {
                let primes: Vec<u64> = (0..=1000).filter(|&n| prime(n)).collect();
                let powers = |p: &u64| {
                    primes
                        .iter()
                        .map(|&q| p.checked_pow(q as u32).unwrap_or(u64::MAX))
                        .collect::<Vec<_>>()
                };
                let known: std::collections::BTreeSet<u64> =
                    primes.iter().flat_map(powers).collect();
                (0..=1_000_000).for_each(|n| agree(n, known.contains(&n)));
            }
            _ => (0..=1_000_000).for_each(|n| agree(n, definition(n))),
        }
    }
}

/// Numbers near which something may go wrong: powers of ten, squares, cubes, palindromes, digit strings, each with its
/// neighbours.
fn boundary_numbers() -> Vec<u64> {
    let mut centres: Vec<u64> = (0..=18).map(|power| 10u64.pow(power)).collect();
    let mut random = Random(1);
    for _ in 0..60 {
        let number = random.number();
        let root = (number as f64).sqrt() as u64;
        let cube = (number as f64).cbrt() as u64;
        let text = number.to_string();
        let mirror: String = text.chars().chain(text.chars().rev()).collect();
        centres.extend([
            number,
            root * root,
            cube * cube * cube,
            root * (root + 1) / 2,
        ]);
        centres.extend(mirror[..18.min(mirror.len())].parse::<u64>());
        centres.extend(mirror.parse::<u64>());
        centres.extend(text.replace('0', "1").parse::<u64>());
        centres.push(7 * (number / 7));
        centres.push(random.below(10) * (10u64.pow(text.len() as u32) / 9));
    }
    for p in (2..200).filter(|&p| prime(p)) {
        centres.extend((2..60).map_while(|q| u64::checked_pow(p, q)));
    }
    centres.extend([999_999_937, 1_000_000_007].map(|p: u64| p * p));
    let near = |n: u64| {
        (n.saturating_sub(6)..n.saturating_add(7)).chain([n + 1995, n.saturating_sub(90909)])
    };
    let mut numbers: Vec<u64> = centres
        .into_iter()
        .filter(|&n| n <= 10u64.pow(18))
        .flat_map(near)
        .collect();
    numbers.retain(|&n| n < 10u64.pow(18));
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

#[test]
fn large_and_boundary_numbers_agree_with_their_definition() {
    let numbers = boundary_numbers();
    let mut random = Random(2);
    for &(text, definition) in DEFINITIONS {
        let clue = clue(text);
        let mut members = 0;
        for n in numbers
            .iter()
            .copied()
            .chain((0..300).map(|_| random.number()))
        {
            let means = definition(n);
            assert_eq!(clue.contains(n), means, "{text}: {n}");
            members += usize::from(means);
        }
        assert!(
            members > 0
                || text.ends_with("is 11")
                || text.ends_with("is 1000")
                || text.contains("12096")
                || text.contains("1009"),
            "{text}: untested"
        );
    }
}

#[test]
fn candidates_miss_no_number() {
    let mut random = Random(3);
    for &(text, definition) in DEFINITIONS {
        let clue = clue(text);
        let next = |n| clue.language().next_candidate(n);
        let check = |n: u64| {
            // A number is its own next candidate, or shares it with the number after it.
            if next(n) != Some(n) {
                assert_eq!(next(n), next(n + 1), "{text}: {n}");
                assert!(!definition(n), "{text}: {n}");
            }
        };
        (0..3000).for_each(check);
        (0..100).for_each(|_| check(random.number()));
        for n in boundary_numbers().into_iter().step_by(23) {
            check(n);
        }
    }
}

#[test]
fn there_are_as_many_primes_as_published() {
    // OEIS A006880: the number of primes below 10^n.
    let counts = [4, 25, 168, 1229, 9592, 78498];
    let clue = clue("a prime");
    for (power, count) in (1..).zip(counts) {
        assert_eq!(
            (0..10u64.pow(power)).filter(|&n| clue.contains(n)).count(),
            count
        );
    }
    assert!((0..100_000).all(|n| clue.contains(n) == prime(n)));
}

#[test]
fn there_are_as_many_members_up_to_a_million_as_formulas_say() {
    let count = |text: &str| (0..=1_000_000).filter(|&n| clue(text).contains(n)).count();
    // 1000² and 100³ are a million; 1413·1414/2 = 998,991 is the last triangular number; F(30) = 832,040 and F(1) =
    // F(2).
    assert_eq!(count("square"), 1001);
    assert_eq!(count("cube"), 101);
    assert_eq!(count("triangular"), 1414);
    assert_eq!(count("fibonacci"), 30);
    // OEIS A070199: 10, 19, 109, 199, 1099, 1999 palindromes below 10^n.
    assert_eq!(count("palindrome"), 1999);
}

fn times(a: u64, b: u64, modulus: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(modulus)) as u64
}

fn power(base: u64, exponent: u64, modulus: u64) -> u64 {
    (0..64).rev().fold(1, |so_far, bit| {
        let square = times(so_far, so_far, modulus);
        if exponent >> bit & 1 == 1 {
            times(square, base, modulus)
        } else {
            square
        }
    })
}

fn common_divisor(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { common_divisor(b, a % b) }
}

#[test]
fn large_primes_are_proved_another_way() {
    let mut random = Random(4);
    let (mut primes, mut composites) = (0, 0);
    while primes < 60 || composites < 200 {
        let p = 1 + random.below(999_999_000);
        let Some(p) = (p..p + 500).find(|&p| prime(p)) else {
            continue;
        };
        let n = 2 * (1 + random.below(p / 3)) * p + 1;
        // Pocklington 1914: p > √n − 1 divides n − 1, so this proves n prime; and Fermat's theorem proves it composite.
        if power(2, n - 1, n) != 1 {
            composites += 1;
            assert!(!is_prime(n), "{n}");
        } else if common_divisor(power(2, (n - 1) / p, n) - 1, n) == 1 {
            primes += 1;
            assert!(is_prime(n), "{n} = k · {p} + 1");
        }
        let q = 3 + random.below(1_000_000_000);
        assert!(!is_prime(p * q), "{p} · {q}");
    }
    for _ in 0..100 {
        let n = random.below(10u64.pow(11));
        assert_eq!(is_prime(n), prime(n), "{n}");
    }
}

#[test]
fn numbers_that_deceive_weaker_tests_are_seen_through() {
    // OEIS A014233: the smallest strong pseudoprimes to the first k prime bases at once; A002997: Carmichael numbers.
    for n in [
        2047,
        1_373_653,
        25_326_001,
        3_215_031_751,
        2_152_302_898_747,
        3_474_749_660_383,
        341_550_071_728_321,
        3_825_123_056_546_413_051,
    ] {
        assert!(!is_prime(n), "{n}");
    }
    for n in [
        561, 1105, 1729, 2465, 2821, 6601, 8911, 10585, 15841, 29341, 41041,
    ] {
        assert!(!is_prime(n), "{n}");
    }
    // The bound of the three bases 2, 7, 61 (Jaeschke 1993) is such a number itself.
    assert!(!is_prime(4_759_123_141));
    // 41017 · 205081, another one.
    assert!(!is_prime(8_411_807_377));
    // OEIS A033873, A033874: the primes next to 10^n; Mersenne's 2^31 − 1 and 2^61 − 1; the largest prime of 64 bits.
    for n in [
        1_000_000_007,
        999_999_937,
        1_000_000_000_039,
        999_999_999_999_999_989,
        1_000_000_000_000_000_003,
        (1 << 31) - 1,
        (1 << 61) - 1,
        u64::MAX - 58,
    ] {
        assert!(is_prime(n), "{n}");
    }
    assert!((999_999_999_999_999_990..1_000_000_000_000_000_000).all(|n| !is_prime(n)));
}

#[test]
fn the_statements_of_the_clue_language_hold() {
    assert!(clue("1 more than a palindrome").contains(100));
    assert!(clue("1 more than a palindrome").contains(10));
    assert!(!clue("divisible by each of its digits").contains(10));
    for text in ["square", "cube", "triangular", "fibonacci"] {
        assert!(clue(text).contains(0) && clue(text).contains(1), "{text}");
    }
    assert!(!clue("prime").contains(0) && !clue("prime").contains(1));
    // The number that a clue is less than may have 19 digits.
    assert!(clue("1 less than a square").contains(999_999_999_999_999_999));
    assert!(clue("1 less than a power of 10").contains(999_999_999_999_999_999));
    // F(93), the last below 2^64.
    assert!(clue("fibonacci").contains(12_200_160_415_121_876_738));
    // 0 is not the lower neighbour of any palindrome.
    assert!(
        !clue("1 more than a palindrome").contains(0)
            && clue("1 less than a palindrome").contains(0)
    );
}

#[test]
fn nothing_overflows_at_the_end_of_the_integers() {
    for &(text, _) in DEFINITIONS {
        let clue = clue(text);
        for n in [
            u64::MAX,
            u64::MAX - 1,
            1 << 63,
            10_000_000_000_000_000_000,
            2_000_000_000_000_000_000,
        ] {
            let _ = clue.contains(n);
            if let Some(next) = clue.language().next_candidate(n) {
                assert!(next >= n, "{text}: {n}");
            }
        }
    }
    assert!(palindrome::is_palindrome(18_446_744_066_044_764_481));
    assert!(!palindrome::is_palindrome(u64::MAX));
}
