//! An address taken apart.

use super::MOST_CELLS;
use super::error::{AddressError, AddressProblem};

/// The parts of an address `host?genre/variant/flags/columns/rows/body`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// The site with the path, without `https://`: `puzz.link/p`.
    pub host: String,
    /// The genre as written.
    pub genre: String,
    /// Where the genre begins: a byte offset in the text.
    pub genre_at: usize,
    /// What comes after `v:` behind the genre, by which setters say that the rules of their puzzle are not quite those
    /// of the genre: the name of the variant, or nothing.
    pub variant: Option<String>,
    /// The part between genre and size: variants that sites know, a letter each (`f`, `om`).
    pub flags: Vec<String>,
    /// Where each of the flags begins.
    pub flags_at: Vec<usize>,
    /// The number of columns, at least 1; the grid has at most [`MOST_CELLS`] cells.
    pub columns: usize,
    /// The number of rows, at least 1.
    pub rows: usize,
    /// All that follows the size up to `#`, `&` or `?`, without a slash at the very end, which only keeps the last sign
    /// in the link; empty if there is nothing.
    pub body: String,
    /// Where the body begins.
    pub body_at: usize,
}

/// Whether a text is meant as an address, be it right or wrong, rather than as the name of a file.
pub fn is_address(text: &str) -> bool {
    let is_written_out = |text: &str| {
        let host = text.split(['?', '#']).next().unwrap_or_default();
        text.contains("://") || (host.len() < text.len() && is_host(host))
    };
    let text = text.trim();
    is_written_out(text)
        || super::sites::unread_site(text).is_some()
        || unescaped(text).is_some_and(|text| is_written_out(&text))
}

/// Whether a name is an address: it looks like one, and there is no file of this name.
pub fn is_meant(name: &str) -> bool {
    is_address(name) && !std::path::Path::new(name).exists()
}

/// Parses an address.
///
/// `http://` or `https://` may be missing; any host will do, because the sites that show these puzzles move and
/// multiply; `#` may stand for `?`. Queries before the genre (`type=player&`) and the endings `_edit` and `_play` of
/// its name say how a site shows the puzzle and are skipped, and so is what follows the puzzle (`&utm_source=mail`,
/// `#`). Escapes (`%2F`) are for [`unescaped`]. Linear in the length of the text.
///
/// # Errors
/// If there is no host, genre or size, or the grid is empty or too large.
pub fn parse(text: &str) -> Result<Address, AddressError> {
    let start = text.len() - text.trim_start().len();
    let text = text.trim_end();
    let not_an_address = || AddressError::new(start, AddressProblem::NotAnAddress);
    let trimmed = &text[start.min(text.len())..];
    let bare = trimmed
        .strip_prefix("https://")
        .or_else(|| trimmed.strip_prefix("http://"));
    let bare = bare.unwrap_or(trimmed);
    let (host, query) = bare.split_once(['?', '#']).ok_or_else(not_an_address)?;
    if !is_host(host) {
        return Err(not_an_address());
    }

    let mut genre_at = text.len() - query.len();
    let mut genre = query.split('/').next().unwrap_or_default();
    let rest_at = (genre_at + genre.len() + 1).min(text.len());
    if let Some((options, name)) = genre.rsplit_once('&') {
        genre_at += options.len() + 1;
        genre = name;
    }
    let shown = genre
        .strip_suffix("_edit")
        .or_else(|| genre.strip_suffix("_play"));
    genre = shown.unwrap_or(genre);
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    if genre.is_empty() || !genre.bytes().all(plain) {
        return Err(AddressError::new(genre_at, AddressProblem::NoGenre));
    }

    // What follows the puzzle is no part of it.
    let rest = text[rest_at..].split(['#', '&', '?']).next();
    let rest = rest.unwrap_or_default();
    let end = rest_at + rest.len();
    // From here on `at` is where the rest begins.
    let mut at = rest_at;
    let mut segments = rest.split('/').map(|segment| {
        let here = at;
        at += segment.len() + 1;
        (here, segment)
    });
    let (variant, flags, flags_at, columns) = flags_and_columns(&mut segments, end)?;
    let rows = match segments.next() {
        Some((at, segment)) if is_number(segment) => side(at, segment)?,
        Some((at, segment)) => return Err(no_size(at, segment)),
        None => return Err(no_size(end, "")),
    };
    if columns.1.saturating_mul(rows.1) > MOST_CELLS {
        let problem = AddressProblem::TooLarge {
            columns: columns.1,
            rows: rows.1,
        };
        return Err(AddressError::new(columns.0, problem));
    }
    let body_at = segments.next().map_or(end, |(at, _)| at);
    let body = text.get(body_at..end).unwrap_or_default();
    let body = body.strip_suffix('/').unwrap_or(body);
    Ok(Address {
        host: host.to_owned(),
        genre: genre.to_owned(),
        genre_at,
        variant,
        flags,
        flags_at,
        columns: columns.1,
        rows: rows.1,
        body: body.to_owned(),
        body_at,
    })
}

