//! Lists and long texts in lines that fit a terminal.

/// Columns of a terminal that lists and notes are broken for.
pub(super) const WIDTH: usize = 80;

/// The most things that are listed one by one.
const MOST_LISTED: usize = 20;

/// A head, then the first items of a list and the number of others, in lines that fit a terminal.
pub(super) fn listed(head: &str, things: impl Iterator<Item = String>) -> String {
    let mut things: Vec<String> = things.collect();
    if things.len() > MOST_LISTED {
        let more = things.len() - MOST_LISTED;
        things.truncate(MOST_LISTED);
        things.push(format!("and {more} more"));
    }
    let count = things.len();
    for thing in things.iter_mut().take(count.saturating_sub(1)) {
        thing.push(',');
    }
    fill(head, things.iter().map(String::as_str), "  ", WIDTH)
}

/// A text with its long lines broken between words; consecutive lines of a paragraph are joined.
pub(super) fn wrapped(text: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    let mut goes_on = false;
    for line in text.lines() {
        match lines.last_mut() {
            Some(last) if goes_on && line.starts_with(|c: char| !c.is_whitespace()) => {
                last.push(' ');
                last.push_str(line);
            }
            _ => lines.push(line.to_owned()),
        }
        goes_on = line.chars().count() > WIDTH;
    }
    let lines = lines.iter().map(|line| {
        let indent: String = line.chars().take_while(|c| c.is_whitespace()).collect();
        match line.trim_start().split_once(' ') {
            Some((first, rest)) if line.chars().count() > WIDTH => {
                let head = format!("{indent}{first}");
                fill(&head, rest.split_whitespace(), &indent, WIDTH)
            }
            _ => line.clone(),
        }
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// A text whose lines longer than a width are broken between words, and continue two columns further to the right.
pub(super) fn hanging(text: &str, width: usize) -> String {
    let mut broken = String::with_capacity(text.len() + text.len() / 16);
    for line in text.split_inclusive('\n') {
        let (content, end) = match line.strip_suffix('\n') {
            Some(content) => (content, "\n"),
            None => (line, ""),
        };
        if shown_width(content) <= width {
            broken.push_str(line);
            continue;
        }
        let trimmed = content.trim_start();
        let indent = &content[..content.len() - trimmed.len()];
        let mut words = trimmed.split(' ');
        let head = format!("{indent}{}", words.next().unwrap_or_default());
        broken.push_str(&fill(&head, words, &format!("{indent}  "), width));
        broken.push_str(end);
    }
    broken
}

/// The fewest columns in which a text beside a name reads well.
const LEAST_BESIDE: usize = 24;

/// Names in a column of a given width, each with a text beside it, whose lines are broken between words and begin in one
/// column. Where that leaves too little room, the text stands below its name instead.
pub(super) fn beside(names: &[(String, String)], wide: usize, width: usize) -> String {
    let has_room = width >= wide + 4 + LEAST_BESIDE;
    let indent = " ".repeat(if has_room { wide + 4 } else { 4 });
    let line = |(name, text): &(String, String)| {
        let mut words = text.split_whitespace();
        let first = words.next().unwrap_or_default();
        let head = match has_room {
            true => format!("  {name:wide$}  {first}"),
            false if name.is_empty() => format!("{indent}{first}"),
            false => format!("  {name}\n{indent}{first}"),
        };
        // What is filled begins in the last line of the head.
        let (above, head) = head.rsplit_once('\n').unwrap_or(("", &head));
        let line = fill(head, words, &indent, width);
        let above = if above.is_empty() {
            String::new()
        } else {
            format!("{above}\n")
        };
        above + line.trim_end() + "\n"
    };
    names.iter().map(line).collect()
}

/// Appends the pieces with spaces between them; a piece that does not fit into the width starts a line of its own.
pub(super) fn fill<'a>(
    head: &str,
    pieces: impl Iterator<Item = &'a str>,
    indent: &str,
    width: usize,
) -> String {
    let mut text = head.to_owned();
    let mut used = shown_width(head);
    for piece in pieces {
        let long = shown_width(piece);
        if used + 1 + long > width {
            text.push('\n');
            text.push_str(indent);
            used = indent.chars().count() + long;
        } else {
            text.push(' ');
            used += 1 + long;
        }
        text.push_str(piece);
    }
    text
}

/// The number of characters of a text that a terminal shows: those that set colours take no room.
fn shown_width(text: &str) -> usize {
    let (mut rest, mut shown) = (text, 0);
    while let Some(c) = rest.chars().next() {
        let code = colour_code(rest);
        shown += usize::from(code.is_none());
        rest = &rest[code.unwrap_or(c.len_utf8())..];
    }
    shown
}

/// The length of a sequence that sets colours, if the text begins with one.
pub(super) fn colour_code(text: &str) -> Option<usize> {
    let parameters = text.strip_prefix("\x1b[")?;
    let end = parameters.find(|c: char| !c.is_ascii_digit() && c != ';')?;
    parameters[end..].starts_with('m').then_some(end + 3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_stand_beside_their_names() {
        let names = [("a", "one two three"), ("bcd", ""), ("ef", "four")];
        let names = names.map(|(name, text)| (name.to_owned(), text.to_owned()));
        let expected = "  a    one two\n       three\n  bcd\n  ef   four\n";
        assert_eq!(
            beside(&names, 3, 31),
            expected.replace("two\n       three", "two three")
        );
        // Too narrow.
        let names = [
            ("a", "one two three four five"),
            ("", "six"),
            ("ef", "seven"),
        ];
        let names = names.map(|(name, text)| (name.to_owned(), text.to_owned()));
        let expected = "  a\n    one two three four\n    five\n    six\n  ef\n    seven\n";
        assert_eq!(beside(&names, 3, 24), expected);
    }

    #[test]
    fn what_is_told_hangs_below_its_first_line() {
        let text = "1. one two three\n   short\n   four five six  seven\n";
        let expected = "1. one two\n  three\n   short\n   four five\n     six  seven\n";
        assert_eq!(
            hanging(text, 12).replace("six \n     seven", "six  seven"),
            expected
        );
        assert_eq!(hanging(text, 80), text);
        assert_eq!(hanging("one two", 3), "one\n  two");
    }

    #[test]
    fn long_lines_are_broken() {
        let things = || (0..30).map(|n| format!("thing {n}"));
        let text = listed("these:", things());
        assert!(
            text.lines().all(|line| line.chars().count() <= WIDTH),
            "{text}"
        );
        let joined = text.replace("\n  ", " ");
        let first: Vec<String> = things().take(MOST_LISTED).collect();
        assert_eq!(joined, format!("these: {}, and 10 more", first.join(", ")));
        assert_eq!(listed("one:", std::iter::once("x".to_owned())), "one: x");

        let line = "some words ".repeat(20);
        let text = format!("short\n\n  {line}end");
        let broken = wrapped(&text);
        assert!(
            broken.lines().all(|line| line.chars().count() <= WIDTH),
            "{broken}"
        );
        let second = broken.lines().nth(3).unwrap();
        assert!(
            second.starts_with("  ") && !second.starts_with("   "),
            "{broken}"
        );
        let words = |text: &str| {
            text.split_whitespace()
                .map(str::to_owned)
                .collect::<Vec<_>>()
        };
        assert_eq!(words(&broken), words(&text));
        assert_eq!(wrapped("x"), "x");
        // The second line continues the first; the third was broken by hand.
        let text = format!("{line}\nand\nmore");
        assert!(
            wrapped(&text).ends_with("words and\nmore"),
            "{}",
            wrapped(&text)
        );
    }
}
