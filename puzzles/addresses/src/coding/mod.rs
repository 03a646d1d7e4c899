//! How a row of words is written in characters, and the inverse.
//!
//! Each coding is a pair of functions `read` and `write`. They do not depend on the places of the words (cells,
//! corners, regions …).

mod numbers;
mod packed;
mod spaced;
mod tapa;

use super::error::{AddressError, AddressProblem};
use super::names::{Names, Sign};
use super::reader::{Reader, letter};
use numbers::{NUMBER16_MAX, read_angle, toned, write_angle};
use packed::{read_packed, write_packed};
use spaced::read_skips;
use tapa::{read_tapa, write_tapa};

pub(crate) use numbers::{read_arrow, read_number16, write_arrow, write_number16};
pub(crate) use packed::{read_bits, read_some_bits, write_bits};
pub(crate) use spaced::{read_gaps, run, write_gaps};

/// A way to write words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Coding {
    /// Hexadecimal numbers, `g` to `z` for 1 to 20 empty places.
    Number16,
    /// Numbers of one decimal digit, `a` to `z` for 1 to 26 empty places.
    Number10,
    /// Numbers up to 4, up to two following empty places in the same character.
    Digits4,
    /// A digit of base 36 for each place.
    Base36,
    /// One kind of mark, the following empty places in the same character.
    Marks,
    /// Lists of one to four small numbers.
    Tapa,
    /// Directions with hexadecimal numbers, `a` to `z` for 1 to 26 empty places.
    Arrows16,
    /// Three values, three places in a character.
    Triples,
    /// Two values, five places in a character.
    Bits,
    /// Four kinds of sign, `5` to `z` for 1 to 31 empty places.
    Signs,
    /// One kind of mark, each with how many empty places come before it; `.` for 36 of them.
    Skips,
    /// Corners with hexadecimal numbers, `g` to `j` for arrows, `k` to `z` for 1 to 16 empty places.
    Angles,
    /// Twice a hexadecimal number, and one more in the other of two tones; below 2 without a number.
    Tones,
}

/// The word at this index cannot be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    pub(super) index: usize,
    pub(super) message: String,
}

impl Fault {
    fn new(index: usize, message: impl Into<String>) -> Fault {
        Fault {
            index,
            message: message.into(),
        }
    }
}

const NUMBER16: &str = "a hexadecimal number, . for an unknown one, or g to z for empty places";

impl Coding {
    /// The first and the last value, and whether there is an unknown one; `None` if the words are not named.
    pub(super) fn values(self) -> Option<(u32, u32, bool)> {
        match self {
            Coding::Number16 => Some((0, NUMBER16_MAX, true)),
            Coding::Number10 => Some((0, 9, true)),
            Coding::Digits4 => Some((0, 4, true)),
            Coding::Base36 => Some((0, 36 * 36 - 1, true)),
            Coding::Triples => Some((1, 2, false)),
            Coding::Bits | Coding::Marks => Some((1, 1, false)),
            Coding::Signs => Some((1, 4, false)),
            Coding::Skips => Some((1, 1, false)),
            Coding::Tones => Some((0, 1, false)),
            Coding::Tapa | Coding::Arrows16 | Coding::Angles => None,
        }
    }

    /// The first of the letters that stand for runs of empty places, if there are any.
    pub(super) fn first_of_runs(self) -> Option<u8> {
        match self {
            Coding::Number16 | Coding::Digits4 | Coding::Tapa | Coding::Tones => Some(b'g'),
            Coding::Number10 | Coding::Arrows16 => Some(b'a'),
            Coding::Marks => Some(b'i'),
            Coding::Signs => Some(b'5'),
            Coding::Angles => Some(b'k'),
            Coding::Base36 | Coding::Triples | Coding::Bits | Coding::Skips => None,
        }
    }

