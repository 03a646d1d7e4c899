//! The places of the words of a datum, in the order of addresses.

use super::borders;
use super::codec::Places;
use super::coding::Fault;
use super::composite;
use super::datum::Datum;
use super::error::EncodeError;
use super::outside::Side;
use quadrille_board::words::counted;
use quadrille_engine::bits::Bits;

/// The size of the grid, and what is known of its regions.
pub(super) struct Grid {
    pub(super) rows: usize,
    pub(super) columns: usize,
    /// When reading: 0, 1, 2 … When writing: the caller's numbers, in the order of the first cells.
    pub(super) regions: Vec<usize>,
    /// When reading: whether there is a border between the cells of each pair.
    pub(super) drawn: Bits,
}

impl Grid {
    /// The number of words in these places.
    pub(super) fn count(&self, places: &Places) -> usize {
        self.runs(places).iter().sum()
    }

    /// The lengths of the runs of words that are coded one after the other.
    pub(super) fn runs(&self, places: &Places) -> Vec<usize> {
        let (rows, columns) = (self.rows, self.columns);
        let (across, down) = borders::pairs(rows, columns);
        match places {
            Places::Cells => vec![rows * columns],
            Places::Regions => vec![self.regions.len()],
            Places::Corners => vec![(rows + 1) * (columns + 1)],
            Places::Links { apart: true } => vec![across, down],
            Places::Links { apart: false } => vec![across + down],
            Places::Sides(sides) => {
                vec![sides.iter().map(|side| side.length(rows, columns)).sum()]
            }
        }
    }

    /// Puts words in their places.
    pub(super) fn datum(&self, places: &Places, words: Vec<String>) -> Datum {
        let (rows, columns) = (self.rows, self.columns);
        match places {
            Places::Cells => Datum::Cells {
                rows,
                columns,
                words,
            },
            Places::Regions => Datum::ByRegion(words),
            Places::Corners => Datum::Corners {
                rows,
                columns,
                words,
            },
            Places::Links { .. } => {
                let (across, down) = words.split_at(borders::pairs(rows, columns).0);
                // `chunks` makes no rows of no words.
                let horizontal = if columns > 1 {
                    across.chunks(columns - 1).map(<[String]>::to_vec).collect()
                } else {
                    vec![Vec::new(); rows]
                };
                let vertical = down.chunks(columns).map(<[String]>::to_vec).collect();
                Datum::Links {
                    horizontal,
                    vertical,
                }
            }
            Places::Sides(sides) => {
                let mut words = words.into_iter();
                let lists = sides
                    .iter()
                    .map(|side| words.by_ref().take(side.length(rows, columns)).collect())
                    .collect();
                self.sides(sides, lists)
            }
        }
    }

    /// Words on these sides, nothing on the others.
    pub(super) fn sides(&self, sides: &[Side], lists: Vec<Vec<String>>) -> Datum {
        let mut of =
            Side::ALL.map(|(_, side)| vec![".".to_owned(); side.length(self.rows, self.columns)]);
        for (side, list) in sides.iter().zip(lists) {
            if let Some(place) = Side::ALL.iter().position(|(_, other)| other == side) {
                of[place] = list;
            }
        }
        let [top, bottom, left, right] = of;
        Datum::Sides {
            left,
            right,
            top,
            bottom,
        }
    }

