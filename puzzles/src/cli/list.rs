//! `quadrille list`: the puzzles that are part of the program, and the genres by family.

use std::collections::BTreeMap;
use std::sync::Arc;

use clap::Args;

use super::console::Console;
use super::lines::{beside, fill};
use super::open::Failure;
use super::{exit, pager};
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
    // Whole lines for other programs.
    let text = listing(&wanted, console.columns().unwrap_or(usize::MAX));
    if let Some(path) = &arguments.sheet {
        let page = sheet(&drawn(&wanted)?, SHEET_COLUMNS);
        write_whole(path, page.as_bytes()).map_err(Failure::not_written)?;
    }
    if let Some(word) = &arguments.word
        && text.is_empty()
    {
        return Err(Failure::bad_input(format!(
            "error: no puzzle or genre has `{}` in its name or description\n  = help: {}",
            shown(word),
            genres::help(word)
        )));
    }
    pager::show(&text, console);
    Ok(exit::GOOD)
}

/// The puzzles and the genres that are wanted, in lines of this width; empty if there are none.
fn listing(wanted: &Wanted, width: usize) -> String {
    let wide = embedded::all()
        .iter()
        .map(|(name, _)| name.len())
        .chain(genres::names().iter().map(|name| name.len()))
        .max()
        .unwrap_or(0);
    let headed = |head: &str, lines: String| match lines.is_empty() {
        true => lines,
        false => fill("", head.split(' '), "", width).trim_start().to_owned() + "\n" + &lines,
    };
    let puzzles: String = beside(&puzzles(wanted), wide, width);
    let genres: String = families(wanted)
        .iter()
        .map(|(family, genres)| {
            format!(
                "\n{}:\n{}",
                capitalised(family),
                beside(genres, wide, width)
            )
        })
        .collect();
    let parts = [
        headed("Puzzles (quadrille solve NAME):", puzzles),
        headed(
            "Genres (quadrille solve NAME solves one, rules NAME tells the rules, new NAME begins one of your own):",
            genres,
        ),
    ];
    let parts = parts.into_iter().filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join("\n")
}

/// The name of each embedded puzzle that is wanted, with what is told of it.
fn puzzles(wanted: &Wanted) -> Vec<(String, String)> {
    let all = embedded::all().iter().map(|(name, text)| {
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
        ((*name).to_owned(), told)
    });
    all.filter(|(name, told)| wanted.fits(&[name, told]))
        .collect()
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
        let also = kind.other_names().iter().map(String::as_str);
        let family = kind.family().unwrap_or_default();
        let texts: Vec<&str> = also.chain([*name, kind.summary(), family]).collect();
        wanted.fits(&texts)
    })
}

/// The genres that are wanted, by family, each with what it is about. With a word, their other names as well.
fn families(wanted: &Wanted) -> BTreeMap<String, Vec<(String, String)>> {
    let mut families: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
    for (name, kind) in genres_wanted(wanted) {
        let family = kind.family().unwrap_or("others");
        let also = kind.other_names();
        let lines = families.entry(family.to_owned()).or_default();
        lines.push((name.to_owned(), kind.summary().to_owned()));
        if wanted.0.is_some() && !also.is_empty() {
            lines.push((String::new(), format!("also: {}", also.join(", "))));
        }
    }
    families
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_fit_the_terminal_and_no_word_is_cut() {
        let words =
            |text: &str| -> Vec<String> { text.split_whitespace().map(str::to_owned).collect() };
        for word in [None, Some("sudoku"), Some("loop")] {
            let wanted = Wanted(word.map(str::to_owned));
            let whole = listing(&wanted, usize::MAX);
            for width in [100, 80, 40] {
                let text = listing(&wanted, width);
                assert_eq!(words(&text), words(&whole));
                for line in text.lines() {
                    assert!(line.chars().count() <= width, "{width} columns: {line}");
                }
            }
        }
        assert_eq!(listing(&Wanted(Some("sudoko".to_owned())), 80), "");
    }
}
