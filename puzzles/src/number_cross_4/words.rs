//! The language of a row: every way to fill it that its regions and its clue allow, as a list.

use quadrille_engine::Dom;

use crate::clue::{Clue, Digits, MAX_DIGITS, Pattern, Segment, TooMany, words};
use crate::number_cross::{BLANK, SHORTEST_RUN, arrangements, digits_of};

/// What listing the words of a row, or of several rows, may cost.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cost {
    /// Words.
    pub(super) words: usize,
    /// Nanoseconds to find the words of the runs, as estimated from clues and regions: no clock is read.
    pub(super) nanoseconds: f64,
}

/// The rows within `domains` that satisfy `clue` where neighbouring cells of one region hold one digit and other
/// neighbours different ones, as a flat list of `regions.len()` values each ([`BLANK`] or a digit); none twice.
///
/// What the work is estimated at is taken from `left` before it is begun, and the words when they are found; `most`
/// bounds this row alone.
///
/// # Errors
/// [`TooMany`] if there are more words, or if it is likely that more work is needed to find them, than `most` or
/// `left` allow.
pub(super) fn row_words(
    regions: &[usize],
    domains: &[Dom],
    clue: &Clue,
    most: Cost,
    left: &mut Cost,
) -> Result<Vec<i32>, TooMany> {
    let n = regions.len();
    let limit = most.words.min(left.words);
    let may_blank = |column: usize| domains[column].contains(BLANK);
    let mut patterns: Vec<(usize, Pattern)> = Vec::new();
    let mut cost = 0.0;
    for start in 0..n {
        if start > 0 && !may_blank(start - 1) {
            continue;
        }
        for end in start + SHORTEST_RUN..=n {
            if end < n && !may_blank(end) {
                continue;
            }
            if let Some(pattern) = pattern(&regions[start..end], &domains[start..end]) {
                cost += clue.language().generation_cost(&pattern);
                patterns.push((start * (n + 1) + end, pattern));
            }
        }
    }
    if cost > most.nanoseconds.min(left.nanoseconds) {
        return Err(TooMany::Work);
    }
    left.nanoseconds -= cost;
    // The words of each run are found once, for all arrangements in which it stands.
    let mut by_run: Vec<Vec<u64>> = vec![Vec::new(); n * (n + 1)];
    for (run, pattern) in patterns {
        by_run[run] = words(clue, &pattern, limit)?;
    }
    let words_of = |&(start, end): &(usize, usize)| by_run[start * (n + 1) + end].as_slice();
    let mut total = 0usize;
    arrangements(n, may_blank, |runs| {
        let rows = runs.iter().try_fold(1usize, |product, run| {
            product.checked_mul(words_of(run).len())
        });
        total = rows.map_or(usize::MAX, |rows| total.saturating_add(rows));
    });
    if total > limit {
        return Err(TooMany::Words);
    }
    left.words -= total;
    let mut rows = Vec::with_capacity(total * n);
    arrangements(n, may_blank, |runs| {
        let mut row = [BLANK; MAX_DIGITS];
        write_rows(runs, &words_of, &mut row[..n], &mut rows);
    });
    Ok(rows)
}

/// About how many words a row has if nothing in it is blank: those of its regions, thinned by its clue.
pub(super) fn estimate(regions: &[usize], domains: &[Dom], clue: &Clue) -> f64 {
    let n = regions.len();
    let density = clue.language().candidates(n) / 10f64.powi(n as i32);
    pattern(regions, domains).map_or(0.0, |pattern| pattern.count()) * density
}

/// The stretches of a run that lie in one region each.
fn pattern(regions: &[usize], domains: &[Dom]) -> Option<Pattern> {
    let mut start = 0;
    let segments: Vec<Segment> = regions
        .chunk_by(|a, b| a == b)
        .map(|stretch| {
            let cells = &domains[start..start + stretch.len()];
            start += stretch.len();
            Segment {
                length: stretch.len(),
                digits: cells
                    .iter()
                    .fold(Digits::ALL, |all, &dom| all & digits_of(dom)),
            }
        })
        .collect();
    Pattern::new(&segments, true)
}

