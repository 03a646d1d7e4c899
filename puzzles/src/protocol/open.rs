//! Opening whatever somebody has: an address, a puzzle file, a rulebook, a puzzle in another format, a name.

use serde_json::{Value, json};

use super::blank;
use super::board;
use super::problems::Wrong;
use super::request::Asked;
use crate::document::{Problem, Problems, Source, shown};
use crate::language::library::Shelf;
use crate::language::{from_address, genres};
use crate::read::{of_genre, parse_on};
use crate::{address, embedded, formats};

/// The board of a text, or what is wrong with it.
pub(super) fn open(asked: &Asked<'_>) -> Result<Value, Wrong> {
    let text = asked.text("text")?;
    let name = asked.optional("name").unwrap_or("the text");
    let short = text.trim();
    if let Some(address) = address_in(short)? {
        let source = from_address::load(address, &asked.shelf())?;
        return of_file(asked, source.text);
    }
    if is_rulebook(name, text) {
        return of_rulebook(asked, name, text);
    }
    let is_name = !short.is_empty() && short.lines().count() == 1 && !short.contains('=');
    if is_name && let Some(text) = embedded::find(short) {
        return of_file(asked, text.to_owned());
    }
    let source = Source {
        name: name.to_owned(),
        text: text.to_owned(),
    };
    if is_name && !formats::is_puzzle(text) {
        let of_genre = of_genre(short).ok_or_else(|| {
            let mut problems = Problems::default();
            let text = format!("there is no puzzle or genre `{}`", shown(short));
            problems.push(Problem::without_place(text).help(genres::help(short)));
            Wrong::input(source.clone(), problems)
        })?;
        return of_file(asked, of_genre.text);
    }
    let converted = formats::to_file(source)?;
    of_file(asked, converted.text)
}

/// The address that a text is, or that stands in a sentence, as people send it.
fn address_in(text: &str) -> Result<Option<&str>, Wrong> {
    if !text.contains(char::is_whitespace) {
        return Ok(Some(text).filter(|text| address::is_meant(text)));
    }
    // A file may name the address from which it is.
    if text.lines().any(|line| line.contains(" = ")) {
        return Ok(None);
    }
    let words = text.split_whitespace();
    let mut addresses = words.filter(|word| word.contains("://") && address::is_meant(word));
    match (addresses.next(), addresses.count()) {
        (Some(_), others @ 1..) => Err(Wrong::Refused(format!(
            "one address is expected here, and there are {}",
            others + 1
        ))),
        (first, _) => Ok(first),
    }
}

fn of_file(asked: &Asked<'_>, text: String) -> Result<Value, Wrong> {
    let asker = asked.board_of(&text)?;
    board::of(asked, &asker, &[])
}

/// Whether a text is a rulebook: by its name, or by a line that only rulebooks have.
fn is_rulebook(name: &str, text: &str) -> bool {
    let is_of_rules = |line: &str| {
        let mut words = line.split_whitespace();
        matches!(words.next(), Some("decide" | "like")) && !line.contains('=')
    };
    name.ends_with(".rules") || text.lines().any(is_of_rules) && !text.contains("rules =")
}

/// The first example of a rulebook, which comes along; an empty grid if it has none.
fn of_rulebook(asked: &Asked<'_>, file: &str, text: &str) -> Result<Value, Wrong> {
    let stem = file.strip_suffix(".rules").unwrap_or("rules-of-mine");
    let plain = |c: char| {
        if c.is_alphanumeric() || c == '-' {
            c
        } else {
            '-'
        }
    };
    let name: String = stem.chars().map(plain).collect();
    let name = name.trim_matches('-').to_owned();
    let rulebooks = vec![(name.clone(), text.to_owned())];
    let shelf = Shelf::carrying(&rulebooks);
    let mut problems = Problems::default();
    let Some(Ok(kind)) = shelf.kind(&name, &mut problems) else {
        let source = Source {
            name: file.to_owned(),
            text: text.to_owned(),
        };
        return Err(Wrong::input(source, problems));
    };
    let starter = Source {
        name: name.clone(),
        text: kind.starter().to_owned(),
    };
    let text = match parse_on(&starter, &shelf) {
        Ok(_) => starter.text,
        Err(_) => {
            blank::blank(&kind, None, &shelf)
                .map_err(|(_, bad)| bad)?
                .text
        }
    };
    let mut board =
        asked.with_rulebook(&name, text_of(&rulebooks), |asked| of_file(asked, text))?;
    board["rulebooks"] = json!({ name: text_of(&rulebooks) });
    Ok(board)
}

fn text_of(rulebooks: &[(String, String)]) -> &str {
    rulebooks.first().map_or("", |(_, text)| text)
}

/// An empty board of a kind.
pub(super) fn new(asked: &Asked<'_>) -> Result<Value, Wrong> {
    let name = asked.text("kind")?;
    let shelf = asked.shelf();
    let mut problems = Problems::default();
    let source = Source {
        name: name.to_owned(),
        text: String::new(),
    };
    let kind = match shelf.kind(name, &mut problems) {
        Some(Ok(kind)) => kind,
        Some(Err(_)) => return Err(Wrong::input(source, problems)),
        None => {
            let text = format!("there is no kind or rulebook `{}`", shown(name));
            problems.push(Problem::without_place(text).help(genres::help(name)));
            return Err(Wrong::input(source, problems));
        }
    };
    let side = |name: &str| {
        asked
            .optional_number(name)
            .and_then(|side| usize::try_from(side).ok())
    };
    let size = side("rows").zip(side("columns"));
    let blank = blank::blank(&kind, size, &shelf).map_err(|(_, bad)| bad)?;
    of_file(asked, blank.text)
}
