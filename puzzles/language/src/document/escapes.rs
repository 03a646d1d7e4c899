//! Line ends that a puzzle file writes as `\n`.

use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The same file with strings such as `"1.\n.2"` on lines of their own, as a grid is read. A string with other escapes
/// stays as it is.
pub(super) fn with_line_ends(text: String) -> String {
    if !text.contains("\\n") {
        return text;
    }
    let Ok(table) = DeTable::parse(&text) else {
        return text;
    };
    let mut strings = Vec::new();
    for value in table.get_ref().values() {
        collect(value, &mut strings);
    }
    strings.sort_unstable_by_key(|span: &std::ops::Range<usize>| std::cmp::Reverse(span.start));
    let mut spelled = text.clone();
    for span in strings {
        let raw = &text[span.clone()];
        let mut escapes = raw.split('\\').skip(1);
        if !raw.starts_with('"')
            || !raw.contains('\\')
            || !escapes.all(|rest| rest.starts_with('n'))
        {
            continue;
        }
        let quote = if raw.starts_with("\"\"\"") {
            "\"\"\""
        } else {
            "\""
        };
        let text = &raw[quote.len()..raw.len() - quote.len()];
        // A line end just after the quotes does not count.
        let begins = quote.len() > 1 && text.starts_with(['\n', '\r']);
        let begin = if begins { "" } else { "\n" };
        let lines = text.replace("\\n", "\n");
        spelled.replace_range(span, &format!("\"\"\"{begin}{lines}\"\"\""));
    }
    spelled
}

/// The places of all strings in a value.
fn collect(value: &Spanned<DeValue<'_>>, found: &mut Vec<std::ops::Range<usize>>) {
    match value.get_ref() {
        DeValue::String(_) => found.push(value.span()),
        DeValue::Array(items) => items.iter().for_each(|item| collect(item, found)),
        DeValue::Table(table) => table.values().for_each(|value| collect(value, found)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_ends_are_spelled_out_and_mean_the_same() {
        for (text, spelled) in [
            ("a = \"1.\\n.2\"", "a = \"\"\"\n1.\n.2\"\"\""),
            ("a = \"\\n1.\\n\"", "a = \"\"\"\n\n1.\n\"\"\""),
            ("a = \"\"\"\n1.\\n.2\"\"\"", "a = \"\"\"\n1.\n.2\"\"\""),
            ("a = \"\"\"\\n1\"\"\"", "a = \"\"\"\n\n1\"\"\""),
            (
                "[t]\na = [\"x\\ny\", \"z\"]",
                "[t]\na = [\"\"\"\nx\ny\"\"\", \"z\"]",
            ),
            // Other escapes, texts without any, comments, keys, and text that is not TOML.
            ("a = \"\\\\n\"", "a = \"\\\\n\""),
            ("a = \"\\t\\n\"", "a = \"\\t\\n\""),
            ("a = '1\\n2' # \\n", "a = '1\\n2' # \\n"),
            ("\"a\\n\" = 1", "\"a\\n\" = 1"),
            ("each \"\\n\"", "each \"\\n\""),
        ] {
            assert_eq!(with_line_ends(text.to_owned()), spelled);
            let meaning = |text: &str| toml::from_str::<toml::Table>(text).ok();
            assert_eq!(meaning(text), meaning(spelled), "{text}");
        }
    }
}
