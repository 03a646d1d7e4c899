//! The parts of an address, each read and written by its codec.

use quadrille_engine::bits::{Bits, BitsRef, none_of};

use super::borders;
use super::codec::{Kind, Places};
use super::coding::{Fault, read_number16, write_number16};
use super::composite;
use super::datum::Datum;
use super::error::{AddressError, EncodeError};
use super::grid::{Grid, wrong_kind};
use super::layout::Section;
use super::names::Sign;
use super::outside;
use super::reader::Reader;
use super::shapes;

/// The places of borders.
const BETWEEN: Places = Places::Links { apart: true };

/// The places of signs between cells.
const DOTTED: Places = Places::Links { apart: false };

impl Grid {
    /// Reads a part. Longer than other functions: an arm for each kind of part.
    pub(super) fn read(
        &mut self,
        part: &Section,
        reader: &mut Reader<'_>,
    ) -> Result<Vec<Datum>, AddressError> {
        let (rows, columns) = (self.rows, self.columns);
        let cells = |words| Datum::Cells {
            rows,
            columns,
            words,
        };
        Ok(match &part.codec.kind {
            // Read from the flags.
            Kind::Flag(_) => Vec::new(),
            Kind::Slash => {
                // The last slash of an address is not part of its body.
                if !reader.take("/") && !reader.at_end() {
                    return Err(reader.unexpected("/"));
                }
                Vec::new()
            }
            // What the sites show for an address of nothing but its size.
            Kind::Decimal(usual) if reader.at_start() && reader.at_end() => {
                vec![Datum::Number(*usual)]
            }
            Kind::Decimal(_) => vec![Datum::Number(read_decimal(reader)?)],
            Kind::Borders(_) => {
                self.drawn = borders::read(rows, columns, reader)?;
                let brought = self.parted(&none_of(rows * columns));
                if let Some(Datum::Regions { of, .. }) = brought.first() {
                    let count = of.iter().max().map_or(0, |last| last + 1);
                    self.regions = (0..count).collect();
                }
                brought.into()
            }
            Kind::Words {
                places,
                coding,
                names,
            } => {
                let mut words = Vec::new();
                for count in self.runs(places) {
                    words.extend(coding.read(names, count, reader)?);
                }
                vec![self.datum(places, words)]
            }
            Kind::Lists { sides, none } => {
                let lists = outside::read_lists(sides, none, rows, columns, reader)?;
                vec![self.sides(sides, lists)]
            }
            Kind::Place(names) => {
                let mut words = vec![".".to_owned(); rows * columns];
                let at = read_place(rows, columns, reader)?;
                words[at] = names.word(Sign::Value(1)).unwrap_or_default();
                vec![cells(words)]
            }
            Kind::Dots { coding, names } => {
                let [on_cells, on_links, on_corners] = coding.read(names, rows, columns, reader)?;
                vec![
                    cells(on_cells),
                    self.datum(&DOTTED, on_links),
                    self.datum(&Places::Corners, on_corners),
                ]
            }
            Kind::Castle(shades) => {
                let layers = composite::read_castle(shades, rows * columns, reader)?;
                layers.into_iter().map(cells).collect()
            }
            Kind::Compass => {
                let layers = composite::read_compass(rows * columns, reader)?;
                layers.into_iter().map(cells).collect()
            }
            Kind::Kakuro => {
                let layers = composite::read_kakuro(rows, columns, reader)?;
                let (rows, columns) = (rows + 1, columns + 1);
                layers
                    .into_iter()
                    .map(|words| Datum::Cells {
                        rows,
                        columns,
                        words,
                    })
                    .collect()
            }
            Kind::Shapes(presets) => vec![Datum::Shapes(shapes::read(presets, reader)?)],
        })
    }