    /// Reads `count` words; those that the address ends before are empty. Longer than other functions: an arm for each
    /// coding.
    pub(super) fn read(
        self,
        names: &Names,
        count: usize,
        reader: &mut Reader<'_>,
    ) -> Result<Vec<String>, AddressError> {
        let empty = ".".to_owned();
        let named = |at: usize, sign: Sign| named(names, at, sign);
        match self {
            Coding::Number16 => read_gaps(count, &empty, reader, b'g', NUMBER16, |reader| {
                let at = reader.at();
                read_number16(reader)?
                    .map(|sign| Ok((named(at, sign)?, 0)))
                    .transpose()
            }),
            Coding::Number10 => {
                let expected = "a digit, . for an unknown number, or a to z for empty places";
                read_gaps(count, &empty, reader, b'a', expected, |reader| {
                    let at = reader.at();
                    let sign = match reader.digit(10) {
                        Some(value) => Sign::Value(value),
                        None if reader.take(".") => Sign::Unknown,
                        None => return Ok(None),
                    };
                    Ok(Some((named(at, sign)?, 0)))
                })
            }
            Coding::Digits4 => {
                let expected =
                    "a digit, a to e, . for an unknown number, or g to z for empty places";
                read_gaps(count, &empty, reader, b'g', expected, |reader| {
                    let at = reader.at();
                    Ok(Some(match reader.digit(15) {
                        Some(code) => (named(at, Sign::Value(code % 5))?, code as usize / 5),
                        None if reader.take(".") => (named(at, Sign::Unknown)?, 0),
                        None => return Ok(None),
                    }))
                })
            }
            Coding::Marks => {
                let expected = "a digit or letter from 0 to z";
                read_gaps(count, &empty, reader, b'i', expected, |reader| {
                    let at = reader.at();
                    match reader.digit(18) {
                        Some(gap) => Ok(Some((named(at, Sign::Value(1))?, gap as usize))),
                        None => Ok(None),
                    }
                })
            }
            Coding::Base36 => {
                let expected = "a digit or letter, -, @ or .";
                (0..count)
                    .map(|_| {
                        let at = reader.at();
                        let sign = if reader.at_end() || reader.take(".") {
                            Sign::Nothing
                        } else if reader.take("@") || reader.take("%") {
                            Sign::Unknown
                        } else if reader.take("-") {
                            Sign::Value(reader.digits(2, 36, "two digits or letters")?)
                        } else {
                            Sign::Value(reader.digits(1, 36, expected)?)
                        };
                        named(at, sign)
                    })
                    .collect()
            }
            Coding::Tapa => {
                let expected =
                    "a digit, a to d with another character, ., or g to z for empty places";
                read_gaps(count, &empty, reader, b'g', expected, |reader| {
                    Ok(read_tapa(reader)?.map(|word| (word, 0)))
                })
            }
            Coding::Arrows16 => {
                let expected = "a direction from 0 to 9, - or +, or a to z for empty places";
                read_gaps(count, &empty, reader, b'a', expected, |reader| {
                    if reader.take("+") {
                        return Ok(Some(("#".to_owned(), 0)));
                    }
                    Ok(read_arrow(reader)?.map(|word| (word, 0)))
                })
            }
            Coding::Triples => {
                read_packed(names, count, 3, 3, "a digit or a letter up to q", reader)
            }
            Coding::Bits => read_packed(names, count, 2, 5, "a digit or a letter up to v", reader),
            Coding::Signs => {
                let expected = "a digit from 1 to 4, or 5 to z for empty places";
                read_gaps(count, &empty, reader, b'5', expected, |reader| {
                    let at = reader.at();
                    let value = reader.digit(5).filter(|value| *value > 0);
                    value
                        .map(|value| Ok((named(at, Sign::Value(value))?, 0)))
                        .transpose()
                })
            }
            Coding::Skips => read_skips(names, count, reader),
            Coding::Angles => {
                let expected =
                    "a hexadecimal number, . or @, g to j for arrows, or k to z for empty places";
                read_gaps(count, &empty, reader, b'k', expected, |reader| {
                    Ok(read_angle(reader)?.map(|word| (word, 0)))
                })
            }
            Coding::Tones => read_gaps(count, &empty, reader, b'g', NUMBER16, |reader| {
                let at = reader.at();
                Ok(match read_number16(reader)? {
                    Some(Sign::Value(value)) => {
                        let tone = named(at, Sign::Value(value % 2))?;
                        let number = match value / 2 {
                            0 => "?".to_owned(),
                            number => number.to_string(),
                        };
                        Some((format!("{tone}{number}"), 0))
                    }
                    Some(_) => Some((".".to_owned(), 0)),
                    None => None,
                })
            }),
        }
    }

