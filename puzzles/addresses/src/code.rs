//! Addresses to data and back.

use super::MOST_CELLS;
use super::codec::Kind;
use super::coding::run;
use super::datum::Datum;
use super::error::{AddressError, AddressProblem, EncodeError};
use super::grid::{Grid, wrong_kind};
use super::layout::Layout;
use super::reader::Reader;
use super::text::Address;
use quadrille_board::words::counted;
use quadrille_engine::bits::Bits;

/// The data of an address, by key, in the order of the parts.
type Read = Vec<(String, Datum)>;

impl Layout {
    /// Reads an address of this genre: the data in the order of the parts. Linear in the size of the grid.
    ///
    /// If the body cannot be read as it is, its flags may be after the size instead of before it.
    ///
    /// # Errors
    /// If the address has a variant that this layout does not know, or its body is not what the layout says.
    pub fn decode(&self, address: &Address) -> Result<Vec<(String, Datum)>, AddressError> {
        let whole = |address: &Address| {
            let (data, reader) = self.decode_as_written(address)?;
            match reader.at_end() {
                true => Ok(data),
                false => {
                    let found = reader.rest().to_owned();
                    let problem = AddressProblem::Trailing { found };
                    Err(AddressError::new(reader.at(), problem))
                }
            }
        };
        whole(address).or_else(|error| {
            let late = self.with_late_flags(address).ok_or_else(|| error.clone())?;
            whole(&late).map_err(|_| error)
        })
    }

