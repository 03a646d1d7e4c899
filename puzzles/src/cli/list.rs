//! `quadrille list`: the puzzles that are part of the program, and the genres by family.

use std::collections::BTreeMap;

use clap::Args;

use super::console::Console;
use super::exit;
use super::open::Failure;
use crate::document::shown;
use crate::draw::printable;
use crate::embedded;
use crate::language::genres;
use crate::language::kind::capitalised;
use crate::language::library::Shelf;
use crate::read::{Problems, Source, parse};

/// List the embedded puzzles and the genres, or those that a word fits
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quadrille list
  quadrille list loop
  quadrille list kenken")]
pub(super) struct ListArguments {
    /// Only those with this word in a name, the description or the family
    #[arg(value_name = "WORD")]
    word: Option<String>,
}

/// What has to be in a line for it to be listed.
struct Wanted(Option<String>);

impl Wanted {
    /// Whether the word is in one of these texts; names may be spelt with hyphens or without.
    fn fits(&self, texts: &[&str]) -> bool {
        let Some(word) = &self.0 else { return true };
        let plain = genres::plain(word);
        texts.iter().any(|text| {
            text.to_lowercase().contains(&word.to_lowercase())
                || (!plain.is_empty() && genres::plain(text).contains(&plain))
        })
    }
}

pub(super) fn run(arguments: &ListArguments, console: &mut Console) -> Result<u8, Failure> {
    let wanted = Wanted(arguments.word.clone());
    let wide = embedded::all()
        .iter()
        .map(|(name, _)| name.len())
        .chain(genres::names().iter().map(|name| name.len()))
        .max()
        .unwrap_or(0);
    let puzzles = puzzles(&wanted, wide);
    let genres = families(&wanted, wide);
    if let Some(word) = &arguments.word
        && puzzles.is_empty()
        && genres.is_empty()
    {
        return Err(Failure::bad_input(format!(
            "error: no puzzle or genre has `{}` in its name or description\n  = help: {}",
            shown(word),
            genres::help(word)
        )));
    }
    if !puzzles.is_empty() {
        console.print(&format!("Puzzles (quadrille solve NAME):\n{puzzles}"));
    }
    if !puzzles.is_empty() && !genres.is_empty() {
        console.print("\n");
    }
    if !genres.is_empty() {
        console.print(&format!(
            "Genres (quadrille solve NAME solves one, rules NAME tells the rules, new NAME begins one of your own):\n{genres}"
        ));
    }
    Ok(exit::GOOD)
}

/// A line for each embedded puzzle that is wanted.
fn puzzles(wanted: &Wanted, wide: usize) -> String {
    let mut lines = String::new();
    for (name, text) in embedded::all() {
        let source = Source {
            name: (*name).to_owned(),
            text: (*text).to_owned(),
        };
        let told = parse(&source).ok().map_or_else(String::new, |loaded| {
            let (rows, columns) = loaded.puzzle.size();
            let title = printable(&loaded.title.unwrap_or_default());
            let origin = loaded
                .source
                .map_or_else(String::new, |text| format!(" ({})", printable(&text)));
            format!("{title}{origin}, {rows}×{columns}")
        });
        if wanted.fits(&[name, &told]) {
            lines.push_str(&format!("  {name:wide$}  {told}\n"));
        }
    }
    lines
}

/// The genres that are wanted, by family. With a word, their other names as well.
fn families(wanted: &Wanted, wide: usize) -> String {
    let shelf = Shelf::library();
    let mut families: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for name in genres::names() {
        let Some(Ok(kind)) = shelf.kind(name, &mut Problems::default()) else {
            continue;
        };
        let family = kind.book().family.as_deref().unwrap_or("others");
        let also = &kind.book().also;
        let also_texts = also.iter().map(String::as_str);
        let texts: Vec<&str> = also_texts.chain([*name, kind.summary(), family]).collect();
        if !wanted.fits(&texts) {
            continue;
        }
        let mut line = format!("  {name:wide$}  {}\n", kind.summary());
        if wanted.0.is_some() && !also.is_empty() {
            line.push_str(&format!("  {:wide$}  also: {}\n", "", also.join(", ")));
        }
        families.entry(family.to_owned()).or_default().push(line);
    }
    let families = families.into_iter();
    families
        .map(|(family, genres)| format!("\n{}:\n{}", capitalised(&family), genres.concat()))
        .collect()
}
