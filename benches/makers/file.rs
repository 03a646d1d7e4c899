//! Generated puzzles as puzzle files.

use quadrille::Puzzle;
use quadrille::clue::Clue;
use quadrille::grid::Grid;
use quadrille::read::{Source, parse};
use quadrille::regions::Regions;

use super::shape_told::Given;
use super::{block_party, number_cross_4, number_cross_5, shape_told};

const LETTERS: &[u8; 52] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// The text of a Number Cross 4 file.
pub(crate) fn number_cross_4(title: &str, made: &number_cross_4::Made) -> String {
    head("number-cross-4", title) + &regions(&made.regions) + &clues(&made.clues)
}

/// The text of a Number Cross 5 file.
pub(crate) fn number_cross_5(title: &str, made: &number_cross_5::Made) -> String {
    let locked = made
        .locked
        .map(|&locked| if locked { "*" } else { "." }.to_owned());
    head("number-cross-5", title)
        + &regions(&made.regions)
        + &block("locked", &locked)
        + &clues(&made.clues)
}

/// The puzzle of a generated file.
pub(crate) fn read(name: &str, text: String) -> Puzzle {
    let source = Source {
        name: name.to_owned(),
        text,
    };
    match parse(&source) {
        Ok(loaded) => loaded.puzzle,
        Err(problems) => panic!("{}", problems.render(&source, Default::default())),
    }
}

/// The text of a Block Party file.
pub(crate) fn block_party(title: &str, made: &block_party::Made) -> String {
    let given = |given: &Option<u32>| given.map_or_else(|| ".".to_owned(), |v| v.to_string());
    head("block-party", title)
        + "metric = \"taxicab\"\nanswer = \"sum of row products\"\n"
        + &regions(&made.regions)
        + &block("givens", &made.givens.map(given))
}

/// The text of a Shut the Box file.
pub(crate) fn shut_the_box(title: &str, made: &shape_told::Made) -> String {
    let given = |given: &Option<Given>| {
        given
            .as_ref()
            .map_or_else(|| ".".to_owned(), Given::to_string)
    };
    head("shut-the-box", title) + &block("grid", &made.givens.map(given))
}

fn head(kind: &str, title: &str) -> String {
    format!("# A made puzzle.\n\nkind = \"{kind}\"\ntitle = \"{title}\"\n")
}

/// The regions by letters, or by numbers where there are more regions than letters.
fn regions(regions: &Regions) -> String {
    let name = |&region: &usize| match LETTERS.get(region) {
        Some(&letter) if regions.len() <= LETTERS.len() => char::from(letter).to_string(),
        _ => (region + 1).to_string(),
    };
    block("regions", &regions.grid().map(name))
}

/// A block of cells, in columns if any is longer than one character.
fn block(key: &str, cells: &Grid<String>) -> String {
    let width = cells.values().iter().map(String::len).max().unwrap_or(0);
    let mut text = format!("\n{key} = '''\n");
    for row in 0..cells.rows() {
        let of = |cell: &String| match width {
            1 => cell.clone(),
            _ => format!("{cell:<width$} "),
        };
        let line: String = cells.row(row).iter().map(of).collect();
        text += line.trim_end();
        text.push('\n');
    }
    text + "'''\n"
}

fn clues(clues: &[Clue]) -> String {
    let lines: String = clues.iter().map(|c| format!("  \"{c}\",\n")).collect();
    format!("\nclues = [\n{lines}]\n")
}
