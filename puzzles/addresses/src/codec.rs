//! The codecs by name.

use std::fmt;

use super::coding::Coding;
use super::dots::DotCoding;
use super::names::{Names, number};
use super::outside::Side;
use super::shapes::Preset;
use super::spelling::{is_name, nearest};

/// How one datum of a genre, or a few that belong together, are coded in an address.
///
/// Codecs have names and some have parameters, as `circles(white,black)`; [`catalogue`] lists them all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Codec {
    text: String,
    pub(super) kind: Kind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Flag(char),
    Slash,
    /// With the number of an address without a body.
    Decimal(i64),
    /// With the name of the holes that cut regions, too, if any.
    Borders(Option<String>),
    Words {
        places: Places,
        coding: Coding,
        names: Names,
    },
    /// Lists of numbers on these sides; the word for a list without numbers.
    Lists {
        sides: Vec<Side>,
        none: String,
    },
    /// The one cell with a sign.
    Place(Names),
    /// Signs on cells, links and corners.
    Dots {
        coding: DotCoding,
        names: Names,
    },
    Castle(Names),
    Compass,
    Kakuro,
    Shapes(Vec<Preset>),
}

/// The places of words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Places {
    Cells,
    Regions,
    Corners,
    /// Between neighbouring cells. `apart`: the coding starts again between horizontal and vertical pairs.
    Links {
        apart: bool,
    },
    Sides(Vec<Side>),
}

/// The kind of datum that a codec codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Brings {
    /// Words for cells.
    Cells,
    /// The regions of cells.
    Regions,
    /// Words for regions.
    ByRegion,
    /// Words for corners.
    Corners,
    /// Words outside.
    Sides,
    /// Words between cells.
    Links,
    /// Whether a variant is meant.
    Flag,
    /// One number.
    Number,
    /// Shapes to place.
    Shapes,
}

/// A codec as documented: its name, its parameters, and its meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CodecHelp {
    /// The name.
    pub name: &'static str,
    /// The parameters with their parentheses; empty if it has none.
    pub parameters: &'static str,
    /// The most data that it codes.
    pub data: usize,
    /// The data and how they are written.
    pub text: &'static str,
}

