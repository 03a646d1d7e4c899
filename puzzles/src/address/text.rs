//! An address taken apart.

use super::MAX_SIDE;
use super::error::{AddressError, AddressProblem};

/// The parts of an address `host?genre/flags/columns/rows/body`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// The site with the path, without `https://`: `puzz.link/p`.
    pub host: String,
    /// The genre as written.
    pub genre: String,
    /// Where the genre begins: a byte offset in the text.
    pub genre_at: usize,
    /// The part between genre and size: variants, a letter each (`f`, `om`).
    pub flags: Vec<String>,
    /// Where each of the flags begins.
    pub flags_at: Vec<usize>,
    /// The number of columns, from 1 to [`MAX_SIDE`].
    pub columns: usize,
    /// The number of rows, from 1 to [`MAX_SIDE`].
    pub rows: usize,
    /// All that follows the size, without a slash at the very end, which only keeps the last sign in the link.
    pub body: String,
    /// Where the body begins.
    pub body_at: usize,
}

/// Whether a text is meant as an address, be it right or wrong, rather than as the name of a file.
pub fn is_address(text: &str) -> bool {
    let text = text.trim();
    let host = text.split(['?', '#']).next().unwrap_or_default();
    text.contains("://") || (host.len() < text.len() && is_host(host))
}

/// Whether a name is an address: it looks like one, and there is no file of this name.
pub fn is_meant(name: &str) -> bool {
    is_address(name) && !std::path::Path::new(name).exists()
}

/// Parses an address.
///
/// `http://` or `https://` may be missing; any host will do, because the sites that show these puzzles move and
/// multiply; `#` may stand for `?`. Queries before the genre (`type=player&`) and the endings `_edit` and `_play` of
/// its name say how a site shows the puzzle and are skipped. Linear in the length of the text.
///
/// # Errors
/// If there is no host, genre or size, or a side is out of range.
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

    // From here on `at` is where the rest begins.
    let mut at = text.len() - query.len();
    let mut segments = query.split('/').map(|segment| {
        let here = at;
        at += segment.len() + 1;
        (here, segment)
    });
    let (mut genre_at, mut genre) = segments.next().unwrap_or((text.len(), ""));
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

    let is_number =
        |segment: &str| !segment.is_empty() && segment.bytes().all(|b| b.is_ascii_digit());
    let no_size = |at: usize, found: &str| {
        AddressError::new(
            at.min(text.len()),
            AddressProblem::NoSize {
                found: found.to_owned(),
            },
        )
    };
    let (mut flags, mut flags_at) = (Vec::new(), Vec::new());
    let columns = loop {
        match segments.next() {
            Some((at, segment)) if is_number(segment) => break side(at, segment)?,
            // A variant and flags, no more.
            Some((at, segment)) if !segment.is_empty() && flags.len() < 2 => {
                flags.push(segment.to_owned());
                flags_at.push(at);
            }
            Some((at, segment)) => return Err(no_size(at, segment)),
            None => match flags_at.first() {
                Some(&at) => return Err(no_size(at, &flags[0])),
                None => return Err(no_size(text.len(), "")),
            },
        }
    };
    let rows = match segments.next() {
        Some((at, segment)) if is_number(segment) => side(at, segment)?,
        Some((at, segment)) => return Err(no_size(at, segment)),
        None => return Err(no_size(text.len(), "")),
    };
    let body_at = segments.next().map_or(text.len(), |(at, _)| at);
    let body = &text[body_at..];
    let body = body.strip_suffix('/').unwrap_or(body);
    Ok(Address {
        host: host.to_owned(),
        genre: genre.to_owned(),
        genre_at,
        flags,
        flags_at,
        columns,
        rows,
        body: body.to_owned(),
        body_at,
    })
}

/// A name with a dot before any path (`puzz.link/p`), or this machine.
fn is_host(host: &str) -> bool {
    let site = host.split('/').next().unwrap_or_default();
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b':');
    (site.trim_matches('.').contains('.') || site.split(':').next() == Some("localhost"))
        && site.bytes().all(plain)
        && !host.contains(char::is_whitespace)
}

fn side(at: usize, segment: &str) -> Result<usize, AddressError> {
    match segment.parse() {
        Ok(side @ 1..=MAX_SIDE) => Ok(side),
        _ => Err(AddressError::new(
            at,
            AddressProblem::Side {
                found: segment.to_owned(),
            },
        )),
    }
}
