//! Any text is either read or refused, quickly and without a panic.

use proptest::prelude::*;

use super::*;

/// The texts that mutations start from.
fn seeds() -> Vec<&'static str> {
    let embedded = crate::embedded::all().iter().map(|(_, text)| *text);
    [CROSS_4, PARTY, BOX].into_iter().chain(embedded).collect()
}

/// Reads a text and shows what is wrong with it, as a whole and at its places.
fn survives(text: String) {
    let source = source(&text);
    if let Err(problems) = parse(&source) {
        assert!(!problems.is_empty());
        for problem in problems.iter() {
            assert!(
                problem
                    .position(&source)
                    .is_none_or(|(line, column)| line > 0 && column > 0)
            );
        }
        assert!(
            problems
                .render(&source, ReportStyle::default())
                .starts_with("error: ")
        );
        assert!(
            !problems
                .render(
                    &source,
                    ReportStyle {
                        colour: true,
                        ascii: true
                    }
                )
                .is_empty()
        );
    }
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in any::<String>()) {
        survives(text);
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        survives(String::from_utf8_lossy(&bytes).into_owned());
    }

    #[test]
    fn changed_puzzles_are_read_or_refused(
        seed in 0..7usize,
        cuts in proptest::collection::vec((any::<prop::sample::Index>(), 0..40usize, "[ -~\n\r\t\u{e9}\u{1f600}]{0,5}"), 1..4),
    ) {
        let mut text: Vec<char> = seeds()[seed].chars().collect();
        for (at, length, insert) in cuts {
            let at = at.index(text.len() + 1);
            let end = (at + length).min(text.len());
            text.splice(at..end, insert.chars());
        }
        survives(text.into_iter().collect());
    }
}

#[test]
fn deeply_nested_texts_are_refused() {
    let many = 100_000;
    for text in [
        format!("{}x = 1", "a.".repeat(many)),
        format!("[{}x]", "a.".repeat(many)),
        format!("[[{}x]]", "a.".repeat(many)),
        format!("x = {}", "[".repeat(many)),
        format!("x = {}1{}", "{a=".repeat(many), "}".repeat(many)),
        format!("x = {{ {}x = 1 }}", "a.".repeat(many)),
        format!("x = {{ {}x = 1 }}", "\"a\" . ".repeat(many)),
    ] {
        survives(text);
    }
}

#[test]
fn large_files_are_refused() {
    // A quarter of what is allowed, to keep the tests short.
    let size = MAX_BYTES as usize / 4;
    let fill = |unit: &str| unit.repeat(size / unit.len());
    let keys: String = (0..12_000).map(|key| format!("k{key}=1\n")).collect();
    for text in [
        keys.repeat(2),
        fill("=\n"),
        fill("a=1\n"),
        fill("[a]\n"),
        fill("[[a]]\n"),
        fill("\"\n"),
        fill("x=["),
        format!("kind='number-cross-4'\nclues=[{}]", fill("'x',")),
        format!("kind='number-cross-4'\nclues='''{}'''", fill("x\n")),
        format!("kind='number-cross-4'\nregions='''{}'''", fill("?\n")),
        format!("kind='number-cross-4'\nregions='''{}'''", fill("? ")),
        format!("kind='number-cross-4'\nregions='''{}'''", fill("AB\n")),
        format!("kind='shut-the-box'\ngrid='''{}'''", fill("?")),
        format!("kind='{}'", fill("x")),
        format!("{}=1", fill("x")),
    ] {
        survives(text);
    }
}