    /// The inverse of [`Grid::datum`].
    ///
    /// Longer than other functions: an arm for each sort of places.
    pub(super) fn words(
        &self,
        places: &Places,
        name: &str,
        datum: &Datum,
    ) -> Result<Vec<String>, EncodeError> {
        let expected = self.count(places);
        let words = match (places, datum) {
            (
                Places::Cells,
                Datum::Cells {
                    rows,
                    columns,
                    words,
                },
            )
            | (
                Places::Corners,
                Datum::Corners {
                    rows,
                    columns,
                    words,
                },
            ) => {
                if (*rows, *columns) != (self.rows, self.columns) || words.len() != expected {
                    return Err(self.wrong_size(name));
                }
                words.clone()
            }
            (Places::Regions, Datum::ByRegion(words)) => {
                if words.len() != expected {
                    let message = format!("{} words for {expected} regions", words.len());
                    return Err(EncodeError {
                        datum: name.to_owned(),
                        message,
                    });
                }
                self.regions
                    .iter()
                    .map(|&region| words[region].clone())
                    .collect()
            }
            (
                Places::Links { .. },
                Datum::Links {
                    horizontal,
                    vertical,
                },
            ) => {
                let fit = horizontal.len() == self.rows
                    && horizontal.iter().all(|row| row.len() + 1 == self.columns)
                    && vertical.len() + 1 == self.rows
                    && vertical.iter().all(|row| row.len() == self.columns);
                if !fit {
                    return Err(self.wrong_size(name));
                }
                horizontal
                    .iter()
                    .chain(vertical)
                    .flatten()
                    .cloned()
                    .collect()
            }
            (
                Places::Sides(sides),
                Datum::Sides {
                    left,
                    right,
                    top,
                    bottom,
                },
            ) => {
                for (side, list) in [
                    (Side::Top, top),
                    (Side::Bottom, bottom),
                    (Side::Left, left),
                    (Side::Right, right),
                ] {
                    let coded = sides.contains(&side);
                    if coded && list.len() != side.length(self.rows, self.columns) {
                        return Err(self.wrong_size(name));
                    }
                    if !coded && list.iter().any(|word| word != ".") {
                        let message = format!(
                            "there are no words at the {} in such an address",
                            side.name()
                        );
                        return Err(EncodeError {
                            datum: name.to_owned(),
                            message,
                        });
                    }
                }
                let list = |side: &Side| match side {
                    Side::Top => top,
                    Side::Bottom => bottom,
                    Side::Left => left,
                    Side::Right => right,
                };
                sides.iter().flat_map(list).cloned().collect()
            }
            _ => return Err(wrong_kind(name, datum)),
        };
        Ok(words)
    }

    pub(super) fn cells<'a>(
        &self,
        (name, datum): (&str, &'a Datum),
    ) -> Result<&'a [String], EncodeError> {
        match datum {
            Datum::Cells {
                rows,
                columns,
                words,
            } => {
                self.fits(name, *rows, *columns, words.len())?;
                Ok(words)
            }
            _ => Err(wrong_kind(name, datum)),
        }
    }

    /// Whether a datum is as large as the grid.
    pub(super) fn fits(
        &self,
        name: &str,
        rows: usize,
        columns: usize,
        cells: usize,
    ) -> Result<(), EncodeError> {
        if (rows, columns, cells) == (self.rows, self.columns, self.rows * self.columns) {
            Ok(())
        } else {
            Err(self.wrong_size(name))
        }
    }

    pub(super) fn wrong_size(&self, name: &str) -> EncodeError {
        let message = format!(
            "is not of {} and {}",
            counted(self.rows as u64, "row"),
            counted(self.columns as u64, "column")
        );
        EncodeError {
            datum: name.to_owned(),
            message,
        }
    }

    /// Where a fault is, and what.
    pub(super) fn place(&self, places: &Places, fault: &Fault) -> String {
        let Fault { index, message } = fault;
        match places {
            Places::Cells => cell(self.columns, fault),
            Places::Corners => {
                let wide = self.columns + 1;
                format!(
                    "corner {} of line {}: {message}",
                    index % wide + 1,
                    index / wide + 1
                )
            }
            Places::Regions => {
                format!(
                    "region {}: {message}",
                    self.regions.get(*index).unwrap_or(index)
                )
            }
            Places::Links { .. } => format!("between cells, pair {}: {message}", index + 1),
            Places::Sides(sides) => {
                let mut left = *index;
                for side in sides {
                    let length = side.length(self.rows, self.columns);
                    if left < length {
                        let text = format!("{}, line {}: {message}", side.name(), left + 1);
                        return text;
                    }
                    left -= length;
                }
                message.clone()
            }
        }
    }

    pub(super) fn layer_fault(
        &self,
        columns: usize,
        data: &[(&str, &Datum)],
        fault: &composite::LayerFault,
    ) -> EncodeError {
        let datum = data
            .get(fault.layer)
            .map_or("", |(name, _)| *name)
            .to_owned();
        EncodeError {
            datum,
            message: cell(columns, &fault.fault),
        }
    }
}

fn cell(columns: usize, Fault { index, message }: &Fault) -> String {
    format!(
        "row {}, column {}: {message}",
        index / columns + 1,
        index % columns + 1
    )
}

/// A datum of a kind that does not belong to these places.
pub(super) fn wrong_kind(name: &str, datum: &Datum) -> EncodeError {
    let message = format!(
        "{} cannot be written in this part of an address",
        datum.kind()
    );
    EncodeError {
        datum: name.to_owned(),
        message,
    }
}
