//! `quadrille list`: the puzzles that are part of the program, and the genres by family.

use std::collections::BTreeMap;
use std::sync::Arc;

use clap::Args;

use super::console::Console;
use super::exit;
use super::open::Failure;
use crate::document::shown;
use crate::draw::{SvgOptions, printable, sheet, svg};
use crate::embedded;
use crate::language::genres;
use crate::language::kind::RulebookKind;
use crate::language::kind::capitalised;
use crate::language::library::Shelf;
use crate::protocol::pictures;
use crate::read::{Problems, Source, of_genre, parse};
use crate::solve::{Goal, Request, Unwatched, solve};
use crate::whole::write_whole;

/// List the embedded puzzles and the genres, or those that a word fits
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quadrille list
  quadrille list loop
  quadrille list kenken
  quadrille list sudoku --sheet sudokus.svg")]
pub(super) struct ListArguments {
    /// Only those with this word in a name, the description or the family
    #[arg(value_name = "WORD")]
    word: Option<String>,

    /// Draw the solved puzzles of these genres on one page as well, as SVG
    #[arg(long, value_name = "FILE")]
    sheet: Option<String>,
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
    if let Some(path) = &arguments.sheet {
        let page = sheet(&drawn(&wanted)?, SHEET_COLUMNS);
        write_whole(path, page.as_bytes()).map_err(Failure::not_written)?;
    }
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

/// How many pictures stand side by side on the sheet.
const SHEET_COLUMNS: usize = 12;

/// The names of the genres that are wanted, each with the picture of its embedded puzzle, solved.
fn drawn(wanted: &Wanted) -> Result<Vec<(String, String)>, Failure> {
    let mut pictures = Vec::new();
    for (name, kind) in genres_wanted(wanted) {
        let own = format!("genres/{name}");
        let Some(source) = of_genre(name).filter(|source| source.name == own) else {
            continue;
        };
        let Ok(loaded) = parse(&source) else { continue };
        let request = Request {
            goal: Goal::Limit(1),
            ..Request::default()
        };
        let puzzle = &loaded.puzzle;
        let findings = solve(puzzle, &request, &mut Unwatched)?;
        if let Some(solution) = findings.solutions.first() {
            let picture = pictures::solution(puzzle, solution);
            pictures.push((kind.name().to_owned(), svg(&picture, SvgOptions::default())));
        }
    }
    Ok(pictures)
}

/// The genres that are wanted, in the order of their names.
fn genres_wanted(wanted: &Wanted) -> impl Iterator<Item = (&'static str, Arc<RulebookKind>)> {
    let shelf = Shelf::library();
    let kinds = genres::names().iter().filter_map(move |name| {
        let kind = shelf.kind(name, &mut Problems::default())?;
        Some((*name, kind.ok()?))
    });
    kinds.filter(|(name, kind)| {
        let book = kind.book();
        let also = book.also.iter().map(String::as_str);
        let family = book.family.as_deref().unwrap_or_default();
        let texts: Vec<&str> = also.chain([*name, kind.summary(), family]).collect();
        wanted.fits(&texts)
    })
}

/// The genres that are wanted, by family. With a word, their other names as well.
fn families(wanted: &Wanted, wide: usize) -> String {
    let mut families: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (name, kind) in genres_wanted(wanted) {
        let family = kind.book().family.as_deref().unwrap_or("others");
        let also = &kind.book().also;
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
