//! Standard output and standard error: buffered, coloured if wanted, and quiet when closed.

use std::borrow::Cow;
use std::io::{self, BufWriter, ErrorKind, IsTerminal, StdoutLock, Write};

use clap::ValueEnum;
use terminal_size::{Height, Width, terminal_size_of};

use super::exit;
use super::lines::{colour_code, hanging};
use crate::draw::obeys;
use crate::read::ReportStyle;

/// When colours are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum ColourChoice {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl ColourChoice {
    fn applies(self, is_terminal: impl FnOnce() -> bool) -> bool {
        match self {
            ColourChoice::Always => true,
            ColourChoice::Never => false,
            ColourChoice::Auto => {
                let no = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
                let dumb = std::env::var_os("TERM").is_some_and(|value| value == "dumb");
                !no && !dumb && is_terminal()
            }
        }
    }
}

/// Where a command writes.
#[derive(Debug)]
pub(super) struct Console {
    out: BufWriter<StdoutLock<'static>>,
    /// The first error of standard output; nothing is written after it.
    failed: Option<io::Error>,
    colour: ColourChoice,
}

impl Console {
    pub(super) fn new(colour: ColourChoice) -> Self {
        Self {
            out: BufWriter::with_capacity(1 << 16, io::stdout().lock()),
            failed: None,
            colour,
        }
    }

    /// Whether results are coloured.
    pub(super) fn colours(&self) -> bool {
        self.colour.applies(|| io::stdout().is_terminal())
    }

    /// How reports of bad input look.
    pub(super) fn report_style(&self, ascii: bool) -> ReportStyle {
        ReportStyle {
            colour: self.colour.applies(|| io::stderr().is_terminal()),
            ascii,
        }
    }

    /// The number of columns of the terminal that shows the results; `None` if they go elsewhere.
    pub(super) fn columns(&self) -> Option<usize> {
        size_of_output().map(|(columns, _)| columns)
    }

    /// The number of its rows.
    pub(super) fn rows(&self) -> Option<usize> {
        size_of_output().map(|(_, rows)| rows)
    }

    /// Writes a part of the result. Characters that a terminal would obey are replaced.
    pub(super) fn print(&mut self, text: &str) {
        let text = harmless(text, false);
        self.print_as_is(&text);
    }

    /// Writes a part of the result that consists of sentences: lines longer than the terminal is wide are broken between
    /// words. Other programs get them whole.
    pub(super) fn tell(&mut self, text: &str) {
        match self.columns() {
            Some(columns) => self.print(&hanging(text, columns)),
            None => self.print(text),
        }
    }

    /// Writes a part of the result with drawings in it: colours pass where results are coloured. Texts of files in it
    /// have passed through `printable` or `plain`.
    pub(super) fn print_drawn(&mut self, text: &str) {
        let text = harmless(text, self.colours());
        self.print_as_is(&text);
    }

    /// Writes a line of JSON. Control characters are escaped.
    pub(super) fn print_json(&mut self, value: &serde_json::Value) {
        let mut line = String::new();
        for c in value.to_string().chars() {
            match obeys(c) {
                // Outside of texts JSON has no such character.
                true => line.push_str(&format!("\\u{:04x}", u32::from(c))),
                false => line.push(c),
            }
        }
        line.push('\n');
        self.print_as_is(&line);
    }

    /// Writes output meant for other programs, such as a manual page.
    pub(super) fn print_as_is(&mut self, text: &str) {
        if self.failed.is_none() {
            self.failed = self.out.write_all(text.as_bytes()).err();
        }
    }

    /// Flushes the output. Whether it is still being read.
    pub(super) fn flush(&mut self) -> bool {
        if self.failed.is_none() {
            self.failed = self.out.flush().err();
        }
        self.failed.is_none()
    }

    /// Whether output is discarded.
    pub(super) fn is_closed(&self) -> bool {
        self.failed.is_some()
    }

