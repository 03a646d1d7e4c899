//! Shapes to place.

use super::coding::{read_some_bits, write_bits};
use super::error::AddressError;
use super::reader::{Reader, letter};
use quadrille_engine::bits::Bits;

/// Sets of shapes that have a letter of their own in addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Preset {
    Tetrominoes,
    DoubleTetrominoes,
    Pentominoes,
    Fleet3,
    Fleet4,
    Fleet5,
}

const TETROMINOES: [&str; 5] = ["#/#/#/#", ".#/.#/##", "##/##", ".#/##/#.", ".#/##/.#"];

/// In the order F I L N P T U V W X Y Z.
const PENTOMINOES: [&str; 12] = [
    "..#/###/.#.",
    "#/#/#/#/#",
    ".#/.#/.#/##",
    ".#/.#/##/#.",
    ".#/##/##",
    "..#/###/..#",
    "##/.#/##",
    "..#/..#/###",
    "..#/.##/##.",
    ".#./###/.#.",
    ".#/.#/##/.#",
    "..#/###/#..",
];

/// The longest side of a shape.
const LONGEST: u32 = 35;

/// No puzzle has more shapes than cells.
const MOST: u32 = 10_000;

impl Preset {
    pub(super) const ALL: [(&'static str, char, Preset); 6] = [
        ("tetrominoes", 't', Preset::Tetrominoes),
        ("double_tetrominoes", 'd', Preset::DoubleTetrominoes),
        ("pentominoes", 'p', Preset::Pentominoes),
        ("fleet3", 'c', Preset::Fleet3),
        ("fleet4", 'd', Preset::Fleet4),
        ("fleet5", 'e', Preset::Fleet5),
    ];

    pub(super) fn from_name(name: &str) -> Option<Preset> {
        Preset::ALL
            .iter()
            .find(|(other, ..)| *other == name)
            .map(|&(.., preset)| preset)
    }

    pub(super) fn letter(self) -> char {
        Preset::ALL
            .iter()
            .find(|(.., preset)| *preset == self)
            .map_or('z', |&(_, letter, _)| letter)
    }

    fn shapes(self) -> Vec<String> {
        // One ship of the full length, two that are shorter by one, and so on.
        let fleet = |longest: usize| {
            let lengths = (1..=longest).flat_map(|length| vec![length; longest + 1 - length]);
            lengths.map(|length| "#".repeat(length)).collect()
        };
        let twice = |shapes: &[&str]| {
            shapes
                .iter()
                .flat_map(|&shape| [shape.to_owned(), shape.to_owned()])
                .collect()
        };
        match self {
            Preset::Tetrominoes => TETROMINOES.map(str::to_owned).into(),
            Preset::DoubleTetrominoes => twice(&TETROMINOES),
            Preset::Pentominoes => PENTOMINOES.map(str::to_owned).into(),
            Preset::Fleet3 => fleet(3),
            Preset::Fleet4 => fleet(4),
            Preset::Fleet5 => fleet(5),
        }
    }
}

/// `//` and the letter of a preset (`z` for no shapes), or `/`, a number, and that many shapes, each after a `/`. Where
/// the address ends before it there are no shapes; for one of nothing but its size the sites show the first preset.
pub(super) fn read(
    presets: &[Preset],
    reader: &mut Reader<'_>,
) -> Result<Vec<String>, AddressError> {
    if reader.at_end() {
        let usual = presets.first().filter(|_| reader.at_start());
        return Ok(usual.map_or_else(Vec::new, |preset| preset.shapes()));
    }
    if reader.take("//") {
        let preset = presets
            .iter()
            .find(|preset| reader.peek() == Some(preset.letter() as u8));
        if preset.is_some() || reader.peek() == Some(b'z') {
            reader.step(1);
            return Ok(preset.map_or_else(Vec::new, |preset| preset.shapes()));
        }
        let letters: String = presets.iter().map(|preset| preset.letter()).collect();
        return Err(reader.unexpected(&format!("the letter of a set of shapes, one of {letters}z")));
    }
    if !reader.take("/") {
        return Err(reader.unexpected("/ and shapes"));
    }
    let expected = format!("a number of shapes up to {MOST}");
    let start = reader.clone();
    let mut count = reader.digits(1, 10, &expected)?;
    while count <= MOST
        && let Some(digit) = reader.digit(10)
    {
        count = count * 10 + digit;
    }
    if count > MOST {
        return Err(start.unexpected(&expected));
    }
    (0..count)
        .map(|_| {
            if reader.take("/") {
                read_shape(reader)
            } else {
                Err(reader.unexpected("/ and a shape"))
            }
        })
        .collect()
}

/// The inverse of [`read`].
pub(super) fn write(presets: &[Preset], shapes: &[String], out: &mut String) -> Result<(), String> {
    if shapes.is_empty() {
        out.push_str("//z");
        return Ok(());
    }
    if let Some(preset) = presets.iter().find(|preset| preset.shapes() == shapes) {
        out.extend(['/', '/', preset.letter()]);
        return Ok(());
    }
    if shapes.len() > MOST as usize {
        return Err(format!(
            "{} shapes, at most {MOST} can be written",
            shapes.len()
        ));
    }
    out.push_str(&format!("/{}", shapes.len()));
    for shape in shapes {
        out.push('/');
        write_shape(shape, out)?;
    }
    Ok(())
}

/// Width, height, and the cells of the box row by row, without the last empty ones.
fn read_shape(reader: &mut Reader<'_>) -> Result<String, AddressError> {
    let expected = "the width and the height of a shape, each from 1 to z";
    let mut side = || {
        let start = reader.clone();
        match reader.digits(1, 36, expected)? {
            0 => Err(start.unexpected(expected)),
            side => Ok(side as usize),
        }
    };
    let (width, height) = (side()?, side()?);
    let mut cells = read_some_bits(width * height, reader);
    if cells.not_any() {
        return Err(reader.unexpected("the cells of a shape"));
    }
    cells.resize(width * height, false);
    let rows = cells.chunks(width).map(|row| {
        row.iter()
            .by_vals()
            .map(|cell| if cell { '#' } else { '.' })
            .collect()
    });
    Ok(rows.collect::<Vec<String>>().join("/"))
}

/// The inverse of [`read_shape`].
fn write_shape(shape: &str, out: &mut String) -> Result<(), String> {
    let rows: Vec<&str> = shape.split('/').collect();
    let (width, height) = (rows[0].len(), rows.len());
    let fits = |side: usize| (1..=LONGEST as usize).contains(&side);
    let cells: String = rows.concat();
    if !fits(width)
        || !fits(height)
        || rows.iter().any(|row| row.len() != width)
        || !cells.bytes().all(|byte| matches!(byte, b'#' | b'.'))
        || !cells.contains('#')
    {
        return Err(format!("“{shape}” is not a shape; write it as ###/#.."));
    }
    out.extend([letter(width as u32), letter(height as u32)]);
    let bits: Bits = cells
        .trim_end_matches('.')
        .bytes()
        .map(|byte| byte == b'#')
        .collect();
    write_bits(&bits, out);
    Ok(())
}
