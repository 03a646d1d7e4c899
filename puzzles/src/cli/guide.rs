//! `quadrille guide`: the chapters of the guide, page by page on a terminal.

use clap::Args;

use super::console::Console;
use super::lines::{WIDTH, beside};
use super::markdown::rendered;
use super::open::Failure;
use super::{exit, pager};
use crate::document::{known_words, shown};
use crate::guide::{self, Chapter};

/// Read the guide: a tour, puzzle files, the words of clues, the language of rules
///
/// On a terminal a long text is shown page by page, with the program that PAGER names, or `less`.
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

/// Columns of a page; longer lines are hard to read.
const WIDEST: usize = 100;

pub(super) fn run(arguments: &GuideArguments, console: &mut Console) -> Result<u8, Failure> {
    let width = console.columns().unwrap_or(WIDTH).min(WIDEST);
    let text = match &arguments.chapter {
        None => contents(width),
        Some(name) => {
            let mut chapters = guide::chapters().iter();
            let named = chapters.find(|chapter| chapter.name == name.replace('_', "-"));
            plain(named.ok_or_else(|| unknown(name))?, width)
        }
    };
    pager::show(&text, console);
    Ok(exit::GOOD)
}

fn contents(width: usize) -> String {
    let chapters = guide::chapters().iter();
    let names: Vec<(String, String)> = chapters
        .map(|chapter| (chapter.name.to_owned(), chapter.about.to_owned()))
        .collect();
    let wide = names.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    format!(
        "Chapters (quadrille guide CHAPTER):\n{}",
        beside(&names, wide, width)
    )
}

fn unknown(name: &str) -> Failure {
    let names: Vec<&str> = guide::chapters().iter().map(|c| c.name).collect();
    Failure::bad_input(format!(
        "error: there is no chapter `{}`\n  = help: {}",
        shown(name),
        known_words(name, &names)
    ))
}

/// A chapter as it reads on a terminal.
fn plain(chapter: &Chapter, width: usize) -> String {
    rendered(&chapter.text.join("\n"), width)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_chapter_shows_what_only_documentation_needs() {
        for chapter in guide::chapters() {
            let text = plain(chapter, WIDTH);
            for part in ["](", "# Ok::<", "\n[`", "<img", "|---"] {
                assert!(!text.contains(part), "{}: {part}", chapter.name);
            }
        }
    }

    #[test]
    fn chapters_fit_the_terminal() {
        for width in [WIDTH, WIDEST] {
            let texts = guide::chapters()
                .iter()
                .map(|chapter| plain(chapter, width));
            for text in texts.chain([contents(width)]) {
                // Code is as wide as it is.
                for line in text.lines().filter(|line| !line.starts_with("    ")) {
                    assert!(line.chars().count() <= width, "{line}");
                }
            }
        }
    }
}
