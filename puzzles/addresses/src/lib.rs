//! Puzzle addresses, such as `https://puzz.link/p?nurikabe/6/6/m8n8i9u`.
//!
//! Puzzles are shared as links: a site, a genre, flags for its variants, a size, and the clues in few characters. The
//! format has grown with the sites that read it (pzpr, puzz.link, cspuz); there is no standard. Here an address is
//! parsed ([`parse`]), and after the size come *parts*, each written in a *codec*. Which parts make up the address of a
//! genre is data ([`parse_declaration`], [`GENRES`]); the codecs are code, each written once with its inverse
//! ([`catalogue`]).
//!
//! ```
//! use quadrille_addresses::{Datum, parse, parse_declaration};
//!
//! let address = parse("https://puzz.link/p?nurikabe/3/2/g4i.")?;
//! let layout = parse_declaration("number16 number")?;
//! let data = layout.decode(&address)?;
//! let words = [".", "4", ".", ".", ".", "?"].map(str::to_owned).into();
//! assert_eq!(data, [("number".to_owned(), Datum::Cells { rows: 2, columns: 3, words })]);
//!
//! let again = layout.encode("nurikabe", 2, 3, &data)?;
//! assert_eq!(again, "https://puzz.link/p?nurikabe/3/2/g4i./");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What is left out, and what is refused
//!
//! The sites read what they can and leave the rest empty. Here as well the rest of a body that ends early is empty, a
//! run of empty places may go beyond the grid, and what follows the puzzle in the address (`#`, `&…`) is skipped. All
//! else is read as a whole or not at all: a character that cannot stand where it does, more values than there are
//! places, a value without meaning, and a flag that the genre does not declare are errors with their places, because
//! each would give a puzzle other than the one that was meant.

mod borders;
mod code;
mod codec;
mod coding;
mod composite;
mod datum;
mod dots;
mod error;
mod genres;
mod grid;
mod layout;
mod names;
mod outside;
mod part;
mod reader;
mod shapes;
mod sites;
mod spelling;
#[cfg(test)]
mod tests;
mod text;

pub use codec::Brings;
pub use codec::{Codec, CodecHelp, catalogue};
pub use datum::Datum;
pub use error::{AddressError, AddressProblem, DeclarationError, EncodeError};
pub use genres::{GENRES, Genre, genre_named, nearest_genres};
pub use layout::{Layout, Section, parse_declaration};
pub use sites::other_host;
pub use sites::unread_site;
pub use text::{Address, is_address, is_meant, parse, unescaped};

/// The most cells of a grid that is read or written: those of a puzzle file's layers, see the limits in
/// the guide's chapter `rules`.
pub const MOST_CELLS: usize = 1_000_000;
