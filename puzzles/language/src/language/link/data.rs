//! From the data of a puzzle to the data of an address.

use super::super::signs::signs;
use super::super::syntax::{Domain, Ground, Kind, Layer, Lines, Role, TemplatePart};
use super::super::values::{Data, Datum as Value};
use super::{fits, marks_beside};
use crate::address::{Brings, Codec, Datum, EncodeError, Layout};
use crate::grid::Direction;

/// The address of a puzzle, as the first line `address` of its rulebook that can say it has it; `None` if there is no
/// such line.
///
/// # Errors
/// Why the puzzle has none.
pub(crate) fn write(data: &Data) -> Option<Result<String, String>> {
    let mut failed = None;
    for declared in &data.book.addresses {
        match write_as(data, declared) {
            Ok(address) => return Some(Ok(address)),
            Err(message) => failed = failed.or(Some(message)),
        }
    }
    failed.map(Err)
}

fn write_as(data: &Data, declared: &super::syntax::Address) -> Result<String, String> {
    if data.geometry.boards > 1 {
        return Err("an address has one grid".to_owned());
    }
    let genre = declared.names.first().ok_or("the address has no genre")?;
    let layout = super::layout(declared).map_err(|problem| problem.label)?;
    let rim: usize = layout.parts().iter().map(|part| part.codec().rim()).sum();
    let mut brought = Vec::new();
    for part in layout.parts() {
        for (place, name) in part.data().iter().enumerate() {
            let datum = datum(data, part.codec(), place, name)?;
            brought.push((name.clone(), datum));
        }
    }
    nothing_is_lost(data, &layout, genre)?;
    let (rows, columns) = (data.geometry.rows, data.geometry.columns);
    layout
        .encode(
            genre,
            rows.saturating_sub(rim),
            columns.saturating_sub(rim),
            &brought,
        )
        .map_err(|error: EncodeError| error.to_string())
}

/// Refuses data that no part of the address carries: it would be the address of another puzzle.
fn nothing_is_lost(data: &Data, layout: &Layout, genre: &str) -> Result<(), String> {
    let is_there = |layer: usize, position: usize| {
        let value = data.layers[layer].get(position);
        !matches!(value, None | Some(Value::Missing))
    };
    let mut carried: Vec<(usize, &Codec, usize)> = Vec::new();
    for part in layout.parts() {
        for (place, name) in part.data().iter().enumerate() {
            let layers = fits(&data.book, name, part.codec().brings(place))?;
            let own = layers
                .iter()
                .map(|&(layer, _)| (layer, part.codec(), place));
            carried.extend(own);
        }
    }
    for (number, layer) in data.book.layers.iter().enumerate() {
        let count = data.layers[number].len();
        if carried.iter().any(|&(own, ..)| own == number)
            || !(0..count).any(|position| is_there(number, position))
        {
            continue;
        }
        let name = &layer.word.name;
        let beside = carried.iter().find(|&&(own, codec, place)| {
            let mut marks = marks_beside(&data.book, &data.book.layers[own]);
            codec.has_word(place, name) && marks.any(|(mark, _)| mark == number)
        });
        let Some(&(own, ..)) = beside else {
            return Err(format!("addresses of {genre} have no place for `{name}`"));
        };
        if (0..count).any(|position| is_there(number, position) && is_there(own, position)) {
            return Err(format!(
                "`{name}`: two values in one place cannot be written"
            ));
        }
    }
    Ok(())
}

