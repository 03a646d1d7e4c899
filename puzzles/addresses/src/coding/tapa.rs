//! Lists of one to four small numbers.

use super::super::error::AddressError;
use super::super::names::number;
use super::super::reader::{Reader, letter};

/// Where the lists of two, three and four numbers begin among the codes of two characters, and the base in which
/// their numbers are written, 0 for an unknown one.
const TAPA: [(u32, u32, u32); 3] = [(2, 360, 6), (3, 396, 4), (4, 460, 2)];

/// The first code of two characters that means nothing.
const TAPA_END: u32 = 476;

/// A list such as `1,3` or `?,2`; `None` if none comes next.
pub(super) fn read_tapa(reader: &mut Reader<'_>) -> Result<Option<String>, AddressError> {
    if reader.take(".") {
        return Ok(Some("?".to_owned()));
    }
    let start = reader.clone();
    match reader.digit(14) {
        None => return Ok(None),
        Some(9) => return Ok(Some("1,1,1,1".to_owned())),
        Some(value @ 0..=8) => return Ok(Some(value.to_string())),
        Some(_) => *reader = start.clone(),
    }
    let code = reader.digits(2, 36, "the second character of a list")?;
    if code >= TAPA_END {
        return Err(start.unexpected("a list from a0 to d7"));
    }
    let Some(&(length, from, base)) = TAPA.iter().rev().find(|(_, from, _)| *from <= code) else {
        return Err(start.unexpected("a list from a0 to d7"));
    };
    let numbers = (0..length)
        .rev()
        .map(|place| match (code - from) / base.pow(place) % base {
            0 => "?".to_owned(),
            value => value.to_string(),
        });
    Ok(Some(numbers.collect::<Vec<_>>().join(",")))
}

/// The inverse of [`read_tapa`]; false if the list cannot be written.
pub(super) fn write_tapa(word: &str, out: &mut String) -> bool {
    let numbers: Option<Vec<u32>> = word
        .split(',')
        .map(|part| {
            if part == "?" {
                Some(0)
            } else {
                number(part).filter(|&n| n > 0 || word == "0")
            }
        })
        .collect();
    match numbers.as_deref() {
        Some([_]) if word == "?" => out.push('.'),
        Some(&[value @ 0..=8]) => out.push(letter(value)),
        Some([1, 1, 1, 1]) => out.push('9'),
        Some(list) => {
            let Some(&(_, from, base)) = TAPA
                .iter()
                .find(|(length, ..)| *length as usize == list.len())
            else {
                return false;
            };
            if list.iter().any(|&value| value >= base) {
                return false;
            }
            let code = from + list.iter().fold(0, |code, value| code * base + value);
            out.extend([letter(code / 36), letter(code % 36)]);
        }
        None => return false,
    }
    true
}