    /// Writes words; the inverse of [`Coding::read`], with an arm for each coding as well.
    pub(super) fn write(
        self,
        names: &Names,
        words: &[String],
        out: &mut String,
    ) -> Result<(), Fault> {
        let sign = |index: usize| -> Result<Sign, Fault> {
            names.sign(&words[index]).ok_or_else(|| {
                let all = names.all();
                let expected = if all.is_empty() {
                    "a number".to_owned()
                } else {
                    all
                };
                Fault::new(
                    index,
                    format!("“{}” cannot be written, expected {expected}", words[index]),
                )
            })
        };
        let too_large = |index: usize, last: u32| {
            Fault::new(
                index,
                format!(
                    "{} is too large, at most {last} can be written",
                    words[index]
                ),
            )
        };
        // How many places after this one are empty, up to a limit.
        let gap = |index: usize, limit: usize| -> usize {
            words[index + 1..]
                .iter()
                .take(limit)
                .take_while(|word| *word == ".")
                .count()
        };
        let empty = |index: usize| words[index] == ".";
        match self {
            Coding::Number16 => write_gaps(words.len(), empty, 'g', out, |index, out| {
                write_number16(sign(index)?, out)
                    .then_some(1)
                    .ok_or_else(|| too_large(index, NUMBER16_MAX))
            }),
            Coding::Number10 => write_gaps(words.len(), empty, 'a', out, |index, out| {
                match sign(index)? {
                    Sign::Value(value) if value > 9 => return Err(too_large(index, 9)),
                    Sign::Value(value) => out.push(letter(value)),
                    _ => out.push('.'),
                }
                Ok(1)
            }),
            Coding::Digits4 => write_gaps(words.len(), empty, 'g', out, |index, out| {
                match sign(index)? {
                    Sign::Value(value) if value > 4 => Err(too_large(index, 4)),
                    Sign::Value(value) => {
                        let gap = gap(index, 2);
                        out.push(letter(value + 5 * gap as u32));
                        Ok(1 + gap)
                    }
                    _ => {
                        out.push('.');
                        Ok(1)
                    }
                }
            }),
            Coding::Marks => write_gaps(words.len(), empty, 'i', out, |index, out| {
                match sign(index)? {
                    Sign::Value(1) => {
                        let gap = gap(index, 17);
                        out.push(letter(gap as u32));
                        Ok(1 + gap)
                    }
                    _ => Err(Fault::new(
                        index,
                        format!("“{}” cannot be written", words[index]),
                    )),
                }
            }),
            Coding::Base36 => {
                for index in 0..words.len() {
                    match sign(index)? {
                        Sign::Nothing => out.push('.'),
                        Sign::Unknown => out.push('@'),
                        Sign::Value(value) if value < 36 => out.push(letter(value)),
                        Sign::Value(value) if value < 36 * 36 => {
                            out.extend(['-', letter(value / 36), letter(value % 36)]);
                        }
                        Sign::Value(_) => return Err(too_large(index, 36 * 36 - 1)),
                    }
                }
                Ok(())
            }
            Coding::Tapa => write_gaps(words.len(), empty, 'g', out, |index, out| {
                write_tapa(&words[index], out).then_some(1).ok_or_else(|| {
                    let message = "is not a list of one to four numbers that fit around a cell";
                    Fault::new(index, format!("“{}” {message}", words[index]))
                })
            }),
            Coding::Arrows16 => write_gaps(words.len(), empty, 'a', out, |index, out| {
                let word = words[index].as_str();
                if word == "#" {
                    out.push('+');
                    Ok(1)
                } else {
                    write_arrow(word, out)
                        .map(|()| 1)
                        .map_err(|message| Fault::new(index, message))
                }
            }),
            Coding::Triples => write_packed(words, 3, 3, sign, out),
            Coding::Bits => write_packed(words, 2, 5, sign, out),
            Coding::Signs => write_gaps(words.len(), empty, '5', out, |index, out| {
                match sign(index)? {
                    Sign::Value(value @ 1..=4) => out.push(letter(value)),
                    Sign::Value(_) => return Err(too_large(index, 4)),
                    _ => {
                        return Err(Fault::new(
                            index,
                            format!("“{}” cannot be written", words[index]),
                        ));
                    }
                }
                Ok(1)
            }),
            Coding::Skips => {
                let mut before = 0;
                for index in 0..words.len() {
                    if sign(index)? != Sign::Nothing {
                        out.push(letter(before));
                        before = 0;
                    } else if before == 35 {
                        out.push('.');
                        before = 0;
                    } else {
                        before += 1;
                    }
                }
                Ok(())
            }
            Coding::Angles => write_gaps(words.len(), empty, 'k', out, |index, out| {
                write_angle(&words[index], out).then_some(1).ok_or_else(|| {
                    let message = "is not an arrow, o, @ or a number up to 255";
                    Fault::new(index, format!("“{}” {message}", words[index]))
                })
            }),
            Coding::Tones => write_gaps(words.len(), empty, 'g', out, |index, out| {
                let value = toned(names, &words[index]);
                let is_written = value.is_some_and(|value| write_number16(Sign::Value(value), out));
                is_written.then_some(1).ok_or_else(|| {
                    let message = format!(
                        "“{}” is not a number of 1 or more, or ?, behind one of {}",
                        words[index],
                        names.all()
                    );
                    Fault::new(index, message)
                })
            }),
        }
    }
}

/// The word for what was read at a place of the address.
fn named(names: &Names, at: usize, sign: Sign) -> Result<String, AddressError> {
    names.word(sign).ok_or_else(|| {
        let found = match sign {
            Sign::Value(value) => value.to_string(),
            Sign::Unknown | Sign::Nothing => String::new(),
        };
        AddressError::new(
            at,
            AddressProblem::Value {
                found,
                words: names.all(),
            },
        )
    })
}