/// The input of a codec for one of its data.
fn datum(data: &Data, codec: &Codec, place: usize, name: &str) -> Result<Datum, String> {
    let brings = codec.brings(place);
    let layers = fits(&data.book, name, brings)?;
    let Some(&(first, layer)) = layers.first() else {
        return Err(format!("`{name}` is not declared"));
    };
    let geometry = &data.geometry;
    let (rows, columns) = (geometry.rows, geometry.columns);
    let count = data.layers[first].len();
    let words = || -> Result<Vec<String>, String> {
        let spell = Spelling { codec, place, name };
        (0..count)
            .map(|position| spell.word(data, &layers, position))
            .collect()
    };
    Ok(match brings {
        Brings::Cells => Datum::Cells {
            rows,
            columns,
            words: words()?,
        },
        Brings::Corners => Datum::Corners {
            rows,
            columns,
            words: words()?,
        },
        Brings::ByRegion => Datum::ByRegion(words()?),
        Brings::Regions => {
            let of = data.layers[first].iter().map(|value| match value {
                Value::Region(region) => Ok(*region),
                _ => Err(format!("`{name}`: a cell belongs to no region")),
            });
            Datum::Regions {
                rows,
                columns,
                of: of.collect::<Result<_, _>>()?,
            }
        }
        Brings::Links => links(&words()?, &layer.on, (rows, columns), name)?,
        Brings::Sides => sides(words()?, &layer.on, (rows, columns)),
        Brings::Flag => Datum::Flag(!matches!(
            data.layers[first].first(),
            None | Some(Value::Missing)
        )),
        Brings::Number => match data.layers[first].first() {
            Some(&Value::Number(number)) => Datum::Number(number),
            _ => return Err(format!("`{name}` has no value")),
        },
        Brings::Shapes => match data.layers[first].first() {
            Some(Value::Shapes(shapes)) => {
                Datum::Shapes(shapes.iter().map(|cells| drawn(cells)).collect())
            }
            _ => Datum::Shapes(Vec::new()),
        },
    })
}

fn links(
    words: &[String],
    on: &Ground,
    (rows, columns): (usize, usize),
    name: &str,
) -> Result<Datum, String> {
    let is_edge = matches!(on, Ground::Atoms(Kind::Edge, _));
    let flat = if is_edge {
        (rows + 1) * columns
    } else {
        rows * (columns - 1)
    };
    let (first, last) = words.split_at(flat.min(words.len()));
    let rows_of = |words: &[String], wide: usize| -> Vec<Vec<String>> {
        match wide {
            0 => vec![Vec::new(); rows],
            _ => words.chunks(wide).map(<[String]>::to_vec).collect(),
        }
    };
    if !is_edge {
        return Ok(Datum::Links {
            horizontal: rows_of(first, columns - 1),
            vertical: rows_of(last, columns),
        });
    }
    // Strokes that lie flat are between a cell and the one below it; those at the border are between no two.
    let mut vertical = rows_of(first, columns);
    let mut horizontal = rows_of(last, columns + 1);
    let mut outer: Vec<String> = Vec::new();
    outer.extend(vertical.pop().into_iter().flatten());
    outer.extend(if vertical.is_empty() {
        Vec::new()
    } else {
        vertical.remove(0)
    });
    for row in &mut horizontal {
        outer.extend(row.pop());
        outer.extend((!row.is_empty()).then(|| row.remove(0)));
    }
    match outer.iter().all(|word| word == ".") {
        true => Ok(Datum::Links {
            horizontal,
            vertical,
        }),
        false => Err(format!(
            "`{name}`: values at the border of the grid cannot be written"
        )),
    }
}

fn sides(mut words: Vec<String>, on: &Ground, (rows, columns): (usize, usize)) -> Datum {
    let mut take = |there: bool, count: usize| -> Vec<String> {
        match there {
            true => words.drain(..count.min(words.len())).collect(),
            false => vec![".".to_owned(); count],
        }
    };
    let lines = match on {
        Ground::Lines(lines) => *lines,
        _ => Lines::View,
    };
    Datum::Sides {
        left: take(lines != Lines::Column, rows),
        right: take(lines == Lines::View, rows),
        top: take(lines != Lines::Row, columns),
        bottom: take(lines == Lines::View, columns),
    }
}

/// `##./.##`.
fn drawn(cells: &[(usize, usize)]) -> String {
    let height = cells.iter().map(|cell| cell.0 + 1).max().unwrap_or(0);
    let width = cells.iter().map(|cell| cell.1 + 1).max().unwrap_or(0);
    let sign = |row, column| {
        if cells.contains(&(row, column)) {
            '#'
        } else {
            '.'
        }
    };
    let rows = (0..height).map(|row| {
        (0..width)
            .map(|column| sign(row, column))
            .collect::<String>()
    });
    rows.collect::<Vec<_>>().join("/")
}

/// Finds words that a codec knows.
struct Spelling<'c> {
    codec: &'c Codec,
    place: usize,
    name: &'c str,
}