    /// Writes a part; true if the address may end before it because it is empty.
    ///
    /// Longer than other functions: an arm for each kind of part.
    pub(super) fn write(
        &mut self,
        part: &Section,
        data: &[(&str, &Datum)],
        out: &mut String,
    ) -> Result<bool, EncodeError> {
        let (rows, columns) = (self.rows, self.columns);
        let name = data.first().map_or("", |(name, _)| *name);
        let error = |message: String| EncodeError {
            datum: name.to_owned(),
            message,
        };
        match (&part.codec.kind, data) {
            (Kind::Slash, _) => out.push('/'),
            (Kind::Decimal(_), [(_, Datum::Number(number))]) => match number {
                0..=MAX_DECIMAL => out.push_str(&format!("{number}/")),
                _ => {
                    return Err(error(format!(
                        "{number}, expected a number from 0 to {MAX_DECIMAL}"
                    )));
                }
            },
            (
                Kind::Words {
                    places,
                    coding,
                    names,
                },
                datum,
            ) => {
                let words = match datum {
                    [(_, datum), ..] => self.words(places, name, datum)?,
                    // Only a part that may be missing comes here without its datum.
                    [] => vec![".".to_owned(); self.count(places)],
                };
                let mut start = 0;
                for count in self.runs(places) {
                    coding
                        .write(names, &words[start..start + count], out)
                        .map_err(|fault| {
                            let fault = Fault {
                                index: start + fault.index,
                                ..fault
                            };
                            error(self.place(places, &fault))
                        })?;
                    start += count;
                }
                return Ok(part.optional && words.iter().all(|word| word == "."));
            }
            (Kind::Lists { sides, none }, [(_, datum @ Datum::Sides { .. })]) => {
                let places = Places::Sides(sides.clone());
                let words = self.words(&places, name, datum)?;
                let mut rest = words.as_slice();
                let mut lists = Vec::new();
                for &side in sides {
                    let (these, others) = rest.split_at(side.length(rows, columns));
                    lists.push((side, these));
                    rest = others;
                }
                outside::write_lists(&lists, none, rows, columns, out)
                    .map_err(|fault| error(self.place(&places, &fault)))?;
            }
            (Kind::Place(names), &[cells]) => {
                let words = self.cells(cells)?;
                let is_there = |word: &&String| names.sign(word) == Some(Sign::Value(1));
                let mut there = (0..words.len()).filter(|&at| is_there(&&words[at]));
                let (Some(at), None) = (there.next(), there.next()) else {
                    return Err(error(format!("expected exactly one {}", names.all())));
                };
                for side in [at % columns, at / columns] {
                    write_number16(Sign::Value(side as u32 + 1), out);
                }
            }
            (Kind::Dots { coding, names }, &[on_cells, on_links, on_corners]) => {
                let given = [
                    (Places::Cells, on_cells),
                    (DOTTED, on_links),
                    (Places::Corners, on_corners),
                ];
                let mut dots: [Vec<String>; 3] = Default::default();
                for (words, (places, (name, datum))) in dots.iter_mut().zip(&given) {
                    *words = self.words(places, name, datum)?;
                }
                coding
                    .write(names, rows, columns, dots, out)
                    .map_err(|(datum, fault)| {
                        let (places, (name, _)) = &given[datum];
                        EncodeError {
                            datum: (*name).to_owned(),
                            message: self.place(places, &fault),
                        }
                    })?;
            }
            (Kind::Castle(shades), &[arrow, shade]) => {
                let layers = [self.cells(arrow)?, self.cells(shade)?];
                composite::write_castle(shades, layers, out)
                    .map_err(|fault| self.layer_fault(columns, data, &fault))?;
            }
            (Kind::Compass, &[up, down, left, right]) => {
                let layers = [
                    self.cells(up)?,
                    self.cells(down)?,
                    self.cells(left)?,
                    self.cells(right)?,
                ];
                composite::write_compass(layers, out)
                    .map_err(|fault| self.layer_fault(columns, data, &fault))?;
            }
            (Kind::Kakuro, &[down, right]) => {
                let wide = Grid {
                    rows: rows + 1,
                    columns: columns + 1,
                    regions: Vec::new(),
                    drawn: Bits::new(),
                };
                let layers = [wide.cells(down)?, wide.cells(right)?];
                composite::write_kakuro(rows, columns, layers, out)
                    .map_err(|fault| self.layer_fault(columns + 1, data, &fault))?;
            }
            (Kind::Shapes(presets), [(_, Datum::Shapes(shapes))]) => {
                shapes::write(presets, shapes, out).map_err(error)?;
            }
            (_, [(_, datum), ..]) => return Err(wrong_kind(name, datum)),
            (_, []) => return Err(error("a part without data".to_owned())),
        }
        Ok(false)
    }