/// The variant, the flags with their places, and the columns with theirs.
type Before = (Option<String>, Vec<String>, Vec<usize>, (usize, usize));

/// What comes before the number of rows; the address ends at byte `end`.
fn flags_and_columns<'t>(
    segments: &mut impl Iterator<Item = (usize, &'t str)>,
    end: usize,
) -> Result<Before, AddressError> {
    let mut variant = None;
    let (mut flags, mut flags_at) = (Vec::new(), Vec::new());
    loop {
        match segments.next() {
            Some((at, segment)) if is_number(segment) => {
                return Ok((variant, flags, flags_at, side(at, segment)?));
            }
            Some((_, segment))
                if segment.starts_with("v:") && variant.is_none() && flags.is_empty() =>
            {
                variant = Some(segment["v:".len()..].to_owned());
            }
            // Flags, and those of a second kind, no more.
            Some((at, segment)) if !segment.is_empty() && flags.len() < 2 => {
                flags.push(segment.to_owned());
                flags_at.push(at);
            }
            Some((at, segment)) => return Err(no_size(at.min(end), segment)),
            None => {
                return Err(match flags_at.first() {
                    Some(&at) => no_size(at, &flags[0]),
                    None => no_size(end, ""),
                });
            }
        }
    }
}

fn is_number(segment: &str) -> bool {
    !segment.is_empty() && segment.bytes().all(|byte| byte.is_ascii_digit())
}

fn no_size(at: usize, found: &str) -> AddressError {
    AddressError::new(
        at,
        AddressProblem::NoSize {
            found: found.to_owned(),
        },
    )
}

/// A text without its percent escapes, as programs that pass addresses on write them: `nurikabe%2F6%2F6`. `None` if
/// there are none, or they stand for bytes that are no text. Linear.
pub fn unescaped(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    let digit = |byte: u8| char::from(byte).to_digit(16);
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        bytes.push(match (byte, after) {
            (b'%', &[a, b, ref after @ ..]) if digit(a).is_some() && digit(b).is_some() => {
                rest = after;
                let value = digit(a).zip(digit(b)).map_or(0, |(a, b)| 16 * a + b);
                value as u8
            }
            _ => byte,
        });
    }
    (bytes.len() < text.len())
        .then(|| String::from_utf8(bytes).ok())
        .flatten()
}

/// A name with a dot before any path (`puzz.link/p`), or this machine.
fn is_host(host: &str) -> bool {
    let site = host.split('/').next().unwrap_or_default();
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b':');
    (site.trim_matches('.').contains('.') || site.split(':').next() == Some("localhost"))
        && site.bytes().all(plain)
        && !host.contains(char::is_whitespace)
}

/// A side, with its place.
fn side(at: usize, segment: &str) -> Result<(usize, usize), AddressError> {
    match segment.parse() {
        Ok(side @ 1..=MOST_CELLS) => Ok((at, side)),
        _ => Err(AddressError::new(
            at,
            AddressProblem::Side {
                found: segment.to_owned(),
            },
        )),
    }
}
