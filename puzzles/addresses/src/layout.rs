//! What the address of a genre consists of.

use std::fmt;

use super::codec::{Brings, Codec, Kind, Places};
use super::error::DeclarationError;
use super::spelling::is_name;

/// One part of the body of an address: a codec, and the names of its data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    pub(super) codec: Codec,
    pub(super) data: Vec<String>,
    pub(super) optional: bool,
}

impl Section {
    /// The codec.
    pub fn codec(&self) -> &Codec {
        &self.codec
    }

    /// The names of the data, in the order of the codec.
    pub fn data(&self) -> &[String] {
        &self.data
    }

    /// Whether an address may end before this part, whose places are then empty.
    pub fn optional(&self) -> bool {
        self.optional
    }
}

impl fmt::Display for Section {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.codec, if self.optional { "?" } else { "" })?;
        self.data.iter().try_for_each(|name| write!(f, " {name}"))
    }
}

/// The parts of the address of a genre, in the order of the body. Variants (`flag`) may be anywhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    pub(super) parts: Vec<Section>,
}

impl Layout {
    /// The parts.
    pub fn parts(&self) -> &[Section] {
        &self.parts
    }
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, part) in self.parts.iter().enumerate() {
            write!(f, "{}{part}", if index == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}

/// Reads the declaration of an address: parts separated by commas, each a codec and the names of its data, as in
/// `flag(e) empty, borders room, rooms16 wanted`. A `?` after a codec (`number16? given`) says that the address may end
/// before this part. The codecs are listed in [`catalogue`](super::catalogue).
///
/// # Errors
/// If a codec is unknown, has wrong parameters or the wrong number of names, a name occurs twice, a part that may be
/// missing is followed by one that may not, or words for regions come before the regions.
pub fn parse_declaration(text: &str) -> Result<Layout, DeclarationError> {
    let mut parts: Vec<Section> = Vec::new();
    for (at, piece) in split(text, |byte| byte == b',') {
        let mut words = split(piece, |byte| byte.is_ascii_whitespace())
            .into_iter()
            .filter(|(_, word)| !word.is_empty())
            .map(|(offset, word)| (at + offset, word));
        let Some((codec_at, codec)) = words.next() else {
            let message = "a codec and the name of its data are missing".to_owned();
            return Err(DeclarationError { at, message });
        };
        let (codec, optional) = match codec.strip_suffix('?') {
            Some(codec) => (codec, true),
            None => (codec, false),
        };
        let wrong = |message: String| DeclarationError {
            at: codec_at,
            message,
        };
        let codec = Codec::from_name(codec).map_err(wrong)?;
        let mut data: Vec<String> = Vec::new();
        for (at, name) in words {
            if !is_name(name) {
                let message = format!("“{name}” is not a name: letters, digits, _ and -");
                return Err(DeclarationError { at, message });
            }
            if data
                .iter()
                .chain(parts.iter().flat_map(|part| &part.data))
                .any(|other| other == name)
            {
                let message = format!("“{name}” names two data");
                return Err(DeclarationError { at, message });
            }
            data.push(name.to_owned());
        }
        let (fewest, most) = codec.data();
        if !(fewest..=most).contains(&data.len()) {
            let needs = match most {
                0 => "no name".to_owned(),
                1 => "one name".to_owned(),
                _ if fewest < most => format!("{fewest} or {most} names"),
                _ => format!("{most} names"),
            };
            return Err(wrong(format!(
                "{codec} needs {needs} for its data, not {}",
                data.len()
            )));
        }
        let part = Section {
            codec,
            data,
            optional,
        };
        follows(&parts, &part).map_err(wrong)?;
        parts.push(part);
    }
    holes_are_cells(&parts)?;
    Ok(Layout { parts })
}

/// The holes that borders name are words for cells of some part.
fn holes_are_cells(parts: &[Section]) -> Result<(), DeclarationError> {
    let named = parts.iter().find_map(|part| match &part.codec.kind {
        Kind::Borders(holes) => holes.as_ref(),
        _ => None,
    });
    let is_there = |holes: &String| {
        let mut data = parts.iter().flat_map(|part| {
            let names = part.data.iter().enumerate();
            names.map(|(place, name)| (name, part.codec.brings(place)))
        });
        data.any(|(name, brings)| name == holes && brings == Brings::Cells)
    };
    match named {
        Some(holes) if !is_there(holes) => Err(DeclarationError {
            at: 0,
            message: format!("the holes “{holes}” of the borders are not coded for cells"),
        }),
        _ => Ok(()),
    }
}

/// Whether a part may come after these.
fn follows(parts: &[Section], part: &Section) -> Result<(), String> {
    let codec = &part.codec;
    let borders = parts
        .iter()
        .find(|part| matches!(part.codec.kind, Kind::Borders(_)));
    match &codec.kind {
        Kind::Flag(letter) if parts.iter().any(|part| part.codec.kind == codec.kind) => {
            return Err(format!("the letter {letter} stands for two variants"));
        }
        Kind::Borders(_) if borders.is_some() => {
            return Err("there are borders already".to_owned());
        }
        Kind::Words {
            places: Places::Regions,
            ..
        } => match borders {
            None => return Err(format!("{codec} needs borders before it")),
            Some(part) if part.codec.kind != Kind::Borders(None) => {
                return Err(format!("{codec} numbers regions that no holes cut"));
            }
            Some(_) => {}
        },
        _ => {}
    }
    if part.optional && !matches!(codec.kind, Kind::Words { .. }) {
        return Err(format!("{codec} cannot be missing"));
    }
    let is_flag = matches!(codec.kind, Kind::Flag(_));
    if let Some(before) = parts
        .iter()
        .find(|part| part.codec.is_open())
        .filter(|_| !is_flag)
    {
        return Err(format!(
            "{codec} comes after {}, which does not say where it ends",
            before.codec
        ));
    }
    let before = parts.iter().find(|part| part.optional);
    match before {
        Some(before) if !part.optional && !is_flag => Err(format!(
            "{codec} comes after {}, which may be missing",
            before.codec
        )),
        _ => Ok(()),
    }
}

/// Splits outside parentheses; each piece with the place where it begins.
fn split(text: &str, at: impl Fn(u8) -> bool) -> Vec<(usize, &str)> {
    let mut pieces = Vec::new();
    let (mut depth, mut start) = (0_usize, 0);
    for (index, byte) in text.bytes().enumerate() {
        match byte {
            b'(' => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            _ if depth == 0 && at(byte) => {
                pieces.push((start, &text[start..index]));
                start = index + 1;
            }
            _ => {}
        }
    }
    pieces.push((start, &text[start..]));
    pieces
}
