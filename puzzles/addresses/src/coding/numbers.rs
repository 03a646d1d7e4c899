//! Numbers in hexadecimal digits, alone and with directions, corners and tones.

use super::super::error::AddressError;
use super::super::names::{Names, Sign, number};
use super::super::reader::{Reader, digit, letter};

/// The largest value of [`Coding::Number16`].
pub(super) const NUMBER16_MAX: u32 = 77_776 + 0xf_ffff;

/// A hexadecimal number or `.`; `None` if neither comes next.
pub(crate) fn read_number16(reader: &mut Reader<'_>) -> Result<Option<Sign>, AddressError> {
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
pub(crate) fn write_number16(sign: Sign, out: &mut String) -> bool {
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
pub(crate) fn read_arrow(reader: &mut Reader<'_>) -> Result<Option<String>, AddressError> {
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
pub(crate) fn write_arrow(word: &str, out: &mut String) -> Result<(), String> {
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
pub(super) fn read_angle(reader: &mut Reader<'_>) -> Result<Option<String>, AddressError> {
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
pub(super) fn write_angle(word: &str, out: &mut String) -> bool {
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
pub(super) fn toned(names: &Names, word: &str) -> Option<u32> {
    let mut tones = (0..2).filter_map(|tone| Some((tone, names.word(Sign::Value(tone))?)));
    tones.find_map(|(tone, name)| match word.strip_prefix(name.as_str())? {
        "?" => Some(tone),
        rest => number(rest)?
            .checked_mul(2)
            .filter(|twice| *twice > 0)
            .map(|twice| twice + tone),
    })
}