impl Spelling<'_> {
    /// The content of a position of the layers that share it.
    fn word(
        &self,
        data: &Data,
        layers: &[(usize, &Layer)],
        position: usize,
    ) -> Result<String, String> {
        if let Some(template) = layers
            .first()
            .and_then(|(_, layer)| layer.template.as_ref())
            && layers.len() > 1
        {
            let mut parts = Vec::new();
            for part in template.parts.iter() {
                match part {
                    TemplatePart::Text(text) => parts.push(text.clone()),
                    TemplatePart::Layer(part) => {
                        let found = layers.iter().find(|(_, layer)| layer.word.name == *part);
                        let value = found.and_then(|(number, layer)| {
                            Some((layer, data.layers[*number].get(position)?))
                        });
                        parts.push(match value {
                            None | Some((_, Value::Missing)) => "?".to_owned(),
                            Some((layer, value)) => spellings(layer, value).remove(0),
                        });
                    }
                }
            }
            let is_there = |(number, _): &(usize, _)| {
                !matches!(data.layers[*number][position], Value::Missing)
            };
            return Ok(match layers.iter().any(is_there) {
                true => parts.concat(),
                false => ".".to_owned(),
            });
        }
        let values = layers
            .iter()
            .map(|(number, layer)| (*layer, &data.layers[*number][position]));
        let mut there = values.filter(|(_, value)| !matches!(value, Value::Missing));
        let Some((layer, value)) = there.next() else {
            let first = layers.first().map(|(_, layer)| *layer);
            let mut marks = first
                .into_iter()
                .flat_map(|layer| marks_beside(&data.book, layer));
            let mark = marks.find(|(number, mark)| {
                let is_there = !matches!(
                    data.layers[*number].get(position),
                    None | Some(Value::Missing)
                );
                is_there && self.codec.has_word(self.place, &mark.word.name)
            });
            return Ok(mark.map_or(".", |(_, mark)| &*mark.word.name).to_owned());
        };
        if there.next().is_some() {
            return Err(format!(
                "`{}`: two values in one place cannot be written",
                self.name
            ));
        }
        // That every place has some value need not be written.
        let says_nothing = matches!(value, Value::Untold)
            && layer.role != Role::Data
            && matches!(&layer.domain, Domain::Values { ranges, words } if ranges.is_empty() || words.is_empty());
        if says_nothing && self.codec.spelling(self.place, &["?"]).is_none() {
            return Ok(".".to_owned());
        }
        let known = spellings(layer, value);
        let words: Vec<&str> = known.iter().map(String::as_str).collect();
        let word = self
            .codec
            .spelling(self.place, &words)
            .or(words.first().copied());
        Ok(word.unwrap_or_default().to_owned())
    }
}

/// All ways to write a value in a puzzle file, the shortest first.
fn spellings(layer: &Layer, value: &Value) -> Vec<String> {
    match value {
        Value::Missing => vec![".".to_owned()],
        Value::Untold => vec!["?".to_owned()],
        Value::Mark => vec![
            "#".to_owned(),
            layer.word.name.to_string(),
            "*".to_owned(),
            "x".to_owned(),
        ],
        Value::Number(number) => vec![number.to_string()],
        Value::Word(word) => {
            let sign = signs(layer).nth(*word).map(str::to_owned);
            let name = match &layer.domain {
                Domain::Values { words, .. } => {
                    words.get(*word).map(|symbol| symbol.word.name.to_string())
                }
                _ => None,
            };
            let sign = sign.filter(|sign| sign != ".");
            sign.into_iter().chain(name).collect()
        }
        Value::Name(name) => vec![name.to_string()],
        Value::Region(region) => vec![region.to_string()],
        Value::List(numbers) if numbers.is_empty() => vec!["0".to_owned()],
        Value::List(numbers) => {
            let number =
                |number: &Option<i64>| number.map_or("?".to_owned(), |number| number.to_string());
            vec![numbers.iter().map(number).collect::<Vec<_>>().join(",")]
        }
        Value::Clue(clue) => vec![clue.to_string()],
        Value::Patterns(texts) => texts.iter().map(ToString::to_string).collect(),
        Value::Directions(directions) => {
            let sign = |direction: &Direction| match direction {
                Direction::North => '^',
                Direction::East => '>',
                Direction::South => 'v',
                Direction::West => '<',
            };
            vec![directions.iter().map(sign).collect()]
        }
        Value::Shapes(_) => vec![String::new()],
    }
}
