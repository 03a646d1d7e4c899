//! The language of a row: every way to fill it that its regions and its clue allow, as a list.

use crate::clue::{Clue, Digits, MAX_DIGITS, Pattern, Segment, TooMany, words};
use crate::number_cross::{BLANK, SHORTEST_RUN, arrangements};

/// The rows that satisfy `clue` where neighbouring cells of one region hold one digit and other neighbours
/// different ones, as a flat list of `regions.len()` values each ([`BLANK`] or a digit), in a fixed order.
///
/// # Errors
/// [`TooMany`] if there are more than `limit` or they cannot be listed with reasonable work.
pub(super) fn row_words(regions: &[usize], clue: &Clue, limit: usize) -> Result<Vec<u8>, TooMany> {
    let n = regions.len();
    // The words of each run are found once, for all arrangements in which it stands.
    let mut by_run: Vec<Vec<u64>> = vec![Vec::new(); n * (n + 1)];
    for start in 0..n {
        for end in start + SHORTEST_RUN..=n {
            if let Some(pattern) = pattern(&regions[start..end]) {
                by_run[start * (n + 1) + end] = words(clue, &pattern, limit)?;
            }
        }
    }
    let words_of = |&(start, end): &(usize, usize)| by_run[start * (n + 1) + end].as_slice();
    let mut total = 0usize;
    arrangements(
        n,
        |_| true,
        |runs| {
            let rows = runs.iter().try_fold(1usize, |product, run| {
                product.checked_mul(words_of(run).len())
            });
            total = rows.map_or(usize::MAX, |rows| total.saturating_add(rows));
        },
    );
    if total > limit {
        return Err(TooMany::Words);
    }
    let mut rows = Vec::with_capacity(total * n);
    arrangements(
        n,
        |_| true,
        |runs| {
            let mut row = [BLANK as u8; MAX_DIGITS];
            write_rows(runs, &words_of, &mut row[..n], &mut rows);
        },
    );
    Ok(rows)
}

/// The stretches of a run that lie in one region each.
fn pattern(regions: &[usize]) -> Option<Pattern> {
    let segments: Vec<Segment> = regions
        .chunk_by(|a, b| a == b)
        .map(|stretch| Segment {
            length: stretch.len(),
            digits: Digits::ALL,
        })
        .collect();
    Pattern::new(&segments, true)
}

/// Appends every combination of words of these runs.
fn write_rows<'a>(
    runs: &[(usize, usize)],
    words_of: &impl Fn(&(usize, usize)) -> &'a [u64],
    row: &mut [u8],
    rows: &mut Vec<u8>,
) {
    let Some((run, later)) = runs.split_first() else {
        rows.extend_from_slice(row);
        return;
    };
    for &word in words_of(run) {
        let mut rest = word;
        for cell in row[run.0..run.1].iter_mut().rev() {
            *cell = (rest % 10) as u8;
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
            let words = row_words(&regions, &Clue::parse(clue).unwrap(), 100_000).unwrap();
            assert_eq!(words.len() / 11, expected, "{clue}");
        }
    }
}
