//! `quadrille list`: the puzzles that are part of the program, the kinds of puzzles, and the genres by family.

use std::collections::BTreeMap;

use clap::Args;

use super::console::Console;
use super::exit;
use super::open::Failure;
use crate::draw::printable;
use crate::language::kind::capitalised;
use crate::language::library::{self, Shelf};

use crate::embedded;
use crate::read::{Problems, Source, parse};

/// List the embedded puzzles, and the known kinds and genres
#[derive(Args, Debug)]
#[command(after_help = "Example: quadrille list")]
pub(super) struct ListArguments {}

pub(super) fn run(_: &ListArguments, console: &mut Console) -> Result<u8, Failure> {
    let wide = embedded::all()
        .iter()
        .map(|(name, _)| name.len())
        .chain(library::names().iter().map(|name| name.len()))
        .max()
        .unwrap_or(0);
    console.print("Puzzles (quadrille solve NAME):\n");
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
        console.print(&format!("  {name:wide$}  {told}\n"));
    }
    console.print(
        "\nGenres (quadrille rules NAME, quadrille new NAME; a puzzle of most: quadrille solve genres/NAME)\n",
    );
    let shelf = Shelf::library();
    let mut families: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for name in library::names() {
        let kind = shelf.kind(name, &mut Problems::default());
        if let Some(Ok(kind)) = kind {
            let family = kind.book().family.as_deref().unwrap_or("others");
            let line = format!("  {name:wide$}  {}\n", kind.summary());
            families.entry(family.to_owned()).or_default().push(line);
        }
    }
    for (family, genres) in families {
        console.print(&format!("\n{}:\n{}", capitalised(&family), genres.concat()));
    }
    Ok(exit::GOOD)
}