/// All codecs.
///
/// `words` among the parameters are words for values: `a,b,c` are the words for the first value, the one after, and
/// so on, and then no other values exist; `5=a` is the word for the value 5; `?=a` is the word for the unknown value,
/// which is `?` without. Values without a word are numbers.
///
/// Longer than other functions: it is a table.
pub fn catalogue() -> &'static [CodecHelp] {
    const fn help(
        name: &'static str,
        parameters: &'static str,
        data: usize,
        text: &'static str,
    ) -> CodecHelp {
        CodecHelp {
            name,
            parameters,
            data,
            text,
        }
    }
    const {
        &[
            help(
                "number16",
                "(words)",
                1,
                "cells: hexadecimal numbers up to 1126351, or words for the values from 0",
            ),
            help(
                "number10",
                "(words)",
                1,
                "cells: numbers up to 9, or words for the values from 0",
            ),
            help(
                "digits4",
                "(words)",
                1,
                "cells: numbers up to 4, or words for the values from 0",
            ),
            help(
                "base36",
                "(words)",
                1,
                "cells: numbers up to 1295, a character each",
            ),
            help(
                "circles",
                "(words)",
                1,
                "cells: two kinds of sign, three cells a character; words for the values 1 and 2",
            ),
            help(
                "bits",
                "(word)",
                1,
                "cells: one kind of sign, five cells a character; its word, # without; 0=a for a sign on all other cells",
            ),
            help(
                "marks",
                "(word)",
                1,
                "cells: one kind of sign, sparse; its word, # without",
            ),
            help(
                "skips",
                "(word)",
                1,
                "cells: one kind of sign, by the cells between them, in the last part; its word, # without",
            ),
            help(
                "signs",
                "(words)",
                1,
                "cells: four kinds of sign; words for the values from 1",
            ),
            help(
                "place",
                "(word)",
                1,
                "cells: one cell with a sign, by its column and row; its word, # without",
            ),
            help(
                "tones",
                "(words)",
                1,
                "cells: numbers, or ?, behind one of two words, as b3 and w?",
            ),
            help(
                "angles",
                "",
                1,
                "cells: arrows, numbers up to 255, o for a corner without number, @ for an arrow that is not known",
            ),
            help(
                "stars",
                "(words)",
                3,
                "cells, links and corners: two kinds of sign; words for the values 1 and 2",
            ),
            help(
                "paired_dots",
                "(words)",
                3,
                "cells, links and corners: three kinds of sign; words for the values from 1",
            ),
            help(
                "tapa",
                "",
                1,
                "cells: lists of up to four numbers (1,3; ?,?; 0)",
            ),
            help(
                "arrows16",
                "",
                1,
                "cells: arrows with numbers (^2 v? <0 >10; ?3 without direction; # a bare clue cell)",
            ),
            help(
                "castle",
                "(words)",
                2,
                "cells: arrows with numbers, and shades, by default grey,white,black",
            ),
            help(
                "compass",
                "",
                4,
                "cells: numbers up, down, left, right; ? where a compass has none, # in a hole",
            ),
            help(
                "kakuro",
                "",
                2,
                "cells: sums down and to the right, # in black cells without; one more row and column",
            ),
            help(
                "borders",
                "(holes)",
                2,
                "regions, by the borders between them; with a second name also the borders that end within a region, # each; holes: the name of cells, coded elsewhere, that belong to no region",
            ),
            help(
                "rooms16",
                "(words)",
                1,
                "regions after borders: hexadecimal numbers, as number16",
            ),
            help(
                "corners",
                "(words)",
                1,
                "corners: numbers up to 4, as digits4",
            ),
            help(
                "dots",
                "(words)",
                1,
                "pairs of cells: two kinds of sign; words for the values 1 and 2",
            ),
            help(
                "walls",
                "(word)",
                1,
                "pairs of cells: the given borders; the word for one, # without",
            ),
            help(
                "outside16",
                "(sides)",
                1,
                "outside: hexadecimal numbers; sides in order, top,left without, and words for values (1=a)",
            ),
            help(
                "outside_lists",
                "(sides,.=word)",
                1,
                "outside: lists of hexadecimal numbers; sides in order, top,left without; the word for a line without numbers, . without",
            ),
            help(
                "pieces",
                "(sets)",
                1,
                "shapes; sets with a letter, that of an address without a body first: tetrominoes double_tetrominoes pentominoes fleet3 fleet4 fleet5",
            ),
            help(
                "decimal",
                "(number)",
                1,
                "a decimal number, ended by a slash; that of an address without a body, 1 without",
            ),
            help("slash", "", 0, "a slash"),
            help(
                "flag",
                "(letter)",
                1,
                "a variant, by a letter before the size; without a name, one that changes no rule",
            ),
        ]
    }
}

impl Codec {
    /// The codec with this name and these parameters (`number16`, `circles(white,black)`).
    ///
    /// # Errors
    /// A message if there is no such codec (with the nearest names) or it has no such parameters.
    pub fn from_name(text: &str) -> Result<Codec, String> {
        let (name, parameters) = match text.split_once('(') {
            None => (text, Vec::new()),
            Some((name, rest)) => {
                let inner = rest
                    .strip_suffix(')')
                    .ok_or("a closing parenthesis is missing")?;
                (name, inner.split(',').map(str::trim).collect())
            }
        };
        let kind = Codec::kind(name, &parameters)
            .ok_or_else(|| {
                let names = catalogue().iter().map(|help| help.name);
                let near = nearest(name, names).join(", ");
                let hint = if near.is_empty() {
                    near
                } else {
                    format!("; did you mean {near}?")
                };
                format!("there is no codec “{name}”{hint}")
            })?
            .map_err(|message| format!("{name}: {message}"))?;
        let text = if parameters.is_empty() {
            name.to_owned()
        } else {
            format!("{name}({})", parameters.join(","))
        };
        Ok(Codec { text, kind })
    }

