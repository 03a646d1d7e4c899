//! `quadrille guide`: the chapters of the guide, page by page on a terminal.

use std::io::{self, IsTerminal, Write};
use std::process::{Command, Stdio};

use clap::Args;

use super::console::Console;
use super::exit;
use super::open::Failure;
use crate::document::{known_words, shown};
use crate::guide::{self, Chapter};

/// Read the guide: a tour, puzzle files, the words of clues, the language of rules
///
/// On a terminal the text is shown page by page, with the program that PAGER names, or `less`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quadrille guide            the chapters
  quadrille guide tour       the command in five minutes
  quadrille guide clues      every word of clues, with an example")]
pub(super) struct GuideArguments {
    /// The chapter; lists the chapters if omitted
    #[arg(value_name = "CHAPTER")]
    chapter: Option<String>,
}

pub(super) fn run(arguments: &GuideArguments, console: &mut Console) -> Result<u8, Failure> {
    let Some(name) = &arguments.chapter else {
        console.print(&contents());
        return Ok(exit::GOOD);
    };
    let chapter = guide::chapters()
        .iter()
        .find(|chapter| chapter.name == name.replace('_', "-"))
        .ok_or_else(|| unknown(name))?;
    let text = plain(chapter);
    if !(io::stdout().is_terminal() && page(&text)) {
        console.print(&text);
    }
    Ok(exit::GOOD)
}

fn contents() -> String {
    let mut text = "Chapters (quadrille guide CHAPTER):\n".to_owned();
    for chapter in guide::chapters() {
        text.push_str(&format!("  {:<18}{}\n", chapter.name, chapter.about));
    }
    text
}

fn unknown(name: &str) -> Failure {
    let names: Vec<&str> = guide::chapters().iter().map(|c| c.name).collect();
    Failure::bad_input(format!(
        "error: there is no chapter `{}`\n  = help: {}",
        shown(name),
        known_words(name, &names)
    ))
}

/// A chapter as it reads on a terminal: of links only their texts, and of Rust examples only what documentation shows.
fn plain(chapter: &Chapter) -> String {
    let mut text = String::new();
    let mut fence: Option<&str> = None;
    for line in chapter.text.iter().flat_map(|part| part.lines()) {
        if let Some(info) = line.strip_prefix("```") {
            fence = match fence {
                None => Some(info),
                Some(_) => None,
            };
        } else if fence == Some("") && (line == "#" || line.starts_with("# ")) {
            // Documentation hides it.
            continue;
        } else if fence.is_none() {
            if is_target(line) {
                continue;
            }
            text.push_str(&without_links(&without_pictures(line)));
            text.push('\n');
            continue;
        }
        text.push_str(line);
        text.push('\n');
    }
    let end = text.trim_end().len();
    text.truncate(end);
    text.push('\n');
    text
}

/// Whether the line says where a link of the text leads: `[text]: target`.
fn is_target(line: &str) -> bool {
    line.starts_with('[') && line.contains("]: ")
}

/// A line of a table without the column of its pictures.
fn without_pictures(line: &str) -> String {
    match line.split_once("<img ") {
        Some((before, _)) => before.trim_end_matches("| ").to_owned() + "|",
        None => line.to_owned(),
    }
}

/// `[text](target)` and `[text]` become `text`. Brackets in quoted code stay.
fn without_links(line: &str) -> String {
    let mut plain = String::new();
    let mut rest = line;
    while let Some(at) = rest.find(['[', '`']) {
        plain.push_str(&rest[..at]);
        rest = &rest[at..];
        if let Some(code) = rest.strip_prefix('`') {
            let end = code.find('`').map_or(rest.len(), |end| end + 2);
            plain.push_str(&rest[..end]);
            rest = &rest[end..];
            continue;
        }
        let Some(end) = rest.find(']') else { break };
        plain.push_str(&rest[1..end]);
        rest = &rest[end + 1..];
        if let Some(target) = rest.strip_prefix('(')
            && let Some(end) = target.find(')')
        {
            rest = &target[end + 1..];
        }
    }
    plain + rest
}

/// Shows a text with the user's pager. `false` if there is none, and nothing was shown.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_become_their_texts() {
        assert_eq!(
            without_links("see [`a`](b.md), [c] and `x[1]`"),
            "see `a`, c and `x[1]`"
        );
        assert_eq!(without_links("open [ and `tick"), "open [ and `tick");
        assert!(is_target("[`a`]: b.md") && !is_target("[a](b)"));
    }

    #[test]
    fn no_chapter_shows_what_only_documentation_needs() {
        for chapter in guide::chapters() {
            let text = plain(chapter);
            for part in ["](", "\n# Ok::<", "\n[`", "<img"] {
                assert!(!text.contains(part), "{}: {part}", chapter.name);
            }
        }
    }
}
