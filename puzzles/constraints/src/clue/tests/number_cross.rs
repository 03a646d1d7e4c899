//! The rows of Number Cross 4 (Jane Street, May 2024), whose counts of numbers are known from another solver.

use super::super::numbers;
use super::{clue, pattern_of};

const ROWS: [(&str, &str); 11] = [
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
fn rows_have_the_published_counts() {
    // A row: no two shaded cells adjacent, every run at least two cells. An 11-wide row has 54 such masks.
    let shaded_apart = (0..1u32 << 11).filter(|mask| mask & (mask >> 1) == 0);
    let masks: Vec<u32> = shaded_apart
        .filter(|&mask| runs(mask, 11).iter().all(|(start, end)| end - start > 1))
        .collect();
    assert_eq!(masks.len(), 54);
    let published = [6, 38_159, 116, 934, 619, 30, 4_731, 145, 970, 9_076, 1_458];
    for ((letters, text), published) in ROWS.into_iter().zip(published) {
        let clue = clue(text);
        let count = |(start, end): (usize, usize)| {
            numbers(&clue, &pattern_of(&letters[start..end]), 10_000)
                .expect("few numbers")
                .len()
        };
        let all: usize = masks
            .iter()
            .map(|&mask| runs(mask, 11).into_iter().map(count).product::<usize>())
            .sum();
        assert_eq!(all, published, "{letters} {text}");
    }
}

#[test]
#[ignore = "measurement: prints the time that all the runs of Number Cross 4 take"]
fn time_of_all_runs() {
    for _ in 0..5 {
        let mut total = 0.0;
        for (letters, text) in ROWS {
            let begin = quadrille_engine::clock::Instant::now();
            let clue = clue(text);
            let mut found = 0;
            for start in 0..11 {
                for end in start + 2..=11 {
                    found += numbers(&clue, &pattern_of(&letters[start..end]), 10_000)
                        .map_or(0, |numbers| numbers.len());
                }
            }
            let micros = begin.elapsed().as_secs_f64() * 1e6;
            total += micros;
            println!("{micros:9.1} µs {found:6} numbers  {letters} {text}");
        }
        println!("{total:9.1} µs");
    }
}
