//! Words among empty places, whose runs are letters of their own or numbers before the words.

use super::super::error::AddressError;
use super::super::names::{Names, Sign};
use super::super::reader::{Reader, digit, letter};
use super::{Fault, named};

/// Reads words, and letters from `first` on, which are runs of empty places. `item` reads one word and says
/// how many empty places its characters include, or reads nothing if no word comes next. As at the sites, a run may go
/// beyond the last place, and what the address ends before is empty.
pub(crate) fn read_gaps<T: Clone>(
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
pub(crate) fn run(byte: u8, first: u8) -> Option<usize> {
    let (value, first) = (digit(byte, 36)?, digit(first, 36)?);
    (value >= first).then(|| (value - first) as usize + 1)
}

/// The inverse of [`read_gaps`]. `item` writes the word at an index and says how many places that covers.
pub(crate) fn write_gaps(
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

/// Reads marks by the numbers of empty places before them.
pub(super) fn read_skips(
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
