//! Long results, page by page where a person looks at a terminal.

use std::io::Write;
use std::process::{Command, Stdio};

use super::console::{Console, harmless};

/// Prints a text; with the user's pager if it is longer than the terminal that shows it. The pager gets what the terminal
/// would: `less -R` passes on what it obeys.
pub(super) fn show(text: &str, console: &mut Console) {
    let is_long = console
        .rows()
        .is_some_and(|rows| text.lines().count() >= rows);
    if !(is_long && console.flush() && page(&harmless(text, console.colours()))) {
        console.print_drawn(text);
    }
}

/// Shows a text with the program that PAGER names, or `less`. `false` if there is none, and nothing was shown.
fn page(text: &str) -> bool {
    let wanted = std::env::var("PAGER").unwrap_or_default();
    let mut words = wanted.split_whitespace();
    let mut command = Command::new(words.next().unwrap_or("less"));
    command.args(words).stdin(Stdio::piped());
    if std::env::var_os("LESS").is_none() {
        // Ends at once if all fits the screen, and leaves it as it is.
        command.env("LESS", "FRX");
    }
    let Ok(mut pager) = command.spawn() else {
        return false;
    };
    if let Some(mut input) = pager.stdin.take() {
        // It may be left before the end.
        let _ = input.write_all(text.as_bytes());
    }
    let _ = pager.wait();
    true
}