    /// The codec of this name, if it exists. Longer than other functions: an arm for each.
    fn kind(name: &str, parameters: &[&str]) -> Option<Result<Kind, String>> {
        let none = |kind: Kind| {
            if parameters.is_empty() {
                Ok(kind)
            } else {
                Err("it has no parameters".to_owned())
            }
        };
        let words = |places: Places, coding: Coding| {
            let names = match coding.values() {
                None if parameters.is_empty() => Ok(Names::none()),
                None => Err("it has no parameters".to_owned()),
                Some((first, last, _)) if parameters.is_empty() && first == last => {
                    Ok(Names::list(first, &["#"]))
                }
                Some((first, last, unknown)) => Names::parse(parameters, first, last, unknown),
            };
            names.map(|names| Kind::Words {
                places,
                coding,
                names,
            })
        };
        Some(match name {
            "number16" => words(Places::Cells, Coding::Number16),
            "number10" => words(Places::Cells, Coding::Number10),
            "digits4" => words(Places::Cells, Coding::Digits4),
            "base36" => words(Places::Cells, Coding::Base36),
            "circles" => words(Places::Cells, Coding::Triples),
            "bits" => match parameters {
                [one]
                    if one
                        .strip_prefix("0=")
                        .is_some_and(|word| !matches!(word, "" | "." | "?")) =>
                {
                    Ok(Kind::Words {
                        places: Places::Cells,
                        coding: Coding::Bits,
                        names: Names::absence(&one["0=".len()..]),
                    })
                }
                _ => words(Places::Cells, Coding::Bits),
            },
            "skips" => words(Places::Cells, Coding::Skips),
            "signs" => words(Places::Cells, Coding::Signs),
            "angles" => words(Places::Cells, Coding::Angles),
            "tones" if parameters.len() == 2 => words(Places::Cells, Coding::Tones),
            "tones" => Err("it needs two words".to_owned()),
            "place" if parameters.is_empty() => Ok(Kind::Place(Names::list(1, &["#"]))),
            "place" => Names::parse(parameters, 1, 1, false).map(Kind::Place),
            "stars" => dots(parameters, DotCoding::Stars),
            "paired_dots" => dots(parameters, DotCoding::Pairs),
            "marks" => words(Places::Cells, Coding::Marks),
            "tapa" => words(Places::Cells, Coding::Tapa),
            "arrows16" => words(Places::Cells, Coding::Arrows16),
            "rooms16" => words(Places::Regions, Coding::Number16),
            "corners" => words(Places::Corners, Coding::Digits4),
            "dots" => words(Places::Links { apart: false }, Coding::Triples),
            "walls" => words(Places::Links { apart: true }, Coding::Bits),
            "outside16" => {
                let is_word = |parameter: &&str| parameter.contains('=');
                let (words, names): (Vec<&str>, Vec<&str>) =
                    parameters.iter().copied().partition(is_word);
                let coding = Coding::Number16;
                let (first, last, unknown) = coding.values().unwrap_or_default();
                Names::parse(&words, first, last, unknown).and_then(|words| {
                    Ok(Kind::Words {
                        places: Places::Sides(sides(&names)?),
                        coding,
                        names: words,
                    })
                })
            }
            "outside_lists" => lists(parameters),
            "castle" if parameters.is_empty() => {
                Ok(Kind::Castle(Names::list(0, &["grey", "white", "black"])))
            }
            "castle" if parameters.len() == 3 => {
                Names::parse(parameters, 0, 2, false).map(Kind::Castle)
            }
            "castle" => Err("it needs three words, those for grey, white and black".to_owned()),
            "compass" => none(Kind::Compass),
            "kakuro" => none(Kind::Kakuro),
            "borders" => match parameters {
                [] => Ok(Kind::Borders(None)),
                [holes] if is_name(holes) => Ok(Kind::Borders(Some((*holes).to_owned()))),
                _ => Err("it takes one name, that of the holes".to_owned()),
            },
            "decimal" => match parameters {
                [] => Ok(Kind::Decimal(1)),
                [usual] => number(usual)
                    .map(|usual| Kind::Decimal(i64::from(usual)))
                    .ok_or_else(|| format!("“{usual}” is not a number")),
                _ => Err("it needs at most one number".to_owned()),
            },
            "slash" => none(Kind::Slash),
            "flag" => flag(parameters),
            "pieces" => presets(parameters).map(Kind::Shapes),
            _ => return None,
        })
    }

    /// The kind of the datum at this place among those that it codes.
    pub fn brings(&self, place: usize) -> Brings {
        match &self.kind {
            Kind::Flag(_) => Brings::Flag,
            Kind::Decimal(_) => Brings::Number,
            Kind::Borders(_) if place == 0 => Brings::Regions,
            Kind::Borders(_) => Brings::Links,
            Kind::Lists { .. } => Brings::Sides,
            Kind::Shapes(_) => Brings::Shapes,
            Kind::Slash | Kind::Place(_) | Kind::Castle(_) | Kind::Compass | Kind::Kakuro => {
                Brings::Cells
            }
            Kind::Dots { .. } => match place {
                0 => Brings::Cells,
                1 => Brings::Links,
                _ => Brings::Corners,
            },
            Kind::Words { places, .. } => match places {
                Places::Cells => Brings::Cells,
                Places::Regions => Brings::ByRegion,
                Places::Corners => Brings::Corners,
                Places::Links { .. } => Brings::Links,
                Places::Sides(_) => Brings::Sides,
            },
        }
    }

