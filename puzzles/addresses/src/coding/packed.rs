//! Several small values in one character.

use quadrille_engine::bits::{Bits, BitsRef};

use super::super::error::AddressError;
use super::super::names::{Names, Sign};
use super::super::reader::{Reader, digit, letter};
use super::{Coding, Fault, named};

/// Reads values below `radix`, `places` of them in each character, most significant first. What the last character
/// holds beyond the last place means nothing.
pub(super) fn read_packed(
    names: &Names,
    count: usize,
    radix: u32,
    places: usize,
    expected: &str,
    reader: &mut Reader<'_>,
) -> Result<Vec<String>, AddressError> {
    let mut words = Vec::with_capacity(count);
    while words.len() < count {
        let at = reader.at();
        let code = match reader.at_end() {
            true => 0,
            false => reader.digits(1, radix.pow(places as u32), expected)?,
        };
        for place in (0..places).rev().take(count - words.len()) {
            let sign = match code / radix.pow(place as u32) % radix {
                0 => Sign::Nothing,
                value => Sign::Value(value),
            };
            words.push(named(names, at, sign)?);
        }
    }
    Ok(words)
}

/// The inverse of [`read_packed`].
pub(super) fn write_packed(
    words: &[String],
    radix: u32,
    places: usize,
    sign: impl Fn(usize) -> Result<Sign, Fault>,
    out: &mut String,
) -> Result<(), Fault> {
    for start in (0..words.len()).step_by(places) {
        let mut code = 0;
        for index in start..start + places {
            let value = match if index < words.len() {
                sign(index)?
            } else {
                Sign::Nothing
            } {
                Sign::Nothing => 0,
                Sign::Value(value) if value < radix => value,
                Sign::Value(_) | Sign::Unknown => {
                    let message = format!("“{}” cannot be written", words[index]);
                    return Err(Fault::new(index, message));
                }
            };
            code = code * radix + value;
        }
        out.push(letter(code));
    }
    Ok(())
}

/// Reads `n` bits, as [`Coding::Bits`] does.
pub(crate) fn read_bits(count: usize, reader: &mut Reader<'_>) -> Result<Bits, AddressError> {
    let words = Coding::Bits.read(&Names::none(), count, reader)?;
    Ok(words.iter().map(|word| word == "1").collect())
}

/// The inverse of [`read_bits`].
pub(crate) fn write_bits(bits: &BitsRef, out: &mut String) {
    for five in bits.chunks(5) {
        let code = (0..5).fold(0, |code, i| {
            code * 2 + u32::from(five.get(i).is_some_and(|bit| *bit))
        });
        out.push(letter(code));
    }
}

/// The bits present, up to a character that does not encode bits.
pub(crate) fn read_some_bits(limit: usize, reader: &mut Reader<'_>) -> Bits {
    let mut bits = Bits::new();
    while bits.len() < limit
        && let Some(code) = reader.peek().and_then(|byte| digit(byte, 32))
    {
        reader.step(1);
        bits.extend((0..5).rev().map(|place| code >> place & 1 == 1));
    }
    bits.truncate(limit);
    bits
}