    /// As [`Layout::decode`] of an address that may go on after the last part, as the sites read it: the data, and what
    /// was not read. Linear in the size of the grid.
    ///
    /// # Errors
    /// As for [`Layout::decode`], but for what comes after the last part.
    pub fn decode_beginning<'a>(
        &self,
        address: &'a Address,
    ) -> Result<(Read, &'a str), AddressError> {
        let (data, reader) = self.decode_as_written(address)?;
        Ok((data, reader.rest()))
    }

    /// The same address with the flags that come first in its body before the size, if it may be meant so.
    fn with_late_flags(&self, address: &Address) -> Option<Address> {
        let (flags, body) = address.body.split_once('/')?;
        let is_known = |letter| {
            let mut kinds = self.parts.iter().map(|part| &part.codec.kind);
            kinds.any(|kind| matches!(kind, Kind::Flag(known) if *known == letter))
        };
        let are_flags =
            address.flags.is_empty() && !flags.is_empty() && flags.chars().all(is_known);
        are_flags.then(|| Address {
            flags: vec![flags.to_owned()],
            flags_at: vec![address.body_at],
            body: body.to_owned(),
            body_at: address.body_at + flags.len() + 1,
            ..address.clone()
        })
    }

    /// The data, and where they end.
    fn decode_as_written<'a>(
        &self,
        address: &'a Address,
    ) -> Result<(Vec<(String, Datum)>, Reader<'a>), AddressError> {
        let (rows, columns) = (address.rows, address.columns);
        if let Some(side) = [rows, columns].into_iter().find(|side| *side == 0) {
            let found = side.to_string();
            return Err(AddressError::new(
                address.body_at,
                AddressProblem::Side { found },
            ));
        }
        if rows.saturating_mul(columns) > MOST_CELLS {
            let problem = AddressProblem::TooLarge { columns, rows };
            return Err(AddressError::new(address.body_at, problem));
        }
        self.known_flags(address)?;
        let mut reader = Reader::new(&address.body, address.body_at);
        let mut grid = Grid {
            rows: address.rows,
            columns: address.columns,
            regions: Vec::new(),
            drawn: Bits::new(),
        };
        let mut data = Vec::new();
        for part in &self.parts {
            let brought = match &part.codec.kind {
                Kind::Flag(letter) => {
                    vec![Datum::Flag(
                        address.flags.iter().any(|flags| flags.contains(*letter)),
                    )]
                }
                _ => grid.read(part, &mut reader)?,
            };
            data.extend(part.data.iter().cloned().zip(brought));
        }
        self.skip_empty(&mut reader);
        self.cut_by_holes(&grid, &mut data);
        Ok((data, reader))
    }

    /// Where borders name holes, regions end at them; they may be coded after the borders.
    fn cut_by_holes(&self, grid: &Grid, data: &mut [(String, Datum)]) {
        let borders = self.parts.iter().find_map(|part| match &part.codec.kind {
            Kind::Borders(Some(holes)) => Some((holes, &part.data)),
            _ => None,
        });
        let Some((holes, names)) = borders else {
            return;
        };
        let holes = grid.holes(find(data, holes));
        let brought = grid.parted(&holes);
        for (name, datum) in names.iter().zip(brought) {
            if let Some((_, known)) = data.iter_mut().find(|(known, _)| known == name) {
                *known = datum;
            }
        }
    }

    /// Steps over runs of empty places beyond the last one.
    fn skip_empty(&self, reader: &mut Reader<'_>) {
        let parts = self.parts.iter().rev();
        let last = parts
            .map(|part| &part.codec.kind)
            .find(|kind| !matches!(kind, Kind::Flag(_)));
        let first = match last {
            Some(Kind::Words { coding, .. }) => coding.first_of_runs(),
            Some(Kind::Lists { .. } | Kind::Compass | Kind::Dots { .. }) => Some(b'g'),
            Some(Kind::Castle(_)) => Some(b'a'),
            _ => None,
        };
        let empty = |byte: &u8| match first {
            Some(first) => run(*byte, first).is_some(),
            None => *byte == b'0',
        };
        let beyond = reader.rest().bytes().take_while(empty).count();
        if beyond == reader.rest().len() {
            reader.step(beyond);
        }
    }

    /// Every letter of the flags is one that this layout knows.
    fn known_flags(&self, address: &Address) -> Result<(), AddressError> {
        let known: Vec<char> = self
            .parts
            .iter()
            .filter_map(|part| match part.codec.kind {
                Kind::Flag(letter) => Some(letter),
                _ => None,
            })
            .collect();
        for (flags, at) in address.flags.iter().zip(&address.flags_at) {
            let problem = |found: String| AddressProblem::UnknownFlag {
                found,
                known: known.clone(),
            };
            if flags.contains(':') {
                return Err(AddressError::new(*at, problem(flags.clone())));
            }
            if let Some((offset, letter)) = flags
                .char_indices()
                .find(|(_, letter)| !known.contains(letter))
            {
                return Err(AddressError::new(at + offset, problem(letter.to_string())));
            }
        }
        Ok(())
    }

    /// Writes an address of this genre at puzz.link; the inverse of [`Layout::decode`]. `rows` and `columns` are
    /// those of the address. A flag without a datum is not set; data that the layout does not name are ignored.
    ///
    /// An address that ends in a sign gets a slash after it, as the sites do it: programs that make links of
    /// addresses leave a sign at the end out.
    ///
    /// # Errors
    /// If a datum is missing, is of the wrong kind or size, or has a word that cannot be written.
    pub fn encode(
        &self,
        genre: &str,
        rows: usize,
        columns: usize,
        data: &[(String, Datum)],
    ) -> Result<String, EncodeError> {
        if !(1..=MOST_CELLS).contains(&rows.saturating_mul(columns)) {
            let message = format!(
                "{} and {}; from 1 to {MOST_CELLS} cells can be written",
                counted(rows as u64, "row"),
                counted(columns as u64, "column")
            );
            return Err(EncodeError {
                datum: String::new(),
                message,
            });
        }
        let mut grid = Grid {
            rows,
            columns,
            regions: Vec::new(),
            drawn: Bits::new(),
        };
        let (mut flags, mut body) = (String::new(), String::new());
        // Where the body would end if nothing but empty optional parts followed.
        let mut needed = 0;
        for part in &self.parts {
            let given: Vec<Option<&Datum>> =
                part.data.iter().map(|name| find(data, name)).collect();
            if let Kind::Flag(letter) = part.codec.kind {
                match given.as_slice() {
                    [Some(Datum::Flag(true))] => flags.push(letter),
                    [] | [None | Some(Datum::Flag(false))] => {}
                    [Some(other), ..] => return Err(wrong_kind(&part.data[0], other)),
                    [None, ..] => {}
                }
                continue;
            }
            let mut present = Vec::new();
            for (name, datum) in part.data.iter().zip(given) {
                match datum {
                    Some(datum) => present.push((name.as_str(), datum)),
                    None if part.optional => {}
                    None => {
                        let message = "is missing".to_owned();
                        return Err(EncodeError {
                            datum: name.clone(),
                            message,
                        });
                    }
                }
            }
            let is_empty = match &part.codec.kind {
                Kind::Borders(holes) => {
                    let holes = holes.as_ref().and_then(|holes| find(data, holes));
                    grid.write_borders(&present, holes, &mut body)?;
                    false
                }
                _ => grid.write(part, &present, &mut body)?,
            };
            if !is_empty {
                needed = body.len();
            }
        }
        body.truncate(needed);
        let flags = if flags.is_empty() {
            flags
        } else {
            format!("/{flags}")
        };
        let mut address = format!("https://puzz.link/p?{genre}{flags}/{columns}/{rows}/{body}");
        if !address.ends_with(|end: char| end.is_ascii_alphanumeric() || end == '/') {
            address.push('/');
        }
        Ok(address)
    }
}

fn find<'a>(data: &'a [(String, Datum)], name: &str) -> Option<&'a Datum> {
    data.iter()
        .find(|(other, _)| other == name)
        .map(|(_, datum)| datum)
}