    /// How many more rows and columns the grid of the puzzle has than the address says.
    pub fn rim(&self) -> usize {
        usize::from(self.kind == Kind::Kakuro)
    }

    /// The first of several words for the same thing that the codec knows; if it has no words, one that is not a name.
    pub fn spelling<'w>(&self, place: usize, words: &[&'w str]) -> Option<&'w str> {
        let names = match (&self.kind, place) {
            (Kind::Words { names, .. } | Kind::Dots { names, .. } | Kind::Place(names), _)
            | (Kind::Castle(names), 1) => Some(names),
            _ => None,
        };
        let known = |word: &str| match names {
            Some(names) => names.sign(word).is_some(),
            None => !word.starts_with(char::is_alphabetic),
        };
        words.iter().copied().find(|word| known(word))
    }

    /// Whether a word is one of those that the declaration gives to values.
    pub fn has_word(&self, place: usize, word: &str) -> bool {
        matches!(self.kind, Kind::Words { .. } | Kind::Castle(_))
            && word.starts_with(char::is_alphabetic)
            && self.spelling(place, &[word]).is_some()
    }

    /// Whether what is coded has no end that can be seen, so that nothing may follow.
    pub(super) fn is_open(&self) -> bool {
        matches!(
            self.kind,
            Kind::Words {
                coding: Coding::Skips,
                ..
            }
        )
    }

    /// The name without parameters.
    pub fn name(&self) -> &str {
        self.text.split('(').next().unwrap_or_default()
    }

    /// The number of its data: the fewest and the most.
    pub(super) fn data(&self) -> (usize, usize) {
        match &self.kind {
            Kind::Slash => (0, 0),
            Kind::Flag(_) => (0, 1),
            Kind::Borders(_) => (1, 2),
            Kind::Castle(_) | Kind::Kakuro => (2, 2),
            Kind::Dots { .. } => (3, 3),
            Kind::Compass => (4, 4),
            _ => (1, 1),
        }
    }
}

impl fmt::Display for Codec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

fn sides(parameters: &[&str]) -> Result<Vec<Side>, String> {
    if parameters.is_empty() {
        return Ok(vec![Side::Top, Side::Left]);
    }
    let mut sides = Vec::new();
    for name in parameters {
        match Side::from_name(name) {
            Some(side) if !sides.contains(&side) => sides.push(side),
            Some(_) => return Err(format!("“{name}” appears twice")),
            None => {
                return Err(format!(
                    "“{name}” is not a side; the sides are top, bottom, left, right"
                ));
            }
        }
    }
    Ok(sides)
}

fn lists(parameters: &[&str]) -> Result<Kind, String> {
    let (rest, none) = match parameters.split_last() {
        Some((last, rest)) if last.starts_with(".=") => (rest, &last[2..]),
        _ => (parameters, "."),
    };
    if none.is_empty() || none == "?" {
        return Err("a word after .= is missing".to_owned());
    }
    let none = none.to_owned();
    sides(rest).map(|sides| Kind::Lists { sides, none })
}

fn dots(parameters: &[&str], coding: DotCoding) -> Result<Kind, String> {
    let names = Names::parse(parameters, 1, coding.kinds(), false)?;
    Ok(Kind::Dots { coding, names })
}

fn flag(parameters: &[&str]) -> Result<Kind, String> {
    match parameters {
        [letter] if letter.len() == 1 && letter.as_bytes()[0].is_ascii_lowercase() => {
            Ok(Kind::Flag(char::from(letter.as_bytes()[0])))
        }
        _ => Err("it needs one small letter".to_owned()),
    }
}

fn presets(parameters: &[&str]) -> Result<Vec<Preset>, String> {
    let mut presets: Vec<Preset> = Vec::new();
    for name in parameters {
        let preset = Preset::from_name(name)
            .ok_or_else(|| format!("“{name}” is not a set of shapes with a letter of its own"))?;
        if presets
            .iter()
            .any(|other| other.letter() == preset.letter())
        {
            return Err(format!("the letter of “{name}” is taken already"));
        }
        presets.push(preset);
    }
    Ok(presets)
}
