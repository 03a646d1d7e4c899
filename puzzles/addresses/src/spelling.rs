//! Names of data: how they are written, and which look alike.

/// Whether a text is a name: an ASCII letter, then letters, digits, `_` and `-`.
pub(super) fn is_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'))
}

/// The names nearest to what was written, nearest first; at most three, and none that differ in more than a third
/// of their letters.
pub(super) fn nearest<'a>(written: &str, names: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let letters = written.chars().count();
    // Nothing that long is a misspelt name.
    if letters > 40 {
        return Vec::new();
    }
    let mut near: Vec<(usize, &str)> = names
        .map(|name| (distance(written, name), name))
        .filter(|&(steps, name)| steps <= (letters.max(name.len()) / 3).max(1))
        .collect();
    near.sort_by_key(|&(steps, _)| steps);
    near.into_iter().map(|(_, name)| name).take(3).collect()
}

/// The number of letters to add, drop or change (Levenshtein 1966).
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, letter) in a.chars().enumerate() {
        let mut diagonal = i;
        row[0] = i + 1;
        for (j, other) in b.iter().enumerate() {
            let change = diagonal + usize::from(letter != *other);
            diagonal = row[j + 1];
            row[j + 1] = change.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}