    /// Prints a message to standard error, ignoring failures.
    pub(super) fn complain(&mut self, text: &str) {
        let coloured = self.colour.applies(|| io::stderr().is_terminal());
        let mut text = harmless(text, coloured);
        if let Some(columns) = columns_of_errors() {
            text = Cow::Owned(in_width(&text, columns));
        }
        let mut err = io::stderr().lock();
        let _ = err.write_all(text.as_bytes());
        if !text.ends_with('\n') {
            let _ = err.write_all(b"\n");
        }
    }

    /// Ends the output. The exit code is `code`, unless the result could not be written; a closed pipe is not an error.
    pub(super) fn finish(mut self, code: u8) -> u8 {
        self.flush();
        match self.failed.take() {
            Some(error) if error.kind() != ErrorKind::BrokenPipe => {
                self.complain(&format!("error: cannot write to standard output: {error}"));
                exit::worse(code, exit::NOT_WRITTEN)
            }
            _ => code,
        }
    }
}

/// The columns and rows of the terminal that standard output is.
fn size_of_output() -> Option<(usize, usize)> {
    let out = io::stdout();
    let size = out.is_terminal().then(|| terminal_size_of(out));
    let (Width(columns), Height(rows)) = size.flatten()?;
    Some((usize::from(columns), usize::from(rows)))
}

/// The columns of the terminal that standard error is.
fn columns_of_errors() -> Option<usize> {
    let err = io::stderr();
    let size = err.is_terminal().then(|| terminal_size_of(err));
    let (Width(columns), _) = size.flatten()?;
    Some(usize::from(columns))
}

/// A message with its long lines broken, except those that show a text with marks below it.
fn in_width(text: &str, columns: usize) -> String {
    let lines = text.split_inclusive('\n').map(|line| {
        let is_quoted = line.contains('│') || line.contains(" | ");
        match is_quoted {
            true => line.to_owned(),
            false => hanging(line, columns),
        }
    });
    lines.collect()
}

/// A text without drawings, in which whatever a terminal would obey is replaced.
pub(super) fn plain(text: &str) -> String {
    harmless(text, false).into_owned()
}

/// A text in which characters that a terminal would obey are replaced, apart from line feeds, tabs and, if `coloured`,
/// what sets colours.
pub(super) fn harmless(text: &str, coloured: bool) -> Cow<'_, str> {
    let is_plain = |c: char| matches!(c, '\n' | '\t') || !obeys(c);
    if text.chars().all(is_plain) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let length = match colour_code(rest).filter(|_| coloured) {
            Some(length) => {
                shown.push_str(&rest[..length]);
                length
            }
            None => {
                shown.push(if is_plain(c) { c } else { '\u{fffd}' });
                c.len_utf8()
            }
        };
        rest = &rest[length..];
    }
    Cow::Owned(shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_stay_below_what_they_mark() {
        let quoted = "3 │ one two three four\n  │         ^^^^^\n";
        assert_eq!(in_width(quoted, 12), quoted);
        assert_eq!(
            in_width("one two three four\n", 14),
            "one two three\n  four\n"
        );
    }

    #[test]
    fn what_a_terminal_obeys_is_not_printed() {
        let evil = "a\x1b[2Jb\0c\u{202e}d\u{9b}e\x07\tf\n";
        assert_eq!(
            harmless(evil, false),
            "a\u{fffd}[2Jb\u{fffd}c\u{fffd}d\u{fffd}e\u{fffd}\tf\n"
        );
        let coloured = "\x1b[48;5;223mx\x1b[0m\x1b]0;title\x07";
        assert_eq!(
            harmless(coloured, true),
            "\x1b[48;5;223mx\x1b[0m\u{fffd}]0;title\u{fffd}"
        );
        assert!(!harmless(coloured, false).contains('\x1b'));
        assert!(matches!(
            harmless("plain → text\n", false),
            Cow::Borrowed(_)
        ));
    }
}
