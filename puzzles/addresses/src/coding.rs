//! How a row of words is written in characters, and the inverse.
//!
//! Each coding is a pair of functions `read` and `write`. They do not depend on the places of the words (cells,
//! corners, regions …).

use super::error::{AddressError, AddressProblem};
use super::names::{Names, Sign, number};
use super::reader::{Reader, digit, letter};
use quadrille_engine::bits::{Bits, BitsRef};

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

/// The largest value of [`Coding::Number16`].
const NUMBER16_MAX: u32 = 77_776 + 0xf_ffff;

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

    /// Reads `count` words; those that the address ends before are empty.
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

    /// Writes words; the inverse of [`Coding::read`].
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

/// Reads words, and letters from `first` on, which are runs of empty places. `item` reads one word and says
/// how many empty places its characters include, or reads nothing if no word comes next. As at the sites, a run may go
/// beyond the last place, and what the address ends before is empty.
pub(super) fn read_gaps<T: Clone>(
    count: usize,
    empty: &T,
    reader: &mut Reader<'_>,
    first: u8,
    expected: &str,
    mut item: impl FnMut(&mut Reader<'_>) -> Result<Option<(T, usize)>, AddressError>,
) -> Result<Vec<T>, AddressError> {
    let mut words: Vec<T> = Vec::with_capacity(count);
    while words.len() < count && !reader.at_end() {
        if let Some((word, gap)) = item(reader)? {
            words.push(word);
            let length = (words.len() + gap).min(count);
            words.resize(length, empty.clone());
            continue;
        }
        match reader.peek().and_then(|byte| run(byte, first)) {
            Some(run) => {
                words.resize((words.len() + run).min(count), empty.clone());
                reader.step(1);
            }
            None => return Err(reader.unexpected(expected)),
        }
    }
    words.resize(count, empty.clone());
    Ok(words)
}

/// How many empty places a digit of base 36 stands for, if those from `first` on do.
pub(super) fn run(byte: u8, first: u8) -> Option<usize> {
    let (value, first) = (digit(byte, 36)?, digit(first, 36)?);
    (value >= first).then(|| (value - first) as usize + 1)
}

/// The inverse of [`read_gaps`]. `item` writes the word at an index and says how many places that covers.
pub(super) fn write_gaps(
    count: usize,
    empty: impl Fn(usize) -> bool,
    first: char,
    out: &mut String,
    mut item: impl FnMut(usize, &mut String) -> Result<usize, Fault>,
) -> Result<(), Fault> {
    let longest = run(b'z', first as u8).unwrap_or(1);
    let mut index = 0;
    while index < count {
        let here = (index..count).take(longest);
        let run = here.take_while(|&index| empty(index)).count();
        if run == 0 {
            index += item(index, out)?;
        } else {
            out.push(letter(first.to_digit(36).unwrap_or(0) + run as u32 - 1));
            index += run;
        }
    }
    Ok(())
}

/// A hexadecimal number or `.`; `None` if neither comes next.
pub(super) fn read_number16(reader: &mut Reader<'_>) -> Result<Option<Sign>, AddressError> {
    if let Some(value) = reader.digit(16) {
        return Ok(Some(Sign::Value(value)));
    }
    // The prefix says how many digits follow and where they count from.
    let (digits, from, expected) = match reader.peek() {
        Some(b'.') => {
            reader.step(1);
            return Ok(Some(Sign::Unknown));
        }
        Some(b'-') => (2, 0, "two hexadecimal digits"),
        Some(b'+') => (3, 0, "three hexadecimal digits"),
        Some(b'=') => (3, 4_096, "three hexadecimal digits"),
        Some(b'%' | b'@') => (3, 8_192, "three hexadecimal digits"),
        Some(b'*') => (4, 12_240, "four hexadecimal digits"),
        Some(b'$') => (5, 77_776, "five hexadecimal digits"),
        _ => return Ok(None),
    };
    reader.step(1);
    Ok(Some(Sign::Value(
        from + reader.digits(digits, 16, expected)?,
    )))
}

/// The inverse of [`read_number16`]; false if the value is too large.
pub(super) fn write_number16(sign: Sign, out: &mut String) -> bool {
    let value = match sign {
        Sign::Value(value) => value,
        Sign::Unknown | Sign::Nothing => {
            out.push('.');
            return true;
        }
    };
    let text = match value {
        0..16 => format!("{value:x}"),
        16..256 => format!("-{value:02x}"),
        256..4_096 => format!("+{value:03x}"),
        4_096..8_192 => format!("={:03x}", value - 4_096),
        8_192..12_240 => format!("@{:03x}", value - 8_192),
        12_240..77_776 => format!("*{:04x}", value - 12_240),
        77_776..=NUMBER16_MAX => format!("${:05x}", value - 77_776),
        _ => return false,
    };
    out.push_str(&text);
    true
}

/// The directions of an arrow in the order of their codes; `?` is none.
const DIRECTIONS: [char; 5] = ['?', '^', 'v', '<', '>'];

/// A direction with a number, as `^2`, `<?` or, without direction, `?3`; `None` if none comes next.
pub(super) fn read_arrow(reader: &mut Reader<'_>) -> Result<Option<String>, AddressError> {
    let (direction, number) = if reader.take("-") {
        let direction = reader.digits(1, 5, "a direction from 0 to 4")?;
        (
            direction,
            reader
                .digits(3, 16, "three hexadecimal digits")?
                .to_string(),
        )
    } else {
        let Some(direction) = reader.digit(10) else {
            return Ok(None);
        };
        let number = if direction >= 5 {
            reader.digits(2, 16, "two hexadecimal digits")?.to_string()
        } else if reader.take(".") {
            "?".to_owned()
        } else {
            reader
                .digits(1, 16, "a hexadecimal digit or .")?
                .to_string()
        };
        (direction % 5, number)
    };
    Ok(Some(format!("{}{number}", DIRECTIONS[direction as usize])))
}

/// The inverse of [`read_arrow`].
pub(super) fn write_arrow(word: &str, out: &mut String) -> Result<(), String> {
    let wrong = || format!("“{word}” is not an arrow with a number, such as ^2, <? or ?3");
    let mut rest = word.chars();
    let direction = rest
        .next()
        .and_then(|sign| DIRECTIONS.iter().position(|&other| other == sign));
    let direction = direction.ok_or_else(wrong)?;
    let text = match (rest.as_str(), number(rest.as_str())) {
        ("?", _) => format!("{direction}."),
        (_, Some(value @ 0..16)) => format!("{direction}{value:x}"),
        (_, Some(value @ 16..256)) => format!("{}{value:02x}", direction + 5),
        (_, Some(value @ 256..4_096)) => format!("-{direction}{value:03x}"),
        (_, Some(value)) => {
            return Err(format!("{value} is too large, at most 4095 can be written"));
        }
        (_, None) => return Err(wrong()),
    };
    out.push_str(&text);
    Ok(())
}

/// The arrows of corners, as `g` to `j`.
const ARROWS: [char; 4] = ['^', 'v', '<', '>'];

/// A number or `o` in a corner, an arrow, or `@` for one that is not known; `None` if none comes next.
fn read_angle(reader: &mut Reader<'_>) -> Result<Option<String>, AddressError> {
    if let Some(value) = reader.digit(16) {
        return Ok(Some(value.to_string()));
    }
    if let Some(code @ 16..20) = reader.peek().and_then(|byte| digit(byte, 36)) {
        reader.step(1);
        return Ok(Some(ARROWS[code as usize - 16].to_string()));
    }
    if reader.take("-") {
        let value = reader.digits(2, 16, "two hexadecimal digits")?;
        return Ok(Some(value.to_string()));
    }
    let word = match reader.peek() {
        Some(b'.') => "o",
        Some(b'%' | b'@') => "@",
        _ => return Ok(None),
    };
    reader.step(1);
    Ok(Some(word.to_owned()))
}

/// The inverse of [`read_angle`]; false if it is something else.
fn write_angle(word: &str, out: &mut String) -> bool {
    let arrow = ARROWS.iter().position(|arrow| word == arrow.to_string());
    match (word, arrow, number(word)) {
        ("o", ..) => out.push('.'),
        ("@", ..) => out.push('@'),
        (_, Some(arrow), _) => out.push(letter(16 + arrow as u32)),
        (.., Some(value @ 0..16)) => out.push(letter(value)),
        (.., Some(value @ 16..256)) => out.push_str(&format!("-{value:02x}")),
        _ => return false,
    }
    true
}

/// The code of a tone with a number.
fn toned(names: &Names, word: &str) -> Option<u32> {
    let mut tones = (0..2).filter_map(|tone| Some((tone, names.word(Sign::Value(tone))?)));
    tones.find_map(|(tone, name)| match word.strip_prefix(name.as_str())? {
        "?" => Some(tone),
        rest => number(rest)?
            .checked_mul(2)
            .filter(|twice| *twice > 0)
            .map(|twice| twice + tone),
    })
}

/// Reads marks by the numbers of empty places before them.
fn read_skips(
    names: &Names,
    count: usize,
    reader: &mut Reader<'_>,
) -> Result<Vec<String>, AddressError> {
    let expected = "a digit or letter, or .";
    let empty = || ".".to_owned();
    let mut words = Vec::with_capacity(count);
    while words.len() < count && !reader.at_end() {
        let at = reader.at();
        let (skipped, is_mark) = match reader.take(".") {
            true => (36, false),
            false => (reader.digits(1, 36, expected)? as usize, true),
        };
        words.resize_with((words.len() + skipped).min(count), empty);
        if is_mark && words.len() < count {
            words.push(named(names, at, Sign::Value(1))?);
        }
    }
    words.resize_with(count, empty);
    Ok(words)
}

/// Where the lists of two, three and four numbers begin among the codes of two characters, and the base in which
/// their numbers are written, 0 for an unknown one.
const TAPA: [(u32, u32, u32); 3] = [(2, 360, 6), (3, 396, 4), (4, 460, 2)];

/// The first code of two characters that means nothing.
const TAPA_END: u32 = 476;

/// A list such as `1,3` or `?,2`; `None` if none comes next.
fn read_tapa(reader: &mut Reader<'_>) -> Result<Option<String>, AddressError> {
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
fn write_tapa(word: &str, out: &mut String) -> bool {
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

/// Reads values below `radix`, `places` of them in each character, most significant first. What the last character
/// holds beyond the last place means nothing.
fn read_packed(
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
fn write_packed(
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
pub(super) fn read_bits(count: usize, reader: &mut Reader<'_>) -> Result<Bits, AddressError> {
    let words = Coding::Bits.read(&Names::none(), count, reader)?;
    Ok(words.iter().map(|word| word == "1").collect())
}

/// The inverse of [`read_bits`].
pub(super) fn write_bits(bits: &BitsRef, out: &mut String) {
    for five in bits.chunks(5) {
        let code = (0..5).fold(0, |code, i| {
            code * 2 + u32::from(five.get(i).is_some_and(|bit| *bit))
        });
        out.push(letter(code));
    }
}

/// The bits present, up to a character that does not encode bits.
pub(super) fn read_some_bits(limit: usize, reader: &mut Reader<'_>) -> Bits {
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