    /// Regions, and the borders that end within them.
    pub(super) fn write_borders(
        &mut self,
        data: &[(&str, &Datum)],
        holes: Option<&Datum>,
        out: &mut String,
    ) -> Result<(), EncodeError> {
        let Some(&(name, datum)) = data.first() else {
            return Ok(());
        };
        let Datum::Regions { rows, columns, of } = datum else {
            return Err(wrong_kind(name, datum));
        };
        self.fits(name, *rows, *columns, of.len())?;
        let inner = match data.get(1) {
            Some((name, datum)) => Some(self.inner(name, datum)?),
            None => None,
        };
        let holes = self.holes(holes);
        self.regions =
            borders::write(self.rows, self.columns, of, inner, &holes, out).map_err(|message| {
                EncodeError {
                    datum: name.to_owned(),
                    message,
                }
            })?;
        Ok(())
    }

    /// Which cells are holes: those with any word.
    pub(super) fn holes(&self, datum: Option<&Datum>) -> Bits {
        match datum {
            Some(Datum::Cells { words, .. }) if words.len() == self.rows * self.columns => {
                words.iter().map(|word| word != ".").collect()
            }
            _ => none_of(self.rows * self.columns),
        }
    }

    /// The regions that the borders make with these holes, and the borders that end within them.
    pub(super) fn parted(&self, holes: &BitsRef) -> [Datum; 2] {
        let (rows, columns) = (self.rows, self.columns);
        let parted = borders::parted(rows, columns, &self.drawn, holes);
        let word = |drawn: bool| (if drawn { "#" } else { "." }).to_owned();
        let inner = parted.inner.iter().by_vals().map(word).collect();
        let of = parted.of;
        [
            Datum::Regions { rows, columns, of },
            self.datum(&BETWEEN, inner),
        ]
    }

    /// Borders within regions, a bit for each pair of cells.
    pub(super) fn inner(&self, name: &str, datum: &Datum) -> Result<Bits, EncodeError> {
        let bit = |(index, word): (usize, &String)| match word.as_str() {
            "#" => Ok(true),
            "." => Ok(false),
            _ => {
                let message = format!("“{word}” cannot be written, expected #");
                let message = self.place(&BETWEEN, &Fault { index, message });
                Err(EncodeError {
                    datum: name.to_owned(),
                    message,
                })
            }
        };
        self.words(&BETWEEN, name, datum)?
            .iter()
            .enumerate()
            .map(bit)
            .collect()
    }
}

/// The largest single number of an address.
const MAX_DECIMAL: i64 = 999_999;

/// A cell by the numbers of its column and its row; the first one if the address has no body.
fn read_place(rows: usize, columns: usize, reader: &mut Reader<'_>) -> Result<usize, AddressError> {
    if reader.at_start() && reader.at_end() {
        return Ok(0);
    }
    let mut side = |last: usize, what: &str| {
        let expected = format!("the number of a {what} from 1 to {last}");
        let start = reader.clone();
        match read_number16(reader)? {
            Some(Sign::Value(number)) if (1..=last).contains(&(number as usize)) => {
                Ok(number as usize - 1)
            }
            _ => Err(start.unexpected(&expected)),
        }
    };
    let column = side(columns, "column")?;
    Ok(side(rows, "row")? * columns + column)
}

fn read_decimal(reader: &mut Reader<'_>) -> Result<i64, AddressError> {
    let expected = format!("a decimal number up to {MAX_DECIMAL}");
    let start = reader.clone();
    let mut number = i64::from(reader.digits(1, 10, &expected)?);
    while number <= MAX_DECIMAL
        && let Some(digit) = reader.digit(10)
    {
        number = number * 10 + i64::from(digit);
    }
    if number > MAX_DECIMAL {
        Err(start.unexpected(&expected))
    } else if reader.take("/") || reader.at_end() {
        Ok(number)
    } else {
        Err(reader.unexpected("a digit or /"))
    }
}
