//! Keys with many parts.

use std::ops::Range;

use toml_parser::Source;
use toml_parser::lexer::TokenKind;

/// The most dots of the keys in which a value lies, without those of the table's header. The parser makes a table of
/// each part of a dotted key, and to free deeply nested tables takes a deep stack.
pub(super) const MAX_DOTS: usize = 64;

/// The dot with which the keys of a value have more than [`MAX_DOTS`]. Only those of keys count, not those of numbers,
/// texts and comments: the tokens are the parser's own. Linear.
pub(super) fn too_many(text: &str) -> Option<Range<usize>> {
    // The dots of the key before the last `=` at each level of brackets, and of the key or number that begins here.
    let mut levels = vec![0];
    let (mut around, mut here) = (0, 0);
    for token in Source::new(text).lex() {
        let level = levels.len() - 1;
        match token.kind() {
            TokenKind::Dot => {
                here += 1;
                if around + here > MAX_DOTS {
                    return Some(token.span().start()..token.span().end());
                }
            }
            TokenKind::Equals => {
                around = around - levels[level] + here;
                levels[level] = here;
                here = 0;
            }
            TokenKind::LeftSquareBracket | TokenKind::LeftCurlyBracket => levels.push(0),
            TokenKind::RightSquareBracket | TokenKind::RightCurlyBracket => {
                here = 0;
                if level > 0 {
                    around -= levels[level];
                    levels.pop();
                }
            }
            TokenKind::Comma => {
                around -= levels[level];
                levels[level] = 0;
                here = 0;
            }
            TokenKind::Newline => {
                here = 0;
                if level == 0 {
                    around -= levels[level];
                    levels[level] = 0;
                }
            }
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_dots_of_keys_count() {
        let many = MAX_DOTS + 1;
        for text in [
            format!("a = \"{}\"", "x.".repeat(many)),
            format!("a = '{}'\n# {}", "x.".repeat(many), "x.".repeat(many)),
            format!("a = '''\n{}\n'''", ". x ".repeat(many)),
            format!("a = [{}]", "'.', ".repeat(many)),
            format!("a = [{}]", "1.5, ".repeat(many)),
            format!("a = [{}]", "{ b.c = 1.5 }, ".repeat(many)),
            "a.b = 1\n".repeat(many),
            format!("{}a = 1", "a.".repeat(MAX_DOTS)),
        ] {
            assert_eq!(too_many(&text), None, "{text}");
        }
        for (text, at) in [
            (format!("{}a = 1", "a.".repeat(many)), 2 * many - 1),
            (format!("[{}a]", "a.".repeat(many)), 2 * many),
            (
                format!("{}a.a = 1", "\"x.\" . ".repeat(MAX_DOTS)),
                7 * MAX_DOTS + 1,
            ),
            (
                format!("{}a = {{ b.c = 1 }}", "a.".repeat(MAX_DOTS)),
                2 * MAX_DOTS + 7,
            ),
            (
                format!("{}a = [\n1.5,\n{{ b.c = 1 }}]", "a.".repeat(MAX_DOTS - 1)),
                2 * MAX_DOTS - 1 + 5,
            ),
        ] {
            let found = too_many(&text);
            if text.contains("1.5") {
                // One dot for the number, one for the key: neither is too many.
                assert_eq!(found, None, "{text}");
            } else {
                assert_eq!(found, Some(at..at + 1), "{text}");
            }
        }
    }
}