/// Appends every combination of words of these runs.
fn write_rows<'a>(
    runs: &[(usize, usize)],
    words_of: &impl Fn(&(usize, usize)) -> &'a [u64],
    row: &mut [i32],
    rows: &mut Vec<i32>,
) {
    let Some((run, later)) = runs.split_first() else {
        rows.extend_from_slice(row);
        return;
    };
    for &word in words_of(run) {
        let mut rest = word;
        for cell in row[run.0..run.1].iter_mut().rev() {
            *cell = (rest % 10) as i32;
            rest /= 10;
        }
        write_rows(later, words_of, row, rows);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
            let regions: Vec<usize> = regions.bytes().map(usize::from).collect();
            let domains = [Dom::range(0..=BLANK); 11];
            let words = words_within(&regions, &domains, clue, AMPLE).unwrap();
            assert_eq!(words.len() / 11, expected, "{clue}");
        }
    }

    const AMPLE: Cost = Cost {
        words: 100_000,
        nanoseconds: 1e9,
    };

    fn words_within(
        regions: &[usize],
        domains: &[Dom],
        clue: &str,
        most: Cost,
    ) -> Result<Vec<i32>, TooMany> {
        let clue = Clue::parse(clue).unwrap();
        row_words(regions, domains, &clue, most, &mut AMPLE.clone())
    }

    #[test]
    fn a_row_is_given_up_above_its_cost() {
        let regions = [0, 0, 1, 1, 2];
        let domains = [Dom::range(0..=BLANK); 5];
        let rows = words_within(&regions, &domains, "odd", AMPLE)
            .unwrap()
            .len()
            / 5;
        let with = |words, nanoseconds| {
            let most = Cost { words, nanoseconds };
            words_within(&regions, &domains, "odd", most).map(|cells| cells.len() / 5)
        };
        assert_eq!(with(rows, 1e9), Ok(rows));
        assert_eq!(with(rows - 1, 1e9), Err(TooMany::Words));
        assert_eq!(with(rows, 1.0), Err(TooMany::Work));
    }

    /// Where no cell can be blank there is one run, and what it costs is all that is taken.
    #[test]
    fn what_a_row_costs_is_taken_from_what_is_left() {
        let clue = Clue::parse("odd").unwrap();
        let regions = [0, 0, 1, 1, 2];
        let domains = [Dom::range(0..=9); 5];
        let whole = pattern(&regions, &domains).expect("a pattern");
        let nanoseconds = clue.language().generation_cost(&whole);
        let enough = Cost {
            nanoseconds,
            ..AMPLE
        };
        let mut left = AMPLE;
        let rows = row_words(&regions, &domains, &clue, enough, &mut left)
            .unwrap()
            .len()
            / 5;
        assert_eq!(left.words, AMPLE.words - rows);
        assert!((AMPLE.nanoseconds - left.nanoseconds - nanoseconds).abs() < 1e-3);
        // As much again is not left.
        let mut left = enough;
        assert!(row_words(&regions, &domains, &clue, AMPLE, &mut left).is_ok());
        let again = row_words(&regions, &domains, &clue, AMPLE, &mut left);
        assert_eq!(again, Err(TooMany::Work));
    }

    #[test]
    fn estimates_are_near_the_number_of_words() {
        for clue in ["multiple of 7", "square", "triangular"] {
            for regions in [[0, 1, 2, 3], [0, 0, 1, 2]] {
                let domains = [Dom::range(0..=9); 4];
                let words = words_within(&regions, &domains, clue, AMPLE).unwrap();
                let ratio = estimate(&regions, &domains, &Clue::parse(clue).unwrap())
                    / (words.len() / 4) as f64;
                assert!((0.5..2.0).contains(&ratio), "{clue}: {ratio}");
            }
        }
    }
}
