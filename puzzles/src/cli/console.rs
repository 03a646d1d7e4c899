//! Standard output and standard error: buffered, coloured where wanted, and calm when nobody listens any more.

use std::io::{self, BufWriter, ErrorKind, IsTerminal, StdoutLock, Write};

use clap::ValueEnum;

use super::exit;
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

    /// Writes a part of the result.
    pub(super) fn print(&mut self, text: &str) {
        if self.failed.is_none() {
            self.failed = self.out.write_all(text.as_bytes()).err();
        }
    }

    /// Sends what was printed so far on its way. Whether anybody still reads.
    pub(super) fn flush(&mut self) -> bool {
        if self.failed.is_none() {
            self.failed = self.out.flush().err();
        }
        self.failed.is_none()
    }

    /// Whether what is printed goes nowhere.
    pub(super) fn is_closed(&self) -> bool {
        self.failed.is_some()
    }

    /// Says something beside the result. If that fails there is nobody to tell.
    pub(super) fn complain(&mut self, text: &str) {
        let mut err = io::stderr().lock();
        let _ = err.write_all(text.as_bytes());
        if !text.ends_with('\n') {
            let _ = err.write_all(b"\n");
        }
    }

    /// Ends the output. The exit code is `code`, unless the result could not be written; a closed pipe is no error.
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
