//! A place in the body of an address.

use super::error::{AddressError, AddressProblem};

/// Reads the body of an address from left to right. It only steps over ASCII, so that it is always at a character
/// boundary.
#[derive(Clone, Debug)]
pub(super) struct Reader<'a> {
    rest: &'a str,
    /// Where the rest begins in the whole address.
    at: usize,
    /// Where the body begins.
    start: usize,
}

impl<'a> Reader<'a> {
    pub(super) fn new(body: &'a str, at: usize) -> Reader<'a> {
        Reader {
            rest: body,
            at,
            start: at,
        }
    }

    pub(super) fn at(&self) -> usize {
        self.at
    }

    pub(super) fn rest(&self) -> &'a str {
        self.rest
    }

    /// Nothing has been read.
    pub(super) fn at_start(&self) -> bool {
        self.at == self.start
    }

    pub(super) fn at_end(&self) -> bool {
        self.rest.is_empty()
    }

    /// The next byte; one of 128 or more is part of a character that no codec knows.
    pub(super) fn peek(&self) -> Option<u8> {
        self.rest.bytes().next()
    }

    /// Steps over `bytes` bytes, which must be ASCII and there.
    pub(super) fn step(&mut self, bytes: usize) {
        self.rest = &self.rest[bytes..];
        self.at += bytes;
    }

    /// Steps over `text` if it comes next.
    pub(super) fn take(&mut self, text: &str) -> bool {
        let there = self.rest.starts_with(text);
        if there {
            self.step(text.len());
        }
        there
    }

    /// The next byte as a digit of this radix, small letters for 10 and above; steps over it.
    pub(super) fn digit(&mut self, radix: u32) -> Option<u32> {
        let value = self.peek().and_then(|byte| digit(byte, radix))?;
        self.step(1);
        Some(value)
    }

    /// `count` digits, or as many as there are where the address ends: the sites read those.
    pub(super) fn digits(
        &mut self,
        count: usize,
        radix: u32,
        expected: &str,
    ) -> Result<u32, AddressError> {
        let mut value = 0;
        for read in 0..count {
            if read > 0 && self.at_end() {
                break;
            }
            value = value * radix + self.digit(radix).ok_or_else(|| self.unexpected(expected))?;
        }
        Ok(value)
    }

    /// The next character is not expected here.
    pub(super) fn unexpected(&self, expected: &str) -> AddressError {
        AddressError::new(
            self.at,
            AddressProblem::Unexpected {
                found: self.rest.chars().next(),
                expected: expected.to_owned(),
            },
        )
    }
}

/// A byte as a digit of a radix up to 36, small letters only.
pub(super) fn digit(byte: u8, radix: u32) -> Option<u32> {
    if byte.is_ascii_uppercase() {
        None
    } else {
        char::from(byte).to_digit(radix)
    }
}

/// The digit of a value below 36.
pub(super) fn letter(value: u32) -> char {
    debug_assert!(value < 36, "{value} is no digit");
    char::from_digit(value, 36).unwrap_or('0')
}
